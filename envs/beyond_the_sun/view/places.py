"""Where each action lies on the drawing."""

from __future__ import annotations

import numpy as np

from exozoo.envs.beyond_the_sun.actions import ACTIONS
from exozoo.envs.beyond_the_sun.kinds import PRODUCTION, TRADE
from exozoo.envs.beyond_the_sun.view.describe import step_on_top
from exozoo.envs.core.places import Places, Spot

# what is produced or traded lies on the track or pile that it fills
PRODUCED = ("track-{}-0", "track-{}-1", "stock-{}-0")
TRADED = ("stock-{}-1", "stock-{}-1", "stock-{}-0")


def _seat(state: np.record) -> int:
    return int(state["seat"])


def _slot(state: np.record, slot: int) -> Spot:
    """A slot of the board, or one of the cards laid out to choose from."""
    if step_on_top(state).kind == "technology card":
        return Spot(f"aside-{slot}")
    return Spot(f"slot-{slot}")


def _option(state: np.record, option: int) -> Spot:
    if step_on_top(state).kind == "system card":
        return Spot(f"aside-{option}")
    return Spot()


def _node(state: np.record, node: int) -> Spot:
    kind, _, arguments = step_on_top(state)
    covers: tuple[str, ...] = ()
    if kind == "destination":
        covers = (f"ship-{_seat(state)}-{arguments['from']}-{arguments['level']}",)
    return Spot(f"node-{node}", covers)


PLACES = Places(
    ACTIONS,
    {
        "space": "space-{}",
        "slot": _slot,
        "type": "type-{}",
        "card": "found-{}",
        "node": _node,
        "ship": lambda state, node, level: Spot(f"ship-{_seat(state)}-{node}-{level + 1}"),
        "track": lambda state, track: Spot(f"track-{_seat(state)}-{track}"),
        "production": lambda state, which: Spot(
            PRODUCED[which].format(_seat(state)), variant=PRODUCTION.label(which)
        ),
        "trade": lambda state, which: Spot(
            TRADED[which].format(_seat(state)), variant=TRADE.label(which)
        ),
        "achievement": "achievement-{}",
        "option": _option,
        "guild": "guild-{}",
        "column": lambda state, column: Spot(f"column-{_seat(state)}-{column}"),
    },
    listed=("yes", "no"),
)
