"""A panel for each player: stock, power, pieces, tiles, tokens; and the factions to choose from."""

from __future__ import annotations

import numpy as np

from exozoo.envs.core.codes import NONE
from exozoo.envs.core.look import (
    BODY,
    DARK,
    EDGE,
    FAINT,
    GAP,
    GOLD,
    HEAD,
    MARGIN,
    SMALL,
    SUNK,
    WIDTH,
    bold,
    cut,
    end,
    grid,
    middle,
    panel,
    paragraph,
    seat_mark,
)
from exozoo.envs.core.svg import INK, circle, rect, spot, text
from exozoo.envs.gaia_project.automa.cards import LEVEL_NAMES
from exozoo.envs.gaia_project.components import FACTION_NAMES, LIMITS, TECH_TILES, TOKENS
from exozoo.envs.gaia_project.constants import (
    AREA_NAMES,
    AUTOMA,
    NUM_ADVANCED,
    NUM_FACTIONS,
    NUM_STANDARD,
    NUM_TOKENS,
    PIECE_IDS,
    TILE_COVERED,
)
from exozoo.envs.gaia_project.view.describe import card_text
from exozoo.envs.gaia_project.view.draw_boards import (
    ADVANCED_FILL,
    STANDARD_FILL,
    booster,
)
from exozoo.envs.gaia_project.view.hints import (
    advanced_hint,
    faction_hint,
    piece_hint,
    power_hint,
    short_goods,
    standard_hint,
    tile_words,
    token_hint,
)
from exozoo.envs.gaia_project.view.palette import DIM, FACTION_COLOUR

PLAYER_HEIGHT = 268
GOODS = (
    ("credits", "c", GOLD),
    ("ore", "o", INK),
    ("knowledge", "k", "#7fbcff"),
    ("Q.I.C.", "q", "#86e08a"),
)
PIECES_SHOWN = ("mine", "station", "lab", "institute", "acad. k", "acad. q", "gaiaf.")


