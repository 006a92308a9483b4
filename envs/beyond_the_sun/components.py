"""The box: where each number of the card set lies in the bytes that travel with the state.

Compiled kernels freeze module tables, and the card set can be replaced (option `cards`). So all
numbers of the cards, boards and effects are bytes in `s.box`, written there by `setup` from the
option vector. This module names the places; in `cards/`
`card_set.py` reads the JSON files, `assemble.py` turns effects into code, `encode.py` writes all
bytes and `shown.py` reads them back for people. A place holds 0..254; NOTHING stands for none. An effect list is
named by two bytes, its place in the code; place 0 holds the empty list.
"""

from __future__ import annotations

import numpy as np

from exozoo.envs.beyond_the_sun.constants import NUM_NODES, NUM_SLOTS
from exozoo.envs.core.codes import codes
from exozoo.envs.core.jit import jit

NOTHING = np.int64(255)
CODE_SIZE = 1400
MAX_TECHS, MAX_SYSTEMS, MAX_EVENTS, MAX_ACHIEVEMENTS = 46, 24, 20, 10
NUM_FACTIONS, NUM_ROWS = 8, 4
MAX_DECK = 20  # cards of one technology level or of one system letter
MAX_ORE_SYMBOLS = 8
DIGEST_SIZE = 8

# An action: ore, returned population, effect list (2), whether it contains a research (BS-151)
A_ORE, A_RETURN, A_LIST, _, A_RESEARCH = codes(5)
ACTION_WIDTH = np.int64(5)

T_LEVEL, T_TYPES, T_PROVIDES, T_OPENS = codes(4)  # types, opened rows: bit masks
T_BASE, T_PER, T_EACH, T_DIVISOR, T_MAX = codes(5, 4)  # victory points (BS-182)
T_IMMEDIATE, T_PERMANENT, T_ACTIONS = (np.int64(n) for n in (9, 11, 13))
TECH_WIDTH = np.int64(13 + 2 * int(ACTION_WIDTH))

S_DECK, S_STARTING, S_STRENGTH, S_SYMBOLS, S_VP = codes(5)  # symbols: bit 0 food, bit 1 ore
S_CONTROL, S_COLONIZED, S_PERMANENT = (np.int64(n) for n in (5, 7, 9))
SYSTEM_WIDTH = np.int64(11)

E_LEVEL, E_LIGHT, E_LIST = codes(3)
EVENT_WIDTH = np.int64(4)

H_GROUP, H_CONDITION, H_LEVEL, H_COUNT, H_PRIVATE, H_SLOTS, H_VP = codes(7)  # up to 4 slots
ACHIEVEMENT_WIDTH = np.int64(10)
GROUP_BASE, GROUP_A, GROUP_B = codes(3)

F_ADVANCED, F_FOOD, F_ORE, F_COLUMNS = (np.int64(n) for n in (0, 1, 6, 14))
F_TRADE_POP, F_TRADE_SHIP, F_TRADE_ORE = codes(3, 19)  # BS-45 price, BS-47 price, BS-46 gain
F_AUTOMATION, F_BEYOND, F_SETUP, F_PERMANENT = (np.int64(n) for n in (22, 29, 30, 32))
FACTION_WIDTH = np.int64(34)

G_RANK, G_SPACES, G_OPENS, G_ACTION = codes(4)
GUILD_WIDTH = np.int64(3 + int(ACTION_WIDTH))

L_LEVEL, L_NEEDED, L_PREREQS = codes(3)  # technology slots (BS-72): how many of which
SLOT_WIDTH = np.int64(5)

N_PRESENT, N_SHIPYARD, N_SYMBOLS, N_DECK, N_NEIGHBOURS = codes(5)  # neighbours: two bytes of bits
NODE_WIDTH = np.int64(6)

_TABLES = (
    ("code", CODE_SIZE),
    ("techs", MAX_TECHS * TECH_WIDTH),
    ("systems", MAX_SYSTEMS * SYSTEM_WIDTH),
    ("events", MAX_EVENTS * EVENT_WIDTH),
    ("achievements", MAX_ACHIEVEMENTS * ACHIEVEMENT_WIDTH),
    ("factions", NUM_FACTIONS * FACTION_WIDTH),
    ("guilds", 4 * GUILD_WIDTH),
    ("rows", NUM_ROWS * ACTION_WIDTH),  # Basic Spacefaring (BS-38)
    ("extra_ore", 10),  # of spaces 0-9 (BS-37); NOTHING where there is no such space
    ("slots", NUM_SLOTS * SLOT_WIDTH),
    ("nodes", NUM_NODES * NODE_WIDTH),
    ("start_ore", 4),  # by seat
    ("start", 3),  # population, level 1 ships in Sol, achievement discs that trigger the end
    ("beginner", 4),  # the achievement cards of the beginner set (BS-14)
    ("digest", DIGEST_SIZE),  # of the sections that replace shipped ones; zeros without any
)
OFFSET = {}
BOX_SIZE = 0
for _name, _size in _TABLES:
    OFFSET[_name] = np.int64(BOX_SIZE)
    BOX_SIZE += int(_size)
BOX_SIZE += -BOX_SIZE % 8
(
    CODE,
    TECHS,
    SYSTEMS,
    EVENTS,
    ACHIEVEMENTS,
    FACTIONS,
    GUILDS,
    ROWS,
    EXTRA_ORE,
    SLOTS,
    NODES,
    START_ORE,
    START,
    BEGINNER,
    DIGEST,
) = tuple(OFFSET.values())
START_POPULATION, START_SHIPS, START_TRIGGER = codes(3)


@jit
def pointer(s, at):
    """Two bytes of the box as one number."""
    return np.int64(s.box[at]) * 256 + np.int64(s.box[at + 1])


@jit
def tech(s, card, what):
    return np.int64(s.box[TECHS + card * TECH_WIDTH + what])


@jit
def system(s, card, what):
    return np.int64(s.box[SYSTEMS + card * SYSTEM_WIDTH + what])


@jit
def slot_fact(s, slot, what):
    return np.int64(s.box[SLOTS + slot * SLOT_WIDTH + what])


@jit
def node_fact(s, node, what):
    return np.int64(s.box[NODES + node * NODE_WIDTH + what])


@jit
def faction_fact(s, seat, what):
    """A number of the seat's faction board."""
    return np.int64(s.box[FACTIONS + np.int64(s.players[seat].faction) * FACTION_WIDTH + what])


@jit
def achievement(s, place, what):
    """A number of the achievement card at this place."""
    card = np.int64(s.achievement_card[place])
    return np.int64(s.box[ACHIEVEMENTS + card * ACHIEVEMENT_WIDTH + what])
