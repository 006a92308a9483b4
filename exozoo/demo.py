"""`make demo`: play a game, measure it, draw it, and write down what happened."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from exozoo.envs.core.files import write_atomically
from exozoo.envs.core.game import Game
from exozoo.envs.render import save_picture
from exozoo.play import RandomGames, play_random_games, random_replay

SEED = 7
THREADS = 2


@dataclass(frozen=True)
class DemoReport:
    summary: str
    path: Path
    picture: Path


def run_demo(game: Game, games: int, out: Path, report: Callable[[int], None]) -> DemoReport:
    """Random games, their throughput, a picture of a final board and a report in Markdown."""
    out.mkdir(parents=True, exist_ok=True)
    play_random_games(
        game, 1, SEED, THREADS, {}
    )  # compiles, so that the figure is not the compiler's
    result = play_random_games(game, games, SEED, THREADS, {}, report)
    replay, state = random_replay(game, SEED, {})
    picture = out / "board.png"
    save_picture(game.draw(state), picture)
    replay.save(out / "game.json")
    speed = result.decisions / result.seconds
    summary = f"{games} random games of {game.title}: {speed:,.0f} decisions per second"
    path = out / "report.md"
    write_atomically(path, _markdown(game, result, summary).encode())
    return DemoReport(summary, path, picture)


def _markdown(game: Game, result: RandomGames, summary: str) -> str:
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

The final board of one of the games (`exozoo replay game.json` plays it again):

![final board](board.png)
"""
