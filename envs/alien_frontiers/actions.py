"""The flat action space: 195 ids, version 0. Seats are relative to the player on turn."""

from __future__ import annotations

import numpy as np

from exozoo.envs.alien_frontiers.constants import (
    ALIEN_ARTIFACT,
    COLONIST_HUB,
    COLONY_CONSTRUCTOR,
    LUNAR_MINE,
    MAX_PLAYERS,
    NUM_CARDS,
    NUM_CLASSES,
    NUM_FACES,
    NUM_FACILITIES,
    NUM_FIELDS,
    NUM_RESOURCES,
    NUM_TERRITORIES,
    ORBITAL_MARKET,
    RAIDERS_OUTPOST,
    SHIPYARD,
    SOLAR_CONVERTER,
    TERRAFORMING_STATION,
)
from exozoo.envs.core.codes import NONE, table
from exozoo.envs.core.layout import ActionBlock, ActionLayout

NUM_RUNS = 4  # AF-80: 1-2-3 to 4-5-6
NUM_OPPONENTS = MAX_PLAYERS - 1
NUM_OPPONENT_CLASSES = NUM_OPPONENTS * NUM_FACES + 1
OPPONENT_RELIC_CLASS = np.int64(NUM_OPPONENTS * NUM_FACES)
NUM_KEEP = 9  # AF-29: 0 to 8 ore


def _dock(name: str, where: str, size: int, what: str, parameter: str) -> ActionBlock:
    return ActionBlock(f"dock_{name}", (size,), f"{what} to the {where}", (parameter,))


ACTIONS = ActionLayout(
    [
        _dock("solar", "Solar Converter", NUM_CLASSES, "one ship", "class: 1-6, relic"),
        _dock("mine", "Lunar Mine", NUM_CLASSES, "one ship", "class: 1-6, relic"),
        _dock("artifact", "Alien Artifact", NUM_CLASSES, "one ship", "class: 1-6, relic"),
        _dock("hub", "own hub track", NUM_CLASSES, "one ship", "class: 1-6, relic"),
        _dock("market", "Orbital Market", NUM_FACES, "a pair", "value 1-6"),
        _dock("shipyard", "Shipyard", NUM_FACES, "a pair", "value 1-6"),
        _dock("constructor", "Colony Constructor", NUM_FACES, "a triple", "value 1-6"),
        _dock("raiders", "Raiders' Outpost", NUM_RUNS, "a run", "lowest value 1-4"),
        _dock("terraform", "Terraforming Station", 2, "one 6", "coloured, relic"),
        ActionBlock("trade", (1,), "one trade at the current rate"),
        ActionBlock("launch", (1,), "launch the colony on the hub"),
        ActionBlock("buy_relic", (1,), "buy the relic ship"),
        ActionBlock("end_turn", (1,), "end the turn"),
        ActionBlock("power", (9,), "use a card's fuel power", ("card with a power",)),
        ActionBlock("discard", (8,), "use a card's discard power", ("card with a discard",)),
        ActionBlock("stop", (1,), "done, decline or confirm"),
        ActionBlock("refresh", (1,), "refresh the display"),
        ActionBlock("claim", (3,), "take a displayed card", ("slot",)),
        ActionBlock("territory", (NUM_TERRITORIES,), "choose a territory", ("territory",)),
        ActionBlock("own_ship", (NUM_CLASSES,), "choose an own ship", ("class: 1-6, relic",)),
        ActionBlock("facility", (NUM_FACILITIES,), "choose a facility", ("facility",)),
        ActionBlock(
            "opp_ship",
            (NUM_OPPONENT_CLASSES,),
            "choose an opponent's ship",
            ("seat +1..+3 x value 1-6, then the relic ship",),
        ),
        ActionBlock("owner", (MAX_PLAYERS,), "choose whose colony", ("seat +0..+3",)),
        ActionBlock("field", (NUM_FIELDS,), "choose a field generator", ("field",)),
        ActionBlock("card", (NUM_CARDS,), "take a card from the discard pile", ("card",)),
        ActionBlock(
            "raid_res",
            (NUM_OPPONENTS, NUM_RESOURCES),
            "take one unit",
            ("seat +1..+3", "fuel or ore"),
        ),
        ActionBlock(
            "raid_card", (NUM_OPPONENTS, NUM_CARDS), "take a card", ("seat +1..+3", "card")
        ),
        ActionBlock("keep_ore", (NUM_KEEP,), "keep that much ore, fuel up to 8", ("ore",)),
    ]
)

