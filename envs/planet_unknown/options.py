"""The options of Planet Unknown, and where `setup` finds them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np

from exozoo.envs.core.options import (
    Option,
    OptionTable,
    Part,
    choice_option,
    flag_option,
    int_option,
)
from exozoo.envs.core.words import shown, whole
from exozoo.envs.planet_unknown.components import (
    COLOUR_OF_EVENT,
    CORPORATION_NAMES,
    IS_SOLO_EVENT,
    PLANET_NAMES,
)
from exozoo.envs.planet_unknown.constants import (
    BY_COMMANDER,
    CLOCKWISE,
    COLOURS,
    DECK_SIZE,
    MAX_PLAYERS,
    NUM_DEPOTS,
)

RANDOM = np.int64(-1)  # in the vector: to be drawn
UNIVERSAL = "universal"
TURNING = {"clockwise": CLOCKWISE, "commander": BY_COMMANDER}
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
                raise ValueError(f"unknown name {shown(board)}")
        unique = [board for board in value if board != names[0]]
        if len(set(unique)) < len(unique):
            raise ValueError("two seats with the same unique side")  # PU-2
        return tuple(value)

    allowed = f"'universal', 'random', or one name per seat among {', '.join(names)}"
    return Option(name, UNIVERSAL, help, allowed, check, seat_samples=tuple(names))


def _check_events(value: Any) -> tuple[int, ...] | None:
    """PU-124: green, orange and red cards, 20 together, or none; None: as the number of players says."""
    if value is None:
        return None
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
    numbers = [whole(count) for count in value]
    counts = tuple(number for number in numbers if number is not None and number >= 0)
    if len(counts) != len(COLOURS):
        raise ValueError("not three numbers from 0")
    if sum(counts) not in (0, int(DECK_SIZE)):
        raise ValueError(f"{shown(sum(counts))} cards instead of {DECK_SIZE}")
    return counts


def _check_shift(value: Any) -> int | None:
    if value is None:
        return None
    number = whole(value)
    if number is None or not 0 <= number < NUM_DEPOTS:
        raise ValueError("not a shift of the inner ring")
    return number


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


def _encode_boards(name: str, names: Sequence[str], values: dict[str, Any]) -> list[int]:
    """The board of each seat; those beyond the last seat are symmetric."""
    chosen = values[name]
    if isinstance(chosen, str):
        return [int(RANDOM) if chosen == "random" else 0] * MAX_PLAYERS
    return [names.index(board) for board in chosen] + [0] * (MAX_PLAYERS - len(chosen))


def _encode_shift(values: dict[str, Any]) -> int:
    return int(RANDOM) if values["susan_offset"] is None else values["susan_offset"]


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
            "None (solo games: 'normal', else 'off'), 'off', 'easy', 'normal', 'hard', or green, orange "
            "and red counts, 20 together",
            _check_events,
            samples=tuple(EVENT_PRESETS),
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
    parts=[
        Part(
            "corporations", MAX_PLAYERS, partial(_encode_boards, "corporations", CORPORATION_NAMES)
        ),
        Part("planets", MAX_PLAYERS, partial(_encode_boards, "planets", PLANET_NAMES)),
        Part("events", len(COLOURS), lambda values: values["events"]),
        Part("rotation", 1, lambda values: TURNING[values["rotation"]]),
        Part("susan_offset", 1, _encode_shift),
    ],
)
AT_CORPORATIONS, AT_PLANETS, AT_EVENTS, AT_PERSONAL, AT_ROTATION, AT_SHIFT = OPTIONS.places(
    "corporations", "planets", "events", "personal_objectives", "rotation", "susan_offset"
)
