"""Counting what players do: by agents and in recorded games alike."""

from __future__ import annotations

import numpy as np
import pytest

import exozoo
from exozoo.benchmarks.habits import Counter, Tally, count_agent, count_recorded, counters_of
from exozoo.benchmarks.habits.__main__ import main
from exozoo.envs.core.recorded import Recorded
from exozoo.envs.registry import game_names
from tests.benchmarks.complaints import complaint
from tests.toy import TOY


def test_a_game_without_counters_says_so():
    with pytest.raises(ValueError, match="declares no habits"):
        counters_of(TOY)


@pytest.mark.parametrize(
    "words",
    [
        ["chess", "random"],
        ["alien_frontiers", "nobody"],
        ["alien_frontiers", "random", "--games", "0"],
        ["alien_frontiers", "random", "--players", "9"],
        ["alien_frontiers", "--recorded", "game.txt"],
        [],
    ],
)
def test_what_is_wrong_is_said_in_a_line(words, capsys):
    assert complaint(main, words, capsys)


@pytest.mark.compiled
@pytest.mark.parametrize("name", game_names())
def test_every_game_declares_what_is_counted(name):
    game = exozoo.load_game(name)
    names = [counter.name for counter in counters_of(game)]
    assert len(set(names)) == len(names)
    means = count_agent(game, "random", 2, range(3)).means()
    assert list(means) == names
    assert means[names[0]] > 0


def test_counts_are_means_over_the_seats_of_all_games():
    game = exozoo.load_game("alien_frontiers")
    counters = (
        Counter("decisions", at_decision=lambda state, action: 1.0),
        Counter("seat", at_end=lambda state, seat: float(seat)),
    )
    tally = Tally(game, counters)
    state = {"seat": np.int8(1)}
    counts = tally.open(2)
    tally.decided(counts, state, 0)
    tally.decided(counts, state, 0)
    tally.ended(counts, state)
    assert tally.means() == {"decisions": 1.0, "seat": 0.5}


def test_recorded_games_are_counted_from_their_decisions():
    game = exozoo.load_game("gaia_project")
    state = game.new_state(seed=4, players=2)
    actions = []
    while not state["over"]:
        actions.append(int(game.legal_actions(state)[0]))
        game.step(state, actions[-1])
    means = count_recorded(game, [Recorded({"players": 2}, 4, actions)]).means()
    assert means["points"] == pytest.approx(np.mean(state["scores"][:2]))
