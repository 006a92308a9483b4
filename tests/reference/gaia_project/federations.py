"""Which federations are legal: GP-F1 to GP-F8, exactly.

n(S) is found for all sets of groups at once. A structure of satellites "touches" the groups beside
its hexes, and must take in all of them (GP-F4). `cheapest[v][mask]` is the smallest number of
satellites that hang together with the groups they touch, which are exactly those of `mask`, one of
the satellites being v. Structures grow by a hex, or two are joined in a hex or in a group.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tests.reference.gaia_project.board import Board


def touching_costs(
    board: Board, groups: list[set[int]], free: set[int], limit: int
) -> dict[int, int]:
    """Mask of groups -> fewest satellites, up to `limit`."""
    group_of = {h: 1 << i for i, group in enumerate(groups) for h in group}
    touch = {v: 0 for v in free}
    for v in free:
        for n in board.beside[v]:
            touch[v] |= group_of.get(n, 0)
    around = [[v for v in free if touch[v] >> i & 1] for i in range(len(groups))]
    beside = {v: [n for n in board.beside[v] if n in free] for v in free}
    best = {1 << i: 0 for i in range(len(groups))}  # of the mask, wherever
    cheapest: dict[int, dict[int, int]] = {v: {} for v in free}
    levels: list[list[tuple[int, int]]] = [[]]  # (hex, mask) first reached with so many satellites
    fresh: list[list[int]] = [list(best)]  # masks first reached with so many
    for cost in range(1, limit + 1):
        reached: set[tuple[int, int]] = set()
        masks: set[int] = set()
        for v, mask in levels[cost - 1]:  # grow from a satellite
            reached |= {(n, mask | touch[n]) for n in beside[v]}
        for mask in fresh[cost - 1]:  # grow from a group
            for i in range(len(groups)):
                if mask >> i & 1:
                    reached |= {(n, mask | touch[n]) for n in around[i]}
        for v in free:  # two that share a satellite
            reached |= {(v, mask) for mask in join_in_hex(cheapest[v], cost)}
        for a, cost_a in best.items():  # two that share a group
            for b in fresh[cost - cost_a] if 0 < cost_a < cost else ():
                if a & b and a | b not in best:
                    masks.add(a | b)
        levels.append([])
        for v, mask in reached:
            if mask not in cheapest[v]:
                cheapest[v][mask] = cost
                levels[cost].append((v, mask))
                masks.add(mask)
        fresh.append([mask for mask in masks if mask and mask not in best])
        best |= dict.fromkeys(fresh[cost], cost)
    return best


def join_in_hex(known: dict[int, int], cost: int) -> set[int]:
    by_cost: dict[int, list[int]] = {}
    for mask, own in known.items():
        if mask:
            by_cost.setdefault(own, []).append(mask)
    joined = set()
    for own, masks in by_cost.items():
        other = cost + 1 - own  # the shared hex is paid once
        if 2 <= own <= other < cost and other in by_cost:
            joined |= {a | b for a in masks for b in by_cost[other]}
    return joined - known.keys()


def legal_sets(
    board: Board,
    values: Mapping[int, int],
    member: Iterable[int],
    free: set[int],
    planets: set[int],
    target: int,
    budget: int,
) -> dict[frozenset[int], int]:
    """Hexes of the groups -> satellites. `member`: A, where it must be part (Ivits)."""
    inside = set(member)
    nodes = set(values) | inside
    groups: list[set[int]] = []
    for h in sorted(nodes):
        if not any(h in group for group in groups):
            groups.append(board.connected(h, nodes))  # GP-F2
    worth = [sum(values.get(h, 0) for h in group) for group in groups]
    if sum(worth) < target:
        return {}
    needed = sum(1 << i for i, group in enumerate(groups) if group & inside)
    enough = {
        mask: cost
        for mask, cost in touching_costs(board, groups, free, budget).items()
        if sum(w for i, w in enumerate(worth) if mask >> i & 1) >= target and mask & needed == needed
    }  # GP-F5, GP-F7

    def is_beaten(mask: int) -> bool:  # GP-F8 (a)
        return any(o & mask == mask and enough[o] < enough[mask] for o in enough)

    stayed = {mask: cost for mask, cost in enough.items() if not is_beaten(mask)}
    hexes = {
        mask: frozenset(h for i, group in enumerate(groups) if mask >> i & 1 for h in group)
        for mask in stayed
    }
    worlds = {mask: hexes[mask] & planets for mask in stayed}

    def is_wasteful(mask: int) -> bool:  # GP-F8 (b)
        return any(stayed[o] < stayed[mask] and worlds[o] <= worlds[mask] for o in stayed)

    return {hexes[mask]: cost for mask, cost in stayed.items() if not is_wasteful(mask)}
