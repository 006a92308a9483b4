"""One faction board: tracks, supply columns, population, ore, automation, colonies."""

from __future__ import annotations

from typing import Any

import numpy as np

from exozoo.envs.beyond_the_sun import constants as c
from exozoo.envs.beyond_the_sun.cards.shown import ShownCards
from exozoo.envs.beyond_the_sun.view.hints import faction_hint, system_hint, technology_hint
from exozoo.envs.beyond_the_sun.view.pieces import DISC_COLOURS, disc, pawn_spaces
from exozoo.envs.core.look import (
    BODY,
    DARK,
    EDGE,
    FAINT,
    GOLD,
    HEAD,
    SEAT_COLOURS,
    SMALL,
    SUNK,
    bold,
    cut,
    end,
    middle,
    panel,
    seat_mark,
)
from exozoo.envs.core.svg import INK, circle, rect, spot, text

FACTION_HEIGHT = 228


def faction(state: np.record, seat: int, width: float, cards: ShownCards) -> list[str]:
    player = state["players"][seat]
    entry = cards.items("factions")[int(player["faction"])]
    active = state["active"] == seat and not state["over"]
    parts = panel(0, 0, width, FACTION_HEIGHT, active=SEAT_COLOURS[seat] if active else None)
    parts.append(seat_mark(seat, 22, 20, 24))
    name = faction_name(cards, int(player["faction"]))
    look = [bold(42, 26, cut(name, width - 150, HEAD), HEAD)]
    parts.append(spot(f"board-{seat}", look, faction_hint(state, seat, name, cards)))
    points = f"{int(state['scores'][seat])} VP"
    if state["over"]:
        points = f"place {int(state['rank'][seat])}: {points}"
    parts.append(end(width - 12, 26, points, 16, GOLD))
    for number, what in enumerate(("ore", "population")):
        count = int(player[what])
        x = 14 + 128 * number
        look = [
            rect(x, 38, 120, 26, SUNK, rx=6),
            bold(x + 10, 57, count, 16),
            text(x + 36, 56, what, BODY, FAINT),
        ]
        parts.append(spot(f"stock-{seat}-{number}", look, f"Player {seat} has {count} {what}."))
    automated = [kind for kind in range(3) for _ in range(int(player["automated"][kind]))]
    parts.append(text(276, 56, f"automation {len(automated)}", BODY, FAINT))
    for number, kind in enumerate(automated[:6]):
        parts.append(disc(kind, 384 + 13 * number, 51, 8))
    parts += track(player, seat, 0, entry["food"], 86)
    parts += track(player, seat, 1, entry["ore"], 114)
    parts += supply(player, entry, seat)
    return [*parts, *owned_cards(state, seat, width, cards)]


def faction_name(cards: ShownCards, board: int) -> str:
    """Without the words around placeholder names."""
    name = cards.name("factions", board).replace("(placeholder name: ", "(")
    return name.split(" faction (")[-1].rstrip(")")


def track(player: np.void, seat: int, kind: int, shown: dict[int, str], y: float) -> list[str]:
    """A production track: discs fill it from the right and leave symbols open on the left."""
    away = c.NUM_DISCS - int(player["discs"][kind])
    look = [rect(8, y - 13, 286, 26, SUNK, rx=6), text(14, y + 5, c.TRACK_NAMES[kind], BODY, FAINT)]
    for cell in range(c.NUM_DISCS + 1):
        x = 62 + 27 * cell
        covered = cell > away
        fill = DISC_COLOURS[kind] if covered else "none"
        look.append(circle(x, y, 11, fill, stroke=EDGE if cell else INK))
        if cell in shown:
            look.append(middle(x, y + 4.5, shown[cell], BODY, DARK if covered else INK))
    what = "columns that grow" if kind == 0 else "ore produced"
    hint = (
        f"{c.TRACK_NAMES[kind].capitalize()} track of player {seat}: {int(player['discs'][kind])} discs left; "
        f"open symbols show the {what}."
    )
    return [spot(f"track-{seat}-{kind}", look, hint)]


def supply(player: np.void, entry: dict[str, Any], seat: int) -> list[str]:
    """Columns A to E with their cubes."""
    parts = []
    for column, letter in enumerate("ABCDE"):
        x, size = 304 + 31 * column, entry["columns"][letter]
        held = int(player["supply"][column])
        look = [rect(x - 1, 70, 29, 60, SUNK, rx=4)]
        for cell in range(min(max(size, held), 8)):
            place = (x + 1 + 13 * (cell % 2), 102 - 12.5 * (cell // 2))
            fill = SEAT_COLOURS[seat] if cell < held else "none"
            look.append(rect(*place, 11, 11, fill, rx=2, stroke=EDGE))
        look.append(middle(x + 13, 127, f"{letter}{held}", SMALL, FAINT))
        hint = f"Supply column {letter} of player {seat}: {held} cubes."
        parts.append(spot(f"column-{seat}-{column}", look, hint))
    return parts


def owned_cards(state: np.record, seat: int, width: float, cards: ShownCards) -> list[str]:
    """Colonised systems and private technologies."""
    systems = [n for n, owner in enumerate(state["colony_owner"]) if owner == seat]
    private = [k for k in range(2) if state["private_owner"][k] == seat]
    parts = [text(14, 148, f"{len(systems)} colonies", SMALL, FAINT)]
    step = (width - 20) / 3
    tall = 24 if len(systems) + len(private) <= 12 else 16
    shown = [
        (f"colony-{n}", cards.name("systems", n), system_hint(state, n, cards), -1) for n in systems
    ]
    shown += [
        (
            f"private-{k}",
            cards.name("technologies", int(state["private_card"][k])),
            technology_hint(state, int(state["private_card"][k]), cards),
            k,
        )
        for k in private
    ]
    for number, (name, words, hint, level) in enumerate(shown):
        x, y = 12 + number % 3 * step, 153 + number // 3 * tall
        room = step - 60 if level >= 0 else step - 12
        look = [
            rect(
                x, y, step - 5, tall - 3, "#2d5a3a" if level < 0 else "#392f63", rx=4, stroke=EDGE
            ),
            text(x + 6, y + tall / 2 + 3, cut(words, room, SMALL), SMALL),
        ]
        parts.append(spot(name, look, hint))
        if level >= 0:
            first = int(c.SPACE_PRIVATE) + 2 * level
            card = int(state["private_card"][level])
            count = cards.items("technologies")[card]["spaces"]
            spaces = list(range(first, first + count))
            parts += pawn_spaces(state, spaces, x + step - 40, y + tall / 2 - 1, 22)
    return parts
