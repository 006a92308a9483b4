"""The picture of a learning curve."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("torch")

from exozoo.training.config import load_config
from exozoo.training.run import draw_curve


def curve(opponent: str, imitated: int, own: int) -> Any:
    """After `imitated` decisions of a teacher and `own` ones at four tables."""
    found = {"ahead": 0.5, "low": 0.4, "high": 0.6}
    against = {f"{opponent}, {players} players": found for players in range(1, 5)}
    steps = [(0, 0, 0), (1, imitated, 0), (1, imitated + own, own)]
    metrics = [
        {"rounds": rounds, "decisions": decisions, "steps": taken, "against": against}
        for rounds, decisions, taken in steps
    ]
    figure = draw_curve(metrics, load_config("gaia_project"))
    figure.canvas.draw()
    return figure


@pytest.mark.parametrize("opponent", ["policy", "heuristic", "heuristic(version=2)"])
def test_everything_said_lies_in_the_picture(opponent: str):
    figure = curve(opponent, 100_000, 300_000)
    (axes,), (legend,) = figure.axes, figure.legends
    for thing in (legend, axes.title, *axes.texts):
        box = thing.get_window_extent()
        assert figure.bbox.x0 <= box.x0
        assert box.x1 <= figure.bbox.x1
        assert figure.bbox.y0 <= box.y0
        assert box.y1 <= figure.bbox.y1
    inside = axes.get_window_extent()
    assert all(text.get_window_extent().x0 >= inside.x0 for text in axes.texts)
    assert len(axes.texts) == 2


def test_a_short_imitation_is_not_named_across_the_axis():
    (axes,) = curve("heuristic", 10_000, 1_000_000).axes
    assert [text.get_text().strip() for text in axes.texts] == ["own games"]
