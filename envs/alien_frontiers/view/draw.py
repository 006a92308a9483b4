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
    RESOURCE_NAMES,
    SHIPYARD,
    SOLAR_CONVERTER,
    STOCK,
    TERRAFORMING_STATION,
)
from exozoo.envs.alien_frontiers.rules.phase_main import market_rate
from exozoo.envs.alien_frontiers.view.hints import (
    card_hint,
    facility_hint,
    field_hint,
    ship_hint,
    territory_hint,
)
from exozoo.envs.core.look import (
    BODY,
    DARK,
    EDGE,
    FAINT,
    GAP,
    GOLD,
    HEAD,
    MARGIN,
    SEAT_COLOURS,
    SMALL,
    SUNK,
    WIDTH,
    bold,
    cut,
    end,
    grid,
    heading,
    legend,
    middle,
    panel,
    paragraph,
    seat_mark,
    seat_shape,
)
from exozoo.envs.core.svg import INK, circle, document, element, line, rect, spot, text

PLANET_X, PLANET_Y, PLANET_RADIUS = 480.0, 306.0, 214.0
CORE_RADIUS = 40.0
DIE, PORT_GAP = 25.0, 3.0
SIDE, TALL = 238, 108  # of a facility
TOP, HUB_TOP = 44, 590
HUB_ROW, PLAYER_HEIGHT = 38, 190
RELIC_COLOUR = "#e8e2cf"
CARD_FILL, CARD_EDGE = "#392f63", "#9384d8"
FUEL_COLOUR, ORE_COLOUR = "#f08c2e", "#aab2bd"
LANDS = ("#4a5a78", "#7d5c43", "#8f7338", "#55753f", "#2f6b60", "#74505a", "#4c5d92", "#63507a")
FIELD_MARKS = (("I", "#f08cab"), ("P", "#f2c14e"), ("R", "#62d3e8"))
BONUS_WORDS = (
    "Hub: +1 space",
    "colony: -1 ore",
    "buy relic ship",
    "market 1 : 1",
    "ships: -1 -1",
    "solar: +1 fuel",
    "cards: -1 fuel",
    "mine: any ship",
)
# where the facilities stand, and what they ask and give
LEFT, RIGHT = MARGIN, WIDTH - MARGIN - SIDE
FACILITIES = {
    SOLAR_CONVERTER: (LEFT, 0, "any ship: half its value in fuel"),
    LUNAR_MINE: (LEFT, 1, "not below the highest: 1 ore"),
    ORBITAL_MARKET: (LEFT, 2, "a pair: buy ore for fuel"),
    SHIPYARD: (LEFT, 3, "a pair: build a ship"),
    RAIDERS_OUTPOST: (RIGHT, 0, "a run: raid 4 units or a card"),
    COLONY_CONSTRUCTOR: (RIGHT, 1, "a triple, 3 ore: a colony"),
    TERRAFORMING_STATION: (RIGHT, 2, "a 6, fuel, ore: a colony"),
    ALIEN_ARTIFACT: (RIGHT, 3, "8 in all: take a card"),
}


def draw(state: np.record, seat: int | None = None) -> str:
    """The whole position; all of it but the order of the deck lies open to every seat."""
    parts = _heading(state)
    for facility in FACILITIES:
        parts.append(_facility(state, int(facility)))
    parts += _planet(state)
    parts += _cards(state)
    parts.append(_hub(state))
    parts += _bay(state)
    players = int(state["num_players"])
    top = HUB_TOP + _hub_height(state) + GAP
    for number, (x, y, width) in enumerate(grid(players, 2, top, PLAYER_HEIGHT)):
        parts += _player(state, number, x, y, width)
    top += -(-players // 2) * (PLAYER_HEIGHT + GAP)
    drawn, height = legend(top, _legend())
    return document(WIDTH, top + height + MARGIN, [*parts, *drawn])


def _heading(state: np.record) -> list[str]:
    if state["over"]:
        return heading("Alien Frontiers", "the game is over")
    phase = PHASE_NAMES[state["phase"]].replace("_", " ").lower()
    words = f"turn {int(state['turn'])}, player {int(state['seat'])} decides: {phase}"
    return heading("Alien Frontiers", words, int(state["seat"]))


def _legend() -> list[tuple[str, str]]:
    marks = [(seat_shape(seat, 0, 0, 16), f"player {seat}") for seat in range(4)]
    fields = zip(("isolation", "positron", "repulsor"), FIELD_MARKS, strict=True)
    return [
        *marks,
        (_fuel(0, 0), "F: fuel"),
        (_ore(0, 0), "O: ore"),
        (_dome(0, 6, INK), "colony"),
        (_die(-9, -9, 3, RELIC_COLOUR, 18), "relic ship"),
        *((_field_mark(0, 0, *mark), f"{name} field") for name, mark in fields),
    ]


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
        circle(x + size / 2 + dx * size * 0.26, y + size / 2 + dy * size * 0.26, size * 0.1, DARK)
        for dx, dy in _PIPS.get(value, ())
    )
    return rect(x, y, size, size, colour, rx=size * 0.2, stroke=DARK) + pips


