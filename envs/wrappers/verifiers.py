"""Games as tasks of the package `verifiers` (its `verifiers.v1`): a model plays one seat, turn by turn.

`verifiers` finds plug-ins as top-level modules, so a file of one's own names these classes:

    # my_games.py
    from exozoo.envs.verifiers import ExozooEnv, ExozooTaskset

    __all__ = ["ExozooEnv", "ExozooTaskset"]
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import verifiers.v1 as vf
from pydantic import Field

from exozoo.envs.wrappers.text import TextEnv


class ExozooConfig(vf.TasksetConfig):
    game: str  # by its name
    seat: int = 0  # that the model plays
    opponent: str = "random"  # who plays the others, as on the command line
    players: int | None = None
    retries: int = 2  # wrong answers in a row that are forgiven
    reward: str = "rank"
    options: dict[str, Any] = Field(default_factory=dict)

    def make(self) -> TextEnv:
        players: dict[str, Any] = {} if self.players is None else {"players": self.players}
        return TextEnv(
            self.game,
            seats=[self.seat],
            opponent=self.opponent,
            retries=self.retries,
            reward=self.reward,
            **players,
            **self.options,
        )


class ExozooData(vf.TaskData):
    seed: int  # of the deal


class ExozooTask(vf.Task[ExozooData, vf.State, vf.TaskConfig]):
    pass


class ExozooTaskset(vf.Taskset[ExozooTask, ExozooConfig]):
    """A deal a task, without end: task n is the deal of seed n."""

    INFINITE = True

    def load(self) -> Iterator[ExozooTask]:
        env = self.config.make()
        for seed in itertools.count():
            env.reset(seed=seed)
            data = ExozooData(
                name=f"{self.config.game}#{seed}", prompt=env.get_observation()[1], seed=seed
            )
            yield ExozooTask(data, self.config.task)


class ExozooEnvConfig(vf.EnvConfig):
    # a plain chat, which runs no code of the model: no sandbox is needed
    player: vf.AgentConfig = vf.AgentConfig(harness={"id": "null"}, runtime=vf.SubprocessConfig())


class ExozooEnv(vf.Env[ExozooEnvConfig]):
    """One episode is one game: each message is a position, each reply an action."""

    async def run(self, task: Any, agents: Any) -> None:
        env = self.taskset.config.make()
        env.reset(seed=task.data.seed)
        env.get_observation()  # what the prompt of the task has told already
        async with agents.player.interaction(task) as interaction:
            segment = await interaction.turn()
            while not segment.terminated:
                done, _ = env.step(segment.last_reply)
                if done:
                    break
                segment = await interaction.turn(env.get_observation()[1])
        seat = self.taskset.config.seat
        rewards, facts = env.close()
        interaction.trace.record_reward("game", rewards[seat], 1.0)
        for name in ("decisions", "wrong_answers", "lost_by_wrong_answers"):
            interaction.trace.record_metric(name, float(facts[seat][name]))
