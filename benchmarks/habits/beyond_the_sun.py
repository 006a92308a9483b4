"""What is counted in Beyond the Sun."""

from __future__ import annotations

from typing import Any

from exozoo.benchmarks.habits import Counter
from exozoo.envs.beyond_the_sun.actions import (
    ACHIEVE,
    EXCHANGE,
    GROW_IT,
    NODE,
    PRODUCE_IT,
    SPACE,
    TRADE_IT,
    YES,
)
from exozoo.envs.beyond_the_sun.components import (
    H_CONDITION,
    H_VP,
    S_VP,
    T_BASE,
    achievement,
    system,
    tech,
)
from exozoo.envs.beyond_the_sun.constants import (
    CONDITIONS,
    FREE,
    LEVEL_NAMES,
    SLOT_NAMES,
    SPACE_BUILD,
    SPACE_DYSON,
    SPACE_GUILD,
    SPACE_PRIVATE,
    SPACE_RESEARCH_2,
    SPACE_SUPPLY,
    SPACE_TECH,
)
from exozoo.envs.beyond_the_sun.pending import (
    K_DESTINATION,
    K_OPTIONAL,
    K_SPACE,
    MOVING_FROM,
    MOVING_LEVEL,
    PART_MODE,
)
from exozoo.envs.beyond_the_sun.rules.effects import automation_level
from exozoo.envs.beyond_the_sun.rules.scoring import (
    automation_points,
    counted_points,
    event_points,
    private_points,
)
from exozoo.envs.core.pending import KIND

SPACES = {  # the first space of each kind of action
    "research I": 0,
    "research II": int(SPACE_RESEARCH_2),
    "build and jump": int(SPACE_BUILD),
    "supply": int(SPACE_SUPPLY),
    "guilds": int(SPACE_GUILD),
    "technologies": int(SPACE_TECH),
    "private technologies": int(SPACE_PRIVATE),
    "Dyson Sphere": int(SPACE_DYSON),
}
LEVEL_OF_SLOT = [LEVEL_NAMES.index(name.split("-")[0]) + 1 for name in SLOT_NAMES]


def asked(state: Any, column: int = int(KIND)) -> int:
    return int(state["pending"][state["num_pending"] - 1, column])


def takes(first: int, last: int) -> Any:
    """An action space from `first` up to `last`, chosen for the turn."""
    return lambda state, action: float(
        asked(state) == K_SPACE and SPACE + first <= action < SPACE + last
    )


def chooses(first: int, last: int) -> Any:
    return lambda state, action: float(first <= action < last)


def goes_back(state: Any, action: int) -> float:
    """A ship that came there in this jump leaves for a place that another one left in it."""
    if asked(state) != K_DESTINATION:
        return 0.0
    level = asked(state, int(MOVING_LEVEL)) - 1
    leaving, arriving = asked(state, int(MOVING_FROM)), action - NODE
    ships, before = state["players"][state["seat"]]["ships"], state["before"]
    came = ships[leaving, level] > before[leaving, level]
    return float(came and ships[arriving, level] < before[arriving, level])


def event_offer(action_taken: int | None = None) -> Any:
    """An effect of an event or bonus that may be declined."""

    def counted(state: Any, action: int) -> float:
        if asked(state) != K_OPTIONAL or asked(state, int(PART_MODE)) != FREE:
            return 0.0
        return float(action_taken is None or action == action_taken)

    return counted


def researched(state: Any, seat: int) -> list[int]:
    slots = int(state["players"][seat]["researched"])
    return [slot for slot in range(len(SLOT_NAMES)) if slots >> slot & 1]


def technologies(level: int) -> Any:
    return lambda state, seat: float(
        sum(LEVEL_OF_SLOT[slot] == level for slot in researched(state, seat))
    )


def of_level(level: int) -> Any:
    """Points of technologies: their own up to level III, as counted beyond."""

    def counted(state: Any, seat: int) -> float:
        slots = [slot for slot in researched(state, seat) if LEVEL_OF_SLOT[slot] == level]
        if level < len(LEVEL_NAMES):
            return float(level * len(slots))
        cards = [int(state["slot_card"][slot]) for slot in slots]
        return float(
            sum(tech(state, card, T_BASE) + counted_points(state, seat, card) for card in cards)
        )

    return counted


