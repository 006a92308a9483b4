"""What the cards do, in English: words on them, and tooltips of the drawing."""

from __future__ import annotations

import numpy as np

from exozoo.envs.beyond_the_sun import components as box
from exozoo.envs.beyond_the_sun import constants as c
from exozoo.envs.beyond_the_sun.cards.shown import ShownCards, box_row, tech_actions
from exozoo.envs.beyond_the_sun.cards.words import (
    action_words,
    condition_words,
    list_words,
    points_words,
)

BASIC_HINT = "Basic Spacefaring: {}. Move your pawn to a free space to take it."


def _bytes(state: np.record) -> bytes:
    return state["box"].tobytes()


def _list(data: bytes, row: bytes, at: np.int64) -> str:
    return list_words(data, row[at] * 256 + row[at + 1])


def basic_words(state: np.record, row: int) -> str:
    """What a row of Basic Spacefaring does."""
    data = _bytes(state)
    return action_words(data, box_row(data, box.ROWS, row, box.ACTION_WIDTH))


def guild_words(state: np.record, guild: int) -> str:
    data = _bytes(state)
    return action_words(data, box_row(data, box.GUILDS, guild, box.GUILD_WIDTH)[box.G_ACTION :])


def technology_parts(state: np.record, card: int) -> tuple[str, list[str], str]:
    """Bonus at once, actions, lasting effect."""
    data = _bytes(state)
    row = box_row(data, box.TECHS, card, box.TECH_WIDTH)
    return (
        _list(data, row, box.T_IMMEDIATE),
        [action_words(data, action) for action in dict.fromkeys(tech_actions(row))],
        _list(data, row, box.T_PERMANENT),
    )


def technology_told(state: np.record, card: int, cards: ShownCards) -> str:
    data = _bytes(state)
    entry = cards.items("technologies")[card]
    types = [c.TYPE_NAMES[c.TYPE_LETTERS.index(letter)] for letter in entry["types"]]
    at_once, actions, lasting = technology_parts(state, card)
    words = [f"level {c.LEVEL_NAMES[entry['level'] - 1]}, {' and '.join(types)}."]
    if entry["provides"]:
        provides = c.TYPE_NAMES[c.TYPE_LETTERS.index(entry["provides"])]
        words.append(f"Leads to {provides} technologies.")
    words += [f"At once when researched: {at_once}."] if at_once else []
    words += [f"Action: {action}." for action in actions]
    words += [f"From then on: {lasting}."] if lasting else []
    points = points_words(box_row(data, box.TECHS, card, box.TECH_WIDTH))
    return " ".join([*words, f"At the end {points}."])


def technology_hint(state: np.record, card: int, cards: ShownCards) -> str:
    return f"{cards.name('technologies', card)}, {technology_told(state, card, cards)}"


def event_told(state: np.record, card: int) -> str:
    data = _bytes(state)
    return _list(data, box_row(data, box.EVENTS, card, box.EVENT_WIDTH), box.E_LIST)


def slot_hint(state: np.record, slot: int, cards: ShownCards) -> str:
    card = int(state["slot_card"][slot])
    if card >= 0:
        words = technology_hint(state, card, cards)
    else:
        words = f"Slot {c.SLOT_NAMES[slot]}: no technology discovered yet"
        words += "; an event lies face down." if state["slot_event"][slot] >= 0 else "."
    before = [c.SLOT_NAMES[p] for p in cards.items("tech_tree")[slot]["prereqs"]]
    needed = int(box_row(_bytes(state), box.SLOTS, slot, box.SLOT_WIDTH)[box.L_NEEDED])
    if before:
        words += f" Needs {'' if needed == len(before) else f'{needed} of '}{', '.join(before)}."
    if state["slot_ore"][slot]:
        words += f" {int(state['slot_ore'][slot])} ore for whoever researches it."
    return words


def system_told(state: np.record, card: int, cards: ShownCards) -> str:
    data = _bytes(state)
    row = box_row(data, box.SYSTEMS, card, box.SYSTEM_WIDTH)
    entry = cards.items("systems")[card]
    words = [
        f"strength {entry['strength']} to colonise, "
        f"{entry['vp']} points, symbols {' and '.join(entry['specialisation']) or 'none'}."
    ]
    for name, at in (
        ("Control", box.S_CONTROL),
        ("Colonised", box.S_COLONIZED),
        ("From then on", box.S_PERMANENT),
    ):
        effects = _list(data, row, at)
        words += [f"{name}: {effects}."] if effects else []
    return " ".join(words)


def system_hint(state: np.record, card: int, cards: ShownCards) -> str:
    words = f"{cards.name('systems', card)}: {system_told(state, card, cards)}"
    more = int(state["system_vp"][card])
    return words + (f" {more} points of an event more." if more else "")


def achievement_told(card: int, cards: ShownCards) -> str:
    entry = cards.items("achievements")[card]
    points = ", ".join(map(str, entry["slot_vp"]))
    return f"{condition_words(entry)}. Points in the order of claiming: {points}."


def achievement_hint(state: np.record, place: int, cards: ShownCards) -> str:
    card = int(state["achievement_card"][place])
    words = f"{cards.name('achievements', card)}: {achievement_told(card, cards)}"
    extra = int(state["achievement_vp"][place])
    return words + (f" {extra} points of an event more." if extra else "")


def faction_told(state: np.record, board: int, cards: ShownCards) -> str:
    data = _bytes(state)
    row = box_row(data, box.FACTIONS, board, box.FACTION_WIDTH)
    entry = cards.items("factions")[board]
    abilities = _list(data, row, box.F_PERMANENT)
    food = ", ".join(f"{letter} {removed}" for removed, letter in entry["food"].items())
    automation = ", ".join(map(str, row[box.F_AUTOMATION : box.F_BEYOND]))
    words = f"Abilities: {abilities}. " if abilities else ""
    return words + (
        f"Food symbols show after so many discs: {food}; ore symbols after "
        f"{', '.join(map(str, entry['ore']))}. Automation is worth {automation} points by level. "
        f"Trade: {row[box.F_TRADE_POP]} ore for a population, a ship and {row[box.F_TRADE_SHIP]} ore "
        f"for a population, a population for {row[box.F_TRADE_ORE]} ore."
    )


def faction_hint(state: np.record, seat: int, name: str, cards: ShownCards) -> str:
    board = int(state["players"][seat]["faction"])
    return f"Player {seat}, {name}. {faction_told(state, board, cards)}"
