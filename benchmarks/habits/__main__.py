"""The command line of `exozoo.benchmarks.habits`."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from importlib import import_module

from rich.console import Console
from rich.table import Table

from exozoo.agents.specs import parse_agent
from exozoo.benchmarks import habits
from exozoo.benchmarks.command import Parser, in_a_line
from exozoo.envs.core.game import Game
from exozoo.envs.registry import load_game


@in_a_line
def main(words: Sequence[str] | None = None) -> None:
    parser = Parser(
        description=habits.__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("name", metavar="GAME")
    parser.add_argument("agents", nargs="*", metavar="AGENT")
    parser.add_argument("--players", type=int, nargs="+", default=[2, 4])
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--recorded", nargs="*", default=[], metavar="FILE")
    chosen = parser.parse_args(words)
    game = load_game(chosen.name)
    counters = habits.counters_of(game)
    if chosen.games < 1:
        raise ValueError(f"--games {chosen.games}: allowed are numbers from 1")
    for players in chosen.players:
        game.options.parse({"players": players})
    columns = {}
    for agent in chosen.agents:
        name, settings = parse_agent(agent)
        for players in chosen.players:
            tally = habits.count_agent(game, name, players, range(chosen.games), **settings)
            columns[f"{agent}, {players}"] = tally.means()
    for players, tally in recorded(game, chosen.recorded).items():
        columns[f"recorded, {players}"] = tally.means()
    table = Table("counted, a seat of a game", *columns)
    for counter in counters:
        table.add_row(counter.name, *(f"{means[counter.name]:.2f}" for means in columns.values()))
    Console().print(table)


def recorded(game: Game, paths: Sequence[str]) -> dict[int, habits.Tally]:
    """The finished games of the files that can be played here, by the number of players."""
    if not paths:
        return {}
    if game.extras.notation is None:
        raise ValueError(f"{game.title} reads no games recorded elsewhere")
    read = import_module(game.extras.notation).read
    games: dict[int, list] = {}
    for path in paths:
        try:
            record = read(path)
        except ValueError:  # a game that our decisions cannot say
            continue
        if record.complete:
            games.setdefault(len(record.players), []).append(record)
    return {
        players: habits.count_recorded(game, records) for players, records in sorted(games.items())
    }


if __name__ == "__main__":
    main()
