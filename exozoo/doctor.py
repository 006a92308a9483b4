"""`exozoo doctor`: what is installed, and whether it works. Names no path but that of the cache."""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib.metadata import PackageNotFoundError, requires, version
from re import match
from typing import Any

from exozoo import __version__

PLAYING = "_run"  # the kernel over all the rules, compiled last
SECONDS = 10.0  # of the self-test, all games together


@dataclass(frozen=True)
class Finding:
    """One line of the report."""

    what: str
    found: str
    sound: bool = True

    def __str__(self) -> str:
        return f"{self.what + ':':<18} {self.found}{'' if self.sound else '  <- FAULT'}"


def examine() -> Iterator[Finding]:
    """All findings, the quick ones first."""
    yield Finding("exozoo", __version__)
    yield Finding("python", f"{platform.python_version()} ({platform.python_implementation()})")
    yield Finding("system", f"{platform.system()} {platform.release()}, {platform.machine()}")
    yield Finding("cores", _cores())
    variables = sorted(name for name in os.environ if name.startswith(("EXOZOO_", "NUMBA_")))
    yield Finding("variables set", ", ".join(variables) or "none")
    for extra, packages in _packages().items():
        yield Finding(extra or "packages", ", ".join(_version(name) for name in packages))
    yield from _cache()
    yield from _self_test()


def _cores() -> str:
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return f"{os.cpu_count()}, {usable} usable"


def _packages() -> dict[str, list[str]]:
    """Extra -> names of packages; "" are those that are always needed."""
    packages: dict[str, list[str]] = {"": []}
    for line in requires("exozoo") or []:
        name, extra = match(r"[\w.-]+", line), line.partition("extra ==")[2].strip(" '\"")
        if name and name[0] != "exozoo":
            packages.setdefault(f"extra {extra}" if extra else "", []).append(name[0])
    return packages


def _version(package: str) -> str:
    try:
        return f"{package} {version(package)}"
    except PackageNotFoundError:
        return f"{package} missing"


def _cache() -> Iterator[Finding]:
    from exozoo.envs.core.jit import cache_root

    root = cache_root()
    size = sum(path.stat().st_size for path in root.rglob("*") if path.is_file())
    yield Finding("cache", f"{root}, {size / 1e6:.0f} MB")


def _self_test() -> Iterator[Finding]:
    """Compile something small, then play, replay and draw each game that is compiled already."""
    from exozoo.envs.registry import game_names

    yield _try("compiler", _compile)
    until = time.perf_counter() + SECONDS
    for name in game_names():
        if not is_warm(name):
            yield Finding(name, f"not compiled yet: exozoo warm {name}")
        elif time.perf_counter() > until:
            yield Finding(name, "compiled; not tried, the ten seconds are over")
        else:
            yield _try(name, partial(_play, name))


def is_warm(name: str) -> bool:
    """Whether a game has compiled code in the cache, as its rules are now."""
    from exozoo.envs.core.jit import FLAGS, _package_of, cache_folder
    from exozoo.envs.registry import load_game

    if FLAGS.DISABLE_JIT:
        return True
    kernel: Any = load_game(name).rules.step
    package = _package_of(kernel.py_func.__module__)
    return any(cache_folder(package).rglob(f"*{PLAYING}*.nbc"))


def _try(what: str, test: Callable[[], str]) -> Finding:
    started = time.perf_counter()
    try:
        words = test()
    except Exception as error:
        return Finding(what, f"{type(error).__name__}: {' '.join(str(error).split())}", sound=False)
    return Finding(what, f"{words} ({time.perf_counter() - started:.1f} s)")


def _compile() -> str:
    import numba

    assert numba.njit(lambda number: number + 1)(41) == 42
    return "works"


def _play(name: str) -> str:
    from exozoo.envs.registry import load_game
    from exozoo.envs.render import pixels
    from exozoo.play import play_random_games, random_replay

    game = load_game(name)
    played = play_random_games(game, 20, 1, 1, {})
    replay, state = random_replay(game, 1, {})
    replay.verify(game)
    pixels(game.draw(state))
    speed = played.decisions / played.seconds
    return f"plays, replays and draws; {speed:,.0f} random decisions a second on one thread"
