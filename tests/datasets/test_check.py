"""Damage is found and named; merged datasets are sound; the card tells the figures."""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from exozoo.training.datasets import merge as merging
from exozoo.training.datasets import schema as schemas
from exozoo.training.datasets import shards as writing
from exozoo.training.datasets.check import verify
from exozoo.training.datasets.manifest import load_manifest
from exozoo.training.datasets.merge import merge
from exozoo.training.datasets.reading import Dataset, Wanted
from exozoo.training.datasets.run import run_selfplay
from exozoo.training.datasets.schema import SCHEMA_VERSION, GameRow, games_table, rows_of
from exozoo.training.datasets.shards import encode, pack
from exozoo.training.datasets.stats import figures
from tests.datasets.folders import LOWEST, contents, toy_settings
from tests.toy import TOY

pytestmark = pytest.mark.compiled  # plays too much to do so without the compiler

SHARD = "games/000002.parquet"


@pytest.fixture
def folder(tmp_path) -> Path:
    run_selfplay(toy_settings(search_targets=True, draws={"players": (2, 3)}), tmp_path / "d")
    return tmp_path / "d"


def put(folder: Path, file: str, data: bytes) -> None:
    """Other contents, with dataset.json changed to fit."""
    (folder / file).write_bytes(data)
    path = folder / "dataset.json"
    facts = json.loads(path.read_text())
    for shards in facts["shards"].values():
        for shard in shards:
            if shard["file"] == file:
                shard |= {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
    path.write_text(json.dumps(facts))


def change(folder: Path, **changes) -> None:
    """Another value in the first game of a shard, in a file that is otherwise in order."""
    rows = rows_of(pq.read_table(folder / SHARD))
    rows[0] = replace(rows[0], **changes)
    put(folder, SHARD, encode(games_table(rows, TOY.num_actions)))


def first_row(folder: Path) -> GameRow:
    return rows_of(pq.read_table(folder / SHARD))[0]


def test_a_dataset_as_made_is_sound(folder):
    heard = []
    assert verify(folder, TOY, 1, lambda done, total: heard.append((done, total))) == []
    assert heard[-1] == (40, 40)
    assert verify(folder, TOY, jobs=2) == []


def test_a_changed_byte_is_named(folder):
    data = bytearray((folder / SHARD).read_bytes())
    data[len(data) // 3] ^= 1
    (folder / SHARD).write_bytes(data)
    (fault,) = verify(folder, TOY)
    assert SHARD in fault
    assert "checksum" in fault


def test_every_changed_action_is_found(folder):
    row = first_row(folder)
    before = contents(folder)
    for ply in range(row.num_decisions):
        for action in {0, 15, *row.actions.tolist()} - {int(row.actions[ply])}:
            actions = row.actions.copy()
            actions[ply] = action
            change(folder, actions=actions)
            (fault,) = verify(folder, TOY)
            assert SHARD in fault
            assert f"game {row.game_id}" in fault or "column" in fault
    for file in (SHARD, "dataset.json"):
        (folder / file).write_bytes(before[file])
    assert verify(folder, TOY) == []


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"scores": (9, 9)}, "playing it gives|not as many"),
        ({"ranks": (2, 2)}, "playing it gives|not as many"),
        ({"seed": -1}, "seed -1"),
        ({"seed": 5}, "game 16"),
        ({"options": "{"}, "game 16"),
        ({"options": "[]"}, "not a JSON object"),
        ({"options": '{"players": 77}'}, "allowed: 2..4"),
        ({"options": "[" * 100_000}, "game 16"),
        ({"agents": ("random",)}, "not as many"),
        ({"game": "chess"}, "of 'chess'"),
        ({"rules_version": 9}, "rules version 9"),
        ({"num_decisions": 3}, "num_decisions is 3"),
        ({"actions": np.zeros(0, np.uint8), "num_decisions": 0}, "not over"),
        ({"game_id": 3}, "not numbered from 16"),
    ],
)
def test_a_wrong_row_is_named_and_nothing_else(folder, changes, words):
    change(folder, **changes)
    (fault,) = verify(folder, TOY)
    assert SHARD in fault
    assert re.search(words, fault), fault


