"""Which games are recorded: for each game a list of options, one entry each.

Names are written out rather than read from the games, so that the mixes stay what they are when a
game's tables move.
"""

from __future__ import annotations

from itertools import cycle, islice
from typing import Any

Options = dict[str, Any]

# Ids that end or shorten a turn, or waste what a player has. Eager players take them seldom, or
# random games would hardly ever reach the later rules: passing, declining, idle exchanges ...
RELUCTANT: dict[str, tuple[int, ...]] = {
    "planet_unknown": (1550,),
    "alien_frontiers": (55, 73),
    "gaia_project": (*range(190, 201), 207, *range(233, 252)),
    "beyond_the_sun": (*range(139, 143), 161),
}

CORPORATIONS = (
    "Universal Coalition",
    "Cosmos Inc.",
    "Flux Industries",
    "Horizon Group",
    "Jump Drive",
    "Makeshift",
    "Oasis Ultd.",
    "Republic",
    "Wormhole Corp.",
)
PLANETS = (
    "KSB-4156",
    "Arashi",
    "Cerberus",
    "Charybdis",
    "Gaia",
    "K-273",
    "K'Aax",
    "Lacuna",
    "Oblivion",
    "Pajitnov",
    "Persephone",
    "Petra",
    "Tartarus",
)


def around(names: tuple[str, ...], first: int, count: int) -> list[str]:
    """`count` names in turn, from number `first` on."""
    return list(islice(cycle(names), first, first + count))


def planet_unknown() -> list[Options]:
    decks = ("easy", "normal", "hard", [7, 7, 6], {"green": 12, "orange": 8, "red": 0})
    mixes: list[Options] = [{"players": 1}, {"players": 1, "auto_resolve": False}]
    for number, planet in enumerate(PLANETS):
        corporation = CORPORATIONS[number % len(CORPORATIONS)]
        solo = {"players": 1, "corporations": [corporation], "planets": [planet]}
        mixes.append({**solo, "events": decks[number % len(decks)]})
    mixes += [{"players": players} for players in range(2, 7)]
    mixes += [
        {"players": players, "corporations": "random", "planets": "random"}
        for players in range(2, 7)
    ]
    first = 0
    for players in (2, 3, 4, 5, 6, 2, 3, 4):  # 29 seats: each board two or three times
        boards = {
            "corporations": around(CORPORATIONS, first, players),
            "planets": around(PLANETS, first, players),
        }
        mixes.append({"players": players, **boards})
        first += players
    boards = {"corporations": "random", "planets": "random"}
    for number, events in enumerate(("off", *decks)):
        mixes.append({"players": 2 + number % 5, **boards, "events": events})
    mixes += [
        {"players": 2, **boards, "personal_objectives": True},
        {"players": 4, **boards, "personal_objectives": True, "events": "hard"},
        {"players": 6, **boards, "personal_objectives": True, "rotation": "clockwise"},
        {"players": 2, **boards, "rotation": "commander", "susan_offset": 0},
        {"players": 3, **boards, "rotation": "clockwise", "susan_offset": 1},
        {"players": 4, "rotation": "clockwise", "susan_offset": 2},
        {"players": 5, "rotation": "commander", "susan_offset": 3},
        {"players": 2, **boards, "susan_offset": 4},
        {"players": 3, **boards, "susan_offset": 5},
        {"players": 2, **boards, "auto_resolve": False},
        {"players": 3, **boards, "auto_resolve": False, "events": "normal"},
        {"players": 4, **boards, "auto_resolve": False, "personal_objectives": True},
        {"players": 1, **boards, "auto_resolve": False, "events": "hard"},
    ]
    return mixes


def alien_frontiers() -> list[Options]:
    mixes: list[Options] = [{"players": players} for players in (2, 3, 4)] * 10
    limits = (1, 7, 30, 60, 100)
    mixes += [
        {"players": players, "turn_limit": limit} for players in (2, 3, 4) for limit in limits
    ]
    mixes += [{"players": players, "turn_limit": 0} for players in (2, 3, 4)]
    mixes += [{"players": players, "auto_resolve": False} for players in (2, 3, 4)] * 2
    mixes += [{"players": 4, "auto_resolve": False, "turn_limit": 40}]
    return mixes


