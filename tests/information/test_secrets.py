"""Change everything that a seat cannot know: what it is shown and what its agents do stays the same."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from exozoo.agents.registry import load
from exozoo.envs.core.agent import Agent
from exozoo.envs.core.extras import MODULES, find_spec
from exozoo.envs.core.game import Game
from exozoo.envs.core.session import Session
from tests.all_games.games import each_game
from tests.information.looks import dealt_anew, decisions, shown_to
from tests.soak.mixes import draw_options

pytestmark = pytest.mark.compiled
MIXES, LOOKS, KEYS = 3, 3, 4  # of the short version: mixes of a game, positions of a mix, deals
MANY_MIXES, MANY_LOOKS, MANY_KEYS = 60, 6, 12
LONGEST = 400  # decisions before the last look


def fair_agents(game: Game, all_of_them: bool) -> list[Agent]:
    agents = [load("random", game), load("greedy", game), load("mcts", game, simulations=12)]
    if game.extras.heuristic:
        agents.append(load("heuristic", game))
    if all_of_them and game.extras.network and all(map(find_spec, MODULES["train"])):
        agents.append(load("policy", game))
    return agents


def draw_mix(game: Game, rng: Random) -> dict[str, Any]:
    return draw_options(game, np.random.default_rng(rng.randrange(2**60)))


def check_mix(game: Game, agents: list[Agent], number: int, looks: int, keys: int) -> int:
    """Look at positions of one random game with drawn options; returns how many deals were made."""
    rng = Random(f"{game.name} {number}")
    mix = draw_mix(game, rng)
    session = Session(game, mix)
    session.reset(rng.randrange(2**60))
    stops = sorted(rng.randrange(LONGEST) for _ in range(looks - 1))
    deals = 0
    for stop in [0, *stops]:
        while len(session.actions) < stop and not session.over:
            session.step(int(rng.choice(session.mask.nonzero()[0])))
        for seat in range(session.players):
            deals += check_position(game, agents, session, seat, rng, keys, mix)
    return deals


def check_position(game, agents, session, seat, rng, keys, mix) -> int:
    state, where = session.state, (mix, session.seed, len(session.actions), seat)
    before = state.tobytes()
    told = shown_to(game, state, seat)
    moves = seat == session.seat and not session.over
    played = decisions(agents, state, session.mask) if moves else []
    drawn = [rng.randrange(2**63) for _ in range(keys)]
    for dealt in dealt_anew(game, state, seat, drawn):
        assert shown_to(game, dealt, seat) == told, where
        if moves:
            mask = game.legal_mask(dealt)
            assert np.array_equal(mask, session.mask), where
            assert decisions(agents, dealt, mask) == played, where
    assert state.tobytes() == before, where
    return keys


@each_game
def test_what_a_seat_cannot_know_changes_nothing_for_it(game):
    agents = fair_agents(game, all_of_them=False)
    for number in range(MIXES):
        check_mix(game, agents, number, LOOKS, KEYS)


@pytest.mark.slow
@each_game
def test_nor_in_any_of_many_mixes(game):
    agents = fair_agents(game, all_of_them=True)
    deals = sum(
        check_mix(game, agents, number, MANY_LOOKS, MANY_KEYS) for number in range(MANY_MIXES)
    )
    print(f"{game.name}: {MANY_MIXES} mixes, {deals} deals")


@each_game
def test_a_deal_follows_from_the_key_and_from_what_the_seat_knows(game):
    """Dealing anew what was dealt anew is dealing it once: nothing of the true deal is left in it."""
    for number in range(MIXES):
        rng = Random(f"{game.name} again {number}")
        session = Session(game, draw_mix(game, rng))
        session.reset(rng.randrange(2**60))
        for stop in (0, rng.randrange(60)):
            while len(session.actions) < stop and not session.over:
                session.step(int(rng.choice(session.mask.nonzero()[0])))
            for seat in range(session.players):
                (once,) = dealt_anew(game, session.state, seat, [7])
                (other,) = dealt_anew(game, session.state, seat, [rng.randrange(2**63)])
                (again,) = dealt_anew(game, other, seat, [7])
                assert again.tobytes() == once.tobytes(), (session.options, stop, seat)


@each_game
def test_a_deal_of_another_key_is_another_one(game):
    """The tests above could pass with a `determinize` that does nothing: this one could not."""
    session = Session(game, {"players": game.max_players})
    session.reset(3)
    states = dealt_anew(game, session.state, session.seat, range(20))
    assert len({state.tobytes() for state in states}) == 20
    assert session.state.tobytes() not in {state.tobytes() for state in states}
