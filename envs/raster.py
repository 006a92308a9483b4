"""SVG pictures as pixels, fast enough for videos: every shape is a small picture, drawn once and kept.

pygame reads SVG, but looks at every row of the canvas for every shape. So each shape is drawn on a
canvas of its own size, is kept by how it looks, and is copied to its place: most shapes of a board
look alike, and most stay from one picture to the next. Words, which pygame's reader leaves out, are
set in the one font that pygame brings along, so that machines without fonts agree. Known are the
elements of `core.svg` and groups that are moved; anything else is drawn as far as pygame's reader
knows it.
"""

from __future__ import annotations

import io
import math
import os
import re
from functools import cache, lru_cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree
from xml.sax.saxutils import quoteattr

Box = tuple[float, float, float, float]  # left, top, right, bottom
Looks = dict[str, str]  # attributes, inherited ones among them
Key = tuple[tuple[str, str], tuple[tuple[str, str], ...]]  # a move, attributes

# how many are kept, and up to which number of pixels: 64 MB of each size at most
SMALL, SMALL_AREA = 4096, 4096
MEDIUM, MEDIUM_AREA = 512, 32_768
LARGE, LARGE_AREA = 32, 524_288
NAMESPACE = "{http://www.w3.org/2000/svg}"
MOVE = re.compile(r"translate\(\s*([-+.\d]+)[\s,]*([-+.\d]*)\s*\)")
OPAQUE = re.compile(r"#(?:[0-9a-fA-F]{3}){1,2}")
COMMAND = re.compile(r"([A-Za-z])([^A-Za-z]*)")
# which attributes of a shape are places across and down: those that moving it changes
PLACES = {
    "rect": (("x",), ("y",)),
    "circle": (("cx",), ("cy",)),
    "line": (("x1", "x2"), ("y1", "y2")),
}
POINTS = ("polygon", "polyline")
# of the commands of a path: how many numbers each takes, the last two the place it leads to
STRAIGHT, ARC = {"M": 2, "L": 2, "Q": 4, "C": 6}, 7
OVERSIZE = 4  # of words, before they are made smaller; a power of two keeps colours exact
UNSEEN = {"title", "desc"}
PLAIN = {"x", "y", "width", "height", "fill"}  # no line, no round corners
# a pointed corner reaches beyond its line by so many times the line's width
CORNER = 2.0


def surface(picture: str, width: int | None = None) -> Any:
    """An SVG picture as a pygame surface, scaled to `width`."""
    root = ElementTree.fromstring(picture)
    try:
        across, down = float(root.attrib["width"]), float(root.attrib["height"])
    except (KeyError, ValueError):
        raise ValueError("a picture needs width and height, in plain numbers") from None
    zoom = 1.0 if width is None else width / across
    canvas = pygame().Surface((math.ceil(across * zoom), math.ceil(down * zoom)), depth=32)
    _Painter(canvas, zoom).inside(root, 0.0, 0.0, {})
    return canvas


