"""The vector environments of Gymnasium and stable-baselines3 over one array of states."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics
from stable_baselines3.common.vec_env import VecMonitor

from exozoo.envs.wrappers.sb3 import GameVecEnv
from exozoo.envs.wrappers.vector import GameVectorEnv
from tests.all_games.games import each_count, each_game, pick
from tests.all_games.test_gymnasium import PickAgent, stream

pytestmark = pytest.mark.compiled

STEPS = 80


def choose(envs: GameVectorEnv | GameVecEnv) -> np.ndarray:
    """A legal action in every lane that follows from its position."""
    lanes = envs.unwrapped.lanes
    return pick(
        np.repeat(lanes.batch.states["ply"], lanes.num_envs // lanes.num_games), lanes.masks
    )


@each_count
@pytest.mark.parametrize("self_play", [False, True])
def test_gymnasium_shapes_and_autoreset(game, players, self_play):
    lanes = 2 * players
    envs = GameVectorEnv(game, lanes, seat="random", self_play=self_play, players=players)
    assert envs.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    observations, infos = envs.reset(seed=7)
    finished = 0
    for _ in range(STEPS):
        assert observations in envs.observation_space
        assert infos["action_mask"].any(axis=1).all()
        actions = envs.action_space.sample()
        assert actions in envs.action_space
        observations, rewards, ends, cuts, infos = envs.step(actions)
        assert rewards.shape == ends.shape == cuts.shape == (lanes,)
        assert rewards.dtype == np.float64
        assert ends.dtype == cuts.dtype == bool
        assert not cuts.any()
        if ends.any():
            finished += int(ends.sum())
            assert np.array_equal(infos["_final_obs"], ends)
            for lane in range(lanes):
                final = infos["final_obs"][lane]
                assert (final is not None) == ends[lane]
                if ends[lane]:
                    assert final in envs.single_observation_space
                    best = min(infos["final_info"]["ranks"][lane])
                    assert best in ((1, 2) if players == 1 else (1,))  # 2: missed the target
    if game.name == "toy":
        assert finished
    envs.close()


def lane_rewards(envs: GameVectorEnv, seed: int) -> list[list[float]]:
    """The rewards of each lane's first episode when every seat plays `pick`."""
    _, infos = envs.reset(seed=seed)
    streams: list[list[float]] = [[] for _ in range(envs.num_envs)]
    running = np.ones(envs.num_envs, bool)
    while running.any():
        masks = infos["action_mask"]
        _, rewards, ends, _, infos = envs.step(choose(envs))
        for lane in np.flatnonzero(running):
            waited = envs.lanes.self_play and masks[lane, -1]
            if waited and streams[lane]:
                streams[lane][-1] += rewards[lane]  # belongs to the seat's decision before
            elif not waited:
                streams[lane].append(rewards[lane])
        running &= ~ends
    return streams


@each_count
@pytest.mark.parametrize("kind", ["rank", "score"])
def test_credit_goes_to_the_right_seat(game, players, kind):
    """Each lane equals its own seat's stream by plain engine calls, never a neighbour's."""
    seat = players - 1
    envs = GameVectorEnv(game, 2, PickAgent(game), seat=seat, reward=kind, players=players)
    for lane, rewards in enumerate(lane_rewards(envs, 20)):
        assert rewards == pytest.approx(stream(game, players, seat, kind, 20 + lane))


@each_count
@pytest.mark.parametrize("kind", ["rank", "score"])
def test_credit_in_self_play(game, players, kind):
    envs = GameVectorEnv(game, 2 * players, self_play=True, reward=kind, players=players)
    for lane, rewards in enumerate(lane_rewards(envs, 20)):
        number, seat = divmod(lane, players)
        expected = stream(game, players, seat, kind, 20 + number)
        # points that reach a seat before its first decision belong to no decision of its own
        assert rewards[-len(expected) :] == pytest.approx(expected)


@each_count
@pytest.mark.parametrize("self_play", [False, True])
@pytest.mark.parametrize("kind", [GameVectorEnv, GameVecEnv])
def test_bad_actions_change_nothing(game, players, self_play, kind):
    envs = kind(game, players, self_play=self_play, players=players)
    with pytest.raises(ValueError, match="reset"):
        envs.step(np.zeros(players, np.int64))
    envs.reset()
    states = envs.lanes.batch.states
    before = states.tobytes(), envs.lanes.masks.tobytes(), envs.lanes.observations.tobytes()
    good = choose(envs)
    for lane in range(players):
        illegal = int(np.flatnonzero(envs.lanes.masks[lane] == 0)[0])
        for action in (illegal, -1, envs.lanes.num_actions):
            actions = good.copy()
            actions[lane] = action
            with pytest.raises(ValueError, match=f"environment {lane}"):
                envs.step(actions)
    for actions in (good[:-1], good.astype(float), good[:, None], "x"):
        with pytest.raises(ValueError, match="actions"):
            envs.step(actions)
    now = states.tobytes(), envs.lanes.masks.tobytes(), envs.lanes.observations.tobytes()
    assert now == before
    envs.step(good)
    envs.close()


