"""What a seat may know, as text."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from exozoo.envs.core.text import Names, Section, Seen, TextLayout
from exozoo.envs.gaia_project import kinds as k
from exozoo.envs.gaia_project.components import (
    COORDS_OF_BOARD,
    FINAL_TILES,
    LABEL_COORDS,
    ROUND_TILES,
    TECH_TILES,
    TOKENS,
)
from exozoo.envs.gaia_project.constants import (
    ADVANCED_IDS,
    HEX_LABELS,
    HEXES_PER_SECTOR,
    NUM_SLOTS,
    STANDARD_IDS,
    TOKEN_IDS,
)
from exozoo.envs.gaia_project.view.describe import (
    booster_text,
    card_text,
    goods_text,
    hex_name,
    tile_text,
)
from exozoo.envs.gaia_project.view.observe import FAR_SHOWN, OBSERVATION

CENTRE = HEX_LABELS.index("C")
PLACE = (
    "place"  # key of a namer that is no kind: a sector's place and the coordinates of its centre
)


def _names(state: np.record) -> Names:
    """Things with what they do; hexes as actions name them. All of it is public."""
    coords = COORDS_OF_BOARD[int(state["board"])]

    def place(slot: int) -> str:
        centre = slot * HEXES_PER_SECTOR + CENTRE
        if centre >= len(coords):
            return "off the board"
        number = hex_name(state, centre).removesuffix("C")
        q, r = coords[centre]
        return f"sector {number}, centre ({int(q)}, {int(r)})"

    return {
        k.HEX.name: lambda n: hex_name(state, n),
        k.BOOSTER.name: lambda n: f"booster {n + 1} ({booster_text(n)})",
        k.STANDARD.name: lambda n: f"{STANDARD_IDS[n]} ({tile_text(TECH_TILES['standard'][n])})",
        k.ADVANCED.name: lambda n: f"{ADVANCED_IDS[n]} ({tile_text(TECH_TILES['advanced'][n])})",
        k.TOKEN.name: lambda n: f"{TOKEN_IDS[n]} ({goods_text(TOKENS[n]['gain'])})",
        k.ROUND_TILE.name: lambda n: (
            f"{ROUND_TILES[n]['vp']} VP for {ROUND_TILES[n]['trigger'].replace('_', ' ')} "
            f"({ROUND_TILES[n]['id']})"
        ),
        k.FINAL_TILE.name: lambda n: str(FINAL_TILES["tiles"][n]["counts"]),
        k.FINAL_PLACE.name: lambda n: ("first", "second")[n],
        k.FEDERATION_SET.name: lambda n: f"federation {n + 1}",
        k.TURN.name: lambda n: f"{n + 1}.",
        k.ARGUMENT.name: lambda n: ("first", "second")[n],
        k.AUTOMA_CARD.name: card_text,
        PLACE: place,
    }


def _planets(seen: Seen, _: int) -> Iterator[str]:
    """The planets of each sector, by the label of their hex."""
    for slot, planets in enumerate(seen.blocks["planet"].reshape(NUM_SLOTS, -1)):
        told = ", ".join(
            f"{label} {k.PLANET.label(int(planet))}"
            for label, planet in zip(HEX_LABELS, planets, strict=True)
            if planet >= 0
        )
        place = seen.names[PLACE](slot)
        if told:
            yield f"{place}: {told}"


def _bid_of(seen: Seen, relative: int) -> Iterator[str]:
    """Only games with an auction have bids."""
    bid = int(seen.of("bid", relative))
    if bid:
        yield f"bid for the faction: {bid} VP, lost at the end"


def _map_of(seen: Seen, relative: int) -> Iterator[str]:
    """A player's pieces, federations and range on the map."""
    for block, kind in (("piece", k.PIECE_SHOWN), ("federated", k.FEDERATED)):
        values = seen.of(block, relative)
        for code, name in enumerate(kind.names, 1):
            hexes = [seen.name(k.HEX, int(n)) for n in np.flatnonzero(values == code)]
            if hexes:
                yield f"{name}: {', '.join(hexes)}"
    yield "distance of hexes from the nearest own planet or space station:"
    for slot, row in enumerate(seen.of("distance", relative).reshape(NUM_SLOTS, -1)):
        if (row != FAR_SHOWN).any():
            told = " ".join("-" if n == FAR_SHOWN else str(int(n)) for n in row)
            yield f"  {seen.names[PLACE](slot).partition(',')[0]}: {told}"


_LABELS = ", ".join(
    f"{label} ({int(q)}, {int(r)})" for label, (q, r) in zip(HEX_LABELS, LABEL_COORDS, strict=True)
)
LEGEND = f"""Hexes are called by the number of their sector and a label: 6B4 is hex B4 of sector 6.
Hexes have axial coordinates (q, r); neighbours differ by (1, 0), (0, 1), (1, -1) or their opposites.
A hex lies at the centre of its sector plus the offset of its label: {_LABELS}.
Rows of distances list the hexes of a sector in this order; - is out of reach.
Power tokens move from area I to II to III when power is charged; area III is spent."""

TEXT = TextLayout(
    "Gaia Project",
    OBSERVATION,
    shared=(
        Section(
            "Now",
            {
                "round": "round (0: setup)",
                "passing_order": "next round in order:",
                "decision": "being decided",
                "arguments": "its numbers (piece, steps, power, hex and the like)",
                "to_move": "who decides",
                "turn_order": "turn order",
                "pass_order": "passed in this order",
                "income_left": "income with power still to take",
                "set_satellites": "new satellites of the federations on offer",
            },
        ),
        Section("Map", ("planet",), _planets),
        Section(
            "Supply and scoring",
            {
                "tile_at": "standard tech tiles by place",
                "advanced_at": "advanced tech tiles by track",
                "top_token": "federation token on Terraforming 5:",
                "token_supply": "federation tokens left",
                "booster_open": "boosters that can be taken",
                "round_tile": "scoring by round",
                "final_tile": "final scoring",
                "action_used": "power and Q.I.C. actions used this round",
            },
        ),
    ),
    player=(
        Section(
            "",
            {
                "vp": "VP",
                "passed": "passed this round:",
                "green": "federation tokens green side up",
                "faction": "faction",
                "stock": "stock",
                "power": "power tokens",
                "brainstone": "brainstone in",
                "research": "research levels",
                "built": "pieces on the map",
                "gaiaformers": "gaiaformers",
                "booster": "booster",
                "standard": "standard tech tiles",
                "advanced": "advanced tech tiles",
                "tokens": "federation tokens",
                "special_used": "special actions used this round",
                "federations": "federations",
                "final_count": "count for the final tiles",
            },
        ),
        Section("", ("bid",), _bid_of),
        Section("map", ("piece", "federated", "distance"), _map_of),
    ),
    solo=(
        Section(
            "The Automa",
            {
                "deck_left": "cards not shown this round",
                "automa_level": "level",
                "cards": "cards",
                "booster_place": "place of the open boosters in the row",
            },
        ),
    ),
    legend=LEGEND,
    names=_names,
    rival="the Automa",
)