COLOURS = (
    ("terrans", "lantids"),
    ("xenos", "gleens"),
    ("taklons", "ambas"),
    ("hadsch_hallas", "ivits"),
    ("geodens", "baltaks"),
    ("firaks", "bescods"),
    ("nevlas", "itars"),
)
AUTOMA_FACTIONS = ("terrans", "xenos", "taklons", "hadsch_hallas", "geodens", "firaks", "itars")
TRACKS = (
    "terraforming",
    "navigation",
    "artificial_intelligence",
    "gaia_project",
    "economy",
    "science",
)
TILES: Options = {
    "tech_tiles": {
        place: f"std{9 - number}"
        for number, place in enumerate((*TRACKS, "free1", "free2", "free3"))
    },
    "advanced_tiles": {track: f"adv{2 * number + 3}" for number, track in enumerate(TRACKS)},
    "round_scoring": ["round5", "round9", "round1", "round8", "round2", "round6"],
    "final_scoring": ["gaia_planets", "sectors"],
    "terraforming_federation": "fed8q",
}
SMALL_SECTORS = [
    {"slot": slot, "sector": sector, "rotation": slot % 6}
    for slot, sector in enumerate(("01", "05", "02", "03", "06", "04", "07"))
]
BIG_SECTORS = [
    {"slot": slot, "sector": sector, "rotation": (slot + 1) % 6}
    for slot, sector in enumerate(("10", "01", "05", "09", "02", "03", "06", "08", "04", "07"))
]


def gaia_solo() -> list[Options]:
    """Every faction against Automas of every faction and level."""
    mixes: list[Options] = [{"players": 1}, {"players": 1, "auto_resolve": False}]
    for number in range(14):
        own = COLOURS[number % 7][number // 7]
        automa = AUTOMA_FACTIONS[(number + 1 + number // 7) % 7]
        pair = {"factions": [own], "automa_faction": automa, "automa_level": 1 + number % 5}
        mixes.append({"players": 1, **pair})
    given = {**TILES, "map": "small_7", "sectors": SMALL_SECTORS, "boosters": [9, 2, 7, 1, 3]}
    return [
        *mixes,
        {"players": 1, "board": "first_game", "factions": "first_game"},
        {"players": 1, "automa_level": "Alptrauma", "equal_neighbours": "all"},
        {"players": 1, "setup": given, "end_conversion": False, "turn_order": "passing"},
    ]


def gaia_tables() -> list[Options]:
    """Two to four players: every faction at each size of table."""
    mixes: list[Options] = [{"players": players} for players in (2, 3, 4)] * 2
    for players in (2, 3, 4):
        for side in (0, 1):
            for first in range(0, 7, players):
                seats = [COLOURS[(first + seat) % 7][side] for seat in range(players)]
                mixes.append({"players": players, "factions": seats})
    boards = ("first_game", "fixed_centre", "shuffled_centre", "random")
    for players in (3, 4):
        for number, board in enumerate(boards):
            order = ("clockwise", "passing")[number % 2]
            mixes.append({"players": players, "board": board, "turn_order": order})
    return [
        *mixes,
        {"players": 2, "board": "first_game", "factions": "first_game"},
        {"players": 3, "board": "first_game", "factions": "first_game"},
        {"players": 4, "board": "first_game", "factions": "first_game"},
        {"players": 2, "equal_neighbours": "all", "turn_order": "passing"},
        {"players": 4, "equal_neighbours": "all", "end_conversion": False},
        {"players": 2, "auto_resolve": False},
        {"players": 4, "auto_resolve": False, "turn_order": "passing"},
        {"players": 3, "factions": [None, "ivits", None]},
        {"players": 2, "setup": {**TILES, "sectors": SMALL_SECTORS, "mirror": True}},
        {"players": 4, "setup": {**TILES, "sectors": BIG_SECTORS, "boosters": list(range(1, 8))}},
        {"players": 2, "setup": {"factions": ["taklons", "itars"], "boosters": [3, 4, 5, 6, 10]}},
    ]


def beyond_the_sun() -> list[Options]:
    mixes: list[Options] = [{"players": players} for players in (2, 3, 4)] * 3
    for players in (2, 3, 4):
        for board in ("basic", "advanced"):
            for achievements in ("random", "beginner"):
                for tableau in (False, True):
                    chosen = {"achievements": achievements, "tableau": tableau}
                    mixes.append({"players": players, "boards": board, **chosen})
    advanced = {"boards": "advanced", "tableau": True}
    mixes += [{"players": players, "auto_resolve": False} for players in (2, 3, 4)]
    mixes += [
        {"players": players, "auto_resolve": False, "max_rounds": 12, **advanced}
        for players in (2, 3, 4)
    ]
    mixes += [
        {"players": players, "max_rounds": rounds} for players in (2, 3, 4) for rounds in (1, 5, 20)
    ]
    mixes += [{"players": players, "max_rounds": 1000, **advanced} for players in (2, 3, 4)]
    return mixes


MIXES: dict[str, list[Options]] = {
    "planet_unknown": planet_unknown() * 2,  # its games are short
    "alien_frontiers": alien_frontiers(),
    "gaia_project": [*gaia_solo(), *gaia_tables()],
    "beyond_the_sun": beyond_the_sun(),
}