def _ship(state: np.record, die: int, x: float, y: float, size: float = DIE) -> str:
    """A die with the shape of its seat on the corner, where there is room for pips."""
    owner = int(state["relic_holder"]) if die == RELIC else die // NUM_SHIPS
    colour = RELIC_COLOUR if die == RELIC else SEAT_COLOURS[owner]
    body = _die(x, y, int(state["value"][die]), colour, size)
    if state["value"][die]:
        badge = seat_shape(owner, x + size - 2, y + size - 2, 9) if owner >= 0 else ""
    else:
        badge = seat_mark(owner, x + size / 2, y + size / 2, size * 0.6) if owner >= 0 else ""
    return spot(f"die-{die}", [body, badge], ship_hint(state, die))


def _port(x: float, y: float) -> str:
    return rect(x, y, DIE, DIE, DARK, rx=5, stroke=EDGE)


def _dome(x: float, y: float, colour: str, size: float = 10) -> str:
    """A colony: a dome."""
    path = f"M{x - size:.1f} {y:.1f} A{size} {size} 0 0 1 {x + size:.1f} {y:.1f} Z"
    return element("path", d=path, fill=colour, stroke=DARK)


def _fuel(x: float, y: float) -> str:
    return circle(x, y, 9, FUEL_COLOUR) + middle(x, y + 4.5, "F", SMALL, DARK, font_weight="bold")


def _ore(x: float, y: float) -> str:
    box = rect(x - 8.5, y - 8.5, 17, 17, ORE_COLOUR, rx=3)
    return box + middle(x, y + 4.5, "O", SMALL, DARK, font_weight="bold")


def _field_mark(x: float, y: float, letter: str, colour: str) -> str:
    ring = circle(x, y, 10, DARK, stroke=colour, stroke_width=2.5)
    return ring + middle(x, y + 4.5, letter, SMALL, colour, font_weight="bold")


def _dice_at(state: np.record, place: int) -> list[int]:
    return [die for die in range(NUM_DICE) if state["place"][die] == place]


# --- the planet -------------------------------------------------------------------------------


def _control(state: np.record, territory: int) -> int | None:
    colonies = state["colonies"][territory].tolist()
    most = max(colonies)
    return colonies.index(most) if most and colonies.count(most) == 1 else None


def _planet(state: np.record) -> list[str]:
    parts = [circle(PLANET_X, PLANET_Y, PLANET_RADIUS + 8, "#2c2942")]
    parts += [_territory(state, territory) for territory in range(NUM_TERRITORIES)]
    parts.append(circle(PLANET_X, PLANET_Y, CORE_RADIUS, DARK, stroke=EDGE, stroke_width=2))
    parts.append(middle(PLANET_X, PLANET_Y - 3, "turn", BODY, FAINT))
    parts.append(middle(PLANET_X, PLANET_Y + 18, state["turn"], 18, font_weight="bold"))
    return parts


def _at(angle: float, radius: float) -> tuple[float, float]:
    return PLANET_X + radius * cos(angle), PLANET_Y + radius * sin(angle)


