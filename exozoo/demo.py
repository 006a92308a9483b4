"""`make demo`: measure a game, train an agent on it, draw a game it plays, write down what happened."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from exozoo.envs.core.files import write_atomically
from exozoo.envs.core.game import Game
from exozoo.envs.core.seating import play_session
from exozoo.envs.core.session import Session
from exozoo.envs.records import record
from exozoo.envs.render import save_picture
from exozoo.play import RandomGames, play_random_games, random_replay

if TYPE_CHECKING:
    from exozoo.envs.core.agent import Agent
    from exozoo.training.config import TrainConfig

SEED = 7
THREADS = 2
# of the training, beside the report
KEPT = ("curve.png", "metrics.jsonl", "policy.safetensors", "policy.json")

# (what is under way, how much of it is done, of how much)
Tell = Callable[[str, int, int], None]


@dataclass(frozen=True)
class DemoReport:
    summary: list[str]
    path: Path
    picture: Path


def run_demo(
    game: Game, games: int, out: Path, config: TrainConfig | None, report: Tell
) -> DemoReport:
    """Random games and their throughput; with a config also a trained agent, its curve and a game.

    Leaves `report.md`, `board.png` and `game.json` in `out`, and with a config the network and its
    learning curve.
    """
    out.mkdir(parents=True, exist_ok=True)
    play_random_games(
        game, 1, SEED, THREADS, {}
    )  # compiles, so that the figure is not the compiler's
    result = play_random_games(
        game, games, SEED, THREADS, {}, lambda done: report("random games", done, games)
    )
    speed = result.decisions / result.seconds
    summary = [f"{games} random games of {game.title}: {speed:,.0f} decisions per second"]
    text = _random_part(game, result, summary[0])
    if config:
        data = _train(config, out, report)
        summary += [
            f"trained agent: finished before {name} in {found['ahead']:.1%} of {found['games']} games"
            for name, found in data["evaluation"].items()
        ]
        summary += [f"learning curve: {line}" for line in _rise(data["curve"])]
        text += _trained_part(config, data)
        who = "The final board of a game that the trained agent plays in the first seat against random"
        _draw_trained(game, out)
    else:
        who = "The final board of one of the games"
        replay, state = random_replay(game, SEED, {})
        save_picture(game.draw(state), out / "board.png")
        replay.save(out / "game.json")
    text += f"\n{who} (`exozoo replay game.json` plays it again):\n\n![final board](board.png)\n"
    path = write_atomically(out / "report.md", text)
    return DemoReport(summary, path, out / "board.png")


def _train(config: TrainConfig, out: Path, report: Tell) -> dict[str, Any]:
    from exozoo.training.run import run_training

    rounds = config.imitation.rounds if config.imitation.teacher else 0

    def tell(steps: int, facts: dict[str, Any]) -> None:
        if rounds:
            report("rounds of imitation", facts["imitation"]["rounds"], rounds)
        report("decisions learnt from", min(steps, config.total_steps), config.total_steps)

    with tempfile.TemporaryDirectory() as folder:
        data = run_training(config, Path(folder), tell)
        for name in KEPT:
            shutil.copy(Path(folder) / name, out / name)
    return data


def _rise(curve: list[dict[str, Any]]) -> list[str]:
    """From where to where the curve goes, a line for each opponent."""
    first, last = curve[0]["against"], curve[-1]["against"]
    return [
        f"the untrained network finished before {name} in {first[name]['ahead']:.0%} of its games, "
        f"after {curve[-1]['decisions']:,} decisions in {last[name]['ahead']:.0%}"
        for name in first
    ]


def _draw_trained(game: Game, out: Path) -> None:
    """One game of the trained agent against random play, with a picture of its end."""
    from exozoo.agents.policy import PolicyAgent
    from exozoo.agents.random import RandomAgent

    session = Session(game, {"players": 2})
    session.reset(SEED)
    agents: list[Agent] = [
        PolicyAgent(game, SEED, path=out / "policy.safetensors"),
        RandomAgent(game, SEED),
    ]
    play_session(session, agents)
    record(session, ("policy", "random")).save(out / "game.json")
    save_picture(game.draw(session.state), out / "board.png")


def _random_part(game: Game, result: RandomGames, summary: str) -> str:
    rows = "\n".join(
        f"| {seat} | {result.scores[:, seat].mean():.1f} | {result.scores[:, seat].min()} "
        f"| {result.scores[:, seat].max()} | {(result.ranks[:, seat] == 1).mean():.0%} |"
        for seat in range(result.scores.shape[1])
    )
    return f"""# {game.title}: demo

{summary} ({result.decisions:,} decisions in {result.seconds:.2f} s on {THREADS} threads).

| seat | mean score | worst | best | won |
|---|---|---|---|---|
{rows}
"""


def _trained_part(config: TrainConfig, data: dict[str, Any]) -> str:
    from exozoo.training.run import results_table, times_table

    imitation = data["imitation"]
    return "\n".join(
        [
            "",
            "## A trained agent",
            "",
            f"`exozoo train {config.game} --size smoke`, {data['seconds']:.0f} s: "
            f"{imitation['decisions']:,} decisions of `{config.imitation.teacher or 'nobody'}` "
            f"imitated, then {data['steps']:,} own decisions learnt from.",
            "",
            *results_table(data),
            "",
            *times_table(data),
            "",
            "Points of the curve, in `metrics.jsonl`:",
            "",
            *(f"- {line}" for line in _rise(data["curve"])),
            "",
            "![learning curve](curve.png)",
            "",
        ]
    )
