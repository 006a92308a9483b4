"""The folder that holds a user's compiled kernels: found, judged safe, pruned, measured, cleared.

Its files are pickles, so whoever can write there can run code here: the folder must belong to the
user, and not everybody may write to it.
"""

from __future__ import annotations

import os
import stat
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import platformdirs

from exozoo.envs.core.compile.lock import LOCK_NAME
from exozoo.envs.core.compile.notices import notify

VARIABLE = "EXOZOO_CACHE_DIR"
SUFFIX = ".nbc"
UNFINISHED = ".tmp"  # left behind by a process that was killed while it wrote
OURS = (SUFFIX, UNFINISHED, ".nbi")  # all that may be deleted, indexes of older versions among it
UNUSED_DAYS = 14  # kernels that nobody loaded for so long are deleted
DAY = 86400.0


@dataclass(frozen=True)
class Holding:
    """What is kept for one game."""

    name: str
    kernels: int
    size: int  # bytes
    used: float  # when a kernel was last stored or loaded, give or take a day


@cache
def cache_root() -> Path | None:
    """$EXOZOO_CACHE_DIR or the user's cache folder; a private temporary one if that cannot be used.

    None if there is no safe place at all; kernels then are compiled in every process.
    """
    wanted = wanted_root()
    fault = _prepare(wanted)
    if fault is None:
        return wanted
    spare = _spare_root()
    if _prepare(spare, private=True) is None:
        notify(f"cache folder {wanted} {fault}: using {spare}")
        return spare
    notify(f"cache folder {wanted} {fault}: running without a cache, every start compiles anew")
    return None


def wanted_root() -> Path:
    chosen = os.environ.get(VARIABLE)
    if chosen:
        return Path(chosen).expanduser().absolute()
    return Path(platformdirs.user_cache_dir("exozoo")) / "kernels"


def _spare_root() -> Path:
    user = os.getuid() if hasattr(os, "getuid") else os.environ.get("USERNAME", "user")
    return Path(tempfile.gettempdir()) / f"exozoo-{user}"


def _prepare(root: Path, private: bool = False) -> str | None:
    """Make the folder and see whether it can be used; says what is wrong, else None."""
    try:
        root.mkdir(mode=0o700, parents=True, exist_ok=True)
        fault = _unsafe(root, private)
        if fault is None:
            with tempfile.TemporaryFile(dir=root):
                pass
    except OSError as error:
        return f"is not usable ({error.strerror or error})"
    return fault


def _unsafe(root: Path, private: bool) -> str | None:
    """In a private folder nobody else may have any right, and it is no link: anybody can write to
    the temporary folder, and may have been there first."""
    if not hasattr(os, "getuid"):
        return None
    found = root.lstat() if private else root.stat()
    if not stat.S_ISDIR(found.st_mode):
        return "is not a folder"
    if found.st_uid != os.getuid():
        return "belongs to somebody else"
    if found.st_mode & (0o077 if private else stat.S_IWOTH):
        return "can be written to by everybody"
    return None


def holdings(root: Path) -> list[Holding]:
    """What the folder holds, game by game."""
    found: dict[str, list[os.stat_result]] = {}
    for path in _kept(root):
        if path.suffix == SUFFIX:
            with suppress(OSError):  # deleted meanwhile
                found.setdefault(path.relative_to(root).parts[0], []).append(path.stat())
    return [
        Holding(name, len(files), sum(f.st_size for f in files), max(f.st_mtime for f in files))
        for name, files in sorted(found.items())
    ]


def clear(root: Path) -> int:
    """Delete all kernels; returns the bytes freed. Whatever else lies there is left alone."""
    return _delete(root, older_than=float("inf"), locks=True)


def prune(root: Path) -> None:
    """Delete what nobody used for long."""
    _delete(root, older_than=time.time() - UNUSED_DAYS * DAY)


def _delete(root: Path, older_than: float, locks: bool = False) -> int:
    freed = 0
    for path in list(_kept(root)):
        with suppress(OSError):
            found = path.stat()
            if found.st_mtime < older_than:
                path.unlink()
                freed += found.st_size
    for folder in sorted((p for p in root.rglob("*") if p.is_dir()), reverse=True):
        with suppress(OSError):
            if locks:
                (folder / LOCK_NAME).unlink(missing_ok=True)
            folder.rmdir()  # stays if anything is in it
    return freed


def _kept(root: Path) -> Iterator[Path]:
    """Files of ours, which all lie in folders below the root."""
    for path in root.glob("*/**/*"):
        if path.suffix in OURS and path.is_file():
            yield path
