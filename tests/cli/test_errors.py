"""Wrong input on the command line: one line on stderr, status 2, no stack trace, before any work."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

from exozoo.cli import app, errors, shared
from exozoo.envs.core import extras, files

GAME = "alien_frontiers"
HERE = Path(__file__).resolve()


def run(*words: object):
    return CliRunner().invoke(app, [str(word) for word in words], env={"COLUMNS": "200"})


def complaint(*words: object) -> str:
    """What is said of wrong words: one line, status 2."""
    result = run(*words)
    assert result.exit_code == 2, result.output
    assert "Traceback" not in result.output
    lines = [line for line in result.stderr.splitlines() if not line.startswith("note:")]
    assert len(lines) == 1, result.stderr
    assert lines[0].startswith("error: ")
    return lines[0]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("info", "chess"), "unknown game 'chess'"),
        (("info", "no_module:GAME"), "'no_module:GAME' cannot be loaded"),
        (("info", "json:dumps"), "is not an exozoo Game"),
        (("info", "..:GAME"), "'..:GAME' is not of the form module:attribute"),
        (("info", ":GAME"), "':GAME' is not of the form module:attribute"),
        (("info", "json:"), "'json:' is not of the form module:attribute"),
        (("info", GAME, "--players", 99), "players=99"),
        (("random", GAME, "--players", 99), "players=99"),
        (("random", GAME, "-o", "colour=red"), "unexpected keyword argument 'colour'"),
        (("random", GAME, "-o", "players"), "name=value"),
        (("random", GAME, "--seed", -1), "--seed"),
        (("random", GAME, "--seed", 2**63), "--seed"),
        (("random", GAME, "--seed", "x"), "--seed"),
        (("random", GAME, "--games", 0), "--games"),
        (("random", GAME, "--picture", "board.gif"), "board.gif: allowed are names that end in"),
        (("random", GAME, "--picture", HERE / "board.png"), "is not a folder"),
        (("random", GAME, "--save", "game.txt"), ".json or .exo"),
        (("replay", "no-such-file.json"), "no-such-file.json"),
        (("replay", HERE), "neither of its two forms"),
        (("import-log", GAME, HERE), "no notation"),
        (("warm", "chess"), "unknown game 'chess'"),
        (("warm", "--import", "no-such-file.exo"), "no-such-file.exo"),
        (("warm", "--import", HERE), "not a file of compiled kernels"),
        (("warm", GAME, "--import", HERE), "name no games"),
        (("warm", GAME, "--export", "x.exo", "--target", "z80"), "allowed are generic, x86-64-v3"),
        (("docs", "--folder", HERE), "is not a folder"),
        (("demo", "--no-train", "--out", HERE), "is not a folder"),
        (("arena", GAME, "random", "gredy"), "unknown agent 'gredy'"),
        (("arena", GAME, "random", "greedy", "--out", HERE), "is not a folder"),
        (("arena", GAME, "random", "random"), "named twice"),
        (("arena", GAME, "random", "mcts(simulations=x)"), "whole numbers from 2"),
        (("arena", GAME, "random", "mcts(depth=3)"), "no setting 'depth': allowed are simulations"),
        (("arena", GAME, "random", "random(depth=3)"), "no setting 'depth'"),
        (("arena", GAME, "random", "mcts(3)"), "setting=value"),
        (("play-match", GAME, "random", "nobody:Bot"), "cannot be loaded"),
        (("leaderboard", "--root", HERE.parent), "README.md"),
        (
            ("leaderboard", "--games", "chess", "--root", HERE.parents[2]),
            "'chess' is not in exozoo-eval-2",
        ),
        (("human-scale",), "no recorded games"),
        (("evaluate",), "takes one of"),
        (("evaluate", "gredy"), "unknown agent 'gredy'"),
        (("evaluate", "greedy", "--games", "chess"), "'chess' is not in exozoo-eval-2"),
        (("evaluate", "greedy", "--protocol", "mine"), "allowed are exozoo-eval-1, exozoo-eval-2"),
        (("evaluate", "greedy", "--out", HERE), "is not a folder"),
        (("evaluate", "--check", HERE), "is not JSON"),
        (("train", "chess"), "unknown config 'chess'"),
        (("train", "chess.toml"), "there is no config chess.toml"),
        (("train", GAME, "--size", "tiny"), "--size"),
        (("train", GAME, "--learner", "dqn"), "--learner"),
        (("train", GAME, "--out", HERE), "is not a folder"),
        (("fly",), "fly"),
        (("random",), "Missing argument"),
        (("random", GAME, "--fly"), "--fly"),
    ],
    ids=lambda value: " ".join(map(str, value)) if isinstance(value, tuple) else "",
)
def test_wrong_input_gives_one_line(words, said, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert said in complaint(*words)
    assert list(tmp_path.iterdir()) == [], "nothing was begun"


@pytest.mark.parametrize("text", ["class Bot(", "1 / 0", "raise TypeError('no')"])
def test_a_broken_module_of_the_users_is_named(text, tmp_path, monkeypatch):
    (tmp_path / "broken_bot.py").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    said = complaint("arena", GAME, "random", "broken_bot:Bot", "--out", tmp_path / "arena")
    assert "agent 'broken_bot:Bot' cannot be loaded: broken_bot raises" in said


def test_names_that_look_like_markup_are_printed_as_they_are(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("[red]").mkdir()
    saved = run("random", GAME, "--games", 1, "--threads", 1, "--save", "[red]/[x].json")
    assert saved.exit_code == 0, saved.output
    assert "replay: [red]/[x].json" in saved.output
    Path("[").mkdir()  # the parent of "[/x].json"
    saved = run("random", GAME, "--games", 1, "--threads", 1, "--save", "[/x].json")
    assert saved.exit_code == 0, saved.output


def test_a_notation_needs_only_read(tmp_path, monkeypatch):
    """As docs/adding_a_game.md says: a game elsewhere may have no more than that."""
    from types import SimpleNamespace

    from exozoo.envs import records
    from exozoo.envs.core.recorded import Recorded

    notation = SimpleNamespace(read=lambda path: Recorded({"players": 3}, 1, [], ("a", "b", "c")))
    monkeypatch.setattr(records.reading, "notation_of", lambda game: notation)
    monkeypatch.setattr(records, "notation_of", lambda game: notation)
    result = run("import-log", GAME, HERE, "--save", tmp_path / "game.json")
    assert result.exit_code == 0, result.output
    assert f"{HERE.name}: 0, 0, 0 (0 decisions)" in result.output
    assert records.load_replay(tmp_path / "game.json").players == ("a", "b", "c")


@pytest.mark.parametrize("text", ["= 3", "game = 'alien_frontiers'\nplayers = 'x'", "\x00"])
def test_a_damaged_config_is_named(text, tmp_path):
    path = tmp_path / "broken.toml"
    path.write_text(text)
    assert "broken.toml" in complaint("train", path)


@pytest.mark.parametrize(
    "data", [b"", b"EXOZOO\x00\x01", b"EXOZOO\x00\x01" + bytes(40), b"\xff\xfe"]
)
def test_a_damaged_binary_replay_is_named_without_a_word_of_json(data, tmp_path):
    path = tmp_path / "game.exo"
    path.write_bytes(data)
    said = complaint("replay", path)
    assert "game.exo is not a sound replay" in said
    assert "JSON" not in said


def test_a_replay_with_an_illegal_decision_is_named(tmp_path):
    head = {"format": "exozoo-replay", "format_version": 2, "game": GAME, "version": 0}
    rest = {"options": {"players": 99}, "seed": 0, "over": False, "scores": [], "ranking": []}
    path = tmp_path / "game.json"
    path.write_text(json.dumps({**head, **rest, "actions": [0]}))
    assert f"{path}: " in complaint("replay", path)


@pytest.mark.parametrize("part", ["weights", "facts", "no facts"])
def test_a_damaged_network_is_named(part, tmp_path):
    pytest.importorskip("torch")
    path = tmp_path / "net.safetensors"
    path.write_bytes(b"\x00" * 40)
    if part != "no facts":
        shipped = HERE.parents[2] / "agents" / "checkpoints" / f"{GAME}.json"
        path.with_suffix(".json").write_text("{" if part == "facts" else shipped.read_text())
    assert "net." in complaint(
        "arena", GAME, "random", f'policy(path="{path}")', "--out", tmp_path / "arena"
    )


def test_a_run_that_cannot_begin_leaves_its_folder_to_others(tmp_path):
    pytest.importorskip("torch")
    words = ("train", GAME, "--size", "smoke", "--out", tmp_path / "run")
    assert "nobody.safetensors" in complaint(*words, "--start", tmp_path / "nobody.safetensors")
    assert not (tmp_path / "run" / "config.json").exists()


@pytest.mark.parametrize(
    ("words", "module"),
    [
        (("train", GAME), "torch"),
        (("demo",), "torch"),
        (("arena", GAME, "random", "greedy"), "openskill"),
        (("play-match", GAME, "random", "greedy"), "openskill"),
        (("leaderboard",), "torch"),
        (("evaluate", "greedy"), "openskill"),
        (("arena", GAME, "random", "policy"), "torch"),
    ],
)
def test_a_missing_extra_is_named_with_its_command(words, module, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    there = extras.find_spec
    monkeypatch.setattr(extras, "find_spec", lambda name: None if name == module else there(name))
    said = complaint(*words)
    assert f"{module} is not installed" in said
    assert "pip install 'exozoo[train]'" in said


def test_a_wrapper_whose_library_is_missing_says_so(monkeypatch):
    monkeypatch.setattr(extras, "find_spec", lambda name: None)
    monkeypatch.delitem(sys.modules, "exozoo.envs.wrappers.sb3", raising=False)
    monkeypatch.delitem(sys.modules, "exozoo.envs.sb3", raising=False)
    with pytest.raises(ImportError, match=r"stable_baselines3 is not installed: pip install"):
        import exozoo.envs.sb3  # noqa: F401


def test_a_full_disk_is_named(tmp_path, monkeypatch):
    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(files.os, "fsync", full)
    said = complaint("docs", "--folder", tmp_path)
    assert str(tmp_path) in said
    assert "No space left" in said
    assert list(tmp_path.iterdir()) == []


def test_a_disk_known_to_be_full_is_told_before_the_work(tmp_path, monkeypatch):
    monkeypatch.setattr(shared, "ENOUGH_ROOM", 2**62)
    assert "the disk is full" in complaint("random", GAME, "--save", tmp_path / "game.json")


def test_a_folder_without_permission_is_told_before_the_work(tmp_path, monkeypatch):
    monkeypatch.setattr(shared.os, "access", lambda *_: False)
    assert "no permission" in complaint("random", GAME, "--picture", tmp_path / "board.png")


def test_a_bug_shows_its_trace_and_where_to_report_it(monkeypatch):
    from exozoo.envs import registry

    monkeypatch.setattr(registry, "game_names", lambda: 1 / 0)
    result = run("games")
    assert result.exit_code == 1
    assert "ZeroDivisionError" in result.stderr
    assert "exozoo doctor" in result.stderr


def test_control_c_ends_quietly(monkeypatch):
    from exozoo.envs import registry

    def stop():
        raise KeyboardInterrupt

    monkeypatch.setattr(registry, "game_names", stop)
    result = run("games")
    assert result.exit_code == errors.STOPPED == 130
    assert result.stderr.strip() == "stopped"


@pytest.mark.parametrize("words", [("arena", GAME, "random", "greedy"), ("train", GAME)])
def test_control_c_says_that_the_same_command_goes_on(words, tmp_path, monkeypatch):
    pytest.importorskip("torch")
    monkeypatch.chdir(tmp_path)
    from exozoo.agents.arena import run as arena
    from exozoo.training import run as training

    def stop(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(arena, "run_arena", stop)
    monkeypatch.setattr(training, "run_training", stop)
    result = run(*words)
    assert result.exit_code == 130
    assert "the same command goes on" in result.stderr


def test_more_threads_than_cores_are_said_to_be_capped(monkeypatch, capsys):
    monkeypatch.setattr(shared, "cores", lambda: 2)
    assert shared.capped(2) == 2
    assert capsys.readouterr().err == ""
    assert shared.capped(50) == 2
    assert "--threads 50: 2 are used" in capsys.readouterr().err


def test_an_agent_in_the_current_folder_is_found(tmp_path):
    """As a process of its own: pytest has the current folder on its path anyway."""
    (tmp_path / "mybot.py").write_text("class Bot:\n    def __init__(self, game, seed): pass\n")
    script = Path(sys.executable).with_name("exozoo")
    words = [script, "play-match", GAME, "random", "mybot:Bot"]
    result = subprocess.run(words, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert result.returncode == 2
    assert "mybot:Bot is not an exozoo Agent" in result.stderr


def test_wrong_arguments_of_train_are_told_without_heavy_imports():
    code = """
        import sys
        from typer.testing import CliRunner
        from exozoo.cli import app
        for words in (["train", "chess"], ["train", "x.toml"], ["train", "gaia_project", "--size", "x"]):
            assert CliRunner().invoke(app, words).exit_code == 2
        print(*{"torch", "numba", "numpy", "gymnasium"} & set(sys.modules))
    """
    words = [sys.executable, "-c", textwrap.dedent(code)]
    assert subprocess.run(words, capture_output=True, text=True, check=True).stdout.strip() == ""


def test_a_finished_run_is_shown_again_as_finished(tmp_path):
    pytest.importorskip("torch")
    from exozoo.training.config import load_config

    config = load_config(GAME, "smoke")
    found = {"ahead": 0.9, "games": 10, "low": 0.8, "high": 1.0}
    report = {
        "config": config.model_dump(),
        "steps": config.total_steps,
        "evaluation": {"random": found},
        "time_shares": {"environment": 0.1},
    }
    (tmp_path / "report.json").write_text(json.dumps(report))
    started = time.process_time()
    result = run("train", GAME, "--size", "smoke", "--out", tmp_path)
    assert result.exit_code == 0, result.output
    assert "finished: " in result.output
    assert "finished before random in 90.0%" in result.output
    assert time.process_time() - started < 30


def test_a_terminal_that_cannot_show_a_letter_shows_the_rest():
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "COLUMNS": "200"}
    command = [sys.executable, "-m", "exozoo", "games"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Gaia Project" in done.stdout
    assert "1?6" in done.stdout  # players of Planet Unknown, with a dash


@pytest.mark.skipif(os.name == "nt", reason="folders in use stay there")
def test_a_folder_that_is_gone_stops_nothing(tmp_path):
    inside = tmp_path / "gone"
    inside.mkdir()
    words = f"import os, sys; os.rmdir({str(inside)!r}); sys.argv[1:] = ['games']; "
    words += "from exozoo.cli import app; app()"
    done = subprocess.run([sys.executable, "-c", words], cwd=inside, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_values_nested_too_deeply_are_words_like_any_others():
    said = complaint("random", GAME, "-o", "players=" + "[" * 50_000)
    assert "players" in said
    assert len(said) < 500
    said = complaint("arena", GAME, "random", f"mcts(simulations={'[' * 50_000})")
    assert len(said) < 700


@pytest.mark.parametrize("missing", ["evaluation", "time_shares", "steps"])
def test_half_a_report_is_no_finished_run(missing, tmp_path):
    pytest.importorskip("torch")
    from exozoo.cli.agents import _finished
    from exozoo.training.config import load_config

    config = load_config(GAME, "smoke")
    found = {"ahead": 0.9, "games": 10, "low": 0.8, "high": 1.0}
    report = {"config": config.model_dump(), "steps": config.total_steps}
    report |= {"evaluation": {"random": found}, "time_shares": {"environment": 0.1}}
    (tmp_path / "report.json").write_text(json.dumps(report))
    assert _finished(config, tmp_path) == report
    for other in ([], "x", None, {"random": 3}):
        (tmp_path / "report.json").write_text(json.dumps(report | {missing: other}))
        assert _finished(config, tmp_path) is None


@pytest.mark.compiled
def test_the_largest_seeds_are_seeds_everywhere(tmp_path):
    """Those that an arena makes of them for its agents were none."""
    largest = 2**63 - 1
    done = run(
        "arena", GAME, "random", "greedy", "--games", 2, "--seed", largest, "--out", tmp_path
    )
    assert done.exit_code == 0, done.output
    done = run("watch", GAME, "random", "random", "--seed", largest, "--pause", 0)
    assert done.exit_code == 0, done.output
    pytest.importorskip("torch")
    assert "seed" in complaint("train", GAME, "--seed", largest)
