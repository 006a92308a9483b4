"""Colonies, control, bonuses, the relic ship and the field generators (AF-110 to AF-155)."""

from __future__ import annotations

import pytest

from exozoo.envs.alien_frontiers import components
from tests.alien_frontiers import positions as at
from tests.alien_frontiers.positions import TERRITORIES, legal, play, position

DESERT = {"burroughs_desert": {"p0": 1}}


def test_af110_a_placed_colony_is_a_point():
    """AF-110, AF-114: and a second one for control, gained at once."""
    s = position(hand=[5, 5, 5], ore={"p0": 3}, colonies={"lem_badlands": {"p1": 1}})
    play(s, "DOCK_CONSTRUCTOR:5", "TERRITORY:lem_badlands")
    assert (at.vp(s), at.vp(s, "p1")) == (1, 1)  # a tie: p1 has lost control
    s = position(hand=[5, 5, 5], ore={"p0": 3})
    play(s, "DOCK_CONSTRUCTOR:5", "TERRITORY:lem_badlands")
    assert at.vp(s) == 2


def test_af111_any_territory_without_the_repulsor_field_however_many_colonies():
    """AF-111, AF-129: seven at least are always open; no neighbourhood matters."""
    s = position(
        hand=[5, 5, 5],
        ore={"p0": 3},
        colonies={"lem_badlands": {"p0": 7, "p1": 7}},
        fields={"repulsor_field": "pohl_foothills"},
    )
    play(s, "DOCK_CONSTRUCTOR:5")
    assert legal(s) == {f"TERRITORY:{t}" for t in TERRITORIES if t != "pohl_foothills"}


@pytest.mark.parametrize(
    ("colonies", "holder"),
    [((1, 0, 0), "p0"), ((2, 1, 1), "p0"), ((1, 1, 0), None), ((0, 2, 2), None), ((0, 0, 0), None)],
)
def test_af112_control_needs_strictly_most_colonies(colonies, holder):
    """AF-112, AF-113"""
    placed = {f"p{seat}": count for seat, count in enumerate(colonies)}
    s = position(players=3, colonies={"lem_badlands": placed})
    assert at.control(s, "lem_badlands") == holder


def test_af114_a_bonus_comes_and_goes_with_control():
    """AF-114, AF-115: the same docking before and after the colony that wins the territory."""
    s = position(hand=[1, 5, 5, 5, 1], ships_in_play={"p0": 5}, ore={"p0": 3})
    play(s, "DOCK_SOLAR:1")
    assert at.fuel(s) == 1
    play(s, "DOCK_CONSTRUCTOR:5", "TERRITORY:lem_badlands", "DOCK_SOLAR:1")
    assert at.fuel(s) == 3


def test_af115_neither_isolated_nor_uncontrolled_territories_give_a_bonus():
    """AF-115, AF-113"""
    for extra in ({"fields": {"isolation_field": "lem_badlands"}}, {}):
        owners = {"p0": 1} if extra else {"p0": 1, "p1": 1}
        s = position(hand=[1], colonies={"lem_badlands": owners}, **extra)
        play(s, "DOCK_SOLAR:1")
        assert at.fuel(s) == 1


def test_af116_a_swap_is_judged_only_when_it_is_complete():
    """AF-116: taking a colony away first would lose control of the desert and the relic ship."""
    s = position(
        players=3,
        hand=[1],
        cards={"p0": ["polarity_device"]},
        colonies={"burroughs_desert": {"p0": 2, "p1": 1}, "lem_badlands": {"p1": 1, "p2": 1}},
        relic={"owner": "p0", "at": "hand", "value": 3},
    )
    play(s, "DISCARD:polarity_device", "TERRITORY:burroughs_desert", "OWNER:+1")
    play(s, "TERRITORY:lem_badlands", "OWNER:+2")
    assert at.relic(s) == {"owner": "p0", "at": "hand"}
    assert s.colonies[TERRITORIES.index("burroughs_desert")].tolist() == [2, 0, 1, 0]
    assert s.colonies[TERRITORIES.index("lem_badlands")].tolist() == [0, 2, 0, 0]


def test_af117_placed_colonies_stay_on_the_planet():
    """AF-117, AF-245: moving one neither returns nor places it."""
    s = position(
        hand=[1],
        cards={"p0": ["orbital_teleporter"]},
        colonies={"lem_badlands": {"p0": 7, "p1": 1}},
    )
    play(s, "DISCARD:orbital_teleporter", "TERRITORY:lem_badlands", "OWNER:+0")
    play(s, "TERRITORY:asimov_crater")
    assert s.unplaced[:2].tolist() == [1, 7]
    assert s.colonies.sum() == 8
    assert not s.over


def test_af118_the_formula_of_victory_points():
    """AF-118, AF-180: colonies, territories, City, Monument, Positron Field."""
    s = position(
        cards={"p0": ["alien_city", "alien_monument"], "p1": ["booster_pod"]},
        colonies={"lem_badlands": {"p0": 2, "p1": 1}, "asimov_crater": {"p0": 1, "p1": 1}},
        fields={"positron_field": "lem_badlands"},
    )
    assert at.vp(s) == 3 + 1 + 2 + 1
    assert at.vp(s, "p1") == 2


