"""`exozoo cache`, and the bar that shows what is being compiled."""

from __future__ import annotations

import io

import pytest
from rich.console import Console
from typer.testing import CliRunner

from exozoo.cli import app
from exozoo.cli.bars import CompileBar
from exozoo.envs.core.compile import folder
from exozoo.envs.core.compile.notices import tell


@pytest.fixture
def root(tmp_path, monkeypatch):
    monkeypatch.setattr(folder, "cache_root", lambda: tmp_path)
    (tmp_path / "chess").mkdir()
    (tmp_path / "chess" / "step.nbc").write_bytes(bytes(2000))
    return tmp_path


def run(*words):
    return CliRunner().invoke(app, ["cache", *words], env={"COLUMNS": "200"})


def test_cache_shows_path_size_and_games(root):
    result = run()
    assert result.exit_code == 0
    for word in (str(root), "2.0 kB", "chess"):
        assert word in result.output


def test_clear_empties_it(root):
    assert run("--clear").exit_code == 0
    assert list(root.iterdir()) == []
    assert "chess" not in run().output


def test_without_a_cache_the_exit_status_says_so(monkeypatch):
    monkeypatch.setattr(folder, "cache_root", lambda: None)
    assert run().exit_code == 1


def test_a_bar_shows_a_game_while_it_is_compiled():
    with CompileBar(console=Console(file=io.StringIO())) as bar:
        tell("chess", "waiting")
        tell("chess", "compiling")
        assert [task.description for task in bar.tasks] == ["compiling chess"]
        tell("chess", "done")
        assert bar.tasks == []
    tell("chess", "compiling")
    assert bar.tasks == [], "a bar that was stopped hears no more"
