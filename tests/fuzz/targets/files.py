"""Files of ours that were damaged, or that a stranger made: networks, runs, datasets, kernels."""

from __future__ import annotations

import hashlib
import json
import pickle
import shutil
import struct
import warnings
from pathlib import Path
from random import Random

import pyarrow as pa
import pyarrow.parquet as pq
import torch

from exozoo.agents.arena.ratings import summarise
from exozoo.agents.arena.results import RESULTS_FILE
from exozoo.agents.arena.run import ArenaSettings, run_arena
from exozoo.agents.evaluation.check import check_file
from exozoo.agents.evaluation.play import evaluate_agent
from exozoo.agents.evaluation.protocol import load_protocol
from exozoo.agents.network.checkpoint import load_network, save_network
from exozoo.agents.network.model import GameNetwork, NetworkSize
from exozoo.envs.core.compile import share, store
from exozoo.envs.core.compile.folder import cache_root
from exozoo.training.datasets.check import verify
from exozoo.training.datasets.manifest import load_manifest
from exozoo.training.datasets.reading import Dataset, Wanted
from exozoo.training.datasets.run import run_selfplay
from exozoo.training.datasets.schema import rows_of
from exozoo.training.datasets.shards import encode
from exozoo.training.progress import FACTS_FILE, STATE_FILE, _no_facts, _resume
from tests.datasets.folders import toy_settings
from tests.fuzz.mutate import changed_bytes, changed_json, changed_text, json_value
from tests.fuzz.target import Target, as_json, check_words
from tests.toy import TOY

PROTOCOL_FILE = str(Path(__file__).parents[2] / "toy" / "protocol.toml")
SMALL = NetworkSize(channels=2, width=8, seat_width=8, shared_width=8, thing_width=0)


class Checkpoints(Target):
    """Networks: weights with headers that lie, other shapes, numbers that are none."""

    name = "checkpoints"

    def __init__(self, folder: Path):
        super().__init__(folder)
        self.path = save_network(GameNetwork(TOY, SMALL), TOY, folder / "network.safetensors")
        self.weights = self.path.read_bytes()
        self.facts = json.loads(self.path.with_suffix(".json").read_text())
        length = struct.unpack("<Q", self.weights[:8])[0]
        self.head, self.body = json.loads(self.weights[8 : 8 + length]), self.weights[8 + length :]

    def attempt(self, rng: Random) -> None:
        kind = rng.randrange(4)
        weights, facts = self.weights, as_json(self.facts)
        if kind == 0:
            weights = changed_bytes(rng, weights)
        elif kind == 1:
            head = as_json(changed_json(rng, self.head))
            length = len(head) if rng.random() < 0.8 else rng.choice((0, 2**62, 2**63, 10**8))
            body = self.body if rng.random() < 0.5 else changed_bytes(rng, self.body)
            weights = struct.pack("<Q", length) + head + body
        elif kind == 2:
            facts = as_json(changed_json(rng, self.facts))
        else:
            sizes = changed_json(rng, self.facts["network"])
            facts = as_json({**self.facts, "network": sizes})
        self.path.write_bytes(weights)
        self.path.with_suffix(".json").write_bytes(facts)
        network, _ = load_network(self.path, TOY)
        assert all(torch.isfinite(tensor).all() for tensor in network.state_dict().values())