def test_af121_the_extra_space_comes_once_and_may_start_a_colony_on_space_2():
    """AF-120, AF-121: second docking of the turn; a third gets none; borrowed late it still counts."""
    s = position(
        ships_in_play={"p0": 4},
        hand=[1, 1, 1],
        hub={"p0": 6},
        fuel={"p0": 1},
        ore={"p0": 1},
        colonies={"asimov_crater": {"p0": 1}},
    )
    play(s, "DOCK_HUB:1", "LAUNCH", "TERRITORY:lem_badlands", "DOCK_HUB:1")
    assert s.hub[0] == 2
    play(s, "DOCK_HUB:1")
    assert s.hub[0] == 3
    s = position(
        hand=[1, 1],
        fuel={"p0": 1},
        cards={"p0": ["data_crystal"]},
        colonies={"asimov_crater": {"p1": 1}},
    )
    play(s, "DOCK_HUB:1", "POWER:data_crystal", "TERRITORY:asimov_crater", "DOCK_HUB:1")
    assert s.hub[0] == 3


def test_af123_the_desert_cannot_be_borrowed():
    """AF-123, AF-140: only its controller may buy the relic ship, at the full price."""
    s = position(
        hand=[1],
        fuel={"p0": 9},
        ore={"p0": 9},
        cards={"p0": ["data_crystal"]},
        colonies={"burroughs_desert": {"p1": 1}, "lem_badlands": {"p1": 1}},
    )
    assert "BUY_RELIC" not in legal(s)
    play(s, "POWER:data_crystal")
    assert legal(s) == {"TERRITORY:lem_badlands"}
    for given in ({"fuel": {"p0": 1}}, {"ore": {"p0": 1}}):
        assert "BUY_RELIC" not in legal(position(colonies=DESERT, **given))


def test_af128_the_first_ship_spends_the_bonus_even_if_it_did_not_need_it():
    """AF-128: after a 5 on a 5 the 1 is barred again; a late borrower has spent it as well."""
    s = position(
        players=4,
        hand=[5, 1],
        docked={"lunar_mine": [["p1", 5]]},
        colonies={"van_vogt_mountains": {"p0": 1}},
    )
    play(s, "DOCK_MINE:5")
    assert "DOCK_MINE:1" not in legal(s)
    s = position(
        players=4,
        hand=[5, 1],
        fuel={"p0": 1},
        cards={"p0": ["data_crystal"]},
        docked={"lunar_mine": [["p1", 5]]},
        colonies={"van_vogt_mountains": {"p1": 1}},
    )
    play(s, "DOCK_MINE:5", "POWER:data_crystal", "TERRITORY:van_vogt_mountains")
    assert "DOCK_MINE:1" not in legal(s)


def test_af129_territories_have_no_neighbours():
    """AF-129: nothing about adjacency is in the data, and every move between two is possible."""
    assert not any("adjacent" in name.lower() for name in vars(components))
    s = position(cards={"p0": ["orbital_teleporter"]}, colonies={"asimov_crater": {"p1": 1}})
    play(s, "DISCARD:orbital_teleporter", "TERRITORY:asimov_crater", "OWNER:+1")
    assert len(legal(s)) == 7


# --- relic ship -------------------------------------------------------------------------------


def test_af141_a_bought_relic_ship_is_rolled_from_the_next_turn_on():
    """AF-140, AF-141, AF-22"""
    s = position(hand=[1], fuel={"p0": 1}, ore={"p0": 1}, colonies=DESERT)
    play(s, "BUY_RELIC")
    assert at.relic(s) == {"owner": "p0", "at": "maintenance_bay"}
    assert at.hand(s) == [1]
    assert "BUY_RELIC" not in legal(s)
    play(s, "DOCK_SOLAR:1", "END_TURN")
    at.pass_until(s, 0)
    assert at.relic(s) == {"owner": "p0", "at": "hand"}
    assert len(at.hand(s)) == 4
    assert 1 <= s.value[24] <= 6


@pytest.mark.parametrize("place", ["hand", "alien_artifact", "maintenance_bay"])
def test_af142_it_returns_from_wherever_it_is(place):
    """AF-142: p0 loses the desert by his own swap."""
    value = 0 if place == "maintenance_bay" else 5
    s = position(
        hand=[1],
        cards={"p0": ["polarity_device"]},
        colonies={"burroughs_desert": {"p0": 1}, "lem_badlands": {"p1": 1}},
        relic={"owner": "p0", "at": place, "value": value},
    )
    play(s, "DISCARD:polarity_device", "TERRITORY:burroughs_desert", "OWNER:+0")
    play(s, "TERRITORY:lem_badlands", "OWNER:+1")
    assert at.relic(s) == "burroughs_desert"
    assert at.free_ports(s, "alien_artifact") == 4
    assert at.hand(s) == [1]