@each_game
def test_bad_settings_are_refused(game):
    for settings in (
        {"num_envs": 0},
        {"num_envs": 3, "self_play": True, "players": 2},
        {"num_envs": 2, "reward": "fame"},
        {"num_envs": 2, "seat": 7},
        {"num_envs": 2, "opponents": "nobody"},
        {"num_envs": 2, "colour": "red"},
        {"num_envs": 2, "threads": 0},
    ):
        for kind in (GameVectorEnv, GameVecEnv):
            with pytest.raises(ValueError, match=r"allowed|at least"):
                kind(game, **settings)


@each_game
def test_threads_and_seeds_decide_nothing_and_everything(game):
    def trail(threads: int, seed: int) -> bytes:
        envs = GameVectorEnv(game, 6, seat="random", threads=threads)
        envs.reset(seed=seed)
        parts = []
        for _ in range(20):
            observations, rewards, _, _, _ = envs.step(choose(envs))
            parts += [observations.tobytes(), rewards.tobytes()]
        envs.close()
        return b"".join(parts)

    assert trail(1, 3) == trail(2, 3) == trail(4, 3)
    assert trail(1, 3) != trail(1, 4)


@each_game
def test_gymnasium_statistics_wrapper(game):
    envs = RecordEpisodeStatistics(GameVectorEnv(game, 4, reward="score"))
    _, infos = envs.reset(seed=1)
    totals = np.zeros(4)
    counted = 0
    for _ in range(5000):
        _, rewards, ends, _, infos = envs.step(choose(envs))
        totals += rewards
        if ends.any():
            np.testing.assert_allclose(infos["episode"]["r"][ends], totals[ends], rtol=1e-6)
            counted += int(ends.sum())
            totals[ends] = 0
        if counted >= 4:
            break
    assert counted


@each_count
@pytest.mark.parametrize("self_play", [False, True])
def test_sb3_conventions(game, players, self_play):
    envs = GameVecEnv(game, 2 * players, reward="score", self_play=self_play, players=players)
    envs.seed(5)
    observations = envs.reset()
    totals, lengths = np.zeros(2 * players), np.zeros(2 * players)
    finished = 0
    for _ in range(5000):
        masks = np.stack(envs.env_method("action_masks"))
        assert masks.dtype == bool
        observations, rewards, dones, infos = envs.step(choose(envs))
        assert observations.shape == (2 * players, *envs.observation_space.shape)
        totals += rewards
        lengths += 1
        for lane in np.flatnonzero(dones):
            assert infos[lane]["terminal_observation"] in envs.observation_space
            assert infos[lane]["episode"]["r"] == pytest.approx(totals[lane])
            assert infos[lane]["episode"]["l"] == lengths[lane]
            totals[lane] = lengths[lane] = 0
            finished += 1
        if finished:
            break
    assert finished
    assert envs.env_is_wrapped(gymnasium.Wrapper) == [False] * (2 * players)
    assert envs.has_attr("action_masks")
    assert len(envs.env_method("action_masks", indices=[0])) == 1


@each_game
def test_sb3_monitor_agrees(game):
    envs = VecMonitor(GameVecEnv(game, 2))
    envs.reset()
    for _ in range(5000):
        _, _, dones, infos = envs.step(choose(envs))
        if dones.any():
            break
    assert dones.any()
    assert infos[int(np.flatnonzero(dones)[0])]["episode"]["l"] > 0


@each_game
@pytest.mark.parametrize("self_play", [False, True])
def test_maskable_ppo_learns_a_little(game, self_play):
    from sb3_contrib import MaskablePPO

    envs = GameVecEnv(game, 4, self_play=self_play, players=2)
    model = MaskablePPO("MlpPolicy", envs, n_steps=8, batch_size=16, n_epochs=1, seed=0)
    model.learn(64)
    masks = np.stack(envs.env_method("action_masks"))
    actions, _ = model.predict(envs.lanes.observations, action_masks=masks)
    assert masks[np.arange(4), actions].all()
