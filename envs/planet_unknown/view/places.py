"""Where each action lies on the drawing."""

from __future__ import annotations

import numpy as np

from exozoo.envs.core.places import Places, Spot
from exozoo.envs.planet_unknown import constants as c
from exozoo.envs.planet_unknown.actions import ACTIONS
from exozoo.envs.planet_unknown.components import (
    CELL_OF_PATH,
    CELLS,
    LAST_OF_PATH,
    POSITION_OF_SEAT,
    SIZE_OF_SHAPE,
    STEP_TARGET,
)
from exozoo.envs.planet_unknown.kinds import ORIENTATION
from exozoo.envs.planet_unknown.view.describe import top_of

DEPOTS = int(c.NUM_DEPOTS)


def _seat(state: np.record) -> int:
    return int(state["seat"])


def square_id(seat: int, square: int) -> str:
    row, col = divmod(square, int(c.SIZE))
    return f"square-{seat}-{row}-{col}"


def _depots(state: np.record, rotation: int) -> tuple[str, str]:
    """The inner and the outer compartment before the seat once the station is turned so."""
    position = int(POSITION_OF_SEAT[int(state["num_players"]), _seat(state)])
    outer = (position + rotation) % DEPOTS
    return f"depot-0-{(outer + int(state['shift'])) % DEPOTS}", f"depot-1-{outer}"


def _rotate(state: np.record, rotation: int) -> Spot:
    inner, outer = _depots(state, rotation)
    return Spot(outer, (inner, outer))


def _take(state: np.record, compartment: int) -> Spot:
    return Spot(_depots(state, int(state["rotation"]))[compartment])


def _place(state: np.record, orientation: int, row: int, col: int) -> Spot:
    """One clicks where the tile's first cell comes to lie, however it is turned."""
    tile = top_of(state).arguments.get("tile", 0)
    shape = tile % c.NUM_SHAPES
    cells = CELLS[shape * 8 + orientation, : int(SIZE_OF_SHAPE[shape])]
    covers = tuple(f"square-{_seat(state)}-{row + int(r)}-{col + int(q)}" for r, q in cells)
    return Spot(covers[0], covers, ORIENTATION.label(orientation))


def _track(state: np.record, track: int) -> Spot:
    """A marker, and the cell ahead of it where it is to advance."""
    seat = _seat(state)
    player = state["players"][seat]
    corporation, path = int(player["corporation"]), int(player["path"][track])
    ahead = int(player["position"][track]) + 1
    covers: tuple[str, ...] = ()
    if top_of(state).kind == "choose_advance" and ahead <= LAST_OF_PATH[corporation, path]:
        column, row = divmod(int(CELL_OF_PATH[corporation, path, ahead]), int(c.TRACK_ROWS))
        covers = (f"cell-{seat}-{column}-{row}",)
    return Spot(f"marker-{seat}-{track}", covers)


def _step(state: np.record, rover: int, direction: int) -> Spot:
    seat = _seat(state)
    player = state["players"][seat]
    here = int(player["rover_at"][rover])
    target = int(STEP_TARGET[int(player["planet"]), here, direction]) if here >= 0 else -1
    if target < 0:
        return Spot()
    return Spot(square_id(seat, target), (f"rover-{seat}-{rover}",), f"rover {rover}")


def _direction(state: np.record, way: int) -> Spot:
    marker = top_of(state).arguments.get("marker", 0)
    words = ("up", "up to the left", "up to the right", "to the left", "to the right")
    return Spot(f"marker-{_seat(state)}-{marker}", variant=words[way])


PLACES = Places(
    ACTIONS,
    {
        "rotate": _rotate,
        "take": _take,
        "place": _place,
        "square": lambda state, row, col: Spot(f"square-{_seat(state)}-{row}-{col}"),
        "track": _track,
        "step": _step,
        "rover": lambda state, rover: Spot(f"rover-{_seat(state)}-{rover}"),
        "card": "card-{}",
        "objective": "objective-{}",
        "technology": lambda state, level: Spot(f"technology-{_seat(state)}-{level}"),
        "direction": _direction,
        "cell": lambda state, track, row: Spot(f"cell-{_seat(state)}-{track}-{row}"),
        "tech_cell": lambda state, level: Spot(f"technology-{_seat(state)}-{level}"),
        "line": lambda state, line: Spot(f"line-{_seat(state)}-{line}"),
        "store": lambda state: Spot(f"collection-{_seat(state)}"),
    },
    listed=("item", "alternative", "done"),
)
