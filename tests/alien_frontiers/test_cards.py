"""Alien technology cards (AF-160 to AF-225)."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from exozoo.envs.alien_frontiers.components import CARD_IDS
from exozoo.envs.alien_frontiers.constants import DATA_CRYSTAL
from exozoo.envs.alien_frontiers.rules.effects import lose_card
from tests.alien_frontiers import positions as at
from tests.alien_frontiers.positions import legal, play, position

POWERS = set(at.RANGES["POWER"]["labels"])
DISCARDS = set(at.RANGES["DISCARD"]["labels"])


def test_af160_cards_are_used_on_ones_own_turn_only():
    """AF-160: p1's Booster Pod is no option of p0's, nor can p1 decide anything now."""
    s = position(hand=[1], fuel={"p0": 5, "p1": 5}, cards={"p1": ["booster_pod"]})
    assert not {label for label in legal(s) if label.startswith(("POWER", "DISCARD"))}
    assert s.seat == 0


def test_af161_each_power_once_a_turn():
    """AF-161: and again on the next turn."""
    s = position(hand=[1, 1], fuel={"p0": 5}, cards={"p0": ["booster_pod", "polarity_device"]})
    play(s, "POWER:booster_pod", "OWN_SHIP:1")
    assert "POWER:booster_pod" not in legal(s)
    play(s, "POWER:polarity_device", "OWN_SHIP:2")
    assert at.hand(s) == [1, 5]
    play(s, "DOCK_SOLAR:1", "DOCK_SOLAR:5", "END_TURN")
    at.pass_until(s, 0)
    s.value[:3] = 3
    assert "POWER:booster_pod" in legal(s)


def test_af164_no_player_ever_holds_two_cards_of_a_type():
    """AF-164, AF-217: the Warper does not retrieve a type already held."""
    s = position(
        cards={"p0": ["temporal_warper", "booster_pod"]}, pile=["booster_pod", "stasis_beam"]
    )
    play(s, "DISCARD:temporal_warper")
    assert legal(s) == {"CARD:stasis_beam"}


@pytest.mark.parametrize(
    ("card", "value", "result"),
    [
        ("booster_pod", 5, 6),
        ("booster_pod", 6, None),
        ("stasis_beam", 2, 1),
        ("stasis_beam", 1, None),
        ("polarity_device", 1, 6),
        ("polarity_device", 3, 4),
    ],
)
def test_af166_values_stay_between_1_and_6(card, value, result):
    """AF-166, AF-170, AF-181, AF-206, AF-213"""
    s = position(hand=[value], fuel={"p0": 1}, cards={"p0": [card]})
    assert (f"POWER:{card}" in legal(s)) == (result is not None)
    if result:
        play(s, f"POWER:{card}", f"OWN_SHIP:{value}")
        assert at.hand(s) == [result]
        assert at.fuel(s) == 0


def test_af167_only_ships_in_hand_change():
    """AF-167, AF-170: docked ships and those in the bay are no targets."""
    for card in ("booster_pod", "stasis_beam", "polarity_device", "temporal_warper"):
        s = position(hand=[3], fuel={"p0": 9}, cards={"p0": [card]})
        assert f"POWER:{card}" in legal(s)
        play(s, "DOCK_SOLAR:3")
        assert f"POWER:{card}" not in legal(s)


def test_af168_an_empty_deck_is_made_of_the_discard_pile():
    """AF-168: a refresh discards first; a claim refills from the new deck."""
    s = position(hand=[6, 2], deck_is_empty=True)
    before = sorted(at.pile(s) + at.display(s))
    play(s, "DOCK_ARTIFACT:6", "REFRESH")
    assert at.pile(s) == []
    assert s.deck_size == 21
    deck = [CARD_IDS[card] for card in s.deck[: s.deck_size]]
    assert sorted(deck + at.display(s)) == before
    s = position(
        hand=[6, 2],
        cards={"p0": list(CARD_IDS[3:]), "p1": list(CARD_IDS[2:])},
        display=["alien_city", "booster_pod", "alien_monument"],
    )
    assert s.deck_size == 0
    play(s, "DOCK_ARTIFACT:6", "STOP", "DOCK_ARTIFACT:2", "CLAIM:1")
    assert at.display(s) == ["alien_city", "alien_monument"]  # nothing left: the slot stays empty
    assert s.display[1] == -1


def test_af168_a_slot_left_empty_waits_for_a_refresh():
    """AF-44, AF-168: neither a discarded card nor another claim fills it."""
    s = position(
        hand=[6, 2, 6, 3],
        ships_in_play={"p0": 4},
        cards={"p0": list(CARD_IDS[3:]), "p1": list(CARD_IDS[2:])},
        display=["alien_city", "booster_pod", "alien_monument"],
    )
    play(s, "DOCK_ARTIFACT:6", "STOP", "DOCK_ARTIFACT:2", "CLAIM:1")
    assert s.display[1] == -1
    play(s, "DISCARD:stasis_beam", "TERRITORY:asimov_crater")
    assert at.pile(s) == ["stasis_beam"]
    assert s.display[1] == -1
    lose_card(s, np.int64(1), DATA_CRYSTAL)
    play(s, "DOCK_ARTIFACT:6", "STOP", "DOCK_ARTIFACT:3")
    refreshed = play(s.copy(), "REFRESH")
    assert len(at.display(refreshed)) == 3
    play(s, "CLAIM:0")
    assert s.deck_size == 1  # one of the two cards: the claimed slot alone is refilled
    assert s.display[1] == -1


def test_af168_the_reshuffle_is_random():
    """AF-168: the new deck is in no fixed order."""
    orders = set()
    for seed in range(5):
        s = position(hand=[6], seed=seed, deck_is_empty=True)
        play(s, "DOCK_ARTIFACT:6", "REFRESH")
        orders.add(s.deck.tobytes())
    assert len(orders) == 5


def test_af169_used_up_cards_lie_open_in_the_pile():
    """AF-169: at once, before the target is chosen."""
    s = position(cards={"p0": ["stasis_beam"]})
    play(s, "DISCARD:stasis_beam")
    assert at.pile(s) == ["stasis_beam"]
    assert at.held(s, "p0") == []


def test_af170_no_power_without_a_target():
    """AF-170: an empty board and hand leave nothing for any card to act on."""
    cards = list(CARD_IDS)
    s = position(hand=[], fuel={"p0": 20}, cards={"p0": cards})
    assert legal(s) == {
        "END_TURN",
        "DISCARD:data_crystal",
        "DISCARD:gravity_manipulator",
        "DISCARD:stasis_beam",
    }


def test_af180_city_and_monument_are_a_point_each_while_held():
    """AF-180: both with one player; stolen, the point goes along."""
    s = position(hand=[1, 2, 3], cards={"p1": ["alien_city", "alien_monument"]})
    assert (at.vp(s), at.vp(s, "p1")) == (0, 2)
    play(s, "DOCK_RAIDERS:1", "RAID_CARD:+1:alien_city")
    assert (at.vp(s), at.vp(s, "p1")) == (1, 1)
    assert not {"alien_city", "alien_monument"} & (POWERS | DISCARDS)


def test_af184_a_bonus_one_has_already_is_not_offered():
    """AF-184, AF-183: the others for as much fuel as colonies stand there."""
    s = position(
        hand=[1],
        fuel={"p0": 2},
        cards={"p0": ["data_crystal"]},
        colonies={
            "lem_badlands": {"p0": 1},
            "asimov_crater": {"p1": 2},
            "herbert_valley": {"p1": 3},
        },
    )
    play(s, "POWER:data_crystal")
    assert legal(s) == {"TERRITORY:asimov_crater"}
    play(s, "TERRITORY:asimov_crater")
    assert at.fuel(s) == 0
    assert at.control(s, "asimov_crater") == "p1"


def test_af185_a_borrowed_bonus_lasts_until_the_end_of_the_turn():
    """AF-185, AF-186: Pohl Foothills at the full price makes later powers cheaper."""
    s = position(
        hand=[1, 1],
        fuel={"p0": 2},
        cards={"p0": ["data_crystal", "booster_pod"]},
        colonies={"pohl_foothills": {"p1": 2}},
    )
    play(s, "POWER:data_crystal", "TERRITORY:pohl_foothills")
    assert at.fuel(s) == 0
    play(s, "POWER:booster_pod", "OWN_SHIP:1")
    assert at.fuel(s) == 0
    play(s, "DOCK_SOLAR:1", "DOCK_SOLAR:2", "END_TURN")
    assert s.borrowed == -1


def test_af188_lower_one_ship_and_raise_a_different_one():
    """AF-188: every ordered pair of ships that stays within 1 to 6, and no other."""
    for hand in ([1, 6], [6, 6], [1, 1], [2, 6], [5], [1, 2, 6], [3, 3, 4]):
        wanted = {
            tuple(sorted([*rest, hand[low] - 1, hand[high] + 1]))
            for low in range(len(hand))
            for high in range(len(hand))
            if low != high and hand[low] > 1 and hand[high] < 6
            for rest in [[v for i, v in enumerate(hand) if i not in (low, high)]]
        }
        s = position(hand=hand, fuel={"p0": 2}, cards={"p0": ["gravity_manipulator"]})
        assert ("POWER:gravity_manipulator" in legal(s)) == bool(wanted)
        if not wanted:
            continue
        play(s, "POWER:gravity_manipulator")
        found = set()
        for lower in legal(s):
            between = play(s.copy(), lower)
            assert legal(between)
            for higher in legal(between):
                found.add(tuple(at.hand(play(between.copy(), higher))))
        assert found == wanted, hand


def test_af189_and_af214_place_their_own_fields():
    """AF-187, AF-189, AF-214"""
    for card, field in (
        ("data_crystal", "positron_field"),
        ("gravity_manipulator", "repulsor_field"),
        ("stasis_beam", "isolation_field"),
    ):
        s = position(cards={"p0": [card]})
        play(s, f"DISCARD:{card}", "TERRITORY:herbert_valley")
        assert {name: at.field(s, name) for name in at.FIELDS} == {
            name: "herbert_valley" if name == field else None for name in at.FIELDS
        }


def test_af191_a_second_decoy_is_discarded_and_protects_only_against_raids():
    """AF-190, AF-191: the cannon hits the holder's ships all the same."""
    s = position(
        ships_in_play={"p0": 4},
        hand=[1, 2, 3],
        fuel={"p0": 1},
        ore={"p1": 4},
        cards={"p0": ["holographic_decoy", "plasma_cannon"], "p1": ["holographic_decoy"]},
        docked={"lunar_mine": [["p1", 4]]},
    )
    assert "POWER:plasma_cannon" in legal(s)
    play(s, "DOCK_RAIDERS:1")
    assert legal(s) == {"STOP", "RAID_CARD:+1:holographic_decoy"}
    play(s, "RAID_CARD:+1:holographic_decoy")
    assert at.held(s, "p1") == []
    assert at.pile(s) == ["holographic_decoy"]


