"""What every game promises to those who use it, checked once for all games."""

from __future__ import annotations

import numpy as np
import pytest

import exozoo
from tests.all_games.games import each_count, each_game
from tests.random_play import play_random

pytestmark = pytest.mark.compiled


@each_count
@pytest.mark.parametrize("threads", [1, 2, 4])
def test_batch_equals_one_by_one(game, players, threads):
    seeds = [10, 11, 12, 13, 14]
    batch = exozoo.Batch(game, len(seeds), threads=threads, auto_reset=False, players=players)
    batch.reset(seeds=seeds)
    singles = [game.new_state(seed, players=players) for seed in seeds]
    rng = np.random.default_rng(threads)
    for _ in range(60):
        running = batch.dones == 0
        actions = np.zeros(len(seeds), np.int64)
        for number in np.flatnonzero(running):
            legal = game.legal_actions(singles[number])
            assert np.array_equal(legal, np.flatnonzero(batch.legal()[number]))
            actions[number] = rng.choice(legal)
            game.step(singles[number], actions[number])
        if running.any():
            batch.step(actions, where=running)
        assert batch.states.tobytes() == b"".join(single.tobytes() for single in singles)
        for number, seen in enumerate(batch.observe()):
            assert np.array_equal(seen, game.observe(singles[number]))
    batch.close()


@each_count
def test_positions_keep_their_promises(game, players):
    """Bounds, secrecy, copies and descriptions, at every few decisions of random games."""
    low, high = game.observation.bounds(players)
    looks = 0

    def check(states: np.ndarray) -> None:
        nonlocal looks
        looks += 1
        for state in states[looks % len(states) :: len(states)]:
            for seat in range(players):
                seen = game.observe(state, seat)
                assert (seen >= low).all()
                assert (seen <= high).all()
                dealt = game.determinize(state, seat, seed=looks)
                assert np.array_equal(game.observe(dealt, seat), seen)
            if game.is_over(state):
                continue
            legal = game.legal_actions(state)
            dealt = game.determinize(state, seed=looks)
            assert np.array_equal(game.legal_actions(dealt), legal)
            assert game.describe(state, legal[looks % len(legal)])
            twin, action = state.copy(), legal[looks % len(legal)]
            before = state.tobytes()
            game.step(twin, action)
            again = state.copy()
            game.step(again, action)
            assert twin.tobytes() == again.tobytes() != before
            assert state.tobytes() == before

    def finished(state: np.record) -> None:
        assert game.is_over(state)
        if players == 1:
            assert game.ranking(state) == [1 if state["scores"][0] >= state["target"] else 2]
        else:
            assert min(game.ranking(state)) == 1
        assert not game.legal_mask(state).any()

    play_random(game, 3, seed=1, check=check, finished=finished, width=3, players=players)


@each_game
def test_illegal_actions_change_nothing(game):
    state = game.new_state(seed=1)
    before = state.tobytes()
    illegal = int(np.flatnonzero(game.legal_mask(state) == 0)[0])
    for action in (illegal, -1, game.num_actions, 1.0, "1", None, True):
        with pytest.raises(ValueError, match="action"):
            game.step(state, action)
        assert state.tobytes() == before


@each_game
def test_bad_options_are_refused(game):
    for options in (
        {"players": game.min_players - 1},
        {"players": game.max_players + 1},
        {"players": 2.0},
        {"players": None},
        {"auto_resolve": 1},
        {"colour": "red"},
    ):
        with pytest.raises(ValueError, match="allowed"):
            game.new_state(seed=0, **options)
    for seed in (-1, 2**63, "x", 0.5, True):
        with pytest.raises(ValueError, match="seed"):
            game.new_state(seed=seed)


@each_game
def test_defaults_can_be_given(game):
    """Writing an option's default out is the same as leaving it out."""
    plain = game.options.parse({})
    for option in game.options.options:
        assert game.options.parse({option.name: option.default}) == plain, option.name


@each_game
def test_forced_decisions_can_be_shown(game):
    """With auto_resolve off the same game is played, only in more decisions."""
    quick = game.new_state(seed=2)
    slow = game.new_state(seed=2, auto_resolve=False)
    rng = np.random.default_rng(0)
    shown = 0
    while not game.is_over(slow):
        legal = game.legal_actions(slow)
        action = legal[0] if len(legal) == 1 else rng.choice(legal)
        if len(legal) > 1:
            assert np.array_equal(game.legal_actions(quick), legal)
            game.step(quick, action)
            shown += 1
        game.step(slow, action)
    assert game.is_over(quick)
    assert game.scores(quick) == game.scores(slow)
    assert quick["ply"] == shown <= slow["ply"]


@each_game
def test_kernels_have_one_signature(game):
    play_random(game, 2, seed=3, players=game.max_players)
    state = game.new_state(seed=1)
    game.observe(state)
    game.determinize(state)
    kernels = [*vars(game.kernels).values(), *vars(game.rules).values()]
    for kernel in kernels:
        assert len(getattr(kernel, "signatures", [])) <= 1, kernel


@each_game
def test_layout_round_trips(game):
    for first, last, block in game.actions.rows():
        for action in {first, last}:
            name, parameters = game.actions.decode(action)
            assert name == block.name
            assert game.actions.encode(name, *parameters) == action
    with pytest.raises(ValueError, match="out of range"):
        game.actions.decode(game.num_actions)
