"""Arguments of calls in Python: options, seeds, actions, seats."""

from __future__ import annotations

import copy
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from exozoo.agents.registry import load
from exozoo.envs.core.batch import Batch
from exozoo.envs.core.game import check_seed
from exozoo.envs.core.session import Session
from exozoo.envs.registry import load_game
from exozoo.envs.wrappers.aec import raw_env
from tests.fuzz.mutate import changed_json, json_value, number, python_value
from tests.fuzz.target import Target
from tests.golden.mixes import MIXES
from tests.toy import TOY

DEALS = 0.05  # share of accepted options that a game is dealt with


class Options(Target):
    """Options of every game, as a caller gives them and as a record holds them."""

    name = "options"

    def __init__(self, folder: Path):
        super().__init__(folder)
        self.games = [load_game(name) for name in MIXES]

    def attempt(self, rng: Random) -> None:
        game = rng.choice(self.games)
        values = rng.choice((json_value, python_value))
        given = changed_json(rng, rng.choice(MIXES[game.name]), values)
        if not isinstance(given, dict):
            given = {"players": given}
        given = {str(name): value for name, value in given.items()}
        before = copy.copy(given)
        stored = rng.random() < 0.5
        parsed = game.options.parse(given, stored)
        vector = game.option_vector(parsed)
        assert vector.shape == (game.options.vector_size,)
        assert given.keys() == before.keys()
        assert all(given[name] is before[name] for name in given)
        again = game.options.parse(parsed, stored=True)
        assert np.array_equal(game.option_vector(again), vector), "the normal form reads otherwise"
        if rng.random() < DEALS:
            session = Session(game, given, stored)
            session.reset(rng.randrange(1000))
            assert session.over or session.mask.any()


class Seeds(Target):
    """Seeds, wherever one is taken."""

    name = "seeds"

    def __init__(self, folder: Path):
        super().__init__(folder)
        self.session = Session(TOY, {})
        self.session.reset(3)
        self.batch = Batch(TOY, 2, auto_reset=False)
        self.state = TOY.new_state(5)
        self.env = raw_env(TOY)
        self.agents = [load(name, TOY) for name in ("random", "greedy")]

    def attempt(self, rng: Random) -> None:
        seed = number(rng) if rng.random() < 0.4 else python_value(rng)
        if seed is None:
            seed = "None"  # where a seed may be left out, None is a sound one
        before = self._bytes()
        kind = rng.randrange(8)
        try:
            self._use(kind, seed, rng)
        except ValueError:
            assert self._bytes() == before, "a refused seed has changed something"
            raise
        assert 0 <= check_seed(seed) < 2**63

    def _use(self, kind: int, seed: Any, rng: Random) -> None:
        if kind == 0:
            TOY.new_state(seed)
        elif kind == 1:
            self.session.reset(check_seed(seed))
        elif kind == 2:
            self.session.reset(seed)
        elif kind == 3:
            self.batch.reset(seeds=[1, seed])
        elif kind == 4:
            TOY.determinize(self.state, 0, seed)
        elif kind == 5:
            self.env.reset(seed=seed)
        elif kind == 6:
            rng.choice(self.agents).reseed(seed)
        else:
            check_seed(seed)

    def _bytes(self) -> bytes:
        return (
            (self.session.states.tobytes() + self.batch.states.tobytes() + self.state.tobytes())
            + bytes(self.session.masks)
            + self.batch.masks.tobytes()
        )


class Actions(Target):
    """Ids of actions and seats, legal or not, at positions of every game."""

    name = "actions"

    def __init__(self, folder: Path):
        super().__init__(folder)
        self.games = [TOY, *(load_game(name) for name in MIXES)]
        self.sessions = [Session(game, {"players": 2}) for game in self.games]
        for session in self.sessions:
            session.reset(1)
        self.batches = [Batch(game, 2, seed=1, players=2) for game in self.games]

    def attempt(self, rng: Random) -> None:
        place = rng.randrange(len(self.games))
        session, batch = self.sessions[place], self.batches[place]
        if session.over:
            session.reset(rng.randrange(2**40))
        before = session.states.tobytes(), batch.states.tobytes()
        masks = session.masks.tobytes(), batch.masks.tobytes()
        try:
            self._use(session, batch, rng)
        except ValueError:
            assert (session.states.tobytes(), batch.states.tobytes()) == before
            assert (session.masks.tobytes(), batch.masks.tobytes()) == masks
            raise

    def _use(self, session: Session, batch: Batch, rng: Random) -> None:
        game, state = session.game, session.state
        kind = rng.randrange(10)
        value = self._id(session, rng)
        if kind < 3:
            session.step(value)
        elif kind == 3:
            twin = game.copy(state)
            before = twin.tobytes()
            try:
                game.step(twin, value)
            except ValueError:
                assert twin.tobytes() == before
                raise
        elif kind == 4:
            batch.step(
                rng.choice(([value, value], np.array([0, 1]), value, [int(batch.draw()[0])]))
            )
        elif kind == 5:
            assert game.describe(state, value)
        elif kind == 6:
            game.actions.decode(value)
        elif kind == 7:
            row = game.observe(state, value)
            assert row.shape == (game.observation.size(2),)
        elif kind == 8:
            dealt = game.determinize(state, value, 1)
            assert np.array_equal(game.observe(dealt, value), game.observe(state, value))
        else:
            assert game.to_text(state, value)

    def _id(self, session: Session, rng: Random) -> Any:
        kind = rng.randrange(6)
        if kind == 0:
            return python_value(rng)
        if kind == 1:
            return number(rng)
        if kind == 2:
            return rng.randrange(-2, 6)
        if kind == 3:
            return rng.randrange(session.game.num_actions)
        return int(rng.choice(session.mask.nonzero()[0]))
