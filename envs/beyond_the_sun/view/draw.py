"""The picture of a position: basic actions, technology tree, exploration map, faction boards."""

from __future__ import annotations

import numpy as np

from exozoo.envs.beyond_the_sun import components as box
from exozoo.envs.beyond_the_sun import constants as c
from exozoo.envs.beyond_the_sun.cards.shown import ShownCards, cards_of
from exozoo.envs.beyond_the_sun.view.describe import step_on_top
from exozoo.envs.beyond_the_sun.view.draw_faction import FACTION_HEIGHT, faction
from exozoo.envs.beyond_the_sun.view.draw_map import (
    MAP_HEIGHT,
    achievements,
    exploration,
)
from exozoo.envs.beyond_the_sun.view.hints import (
    BASIC_HINT,
    basic_words,
    guild_words,
    slot_hint,
    system_hint,
    technology_hint,
    technology_parts,
)
from exozoo.envs.beyond_the_sun.view.pieces import (
    TYPE_COLOURS,
    disc,
    pawn_space,
    pawn_spaces,
)
from exozoo.envs.core.look import (
    BODY,
    DARK,
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
    grid,
    heading,
    legend,
    middle,
    paragraph,
    seat_mark,
    seat_shape,
)
from exozoo.envs.core.svg import INK, document, group, line, rect, spot, text

BASIC_TOP, BASIC_HEIGHT = 42, 104
TREE_TOP = BASIC_TOP + BASIC_HEIGHT + GAP
CARD_WIDTH, CARD_HEIGHT, LEVEL_STEP = 198, 86, 246
TREE_HEIGHT = 6 * (CARD_HEIGHT + 7)
STRIP_TOP, STRIP_HEIGHT = TREE_TOP + TREE_HEIGHT + 4, 68
MAP_TOP = STRIP_TOP + STRIP_HEIGHT + GAP
LEVEL_ROWS = (4, 6, 6, 3)
BASIC_TITLES = ("Research I", "Research II", "Build, jump", "Supply")
ROW_SPACES = ((0, 4), (4, 8), (8, 10), (10, 11))
GUILD_SPACES = ([11], [12, 13], [14], [15, 16])
MOST_ASIDE = 20


