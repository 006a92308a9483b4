"""Sessions of an engine in any order of requests, beside a model that plays every game from its deal."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, invariant, rule

from exozoo.agents.protocol.engine import Engine
from tests.toy import TOY

WRONG = st.sampled_from([-1, 99, 2**70, 1.5, None, "0", [], True])


class EngineMachine(RuleBasedStateMachine):
    """The model of an open game: its seed, its options, and the actions that stand."""

    games = Bundle("games")

    def __init__(self) -> None:
        super().__init__()
        self.engine = Engine(TOY)
        self.model: dict[int, tuple[int, int, list[int]]] = {}

    def ask(self, **request: Any) -> dict[str, Any]:
        return json.loads(self.engine.answer(json.dumps(request).encode()))

    def legal(self, game: int) -> list[int]:
        return TOY.legal_actions(self.replayed(game)).tolist()

    def replayed(self, game: int) -> Any:
        seed, players, actions = self.model[game]
        state = TOY.new_state(seed, players=players)
        for action in actions:
            TOY.step(state, action)
        return state

    @rule(target=games, seed=st.integers(0, 2**63 - 1), players=st.integers(2, 4))
    def begin(self, seed: int, players: int) -> int:
        game = self.ask(do="new", seed=seed, options={"players": players})["game"]
        self.model[game] = (seed, players, [])
        return game

    @rule(target=games, game=games)
    def copy(self, game: int) -> int:
        twin = self.ask(do="copy", game=game)["game"]
        seed, players, actions = self.model[game]
        self.model[twin] = (seed, players, list(actions))
        return twin

    @rule(game=games, choice=st.integers(0, 100))
    def step(self, game: int, choice: int) -> None:
        legal = self.legal(game)
        if legal:
            action = legal[choice % len(legal)]
            assert self.ask(do="step", game=game, action=action)["ok"]
            self.model[game][2].append(action)

    @rule(game=games, action=st.integers(-3, 20) | WRONG)
    def step_anything(self, game: int, action: Any) -> None:
        fits = type(action) is int and action in self.legal(game)
        assert self.ask(do="step", game=game, action=action)["ok"] == fits
        if fits:
            self.model[game][2].append(action)

    @rule(game=games, count=st.integers(0, 6) | WRONG)
    def undo(self, game: int, count: Any) -> None:
        actions = self.model[game][2]
        fits = type(count) is int and 1 <= count <= len(actions)
        assert self.ask(do="undo", game=game, count=count)["ok"] == fits
        if fits:
            del actions[-count:]

    @rule(game=consumes(games))
    def close(self, game: int) -> None:
        assert self.ask(do="close", game=game)["ok"]
        del self.model[game]
        assert not self.ask(do="legal", game=game)["ok"]

    @rule(line=st.binary(max_size=60))
    def rubbish(self, line: bytes) -> None:
        assert not json.loads(self.engine.answer(line))["ok"]

    @invariant()
    def games_stand_as_they_were_played(self) -> None:
        assert set(self.engine._games) == set(self.model)
        for game in self.model:
            assert self.engine._games[game].state.tobytes() == self.replayed(game).tobytes()


EngineMachine.TestCase.settings = settings(max_examples=15, stateful_step_count=20, deadline=None)
TestEngine = pytest.mark.compiled(EngineMachine.TestCase)
