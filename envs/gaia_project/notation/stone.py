"""Where the brainstone ends up after the power income of recorded Taklons.

Recorded answers name the stone's area after each charge that could leave it in two areas. When all
that is left is charges, both engines take them by themselves, each in an order of its own, so that
the same income may ask other questions. The order never changes where the stone can end up, and
whenever two orders fit the same answers they end alike (tested): any order that fits will do.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

import numpy as np

from exozoo.envs.gaia_project.actions import B_INCOME, BLOCK_OF, INDEX_IN_BLOCK
from exozoo.envs.gaia_project.constants import (
    AREA_1,
    AREA_2,
    AREA_3,
    CHARGE,
    LAB,
    NUM_INCOME_SOURCES,
)
from exozoo.envs.gaia_project.notation.table import Table
from exozoo.envs.gaia_project.rules.phase_income import GOOD_OF_SOURCE, source_amount

Position = tuple[int, int, int]  # ordinary tokens in areas I and II, area of the stone


def income_end(table: Table, seat: int, answers: Sequence[int]) -> int | None:
    """The area of the stone after the charges that the last decision set off; None: no order fits."""
    start, charges = _charges(table, seat)
    for order in sorted(set(permutations(charges))):
        end = stone_end(start, order, answers)
        if end is not None:
            return end
    return None


def stone_end(start: Position, order: Sequence[int], answers: Sequence[int]) -> int | None:
    """The stone's area after charges in this order, if they ask exactly for these answers."""
    position, asked = start, 0
    for amount in order:
        first, last = charged(position, amount, True), charged(position, amount, False)
        if first[2] == last[2]:
            position = first
            continue
        if asked == len(answers) or answers[asked] not in (first[2], last[2]):
            return None
        position = first if answers[asked] == first[2] else last
        asked += 1
    return position[2] if asked == len(answers) else None


def charged(position: Position, amount: int, stone_first: bool) -> Position:
    """GP-15: from area I while there is a token, then from area II; the stone first or last."""
    tokens, stone = list(position[:2]), position[2]
    for area in (int(AREA_1), int(AREA_2)):
        has_stone = stone == area
        moved = min(amount, tokens[area] + has_stone)
        amount -= moved
        if has_stone and moved and (stone_first or moved > tokens[area]):
            stone, moved = area + 1, moved - 1
        tokens[area] -= moved
        if area == AREA_1:
            tokens[AREA_2] += moved
    return tokens[0], tokens[1], stone


def _charges(table: Table, seat: int) -> tuple[Position, list[int]]:
    """The power before the last decision, and the charges that came of it."""
    before, action = table.before, table.actions[-1] if table.actions else 0
    player = before["players"][seat]
    tokens, stone = [int(number) for number in player["power"][:AREA_3]], int(player["brainstone"])
    left = [_amounts(table.state, seat, source) for source in range(NUM_INCOME_SOURCES)]
    if BLOCK_OF[action] == B_INCOME and int(before["seat"]) == seat:
        source = int(INDEX_IN_BLOCK[action])
        amount = int(source_amount(before, np.int64(seat), np.int64(source)))
        if GOOD_OF_SOURCE[source] == CHARGE:
            return (tokens[0], tokens[1], stone), [amount]
        tokens[AREA_1] += amount
        counts = before["income_left"].tolist()
        counts[source] -= 1
        left = [amounts[:1] * count for amounts, count in zip(left, counts, strict=True)]
    if any(
        left[source] for source in range(NUM_INCOME_SOURCES) if GOOD_OF_SOURCE[source] != CHARGE
    ):
        left = []  # the next source is chosen first
    return (tokens[0], tokens[1], stone), [amount for amounts in left for amount in amounts]


def _amounts(state: np.record, seat: int, source: int) -> list[int]:
    """What a source gives at the beginning of the income, as often as it does."""
    amount = int(source_amount(state, np.int64(seat), np.int64(source)))
    is_lab = source == NUM_INCOME_SOURCES - 1
    times = int(state["players"][seat]["built"][LAB]) if is_lab else 1
    return [amount] * times if amount else []
