"""Research, tech tiles, federation tokens gained, the Lost Planet (section 8)."""

from __future__ import annotations

from tests.reference.gaia_project import box, build
from tests.reference.gaia_project.box import Decision
from tests.reference.gaia_project.people import Player
from tests.reference.gaia_project.table import Flow, Table, charge, gain

ANY_TRACK, LOWEST_TRACK = 6, 7


def can_advance(table: Table, player: Player, track: str) -> bool:
    """GP-54, GP-56, GP-97."""
    level = player.research[track]
    if track == "navigation" and player.faction == "baltaks" and not player.has_institute():
        return False
    if level < 4:
        return True
    return level == 4 and player.green > 0 and all(p.research[track] < 5 for p in table.players)


def tracks_open(table: Table, player: Player) -> set[int]:
    return {
        box.action("track", number)
        for number, track in enumerate(box.TRACK_IDS)
        if can_advance(table, player, track)
    }


def lowest_tracks_open(table: Table, player: Player) -> set[int]:
    """GP-99."""
    lowest = min(player.research.values())
    return {
        box.action("track", number)
        for number, track in enumerate(box.TRACK_IDS)
        if player.research[track] == lowest and can_advance(table, player, track)
    }


def advance(table: Table, player: Player, track: str) -> Flow:
    """GP-55 to GP-57."""
    assert can_advance(table, player, track)
    player.research[track] += 1
    level = player.research[track]
    if level == 5:
        player.green -= 1
    table.trigger(player, "research_advance")
    once = player.level(track).get("once", {})
    yield from gain(player, once)
    if level == 3:
        yield from charge(player, 3)
    if track == "gaia_project" and level == 5:
        player.vp += once["vp_per_gaia_planet"] * table.per(player, "gaia_planet")
    if track == "terraforming" and level == 5 and table.top_token is not None:
        token, table.top_token = table.top_token, None
        yield from gain_token(table, player, token)
    if track == "navigation" and level == 5:
        yield from place_lost_planet(table, player)


def gain_token(table: Table, player: Player, token: str) -> Flow:
    """GP-50, GP-51."""
    data = next(t for t in box.TOKENS if t["id"] == token)
    player.tokens[token] += 1
    player.green += data["green"]
    table.trigger(player, "gain_federation_token")
    yield from gain(player, data["gain"])


# --- tech tiles ---


def uncovered(player: Player, table: Table) -> set[int]:
    return {
        box.action("tile", position)
        for position, tile in enumerate(table.tile_at)
        if player.standard.get(tile) == "owned"
    }


def tiles_open(table: Table, player: Player) -> set[int]:
    """GP-59, GP-60."""
    legal = {
        box.action("tile", position)
        for position, tile in enumerate(table.tile_at)
        if tile not in player.standard
    }
    if player.green > 0 and uncovered(player, table):
        legal |= {
            box.action("advanced_tile", number)
            for number, track in enumerate(box.TRACK_IDS)
            if table.advanced_at[number] is not None and player.research[track] >= 4
        }
    return legal


def gain_tile(table: Table, player: Player) -> Flow:
    """GP-58."""
    legal = tiles_open(table, player)
    if legal:
        choice = yield Decision(player.seat, "choose_tile", legal)
        yield from take_tile(table, player, choice)


def take_tile(table: Table, player: Player, choice: int) -> Flow:
    if choice < box.action("advanced_tile"):
        position = choice - box.action("tile")
        name = table.tile_at[position]
        player.standard[name] = "owned"
        tile = next(t for t in box.STANDARD if t["id"] == name)
        limit = position if position < 6 else ANY_TRACK
    else:
        tile = yield from cover(table, player, choice - box.action("advanced_tile"))
        limit = ANY_TRACK
    if tile["when"] == "once":  # GP-62
        times = table.per(player, tile["per"]) if "per" in tile else 1
        yield from gain(player, {good: n * times for good, n in tile["gain"].items()})
    legal = tracks_open(table, player)  # GP-61
    if limit != ANY_TRACK:
        legal &= {box.action("track", limit)}
    yield from choose_track(table, player, legal, limit, may_decline=True)


def cover(table: Table, player: Player, track: int) -> Flow:
    """GP-60."""
    choice = yield Decision(
        player.seat, "choose_covered", uncovered(player, table), {"track": track}
    )
    name = table.advanced_at[track]
    assert name is not None
    table.advanced_at[track] = None
    player.green -= 1
    player.standard[table.tile_at[choice - box.action("tile")]] = "covered"
    player.advanced.add(name)
    return next(t for t in box.ADVANCED if t["id"] == name)


def choose_track(
    table: Table, player: Player, legal: set[int], limit: int, may_decline: bool
) -> Flow:
    """D-14; skipped if impossible."""
    if not legal:
        return
    options = legal | ({box.DECLINE} if may_decline else set())
    choice = yield Decision(player.seat, "choose_track", options, {"limit": limit})
    if choice != box.DECLINE:
        yield from advance(table, player, box.TRACK_IDS[choice - box.action("track")])


# --- the Lost Planet ---


def place_lost_planet(table: Table, player: Player) -> Flow:
    """GP-64."""
    satellites = set().union(*(p.satellites for p in table.players))
    stations = {
        h for p in table.players for h, piece in p.pieces.items() if piece == "space_station"
    }
    legal = {
        h
        for h in table.board.hexes
        if h not in table.planet
        and h not in satellites | stations
        and table.range_qic(player, h) <= player.stock["qic"]
    }
    if not legal:
        return
    h = yield Decision(player.seat, "place_lost_planet", legal)
    player.pay({"qic": table.range_qic(player, h)})
    types = table.planet_types(player)
    table.planet[h] = "lost"
    player.pieces[h] = "mine"
    player.lost_planet = h
    yield from build.reward_mine(table, player, h, types, steps=0, guest=False)
