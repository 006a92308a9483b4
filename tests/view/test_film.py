"""Replays as pages and animated pictures; games watched in a terminal."""

from __future__ import annotations

import io
import json
import re

import numpy as np
import pytest
from rich.console import Console
from typer.testing import CliRunner

from exozoo import film
from exozoo.agents.random import RandomAgent
from exozoo.cli import app
from exozoo.envs.core.session import Session
from exozoo.envs.records import record
from exozoo.envs.registry import load_game
from exozoo.watch import Show, watch
from tests.toy import TOY

pytestmark = pytest.mark.compiled
GAME = "alien_frontiers"  # compiles fastest
DATA = re.compile(r'<script type="application/json" id="data">(.*?)</script>', re.DOTALL)


def run(*words: object):
    return CliRunner().invoke(app, [str(word) for word in words], env={"COLUMNS": "200"})


def played(decisions: int, game=None, players=()):
    game = game or load_game(GAME)
    session = Session(game, {"players": 2})
    session.reset(1)
    rng = np.random.default_rng(1)
    while len(session.actions) < decisions and not session.over:
        session.step(rng.choice(np.flatnonzero(session.mask)))
    return record(session, players)


def test_a_page_holds_every_position_move_and_score():
    replay = played(25, players=("</script><b>Ann", "Bob"))
    page = film.page(replay, load_game(GAME))
    found = DATA.search(page)
    assert found, "the data must not end its own element"
    data = json.loads(found[1])
    assert len(data["frames"]) == len(data["scores"]) == 26
    assert data["names"] == ["</script><b>Ann", "Bob"]
    pictures = ["".join(data["parts"][part] for part in frame) for frame in data["frames"]]
    game = load_game(GAME)
    for (state, action), picture, move in zip(
        replay.positions(game), pictures, data["moves"], strict=False
    ):
        assert picture == game.draw(state)
        assert move == game.describe(state, action)
    assert data["moves"][-1] == ""
    assert data["seats"][-1] is None
    whole = sum(map(len, pictures))
    assert len(found[1]) < whole / 3, "what stays between pictures is kept once"
    for outside in ("http://", "https://", "src=", "@import"):
        assert outside not in page.replace("http://www.w3.org/2000/svg", "")


def test_a_game_without_places_has_a_page_too():
    data = json.loads(DATA.search(film.page(played(3, TOY), TOY))[1])
    assert data["places"][:2] == [[], []]


def test_the_command_writes_page_and_gif(tmp_path):
    saved = played(4).save(tmp_path / "game.exo")
    page, gif = tmp_path / "game.html", tmp_path / "game.gif"
    result = run("replay", saved, "--html", page, "--seat", 1)
    assert result.exit_code == 0, result.output
    assert page.read_text().startswith("<!doctype html>")
    image = pytest.importorskip("PIL.Image")
    result = run("replay", saved, "--gif", gif)
    assert result.exit_code == 0, result.output
    with image.open(gif) as moving:
        assert moving.n_frames == 5
        assert moving.size[0] == film.GIF_WIDTH


@pytest.mark.parametrize(
    "words", [("--html", "a.gif"), ("--gif", "a.html"), ("--html", "a.html", "--seat", 5)]
)
def test_wrong_wishes_are_one_line(tmp_path, words):
    saved = played(2).save(tmp_path / "game.exo")
    given = [tmp_path / word if str(word).startswith("a.") else word for word in words]
    result = run("replay", saved, *given)
    assert result.exit_code == 2
    assert "allowed are" in result.output


def test_watching_shows_points_moves_and_the_position():
    game = load_game(GAME)
    session = Session(game, {"players": 2})
    session.reset(3)
    out = io.StringIO()
    console = Console(
        file=out, force_terminal=True, width=120, height=30, _environ={"TERM": "xterm"}
    )
    paused: list[float] = []
    agents = [RandomAgent(game, 1), RandomAgent(game, 2)]

    def stop_soon(seconds: float) -> None:
        paused.append(seconds)
        if len(paused) == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        watch(session, agents, ["Ann", "Bob"], console, 0.25, sleep=stop_soon)
    assert paused == [0.25] * 5
    assert len(session.actions) == 5
    assert "\x1b[?1049l" in out.getvalue(), "the terminal is given back"
    show = Show(session, ["Ann", "Bob"], 0)
    show.tell(1, "dock a 3 at the Lunar Mine")
    plain = Console(file=io.StringIO(), width=120, height=30)
    plain.print(show)
    shown = plain.file.getvalue()
    for words in (
        "Alien Frontiers, decision 5",
        "0 Ann",
        "1 Bob",
        "1: dock a 3",
        "you are player 0",
    ):
        assert words in shown


def test_watching_without_a_terminal_prints_a_line_a_move(tmp_path):
    saved = tmp_path / "game.json"
    result = run("watch", GAME, "random", "random", "--seed", 2, "--save", saved)
    assert result.exit_code == 0, result.output
    moves = [line for line in result.output.splitlines() if line.startswith("player ")]
    replay = json.loads(saved.read_text())
    assert len(moves) == len(replay["actions"])
    assert replay["players"] == ["random", "random"]


@pytest.mark.parametrize("words", [("random",), ("random", "nobody"), ("random",) * 9])
def test_watching_refuses_wrong_seats_in_one_line(words):
    result = run("watch", GAME, *words)
    assert result.exit_code == 2
    assert "allowed" in result.output
