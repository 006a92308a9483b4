"""One file of a dataset: written whole or not at all, and never trusted when read."""

from __future__ import annotations

import hashlib
import io
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from exozoo.envs.core.files import write_atomically
from exozoo.training.datasets.schema import GAMES, check_no_nulls, check_table

SUFFIX = ".parquet"
PIECE = 2**16  # decisions that are encoded together
PAGE = 2**16  # bytes of a page before compression


@dataclass(frozen=True)
class Shard:
    """A finished file, as dataset.json lists it."""

    file: str  # below the dataset's folder, with forward slashes
    rows: int
    decisions: int  # those of its games
    bytes: int
    sha256: str


def shard_name(table: str, number: int) -> str:
    return f"{table}/{number:06d}{SUFFIX}"


def encode(table: pa.Table) -> bytes:
    """A table as Parquet; the same table always gives the same bytes.

    In small pieces and pages: pyarrow gives its memory back to the system between shards, and to
    get new pages for a whole shard at once takes about as long as to encode it.
    """
    rows = max(1, PIECE * len(table) // max(1, _decisions(table)))
    batches = table.combine_chunks().to_batches(max_chunksize=rows)
    sink = io.BytesIO()
    pq.write_table(
        pa.Table.from_batches(batches, table.schema),
        sink,
        compression="zstd",
        data_page_size=PAGE,
        row_group_size=max(1, len(table)),
        write_page_checksum=True,
        store_schema=True,
    )
    return sink.getvalue()


@dataclass(frozen=True)
class Packed:
    """A file before it is written, perhaps on its way from another machine."""

    shard: Shard
    data: bytes


def pack(file: str, table: pa.Table) -> Packed:
    data = encode(table)
    digest = hashlib.sha256(data).hexdigest()
    return Packed(Shard(file, len(table), _decisions(table), len(data), digest), data)


def store(folder: Path, packed: Packed) -> Shard:
    write_atomically(folder / packed.shard.file, packed.data)
    return packed.shard


def inspect_shard(folder: Path, file: str, table: str, num_actions: int) -> Shard:
    """A file already there; ValueError, naming it, unless its end is whole and its columns fit."""
    path = folder / file
    try:
        with pq.ParquetFile(path) as opened:
            check_table(opened.schema_arrow, table, num_actions)
            counts = opened.read(columns=["num_decisions"] if table == GAMES else ["ply"])
    except (ValueError, OSError, pa.ArrowException) as error:
        raise _fault(path, error) from None
    with path.open("rb") as data:
        digest = hashlib.file_digest(data, "sha256").hexdigest()
    return Shard(file, len(counts), _decisions(counts), path.stat().st_size, digest)


def read_shard(
    folder: Path, file: str, table: str, num_actions: int, columns: list[str] | None = None
) -> pa.Table:
    """All of a file, or some columns; ValueError, naming it, if anything in it cannot be read."""
    path = folder / file
    try:
        with pq.ParquetFile(path, page_checksum_verification=True) as opened:
            check_table(opened.schema_arrow, table, num_actions)
            found = opened.read(columns=columns)
        found.validate(full=True)
        check_no_nulls(found)
    except (ValueError, OSError, pa.ArrowException) as error:
        raise _fault(path, error) from None
    return found


def _decisions(table: pa.Table) -> int:
    if "num_decisions" not in table.column_names:
        return len(table)  # a row each
    return int(pc.sum(table.column("num_decisions")).as_py() or 0)


def _fault(path: Path, error: Exception) -> ValueError:
    if isinstance(error, FileNotFoundError):
        return ValueError(f"{path} is missing")
    words = " ".join(str(error).split()) or type(error).__name__
    return ValueError(f"{path} cannot be read: {words[:200]}")
