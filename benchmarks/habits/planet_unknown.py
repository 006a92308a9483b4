"""What is counted in Planet Unknown."""

from __future__ import annotations

from functools import partial
from typing import Any

from exozoo.benchmarks.habits import Counter, of_block, player
from exozoo.envs.core.codes import NONE
from exozoo.envs.planet_unknown import kinds
from exozoo.envs.planet_unknown.actions import (
    BLOCK_OF,
    CARD_BLOCK,
    DONE_BLOCK,
    PLACE_BLOCK,
    ROTATE_BLOCK,
    STEP_BLOCK,
    TECHNOLOGY_BLOCK,
)

takes = partial(of_block, BLOCK_OF)


def covered(state: Any, seat: int) -> float:
    return float((state["players"][seat]["terrain"] != NONE).sum())


def saved(state: Any, seat: int) -> float:
    """Share of the meteorites of the planet that were collected, 1 if none fell."""
    own = state["players"][seat]
    left, collected = float(own["meteorite"].sum()), float(own["meteorites"])
    return collected / (left + collected) if left + collected else 1.0


COUNTERS = (
    Counter("medals", at_end=lambda state, seat: float(state["scores"][seat])),
    Counter("rounds", at_end=lambda state, seat: float(state["round_number"])),
    Counter("squares covered", at_end=covered),
    Counter("tiles placed", at_decision=takes(PLACE_BLOCK)),
    Counter("meteorites left", at_end=player("meteorite")),
    Counter("meteorites collected", at_end=player("meteorites")),
    Counter("share of meteorites collected", at_end=saved),
    Counter("lifepods left", at_end=player("lifepod")),
    Counter("lifepods saved", at_end=player("lifepods")),
    Counter("rover steps", at_decision=takes(STEP_BLOCK)),
    Counter("civ cards kept", at_decision=takes(CARD_BLOCK)),
    Counter("technologies used", at_decision=takes(TECHNOLOGY_BLOCK)),
    Counter("turns of the station", at_decision=takes(ROTATE_BLOCK)),
    Counter("declined or ended", at_decision=takes(DONE_BLOCK)),
    *(
        Counter(f"{name} track at the end", at_end=player("position", number))
        for number, name in enumerate(kinds.TRACK.names)
    ),
)
