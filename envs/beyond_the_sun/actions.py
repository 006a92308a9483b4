"""The flat action space: 162 ids, as listed in docs/rules/beyond_the_sun.md, section 15."""

from __future__ import annotations

from exozoo.envs.beyond_the_sun.constants import NUM_NODES, NUM_SLOTS, NUM_SPACES
from exozoo.envs.core.jit import jit
from exozoo.envs.core.layout import ActionBlock, ActionLayout

ACTIONS = ActionLayout(
    [
        ActionBlock("space", (NUM_SPACES,), "action space, or an action by its first space"),
        ActionBlock("slot", (NUM_SLOTS,), "technology slot; in the tableau a card of the row"),
        ActionBlock("type", (4,), "type of the new technology: S, E, M, C"),
        ActionBlock("card", (2,), "one of two technologies"),
        ActionBlock("node", (NUM_NODES,), "location of the exploration board"),
        ActionBlock("ship", (NUM_NODES, 4), "own ship", ("location", "level - 1")),
        ActionBlock("track", (2,), "food or ore track"),
        ActionBlock("production", (3,), "grow, produce ore, trade"),
        ActionBlock("trade", (3,), "ore to population, ship to population, population to ore"),
        ActionBlock("achievement", (4,), "achievement card"),
        ActionBlock("option", (4,), "option of an effect, ship level or system card"),
        ActionBlock("guild", (4,), "guild tile"),
        ActionBlock("column", (5,), "supply column"),
        ActionBlock("yes", (1,), "take it"),
        ActionBlock("no", (1,), "decline or stop"),
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
