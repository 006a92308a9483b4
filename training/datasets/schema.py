"""The tables of a dataset, and how their columns are made and checked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np
import pyarrow as pa

SCHEMA_VERSION = 2  # 1: the same columns in larger pages, so that files had other bytes
GAMES, DECISIONS = "games", "decisions"
TABLES = (GAMES, DECISIONS)
VERSION_KEY, TABLE_KEY = b"exozoo.schema_version", b"exozoo.table"


@dataclass(slots=True)
class GameRow:
    """One game, as a row of table `games`."""

    game_id: int  # unique in a dataset
    game: str
    rules_version: int
    options: str  # JSON, all of them
    seed: int
    agents: tuple[str, ...]  # who played, seat by seat
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    num_decisions: int
    actions: np.ndarray


def action_type(num_actions: int) -> pa.DataType:
    """The smallest unsigned type that holds every action id."""
    return pa.from_numpy_dtype(np.min_scalar_type(num_actions - 1))


def schema(table: str, num_actions: int) -> pa.Schema:
    """The columns of a table, for a game with so many actions."""
    action = action_type(num_actions)
    columns: dict[str, dict[str, pa.DataType]] = {
        GAMES: {
            "game_id": pa.int64(),
            "game": pa.string(),
            "rules_version": pa.int32(),
            "options": pa.string(),
            "seed": pa.int64(),
            "agents": _list(pa.string()),
            "scores": _list(pa.int32()),
            "ranks": _list(pa.int8()),
            "num_decisions": pa.int32(),
            "actions": _list(action),
        },
        DECISIONS: {
            "game_id": pa.int64(),
            "ply": pa.int32(),
            "seat": pa.int8(),
            "action": action,
            "num_legal": pa.int32(),
            "target_kind": pa.string(),
            "target_actions": _list(action),
            "target_weights": _list(pa.float32()),
            "value": pa.float32(),
        },
    }
    marks = {VERSION_KEY: str(SCHEMA_VERSION).encode(), TABLE_KEY: table.encode()}
    fields = [pa.field(name, kind, nullable=False) for name, kind in columns[table].items()]
    return pa.schema(fields, marks)


def games_table(rows: Sequence[GameRow], num_actions: int) -> pa.Table:
    names = [field.name for field in schema(GAMES, num_actions)]
    return games_of({name: [getattr(row, name) for row in rows] for name in names}, num_actions)


def games_of(columns: dict[str, Sequence[Any]], num_actions: int) -> pa.Table:
    """Table `games` of its columns by name, with a value for each game."""
    wanted = schema(GAMES, num_actions)
    arrays = [
        lists(columns[field.name], field.type)
        if pa.types.is_list(field.type)
        else pa.array(columns[field.name], field.type)
        for field in wanted
    ]
    return pa.Table.from_arrays(arrays, schema=wanted)


def decisions_table(columns: dict[str, Any], num_actions: int) -> pa.Table:
    """Of numpy and Arrow arrays by the names of the columns."""
    wanted = schema(DECISIONS, num_actions)
    arrays = [pa.array(columns[field.name]).cast(field.type) for field in wanted]
    return pa.Table.from_arrays(arrays, schema=wanted)


def lists(parts: Sequence[Any], kind: pa.ListType) -> pa.ListArray:
    """Parts as one column of lists; of arrays without a Python object for each number."""
    ends = np.cumsum([0, *map(len, parts)], dtype=np.int32)
    if len(parts) and isinstance(parts[0], np.ndarray):
        dtype = kind.value_type.to_pandas_dtype()
        flat = pa.array(np.concatenate(parts).astype(dtype, copy=False))
    else:
        flat = pa.array([*chain.from_iterable(parts)], kind.value_type)
    return pa.ListArray.from_arrays(pa.array(ends), flat, type=kind)


def rows_of(table: pa.Table) -> list[GameRow]:
    """The games of a table that `check_table` has passed."""
    actions = table.column("actions").combine_chunks()
    actions = actions.chunk(0) if isinstance(actions, pa.ChunkedArray) else actions
    flat = actions.values.to_numpy()
    ends = actions.offsets.to_numpy()
    plain = table.drop_columns(["actions"]).to_pylist()
    return [
        GameRow(**_tuples(row), actions=flat[ends[n] : ends[n + 1]]) for n, row in enumerate(plain)
    ]


def check_table(found: pa.Schema, table: str, num_actions: int | None = None) -> None:
    """ValueError unless a file's schema is that of a table that this version reads."""
    marks = found.metadata or {}
    version = marks.get(VERSION_KEY, b"")
    if not version.isdigit() or TABLE_KEY not in marks:
        raise ValueError("not a file of an exozoo dataset")
    if int(version) > SCHEMA_VERSION:
        raise ValueError(
            f"schema version {int(version)} is newer than this one, {SCHEMA_VERSION}: update exozoo"
        )
    if marks[TABLE_KEY] != table.encode():
        raise ValueError(f"holds table {marks[TABLE_KEY].decode(errors='replace')!r}, not {table}")
    if num_actions is not None and not found.equals(schema(table, num_actions)):
        raise ValueError("its columns are not those of its schema version")


def check_no_nulls(table: pa.Table) -> None:
    """A file can say that its columns hold no nulls and hold some all the same."""
    for name, column in zip(table.column_names, table.columns, strict=True):
        inner = column.combine_chunks().flatten() if pa.types.is_list(column.type) else column
        if column.null_count or inner.null_count:
            raise ValueError(f"column {name} has empty values")


def _list(kind: pa.DataType) -> pa.ListType:
    return pa.list_(pa.field("element", kind, nullable=False))


def _tuples(row: dict[str, Any]) -> dict[str, Any]:
    return {name: tuple(v) if isinstance(v, list) else v for name, v in row.items()}
