"""Games through every wrapper, with all checks of positions after each of its steps.

A rig plays `steps` steps, game after game, and returns the decisions taken; all that happens follows
from its arguments. A fault is an exception.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from exozoo.envs.aec import env, raw_env
from exozoo.envs.core.batch import Batch
from exozoo.envs.core.game import Game
from exozoo.envs.core.rewards import REWARDS
from exozoo.envs.core.session import Session
from exozoo.envs.parallel import parallel_env
from exozoo.envs.vector import GameVectorEnv
from exozoo.envs.wrappers.single import SingleEnv
from tests.soak import audit
from tests.soak.faults import Rig

LANES = 24  # a multiple of all numbers of players that share it in self-play
Options = dict[str, Any]


def pick(mask: np.ndarray, rng: np.random.Generator) -> int:
    legal = np.flatnonzero(mask)
    return int(legal[rng.integers(len(legal))])


def look(session: Session, key: int) -> None:
    """All checks of positions, on the one of a session."""
    game = session.game
    audit.check_positions(game, session.states, session.masks, key)
    if session.over:
        audit.check_results(game, session.states)


def check_end(session: Session, paid: np.ndarray, reward: str) -> None:
    """Rewards add up, and the record of the game replays to the same end."""
    from exozoo.envs.records.replay import from_bytes, record

    assert session.over
    assert np.isfinite(paid).all()
    if reward in ("rank", "win") and session.players > 1:
        assert abs(paid.sum()) < 1e-4, f"{reward} pays {paid}"
    if reward == "score":
        assert np.array_equal(paid, session.scores()), f"{paid} for {session.scores()}"
    replay = record(session)
    again = from_bytes(replay.to_bytes()).verify(session.game)
    assert again.tobytes() == session.states.tobytes(), "the record of a game replays differently"


def aec(game: Game, options: Options, seed: int, steps: int) -> int:
    rng = np.random.default_rng(seed)
    reward = str(rng.choice(REWARDS))
    made = (env, raw_env)[seed % 2](game, reward=reward, **options)
    made.reset(seed=seed)
    session: Session = made.unwrapped.session
    paid = (
        np.array(list(session.scores()), float) if reward == "score" else np.zeros(session.players)
    )
    decisions = 0
    for step in range(steps):
        agent = made.agent_selection
        seen, _, ended, cut, info = made.last()
        assert not cut
        assert made.observation_space(agent).contains(seen), f"{agent} sees what it cannot"
        assert np.array_equal(seen["action_mask"], info["action_mask"])
        assert np.array_equal(session.mask, seen["action_mask"])
        look(session, step)
        if not ended:
            made.step(pick(seen["action_mask"], rng))
            decisions += 1
            paid += (
                [made.rewards[f"player_{seat}"] for seat in range(session.players)]
                if (session.over or reward in ("score", "lead"))
                else 0
            )
            continue
        check_end(session, paid, reward)
        while made.agents:
            made.step(None)
        made.reset()
        paid = np.array(list(session.scores()), float) if reward == "score" else 0 * paid
    made.close()
    return decisions


def parallel(game: Game, options: Options, seed: int, steps: int) -> int:
    rng = np.random.default_rng(seed)
    reward = str(rng.choice(REWARDS))
    made = parallel_env(game, reward=reward, **options)
    seen, _ = made.reset(seed=seed)
    session = made.session
    first = session.scores().astype(float) if reward == "score" else 0.0
    paid = first + np.zeros(session.players)
    decisions = 0
    for step in range(steps):
        for agent, entry in seen.items():
            assert made.observation_space(agent).contains(entry), f"{agent} sees what it cannot"
        actions = {agent: pick(entry["action_mask"], rng) for agent, entry in seen.items()}
        before = len(session.actions)
        seen, rewards, ends, cuts, _ = made.step(actions)
        assert not any(cuts.values())
        decisions += len(session.actions) - before
        paid += list(rewards.values())
        look(session, step)
        assert all(ends.values()) == session.over
        if session.over:
            check_end(session, paid, reward)
            seen, _ = made.reset()
            first = session.scores().astype(float) if reward == "score" else 0.0
            paid = first + np.zeros(session.players)
    made.close()
    return decisions


def single(game: Game, options: Options, seed: int, steps: int) -> int:
    rng = np.random.default_rng(seed)
    reward = str(rng.choice(REWARDS))
    seat = ("random", 0)[seed % 2]
    made = SingleEnv(game, opponents="random", seat=seat, reward=reward, **options)
    seen, info = made.reset(seed=seed)
    session, decisions = made.session, 0
    for step in range(steps):
        assert made.observation_space.contains(seen), "the learner sees what it cannot"
        assert session.seat == made.seat
        assert np.array_equal(info["action_mask"], session.mask)
        before = len(session.actions)
        seen, paid, ended, cut, info = made.step(pick(info["action_mask"], rng))
        assert np.isfinite(paid)
        assert not cut
        decisions += len(session.actions) - before
        look(session, step)
        assert ended == session.over
        if ended:
            check_end(session, np.zeros(1), "none")
            seen, info = made.reset()
    made.close()
    return decisions


def vector(game: Game, options: Options, seed: int, steps: int) -> int:
    """One learner a game, or all seats as lanes; states and masks are those of the lanes' batch."""
    rng = np.random.default_rng(seed)
    players = game.options.parse(options)["players"]
    self_play = bool(seed % 2)
    count = LANES // players * players if self_play else LANES
    made = GameVectorEnv(
        game,
        count,
        self_play=self_play,
        seat="random",
        reward=str(rng.choice(REWARDS)),
        threads=1 + seed % 4,
        **options,
    )
    seen, infos = made.reset(seed=seed)
    batch, decisions = made.lanes.batch, 0
    for step in range(steps):
        assert made.observation_space.contains(seen), "a lane sees what it cannot"
        actions = np.array([pick(mask, rng) for mask in infos["action_mask"]])
        before = batch.states["ply"].astype(int)
        seen, paid, ends, cuts, infos = made.step(actions)
        assert np.isfinite(paid).all()
        assert not cuts.any()
        decisions += int(np.maximum(batch.states["ply"] - before, 0).sum())
        audit.check_positions(game, batch.states, batch.masks, step)
        if ends.any():
            ranks = infos["final_info"]["ranks"][ends]
            assert (ranks >= 1).all(), "a finished lane has no places"
    made.close()
    return decisions


