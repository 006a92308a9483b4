"""Which federations are legal: GP-F1 to GP-F8, exactly.

n(S) is found for all sets of groups at once. Satellites "touch" the groups beside their hexes, and a
federation must take in all it touches (GP-F4). A piece of a federation is a number of satellites that
hang together with the groups they touch. For every number of satellites two tables say which sets of
groups (bits of an index) a piece can touch exactly: `at_hex[v]`, one of its satellites lying on v, and
`anywhere`. Larger pieces come from smaller ones by one more hex, or by joining two that share a hex or
a group; every piece is a tree of such steps. test_federations.py compares with brute force.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np

from tests.reference.gaia_project.board import Board


def subsets_sum(table: np.ndarray, sign: int = 1) -> np.ndarray:
    """Along the last axis: the sum over all subsets of the index; sign -1 undoes it."""
    summed = table.astype(np.int64)
    for bit in range(summed.shape[-1].bit_length() - 1):
        halves = summed.reshape(*summed.shape[:-1], -1, 2, 1 << bit)
        halves[..., 1, :] += sign * halves[..., 0, :]
    return summed


def unions(sums: list[np.ndarray], total: int) -> np.ndarray:
    """Sets that are the union of two, whose satellites are `total` together, each fewer than that."""
    pairs = sum(sums[n] * sums[total - n] for n in range(1, total) if n < len(sums) > total - n)
    return subsets_sum(np.asarray(pairs), -1) > 0


class Pieces:
    """All pieces of a position, found with more and more satellites as they are asked for."""

    def __init__(self, board: Board, nodes: set[int], free: set[int]):
        self.board = board
        self.groups: list[set[int]] = []
        for h in sorted(nodes):
            if not any(h in group for group in self.groups):
                self.groups.append(board.connected(h, nodes))  # GP-F2
        self.size = 1 << len(self.groups)
        self.every = np.arange(self.size)
        group_of = {h: 1 << i for i, group in enumerate(self.groups) for h in group}
        self.row = {h: number for number, h in enumerate(sorted(free))}
        self.touch = dict.fromkeys(free, 0)
        for h in free:
            for n in board.beside[h]:
                self.touch[h] |= group_of.get(n, 0)
        self.cheapest = {1 << i: 0 for i in range(len(self.groups))}  # set of groups -> satellites
        self.known_at = np.zeros((len(free), self.size), bool)
        self.at_hex, self.anywhere = self.known_at, np.isin(self.every, list(self.cheapest))
        nothing = np.zeros(self.size, np.int64)
        self.hex_sums = [subsets_sum(self.at_hex)]
        self.group_sums = [[nothing] for _ in self.groups]

    def costs(self, limit: int) -> dict[int, int]:
        """n(S) of GP-F6 for every set of groups, as bits, that needs at most `limit` satellites."""
        while len(self.hex_sums) <= limit and len(self.cheapest) < self.size - 1:
            self.add_satellite(len(self.hex_sums))
        return {mask: cost for mask, cost in self.cheapest.items() if cost <= limit}

    def add_satellite(self, cost: int) -> None:
        reached = self.one_more_hex()
        if cost >= 3:
            reached |= unions(self.hex_sums, cost + 1)  # the shared hex is counted once
        reached &= ~self.known_at
        found = reached.any(axis=0)
        if cost >= 2:
            for sums in self.group_sums:
                found |= unions(sums, cost)
        found &= ~np.isin(self.every, list(self.cheapest))
        self.cheapest |= dict.fromkeys(self.every[found].tolist(), cost)
        self.known_at = self.known_at | reached
        self.at_hex, self.anywhere = reached, found
        self.hex_sums.append(subsets_sum(reached))
        for i, sums in enumerate(self.group_sums):
            sums.append(subsets_sum(found & (self.every >> i & 1 == 1)))

    def one_more_hex(self) -> np.ndarray:
        reached = np.zeros_like(self.known_at)
        for h, number in self.row.items():
            before = self.anywhere & (self.every & self.touch[h] > 0)
            for n in self.board.beside[h]:
                if n in self.row:
                    before = before | self.at_hex[self.row[n]]
            reached[number, self.every[before] | self.touch[h]] = True
        return reached


def sets_with_value(
    pieces: Pieces, values: Mapping[int, int], member: Iterable[int], target: int, budget: int
) -> dict[int, int]:
    """GP-F5, GP-F7: sets of groups worth enough. `member`: A, where it must be part (Ivits)."""
    inside = set(member)
    worth = [sum(values.get(h, 0) for h in group) for group in pieces.groups]
    if sum(worth) < target:
        return {}
    needed = sum(1 << i for i, group in enumerate(pieces.groups) if group & inside)
    return {
        mask: cost
        for mask, cost in pieces.costs(budget).items()
        if sum(w for i, w in enumerate(worth) if mask >> i & 1) >= target
        and mask & needed == needed
    }


def legal_sets(
    pieces: Pieces,
    values: Mapping[int, int],
    member: Iterable[int],
    planets: set[int],
    target: int,
    budget: int,
) -> dict[frozenset[int], int]:
    """Hexes of the groups -> satellites."""
    enough = sets_with_value(pieces, values, member, target, budget)

    def is_beaten(mask: int) -> bool:  # GP-F8 (a)
        return any(o & mask == mask and enough[o] < enough[mask] for o in enough)

    stayed = {mask: cost for mask, cost in enough.items() if not is_beaten(mask)}
    hexes = {
        mask: frozenset(h for i, group in enumerate(pieces.groups) if mask >> i & 1 for h in group)
        for mask in stayed
    }
    worlds = {mask: hexes[mask] & planets for mask in stayed}

    def is_wasteful(mask: int) -> bool:  # GP-F8 (b)
        return any(stayed[o] < stayed[mask] and worlds[o] <= worlds[mask] for o in stayed)

    return {hexes[mask]: cost for mask, cost in stayed.items() if not is_wasteful(mask)}
