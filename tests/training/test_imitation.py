"""Learning from a teacher: its choices, its results, rounds that go on after a kill."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import exozoo
from exozoo.agents import load
from tests.toy import TOY

torch = pytest.importorskip("torch")

from exozoo.agents.network.model import GameNetwork, NetworkSize  # noqa: E402
from exozoo.agents.network.values import RETURNS, UTILITY  # noqa: E402
from exozoo.agents.policy import PolicyAgent  # noqa: E402
from exozoo.training.config import load_config  # noqa: E402
from exozoo.training.imitation import imitate, play_round, preferences  # noqa: E402
from exozoo.training.lessons import loss_of  # noqa: E402
from exozoo.training.progress import Run, latest_checkpoint  # noqa: E402
from exozoo.training.run import run_training  # noqa: E402

TOY_CONFIG = Path(__file__).parents[1] / "toy" / "train.toml"
LEARNERS = ("maskable_ppo", "plain_ppo")
SMALL = NetworkSize(4, 32, 16, 16)
GREEDY = {"teacher": "greedy", "rounds": 2, "games": 20, "deviation": 0.1}
pytestmark = pytest.mark.compiled


def lesson_config(imitation=GREEDY, **changes):
    return load_config(TOY_CONFIG, "smoke", imitation=imitation, **changes)


def test_a_teacher_that_weighs_spreads_its_choice_by_the_weights():
    batch = exozoo.Batch(TOY, 30)
    teacher = load("greedy", TOY)
    best = teacher.act(batch.states, batch.masks)
    sharp, alike = preferences(teacher, batch.states, batch.masks, 1e-4)
    soft, _ = preferences(teacher, batch.states, batch.masks, 1e4)
    rows = np.arange(30)
    assert (sharp.argmax(axis=1) == best).all()
    assert (alike == 1).all()  # it does not tell what is at stake
    assert soft[rows, best] == pytest.approx(1 / batch.masks.sum(axis=1), rel=0.01)
    for chances in (sharp, soft):
        assert chances.sum(axis=1) == pytest.approx(1)
        assert (chances[batch.masks == 0] == 0).all()


def test_a_teacher_that_searches_spreads_its_choice_by_its_improved_policy():
    batch = exozoo.Batch(TOY, 4)
    teacher = load("mcts", TOY, simulations=8)
    found, _ = preferences(teacher, batch.states, batch.masks, 1.0)
    thoughts = teacher.thoughts()
    assert thoughts is not None
    assert found == pytest.approx(thoughts.weights)
    assert found.sum(axis=1) == pytest.approx(1)


def test_any_other_teacher_is_sure():
    batch = exozoo.Batch(TOY, 4)
    found, _ = preferences(load("random", TOY), batch.states, batch.masks, 1.0)
    assert sorted(found.ravel())[-4:] == [1, 1, 1, 1]
    assert found.sum() == 4


@pytest.mark.parametrize("reward", ["rank", "margin", "lead", "score"])
def test_lessons_hold_legal_targets_and_the_results_of_their_seats(reward: str):
    config = lesson_config(reward=reward, reward_scale=2.0)
    learner = PolicyAgent(TOY, network=GameNetwork(TOY, SMALL), sample=True)
    played = play_round(config, load("greedy", TOY), learner, round_number=1)
    (lessons,) = played.lessons
    masks = np.unpackbits(lessons.masks.numpy(), axis=1, count=TOY.num_actions)
    chances = np.exp(lessons.opinions.numpy().astype(float)) * masks
    assert chances.sum(axis=1) == pytest.approx(1, abs=0.01)
    assert 0 < played.agreement < 1
    assert played.env_seconds > 0
    assert played.teacher_seconds > 0
    if reward == "rank":
        returns = lessons.values[..., RETURNS]
        assert set(returns.unique().tolist()) <= {-2.0, 0.0, 2.0}
        assert (returns.sum(dim=1) == 0).all()  # both seats are told about
        assert abs(returns[:, 0].mean()) < 1  # both decide
        assert (lessons.values[..., UTILITY] * returns >= 0).all()
    if reward == "score":
        assert (lessons.values[..., RETURNS] >= 0).all()  # points never fall in this game


def test_where_the_teacher_is_not_asked_the_learner_plays_and_nothing_is_learnt():
    learner = PolicyAgent(TOY, network=GameNetwork(TOY, SMALL), sample=True)
    whole = play_round(lesson_config(), load("greedy", TOY), learner, round_number=0)
    config = lesson_config({**GREEDY, "asked": 0.25, "games": 64})
    teacher = load("greedy", TOY)
    asked = []
    act = teacher.act
    teacher.act = lambda states, masks: asked.append(len(states)) or act(states, masks)
    part = play_round(config, teacher, learner, round_number=0)
    assert sum(asked) == part.decisions > 0
    games = 64 / lesson_config().imitation.games
    assert 0.1 < part.decisions / (games * whole.decisions) < 0.5
    assert 0 <= part.agreement <= 1


def test_a_teacher_who_is_hardly_ever_asked_still_gives_a_lesson():
    config = lesson_config({**GREEDY, "asked": 1e-9, "games": 8})
    learner = PolicyAgent(TOY, network=GameNetwork(TOY, SMALL), sample=True)
    part = play_round(config, load("greedy", TOY), learner, round_number=0)
    assert part.decisions == 8  # the first of every game


def test_a_choice_weighs_as_much_as_is_at_stake():
    network = GameNetwork(TOY, SMALL)
    learner = PolicyAgent(TOY, network=network, sample=True)
    config = lesson_config({**GREEDY, "teacher": "mcts(simulations=8)"})
    (lessons,) = play_round(config, load("mcts", TOY, simulations=8), learner, 0).lessons
    assert (lessons.stakes >= 0).all()
    assert lessons.stakes.max() > lessons.stakes.min()
    how = config.imitation.model_copy(update={"value": 0.0})
    rows = torch.tensor([0, 1])

    def loss(*stakes: float) -> float:
        lessons.stakes[:2] = torch.tensor(stakes)
        return loss_of(network, lessons, rows, how).item()

    first, second = loss(1, 0), loss(0, 1)
    assert loss(3, 1) == pytest.approx((3 * first + second) / 4, rel=1e-4)
    assert loss(0, 0) == 0


def test_the_loss_is_least_where_the_network_chooses_as_the_teacher():
    config = lesson_config()
    network = GameNetwork(TOY, SMALL)
    learner = PolicyAgent(TOY, network=network, sample=True)
    (lessons,) = play_round(config, load("random", TOY), learner, 0).lessons
    row = torch.arange(1)

    def loss(**weights):
        how = config.imitation.model_copy(update={"value": 0.0, **weights})
        return loss_of(network, lessons, row, how).item()

    before, opinion = loss(), loss(opinion=1.0)
    with torch.no_grad():
        network.flat_head.bias[lessons.opinions[0].argmax()] += 12
    assert loss() < min(before, 1e-3)
    assert loss(opinion=1.0) < opinion
    assert loss(value=1.0) > loss()


@pytest.mark.parametrize("learner", LEARNERS)
def test_a_run_imitates_then_learns_and_reports_both(tmp_path: Path, learner: str):
    config = lesson_config(learner=learner, total_steps=512)
    data = run_training(config, tmp_path)
    assert data["steps"] == 512
    assert data["imitation"]["rounds"] == 2
    assert data["imitation"]["decisions"] > 100
    lines = [json.loads(line) for line in (tmp_path / "metrics.jsonl").read_text().splitlines()]
    points = [(line["steps"], line["rounds"]) for line in lines]
    assert points == [(0, 0), (0, 1), (0, 2), (512, 2)]
    decisions = [line["decisions"] for line in lines]
    assert decisions[0] == 0
    assert decisions == sorted(decisions)
    assert decisions[-1] == data["imitation"]["decisions"] + 512
    assert data["curve"] == lines
    best = max(lines, key=lambda line: line["against"]["random"]["ahead"])
    assert data["best_steps"] in (best["steps"], 512)
    assert "rounds of imitation of `greedy`" in (tmp_path / "report.md").read_text()
    shipped = json.loads((tmp_path / "policy.json").read_text())
    assert shipped["evaluation"] == data["evaluation"]
    assert shipped["config"]["imitation"]["teacher"] == "greedy"


def test_a_killed_imitation_goes_on_after_its_last_round(tmp_path: Path):
    class KilledError(Exception):
        pass

    def kill(steps, facts):
        if facts["imitation"]["rounds"] == 1:
            raise KilledError

    config = lesson_config()
    with pytest.raises(KilledError):
        imitate(Run(config, tmp_path, kill))
    found = latest_checkpoint(tmp_path)
    assert found is not None
    assert found.name == "000000000000-001"
    heard: list[int] = []
    run = Run(config, tmp_path, lambda steps, facts: heard.append(run.rounds))
    assert run.learner_state is None
    saved = torch.load(found / "state.pt", weights_only=True)["network"]
    assert all(torch.equal(v, saved[k]) for k, v in run.network.state_dict().items())
    imitate(run)
    assert heard == [2]
    run.close()
