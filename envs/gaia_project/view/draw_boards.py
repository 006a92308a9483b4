"""The research board with its tiles, scoring tiles, board actions, tokens and boosters."""

from __future__ import annotations

import numpy as np

from exozoo.envs.core.codes import NONE
from exozoo.envs.core.look import (
    BODY,
    EDGE,
    FAINT,
    GAP,
    GOLD,
    MARGIN,
    PANEL,
    SMALL,
    SUNK,
    WIDTH,
    bold,
    cut,
    end,
    middle,
    seat_mark,
)
from exozoo.envs.core.svg import INK, group, rect, spot, text
from exozoo.envs.gaia_project.components import FINAL_TILES, ROUND_TILES, TECH_TILES, TOKENS
from exozoo.envs.gaia_project.constants import (
    FINAL_IDS,
    NUM_BOARD_ACTIONS,
    NUM_BOOSTERS,
    NUM_LEVELS,
    NUM_ROUNDS,
    NUM_STANDARD,
    NUM_TOKENS,
    NUM_TRACKS,
    TRACK_NAMES,
)
from exozoo.envs.gaia_project.view.hints import (
    TRIGGERS,
    advanced_hint,
    board_action_hint,
    board_action_words,
    booster_hint,
    booster_words,
    final_hint,
    level_hint,
    level_words,
    round_hint,
    short_goods,
    standard_hint,
    tile_words,
    token_hint,
)
from exozoo.envs.gaia_project.view.palette import FACTION_COLOUR

STEP = (WIDTH - 2 * MARGIN + GAP / 2) / NUM_TRACKS
BOX = STEP - GAP / 2
LEVEL_HEIGHT, TILE_HEIGHT = 40, 40
TRACK_COLOUR = ("#8a6233", "#2f7283", "#3d8331", "#6a3a90", "#857a31", "#35598f")
STANDARD_FILL, ADVANCED_FILL, BOOSTER_FILL = "#2c3f58", "#4a4276", "#5a4420"


def draw_boards(state: np.record) -> tuple[list[str], float]:
    """All boards below the map, and their height."""
    parts: list[str] = []
    y = 0.0
    for board in (research, tiles, scoring, board_actions, tokens, boosters):
        drawn, height = board(state)
        parts.append(group(drawn, 0, y))
        y += height
    return parts, y


def research(state: np.record) -> tuple[list[str], float]:
    """Six tracks, level 5 on top, advanced tiles below it, a marker for each player."""
    parts = []
    lowest = 24 + TILE_HEIGHT + 4
    for track in range(NUM_TRACKS):
        x = MARGIN + track * STEP
        look = [bold(x + 2, 16, TRACK_NAMES[track], SMALL)]
        for level in range(NUM_LEVELS):
            y = 24 + (NUM_LEVELS - 1 - level) * LEVEL_HEIGHT
            y += 0 if level == NUM_LEVELS - 1 else TILE_HEIGHT + 4
            look.append(research_level(state, track, level, x, y))
        parts.append(spot(f"track-{track}", look))
        kind = int(state["advanced_at"][track])
        words = ["", "taken"] if kind == NONE else tile_words(TECH_TILES["advanced"][kind])
        y = 24 + LEVEL_HEIGHT
        tile = box(x, y, BOX, TILE_HEIGHT, ADVANCED_FILL, words, GOLD if kind != NONE else EDGE)
        parts.append(spot(f"advanced-{track}", tile, advanced_hint(kind)))
    return parts, lowest + NUM_LEVELS * LEVEL_HEIGHT + 2


def research_level(state: np.record, track: int, level: int, x: float, y: float) -> str:
    shade = 0.3 + 0.12 * level
    look = [
        rect(x, y, BOX, LEVEL_HEIGHT - 3, TRACK_COLOUR[track], fill_opacity=shade, rx=3),
        bold(x + 5, y + 15, level, BODY),
        text(x + 19, y + 15, cut(level_words(track, level), BOX - 12, SMALL), SMALL),
    ]
    if track == 0 and level == NUM_LEVELS - 1 and state["top_token"] != NONE:
        goods = short_goods(TOKENS[int(state["top_token"])]["gain"])
        look.append(end(x + BOX - 6, y + 31, goods, SMALL, GOLD))
    for seat in range(int(state["num_seats"])):
        player = state["players"][seat]
        if player["faction"] != NONE and player["research"][track] == level:
            colour = FACTION_COLOUR[int(player["faction"])]
            look.append(seat_mark(seat, x + 28 + 24 * seat, y + 27, 17, colour))
    return spot(f"level-{track}-{level}", look, level_hint(track, level))


def box(
    x: float, y: float, width: float, height: float, fill: str, words: list[str], edge: str = EDGE
) -> list[str]:
    """A tile with lines of words."""
    parts = [rect(x, y, width, height, fill, rx=5, stroke=edge)]
    step = height / (len(words) + 0.35)
    for number, row in enumerate(words):
        down = y + step * (number + 0.82)
        parts.append(text(x + 7, down, cut(row, width - 8, SMALL), SMALL))
    return parts


