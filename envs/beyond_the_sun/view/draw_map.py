"""The exploration map with ships and outposts, and the achievements."""

from __future__ import annotations

import numpy as np

from exozoo.envs.beyond_the_sun import constants as c
from exozoo.envs.beyond_the_sun.cards.shown import ShownCards
from exozoo.envs.beyond_the_sun.cards.words import condition_words
from exozoo.envs.beyond_the_sun.view.describe import node_title
from exozoo.envs.beyond_the_sun.view.hints import achievement_hint, system_hint
from exozoo.envs.beyond_the_sun.view.pieces import SHIP, disc, pawn_spaces, ships
from exozoo.envs.core.look import (
    BODY,
    EDGE,
    FAINT,
    MARGIN,
    PANEL,
    SEAT_COLOURS,
    SMALL,
    SUNK,
    WIDTH,
    cut,
    middle,
    paragraph,
    seat_mark,
)
from exozoo.envs.core.svg import INK, circle, line, rect, spot, text

MAP_WIDTH, MAP_HEIGHT = WIDTH - 2 * MARGIN, 396
BOX_WIDTH, BOX_HEIGHT = 168, 104
NODE_PLACES = {
    "SOL": (96, 186),
    "A1": (290, 78),
    "A2": (290, 300),
    "SY1": (482, 56),
    "SY2": (482, 330),
    "DS": (482, 186),
    "SY3": (668, 186),
    "B1": (832, 78),
    "B2": (832, 300),
}


def node_place(state: np.record, node: int) -> tuple[float, float]:
    name = c.NODE_NAMES[node]
    if name == "X1":
        x, y = node_place(state, int(state["extra_slot"]))
        return x, y + 110 if y < 150 else y - 110
    return NODE_PLACES[name]


def shown_nodes(state: np.record, cards: ShownCards) -> tuple[list[int], list[tuple[int, int]]]:
    """Locations that exist now, and the routes between them."""
    nodes, routes = list(cards.items("nodes")), list(cards.items("routes"))
    if state["extra_slot"] >= 0:
        nodes.append(int(c.X1))
        routes.append((int(c.X1), int(state["extra_slot"])))
    return nodes, routes


def exploration(state: np.record, cards: ShownCards) -> list[str]:
    """Locations, routes, outposts and fleets."""
    nodes, routes = shown_nodes(state, cards)
    parts = [rect(0, 0, MAP_WIDTH, MAP_HEIGHT, SUNK, rx=10, stroke=EDGE)]
    for a, b in routes:
        (ax, ay), (bx, by) = node_place(state, a), node_place(state, b)
        parts.append(line(ax, ay, bx, by, "#77709f", stroke_width=2, stroke_dasharray="6 4"))
    parts += [location(state, node, cards) for node in nodes]
    decks = [int(n) for n in state["system_left"]]
    parts.append(
        text(12, MAP_HEIGHT - 12, f"systems left: A {decks[0]}, B {decks[1]}", SMALL, FAINT)
    )
    if state["dyson_card"] >= 0:
        card = int(state["dyson_card"])
        look = [text(12, 22, f"Dyson Sphere: {cards.name('systems', card)}", BODY)]
        look += pawn_spaces(state, [int(c.SPACE_DYSON)], 24, 42)
        parts.append(spot("dyson-0", look, f"Dyson Sphere. {system_hint(state, card, cards)}"))
    return parts


def location(state: np.record, node: int, cards: ShownCards) -> str:
    x, y = node_place(state, node)
    owner = int(state["controller"][node])
    edge, width = (SEAT_COLOURS[owner], 3) if owner >= 0 else (EDGE, 1.2)
    if node >= c.FIRST_SYSTEM:
        look, hint = _system(state, node, cards, edge, width)
        left, bottom = BOX_WIDTH / 2, BOX_HEIGHT / 2
    else:
        look, hint = _place(state, node, cards, edge, width)
        left, bottom = 70, 50
    if owner >= 0:
        kind = int(state["outpost"][node])
        look.append(disc(kind, left - 12, bottom - 10, 10, SEAT_COLOURS[owner]))
        look.append(seat_mark(owner, left + 8, bottom - 2, 16))
        hint += f" Controlled by player {owner}."
    look += fleets(state, node, -left + 14, 2 * left - 34)
    return spot(f"node-{node}", look, hint, x, y)


