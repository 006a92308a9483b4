"""The options of a game, the explicit set-up among them, and their form for the kernels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from exozoo.envs.core.codes import NONE
from exozoo.envs.core.options import (
    Option,
    OptionTable,
    Part,
    choice_option,
    flag_option,
    int_option,
)
from exozoo.envs.core.words import WRONG_KIND, shown, whole
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
    sectors_of,
    side_index,
)
from exozoo.envs.gaia_project.constants import (
    ADVANCED_IDS,
    BIG_BOARD,
    BOARD_IDS,
    BOARD_MODES,
    FACTION_IDS,
    FINAL_IDS,
    HEX_LABELS,
    HEXES_PER_SECTOR,
    MAX_BID,
    MAX_PLAYERS,
    NUM_BOOSTERS,
    NUM_FACTIONS,
    NUM_ROUNDS,
    NUM_SLOTS,
    ORDER_MODES,
    PLANET_IDS,
    ROUND_TILE_IDS,
    SMALL_BOARD,
    STANDARD_IDS,
    STANDARD_POSITIONS,
    TOKEN_IDS,
    TRACK_IDS,
    X_BOARD,
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
    "bids",
)


Values = dict[str, Any]  # of the options
MAX_REASON = 400  # letters of what is wrong with a set-up
RANDOM_FACTION, DEFAULT_LEVEL = "random", 2  # of the Automa


def board_of(values: Values) -> str:
    """GP-2, GS-1: by the number of players; GP-103: or the outline that the set-up names."""
    players, named = values["players"], _setup(values).get("map")
    usual = SMALL_BOARD if players <= 2 else BIG_BOARD
    if named == BOARD_IDS[X_BOARD] and players > 1:
        return BOARD_IDS[X_BOARD]
    return BOARD_IDS[usual]


def _check_factions(value: Any) -> Any:
    """ "choice", "first_game", or one faction a seat, None where the player chooses."""
    if isinstance(value, str) and value in ("choice", "first_game"):
        return value
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise ValueError("not a list of factions")
    known = [faction for faction in value if faction is not None]
    for faction in known:
        if faction not in FACTION_IDS:
            raise ValueError(f"unknown faction {shown(faction)}")
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
                raise ValueError(f"unknown key {shown(key)}")
    return value


def _check_level(value: Any) -> int:
    """The Automa's level as a number, given as one or by its name."""
    if isinstance(value, str) and value in LEVEL_NAMES:
        return LEVEL_NAMES.index(value) + 1
    number = whole(value)
    if number is None:
        raise ValueError("unknown level")
    if not 1 <= number <= len(LEVEL_NAMES):
        raise ValueError("out of range")
    return number


def _relate_automa(values: Values) -> None:
    """The Automa's options belong to a solo game, and its colour is not the player's (GS-4)."""
    players = values["players"]
    for name, default in (("automa_faction", RANDOM_FACTION), ("automa_level", DEFAULT_LEVEL)):
        if players > 1 and values[name] != default:
            raise ValueError(
                f"option {name}={shown(values[name])} is for players=1; allowed with {players}: "
                f"{default!r}"
            )
    if players > 1:
        return
    faction = values["automa_faction"]
    if values["factions"] == "first_game":
        wanted = SETUP["first_game_factions"]["1"]["automa"]
        if faction not in (RANDOM_FACTION, wanted):
            raise ValueError(
                f"option automa_faction={shown(faction)}: allowed in the first game: {shown(wanted)}"
            )
        return
    own = _own_faction(values)
    if own is not None and faction != RANDOM_FACTION and _colour(own) == _colour(faction):
        allowed = [f for f in AUTOMA_FACTION_IDS if _colour(f) != _colour(own)]
        raise ValueError(
            f"option automa_faction={shown(faction)} has the colour of {own}; allowed: "
            + ", ".join(map(repr, [RANDOM_FACTION, *allowed]))
        )


def _setup(values: Values) -> Mapping[str, Any]:
    """The explicit set-up, in the form of the recorded games."""
    return values["setup"] or {}


def _own_faction(values: Values) -> str | None:
    """The player's faction in a solo game, if an option gives it."""
    factions = values["factions"]
    if isinstance(factions, str):
        factions = _setup(values).get("factions", [None])
    return factions[0]


def _colour(faction: str) -> int:
    return int(COLOUR_OF_FACTION[FACTION_IDS.index(faction)])


def _faction_codes(values: Values) -> np.ndarray:
    """The faction of each seat, NONE where the player chooses; the option goes before the set-up."""
    players, factions, given = values["players"], values["factions"], _setup(values).get("factions")
    fixed = np.full(MAX_PLAYERS, NONE)
    if given is not None:
        given = _check_factions(given)
        if len(given) != players or None in given:
            raise ValueError(f"factions: one for each of {players} players")
        fixed[:players] = [FACTION_IDS.index(faction) for faction in given]
    if factions == "first_game" and players == 1:
        fixed[0] = FACTION_IDS.index(SETUP["first_game_factions"]["1"]["human"])
    elif not isinstance(factions, str):
        for seat, faction in enumerate(factions):
            if faction is not None:
                fixed[seat] = FACTION_IDS.index(faction)
    return fixed


