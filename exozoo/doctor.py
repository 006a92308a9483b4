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

from exozoo import __version__
from exozoo.envs.core.machine import cores

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
    yield Finding("cores", f"{os.cpu_count()}, {cores()} usable")
    variables = sorted(name for name in os.environ if name.startswith(("EXOZOO_", "NUMBA_")))
    yield Finding("variables set", ", ".join(variables) or "none")
    for extra, packages in _packages().items():
        yield Finding(extra or "packages", ", ".join(_version(name) for name in packages))
    yield from _cache()
    yield from _self_test()


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
    from exozoo.envs.core.compile.folder import cache_root, holdings

    root = cache_root()
    if root is None:
        yield Finding("cache", "none: every start compiles anew", sound=False)
        return
    kept = holdings(root)
    yield Finding("cache", f"{root}, {sum(game.size for game in kept) / 1e6:.0f} MB")


def _self_test() -> Iterator[Finding]:
    """Compile something small, then play, replay and draw each game that is compiled already."""
    from exozoo.envs.registry import game_names

    yield _try("compiler", _compile)
    until = time.perf_counter() + SECONDS
    for name in game_names():
        if time.perf_counter() > until:
            yield Finding(name, "not tried, the ten seconds are over")
        else:
            yield _try(name, partial(_play, name))


class ColdError(Exception):
    """A game would have to be compiled, which takes longer than a self-test may."""


def _refuse(game: str, state: str) -> None:
    if state == "compiling":
        raise ColdError(f"not compiled yet: exozoo warm {game}")
    if state == "waiting":
        raise ColdError("another process is compiling it just now")


def _try(what: str, test: Callable[[], str]) -> Finding:
    started = time.perf_counter()
    try:
        words = test()
    except ColdError as cold:
        return Finding(what, str(cold))
    except Exception as error:
        return Finding(what, f"{type(error).__name__}: {' '.join(str(error).split())}", sound=False)
    return Finding(what, f"{words} ({time.perf_counter() - started:.1f} s)")


def _compile() -> str:
    import numba

    assert numba.njit(lambda number: number + 1)(41) == 42
    return "works"


def _play(name: str) -> str:
    from exozoo.envs.core.compile.notices import on_compile
    from exozoo.envs.registry import load_game
    from exozoo.envs.render import pixels
    from exozoo.play import play_random_games, random_replay

    game = load_game(name)
    stop = on_compile(_refuse)
    try:
        played = play_random_games(game, 20, 1, 1, {})
    finally:
        stop()
    replay, state = random_replay(game, 1, {})
    replay.verify(game)
    pixels(game.draw(state))
    speed = played.decisions / played.seconds
    return f"plays, replays and draws; {speed:,.0f} random decisions a second on one thread"
