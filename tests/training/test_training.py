"""Configs, the pool, both learners, and going on after a kill."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

import exozoo
from tests.toy import TOY

torch = pytest.importorskip("torch")

from exozoo.agents.network.model import GameNetwork, NetworkSize  # noqa: E402
from exozoo.agents.network.values import RETURNS, UTILITY  # noqa: E402
from exozoo.training.config import PpoConfig, config_names, load_config  # noqa: E402
from exozoo.training.pool import OpponentPool  # noqa: E402
from exozoo.training.progress import Run, latest_checkpoint  # noqa: E402
from exozoo.training.run import run_training  # noqa: E402
from exozoo.training.tables import (  # noqa: E402
    Decisions,
    Results,
    Table,
    advantages,
    experience,
)

TOY_CONFIG = Path(__file__).parents[1] / "toy" / "train.toml"
LEARNERS = ("maskable_ppo", "plain_ppo")
pytestmark = pytest.mark.compiled


def test_sizes_change_what_stands_above_them():
    smoke, full = load_config(TOY_CONFIG, "smoke"), load_config(TOY_CONFIG, "full", seed=5)
    assert (smoke.total_steps, full.total_steps) == (1024, 80_000)
    assert (smoke.seed, full.seed) == (0, 5)
    assert smoke.ppo.rollout == 16


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"game": "chess"}, "unknown game"),
        ({"players": 9}, "players"),
        ({"players": [2, 9]}, "players"),
        ({"players": []}, "at least one"),
        ({"players": [2, 2]}, "different numbers"),
        ({"players": 2, "shares": [1.0, 2.0]}, "shares"),
        ({"learner": "dqn"}, "learner"),
        ({"ppo": {"clip": -1}}, "ppo.clip"),
        ({"typo": 1}, "typo"),
        ({"pool": {"agents": ["nobody"]}}, "nobody"),
        ({"pool": {"scripted": 0.9, "newest": 0.9}}, "must not pass 1"),
    ],
)
def test_wrong_configs_are_refused_with_the_name_of_the_entry(change, words):
    with pytest.raises(ValueError, match=words):
        load_config(TOY_CONFIG, "smoke", **change)


def test_packaged_configs_are_valid():
    from exozoo.envs.registry import game_names

    for name in config_names():
        if name in game_names():
            for size in ("smoke", "full"):
                assert load_config(name, size).game == name
    with pytest.raises(ValueError, match="unknown config"):
        load_config("nothing")
    with pytest.raises(ValueError, match="size"):
        load_config(TOY_CONFIG, "huge")


def test_a_pool_gives_each_game_one_opponent(tmp_path: Path):
    pool = OpponentPool(TOY, tmp_path, ["random", "greedy"], size=2, scripted=0.2, newest=0.5)
    assert pool.shares().tolist() == [0.5, 0.5]
    network = GameNetwork(TOY, NetworkSize(4, 32, 16, 16))
    for steps in (1, 2, 3):
        pool.add(network, steps)
    assert pool.shares() == pytest.approx([0.1, 0.1, 0.3, 0.5])
    assert len(pool.selves) == 2
    batch = exozoo.Batch(TOY, 400)
    lots = pool._lots(batch.states)
    batch.step(batch.masks.argmax(axis=1))
    assert (pool._lots(batch.states) == lots).all()
    assert 0.4 < lots.mean() < 0.6
    actions = pool.act(batch.states, batch.masks)
    assert batch.masks[np.arange(400), actions].all()
    assert pool.seconds > 0
    again = OpponentPool(TOY, tmp_path, ["random"], size=2)
    assert len(again.selves) == 2


def test_who_joins_a_pool_takes_no_running_game_over(tmp_path: Path):
    pool = OpponentPool(TOY, tmp_path, ["random"], size=1, scripted=0.2, newest=0.8)
    network = GameNetwork(TOY, NetworkSize(4, 32, 16, 16))
    pool.add(network, 1)
    batch = exozoo.Batch(TOY, 200)
    begun = pool.members(batch.states)
    assert {type(member).__name__ for member in begun} == {"RandomAgent", "PolicyAgent"}
    pool.add(network, 2)  # the first self leaves
    batch.step(batch.masks.argmax(axis=1))
    assert pool.members(batch.states) == begun
    others = exozoo.Batch(TOY, 200, seed=5)
    assert set(pool.members(others.states)) == {*pool.scripted, *pool.selves}
    pool.reseed(1)
    assert set(pool.members(batch.states)) == {*pool.scripted, *pool.selves}


def test_decisions_that_were_as_good_as_decided_are_not_studied():
    config = load_config(TOY_CONFIG, "smoke", learner="plain_ppo", ppo={"decided": 0.9})
    count = 4
    decisions = Decisions(
        observations=torch.arange(count)[:, None],
        masks=torch.ones(count, 2),
        actions=torch.zeros(count, dtype=torch.long),
        log_probs=torch.zeros(count),
        values=torch.zeros(count, 2, 2),
        likeliest=torch.tensor([0.5, 0.95, 0.9, 0.4]),
        episodes=torch.zeros(count, dtype=torch.long),
        seats=torch.zeros(count, dtype=torch.long),
        points=torch.zeros(count, 2),
    )
    ended = Results(np.zeros(0), np.zeros((0, 2)), np.zeros((0, 2)), np.zeros(0))
    studied = experience(decisions, ended, config)
    assert studied.observations[:, 0].tolist() == [0, 2]  # what follows the last one is not known


def test_advantages_follow_the_definition_and_stop_at_the_end_of_a_game():
    """A game that ends after two decisions of a seat, and one that goes on after two."""
    ppo = PpoConfig(discount=0.9, gae_lambda=0.5)
    values = torch.tensor([1.0, 2.0, 3.0, 4.0]).view(4, 1, 1)
    rewards = torch.tensor([0.0, 5.0, 0.5, 7.0]).view(4, 1, 1)
    last, over = np.array([0, 1, 0, 1], bool), np.array([0, 1, 0, 0], bool)
    second = 5.0 - 2.0
    first = 0.9 * 2.0 - 1.0 + 0.9 * 0.5 * second
    third = 0.5 + 0.9 * 4.0 - 3.0  # what comes after the fourth is not known
    found = advantages(values, rewards, last, over, ppo)
    assert found[:, 0, 0].tolist() == pytest.approx([first, second, third, 0.0])


@pytest.mark.parametrize("together", [0.0, 1.0])
def test_what_is_paid_reaches_the_decisions_of_the_same_seat(tmp_path: Path, together: float):
    """Without discount and with lambda 1 the returns are what each seat receives at the end."""
    config = load_config(
        TOY_CONFIG,
        "smoke",
        players=3,
        reward="score",
        reward_scale=2.0,
        pool={"together": together, "agents": ["random"]},
        ppo={"discount": 1.0, "gae_lambda": 1.0},
    )
    run = Run(config, tmp_path)
    table = Table(run, 3, 8)
    table.reset(3)
    own = (table.seating.numbers == -1).sum(axis=1)
    assert set(own) == ({3} if together else {1})
    found = table.collect(run.network, 240)
    assert 240 - 8 * (3 if together else 1) <= len(found) <= 240
    assert torch.gather(found.masks, 1, found.actions[:, None]).all()
    points = TOY.observation.split(found.observations.numpy(), 3)["points"]
    ends = found.returns[..., RETURNS] / 2 + torch.from_numpy(
        points
    )  # by now, and what is still to come
    finished = (ends.sum(dim=1) - 4).abs() < 1e-3  # a point a round: 4 in all
    assert finished.float().mean() > 0.7  # the others were cut off
    assert torch.allclose(ends[finished], ends[finished].round(), atol=1e-3)
    worth = found.returns[finished][..., UTILITY]
    first = ends[finished].argmax(dim=1)
    sole = (ends[finished] == ends[finished].amax(dim=1, keepdim=True)).sum(dim=1) == 1
    rows = torch.arange(len(worth))
    assert (worth[rows, first][sole] > 0.4).float().mean() > 0.9


@pytest.mark.parametrize("learner", LEARNERS)
def test_a_run_leaves_a_policy_a_report_and_a_curve(tmp_path: Path, learner: str):
    config = load_config(TOY_CONFIG, "smoke", learner=learner)
    heard: list[int] = []
    data = run_training(config, tmp_path, lambda steps, facts: heard.append(steps))
    assert heard == [256, 512, 768, 1024]
    assert data["steps"] == 1024
    assert sum(data["time_shares"].values()) == pytest.approx(1.0)
    assert 0 <= data["evaluation"]["random"]["ahead"] <= 1
    for name in ("policy.safetensors", "report.md", "report.json", "curve.png"):
        assert (tmp_path / name).stat().st_size > 100
    lines = [json.loads(line) for line in (tmp_path / "metrics.jsonl").read_text().splitlines()]
    assert [line["steps"] for line in lines] == [0, 512, 1024]
    assert [p.name for p in sorted((tmp_path / "checkpoints").iterdir())] == [
        "000000000768",
        "000000001024",
    ]
    again = run_training(config, tmp_path)
    assert again["evaluation"] == data["evaluation"]
    with pytest.raises(ValueError, match="another config"):
        run_training(load_config(TOY_CONFIG, "smoke", learner=learner, seed=9), tmp_path)


def test_a_finished_run_can_be_extended_but_not_cut(tmp_path: Path):
    run_training(load_config(TOY_CONFIG, "smoke", total_steps=256), tmp_path)
    heard: list[int] = []
    longer = load_config(TOY_CONFIG, "smoke", total_steps=512)
    data = run_training(longer, tmp_path, lambda steps, facts: heard.append(steps))
    assert heard == [512]
    assert data["config"]["total_steps"] == 512
    with pytest.raises(ValueError, match="another config"):
        run_training(load_config(TOY_CONFIG, "smoke", total_steps=256), tmp_path)


@pytest.mark.parametrize("learner", LEARNERS)
def test_a_run_killed_in_its_last_evaluation_makes_up_for_it(tmp_path: Path, learner: str):
    config = load_config(TOY_CONFIG, "smoke", learner=learner)
    run_training(config, tmp_path)
    metrics = tmp_path / "metrics.jsonl"
    whole = metrics.read_text(encoding="utf-8")
    kept, lost = whole.splitlines(keepends=True)[:-1], json.loads(whole.splitlines()[-1])
    metrics.write_text("".join(kept), encoding="utf-8")
    run_training(config, tmp_path)
    again = json.loads(metrics.read_text(encoding="utf-8").splitlines()[-1])
    assert again == lost


@pytest.mark.parametrize("learner", LEARNERS)
def test_the_same_seed_learns_the_same(tmp_path: Path, learner: str):
    config = load_config(TOY_CONFIG, "smoke", learner=learner, total_steps=512)
    for name in ("a", "b"):
        run_training(config, tmp_path / name)
    weights = [(tmp_path / n / "policy.safetensors").read_bytes() for n in ("a", "b")]
    assert weights[0] == weights[1]


@pytest.mark.parametrize("learner", LEARNERS)
def test_a_killed_run_goes_on_from_its_last_checkpoint(tmp_path: Path, learner: str):
    code = (
        "import sys; from pathlib import Path\n"
        "from exozoo.training.config import load_config\n"
        "from exozoo.training.run import run_training\n"
        f"config = load_config({str(TOY_CONFIG)!r}, 'smoke', learner={learner!r},\n"
        "                     total_steps=200_000, checkpoint_every=256)\n"
        "run_training(config, Path(sys.argv[1]), lambda steps, facts: print(steps, flush=True))\n"
    )
    root = Path(__file__).parents[2]

    def start() -> subprocess.Popen:
        return subprocess.Popen(
            [sys.executable, "-c", code, str(tmp_path)],
            cwd=root,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(root)},
        )

    first = start()
    assert first.stdout is not None
    first.stdout.readline()
    time.sleep(np.random.default_rng().uniform(0.0, 2.0))  # a random moment
    first.send_signal(signal.SIGKILL)
    first.wait()
    found = latest_checkpoint(tmp_path)
    assert found is not None
    reached = int(found.name)
    second = start()
    assert second.stdout is not None
    resumed = int(second.stdout.readline())
    second.send_signal(signal.SIGKILL)
    second.wait()
    assert resumed == reached + 256


@pytest.mark.slow
@pytest.mark.parametrize("learner", LEARNERS)
def test_learning_beats_random(tmp_path: Path, learner: str):
    config = load_config(TOY_CONFIG, "full", learner=learner)
    data = run_training(config, tmp_path)
    assert data["evaluation"]["random"]["low"] > 0.5
