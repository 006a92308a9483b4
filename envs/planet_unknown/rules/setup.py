"""Section 2: options, and dealing a new game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from exozoo.envs.core.codes import NONE, ZERO, table
from exozoo.envs.core.jit import jit
from exozoo.envs.core.options import Option, OptionTable, choice_option, flag_option, int_option
from exozoo.envs.core.rng import draw_below, shuffle
from exozoo.envs.planet_unknown.components import (
    COLOUR_OF_EVENT,
    CORPORATION_NAMES,
    IS_SOLO_EVENT,
    LIFEPOD_SQUARES,
    NUM_CORPORATIONS,
    NUM_PLANETS,
    PLANET_NAMES,
    SOLO,
    STARTING_ROVERS,
)
from exozoo.envs.planet_unknown.constants import (
    BY_COMMANDER,
    CLOCKWISE,
    COLOURS,
    DECK_SIZE,
    IN_BOX,
    IN_PILE,
    MAX_CELLS,
    MAX_PLAYERS,
    MAX_ROVERS,
    NUM_CARDS,
    NUM_DEPOTS,
    NUM_EVENTS,
    NUM_LEVELS,
    NUM_OBJECTIVES,
    NUM_SHAPES,
    NUM_SQUARES,
    NUM_TRACKS,
    NUM_VARIANTS,
    PHASE_SETUP,
)
from exozoo.envs.planet_unknown.rules.cards import random_card
from exozoo.envs.planet_unknown.rules.phase_round import begin_seat
from exozoo.envs.planet_unknown.rules.scoring import update_score
from exozoo.envs.planet_unknown.rules.step import run

RANDOM = np.int64(-1)
UNIVERSAL = "universal"
# where the option vector keeps what follows players and auto_resolve
AT_CORPORATIONS, AT_PLANETS, AT_EVENTS, AT_PERSONAL, AT_TURNING, AT_SHIFT = (
    np.int64(n) for n in (2, 8, 14, 17, 18, 19)
)
EVENT_PRESETS = {  # green, orange, red
    "off": (0, 0, 0),
    "easy": (10, 6, 4),
    "normal": (6, 7, 7),
    "hard": (2, 8, 10),
}


def _boards_option(name: str, names: Sequence[str], help: str) -> Option:
    """A board for each seat: the symmetric side, a random unique side, or a list of names."""

    def check(value: Any) -> Any:
        if value in (UNIVERSAL, "random") and isinstance(value, str):
            return value
        if isinstance(value, str) or not isinstance(value, Sequence):
            raise ValueError("not a list of names")
        for board in value:
            if board not in names:
                raise ValueError(f"unknown name {board!r}")
        unique = [board for board in value if board != names[0]]
        if len(set(unique)) < len(unique):
            raise ValueError("two seats with the same unique side")  # PU-2
        return tuple(value)

    allowed = f"'universal', 'random', or one name per seat among {', '.join(names)}"
    return Option(name, UNIVERSAL, help, allowed, check)


def _check_events(value: Any) -> tuple[int, int, int]:
    """PU-124: green, orange and red cards, 20 together, or none."""
    if isinstance(value, str):
        if value not in EVENT_PRESETS:
            raise ValueError("unknown choice")
        return EVENT_PRESETS[value]
    if isinstance(value, dict):
        if set(value) != set(COLOURS):
            raise ValueError("not a number for each of green, orange and red")
        value = [value[colour] for colour in COLOURS]
    if not isinstance(value, Sequence) or len(value) != len(COLOURS):
        raise ValueError("not three numbers")
    if any(isinstance(n, bool) or not hasattr(n, "__index__") or n < 0 for n in value):
        raise ValueError("not three numbers from 0")
    counts = (int(value[0]), int(value[1]), int(value[2]))
    if sum(counts) not in (0, int(DECK_SIZE)):
        raise ValueError(f"{sum(counts)} cards instead of {DECK_SIZE}")
    return counts


def _check_shift(value: Any) -> int | None:
    if value is None:
        return None
    if isinstance(value, bool) or not hasattr(value, "__index__") or not 0 <= value < NUM_DEPOTS:
        raise ValueError("not a shift of the inner ring")
    return int(value)


def _relate(values: dict[str, Any]) -> dict[str, Any]:
    """Options that depend on the number of players."""
    players = values["players"]
    for name in ("corporations", "planets"):
        if isinstance(values[name], tuple) and len(values[name]) != players:
            raise ValueError(f"option {name}: {len(values[name])} names for {players} players")
    if values["events"] is None:  # PU-146: a solo game always has events
        values["events"] = EVENT_PRESETS["normal" if players == 1 else "off"]
    if players == 1 and sum(values["events"]) == 0:
        raise ValueError("option events: a solo game needs an event deck of 20 cards")
    available = available_events(players)
    for colour, count, most in zip(COLOURS, values["events"], available, strict=True):
        if count > most:
            raise ValueError(f"option events: {count} {colour} cards, allowed: at most {most}")
    if values["rotation"] == "default":  # PU-18, PU-121
        values["rotation"] = "clockwise" if players <= 2 else "commander"
    if players == 1 and values["rotation"] != "clockwise":
        raise ValueError("option rotation: a solo game allows 'clockwise' only")
    if players == 1 and values["personal_objectives"]:
        raise ValueError("option personal_objectives: a solo game has its own, allowed: False")
    return values


def available_events(players: int) -> list[int]:
    """PU-124: cards of each colour; those marked solo only in a solo game."""
    usable = (IS_SOLO_EVENT == 0) | (players == 1)
    return [int(((colour == COLOUR_OF_EVENT) & usable).sum()) for colour in range(3)]


OPTIONS = OptionTable(
    [
        int_option("players", 2, 1, MAX_PLAYERS, "seats; 1 is the solo mode"),
        flag_option("auto_resolve", True, "play decisions with a single option"),
        _boards_option("corporations", CORPORATION_NAMES, "corporation boards of the seats"),
        _boards_option("planets", PLANET_NAMES, "planet boards of the seats"),
        Option(
            "events",
            None,
            "event deck: cards of each colour; solo games have one in any case",
            "'off', 'easy', 'normal', 'hard', or green, orange and red counts, 20 together",
            _check_events,
        ),
        flag_option("personal_objectives", False, "each player keeps a secret objective (PU-122)"),
        choice_option(
            "rotation",
            "default",
            ("default", "commander", "clockwise"),
            "who turns the station; default: one step clockwise with one or two players",
        ),
        Option(
            "susan_offset",
            None,
            "shift of the inner ring, random if None",
            "None or 0..5",
            _check_shift,
        ),
    ],
    _relate,
)


def encode_options(options: dict[str, Any]) -> np.ndarray:
    vector = []
    for name, names in (("corporations", CORPORATION_NAMES), ("planets", PLANET_NAMES)):
        value = options[name]
        if isinstance(value, str):
            vector += [int(RANDOM) if value == "random" else 0] * MAX_PLAYERS
        else:
            chosen = [names.index(board) for board in value]
            vector += chosen + [0] * (MAX_PLAYERS - len(chosen))
    vector += options["events"]
    turning = CLOCKWISE if options["rotation"] == "clockwise" else BY_COMMANDER
    shift = RANDOM if options["susan_offset"] is None else options["susan_offset"]
    vector += [int(options["personal_objectives"]), int(turning), int(shift)]
    return np.array(vector, np.int64)


def solo_adjustments() -> np.ndarray:
    """PU-148: [colour, cards of that colour] points added to the target."""
    points = np.zeros((len(COLOURS), int(DECK_SIZE) + 1), np.int64)
    for row in SOLO["adjustment_by_count"]:
        for index, colour in enumerate(COLOURS):
            points[index, row["from"] : row["to"] + 1] = row[colour]
    return points


ADJUSTMENT = table(solo_adjustments())  # [colour, cards of the colour]
BASE_TARGET = np.int64(SOLO["base_target"])


def solo_rating(medals: int, target: int) -> tuple[int, str]:
    """PU-149: the difference rounded down to a multiple of 5, from -15 to 15, and its rating."""
    difference = min(max((medals - target) // 5 * 5, -15), 15)
    ratings = {row["difference"]: row["rating"] for row in SOLO["ratings"]}
    return difference, ratings[difference]


@jit
def setup(s, options):
    """PU-1 to PU-11."""
    deal_boards(s, options)
    deal_tiles(s, options)
    deal_cards(s)
    deal_events(s, options)
    for objective in range(NUM_OBJECTIVES):
        s.objective_place[objective] = NONE
    for seat in range(MAX_PLAYERS):
        s.between[seat] = NONE
    s.personal = options[AT_PERSONAL]
    s.turning = options[AT_TURNING]
    s.commander = draw_below(s.rng, np.int64(s.num_players))  # PU-9
    s.seat = s.commander
    s.phase = PHASE_SETUP
    for seat in range(np.int64(s.num_players)):
        update_score(s, seat)
    begin_seat(s, np.int64(s.seat))
    run(s)


@jit
def deal_boards(s, options):
    """PU-2: the boards of the options; random ones are unique sides, all different."""
    corporations = np.arange(1, NUM_CORPORATIONS)
    planets = np.arange(1, NUM_PLANETS)
    shuffle(s.rng, corporations, ZERO, corporations.size)
    shuffle(s.rng, planets, ZERO, planets.size)
    for seat in range(MAX_PLAYERS):
        player = s.players[seat]
        corporation = options[AT_CORPORATIONS + seat]
        planet = options[AT_PLANETS + seat]
        player.corporation = corporations[seat] if corporation == RANDOM else corporation
        player.planet = planets[seat] if planet == RANDOM else planet
        deal_player(player)


@jit
def deal_player(player):
    """PU-3, PU-4: markers at the start, rovers in the supply, lifepods on the planet."""
    player.flux = NONE
    player.rover_supply = STARTING_ROVERS[np.int64(player.corporation)]
    for square in range(NUM_SQUARES):
        player.terrain[square] = NONE
        player.station_of[square] = NONE
    for lifepod in range(LIFEPOD_SQUARES.shape[1]):
        player.lifepod[LIFEPOD_SQUARES[np.int64(player.planet), lifepod]] = 1
    for rover in range(MAX_ROVERS):
        player.rover_at[rover] = NONE
    for cell in range(MAX_CELLS):
        player.last_square[cell] = NONE
    for track in range(NUM_TRACKS):
        player.path[track] = track


@jit
def deal_tiles(s, options):
    """PU-1, PU-11: shuffled compartments, a random rotation and ring shift."""
    for shape in range(NUM_SHAPES):
        for variant in range(NUM_VARIANTS):
            s.pile[shape, variant] = variant
        shuffle(s.rng, s.pile[shape], ZERO, s.pile[shape].size)
    s.rotation = draw_below(s.rng, NUM_DEPOTS)
    s.shift = options[AT_SHIFT]
    if s.shift == RANDOM:
        s.shift = draw_below(s.rng, NUM_DEPOTS)


@jit
def deal_cards(s):
    """PU-6: players + 1 civ cards of each level, the others stay in the box unseen."""
    for card in range(NUM_CARDS):
        s.card_place[card] = IN_BOX
    for level in range(NUM_LEVELS):
        for _ in range(np.int64(s.num_players) + 1):
            s.card_place[random_card(s, np.int64(level), IN_BOX)] = IN_PILE


@jit
def deal_events(s, options):
    """PU-123, PU-124, PU-148: a shuffled deck with the chosen number of cards of each colour."""
    s.event = NONE
    cards = np.arange(NUM_EVENTS)
    shuffle(s.rng, cards, ZERO, cards.size)
    target = BASE_TARGET
    for colour in range(len(COLOURS)):
        wanted = options[AT_EVENTS + colour]
        target += ADJUSTMENT[colour, wanted]
        for card in cards:
            if wanted > 0 and COLOUR_OF_EVENT[card] == colour:
                if s.num_players == 1 or IS_SOLO_EVENT[card] == 0:
                    s.event_deck[s.event_total] = card
                    s.event_total += 1
                    wanted -= 1
    shuffle(s.rng, s.event_deck, ZERO, np.int64(s.event_total))
    if s.num_players == 1:
        s.target = target