def _pool(values: Values) -> np.ndarray:
    """1 for each faction that may be chosen: of a colour that no seat has by an option."""
    players = values["players"]
    pool = np.ones(NUM_FACTIONS, np.int64)
    if values["factions"] == "first_game" and players > 1:
        pool[:] = [f in SETUP["first_game_factions"][str(players)] for f in FACTION_IDS]
    fixed = _faction_codes(values)
    for faction in fixed[fixed != NONE]:
        pool[COLOUR_OF_FACTION[faction] == COLOUR_OF_FACTION] = 0
    return pool


def _automa_code(values: Values) -> int:
    """The Automa's faction, NONE if it is drawn; Taklons in the first game (GS-4)."""
    faction = values["automa_faction"]
    if values["factions"] == "first_game":
        faction = SETUP["first_game_factions"]["1"]["automa"]
    return int(NONE) if faction == RANDOM_FACTION else FACTION_IDS.index(faction)


def _kinds_part(name: str, key: str, places: Sequence, kinds: Sequence) -> Part:
    """Different kinds on the places of a part of the set-up; NONE: drawn at random."""

    def encode(values: Values) -> Any:
        setup = _setup(values)
        return _codes(key, setup[key], places, kinds) if key in setup else NONE

    return Part(name, len(places), encode)


def _boosters(values: Values) -> list[int]:
    """GP-6, GS-1: as many as the players need, NONE on the places left over."""
    setup, number = _setup(values), max(values["players"], 2) + 3
    if "boosters" not in setup:
        return [int(NONE)] * NUM_BOOSTERS
    codes = _codes("boosters", setup["boosters"], range(number), [b["id"] for b in BOOSTERS])
    return codes + [int(NONE)] * (NUM_BOOSTERS - number)


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


def _sectors(values: Values) -> np.ndarray:
    """For each slot the side of a sector, NONE if it is drawn at random, and its turns."""
    setup, board = _setup(values), board_of(values)
    laid = np.full((NUM_SLOTS, 2), NONE)
    laid[:, 1] = 0
    if "sectors" not in setup:
        return laid
    slots = MAPS["shapes"][board]["slots"]
    wanted = {side_index(sector, board) for sector in sectors_of(board)}
    for entry in setup["sectors"]:
        side, slot = side_index(entry["sector"], board), entry["slot"]
        if entry.get("side", SECTOR_SIDES[side][1]) != SECTOR_SIDES[side][1]:
            raise ValueError(f"sectors: {board} uses {SECTOR_SIDES[side]}, not {entry}")
        if slot not in range(len(slots)) or entry["rotation"] not in range(6):
            raise ValueError(f"sectors: slots 0..{len(slots) - 1}, rotations 0..5: {entry}")
        if list(entry.get("center", slots[slot]["center"])) != slots[slot]["center"]:
            raise ValueError(f"sectors: slot {slot} has centre {slots[slot]['center']}")
        laid[slot] = side, entry["rotation"]
    if len(setup["sectors"]) != len(slots) or set(laid[: len(slots), 0]) != wanted:
        raise ValueError(f"sectors: each sector of {board} once, in {len(slots)} slots")
    return laid


def _mirror(values: Values) -> bool:
    mirror = _setup(values).get("mirror", False)
    if not isinstance(mirror, bool):
        raise ValueError(f"mirror={shown(mirror, 60)}: allowed are True and False")
    return mirror


def _top_token(values: Values) -> int:
    """GP-4."""
    setup, kinds = _setup(values), TOKEN_IDS[:-1]
    if "terraforming_federation" not in setup:
        return int(NONE)
    token = setup["terraforming_federation"]
    if token not in kinds:
        raise ValueError(f"terraforming_federation={shown(token)}: allowed are {', '.join(kinds)}")
    return kinds.index(token)


def _bids(values: Values) -> list[int]:
    """GP-102: the VP that each seat bid for its faction."""
    players, given = values["players"], _setup(values).get("bids")
    if given is None:
        return [0] * MAX_PLAYERS
    fits = isinstance(given, Sequence) and len(given) == players > 1
    if not fits or not all(type(bid) is int and 0 <= bid <= MAX_BID for bid in given):
        raise ValueError(
            f"bids={shown(given, 60)}: allowed is a whole number from 0 to {MAX_BID} for each of 2 to "
            f"{MAX_PLAYERS} players"
        )
    return [*given, *[0] * (MAX_PLAYERS - players)]


