"""A dataset in other shapes, with its observations: Parquet, Minari, arrays for offline learners.

Everything is written beside the target and renamed at the end, so that an export is whole or not there.
"""

from __future__ import annotations

import json
import shutil
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from exozoo.envs.core.extras import need
from exozoo.envs.core.files import write_atomically
from exozoo.envs.core.layout import OBSERVATION_DTYPE
from exozoo.training.datasets.reading import Dataset, Decisions, Wanted
from exozoo.training.datasets.rebuild import alike
from exozoo.training.datasets.schema import GAMES, action_type
from exozoo.training.datasets.shards import SUFFIX, encode

Report = Callable[[int, int], None]  # games done, of all
# columns that are numbers
NUMBERS = ("game_id", "ply", "seat", "action", "reward", "returns", "last", "score", "rank")


@dataclass
class Exported:
    """What was written, by number of players."""

    decisions: Counter[int]
    names: list[str]  # of folders below the target


class Writer(ABC):
    """One kind of files. Observations differ in size, so that each number of players has its own."""

    successors = False  # whether it needs to know what each seat saw next

    def __init__(self, data: Dataset, folder: Path):
        self.data, self.folder = data, folder

    @abstractmethod
    def write(self, players: int, number: int, found: Decisions) -> None:
        """Whole games, game by game; `number` counts the calls for so many players."""

    def finish(self, decisions: Counter[int]) -> None:  # noqa: B027  most have nothing to do
        """After the last call."""

    @abstractmethod
    def name(self, players: int) -> str:
        """The folder of the games for so many."""


class ParquetWriter(Writer):
    """One row a decision, with observation and legal actions; Hugging Face reads the folder as it is."""

    def name(self, players: int) -> str:
        return f"players{players}"

    def write(self, players: int, number: int, found: Decisions) -> None:
        size = found.observation.shape[1]
        flat = pa.array(found.observation.reshape(-1))
        rows, actions = np.nonzero(found.mask)
        ends = np.concatenate([[0], np.cumsum(np.bincount(rows, minlength=len(found)))])
        legal = pa.array(actions).cast(action_type(self.data.game.num_actions))
        table = pa.table(
            {
                **{name: getattr(found, name) for name in NUMBERS},
                "observation": pa.FixedSizeListArray.from_arrays(flat, size),
                "legal": pa.ListArray.from_arrays(pa.array(ends.astype(np.int32)), legal),
            }
        )
        write_atomically(self.folder / self.name(players) / f"{number:06d}{SUFFIX}", encode(table))

    def finish(self, decisions: Counter[int]) -> None:
        configs = "\n".join(
            f"- config_name: {self.name(n)}\n  data_files: {self.name(n)}/*.parquet"
            for n in sorted(decisions)
        )
        lines = [
            f"- `{self.name(n)}`: {count:,} decisions" for n, count in sorted(decisions.items())
        ]
        text = f"---\nconfigs:\n{configs}\n---\n\n# {self.data.game.title}: decisions with observations\n\n"
        write_atomically(self.folder / "README.md", text + "\n".join(lines) + "\n")


class ArrayWriter(Writer):
    """Arrays as offline learners such as d3rlpy take them: every seat's decisions one after the other."""

    def name(self, players: int) -> str:
        return f"players{players}"

    def write(self, players: int, number: int, found: Decisions) -> None:
        order = np.concatenate([rows for _, _, rows in episodes(found)])
        path = self.folder / self.name(players) / f"{number:06d}.npz"
        path.parent.mkdir(parents=True, exist_ok=True)
        np.savez_compressed(
            path,
            observations=found.observation[order],
            actions=found.action[order],
            rewards=found.reward[order],
            terminals=found.last[order].astype(np.float32),
            action_masks=found.mask[order],
        )


