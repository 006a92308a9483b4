"""A turn: free actions, one main action, free actions (sections 7, 9 to 11, 13, 17)."""

from __future__ import annotations

from typing import Any

from tests.reference.gaia_project import box, build, research
from tests.reference.gaia_project.box import Decision
from tests.reference.gaia_project.federations import Pieces, legal_sets, sets_with_value
from tests.reference.gaia_project.people import GAIA, Player
from tests.reference.gaia_project.table import Flow, Table, discard, gain, spend

LAST_ROUND = 6
STATIONS = 6  # GP-13
FREE = range(box.action("free_action"), box.action("free_action") + len(box.FREE_ACTIONS))


def take_turn(table: Table, player: Player) -> Flow:
    """GP-30."""
    while True:
        legal = main_actions(table, player) | free_actions(player)
        choice = yield Decision(player.seat, "take_turn", legal)
        if choice not in FREE:
            break
        yield from free_action(player, choice - FREE.start)
    yield from main_action(table, player, choice)
    if player.passed:
        return
    while True:
        legal = free_actions(player) | {box.END_TURN}
        choice = yield Decision(player.seat, "finish_turn", legal)
        if choice == box.END_TURN:
            break
        yield from free_action(player, choice - FREE.start)
    yield from build.offer_charges(table, player)


def _is(choice: int, block: str, size: int) -> bool:
    return 0 <= choice - box.action(block) < size


def main_actions(table: Table, player: Player) -> set[int]:
    """GP-31."""
    legal = build.places_to_build(table, player)
    for number, piece in enumerate(box.PIECES[1:6]):
        if build.places_to_upgrade(table, player, piece):
            legal.add(box.action("upgrade", number))
    if can_form_federation(table, player):
        legal.add(box.FEDERATION)
    if player.stock["knowledge"] >= 4:  # GP-54
        legal |= research.tracks_open(table, player)
    for number, data in enumerate(box.BOARD_ACTIONS):
        if can_use_board_action(table, player, data):
            legal.add(box.action("board_action", number))
    for number, special in enumerate(box.SPECIALS):
        if special not in player.special_used and can_use_special(table, player, special):
            legal.add(box.action("special", number))
    if table.round == LAST_ROUND:
        return legal | {box.PASS}
    return legal | {box.action("booster", number) for number in table.boosters_open}


def main_action(table: Table, player: Player, choice: int) -> Flow:
    if choice in table.board.place:
        yield from build.build(table, player, choice)
    elif _is(choice, "upgrade", 5):
        yield from build.upgrade(table, player, box.PIECES[1 + choice - box.action("upgrade")])
    elif choice == box.FEDERATION:
        yield from form_federation(table, player)
    elif _is(choice, "track", 6):
        player.pay({"knowledge": 4})
        yield from research.advance(table, player, box.TRACK_IDS[choice - box.action("track")])
    elif _is(choice, "board_action", 10):
        yield from board_action(table, player, choice - box.action("board_action"))
    elif _is(choice, "special", 9):
        yield from special_action(table, player, box.SPECIALS[choice - box.action("special")])
    else:
        pass_round(table, player, choice)


# --- free actions (GP-70) ---


def free_actions(player: Player) -> set[int]:
    return {
        box.action("free_action", number)
        for number, data in enumerate(box.FREE_ACTIONS)
        if can_use_free_action(player, data)
    }


def can_use_free_action(player: Player, data: dict) -> bool:
    if data.get("faction", player.faction) != player.faction:
        return False
    if "needs" in data and not player.count(data["needs"]):
        return False
    if data["id"] == "burn":
        return player.in_area(1) >= 2
    if data["id"] == "gf_q":  # GP-97
        return player.available_gaiaformers() > 0
    if data["id"] == "t3g_k":  # GP-100
        return player.power[2] > 0
    if "power" in data["cost"]:
        return player.spendable() >= data["cost"]["power"]
    return player.can_pay(data["cost"])


def free_action(player: Player, number: int) -> Flow:
    data = box.FREE_ACTIONS[number]
    if data["id"] == "burn":
        player.burn()
        return
    if data["id"] == "gf_q":
        player.gaiaformers_away += 1
    elif data["id"] == "t3g_k":
        player.power[2] -= 1
        player.power[GAIA] += 1
    elif "power" not in data["cost"]:
        player.pay(data["cost"])
    yield from gain(player, data["gain"])
    if "power" in data["cost"]:  # last, because the brainstone is asked about with the gain in hand
        yield from spend(player, data["cost"]["power"])


# --- power and Q.I.C. actions (GP-65) ---


def free_steps_of(data: dict) -> int:
    return {"power2": 2, "power6": 1}.get(data["id"], 0)


