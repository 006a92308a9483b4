"""The cache folder: where it is, whether it is safe, what is in it."""

from __future__ import annotations

import os
import time

import pytest

from exozoo.envs.core.compile import folder


@pytest.fixture
def root(tmp_path):
    for game, name in (("chess", "step"), ("chess", "legal"), ("go", "step")):
        (tmp_path / game).mkdir(exist_ok=True)
        (tmp_path / game / f"{name}.nbc").write_bytes(b"12345")
        (tmp_path / game / ".lock").touch()
    (tmp_path / "notes.txt").write_text("not ours")
    return tmp_path


@pytest.fixture
def find_root(monkeypatch, tmp_path):
    """`cache_root` as a new process with this environment would find it."""

    def find(wanted):
        monkeypatch.setenv(folder.VARIABLE, str(wanted))
        monkeypatch.setattr(folder.tempfile, "gettempdir", lambda: str(tmp_path / "tmp"))
        (tmp_path / "tmp").mkdir(exist_ok=True)
        return folder.cache_root.__wrapped__()

    return find


def test_holdings_count_kernels_by_game(root):
    held = [(held.name, held.kernels, held.size) for held in folder.holdings(root)]
    assert held == [("chess", 2, 10), ("go", 1, 5)]
    assert all(abs(held.used - time.time()) < folder.DAY for held in folder.holdings(root))


def test_clear_deletes_what_is_ours_only(root):
    assert folder.clear(root) == 15
    assert [path.name for path in root.iterdir()] == ["notes.txt"]


def test_prune_deletes_what_was_unused_for_long(root):
    long_ago = time.time() - (folder.UNUSED_DAYS + 1) * folder.DAY
    os.utime(root / "chess" / "step.nbc", (long_ago, long_ago))
    (root / "go" / "half.tmp").touch()
    os.utime(root / "go" / "half.tmp", (long_ago, long_ago))
    folder.prune(root)
    assert [held.kernels for held in folder.holdings(root)] == [1, 1]
    assert not (root / "go" / "half.tmp").exists()


def test_a_new_folder_is_private(find_root, tmp_path):
    found = find_root(tmp_path / "new" / "cache")
    assert found == tmp_path / "new" / "cache"
    assert found.stat().st_mode & 0o777 == 0o700


def test_a_folder_that_everybody_can_write_to_is_not_used(find_root, tmp_path, capsys):
    open_to_all = tmp_path / "open"
    open_to_all.mkdir()
    open_to_all.chmod(0o777)
    assert find_root(open_to_all) == tmp_path / "tmp" / f"exozoo-{os.getuid()}"
    assert "written to by everybody" in capsys.readouterr().err


def test_a_folder_of_somebody_else_is_not_used(find_root, tmp_path, monkeypatch, capsys):
    theirs = tmp_path / "theirs"
    theirs.mkdir()
    monkeypatch.setattr(folder.os, "getuid", lambda: theirs.stat().st_uid + 1)
    assert find_root(theirs) is None, "the spare one would be theirs as well"
    assert "belongs to somebody else" in capsys.readouterr().err


@pytest.mark.parametrize("mode", [0o755, 0o777])
def test_a_spare_folder_that_others_can_look_into_is_not_used(find_root, tmp_path, mode):
    spare = tmp_path / "tmp" / f"exozoo-{os.getuid()}"
    spare.mkdir(parents=True)
    spare.chmod(mode)
    (tmp_path / "file").touch()
    assert find_root(tmp_path / "file" / "cache") is None
