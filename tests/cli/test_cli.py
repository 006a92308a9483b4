"""The command line, as a person types it."""

from __future__ import annotations

import json
import os
import re
import resource
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from typer.testing import CliRunner

from exozoo import doctor
from exozoo.cli import app, shared
from exozoo.envs.core.compile import notices
from exozoo.envs.registry import game_names

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.compiled
GAME = "alien_frontiers"  # compiles fastest


def run(*words: object):
    return CliRunner().invoke(app, [str(word) for word in words], env={"COLUMNS": "200"})


def test_games_lists_every_game():
    result = run("games")
    assert result.exit_code == 0
    assert all(name in result.output for name in game_names())


def test_commands_leave_the_other_cores_to_others(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("OMP_NUM_THREADS", "3")  # also restores it afterwards
    assert run("games").exit_code == 0
    assert os.environ["OMP_NUM_THREADS"] == "3"
    monkeypatch.delenv("OMP_NUM_THREADS")
    assert run("games").exit_code == 0
    assert os.environ["OMP_NUM_THREADS"] == "1"


@pytest.mark.parametrize("name", game_names())
def test_info_shows_options_actions_and_observation(name):
    result = run("info", name)
    assert result.exit_code == 0
    for word in ("auto_resolve", "actions:", "observation for"):
        assert word in result.output


def test_random_plays_draws_and_saves_and_replay_plays_it_again(tmp_path):
    picture, saved = tmp_path / "board.png", tmp_path / "game.json"
    result = run("random", GAME, "--games", 3, "--picture", picture, "--save", saved)
    assert result.exit_code == 0, result.output
    assert "per second" in result.output
    assert picture.read_bytes().startswith(b"\x89PNG")
    again = run("replay", saved, "--moves", "--picture", tmp_path / "again.svg")
    assert again.exit_code == 0, again.output
    assert "result as recorded" in again.output
    assert "seat 0: " in again.output
    assert (tmp_path / "again.svg").read_text().startswith("<svg")


def test_a_changed_replay_is_refused(tmp_path):
    saved = tmp_path / "game.json"
    assert run("random", GAME, "--games", 1, "--save", saved).exit_code == 0
    record = json.loads(saved.read_text())
    record["scores"][0] += 1
    saved.write_text(json.dumps(record))
    result = run("replay", saved)
    assert result.exit_code == 2
    assert "error:" in result.stderr


def test_warm_compiles_a_game():
    result = run("warm", GAME)
    assert result.exit_code == 0
    assert "1 game(s) compiled" in result.output


def test_demo_leaves_a_report_and_a_picture(tmp_path):
    result = run("demo", "--game", GAME, "--out", tmp_path, "--games", 4, "--no-train")
    assert result.exit_code == 0, result.output
    assert (tmp_path / "board.png").read_bytes().startswith(b"\x89PNG")
    assert "decisions per second" in (tmp_path / "report.md").read_text()


@pytest.mark.parametrize("words", [("exozoo",), ("python", "-m", "exozoo")])
def test_the_version_is_that_of_the_package(words):
    place = Path(sys.executable)
    command = [place.with_name(words[0]), *words[1:], "--version"]
    shown = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert shown == f"exozoo {project['version']}\n"


def test_without_a_command_there_is_help():
    result = run()
    assert result.exit_code == 0
    assert "play-match" in result.output


def test_doctor_says_what_is_installed_and_tries_what_is_compiled(tmp_path, monkeypatch):
    monkeypatch.setenv("EXOZOO_SECRET", str(tmp_path))
    assert run("random", GAME, "--games", 1).exit_code == 0
    result = run("doctor")
    assert result.exit_code == 0, result.output
    found = dict(line.split(":", 1) for line in result.output.splitlines())
    assert {"exozoo", "python", "cores", "packages", "extra train", "cache"} <= found.keys()
    assert "works" in found["compiler"]
    assert "plays, replays and draws" in found[GAME]
    assert "EXOZOO_SECRET" in found["variables set"]
    assert str(tmp_path) not in result.output


def test_doctor_marks_a_fault(monkeypatch):
    def broken() -> str:
        raise OSError("no compiler")

    monkeypatch.setattr(doctor, "_compile", broken)
    monkeypatch.setattr(doctor, "SECONDS", -1)
    result = run("doctor")
    assert result.exit_code == 1
    assert "OSError: no compiler  <- FAULT" in result.output


def test_with_an_empty_cache_the_doctor_compiles_no_game(tmp_path):
    before = of_children()
    shown = fresh(tmp_path, "doctor")
    assert shown.returncode == 0, shown.stderr
    assert f"exozoo warm {GAME}" in shown.stdout
    assert not list((tmp_path / GAME).glob("*.nbc"))
    assert of_children() - before < 60


def of_children() -> float:
    """Seconds of the processor, which say the same on a loaded machine."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def test_the_cache_is_shown_and_cleared(tmp_path):
    kept = tmp_path / "some_game" / "step-1.nbc"
    kept.parent.mkdir()
    kept.write_bytes(bytes(2_000_000))
    shown = fresh(tmp_path, "cache").stdout
    assert "some_game" in shown
    assert "2.0 MB" in shown
    assert "2.0 MB deleted" in fresh(tmp_path, "cache", "--clear").stdout
    assert not kept.exists()


def fresh(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """A process of its own with a cache folder of its own."""
    return subprocess.run(
        [sys.executable, "-m", "exozoo", *words],
        env={**os.environ, "EXOZOO_CACHE_DIR": str(folder), "COLUMNS": "200"},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_bar_tells_that_a_game_is_being_compiled(capsys):
    with shared.Bars("Chess") as bars:
        notices.tell("chess", "compiling")
        assert "chess: compiling" in bars._bars.tasks[0].description
        notices.tell("chess", "done")
        assert "getting ready" in bars._bars.tasks[0].description
        bars.tell("games", 1, 2)
        assert not bars._bars.tasks[0].visible
    notices.tell("chess", "compiling")
    assert "getting ready" in bars._bars.tasks[0].description


def test_a_log_gets_a_line_now_and_then_instead_of_a_bar(monkeypatch: pytest.MonkeyPatch, capsys):
    now = 0.0
    monkeypatch.setattr(shared.time, "monotonic", lambda: now)
    with shared.Bars("Chess") as bars:
        bars.tell("games", 1, 2000)
        assert "of 2,000" not in capsys.readouterr().out
        now += shared.LINES_APART
        bars.tell("games", 1500, 2000, "3 a second")
        assert capsys.readouterr().out == "Chess: 1,500 of 2,000 games, 3 a second\n"
        bars.tell("games", 1501, 2000)
        assert capsys.readouterr().out == ""


def test_the_modules_of_the_command_line_import_each_other_one_way():
    order = [
        "errors",
        "app",
        "shared",
        "agents",
        "datasets",
        "engine",
        "evaluation",
        "games",
        "language",
        "tuning",
        "upkeep",
        "web",
    ]  # later ones see earlier ones
    folder = ROOT / "exozoo" / "cli"
    assert sorted(order) == sorted(path.stem for path in folder.glob("[!_]*.py"))
    for number, name in enumerate(order):
        seen = re.findall(r"from exozoo\.cli\.(\w+) import", (folder / f"{name}.py").read_text())
        assert set(seen) <= set(order[:number]), name
        assert "from exozoo.cli import" not in (folder / f"{name}.py").read_text()


def test_importing_exozoo_loads_nothing_heavy():
    code = "import exozoo, sys; print(*sorted({'torch', 'numba', 'numpy', 'gymnasium'} & set(sys.modules)))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == ""
