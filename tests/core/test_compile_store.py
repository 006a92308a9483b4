"""The store of compiled kernels heals itself, and does without a disk if it must."""

from __future__ import annotations

import errno
import os
import pickle
import shutil
from pathlib import Path

import pytest

from exozoo.envs.core.compile import store
from exozoo.envs.core.jit import bind
from tests.core.scratch import play, write_game

pytestmark = pytest.mark.compiled


@pytest.fixture(scope="module")
def compiled(tmp_path_factory):
    folder = tmp_path_factory.mktemp("game")
    write_game(folder, "game")
    said = play(folder, "game").said
    assert said.count("\n") == 1, "once, though many kernels were compiled"
    assert "compiling game, once" in said
    return folder


@pytest.fixture
def game(compiled, tmp_path):
    return Path(shutil.copytree(compiled, tmp_path / "game"))


def stored(folder):
    return sorted((folder / "cache").rglob("*.nbc"))


class Trap:
    """Does harm when it is unpickled."""

    def __reduce__(self):
        return os.mkdir, ("harm",)


DAMAGES = {
    "cut short": lambda path: path.write_bytes(path.read_bytes()[:-100]),
    "empty": lambda path: path.write_bytes(b""),
    "foreign": lambda path: path.write_bytes(pickle.dumps("something else")),
    "a trap": lambda path: path.write_bytes(pickle.dumps(Trap())),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_compiled_again(game, damage, monkeypatch):
    monkeypatch.chdir(game)
    for path in stored(game):
        if path.name.startswith(("_own_value", "appraise")):
            DAMAGES[damage](path)
    run = play(game, "game")
    assert run.played == {"game": [5, 10.0, 1]}
    assert run.compiled == ["exozoo.agents.weighing._own_value", "game.heuristic.appraise"]
    assert [line.count("is damaged") for line in run.said.splitlines()] == [1, 0], "then: compiling"
    assert not (game / "harm").exists()
    assert play(game, "game").said == "", "healed"


def test_code_that_is_not_what_its_name_says_is_not_run(game):
    """Two kernels of one signature, exchanged: checksum right, content wrong."""
    first = next(path for path in stored(game) if path.name.startswith("appraise"))
    other = next(path for path in stored(game) if path.name.startswith("_settle"))
    shutil.copy(other, first)
    for path in stored(game):
        if path.name.startswith("_own_value"):
            path.unlink()  # else its own code is used, which holds the other's
    run = play(game, "game")
    assert run.played == {"game": [5, 10.0, 1]}
    assert "is damaged" in run.said


def test_nothing_is_said_when_told_so(game):
    for path in stored(game):
        if path.name.startswith("_own_value"):
            path.unlink()
    run = play(game, "game", EXOZOO_QUIET="1")
    assert run.compiled
    assert run.said == ""


def test_without_any_usable_folder_it_runs_uncached(game):
    """The wanted folder lies below a file, the spare one is a link to somewhere."""
    (game / "file").write_text("")
    (game / "tmp").mkdir()
    (game / "elsewhere").mkdir()
    (game / "tmp" / f"exozoo-{os.getuid()}").symlink_to(game / "elsewhere")
    run = play(game, "game", cache=game / "file" / "cache", TMPDIR=str(game / "tmp"))
    assert run.played == {"game": [5, 10.0, 1]}
    assert run.compiled
    assert run.said.count("without a cache") == 1
    assert list((game / "elsewhere").iterdir()) == []


def test_an_unusable_folder_is_replaced_by_one_per_user(game):
    (game / "file").write_text("")
    (game / "tmp").mkdir()
    run = play(game, "game", cache=game / "file" / "cache", TMPDIR=str(game / "tmp"))
    spare = game / "tmp" / f"exozoo-{os.getuid()}"
    assert run.said.count(str(spare)) == 1
    assert spare.stat().st_mode & 0o777 == 0o700
    again = play(game, "game", cache=game / "file" / "cache", TMPDIR=str(game / "tmp"))
    assert again.compiled == []
    assert again.said.count(str(spare)) == 1


def add_one(x):
    return x + 1


@pytest.fixture
def fresh(tmp_path, monkeypatch):
    """An empty cache folder, in this process."""
    monkeypatch.setattr(store, "cache_root", lambda: tmp_path)
    monkeypatch.setattr(store, "_full", False)
    return tmp_path


def test_a_full_disk_is_told_once_and_stops_nothing(fresh, monkeypatch, capsys):
    def full(*arguments, **named):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(store.os, "replace", full)
    assert [bind(add_one, unused=n)(1) for n in range(2)] == [2, 2]
    assert capsys.readouterr().err.count("No space left on device") == 1
    assert [path for path in fresh.rglob("*") if path.suffix != "" and path.is_file()] == []


def test_a_folder_that_vanished_is_made_again(fresh):
    assert bind(add_one, unused=2)(1) == 2
    shutil.rmtree(next(path for path in fresh.iterdir()))
    kernel = bind(add_one, unused=3)
    assert kernel(1) == 2
    assert list(Path(kernel.stats.cache_path).glob("*.nbc"))


def test_a_folder_that_cannot_be_made_again_stops_nothing(fresh, capsys):
    fresh.rmdir()
    fresh.write_text("a file now")
    assert bind(add_one, unused=4)(1) == 2
    assert capsys.readouterr().err.count("running without storing") == 1


def test_recompile_forgets_what_is_stored(fresh):
    kernel = bind(add_one, unused=5)
    assert kernel(1) == 2
    kernel.recompile()
    assert kernel(1) == 2
    assert not kernel.stats.cache_hits