def draw(state: np.record, seat: int | None = None) -> str:
    """All that lies on the table; face-down cards are hidden from every seat alike."""
    cards = cards_of(state)
    players = int(state["num_players"])
    parts = [
        *title(state),
        *basics(state, cards),
        *tree_lines(state, cards),
        *(tech_slot(state, slot, cards) for slot in range(c.NUM_SLOTS)),
        *type_chips(),
        *aside_cards(state, cards),
        group(exploration(state, cards), MARGIN, MAP_TOP),
        group(achievements(state, cards), MARGIN, MAP_TOP + MAP_HEIGHT + GAP),
    ]
    y = MAP_TOP + MAP_HEIGHT + GAP + 82
    for number, (x, top, width) in enumerate(grid(players, 2, y, FACTION_HEIGHT)):
        parts.append(group(faction(state, number, width, cards), x, top))
    y += -(-players // 2) * (FACTION_HEIGHT + GAP)
    marks, height = legend(y, legend_marks(), 5)
    return document(WIDTH, y + height + MARGIN, [*parts, *marks])


def title(state: np.record) -> list[str]:
    words = f"round {int(state['round_number'])}"
    if state["last_round"]:
        words += f", the last is {int(state['last_round'])}"
    if state["over"]:
        return heading("Beyond the Sun", f"{words}: the game is over")
    seat = int(state["seat"])
    words += f", player {seat} decides: {step_on_top(state).kind}"
    return heading("Beyond the Sun", words, seat)


def legend_marks() -> list[tuple[str, str]]:
    discs = zip(range(3), ("food disc", "ore disc", "achievement disc"), strict=True)
    types = zip(c.TYPE_LETTERS, c.TYPE_NAMES, strict=True)
    ship = rect(-8, -8, 16, 16, "#ffffff", rx=3) + middle(0, 5, "2", BODY, DARK)
    return [
        *((type_mark(letter, -8, -8, 16), f"{name} technology") for letter, name in types),
        *((disc(kind, 0, 0, 9), name) for kind, name in discs),
        (ship, "ship of level 2"),
        (pawn_mark(), "free action space"),
    ]


def pawn_mark() -> str:
    return group([seat_shape(0, 0, 0, 18, "none", stroke=INK)])


def type_mark(letter: str, x: float, y: float, size: float) -> str:
    """A type of technology: colour and letter."""
    body = rect(x, y, size, size, TYPE_COLOURS[letter], rx=3)
    return body + middle(x + size / 2, y + size / 2 + 4.5, letter, SMALL, DARK, font_weight="bold")


# --- basic actions and guilds -------------------------------------------------------------------


def basics(state: np.record, cards: ShownCards) -> list[str]:
    """Basic Spacefaring and the guilds, with their spaces and pawns."""
    parts = []
    step = (WIDTH - 2 * MARGIN + 6) / 8
    for row, name in enumerate(BASIC_TITLES):
        words = basic_words(state, row)
        first, stop = ROW_SPACES[row]
        look = [rect(0, 0, step - 6, BASIC_HEIGHT, PANEL, rx=8, stroke=EDGE)]
        look.append(bold(7, 17, name, BODY))
        look += paragraph(7, 33, words, step - 14, SMALL, FAINT, lines=3)
        look += basic_spaces(state, first, stop, step)
        x = MARGIN + row * step
        parts.append(spot(f"row-{row}", look, BASIC_HINT.format(words), x, BASIC_TOP))
    for guild in range(c.NUM_GUILDS):
        words, name = guild_words(state, guild), cards.name("guilds", guild)
        is_open = bool(state["guild_open"][guild])
        look = [rect(0, 0, step - 6, BASIC_HEIGHT, PANEL if is_open else SUNK, rx=8, stroke=EDGE)]
        ink = INK if is_open else FAINT
        short = name.removesuffix(" Guild")
        look.append(text(7, 17, cut(short, step - 10, BODY), BODY, ink, font_weight="bold"))
        look += paragraph(7, 33, words, step - 14, SMALL, FAINT, lines=3)
        if is_open:
            look += pawn_spaces(state, GUILD_SPACES[guild], 20, BASIC_HEIGHT - 16)
        else:
            look.append(text(7, BASIC_HEIGHT - 10, "closed", SMALL, GOLD))
        closed = "" if is_open else " Closed until an event opens it."
        x = MARGIN + (4 + guild) * step
        parts.append(spot(f"guild-{guild}", look, f"{name}: {words}.{closed}", x, BASIC_TOP))
    return parts


def basic_spaces(state: np.record, first: int, stop: int, step: float) -> list[str]:
    """The spaces of a row that this number of players has; all pawns have room at the last row."""
    y = BASIC_HEIGHT - 16
    if first == c.SPACE_SUPPLY:
        pawns = [k for k in range(state["num_players"]) if state["players"][k]["pawn"] == first]
        look = [pawn_space(state, int(first), 20, y)]
        return look + [seat_mark(k, 44 + 20 * n, y, 17) for n, k in enumerate(pawns[1:])]
    extra = state["box"][int(box.EXTRA_ORE) + first : int(box.EXTRA_ORE) + stop]
    spaces = [first + n for n, ore in enumerate(extra) if ore != box.NOTHING]
    return pawn_spaces(state, spaces, 18, y, 26)


# --- the technology tree ------------------------------------------------------------------------


def slot_place(slot: int) -> tuple[float, float]:
    level = c.SLOT_NAMES[slot].count("I") - 1
    row = slot - sum(LEVEL_ROWS[:level])
    space = TREE_HEIGHT / LEVEL_ROWS[level]
    return MARGIN + LEVEL_STEP * level, TREE_TOP + space * (row + 0.5) - CARD_HEIGHT / 2


def tree_lines(state: np.record, cards: ShownCards) -> list[str]:
    """The lines between technologies, coloured by what the prerequisite provides."""
    parts = []
    for slot, entry in enumerate(cards.items("tech_tree")):
        x, y = slot_place(slot)
        for start in entry["prereqs"]:
            px, py = slot_place(start)
            card = int(state["slot_card"][start])
            provides = cards.items("technologies")[card]["provides"] if card >= 0 else None
            colour = TYPE_COLOURS.get(provides or "", EDGE)
            half = CARD_HEIGHT / 2
            parts.append(line(px + CARD_WIDTH, py + half, x, y + half, colour, stroke_width=3))
    return parts


def tech_slot(state: np.record, slot: int, cards: ShownCards) -> str:
    """One place of the tree: card, spaces with pawns, researchers."""
    x, y = slot_place(slot)
    card = int(state["slot_card"][slot])
    look = [rect(0, 0, CARD_WIDTH, CARD_HEIGHT, PANEL if card >= 0 else SUNK, rx=7, stroke=EDGE)]
    if card < 0:
        hidden = int(state["slot_event"][slot]) >= 0
        look.append(text(12, 24, c.SLOT_NAMES[slot], BODY, FAINT))
        look.append(text(12, 44, "event face down" if hidden else "undiscovered", SMALL, FAINT))
    else:
        look += technology(state, card, cards)
        first = int(c.SPACE_TECH) + 2 * slot
        count = cards.items("technologies")[card]["spaces"]
        spaces = list(range(first, first + count))
        look += pawn_spaces(state, spaces, CARD_WIDTH - 24 * count, CARD_HEIGHT - 14)
    if state["slot_ore"][slot]:
        look.append(text(110, CARD_HEIGHT - 9, f"+{int(state['slot_ore'][slot])} ore", SMALL, GOLD))
    for seat in range(state["num_players"]):
        if int(state["players"][seat]["researched"]) >> slot & 1:
            look.append(seat_mark(seat, 32 + 20 * seat, CARD_HEIGHT - 13, 17))
    return spot(f"slot-{slot}", look, slot_hint(state, slot, cards), x, y)


def technology(state: np.record, card: int, cards: ShownCards) -> list[str]:
    """A card: its types on the left, what it leads to on the right, its effects."""
    entry = cards.items("technologies")[card]
    look = []
    for number, letter in enumerate(entry["types"]):
        look.append(type_mark(letter, 3, 4 + 20 * number, 17))
    if entry["provides"]:
        look.append(rect(CARD_WIDTH - 7, 0, 7, CARD_HEIGHT, TYPE_COLOURS[entry["provides"]], rx=3))
    name = cards.name("technologies", card)
    look.append(text(24, 17, cut(name, CARD_WIDTH - 32, BODY), BODY, font_weight="bold"))
    at_once, actions, lasting = technology_parts(state, card)
    words = "; ".join(filter(None, (actions[0] if actions else "", at_once, lasting)))
    return look + paragraph(24, 33, words, CARD_WIDTH - 36, SMALL, FAINT, lines=2)


def type_chips() -> list[str]:
    """The four types, to choose from when a technology is discovered."""
    parts = []
    for number, name in enumerate(c.TYPE_NAMES):
        letter = c.TYPE_LETTERS[number]
        x, y = MARGIN + number % 2 * 132, STRIP_TOP + number // 2 * 35
        look = [
            rect(x, y, 126, 31, PANEL, rx=6, stroke=TYPE_COLOURS[letter], stroke_width=2),
            type_mark(letter, x + 7, y + 7, 17),
            text(x + 32, y + 20, name, BODY),
        ]
        hint = f"Look for {name} technologies when one is discovered."
        parts.append(spot(f"type-{number}", look, hint))
    return parts


def aside_cards(state: np.record, cards: ShownCards) -> list[str]:
    """Cards drawn for the choice at hand."""
    x, width = MARGIN + 272, WIDTH - 2 * MARGIN - 272
    kind = step_on_top(state).kind
    section = "systems" if kind in ("system card", "place for the extra system") else "technologies"
    found = [int(card) for card in state["aside_matching"] if card >= 0]
    drawn = [int(card) for card in state["aside"][: int(state["num_aside"])] if card >= 0]
    if state["over"] or not (found or drawn):
        return [text(x, STRIP_TOP + 20, "no cards to choose from", SMALL, FAINT)]
    shown = [(f"aside-{n}", card, section) for n, card in enumerate(drawn[:MOST_ASIDE])]
    if found:
        shown = [(f"found-{n}", card, "technologies") for n, card in enumerate(found)]
    columns = min(len(shown), 3) if len(shown) <= 6 else 7
    step, tall = width / columns, 66 / -(-len(shown) // columns)
    parts = []
    for number, (name, card, what) in enumerate(shown):
        at, top = x + number % columns * step, STRIP_TOP + number // columns * tall
        look = [rect(at, top, step - 4, tall - 3, "#392f63", rx=5, stroke=GOLD)]
        look.append(text(at + 6, top + 15, cut(cards.name(what, card), step - 12, SMALL), SMALL))
        hint = (system_hint if what == "systems" else technology_hint)(state, card, cards)
        parts.append(spot(name, look, hint))
    return parts
