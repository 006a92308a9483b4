"""The options of a game, the explicit set-up among them, and their form for the kernels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from exozoo.envs.core.codes import NONE
from exozoo.envs.core.options import (
    Option,
    OptionTable,
    choice_option,
    flag_option,
    int_option,
)
from exozoo.envs.gaia_project.automa.cards import AUTOMA_FACTION_IDS, LEVEL_NAMES
from exozoo.envs.gaia_project.components import (
    BOOSTERS,
    COLOUR_OF_FACTION,
    COORDS_OF_BOARD,
    COPIES_OF_TOKEN,
    MAPS,
    PLANET_OF_SIDE,
    SECTOR_SIDES,
    SETUP,
    SOLO_TOKENS,
    side_index,
)
from exozoo.envs.gaia_project.constants import (
    ADVANCED_IDS,
    BOARD_IDS,
    BOARD_MODES,
    FACTION_IDS,
    FINAL_IDS,
    HEX_LABELS,
    HEXES_PER_SECTOR,
    MAX_PLAYERS,
    NUM_BOOSTERS,
    NUM_FACTIONS,
    NUM_SLOTS,
    ORDER_MODES,
    PLANET_IDS,
    ROUND_TILE_IDS,
    STANDARD_IDS,
    STANDARD_POSITIONS,
    TOKEN_IDS,
    TRACK_IDS,
)

# Places in the option vector; 0 and 1 are the number of players and auto_resolve.
_SIZES = {
    "board": 1,
    "all_types": 1,
    "order": 1,
    "end_conversion": 1,
    "pool": NUM_FACTIONS,
    "faction": MAX_PLAYERS,
    "side": NUM_SLOTS,
    "rotation": NUM_SLOTS,
    "mirror": 1,
    "tile": len(STANDARD_POSITIONS),
    "advanced": len(TRACK_IDS),
    "booster": NUM_BOOSTERS,
    "round": 6,
    "final": 2,
    "top_token": 1,
    "automa_faction": 1,
    "automa_level": 1,
}
_ENDS = np.cumsum([2, *_SIZES.values()])
_AT = dict(zip(_SIZES, _ENDS, strict=False))
O_BOARD, O_ALL_TYPES, O_ORDER, O_END_CONVERSION = (
    np.int64(_AT[name]) for name in ("board", "all_types", "order", "end_conversion")
)
O_POOL, O_FACTION, O_SIDE, O_ROTATION, O_MIRROR = (
    np.int64(_AT[name]) for name in ("pool", "faction", "side", "rotation", "mirror")
)
O_TILE, O_ADVANCED, O_BOOSTER, O_ROUND, O_FINAL, O_TOP_TOKEN = (
    np.int64(_AT[name]) for name in ("tile", "advanced", "booster", "round", "final", "top_token")
)
O_AUTOMA_FACTION, O_AUTOMA_LEVEL = (
    np.int64(_AT[name]) for name in ("automa_faction", "automa_level")
)

SETUP_KEYS = (
    "map",
    "mirror",
    "sectors",
    "planets",
    "tech_tiles",
    "advanced_tiles",
    "boosters",
    "round_scoring",
    "final_scoring",
    "terraforming_federation",
    "federation_supply",
    "factions",
)


RANDOM_FACTION, DEFAULT_LEVEL = "random", 2  # of the Automa


def board_of(players: int) -> str:
    """GP-2, GS-1."""
    return BOARD_IDS[0] if players <= 2 else BOARD_IDS[1]


def _check_factions(value: Any) -> Any:
    """ "choice", "first_game", or one faction a seat, None where the player chooses."""
    if value in ("choice", "first_game"):
        return value
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise ValueError("not a list of factions")
    known = [faction for faction in value if faction is not None]
    for faction in known:
        if faction not in FACTION_IDS:
            raise ValueError(f"unknown faction {faction!r}")
    colours = [COLOUR_OF_FACTION[FACTION_IDS.index(faction)] for faction in known]
    if len(set(colours)) < len(colours):
        raise ValueError("two factions of one colour")
    return tuple(value)


def _check_setup(value: Any) -> Any:
    if value is not None:
        if not isinstance(value, Mapping):
            raise ValueError("not a dict")
        for key in value:
            if key not in SETUP_KEYS:
                raise ValueError(f"unknown key {key!r}")
    return value


def _check_level(value: Any) -> int:
    """The Automa's level as a number, given as one or by its name."""
    if value in LEVEL_NAMES:
        return LEVEL_NAMES.index(value) + 1
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise ValueError("unknown level")
    if not 1 <= value.__index__() <= len(LEVEL_NAMES):
        raise ValueError("out of range")
    return value.__index__()