def can_use_board_action(table: Table, player: Player, data: dict) -> bool:
    """GP-33."""
    cost = data["cost"]
    if data["id"] in table.used or player.spendable() < cost.get("power", 0):
        return False
    if player.stock["qic"] < cost.get("qic", 0):
        return False
    if free_steps_of(data):
        return bool(build.places_to_build(table, player, free_steps_of(data)))
    if data["id"] == "qic1":
        return bool(research.tiles_open(table, player))
    if data["id"] == "qic2":
        return bool(tokens_to_rescore(player))
    return can_gain_part(player, data["gain"])


def can_gain_part(player: Player, goods: dict[str, int]) -> bool:
    return any(good not in box.CAPS or player.stock[good] < box.CAPS[good] for good in goods)


def tokens_to_rescore(player: Player) -> set[int]:
    return {
        box.action("token", number)
        for number, data in enumerate(box.TOKENS)
        if player.tokens[data["id"]] and can_gain_part(player, data["gain"])
    }


def board_action(table: Table, player: Player, number: int) -> Flow:
    data = box.BOARD_ACTIONS[number]
    table.used.add(data["id"])
    player.pay({good: n for good, n in data["cost"].items() if good != "power"})
    yield from gain(player, data.get("gain", {}))  # before the brainstone is asked about
    yield from spend(player, data["cost"].get("power", 0))
    if free_steps_of(data):
        yield from build_with_bonus(table, player, free_steps_of(data), 0)
    elif data["id"] == "qic1":
        yield from research.gain_tile(table, player)
    elif data["id"] == "qic2":
        choice = yield Decision(player.seat, "choose_rescore", tokens_to_rescore(player))
        yield from gain(player, box.TOKENS[choice - box.action("token")]["gain"])
    for what, per in data.get("per", {}).items():
        times = table.per(player, what)
        yield from gain(player, {good: n * times for good, n in per.items()})


def build_with_bonus(table: Table, player: Player, free_steps: int, extra: int) -> Flow:
    legal = build.places_to_build(table, player, free_steps, extra)
    arguments = {"free_steps": free_steps, "extra_range": extra}
    h = yield Decision(player.seat, "build_with_bonus", legal, arguments)
    yield from build.build(table, player, h, free_steps, extra)


# --- special actions (GP-66) ---

BONUS = {"booster4": (1, 0), "booster5": (0, 3)}  # free steps, extra range


def can_use_special(table: Table, player: Player, special: str) -> bool:
    if special in BONUS:
        held = player.booster is not None and special == f"booster{player.booster + 1}"
        return held and bool(build.places_to_build(table, player, *BONUS[special]))
    if special == "std9":
        return player.standard.get("std9") == "owned"
    if special.startswith("adv"):
        return special in player.advanced
    if special == "academy":
        return player.count("academy_action") > 0
    if special == "bescods":
        return player.faction == "bescods" and bool(research.lowest_tracks_open(table, player))
    return player.has_institute() and bool(institute_places(table, player))


def institute_places(table: Table, player: Player) -> set[int]:
    """GP-93, GP-98, GP-95."""
    if player.faction == "ambas":
        return {h for h, p in player.pieces.items() if p == "mine" and h != player.lost_planet}
    if player.faction == "firaks":
        left = player.count("trading_station") < box.LIMITS["trading_station"]
        return {h for h, p in player.pieces.items() if p == "research_lab" and left}
    if player.faction == "ivits" and player.count("space_station") < STATIONS:
        return {
            h
            for h in table.board.hexes
            if h not in table.planet
            and h not in player.pieces
            and h not in player.satellites  # O-16
            and table.range_qic(player, h) <= player.stock["qic"]
        }
    return set()


def special_action(table: Table, player: Player, special: str) -> Flow:
    player.special_used.add(special)
    if special in BONUS:
        yield from build_with_bonus(table, player, *BONUS[special])
    elif special == "academy":
        yield from gain(player, player.data["academy_action"])
    elif special == "bescods":
        legal = research.lowest_tracks_open(table, player)
        yield from research.choose_track(table, player, legal, research.LOWEST_TRACK, False)
    elif special == "institute":
        yield from institute_action(table, player)
    else:
        tile = next(t for t in box.STANDARD + box.ADVANCED if t["id"] == special)
        yield from gain(player, tile["gain"])


def institute_action(table: Table, player: Player) -> Flow:
    legal = institute_places(table, player)
    if player.faction == "ambas":
        h = yield Decision(player.seat, "choose_swap", legal)
        old = next(o for o, p in player.pieces.items() if p == "planetary_institute")
        player.pieces[h], player.pieces[old] = "planetary_institute", "mine"
    elif player.faction == "firaks":
        h = yield Decision(player.seat, "choose_downgrade", legal)
        player.pieces[h] = "trading_station"
        table.new.append(h)
        table.trigger(player, "build_trading_station")
        tracks = research.tracks_open(table, player)
        yield from research.choose_track(table, player, tracks, research.ANY_TRACK, True)
    else:
        h = yield Decision(player.seat, "place_space_station", legal)
        player.pay({"qic": table.range_qic(player, h)})
        player.pieces[h] = "space_station"
        build.join_federation(table, player, h)