def _system(
    state: np.record, node: int, cards: ShownCards, edge: str, width: float
) -> tuple[list[str], str]:
    left, top = -BOX_WIDTH / 2, -BOX_HEIGHT / 2
    frame = {"stroke": edge, "stroke_width": width}
    look = [rect(left, top, BOX_WIDTH, BOX_HEIGHT, PANEL, rx=8, **frame)]
    card = int(state["node_system"][node])
    if card < 0:
        look.append(middle(0, 0, "empty", SMALL, FAINT))
        return look, f"{c.NODE_NAMES[node]}: no system."
    entry = cards.items("systems")[card]
    name = cut(cards.name("systems", card), BOX_WIDTH - 12, BODY)
    look.append(text(left + 7, top + 17, name, BODY, font_weight="bold"))
    facts = f"strength {entry['strength']}, {entry['vp']} VP"
    look.append(text(left + 7, top + 33, facts, SMALL, FAINT))
    for number, kind in enumerate(entry["specialisation"]):
        look.append(disc(c.TRACK_NAMES.index(kind), -left - 32 + 20 * number, top + 29, 8.5))
    return look, system_hint(state, card, cards)


def _place(
    state: np.record, node: int, cards: ShownCards, edge: str, width: float
) -> tuple[list[str], str]:
    look = [rect(-70, -50, 140, 100, PANEL, rx=34, stroke=edge, stroke_width=width)]
    name = node_title(state, node, cards)
    look.append(middle(0, -32, name, BODY, font_weight="bold"))
    if node >= c.SY1:
        kinds = cards.items("nodes")[node]
        for number, kind in enumerate(kinds):
            x = 20 * (number - (len(kinds) - 1) / 2)
            look.append(disc(c.TRACK_NAMES.index(kind), x, -17, 8.5))
        return look, f"{name.capitalize()}: who controls it may build ships here."
    words = "ships may be built here" if node == c.SOL else "no one controls it"
    return look, f"{name}: {words}."


def fleets(state: np.record, node: int, x: float, room: float) -> list[str]:
    """Ships with their level, a line a faction."""
    parts, row = [], 0
    for seat in range(state["num_players"]):
        counts = [int(n) for n in state["players"][seat]["ships"][node]]
        total = sum(counts)
        if not total:
            continue
        step = min(SHIP + 3, room / total)
        at = x
        for level, count in enumerate(counts, 1):
            if count:
                parts.append(ships(seat, node, level, count, at, -4 + 17.5 * row, step))
                at += step * count
        row += 1
    return parts


def achievements(state: np.record, cards: ShownCards) -> list[str]:
    """The four cards with their slots and discs."""
    parts = []
    step = (MAP_WIDTH + 8) / 4
    for place in range(4):
        card = int(state["achievement_card"][place])
        entry = cards.items("achievements")[card]
        x = step * place
        look = [rect(x, 0, step - 8, 76, PANEL, rx=8, stroke=EDGE)]
        name = cut(cards.name("achievements", card), step - 20, BODY)
        look.append(text(x + 9, 18, name, BODY, font_weight="bold"))
        look += paragraph(x + 9, 34, condition_words(entry), step - 20, SMALL, FAINT, lines=1)
        for slot, value in enumerate(entry["slot_vp"]):
            seat = int(state["achievement_disc"][place, slot])
            at = x + 24 + 42 * slot
            if seat >= 0:
                look.append(seat_mark(seat, at, 57, 22))
                look.append(text(at + 13, 62, value, SMALL, FAINT))
            else:
                look.append(circle(at, 57, 12, "none", stroke=INK))
                look.append(middle(at, 61.5, value, BODY))
        parts.append(spot(f"achievement-{place}", look, achievement_hint(state, place, cards)))
    return parts