class Runs(Target):
    """Folders of training runs: the newest checkpoint is damaged, the one before is taken."""

    name = "runs"

    def __init__(self, folder: Path):
        super().__init__(folder)
        self.state = {"network": GameNetwork(TOY, SMALL).state_dict(), "steps": 7, "list": [1.5]}
        for steps in (10, 20):
            self._write(steps)
        self.files = {
            name: (self._place(20) / name).read_bytes() for name in (STATE_FILE, FACTS_FILE)
        }

    def _place(self, steps: int) -> Path:
        return self.folder / "checkpoints" / f"{steps:012d}"

    def _write(self, steps: int) -> None:
        self._place(steps).mkdir(parents=True)
        torch.save(self.state, self._place(steps) / STATE_FILE)
        (self._place(steps) / FACTS_FILE).write_text(json.dumps({**_no_facts(), "steps": steps}))

    def attempt(self, rng: Random) -> None:
        for other in (self.folder / "checkpoints").glob("damaged-*"):
            shutil.rmtree(other)
        newest = self._place(20)
        newest.mkdir(exist_ok=True)
        for name, data in self.files.items():
            (newest / name).write_bytes(data)
        name = rng.choice((STATE_FILE, STATE_FILE, FACTS_FILE))
        data = changed_bytes(rng, self.files[name])
        if name == FACTS_FILE and rng.random() < 0.7:
            data = as_json(changed_json(rng, json.loads(self.files[name])))
        elif rng.random() < 0.1:
            data = pickle.dumps(rng.choice((struct.Struct, Path("x"), [1], {"network": print})))
        (newest / name).write_bytes(data)
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            facts, state = _resume(self.folder)
        assert state is not None, "the sound checkpoint before it was lost"
        if facts["steps"] == 10 and not newest.exists():
            (said,) = told
            raise ValueError(str(said.message))
        assert set(facts) >= set(_no_facts())


class Shards(Target):
    """Parquet files of datasets, with checksums in dataset.json that fit."""

    name = "shards"
    SHARD = "games/000000.parquet"

    def __init__(self, folder: Path):
        super().__init__(folder)
        self.data = folder / "d"
        run_selfplay(toy_settings(games=4, shard_games=2, search_targets=True), self.data)
        self.files = {
            name: (self.data / name).read_bytes()
            for name in (self.SHARD, "decisions/000000.parquet", "dataset.json")
        }
        self.facts = json.loads(self.files["dataset.json"])

    def attempt(self, rng: Random) -> None:
        for name, content in self.files.items():
            (self.data / name).write_bytes(content)
        name = rng.choice((self.SHARD, self.SHARD, "decisions/000000.parquet"))
        if rng.random() < 0.6:
            content = changed_bytes(rng, self.files[name])
        else:
            content = self._changed_rows(rng, name)
        (self.data / name).write_bytes(content)
        if rng.random() < 0.8:
            self._seal(name, content)
        faults = verify(self.data, TOY)
        assert len(faults) <= 1
        if faults:
            self._others_stand()
            raise ValueError(faults[0])
        assert sum(len(part) for part in Dataset(self.data, TOY).decisions(Wanted())) > 0

    def _changed_rows(self, rng: Random, name: str) -> bytes:
        """A sound file with other values in it."""
        table = pq.read_table(pa.BufferReader(self.files[name]))
        rows = table.to_pylist()
        row = rng.choice(rows)
        row[rng.choice(list(row))] = json_value(rng)
        try:
            return encode(pa.Table.from_pylist(rows, table.schema))
        except (pa.ArrowException, TypeError, OverflowError, ValueError):
            return b""  # Arrow cannot say it

    def _seal(self, name: str, content: bytes) -> None:
        facts = json.loads(self.files["dataset.json"])
        for shards in facts["shards"].values():
            for shard in shards:
                if shard["file"] == name:
                    shard |= {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}
        (self.data / "dataset.json").write_text(json.dumps(facts))

    def _others_stand(self) -> None:
        """A damaged file costs no other one."""
        rows = rows_of(pq.read_table(self.data / "games/000001.parquet"))
        assert [row.game_id for row in rows] == [2, 3]


class Manifests(Target):
    """dataset.json."""

    name = "manifests"

    def __init__(self, folder: Path):
        super().__init__(folder)
        run_selfplay(toy_settings(games=4, shard_games=2), folder / "d")
        self.path = folder / "d" / "dataset.json"
        self.facts = json.loads(self.path.read_text())

    def attempt(self, rng: Random) -> None:
        data = as_json(changed_json(rng, self.facts))
        self.path.write_bytes(data if rng.random() < 0.8 else changed_bytes(rng, data))
        found = load_manifest(self.path.parent)
        for shards in found.shards.values():
            for shard in shards:
                inside = (self.path.parent / shard.file).resolve()
                assert inside.is_relative_to(self.path.parent.resolve()), "a file elsewhere"
        Dataset(self.path.parent, TOY)