def test_a_wrong_decision_is_found(folder):
    file = "decisions/000001.parquet"
    table = pq.read_table(folder / file)
    for name in ("game_id", "ply", "seat", "action", "num_legal"):
        column = table.column(name).to_numpy().copy()
        column[3] += 1
        place = table.column_names.index(name)
        wrong = table.set_column(place, table.schema.field(place), pa.array(column))
        put(folder, file, encode(wrong.cast(table.schema)))
        (fault,) = verify(folder, TOY)
        assert f"column {name} is not" in fault


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"target_kind": "opinions"}, "column target_kind: allowed are probabilities, visits"),
        ({"target_actions": [1]}, "not as many"),
        ({"target_actions": [255], "target_weights": [1.0]}, "no such action"),
        ({"target_actions": [1], "target_weights": [float("nan")]}, "not a number"),
        ({"target_actions": [1] * 5, "target_weights": [1.0] * 5}, "more actions than were legal"),
    ],
)
def test_wrong_thoughts_are_found(folder, changes, words):
    file = "decisions/000001.parquet"
    table = pq.read_table(folder / file)
    rows = table.to_pylist()
    rows[3].update(changes)
    put(folder, file, encode(pa.Table.from_pylist(rows, table.schema)))
    (fault,) = verify(folder, TOY)
    assert words in fault


def newer() -> pa.Table:
    table = games_table([], TOY.num_actions)
    marks = {**table.schema.metadata, schemas.VERSION_KEY: str(SCHEMA_VERSION + 1).encode()}
    return table.replace_schema_metadata(marks)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "cannot be read"),
        (b"PAR1 nonsense PAR1", "cannot be read"),
        (encode(pa.table({"a": [1]})), "not a file of an exozoo dataset"),
        (encode(newer()), f"schema version {SCHEMA_VERSION + 1} is newer"),
        (encode(schemas.games_table([], 1000)), "columns are not those"),
        (
            encode(
                schemas.decisions_table({n: [] for n in schemas.schema("decisions", 16).names}, 16)
            ),
            "holds table 'decisions'",
        ),
    ],
)
def test_foreign_and_newer_files_are_named(folder, data, words):
    put(folder, SHARD, data)
    (fault,) = verify(folder, TOY)
    assert SHARD in fault
    assert words in fault
    with pytest.raises(ValueError, match=SHARD):
        list(Dataset(folder, TOY).decisions(Wanted()))
    assert Dataset(folder, TOY).game_at(0).game_id == 0  # nothing else is lost


def test_files_of_an_older_schema_are_read(folder):
    table = writing.read_shard(folder, SHARD, "games", TOY.num_actions)
    older = {**table.schema.metadata, schemas.VERSION_KEY: b"1"}
    (folder / SHARD).write_bytes(encode(table.replace_schema_metadata(older)))
    assert writing.read_shard(folder, SHARD, "games", TOY.num_actions).equals(table)


@pytest.mark.parametrize("name", ["games", "decisions"])
def test_bytes_do_not_depend_on_how_a_table_lies_in_memory(folder, monkeypatch, name):
    monkeypatch.setattr(writing, "PIECE", 7)
    monkeypatch.setattr(writing, "PAGE", 16)
    table = writing.read_shard(folder, f"{name}/000002.parquet", name, TOY.num_actions)
    cut = pa.concat_tables([table.slice(0, 1), table.slice(1)])
    assert encode(cut) == encode(table)
    read = pq.read_table(pa.BufferReader(encode(table)))
    assert str(read.to_pydict()) == str(
        table.to_pydict()
    )  # equal but for nan, which equals nothing


def test_files_cut_short_anywhere_are_named(folder):
    whole = (folder / SHARD).read_bytes()
    for length in range(0, len(whole), 97):
        put(folder, SHARD, whole[:length])
        (fault,) = verify(folder, TOY)
        assert SHARD in fault


def test_missing_and_stray_files_are_named(folder):
    (folder / SHARD).unlink()
    (folder / "games/more.parquet").write_bytes(b"")
    faults = verify(folder, TOY)
    assert [fault.rpartition("/")[2] for fault in faults] == [
        "000002.parquet is missing",
        "more.parquet is not a file of this dataset",
    ]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"schema_version": SCHEMA_VERSION + 1}, "newer"),
        ({"format": "other"}, "another format"),
        ({"games": 41}, "not as many"),
        ({"games": "many"}, "whole number"),
        ({"shards": {"games": [{"file": "../secret.parquet"}]}}, "no name of a shard"),
        ({"shards": {"secrets": []}}, "unknown tables"),
        ({"shards": 3}, "describes no dataset"),
        ({"complete": False}, "is unfinished"),
        ({"game": "chess"}, "chess"),
        ({"rules_version": 5}, "rules version 5"),
    ],
)
def test_a_wrong_description_is_refused(folder, changes, words):
    path = folder / "dataset.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), **changes}))
    with pytest.raises(ValueError, match=words):
        Dataset(folder, TOY)


