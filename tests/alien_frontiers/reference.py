"""Slow and obvious versions: the score counted by hand, dockings found by trying all sets of ships."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import numpy as np

from tests.alien_frontiers.positions import FACILITIES, FIELDS, TERRITORIES

# the table of AF-13, as printed: ports by number of players, and the size of their groups
PORTS = {
    "alien_artifact": ({2: 4, 3: 4, 4: 4}, 1),
    "colony_constructor": ({2: 3, 3: 6, 4: 6}, 3),
    "lunar_mine": ({2: 3, 3: 4, 4: 5}, 1),
    "orbital_market": ({2: 2, 3: 2, 4: 4}, 2),
    "raiders_outpost": ({2: 3, 3: 3, 4: 3}, 3),
    "shipyard": ({2: 2, 3: 4, 4: 6}, 2),
    "solar_converter": ({2: 7, 3: 7, 4: 8}, 1),
    "terraforming_station": ({2: 1, 3: 1, 4: 1}, 1),
}
HAND, STOCK, RELIC = 10, 11, 24


def controllers(state: np.record) -> list[int | None]:
    """AF-112: who controls each territory."""
    found: list[int | None] = []
    for row in state["colonies"]:
        most = max(row)
        leaders = [seat for seat, count in enumerate(row) if count == most and most > 0]
        found.append(leaders[0] if len(leaders) == 1 else None)
    return found


def score(state: np.record, seat: int) -> int:
    """AF-118."""
    owners = controllers(state)
    points = int(state["colonies"][:, seat].sum()) + owners.count(seat)
    points += int(state["cards"][seat, 0]) + int(state["cards"][seat, 1])  # City, Monument
    positron = int(state["field_at"][FIELDS.index("positron_field")])
    if positron >= 0 and owners[positron] == seat:
        points += 1
    return points


def bonus(state: np.record, name: str) -> bool:
    """AF-115 for the player on turn."""
    territory = TERRITORIES.index(name)
    if state["field_at"][FIELDS.index("isolation_field")] == territory:
        return False
    return state["borrowed"] == territory or controllers(state)[territory] == state["seat"]


def ships_at(state: np.record, facility: str) -> list[int]:
    return [die for die in range(25) if state["place"][die] == FACILITIES.index(facility)]


def free_units(state: np.record, facility: str) -> int:
    """AF-31: wholly empty groups of ports."""
    ports, size = PORTS[facility]
    taken = {int(state["port"][die]) // size for die in ships_at(state, facility)}
    return ports[int(state["num_players"])] // size - len(taken)


def dockings(state: np.record) -> set[str]:
    """AF-30: every legal docking in MAIN, from all sets of one to three ships in hand."""
    dice = [die for die in range(25) if state["place"][die] == HAND]
    found: set[str] = set()
    for size in (1, 2, 3):
        for ships in combinations(dice, size):
            found |= _dockings_of(state, ships)
    return found


def _dockings_of(state: np.record, ships: tuple[int, ...]) -> set[str]:
    values = sorted(int(state["value"][die]) for die in ships)
    seat = int(state["seat"])
    fuel, ore = (int(amount) for amount in state["resources"][seat])
    fleet = Counter(int(place) for place in state["place"][seat * 6 : seat * 6 + 6])
    in_play = 6 - fleet[STOCK]
    if len(ships) == 1:
        return _single_dockings(state, ships[0], values[0], fuel, ore, in_play)
    found = set()
    if len(ships) == 2 and values[0] == values[1]:
        if free_units(state, "orbital_market"):
            found.add(f"DOCK_MARKET:{values[0]}")
        price = in_play - 2 - bonus(state, "herbert_valley")
        if free_units(state, "shipyard") and in_play < 6 and min(fuel, ore) >= price:
            found.add(f"DOCK_SHIPYARD:{values[0]}")
    if len(ships) == 3:
        price = 3 - bonus(state, "bradbury_plateau")
        if len(set(values)) == 1 and free_units(state, "colony_constructor") and ore >= price:
            found.add(f"DOCK_CONSTRUCTOR:{values[0]}")
        there = sum(int(state["value"][die]) for die in ships_at(state, "raiders_outpost"))
        if values[1] == values[0] + 1 and values[2] == values[0] + 2 and sum(values) > there:
            found.add(f"DOCK_RAIDERS:{values[0]}")
    return found


def _single_dockings(
    state: np.record, die: int, value: int, fuel: int, ore: int, in_play: int
) -> set[str]:
    name = "relic" if die == RELIC else str(value)
    seat = int(state["seat"])
    found = set()
    if free_units(state, "solar_converter"):
        found.add(f"DOCK_SOLAR:{name}")
    if free_units(state, "alien_artifact"):
        found.add(f"DOCK_ARTIFACT:{name}")
    highest = max([int(state["value"][d]) for d in ships_at(state, "lunar_mine")], default=0)
    any_value = state["mined"] == 0 and bonus(state, "van_vogt_mountains")
    if free_units(state, "lunar_mine") and (any_value or value >= highest):
        found.add(f"DOCK_MINE:{name}")
    on_track = [d for d in ships_at(state, "colonist_hub") if state["port"][d] // 3 == seat]
    if len(on_track) < 3 and state["hub"][seat] < 7:
        found.add(f"DOCK_HUB:{name}")
    if value == 6 and free_units(state, "terraforming_station") and fuel and ore:
        if die == RELIC:
            found.add("DOCK_TERRAFORM:relic")
        elif in_play > 3:
            found.add("DOCK_TERRAFORM:coloured")
    return found
