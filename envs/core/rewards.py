"""Rewards of all seats from a state's public header, the same for every game."""

from __future__ import annotations

import numpy as np

PAID_AT_ONCE = ("lead", "score")  # as points are gained; the others pay at the end alone
REWARDS = ("rank", "win", "margin", *PAID_AT_ONCE)


def check_reward(kind: str) -> str:
    if kind not in REWARDS:
        raise ValueError(f"reward {kind!r}: allowed are {', '.join(map(repr, REWARDS))}")
    return kind


def final_rewards(
    kind: str, scores: np.ndarray, ranks: np.ndarray, targets: np.ndarray
) -> np.ndarray:
    """float32[games, seats] at the end of games, for the kinds that pay only then.

    rank    from +1 for the first to -1 for the last in equal steps, ties sharing: sums to zero
    win     +1 shared among the winners, -1 shared among the others: sums to zero
    margin  points ahead of the best other seat
    Solo: against the target: +1 or -1 for `rank` and `win`, the difference for `margin`.
    """
    scores = np.asarray(scores, np.float32)
    players = scores.shape[1]
    if players == 1:
        ahead = scores - np.asarray(targets, np.float32)[:, None]
        return ahead if kind == "margin" else np.where(ahead >= 0, 1, -1).astype(np.float32)
    if kind == "margin":
        return _leads(scores)
    tied = (ranks[:, :, None] == ranks[:, None, :]).sum(axis=2)
    if kind == "win":
        winners = (ranks == 1).sum(axis=1, keepdims=True)
        losers = players - winners
        lost = np.divide(-1, losers, out=np.zeros(losers.shape), where=losers > 0)
        won = np.where(losers > 0, 1 / winners, 0)
        return np.where(ranks == 1, won, lost).astype(np.float32)
    shared_place = ranks + (tied - 1) / 2
    return (1 - 2 * (shared_place - 1) / (players - 1)).astype(np.float32)


def forfeit(losers: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(ranks, rewards)[games, seats] of games that end because the seats marked in `losers` lost them.

    Losers share the last place, all others the first, and are paid as by "rank" whatever the kind:
    -1 for one loser, 1 / (players - 1) for each other seat. Alone: second place and -1.
    """
    losers = np.asarray(losers, bool)
    players = losers.shape[1]
    others = 1 if players == 1 else (~losers).sum(axis=1, keepdims=True)
    ranks = np.where(losers, 1 + others, 1).astype(np.int8)
    short_of_target = np.zeros(losers.shape), np.ones(len(losers))
    return ranks, final_rewards("rank", short_of_target[0], ranks, short_of_target[1])


def _leads(scores: np.ndarray) -> np.ndarray:
    """Points of each seat ahead of the best other one; alone: its points."""
    scores = np.asarray(scores, np.float32)
    if scores.shape[1] == 1:
        return scores
    ordered = np.sort(scores, axis=1)
    second, best = ordered[:, -2:-1], ordered[:, -1:]  # alike where two are ahead together
    return scores - np.where(scores == best, second, best)


def step_rewards(
    kind: str,
    before: np.ndarray,
    after: np.ndarray,
    overs: np.ndarray,
    ranks: np.ndarray,
    targets: np.ndarray,
) -> np.ndarray:
    """float32[games, seats]: what each seat receives between two looks at its game.

    `before` and `after` are the scores then and now, and the rest is as it is now. "score" pays the
    points gained in between, "lead" those gained on the best other seat; the other kinds pay nothing
    before the end.
    """
    if kind == "score":
        return np.subtract(after, before, dtype=np.float64).astype(np.float32)
    if kind == "lead":
        return _leads(after) - _leads(before)
    rewards = np.zeros(np.shape(after), np.float32)
    ended = np.asarray(overs, bool)
    if ended.any():
        rewards[ended] = final_rewards(kind, after[ended], ranks[ended], targets[ended])
    return rewards
