"""The picture of a position: technology tree, exploration map, achievements, faction boards."""

from __future__ import annotations

from typing import Any

import numpy as np

from exozoo.envs.beyond_the_sun import constants as c
from exozoo.envs.beyond_the_sun.cards.shown import ShownCards, cards_of
from exozoo.envs.core.svg import (
    INK,
    SEAT_COLOURS,
    circle,
    document,
    element,
    group,
    line,
    rect,
    text,
)

TYPE_COLOURS = {"S": "#4f8fd6", "E": "#59a65c", "M": "#c9504a", "C": "#d8b13f"}
DISC_COLOURS = ("#7fbf5f", "#c98f4e", "#b7b7c9", "#777")  # food, ore, achievement, to be chosen
PANEL, FAINT, EDGE = "#1f1c30", "#8f8aa8", "#3b3659"
WIDTH, TREE_HEIGHT, BOARD_HEIGHT = 1560, 640, 250
CARD_WIDTH, CARD_HEIGHT = 158, 78
LEVEL_X = (200, 390, 580, 770)
LEVEL_ROWS = (4, 6, 6, 3)
MAP_X = 960
NODE_PLACES = {
    "SOL": (70, 320),
    "A1": (190, 190),
    "A2": (190, 450),
    "SY1": (330, 90),
    "SY2": (330, 550),
    "DS": (330, 320),
    "SY3": (490, 320),
    "B1": (490, 150),
    "B2": (490, 490),
}
MAP_SCALE_Y = 0.74


def draw(state: np.record) -> str:
    """An SVG of everything that lies on the table."""
    cards = cards_of(state)
    players = int(state["num_players"])
    parts = [
        *title(state),
        *spacefaring(state, cards),
        *tree_lines(state, cards),
        *(tech_slot(state, slot, cards) for slot in range(c.NUM_SLOTS)),
        group(exploration(state, cards), MAP_X, 50),
        group(achievements(state, cards), MAP_X, TREE_HEIGHT - 92),
    ]
    for seat in range(players):
        width = (WIDTH - 40) / players
        parts.append(
            group(faction(state, seat, width - 12, cards), 20 + seat * width, TREE_HEIGHT + 16)
        )
    return document(WIDTH, TREE_HEIGHT + BOARD_HEIGHT + 30, parts)


def title(state: np.record) -> list[str]:
    words = f"Beyond the Sun, round {state['round_number']}"
    if state["last_round"]:
        words += f", the last is {state['last_round']}"
    words += ", over" if state["over"] else f", seat {state['seat']} decides"
    return [text(20, 30, words, 18)]


def short(words: str, length: int) -> str:
    return words if len(words) <= length else words[: length - 1] + "…"


def slot_place(slot: int) -> tuple[float, float]:
    level = c.SLOT_NAMES[slot].count("I") - 1
    row = slot - sum(LEVEL_ROWS[:level])
    space = (TREE_HEIGHT - 60) / LEVEL_ROWS[level]
    return LEVEL_X[level], 50 + space * (row + 0.5) - CARD_HEIGHT / 2


def cube(x: float, y: float, seat: int, label: object = "") -> str:
    box = rect(x, y, 12, 12, SEAT_COLOURS[seat], rx=2, stroke="#000", stroke_width=0.6)
    words = text(x + 6, y + 9.5, label, 9, "#000", text_anchor="middle") if label != "" else ""
    return box + words


def pawn_spaces(state: np.record, spaces: list[int], x: float, y: float) -> list[str]:
    """Action spaces as rings; a filled one holds a pawn."""
    parts = []
    for index, space in enumerate(spaces):
        owners = [k for k in range(state["num_players"]) if state["players"][k]["pawn"] == space]
        fill = SEAT_COLOURS[owners[0]] if owners else "none"
        parts.append(circle(x + 17 * index, y, 6.5, fill, stroke=INK, stroke_width=1))
    return parts


