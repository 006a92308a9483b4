"""The search: CMA-ES over the weights, kept on disk generation by generation, and the last test.

What is kept is the value of every candidate; from these the search is run again up to where it
stood, since all else follows from the seed.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from exozoo.agents.heuristics.table import write_weights
from exozoo.envs.core.compile.lock import only_writer
from exozoo.envs.core.crew import Crew
from exozoo.envs.core.files import parse_json, write_atomically
from exozoo.envs.core.game import Game
from exozoo.training.tuning.objective import (
    Aims,
    Outcome,
    Scale,
    compare,
    deal_seeds,
    measure,
)
from exozoo.training.tuning.space import Space

STATE_FILE, CANDIDATE_FILE, RESULT_FILE = "state.json", "candidate.toml", "weights.toml"
FIRST_STEP = 0.4  # of the search, in coordinates of the space
WIDE = 40  # numbers beyond which only their own spreads are learnt: all covariances take too long
NEW_RIVAL = 10  # generations after which the mean of the search becomes the rival
TEST_STREAM = 2**32  # of deals: beyond all generations
SURE = 1.96  # standard errors
Report = Callable[[int, int, str], None]


@dataclass(frozen=True)
class TuneSettings:
    """All that decides a search; a folder belongs to one of these."""

    game: Game
    weights: np.ndarray  # float64[row, 2], that the search begins with and is to beat
    players: tuple[int, ...] = (2, 4)
    only: tuple[str, ...] = ()  # rows; empty: all that are free
    deals: int = 48  # for each candidate, at each number of players
    seed: int = 0
    aims: Aims = field(default_factory=Aims)

    def check(self) -> None:
        if not self.players or len(set(self.players)) != len(self.players):
            raise ValueError("--players: name each number of players once")
        for players in self.players:
            if players < 2:
                raise ValueError(f"--players {players}: a contest needs two at least")
            self.game.options.parse({"players": players})
        if self.deals < 1:
            raise ValueError(f"--deals {self.deals}: allowed are numbers from 1")
        self.aims.check()

    def claim(self) -> dict[str, Any]:
        return {
            "game": self.game.name,
            "weights": self.weights.tolist(),
            "players": list(self.players),
            "only": list(self.only),
            "deals": self.deals,
            "seed": self.seed,
            **asdict(self.aims),
        }


@dataclass(frozen=True)
class Verdict:
    """The last test: fresh deals, the same for the new weights and the old ones, all rivals old."""

    gain: float  # of the blend
    error: float  # its standard error
    lines: list[str]  # one for each number of players

    @property
    def better(self) -> bool:
        return self.gain - SURE * self.error > 0


class Search:
    """CMA-ES that can be run again from the values of its candidates."""

    def __init__(self, settings: TuneSettings, folder: Path):
        import cma

        settings.check()
        self.settings, self.folder = settings, folder
        self.space = Space(settings.game, settings.weights, settings.only)
        if self.space.size < 2:
            raise ValueError("--only: two numbers at least are needed to search")
        generator = np.random.default_rng(settings.seed)
        self._cma = cma.CMAEvolutionStrategy(
            np.zeros(self.space.size),
            FIRST_STEP,
            {
                "randn": lambda *size: generator.standard_normal(size),
                "seed": math.nan,  # numpy's own generator is left alone
                "verbose": -9,
                "maxiter": math.inf,
                "CMA_diagonal": self.space.size > WIDE,
            },
        )
        self.values: list[list[float]] = []
        self.rival = settings.weights
        self.points: list[np.ndarray] = []
        for values in read_values(settings, folder):
            self.ask()
            if len(values) != len(self.points):
                raise ValueError(f"{folder / STATE_FILE} is damaged; delete it to begin anew")
            self.tell(values)

    @property
    def mean(self) -> np.ndarray:
        """float64[row, 2]: the weights in the middle of the search, less noisy than any candidate's."""
        return self.space.at(self._cma.mean)

    @property
    def candidate(self) -> Path:
        """The file of the mean, renewed with every generation."""
        return self.folder / CANDIDATE_FILE

    def ask(self) -> list[np.ndarray]:
        self.points = self._cma.ask()
        return [self.space.at(point) for point in self.points]

    def tell(self, values: list[float]) -> None:
        """Larger is better."""
        self._cma.tell(self.points, [-value for value in values])
        self.values.append(values)
        if len(self.values) % NEW_RIVAL == 0:
            self.rival = self.mean

    def save(self) -> None:
        state = {"settings": self.settings.claim(), "values": self.values}
        write_atomically(self.folder / STATE_FILE, json.dumps(state))
        said = f"The mean of a search after {len(self.values)} generations; not tested."
        write_weights(self.settings.game, self.candidate, self.mean, said)


