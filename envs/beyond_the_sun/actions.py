"""The flat action space: 162 ids, as listed in docs/rules/beyond_the_sun.md, section 15."""

from __future__ import annotations

from exozoo.envs.beyond_the_sun import kinds as k
from exozoo.envs.core.jit import jit
from exozoo.envs.core.layout import ActionBlock, ActionLayout

ACTIONS = ActionLayout(
    [
        ActionBlock("space", (k.SPACE,), "action space, or an action by its first space"),
        ActionBlock("slot", (k.SLOT,), "technology slot; in the tableau a card of the row"),
        ActionBlock("type", (k.TYPE,), "type of the new technology: S, E, M, C"),
        ActionBlock("card", (k.FOUND,), "one of two technologies"),
        ActionBlock("node", (k.NODE,), "location of the exploration board"),
        ActionBlock("ship", (k.NODE, k.SHIP_LEVEL), "own ship"),
        ActionBlock("track", (k.TRACK,), "food or ore track"),
        ActionBlock("production", (k.PRODUCTION,), "grow, produce ore, trade"),
        ActionBlock(
            "trade", (k.TRADE,), "ore to population, ship to population, population to ore"
        ),
        ActionBlock("achievement", (k.ACHIEVEMENT_PLACE,), "achievement card"),
        ActionBlock("option", (k.OPTION,), "option of an effect, ship level or system card"),
        ActionBlock("guild", (k.GUILD,), "guild tile"),
        ActionBlock("column", (k.COLUMN,), "supply column"),
        ActionBlock("yes", (), "take it"),
        ActionBlock("no", (), "decline or stop"),
    ]
)
(
    SPACE,
    SLOT,
    TYPE,
    CARD,
    NODE,
    SHIP,
    TRACK,
    PRODUCTION,
    EXCHANGE,
    ACHIEVE,
    OPTION,
    GUILD,
    COLUMN,
    YES,
    NO,
) = ACTIONS.offsets()
INDEX_IN_BLOCK = ACTIONS.index_in_block
GROW_IT, PRODUCE_IT, TRADE_IT = PRODUCTION, PRODUCTION + 1, PRODUCTION + 2
BUY_POPULATION, DISMISS_SHIP, SELL_POPULATION = EXCHANGE, EXCHANGE + 1, EXCHANGE + 2


@jit
def ship_action(node, level):
    return SHIP + 4 * node + level - 1


@jit
def ship_node(action):
    return INDEX_IN_BLOCK[action] // 4


@jit
def ship_level(action):
    return INDEX_IN_BLOCK[action] % 4 + 1
