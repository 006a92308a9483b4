"""What a seat may know, as text."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from exozoo.envs.beyond_the_sun import kinds as k
from exozoo.envs.beyond_the_sun.cards.shown import ShownCards, cards_of
from exozoo.envs.beyond_the_sun.constants import NODE_NAMES, NUM_SLOTS, SLOT_NAMES
from exozoo.envs.beyond_the_sun.view.describe import NODE_TITLES, space_title
from exozoo.envs.beyond_the_sun.view.hints import (
    achievement_told,
    event_told,
    faction_told,
    guild_words,
    system_told,
    technology_told,
)
from exozoo.envs.beyond_the_sun.view.observe import OBSERVATION
from exozoo.envs.core.text import Names, Section, Seen, TextLayout

SECTION_OF_KIND = {
    k.TECHNOLOGY: "technologies",
    k.SYSTEM: "systems",
    k.ACHIEVEMENT: "achievements",
    k.GUILD: "guilds",
    k.FACTION: "factions",
}
# keys of namers that are no kinds: facts that the box of a game prints
WHAT, NEEDS, ROUTES = "what {} does", "what a slot needs", "where a location leads"


def _names(state: np.record) -> Names:
    """Cards as they are called and what they do; the board's lines. All of it is public."""
    cards = cards_of(state)
    names = {kind.name: _namer(cards, section) for kind, section in SECTION_OF_KIND.items()}
    told = {
        k.TECHNOLOGY: lambda n: technology_told(state, n, cards),
        k.SYSTEM: lambda n: system_told(state, n, cards),
        k.ACHIEVEMENT: lambda n: achievement_told(n, cards),
        k.GUILD: lambda n: guild_words(state, n),
        k.FACTION: lambda n: faction_told(state, n, cards),
    }
    return {
        **names,
        **{WHAT.format(kind.name): words for kind, words in told.items()},
        k.NODE.name: lambda n: _node(n),
        k.SPACE.name: lambda n: space_title(state, n, cards),
        k.EVENT.name: lambda n: f"event {n + 1} ({event_told(state, n)})",
        k.TABLEAU_ROW.name: lambda n: f"row {n + 1}",
        k.PARAMETER.name: lambda n: f"{n + 1}.",
        k.ASIDE.name: lambda n: f"{n + 1}.",
        NEEDS: lambda n: " and ".join(
            SLOT_NAMES[slot] for slot in cards.items("tech_tree")[n]["prereqs"]
        ),
        ROUTES: lambda n: _routes(cards, n),
    }


def _namer(cards: ShownCards, section: str):
    return lambda number: cards.name(section, number)


def _node(node: int) -> str:
    title = NODE_TITLES[node] if node < len(NODE_TITLES) else ""
    return f"{title} ({NODE_NAMES[node]})" if title else NODE_NAMES[node]


def _routes(cards: ShownCards, node: int) -> str:
    ends = [a if b == node else b for a, b in cards.items("routes") if node in (a, b)]
    symbols = "/".join(cards.items("nodes").get(node, []))
    leads = ", ".join(NODE_NAMES[end] for end in sorted(ends))
    return (f"leads to {leads}" if leads else "") + (f", symbols {symbols}" if symbols else "")


def _tree(seen: Seen, _: int) -> Iterator[str]:
    """Each slot with its card, what it needs, what lies there and who has researched it."""
    for slot in range(NUM_SLOTS):
        card = int(seen.blocks["slot_card"][slot])
        parts = [_with_text(seen, k.TECHNOLOGY, card) if card >= 0 else "undiscovered"]
        needs = seen.names[NEEDS](slot)
        if needs:
            parts.append(f"needs {needs}")
        if seen.blocks["slot_event"][slot]:
            parts.append("an event lies here face down")
        if seen.blocks["slot_ore"][slot]:
            parts.append(f"ore of a linked event {int(seen.blocks['slot_ore'][slot])}")
        yield f"{SLOT_NAMES[slot]}: {'; '.join(parts)}"


def _with_text(seen: Seen, kind: k.Kind, number: int) -> str:
    text = seen.names[WHAT.format(kind.name)](number)
    return f"{seen.name(kind, number)} [{text}]" if text else seen.name(kind, number)