def colony_points(state: Any, seat: int) -> float:
    own = (state["colony_owner"] == seat).nonzero()[0]
    return float(sum(system(state, card, S_VP) + state["system_vp"][card] for card in own))


def claimed(state: Any, seat: int) -> list[tuple[int, int]]:
    """Places and slots of the seat's achievement discs."""
    places, slots = (state["achievement_disc"] == seat).nonzero()
    return [(int(place), int(slot)) for place, slot in zip(places, slots, strict=True)]


def achievement_points(state: Any, seat: int) -> float:
    return float(
        sum(
            achievement(state, place, H_VP + slot) + state["achievement_vp"][place]
            for place, slot in claimed(state, seat)
        )
    )


def claims(condition: int) -> Any:
    return lambda state, seat: float(
        sum(
            achievement(state, place, H_CONDITION) == condition for place, _ in claimed(state, seat)
        )
    )


def in_play(condition: int) -> Any:
    return lambda state, seat: float(
        any(achievement(state, place, H_CONDITION) == condition for place in range(4))
    )


FIRST_SPACES = [*SPACES.values(), int(SPACE_DYSON) + 1]
COUNTERS = (
    Counter("points", at_end=lambda state, seat: float(state["scores"][seat])),
    Counter("rounds", at_end=lambda state, seat: float(state["round_number"])),
    *(
        Counter(f"technologies {name}", at_end=technologies(level))
        for level, name in enumerate(LEVEL_NAMES, 1)
    ),
    Counter("colonies", at_end=lambda state, seat: float((state["colony_owner"] == seat).sum())),
    Counter("outposts", at_end=lambda state, seat: float((state["controller"] == seat).sum())),
    Counter("automation", at_end=lambda state, seat: float(automation_level(state, seat))),
    Counter("achievements", at_end=lambda state, seat: float(len(claimed(state, seat)))),
    *(
        part
        for condition, name in enumerate(CONDITIONS)
        for part in (
            Counter(f"achievement {name}", at_end=claims(condition)),
            Counter(f"in play: {name}", at_end=in_play(condition)),
        )
    ),
    *(
        Counter(f"takes {name}", at_decision=takes(first, last))
        for name, first, last in zip(SPACES, FIRST_SPACES, FIRST_SPACES[1:], strict=False)
    ),
    Counter("grows", at_decision=chooses(int(GROW_IT), int(GROW_IT) + 1)),
    Counter("produces ore", at_decision=chooses(int(PRODUCE_IT), int(PRODUCE_IT) + 1)),
    Counter("trades", at_decision=chooses(int(TRADE_IT), int(TRADE_IT) + 1)),
    Counter("exchanges", at_decision=chooses(int(EXCHANGE), int(ACHIEVE))),
    Counter("moves", at_decision=lambda state, action: float(asked(state) == K_DESTINATION)),
    Counter("moves back", at_decision=goes_back),
    Counter("optional bonuses", at_decision=event_offer()),
    Counter("optional bonuses taken", at_decision=event_offer(int(YES))),
    Counter("ore left", at_end=lambda state, seat: float(state["players"][seat]["ore"])),
    Counter(
        "population left", at_end=lambda state, seat: float(state["players"][seat]["population"])
    ),
    *(
        Counter(f"points: level {name}", at_end=of_level(level))
        for level, name in enumerate(LEVEL_NAMES, 1)
    ),
    Counter("points: private", at_end=lambda state, seat: float(private_points(state, seat))),
    Counter("points: automation", at_end=lambda state, seat: float(automation_points(state, seat))),
    Counter("points: colonies", at_end=colony_points),
    Counter(
        "points: outposts", at_end=lambda state, seat: float((state["controller"] == seat).sum())
    ),
    Counter("points: achievements", at_end=achievement_points),
    Counter("points: events", at_end=lambda state, seat: float(event_points(state, seat))),
)