def spacefaring(state: np.record, cards: ShownCards) -> list[str]:
    """Basic Spacefaring and the guilds, with their spaces and pawns."""
    players = int(state["num_players"])
    rows = ((0, players), (4, players), (8, 2), (10, 1))
    parts = [
        rect(20, 50, 160, 270, PANEL, rx=8, stroke=EDGE),
        text(30, 70, "Basic Spacefaring", 12),
    ]
    names = ("research I", "2 ore: research II", "build, jump 2", "supply, 1 ore")
    for row, (first, count) in enumerate(rows):
        y = 92 + 56 * row
        parts.append(text(30, y, names[row], 11, FAINT))
        if row < 3:
            parts += pawn_spaces(state, list(range(first, first + count)), 38, y + 16)
        else:
            here = [k for k in range(players) if state["players"][k]["pawn"] == first]
            parts += [circle(38 + 17 * i, y + 16, 6.5, SEAT_COLOURS[k]) for i, k in enumerate(here)]
    spaces = ([11], [12, 13], [14], [15, 16])
    for guild in range(c.NUM_GUILDS):
        y = 330 + 72 * guild
        is_open = bool(state["guild_open"][guild])
        parts.append(rect(20, y, 160, 64, PANEL, rx=8, stroke=EDGE if is_open else "#000"))
        name = cards.name("guilds", guild)
        parts.append(text(30, y + 20, name, 11, INK if is_open else "#5d5874"))
        if is_open:
            parts += pawn_spaces(state, spaces[guild], 38, y + 42)
        else:
            parts.append(text(30, y + 44, "covered", 10, "#5d5874"))
    return parts


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
            middle = CARD_HEIGHT / 2
            parts.append(
                line(px + CARD_WIDTH, py + middle, x, y + middle, colour, stroke_width=2.5)
            )
    return parts


def tech_slot(state: np.record, slot: int, cards: ShownCards) -> str:
    """One place of the tree: card, spaces with pawns, researchers."""
    x, y = slot_place(slot)
    card = int(state["slot_card"][slot])
    parts = [rect(0, 0, CARD_WIDTH, CARD_HEIGHT, PANEL, rx=7, stroke=EDGE)]
    if card < 0:
        hidden = int(state["slot_event"][slot]) >= 0
        parts.append(text(12, 22, c.SLOT_NAMES[slot], 11, FAINT))
        parts.append(text(12, 42, "event face down" if hidden else "undiscovered", 10, "#5d5874"))
    else:
        entry = cards.items("technologies")[card]
        height = CARD_HEIGHT / len(entry["types"])
        for index, letter in enumerate(entry["types"]):
            parts.append(rect(0, index * height, 7, height, TYPE_COLOURS[letter]))
        if entry["provides"]:
            colour = TYPE_COLOURS[entry["provides"]]
            parts.append(rect(CARD_WIDTH - 7, 0, 7, CARD_HEIGHT, colour))
        parts.append(text(13, 18, short(cards.name("technologies", card), 22), 11))
        parts.append(text(13, 32, entry_line(entry), 8.5, FAINT))
        first = int(c.SPACE_TECH) + 2 * slot
        parts += pawn_spaces(state, list(range(first, first + entry["spaces"])), 20, 46)
    for seat in range(state["num_players"]):
        if int(state["players"][seat]["researched"]) >> slot & 1:
            parts.append(cube(14 + 16 * seat, CARD_HEIGHT - 17, seat))
    return group(parts, x, y)


def entry_line(entry: dict[str, Any]) -> str:
    """The costs of a card's actions, and its points at level IIII."""
    costs = []
    for action in entry["actions"]:
        words = [f"{action['ore']} ore"] if action["ore"] else []
        words += [f"{action['returned']} pop"] if action["returned"] else []
        costs.append(f"{' + '.join(words) or 'free'}: {action['first'].replace('_', ' ')}")
    if entry["level"] == 4:
        costs.append(f"{entry['points']} VP" + ("+" if entry["counts"] else ""))
    return short("; ".join(costs), 30)


