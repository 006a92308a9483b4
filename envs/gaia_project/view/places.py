"""Where each action lies on the drawing."""

from __future__ import annotations

import numpy as np

from exozoo.envs.core.codes import NONE
from exozoo.envs.core.pending import KIND
from exozoo.envs.core.places import Places, Spot
from exozoo.envs.gaia_project.actions import ACTIONS
from exozoo.envs.gaia_project.constants import (
    ACADEMY_ACTION,
    ADVANCED_IDS,
    CHOOSE_COVERED,
    CHOOSE_RESCORE,
    CONVERT_GAIA,
    FREE_ACTION_IDS,
    GAIAFORMER,
    INCOME_NAMES,
    INSTITUTE,
    NUM_HEXES,
    RANGE_BOOSTER,
    SPECIAL_IDS,
    STANDARD_IDS,
    STEP_BOOSTER,
)
from exozoo.envs.gaia_project.rules.federation import mark_offered
from exozoo.envs.gaia_project.view.describe import describe_action

# what one clicks for a special action: the thing that offers it
SPECIAL_THINGS = {
    "booster4": f"booster-{int(STEP_BOOSTER)}",
    "booster5": f"booster-{int(RANGE_BOOSTER)}",
    "std9": f"standard-{{}}-{STANDARD_IDS.index('std9')}",
    "adv3": f"gained-{{}}-{ADVANCED_IDS.index('adv3')}",
    "adv11": f"gained-{{}}-{ADVANCED_IDS.index('adv11')}",
    "adv13": f"gained-{{}}-{ADVANCED_IDS.index('adv13')}",
    "academy": f"piece-{{}}-{int(ACADEMY_ACTION)}",
    "institute": f"piece-{{}}-{int(INSTITUTE)}",
    "bescods": "board-{}",
}
# what a conversion is paid from, by the first letter of its id
PAID_FROM = {
    "p": "power-{}-2",
    "n": "power-{}-2",
    "t": "power-{}-2",
    "b": "power-{}-2",
    "q": "stock-{}-3",
    "k": "stock-{}-2",
    "o": "stock-{}-1",
    "c": "stock-{}-0",
    "g": f"piece-{{}}-{int(GAIAFORMER)}",
}


def _task(state: np.record) -> int:
    return int(state["pending"][state["num_pending"] - 1, KIND])


def _seat(state: np.record) -> int:
    return int(state["seat"])


def _words(state: np.record, block: str, *parameters: int) -> str:
    """The action in English: what tells it apart from others on the same element."""
    return describe_action(state, ACTIONS.encode(block, *parameters))


def _tile(state: np.record, position: int) -> Spot:
    if _task(state) == CHOOSE_COVERED:
        return Spot(f"standard-{_seat(state)}-{int(state['tile_at'][position])}")
    return Spot(f"tile-{position}")


def _token(state: np.record, kind: int) -> Spot:
    if _task(state) == CHOOSE_RESCORE:
        return Spot(f"owned-{_seat(state)}-{kind}")
    return Spot(f"token-{kind}")


def _free(state: np.record, conversion: int) -> Spot:
    name = FREE_ACTION_IDS[conversion]
    place = "power-{}-1" if name == "burn" else PAID_FROM[name[0]]
    if _task(state) == CONVERT_GAIA:
        place = "power-{}-3"
    return Spot(place.format(_seat(state)), variant=_words(state, "free_action", conversion))


def _charge(state: np.record, token_first: int) -> Spot:
    return Spot(f"power-{_seat(state)}-0", variant=_words(state, "charge", token_first))


def _brainstone(state: np.record, keep: int) -> Spot:
    seat = _seat(state)
    if state["players"][seat]["brainstone"] == NONE:
        return Spot()
    return Spot(f"brainstone-{seat}", variant=_words(state, "brainstone", keep))


def _set(state: np.record, index: int) -> Spot:
    """A federation: its hexes; one clicks the first of them with a structure."""
    if index >= state["federation_set_count"]:
        return Spot()
    hexes = np.zeros(NUM_HEXES, np.uint8)
    mark_offered(state, np.int64(index), hexes)
    covered = [int(place) for place in np.flatnonzero(hexes)]
    first = next((p for p in covered if state["structure"][p] != NONE), covered[0])
    satellites = int(state["federation_satellites"][index])
    words = f"federation {index + 1}: {len(covered)} hexes, {satellites} new satellites"
    return Spot(f"hex-{first}", tuple(f"hex-{place}" for place in covered), words)


PLACES = Places(
    ACTIONS,
    {
        "hex": "hex-{}",
        "booster": "booster-{}",
        "track": "track-{}",
        "board_action": "action-{}",
        "special": lambda state, special: Spot(
            SPECIAL_THINGS[SPECIAL_IDS[special]].format(_seat(state)), variant="special action"
        ),
        "upgrade": lambda state, kind: Spot(f"piece-{_seat(state)}-{kind + 1}"),
        "free_action": _free,
        "tile": _tile,
        "advanced_tile": "advanced-{}",
        "token": _token,
        "charge": _charge,
        "brainstone": _brainstone,
        "income": lambda state, source: Spot(
            f"power-{_seat(state)}-0", variant=INCOME_NAMES[source]
        ),
        "faction": "faction-{}",
        "federation_set": _set,
    },
    listed=("pass", "decline", "federation", "end_turn"),
)
