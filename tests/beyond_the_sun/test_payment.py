"""Costs inside an action: the Android Rights Movement and parts with a price of their own."""

from __future__ import annotations

import pytest

from exozoo.envs.beyond_the_sun.cards.assemble import Assembler
from exozoo.envs.beyond_the_sun.components import A_ORE, T_ACTIONS, TECH_WIDTH, TECHS
from tests.beyond_the_sun.positions import (
    can,
    can_do,
    decision,
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
    write_code,
)

RETURN_1 = {"op": "return_pop", "n": 1}
GAIN_1, GAIN_3 = ({"op": "gain_ore", "n": n} for n in (1, 3))
CHOICE = {
    "op": "choose",
    "options": [{"cost": [RETURN_1], "effects": [GAIN_3]}, {"cost": [], "effects": [GAIN_1]}],
}
PART = {"op": "optional", "cost": [RETURN_1], "effects": [GAIN_3]}
PLAIN = {"cost": [], "effects": [GAIN_1]}
RESEARCH_1 = {"op": "research", "levels": [1]}


def choice(*parts, times=1):
    return {"op": "choose", "times": times, "options": list(parts)}


def action_is_possible(s, *listed):
    """Whether an action with these effects and no cost of its own could be chosen (BS-35)."""
    return can_do(s, write_code(s, list(listed), "action"))


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


def test_a_choice_that_comes_twice_must_be_possible_twice():
    """BS-35, BS-143: an action is refused, or an option, if the second time nothing is left."""
    twice = {
        "op": "choose",
        "times": 2,
        "options": [
            {"cost": [RETURN_1], "effects": [GAIN_1]},
            {"cost": [{"op": "pay_ore", "n": 4}], "effects": [{"op": "supply_to_pop", "n": 1}]},
        ],
    }
    s = table(2)
    own(s, 0)["population"], own(s, 0)["ore"] = 1, 0
    assert not action_is_possible(s, twice)
    own(s, 0)["population"] = 2
    assert action_is_possible(s, twice)
    own(s, 0)["population"], own(s, 0)["ore"] = 1, 4
    assert action_is_possible(s, twice)
    effects(s, 0, twice, RESEARCH_1, action=True)
    assert options(s) == ["option A", "option B"]
    play(s, "option A")  # B must follow, and leave a cube for the research
    assert decision(s) == "technology slot"
    assert (own(s, 0)["ore"], own(s, 0)["population"]) == (1, 1)


@pytest.mark.parametrize("effect", ["choose", "optional"])
def test_what_a_choice_gains_counts_for_later_effects(effect):
    """BS-35, BS-143: an action may live on what one of its options gives; that one is then a must."""
    part = {"cost": [], "effects": [{"op": "supply_to_pop", "n": 1}]}
    other = {"cost": [], "effects": [GAIN_3]}
    listed = {"op": "optional", **part} if effect == "optional" else choice(other, part)
    s = table(2)
    own(s, 0)["population"] = 0
    assert action_is_possible(s, listed, RESEARCH_1)
    effects(s, 0, listed, RESEARCH_1, action=True)
    assert decision(s) == "technology slot"  # there was no other way
    assert own(s, 0)["ore"] == 10
    own(s, 0)["population"] = 0
    assert not action_is_possible(s, choice(other, other), RESEARCH_1)


def test_a_ship_built_from_population_counts_for_a_later_ship_to_population():
    """BS-35, BS-64: population may stand in for missing supply, and must if a ship is needed."""
    build = {"op": "supply_to_ship", "n": 1, "level": 1, "at": "deep_space"}
    dismiss = {"op": "ship_to_pop", "n": 1}
    s = table(2)
    own(s, 0)["supply"] = 0
    assert action_is_possible(s, build, dismiss)
    effects(s, 0, build, dismiss, GAIN_1, action=True)
    assert not in_action_phase(s)  # no question was left
    assert (own(s, 0)["ore"], own(s, 0)["population"]) == (11, 3)
    own(s, 0)["population"] = 0
    assert not action_is_possible(s, build, dismiss)
    own(s, 0)["population"] = 1
    assert not action_is_possible(s, build, RESEARCH_1, dismiss)  # one cube cannot be both


def test_a_card_file_with_too_many_ways_to_choose_is_refused():
    """Every way through an action is looked at, so their number has a bound."""
    with pytest.raises(ValueError, match="at most 256 ways"):
        Assembler().effects([choice(*[PLAIN] * 4, times=4), PART], "action", "test")
    Assembler().effects([choice(*[PLAIN] * 4, times=4)], "action", "test")
