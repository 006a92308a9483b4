"""The game from the first choice to the last point (sections 1, 3, 15, 16)."""

from __future__ import annotations

from typing import Any

from tests.reference.gaia_project import box, build, research, turn
from tests.reference.gaia_project.box import Decision
from tests.reference.gaia_project.people import GAIA, Player
from tests.reference.gaia_project.table import Flow, Table, gain

ROUNDS = 6
SOURCES = 8  # of power income, in the order of the action ids
TERRAN_CONVERSIONS = {
    "p4_q": (4, "qic"),
    "p3_o": (3, "ore"),
    "p4_k": (4, "knowledge"),
    "p1_c": (1, "credits"),
}


def whole_game(table: Table) -> Flow:
    yield from choose_factions(table)
    yield from place_structures(table)
    for player in reversed(table.players):  # GP-11
        legal = {box.action("booster", number) for number in table.boosters_open}
        choice = yield Decision(player.seat, "choose_booster", legal)
        player.booster = choice - box.action("booster")
        table.boosters_open.remove(player.booster)
    for _ in range(ROUNDS):
        yield from play_round(table)
    score_game(table)


# --- setup ---


def choose_factions(table: Table) -> Flow:
    """GP-84, GP-7: first player first; one faction of each colour."""
    for player in table.players:
        legal = {
            box.action("faction", number)
            for number, data in enumerate(box.FACTIONS)
            if may_choose(table, player, data)
        }
        choice = yield Decision(player.seat, "choose_faction", legal)
        player.data = box.FACTIONS[choice - box.action("faction")]
    for player in table.players:  # the boards are filled once all have chosen
        begin(player, player.data)


def may_choose(table: Table, player: Player, data: dict[str, Any]) -> bool:
    wish = table.options.get("factions", "choice")
    if any(other.data.get("colour") == data["colour"] for other in table.players):
        return False
    if wish == "choice":
        return True
    if wish == "first_game":
        return data["id"] in box.SETUP["first_game_factions"][str(len(table.players))]
    if wish[player.seat] is not None:
        return data["id"] == wish[player.seat]
    kept = {f["colour"] for f in box.FACTIONS if f["id"] in wish}
    return data["colour"] not in kept


def begin(player: Player, data: dict[str, Any]) -> None:
    """GP-8, GP-13."""
    start = data["start"]
    player.vp = start["vp"]
    player.stock = {good: start[good] for good in box.STOCK}
    power = start["power"]
    player.power = [power["area1"], power["area2"], power["area3"], power["gaia"]]
    player.stone = 0 if start["brainstone"] else None
    for track, level in start["research"].items():
        assert level == 1
        player.research[track] = level
        for good, amount in player.level(track).get("once", {}).items():
            if good == "gaiaformer":
                player.gaiaformers += amount
            else:
                player.gain_stock(good, amount)


def place_structures(table: Table) -> Flow:
    """GP-85."""
    mines = [p for p in table.players if p.faction != "ivits"]
    third = [p for p in table.players if p.faction == "xenos"]
    for player in [*mines, *reversed(mines), *third]:
        yield from place_start(table, player, "mine")
    for player in table.players:
        if player.faction == "ivits":
            yield from place_start(table, player, "planetary_institute")
    table.turn_order = [p.seat for p in table.players]


def place_start(table: Table, player: Player, piece: str) -> Flow:
    home = player.data["home_planet"]
    legal = {h for h, kind in table.planet.items() if kind == home and h not in player.pieces}
    arguments = {"piece": box.PIECES.index(piece)}
    h = yield Decision(player.seat, "choose_start", legal, arguments)
    player.pieces[h] = piece


# --- a round ---


def play_round(table: Table) -> Flow:
    """GP-20."""
    table.round += 1
    for player in table.in_turn_order():
        yield from income(table, player)
    yield from gaia_phase(table)
    while not all(player.passed for player in table.players):
        for player in table.in_turn_order():
            if not player.passed:
                yield from turn.take_turn(table, player)
    if table.round < ROUNDS:
        clean_up(table)


def clean_up(table: Table) -> None:
    """GP-80, GP-69, GP-87."""
    first, n = table.pass_order[0], len(table.players)
    if table.options.get("turn_order", "clockwise") == "passing":
        table.turn_order = list(table.pass_order)
    else:
        table.turn_order = [(first + k) % n for k in range(n)]
    table.pass_order = []
    table.used.clear()
    for player in table.players:
        player.passed = False
        player.special_used.clear()


def income_sources(player: Player) -> list[dict[str, int]]:
    """GP-21, GP-22: all but power, then GP-23's power by source."""
    found = [player.data["base_income"]]
    for piece, entries in player.data["structure_income"].items():
        found += entries[: player.count(piece)]
    found += [
        tile["gain"]
        for tile in box.STANDARD
        if player.standard.get(tile["id"]) == "owned" and tile["when"] == "income"
    ]
    found += [player.level(track).get("income", {}) for track in box.TRACK_IDS]
    assert player.booster is not None
    return [*found, box.BOOSTERS[player.booster]["income"]]


