"""Illegal choices: refused, replaced or lost by, in every wrapper alike, and counted."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest

from exozoo.envs.core.rewards import REWARDS, forfeit
from exozoo.envs.wrappers.aec import env, raw_env
from exozoo.envs.wrappers.illegal import draw_legal_rows
from exozoo.envs.wrappers.parallel import parallel_env
from exozoo.envs.wrappers.sb3 import GameVecEnv
from exozoo.envs.wrappers.single import SingleEnv
from exozoo.envs.wrappers.vector import GameVectorEnv
from tests.toy import TOY
from tests.toy.at_once import AT_ONCE

pytestmark = pytest.mark.compiled


def wrong(mask: np.ndarray) -> int:
    """An id of the space that is not legal."""
    return int(np.flatnonzero(mask == 0)[0])


def test_places_and_rewards_of_a_lost_game():
    ranks, paid = forfeit(np.array([[0, 1, 0, 0], [1, 1, 0, 0], [1, 1, 1, 1]]))
    assert ranks.tolist() == [[1, 4, 1, 1], [3, 3, 1, 1], [1, 1, 1, 1]]
    third = pytest.approx(1 / 3)
    assert paid[0].tolist() == [third, -1, third, third]
    assert paid.sum(axis=1) == pytest.approx(0, abs=1e-6)
    assert [part.tolist() for part in forfeit(np.array([[1]]))] == [[[2]], [[-1]]]


def test_rows_are_drawn_evenly_among_legal_actions():
    masks = np.tile(np.array([0, 1, 0, 1, 1], np.int8), (3000, 1))
    counts = np.bincount(draw_legal_rows(np.random.default_rng(0), masks), minlength=5)
    assert counts[[0, 2]].tolist() == [0, 0]
    assert (abs(counts[[1, 3, 4]] - 1000) < 120).all()


@pytest.mark.parametrize("make", [env, raw_env, parallel_env, SingleEnv])
def test_unknown_ways_are_refused(make):
    with pytest.raises(ValueError, match="allowed are 'raise', 'random', 'lose'"):
        make(TOY, illegal="ignore")
    for kind in (GameVectorEnv, GameVecEnv):
        with pytest.raises(ValueError, match="allowed are 'raise', 'random', 'lose'"):
            kind(TOY, 2, illegal="ignore")


@pytest.mark.parametrize("make", [env, raw_env])
def test_aec_random(make):
    def play() -> tuple[list[int], list[int]]:
        environment = make(TOY, players=3, illegal="random")
        environment.reset(seed=2)
        counts = []
        while not any(environment.terminations.values()):
            agent = environment.agent_selection
            environment.step(wrong(environment.observe(agent)["action_mask"]))
            counts.append(environment.infos[agent]["illegal"])
        environment.unwrapped.replay().verify(TOY)
        return environment.unwrapped.session.actions, counts

    actions, counts = play()
    assert counts[:4] == [1, 1, 1, 2]
    assert (actions, counts) == play()


@pytest.mark.parametrize("kind", REWARDS)
def test_aec_lose(kind):
    environment = env(TOY, players=3, reward=kind, illegal="lose")
    environment.reset(seed=2)
    environment.step(int(environment.observe("player_0")["action_mask"].argmax()))
    environment.step(wrong(environment.observe("player_1")["action_mask"]))
    assert all(environment.terminations.values())
    paid = {}
    for agent in environment.agent_iter():
        seen, reward, over, _, info = environment.last()
        assert over
        assert not seen["action_mask"].any()
        assert info["ranks"].tolist() == [1, 3, 1]
        assert info["illegal"] == (agent == "player_1")
        paid[agent] = reward
        environment.step(None)
    assert paid == {"player_0": 0.5, "player_1": -1.0, "player_2": 0.5}
    environment.unwrapped.replay().verify(TOY)  # a sound game that was not finished
    environment.reset(seed=3)
    assert not environment.infos["player_1"]["illegal"]
    assert not environment.infos["player_1"]["ranks"].any()


def test_parallel_random_and_lose():
    environment = parallel_env(AT_ONCE, players=3, illegal="random")
    environment.reset(seed=1)
    steps = 0
    while environment.agents:
        # a seat that waits chooses wrongly too, and is made to wait
        *_, infos = environment.step(dict.fromkeys(environment.agents, 8))
        steps += 1
    assert infos["player_0"]["illegal"] > 4
    environment.replay().verify(AT_ONCE)
    environment = parallel_env(AT_ONCE, players=3, illegal="lose")
    environment.reset(seed=1)
    before = environment.session.states.tobytes()
    seen, paid, overs, _, infos = environment.step({"player_0": 0, "player_1": 0, "player_2": 8})
    assert environment.agents == []
    assert all(overs.values())
    assert list(paid.values()) == [0.5, 0.5, -1.0]
    assert infos["player_0"]["ranks"].tolist() == [1, 1, 3]
    assert np.flatnonzero(seen["player_0"]["action_mask"]).tolist() == [environment.wait]
    assert environment.session.states.tobytes() == before
    with pytest.raises(ValueError, match="reset"):
        environment.step({})


def test_single_random_and_lose():
    def play(seed: int) -> list[int]:
        environment = SingleEnv(TOY, illegal="random")
        _, info = environment.reset(seed=seed)
        for decision in range(3):
            _, _, over, _, info = environment.step(wrong(info["action_mask"]))
            assert info["illegal"] == decision + 1
        assert over
        environment.replay().verify(TOY)
        return environment.session.actions

    assert play(1) == play(1) != play(2)
    environment = SingleEnv(TOY, seat=1, players=3, illegal="lose")
    _, info = environment.reset(seed=1)
    _, reward, over, _, info = environment.step(wrong(info["action_mask"]))
    assert (reward, over, info["illegal"]) == (-1.0, True, 1)
    assert info["ranks"].tolist() == [1, 3, 1]
    with pytest.raises(ValueError, match="over"):
        environment.step(0)
    assert not environment.reset()[1]["illegal"]


@pytest.mark.parametrize("way", ["random", "lose"])
def test_what_is_no_action_at_all_still_raises(way):
    single, vector = SingleEnv(TOY, illegal=way), GameVectorEnv(TOY, 2, illegal=way)
    single.reset(seed=1)
    vector.reset(seed=1)
    for action in (-1, 16, 1.0, None, "1"):
        with pytest.raises(ValueError, match="action"):
            single.step(action)
        with pytest.raises(ValueError, match="action"):
            vector.step([action, 0])
    at_once = parallel_env(AT_ONCE, illegal=way)
    at_once.reset(seed=1)
    with pytest.raises(ValueError, match="player_1: action 99"):
        at_once.step({"player_0": 0, "player_1": 99, "player_2": 0})


def play_lanes(self_play: bool, seed: int) -> tuple[bytes, list[int]]:
    envs = GameVectorEnv(TOY, 6, seat="random", self_play=self_play, illegal="random", players=3)
    _, infos = envs.reset(seed=seed)
    ended: list[int] = []
    for _ in range(20):
        seen, _, ends, _, infos = envs.step([wrong(mask) for mask in infos["action_mask"]])
        if ends.any():
            ended += infos["final_info"]["illegal"][ends].tolist()
    return seen.tobytes(), ended


@pytest.mark.parametrize("self_play", [False, True])
def test_lanes_random(self_play):
    first, ended = play_lanes(self_play, 1)
    assert set(ended) == {9 if self_play else 3}
    assert (first, ended) == play_lanes(self_play, 1)
    assert first != play_lanes(self_play, 2)[0]


def test_lanes_lose():
    envs = GameVectorEnv(TOY, 4, seat=2, players=3, reward="score", illegal="lose")
    _, infos = envs.reset(seed=1)
    before = envs.lanes.batch.episodes.copy()
    actions = infos["action_mask"].argmax(axis=1)
    actions[1] = wrong(infos["action_mask"][1])
    _, rewards, ends, _, infos = envs.step(actions)
    assert ends.tolist() == [False, True, False, False]
    assert rewards[1] == -1
    assert infos["final_info"]["ranks"][1].tolist() == [1, 1, 3]
    assert infos["final_info"]["illegal"].tolist() == [0, 1, 0, 0]
    assert infos["illegal"].tolist() == [0, 0, 0, 0]
    assert (envs.lanes.batch.episodes - before).tolist() == [0, 1, 0, 0]
    assert envs.lanes.batch.states["ply"][1] <= 2  # a new game, dealt and played to the learner


def test_lanes_lose_in_self_play():
    envs = GameVecEnv(TOY, 6, self_play=True, players=3, illegal="lose")
    envs.reset()
    actions = envs.lanes.masks.argmax(axis=1)
    actions[4] = 0  # seat 1 of the second game is not to move and may only wait
    _, rewards, dones, infos = envs.step(actions)
    assert dones.tolist() == [False] * 3 + [True] * 3
    assert rewards.tolist() == [0, 0, 0, 0.5, -1, 0.5]
    assert [infos[lane]["illegal"] for lane in (3, 4, 5)] == [0, 1, 0]
    assert infos[4]["ranks"].tolist() == [1, 3, 1]
    assert infos[4]["episode"]["r"] == -1


@pytest.mark.parametrize("way", ["random", "lose"])
def test_ppo_without_masks_learns_a_little(way):
    import torch
    from stable_baselines3 import PPO

    torch.set_num_threads(1)
    for envs in (
        GameVecEnv("alien_frontiers", 4, illegal=way),
        gymnasium.make("exozoo/AlienFrontiers-v0", illegal=way),
    ):
        PPO("MlpPolicy", envs, n_steps=32, batch_size=32, n_epochs=1, device="cpu").learn(256)


def test_supersuit():
    supersuit = pytest.importorskip("supersuit")
    from pettingzoo.utils import BaseParallelWrapper

    class Plain(BaseParallelWrapper):
        """Observations without masks, for policies that know none."""

        def observation_space(self, agent):
            return self.env.observation_space(agent)["observation"]

        def reset(self, seed=None, options=None):
            seen, infos = self.env.reset(seed, options)
            return {agent: entry["observation"] for agent, entry in seen.items()}, infos

        def step(self, actions):
            seen, *rest = self.env.step(actions)
            return {agent: entry["observation"] for agent, entry in seen.items()}, *rest

    envs = supersuit.pettingzoo_env_to_vec_env_v1(Plain(parallel_env(TOY, illegal="random")))
    envs = supersuit.concat_vec_envs_v1(envs, 2, num_cpus=0, base_class="gymnasium")
    envs.reset(seed=1)
    ended = 0
    rng = np.random.default_rng(0)
    for _ in range(30):
        seen, _, ends, _, _ = envs.step(rng.integers(17, size=4))
        ended += int(ends.sum())
    assert seen.shape == (4, 21)
    assert ended
