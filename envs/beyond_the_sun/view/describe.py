"""Actions in English, as seen from a state."""

from __future__ import annotations

import numpy as np

from exozoo.envs.beyond_the_sun import constants as c
from exozoo.envs.beyond_the_sun.actions import ACTIONS
from exozoo.envs.beyond_the_sun.cards.shown import ShownCards, cards_of
from exozoo.envs.beyond_the_sun.kinds import PRODUCTION, TRADE
from exozoo.envs.beyond_the_sun.pending import PENDING
from exozoo.envs.core.pending import Pending

NODE_TITLES = ("Sol", "Deep Space", "shipyard 1", "shipyard 2", "shipyard 3")
ROWS = ((0, 4, "research I"), (4, 8, "research II"), (8, 10, "build and jump"))
GUILD_SPACES = (0, 1, 1, 2, 3, 3)
SPACE_OF_GUILD = ("", ", space 1", ", space 2", "", ", space 1", ", space 2")


def node_title(state: np.record, node: int, cards: ShownCards) -> str:
    """A location by name: systems by their card."""
    card = int(state["node_system"][node])
    if card >= 0:
        return f"{cards.name('systems', card)} ({c.NODE_NAMES[node]})"
    return NODE_TITLES[node] if node < len(NODE_TITLES) else c.NODE_NAMES[node]


def space_title(state: np.record, space: int, cards: ShownCards) -> str:
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


def slot_title(state: np.record, slot: int, cards: ShownCards) -> str:
    card = int(state["slot_card"][slot])
    name = cards.name("technologies", card) if card >= 0 else "undiscovered"
    return f"{c.SLOT_NAMES[slot]} ({name})"


def describe_action(state: np.record, action: int) -> str:
    """Short English for one action id."""
    cards = cards_of(state)
    block, parameters = ACTIONS.decode(action)
    kind, _, arguments = step_on_top(state)
    first = parameters[0] if parameters else 0
    if block == "space":
        verb = {"basic action": "perform", "copied action": "copy"}.get(kind, "move the pawn to")
        return f"{verb} {space_title(state, first, cards)}"
    if block == "slot":
        if kind == "technology card":
            return f"take {cards.name('technologies', int(state['aside'][first]))}"
        return f"research {slot_title(state, first, cards)}"
    if block == "type":
        return f"look for {c.TYPE_NAMES[first]} technologies"
    if block == "card":
        card = int(state["aside_matching"][first])
        return f"choose {cards.name('technologies', card) if card >= 0 else f'card {first + 1}'}"
    if block == "node":
        return describe_node(state, first, kind, arguments, cards)
    if block == "ship":
        return describe_ship(state, first, parameters[1] + 1, kind, cards)
    if block == "track":
        return f"take a disc from the {c.TRACK_NAMES[first]} track"
    if block == "production":
        return PRODUCTION.label(first)
    if block == "trade":
        return TRADE.label(first)
    if block == "achievement":
        verb = "link the event to" if kind == "achievement to link" else "claim"
        return f"{verb} {cards.name('achievements', int(state['achievement_card'][first]))}"
    if block == "option":
        return describe_option(state, first, kind, cards)
    if block == "guild":
        return f"open {cards.name('guilds', first)}"
    if block == "column":
        return f"supply column {'ABCDE'[first]}"
    return describe_yes(block == "yes", kind)


def step_on_top(state: np.record) -> Pending:
    """The deciding step; one without a name once the game is over."""
    pending = PENDING.read(state)
    return pending[0] if pending else Pending("", -1, {})


def describe_node(
    state: np.record, node: int, kind: str, arguments: dict[str, int], cards: ShownCards
) -> str:
    title = node_title(state, node, cards)
    if kind == "destination":
        start = node_title(state, arguments["from"], cards)
        return f"jump the level {arguments['level']} ship from {start} to {title}"
    words = {
        "build location": f"build a level {arguments.get('level')} ship at {title}",
        "system to colonise": f"colonise {title}",
        "outpost disc": f"place the next outpost disc at {title}",
        "control bonuses": f"take the control bonus of {title}",
        "system to link": f"link the event to {title}",
    }
    if kind == "place for the extra system":
        return f"place {cards.name('systems', int(state['aside'][0]))} beside {title}"
    return words.get(kind, title)


def describe_ship(state: np.record, node: int, level: int, kind: str, cards: ShownCards) -> str:
    ship = f"level {level} ship at {node_title(state, node, cards)}"
    words = {
        "ship to upgrade": "upgrade the",
        "ship to move": "move the",
        "ships to return": "return the",
        "ship to exchange": "exchange the",
        "ship to population": "turn into population the",
        "museum": "give to the museum the",
    }
    return f"{words.get(kind, 'the')} {ship}"


def describe_option(state: np.record, option: int, kind: str, cards: ShownCards) -> str:
    if kind == "ship level":
        return f"ships of level {option + 1}"
    if kind == "system card":
        return f"keep {cards.name('systems', int(state['aside'][option]))}"
    return f"option {'ABCD'[option]}"


def describe_yes(yes: bool, kind: str) -> str:
    if kind == "payment":
        return "return 1 ore instead of 1 population" if yes else "return all population"
    if kind == "short supply":
        return "use population" if yes else "skip the missing ships"
    if kind == "optional part":
        return "take the optional part" if yes else "skip the optional part"
    return "yes" if yes else "stop"
