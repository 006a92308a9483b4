"""The verbs of the game: cubes, ore, discs, ships, perks. They ask nothing."""

from __future__ import annotations

import numpy as np

from exozoo.envs.beyond_the_sun.components import (
    F_COLUMNS,
    F_FOOD,
    F_ORE,
    MAX_ORE_SYMBOLS,
    MAX_SYSTEMS,
    T_LEVEL,
    faction_fact,
    tech,
)
from exozoo.envs.beyond_the_sun.constants import (
    ACHIEVEMENT,
    DEEP_SPACE,
    MAX_SHIP_LEVEL,
    NUM_COLUMNS,
    NUM_DISCS,
    NUM_NODES,
    NUM_SLOTS,
    PER_ACHIEVEMENT,
    PER_AUTOMATION,
    PER_COLONY,
    PER_CONTROLLED,
    PER_OUTPOST,
    PER_SHIP_4,
    PER_TECH_3,
    RIGHTMOST,
)
from exozoo.envs.core.codes import NONE, ONE
from exozoo.envs.core.jit import jit

LEVEL_3 = np.int64(3)
MAJORITIES, ALL_POINTS = np.int64(1), np.int64(2)  # what `points_due` says, as bits
MAX_ORE = 30000  # far above what a game can pay out; keeps the field from wrapping


@jit
def change_points(s, which):
    """These points may have changed: they are counted again when the step ends."""
    s.points_due = np.int64(s.points_due) | which


@jit
def gain_ore(s, seat, amount):
    """BS-61: from the unlimited bank."""
    if amount > 0:
        s.players[seat].ore = min(np.int64(s.players[seat].ore) + amount, MAX_ORE)
        s.changed = 1


@jit
def pay_ore(s, seat, amount):
    """BS-60."""
    if amount > 0:
        s.players[seat].ore -= amount
        s.changed = 1


@jit
def supply_count(s, seat):
    total = 0
    for column in range(NUM_COLUMNS):
        total += np.int64(s.players[seat].supply[column])
    return total


@jit
def supply_column(s, seat, side):
    """BS-65: the leftmost (or rightmost) column that is not empty, or NONE."""
    for step in range(NUM_COLUMNS):
        column = np.int64(NUM_COLUMNS - 1 - step if side == RIGHTMOST else step)
        if s.players[seat].supply[column] > 0:
            return column
    return NONE


@jit
def take_supply(s, seat, side):
    """BS-64, BS-65: a cube leaves the supply; the caller puts it somewhere at once."""
    s.players[seat].supply[supply_column(s, seat, side)] -= 1
    s.changed = 1


@jit
def supply_to_population(s, seat, count, side):
    """BS-63: as many as there are, up to `count`."""
    for _ in range(count):
        if supply_column(s, seat, side) == NONE:
            return
        take_supply(s, seat, side)
        s.players[seat].population += 1


@jit
def return_cube(s, seat):
    """BS-66, BS-67: to the rightmost column with a free cell, else to A beyond its capacity."""
    player = s.players[seat]
    s.changed = 1
    for step in range(NUM_COLUMNS):
        column = NUM_COLUMNS - 1 - step
        if player.supply[column] < faction_fact(s, seat, F_COLUMNS + column):
            player.supply[column] += 1
            return
    player.supply[0] += 1


@jit
def return_population(s, seat, count):
    """BS-66: from the mat to the supply."""
    for _ in range(count):
        s.players[seat].population -= 1
        return_cube(s, seat)


@jit
def food_shows(s, seat, column):
    """BS-4: whether the food symbol of the column is visible."""
    away = NUM_DISCS - np.int64(s.players[seat].discs[0])
    return away >= faction_fact(s, seat, F_FOOD + column)


@jit
def growth(s, seat):
    """BS-41, BS-42: how many cubes a grow would give now."""
    count = 0
    for column in range(NUM_COLUMNS):
        if food_shows(s, seat, column) and s.players[seat].supply[column] > 0:
            count += 1
    return count


@jit
def grow(s, seat):
    """BS-41: a cube from each column whose symbol shows; BS-42: an empty column gives nothing."""
    player = s.players[seat]
    for column in range(NUM_COLUMNS):
        if food_shows(s, seat, column) and player.supply[column] > 0:
            player.supply[column] -= 1
            player.population += 1
            s.changed = 1


@jit
def ore_symbols(s, seat):
    """BS-43: visible symbols on the ore track, plus BS-163."""
    away = NUM_DISCS - np.int64(s.players[seat].discs[1])
    count = np.int64(s.players[seat].more_ore)
    for symbol in range(MAX_ORE_SYMBOLS):
        if away >= faction_fact(s, seat, F_ORE + symbol):
            count += 1
    return count


