"""Disks that are full, cannot be written to or vanish: a clear word, nothing corrupt, healed later."""

from __future__ import annotations

import errno
import shutil

import pytest

from exozoo.agents.arena.run import run_arena
from exozoo.agents.language.transcript import Transcript
from tests.core.scratch import play, write_game
from tests.faults.disks import make_read_only, only_root, resize, small_disk
from tests.faults.test_kills import SETTINGS, games_of

pytestmark = pytest.mark.compiled
PLAYED = {"game": [5, 10.0, 1]}


@only_root
def test_an_arena_on_a_full_disk_names_the_file_and_goes_on_later(tmp_path):
    whole = games_of(run_arena(SETTINGS, tmp_path / "whole"))
    with small_disk(tmp_path / "disk", "12k") as disk:
        with pytest.raises(OSError, match=r"No space left on device.*(results|settings)"):
            run_arena(SETTINGS, disk)
        resize(disk, "4m")
        assert games_of(run_arena(SETTINGS, disk)) == whole


@only_root
def test_a_transcript_that_finds_no_room_for_a_line_says_so(tmp_path):
    with small_disk(tmp_path / "disk", "8k") as disk:
        transcript = Transcript(disk / "said.jsonl")
        transcript.keep({"text": "short"})
        with pytest.raises(OSError, match=r"No space left on device.*said"):
            transcript.keep({"text": "long " * 4000})


@only_root
def test_a_full_disk_costs_the_cache_and_is_healed_later(tmp_path):
    write_game(tmp_path, "game")
    with small_disk(tmp_path / "disk", "64k") as disk:
        run = play(tmp_path, "game", cache=disk / "cache")
        assert run.played == PLAYED
        assert run.said.count("No space left on device") == 1
        resize(disk, "64m")
        assert play(tmp_path, "game", cache=disk / "cache").played == PLAYED
        assert play(tmp_path, "game", cache=disk / "cache").compiled == []


@only_root
def test_a_disk_that_cannot_be_written_to_is_replaced(tmp_path):
    write_game(tmp_path, "game")
    (tmp_path / "tmp").mkdir()
    with small_disk(tmp_path / "disk", "4m") as disk:
        (disk / "cache").mkdir(mode=0o700)
        make_read_only(disk)
        run = play(tmp_path, "game", cache=disk / "cache", TMPDIR=str(tmp_path / "tmp"))
        assert run.played == PLAYED
        assert run.said.count("Read-only file system") == 1
        again = play(tmp_path, "game", cache=disk / "cache", TMPDIR=str(tmp_path / "tmp"))
        assert (again.played, again.compiled) == (PLAYED, [])


def test_a_cache_that_vanished_between_two_runs_is_made_again(tmp_path):
    write_game(tmp_path, "game")
    assert play(tmp_path, "game").played == PLAYED
    shutil.rmtree(tmp_path / "cache")
    run = play(tmp_path, "game")
    assert run.played == PLAYED
    assert run.compiled
    assert "damaged" not in run.said


def test_a_full_disk_is_told_by_name_when_a_checkpoint_is_written(tmp_path, monkeypatch):
    """torch's own writer raised a RuntimeError, which looked like a bug of ours."""
    pytest.importorskip("torch")
    from exozoo.envs.core import files
    from exozoo.training.config import load_config
    from exozoo.training.progress import Run
    from tests.faults.test_kills import TOY_CONFIG

    run = Run(load_config(TOY_CONFIG, "smoke"), tmp_path)

    def full(handle):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(run, "_write_network", lambda path: None)
    monkeypatch.setattr(files.os, "fsync", full)
    with pytest.raises(OSError, match=r"No space left on device.*state\.pt"):
        run._save({"steps": 1})
    monkeypatch.undo()
    assert not [path for path in (tmp_path / "checkpoints").iterdir() if path.name[0] != "."]
