"""The command line of `exozoo.benchmarks.strength`."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from exozoo.benchmarks import strength
from exozoo.benchmarks.command import Parser, data_of, in_a_line
from exozoo.benchmarks.strength import report
from exozoo.benchmarks.strength.goals import Goals, chosen, chosen_games, read_goals
from exozoo.benchmarks.strength.measure import Row, hold_contest, take_time
from exozoo.envs.core.workers import Workers


@in_a_line
def main(words: Sequence[str] | None = None) -> None:
    parser = Parser(
        description=strength.__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="*", help="names from `exozoo games`; all if none is given")
    parser.add_argument(
        "--only", action="append", default=[], metavar="GOAL", help="may be repeated"
    )
    parser.add_argument("--out", type=Path, default=Path("build/strength"), metavar="FOLDER")
    parser.add_argument("--docs", type=Path, metavar="FILE", help="page to write")
    parser.add_argument("--jobs", type=int, default=1, help="processes side by side")
    words_given = parser.parse_args(words)
    goals = read_goals()
    games = chosen_games(words_given.games)
    names = chosen(words_given.only, goals.names, "goal")
    old = report.load_rows(data_of(words_given.docs)) if words_given.docs else []
    workers, console, rows = Workers(words_given.jobs), Console(), []
    for row in measured(goals, names, games, words_given.out, workers, console):
        rows.append(row)
        text = f"{row['goal']}, {row['game']} for {row['players']}: {row['figure']} ({row['low']} to {row['high']})"
        console.print(f"{text}, wanted {row['wanted']}: {'met' if row['met'] else 'not met'}")
        if words_given.docs:
            report.write(words_given.docs, report.joined(old, rows), goals)
    if not rows:
        raise ValueError(f"no goal among {', '.join(names)} is one of {', '.join(games)}")
    if words_given.docs:
        console.print(f"wrote {words_given.docs}")


def measured(
    goals: Goals,
    names: Sequence[str],
    games: Sequence[str],
    folder: Path,
    workers: Workers,
    console: Console,
) -> Iterator[Row]:
    """A row for each goal, game and table, as they are done."""
    with Progress(
        TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn(), console=console
    ) as bar:
        if goals.price.name in names:  # first, while nothing else is under way
            for game in games:
                bar.add_task(f"{goals.price.name}, {game}", total=None)
                yield take_time(goals.price, game, goals.seed)
        for contest in goals.contests:
            for game in games if contest.name in names else ():
                if not contest.is_for(game):
                    continue
                for players in contest.sizes(game):
                    task = bar.add_task(f"{contest.name}, {game} for {players}", total=1)

                    def tell(done: int, total: int, task=task) -> None:
                        bar.update(task, completed=done, total=total)

                    yield hold_contest(contest, game, players, goals.seed, folder, workers, tell)


if __name__ == "__main__":
    main()