def free(game: Game, options: Options, seed: int, steps: int) -> int:
    """Random play inside the kernel with restarts, by one and by more threads: the same bytes."""
    one = Batch(game, 96, seed=seed, threads=1, **options)
    more = Batch(game, 96, seed=seed, threads=2 + seed % 3, **options)
    stride, decisions = 1 + seed % 16, 0
    for step in range(steps):
        for batch in (one, more):
            batch.random_steps(stride, observe=step % 2 == 0)
        decisions += stride * one.num_envs
        assert one.states.tobytes() == more.states.tobytes(), "threads change the game"
        assert np.array_equal(one.observations, more.observations)
        assert one.results.tobytes() == more.results.tobytes()
        assert not one.states["over"].any()
        audit.check_positions(game, one.states, one.masks, step)
    one.close()
    more.close()
    return decisions


def sb3(game: Game, options: Options, seed: int, steps: int) -> int:
    from exozoo.envs.sb3 import GameVecEnv

    rng = np.random.default_rng(seed)
    made = GameVecEnv(game, LANES // 2, seat="random", **options)
    made.seed(seed)
    made.reset()
    batch, decisions = made.lanes.batch, 0
    for step in range(steps):
        masks = made.env_method("action_masks")
        before = batch.states["ply"].astype(int)
        seen, paid, ends, infos = made.step(np.array([pick(mask, rng) for mask in masks]))
        decisions += int(np.maximum(batch.states["ply"] - before, 0).sum())
        assert np.isfinite(paid).all()
        assert all(made.observation_space.contains(row) for row in seen)
        assert all(("episode" in info) == bool(end) for info, end in zip(infos, ends, strict=True))
        audit.check_positions(game, batch.states, batch.masks, step)
    made.close()
    return decisions


RIGS: dict[str, Rig] = {
    "aec": aec,
    "parallel": parallel,
    "single": single,
    "vector": vector,
    "sb3": sb3,
    "free": free,
}
