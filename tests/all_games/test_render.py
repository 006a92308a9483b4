"""Pictures of all games."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest

from exozoo.envs import render
from exozoo.envs.core.session import Session
from exozoo.envs.core.svg import document, text
from tests.all_games.games import each_count

pytestmark = pytest.mark.compiled


@each_count
def test_every_position_has_a_picture(game, players):
    session = Session(game, {"players": players})
    session.reset(1)
    rng = np.random.default_rng(1)
    sizes = set()
    for decision in range(10_000):
        if session.over or decision % 40 == 0:
            picture = render.pixels(render.svg(game, session.state))
            assert picture.dtype == np.uint8
            assert picture.shape[2] == 3
            assert len(np.unique(picture)) > 2
            sizes.add(picture.shape)
        if session.over:
            break
        session.step(rng.choice(np.flatnonzero(session.mask)))
    assert len(sizes) == 1, "the picture changes its size"
    assert render.png(game.draw(session.state)).startswith(b"\x89PNG")


@each_count
def test_text_tells_the_result(game, players):
    session = Session(game, {"players": players})
    session.reset(2)
    assert "to move" in render.text(session)
    rng = np.random.default_rng(1)
    while not session.over:
        session.step(rng.choice(np.flatnonzero(session.mask)))
    words = render.text(session)
    assert "the game is over" in words
    assert f"last action: {session.last_action()}" in words
    for seat, score in enumerate(session.scores()):
        assert f"player_{seat}: {score} points, place" in words


def test_pictures_are_saved_by_name(tmp_path):
    picture = document(20, 10, [])
    assert render.save_picture(picture, tmp_path / "a.svg").read_text() == picture
    assert render.save_picture(picture, tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")
    with pytest.raises(ValueError, match="allowed"):
        render.save_picture(picture, tmp_path / "a.gif")


def test_words_show_without_system_fonts():
    """The only font is the one that comes with a dependency, so this holds on any machine."""
    blank = render.pixels(document(120, 30, []))
    words = render.pixels(document(120, 30, [text(5, 20, "Gaia 42 → µ")]))
    assert blank.shape == words.shape == (30, 120, 3)
    assert (blank != words).any(axis=2).sum() > 150
    assert render.pixels(document(120, 30, []), width=240).shape == (60, 240, 3)


def test_a_game_is_recorded_as_a_video(tmp_path):
    pytest.importorskip("moviepy")
    env = gymnasium.make("exozoo/AlienFrontiers-v0", render_mode="rgb_array")
    env = gymnasium.wrappers.RecordVideo(env, str(tmp_path), video_length=10)
    _, infos = env.reset(seed=1)
    for _ in range(12):
        _, _, _, _, infos = env.step(int(infos["action_mask"].argmax()))
    env.close()
    assert next(tmp_path.glob("*.mp4")).stat().st_size > 0
