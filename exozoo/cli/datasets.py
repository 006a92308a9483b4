"""Commands about datasets of games: make one by self-play, check it, look into it."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from exozoo.cli.app import app
from exozoo.cli.shared import (
    AGENT_HELP,
    Bars,
    GameName,
    Jobs,
    OptionPairs,
    Players,
    Seed,
    console,
    game_options,
    output_folder,
    read_value,
    resumable,
)
from exozoo.envs.core.extras import need_extra

if TYPE_CHECKING:
    from exozoo.envs.core.game import Game

DRAW_HELP = "An option drawn for each game: name=value,value,... or name or all; may be repeated."


@app.command()
def selfplay(
    name: GameName,
    out: Annotated[Path, typer.Option(help="Folder of the dataset; resumable.")],
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 1000,
    agents: Annotated[list[str] | None, typer.Option(help=f"{AGENT_HELP} May be repeated.")] = None,
    players: Players = None,
    seed: Seed = 0,
    option: OptionPairs = None,
    draw: Annotated[list[str] | None, typer.Option(help=DRAW_HELP)] = None,
    decisions: Annotated[
        bool, typer.Option("--decisions", help="Also a row for each decision.")
    ] = False,
    shard_games: Annotated[
        int, typer.Option(min=0, help="Games in a file; 0: as suits the agents.")
    ] = 0,
    jobs: Jobs = 2,
) -> None:
    """Play games and keep them as a dataset: Parquet, a byte or two a decision."""
    need_extra("data")
    output_folder(out)
    from exozoo.envs.registry import load_game
    from exozoo.training.datasets.run import run_selfplay
    from exozoo.training.datasets.settings import SelfplaySettings

    game = load_game(name)
    options = game_options(game, option, players)
    settings = SelfplaySettings(
        game=name,
        agents=tuple(agents or ["random"]),
        games=games,
        seed=seed,
        options=options,
        draws=_draws(game, draw or [], options),
        decisions=decisions,
        shard_games=shard_games,
    )
    with resumable(out), Bars(game.title) as bars:
        rate = Rate()
        manifest = run_selfplay(
            settings, out, jobs, lambda d, t: bars.tell("games", d, t, rate.words(d))
        )
    size = sum(shard.bytes for shard in manifest.shards["games"])
    console.print(
        f"{manifest.games:,} games, {manifest.decisions:,} decisions, {size:,} bytes "
        f"({size / manifest.decisions:.2f} a decision) in {out}"
    )


class Rate:
    """Games a second since the first report, which tells what was there already."""

    def __init__(self) -> None:
        self._first: tuple[float, int] | None = None

    def words(self, done: int) -> str:
        now = time.perf_counter()
        if self._first is None:
            self._first = now, done
        since, before = self._first
        return f"{(done - before) / (now - since):,.0f} a second" if done > before else ""


def _draws(game: Game, texts: list[str], given: dict[str, Any]) -> dict[str, tuple[Any, ...]]:
    """What `--draw` says: values as a JSON list or with commas between them; none: all there are."""
    from exozoo.training.datasets.settings import ALL, all_draws, all_values

    draws: dict[str, tuple[Any, ...]] = {}
    for text in texts:
        name, equals, values = text.partition("=")
        if text == ALL:
            draws = {**all_draws(game, given), **draws}
        elif not equals:
            draws[name] = all_values(game, name)
        elif values.startswith("["):
            listed = read_value(values)
            if not isinstance(listed, list):
                raise ValueError(f"--draw {text}: {values} is not a JSON list")
            draws[name] = tuple(listed)
        else:
            draws[name] = tuple(read_value(value) for value in values.split(","))
    return draws
