"""Pictures: a game draws SVG, this module turns it into pixels, a window or a text."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import numpy as np

from exozoo.envs.core.files import write_atomically
from exozoo.envs.core.game import Game
from exozoo.envs.core.pickling import Rebuilds
from exozoo.envs.core.session import Session
from exozoo.envs.raster import pygame, surface

RENDER_MODES = ("ansi", "rgb_array", "human")
PICTURES = (".svg", ".png")
SHOWN_ENTRIES = 24  # of each observation block in text


def check_render_mode(mode: str | None) -> str | None:
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"render_mode {mode!r}: allowed are None, {', '.join(RENDER_MODES)}")
    return mode


def svg(game: Game, state: np.record) -> str:
    """The game's drawing of a position."""
    return game.draw(state)


def png(picture: str, width: int | None = None) -> bytes:
    """An SVG picture as PNG."""
    file = io.BytesIO()
    pygame().image.save(surface(picture, width), file, "picture.png")
    return file.getvalue()


def pixels(picture: str, width: int | None = None) -> np.ndarray:
    """An SVG picture as uint8[height, width, 3]."""
    drawn = surface(picture, width)
    across, down = drawn.get_size()
    flat = np.frombuffer(bytearray(pygame().image.tobytes(drawn, "RGB")), np.uint8)
    return flat.reshape(down, across, 3)


def check_picture(path: str | Path) -> Path:
    """The path, if a picture can be saved under that name."""
    path = Path(path)
    if path.suffix not in PICTURES:
        raise ValueError(f"picture {path.name!r}: allowed are names that end in .svg or .png")
    return path


def save_picture(picture: str, path: str | Path) -> Path:
    """Write an SVG picture to a file, as it is or as PNG, by the file's name."""
    path = check_picture(path)
    return write_atomically(path, picture if path.suffix == ".svg" else png(picture))


def text(session: Session) -> str:
    """A position in words: result so far, last action, and what the seat to move sees."""
    game = session.game
    lines = [f"{game.title}, decision {len(session.actions)}"]
    ranks = session.ranks()
    for seat, score in enumerate(session.scores()):
        place = f", place {ranks[seat]}" if session.over else ""
        turn = "" if session.over or seat != session.seat else "  <- to move"
        lines.append(f"  player_{seat}: {score} points{place}{turn}")
    if session.actions:
        lines.append(f"last action: {session.last_action()}")
    if session.over:
        return "\n".join([*lines, "the game is over"])
    lines.append(f"{int(session.mask.sum())} legal actions; player_{session.seat} sees:")
    return "\n".join([*lines, *(f"  {line}" for line in _seen(session, session.seat))])


def _seen(session: Session, seat: int) -> list[str]:
    """The blocks of a seat's observation, a line each."""
    lines = []
    blocks = session.game.observation.split(session.observe(seat), session.players)
    for name, entries in blocks.items():
        flat = entries.ravel()
        more = " ..." if flat.size > SHOWN_ENTRIES else ""
        lines.append(f"{name}: {' '.join(map(str, flat[:SHOWN_ENTRIES]))}{more}")
    return lines


class Renderer(Rebuilds):
    """Shows a session in one of RENDER_MODES; a window opens with the first picture."""

    rebuilt = ("_window",)

    def __init__(self, mode: str | None):
        self.mode = check_render_mode(mode)
        self._rebuild()

    def render(self, session: Session) -> np.ndarray | str | None:
        """What Gymnasium and PettingZoo expect of `render` in this mode."""
        if self.mode is None:
            import gymnasium

            gymnasium.logger.warn("render() does nothing: no render_mode was given")
            return None
        if not session.dealt:
            raise ValueError("nothing to render yet: reset first")
        if self.mode == "ansi":
            return text(session)
        picture = pixels(svg(session.game, session.state))
        if self.mode == "rgb_array":
            return picture
        self._show(picture, session.game.title)
        return None

    def _rebuild(self) -> None:
        self._window: Any = None

    def close(self) -> None:
        """Close the window, if there is one."""
        if self._window is not None:
            window = pygame()
            window.display.quit()
            self._window = None

    def _show(self, picture: np.ndarray, title: str) -> None:
        window = pygame()
        size = (picture.shape[1], picture.shape[0])
        if self._window is None or self._window.get_size() != size:
            window.display.init()
            self._window = window.display.set_mode(size)
            window.display.set_caption(title)
        self._window.blit(window.surfarray.make_surface(picture.swapaxes(0, 1)), (0, 0))
        window.event.pump()
        window.display.flip()
