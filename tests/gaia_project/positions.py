"""Positions written as people would describe them, and actions by their descriptions."""

from __future__ import annotations

from typing import Any

import numpy as np

import exozoo
from exozoo.envs.core.pending import KIND
from exozoo.envs.gaia_project import constants as c
from exozoo.envs.gaia_project.components import HEXES_ON_BOARD, MAPS
from exozoo.envs.gaia_project.rules.effects import take_token
from exozoo.envs.gaia_project.rules.federation import ready_federations
from exozoo.envs.gaia_project.rules.structures import put_piece, settle_hex
from exozoo.envs.gaia_project.view.describe import hex_name

GAME = exozoo.load_game("gaia_project")
BOARD = {2: "small_7", 3: "big_10", 4: "big_10"}
# Round tiles that pay for nothing done in most tests come first.
SETUP: dict[str, Any] = {
    "tech_tiles": {position: f"std{i + 1}" for i, position in enumerate(c.STANDARD_POSITIONS)},
    "advanced_tiles": {track: f"adv{i + 1}" for i, track in enumerate(c.TRACK_IDS)},
    "round_scoring": ["round4", "round7", "round10", "round1", "round2", "round3"],
    "final_scoring": ["structures", "satellites"],
    "terraforming_federation": "fed12",
}
# Where each faction starts unless a test says otherwise, on the first-game boards
SMALL_STARTS = {
    "terra": ("1B1", "6B1"),
    "oxide": ("1A6", "4B0"),
    "volcanic": ("1A5", "4B4"),
    "desert": ("2A3", "3A6", "1A9"),
    "swamp": ("2B4", "4B2"),
    "titanium": ("2A0", "4A0"),
    "ice": ("2B1", "3B2"),
}


def hex_of(s: np.record, name: str) -> int:
    """The index of a hex named as in the rules, 6B4 or 10A11."""
    for place in range(int(HEXES_ON_BOARD[s["board"]])):
        if hex_name(s, place) == name:
            return place
    raise AssertionError(f"no hex {name}")


def new_game(
    factions: tuple[str, ...] = ("terrans", "xenos"),
    starts: dict[str, tuple[str, ...]] | None = None,
    boosters: tuple[int, ...] = (1, 6),
    auto_resolve: bool = True,
    options: dict[str, Any] | None = None,
    **setup: Any,
) -> np.record:
    """Round 1 on the first-game board, income received, the first player to move.

    `boosters` are those of each seat; three others lie open.
    """
    players = len(factions)
    boosters = (*boosters, 7, 8)[:players]
    spare = [b for b in (2, 3, 10, 8, 7) if b not in boosters]
    given = {**SETUP, "sectors": first_game_sectors(players), "factions": list(factions)}
    given["boosters"] = [*boosters, *spare[:3]]
    given.update(setup)
    s = GAME.new_state(players=players, auto_resolve=auto_resolve, setup=given, **(options or {}))
    while not auto_resolve and decision(s) == c.CHOOSE_FACTION:
        GAME.step(s, GAME.legal_actions(s)[0])
    left = {seat: list(start_hexes(f, players, starts)) for seat, f in enumerate(factions)}
    while decision(s) == c.CHOOSE_START:
        if left[int(s["seat"])]:
            GAME.step(s, hex_of(s, left[int(s["seat"])].pop(0)))
        else:
            GAME.step(s, GAME.legal_actions(s)[0])
    while decision(s) == c.CHOOSE_BOOSTER:
        GAME.step(s, GAME.actions.encode("booster", boosters[int(s["seat"])] - 1))
    while decision(s) == c.CHOOSE_INCOME:
        GAME.step(s, GAME.legal_actions(s)[0])
    return s


def first_game_sectors(players: int) -> list[dict]:
    return MAPS["first_game"][BOARD[players]]


def start_hexes(
    faction: str, players: int, starts: dict[str, tuple[str, ...]] | None
) -> tuple[str, ...]:
    from exozoo.envs.gaia_project.components import FACTIONS

    if starts and faction in starts:
        return starts[faction]
    if players > 2:
        return ()
    home = next(f["home_planet"] for f in FACTIONS if f["id"] == faction)
    return SMALL_STARTS[home]


def decision(s: np.record) -> int:
    return int(s["pending"][s["num_pending"] - 1, KIND])


def options(s: np.record) -> list[str]:
    """Descriptions of the legal actions."""
    return [GAME.describe(s, int(action)) for action in GAME.legal_actions(s)]


def find(s: np.record, text: str) -> list[int]:
    """Legal actions whose description contains the text; only the one that is the text, if any."""
    named = {int(a): GAME.describe(s, int(a)) for a in GAME.legal_actions(s)}
    exact = [a for a, words in named.items() if words == text]
    return exact or [a for a, words in named.items() if text in words]


def can(s: np.record, text: str) -> bool:
    return bool(find(s, text))


