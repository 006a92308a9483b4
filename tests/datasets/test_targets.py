"""What agents tell of their decisions is kept beside them, whoever wrote the agent."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest

from exozoo.envs.core.agent import KINDS, PROBABILITIES, Thoughts
from exozoo.envs.core.batch import Batch
from exozoo.training.datasets.check import verify
from exozoo.training.datasets.reading import Dataset
from exozoo.training.datasets.run import run_selfplay
from exozoo.training.datasets.targets import check_thoughts
from tests.agents.bots import LowestAction
from tests.datasets.folders import LOWEST, toy_settings
from tests.toy import TOY

pytestmark = pytest.mark.compiled  # plays too much to do so without the compiler

OPINIONATED = "tests.datasets.test_targets:Opinionated"


class Opinionated(LowestAction):
    """Tells the same of every position; wrongly if it is told to."""

    def __init__(self, game, seed=0, wrong=False):
        super().__init__(game, seed)
        self.wrong = wrong

    def act(self, states, masks):
        self.asked = masks
        return super().act(states, masks)

    def thoughts(self):
        rows = self.asked[1:] if self.wrong else self.asked
        weights = rows / np.maximum(rows.sum(axis=1, keepdims=True), 1)
        return Thoughts(PROBABILITIES, weights, np.full(len(rows), 0.25))


def decisions(folder: Path) -> list[dict]:
    return pq.read_table(folder / "decisions").to_pylist()


def test_each_agents_thoughts_stand_at_its_own_decisions(tmp_path):
    agents = ("random", LOWEST, "greedy", "mcts(simulations=30)", OPINIONATED)
    settings = toy_settings(games=80, agents=agents, search_targets=True, options={"players": 3})
    run_selfplay(settings, tmp_path)
    assert verify(tmp_path, TOY) == []
    players = {
        row["game_id"]: row["agents"] for row in pq.read_table(tmp_path / "games").to_pylist()
    }
    kinds = dict(zip(agents, ("", "", "points", "probabilities", "probabilities")))
    for row in decisions(tmp_path):
        agent = players[row["game_id"]][row["seat"]]
        assert row["target_kind"] == kinds[agent]
        told = dict(zip(row["target_actions"], row["target_weights"], strict=True))
        if kinds[agent] == "":
            assert not told
            assert np.isnan(row["value"])
        if kinds[agent] == "points":
            assert len(told) == row["num_legal"]
            assert told[row["action"]] == max(told.values())
        if kinds[agent] == "probabilities":
            assert sum(told.values()) == pytest.approx(1, abs=1e-6)
        if agent == "mcts(simulations=30)":
            assert -1 <= row["value"] <= 1
        if agent == OPINIONATED:
            assert row["value"] == 0.25


def test_thoughts_are_read_back_game_by_game(tmp_path):
    settings = toy_settings(agents=("greedy", "mcts(simulations=9)", LOWEST), search_targets=True)
    run_selfplay(settings, tmp_path)
    data = Dataset(tmp_path, TOY)
    rows = iter(decisions(tmp_path))
    for number in range(settings.num_shards):
        for game, told in zip(data.shard(number), data.thoughts(number), strict=True):
            for ply in range(game.num_decisions):
                row, inside = next(rows), slice(told.ends[ply], told.ends[ply + 1])
                assert row["target_actions"] == told.actions[inside].tolist()
                assert row["target_weights"] == told.weights[inside].tolist()
                assert row["target_kind"] == ("", *KINDS)[told.kinds[ply] + 1]
    assert next(rows, None) is None


def test_targets_do_not_change_the_games(tmp_path):
    for name, asked in (("a", False), ("b", True)):
        run_selfplay(
            toy_settings(agents=("greedy", "mcts(simulations=9)"), search_targets=asked),
            tmp_path / name,
        )
    read = [pq.read_table(tmp_path / name / "games").to_pylist() for name in ("a", "b")]
    assert read[0] == read[1]


def test_a_network_tells_probabilities_and_value(tmp_path):
    torch = pytest.importorskip("torch")
    from exozoo.agents.network.model import GameNetwork, NetworkSize
    from exozoo.agents.policy import PolicyAgent

    torch.manual_seed(0)
    agent = PolicyAgent(TOY, network=GameNetwork(TOY, NetworkSize(4, 32, 16, 16)).eval())
    assert agent.thoughts() is None
    batch = Batch(TOY, 5)
    actions = agent.act(batch.states, batch.masks)
    found = agent.thoughts()
    assert found.kind == PROBABILITIES
    assert np.allclose(found.weights.sum(axis=1), 1)
    assert not found.weights[batch.masks == 0].any()
    assert np.array_equal(found.weights.argmax(axis=1), actions)
    assert found.values.shape == (5,)


def test_wrong_thoughts_are_refused(tmp_path):
    settings = toy_settings(agents=(f"{OPINIONATED}(wrong=true)",), search_targets=True)
    with pytest.raises(ValueError, match="thoughts: weights are"):
        run_selfplay(settings, tmp_path / "d")
    with pytest.raises(ValueError, match="allowed are probabilities, visits, points"):
        check_thoughts(Thoughts("guesses", np.zeros((1, 4))), 1, 4)
    with pytest.raises(ValueError, match="values are"):
        check_thoughts(Thoughts("visits", np.zeros((1, 4)), np.zeros(2)), 1, 4)