# --- federations (sections 7 and 13) ---


def federation_terms(table: Table, player: Player) -> dict[str, Any]:
    """GP-F1 to GP-F7: nodes and free hexes, values, what is needed and what can be paid."""
    ivits = player.faction == "ivits"
    members = player.federation
    outside = [h for h in player.range_givers() if ivits or h not in members]
    nodes = set(outside) | (members if ivits else set())
    free = {h for h in table.board.hexes if h not in table.planet and h not in nodes}
    if not ivits:
        free -= members | {n for h in members for n in table.board.beside[h]}
    key = (frozenset(nodes), frozenset(free))
    if key not in table.cache:
        table.cache[key] = Pieces(table.board, nodes, free)
    target = 6 if player.has_institute("xenos") else 7
    tokens = player.stock["qic"] if ivits else player.tokens_in_play()
    return {
        "pieces": table.cache[key],
        "values": {h: table.power_value(player, h) for h in outside},
        "member": members if ivits else set(),
        "target": 7 * (player.federations_formed + 1) if ivits else target,
        "budget": min(tokens, box.SATELLITES - len(player.satellites)),
    }


def federations_open(table: Table, player: Player) -> dict[frozenset[int], int]:
    return legal_sets(**federation_terms(table, player), planets=set(table.planet))


def can_form_federation(table: Table, player: Player) -> bool:
    """Some set worth enough can be paid: the cheapest of these is never filtered out (GP-F8)."""
    if not tokens_in_piles(table):
        return False
    terms = federation_terms(table, player)
    budget = terms.pop("budget")
    return any(sets_with_value(**terms, budget=n) for n in range(budget + 1))


def tokens_in_piles(table: Table) -> set[int]:
    """GP-4, GP-50: the Gleens token is in no pile."""
    return {
        box.action("token", number)
        for number, data in enumerate(box.TOKENS)
        if table.token_supply[data["id"]] and "only_for" not in data
    }


def form_federation(table: Table, player: Player) -> Flow:
    """GP-47 to GP-50, GP-F10. Where the satellites of a set lie is told (GP-F9) and checked."""
    sets = federations_open(table, player)
    count = min(len(sets), box.MAX_SETS)
    legal = {box.action("federation_set", number) for number in range(count)}
    yield Decision(player.seat, "choose_set", legal)
    chosen, satellites = read_federation(table, player, table.told_federation[player.seat])
    if sets.get(chosen) != len(satellites):
        raise ValueError(f"{sorted(chosen)} with {sorted(satellites)} is not one of {sets}")
    player.federation |= chosen | satellites
    player.satellites |= satellites
    player.federations_formed += 1
    if player.faction == "ivits":
        player.pay({"qic": len(satellites)})
    else:
        yield from discard(player, len(satellites))
    choice = yield Decision(player.seat, "choose_token", tokens_in_piles(table))
    token = box.TOKENS[choice - box.action("token")]["id"]
    table.token_supply[token] -= 1
    yield from research.gain_token(table, player, token)


def read_federation(
    table: Table, player: Player, shown: dict[int, int]
) -> tuple[frozenset[int], set[int]]:
    """The groups and the new satellites, from what the map shows after the choice."""
    satellites = {h for h, code in shown.items() if code == 2} - player.satellites
    members = set(shown) - satellites
    if player.faction != "ivits":
        members -= player.federation
    for h in satellites:
        if h in table.planet or h in player.pieces:
            raise ValueError(f"a satellite on {h}")
        if player.faction != "ivits" and set(table.board.beside[h]) & player.federation:
            raise ValueError(f"the satellite on {h} touches an earlier federation")
    start = min(members)
    if table.board.connected(start, members | satellites) != members | satellites:
        raise ValueError("the federation does not hang together")
    return frozenset(members), satellites


# --- passing (GP-68) ---


def pass_round(table: Table, player: Player, choice: int) -> None:
    assert player.booster is not None
    returned = player.booster
    score = box.BOOSTERS[returned].get("pass")
    if score:
        player.vp += score["vp"] * table.per(player, score["per"])
    for tile in box.ADVANCED:
        if tile["id"] in player.advanced and tile["when"] == "pass":
            player.vp += tile["gain"]["vp"] * table.per(player, tile["per"])
    if choice == box.PASS:
        player.booster = None
    else:
        player.booster = choice - box.action("booster")
        table.boosters_open.remove(player.booster)
    table.boosters_open.add(returned)
    player.passed = True
    table.pass_order.append(player.seat)
