"""Components and set-up (AF-1 to AF-16)."""

from __future__ import annotations

import json
from collections import Counter

import numpy as np
import pytest

import exozoo
from exozoo.envs.alien_frontiers import GAME, components
from exozoo.envs.alien_frontiers.components import CARD_IDS
from tests.alien_frontiers import positions as at
from tests.alien_frontiers.positions import legal, play, position


def new(players: int, seed: int = 0) -> np.record:
    return GAME.new_state(seed, players=players, auto_resolve=False)


def test_af1_two_to_four_players():
    """AF-1"""
    assert (GAME.min_players, GAME.max_players) == (2, 4)
    for players in (1, 5):
        with pytest.raises(ValueError, match=r"2\.\.4"):
            GAME.new_state(players=players)


def test_af2_the_box_holds_24_ships_24_cards_20_ore_and_30_fuel():
    """AF-2"""
    assert components.SUPPLY.tolist() == [30, 20]
    assert dict(zip(CARD_IDS, components.COPIES_OF_CARD.tolist(), strict=True)) == {
        card: 1 if card in ("alien_city", "alien_monument") else 2 for card in CARD_IDS
    }
    s = new(4)
    assert (s.place[:24] >= 0).sum() == 24
    assert len(components.TERRITORY_NAMES) == 8
    assert len(components.FIELD_NAMES) == 3
    assert len(components.FACILITY_NAMES) == 10


def test_af3_every_ship_is_in_exactly_one_place():
    """AF-3: three ships of each seat wait in the bay, the first player's are in his hand."""
    s = new(3)
    places = Counter(at.PLACES[place] for place in s.place[:18])
    assert places == {"hand": 3, "maintenance_bay": 6, "stock": 9}
    assert (s.place[18:24] == -1).all()


def test_af4_a_fleet_is_at_most_seven_dice():
    """AF-4: six coloured ships, also those in the bay or on the station, and the relic ship."""
    s = position(
        players=2,
        ships_in_play={"p0": 6},
        hand=[6, 1, 1, 1, 1],
        relic={"owner": "p0", "at": "hand", "value": 2},
        colonies={"burroughs_desert": {"p0": 1}},
        fuel={"p0": 9},
        ore={"p0": 9},
    )
    assert at.hand(s) == [1, 1, 1, 1, 2, 6]
    assert at.in_play(s, "p0") == 6
    assert not any(label.startswith("DOCK_SHIPYARD") for label in legal(s))
    play(s, "DOCK_TERRAFORM:coloured", "TERRITORY:lem_badlands")
    assert at.in_play(s, "p0") == 6


# AF-6: the symbols that the printed text lost, as they stand in the data
def test_af6_restored_symbols():
    fuel, ore = 0, 1
    assert components.START_OF_SEAT.tolist() == [[0, 0], [1, 0], [0, 1], [1, 1]]
    assert components.LAUNCH_COST.tolist() == [[1, 1]]
    assert components.RELIC_COST.tolist() == [[1, 1]]
    costs = dict(zip(at.FACILITIES, components.COST_OF_FACILITY.tolist(), strict=True))
    assert costs["colony_constructor"][ore] == 3
    assert costs["colony_constructor"][fuel] == 0
    assert costs["terraforming_station"] == [1, 1]
    assert components.PRICE_OF_SHIP.tolist()[3:6] == [1, 2, 3]
    powers = dict(zip(CARD_IDS, components.POWER_FUEL.tolist(), strict=True))
    assert {card: cost for card, cost in powers.items() if cost} == {
        "booster_pod": 1,
        "gravity_manipulator": 2,
        "mind_control_helmet": 3,
        "orbital_teleporter": 2,
        "polarity_device": 1,
        "stasis_beam": 1,
        "temporal_warper": 1,
    }


@pytest.mark.parametrize(("players", "deck"), [(2, 19), (3, 18), (4, 17)])
def test_af10_three_cards_on_display_and_one_for_each_player(players, deck):
    """AF-10"""
    s = new(players)
    assert s.deck_size == deck
    assert len(at.display(s)) == 3
    assert [len(at.held(s, f"p{seat}")) for seat in range(players)] == [1] * players
    assert at.pile(s) == []


@pytest.mark.compiled
def test_af10_the_deal_is_a_fair_shuffle():
    """AF-10: each of the 24 cards is dealt to the second player about equally often."""
    held = exozoo.Batch(GAME, 1200, seed=1).states["cards"][:, 1]
    counts = dict(zip(CARD_IDS, held.sum(axis=0).tolist(), strict=True))
    for card in CARD_IDS:
        copies = 1 if card in ("alien_city", "alien_monument") else 2
        assert 0.6 * 50 * copies < counts[card] < 1.5 * 50 * copies, card


def test_af11_three_ships_in_play_and_three_in_the_stock():
    """AF-11"""
    s = new(4)
    for seat in range(4):
        assert at.in_play(s, f"p{seat}") == 3
        assert at.count_ships(s, f"p{seat}", "stock") == 3


@pytest.mark.parametrize(("players", "colonies"), [(2, 8), (3, 7), (4, 6)])
def test_af12_colonies_by_number_of_players(players, colonies):
    """AF-12"""
    assert new(players).unplaced[:players].tolist() == [colonies] * players


def test_af14_later_seats_are_compensated_once():
    """AF-14: seat 0 begins; fuel, ore, both for the seats that follow."""
    s = new(4, seed=5)
    assert "resource_cache" not in at.held(s, "p0") + at.pile(s)
    assert s.seat == 0
    assert s.resources.tolist() == [[0, 0], [1, 0], [0, 1], [1, 1]]
    assert s.supply.tolist() == [28, 18]


def test_af15_the_planet_is_empty_and_the_relic_ship_lies_on_burroughs_desert():
    """AF-15"""
    s = new(3)
    assert s.colonies.sum() == 0
    assert [at.control(s, territory) for territory in at.TERRITORIES] == [None] * 8
    assert at.relic(s) == "burroughs_desert"
    assert [at.field(s, field) for field in at.FIELDS] == [None] * 3


def test_af16_scores_start_at_0_or_1_with_city_or_monument():
    """AF-16"""
    seen = set()
    for seed in range(60):
        s = new(2, seed)
        for player in ("p0", "p1"):
            worth = at.held(s, player)[0] in ("alien_city", "alien_monument")
            assert at.vp(s, player) == worth
            seen.add(worth)
    assert seen == {True, False}


def test_action_layout_is_the_published_one():
    """Version 0: every id of action_space.json, block by block."""
    assert GAME.version == 0
    assert GAME.num_actions == at.ACTION_SPACE["size"] == 195
    rows = [(block.name.upper(), first, block.size) for first, _, block in GAME.actions.rows()]
    assert rows == [(r["name"], r["start"], r["size"]) for r in at.ACTION_SPACE["ranges"]]
    phases = json.loads((at.DATA / "action_space.json").read_text("utf-8"))["phases"]
    assert list(at.PHASE_NAMES) == phases