def tiles(state: np.record) -> tuple[list[str], float]:
    """Standard tiles: six under their tracks, three free ones below, beside them the final tiles."""
    parts = []
    for position in range(NUM_STANDARD):
        x = MARGIN + position % NUM_TRACKS * STEP
        y = position // NUM_TRACKS * (TILE_HEIGHT + 5)
        kind = int(state["tile_at"][position])
        words = tile_words(TECH_TILES["standard"][kind])
        free = " You may advance in any track with it." if position >= NUM_TRACKS else ""
        look = box(x, y, BOX, TILE_HEIGHT, STANDARD_FILL, words)
        parts.append(spot(f"tile-{position}", look, standard_hint(kind) + free))
    for index in range(2):
        kind = int(state["final_tile"][index])
        tile_id = FINAL_IDS[kind]
        counted = "most " + tile_id.replace("_", " ")
        if state["num_seats"] <= 2:
            neutral = next(t["neutral"] for t in FINAL_TILES["tiles"] if t["id"] == tile_id)
            counted += f" (neutral {neutral})"
        x, width = MARGIN + (3 + 1.5 * index) * STEP, 1.5 * STEP - GAP / 2
        look = box(x, TILE_HEIGHT + 5, width, TILE_HEIGHT, SUNK, ["final: 18, 12, 6 VP", counted])
        parts.append(spot(f"final-{index}", look, final_hint(kind)))
    return parts, 2 * (TILE_HEIGHT + 5) + 3


def scoring(state: np.record) -> tuple[list[str], float]:
    """Round tiles, the current one bright."""
    parts = []
    for number in range(int(NUM_ROUNDS)):
        kind = int(state["round_tile"][number])
        tile = ROUND_TILES[kind]
        now = state["round_number"] == number + 1
        past = state["round_number"] > number + 1
        words = [f"round {number + 1}: {tile['vp']} VP for", TRIGGERS[tile["trigger"]]]
        x = MARGIN + number * STEP
        fill, edge = ("#5b4a1e", GOLD) if now else (SUNK if past else PANEL, EDGE)
        look = box(x, 0, BOX, TILE_HEIGHT, fill, words, edge)
        parts.append(spot(f"round-{number}", look, round_hint(kind, number + 1)))
    return parts, TILE_HEIGHT + 8


def board_actions(state: np.record) -> tuple[list[str], float]:
    """Power actions and Q.I.C. actions; used ones are dark."""
    step = (WIDTH - 2 * MARGIN + 4) / NUM_BOARD_ACTIONS
    parts = []
    for action in range(NUM_BOARD_ACTIONS):
        used = bool(state["action_used"][action])
        colour = SUNK if used else ("#5f3a86" if action < 7 else "#2f6b4b")
        cost, gain = board_action_words(action)
        x, ink = MARGIN + action * step, FAINT if used else INK
        look = [
            rect(x, 0, step - 4, TILE_HEIGHT, colour, rx=14, stroke=EDGE),
            middle(x + step / 2 - 2, 16, "used" if used else cost, SMALL, ink),
            middle(x + step / 2 - 2, 33, gain, SMALL, ink, font_weight="bold"),
        ]
        parts.append(spot(f"action-{action}", look, board_action_hint(action, used)))
    return parts, TILE_HEIGHT + 8


def tokens(state: np.record) -> tuple[list[str], float]:
    """Federation tokens in the supply."""
    kinds = NUM_TOKENS - 1
    step = (WIDTH - 2 * MARGIN + GAP / 2) / kinds
    parts = []
    for kind in range(kinds):
        left = int(state["token_supply"][kind])
        x = MARGIN + kind * step
        words = f"{left}× {short_goods(TOKENS[kind]['gain'])}"
        look = [
            rect(x, 0, step - GAP / 2, 26, "#2d5a3a" if left else SUNK, rx=13, stroke=EDGE),
            middle(x + step / 2, 17.5, words, BODY, INK if left else FAINT),
        ]
        parts.append(spot(f"token-{kind}", look, f"{token_hint(kind)} {left} in the supply."))
    return parts, 34


def boosters(state: np.record) -> tuple[list[str], float]:
    """Boosters that can be taken; room for all before the first are chosen."""
    parts = [bold(MARGIN, 15, "boosters:", BODY)]
    step = (WIDTH - 2 * MARGIN + GAP / 2) / 4
    for number, kind in enumerate(open_boosters(state)):
        x, y = MARGIN + number % 4 * step, 22 + number // 4 * (TILE_HEIGHT + 5)
        parts.append(booster(kind, x, y, step - GAP / 2))
    most_open = int(state["num_seats"]) + 3
    return parts, 22 + -(-most_open // 4) * (TILE_HEIGHT + 5) + 4


def booster(kind: int, x: float, y: float, width: float) -> str:
    """A booster, open or before a player: there is one of each."""
    income, more = booster_words(kind)
    look = box(x, y, width, TILE_HEIGHT, BOOSTER_FILL, [f"{kind + 1}: {income}", more])
    return spot(f"booster-{kind}", look, booster_hint(kind))


def open_boosters(state: np.record) -> list[int]:
    """By number; in a solo game as they lie in their row."""
    found = [i for i in range(NUM_BOOSTERS) if state["booster_open"][i]]
    return (
        sorted(found, key=lambda i: state["booster_place"][i]) if state["automa_level"] else found
    )
