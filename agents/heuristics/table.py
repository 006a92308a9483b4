"""The weights of an appraisal: one named table a game and version, kept as data.

A heuristic's module names the rows (ROWS, the first of them "rival") and says how far each stage of
the game is on the way from its start (0) to its end (1) (STAGES). A file gives for each row what it
is worth at the start and at the end; rows that a file does not name are worth nothing, so that files
of earlier versions go on playing as they did. Kernels are handed float64[row, stage]. The files stand
in the folder `weights` beside the module; a module without ROWS counts with the rival's share alone.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np

from exozoo.envs.core.files import write_atomically
from exozoo.envs.core.game import Game
from exozoo.envs.core.words import short, shown, told

RIVAL = np.int64(
    0
)  # row of every table: share of the best rival's points that counts against one's own
FOLDER = "weights"
PLAIN = np.array([[0.3]])  # of appraisals that have no table: the rival's share alone
SECTION = "weights"
MOST_NAMES = 800  # letters of the names that a refusal lists
MOST = 1e9  # of a weight: sums of much larger ones would not be numbers


def heuristic_of(game: Game) -> Any:
    """The module with the kernels of the game's own weighing."""
    if game.extras.heuristic is None:
        raise ValueError(f"{game.title} has no heuristic; allowed are 'even', 'score'")
    return import_module(game.extras.heuristic)


def _folder(game: Game) -> Path:
    package = heuristic_of(game).__name__.rpartition(".")[0]
    return Path(str(files(package))) / FOLDER


def versions(game: Game) -> list[int]:
    """The versions of a game's weights that are shipped."""
    found = (
        path.stem.removeprefix(f"{game.name}-")
        for path in _folder(game).glob(f"{game.name}-*.toml")
    )
    return sorted(int(number) for number in found if number.isdecimal())


def weights_file(game: Game, version: int | None = None) -> Path:
    """The file of one version; without one of the newest."""
    known = versions(game)
    if not known:
        raise ValueError(f"{game.title}'s heuristic has no weights")
    if version is None:
        version = known[-1]
    if version not in known:
        allowed = ", ".join(map(str, known))
        raise ValueError(f"version={version!r}: {game.title}'s heuristic has {allowed}")
    return _folder(game) / f"{game.name}-{version}.toml"


def read_weights(game: Game, path: Path) -> np.ndarray:
    """float64[row, 2]: at the start and at the end; ValueError if the file is not of that kind."""
    rows, where = getattr(heuristic_of(game), "ROWS", ()), short(str(path))
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8")).get(SECTION)
    except (OSError, ValueError, RecursionError) as error:
        raise ValueError(f"{where}: the weights cannot be read ({told(error)})") from None
    if not isinstance(found, dict):
        raise ValueError(f"{where}: there is no section [{SECTION}]")
    weights = np.zeros((len(rows), 2))
    for name, pair in found.items():
        if name not in rows:
            allowed = short(", ".join(rows), MOST_NAMES)
            raise ValueError(f"{where}: unknown weight {shown(name)}; allowed are {allowed}")
        if not _is_pair(pair):
            raise ValueError(f"{where}: {name} must be two numbers from -{MOST:.0e} to {MOST:.0e}")
        weights[rows.index(name)] = pair
    return weights


def _is_pair(pair: Any) -> bool:
    """At the start and at the end; what is compared with MOST is no nan."""
    numbers = isinstance(pair, list) and all(type(number) in (int, float) for number in pair)
    return numbers and len(pair) == 2 and all(abs(number) <= MOST for number in pair)


def write_weights(game: Game, path: Path, weights: np.ndarray, comment: str = "") -> None:
    """A file that `read_weights` reads again."""
    lines = [f"# {line}".rstrip() for line in comment.splitlines()]
    lines.append(f"[{SECTION}]")
    for name, (first, last) in zip(heuristic_of(game).ROWS, weights, strict=True):
        lines.append(f"{name} = [{first:.4g}, {last:.4g}]")
    write_atomically(path, "\n".join(lines) + "\n")


def worth_table(game: Game, weights: np.ndarray) -> np.ndarray:
    """float64[row, stage], as the game's kernels take it: those of a stage lie side by side."""
    module = heuristic_of(game)
    stages = np.asarray(module.STAGES, np.float64)
    worth = weights[:, :1] + (weights[:, 1:] - weights[:, :1]) * stages
    complete = getattr(module, "complete", None)
    return np.asfortranarray(complete(worth) if complete else worth)


@cache
def shipped_worth(game: Game, version: int | None = None) -> np.ndarray:
    """The table of a shipped version, read once."""
    if version is None and not hasattr(heuristic_of(game), "ROWS"):
        return PLAIN
    return worth_table(game, read_weights(game, weights_file(game, version)))


def chosen_worth(game: Game, version: int | None, weights: str | None) -> np.ndarray:
    """The table that an agent is to count with: a file's, or a shipped version's."""
    if weights is not None and version is not None:
        raise ValueError("version and weights: only one of them may be given")
    if weights is None:
        return shipped_worth(game, version)
    return worth_table(game, read_weights(game, Path(weights)))