def read_values(settings: TuneSettings, folder: Path) -> Iterator[list[float]]:
    """Of the generations so far; ValueError if they are another search's or not sound."""
    path = folder / STATE_FILE
    if not path.exists():
        return
    try:
        state = parse_json(path.read_text(encoding="utf-8"))
        claimed, values = state["settings"], np.array(state["values"], float)
    except (ValueError, KeyError, TypeError):
        raise ValueError(f"{path} is damaged; delete it to begin anew") from None
    if claimed != settings.claim():
        raise ValueError(f"{folder} holds a search with other settings; choose another folder")
    if values.size and (values.ndim != 2 or not np.isfinite(values).all()):
        raise ValueError(f"{path} is damaged; delete it to begin anew")
    yield from values.tolist()


def run_search(
    settings: TuneSettings,
    folder: Path,
    generations: int,
    minutes: float = math.inf,
    threads: int = 1,
    report: Report = lambda done, total, note: None,
) -> Search:
    """Go on with the search in `folder` up to so many generations, or until the time is over."""
    Search(settings, folder)  # wrong settings leave no folder behind
    folder.mkdir(parents=True, exist_ok=True)
    with only_writer(folder):
        return _go_on(Search(settings, folder), generations, minutes, threads, report)


def _go_on(
    search: Search, generations: int, minutes: float, threads: int, report: Report
) -> Search:
    settings = search.settings
    crew, ends = Crew(threads), time.monotonic() + 60 * minutes
    scales = _scales(settings, crew)
    report(len(search.values), generations, "")
    while len(search.values) < generations and time.monotonic() < ends:
        candidates, number = search.ask(), len(search.values)
        values = np.zeros(len(candidates))
        for players in settings.players:
            seeds = deal_seeds(settings.seed, 1 + number, settings.deals)
            outcome = compare(
                settings.game,
                candidates,
                search.rival,
                players,
                seeds,
                scales[players],
                crew,
                settings.aims,
            )
            values += outcome.blend.mean(axis=1) / len(settings.players)
        search.tell(values.tolist())
        search.save()
        report(number + 1, generations, f"candidates' mean {values.mean():+.3f}")
    crew.close()
    return search


def judge(settings: TuneSettings, weights: np.ndarray, deals: int, threads: int = 1) -> Verdict:
    """`weights` against those the search began with, on deals that the search has not seen."""
    crew = Crew(threads)
    scales = _scales(settings, crew)
    gains, variances, lines = [], [], []
    for players in settings.players:
        seeds = deal_seeds(settings.seed, TEST_STREAM + players, deals)
        candidates = (weights, settings.weights)
        found = compare(
            settings.game,
            candidates,
            settings.weights,
            players,
            seeds,
            scales[players],
            crew,
            settings.aims,
        )
        gain = found.blend[0] - found.blend[1]
        gains.append(gain.mean())
        variances.append(gain.var() / deals)
        lines.append(_line(players, found))
    crew.close()
    count = len(settings.players)
    return Verdict(float(np.mean(gains)), math.sqrt(sum(variances)) / count, lines)


def write_result(settings: TuneSettings, search: Search, verdict: Verdict) -> Path | None:
    """The file of the new weights, if they are better; None and no file if not."""
    if not verdict.better:
        return None
    comment = [
        f"Tuned by `exozoo tune {settings.game.name}`: {len(search.values)} generations of CMA-ES,",
        f"{settings.deals} deals for each candidate at {_tables(settings.players)} players.",
        "On fresh deals, alone among the weights it began with:",
        *verdict.lines,
    ]
    path = search.folder / RESULT_FILE
    write_weights(settings.game, path, search.mean, "\n".join(comment))
    return path


def _scales(settings: TuneSettings, crew: Crew) -> dict[int, Scale]:
    return {
        players: measure(settings.game, settings.weights, players, settings.seed, crew)
        for players in settings.players
    }


def _tables(players: tuple[int, ...]) -> str:
    return " and ".join(map(str, players))


def _line(players: int, found: Outcome) -> str:
    """What the first of two candidates did at one kind of table, and what the second in its place."""
    place, error = found.place[0].mean(), found.place[0].std() / math.sqrt(found.place.shape[1])
    line = (
        f"{players} players: place {place:+.3f} ± {SURE * error:.3f} (1 always first, -1 always "
        f"last), {found.points[0].mean():.2f} points instead of {found.points[1].mean():.2f}, "
    )
    if not np.isnan(found.together).any():
        new, old = found.together.mean(axis=1)
        line += f"{new:.2f} instead of {old:.2f} among their like, "
    return f"{line}{found.place.shape[1]} games"
