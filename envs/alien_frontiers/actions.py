"""The flat action space: 195 ids, version 0. Seats are relative to the player on turn."""

from __future__ import annotations

import numpy as np

from exozoo.envs.alien_frontiers import kinds as k
from exozoo.envs.alien_frontiers.constants import (
    ALIEN_ARTIFACT,
    COLONIST_HUB,
    COLONY_CONSTRUCTOR,
    LUNAR_MINE,
    NUM_FACILITIES,
    ORBITAL_MARKET,
    RAIDERS_OUTPOST,
    SHIPYARD,
    SOLAR_CONVERTER,
    TERRAFORMING_STATION,
)
from exozoo.envs.core.codes import NONE, table
from exozoo.envs.core.layout import ActionBlock, ActionLayout, Kind

NUM_RUNS = k.RUN.size
OPPONENT_RELIC_CLASS = np.int64(k.OPPONENT.size * k.FACE.size)
NUM_KEEP = k.KEPT_ORE.size


def _dock(name: str, where: str, axis: Kind, what: str) -> ActionBlock:
    return ActionBlock(f"dock_{name}", (axis,), f"{what} to the {where}")


ACTIONS = ActionLayout(
    [
        _dock("solar", "Solar Converter", k.SHIP, "one ship"),
        _dock("mine", "Lunar Mine", k.SHIP, "one ship"),
        _dock("artifact", "Alien Artifact", k.SHIP, "one ship"),
        _dock("hub", "own hub track", k.SHIP, "one ship"),
        _dock("market", "Orbital Market", k.FACE, "a pair"),
        _dock("shipyard", "Shipyard", k.FACE, "a pair"),
        _dock("constructor", "Colony Constructor", k.FACE, "a triple"),
        _dock("raiders", "Raiders' Outpost", k.RUN, "a run"),
        _dock("terraform", "Terraforming Station", k.SIX, "one 6"),
        ActionBlock("trade", (), "one trade at the current rate"),
        ActionBlock("launch", (), "launch the colony on the hub"),
        ActionBlock("buy_relic", (), "buy the relic ship"),
        ActionBlock("end_turn", (), "end the turn"),
        ActionBlock("power", (k.POWER,), "use a card's fuel power"),
        ActionBlock("discard", (k.DISCARD_POWER,), "use a card's discard power"),
        ActionBlock("stop", (), "done, decline or confirm"),
        ActionBlock("refresh", (), "refresh the display"),
        ActionBlock("claim", (k.CARD_SLOT,), "take a displayed card"),
        ActionBlock("territory", (k.TERRITORY,), "choose a territory"),
        ActionBlock("own_ship", (k.SHIP,), "choose an own ship"),
        ActionBlock("facility", (k.FACILITY,), "choose a facility"),
        ActionBlock("opp_ship", (k.OPPONENT_SHIP,), "choose an opponent's ship"),
        ActionBlock("owner", (k.SEAT,), "choose whose colony"),
        ActionBlock("field", (k.FIELD,), "choose a field generator"),
        ActionBlock("card", (k.CARD,), "take a card from the discard pile"),
        ActionBlock("raid_res", (k.OPPONENT, k.RESOURCE), "take one unit"),
        ActionBlock("raid_card", (k.OPPONENT, k.CARD), "take a card"),
        ActionBlock("keep_ore", (k.KEPT_ORE,), "keep that much ore, fuel up to 8"),
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