class MinariWriter(Writer):
    """One seat's view of one game is an episode; masks of the legal actions are in its infos."""

    successors = True

    def __init__(self, data: Dataset, folder: Path):
        need("minari", "h5py")
        super().__init__(data, folder)
        self._stores: dict[int, Any] = {}

    def name(self, players: int) -> str:
        return f"exozoo/{self.data.game.name}/players{players}-v0"

    def write(self, players: int, number: int, found: Decisions) -> None:
        from minari.data_collector import EpisodeBuffer

        store = self._stores.get(players) or self._open(players, found.observation.shape[1])
        store.update_episodes(
            EpisodeBuffer(
                observations=np.concatenate(
                    [found.observation[rows], found.next_observation[rows[-1:]]]
                ),
                actions=found.action[rows],
                rewards=found.reward[rows].tolist(),
                terminations=found.last[rows].tolist(),
                truncations=[False] * len(rows),
                infos={
                    "action_mask": np.pad(found.mask[rows], ((0, 1), (0, 0))),
                    "game_id": np.full(len(rows) + 1, game),
                    "seat": np.full(len(rows) + 1, seat),
                },
            )
            for game, seat, rows in episodes(found)
        )

    def finish(self, decisions: Counter[int]) -> None:
        import minari

        for players, store in self._stores.items():
            store.update_metadata(
                {
                    "dataset_id": self.name(players),
                    "minari_version": minari.__version__,
                    "algorithm_name": ", ".join(sorted(agents_of(self.data))),
                    "description": f"{self.data.game.title} for {players}: one seat's view an episode",
                    "dataset_size": store.get_size(),
                }
            )

    def _open(self, players: int, size: int) -> Any:
        from gymnasium.spaces import Box, Discrete
        from minari import MinariDataset  # noqa: F401  its package must be loaded first
        from minari.dataset.minari_storage import MinariStorage

        bounds = np.iinfo(OBSERVATION_DTYPE)
        place = self.folder.absolute() / self.name(players) / "data"  # Minari joins it with itself
        place.mkdir(parents=True)
        store = MinariStorage.new(
            place,
            observation_space=Box(bounds.min, bounds.max, (size,), OBSERVATION_DTYPE),
            action_space=Discrete(self.data.game.num_actions),
            jpeg_encoding=False,
        )
        self._stores[players] = store
        return store


WRITERS: dict[str, type[Writer]] = {
    "parquet": ParquetWriter,
    "minari": MinariWriter,
    "npz": ArrayWriter,
}


def export(
    data: Dataset,
    kind: str,
    out: str | Path,
    wanted: Wanted,
    report: Report = lambda done, total: None,
) -> Exported:
    """Write the decisions asked for into the new folder `out`; ValueError if there are none."""
    if kind not in WRITERS:
        raise ValueError(f"export to {kind!r}: allowed are {', '.join(WRITERS)}")
    wanted.check()
    out = Path(out).resolve()  # a link is followed: nothing can be renamed onto one
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise ValueError(f"{out} holds other things; choose a new folder")
    part = out.with_name(f".{out.name}.part")
    shutil.rmtree(part, ignore_errors=True)  # what a killed export left
    part.mkdir(parents=True)
    try:
        decisions, names = _write_all(WRITERS[kind](data, part), wanted, report)
        part.replace(out)
    finally:
        shutil.rmtree(part, ignore_errors=True)
    return Exported(decisions, names)


def _write_all(writer: Writer, wanted: Wanted, report: Report) -> tuple[Counter[int], list[str]]:
    data = writer.data
    wish = Wanted(**{**vars(wanted), "successors": writer.successors})
    decisions: Counter[int] = Counter()
    numbers: Counter[int] = Counter()
    done = 0
    report(done, len(data))
    for shard in range(len(data.manifest.shards[GAMES])):
        rows = data.shard(shard)
        for group in alike([row for row in rows if wish.takes(row)], data.game):
            players, found = len(group[0].scores), data.decisions_of(group, wish)
            if len(found):
                writer.write(players, numbers[players], found)
                numbers[players] += 1
                decisions[players] += len(found)
        done += len(rows)
        report(done, len(data))
    if not decisions:
        raise ValueError(f"{data.folder} has no decisions of this kind")
    writer.finish(decisions)
    names = [writer.name(players) for players in sorted(decisions)]
    facts = {
        "source": data.manifest.command,
        "decisions": {str(n): c for n, c in decisions.items()},
    }
    write_atomically(writer.folder / "export.json", json.dumps(facts, indent=1, sort_keys=True))
    return decisions, names


def episodes(found: Decisions) -> Iterator[tuple[int, int, np.ndarray]]:
    """Game, seat and rows of each seat's decisions, in the order in which they were taken."""
    order = np.lexsort((found.ply, found.seat, found.game_id))
    games, seats = found.game_id[order], found.seat[order]
    starts = np.flatnonzero(
        np.concatenate([[True], (games[1:] != games[:-1]) | (seats[1:] != seats[:-1])])
    )
    for first, rows in zip(starts, np.split(order, starts[1:])):
        yield int(games[first]), int(seats[first]), rows


def agents_of(data: Dataset) -> set[str]:
    return {agent for row in data.games() for agent in row.agents}
