"""Actions in English, as seen from the state in which they are taken."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from exozoo.envs.core.pending import Pending
from exozoo.envs.planet_unknown import constants as c
from exozoo.envs.planet_unknown.actions import ACTIONS
from exozoo.envs.planet_unknown.components import (
    CARD_NAMES,
    CORPORATIONS,
    DIRECTION_NAMES,
    INNER_SHAPE,
    OBJECTIVES,
    OUTER_SHAPE,
    POSITION_OF_SEAT,
    SHAPE_KEYS,
    TERRAIN_OF_PAIR,
)
from exozoo.envs.planet_unknown.kinds import WAY
from exozoo.envs.planet_unknown.rules.objectives import (
    DISCARD_OFFERED,
    DISCARD_OWN,
    KEEP_COMMON,
)

STATION_ITEMS = (int(c.ITEM_STATION_0), int(c.ITEM_STATION_1))
ITEM_WORDS = {
    int(c.ITEM_TRIGGER): "use the technology of this tile",
    int(c.ITEM_PATCH): "gain a patch",
    int(c.ITEM_BOOST): "gain a boost",
    int(c.ITEM_ROVER): "put the extra rover on the tile",
    int(c.ITEM_CARD): "take the civ card",
    int(c.ITEM_DOWN): "move a marker down",
}
ALTERNATIVE_WORDS = {
    int(c.CELL_BONUS): ("take the first bonus of the cell", "take the patch"),
    int(c.PATCH_OR_TWO): ("gain one patch", "gain two patches"),
    int(c.PATCH_OR_BOOST): ("gain the patch", "gain a boost instead"),
    int(c.SINGLE_OR_DOUBLE): ("advance once", "advance twice"),
    int(c.TECH_OR_ENERGY): ("resolve it as tech", "resolve it as energy"),
    int(c.BOOST_OR_PEEK): ("gain a boost", "look at the next event card"),
}
SQUARE_WORDS = {
    "place_patch": "put a patch on",
    "place_rover": "put a rover on",
    "teleport_target": "teleport to",
    "collect_lifepod": "collect the lifepod on",
    "destroy_meteorite": "destroy the meteorite on",
    "collect_meteorite": "collect the meteorite on",
    "add_meteorite": "put a meteorite on",
    "destroy_lifepod": "destroy the lifepod on",
}
TRACK_WORDS = {
    "choose_advance": "advance the {} marker",
    "choose_down": "move the {} marker down",
    "choose_flux": "make {} the flux track",
    "choose_row": "gain the row of the {} marker",
}
LIFEPOD_WORDS = {
    "place_lifepod": "put the lifepod",
    "redirect_from": "redirect the lifepod",
    "redirect_to": "move the lifepod",
    "lose_lifepod": "destroy the lifepod",
}


def tile_name(tile: int) -> str:
    """Such as "N5 civ/energy with meteor"."""
    variant, shape = divmod(int(tile), c.NUM_SHAPES)
    first, second = (c.TERRAIN_NAMES[t] for t in TERRAIN_OF_PAIR[variant // 2])
    meteor = " with meteor" if variant % 2 else ""
    return f"{SHAPE_KEYS[shape]} {first}/{second}{meteor}"


def depot_tile(state: np.record, seat: int, compartment: int) -> int:
    """PU-12, PU-13: the visible tile in the inner (0) or outer (1) compartment, or -1."""
    position = int(POSITION_OF_SEAT[int(state["num_players"]), seat])
    outer = (position + int(state["rotation"])) % 6
    inner = (outer + int(state["shift"])) % 6
    shape = int(OUTER_SHAPE[outer] if compartment == int(c.OUTER) else INNER_SHAPE[inner])
    taken = int(state["taken"][shape])
    return -1 if taken >= c.NUM_VARIANTS else int(state["pile"][shape, taken]) * 12 + shape


NOTHING = Pending("", -1, {})


def top_of(state: np.record) -> Pending:
    """What is being decided."""
    return next(iter(c.PENDING.read(state)), NOTHING)


def _take(state: np.record, compartment: int) -> str:
    ring = "outer" if compartment else "inner"
    if top_of(state).kind == "empty_compartment":
        return f"remove all tiles of the {ring} compartment"
    tile = depot_tile(state, int(state["seat"]), compartment)
    return f"take {tile_name(tile) if tile >= 0 else 'nothing'} from the {ring} compartment"


def _place(state: np.record, orientation: int, row: int, col: int) -> str:
    kind, _, arguments = top_of(state)
    name = tile_name(arguments["tile"]) if kind == "place_tile" else "the tile"
    turns = f"turned {orientation % 4 * 90}°"
    return f"place {name} at [{row}, {col}], {turns}{', mirrored' if orientation >= 4 else ''}"


def _square(state: np.record, row: int, col: int) -> str:
    return f"{SQUARE_WORDS.get(top_of(state).kind, 'choose')} [{row}, {col}]"


def _track(state: np.record, track: int) -> str:
    return TRACK_WORDS.get(top_of(state).kind, "choose {}").format(c.TRACK_NAMES[track])


def _step(state: np.record, rover: int, direction: int) -> str:
    return f"rover {rover}: step {DIRECTION_NAMES[direction]}"


def _rover(state: np.record, rover: int) -> str:
    if top_of(state).kind == "destroy_rover":
        return f"destroy rover {rover}"
    return f"teleport rover {rover}"


def _objective(state: np.record, objective: int) -> str:
    card = OBJECTIVES[objective]
    mode = top_of(state).arguments.get("mode") if top_of(state).kind == "keep_objective" else None
    verb = "discard" if mode in (DISCARD_OFFERED, DISCARD_OWN) else "keep"
    side = "competitive" if mode == KEEP_COMMON else "personal"
    return f"{verb} objective {card[side]['name']}"


def _item(state: np.record, item: int) -> str:
    kind, _, arguments = top_of(state)
    if kind == "tile_items" and item in STATION_ITEMS:
        terrain = TERRAIN_OF_PAIR[arguments["tile"] // c.NUM_SHAPES // 2, item]
        return f"resolve the {c.TERRAIN_NAMES[terrain]} station"
    if kind == "row_items":
        return f"gain the {c.TRACK_NAMES[item]} cell" if item < 5 else f"item {item}"
    if kind == "final_items":
        return "keep two of the civ cards left" if item else "place a stored patch"
    return ITEM_WORDS.get(item, f"item {item}")


def _technology(state: np.record, level: int) -> str:
    corporation = CORPORATIONS[int(state["players"][int(state["seat"])]["corporation"])]
    known = corporation["technologies"]
    key = known[level]["key"].replace("_", " ") if level < len(known) else "none"
    return f"use technology {level + 1} ({key})"


def _cell(state: np.record, track: int, row: int) -> str:
    kind = top_of(state).kind
    where = "on" if kind in ("redirect_from", "lose_lifepod") else "to"
    return f"{LIFEPOD_WORDS.get(kind, 'choose')} {where} {c.TRACK_NAMES[track]} {row}"


def _tech_cell(state: np.record, technology: int) -> str:
    return f"{LIFEPOD_WORDS.get(top_of(state).kind, 'choose')} on technology {'ABCDEF'[technology]}"


def _alternative(state: np.record, choice: int) -> str:
    kind, _, arguments = top_of(state)
    if kind != "choose_alternative":
        return ("first", "second")[choice]
    return ALTERNATIVE_WORDS[arguments["purpose"]][choice]


def _store(state: np.record) -> str:
    kind = top_of(state).kind
    if kind == "place_patch":
        return "store the patch"
    where = "into" if kind in ("place_lifepod", "redirect_to") else "in"
    return f"{LIFEPOD_WORDS.get(kind, 'choose')} {where} the collection area"


def _done(state: np.record) -> str:
    return "end the turn" if top_of(state).kind == "end_turn" else "stop here"


def _line(state: np.record, line: int) -> str:
    side = f"row {line}" if line < 12 else f"column {line - 12}"
    return f"destroy the meteorites of {side}"


WORDS: dict[str, Callable[..., str]] = {
    "rotate": lambda state, rotation: f"turn the station to rotation {rotation}",
    "take": _take,
    "place": _place,
    "square": _square,
    "track": _track,
    "step": _step,
    "rover": _rover,
    "card": lambda state, card: f"keep civ card {card + 1}, {CARD_NAMES[card]}",
    "objective": _objective,
    "item": _item,
    "technology": _technology,
    "direction": lambda state, direction: f"the marker goes {WAY.label(direction)}",
    "cell": _cell,
    "tech_cell": _tech_cell,
    "line": _line,
    "alternative": _alternative,
    "store": _store,
    "done": _done,
}


def describe_action(state: np.record, action: int) -> str:
    """One short sentence; never more than the seat to move knows."""
    block, parameters = ACTIONS.decode(action)
    return WORDS[block](state, *parameters)
