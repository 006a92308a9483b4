"""The words of the public text notation and our codes for them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from exozoo.envs.core.words import shown
from exozoo.envs.gaia_project.components import COORDS_OF_BOARD
from exozoo.envs.gaia_project.constants import (
    BOARD_ACTION_IDS,
    BOARD_IDS,
    FACTION_IDS,
    HEX_LABELS,
    HEXES_PER_SECTOR,
    SPECIAL_ACADEMY,
    SPECIAL_INSTITUTE,
    TOKEN_IDS,
)


class NotationError(ValueError):
    """A line or file that cannot be read."""


def _codes(words: Sequence[str]) -> dict[str, int]:
    return {word: code for code, word in enumerate(words)}


FACTION_WORDS = tuple(faction.replace("_", "-") for faction in FACTION_IDS)
TRACK_WORDS = ("terra", "nav", "int", "gaia", "eco", "sci")
POSITION_WORDS = (*TRACK_WORDS, "free1", "free2", "free3")
ADVANCED_WORDS = tuple(f"adv-{track}" for track in TRACK_WORDS)
PIECE_WORDS = ("m", "ts", "lab", "PI", "ac1", "ac2", "gf", "sp")
TOKEN_WORDS = (*(f"fed{number}" for number in range(1, 7)), "gleens")
BOOSTER_WORDS = tuple(f"booster{number}" for number in (1, 3, 2, 4, 5, 6, 8, 7, 9, 10))
AREA_WORDS = ("area1", "area2", "area3", "gaia")
DISCARD_WORD = "discard"
# Special actions by code; the academy, and the institute, have other words for some factions.
SPECIAL_WORDS = ("step", "range+3", "4pw", "q,5c", "3o", "3k", "q", None, "up-lowest")
ACADEMY_WORD_OF_FACTION = {"baltaks": "4c"}
INSTITUTE_WORD_OF_FACTION = {"ambas": "swap-PI", "firaks": "down-lab", "ivits": "space-station"}

FACTIONS = _codes(FACTION_WORDS)
TRACKS = _codes(TRACK_WORDS)
POSITIONS = _codes(POSITION_WORDS)
ADVANCED = _codes(ADVANCED_WORDS)
PIECES = _codes(PIECE_WORDS)
TOKENS = _codes(TOKEN_WORDS)
BOOSTERS = _codes(BOOSTER_WORDS)
AREAS = _codes(AREA_WORDS)
BOARD_ACTIONS = _codes(BOARD_ACTION_IDS)
assert len(TOKEN_WORDS) == len(TOKEN_IDS)

# What other games of the notation use and ours has not, by what it belongs to
UNSUPPORTED_COMMANDS = {
    **dict.fromkeys(
        (
            "explore",
            "gaiaFormTransdim",
            "spaceshipAction",
            "examineArtifact",
            "chooseArtifactToken",
            "chooseTinkeringTile",
            "placePowerRing",
        ),
        "the Lost Fleet expansion",
    ),
    **dict.fromkeys(("move", "ship"), "ships of an expansion"),
    **dict.fromkeys(("silentBid", "preferenceBid"), "auctions with sealed bids"),
    "banFaction": "banned factions",
    "pick": "rewards to pick of an expansion",
}
LOST_FLEET_FACTIONS = ("tinkeroids", "darkanians", "moweyds", "space-giants")

LABELLED_HEX = re.compile(r"^(10|[1-9])(A(?:[0-9]|1[01])|B[0-5]|C)$")
AXIAL_HEX = re.compile(r"^(-?\d{1,2})x(-?\d{1,2})$")


def code_of(words: Mapping[str, int], word: str, kind: str) -> int:
    """The code of a word, or an error that lists what is known."""
    if word in LOST_FLEET_FACTIONS:
        raise NotationError(f"not supported: {word} of the Lost Fleet expansion")
    if word not in words:
        raise NotationError(f"unknown {kind} {shown(word)}: known are {', '.join(words)}")
    return words[word]


class HexNames:
    """Names of the hexes of one board: by sector and label, or by axial coordinates.

    Labels name places on the board and do not turn with the tile. Axial names belong to the
    frame of the notation: (q, r) there is (r, -q - r) here.
    """

    def __init__(self, board: str, sectors: Sequence[str]):
        """`sectors`: the sector number in each slot, such as "06"."""
        coords = COORDS_OF_BOARD[BOARD_IDS.index(board)]
        self.names = [f"{int(sector)}{label}" for sector in sectors for label in HEX_LABELS]
        self._by_name = _codes(self.names)
        self._by_axial = {at: number for number, at in enumerate(coords)}
        if len(self._by_name) != len(coords):
            raise NotationError(
                f"board {board} has {len(coords) // HEXES_PER_SECTOR} different sectors, "
                f"not {len(set(sectors))}"
            )

    def hex_of(self, word: str) -> int:
        """The hex of a name in either form."""
        found = None
        if LABELLED_HEX.match(word):
            found = self._by_name.get(word)
        elif axial := AXIAL_HEX.match(word):
            q, r = int(axial[1]), int(axial[2])
            found = self._by_axial.get((r, -q - r))
        else:
            raise NotationError(f"{shown(word)} is no name of a hex, such as 6B4, 3C or -3x5")
        if found is None:
            raise NotationError(f"hex {word} is not on this board")
        return found


def special_code(word: str, faction: str) -> int:
    """The special action that a word means for a faction; a written number 1 means nothing."""
    words = special_words(faction)
    plain = ",".join(re.sub(r"^1(?=[a-z])", "", part) for part in word.split(","))
    known = {name: code for code, name in enumerate(words) if name is not None}
    return code_of(known, plain, f"special action of the {faction}")


def special_words(faction: str) -> list[str | None]:
    """The words of all special actions, as this faction has them; None for one it has not."""
    words = list(SPECIAL_WORDS)
    words[SPECIAL_ACADEMY] = ACADEMY_WORD_OF_FACTION.get(faction, words[SPECIAL_ACADEMY])
    words[SPECIAL_INSTITUTE] = INSTITUTE_WORD_OF_FACTION.get(faction)
    return words
