"""Just enough SVG to draw boards: elements as strings, escaped and rounded in one place."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any
from xml.sax.saxutils import escape, quoteattr

SPECIAL = re.compile(r'[&<>"\s]')
FONT = "DejaVu Sans, Verdana, sans-serif"
INK = "#e8e6f0"
BACKGROUND = "#14121f"
SEAT_COLOURS = ("#e4572e", "#4ea5d9", "#f3a712", "#7bc950", "#b388eb", "#f28fb0")


def element(tag: str, body: str = "", **attributes: Any) -> str:
    """`<tag ...>body</tag>`; `stroke_width=2` becomes `stroke-width="2"`, None is left out."""
    shown = "".join(
        f" {name.replace('_', '-')}={_quoted(_number(value))}"
        for name, value in attributes.items()
        if value is not None
    )
    return f"<{tag}{shown}>{body}</{tag}>" if body else f"<{tag}{shown}/>"


def rect(x: float, y: float, width: float, height: float, fill: str, **attributes: Any) -> str:
    return element("rect", x=x, y=y, width=width, height=height, fill=fill, **attributes)


def circle(x: float, y: float, radius: float, fill: str, **attributes: Any) -> str:
    return element("circle", cx=x, cy=y, r=radius, fill=fill, **attributes)


def line(x1: float, y1: float, x2: float, y2: float, stroke: str, **attributes: Any) -> str:
    return element("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=stroke, **attributes)


def polygon(points: Iterable[tuple[float, float]], fill: str, **attributes: Any) -> str:
    shown = " ".join(f"{_number(x)},{_number(y)}" for x, y in points)
    return element("polygon", points=shown, fill=fill, **attributes)


def text(
    x: float, y: float, words: object, size: float = 12, fill: str = INK, **attributes: Any
) -> str:
    """Text at its baseline; pass `text_anchor="middle"` to centre it."""
    return element("text", escape(str(words)), x=x, y=y, font_size=size, fill=fill, **attributes)


def group(parts: Iterable[str], x: float = 0, y: float = 0, **attributes: Any) -> str:
    """Parts drawn together, moved by (x, y)."""
    place = f"translate({_number(x)} {_number(y)})" if x or y else None
    return element("g", "".join(parts), transform=place, **attributes)


def spot(
    name: str, parts: Iterable[str], hint: str = "", x: float = 0, y: float = 0, **attributes: Any
) -> str:
    """Parts that are one thing: its id, and what a reader should know about it (a tooltip)."""
    title = [element("title", escape(hint))] if hint else []
    return group([*title, *parts], x, y, id=name, **attributes)


class Picture(str):
    """An SVG picture; notebooks show it as one."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


def document(width: float, height: float, parts: Iterable[str]) -> Picture:
    """A whole picture on the suite's dark background; a line for each part."""
    body = "\n".join(["", rect(0, 0, width, height, BACKGROUND), *parts, ""])
    whole = element(
        "svg",
        body,
        xmlns="http://www.w3.org/2000/svg",
        width=width,
        height=height,
        viewBox=f"0 0 {_number(width)} {_number(height)}",
        font_family=FONT,
    )
    return Picture(whole)


def _quoted(words: str) -> str:
    """As XML quotes it; most values hold nothing that would need more than the marks."""
    return quoteattr(words) if SPECIAL.search(words) else f'"{words}"'


def _number(value: object) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
