"""Random games of every kind: they end, add up, and hide what must be hidden."""

from __future__ import annotations

import numpy as np
import pytest

from exozoo.envs.planet_unknown import components as k
from tests.planet_unknown import books
from tests.planet_unknown.positions import GAME
from tests.random_play import play_random

pytestmark = pytest.mark.compiled

BASE = [{"players": n} for n in range(2, 7)]
FULL = [
    {"players": 1},
    {"players": 1, "corporations": "random", "planets": "random", "events": "hard"},
    {"players": 2, "corporations": "random", "planets": "random", "rotation": "commander"},
    {"players": 3, "corporations": "random", "personal_objectives": True},
    {"players": 4, "planets": "random", "events": "easy", "susan_offset": 3},
    {"players": 5, "corporations": "random", "planets": "random", "events": "normal"},
    {
        "players": 6,
        "corporations": "random",
        "planets": "random",
        "events": (4, 8, 8),
        "personal_objectives": True,
    },
]
BOUNDS = {players: GAME.observation.bounds(players) for players in range(1, 7)}


def check_knowledge(s, rng):
    """Observations stay inside their bounds and do not change when hidden things are re-dealt."""
    players = int(s["num_players"])
    seat = int(rng.integers(players))
    seen = GAME.observe(s, seat)
    low, high = BOUNDS[players]
    wrong = np.flatnonzero((seen < low) | (seen > high))
    assert wrong.size == 0, wrong
    other = GAME.determinize(s, seat, seed=int(rng.integers(2**40)))
    assert (GAME.observe(other, seat) == seen).all()
    assert (GAME.legal_mask(other) == GAME.legal_mask(s)).all() or seat != s["seat"]
    books.check_tiles(other)
    books.check_pieces(other)


def check_game(options, games, every):
    rng = np.random.default_rng(7)
    rounds = 0

    def check(states):
        nonlocal rounds
        rounds += 1
        books.check_positions(states)
        if rounds % every:
            return
        for s in states:
            if not s["over"]:
                books.check_position(s)
                check_knowledge(s, rng)

    play_random(GAME, games, 11, check, books.check_result, **options)


@pytest.mark.parametrize("options", BASE + FULL, ids=str)
def test_random_games_keep_their_pieces_and_scores(options):
    # PU-95, PU-104, PU-106, PU-111, PU-252: a few games, looked at now and then
    check_game(options, 3, 23)


@pytest.mark.slow
@pytest.mark.parametrize("options", BASE, ids=str)
def test_five_thousand_base_games_keep_their_pieces_and_scores(options):
    check_game(options, 5000, 61)


@pytest.mark.slow
@pytest.mark.parametrize("options", FULL, ids=str)
def test_many_mixed_games_keep_their_pieces_and_scores(options):
    check_game(options, 500, 29)


def mixed(first, name, names):
    """2,000 games with `name` at seat 0 and random others: 1 to 6 players, with and without events."""
    for players in range(1, 7):
        for events in ("normal",) if players == 1 else ("off", "normal"):
            others = [other for other in names if other != name][: players - 1]
            yield {
                "players": players,
                "events": events,
                "planets": "random",
                "corporations": "random",
                first: [name, *others],
            }


@pytest.mark.slow
@pytest.mark.parametrize("name", k.CORPORATION_NAMES)
def test_two_thousand_games_of_each_corporation(name):
    for options in mixed("corporations", name, k.CORPORATION_NAMES):
        check_game(options, 182, 61)


@pytest.mark.slow
@pytest.mark.parametrize("name", k.PLANET_NAMES)
def test_two_thousand_games_of_each_planet(name):
    for options in mixed("planets", name, k.PLANET_NAMES):
        check_game(options, 182, 61)


@pytest.mark.parametrize("options", FULL[2:4], ids=str)
def test_a_copy_replays_to_the_same_bytes(options):
    rng = np.random.default_rng(3)
    s = GAME.new_state(seed=5, **options)
    for _ in range(60):
        if GAME.is_over(s):
            break
        copy = s.copy()
        action = int(rng.choice(GAME.legal_actions(s)))
        GAME.step(s, action)
        GAME.step(copy, action)
        assert s.tobytes() == copy.tobytes()