def _relate_automa(values: dict[str, Any]) -> None:
    """The Automa's options belong to a solo game, and its colour is not the player's (GS-4)."""
    players = values["players"]
    for name, default in (("automa_faction", RANDOM_FACTION), ("automa_level", DEFAULT_LEVEL)):
        if players > 1 and values[name] != default:
            raise ValueError(
                f"option {name}={values[name]!r} is for players=1; allowed with {players}: "
                f"{default!r}"
            )
    if players > 1:
        return
    faction = values["automa_faction"]
    if values["factions"] == "first_game":
        wanted = SETUP["first_game_factions"]["1"]["automa"]
        if faction not in (RANDOM_FACTION, wanted):
            raise ValueError(
                f"option automa_faction={faction!r}: allowed in the first game: {wanted!r}"
            )
        return
    own = _own_faction(values)
    if own is not None and faction != RANDOM_FACTION and _colour(own) == _colour(faction):
        allowed = [f for f in AUTOMA_FACTION_IDS if _colour(f) != _colour(own)]
        raise ValueError(
            f"option automa_faction={faction!r} has the colour of {own}; allowed: "
            + ", ".join(map(repr, [RANDOM_FACTION, *allowed]))
        )


def _own_faction(values: dict[str, Any]) -> str | None:
    """The player's faction in a solo game, if an option gives it."""
    factions = values["factions"]
    if isinstance(factions, str):
        factions = (values["setup"] or {}).get("factions", [None])
    return factions[0]


def _colour(faction: str) -> int:
    return int(COLOUR_OF_FACTION[FACTION_IDS.index(faction)])


def _relate(values: dict[str, Any]) -> dict[str, Any]:
    """What fits the number of players; the set-up is checked by encoding it."""
    players = values["players"]
    if players <= 2 and values["board"] in ("fixed_centre", "shuffled_centre"):
        raise ValueError(
            f"option board={values['board']!r} is for 3 or 4 players; allowed with {players}: "
            "'first_game', 'random'"
        )
    factions = values["factions"]
    if not isinstance(factions, str) and len(factions) != players:
        raise ValueError(f"option factions: {len(factions)} for {players} players")
    if values["setup"] is not None:
        try:
            encode_setup(values["setup"], players)
        except (KeyError, TypeError, ValueError) as error:
            reason = f"missing {error}" if isinstance(error, KeyError) else str(error)
            raise ValueError(f"option setup: {reason}") from None
    _relate_automa(values)
    return values


OPTIONS = OptionTable(
    [
        int_option("players", 4, 1, MAX_PLAYERS, "seats; 1 is the solo game against the Automa"),
        flag_option("auto_resolve", True, "play decisions that have a single option"),
        choice_option(
            "board",
            "random",
            BOARD_MODES,
            "how the sectors are laid: as in the first game, with 01-04 in place, with 01-04 "
            "mixed among themselves, or all at random (GP-86)",
        ),
        choice_option(
            "equal_neighbours",
            "home",
            ("home", "all"),
            "which planets a drawn board keeps apart from their own type: the seven home types, "
            "or Gaia and transdim planets, too (O-12)",
        ),
        choice_option(
            "turn_order",
            "clockwise",
            ORDER_MODES,
            "next round: clockwise from the first to pass (GP-69), or in the order of passing (GP-87)",
        ),
        flag_option("end_conversion", True, "convert power and Q.I.C. at the end (O-11)"),
        Option(
            "factions",
            "choice",
            "how factions are found (GP-7, GP-84)",
            "'choice', 'first_game', or a faction for each seat, None where the player chooses: "
            + ", ".join(FACTION_IDS),
            _check_factions,
        ),
        choice_option(
            "automa_faction",
            RANDOM_FACTION,
            (RANDOM_FACTION, *AUTOMA_FACTION_IDS),
            "the Automa's faction in a solo game (GS-4)",
        ),
        Option(
            "automa_level",
            DEFAULT_LEVEL,
            "how strong the Automa is in a solo game (GS-7)",
            f"1..{len(LEVEL_NAMES)} or " + ", ".join(map(repr, LEVEL_NAMES)),
            _check_level,
        ),
        Option(
            "setup",
            None,
            "an explicit set-up; what it leaves out is drawn at random",
            "None or a dict with keys of: " + ", ".join(SETUP_KEYS),
            _check_setup,
        ),
    ],
    _relate,
)


