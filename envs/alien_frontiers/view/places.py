"""Where each action lies on the drawing."""

from __future__ import annotations

import numpy as np

from exozoo.envs.alien_frontiers.actions import ACTIONS
from exozoo.envs.alien_frontiers.components import (
    CARD_NAMES,
    CARD_OF_DISCARD,
    CARD_OF_POWER,
    LAST_SPACE,
)
from exozoo.envs.alien_frontiers.constants import (
    ALIEN_ARTIFACT,
    COLONIST_HUB,
    COLONY_CONSTRUCTOR,
    HAND,
    LUNAR_MINE,
    NUM_DICE,
    NUM_FACES,
    NUM_SHIPS,
    ORBITAL_MARKET,
    PHASE_NAMES,
    RAIDERS_OUTPOST,
    RELIC,
    RELIC_CLASS,
    SHIPYARD,
    SOLAR_CONVERTER,
    TERRAFORMING_STATION,
)
from exozoo.envs.core.places import Places, Rule, Spot


def _seat(state: np.record, relative: int) -> int:
    return (int(state["seat"]) + relative) % int(state["num_players"])


def _dice(state: np.record, seat: int, place: int, ship_class: int) -> list[str]:
    """The ships of a seat and value (or the relic ship) that stand at a place."""
    if ship_class == RELIC_CLASS:
        return [f"die-{int(RELIC)}"] if state["place"][RELIC] == place else []
    first = seat * NUM_SHIPS
    return [
        f"die-{die}"
        for die in range(first, min(first + NUM_SHIPS, NUM_DICE))
        if state["place"][die] == place and state["value"][die] == ship_class + 1
    ]


def _dock(facility: int, values: tuple[int, ...]) -> Rule:
    """At a facility; `values` are those of the ships docked, counted from the choice."""

    def place(state: np.record, choice: int) -> Spot:
        seat, ships = int(state["seat"]), []
        for number, more in enumerate(values):
            found = _dice(state, seat, int(HAND), choice + more)
            ships += found[number : number + 1] if len(set(values)) == 1 else found[:1]
        words = "-".join(str(choice + 1 + more) for more in values)
        if choice == RELIC_CLASS:
            words = "relic ship"
        return Spot(f"facility-{facility}", tuple(ships), words)

    return place


def _terraform(state: np.record, relic: int) -> Spot:
    ships = _dice(state, int(state["seat"]), int(HAND), int(RELIC_CLASS) if relic else 5)
    words = "relic ship" if relic else "6"
    return Spot(f"facility-{int(TERRAFORMING_STATION)}", tuple(ships[:1]), words)


def _own_ship(state: np.record, ship_class: int) -> Spot:
    moved = PHASE_NAMES[state["phase"]] == "TELEPORT_SHIP"
    place = int(state["facility"]) if moved else int(HAND)
    return _first(_dice(state, int(state["seat"]), place, ship_class))


def _opponents_ship(state: np.record, choice: int) -> Spot:
    relative, face = divmod(choice, NUM_FACES)
    place = int(state["facility"])
    if relative == 3:
        return _first(_dice(state, 0, place, int(RELIC_CLASS)))
    return _first(_dice(state, _seat(state, relative + 1), place, face))


def _first(ships: list[str]) -> Spot:
    return Spot(ships[0]) if ships else Spot()


def _owner(state: np.record, relative: int) -> Spot:
    """Whose colony: that on the territory chosen last."""
    second = PHASE_NAMES[state["phase"]] == "SWAP_OWNER_B"
    territory = int(state["other_territory" if second else "territory"])
    return Spot(f"colony-{territory}-{_seat(state, relative)}")


def _held(cards: np.ndarray, words: str) -> Rule:
    def place(state: np.record, number: int) -> Spot:
        return Spot(f"held-{int(state['seat'])}-{int(cards[number])}", variant=words)

    return place


PLACES = Places(
    ACTIONS,
    {
        "dock_solar": _dock(int(SOLAR_CONVERTER), (0,)),
        "dock_mine": _dock(int(LUNAR_MINE), (0,)),
        "dock_artifact": _dock(int(ALIEN_ARTIFACT), (0,)),
        "dock_hub": _dock(int(COLONIST_HUB), (0,)),
        "dock_market": _dock(int(ORBITAL_MARKET), (0, 0)),
        "dock_shipyard": _dock(int(SHIPYARD), (0, 0)),
        "dock_constructor": _dock(int(COLONY_CONSTRUCTOR), (0, 0, 0)),
        "dock_raiders": _dock(int(RAIDERS_OUTPOST), (0, 1, 2)),
        "dock_terraform": _terraform,
        "trade": lambda state: Spot(f"facility-{int(ORBITAL_MARKET)}", variant="trade"),
        "launch": lambda state: Spot(f"space-{int(state['seat'])}-{int(LAST_SPACE)}"),
        "buy_relic": f"die-{int(RELIC)}",
        "power": _held(CARD_OF_POWER, "use its power"),
        "discard": _held(CARD_OF_DISCARD, "discard it"),
        "refresh": "deck-0",
        "claim": "card-{}",
        "territory": "territory-{}",
        "own_ship": _own_ship,
        "facility": "facility-{}",
        "opp_ship": _opponents_ship,
        "owner": _owner,
        "field": "field-{}",
        "card": lambda state, card: Spot("pile-0", variant=CARD_NAMES[card]),
        "raid_res": lambda state, victim, resource: Spot(
            f"stock-{_seat(state, victim + 1)}-{resource}"
        ),
        "raid_card": lambda state, victim, card: Spot(f"held-{_seat(state, victim + 1)}-{card}"),
    },
    listed=("end_turn", "stop", "keep_ore"),
)