def test_no_description_and_a_broken_one(folder, tmp_path):
    with pytest.raises(ValueError, match="holds no dataset"):
        load_manifest(tmp_path)
    (folder / "dataset.json").write_text("[" * 100_000)
    with pytest.raises(ValueError, match=r"dataset\.json describes no dataset"):
        load_manifest(folder)


def test_merged_datasets_are_one(folder, tmp_path):
    run_selfplay(
        toy_settings(games=10, seed=9, agents=(LOWEST,), search_targets=True), tmp_path / "e"
    )
    made = merge([folder, tmp_path / "e"], tmp_path / "m", TOY)
    assert made.games == 50
    assert verify(tmp_path / "m", TOY) == []
    rows = list(Dataset(tmp_path / "m", TOY).games())
    parts = [*Dataset(folder, TOY).games(), *Dataset(tmp_path / "e", TOY).games()]
    assert [row.seed for row in rows] == [row.seed for row in parts]
    with pytest.raises(ValueError, match="holds another dataset"):
        merge([folder], tmp_path / "m", TOY)
    run_selfplay(toy_settings(games=10), tmp_path / "f")
    assert set(merge([folder, tmp_path / "f"], tmp_path / "n", TOY).shards) == {"games"}


def test_a_stopped_merge_goes_on(folder, tmp_path, monkeypatch):
    merge([folder, folder], tmp_path / "whole", TOY)
    made = []

    def stop(*arguments):
        made.append(pack(*arguments))
        if len(made) == 5:
            raise KeyboardInterrupt
        return made[-1]

    with monkeypatch.context() as patch:
        patch.setattr(merging, "pack", stop)
        with pytest.raises(KeyboardInterrupt):
            merge([folder, folder], tmp_path / "cut", TOY)
    before = contents(tmp_path / "cut")
    assert "games/000001.parquet" in before
    with pytest.raises(ValueError, match="is unfinished"):
        Dataset(tmp_path / "cut", TOY)
    merge([folder, folder], tmp_path / "cut", TOY)
    after = contents(tmp_path / "cut")
    assert after == contents(tmp_path / "whole")


def test_the_card_tells_the_figures(folder):
    found = figures(folder, load_manifest(folder))
    assert sum(found.games_of_players.values()) == found.games == len(found.lengths) == 40
    assert found.lengths.sum() == found.decisions
    assert [agent.agent for agent in found.agents] == ["random"]
    card = (folder / "README.md").read_text()
    for words in ("# Toy: 40 games", "| `num_legal` | int32 |", "exozoo selfplay tests.toy:TOY"):
        assert words in card
    assert card.startswith(
        "---\nconfigs:\n- config_name: games\n  data_files: games/*.parquet\n  default: true\n"
        "- config_name: decisions\n  data_files: decisions/*.parquet\n---\n"
    )
    assert (folder / "distributions.png").read_bytes().startswith(b"\x89PNG")


def test_an_unwritable_folder_is_named(tmp_path):
    """In a process of another user if need be: root may write everywhere."""
    tmp_path.chmod(0o555)
    code = f"""
import os, pathlib
from tests.datasets.folders import toy_settings
from exozoo.training.datasets.run import run_selfplay
settings = toy_settings()
settings.check()
if os.geteuid() == 0:
    os.setuid(65534)
try:
    run_selfplay(settings, pathlib.Path({str(tmp_path)!r}) / "d")
except OSError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "Permission denied" in done.stdout, done.stderr
    assert str(tmp_path) in done.stdout


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may mount a small disk")
def test_a_small_disk_that_fills_up_keeps_finished_shards(tmp_path):
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=200k", "tmpfs", str(disk)]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("mounting is not allowed here")
    try:
        settings = toy_settings(games=400)
        with pytest.raises(OSError, match=r"No space left on device.*parquet"):
            run_selfplay(settings, disk / "d")
        run_selfplay(settings, tmp_path / "whole")
        whole, found = contents(tmp_path / "whole"), contents(disk / "d")
        shards = [name for name in found if name.startswith("games/")]
        assert shards
        assert all(found[name] == whole[name] for name in shards)
        assert not [name for name in found if name not in whole]
    finally:
        subprocess.run(["umount", str(disk)], check=True)
