"""Costs inside an action: the Android Rights Movement and parts with a price of their own."""

from __future__ import annotations

import pytest

from exozoo.envs.beyond_the_sun.components import A_ORE, T_ACTIONS, TECH_WIDTH, TECHS
from tests.beyond_the_sun.positions import (
    can,
    effects,
    in_action_phase,
    number,
    options,
    own,
    play,
    put_tech,
    researched,
    table,
    turn_of,
)

RETURN_1 = {"op": "return_pop", "n": 1}
GAIN_1, GAIN_3 = ({"op": "gain_ore", "n": n} for n in (1, 3))
CHOICE = {
    "op": "choose",
    "options": [{"cost": [RETURN_1], "effects": [GAIN_3]}, {"cost": [], "effects": [GAIN_1]}],
}
PART = {"op": "optional", "cost": [RETURN_1], "effects": [GAIN_3]}


@pytest.mark.parametrize(("effect", "take"), [(CHOICE, "option A"), (PART, "take")])
def test_android_rights_hold_for_a_cost_inside_the_action(effect, take):
    """BS-154: a returned cube of an option or of an optional part may be ore, too."""
    s = table(2)
    own(s, 0)["return_as_ore"] = 1
    effects(s, 0, GAIN_1, effect, action=True)
    play(s, take)
    assert options(s) == ["return 1 ore instead of 1 population", "return all population"]
    play(s, "return 1 ore")
    assert (own(s, 0)["ore"], own(s, 0)["population"]) == (13, 3)
    own(s, 0)["population"] = 0
    effects(s, 0, GAIN_1, effect, action=True)
    play(s, take)
    assert not in_action_phase(s)
    assert (own(s, 0)["ore"], own(s, 0)["population"]) == (16, 0)


@pytest.mark.parametrize(("effect", "take"), [(CHOICE, "option A"), (PART, "take")])
def test_android_rights_hold_for_actions_only(effect, take):
    """BS-154: not for the cost of a bonus."""
    s = table(2)
    own(s, 0)["return_as_ore"] = 1
    effects(s, 0, effect)
    play(s, take)
    assert (own(s, 0)["ore"], own(s, 0)["population"]) == (13, 2)
    own(s, 0)["population"] = 0
    effects(s, 0, effect)
    assert not can(s, take)


def test_android_rights_replace_one_cube_an_action():
    """BS-154: one of the cubes of an action, even if it returns some twice."""
    s = table(2)
    own(s, 0)["return_as_ore"] = 1
    effects(s, 0, GAIN_1, PART, PART, action=True)
    play(s, "take", "return 1 ore", "take")
    assert not in_action_phase(s)
    assert (own(s, 0)["ore"], own(s, 0)["population"]) == (16, 2)


def test_an_option_must_leave_the_rest_possible():
    """BS-35, BS-143: not an option that spends the population which a later effect must use."""
    s = table(2)
    own(s, 0)["population"] = 1
    build = {"op": "pop_to_ship", "n": 1, "level": 1, "at": "shipyard"}
    effects(s, 0, GAIN_1, CHOICE, build, action=True)
    assert own(s, 0)["ore"] == 12  # option B was the only one
    assert own(s, 0)["population"] == 0


@pytest.mark.parametrize(("ore", "legal"), [(4, False), (5, True)])
def test_a_copying_action_with_a_cost_counts_both_costs(ore, legal):
    """BS-35, BS-151: 3 ore for the copying and 2 for research II, the only action to copy."""
    s = table(2)
    researched(s, 0, "I-1", "I-2", "I-3", "I-4", "III-1")
    put_tech(s, "III-1", "Quantum Data Exchange")
    card = number("technologies", "Quantum Data Exchange")
    s["box"][TECHS + card * TECH_WIDTH + T_ACTIONS + A_ORE] = 3
    own(s, 0)["ore"] = ore
    turn_of(s, 0)
    assert can(s, "Quantum Data Exchange") == legal
