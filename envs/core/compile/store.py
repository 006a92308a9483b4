"""Machine code on disk: one file for each kernel and signature, called by a digest of both.

A file carries a checksum of its content. One that is cut short, foreign or not to be read is
deleted and compiled again; a disk that takes no more leaves the process running uncached.
"""

from __future__ import annotations

import hashlib
import io
import os
import pickle
import re
import sys
import tempfile
import time
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy as np
from numba.core.caching import _Cache
from numba.core.serialize import dumps

from exozoo.envs.core.compile.folder import DAY, SUFFIX, UNFINISHED, cache_root, prune
from exozoo.envs.core.compile.library import Part, pack, unpack
from exozoo.envs.core.compile.notices import notify
from exozoo.envs.core.compile.work import current_work, owner_of

FLAGS: Any = numba.config  # numba fills this module in as it runs, unseen by type checkers
HEADER = b"exozoo kernel 4\n"
CHECKSUM_SIZE = hashlib.sha256().digest_size
_WHOLE, _PART = b"W", b"P"  # the first byte of what is stored, before the pickle
LONGEST_NAME = 80
TYPES = ("numba.core.types.", "numpy.dtypes")  # modules of classes that describe types
OWN = "exozoo."
ALLOWED = {
    ("builtins", "object"),
    ("builtins", "complex"),
    ("builtins", "range"),
    ("builtins", "slice"),
    ("collections", "OrderedDict"),
    ("copyreg", "_reconstructor"),
    ("numba.core.environment", "_rebuild_env"),
    ("numba.core.funcdesc", "PythonFunctionDescriptor"),
    ("numba.core.typing.templates", "Signature"),
    ("numpy", "dtype"),
    ("numpy", "ndarray"),
    ("numpy", "record"),
    ("numpy._core.multiarray", "_reconstruct"),
    ("numpy._core.multiarray", "scalar"),
}


class KernelStore(_Cache):
    """The stored code of one kernel. numba calls it with its compiler lock held."""

    def __init__(self, kernel: Any):
        self._kernel = kernel
        self._enabled = True
        self._used: set[Path] = set()

    @property
    def cache_path(self) -> str | None:
        """The folder that the kernel's code is kept in, if any."""
        folder = self._folder()
        return None if folder is None else str(folder)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        target_context.refresh()
        path = self._path(sig, target_context.codegen())
        found = path and _load(path, sig, target_context)
        current_work().count(self._kernel)
        if found:
            return found
        work, game = current_work(), owner_of(self._kernel)
        if work.begin(game, path and path.parent):
            found = _load(path, sig, target_context)  # another process may have made it meanwhile
        if not found:
            work.compile(game)
        return found

    def save_overload(self, sig: Any, data: Any) -> None:
        library = data.library
        parts = library.direct() if isinstance(library, Part) else []
        if library.has_dynamic_globals:
            name = self._kernel.py_func.__qualname__
            notify(
                f"{name} cannot be cached: every start compiles it anew", once=f"uncached {name}"
            )
            return
        path = self._path(sig, data.codegen)
        if path and all(part.key for part in parts):  # else the disk took no more
            stored = save(path, _kind(library) + dumps((sig, pack(data))))
            if stored and isinstance(library, Part):
                _know(library, path)

    def enable(self) -> None:
        self._enabled = True

    def disable(self) -> None:
        self._enabled = False

    def flush(self) -> None:
        """Delete the code of all signatures that were loaded or stored here."""
        for path in self._used:
            path.unlink(missing_ok=True)
        self._used.clear()

    def _folder(self) -> Path | None:
        root = cache_root() if self._enabled else None
        return root and root / owner_of(self._kernel)

    def _path(self, sig: Any, codegen: Any) -> Any:
        folder = self._folder()
        if folder is None:
            return None
        path = folder / f"{self._stem(sig)}-{target_digest(codegen)}{SUFFIX}"
        self._used.add(path)
        return path

    def _stem(self, sig: Any) -> str:
        """The kernel's name, a digest of what it is made of, and one of the types it is made for."""
        digest = current_work().walk.digest(self._kernel).hex()
        types = hashlib.sha256(str(sig).encode()).hexdigest()
        name = re.sub(r"[^\w.\[\]-]", "_", self._kernel.py_func.__qualname__)[:LONGEST_NAME]
        return f"{name}-{digest[:24]}-{types[:12]}"


def target_digest(codegen: Any) -> str:
    """What code is compiled by, and for which processor: the last part of a file's name."""
    text = f"{codegen.magic_tuple()} {tools()}"
    return hashlib.sha256(text.encode()).hexdigest()[:12]


