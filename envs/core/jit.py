"""The project's one compile decorator, its cache folder, and `bind` for shared loops.

numba does not notice that a function in another file, or a table it froze, has changed. So every
compiled function is cached in a folder whose name carries a hash of all sources and data that can
reach it: `envs/core`, the package it belongs to, the numba version and the compile flags.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from functools import cache, cached_property
from pathlib import Path
from types import FunctionType
from typing import Any

import numba
import numpy as np
import platformdirs
from numba.core.registry import CPUDispatcher

CORE_PACKAGE = __name__.rpartition(".")[0]
FLAGS: Any = numba.config  # numba fills this module in as it runs, unseen by type checkers
# nobody calls kernels through C pointers: leaving those wrappers out saves compile time
COMPILE: dict[str, Any] = {
    "nopython": True,
    "nogil": True,
    "error_model": "numpy",
    "no_cfunc_wrapper": True,
}
HOLDERS = ("exozoo", "exozoo.envs", "exozoo.agents", "exozoo.agents.heuristics", "tests")
HASHED_SUFFIXES = (".py", ".json")
UNUSED_DAYS = 14  # folders that nobody opened for so long are deleted

if FLAGS.DISABLE_JIT:
    # the generator's arithmetic wraps on purpose; plain numpy scalars would warn each time
    np.seterr(over="ignore")


class Inner(CPUDispatcher):
    """A kernel for other kernels: it has no wrapper for Python, which costs a sixth of compiling.

    Called from Python after all, it goes through an entry that is compiled at the first such call.
    """

    @cached_property
    def entry(self) -> Any:
        return bind(_enter, kernel=self)

    def __call__(self, *arguments: Any) -> Any:
        return self.entry(*arguments)


def kernel(*arguments): ...


def _enter(*arguments):
    return kernel(*arguments)


def jit(function: Callable) -> Any:
    """Compile a kernel: cached on disk, without the GIL, with numpy's division rules."""
    return _compile(function, _package_of(function.__module__), kind=Inner)


def jit_across(*packages: str) -> Callable[[Callable], Any]:
    """`jit` for kernels that call kernels of other packages: a change there recompiles them too."""

    def decorate(function: Callable) -> Any:
        return _compile(function, _package_of(function.__module__), *packages, kind=Inner)

    return decorate


def bind(template: Any, **names: Any) -> Any:
    """A copy of a shared loop whose globals `names` are replaced, compiled and cached for it.

    A loop that takes functions as arguments is compiled again in every process; one whose globals
    are rebound is cached. The bound names enter the qualified name, else two bindings over one
    record type would share machine code.
    """
    template = getattr(template, "py_func", template)
    bound = FunctionType(template.__code__, {**template.__globals__, **names}, template.__name__)
    bound.__module__ = template.__module__
    bound.__doc__ = template.__doc__
    targets = [getattr(value, "py_func", value) for value in names.values()]
    digest = hashlib.sha256(
        ",".join(f"{t.__module__}.{t.__qualname__}" for t in targets).encode()
    ).hexdigest()
    packages = [t.__dict__.get("bound_for") or _package_of(t.__module__) for t in targets]
    package = next((p for p in packages if p != CORE_PACKAGE), CORE_PACKAGE)
    bound.__qualname__ = f"{template.__qualname__}[{package.rpartition('.')[2]}-{digest[:10]}]"
    bound.bound_for = package  # type: ignore[attr-defined]
    return _compile(bound, package, _package_of(template.__module__))


def _compile(function: Callable, *packages: str, kind: type[CPUDispatcher] = CPUDispatcher) -> Any:
    if FLAGS.DISABLE_JIT:
        return function
    options = {**COMPILE, "no_cpython_wrapper": kind is Inner}
    dispatcher = kind(py_func=function, targetoptions=options)
    before = FLAGS.CACHE_DIR
    FLAGS.CACHE_DIR = str(cache_folder(*packages))
    try:
        dispatcher.enable_caching()
    finally:
        FLAGS.CACHE_DIR = before
    return dispatcher


def _package_of(module: str) -> str:
    """The package whose sources a module's kernels may depend on, besides core: the whole game.

    That is the outermost package below those that only hold others side by side.
    """
    package = module if hasattr(sys.modules.get(module), "__path__") else module.rpartition(".")[0]
    while True:
        parent = package.rpartition(".")[0]
        if not parent or parent in HOLDERS:
            return package
        package = parent


@cache
def cache_folder(*packages: str) -> Path:
    """The folder for compiled code of these packages as their sources are now."""
    digest = hashlib.sha256()
    digest.update(f"numba {numba.__version__} numpy {np.__version__}".encode())
    digest.update(f"boundscheck {FLAGS.BOUNDSCHECK}".encode())
    digest.update(f"opt {FLAGS.OPT} debug {FLAGS.DEBUGINFO_DEFAULT}".encode())
    for package in sorted({CORE_PACKAGE, *packages}):
        digest.update(_source_hash(package))
    name = packages[0].rpartition(".")[2] or "kernels"
    folder = cache_root() / f"{name}-{digest.hexdigest()[:20]}"
    folder.mkdir(parents=True, exist_ok=True)
    os.utime(folder)
    return folder


def _source_hash(package: str) -> bytes:
    digest = hashlib.sha256()
    module = sys.modules.get(package)
    for root in sorted(getattr(module, "__path__", [])):
        for path in sorted(Path(root).rglob("*")):
            if path.suffix in HASHED_SUFFIXES and path.is_file():
                digest.update(path.name.encode() + path.read_bytes())
    return digest.digest()


@cache
def cache_root() -> Path:
    """$EXOZOO_CACHE_DIR or the user's cache folder; a private temporary one if not writable."""
    chosen = os.environ.get("EXOZOO_CACHE_DIR")
    root = Path(chosen) if chosen else Path(platformdirs.user_cache_dir("exozoo")) / "kernels"
    try:
        root.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=root):
            pass
    except OSError:
        return Path(tempfile.mkdtemp(prefix="exozoo-kernels-"))
    _prune(root)
    return root


def _prune(root: Path) -> None:
    oldest = time.time() - UNUSED_DAYS * 86400
    for folder in root.iterdir():
        if folder.is_dir() and folder.stat().st_mtime < oldest:
            shutil.rmtree(folder, ignore_errors=True)