# --- Orbital Teleporter, Mind Control Helmet ----------------------------------------------------


def test_af193_a_teleported_ship_joins_ships_from_the_hand_not_docked_ones():
    """AF-193, AF-195: pair, triple and run each use the moved ship."""
    s = position(
        ships_in_play={"p0": 5},
        hand=[3, 3, 4, 5],
        fuel={"p0": 4},
        ore={"p0": 4},
        cards={"p0": ["orbital_teleporter"]},
        docked={"solar_converter": [["p0", 3]]},
    )
    play(s, "POWER:orbital_teleporter", "FACILITY:solar_converter", "OWN_SHIP:3")
    assert at.fuel(s) == 2
    assert legal(s) == {
        "DOCK_MINE:3",
        "DOCK_ARTIFACT:3",
        "DOCK_HUB:3",
        "DOCK_MARKET:3",
        "DOCK_CONSTRUCTOR:3",
        "DOCK_RAIDERS:3",
    }
    play(s, "DOCK_RAIDERS:3")
    assert at.hand(s) == [3, 3]
    alone = position(
        hand=[],
        fuel={"p0": 9},
        ore={"p0": 9},
        cards={"p0": ["orbital_teleporter"]},
        docked={"solar_converter": [["p0", 3], ["p0", 3]]},
    )
    play(alone, "POWER:orbital_teleporter", "FACILITY:solar_converter", "OWN_SHIP:3")
    assert not any("MARKET" in label for label in legal(alone))


