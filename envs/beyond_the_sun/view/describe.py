"""Actions in English, as seen from a state."""

from __future__ import annotations

import numpy as np

from exozoo.envs.beyond_the_sun import constants as c
from exozoo.envs.beyond_the_sun.actions import ACTIONS
from exozoo.envs.beyond_the_sun.cards.card_set import CardSet
from exozoo.envs.beyond_the_sun.cards.encode import cards_of
from exozoo.envs.beyond_the_sun.kinds import PRODUCTION, TRADE
from exozoo.envs.core.codes import NONE

NODE_TITLES = ("Sol", "Deep Space", "shipyard 1", "shipyard 2", "shipyard 3")
ROWS = ((0, 4, "research I"), (4, 8, "research II"), (8, 10, "build and jump"))
GUILD_SPACES = (0, 1, 1, 2, 3, 3)
SPACE_OF_GUILD = ("", ", space 1", ", space 2", "", ", space 1", ", space 2")


def node_title(state: np.record, node: int, cards: CardSet) -> str:
    """A location by name: systems by their card."""
    card = int(state["node_system"][node])
    if card >= 0:
        return f"{cards.name('systems', card)} ({c.NODE_NAMES[node]})"
    return NODE_TITLES[node] if node < len(NODE_TITLES) else c.NODE_NAMES[node]


def space_title(state: np.record, space: int, cards: CardSet) -> str:
    for first, stop, name in ROWS:
        if first <= space < stop:
            return f"{name}, space {space - first + 1}"
    if space == c.SPACE_SUPPLY:
        return "supply"
    if space < c.SPACE_TECH:
        index = space - int(c.SPACE_GUILD)
        return cards.name("guilds", GUILD_SPACES[index]) + SPACE_OF_GUILD[index]
    if space == c.SPACE_DYSON:
        return "Dyson Sphere"
    if space < c.SPACE_PRIVATE:
        card = int(state["slot_card"][(space - int(c.SPACE_TECH)) // 2])
    else:
        card = int(state["private_card"][(space - int(c.SPACE_PRIVATE)) // 2])
    return f"{cards.name('technologies', card)}, space {(space - int(c.SPACE_TECH)) % 2 + 1}"


def slot_title(state: np.record, slot: int, cards: CardSet) -> str:
    card = int(state["slot_card"][slot])
    name = cards.name("technologies", card) if card >= 0 else "undiscovered"
    return f"{c.SLOT_NAMES[slot]} ({name})"


def describe_action(state: np.record, action: int) -> str:
    """Short English for one action id."""
    cards = cards_of(state)
    block, parameters = ACTIONS.decode(action)
    kind, numbers = step_on_top(state)
    first = parameters[0] if parameters else 0
    if block == "space":
        verb = {c.K_BASIC: "perform", c.K_COPY: "copy"}.get(kind, "move the pawn to")
        return f"{verb} {space_title(state, first, cards)}"
    if block == "slot":
        if kind == c.K_CARD:
            return f"take {cards.name('technologies', int(state['aside'][first]))}"
        return f"research {slot_title(state, first, cards)}"
    if block == "type":
        return f"look for {c.TYPE_NAMES[first]} technologies"
    if block == "card":
        card = int(state["aside_matching"][first])
        return f"choose {cards.name('technologies', card) if card >= 0 else f'card {first + 1}'}"
    if block == "node":
        return describe_node(state, first, kind, numbers, cards)
    if block == "ship":
        return describe_ship(state, first, parameters[1] + 1, kind, cards)
    if block == "track":
        return f"take a disc from the {c.TRACK_NAMES[first]} track"
    if block == "production":
        return PRODUCTION.label(first)
    if block == "trade":
        return TRADE.label(first)
    if block == "achievement":
        verb = "link the event to" if kind == c.K_LINK_ACHIEVEMENT else "claim"
        return f"{verb} {cards.name('achievements', int(state['achievement_card'][first]))}"
    if block == "option":
        return describe_option(state, first, kind, cards)
    if block == "guild":
        return f"open {cards.name('guilds', first)}"
    if block == "column":
        return f"supply column {'ABCDE'[first]}"
    return describe_yes(block == "yes", kind)


def step_on_top(state: np.record) -> tuple[np.int64, list[int]]:
    """Kind and numbers of the deciding step."""
    depth = int(state["depth"])
    if depth == 0:
        return NONE, [0, 0, 0, 0]
    row = state["stack"][depth - 1]
    return np.int64(row[0]), [int(n) for n in row[2:]]


def describe_node(
    state: np.record, node: int, kind: np.int64, numbers: list[int], cards: CardSet
) -> str:
    title = node_title(state, node, cards)
    if kind == c.K_DESTINATION:
        start = node_title(state, numbers[0], cards)
        return f"jump the level {numbers[1]} ship from {start} to {title}"
    words = {
        c.K_BUILD: f"build a level {numbers[0]} ship at {title}",
        c.K_COLONIZE: f"colonise {title}",
        c.K_OUTPOST_DISC: f"place the next outpost disc at {title}",
        c.K_BONUSES: f"take the control bonus of {title}",
        c.K_LINK_SYSTEM: f"link the event to {title}",
        c.K_EXTRA_SYSTEM: f"place the extra system beside {title}",
    }
    return words.get(kind, title)


def describe_ship(state: np.record, node: int, level: int, kind: np.int64, cards: CardSet) -> str:
    ship = f"level {level} ship at {node_title(state, node, cards)}"
    words = {
        c.K_UPGRADE: "upgrade the",
        c.K_JUMP: "move the",
        c.K_RETURN_SHIPS: "return the",
        c.K_TRADE_SHIP: "exchange the",
        c.K_SHIP_TO_POP: "turn into population the",
        c.K_MUSEUM: "give to the museum the",
    }
    return f"{words.get(kind, 'the')} {ship}"


def describe_option(state: np.record, option: int, kind: np.int64, cards: CardSet) -> str:
    if kind == c.K_SHIP_LEVEL:
        return f"ships of level {option + 1}"
    if kind == c.K_SYSTEM_CARD:
        return f"keep {cards.name('systems', int(state['aside'][option]))}"
    return f"option {'ABCD'[option]}"


def describe_yes(yes: bool, kind: np.int64) -> str:
    if kind == c.K_PAY:
        return "return 1 ore instead of 1 population" if yes else "return all population"
    if kind == c.K_SHORT:
        return "use population" if yes else "skip the missing ships"
    if kind == c.K_OPTIONAL:
        return "take the optional part" if yes else "skip the optional part"
    return "yes" if yes else "stop"
