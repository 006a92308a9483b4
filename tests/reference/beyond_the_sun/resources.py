"""Cubes, ore and discs: sections 3.2, 4 and 6 of the rules."""

from __future__ import annotations

from exozoo.envs.beyond_the_sun import actions as a
from tests.reference.beyond_the_sun.table import Ask, Faction, Steps, Table


def leftmost(player: Faction) -> int | None:  # BS-65
    return next((column for column in range(5) if player.supply[column]), None)


def rightmost(player: Faction) -> int | None:
    return next((column for column in reversed(range(5)) if player.supply[column]), None)


def take_supply(player: Faction, side: str = "leftmost") -> bool:
    """BS-63, BS-64: one cube leaves the supply; False if there is none."""
    column = leftmost(player) if side == "leftmost" else rightmost(player)
    if column is None:
        return False
    player.supply[column] -= 1
    return True


def supply_to_population(player: Faction, count: int, side: str = "leftmost") -> int:
    """BS-63: as many as are there."""
    taken = 0
    while taken < count and take_supply(player, side):
        player.population += 1
        taken += 1
    return taken


def return_cube(player: Faction) -> None:
    """BS-66, BS-67: to the rightmost column with a free cell, else to A."""
    free = [c for c in range(5) if player.supply[c] < player.capacity[c]]
    player.supply[max(free, default=0)] += 1


def return_population(player: Faction, count: int) -> None:
    for _ in range(count):
        player.population -= 1
        return_cube(player)


def visible_letters(player: Faction) -> list[int]:  # BS-4
    away = 8 - player.discs[0]
    symbols = player.board["tracks"]["food_symbols"]
    return ["ABCDE".index(s["letter"]) for s in symbols if s["removed"] <= away]


def grow(player: Faction) -> int:
    """BS-41, BS-42; returns how many cubes became population."""
    grown = 0
    for column in visible_letters(player):
        if player.supply[column]:
            player.supply[column] -= 1
            player.population += 1
            grown += 1
    return grown


def ore_produced(g: Table, seat: int) -> int:  # BS-43, BS-163
    player = g.players[seat]
    away = 8 - player.discs[1]
    visible = sum(k <= away for k in player.board["tracks"]["ore_symbols_removed"])
    return visible + g.total(seat, "perm_ore_bonus_on_produce")


# discs


def tracks_for(g: Table, seat: int, allowed: list[int]) -> list[int]:
    """Tracks that can give a disc now; none: an achievement disc (BS-86, BS-122, BS-155)."""
    if g.has(seat, "perm_any_track"):
        allowed = [0, 1]
    return [track for track in allowed if g.players[seat].discs[track]]


def take_disc(g: Table, seat: int, allowed: list[int], kind: str) -> Steps:
    """Take the leftmost disc of a track; returns the track, or 2 for an achievement disc."""
    tracks = tracks_for(g, seat, allowed)
    if not tracks:
        return 2
    track = (yield Ask(seat, kind, {a.TRACK + t for t in tracks})) - a.TRACK
    player = g.players[seat]
    player.discs[track] -= 1
    if not player.discs[track] and g.has(seat, "perm_on_last_disc"):  # BS-162
        if track not in player.last_disc_done:
            player.last_disc_done.add(track)
            player.last_disc_due.append(track)
    return track