class Results(Target):
    """Results of an arena, to which a run that was stopped goes back."""

    name = "results"

    def __init__(self, folder: Path):
        super().__init__(folder)
        self.settings = ArenaSettings(
            "tests.toy:TOY", ("random", "greedy"), games=4, games_a_task=2, seed=1
        )
        self.whole = run_arena(self.settings, folder)
        self.path = folder / RESULTS_FILE
        self.lines = self.path.read_text().splitlines()

    def attempt(self, rng: Random) -> None:
        lines = list(self.lines)
        place = rng.randrange(len(lines))
        if rng.random() < 0.6:
            lines[place] = as_json(changed_json(rng, json.loads(lines[place]))).decode(
                errors="replace"
            )
        else:
            lines[place] = changed_text(rng, lines[place], ("\n", "{", "}", '"', ","))
        self.path.write_text("\n".join(lines) + "\n", errors="replace")
        found = run_arena(self.settings, self.folder)
        plans = [[(game["seed"], game["seats"]) for game in result["games"]] for result in found]
        assert len(plans) == len(self.whole)
        summarise(self.settings.agents, found)


class Evaluations(Target):
    """Files of evaluations, which strangers hand in: what passes the check says nothing else."""

    name = "evaluations"

    def __init__(self, folder: Path):
        super().__init__(folder)
        self.protocol = load_protocol(PROTOCOL_FILE)
        self.data = evaluate_agent(self.protocol, "random", folder, quick=True)
        self.path = folder / "handed_in.json"

    def attempt(self, rng: Random) -> None:
        data = changed_json(rng, self.data)
        text = as_json(data)
        self.path.write_bytes(text if rng.random() < 0.9 else changed_bytes(rng, text))
        checked = check_file(self.path, self.protocol)
        if checked.faults:
            for fault in checked.faults:
                check_words(fault)
            raise ValueError(checked.faults[0])
        found = json.loads(self.path.read_text())
        for name in ("protocol", "conforms", "remarks", "quick"):
            assert found[name] == self.data[name], name
        for game, entry in self.data["games"].items():
            assert found["games"][game]["figures"]["tables"] == entry["figures"]["tables"]


class Kernels(Target):
    """Stored machine code, and files of it that came from elsewhere."""

    name = "kernels"

    def __init__(self, folder: Path):
        super().__init__(folder)
        TOY.new_state(1)
        root = cache_root()
        assert root is not None
        sample = min(root.rglob("*.nbc"), key=lambda path: path.stat().st_size)
        cache = folder / "cache" / "toy"
        cache.mkdir(parents=True)
        self.kernel = sample.read_bytes()
        self.path = folder / "kernels"
        self.list = {
            "tools": share.tools(),
            "triple": share.llvm.get_process_triple(),
            "target": "generic",
            "kernels": [
                {
                    "name": f"toy/step-{'0' * 24}-{'0' * 12}",
                    "size": len(self.kernel),
                    "sha256": hashlib.sha256(self.kernel).hexdigest(),
                }
            ],
        }

    def attempt(self, rng: Random) -> None:
        if rng.random() < 0.5:
            store.checked(changed_bytes(rng, self.kernel))
            return
        listed = as_json(changed_json(rng, self.list))
        data = share.HEADER + listed + b"\n" + self.kernel
        self.path.write_bytes(changed_bytes(rng, data) if rng.random() < 0.3 else data)
        root = self.folder / "imported"
        try:
            share.import_file(self.path, root)
        finally:
            for found in root.rglob("*.nbc"):
                assert store.checked(found.read_bytes())
            shutil.rmtree(root, ignore_errors=True)