def test_af194_the_station_is_a_destination_of_the_teleporter():
    """AF-194: paid after the card; its value cannot be changed on the way."""
    s = position(
        ships_in_play={"p0": 4},
        hand=[1],
        fuel={"p0": 3},
        ore={"p0": 1},
        cards={"p0": ["orbital_teleporter", "stasis_beam"]},
        docked={"lunar_mine": [["p0", 6]]},
    )
    play(s, "POWER:orbital_teleporter", "FACILITY:lunar_mine", "OWN_SHIP:6")
    assert all(label.startswith("DOCK_") for label in legal(s))
    play(s, "DOCK_TERRAFORM:coloured", "TERRITORY:lem_badlands")
    assert at.fuel(s) == 0
    assert at.docked(s, "terraforming_station") == [("p0", 6)]


def test_af195_the_price_of_the_card_counts_before_the_docking():
    """AF-195: one place left, the Shipyard; 3 fuel pay card and ship, 2 fuel do not."""
    full = {
        "solar_converter": [["p1", 1]] * 6,
        "alien_artifact": [["p2", 1]] * 4,
        "lunar_mine": [["p2", 6], ["p2", 6]],
        "orbital_market": [["p0", 2], ["p0", 2]],
    }
    for fuel in (2, 3):
        s = position(
            players=3,
            ships_in_play={"p0": 3, "p1": 6, "p2": 6},
            hand=[2],
            docked=full,
            hub={"p0": 7},
            fuel={"p0": fuel},
            ore={"p0": 1},
            cards={"p0": ["orbital_teleporter"]},
            relic={"owner": "p1", "at": "solar_converter", "value": 1},
            colonies={"burroughs_desert": {"p1": 1}},
        )
        assert ("POWER:orbital_teleporter" in legal(s)) == (fuel == 3)


