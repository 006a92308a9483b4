"""The board as a picture: the planet, the orbital facilities around it, cards and players."""

from __future__ import annotations

from math import cos, pi, sin

import numpy as np

from exozoo.envs.alien_frontiers.components import (
    CARD_NAMES,
    FACILITY_NAMES,
    GROUP_OF_FACILITY,
    LAST_SPACE,
    PORTS_OF_FACILITY,
    TERRITORY_NAMES,
    TRACK_PORTS,
)
from exozoo.envs.alien_frontiers.constants import (
    ALIEN_ARTIFACT,
    BURROUGHS_DESERT,
    COLONIST_HUB,
    COLONY_CONSTRUCTOR,
    DESERT,
    HAND,
    LIFTED,
    LUNAR_MINE,
    MAINTENANCE_BAY,
    NUM_DICE,
    NUM_FACILITIES,
    NUM_SHIPS,
    NUM_TERRITORIES,
    ORBITAL_MARKET,
    PHASE_NAMES,
    RAIDERS_OUTPOST,
    RELIC,
    SHIPYARD,
    SOLAR_CONVERTER,
    STOCK,
    TERRAFORMING_STATION,
)
from exozoo.envs.alien_frontiers.rules.phase_main import market_rate
from exozoo.envs.core.svg import INK, SEAT_COLOURS, circle, document, element, line, rect, text

WIDTH, HEIGHT = 1280, 900
PLANET_X, PLANET_Y, PLANET_RADIUS = 434.0, 416.0, 212.0
CORE_RADIUS = 46.0
DIE, GAP = 25.0, 4.0
PANEL, EDGE, FAINT = "#221f33", "#4a4566", "#9a95b5"
RELIC_COLOUR = "#d9d4c5"
LANDS = (
    "#4f5d75",
    "#8d6a4f",
    "#b08d57",
    "#6b8e5a",
    "#3f7d6e",
    "#7a5c61",
    "#5f6f9c",
    "#6d597a",
)
FIELDS = (("I", "#e05780"), ("P", "#f2c14e"), ("R", "#56cfe1"))
TERRITORY_HINTS = (
    "hub: +1 space",
    "constructor: -1 ore",
    "buy the relic ship",
    "market 1 : 1",
    "shipyard: -1 -1",
    "solar: +1 fuel",
    "cards: -1 fuel",
    "mine: first ship free",
)
# where the panels stand: x, y, width; and what the facility asks and gives
PANELS = {
    SOLAR_CONVERTER: (16, 14, 258, "any ship: half its value in fuel"),
    LUNAR_MINE: (284, 14, 180, "not below the highest: 1 ore"),
    ORBITAL_MARKET: (474, 14, 160, "a pair: fuel into ore"),
    SHIPYARD: (644, 14, 216, "a pair: build a ship"),
    ALIEN_ARTIFACT: (16, 112, 178, "8 in all: take a card"),
    RAIDERS_OUTPOST: (688, 112, 172, "a run: raid 4 units or a card"),
    COLONY_CONSTRUCTOR: (656, 562, 204, "a triple and 3 ore: a colony"),
    TERRAFORMING_STATION: (16, 562, 178, "a 6, fuel and ore: a colony"),
}


def draw(state: np.record) -> str:
    """The whole position as SVG."""
    parts: list[str] = []
    parts += _planet(state)
    for facility in PANELS:
        parts += _facility(state, int(facility))
    parts += _hub(state)
    parts += _bay(state)
    parts += _cards(state)
    parts += _score_track(state)
    for seat in range(int(state["num_players"])):
        parts += _player(state, seat)
    return document(WIDTH, HEIGHT, parts)


# --- small pieces -----------------------------------------------------------------------------

_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def _die(x: float, y: float, value: int, colour: str, size: float = DIE) -> str:
    """A ship: a die of its colour; without pips where its value does not count."""
    pips = "".join(
        circle(
            x + size / 2 + dx * size * 0.26, y + size / 2 + dy * size * 0.26, size * 0.09, "#14121f"
        )
        for dx, dy in _PIPS.get(value, ())
    )
    return rect(x, y, size, size, colour, rx=size * 0.2, stroke="#14121f") + pips


