"""Effects in English, read from the code in a state's box: so any set of cards explains itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from exozoo.envs.beyond_the_sun import components as box
from exozoo.envs.beyond_the_sun.constants import COUNTERS, LEVEL_NAMES, OPS, WIDTHS

COUNTER_WORDS = {
    "controlled_location": "controlled location",
    "colonized_system": "colonised system",
    "tech_level3": "technology of level III",
    "automation_level": "automation level",
    "ship_level4": "ship of level 4",
    "achievement": "achievement",
    "outpost": "outpost",
}
CONDITION_WORDS = {
    "techs_of_level": "{n} technology of level {level}",
    "colonized_systems": "{n} colonised systems",
    "all_slots_of_level": "all technologies of level {level}",
    "automation_level": "automation level {n}",
    "ore": "{n} ore",
    "total_strength_on_map": "ships of strength {n} on the map",
    "printed_symbols_same_kind": "{n} equal symbols on systems",
    "outposts": "{n} outposts",
    "ships_of_level": "{n} ships of level {level}",
}
PERMANENT_WORDS = {
    "perm_skip_one_prereq": "one of two prerequisites may be missing for discovered technologies",
    "perm_return_pop_as_ore": "1 returned population of a cost may be 1 ore instead",
    "perm_any_track": "discs may come from either track",
    "perm_wormhole": "1 point of movement takes a ship anywhere, except out of Sol and Deep Space",
    "perm_evict_pawn": "an action space of another pawn may be taken",
    "perm_build_anywhere_controlled": "ships may be built at any controlled location",
}
PLAIN_WORDS = {
    "grow_population": "grow population",
    "produce_ore": "produce ore",
    "trade": "trade",
    "basic_action": "a basic action",
    "copy_research_action": "copy a research action",
    **PERMANENT_WORDS,
}
DECKS, PLACES, TRACKS = "AB", ("a shipyard", "Deep Space"), ("food", "ore", "either")
Reader = Callable[[bytes, list[int]], str]


def list_words(data: bytes, place: int) -> str:
    """The effect list at a place of the code."""
    at, parts = int(box.CODE) + place, []
    while OPS[data[at]] != "end":
        op = OPS[data[at]]
        width = WIDTHS[op] + (4 * data[at + 2] if op == "choose" else 0)
        parts.append(_effect(data, op, list(data[at + 1 : at + width])))
        at += width
    return ", ".join(parts)


def action_words(data: bytes, row: bytes) -> str:
    """An action: what it costs and what it does."""
    place = row[box.A_LIST] * 256 + row[box.A_LIST + 1]
    return _part(data, [row[box.A_ORE], row[box.A_RETURN], *divmod(place, 256)])


def condition_words(entry: dict[str, Any]) -> str:
    level = LEVEL_NAMES[max(entry["level"], 1) - 1]
    if entry["condition"] == "ships_of_level":
        level = str(entry["level"])
    return CONDITION_WORDS[entry["condition"]].format(n=entry["n"], level=level)


def points_words(row: bytes) -> str:
    """The points of a technology (BS-182)."""
    words = f"{row[box.T_BASE]} points"
    if row[box.T_PER] != box.NOTHING:
        per = COUNTER_WORDS[COUNTERS[row[box.T_PER]]]
        each = f"{row[box.T_DIVISOR]} of: {per}" if row[box.T_DIVISOR] > 1 else per
        words += f" and {row[box.T_EACH]} for each {each}"
    return words


def _part(data: bytes, values: list[int]) -> str:
    ore, returned, high, low = values
    cost = [f"{ore} ore"] if ore else []
    cost += [f"{returned} population"] if returned else []
    effects = list_words(data, high * 256 + low) or "nothing"
    return f"{' + '.join(cost)}: {effects}" if cost else effects


def _plural(count: int, thing: str) -> str:
    return f"{count} {thing}{'s' if count != 1 else ''}"


def _levels(bits: int) -> str:
    return "/".join(name for n, name in enumerate(LEVEL_NAMES) if bits >> n & 1)


def _ships(count: int, level: int) -> str:
    which = f"level {level}" if level else "the chosen level"
    return f"{_plural(count, 'ship')} of {which}"


def _research(data: bytes, values: list[int]) -> str:
    levels, flags = values
    words = "research one more level than systems" if flags & 8 else f"research {_levels(levels)}"
    words += " (discovered)" if flags & 1 else ""
    words += " without prerequisites" if flags & 2 else ""
    return words + (" without its bonus" if flags & 4 else "")


def _choose(data: bytes, values: list[int]) -> str:
    times, count, *rest = values
    options = [_part(data, rest[4 * n : 4 * n + 4]) for n in range(count)]
    start = f"choose {times} times" if times > 1 else "choose"
    return f"{start}: {' or '.join(f'({option})' for option in options)}"


def _per(data: bytes, values: list[int]) -> str:
    n, per, most = values
    limit = f", at most {most}" if most else ""
    return f"gain {n} ore for each {COUNTER_WORDS[COUNTERS[per]]}{limit}"


def _population_per(data: bytes, values: list[int]) -> str:
    n, per, divisor = values
    each = f"{divisor} of: " if divisor > 1 else ""
    return f"gain {n} population for each {each}{COUNTER_WORDS[COUNTERS[per]]}"


def _each(data: bytes, values: list[int]) -> str:
    may = "may take" if values[0] else "takes"
    return f"every faction {may}: {_part(data, values[1:])}"


_READERS: dict[str, Reader] = {
    "gain_ore": lambda data, v: f"gain {v[0]} ore",
    "gain_ore_per": _per,
    "supply_to_pop": lambda data, v: f"gain {v[0]} population",
    "supply_to_pop_per": _population_per,
    "supply_to_ship": lambda data, v: f"{_ships(v[0], v[1])} from supply at {PLACES[v[2]]}",
    "pop_to_ship": lambda data, v: f"{_ships(v[0], v[1])} from population at {PLACES[v[2]]}",
    "ship_to_pop": lambda data, v: f"{_plural(v[0], 'ship')} to population",
    "research": _research,
    "automate": lambda data, v: f"automate {TRACKS[v[0]]}",
    "upgrade": lambda data, v: f"upgrade {_plural(v[0], 'ship')} by {v[1]}",
    "upgrade_points": lambda data, v: f"{_plural(v[0], 'upgrade')} of ships",
    "jump": lambda data, v: f"jump {v[0]}",
    "jump_ships_anywhere": lambda data, v: f"move {_plural(v[0], 'ship')} anywhere",
    "gain_ore_per_control_gained": lambda data, v: f"{v[0]} ore for each control gained",
    "colonize": lambda data, v: "colonise" + (" an uncontrolled system" if v[0] & 1 else ""),
    "move_supply": lambda data, v: f"move {_plural(v[0], 'cube')} of supply",
    "private_tech": lambda data, v: f"a private technology of level {LEVEL_NAMES[v[0] - 1]}",
    "draw_systems_colonize": lambda data, v: (
        f"draw {v[1]} systems of deck {DECKS[v[0]]}, colonise {v[2]}"
    ),
    "optional": lambda data, v: f"you may ({_part(data, v)})",
    "choose": _choose,
    "repeat_immediate": lambda data, v: f"again: {list_words(data, v[0] * 256 + v[1])}",
    "ev_remove_guild": lambda data, v: f"open a guild of rank {v[0]}",
    "ev_keep": lambda data, v: f"keep the card for {v[0]} points",
    "ev_each": _each,
    "ev_discoverer": lambda data, v: f"the discoverer: {list_words(data, v[0] * 256 + v[1])}",
    "ev_choose_ship_level": lambda data, v: f"choose ship level {_levels(v[0])}",
    "ev_extra_system": lambda data, v: f"an extra system of deck {DECKS[v[0]]}",
    "ev_link_system_vp": lambda data, v: f"{v[0]} points on a system",
    "ev_link_achievement_vp": lambda data, v: f"{v[0]} points on an achievement",
    "ev_link_tech_ore": lambda data, v: f"{v[0]} ore for researching this technology",
    "ev_museum": lambda data, v: f"museum: {', '.join(map(str, v))} points for ships by level",
    "ev_dyson": lambda data, v: f"the Dyson Sphere with a system of deck {DECKS[v[0]]}",
    "perm_on_trade3": lambda data, v: f"after 3 exchanges: {list_words(data, v[0] * 256 + v[1])}",
    "perm_on_last_disc": lambda data, v: (
        f"with the last disc of a track: {list_words(data, v[0] * 256 + v[1])}"
    ),
    "perm_ore_bonus_on_produce": lambda data, v: f"producing ore yields {v[0]} more",
    "perm_extra_jump": lambda data, v: f"jumps have {v[0]} more points",
    "perm_colonize_ore": lambda data, v: f"{v[0]} ore with each colony",
    "perm_event_ore": lambda data, v: f"{v[0]} ore with each discovery",
}
assert set(_READERS) | set(PLAIN_WORDS) | {"end"} == set(OPS)


def _effect(data: bytes, op: str, values: list[int]) -> str:
    return PLAIN_WORDS[op] if op in PLAIN_WORDS else _READERS[op](data, values)