def node_place(state: np.record, node: int) -> tuple[float, float]:
    name = c.NODE_NAMES[node]
    if name == "X1":
        x, y = node_place(state, int(state["extra_slot"]))
        return x + 4, y - 92 if y > 100 else y + 92
    x, y = NODE_PLACES[name]
    return x, y * MAP_SCALE_Y


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
    parts = [rect(0, 0, 580, 480, "#171427", rx=10, stroke=EDGE)]
    for a, b in routes:
        (ax, ay), (bx, by) = node_place(state, a), node_place(state, b)
        parts.append(line(ax, ay, bx, by, "#55507a", stroke_width=2, stroke_dasharray="5 4"))
    parts += [location(state, node, cards) for node in nodes]
    decks = [int(n) for n in state["system_left"]]
    parts.append(text(10, 470, f"system decks: A {decks[0]}, B {decks[1]}", 10, FAINT))
    if state["dyson_card"] >= 0:
        linked = cards.name("systems", int(state["dyson_card"]))
        parts.append(text(180, 470, f"Dyson Sphere: {linked}", 10, INK))
        parts += pawn_spaces(state, [int(c.SPACE_DYSON)], 170, 466)
    return parts


def location(state: np.record, node: int, cards: ShownCards) -> str:
    x, y = node_place(state, node)
    card = int(state["node_system"][node])
    owner = int(state["controller"][node])
    edge = SEAT_COLOURS[owner] if owner >= 0 else EDGE
    width = 3 if owner >= 0 else 1.2
    parts = []
    if node >= c.FIRST_SYSTEM:
        parts.append(rect(-58, -36, 116, 86, PANEL, rx=8, stroke=edge, stroke_width=width))
        if card >= 0:
            entry = cards.items("systems")[card]
            parts.append(text(-52, -21, short(cards.name("systems", card), 16), 10.5))
            facts = f"strength {entry['strength']}, {entry['vp']} VP"
            parts.append(text(-52, -8, facts, 8.5, FAINT))
            parts += symbols(entry["specialisation"], 42, -11)
        else:
            parts.append(text(0, -14, "empty", 10, "#5d5874", text_anchor="middle"))
    else:
        names = ("Sol", "Deep Space", "shipyard", "shipyard", "shipyard")
        parts.append(circle(0, 0, 40, PANEL, stroke=edge, stroke_width=width))
        parts.append(text(0, -20, names[node], 10, text_anchor="middle"))
        if node >= c.SY1:
            kinds = cards.items("nodes")[node]
            parts += symbols(kinds, -5 * (len(kinds) - 1), -10)
    if owner >= 0:
        disc = DISC_COLOURS[int(state["outpost"][node])]
        parts.append(circle(47, 38, 8, disc, stroke=SEAT_COLOURS[owner], stroke_width=2.5))
    parts += fleets(state, node)
    return group(parts, x, y)


def symbols(kinds: list[str], x: float, y: float) -> list[str]:
    """Printed specialisations."""
    return [
        circle(x + 11 * index, y, 4.5, DISC_COLOURS[c.TRACK_NAMES.index(kind)])
        for index, kind in enumerate(kinds)
    ]


def fleets(state: np.record, node: int) -> list[str]:
    """Ships as cubes with their level, a line a faction."""
    parts, row = [], 0
    for seat in range(state["num_players"]):
        counts = state["players"][seat]["ships"][node]
        levels = [level + 1 for level in range(4) for _ in range(counts[level])]
        if levels:
            start = -52 if node >= c.FIRST_SYSTEM else -32
            step = min(13, (-2 * start - 8) / len(levels))
            for index, level in enumerate(levels):
                parts.append(cube(start + step * index, -3 + 12.5 * row, seat, level))
            row += 1
    return parts


def achievements(state: np.record, cards: ShownCards) -> list[str]:
    """The four cards with their slots and discs."""
    parts = []
    for place in range(4):
        card = int(state["achievement_card"][place])
        entry = cards.items("achievements")[card]
        x = 146 * place
        parts.append(rect(x, 0, 140, 76, PANEL, rx=8, stroke=EDGE))
        parts.append(text(x + 10, 18, short(cards.name("achievements", card), 20), 11))
        level = f" {entry['level']}" if "level" in entry["condition"].split("_") else ""
        count = f": {entry['n']}" if entry["n"] else ""
        facts = entry["condition"].replace("_", " ") + level + count
        parts.append(text(x + 10, 32, short(facts, 26), 8.5, FAINT))
        for slot, value in enumerate(entry["slot_vp"]):
            seat = int(state["achievement_disc"][place, slot])
            fill = SEAT_COLOURS[seat] if seat >= 0 else "none"
            parts.append(circle(x + 20 + 30 * slot, 54, 11, fill, stroke=INK))
            ink = "#000" if seat >= 0 else INK
            parts.append(text(x + 20 + 30 * slot, 58, value, 11, ink, text_anchor="middle"))
    return parts


