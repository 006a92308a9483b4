"""How actions are weighed before any search."""

from __future__ import annotations

import numpy as np
import pytest

import exozoo
from exozoo.agents.heuristics.table import PLAIN
from exozoo.agents.search.tree import softmax
from exozoo.agents.weighing import (
    SCRATCH,
    Ahead,
    _advance_first,
    appraise_by_score,
    bind_turn,
    bind_weighing,
    trust_in_networks,
    turns_ahead,
)
from exozoo.envs.core.jit import bind
from tests.agents.positions import last_choice
from tests.toy import TOY


def weights(weigh, states: np.ndarray) -> dict[int, float]:
    mask = TOY.legal_mask(states[0])
    out = np.zeros(TOY.num_actions)
    weigh(states[0], mask, PLAIN, np.zeros(SCRATCH, TOY.dtype), 0, out)
    return {int(action): float(out[action]) for action in np.flatnonzero(mask)}


def test_by_score_weighs_the_lead_right_after_the_action():
    states = last_choice(9, hand=(4, 12), gone=(0, 1, 2, 3), hidden=15)
    weigh = bind_weighing(TOY, "score").weigh
    assert weights(weigh, states) == {4: -1.0, 12: 1.0}
    assert weights(bind_weighing(TOY, "even").weigh, states) == {4: 0.0, 12: 0.0}


@pytest.mark.parametrize(("hidden", "kept"), [(5, 1 - 0.3), (15, -0.3 * 2)])
def test_by_turn_plays_on_and_counts_real_points_at_the_end(hidden, kept):
    # 12 wins now and 4 loses the forced last round: one each. 4 loses now; 12 then meets `hidden`.
    states = last_choice(9, hand=(4, 12), gone=(0, 1, 2, 3), hidden=hidden)
    found = weights(bind_turn(TOY, appraise_by_score).weigh, states)
    assert found == pytest.approx({12: 1 - 0.3, 4: kept})


def advanced(advance, states: np.ndarray) -> np.ndarray:
    work = np.zeros(1 + SCRATCH, TOY.dtype)
    work[0] = states[0]
    mask = TOY.legal_mask(work[0])
    advance(work, 0, mask, PLAIN, np.zeros(TOY.num_actions))
    assert (mask == TOY.legal_mask(work[0])).all()
    return work[0]


@pytest.mark.parametrize("bound", [bind_weighing(TOY, "score"), bind_turn(TOY, appraise_by_score)])
def test_advance_plays_what_weighs_most(bound):
    # 12 takes this round and 4 loses the forced last one; 4 first would lose both
    state = advanced(bound.advance, last_choice(9, hand=(4, 12), gone=(0, 1, 2, 3), hidden=15))
    assert state["over"]
    assert state["scores"][:2].tolist() == [1, 1]


def test_search_plays_on_as_far_as_suits_the_game():
    planet, sun = map(exozoo.load_game, ("planet_unknown", "beyond_the_sun"))
    usual = turns_ahead(TOY, "score", is_timed=False)
    assert usual == Ahead.always(usual.turns)
    first = turns_ahead(planet, "heuristic", is_timed=False)
    assert first.turns == usual.turns < first.later
    assert first.near > 0
    assert turns_ahead(planet, "heuristic", is_timed=True) == Ahead.always(first.later)
    gaia = exozoo.load_game("gaia_project")
    rounds = turns_ahead(gaia, "heuristic", is_timed=True)
    assert rounds == turns_ahead(gaia, "heuristic", is_timed=False)
    assert rounds.near > 0 < rounds.sway
    further = turns_ahead(sun, "heuristic", is_timed=False)
    assert turns_ahead(sun, "heuristic", is_timed=True) == further
    assert further.turns == further.later > usual.turns
    assert turns_ahead(TOY, "even", is_timed=False) == Ahead.always(0)  # nothing to play on by


def test_other_seats_pass_where_they_matter_little():
    planet, sun = (
        bind_weighing(exozoo.load_game(name), "heuristic")
        for name in ("planet_unknown", "beyond_the_sun")
    )
    assert sun.advance_other is sun.advance
    assert planet.advance_other is not planet.advance
    # the first legal action is 4, which gives the other seat both rounds
    states = last_choice(9, hand=(4, 12), gone=(0, 1, 2, 3), hidden=15)
    state = advanced(bind(_advance_first, play=TOY.kernels.play), states)
    assert state["over"]
    assert state["scores"][:2].tolist() == [2, 0]


def test_search_leaves_the_appraisal_out_only_where_networks_know_better():
    assert trust_in_networks(TOY, "score") == 1
    assert trust_in_networks(exozoo.load_game("alien_frontiers"), "heuristic") == 1
    assert 0 < trust_in_networks(exozoo.load_game("beyond_the_sun"), "heuristic") < 1


def test_priors_are_points_over_the_temperature_whatever_else_is_legal():
    for others in ([], [-100.0], [-100.0, -3.0]):
        weights = np.array([5.0, 4.0, 7.0, *(5.0 + other for other in others)])
        mask = np.ones(weights.size, np.uint8)
        mask[2] = 0
        softmax(mask, weights, 0.5)
        assert weights[0] / weights[1] == pytest.approx(np.exp(1 / 0.5))
        assert weights[mask == 1].sum() == pytest.approx(1)


def test_unknown_weighings_are_refused():
    with pytest.raises(ValueError, match="allowed are"):
        bind_weighing(TOY, "best")