def power_sources(player: Player) -> list[tuple[int, dict[str, int]]]:
    """(number of the source, its symbol), in the order of the action ids."""
    institute = player.data["structure_income"]["planetary_institute"][
        : player.count("planetary_institute")
    ]
    labs = player.data["structure_income"]["research_lab"][: player.count("research_lab")]
    assert player.booster is not None
    booster = box.BOOSTERS[player.booster]["income"]
    found: list[tuple[int, dict[str, int]]] = []
    for symbols in institute:
        found += [(0, _only(symbols, "power_charge")), (1, _only(symbols, "power_tokens"))]
    found.append((2, _only(player.data["base_income"], "power_tokens")))
    found.append((3, _only(booster, "power_tokens")))
    found.append((4, _only(booster, "power_charge")))
    found.append((5, _only(player.level("economy").get("income", {}), "power_charge")))
    if player.standard.get("std5") == "owned":
        found.append((6, {"power_charge": 1}))
    found += [(7, _only(symbols, "power_charge")) for symbols in labs]
    return [(number, symbol) for number, symbol in found if symbol]


def _only(goods: dict[str, int], good: str) -> dict[str, int]:
    return {good: goods[good]} if good in goods else {}


def income(table: Table, player: Player) -> Flow:
    for goods in income_sources(player):
        for good in box.STOCK:
            player.gain_stock(good, goods.get(good, 0))
    left = power_sources(player)
    while left:
        table.income_left = [sum(n == number for n, _ in left) for number in range(SOURCES)]
        kinds = {next(iter(symbol)) for _, symbol in left}
        choice = left[0][0]
        if len(kinds) == 2:  # D-5
            legal = {box.action("income", number) for number, _ in left}
            chosen = yield Decision(player.seat, "choose_income", legal)
            choice = chosen - box.action("income")
        taken = next(entry for entry in left if entry[0] == choice)
        left.remove(taken)
        table.income_left[choice] -= 1
        yield from gain(player, taken[1])
    table.income_left = [0] * SOURCES


# --- the Gaia phase ---


def gaia_phase(table: Table) -> Flow:
    """GP-25 to GP-29."""
    for player in table.players:
        for h, piece in player.pieces.items():
            if piece == "gaiaformer":
                table.planet[h] = "gaia"
    for player in table.in_turn_order():
        if player.has_institute("itars"):
            yield from buy_tiles(table, player)
        area = 1 if player.faction == "terrans" else 0
        moved = player.power[GAIA]
        if player.has_institute("terrans"):
            yield from convert_tokens(player, moved)
        player.power[GAIA] = 0
        player.power[area] += moved
        if player.stone == GAIA:
            player.stone = area
        player.gaiaformers_away = 0


def convert_tokens(player: Player, left: int) -> Flow:
    """GP-28."""
    ids = {data["id"]: n for n, data in enumerate(box.FREE_ACTIONS)}
    while left:
        options = {
            box.action("free_action", ids[name]): (cost, good)
            for name, (cost, good) in TERRAN_CONVERSIONS.items()
            if cost <= left
        }
        legal = options.keys() | {box.DECLINE}
        choice = yield Decision(player.seat, "convert_gaia", legal, {"tokens": left})
        if choice == box.DECLINE:
            return
        cost, good = options[choice]
        left -= cost
        player.gain_stock(good, 1)


def buy_tiles(table: Table, player: Player) -> Flow:
    """GP-29; a Lost Planet placed now is settled at once (O-9)."""
    while player.power[GAIA] >= 4:
        tiles = research.tiles_open(table, player)
        if not tiles:
            return
        choice = yield Decision(player.seat, "buy_tile", tiles | {box.DECLINE})
        if choice == box.DECLINE:
            return
        player.power[GAIA] -= 4
        yield from research.take_tile(table, player, choice)
        yield from build.offer_charges(table, player)


# --- the end ---


def score_game(table: Table) -> None:
    """GP-81 to GP-83."""
    for name in table.final_tiles:
        score_final_tile(table, name)
    for player in table.players:
        player.vp += sum(4 * max(0, level - 2) for level in player.research.values())
        if table.options.get("end_conversion", True):
            convert_at_the_end(player)
        player.vp += sum(player.stock[good] for good in ("credits", "ore", "knowledge")) // 3


def convert_at_the_end(player: Player) -> None:
    """O-11."""
    while player.in_area(1) >= 2:
        player.burn()
    player.gain_stock("credits", player.spendable())
    player.power[0] += player.power[2]
    player.power[2] = 0
    if player.stone == 2:
        player.stone = 0
    player.stock["ore"] = min(box.CAPS["ore"], player.stock["ore"] + player.stock["qic"])
    player.stock["qic"] = 0


def final_count(table: Table, player: Player, name: str) -> int:
    """GP-82."""
    if name == "structures":
        return len(player.structures())
    if name == "structures_in_federations":
        return sum(h in player.federation for h in player.structures())
    if name == "satellites":
        return len(player.satellites) + player.count("space_station")
    what = {"planet_types": "planet_type", "gaia_planets": "gaia_planet", "sectors": "sector"}
    return table.per(player, what[name])


def score_final_tile(table: Table, name: str) -> None:
    """GP-81: tied players share the VP of their places; a count of 0 scores nothing (O-10)."""
    counts: list[tuple[Player | None, int]] = [
        (player, final_count(table, player, name)) for player in table.players
    ]
    if len(table.players) <= 2:  # GP-12
        neutral = next(tile["neutral"] for tile in box.FINAL_TILES if tile["id"] == name)
        counts.append((None, neutral))
    for player, count in counts:
        ahead = sum(other > count for _, other in counts)
        tied = sum(other == count for _, other in counts)
        if player is not None and count > 0:
            total = sum(box.VP_BY_RANK[ahead : ahead + tied])
            assert total % tied == 0
            player.vp += total // tied


def places(table: Table) -> list[int]:
    """GP-1: most VP wins, ties share."""
    return [1 + sum(other.vp > player.vp for other in table.players) for player in table.players]