def test_af197_colonies_neither_leave_nor_enter_the_repulsor_field():
    """AF-196, AF-197"""
    s = position(
        players=3,
        cards={"p0": ["orbital_teleporter"]},
        colonies={"lem_badlands": {"p1": 1, "p2": 1}, "asimov_crater": {"p0": 1}},
        fields={"repulsor_field": "asimov_crater"},
    )
    play(s, "DISCARD:orbital_teleporter")
    assert legal(s) == {"TERRITORY:lem_badlands"}
    play(s, "TERRITORY:lem_badlands")
    assert legal(s) == {"OWNER:+1", "OWNER:+2"}
    play(s, "OWNER:+2")
    assert len(legal(s)) == 6
    assert "TERRITORY:asimov_crater" not in legal(s)


def test_af222_the_helmet_needs_a_docking_it_can_pay_for():
    """AF-222: with the card paid nothing is left for a ship at the full Solar Converter."""
    s = position(
        players=2,
        hand=[],
        fuel={"p0": 2, "p1": 0},
        cards={"p0": ["mind_control_helmet"]},
        docked={"solar_converter": [["p1", 3]]},
    )
    assert "POWER:mind_control_helmet" not in legal(s)
    s = position(
        hand=[],
        fuel={"p0": 3},
        cards={"p0": ["mind_control_helmet"]},
        docked={"solar_converter": [["p1", 3]]},
    )
    assert "POWER:mind_control_helmet" in legal(s)


def test_af223_a_borrowed_ship_counts_as_docked_by_the_player():
    """AF-223: tally, hub track and Asimov count, mine order, market rate; never for the price."""

    def with_helmet(**given):
        return position(
            fuel={"p0": 6},
            ore={"p0": 3},
            cards={"p0": ["mind_control_helmet"]},
            docked={"solar_converter": [["p1", 4]]},
            **given,
        )

    take = ("POWER:mind_control_helmet", "FACILITY:solar_converter", "OPP_SHIP:+1:4")
    s = play(with_helmet(hand=[4, 1]), "DOCK_ARTIFACT:4", "STOP", *take, "DOCK_ARTIFACT:4")
    assert s.tally == 8
    assert "REFRESH" in legal(s)
    s = with_helmet(hand=[1, 1], colonies={"asimov_crater": {"p0": 1}})
    play(s, *take, "DOCK_HUB:4", "DOCK_HUB:1")
    assert s.hub[0] == 3
    assert s.hub[1] == 0
    s = play(with_helmet(hand=[1, 5]), *take, "DOCK_MINE:4")
    assert at.ore(s) == 4
    assert "DOCK_MINE:1" not in legal(s)
    s = play(with_helmet(hand=[4, 1]), *take, "DOCK_MARKET:4")
    assert at.rate(s) == 4
    s = play(with_helmet(hand=[4, 1]), *take, "DOCK_SHIPYARD:4")
    assert (at.fuel(s), at.ore(s)) == (2, 2)