@jit
def ship_count(s, seat):
    total = 0
    for node in range(NUM_NODES):
        for level in range(MAX_SHIP_LEVEL):
            total += np.int64(s.players[seat].ships[node, level])
    return total


@jit
def has_upgradable(s, seat):
    for node in range(NUM_NODES):
        for level in range(MAX_SHIP_LEVEL - 1):
            if s.players[seat].ships[node, level] > 0:
                return True
    return False


@jit
def strength(s, seat, node):
    """BS-9: sum of the levels of a faction's ships at a location."""
    ships = s.players[seat].ships
    return (
        np.int64(ships[node, 0])
        + 2 * np.int64(ships[node, 1])
        + 3 * np.int64(ships[node, 2])
        + 4 * np.int64(ships[node, 3])
    )


@jit
def add_ships(s, seat, node, level, number):
    """Ships come, or go if the number is negative. Few points depend on them: BS-178, and level 4."""
    s.players[seat].ships[node, level - 1] += number
    if level == MAX_SHIP_LEVEL:
        change_points(s, ALL_POINTS)
    elif node <= DEEP_SPACE:
        change_points(s, MAJORITIES)


@jit
def remove_disc(s, seat, track):
    """BS-85, BS-86, BS-122: the leftmost disc of a track, or an achievement disc; its kind."""
    player = s.players[seat]
    s.changed = 1
    if player.discs[track] == 0:
        return ACHIEVEMENT
    player.discs[track] -= 1
    if player.discs[track] == 0 and player.on_last_disc:
        bit = ONE << track
        if not np.int64(player.last_disc_done) & bit:
            player.last_disc_done = np.int64(player.last_disc_done) | bit
            player.last_disc_due = np.int64(player.last_disc_due) | bit
    return track


@jit
def tracks_for(s, seat, symbols, any_track):
    """Tracks (bits) a disc may come from: those of the symbols, or both if BS-155 applies.

    Empty tracks are left out as long as another one has discs (BS-86, BS-122); 0 means that an
    achievement disc is used.
    """
    player = s.players[seat]
    tracks = np.int64(3) if any_track else symbols
    if player.discs[0] == 0:
        tracks &= 2
    if player.discs[1] == 0:
        tracks &= 1
    return tracks


@jit
def has_researched(s, seat, slot):
    return (np.int64(s.players[seat].researched) >> slot) & 1 == 1


@jit
def techs_of_level(s, seat, level):
    """Researched slots of a level; private technologies do not count (BS-72)."""
    count = 0
    for slot in range(NUM_SLOTS):
        card = np.int64(s.slot_card[slot])  # NONE while its event is resolved
        if card != NONE and has_researched(s, seat, slot) and tech(s, card, T_LEVEL) == level:
            count += 1
    return count


@jit
def colonies(s, seat):
    count = 0
    for card in range(MAX_SYSTEMS):
        if s.colony_owner[card] == seat:
            count += 1
    return count


@jit
def outposts(s, seat):
    """BS-9, BS-152: locations with the faction's outpost."""
    count = 0
    for node in range(NUM_NODES):
        if s.controller[node] == seat:
            count += 1
    return count


@jit
def automation_level(s, seat):
    """BS-85, BS-86: all discs on the automation track."""
    automated = s.players[seat].automated
    return np.int64(automated[0]) + np.int64(automated[1]) + np.int64(automated[2])


@jit
def achievements_of(s, seat):
    count = 0
    for place in range(4):
        for slot in range(4):
            if s.achievement_disc[place, slot] == seat:
                count += 1
    return count


@jit
def ships_of_level(s, seat, level):
    count = 0
    for node in range(NUM_NODES):
        count += np.int64(s.players[seat].ships[node, level - 1])
    return count


@jit
def counter(s, seat, what):
    """The counters of effects and of level IIII points."""
    if what == PER_CONTROLLED or what == PER_OUTPOST:
        return np.int64(outposts(s, seat))
    if what == PER_COLONY:
        return np.int64(colonies(s, seat))
    if what == PER_TECH_3:
        return np.int64(techs_of_level(s, seat, LEVEL_3))
    if what == PER_AUTOMATION:
        return np.int64(automation_level(s, seat))
    if what == PER_SHIP_4:
        return np.int64(ships_of_level(s, seat, MAX_SHIP_LEVEL))
    if what == PER_ACHIEVEMENT:
        return np.int64(achievements_of(s, seat))
    return np.int64(0)
