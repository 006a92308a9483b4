"""Datasets from the command line."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

from exozoo.cli import app

pytestmark = pytest.mark.compiled
ROOT = Path(__file__).resolve().parents[2]
TOY = "tests.toy:TOY"
MANY = 800  # games: some seconds of work, so that a busy machine does not stop it too late


def run(*words: object):
    return CliRunner().invoke(app, [str(word) for word in words], env={"COLUMNS": "200"})


def test_selfplay_makes_a_dataset_and_the_same_command_finds_it_done(tmp_path):
    words = ("selfplay", TOY, "--games", 20, "--agents", "random", "--agents", "greedy")
    words = (
        *words,
        "--out",
        tmp_path / "d",
        "--jobs",
        1,
        "--search-targets",
        "--draw",
        "players=2,3",
    )
    result = run(*words)
    assert result.exit_code == 0, result.output
    assert "20 games" in result.output
    facts = json.loads((tmp_path / "d/dataset.json").read_text())
    assert facts["settings"]["draws"] == {"players": [2, 3]}
    assert facts["command"].startswith(f"exozoo selfplay {TOY} --games 20 --agents random --agents")
    assert run(*words).exit_code == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--draw", "colour"], "unexpected keyword"),
        (["--draw", "players=[2"], "not a JSON list"),
        (["--draw", "players=7"], "allowed: 2..4"),
        (["--agents", "nobody"], "nobody"),
    ],
)
def test_wrong_words_are_refused_in_one_line(tmp_path, words, said):
    result = run("selfplay", TOY, "--games", 5, "--out", tmp_path / "d", "--jobs", 1, *words)
    assert result.exit_code == 2
    assert said in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_another_dataset_and_a_file_are_refused_in_one_line(tmp_path):
    assert run("selfplay", TOY, "--games", 5, "--out", tmp_path / "d", "--jobs", 1).exit_code == 0
    (tmp_path / "file").touch()
    for out, said in (("d", "holds another dataset"), ("file", "is not a folder")):
        result = run("selfplay", TOY, "--games", 6, "--out", tmp_path / out, "--jobs", 1)
        assert result.exit_code == 2
        assert said in result.stderr
        assert len(result.stderr.splitlines()) == 1


def test_a_dataset_is_verified_described_shown_and_merged(tmp_path):
    folder = tmp_path / "d"
    assert run("selfplay", TOY, "--games", 9, "--out", folder, "--jobs", 1).exit_code == 0
    rules = ("--rules", TOY)
    result = run("dataset", "verify", folder, "--jobs", 1, *rules)
    assert result.exit_code == 0, result.output
    assert "every file and every game is as it was made" in " ".join(result.output.split())
    result = run("dataset", "stats", folder)
    assert "9 games (9 for 2 players), 54 decisions" in result.output
    result = run(
        "dataset", "show", folder, "--game", 8, "--moves", "--save", tmp_path / "g.json", *rules
    )
    assert result.exit_code == 0, result.output
    assert "seat 0: play card" in result.output
    assert json.loads((tmp_path / "g.json").read_text())["players"] == ["random", "random"]
    result = run("dataset", "merge", folder, folder, "--out", tmp_path / "m", *rules)
    assert "18 games" in result.output, result.output
    shard = tmp_path / "m/games/000001.parquet"
    shard.write_bytes(shard.read_bytes()[:-1])
    result = run("dataset", "verify", tmp_path / "m", "--jobs", 1, *rules)
    assert result.exit_code == 1
    assert "000001.parquet: the checksum does not fit" in result.output


def test_a_dataset_is_exported_and_games_are_imported(tmp_path):
    folder, rules = tmp_path / "d", ("--rules", TOY)
    assert run("selfplay", TOY, "--games", 9, "--out", folder, "--jobs", 1).exit_code == 0
    for kind in ("parquet", "npz"):
        result = run("dataset", "export", folder, "--to", kind, "--out", tmp_path / kind, *rules)
        assert result.exit_code == 0, result.output
        assert "54 decisions" in result.output
    for words, said in (
        (["--to", "csv"], "allowed are parquet"),
        (["--to", "npz", "--reward", "luck"], "luck"),
        (["--to", "npz", "--agent", "nobody"], "no decisions of this kind"),
    ):
        result = run("dataset", "export", folder, *words, "--out", tmp_path / "x", *rules)
        assert result.exit_code == 2
        assert said in result.stderr
        assert not (tmp_path / "x").exists()
    replay = tmp_path / "g.json"
    assert run("dataset", "show", folder, "--game", 8, "--save", replay, *rules).exit_code == 0
    (tmp_path / "rubbish.json").write_text("[]")
    words = (TOY, replay, tmp_path / "rubbish.json", "--out", tmp_path / "h")
    result = run("dataset", "import", *words)
    assert result.exit_code == 0, result.output
    assert "left out: rubbish.json, game 0" in result.output
    assert "1 games, 6 decisions" in result.output
    result = run("dataset", "merge", folder, tmp_path / "h", "--out", tmp_path / "m", *rules)
    assert "10 games" in result.output, result.output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--backend", "cloud"], "allowed are 'local', 'ray'"),
        (["--address", "auto"], "is for backend 'ray'"),
    ],
)
def test_wrong_workers_are_refused_in_one_line(tmp_path, words, said):
    for command in (["selfplay", TOY], ["arena", TOY, "random", "greedy"]):
        result = run(*command, "--out", tmp_path / "d", *words)
        assert result.exit_code == 2
        assert said in result.stderr
        assert len(result.stderr.splitlines()) == 1


def test_what_is_no_dataset_or_no_game_of_it_is_refused_in_one_line(tmp_path):
    folder = tmp_path / "d"
    assert run("selfplay", TOY, "--games", 9, "--out", folder, "--jobs", 1).exit_code == 0
    for words, said in (
        (("verify", tmp_path), "holds no dataset"),
        (("verify", folder), "a dataset of 'toy': installed are"),
        (("stats", tmp_path), "holds no dataset"),
        (("show", folder, "--game", 9, "--rules", TOY), "holds games 0 to 8"),
        (("merge", folder, "--out", folder, "--rules", TOY), "holds another dataset"),
    ):
        result = run("dataset", *words)
        assert result.exit_code == 2, result.output
        assert said in result.stderr
        assert len(result.stderr.splitlines()) == 1


@pytest.mark.skipif(os.name == "nt", reason="signals of Unix")
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_a_stopped_command_goes_on_to_the_same_bytes(tmp_path, how):
    command = [sys.executable, "-m", "exozoo", "selfplay", TOY, "--games", str(MANY)]
    command += ["--agents", "random", "--shard-games", "2", "--jobs", "2", "--out"]
    stopped = subprocess.Popen(
        [*command, str(tmp_path / "d")], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    deadline = time.monotonic() + 60
    while not list((tmp_path / "d").glob("games/0*")) and time.monotonic() < deadline:
        time.sleep(0.01)
    stopped.send_signal(how)
    _, said = stopped.communicate(timeout=60)
    assert stopped.returncode == (130 if how == signal.SIGINT else -how), said
    if how == signal.SIGINT:
        assert b"the same command goes on" in said
        assert len(said.splitlines()) == 1
    assert not json.loads((tmp_path / "d/dataset.json").read_text())["complete"]
    subprocess.run([*command, str(tmp_path / "d")], cwd=ROOT, check=True, capture_output=True)
    words = ("selfplay", TOY, "--games", MANY, "--shard-games", 2, "--jobs", 1)
    assert run(*words, "--out", tmp_path / "whole").exit_code == 0
    files = [p for p in (tmp_path / "whole").rglob("*") if p.is_file()]
    for path in files:
        again = tmp_path / "d" / path.relative_to(tmp_path / "whole")
        assert again.read_bytes() == path.read_bytes()
    assert len([p for p in (tmp_path / "d").rglob("*") if p.is_file()]) == len(files)