def pygame() -> Any:
    """The module, without its greeting."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    import pygame as module

    return module


class _Painter:
    """Draws elements in their order; (x, y) is always where the group they are in begins."""

    def __init__(self, canvas: Any, zoom: float):
        self.canvas = canvas
        self.zoom = zoom

    def inside(self, parent: ElementTree.Element, x: float, y: float, style: Looks) -> None:
        for node in parent:
            tag = node.tag.removeprefix(NAMESPACE)
            if tag in UNSEEN:
                continue
            looks = {**style, **node.attrib} if style or "id" in node.attrib else node.attrib
            looks.pop("id", None)  # a name is no look: shapes that look alike are kept once
            if tag == "text":
                self.words(" ".join("".join(node.itertext()).split()), x, y, looks)
            elif tag == "g" and (move := MOVE.fullmatch(looks.get("transform", "translate(0)"))):
                inherited = {name: look for name, look in looks.items() if name != "transform"}
                self.inside(node, x + float(move[1]), y + float(move[2] or 0), inherited)
            else:
                self.shape(node, tag, x, y, looks)

    def shape(self, node: ElementTree.Element, tag: str, x: float, y: float, looks: Looks) -> None:
        zoom = self.zoom
        if tag == "rect" and self.filled(x, y, looks):
            return
        box = None if "transform" in looks or len(node) else _box(tag, looks)
        if box is None:  # nobody knows where it ends: a canvas as large as the whole
            left, top, (wide, high) = 0, 0, self.canvas.get_size()
        else:
            edge = _edge(tag, looks)
            left = math.floor((box[0] + x - edge) * zoom)
            top = math.floor((box[1] + y - edge) * zoom)
            wide = math.ceil((box[2] + x + edge) * zoom) - left
            high = math.ceil((box[3] + y + edge) * zoom) - top
        key = _moved(tag, looks, x - left / zoom, y - top / zoom)
        inner = "".join(ElementTree.tostring(child, encoding="unicode") for child in node)
        area = wide * high
        draw = next((keep for most, keep in _KEPT if area <= most), _sprite)
        self.canvas.blit(draw(tag, key, inner, wide, high, zoom), (left, top))

    def filled(self, x: float, y: float, looks: Looks) -> bool:
        """Fill a plain rectangle that ends where pixels end, if it is one; tells if it was."""
        if looks.keys() != PLAIN or not OPAQUE.fullmatch(looks["fill"]):
            return False
        corner = [(float(looks[n]) + at) * self.zoom for n, at in (("x", x), ("y", y))]
        size = [float(looks[n]) * self.zoom for n in ("width", "height")]
        if any(value != int(value) for value in (*corner, *size)):
            return False
        self.canvas.fill(_colour(looks["fill"], 1.0), (*corner, *size))
        return True

    def words(self, words: str, x: float, y: float, looks: Looks) -> None:
        if not words or looks.get("fill") == "none":
            return
        size = float(looks.get("font-size", 16)) * self.zoom
        opacity = float(looks.get("opacity", 1)) * float(looks.get("fill-opacity", 1))
        drawn, bearing, rise, advance = _words(words, size, looks.get("fill", "#000"), opacity)
        start = {"middle": advance / 2, "end": advance}.get(looks.get("text-anchor", ""), 0.0)
        across = (float(looks.get("x", 0)) + x) * self.zoom - start + bearing
        down = (float(looks.get("y", 0)) + y) * self.zoom - rise
        self.canvas.blit(drawn, (round(across), round(down)))


def _sprite(tag: str, looks: Key, inner: str, wide: int, high: int, zoom: float) -> Any:
    """A shape on a canvas of its own."""
    (x, y), attributes = looks
    shown = "".join(f" {name}={quoteattr(value)}" for name, value in attributes)
    head = (
        f'xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" '
        f'viewBox="0 0 {wide / zoom:.6g} {high / zoom:.6g}"'
    )
    moved = f'<g transform="translate({x} {y})"><{tag}{shown}>{inner}</{tag}></g>'
    image = pygame().image
    drawn = image.load(io.BytesIO(f"<svg {head}>{moved}</svg>".encode()), "shape.svg")
    # the canvas's own order of bytes is copied fastest; `convert` would need a window
    return image.frombuffer(image.tobytes(drawn, "BGRA"), (wide, high), "BGRA")


_small = lru_cache(SMALL)(_sprite)
_KEPT = (
    (SMALL_AREA, _small),
    (MEDIUM_AREA, lru_cache(MEDIUM)(_sprite)),
    (LARGE_AREA, lru_cache(LARGE)(_sprite)),
)


@lru_cache(SMALL)
def _words(words: str, size: float, fill: str, opacity: float) -> tuple[Any, int, int, float]:
    """(picture, its place from the start and above the baseline, how far the words run).

    Set large and made smaller: at its own size the font bends small letters to whole pixels.
    """
    colour = _colour(fill, opacity)
    place = _font().get_rect(words, size=size * OVERSIZE)
    left, top = math.floor(place.x / OVERSIZE), math.ceil(place.y / OVERSIZE)
    across, down = place.x - left * OVERSIZE, top * OVERSIZE - place.y
    wide = math.ceil((across + place.width) / OVERSIZE)
    high = math.ceil((down + place.height) / OVERSIZE)
    module = pygame()
    room = module.Surface((wide * OVERSIZE, high * OVERSIZE), module.SRCALPHA)
    room.fill((colour.r, colour.g, colour.b, 0))
    _font().render_to(room, (across, down), words, colour, size=size * OVERSIZE)
    letters = _font().get_metrics(words, size=size * OVERSIZE)
    advance = sum(letter[4] for letter in letters if letter) / OVERSIZE
    return module.transform.smoothscale(room, (wide, high)), left, top, advance


def _colour(fill: str, opacity: float) -> Any:
    """A colour by name or in hexadecimal digits, one or two for each part, the last its opacity."""
    short = fill.startswith("#") and len(fill) in (4, 5)
    colour = pygame().Color("#" + "".join(2 * digit for digit in fill[1:]) if short else fill)
    colour.a = round(colour.a * opacity)
    return colour


@cache
def _font() -> Any:
    module = pygame()
    import pygame.freetype as freetype

    freetype.init()
    return freetype.Font(str(Path(module.__file__).parent / module.font.get_default_font()), 12)


def _moved(tag: str, looks: Looks, x: float, y: float) -> Key:
    """The looks of an element moved by (x, y): the same for all that look alike, wherever they were.

    Elements that hold their places in other ways keep them; they are moved when they are drawn.
    """
    changed = dict(looks)
    if tag in PLACES:
        for names, move in zip(PLACES[tag], (x, y), strict=True):
            for name in names:
                changed[name] = f"{float(looks.get(name, 0)) + move:.2f}"
    elif tag in POINTS:
        pairs = _pairs(looks.get("points", ""))
        changed["points"] = " ".join(f"{across + x:.2f},{down + y:.2f}" for across, down in pairs)
    else:
        return (f"{x:.2f}", f"{y:.2f}"), tuple(changed.items())
    return ("0", "0"), tuple(changed.items())


def _edge(tag: str, looks: Looks) -> float:
    """How far the line around a shape may reach beyond it."""
    if looks.get("stroke", "none") == "none":
        return 0.0
    return float(looks.get("stroke-width", 1)) * (0.5 if tag in PLACES else CORNER)


def _box(tag: str, looks: Looks) -> Box | None:
    """Where a shape lies, without its line; None if that is not plain to see."""
    if tag in POINTS:
        return _around(_pairs(looks.get("points", "")))
    if tag == "path":
        return _box_of_path(looks.get("d", ""))
    if tag not in PLACES:
        return None
    across, down = ([float(looks.get(name, 0)) for name in names] for names in PLACES[tag])
    if tag == "rect":
        across.append(across[0] + float(looks.get("width", 0)))
        down.append(down[0] + float(looks.get("height", 0)))
    reach = float(looks.get("r", 0))
    return min(across) - reach, min(down) - reach, max(across) + reach, max(down) + reach


def _box_of_path(commands: str) -> Box | None:
    """Around all places that a path names; an arc bulges beyond its ends, a large one by its width."""
    points: list[tuple[float, float]] = []
    bulge = 0.0
    for command, rest in COMMAND.findall(commands):
        numbers = [float(number) for number in rest.replace(",", " ").split()]
        if command in STRAIGHT and len(numbers) % STRAIGHT[command] == 0:
            points += zip(numbers[::2], numbers[1::2], strict=True)
        elif command == "A" and len(numbers) == ARC and points:
            radius, end = max(numbers[:2]), (numbers[5], numbers[6])
            half = min(math.dist(points[-1], end) / 2, radius)
            small = radius - math.sqrt(radius**2 - half**2)
            bulge = max(bulge, 2 * radius if numbers[3] else small)
            points.append(end)
        elif command not in "Zz":
            return None
    left, top, right, bottom = _around(points) or (0.0, 0.0, 0.0, 0.0)
    return left - bulge, top - bulge, right + bulge, bottom + bulge


def _pairs(text: str) -> list[tuple[float, float]]:
    numbers = [float(number) for number in text.replace(",", " ").split()]
    return list(zip(numbers[::2], numbers[1::2], strict=False))


def _around(points: list[tuple[float, float]]) -> Box | None:
    if not points:
        return None
    across, down = zip(*points, strict=True)
    return min(across), min(down), max(across), max(down)
