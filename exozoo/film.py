"""A replay as something to look at: a page with a slider, or an animated picture."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from exozoo.envs.core.extras import need
from exozoo.envs.core.files import write_atomically
from exozoo.envs.core.game import Game
from exozoo.envs.core.look import SEAT_COLOURS
from exozoo.envs.records import Replay
from exozoo.envs.render import pixels

PAGE = Path(__file__).parent / "data" / "replay.html"
# where a drawing is cut: at every named thing, since most of them stay from one picture to the next
CUT = re.compile(r'(?=<g [^>]*id=")')
GIF_WIDTH, GIF_SECONDS = 640, 0.8
LAST_SECONDS = 4.0  # how long the end of a game is shown
MAX_FRAMES = 20_000
Report = Callable[[int, int], None]


@dataclass(frozen=True)
class Frame:
    """One position: its drawing, what was decided in it and by whom; nothing in the last one."""

    picture: str
    scores: list[int]
    seat: int | None
    move: str
    places: tuple[str, ...]  # ids of the elements that the move is about


def frames(record: Replay, game: Game, seat: int | None = None) -> Iterator[Frame]:
    """Every position of a replay, the last one included; with a seat as that seat saw them."""
    if len(record.actions) > MAX_FRAMES:
        raise ValueError(f"{len(record.actions)} decisions: at most {MAX_FRAMES} can be shown")
    for state, action in record.positions(game):
        spot = game.places(state, action)
        named = dict.fromkeys([*filter(None, [spot.element]), *spot.covers])
        yield Frame(
            game.picture(state, seat),
            game.scores(state),
            game.seat(state),
            game.describe(state, action),
            tuple(named),
        )
    final = record.verify(game)
    yield Frame(game.picture(final, seat), game.scores(final), None, "", ())


def page(
    record: Replay, game: Game, seat: int | None = None, report: Report = lambda done, of: None
) -> str:
    """One HTML page that needs nothing else: all drawings, moves and scores are in it."""
    numbers: dict[str, int] = {}
    shown: dict[str, list[Any]] = {name: [] for name in ("frames", "moves", "seats", "places")}
    scores = []
    for number, frame in enumerate(frames(record, game, seat)):
        parts = CUT.split(frame.picture)
        shown["frames"].append([numbers.setdefault(part, len(numbers)) for part in parts])
        shown["moves"].append(frame.move)
        shown["seats"].append(frame.seat)
        shown["places"].append(frame.places)
        scores.append(frame.scores)
        report(number + 1, len(record.actions) + 1)
    names = [
        record.players[n] if n < len(record.players) else f"player {n}"
        for n in range(len(scores[0]))
    ]
    data = {
        "title": game.title,
        "names": names,
        "colours": SEAT_COLOURS,
        "scores": scores,
        "ranking": record.ranking,
        "parts": list(numbers),
        **shown,
    }
    # nothing in the data may end the element that holds it
    text = json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")
    return PAGE.read_text(encoding="utf-8").replace("{{data}}", text)


def save_page(record: Replay, game: Game, path: Path, seat: int | None, report: Report) -> Path:
    return write_atomically(path, page(record, game, seat, report))


def save_gif(
    record: Replay,
    game: Game,
    path: Path,
    seat: int | None = None,
    report: Report = lambda done, of: None,
    width: int = GIF_WIDTH,
) -> Path:
    """An animated GIF, a picture for each decision."""
    need("PIL")
    import io

    from PIL import Image

    total = len(record.actions) + 1
    seconds = [GIF_SECONDS] * (total - 1) + [LAST_SECONDS]

    def images() -> Iterator[Any]:
        for number, frame in enumerate(frames(record, game, seat)):
            report(number + 1, total)
            image = Image.fromarray(np.ascontiguousarray(pixels(frame.picture, width)))
            yield image.quantize(128, dither=Image.Dither.NONE)

    drawn = images()
    file = io.BytesIO()
    next(drawn).save(
        file,
        format="GIF",
        save_all=True,
        append_images=drawn,
        duration=[int(1000 * each) for each in seconds],
        loop=0,
    )
    return write_atomically(path, file.getvalue())