def test_af145_it_may_be_bought_back_in_the_turn_in_which_it_returned():
    """AF-145, AF-142: control lost by moving a colony away, regained by placing another."""
    s = position(
        hand=[4, 4, 4],
        fuel={"p0": 1},
        ore={"p0": 4},
        cards={"p0": ["orbital_teleporter"]},
        colonies=DESERT,
        relic={"owner": "p0", "at": "solar_converter", "value": 5},
    )
    play(s, "DISCARD:orbital_teleporter", "TERRITORY:burroughs_desert", "OWNER:+0")
    play(s, "TERRITORY:lem_badlands")
    assert at.relic(s) == "burroughs_desert"
    assert "BUY_RELIC" not in legal(s)
    play(s, "DOCK_CONSTRUCTOR:4", "TERRITORY:burroughs_desert", "BUY_RELIC")
    assert at.relic(s) == {"owner": "p0", "at": "maintenance_bay"}
    assert (at.fuel(s), at.ore(s)) == (0, 0)


def test_af146_the_relic_ship_has_no_colour():
    """AF-146, AF-101: with three coloured ships it does not allow a coloured 6 to terraform."""
    s = position(
        hand=[6],
        relic={"owner": "p0", "at": "hand", "value": 6},
        colonies=DESERT,
        fuel={"p0": 1},
        ore={"p0": 1},
    )
    assert "DOCK_TERRAFORM:coloured" not in legal(s)
    assert "DOCK_TERRAFORM:relic" in legal(s)


def test_af147_moving_it_with_the_helmet_does_not_change_its_holder():
    """AF-147, AF-224: p1 gathers it on the next turn."""
    s = position(
        hand=[1],
        fuel={"p0": 3},
        cards={"p0": ["mind_control_helmet"]},
        colonies={"burroughs_desert": {"p1": 1}},
        relic={"owner": "p1", "at": "lunar_mine", "value": 6},
    )
    play(s, "POWER:mind_control_helmet", "FACILITY:lunar_mine", "OPP_SHIP:relic")
    assert "DOCK_SOLAR:relic" in legal(s)
    play(s, "DOCK_SOLAR:relic")
    assert at.fuel(s) == 3
    assert at.relic(s) == {"owner": "p1", "at": "solar_converter"}
    play(s, "DOCK_SOLAR:1", "END_TURN")
    assert len(at.hand(s)) == 4


# --- fields -----------------------------------------------------------------------------------


def test_af150_a_field_may_go_anywhere_but_where_it_lies():
    """AF-150, AF-155: also to and from the Repulsor's territory, with or without colonies."""
    s = position(cards={"p0": ["gravity_manipulator"]}, fields={"repulsor_field": "lem_badlands"})
    play(s, "DISCARD:gravity_manipulator")
    assert legal(s) == {f"TERRITORY:{t}" for t in TERRITORIES if t != "lem_badlands"}
    play(s, "TERRITORY:asimov_crater")
    assert at.field(s, "repulsor_field") == "asimov_crater"
    s = position(cards={"p0": ["gravity_manipulator"]})
    play(s, "DISCARD:gravity_manipulator")
    assert len(legal(s)) == 8


def test_af152_isolation_ends_a_borrowed_bonus():
    """AF-152, AF-151: the fuel gained before stays."""
    s = position(
        hand=[1, 1],
        fuel={"p0": 1},
        cards={"p0": ["data_crystal", "stasis_beam"]},
        colonies={"lem_badlands": {"p1": 1}},
    )
    play(s, "POWER:data_crystal", "TERRITORY:lem_badlands", "DOCK_SOLAR:1")
    assert at.fuel(s) == 2
    play(s, "DISCARD:stasis_beam", "TERRITORY:lem_badlands", "DOCK_SOLAR:1")
    assert at.fuel(s) == 3
    assert at.control(s, "lem_badlands") == "p1"


def test_af153_the_positron_field_pays_the_controller_only():
    """AF-153, AF-187: nothing where nobody controls; the point moves with the field."""
    s = position(
        cards={"p0": ["data_crystal"]},
        colonies={"lem_badlands": {"p0": 1}, "asimov_crater": {"p0": 1, "p1": 1}},
        fields={"positron_field": "lem_badlands"},
    )
    assert at.vp(s) == 4
    play(s, "DISCARD:data_crystal", "TERRITORY:asimov_crater")
    assert at.vp(s) == 3
    assert at.field(s, "positron_field") == "asimov_crater"


def test_af155_the_repulsor_field_touches_neither_control_nor_bonus():
    """AF-155, AF-189: nor does it hold other fields back."""
    s = position(
        hand=[1],
        cards={"p0": ["gravity_manipulator"]},
        colonies={"lem_badlands": {"p0": 1}},
        fields={"isolation_field": "asimov_crater"},
    )
    play(s, "DISCARD:gravity_manipulator", "TERRITORY:lem_badlands")
    assert at.field(s, "repulsor_field") == "lem_badlands"
    assert at.control(s, "lem_badlands") == "p0"
    play(s, "DOCK_SOLAR:1")
    assert at.fuel(s) == 2
