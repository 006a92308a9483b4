"""What the components do, in English: tooltips of the drawing."""

from __future__ import annotations

from exozoo.envs.planet_unknown import constants as c
from exozoo.envs.planet_unknown.components import (
    BONUS_OF_CELL,
    CARDS,
    CORPORATIONS,
    EVENTS,
    MEDAL_OF_PATH,
    OBJECTIVES,
    PLANETS,
)
from exozoo.envs.planet_unknown.kinds import GROUND as GROUND_KIND
from exozoo.envs.planet_unknown.view.describe import tile_name

# by kind of bonus: in a cell of a track, and in full
BONUS_WORDS = ("{}m", "boost", "civ {}", "patch", "rover", "tech {}", "+{}")
BONUS_HINTS = (
    "{} movement points for the rovers",
    "a boost: advance any one marker",
    "a civ card of level {}",
    "{} biomass patches",
    "one more rover",
    "technology {}",
    "advance the {} marker",
)


def cell_words(corporation: int, track: int, row: int) -> str:
    """The bonuses of a track cell, in short."""
    return " ".join(
        words.format(_amount(kind, amount, True))
        for kind, (words, amount) in enumerate(
            zip(BONUS_WORDS, BONUS_OF_CELL[corporation, track * 16 + row], strict=True)
        )
        if amount
    )


def cell_medals(corporation: int, track: int, row: int) -> int:
    return int(MEDAL_OF_PATH[corporation, track, row]) if row < c.MAX_STEPS else 0


def _amount(kind: int, amount: int, short: bool = False) -> str:
    if kind == c.ADVANCE:
        name = c.TRACK_NAMES[int(amount) - 1]
        return name[:4] if short else name
    return str(int(amount))


def cell_hint(corporation: int, track: int, row: int) -> str:
    found = [
        words.format(_amount(kind, amount))
        for kind, (words, amount) in enumerate(
            zip(BONUS_HINTS, BONUS_OF_CELL[corporation, track * 16 + row], strict=True)
        )
        if amount
    ]
    medals = cell_medals(corporation, track, row)
    if medals:
        found.append(f"{medals} medals at the end")
    where = f"Track {c.TRACK_NAMES[track]}, cell {row}"
    return f"{where}: {'; '.join(found) or 'nothing'}."


def card_hint(card: int) -> str:
    data = CARDS[card]
    when = "at once" if data["timing"] == "immediate" else "at the end of the game"
    return f"Civ card {card + 1}, level {data['level']}, {data['name']}. It counts {when}: {data['text']}"


def objective_hint(objective: int, side: str) -> str:
    data = OBJECTIVES[objective][side]
    prize = (
        f"{data['medals']} medals"
        if side == "personal"
        else f"{data['medals_win']} medals, {data['medals_tie']} each in a tie"
    )
    return f"Objective {data['name']}: {data['text']} {prize}."


def event_hint(event: int) -> str:
    return f"Event {EVENTS[event]['id']} ({EVENTS[event]['colour']}): {EVENTS[event]['text']}"


def corporation_hint(corporation: int) -> str:
    data = CORPORATIONS[corporation]
    return f"{data['name']}. Special ability: {data['special_ability']}"


def planet_hint(planet: int) -> str:
    return f"{PLANETS[planet]['name']}. {PLANETS[planet]['special_rule']}"


def technology_hint(corporation: int, level: int, available: bool) -> str:
    data = CORPORATIONS[corporation]["technologies"][level]
    state = "available" if available else "not available now"
    return f"Technology {level + 1}, {state}: {data['effect']}"


def depot_hint(ring: int, tile: int, left: int) -> str:
    where = "outer" if ring else "inner"
    if tile < 0:
        return f"An empty compartment of the {where} ring."
    return f"Compartment of the {where} ring, {left} tiles; on top {tile_name(tile)}."


def square_hint(row: int, col: int, terrain: int, ground: int, extra: list[str]) -> str:
    """What a square of a planet is, and what lies on it."""
    bare = f"{GROUND_KIND.label(ground)}, not covered"
    what = c.TERRAIN_NAMES[terrain] if terrain >= 0 else bare
    return ", ".join([f"Square [{row}, {col}]", what, *extra]) + "."
