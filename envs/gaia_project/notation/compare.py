"""A position in the words of recorded games, and where two such descriptions differ."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from exozoo.envs.core.words import short, shown
from exozoo.envs.gaia_project.constants import (
    BOARD_ACTION_IDS,
    BUY_TILE,
    CHARGE_OFFER,
    CHOOSE_BOOSTER,
    CHOOSE_FACTION,
    CHOOSE_INCOME,
    CHOOSE_START,
    CONVERT_GAIA,
    FINAL_IDS,
    FINISH_TURN,
    MOVE_BRAINSTONE,
    NUM_PIECES,
    PIECE_IDS,
    PLANET_IDS,
    REST_OF_INCOME,
    TAKE_TURN,
)
from exozoo.envs.gaia_project.notation.names import AREA_WORDS
from exozoo.envs.gaia_project.notation.table import Table
from exozoo.envs.gaia_project.rules.scoring import final_count

INCOME_PHASE, GAIA_PHASE, MOVE_PHASE, LEECH_PHASE, END_PHASE = (
    *("roundIncome", "roundGaia", "roundMove", "roundLeech", "endGame"),
)
INCOME_KEYS = ("c", "o", "k", "q", "pw", "brain")
PHASES = {
    int(CHOOSE_FACTION): "setupFaction",
    int(CHOOSE_START): "setupBuilding",
    int(CHOOSE_BOOSTER): "setupBooster",
    int(CHOOSE_INCOME): INCOME_PHASE,
    int(CONVERT_GAIA): GAIA_PHASE,
    int(BUY_TILE): GAIA_PHASE,
    int(CHARGE_OFFER): LEECH_PHASE,
}


def phase_of(table: Table) -> str:
    """The phase in the notation's words; a follow-up belongs to the phase that it arose in."""
    if table.task in PHASES:
        return PHASES[table.task]
    if table.has_below(REST_OF_INCOME):
        return INCOME_PHASE
    if table.has_below(TAKE_TURN) or table.has_below(FINISH_TURN):
        return MOVE_PHASE
    return LEECH_PHASE if table.task == MOVE_BRAINSTONE else GAIA_PHASE


def describe_player(table: Table, seat: int) -> dict[str, Any]:
    """A player's situation."""
    player = table.player(seat)
    stock = [int(number) for number in player["stock"]]
    stone = int(player["brainstone"])
    booster = int(player["booster"])
    return {
        "vp": int(table.state["scores"][seat]),
        **dict(zip("cokq", stock, strict=True)),
        "pw": [int(number) for number in player["power"]],
        "brain": AREA_WORDS[stone] if stone >= 0 else None,
        "research": [int(level) for level in player["research"]],
        "bld": [int(player["built"][piece]) for piece in range(NUM_PIECES)],
        "lost": int(player["lost_planet"]),
        "sat": int(player["satellites_used"]),
        "gf": [int(player["gaiaformers"]), int(player["gaiaformers_resting"])],
        "booster": booster + 1 if booster >= 0 else None,
        "tiles": list(table.ledger.tiles[seat]),
        "feds": list(table.ledger.tokens[seat]),
    }


def describe_hex(state: np.record, place: int) -> list[Any]:
    """[planet, piece, its seat, seat of a Lantid mine beside it, seats of federations]."""
    planet, piece = int(state["planet"][place]), int(state["structure"][place])
    owner, guest = int(state["owner"][place]), int(state["guest"][place])
    federated = int(state["federated"][place])
    return [
        PLANET_IDS[planet] if planet >= 0 else "empty",
        PIECE_IDS[piece] if piece >= 0 else None,
        owner if owner >= 0 else None,
        guest if guest >= 0 else None,
        [seat for seat in range(int(state["num_players"])) if federated >> seat & 1],
    ]


def describe_map(table: Table) -> dict[str, list[Any]]:
    """Every hex that holds a piece or belongs to a federation."""
    state = table.state
    return {
        name: describe_hex(state, place)
        for place, name in enumerate(table.hexes.names)
        if state["structure"][place] >= 0 or state["guest"][place] >= 0 or state["federated"][place]
    }


def describe_end(table: Table) -> dict[str, Any]:
    """Where the game stands."""
    state = table.state
    end: dict[str, Any] = {"round": int(state["round_number"])}
    if table.over:
        return {**end, "phase": END_PHASE, "next": None}
    used = [BOARD_ACTION_IDS[action] for action in np.flatnonzero(state["action_used"])]
    return {**end, "phase": phase_of(table), "next": table.seat, "used_board_actions": used}


