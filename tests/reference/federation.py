"""Legal federations by brute force, word for word from GP-F1 to GP-F8, on sets of axial hexes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tests.reference.hexgrid import Axial, components, link_costs

Structures = frozenset[Axial]


def legal_federations(
    values: Mapping[Axial, int],
    free: Iterable[Axial],
    target: int,
    budget: int,
    federation: Iterable[Axial] = (),
    stations: Iterable[Axial] = (),
) -> dict[Structures, int]:
    """Hexes with structures -> satellites, for every legal federation.

    `values` are the structures (and space stations) outside federations, for Ivits all of them;
    `federation` are the hexes of the Ivits' federation, `stations` those without a planet.
    """
    inside, hovering = set(federation), set(stations)
    groups = components(sorted({*values, *inside}))
    worth = [sum(values.get(h, 0) for h in group) for group in groups]
    costs = link_costs(groups, list(free), budget)
    candidates = {
        **{frozenset([i]): 0 for i in range(len(groups))},
        **{s: n for s, n in costs.items() if len(s) > 1},
    }
    required = {i for i, group in enumerate(groups) if group & inside}
    enough = {
        s: n
        for s, n in candidates.items()
        if sum(worth[i] for i in s) >= target and required <= s and n <= budget
    }
    stayed = {s: n for s, n in enough.items() if not any(s < t and enough[t] < n for t in enough)}

    def planets(s: frozenset[int]) -> set[Axial]:
        return {h for i in s for h in groups[i] if h in values and h not in hovering}

    legal = {
        s: n
        for s, n in stayed.items()
        if not any(stayed[t] < n and planets(t) <= planets(s) for t in stayed)
    }
    return {frozenset(h for i in s for h in groups[i] if h in values): n for s, n in legal.items()}
