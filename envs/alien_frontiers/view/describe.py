"""Actions in English."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from exozoo.envs.alien_frontiers.actions import ACTIONS
from exozoo.envs.alien_frontiers.components import (
    CARD_NAMES,
    CARD_OF_DISCARD,
    CARD_OF_POWER,
    FACILITY_NAMES,
    FIELD_NAMES,
    FIELD_OF_CARD,
    LAST_SPACE,
    RESOURCE_LIMIT,
    TERRITORY_NAMES,
)
from exozoo.envs.alien_frontiers.constants import (
    BOOSTER_POD,
    FORCED_DOCK,
    GRAVITY_LOWER,
    GRAVITY_RAISE,
    NUM_FACES,
    PHASE_NAMES,
    POLARITY_DEVICE,
    RELIC_CLASS,
    RESOURCE_NAMES,
)


def describe_action(state: np.record, action: int) -> str:
    """A short sentence, without the player's name."""
    block, parameters = ACTIONS.decode(action)
    if block.startswith("dock_"):
        return _dock(state, block, parameters[0])
    if block in _FIXED:
        return _FIXED[block]
    return _DESCRIBERS[block](state, *parameters)


def class_name(ship_class: int) -> str:
    return "the relic ship" if ship_class == RELIC_CLASS else f"a {ship_class + 1}"


def seat_name(state: np.record, relative: int) -> str:
    return f"player {(int(state['seat']) + relative) % int(state['num_players'])}"


_GROUP_DOCKS = {
    "dock_market": ("the pair of {0}s", "Orbital Market"),
    "dock_shipyard": ("the pair of {0}s", "Shipyard"),
    "dock_constructor": ("three {0}s", "Colony Constructor"),
    "dock_raiders": ("the run {0}-{1}-{2}", "Raiders' Outpost"),
}
_SINGLE_DOCKS = {
    "dock_solar": "Solar Converter",
    "dock_mine": "Lunar Mine",
    "dock_artifact": "Alien Artifact",
    "dock_hub": "Colonist Hub",
}


def _dock(state: np.record, block: str, choice: int) -> str:
    verb = "dock the moved ship as part of" if state["phase"] == FORCED_DOCK else "dock"
    if block in _GROUP_DOCKS:
        ships, where = _GROUP_DOCKS[block]
        return f"{verb} {ships.format(choice + 1, choice + 2, choice + 3)} at the {where}"
    if block == "dock_terraform":
        ship, where = ("the relic ship" if choice else "a 6"), "Terraforming Station"
    else:
        ship, where = class_name(choice), _SINGLE_DOCKS[block]
    return f"dock {ship} at the {where}"


def _stop(state: np.record) -> str:
    return {
        "ARTIFACT": "take no card",
        "HUB_OVERFLOW": "do not launch now",
        "RAID": "end the raid",
        "WARPER_SHIPS": "roll the chosen ships",
        "PLASMA_SHIPS": "cease fire",
    }.get(PHASE_NAMES[state["phase"]], "stop")


def _territory(state: np.record, territory: int) -> str:
    name = TERRITORY_NAMES[territory]
    phase = PHASE_NAMES[state["phase"]]
    if phase == "FIELD_TERRITORY":
        return f"put the {FIELD_NAMES[FIELD_OF_CARD[state['card']]]} on {name}"
    return {
        "PLACE_COLONY": f"place the colony on {name}",
        "CRYSTAL_TERRITORY": f"borrow the bonus of {name}",
        "MOVE_FROM": f"move a colony from {name}",
        "MOVE_TO": f"move it to {name}",
        "SWAP_TERRITORY_A": f"swap a colony on {name}",
        "SWAP_TERRITORY_B": f"swap it with one on {name}",
    }.get(phase, f"choose {name}")


def _own_ship(state: np.record, ship_class: int) -> str:
    phase, ship = state["phase"], class_name(ship_class)
    if phase == GRAVITY_LOWER:
        return f"lower {ship}"
    if phase == GRAVITY_RAISE:
        return f"raise {ship}"
    if PHASE_NAMES[phase] == "WARPER_SHIPS":
        return f"re-roll {ship}"
    if PHASE_NAMES[phase] == "TELEPORT_SHIP":
        return f"teleport {ship}"
    verb = {int(BOOSTER_POD): "raise", int(POLARITY_DEVICE): "flip"}
    return f"{verb.get(int(state['card']), 'lower')} {ship}"


def _opp_ship(state: np.record, choice: int) -> str:
    relative, face = divmod(choice, NUM_FACES)
    verb = {"HELMET_SHIP": "take", "CANNON_SHIP": "destroy"}.get(
        PHASE_NAMES[state["phase"]], "shoot"
    )
    if relative == 3:
        return f"{verb} the relic ship"
    return f"{verb} a {face + 1} of {seat_name(state, relative + 1)}"


def _claim(state: np.record, slot: int) -> str:
    card = int(state["display"][slot])
    return f"take {CARD_NAMES[card]}" if card >= 0 else f"take the card in slot {slot}"


_FIXED = {
    "trade": "trade fuel for 1 ore",
    "launch": f"launch the colony from space {int(LAST_SPACE)}",
    "buy_relic": "buy the relic ship",
    "end_turn": "end the turn",
    "refresh": "refresh the cards on display",
}
_DESCRIBERS: dict[str, Callable[..., str]] = {
    "stop": _stop,
    "claim": _claim,
    "territory": _territory,
    "own_ship": _own_ship,
    "opp_ship": _opp_ship,
    "power": lambda state, number: f"use {CARD_NAMES[CARD_OF_POWER[number]]}",
    "discard": lambda state, number: f"discard {CARD_NAMES[CARD_OF_DISCARD[number]]}",
    "facility": lambda state, facility: f"at the {FACILITY_NAMES[facility]}",
    "owner": lambda state, relative: f"a colony of {seat_name(state, relative)}",
    "field": lambda state, field: f"remove the {FIELD_NAMES[field]}",
    "card": lambda state, card: f"take {CARD_NAMES[card]} from the discard pile",
    "raid_res": lambda state, victim, resource: (
        f"take 1 {RESOURCE_NAMES[resource]} from {seat_name(state, victim + 1)}"
    ),
    "raid_card": lambda state, victim, card: (
        f"take {CARD_NAMES[card]} from {seat_name(state, victim + 1)}"
    ),
    "keep_ore": lambda state, ore: f"keep {ore} ore and {int(RESOURCE_LIMIT) - ore} fuel",
}
