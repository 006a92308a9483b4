"""The power cycle and the brainstone (GP-15 to GP-19)."""

from __future__ import annotations

import numpy as np
import pytest

from exozoo.envs.gaia_project import constants as c
from exozoo.envs.gaia_project.rules.power import (
    charge_power,
    pay_power,
    pay_satellites,
    take_lowest,
)
from tests.gaia_project.positions import (
    can,
    decision,
    finish,
    give,
    new_game,
    options,
    play,
    power,
    put,
    stock,
    stone,
)

SEAT = np.int64(0)


def charge(s, amount):
    charge_power(s, SEAT, np.int64(amount))


def test_gp_15_charging():
    # GP-15, W-6
    s = new_game()
    give(s, 0, power=(1, 1, 0, 0))
    charge(s, 4)
    assert power(s, 0) == (0, 0, 2, 0)
    give(s, 0, power=(2, 1, 0, 3))
    charge(s, 1)
    assert power(s, 0) == (1, 2, 0, 3)
    charge(s, 2)
    assert power(s, 0) == (0, 2, 1, 3)


def test_gp_16_only_area_3_can_be_spent():
    # GP-16, W-7
    s = new_game()
    give(s, 0, power=(0, 0, 2, 0))
    pay_power(s, SEAT, np.int64(2))
    assert power(s, 0) == (2, 0, 0, 0)
    give(s, 0, power=(5, 5, 2, 0))
    assert can(s, "p1_c")
    assert not can(s, "p3_o")
    assert not can(s, "power7")


def test_gp_17_tokens_are_gained_into_area_1_and_discarded_lowest_first():
    # GP-17, W-7, O-3
    s = new_game()
    give(s, 0, power=(2, 0, 1, 0), ore=1)
    play(s, "o1_t")
    assert power(s, 0) == (3, 0, 1, 0)
    take_lowest(s, SEAT, np.int64(2))
    assert power(s, 0) == (1, 0, 1, 0)
    give(s, 0, power=(1, 2, 2, 7))
    take_lowest(s, SEAT, np.int64(4))
    assert power(s, 0) == (0, 0, 1, 7)


def taklons():
    return new_game(("taklons", "xenos"))


@pytest.mark.parametrize(
    ("amount", "answer", "tokens", "area"),
    [
        (2, "move the brainstone first", (1, 4, 0, 0), c.AREA_2),
        (2, "move the brainstone last", (0, 5, 0, 0), c.AREA_1),
        (4, "move the brainstone first", (0, 5, 0, 0), c.AREA_3),
        (4, "move the brainstone last", (0, 4, 1, 0), c.AREA_2),
    ],
)
def test_gp_18_charging_with_the_brainstone(amount, answer, tokens, area):
    # GP-18, W-36
    s = taklons()
    give(s, 0, power=(2, 3, 0, 0), brainstone=c.AREA_1, tiles=["std9"])
    charge(s, amount)
    assert decision(s) == c.MOVE_BRAINSTONE
    play(s, answer)
    assert power(s, 0) == tokens
    assert stone(s, 0) == area


@pytest.mark.parametrize(
    ("before", "amount", "after", "area"),
    [
        ((2, 3, 0, 0), 3, (0, 5, 0, 0), c.AREA_2),  # n = a1 + 1
        ((1, 0, 0, 0), 4, (0, 0, 1, 0), c.AREA_3),  # everything moves twice
        ((0, 0, 4, 0), 1, (0, 0, 4, 0), c.AREA_2),
        ((0, 0, 4, 0), 9, (0, 0, 4, 0), c.AREA_3),
    ],
)
def test_gp_18_forced_charges_are_not_asked(before, amount, after, area):
    # GP-18: only one outcome is possible
    s = taklons()
    give(s, 0, power=before, brainstone=c.AREA_1)
    charge(s, amount)
    assert decision(s) == c.TAKE_TURN
    assert power(s, 0) == after
    assert stone(s, 0) == area


def test_gp_18_brainstone_in_area_2():
    # GP-18
    s = taklons()
    give(s, 0, power=(2, 1, 0, 0), brainstone=c.AREA_2)
    charge(s, 2)  # only area I moves
    assert power(s, 0) == (0, 3, 0, 0)
    assert stone(s, 0) == c.AREA_2
    charge(s, 3)
    play(s, "last")
    assert power(s, 0) == (0, 0, 3, 0)
    assert stone(s, 0) == c.AREA_2


