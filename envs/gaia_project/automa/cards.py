"""The Automa's cards as read-only tables, from data/automa.json (GS-4, GS-7, GS-8, GS-18)."""

from __future__ import annotations

import numpy as np

from exozoo.envs.core.codes import NONE, table
from exozoo.envs.gaia_project.components import COORDS_OF_BOARD, ROUND_TILES, load
from exozoo.envs.gaia_project.constants import (
    ACADEMY_ACTION,
    ACADEMY_KNOWLEDGE,
    AUTOMA_ACTION_IDS,
    DO_MINE,
    DO_POWER_QIC,
    DO_RANDOM,
    DO_TRACK,
    DO_UPGRADE,
    FACTION_IDS,
    INSTITUTE,
    LAB,
    MINE,
    NUM_AUTOMA_LEVELS,
    NUM_CARDS,
    NUM_FACTIONS,
    NUM_HEXES,
    STATION,
    TRACK_IDS,
)

DATA = load("automa")
CARDS = DATA["decision_cards"]
LEVELS = DATA["difficulty"]
FACTION_CARDS = {card["id"]: card for card in DATA["faction_cards"]}
AUTOMA_FACTION_IDS = tuple(FACTION_CARDS)
AUTOMA_FACTIONS = table([FACTION_IDS.index(name) for name in AUTOMA_FACTION_IDS])  # GS-4
LEVEL_NAMES = tuple(level["name"] for level in LEVELS)

# --- decision cards (GS-8): the action half ...
ACTION_OF_CARD = table([AUTOMA_ACTION_IDS.index(card["action"]) for card in CARDS])
MAX_STEPS = 2  # actions of one turn
STEP_OF_CARD = table([[action, NONE] for action in ACTION_OF_CARD])  # [card, step]
VP_OF_CARD = table([card["vp"] for card in CARDS])
# ... and the support half
FINAL_TILE_OF_CARD = table(
    [
        {"top": 0, "bottom": 1, "none": -1}[card["support"]["final_scoring_tie_break"]]
        for card in CARDS
    ]
)
RANGE_OF_CARD = table([card["support"]["range"] for card in CARDS])
IS_LEFT_UP = table([card["support"]["directional_selection"] == "left_up" for card in CARDS])
COUNT_OF_CARD = table([card["support"]["numbered_selection"]["count"] for card in CARDS])
COUNTS_FROM_RIGHT = table(
    [card["support"]["numbered_selection"]["from"] == "right" for card in CARDS]
)
# which of the three open boosters it takes on passing, from the left
BOOSTER_OF_CARD = table(
    [("left", "middle", "right").index(card["support"]["booster_on_pass"]) for card in CARDS]
)
HAS_PASS_SYMBOL = table([card["pass_symbol"] for card in CARDS])
SETUP_BOOSTER_OF_CARD = table([card["setup_booster_slot"] - 1 for card in CARDS])  # GS-6

# --- levels (GS-5, GS-7); row 0 is no level
_in_deck = np.zeros((NUM_AUTOMA_LEVELS + 1, int(NUM_CARDS)), np.int64)
for _level in LEVELS:
    for _card in CARDS:
        _starts = _card["starter"] and _card["id"] not in _level["remove_from_starters"]
        _in_deck[_level["level"], _card["id"] - 1] = _starts or _card["id"] in _level["add"]
STARTS_IN_DECK = table(_in_deck)  # [level, card]: before the random card
START_VP_OF_LEVEL = table([0, *(level["start_vp"] for level in LEVELS)])
BONUS_VP_OF_LEVEL = table([0, *(int("extra" in level) for level in LEVELS)])  # for each gain of VP

# --- faction cards (GS-18)
_steps = np.full((NUM_FACTIONS, MAX_STEPS), NONE)
_reach, _points, _track, _start = (np.full(NUM_FACTIONS, value) for value in (0, 0, NONE, NONE))
for _name, _card in FACTION_CARDS.items():
    _faction = FACTION_IDS.index(_name)
    _done = 0
    for _part in _card["faction_action"]:
        ((_kind, _value),) = _part.items()
        if _kind == "vp":
            _points[_faction] = _value
            continue
        if _kind == "research" and _value != "random":
            _track[_faction] = TRACK_IDS.index(_value)
        _steps[_faction, _done] = {
            "build_mine": DO_MINE,
            "power_qic": DO_POWER_QIC,
            "upgrade": DO_UPGRADE,
            "research": DO_RANDOM if _value == "random" else DO_TRACK,
        }[_kind]
        _done += 1
        if _kind == "build_mine":
            _reach[_faction] = _value["range"]
        elif _kind == "upgrade" and "if_impossible" in _value:
            _reach[_faction] = int(_value["if_impossible"].split()[-1])  # … with range 3
    for _area in _card.get("setup_bonus", {}):
        _start[_faction] = TRACK_IDS.index(_area)
STEP_OF_FACTION = table(_steps)  # [faction, step]: what its faction action does, NONE for nothing
REACH_OF_FACTION = table(_reach)  # range of the mine in the faction action
VP_OF_FACTION = table(_points)
TRACK_OF_FACTION = table(_track)  # the area of DO_TRACK
START_TRACK_OF_AUTOMA = table(_start)  # GS-4

# --- upgrades in their order (GS-14): [row, (old piece, new piece)]
UPGRADES = table(
    [
        [STATION, INSTITUTE],
        [LAB, STATION],
        [MINE, STATION],
        [LAB, ACADEMY_KNOWLEDGE],
        [LAB, ACADEMY_ACTION],
        [STATION, LAB],
    ]
)
# GS-18: the first only in the Firaks' faction action, the others have an ability of a faction
DOWNGRADE_ROW, STATION_ROW, LAB_ROW = np.int64(1), np.int64(2), np.int64(5)

# GS-19: printed on the round tiles, for rounds 1-3 and 4-6
AUTOMA_VP_OF_ROUND_TILE = table(
    [[tile["automa_vp"]["rounds_1_3"], tile["automa_vp"]["rounds_4_6"]] for tile in ROUND_TILES]
)

# GS-1, GS-17: hexes form rows, one for each r; from the top row, left to right
_order = np.zeros((len(COORDS_OF_BOARD), NUM_HEXES), np.int64)
for _board, _coords in enumerate(COORDS_OF_BOARD):
    _by_row = sorted(range(len(_coords)), key=lambda place: _coords[place][::-1])
    for _rank, _place in enumerate(_by_row):
        _order[_board, _place] = _rank
ORDER_OF_HEX = table(_order)  # [board, hex]
CENTRE_HEX = table([coords.index((0, 0)) for coords in COORDS_OF_BOARD])  # GS-6
