"""Learning from search: compact games, rounds that go on after a kill, the gate; and exploiters."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from exozoo.agents.network.advice import Eyes  # noqa: E402
from exozoo.agents.network.model import GameNetwork, NetworkSize  # noqa: E402
from exozoo.agents.network.values import UTILITY  # noqa: E402
from exozoo.agents.policy import PolicyAgent  # noqa: E402
from exozoo.training import progress  # noqa: E402
from exozoo.training.config import EXPLOITING_STEPS, load_config  # noqa: E402
from exozoo.training.expert import play_part  # noqa: E402
from exozoo.training.replay import Games, lessons_of  # noqa: E402
from exozoo.training.run import run_training  # noqa: E402
from tests.toy import TOY  # noqa: E402

TOY_CONFIG = Path(__file__).parents[1] / "toy" / "train.toml"
SMALL = NetworkSize(4, 32, 16, 16)
EYES = Eyes(TOY, None)
EXPERT = {"search": "mcts(simulations=4)", "rounds": 2, "games": 8, "window": 1, "gate_games": 8}
pytestmark = pytest.mark.compiled


def searching(**expert):
    changes = {"players": [2, 3], "method": "expert-iteration", "total_steps": 0}
    return load_config(TOY_CONFIG, "smoke", **changes, expert={**EXPERT, **expert})


@pytest.fixture(scope="module")
def games() -> Games:
    torch.manual_seed(0)
    policy = PolicyAgent(TOY, network=GameNetwork(TOY, SMALL))
    return play_part(searching(), policy, 0, 3, 0, 6)[2]


def same(one: Games, other: Games) -> bool:
    pairs = zip(vars(one).values(), vars(other).values(), strict=True)
    return all(np.array_equal(a, b, equal_nan=a.dtype.kind == "f") for a, b in pairs)


def test_games_are_written_and_cut_without_loss(games: Games, tmp_path: Path):
    games.save(tmp_path / "a.npz")
    assert same(Games.load(tmp_path / "a.npz"), games)
    halves = [games.take(np.arange(3)), games.take(np.arange(3, 6))]
    assert same(Games.joined(halves), games)
    turned = games.take(np.arange(6)[::-1])
    assert turned.seeds.tolist() == games.seeds[::-1].tolist()
    assert same(turned.take(np.arange(6)[::-1]), games)


def test_damaged_games_are_refused(games: Games, tmp_path: Path):
    path = tmp_path / "a.npz"
    path.write_bytes(b"nothing")
    with pytest.raises(ValueError, match=r"a\.npz"):
        Games.load(path)
    replace(games, lengths=games.lengths + 1).save(path)
    with pytest.raises(ValueError, match="do not fit together"):
        Games.load(path)
    wrong = replace(games, actions=np.roll(games.actions, 1))
    with pytest.raises(ValueError, match="illegal"):
        lessons_of(searching(), wrong, EYES)


def test_games_played_again_teach_what_the_search_would_do(games: Games):
    config = searching(blend=0.0)
    lessons = lessons_of(config, games, EYES)
    assert len(lessons) == games.decisions
    assert lessons.players == 3
    masks = np.unpackbits(lessons.masks.numpy(), axis=1, count=TOY.num_actions)
    chances = np.exp(lessons.opinions.numpy().astype(float)) * masks
    assert chances.sum(axis=1) == pytest.approx(1, abs=0.02)
    places = lessons.values[..., UTILITY]
    assert (places.amax(dim=1) > 0).any()
    half = lessons_of(searching(blend=1.0), games, EYES).values[..., UTILITY]
    assert torch.equal(half[:, 1:], places[:, 1:])  # the search knows its own seat's value
    assert sorted(half[:, 0].tolist()) == pytest.approx(sorted(games.values.tolist()))


def test_the_same_round_is_the_same_games():
    torch.manual_seed(0)
    policy = PolicyAgent(TOY, network=GameNetwork(TOY, SMALL))
    first, again, other = (play_part(searching(), policy, n, 2, 0, 4)[2] for n in (0, 0, 1))
    assert same(first, again)
    assert not same(first, other)


def test_a_run_learns_from_search_and_goes_on_after_a_kill(tmp_path: Path):
    class KilledError(Exception):
        pass

    def kill(steps, facts):
        if facts["expert"]["rounds"] == 1 and "games" in facts:  # in the middle of a round
            raise KilledError

    config = searching(gate=0.0)
    data = run_training(config, tmp_path / "whole")
    assert data["expert"]["rounds"] == 2
    assert data["expert"]["accepted"] == 2
    with pytest.raises(KilledError):
        run_training(config, tmp_path / "cut", kill)
    again = run_training(config, tmp_path / "cut")
    assert again["evaluation"] == data["evaluation"]
    weights = [(tmp_path / n / "policy.safetensors").read_bytes() for n in ("whole", "cut")]
    assert weights[0] == weights[1]
    lines = (tmp_path / "whole/metrics.jsonl").read_text().splitlines()
    assert [json.loads(line)["steps"] > 0 for line in lines] == [False, True, True]
    kept = sorted(path.name for path in (tmp_path / "whole/games").iterdir())
    assert kept == ["round-00001-2.npz", "round-00001-3.npz"]  # a window of one round
    assert "2 times the new network beat" in (tmp_path / "whole/report.md").read_text()


def test_a_network_that_does_not_beat_the_best_one_is_not_used(tmp_path: Path):
    data = run_training(searching(gate=1.0, rounds=1), tmp_path)
    assert data["expert"]["accepted"] == 0
    assert data["best_steps"] == 0  # what is shipped is the network of the start
    found = torch.load(next((tmp_path / "checkpoints").iterdir()) / "state.pt", weights_only=True)
    changed = [not torch.equal(found["best"][k], v) for k, v in found["network"].items()]
    assert any(changed)


def test_a_run_can_begin_with_a_network(tmp_path: Path):
    first = run_training(load_config(TOY_CONFIG, "smoke", total_steps=256), tmp_path / "a")
    start = str(tmp_path / "a/policy.safetensors")
    more = load_config(TOY_CONFIG, "smoke", total_steps=256, start=start, network={"width": 64})
    data = run_training(more, tmp_path / "b")
    facts = json.loads((tmp_path / "b/policy.json").read_text())
    assert facts["network"]["width"] == 32  # that of the file
    assert first["steps"] == data["steps"]
    with pytest.raises(ValueError, match="no checkpoint"):
        run_training(load_config(TOY_CONFIG, "smoke", start="nothing"), tmp_path / "c")


def test_an_exploiter_meets_one_agent_and_reports_what_it_wins(tmp_path: Path):
    config = load_config(
        TOY_CONFIG, "smoke", players=[2, 3], learner="plain_ppo", total_steps=512, against="greedy"
    )
    assert (config.pool.agents, config.pool.scripted) == (["greedy"], 1.0)
    data = run_training(config, tmp_path)
    assert list(data["evaluation"]) == ["greedy, 2 players", "greedy, 3 players"]
    assert not list((tmp_path / "pool").iterdir())
    won = data["evaluation"]["greedy, 3 players"]["won"]
    assert f"{won:.1%} (fair 33%) at 3 players" in (tmp_path / "report.md").read_text()
    with pytest.raises(ValueError, match="reinforcement only"):
        load_config(TOY_CONFIG, "smoke", against="greedy", method="expert-iteration")


def test_exploiters_play_no_longer_than_shows_what_can_be_exploited():
    for steps, played in ((0, EXPLOITING_STEPS), (512, 512), (5_000_000, EXPLOITING_STEPS)):
        config = load_config(
            TOY_CONFIG, "smoke", learner="plain_ppo", total_steps=steps, against="greedy"
        )
        assert config.total_steps == played
        assert config.evaluation.every == max(played // 5, 1)


def test_exploiters_leave_out_solo_games_where_nobody_is_exploited():
    usual = load_config("gaia_project")
    assert (usual.players, usual.shares) == ([1, 2, 3, 4], [1, 6, 3, 3])
    config = load_config("gaia_project", against="heuristic")
    assert (config.players, config.shares) == ([2, 3, 4], [6, 3, 3])


def test_an_exploiter_is_what_it_learnt_even_if_it_began_better(tmp_path: Path, monkeypatch):
    monkeypatch.setattr(progress, "quality", lambda entry: -entry["steps"])
    config = load_config(
        TOY_CONFIG, "smoke", learner="plain_ppo", total_steps=256, against="greedy"
    )
    best = run_training(config, tmp_path)["best_steps"]
    looks = (tmp_path / "metrics.jsonl").read_text().splitlines()
    assert [json.loads(line)["steps"] for line in looks][:2] == [0, best]