def test_gp_18_spending_the_brainstone():
    # GP-18: worth 3, excess lost; asked only for 3 or more with enough ordinary tokens
    s = taklons()
    give(s, 0, power=(0, 0, 4, 0), brainstone=c.AREA_3, credits=0, ore=0)
    play(s, "power4")
    play(s, "spend the brainstone")
    assert power(s, 0) == (1, 0, 3, 0)
    assert stone(s, 0) == c.AREA_1
    finish(s)
    s = taklons()
    give(s, 0, power=(0, 0, 4, 0), brainstone=c.AREA_3)
    play(s, "p4_k", "spend ordinary tokens")
    assert power(s, 0) == (4, 0, 0, 0)
    assert stone(s, 0) == c.AREA_3
    play(s, "p1_c")  # no ordinary token left: the stone pays, 2 are lost
    assert power(s, 0) == (4, 0, 0, 0)
    assert stone(s, 0) == c.AREA_1
    give(s, 0, power=(0, 0, 2, 0), brainstone=c.AREA_3)
    play(s, "p1_c")
    assert power(s, 0) == (1, 0, 1, 0)
    assert stone(s, 0) == c.AREA_3
    play(s, "p3_o")
    assert power(s, 0) == (1, 0, 1, 0)
    assert stone(s, 0) == c.AREA_1


def test_gp_18_joint_conversion_of_the_brainstone():
    # GP-18: three credits at once
    s = taklons()
    give(s, 0, power=(0, 0, 0, 0), brainstone=c.AREA_3, credits=0)
    play(s, "b3_ccc")
    assert stock(s, 0)["credits"] == 3
    assert stone(s, 0) == c.AREA_1
    assert not any("b3_ccc" in text for text in options(new_game()))


def test_gp_18_brainstone_and_gaia_projects():
    # GP-18, D-20 case 3
    s = taklons()
    give(s, 0, power=(4, 3, 0, 0), brainstone=c.AREA_2, gaiaformers=1, qic=9)
    give(s, 0, research={"gaia_project": 1})
    copy = s.copy()
    play(s, "start a Gaia project on 2A5", "send the brainstone")
    assert power(s, 0) == (0, 2, 0, 5)
    assert stone(s, 0) == c.GAIA_AREA
    s = copy
    play(s, "start a Gaia project on 2A5", "send ordinary tokens")
    assert power(s, 0) == (0, 1, 0, 6)
    assert stone(s, 0) == c.AREA_2
    s = taklons()
    give(s, 0, power=(4, 1, 0, 0), brainstone=c.AREA_2, gaiaformers=1, qic=9)
    give(s, 0, research={"gaia_project": 1})
    play(s, "start a Gaia project on 2A5")  # every token is needed
    assert power(s, 0) == (0, 0, 0, 5)
    assert stone(s, 0) == c.GAIA_AREA


def test_gp_18_brainstone_and_satellites():
    # GP-18, D-20 case 4
    s = taklons()
    give(s, 0, power=(1, 1, 3, 0), brainstone=c.AREA_2)
    pay_satellites(s, SEAT, np.int64(2))
    assert power(s, 0) == (0, 0, 3, 0)
    assert decision(s) == c.TAKE_TURN
    give(s, 0, power=(1, 0, 3, 0), brainstone=c.AREA_2)
    copy = s.copy()
    pay_satellites(s, SEAT, np.int64(2))
    play(s, "discard the brainstone")
    assert power(s, 0) == (0, 0, 3, 0)
    assert stone(s, 0) == -1
    pay_satellites(copy, SEAT, np.int64(2))
    play(copy, "discard ordinary tokens")
    assert power(copy, 0) == (0, 0, 2, 0)
    assert stone(copy, 0) == c.AREA_2
    give(s, 0, power=(1, 0, 0, 0), brainstone=c.AREA_2)
    pay_satellites(s, SEAT, np.int64(2))
    assert power(s, 0) == (0, 0, 0, 0)
    assert stone(s, 0) == -1


def test_gp_18_burning_with_the_brainstone():
    # GP-18, O-13: it moves up, an ordinary token is discarded
    s = taklons()
    give(s, 0, power=(0, 1, 0, 0), brainstone=c.AREA_2)
    play(s, "burn")
    assert power(s, 0) == (0, 0, 0, 0)
    assert stone(s, 0) == c.AREA_3


def test_gp_19_nevlas_double_their_tokens():
    # GP-19, W-30
    s = new_game(("nevlas", "xenos"))
    give(s, 0, power=(0, 0, 2, 0))
    assert not can(s, "power7")
    assert not can(s, "p3_o")
    put(s, 0, "planetary_institute", "3B2")
    give(s, 0, power=(0, 0, 4, 0), knowledge=0)
    play(s, "p4_k")
    assert power(s, 0) == (2, 0, 2, 0)
    assert stock(s, 0)["knowledge"] == 1
    play(s, "power7")  # 3 power, two tokens; two new ones
    assert power(s, 0) == (6, 0, 0, 0)
    give(s, 0, power=(0, 0, 6, 0), credits=0, ore=0)
    play(s, "p1_c")
    assert power(s, 0) == (1, 0, 5, 0)  # the unused half is lost
    play(s, "n2_cc", "n4_oc")
    assert power(s, 0) == (4, 0, 2, 0)
    assert stock(s, 0)["credits"] == 4
    assert stock(s, 0)["ore"] == 1