def test_af224_the_player_cannot_teleport_a_borrowed_ship():
    """AF-224: it is not one of his own ships."""
    s = position(
        hand=[],
        fuel={"p0": 9},
        cards={"p0": ["mind_control_helmet", "orbital_teleporter"]},
        docked={"solar_converter": [["p1", 4]]},
    )
    play(s, "POWER:mind_control_helmet", "FACILITY:solar_converter", "OPP_SHIP:+1:4")
    play(s, "DOCK_ARTIFACT:4", "STOP")
    assert "POWER:orbital_teleporter" not in legal(s)


def test_af225_helmet_decoy_cache_and_vp_cards_have_no_discard_power():
    """AF-225, AF-210, AF-191, AF-180"""
    assert set(CARD_IDS) - DISCARDS == {
        "alien_city",
        "alien_monument",
        "holographic_decoy",
        "mind_control_helmet",
        "resource_cache",
    }
    assert set(CARD_IDS) - POWERS == {
        "alien_city",
        "alien_monument",
        "holographic_decoy",
        "resource_cache",
    }


# --- Plasma Cannon ------------------------------------------------------------------------------


def test_af200_any_set_of_ships_at_one_facility_in_exactly_one_way():
    """AF-200: all non-empty multisets of the ships there, each paid by its size."""
    ships = [["p1", 2], ["p1", 2], ["p2", 2], ["p3", 6]]
    s = position(
        players=4,
        hand=[1],
        fuel={"p0": 3},
        cards={"p0": ["plasma_cannon"]},
        docked={"lunar_mine": ships, "solar_converter": [["p1", 1]]},
    )
    play(s, "POWER:plasma_cannon", "FACILITY:lunar_mine")
    outcomes = []

    def explore(state):
        if at.phase(state) == "MAIN":
            outcomes.append((at.fuel(state), tuple(at.docked(state, "lunar_mine"))))
            return
        for label in legal(state):
            explore(play(state.copy(), label))

    explore(s)
    owned = [(owner, value) for owner, value in ships]
    wanted = {
        (3 - size, tuple(sorted(owned[i] for i in range(4) if i not in shot)))
        for size in (1, 2, 3)
        for shot in combinations(range(4), size)
    }
    assert len(outcomes) == len(set(outcomes))
    assert set(outcomes) == wanted


def test_af201_a_relic_ship_shot_off_the_station_goes_to_the_desert():
    """AF-201, AF-144"""
    s = position(
        hand=[1],
        fuel={"p0": 1},
        cards={"p0": ["plasma_cannon"]},
        colonies={"burroughs_desert": {"p1": 1}},
        relic={"owner": "p1", "at": "terraforming_station", "value": 6},
    )
    play(s, "POWER:plasma_cannon", "FACILITY:terraforming_station", "OPP_SHIP:relic")
    assert at.relic(s) == "burroughs_desert"


def test_af203_the_relic_ship_is_always_a_legal_target_of_the_discard():
    """AF-203: the owner's three coloured ships are not."""
    s = position(
        hand=[1],
        cards={"p0": ["plasma_cannon"]},
        colonies={"burroughs_desert": {"p1": 1}},
        docked={"lunar_mine": [["p1", 3]]},
        relic={"owner": "p1", "at": "lunar_mine", "value": 6},
    )
    play(s, "DISCARD:plasma_cannon", "FACILITY:lunar_mine")
    assert legal(s) == {"OPP_SHIP:relic"}
    play(s, "OPP_SHIP:relic")
    assert at.relic(s) == "burroughs_desert"


def test_af204_a_destroyed_ship_is_in_the_stock_again():
    """AF-204, AF-202"""
    s = position(
        hand=[1],
        cards={"p0": ["plasma_cannon"]},
        ships_in_play={"p1": 4},
        docked={"solar_converter": [["p1", 2]]},
    )
    play(s, "DISCARD:plasma_cannon", "FACILITY:solar_converter", "OPP_SHIP:+1:2")
    assert at.count_ships(s, "p1", "stock") == 3
    assert at.pile(s) == ["plasma_cannon"]