def encode_options(options: dict[str, Any]) -> np.ndarray:
    """All options behind players and auto_resolve, as integers."""
    players = options["players"]
    vector = encode_setup(options["setup"] or {}, players)
    vector[O_BOARD - 2] = BOARD_MODES.index(options["board"])
    vector[O_ALL_TYPES - 2] = options["equal_neighbours"] == "all"
    vector[O_ORDER - 2] = ORDER_MODES.index(options["turn_order"])
    vector[O_END_CONVERSION - 2] = options["end_conversion"]
    factions = options["factions"]
    fixed = vector[O_FACTION - 2 : O_FACTION - 2 + MAX_PLAYERS]
    pool = vector[O_POOL - 2 : O_POOL - 2 + NUM_FACTIONS]
    pool[:] = 1
    if factions == "first_game" and players == 1:
        fixed[0] = FACTION_IDS.index(SETUP["first_game_factions"]["1"]["human"])
    elif factions == "first_game":
        pool[:] = [f in SETUP["first_game_factions"][str(players)] for f in FACTION_IDS]
    elif factions != "choice":
        for seat, faction in enumerate(factions):
            if faction is not None:
                fixed[seat] = FACTION_IDS.index(faction)
    for faction in fixed[fixed != NONE]:
        pool[COLOUR_OF_FACTION[faction] == COLOUR_OF_FACTION] = 0
    vector[O_AUTOMA_LEVEL - 2] = options["automa_level"]
    vector[O_AUTOMA_FACTION - 2] = _automa_code(options)
    return vector


def _automa_code(options: dict[str, Any]) -> int:
    """The Automa's faction, NONE if it is drawn; Taklons in the first game (GS-4)."""
    faction = options["automa_faction"]
    if options["factions"] == "first_game":
        faction = SETUP["first_game_factions"]["1"]["automa"]
    return int(NONE) if faction == RANDOM_FACTION else FACTION_IDS.index(faction)


def encode_setup(setup: Mapping[str, Any], players: int) -> np.ndarray:
    """An explicit set-up, in the form of the recorded games, as integers; NONE: drawn at random."""
    vector = np.full(_ENDS[-1] - 2, NONE)
    vector[O_ROTATION - 2 : O_ROTATION - 2 + NUM_SLOTS] = 0
    vector[O_MIRROR - 2] = bool(setup.get("mirror", False))
    board = board_of(players)
    if setup.get("map", board) != board:
        raise ValueError(f"map={setup['map']!r}: allowed with {players} players: {board!r}")
    if "sectors" in setup:
        _encode_sectors(vector, setup, board)
    elif "planets" in setup:
        raise ValueError("planets: only together with sectors")
    parts: list[tuple[str, np.int64, Sequence, Sequence]] = [
        ("tech_tiles", O_TILE, STANDARD_POSITIONS, STANDARD_IDS),
        ("advanced_tiles", O_ADVANCED, TRACK_IDS, ADVANCED_IDS),
        ("round_scoring", O_ROUND, range(6), ROUND_TILE_IDS),
        ("final_scoring", O_FINAL, range(2), FINAL_IDS),
        ("boosters", O_BOOSTER, range(max(players, 2) + 3), [b["id"] for b in BOOSTERS]),
    ]
    for key, offset, places, kinds in parts:
        if key in setup:
            codes = _codes(key, setup[key], places, kinds)
            vector[offset - 2 : offset - 2 + len(codes)] = codes
    if "terraforming_federation" in setup:
        _encode_token(vector, setup, players)
    if "factions" in setup:
        factions = _check_factions(setup["factions"])
        if len(factions) != players or None in factions:
            raise ValueError(f"factions: one for each of {players} players")
        codes = [FACTION_IDS.index(faction) for faction in factions]
        vector[O_FACTION - 2 : O_FACTION - 2 + players] = codes
    return vector