def _map(seen: Seen, _: int) -> Iterator[str]:
    """Each location with its system, who controls it, and where it leads."""
    for node in range(len(NODE_NAMES)):
        system, disc = int(seen.blocks["node_system"][node]), int(seen.blocks["outpost"][node])
        holder = int(seen.blocks["controller"][node])
        parts = [seen.names[ROUTES](node)]
        if system >= 0:
            parts.append(_with_text(seen, k.SYSTEM, system))
        if holder >= 0:
            parts.append(f"controlled by {seen.who(holder)}")
        if disc >= 0:
            parts.append(f"outpost disc {k.DISC.label(disc)}")
        if seen.blocks["uncontrolled"][node]:
            parts.append("without controller at the turn's start")
        told = "; ".join(part for part in parts if part)
        if told:
            yield f"{_node(node)}: {told}"


def _achievements(seen: Seen, _: int) -> Iterator[str]:
    """Each achievement with the discs on its slots."""
    for place, card in enumerate(seen.blocks["achievement_card"]):
        discs = [
            f"slot {slot + 1} {seen.who(int(seat))}"
            for slot, seat in enumerate(seen.blocks["achievement_disc"][place])
            if seat >= 0
        ]
        points = int(seen.blocks["achievement_vp"][place])
        more = f"; {points} more points by events" if points else ""
        told = ", ".join(discs) or "no discs"
        yield f"{_with_text(seen, k.ACHIEVEMENT, int(card))}: {told}{more}"


def _guilds(seen: Seen, _: int) -> Iterator[str]:
    for guild in range(k.GUILD.size):
        state = "open" if seen.blocks["guild_open"][guild] else "covered"
        yield f"{_with_text(seen, k.GUILD, guild)}: {state}"


def _faction(seen: Seen, relative: int) -> Iterator[str]:
    yield f"faction: {_with_text(seen, k.FACTION, int(seen.of('faction', relative)))}"


TEXT = TextLayout(
    "Beyond the Sun",
    OBSERVATION,
    shared=(
        Section(
            "Now",
            {
                "round": "round",
                "last_round": "the last round is (0: not yet known)",
                "active": "turn of",
                "first": "first player",
                "deciding": "who decides:",
                "decision": "being decided:",
                "changed": "the chosen action has changed something:",
                "parameters": "numbers of the decision",
                "choice": "technologies to choose from",
                "aside": "cards drawn or laid out for the choice",
            },
        ),
        Section("Technology tree", ("slot_card", "slot_event", "slot_ore"), _tree),
        Section(
            "Decks",
            {
                "tech_left": "technologies in the decks",
                "tech_status": "technologies by where they are (all others: in their deck)",
                "row_open": "tableau rows open",
                "private_card": "private technologies",
                "private_owner": "owners of private technologies",
                "event_seen": "events revealed so far",
                "system_left": "systems in the decks",
                "system_returned": "systems seen and put under their deck again",
            },
        ),
        Section("Guilds", ("guild_open",), _guilds),
        Section("Exploration map", ("node_system", "controller", "outpost", "uncontrolled"), _map),
        Section(
            "Colonies and more",
            {
                "extra_slot": "X1 lies beside",
                "colony_owner": "colonies",
                "system_vp": "points of linked events",
                "dyson": "Dyson Sphere",
            },
        ),
        Section(
            "Achievements",
            ("achievement_card", "achievement_disc", "achievement_vp"),
            _achievements,
        ),
    ),
    player=(
        Section("faction", ("faction",), _faction),
        Section(
            "",
            {
                "score": "points if the game ended now",
                "ore": "ore",
                "population": "population",
                "museum": "ship in the museum: level",
                "vp_events": "points of kept events",
                "pawn": "pawn on",
                "supply": "cubes in the supply columns",
                "discs": "discs left on the tracks",
                "automated": "automation discs",
                "colony_discs": "discs on colonies",
                "researched": "researched",
                "ships": "ships by location, level × number",
            },
        ),
    ),
    legend=(
        "Technology types: S scientific, E economic, M military, C commercial. Slots are named by "
        "level and row. SOL, DS (Deep Space), SY (shipyards), A and B (systems) are locations."
    ),
    names=_names,
)
