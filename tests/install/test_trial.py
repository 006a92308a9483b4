"""The first hour of a newcomer: the wheel in a new environment, base only and then with extras.

Whatever is typed wrong gives one line, status 2 and no stack trace, and nothing is begun.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.install.venvs import ROOT, Venv

pytestmark = [pytest.mark.slow, pytest.mark.compiled]
GAME = "alien_frontiers"  # compiles fastest

WRONG = [
    ("info", "chess"),
    ("info", GAME, "-p", "9"),
    ("random", GAME, "--seed", "-1"),
    ("random", GAME, "--games", "none"),
    ("random", GAME, "-o", "colour=red"),
    ("random", GAME, "--picture", "board.bmp"),
    ("random", GAME, "--picture", "file/board.png"),
    ("random", GAME, "--save", "file/game.json"),
    ("replay", "nothing.json"),
    ("replay", "file"),
    ("replay", "cut.exo"),
    ("import-log", GAME, "file"),
    ("warm", "chess"),
    ("docs", "--folder", "file"),
    ("text", GAME, "--seat", "9"),
    ("mcp", "--opponent", "greedy("),
    ("demo", "--no-train", "--game", "chess"),
    ("demo", "--no-train", "--out", "file/demo"),
    ("fly",),
    ("random",),
]
NEEDS_TRAIN = [
    ("train", GAME),
    ("demo",),
    ("arena", GAME, "random", "greedy"),
    ("play-match", GAME, "random", "greedy"),
    ("leaderboard",),
    ("evaluate", "greedy"),
]
WRONG_WITH_TRAIN = [
    ("train", "chess"),
    ("train", "nothing.toml"),
    ("train", "file.toml"),
    ("train", GAME, "--size", "tiny"),
    ("train", GAME, "--learner", "dqn"),
    ("train", GAME, "--out", "file/run"),
    ("arena", GAME, "random", "nobody"),
    ("arena", GAME, "random", "mcts(simulations=x)"),
    ("arena", GAME, "random", "mcts(depth=1)"),
    ("arena", GAME, "random", 'policy(path="cut.safetensors")'),
    ("arena", GAME, "random", "greedy", "--out", "file"),
    ("play-match", GAME, "random", "mybot:Nobody"),
    ("leaderboard", "--root", "."),
    ("evaluate", "nobody"),
    ("evaluate", "greedy", "--games", "chess"),
    ("evaluate", "--check", "file"),
]
BOT = """
from exozoo.agents.random import RandomAgent
class Bot(RandomAgent):
    pass
"""


def left_in(place: Venv) -> list[str]:
    """What lies in the folder, but for what Python itself leaves beside a module it tried."""
    return sorted(path.name for path in place.work.iterdir() if path.name != "__pycache__")


def refused(place: Venv, words: tuple[str, ...]) -> str:
    before = left_in(place)
    result = place.run("exozoo", *words, compiler=False)
    assert "Traceback" not in result.stderr, (words, result.stderr)
    assert result.returncode == 2, (words, result.returncode, result.stderr)
    assert len(result.stderr.splitlines()) == 1, (words, result.stderr)
    assert left_in(place) == before, words
    return result.stderr


def works(place: Venv, program: str, *words: object) -> str:
    result = place.run(program, *words)
    assert result.returncode == 0, (words, result.stderr)
    assert "Traceback" not in result.stderr
    return result.stdout


def damaged_files(work: Path) -> None:
    (work / "file").write_text("no folder, no replay, no record\n")
    (work / "file.toml").write_text("= 3")
    (work / "cut.exo").write_bytes(b"EXOZOO\x00\x01")
    (work / "cut.safetensors").write_bytes(b"\x00")
    (work / "cut.json").write_text("{")
    (work / "mybot.py").write_text(BOT)


@pytest.fixture(scope="module")
def base(tmp_path_factory) -> Venv:
    place = Venv(tmp_path_factory.mktemp("trial"))
    place.install("-c", ROOT / "constraints.txt", place.wheel())
    damaged_files(place.work)
    return place


def test_base_alone(base):
    assert works(base, "exozoo", "--version").startswith("exozoo ")
    assert works(base, "python", "-m", "exozoo", "--version").startswith("exozoo ")
    works(base, "exozoo", "random", GAME, "--games", 2, "--picture", "b.png", "--save", "g.exo")
    works(base, "exozoo", "replay", "g.exo", "--moves", "--picture", "c.svg")
    works(base, "exozoo", "demo", "--game", GAME, "--games", 2, "--no-train", "--out", "demo")
    assert "plays, replays and draws" in works(base, "exozoo", "doctor")
    assert "in short" in works(base, "exozoo", "text", GAME, "--rules")
    rule = "import exozoo; print(exozoo.load_game('gaia_project').rulebook.explain('GS-1'))"
    assert works(base, "python", "-c", rule).startswith("GS-1.")
    for words in WRONG:
        refused(base, words)
    damaged = base.run("exozoo", "import-log", "gaia_project", "file", compiler=False)
    assert damaged.returncode == 1, "a game that does not agree with ours"
    assert len(damaged.stderr.splitlines()) == 1, damaged.stderr
    for words in NEEDS_TRAIN:
        assert "pip install 'exozoo[train]'" in refused(base, words)
    result = base.run("python", "-c", "import exozoo.envs.sb3")
    assert "pip install 'exozoo[train]'" in result.stderr.splitlines()[-1]


def test_with_the_extra_for_training(base):
    """Runs after the other one, in the same environment."""
    found = next(base.work.parent.glob("exozoo-*.whl"))
    base.install("-c", ROOT / "constraints.txt", f"{found}[train]")
    for words in (*WRONG, *WRONG_WITH_TRAIN):
        refused(base, words)
    shown = works(base, "exozoo", "play-match", GAME, "random", "mybot:Bot", "--games", 2)
    assert "mybot:Bot" in shown
    works(base, "exozoo", "arena", GAME, "random", "policy", "--games", 2, "--out", "arena")