def _territory(state: np.record, territory: int) -> str:
    """A sector: name, bonus, colonies, fields; its edge has the colour of who controls it."""
    step = 2 * pi / NUM_TERRITORIES
    start = -pi / 2 + territory * step
    (x1, y1), (x2, y2) = _at(start, PLANET_RADIUS), _at(start + step, PLANET_RADIUS)
    path = (
        f"M{PLANET_X} {PLANET_Y} L{x1:.1f} {y1:.1f} "
        f"A{PLANET_RADIUS} {PLANET_RADIUS} 0 0 1 {x2:.1f} {y2:.1f} Z"
    )
    parts = [element("path", d=path, fill=LANDS[territory], stroke=DARK, stroke_width=2)]
    holder = _control(state, territory)
    if holder is not None:
        (a, b), (c, d) = _at(start + 0.03, PLANET_RADIUS), _at(start + step - 0.03, PLANET_RADIUS)
        ring = f"M{a:.1f} {b:.1f} A{PLANET_RADIUS} {PLANET_RADIUS} 0 0 1 {c:.1f} {d:.1f}"
        parts.append(
            element("path", d=ring, fill="none", stroke=SEAT_COLOURS[holder], stroke_width=10)
        )
    x, y = _at(start + step / 2, 142)
    first, _, second = TERRITORY_NAMES[territory].rpartition(" ")
    parts.append(middle(x, y - 32, first, BODY, font_weight="bold"))
    parts.append(middle(x, y - 18, second, BODY, font_weight="bold"))
    parts.append(middle(x, y - 3, BONUS_WORDS[territory], SMALL))
    parts += _colonies(state, territory, x, y + 18)
    parts += _fields(state, territory, x, y + 32)
    return spot(f"territory-{territory}", parts, territory_hint(state, territory))


def _colonies(state: np.record, territory: int, x: float, y: float) -> list[str]:
    """For each player with colonies there a dome with the player's shape, and how many."""
    owners = [seat for seat in range(4) if state["colonies"][territory, seat]]
    width, dome = (34, 11) if len(owners) < 4 else (31, 9)
    left = x - width / 2 * (len(owners) - 1)
    parts = []
    for number, seat in enumerate(owners):
        at = left + width * number
        count = int(state["colonies"][territory, seat])
        words = f"{count} of player {seat} on {TERRITORY_NAMES[territory]}"
        look = [
            _dome(at - 6, y + 1, SEAT_COLOURS[seat], dome),
            seat_shape(seat, at - 6, y - 3, 7, DARK),
            text(at + dome - 4, y + 1, count, HEAD, font_weight="bold"),
        ]
        parts.append(spot(f"colony-{territory}-{seat}", look, f"Colonies: {words}."))
    return parts


def _fields(state: np.record, territory: int, x: float, y: float) -> list[str]:
    """Field generators, and the relic ship while it lies on Burroughs Desert."""
    here = [f for f in range(len(FIELD_MARKS)) if state["field_at"][f] == territory]
    relic = territory == BURROUGHS_DESERT and state["place"][RELIC] == DESERT
    left = x - 12 * (len(here) + relic - 1)
    parts = [
        spot(f"field-{f}", [_field_mark(left + 24 * n, y + 2, *FIELD_MARKS[f])], field_hint(f))
        for n, f in enumerate(here)
    ]
    if relic:
        parts.append(_ship(state, int(RELIC), left + 24 * len(here) - 10, y - 8, 20))
    return parts


# --- facilities -------------------------------------------------------------------------------


