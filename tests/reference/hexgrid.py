"""Hex boards and links as plain sets of axial coordinates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

Axial = tuple[int, int]


def neighbours(hexagon: Axial) -> list[Axial]:
    q, r = hexagon
    return [(q, r - 1), (q + 1, r - 1), (q + 1, r), (q, r + 1), (q - 1, r + 1), (q - 1, r)]


def steps_between(a: Axial, b: Axial) -> int:
    """Distance by walking: widen a disc around `a` until it holds `b`."""
    disc, steps = {a}, 0
    while b not in disc:
        disc |= {n for h in disc for n in neighbours(h)}
        steps += 1
    return steps


def components(hexes: Iterable[Axial]) -> list[frozenset[Axial]]:
    """The connected sets, in order of their first hex."""
    left = list(hexes)
    found = []
    while left:
        part = {left[0]}
        while more := {n for h in part for n in neighbours(h) if n in left} - part:
            part |= more
        found.append(frozenset(part))
        left = [h for h in left if h not in part]
    return found


def is_connected(hexes: Iterable[Axial]) -> bool:
    return len(components(hexes)) == 1


def links(
    groups: list[frozenset[Axial]], free: list[Axial], limit: int
) -> Iterator[tuple[frozenset[int], frozenset[Axial]]]:
    """Every non-empty set of at most `limit` free hexes that is connected with all it touches."""
    for size in range(1, limit + 1):
        for chosen in combinations(free, size):
            around = {n for h in chosen for n in neighbours(h)}
            touched = frozenset(i for i, group in enumerate(groups) if group & around)
            if is_connected([*chosen, *(h for i in touched for h in groups[i])]):
                yield touched, frozenset(chosen)


def link_costs(
    groups: list[frozenset[Axial]], free: list[Axial], limit: int
) -> dict[frozenset[int], int]:
    """The size of the smallest link that touches exactly these groups, for every such set."""
    costs: dict[frozenset[int], int] = {}
    for touched, chosen in links(groups, free, limit):
        costs.setdefault(touched, len(chosen))
    return costs
