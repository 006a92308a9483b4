"""The command line, as a person types it."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from typer.testing import CliRunner

from exozoo.cli import app
from exozoo.envs.registry import game_names

pytestmark = pytest.mark.compiled
GAME = game_names()[0]


def run(*words: object):
    return CliRunner().invoke(app, [str(word) for word in words], env={"COLUMNS": "200"})


def test_games_lists_every_game():
    result = run("games")
    assert result.exit_code == 0
    assert all(name in result.output for name in game_names())


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


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("info", "chess"), "unknown game 'chess'"),
        (("random", GAME, "--players", 99), "players=99"),
        (("random", GAME, "-o", "colour=red"), "unexpected keyword argument 'colour'"),
        (("random", GAME, "-o", "players"), "name=value"),
        (("replay", "no-such-file.json"), "no-such-file.json"),
        (("import-log", GAME, __file__), "no notation"),
    ],
)
def test_bad_input_gives_a_clear_error(words, said):
    result = run(*words)
    assert result.exit_code == 2
    assert said in result.stderr.replace("\n", "")


def test_warm_compiles_a_game():
    result = run("warm", GAME)
    assert result.exit_code == 0
    assert "1 game(s) compiled" in result.output


def test_demo_leaves_a_report_and_a_picture(tmp_path):
    result = run("demo", "--out", tmp_path, "--games", 4, "--no-train")
    assert result.exit_code == 0, result.output
    assert (tmp_path / "board.png").read_bytes().startswith(b"\x89PNG")
    assert "decisions per second" in (tmp_path / "report.md").read_text()


def test_importing_exozoo_loads_nothing_heavy():
    code = "import exozoo, sys; print(*sorted({'torch', 'numba', 'numpy', 'gymnasium'} & set(sys.modules)))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == ""
