"""What the components do, in English: tooltips of the drawing."""

from __future__ import annotations

import numpy as np

from exozoo.envs.alien_frontiers.components import (
    CARD_NAMES,
    CARD_ROWS,
    FACILITY_NAMES,
    FIELD_NAMES,
    FIELD_ROWS,
    TERRITORY_NAMES,
)
from exozoo.envs.alien_frontiers.constants import (
    DESERT,
    HAND,
    LIFTED,
    NUM_SHIPS,
    RELIC,
    STOCK,
)

# AF-40 to AF-100
FACILITY_HINTS = (
    "Any ships. Each docked ship lets you refresh the three cards once. Once your ships docked here "
    "this turn add up to 8 or more, take one card of a type you do not hold.",
    "Your own track: each ship moves your colony one space. On space 7 it can be launched to the planet "
    "for 1 fuel and 1 ore.",
    "Three ships of equal value and 3 ore: place a colony on the planet.",
    "A ship not below the highest one docked here: gain 1 ore.",
    "Two ships of equal value: until the end of your turn you may buy ore for as much fuel as the value of the pair.",
    "Three ships in a row (such as 2-3-4), more in sum than those docked here, which go to the Maintenance Bay: "
    "take up to 4 resources, or 1 card, from opponents.",
    "Two ships of equal value, fuel and ore: build a ship of your colour.",
    "Any ship: gain half its value in fuel, rounded up.",
    "One ship of value 6, 1 fuel and 1 ore: place a colony; the ship goes back to the stock.",
    "Ships that cannot dock, and new ones, wait here; no card reaches them.",
)
# AF-120 to AF-128
TERRITORY_BONUSES = (
    "your second ship docked at the Colonist Hub in a turn moves your colony one space more",
    "a colony at the Colony Constructor costs 1 ore less",
    "you may buy the relic ship for 1 fuel and 1 ore",
    "ore costs 1 fuel each at the Orbital Market",
    "new ships cost 1 fuel and 1 ore less",
    "each ship at the Solar Converter brings 1 fuel more",
    "the fuel powers of your cards cost 1 fuel less",
    "your first ship at the Lunar Mine in a turn may have any value",
)
PLACES_OF_SHIPS = {
    int(HAND): "in hand, not yet docked",
    int(STOCK): "in the ship stock, not built",
    int(DESERT): "on Burroughs Desert, for sale",
    int(LIFTED): "chosen for a card",
}


def facility_hint(facility: int) -> str:
    return f"{FACILITY_NAMES[facility]}. {FACILITY_HINTS[facility]}"


def card_hint(card: int) -> str:
    """Power, discard power and lasting effect of a card."""
    row = CARD_ROWS[card]
    words = [f"{CARD_NAMES[card]}."]
    if row["power"]:
        fuel = {
            "colonies_on_territory": "fuel as there are colonies on a territory",
            "ships_removed": "1 fuel for each ship",
        }.get(row["power"]["fuel"], f"{row['power']['fuel']} fuel")
        words.append(f"Once a turn, for {fuel}: {row['power']['effect']}.")
    if row["discard"]:
        words.append(f"Discard it: {row['discard']['effect']}.")
    if row["passive"]:
        words.append(f"Always: {row['passive']}.")
    return " ".join(words)


def territory_hint(state: np.record, territory: int) -> str:
    holders = [
        f"player {seat}: {int(count)}"
        for seat, count in enumerate(state["colonies"][territory])
        if count
    ]
    colonies = ", ".join(holders) or "none"
    return (
        f"{TERRITORY_NAMES[territory]}. Who has the most colonies here scores 1 point more, and "
        f"{TERRITORY_BONUSES[territory]}. Colonies: {colonies}."
    )


def field_hint(field: int) -> str:
    return f"{FIELD_NAMES[field]}: {FIELD_ROWS[field]['effect']}."


def ship_hint(state: np.record, die: int) -> str:
    """Whose ship it is, its value and where it stands."""
    place = int(state["place"][die])
    if die == RELIC:
        holder = int(state["relic_holder"])
        who = "The relic ship" + (f" of player {holder}" if holder >= 0 else "")
    else:
        who = f"A ship of player {die // NUM_SHIPS}"
    value = int(state["value"][die])
    where = PLACES_OF_SHIPS.get(place)
    where = where if where else f"at the {FACILITY_NAMES[place]}"
    return f"{who}, {f'value {value}, ' if value else ''}{where}."