def draw_players(state: np.record, y: float) -> tuple[list[str], float]:
    """The panels, two in a row, and their height; in their place the factions while one is chosen."""
    count = int(state["num_seats"])
    height = -(-count // 2) * (PLAYER_HEIGHT + GAP)
    if any(state["players"][seat]["faction"] == NONE for seat in range(int(state["num_players"]))):
        return choose_faction(state, y, height - GAP), height
    parts: list[str] = []
    for seat, (x, top, width) in enumerate(grid(count, 2, y, PLAYER_HEIGHT)):
        automa = bool(state["automa_level"]) and seat == AUTOMA
        parts += (draw_automa if automa else draw_player)(state, seat, x, top, width)
    return parts, height


def choose_faction(state: np.record, y: float, height: float) -> list[str]:
    """All factions, with who has them; those that cannot be chosen are dark."""
    parts = panel(MARGIN, y, WIDTH - 2 * MARGIN, height, "Factions")
    holder = {int(p["faction"]): seat for seat, p in enumerate(state["players"])}
    step = (WIDTH - 2 * MARGIN - 20) / 4
    tall = min((height - 40) / 4, 60)
    for faction in range(NUM_FACTIONS):
        x, top = MARGIN + 10 + faction % 4 * step, y + 34 + faction // 4 * tall
        free = bool(state["faction_open"][faction])
        colour = FACTION_COLOUR[faction]
        look = [
            rect(
                x,
                top,
                step - 8,
                tall - 8,
                SUNK,
                rx=6,
                stroke=colour if free else EDGE,
                stroke_width=2,
            ),
            circle(x + 20, top + tall / 2 - 4, 9, colour, fill_opacity=1 if free else 0.3),
            bold(x + 40, top + tall / 2 + 1, FACTION_NAMES[faction], HEAD, INK if free else FAINT),
        ]
        if faction in holder and holder[faction] < int(state["num_players"]):
            look.append(seat_mark(holder[faction], x + step - 26, top + tall / 2 - 4, 20, colour))
        parts.append(spot(f"faction-{faction}", look, faction_hint(faction)))
    return parts


def head(state: np.record, seat: int, x: float, y: float, width: float) -> list[str]:
    """Faction, points, and whether it is on turn."""
    player = state["players"][seat]
    faction = int(player["faction"])
    colour = DIM if faction == NONE else FACTION_COLOUR[faction]
    active = not state["over"] and state["seat"] == seat
    name = "no faction yet" if faction == NONE else FACTION_NAMES[faction]
    who = "Automa  " if state["automa_level"] and seat == AUTOMA else ""
    look = [seat_mark(seat, x + 22, y + 20, 24, colour), bold(x + 42, y + 26, f"{who}{name}", 16)]
    parts = panel(x, y, width, PLAYER_HEIGHT, active=colour if active else None)
    parts.append(spot(f"board-{seat}", look, faction_hint(faction)))
    parts.append(end(x + width - 12, y + 26, f"{int(state['scores'][seat])} VP", 18, GOLD))
    if player["passed"]:
        parts.append(text(x + width - 150, y + 26, "passed", BODY, FAINT))
    return parts


def draw_player(state: np.record, seat: int, x: float, y: float, width: float) -> list[str]:
    """One player: stock, power, pieces, booster, tiles, tokens."""
    player = state["players"][seat]
    parts = head(state, seat, x, y, width)
    for index, (name, letter, fill) in enumerate(GOODS):
        amount = int(player["stock"][index])
        at = x + 10 + 58 * index
        look = [
            rect(at, y + 40, 54, 26, SUNK, rx=6),
            bold(at + 7, y + 58, amount, HEAD, fill),
            end(at + 49, y + 58, letter, BODY, fill),
        ]
        parts.append(spot(f"stock-{seat}-{index}", look, f"Player {seat} has {amount} {name}."))
    parts += power_areas(player, seat, x + 252, y + 40)
    parts += pieces(state, seat, x + 10, y + 76, width - 20)
    if player["booster"] != NONE:
        parts.append(booster(int(player["booster"]), x + 10, y + 114, width / 2 - 15))
    parts += tokens_of(player, seat, x + width / 2 + 5, y + 114, width / 2 - 15)
    return [*parts, *tiles_of(player, seat, x + 10, y + 160, width - 20)]


def power_areas(player: np.record, seat: int, x: float, y: float) -> list[str]:
    """Areas I, II, III and Gaia, with the brainstone."""
    parts = []
    for area in range(4):
        at, tokens = x + 50 * area, int(player["power"][area])
        name = AREA_NAMES[area].removeprefix("area ").removesuffix("aia area")
        fill = "#2e6d4a" if area == 3 else "#5b3a86"
        look = [
            rect(at, y, 47, 26, fill, rx=13, stroke=EDGE),
            text(at + 8, y + 18, name, SMALL, "#d8d2ee"),
            end(at + 41, y + 18, tokens, BODY, font_weight="bold"),
        ]
        parts.append(spot(f"power-{seat}-{area}", look, power_hint(seat, area, tokens)))
    if player["brainstone"] != NONE:
        at = x + 50 * int(player["brainstone"]) + 23
        stone = circle(at, y - 2, 8, "#ff9ade", stroke=DARK) + middle(at, y + 2, "B", SMALL, DARK)
        hint = "The brainstone, worth 3 power when it is spent from area III."
        parts.append(spot(f"brainstone-{seat}", [stone], hint))
    return parts


def pieces(state: np.record, seat: int, x: float, y: float, width: float) -> list[str]:
    """How many of each kind are built; gaiaformers gained."""
    player = state["players"][seat]
    step = width / len(PIECES_SHOWN)
    parts = []
    for kind, name in enumerate(PIECES_SHOWN):
        limit = int(LIMITS[PIECE_IDS[kind]])
        built = int(player["built"][kind])
        words = f"{built}/{limit}"
        if PIECE_IDS[kind] == "gaiaformer":
            words = f"{built}/{int(player['gaiaformers'])}"
        look = [
            rect(x + kind * step, y, step - 4, 32, SUNK, rx=5, stroke=EDGE),
            middle(x + kind * step + step / 2 - 2, y + 14, name, SMALL, FAINT),
            middle(x + kind * step + step / 2 - 2, y + 28, words, BODY, font_weight="bold"),
        ]
        parts.append(spot(f"piece-{seat}-{kind}", look, piece_hint(state, seat, kind, limit)))
    return parts


def tokens_of(player: np.record, seat: int, x: float, y: float, width: float) -> list[str]:
    """Federation tokens; how many are green; satellites."""
    words = f"{int(player['green'])} green tokens, {int(player['satellites_used'])} satellites"
    parts = [text(x, y + 12, words, SMALL, FAINT)]
    held = [kind for kind in range(NUM_TOKENS) if player["tokens"][kind]]
    step = width / max(len(held), 2)
    for number, kind in enumerate(held):
        words = f"{int(player['tokens'][kind])}× {short_goods(TOKENS[kind]['gain'])}"
        look = [
            rect(x + number * step, y + 18, step - 4, 22, "#2d5a3a", rx=11, stroke=EDGE),
            middle(x + number * step + step / 2 - 2, y + 33, cut(words, step - 4, SMALL), SMALL),
        ]
        parts.append(spot(f"owned-{seat}-{kind}", look, token_hint(kind)))
    return parts


def tiles_of(player: np.record, seat: int, x: float, y: float, width: float) -> list[str]:
    """Tech tiles, advanced ones with a gold frame; covered ones are dark."""
    held = [
        (f"standard-{seat}-{kind}", TECH_TILES["standard"][kind], standard_hint(kind), STANDARD_FILL, EDGE, player["standard"][kind] == TILE_COVERED)
        for kind in range(NUM_STANDARD)
        if player["standard"][kind]
    ]  # fmt: skip
    held += [
        (f"gained-{seat}-{kind}", TECH_TILES["advanced"][kind], advanced_hint(kind), ADVANCED_FILL, GOLD, False)
        for kind in range(NUM_ADVANCED)
        if player["advanced"][kind]
    ]  # fmt: skip
    parts = []
    step, tall = width / 4, 34 if len(held) <= 12 else 25
    for number, (name, tile, hint, fill, edge, covered) in enumerate(held):
        at, top = x + number % 4 * step, y + number // 4 * tall
        words = tile_words(tile)
        lines = words if tall > 30 else [" ".join(words)]
        ink = FAINT if covered else INK
        look = [rect(at, top, step - 4, tall - 3, SUNK if covered else fill, rx=4, stroke=edge)]
        look += [
            text(at + 5, top + 13 + 13 * row, cut(line, step - 6, SMALL), SMALL, ink)
            for row, line in enumerate(lines)
        ]
        parts.append(spot(name, look, hint + (" Covered." if covered else "")))
    return parts


def draw_automa(state: np.record, seat: int, x: float, y: float, width: float) -> list[str]:
    """The Automa: level and VP, its booster, and the cards that it has shown this round."""
    player = state["players"][seat]
    level = int(state["automa_level"])
    shown = [int(card) for card in state["cards"][: int(state["deck_shown"])]]
    left = int(state["deck_size"]) - len(shown)
    rows = (
        f"level {level} ({LEVEL_NAMES[level - 1]})",
        f"satellites {int(player['satellites_used'])}, {left} cards left in the deck",
        "shown: " + (", ".join(str(card + 1) for card in shown) or "none"),
    )
    parts = head(state, seat, x, y, width)
    parts += [text(x + 12, y + 56 + 20 * n, words, BODY) for n, words in enumerate(rows)]
    words = "last card: " + (card_text(shown[-1]) if shown else "none yet this round")
    parts += paragraph(x + 12, y + 118, words, width - 24, SMALL, FAINT, lines=4)
    if player["booster"] != NONE:
        parts.append(booster(int(player["booster"]), x + 10, y + 214, width / 2))
    return parts