def _codes(key: str, given: Any, places: Sequence, kinds: Sequence) -> list[int]:
    """Different kinds on all places of a part of the set-up."""
    if isinstance(given, Mapping):
        if set(given) != set(places):
            raise ValueError(f"{key}: needs exactly {', '.join(map(str, places))}")
        values = [given[place] for place in places]
    else:
        values = list(given)
    unknown = [value for value in values if value not in kinds]
    if unknown or len(values) != len(places) or len(set(values)) < len(values):
        raise ValueError(
            f"{key}={values}: allowed are {len(places)} different ones of "
            + ", ".join(map(str, kinds))
        )
    return [list(kinds).index(value) for value in values]


def _encode_sectors(vector: np.ndarray, setup: Mapping[str, Any], board: str) -> None:
    slots = MAPS["shapes"][board]["slots"]
    sectors = setup["sectors"]
    wanted = {side_index(p["sector"], board) for p in MAPS["first_game"][board]}
    sides = {}
    for entry in sectors:
        side, slot = side_index(entry["sector"], board), entry["slot"]
        if entry.get("side", SECTOR_SIDES[side][1]) != SECTOR_SIDES[side][1]:
            raise ValueError(f"sectors: {board} uses {SECTOR_SIDES[side]}, not {entry}")
        if slot not in range(len(slots)) or entry["rotation"] not in range(6):
            raise ValueError(f"sectors: slots 0..{len(slots) - 1}, rotations 0..5: {entry}")
        if list(entry.get("center", slots[slot]["center"])) != slots[slot]["center"]:
            raise ValueError(f"sectors: slot {slot} has centre {slots[slot]['center']}")
        sides[slot] = side
        vector[O_SIDE - 2 + slot] = side
        vector[O_ROTATION - 2 + slot] = entry["rotation"]
    if len(sectors) != len(slots) or set(sides.values()) != wanted:
        raise ValueError(f"sectors: each sector of {board} once, in {len(slots)} slots")
    if "planets" in setup and dict(setup["planets"]) != _planets(vector, board):
        raise ValueError("planets: not those of the sectors")


def _planets(vector: np.ndarray, board: str) -> dict[str, str]:
    """Hex name -> planet type of the encoded sectors."""
    found = {}
    for place in range(len(COORDS_OF_BOARD[BOARD_IDS.index(board)])):
        slot, label = divmod(place, HEXES_PER_SECTOR)
        side, turns = vector[O_SIDE - 2 + slot], vector[O_ROTATION - 2 + slot]
        planet = PLANET_OF_SIDE[side, vector[O_MIRROR - 2], turns, label]
        if planet != NONE:
            found[f"{int(SECTOR_SIDES[side][0])}{HEX_LABELS[label]}"] = PLANET_IDS[planet]
    return found


def _encode_token(vector: np.ndarray, setup: Mapping[str, Any], players: int) -> None:
    """GP-4, GS-2."""
    kinds = TOKEN_IDS[:-1]
    token = setup["terraforming_federation"]
    if token not in kinds:
        raise ValueError(f"terraforming_federation={token!r}: allowed are {', '.join(kinds)}")
    vector[O_TOP_TOKEN - 2] = kinds.index(token)
    left = {kind: int(COPIES_OF_TOKEN[i]) - (kind == token) for i, kind in enumerate(kinds)}
    if players == 1:
        left = dict.fromkeys(kinds, int(SOLO_TOKENS))
    if dict(setup.get("federation_supply", left)) != left:
        raise ValueError(f"federation_supply: with {token} on Terraforming 5 it is {left}")