def _ship(state: np.record, die: int, x: float, y: float, size: float = DIE) -> str:
    colour = RELIC_COLOUR if die == RELIC else SEAT_COLOURS[die // NUM_SHIPS]
    return _die(x, y, int(state["value"][die]), colour, size)


def _port(x: float, y: float) -> str:
    return rect(x, y, DIE, DIE, "#14121f", rx=5, stroke=EDGE)


def _dome(x: float, y: float, colour: str, size: float = 9) -> str:
    """A colony: a dome."""
    path = f"M{x - size:.1f} {y:.1f} A{size} {size} 0 0 1 {x + size:.1f} {y:.1f} Z"
    return element("path", d=path, fill=colour, stroke="#14121f")


def _panel(
    x: float, y: float, width: float, height: float, title: str, hint: str = ""
) -> list[str]:
    parts = [
        rect(x, y, width, height, PANEL, rx=8, stroke=EDGE),
        text(x + 10, y + 18, title, 13, font_weight="bold"),
    ]
    if hint:
        parts.append(text(x + 10, y + 33, hint, 10, FAINT))
    return parts


def _dice_at(state: np.record, place: int) -> list[int]:
    return [die for die in range(NUM_DICE) if state["place"][die] == place]


# --- the planet -------------------------------------------------------------------------------


def _control(state: np.record, territory: int) -> int | None:
    colonies = state["colonies"][territory].tolist()
    most = max(colonies)
    return colonies.index(most) if most and colonies.count(most) == 1 else None


def _planet(state: np.record) -> list[str]:
    parts = [circle(PLANET_X, PLANET_Y, PLANET_RADIUS + 8, "#2c2942")]
    for territory in range(NUM_TERRITORIES):
        parts += _territory(state, territory)
    parts.append(circle(PLANET_X, PLANET_Y, CORE_RADIUS, "#14121f", stroke=EDGE, stroke_width=2))
    parts.append(text(PLANET_X, PLANET_Y - 2, "Turn", 11, FAINT, text_anchor="middle"))
    parts.append(
        text(PLANET_X, PLANET_Y + 18, state["turn"], 17, text_anchor="middle", font_weight="bold")
    )
    return parts


def _at(angle: float, radius: float) -> tuple[float, float]:
    return PLANET_X + radius * cos(angle), PLANET_Y + radius * sin(angle)


def _territory(state: np.record, territory: int) -> list[str]:
    """A sector: name, bonus, colonies, fields; its edge has the colour of who controls it."""
    step = 2 * pi / NUM_TERRITORIES
    start = -pi / 2 + territory * step
    middle = start + step / 2
    (x1, y1), (x2, y2) = _at(start, PLANET_RADIUS), _at(start + step, PLANET_RADIUS)
    path = (
        f"M{PLANET_X} {PLANET_Y} L{x1:.1f} {y1:.1f} "
        f"A{PLANET_RADIUS} {PLANET_RADIUS} 0 0 1 {x2:.1f} {y2:.1f} Z"
    )
    parts = [element("path", d=path, fill=LANDS[territory], stroke="#14121f", stroke_width=2)]
    holder = _control(state, territory)
    if holder is not None:
        (a, b), (c, d) = _at(start + 0.03, PLANET_RADIUS), _at(start + step - 0.03, PLANET_RADIUS)
        ring = f"M{a:.1f} {b:.1f} A{PLANET_RADIUS} {PLANET_RADIUS} 0 0 1 {c:.1f} {d:.1f}"
        parts.append(
            element("path", d=ring, fill="none", stroke=SEAT_COLOURS[holder], stroke_width=9)
        )
    x, y = _at(middle, 148)
    first, _, second = TERRITORY_NAMES[territory].rpartition(" ")
    centre = {"text_anchor": "middle"}
    parts.append(text(x, y - 30, first, 12, font_weight="bold", **centre))
    parts.append(text(x, y - 17, second, 12, font_weight="bold", **centre))
    parts.append(text(x, y - 4, TERRITORY_HINTS[territory], 9, "#e8e6f0", **centre))
    parts += _colonies(state, territory, x, y + 16)
    parts += _fields(state, territory, x, y + 28)
    return parts


def _colonies(state: np.record, territory: int, x: float, y: float) -> list[str]:
    """A dome for each player with colonies there, and how many."""
    owners = [seat for seat in range(4) if state["colonies"][territory, seat]]
    parts = []
    left = x - 15.5 * (len(owners) - 1)
    for number, seat in enumerate(owners):
        at = left + 31 * number
        parts.append(_dome(at - 5, y, SEAT_COLOURS[seat]))
        parts.append(text(at + 5, y, state["colonies"][territory, seat], 13, font_weight="bold"))
    return parts


def _fields(state: np.record, territory: int, x: float, y: float) -> list[str]:
    """Field generators, and the relic ship while it lies on Burroughs Desert."""
    here = [FIELDS[f] for f in range(len(FIELDS)) if state["field_at"][f] == territory]
    relic = territory == BURROUGHS_DESERT and state["place"][RELIC] == DESERT
    left = x - 11 * (len(here) + relic - 1)
    parts = []
    for number, (letter, colour) in enumerate(here):
        at = left + 22 * number
        parts.append(circle(at, y + 2, 9, "#14121f", stroke=colour, stroke_width=2))
        parts.append(text(at, y + 6, letter, 11, colour, text_anchor="middle"))
    if relic:
        parts.append(_die(left + 22 * len(here) - 9, y - 7, 0, RELIC_COLOUR, 18))
    return parts


# --- facilities -------------------------------------------------------------------------------


def _facility(state: np.record, facility: int) -> list[str]:
    """A panel with its ports, group by group, and the ships docked there."""
    x, y, width, hint = PANELS[np.int64(facility)]
    parts = _panel(x, y, width, 84, FACILITY_NAMES[facility], hint)
    parts.append(
        text(x + width - 10, y + 33, _note(state, facility), 11, "#f2c14e", text_anchor="end")
    )
    ports = int(PORTS_OF_FACILITY[state["num_players"], facility])
    size = int(GROUP_OF_FACILITY[facility])
    docked = {int(state["port"][die]): die for die in _dice_at(state, facility)}
    for port in range(ports):
        at = x + 10 + port * (DIE + GAP) + (port // size) * 8 * (size > 1)
        parts.append(_port(at, y + 46))
        if port in docked:
            parts.append(_ship(state, docked[port], at, y + 46))
    return parts


def _note(state: np.record, facility: int) -> str:
    """What the player on turn has going there."""
    if facility == ALIEN_ARTIFACT and state["tally"]:
        return f"tally {state['tally']}"
    if facility == ORBITAL_MARKET and state["rate"]:
        return f"rate {market_rate(state)}"
    return ""


def _hub(state: np.record) -> list[str]:
    """The Colonist Hub: a track of three ports and seven spaces for each player."""
    x, y = 16, 656
    players = int(state["num_players"])
    parts = _panel(x, y, 560, 34 + 44 * players, FACILITY_NAMES[COLONIST_HUB])
    parts.append(
        text(x + 120, y + 18, "three ports and a track each; 7: launch for fuel + ore", 10, FAINT)
    )
    docked = {int(state["port"][die]): die for die in _dice_at(state, int(COLONIST_HUB))}
    for seat in range(players):
        top = y + 30 + 44 * seat
        for port in range(int(TRACK_PORTS)):
            parts.append(_port(x + 12 + port * (DIE + GAP), top + 4))
            die = docked.get(seat * int(TRACK_PORTS) + port)
            if die is not None:
                parts.append(_ship(state, die, x + 12 + port * (DIE + GAP), top + 4))
        parts += _track(state, seat, x + 134, top + 18)
    return parts


def _track(state: np.record, seat: int, x: float, y: float) -> list[str]:
    last = int(LAST_SPACE)
    parts = [line(x, y, x + 62 * (last - 1), y, EDGE, stroke_width=4)]
    for space in range(1, last + 1):
        at = x + 62 * (space - 1)
        parts.append(circle(at, y, 13, "#14121f", stroke=SEAT_COLOURS[seat], stroke_width=2))
        if state["hub"][seat] == space:
            parts.append(_dome(at, y + 5, SEAT_COLOURS[seat], 10))
        else:
            parts.append(text(at, y + 4, space, 11, FAINT, text_anchor="middle"))
    return parts


def _bay(state: np.record) -> list[str]:
    """The Maintenance Bay and the stock: ships without a value."""
    x, y = 592, 656
    parts = _panel(x, y, 268, 106, FACILITY_NAMES[MAINTENANCE_BAY])
    for number, die in enumerate(_dice_at(state, int(MAINTENANCE_BAY))):
        column, row = number % 12, number // 12
        parts.append(_ship(state, die, x + 10 + 21 * column, y + 30 + 22 * row, 18))
    parts += _panel(x, y + 116, 268, 94, "Ship stock")
    for seat in range(int(state["num_players"])):
        first = seat * NUM_SHIPS
        count = int((state["place"][first : first + NUM_SHIPS] == STOCK).sum())
        for number in range(count):
            at = x + 10 + 64 * seat + 20 * (number % 3)
            top = y + 144 + 22 * (number // 3)
            parts.append(_die(at, top, 0, SEAT_COLOURS[seat], 17))
    return parts


# --- cards and players ------------------------------------------------------------------------


def _cards(state: np.record) -> list[str]:
    """The display beside the Alien Artifact; deck and discard pile."""
    parts = []
    for slot in range(3):
        card = int(state["display"][slot])
        y = 206 + 34 * slot
        parts.append(rect(16, y, 150, 28, "#332c54", rx=5, stroke="#7d6bc0"))
        name = CARD_NAMES[card] if card >= 0 else "-"
        parts.append(text(91, y + 18, name, 11, text_anchor="middle"))
    pile = int(state["pile"].sum())
    parts.append(text(18, 324, f"deck {state['deck_size']}   discards {pile}", 11, FAINT))
    parts.append(text(716, 214, "Supply", 12, font_weight="bold"))
    parts += _tokens(716, 232, int(state["supply"][0]), int(state["supply"][1]))
    return parts


def _tokens(x: float, y: float, fuel: int, ore: int) -> list[str]:
    """Fuel in orange, ore in grey."""
    return [
        circle(x + 7, y - 4, 7, "#f08c2e"),
        text(x + 19, y, fuel, 13),
        rect(x + 44, y - 11, 14, 14, "#9aa0a6", rx=3),
        text(x + 63, y, ore, 13),
    ]


def _score_track(state: np.record) -> list[str]:
    """Points 0 to 19 with a rocket for each player."""
    x, y, step = 884, 48, 19.0
    parts = [text(x, 30, "Alien Frontiers", 18, font_weight="bold")]
    phase = "game over" if state["over"] else PHASE_NAMES[state["phase"]].replace("_", " ").lower()
    parts.append(text(WIDTH - 20, 30, phase, 13, FAINT, text_anchor="end"))
    parts.append(rect(x - 4, y, 20 * step + 4, 62, PANEL, rx=6, stroke=EDGE))
    for points in range(20):
        at = x + points * step + step / 2
        parts.append(text(at, y + 56, points, 9, FAINT, text_anchor="middle"))
        for seat in range(int(state["num_players"])):
            if state["scores"][seat] == points:
                top = y + 4 + 10 * seat
                shape = f"M{at - 6:.1f} {top + 9} L{at:.1f} {top} L{at + 6:.1f} {top + 9} Z"
                parts.append(element("path", d=shape, fill=SEAT_COLOURS[seat]))
    return parts


def _player(state: np.record, seat: int) -> list[str]:
    """A player's corner: score, tokens, unplaced colonies, ships in hand, cards."""
    x, y = 880, 122 + 193 * seat
    colour = SEAT_COLOURS[seat]
    active = seat == state["seat"] and not state["over"]
    parts = [
        rect(x, y, 384, 184, PANEL, rx=8, stroke=colour if active else EDGE, stroke_width=2),
        rect(x, y, 8, 184, colour, rx=4),
        text(x + 20, y + 22, f"Player {seat}", 14, colour, font_weight="bold"),
        text(
            x + 370,
            y + 24,
            f"{state['scores'][seat]} VP",
            17,
            text_anchor="end",
            font_weight="bold",
        ),
    ]
    if active:
        parts.append(text(x + 96, y + 22, "on turn", 11, FAINT))
    if state["over"] and state["rank"][seat] == 1:
        parts.append(text(x + 96, y + 22, "winner", 12, "#f2c14e", font_weight="bold"))
    parts += _tokens(
        x + 20, y + 48, int(state["resources"][seat, 0]), int(state["resources"][seat, 1])
    )
    for number in range(int(state["unplaced"][seat])):
        parts.append(_dome(x + 150 + 23 * number, y + 48, colour))
    held = _dice_at(state, int(HAND)) + _dice_at(state, int(LIFTED))
    if seat == state["seat"]:
        for number, die in enumerate(held):
            parts.append(_ship(state, die, x + 20 + 34 * number, y + 62, 28))
    if state["relic_holder"] == seat:
        parts.append(text(x + 370, y + 82, "relic ship", 11, RELIC_COLOUR, text_anchor="end"))
    parts += _held_cards(state, seat, x + 18, y + 98)
    return parts


def _held_cards(state: np.record, seat: int, x: float, y: float) -> list[str]:
    """Cards before a player; used ones are dimmed on his turn."""
    cards = [card for card in range(len(CARD_NAMES)) if state["cards"][seat, card]]
    height, size = (26, 10.5) if len(cards) <= 9 else (17, 9)
    parts = []
    for number, card in enumerate(cards):
        column, row = number % 3, number // 3
        left, top = x + 119 * column, y + height * row
        used = seat == state["seat"] and state["used"][card]
        shade = 0.45 if used else 1
        box = rect(left, top, 116, height - 3, "#332c54", rx=4, stroke="#7d6bc0", opacity=shade)
        ink = FAINT if used else INK
        name = text(
            left + 58, top + height * 0.6, CARD_NAMES[card], size, ink, text_anchor="middle"
        )
        parts += [box, name]
    return parts


assert len(PANELS) + 1 == NUM_FACILITIES  # all but the hub, which has a panel of its own