def faction(state: np.record, seat: int, width: float, cards: ShownCards) -> list[str]:
    """One faction board: tracks, supply columns, population, ore, automation, colonies."""
    player = state["players"][seat]
    board = int(player["faction"])
    entry = cards.items("factions")[board]
    colour = SEAT_COLOURS[seat]
    edge = 3 if state["active"] == seat else 1
    parts = [rect(0, 0, width, BOARD_HEIGHT - 14, PANEL, rx=10, stroke=colour, stroke_width=edge)]
    name = cards.name("factions", board).replace("(placeholder name: ", "(")
    name = short(name.split(" faction (")[-1], 30)
    parts.append(text(12, 22, f"{name.rstrip(')')}", 12, colour))
    score = int(state["scores"][seat])
    parts.append(text(width - 12, 22, f"{score} VP", 13, INK, text_anchor="end"))
    parts.append(text(12, 44, f"ore {player['ore']}", 12))
    parts.append(text(92, 44, f"population {player['population']}", 12))
    parts += track(player, 0, entry["food"], 64)
    parts += track(player, 1, entry["ore"], 88)
    parts += supply(player, entry, seat)
    automated = [int(n) for n in player["automated"]]
    parts.append(text(12, 196, f"automation level {sum(automated)}", 11, FAINT))
    discs = [kind for kind in range(3) for _ in range(automated[kind])]
    for index, kind in enumerate(discs):
        parts.append(circle(136 + 15 * index, 192, 6, DISC_COLOURS[kind]))
    owned = [
        cards.name("systems", card)
        for card in range(len(state["colony_owner"]))
        if state["colony_owner"][card] == seat
    ]
    private = [
        cards.name("technologies", int(state["private_card"][k]))
        for k in range(2)
        if state["private_owner"][k] == seat
    ]
    listed = "colonies: " + (", ".join(owned) or "none")
    parts.append(text(12, 214, short(listed, int(width / 5.4)), 10))
    if private:
        words = short("private: " + ", ".join(private), int(width / 5.4))
        parts.append(text(12, 229, words, 10))
    return parts


def track(player: np.void, kind: int, shown: dict[int, str], y: float) -> list[str]:
    """A production track: discs fill it from the right and leave symbols open on the left."""
    away = c.NUM_DISCS - int(player["discs"][kind])
    parts = [text(12, y + 4, c.TRACK_NAMES[kind], 11, FAINT)]
    for cell in range(c.NUM_DISCS + 1):
        x = 58 + 22 * cell
        covered = cell > away
        fill = DISC_COLOURS[kind] if covered else "none"
        parts.append(circle(x, y, 9, fill, stroke=EDGE if cell else INK))
        if cell in shown:
            ink = "#0006" if covered else INK
            parts.append(element("text", shown[cell], x=x - 3.5, y=y + 4, font_size=11, fill=ink))
    return parts


def supply(player: np.void, entry: dict[str, Any], seat: int) -> list[str]:
    """Columns A to E with their cubes."""
    parts = [text(12, 128, "supply", 11, FAINT)]
    for column, letter in enumerate("ABCDE"):
        x, size = 62 + 40 * column, entry["columns"][letter]
        parts.append(text(x, 178, letter, 10, FAINT))
        for cell in range(max(size, int(player["supply"][column]))):
            place = (x - 8 + 13 * (cell % 2), 156 - 13 * (cell // 2))
            if cell < player["supply"][column]:
                parts.append(cube(*place, seat))
            else:
                parts.append(rect(*place, 12, 12, "none", stroke=EDGE, rx=2))
    return parts