(
    DOCK_SOLAR,
    DOCK_MINE,
    DOCK_ARTIFACT,
    DOCK_HUB,
    DOCK_MARKET,
    DOCK_SHIPYARD,
    DOCK_CONSTRUCTOR,
    DOCK_RAIDERS,
    DOCK_TERRAFORM,
    TRADE,
    LAUNCH,
    BUY_RELIC,
    END_TURN,
    POWER,
    DISCARD,
    STOP,
    REFRESH,
    CLAIM,
    TERRITORY,
    OWN_SHIP,
    FACILITY,
    OPP_SHIP,
    OWNER,
    FIELD,
    CARD,
    RAID_RES,
    RAID_CARD,
    KEEP,
) = ACTIONS.offsets()
(
    DOCK_SOLAR_BLOCK,
    DOCK_MINE_BLOCK,
    DOCK_ARTIFACT_BLOCK,
    DOCK_HUB_BLOCK,
    DOCK_MARKET_BLOCK,
    DOCK_SHIPYARD_BLOCK,
    DOCK_CONSTRUCTOR_BLOCK,
    DOCK_RAIDERS_BLOCK,
    DOCK_TERRAFORM_BLOCK,
    TRADE_BLOCK,
    LAUNCH_BLOCK,
    BUY_RELIC_BLOCK,
    END_TURN_BLOCK,
    POWER_BLOCK,
    DISCARD_BLOCK,
    STOP_BLOCK,
    REFRESH_BLOCK,
    CLAIM_BLOCK,
    TERRITORY_BLOCK,
    OWN_SHIP_BLOCK,
    FACILITY_BLOCK,
    OPP_SHIP_BLOCK,
    OWNER_BLOCK,
    FIELD_BLOCK,
    CARD_BLOCK,
    RAID_RES_BLOCK,
    RAID_CARD_BLOCK,
    KEEP_BLOCK,
) = ACTIONS.numbers()
BLOCK_OF, INDEX_IN_BLOCK = ACTIONS.block_of, ACTIONS.index_in_block
TERRAFORM_RELIC = DOCK_TERRAFORM + np.int64(1)

_FACILITIES = {
    DOCK_SOLAR_BLOCK: SOLAR_CONVERTER,
    DOCK_MINE_BLOCK: LUNAR_MINE,
    DOCK_ARTIFACT_BLOCK: ALIEN_ARTIFACT,
    DOCK_HUB_BLOCK: COLONIST_HUB,
    DOCK_MARKET_BLOCK: ORBITAL_MARKET,
    DOCK_SHIPYARD_BLOCK: SHIPYARD,
    DOCK_CONSTRUCTOR_BLOCK: COLONY_CONSTRUCTOR,
    DOCK_RAIDERS_BLOCK: RAIDERS_OUTPOST,
    DOCK_TERRAFORM_BLOCK: TERRAFORMING_STATION,
}
# where the ships of a block go, NONE for all that is not docking
FACILITY_OF_BLOCK = table([_FACILITIES.get(block, NONE) for block in ACTIONS.numbers()])
# the dockings at each facility as a set of bits, one for each id
DOCKS_AT = table(
    [
        sum(1 << dock for dock in range(ACTIONS.size) if FACILITY_OF_BLOCK[BLOCK_OF[dock]] == f)
        for f in range(NUM_FACILITIES)
    ]
)
