"""Conversions of the text notation: one `spend` may stand for several free actions of ours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np

from exozoo.envs.gaia_project.actions import A_BRAINSTONE, A_FREE
from exozoo.envs.gaia_project.components import (
    COST_OF_FREE,
    FACTION_OF_FREE,
    GAIN_OF_FREE,
    POWER_COST_OF_FREE,
)
from exozoo.envs.gaia_project.constants import (
    AREA_1,
    AREA_3,
    B3_CCC,
    BURN,
    C3_O,
    C4_K,
    C4_Q,
    CREDITS,
    GF_Q,
    K1_C,
    KNOWLEDGE,
    MOVE_BRAINSTONE,
    N2_CC,
    N4_OC,
    N6_OO,
    O1_C,
    O1_T,
    ORE,
    P1_C,
    P3_O,
    P4_K,
    P4_Q,
    Q1_O,
    QIC,
    T3G_K,
    TOKENS,
)
from exozoo.envs.gaia_project.notation.table import Refusal, Table
from exozoo.envs.gaia_project.rules.effects import CAP_OF_RESOURCE
from exozoo.envs.gaia_project.rules.power import (
    DOUBLED,
    STONE_POWER,
    power_doubled,
    spendable_power,
)

UNIT_OF_GOOD = {CREDITS: "c", ORE: "o", KNOWLEDGE: "k", QIC: "q"}
MAX_SPLITS = 50  # ways to split one command that are tried

Amounts = dict[str, int]
Split = tuple[int, ...]  # free actions in an order in which each can be paid


def _cost(conversion: np.int64) -> Amounts:
    cost = {UNIT_OF_GOOD[g]: int(COST_OF_FREE[conversion, g]) for g in UNIT_OF_GOOD}
    cost["pw"] = int(POWER_COST_OF_FREE[conversion])
    cost["gf"] = int(conversion == GF_Q)
    cost["t-a3"] = int(conversion == T3G_K)
    return {unit: number for unit, number in cost.items() if number}


def _gain(conversion: np.int64) -> Amounts:
    gain = {UNIT_OF_GOOD[g]: int(GAIN_OF_FREE[conversion, g]) for g in UNIT_OF_GOOD}
    gain["t"] = int(GAIN_OF_FREE[conversion, TOKENS])
    return {unit: number for unit, number in gain.items() if number}


# Joint conversions first, then what gives Q.I.C., ore, knowledge, credits and tokens: what one
# conversion gives a later one may use up.
ORDER = (
    *(N6_OO, N4_OC, N2_CC, B3_CCC),
    *(P4_Q, C4_Q, GF_Q),
    *(P3_O, C3_O, Q1_O),
    *(P4_K, C4_K, T3G_K),
    *(P1_C, K1_C, O1_C, O1_T),
)
assert BURN not in ORDER
COST = {int(conversion): _cost(conversion) for conversion in ORDER}
GAIN = {int(conversion): _gain(conversion) for conversion in ORDER}


def splits(cost: Amounts, gain: Amounts, faction: int) -> Iterator[Split]:
    """Ways to get exactly the gain for exactly the cost, those with the fewest actions first."""
    usable = [int(c) for c in ORDER if FACTION_OF_FREE[c] in (-1, faction)]
    found = sorted(_search(dict(cost), dict(gain), usable, {}), key=len)
    yield from found[:MAX_SPLITS]


def _search(cost: Amounts, gain: Amounts, usable: list[int], spare: Amounts) -> list[Split]:
    """`cost` is what is still to be paid, `gain` still to be got, `spare` got for later use."""
    if not any(cost.values()) and not any(gain.values()) and not any(spare.values()):
        return [()]
    if not _can_end(cost, gain, usable, spare):
        return []
    conversion, later = usable[0], usable[1:]
    found = _search(cost, gain, later, spare)
    count = 1
    while (step := _convert(conversion, cost, gain, spare)) and len(found) < MAX_SPLITS:
        cost, gain, spare = step
        found += [(conversion,) * count + rest for rest in _search(cost, gain, later, spare)]
        count += 1
    return found


def _can_end(cost: Amounts, gain: Amounts, usable: list[int], spare: Amounts) -> bool:
    """Whether the conversions left can use up every good at hand and give every good wanted."""
    used = {unit for conversion in usable for unit in COST[conversion]}
    given = {unit for conversion in usable for unit in GAIN[conversion]}
    over = {unit for amounts in (cost, spare) for unit, number in amounts.items() if number}
    return over <= used and {unit for unit, number in gain.items() if number} <= given


def _convert(
    conversion: int, cost: Amounts, gain: Amounts, spare: Amounts
) -> tuple[Amounts, Amounts, Amounts] | None:
    """What is left after one conversion; None if its cost is neither at hand nor to be paid."""
    cost, gain, spare = dict(cost), dict(gain), dict(spare)
    for unit, number in COST[conversion].items():
        from_spare = min(number, spare.get(unit, 0))
        spare[unit] = spare.get(unit, 0) - from_spare
        cost[unit] = cost.get(unit, 0) - (number - from_spare)
        if cost[unit] < 0:
            return None
    for unit, number in GAIN[conversion].items():
        wanted = min(number, gain.get(unit, 0))
        gain[unit] = gain.get(unit, 0) - wanted
        spare[unit] = spare.get(unit, 0) + number - wanted
    return cost, gain, spare


def spend(table: Table, cost: Amounts, gain: Amounts, stone_to: int | None) -> None:
    """Carry out one `spend`; all its power is one payment. `stone_to` is the named area, if any."""
    seat = table.seat
    power = cost.get("pw", 0)
    wanted = _paid(table, seat, power, cost.get("t-a3", 0), stone_to)
    ways = list(splits(cost, gain, int(table.player(seat)["faction"])))
    if not ways:
        raise Refusal(f"no conversions give {_written(gain)} for {_written(cost)}")
    if wanted is None:
        raise Refusal(f"{_written(cost)} cannot be paid")
    for way in ways:
        trial = _try_actions(table, Counter(way), wanted)
        if trial is not None:
            table.adopt(trial)
            return
    if power == 0:
        raise Refusal(f"{_written(cost)} cannot be paid")
    _pay_at_once(table, seat, cost, gain, wanted)


def _paid(
    table: Table, seat: int, power: int, sent: int, stone_to: int | None
) -> tuple[int, int] | None:
    """(ordinary tokens in area III, area of the brainstone) after one payment; None: too dear.

    `sent` tokens go to the Gaia area besides.
    """
    player = table.player(seat)
    ordinary, stone = int(player["power"][AREA_3]) - sent, int(player["brainstone"])
    if spendable_power(table.state, np.int64(seat)) < power:
        return None
    if power_doubled(table.state, np.int64(seat)):
        return ordinary - -(-power // int(DOUBLED)), stone
    uses_stone = stone == AREA_3 and power > ordinary
    if stone == AREA_3 and stone_to is not None and ordinary >= power >= STONE_POWER:
        uses_stone = stone_to == AREA_1
    if stone_to is not None and stone_to != (AREA_1 if uses_stone else stone):
        return None
    if uses_stone:
        return ordinary - max(0, power - int(STONE_POWER)), int(AREA_1)
    return ordinary - power, stone


def _try_actions(table: Table, left: Counter[int], wanted: tuple[int, int]) -> Table | None:
    """The table after these free actions in some order, if they leave the wanted power."""
    if not any(left.values()):
        player = table.player(table.seat)
        found = int(player["power"][AREA_3]), int(player["brainstone"])
        return table if found == wanted else None
    for conversion in sorted(c for c, number in left.items() if number):
        if int(A_FREE) + conversion not in table.legal():
            continue
        trial = table.copy()
        trial.play(int(A_FREE) + conversion)
        rest = left - Counter([conversion])
        for answered in _answers(trial):
            if done := _try_actions(answered, rest, wanted):
                return done
    return None


def _answers(table: Table) -> Iterator[Table]:
    """The table, with either answer if the brainstone is asked about."""
    if table.task != MOVE_BRAINSTONE:
        yield table
        return
    for choice in range(2):
        trial = table.copy()
        trial.play(int(A_BRAINSTONE) + choice)
        yield trial


def _pay_at_once(
    table: Table, seat: int, cost: Amounts, gain: Amounts, wanted: tuple[int, int]
) -> None:
    """A payment that no sequence of our free actions makes, such as 2 power by the stone alone."""
    player = table.player(seat)
    stock = {UNIT_OF_GOOD[good]: int(player["stock"][good]) for good in UNIT_OF_GOOD}
    if any(stock.get(unit, 0) < number for unit, number in cost.items() if unit != "pw"):
        raise Refusal(f"{_written(cost)} cannot be paid")
    moved = int(player["power"][AREA_3]) - wanted[0]
    player["power"][AREA_3] -= moved
    player["power"][AREA_1] += moved + gain.get("t", 0)
    player["brainstone"] = wanted[1]
    for good, unit in UNIT_OF_GOOD.items():
        amount = stock[unit] - cost.get(unit, 0) + gain.get(unit, 0)
        player["stock"][good] = min(amount, int(CAP_OF_RESOURCE[good]))
    table.notes.append(f"{_written(gain)} for {_written(cost)} was paid at once")


def _written(amounts: Amounts) -> str:
    return ",".join(f"{number}{unit}" for unit, number in amounts.items())
