"""What other libraries rely on: masks that are never empty, constant infos, Python's own errors."""

from __future__ import annotations

from functools import partial

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AsyncVectorEnv, SyncVectorEnv

import exozoo
from exozoo.envs.wrappers.aec import env, raw_env
from exozoo.envs.wrappers.parallel import parallel_env
from exozoo.envs.wrappers.sb3 import GameVecEnv
from exozoo.envs.wrappers.single import SingleEnv
from exozoo.envs.wrappers.spaces import NO_OP
from exozoo.envs.wrappers.vector import GameVectorEnv
from tests.toy import TOY

pytestmark = pytest.mark.compiled

KEYS = {"action_mask", "scores", "ranks", "illegal"}


@pytest.mark.parametrize("kind", [SyncVectorEnv, AsyncVectorEnv])
def test_masked_policies_survive_next_step_autoreset(kind):
    torch = pytest.importorskip("torch")
    envs = kind([partial(SingleEnv, TOY)] * 2)
    _, infos = envs.reset(seed=1)
    ended = 0
    for _ in range(12):
        legal = torch.from_numpy(infos["action_mask"]).bool()
        policy = torch.distributions.Categorical(logits=torch.where(legal, 0.0, -torch.inf))
        actions = policy.sample()
        assert torch.isfinite(policy.log_prob(actions)).all()
        _, _, ends, _, infos = envs.step(actions.numpy())
        ended += int(ends.sum())
    envs.close()
    assert ended >= 4


def test_the_end_has_one_id_which_does_nothing():
    environment = SingleEnv(TOY)
    _, info = environment.reset(seed=1)
    over = False
    while not over:
        _, _, over, _, info = environment.step(int(info["action_mask"].argmax()))
    assert np.flatnonzero(info["action_mask"]).tolist() == [NO_OP]
    assert np.flatnonzero(environment.action_masks()).tolist() == [NO_OP]
    assert environment.action_space.sample() == NO_OP
    with pytest.raises(ValueError, match="over"):
        environment.step(NO_OP)
    envs = GameVectorEnv(TOY, 2)
    _, infos = envs.reset(seed=1)
    while "final_info" not in infos:
        infos = envs.step(infos["action_mask"].argmax(axis=1))[-1]
    masks = infos["final_info"]["action_mask"]
    assert np.flatnonzero(masks[infos["_final_info"]][0]).tolist() == [NO_OP]


def test_infos_have_the_same_keys_throughout():
    environment = SingleEnv(TOY)
    _, info = environment.reset(seed=1)
    infos, over = [info], False
    while not over:
        _, _, over, _, info = environment.step(int(infos[-1]["action_mask"].argmax()))
        infos.append(info)
    assert all(set(one) == KEYS for one in infos)
    assert not any(one["scores"].any() or one["ranks"].any() for one in infos[:-1])
    assert infos[-1]["ranks"].min() == 1
    shapes = [{name: np.shape(value) for name, value in one.items()} for one in infos]
    assert all(shape == shapes[0] for shape in shapes)


@pytest.mark.parametrize("make", [env, raw_env])
def test_pettingzoo_infos_hold_the_mask(make):
    environment = make(TOY)
    environment.reset(seed=1)
    for _ in environment.agent_iter():
        seen, _, over, _, info = environment.last()
        assert set(info) == KEYS
        assert np.array_equal(info["action_mask"], seen["action_mask"])
        assert bool(info["ranks"].any()) == over
        environment.step(None if over else int(info["action_mask"].argmax()))
    at_once = parallel_env(TOY)
    seen, infos = at_once.reset(seed=1)
    while at_once.agents:
        actions = {agent: int(info["action_mask"].argmax()) for agent, info in infos.items()}
        seen, _, _, _, infos = at_once.step(actions)
        for agent, info in infos.items():
            assert set(info) == KEYS
            assert np.array_equal(info["action_mask"], seen[agent]["action_mask"])
    assert infos["player_0"]["ranks"].any()


def test_torchrl_makes_and_steps_an_environment():
    torchrl = pytest.importorskip("torchrl.envs")
    learner = torchrl.GymEnv("exozoo/AlienFrontiers-v0")
    found = learner.reset(seed=3)
    assert found["observation"].shape == learner.observation_spec["observation"].shape
    assert not found["done"].any()


def test_minari_records_infos(tmp_path, monkeypatch):
    minari = pytest.importorskip("minari")
    pytest.importorskip("h5py")
    pytest.importorskip("jax")  # minari[create]
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))
    collector = minari.DataCollector(gymnasium.make("exozoo/AlienFrontiers-v0"), record_infos=True)
    for seed in range(2):
        _, info = collector.reset(seed=seed)
        over = False
        while not over:
            _, _, over, _, info = collector.step(int(np.flatnonzero(info["action_mask"])[-1]))
    dataset = collector.create_dataset(
        dataset_id="exozoo/test-v0", eval_env="exozoo/AlienFrontiers-v0"
    )
    episode = next(dataset.iterate_episodes())
    assert episode.infos["ranks"][-1].any()
    assert not episode.infos["ranks"][0].any()


@pytest.mark.parametrize(
    "make",
    [
        partial(SingleEnv, TOY),
        partial(raw_env, TOY),
        partial(parallel_env, TOY),
        partial(GameVectorEnv, TOY, 2),
        partial(GameVecEnv, TOY, 2),
        partial(gymnasium.make, "exozoo/AlienFrontiers-v0"),
        partial(TOY.new_state, 1),
        partial(exozoo.Batch, TOY, 2),
    ],
)
def test_unknown_keywords_are_both_kinds_of_error(make):
    """Libraries try keywords out and look for the TypeError that Python itself would raise."""
    for kind in (ValueError, TypeError):
        with pytest.raises(kind, match="got an unexpected keyword argument 'frame_skip': allowed"):
            make(frame_skip=4)