@cache
def tools() -> str:
    """What compiles, and how: other versions and flags make other code of the same kernel."""
    flags = [
        (name, getattr(FLAGS, name, None))
        for name in ("BOUNDSCHECK", "OPT", "DEBUGINFO_DEFAULT", "LOOP_VECTORIZE", "SLP_VECTORIZE")
    ]
    versions = (sys.implementation.cache_tag, sys.abiflags if hasattr(sys, "abiflags") else "")
    return (
        f"{HEADER!r} {versions} {numba.__version__} {llvmlite.__version__} {np.__version__} {flags}"
    )


def _load(path: Path, sig: Any, target_context: Any) -> Any:
    """The compiled kernel, or None if it must be compiled."""
    content = _read(path)
    if content is None:
        return None

    def fetch(key: str) -> Part:
        return _part(path.parent.parent / key, target_context)

    try:
        stored, data = _unpack(content)
        if sig is not None and stored != sig:
            raise ValueError("made for other types")
        found = unpack(target_context, fetch, data)
    except MissingPartError:
        return None
    except Exception as error:  # a damaged pickle may raise anything
        notify(f"{path} is damaged ({error}): deleted and compiled again", once="damaged")
        with suppress(OSError):
            path.unlink()
        return None
    if isinstance(found.library, Part):
        _know(found.library, path)
    return found


class MissingPartError(Exception):
    """A part that another one calls is not to be had: both are compiled again."""


_parts: dict[Path, Part] = {}  # of this process, by where they are stored


def _part(path: Path, target_context: Any) -> Part:
    known = _parts.get(path)
    if known is None:
        found = _load(path, None, target_context)
        if found is None or not isinstance(found.library, Part):
            raise MissingPartError
        known = found.library
    return known


def _know(part: Part, path: Path) -> None:
    part.key = "/".join(path.parts[-2:])
    _parts[path] = part


def _read(path: Path) -> bytes | None:
    try:
        with open(path, "rb") as file:
            content = file.read()
            if time.time() - os.fstat(file.fileno()).st_mtime > DAY:
                with suppress(OSError):
                    os.utime(path)  # in use: not to be pruned
            return content
    except FileNotFoundError:
        return None
    except OSError as error:
        notify(f"cannot read {path}: {error.strerror or error}; compiled again", once="unread")
        return None


def _kind(library: Any) -> bytes:
    return _PART if isinstance(library, Part) else _WHOLE


def _unpack(content: bytes) -> Any:
    return KernelUnpickler(io.BytesIO(checked(content)[1:])).load()


class KernelUnpickler(pickle.Unpickler):
    """Reads what stored kernels are made of, and nothing that could do anything else."""

    def find_class(self, module: str, name: str) -> Any:
        if module.startswith(TYPES) or (module, name) in ALLOWED:
            return super().find_class(module, name)
        if module.startswith(OWN):  # nothing is imported: who asks for the kernel has its parts
            found = getattr(sys.modules.get(module), name, None)
            if isinstance(found, type) and issubclass(found, tuple) and hasattr(found, "_fields"):
                return found  # names of what kernels are handed in one piece
        raise pickle.UnpicklingError(f"{module}.{name} is no part of a kernel")


def checked(content: bytes) -> bytes:
    """What a stored file holds; ValueError if it is cut short, changed or none of ours."""
    checksum, data = content[len(HEADER) :][:CHECKSUM_SIZE], content[len(HEADER) + CHECKSUM_SIZE :]
    if not content.startswith(HEADER):
        raise ValueError("not a stored kernel")
    if hashlib.sha256(data).digest() != checksum:
        raise ValueError("checksum is wrong")
    return data


def holds_whole(content: bytes) -> bool:
    """Whether a stored file is of a kernel that Python calls; ValueError if it is damaged."""
    return checked(content)[:1] == _WHOLE


_full = False  # the disk took no more: this process stores nothing


def save(path: Path, data: bytes) -> bool:
    global _full
    if _full:
        return False
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(UNFINISHED, dir=path.parent)
        try:
            with open(handle, "wb") as file:
                file.write(HEADER + hashlib.sha256(data).digest() + data)
            os.replace(name, path)
        except BaseException:
            with suppress(OSError):
                os.unlink(name)
            raise
        _prune_once(path.parent.parent)
        return True
    except OSError as error:
        _full = True
        reason = error.strerror or error
        notify(f"cannot write to {path.parent}: {reason}; running without storing kernels")
        return False


@cache
def _prune_once(root: Path) -> None:
    """Only processes that add to the cache look for what is old: a warm start reads nothing else."""
    prune(root)
