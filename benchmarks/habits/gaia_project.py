"""What is counted in Gaia Project."""

from __future__ import annotations

from typing import Any

from exozoo.benchmarks.habits import Counter, player
from exozoo.envs.core.pending import KIND
from exozoo.envs.gaia_project.actions import (
    A_DECLINE,
    B_BOARD,
    B_FEDERATION,
    B_HEX,
    B_TRACK,
    B_UPGRADE,
    BLOCK_OF,
    INDEX_IN_BLOCK,
)
from exozoo.envs.gaia_project.constants import (
    CHARGE_OFFER,
    CHOOSE_TRACK,
    ECONOMY,
    INSTITUTE,
    LAB,
    MINE,
    NUM_STRUCTURES,
    NUM_TRACKS,
    OFFER_POWER,
    PIECE_NAMES,
    QIC1,
    STATION,
    TAKE_TURN,
    TRACK_NAMES,
    VP_NAMES,
)

CHEAP = 2  # power of an offer that costs at most one point


def asked(state: Any) -> int:
    return int(state["pending"][state["num_pending"] - 1, KIND])


def takes(block: Any, first: int = 0, last: int = 10**6) -> Any:
    """A main action of this block, with an index from `first` to `last`."""

    def counted(state: Any, action: int) -> float:
        return float(
            asked(state) == TAKE_TURN
            and BLOCK_OF[action] == block
            and first <= INDEX_IN_BLOCK[action] <= last
        )

    return counted


def offer(state: Any, action: int, most: int = 99) -> bool:
    if asked(state) != CHARGE_OFFER:
        return False
    return int(state["pending"][state["num_pending"] - 1, OFFER_POWER]) <= most


def first_level_of(track: int) -> Any:
    """Whether the first advance of a seat after its start is in this track."""

    def counted(state: Any, action: int) -> float:
        if BLOCK_OF[action] != B_TRACK or asked(state) not in (TAKE_TURN, CHOOSE_TRACK):
            return 0.0
        levels = state["players"][state["seat"]]["research"]
        return float(levels.sum() <= 1 and INDEX_IN_BLOCK[action] == track)

    return counted


def levels_from(level: int) -> Any:
    return lambda state, seat: float((state["players"][seat]["research"] >= level).sum())


COUNTERS = (
    Counter("points", at_end=lambda state, seat: float(state["scores"][seat])),
    Counter("structures", at_end=player("built", slice(0, int(NUM_STRUCTURES)))),
    *(
        Counter(PIECE_NAMES[piece], at_end=player("built", int(piece)))
        for piece in range(int(MINE), int(NUM_STRUCTURES))
    ),
    Counter("mines built", at_decision=takes(B_HEX)),
    Counter("stations built", at_decision=takes(B_UPGRADE, int(STATION) - 1, int(STATION) - 1)),
    Counter("labs built", at_decision=takes(B_UPGRADE, int(LAB) - 1, int(LAB) - 1)),
    Counter("big ones built", at_decision=takes(B_UPGRADE, int(INSTITUTE) - 1)),
    Counter("federations", at_decision=takes(B_FEDERATION)),
    Counter("satellites", at_end=player("satellites_used")),
    Counter("federation tokens", at_end=player("tokens")),
    Counter("standard tiles", at_end=lambda s, i: float((s["players"][i]["standard"] > 0).sum())),
    Counter("advanced tiles", at_end=player("advanced")),
    Counter("research levels", at_end=player("research")),
    Counter("tracks at 3 and more", at_end=levels_from(3)),
    Counter("tracks at 5", at_end=levels_from(5)),
    *(
        Counter(f"first in {TRACK_NAMES[track]}", at_decision=first_level_of(track))
        for track in range(NUM_TRACKS)
    ),
    Counter("advances for knowledge", at_decision=takes(B_TRACK)),
    Counter("power actions", at_decision=takes(B_BOARD, 0, int(QIC1) - 1)),
    Counter("Q.I.C. actions", at_decision=takes(B_BOARD, int(QIC1))),
    Counter("cheap offers", at_decision=lambda s, a: float(offer(s, a, CHEAP))),
    Counter(
        "cheap offers taken", at_decision=lambda s, a: float(offer(s, a, CHEAP) and a != A_DECLINE)
    ),
    Counter("offers", at_decision=lambda s, a: float(offer(s, a))),
    Counter("offers taken", at_decision=lambda s, a: float(offer(s, a) and a != A_DECLINE)),
    Counter("Economy at the end", at_end=player("research", int(ECONOMY))),
    *(
        Counter(f"points: {name}", at_end=player("vp_from", number))
        for number, name in enumerate(VP_NAMES)
    ),
)
