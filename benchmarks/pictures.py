"""How long a picture takes: `python -m exozoo.benchmarks.pictures`.

Drawing a position as SVG and turning it into pixels, first in a process and then as in a video, in
the processor's time.
"""

from __future__ import annotations

import numpy as np
from rich.console import Console
from rich.table import Table

from exozoo.benchmarks.measure import Work, best_seconds
from exozoo.envs.core.session import Session
from exozoo.envs.registry import game_names, load_game
from exozoo.envs.render import pixels, svg

PICTURES, DECISIONS_APART = 12, 20


def times(name: str) -> list[float]:
    """Milliseconds of each picture of a random game at a full table."""
    game = load_game(name)
    session = Session(game, {"players": game.max_players})
    session.reset(1)
    rng = np.random.default_rng(1)
    taken: list[float] = []
    while len(taken) < PICTURES:
        for _ in range(DECISIONS_APART):
            if session.over:
                session.reset()
            session.step(rng.choice(np.flatnonzero(session.mask)))
        picture = Work(lambda: pixels(svg(game, session.state)))
        taken.append(1000 * best_seconds([picture], 1)[0])
    return taken


def main() -> None:
    table = Table("game", "first, ms", "later, median ms", title="a picture at a full table")
    for name in game_names():
        first, *later = times(name)
        table.add_row(load_game(name).title, f"{first:.0f}", f"{np.median(later):.0f}")
    Console().print(table)


if __name__ == "__main__":
    main()
