"""Small pictures whose pixels can be named."""

from __future__ import annotations

import pytest

from exozoo.envs import raster
from exozoo.envs.core.svg import circle, document, element, group, line, polygon, rect, text
from exozoo.envs.render import pixels

RED, GREEN, BLUE = (255, 0, 0), (0, 255, 0), (0, 0, 255)


def at(picture, x: int, y: int) -> tuple[int, ...]:
    return tuple(int(part) for part in picture[y, x])


def drawn(*parts: str, width: int | None = None):
    return pixels(document(60, 40, parts), width)


@pytest.mark.parametrize(
    "part",
    [
        rect(10, 10, 20, 20, "#f00"),
        rect(10.5, 10.5, 20, 20, "#f00", rx=3, stroke="#f00"),
        circle(20, 20, 9, "#f00"),
        line(10, 20, 30, 20, "#f00", stroke_width=4),
        polygon([(10, 10), (30, 10), (30, 30), (10, 30)], "#f00", stroke="#f00"),
        element("path", d="M10 20 A10 10 0 0 1 30 20 A10 10 0 0 1 10 20 Z", fill="#f00"),
        element("path", d="m10 10 l20 0 l0 20 l-20 0 z", fill="#f00"),
        element("ellipse", cx=20, cy=20, rx=9, ry=5, fill="#f00"),
    ],
)
def test_a_shape_covers_its_middle_and_nothing_far_away(part):
    blank = at(drawn(), 50, 30)
    for x, y in ((0, 0), (25, 7)):
        picture = drawn(group([part], x, y))
        assert at(picture, 20 + x, 20 + y) == RED
        assert at(picture, 58, 38) == at(picture, 1, 1) == blank


def test_the_half_circle_of_a_large_arc_is_not_cut():
    picture = drawn(element("path", d="M20 25 A12 12 0 1 1 32 25 Z", fill="#f00"))
    assert at(picture, 26, 5) == RED


def test_later_elements_lie_above_earlier_ones_words_too():
    covered = drawn(text(5, 30, "MMMM", 24, "#f00"), rect(0, 0, 60, 40, "#00f"))
    assert (covered == BLUE).all()
    above = drawn(rect(0, 0, 60, 40, "#00f"), text(5, 30, "MMMM", 24, "#f00"))
    assert (above == RED).all(axis=2).any()


def test_opacity_and_inherited_colour():
    half = drawn(rect(0, 0, 60, 40, "#000"), rect(10, 10, 20, 20, "#0f0", fill_opacity=0.5))
    assert at(half, 20, 20)[1] in (127, 128)
    inherited = drawn(group([element("rect", x=1, y=1, width=30, height=30)], fill="#0f0"))
    assert at(inherited, 20, 20) == GREEN


def test_words_stand_where_their_anchor_says():
    def columns(anchor):
        words = pixels(document(200, 40, [text(100, 30, "exozoo", 20, text_anchor=anchor)]))
        inked = (words != words[0, 0]).any(axis=2).any(axis=0).nonzero()[0]
        return int(inked[0]), int(inked[-1])

    assert columns("start")[0] in range(99, 104)
    assert columns("end")[1] in range(96, 101)
    left, right = columns("middle")
    assert abs((left + right) / 2 - 100) <= 2


def test_white_space_in_words_counts_once():
    assert (drawn(text(2, 20, "a   b", 12)) == drawn(text(2, 20, "a b", 12))).all()


def test_a_shape_seen_before_is_not_drawn_again():
    drawn(circle(20.25, 20.25, 5, "#f00"))
    before = raster._small.cache_info().misses
    drawn(*(circle(20.25 + x, 12.25, 5, "#f00") for x in (0, 7, 21)))
    assert raster._small.cache_info().misses == before


def test_a_zoomed_picture_shows_the_same_things():
    picture = drawn(circle(20, 20, 9, "#f00"), text(40, 20, "A"), width=150)
    assert picture.shape == (100, 150, 3)
    assert at(picture, 50, 50) == RED


def test_a_picture_without_a_size_is_refused():
    with pytest.raises(ValueError, match="width and height"):
        raster.surface("<svg/>")