def describe_final(table: Table, seat: int) -> dict[str, Any]:
    """The entry of `final` for a seat."""
    state = table.state
    return {
        "faction": table.faction(seat),
        "vp": int(state["scores"][seat]),
        "breakdown": dict(table.ledger.breakdown[seat]),
        "final_counts": {
            FINAL_IDS[tile]: int(final_count(state, np.int64(seat), np.int64(tile)))
            for tile in state["final_tile"].tolist()
        },
        "state": describe_player(table, seat),
    }


def differences(what: str, ours: Any, recorded: Any) -> Iterator[str]:
    """Every entry of the record that differs from ours; entries we lack are differences, too."""
    if isinstance(ours, dict) and isinstance(recorded, dict):
        for key, value in recorded.items():
            yield from differences(f"{what} {short(str(key), 60)}", ours.get(key), value)
    elif ours != recorded or isinstance(ours, bool) != isinstance(recorded, bool):
        yield f"{what}: ours {shown(ours)}, recorded {shown(recorded, 200)}"


def breakdown_differences(who: str, ours: dict[str, int], recorded: Any) -> Iterator[str]:
    """Sources without VP may be named or not."""
    if not isinstance(recorded, dict):
        yield f"{who} breakdown: recorded {shown(recorded, 200)}"
        return
    for key in sorted({*ours, *recorded}):
        if ours.get(key, 0) != recorded.get(key, 0):
            yield f"{who} {short(str(key), 60)}: ours {ours.get(key, 0)}, recorded {shown(recorded.get(key, 0), 60)}"


def same_seats(described: Any) -> Any:
    """A described hex with its federations in order; their order means nothing."""
    if isinstance(described, list) and len(described) == 5 and isinstance(described[4], list):
        return [*described[:4], sorted(described[4], key=repr)]
    return described


def player_differences(table: Table, seat: int, recorded: Any, what: str) -> Iterator[str]:
    """Where a player's situation differs.

    While somebody still chooses the order of his income, stocks are not compared: we give what
    needs no choice at once and player by player, recorded games give it later.
    """
    ours = describe_player(table, seat)
    if describe_end(table)["phase"] == INCOME_PHASE and isinstance(recorded, dict):
        ours |= {key: recorded.get(key) for key in INCOME_KEYS}
    yield from differences(what, ours, recorded)


def trace_differences(table: Table, entry: dict[str, Any]) -> Iterator[str]:
    """Where the position after a line differs from the recorded one."""
    factions = table.state["players"]["faction"][: int(table.state["num_players"])]
    if (factions < 0).any():
        return
    players = entry.get("players", [])
    if not isinstance(players, list) or not all(isinstance(p, dict) for p in players):
        yield f"players: recorded {shown(players, 60)}"
        return
    for seat, recorded in enumerate(players[: len(factions)]):
        yield from player_differences(table, seat, recorded, table.name_of(seat))
    hexes = entry.get("hexes", {})
    for name, recorded in (hexes if isinstance(hexes, dict) else {}).items():
        ours = describe_hex(table.state, table.hexes.hex_of(name))
        yield from differences(f"hex {short(str(name), 60)}", ours, same_seats(recorded))
    here = describe_end(table)
    for key in ("round", "phase", "next"):
        if key in entry:
            yield from differences(key, here[key], entry[key])


def end_differences(
    table: Table, end: dict[str, Any], final: tuple[dict[str, Any], ...], final_map: dict[str, Any]
) -> Iterator[str]:
    """Where the last position differs from the recorded result, the scores first."""
    ours = [describe_final(table, seat) for seat in range(len(final))]
    for entry, recorded in zip(ours, final, strict=True):
        yield from differences(f"{entry['faction']} VP", entry["vp"], recorded.get("vp"))
    for entry, recorded in zip(ours, final, strict=True):
        who = entry["faction"]
        if "breakdown" in recorded:
            yield from breakdown_differences(who, entry["breakdown"], recorded["breakdown"])
        for key in ("faction", "final_counts"):
            if key in recorded:
                yield from differences(f"{who} {key}", entry[key], recorded[key])
    for seat, recorded in enumerate(final):
        if "state" in recorded:
            yield from player_differences(table, seat, recorded["state"], ours[seat]["faction"])
    yield from differences("end", describe_end(table), end)
    if final_map:
        here = describe_map(table)
        for name in sorted({*here, *final_map}):
            yield from differences(
                f"hex {short(str(name), 60)}", here.get(name), same_seats(final_map.get(name))
            )