# What one number cannot say; NONE: drawn at random, or chosen by a player
PARTS = (
    Part("pool", NUM_FACTIONS, _pool),
    Part("faction", MAX_PLAYERS, _faction_codes),
    Part("side", NUM_SLOTS, lambda values: _sectors(values)[:, 0]),
    Part("rotation", NUM_SLOTS, lambda values: _sectors(values)[:, 1]),
    Part("outline", 1, lambda values: BOARD_IDS.index(board_of(values))),
    Part("mirror", 1, _mirror),
    _kinds_part("tile", "tech_tiles", STANDARD_POSITIONS, STANDARD_IDS),
    _kinds_part("advanced", "advanced_tiles", TRACK_IDS, ADVANCED_IDS),
    _kinds_part("round", "round_scoring", range(int(NUM_ROUNDS)), ROUND_TILE_IDS),
    _kinds_part("final", "final_scoring", range(2), FINAL_IDS),
    Part("booster", NUM_BOOSTERS, _boosters),
    Part("top_token", 1, _top_token),
    Part("bid", MAX_PLAYERS, _bids),
    Part("automa_faction", 1, _automa_code),
    Part("automa_level", 1, lambda values: values["automa_level"]),
)


def _check_whole(values: Values) -> None:
    """What the parts of a set-up say of each other."""
    setup, players = _setup(values), values["players"]
    board = board_of(values)
    if setup.get("map", board) != board:
        allowed = repr(board) + (f", {BOARD_IDS[X_BOARD]!r}" if players > 1 else "")
        raise ValueError(f"map={shown(setup['map'])}: allowed with {players} players: {allowed}")
    if board == BOARD_IDS[X_BOARD] and "sectors" not in setup:
        raise ValueError(f"map={board!r}: only together with sectors")
    if "planets" in setup and "sectors" not in setup:
        raise ValueError("planets: only together with sectors")
    for part in PARTS:
        part.encode(values)
    if "planets" in setup and dict(setup["planets"]) != _planets(values, board):
        raise ValueError("planets: not those of the sectors")
    if "terraforming_federation" in setup:
        _check_supply(setup, players)
    elif "federation_supply" in setup:
        raise ValueError("federation_supply: only together with terraforming_federation")


def _planets(values: Values, board: str) -> dict[str, str]:
    """Hex name -> planet type of the sectors of a set-up."""
    found = {}
    laid, mirror = _sectors(values), int(_mirror(values))
    for place in range(len(COORDS_OF_BOARD[BOARD_IDS.index(board)])):
        slot, label = divmod(place, HEXES_PER_SECTOR)
        side, turns = laid[slot]
        planet = PLANET_OF_SIDE[side, mirror, turns, label]
        if planet != NONE:
            found[f"{int(SECTOR_SIDES[side][0])}{HEX_LABELS[label]}"] = PLANET_IDS[planet]
    return found


def _check_supply(setup: Mapping[str, Any], players: int) -> None:
    """GP-4, GS-2."""
    kinds, token = TOKEN_IDS[:-1], setup["terraforming_federation"]
    left = {kind: int(COPIES_OF_TOKEN[i]) - (kind == token) for i, kind in enumerate(kinds)}
    if players == 1:
        left = dict.fromkeys(kinds, int(SOLO_TOKENS))
    if dict(setup.get("federation_supply", left)) != left:
        raise ValueError(f"federation_supply: with {token} on Terraforming 5 it is {left}")


def _relate(values: Values) -> Values:
    """What fits the number of players; the set-up is checked by encoding it."""
    players = values["players"]
    if players <= 2 and values["board"] in ("fixed_centre", "shuffled_centre"):
        raise ValueError(
            f"option board={shown(values['board'])} is for 3 or 4 players; allowed with {players}: "
            "'first_game', 'random'"
        )
    factions = values["factions"]
    if not isinstance(factions, str) and len(factions) != players:
        raise ValueError(f"option factions: {len(factions)} for {players} players")
    if values["setup"] is not None:
        try:
            _check_whole(values)
        except (ValueError, *WRONG_KIND) as error:
            words = " ".join(str(error).split())[:MAX_REASON]
            reason = f"missing {words}" if isinstance(error, KeyError) else words
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
            seat_samples=(None, *FACTION_IDS),
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
            samples=tuple(range(1, len(LEVEL_NAMES) + 1)),
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
    PARTS,
)


O_BOARD, O_ALL_TYPES, O_ORDER, O_END_CONVERSION = OPTIONS.places(
    "board", "equal_neighbours", "turn_order", "end_conversion"
)
O_POOL, O_FACTION, O_SIDE, O_ROTATION, O_MIRROR = OPTIONS.places(
    "pool", "faction", "side", "rotation", "mirror"
)
O_OUTLINE, O_BID = OPTIONS.places("outline", "bid")
O_TILE, O_ADVANCED, O_BOOSTER, O_ROUND, O_FINAL, O_TOP_TOKEN = OPTIONS.places(
    "tile", "advanced", "booster", "round", "final", "top_token"
)
O_AUTOMA_FACTION, O_AUTOMA_LEVEL = OPTIONS.places("automa_faction", "automa_level")