def play(s: np.record, *texts: str) -> None:
    """Take the one legal action that each text names."""
    for text in texts:
        found = find(s, text)
        assert len(found) == 1, f"{text!r} names {len(found)} of {options(s)}"
        GAME.step(s, found[0])


def give(s: np.record, seat: int, **values: Any) -> None:
    """Set parts of a player: credits, ore, knowledge, qic, power=(I, II, III, Gaia), vp,
    research={track: level}, brainstone (area or None), tiles, green tokens …"""
    player = s["players"][seat]
    for name, value in values.items():
        if name in ("credits", "ore", "knowledge", "qic"):
            player["stock"][c.GOOD_IDS.index(name)] = value
        elif name == "power":
            player["power"] = value
        elif name == "brainstone":
            player["brainstone"] = -1 if value is None else value
        elif name == "vp":
            player["vp_from"][c.VP_START] += value - s["scores"][seat]
            s["scores"][seat] = value
        elif name == "research":
            for track, level in value.items():
                player["research"][c.TRACK_IDS.index(track)] = level
        elif name == "tiles":
            for tile in value:
                kind = int(tile[3:]) - 1
                if tile.startswith("std"):
                    player["standard"][kind] = c.TILE_OWNED
                else:
                    player["advanced"][kind] = 1
        elif name == "tokens":
            for token in value:
                s["token_supply"][c.TOKEN_IDS.index(token)] -= 1
                player["tokens"][c.TOKEN_IDS.index(token)] += 1
                player["green"] += token != "fed12"
        else:
            player[name] = value
    if not s["over"]:
        ready_federations(s)


def relist(s: np.record) -> None:
    """The lists that a state keeps of its map, after hexes were written by hand."""
    planets = np.flatnonzero(s["planet"] >= 0)
    s["num_planets"] = len(planets)
    s["planet_hex"][: len(planets)] = planets
    for seat in range(s["num_seats"]):
        player = s["players"][seat]
        own = (s["owner"] == seat) & (s["structure"] != c.GAIAFORMER) | (s["guest"] == seat)
        settled = np.flatnonzero(own)
        player["num_settled"] = len(settled)
        player["settled"][: len(settled)] = settled


def rich(s: np.record, seat: int) -> None:
    """Enough of everything to pay for anything."""
    give(s, seat, credits=30, ore=15, knowledge=15, qic=8, power=(4, 4, 8, 0))


def put(s: np.record, seat: int, piece: str, *names: str) -> None:
    """Stand pieces of a seat on the map, in place of its own ones."""
    kind = np.int64(c.PIECE_IDS.index(piece))
    for name in names:
        place = np.int64(hex_of(s, name))
        if s["owner"][place] == seat:
            s["players"][seat]["built"][s["structure"][place]] -= 1
        put_piece(s, np.int64(seat), place, kind)
        if kind != c.GAIAFORMER:
            settle_hex(s, np.int64(seat), place)
        elif s["planet"][place] == c.TRANSDIM or s["planet"][place] == c.GAIA:
            s["players"][seat]["gaiaformers"] = max(1, s["players"][seat]["gaiaformers"])
    ready_federations(s)


def gain_token(s: np.record, seat: int, token: str) -> None:
    take_token(s, np.int64(seat), np.int64(c.TOKEN_IDS.index(token)))


def stock(s: np.record, seat: int) -> dict[str, int]:
    return {
        name: int(s["players"][seat]["stock"][i])
        for i, name in enumerate(("credits", "ore", "knowledge", "qic"))
    }


def power(s: np.record, seat: int) -> tuple[int, ...]:
    return tuple(int(n) for n in s["players"][seat]["power"])


def stone(s: np.record, seat: int) -> int:
    return int(s["players"][seat]["brainstone"])


def vp(s: np.record, seat: int) -> int:
    return int(s["scores"][seat])


def level(s: np.record, seat: int, track: str) -> int:
    return int(s["players"][seat]["research"][c.TRACK_IDS.index(track)])


def piece(s: np.record, name: str) -> str | None:
    code = int(s["structure"][hex_of(s, name)])
    return None if code < 0 else c.PIECE_IDS[code]


def finish(s: np.record) -> None:
    """End the turn; opponents decline all power."""
    if can(s, "end the turn"):
        play(s, "end the turn")
    while decision(s) == c.CHARGE_OFFER:
        play(s, "decline the power")


def pass_round(s: np.record) -> None:
    """All players pass, taking the first booster they can; up to the next decision."""
    number = int(s["round_number"])
    while not s["over"] and s["round_number"] == number:
        finish_or_pass(s)


def finish_or_pass(s: np.record) -> None:
    task = decision(s)
    if task == c.TAKE_TURN:
        found = find(s, "pass")
        GAME.step(s, found[0])
    elif task == c.FINISH_TURN:
        play(s, "end the turn")
    elif task == c.CHARGE_OFFER:
        play(s, "decline the power")
    else:
        raise AssertionError(f"unexpected decision {c.DECISION_NAMES[task]}")