def _facility(state: np.record, facility: int) -> str:
    """A panel with its ports, group by group, and the ships docked there."""
    x, row, hint = FACILITIES[np.int64(facility)]
    y = TOP + row * (TALL + GAP)
    height = 178 if facility == ALIEN_ARTIFACT else TALL
    parts = panel(x, y, SIDE, height, FACILITY_NAMES[facility])
    parts += paragraph(x + 10, y + 38, hint, SIDE - 16, SMALL, FAINT, lines=2)
    parts.append(end(x + SIDE - 10, y + 20, _note(state, facility), BODY, GOLD))
    ports = int(PORTS_OF_FACILITY[state["num_players"], facility])
    size = int(GROUP_OF_FACILITY[facility])
    docked = {int(state["port"][die]): die for die in _dice_at(state, facility)}
    for port in range(ports):
        at = x + 8 + port * (DIE + PORT_GAP) + (port // size) * 10 * (size > 1)
        parts.append(_port(at, y + 70))
        if port in docked:
            parts.append(_ship(state, docked[port], at, y + 70))
    return spot(f"facility-{facility}", parts, facility_hint(facility))


def _note(state: np.record, facility: int) -> str:
    """What the player on turn has going there."""
    if facility == ALIEN_ARTIFACT and state["tally"]:
        return f"tally {state['tally']}"
    if facility == ORBITAL_MARKET and state["rate"]:
        return f"rate {market_rate(state)}"
    return ""


def _hub_height(state: np.record) -> int:
    return 58 + HUB_ROW * max(int(state["num_players"]), 3)


def _hub(state: np.record) -> str:
    """The Colonist Hub: a track of three ports and seven spaces for each player."""
    x, y, hub = MARGIN, HUB_TOP, int(COLONIST_HUB)
    parts = panel(x, y, 596, _hub_height(state), FACILITY_NAMES[hub])
    words = "any ship: a space on; space 7 launches for fuel and ore"
    parts.append(text(x + 140, y + 20, words, SMALL, FAINT))
    docked = {int(state["port"][die]): die for die in _dice_at(state, hub)}
    for seat in range(int(state["num_players"])):
        top = y + 36 + HUB_ROW * seat
        parts.append(seat_mark(seat, x + 22, top + 13, 20))
        for port in range(int(TRACK_PORTS)):
            at = x + 44 + port * (DIE + PORT_GAP)
            parts.append(_port(at, top))
            die = docked.get(seat * int(TRACK_PORTS) + port)
            if die is not None:
                parts.append(_ship(state, die, at, top))
        parts += _track(state, seat, x + 164, top + 13)
    return spot(f"facility-{hub}", parts, facility_hint(hub))


def _track(state: np.record, seat: int, x: float, y: float) -> list[str]:
    last = int(LAST_SPACE)
    parts = [line(x, y, x + 66 * (last - 1), y, EDGE, stroke_width=4)]
    for space in range(1, last + 1):
        at = x + 66 * (space - 1)
        look = [circle(at, y, 15, DARK, stroke=SEAT_COLOURS[seat], stroke_width=2)]
        if state["hub"][seat] == space:
            look.append(_dome(at, y + 6, SEAT_COLOURS[seat], 12))
        else:
            look.append(middle(at, y + 4.5, space, BODY, FAINT))
        parts.append(spot(f"space-{seat}-{space}", look))
    return parts


def _bay(state: np.record) -> list[str]:
    """The Maintenance Bay and the stock: ships without a value."""
    x, y, bay = MARGIN + 596 + GAP, HUB_TOP, int(MAINTENANCE_BAY)
    width, height = WIDTH - 2 * MARGIN - 596 - GAP, (_hub_height(state) - GAP) / 2
    look = panel(x, y, width, height, FACILITY_NAMES[bay])
    for number, die in enumerate(_dice_at(state, bay)):
        look.append(
            _ship(state, die, x + 10 + 24 * (number % 13), y + 27 + 23 * (number // 13), 21)
        )
    below = y + height + GAP
    parts = [spot(f"facility-{bay}", look, facility_hint(bay))]
    parts += panel(x, below, width, height, "Ship stock")
    for seat in range(int(state["num_players"])):
        dice = [die for die in _dice_at(state, int(STOCK)) if die // NUM_SHIPS == seat]
        for number, die in enumerate(dice):
            at = x + 10 + 79 * seat + 24 * (number % 3)
            parts.append(_ship(state, die, at, below + 27 + 23 * (number // 3), 21))
    return parts


# --- cards and players ------------------------------------------------------------------------


def _cards(state: np.record) -> list[str]:
    """The display below the Alien Artifact; deck and discard pile; the supply."""
    y = TOP + 3 * (TALL + GAP) + 104
    parts = []
    for slot in range(3):
        card = int(state["display"][slot])
        top = y + 25 * slot
        look = [rect(RIGHT + 8, top, SIDE - 16, 22, CARD_FILL, rx=5, stroke=CARD_EDGE)]
        name = CARD_NAMES[card] if card >= 0 else "no card left"
        look.append(middle(RIGHT + SIDE / 2, top + 16, name, BODY))
        parts.append(spot(f"card-{slot}", look, card_hint(card) if card >= 0 else "An empty slot."))
    x, top = LEFT, TOP + 4 * (TALL + GAP)
    parts += panel(x, top, SIDE, 60)
    deck = f"Face-down cards: {int(state['deck_size'])}. Refreshing lays out three new ones."
    held = [f"{CARD_NAMES[card]} ({int(n)})" for card, n in enumerate(state["pile"].tolist()) if n]
    pile = "Discard pile: " + (", ".join(held) or "empty")
    for number, (name, count, hint) in enumerate(
        (("deck", int(state["deck_size"]), deck), ("pile", int(state["pile"].sum()), pile))
    ):
        at = x + 8 + 58 * number
        look = [
            rect(at, top + 7, 50, 46, CARD_FILL, rx=5, stroke=CARD_EDGE),
            middle(at + 25, top + 27, count, HEAD, font_weight="bold"),
            middle(at + 25, top + 45, name, SMALL, FAINT),
        ]
        parts.append(spot(f"{name}-0", look, hint))
    parts.append(text(x + 128, top + 23, "supply", BODY, FAINT))
    parts.append(_fuel(x + 138, top + 42) + text(x + 151, top + 47, state["supply"][0], HEAD))
    parts.append(_ore(x + 190, top + 42) + text(x + 203, top + 47, state["supply"][1], HEAD))
    return parts


def _player(state: np.record, seat: int, x: float, y: float, width: float) -> list[str]:
    """A player's corner: score, tokens, unplaced colonies, ships in hand, cards."""
    colour = SEAT_COLOURS[seat]
    active = seat == state["seat"] and not state["over"]
    parts = panel(x, y, width, PLAYER_HEIGHT, active=colour if active else None)
    parts += [seat_mark(seat, x + 22, y + 20, 24), bold(x + 42, y + 26, f"Player {seat}", 16)]
    points = f"{int(state['scores'][seat])} points"
    parts.append(end(x + width - 12, y + 26, points, 18, font_weight="bold"))
    if state["over"]:
        parts.append(text(x + 130, y + 26, f"place {int(state['rank'][seat])}", HEAD, GOLD))
    elif active:
        parts.append(text(x + 130, y + 26, "on turn", BODY, GOLD))
    for resource, mark in enumerate((_fuel, _ore)):
        at, count = x + 20 + 64 * resource, int(state["resources"][seat, resource])
        box = rect(at - 12, y + 40, 54, 26, SUNK, rx=6)
        look = [box, mark(at + 2, y + 53), text(at + 17, y + 59, count, 16, font_weight="bold")]
        words = f"Player {seat} has {count} {RESOURCE_NAMES[resource]}."
        parts.append(spot(f"stock-{seat}-{resource}", look, words))
    for number in range(int(state["unplaced"][seat])):
        parts.append(_dome(x + 158 + 25 * number, y + 59, colour, 11))
    if seat == state["seat"]:
        held = _dice_at(state, int(HAND)) + _dice_at(state, int(LIFTED))
        for number, die in enumerate(held):
            raised = 5 if state["place"][die] == LIFTED else 0
            parts.append(_ship(state, die, x + 12 + 38 * number, y + 74 - raised, 32))
    if state["relic_holder"] == seat:
        parts.append(end(x + width - 12, y + 96, "has the relic ship", SMALL, RELIC_COLOUR))
    return [*parts, *_held_cards(state, seat, x + 10, y + 112, width - 20)]


def _held_cards(state: np.record, seat: int, x: float, y: float, width: float) -> list[str]:
    """Cards before a player; used ones are dimmed on his turn."""
    cards = [card for card in range(len(CARD_NAMES)) if state["cards"][seat, card]]
    step = width / 3
    height = 24 if len(cards) <= 9 else 15
    parts = []
    for number, card in enumerate(cards):
        left, top = x + step * (number % 3), y + height * (number // 3)
        used = seat == state["seat"] and state["used"][card]
        ink, edge = (FAINT, EDGE) if used else (INK, CARD_EDGE)
        fill = SUNK if used else CARD_FILL
        name = cut(CARD_NAMES[card], step - 8, SMALL)
        look = [
            rect(left, top, step - 4, height - 3, fill, rx=4, stroke=edge),
            middle(left + step / 2 - 2, top + height / 2 + 3, name, SMALL, ink),
        ]
        hint = card_hint(card) + (" Used this turn." if used else "")
        parts.append(spot(f"held-{seat}-{card}", look, hint))
    return parts


assert len(FACILITIES) + 1 == NUM_FACILITIES  # all but the hub, which has a panel of its own
