"""Training at tables of several sizes at once."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from exozoo.agents import load  # noqa: E402
from exozoo.agents.network.model import GameNetwork, NetworkSize  # noqa: E402
from exozoo.agents.policy import PolicyAgent  # noqa: E402
from exozoo.training.config import load_config  # noqa: E402
from exozoo.training.evaluation import evaluate  # noqa: E402
from exozoo.training.imitation import play_round  # noqa: E402
from exozoo.training.lessons import batches, together  # noqa: E402
from exozoo.training.run import run_training  # noqa: E402
from tests.toy import TOY  # noqa: E402

TOY_CONFIG = Path(__file__).parents[1] / "toy" / "train.toml"
SMALL = NetworkSize(4, 32, 16, 16)
GREEDY = {"teacher": "greedy", "rounds": 2, "games": 12}
pytestmark = pytest.mark.compiled


def mixed(**changes):
    return load_config(
        TOY_CONFIG, "smoke", **{"players": [2, 3, 4], "learner": "plain_ppo", **changes}
    )


def test_games_are_shared_out_among_tables():
    assert mixed().shared_out(16) == {2: 5, 3: 6, 4: 5}
    assert mixed(shares=[2, 1, 1]).shared_out(16) == {2: 8, 3: 4, 4: 4}
    assert mixed(shares=[98, 1, 1]).shared_out(16) == {2: 16, 3: 1, 4: 1}
    assert load_config(TOY_CONFIG, "smoke").shared_out(16) == {2: 16}


def test_a_round_of_imitation_has_lessons_of_every_table():
    learner = PolicyAgent(TOY, network=GameNetwork(TOY, SMALL), sample=True)
    rounds = [play_round(mixed(imitation=GREEDY), load("greedy", TOY), learner, n) for n in (0, 1)]
    assert [part.players for part in rounds[0].lessons] == [2, 3, 4]
    parts = together([played.lessons for played in rounds])
    assert [part.players for part in parts] == [2, 3, 4]
    assert sum(map(len, parts)) == sum(played.decisions for played in rounds)
    seen = [0] * 3
    for number, rows in batches(parts, 10):
        seen[number] += len(rows)
    assert seen == [len(part) for part in parts]


@pytest.mark.parametrize("total", [0, 512])
def test_a_run_is_evaluated_at_every_table(tmp_path: Path, total: int):
    data = run_training(mixed(imitation=GREEDY, total_steps=total), tmp_path)
    assert list(data["evaluation"]) == [f"random, {n} players" for n in (2, 3, 4)]
    for players, found in zip((2, 3, 4), data["evaluation"].values(), strict=True):
        assert found["players"] == players
        assert 1 <= found["place"] <= players
        assert found["games"] >= 40
    assert "2 to 4 players" in (tmp_path / "report.md").read_text()
    facts = json.loads((tmp_path / "policy.json").read_text())
    assert facts["config"]["players"] == [2, 3, 4]


def test_maskable_ppo_says_that_it_knows_one_table():
    with pytest.raises(ValueError, match="tables of one size"):
        mixed(learner="maskable_ppo")


def test_alone_the_agents_are_compared_on_the_same_deals(monkeypatch):
    """A game whose options allow one player: the toy itself needs two."""
    alone = replace(TOY, min_players=1)
    config = load_config(TOY_CONFIG, "smoke").model_copy(update={"players": [1, 2]})
    scores = {0: [3, 1, 2], 1: [2, 1, 4]}

    def play_games(game, agents, seating, seeds, options):
        rows = [scores[int(number)] for number in np.unique(seating)]
        found = np.array(rows).reshape(-1, 1)
        return type("Result", (), {"scores": found, "ranks": (found < 2) + 1})

    from exozoo.training import evaluation

    monkeypatch.setattr(evaluation, "play_games", play_games)
    config = config.model_copy(update={"players": 1})
    found = evaluate(config, PolicyAgent(alone, network=GameNetwork(alone, SMALL)), 3, 0)["random"]
    assert found["ahead"] == pytest.approx(0.5)  # more, as many, fewer points
    assert found["won"] == pytest.approx(2 / 3)  # the target was reached
    assert (found["score"], found["opponent_score"]) == pytest.approx((2, 7 / 3))
