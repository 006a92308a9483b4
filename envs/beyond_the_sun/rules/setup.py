"""Setup (section 2 of the rules)."""

from __future__ import annotations

import numpy as np

from exozoo.envs.beyond_the_sun.components import (
    ACHIEVEMENT_WIDTH,
    ACHIEVEMENTS,
    BEGINNER,
    BOX_SIZE,
    E_LEVEL,
    E_LIGHT,
    EVENT_WIDTH,
    EVENTS,
    F_COLUMNS,
    F_PERMANENT,
    F_SETUP,
    FACTION_WIDTH,
    FACTIONS,
    GROUP_B,
    GROUP_BASE,
    H_GROUP,
    H_SLOTS,
    L_LEVEL,
    L_NEEDED,
    L_PREREQS,
    MAX_ACHIEVEMENTS,
    MAX_EVENTS,
    MAX_SYSTEMS,
    MAX_TECHS,
    NOTHING,
    S_DECK,
    S_STARTING,
    S_STRENGTH,
    START,
    START_ORE,
    START_POPULATION,
    START_SHIPS,
    T_LEVEL,
    faction_fact,
    pointer,
    slot_fact,
    system,
    tech,
)
from exozoo.envs.beyond_the_sun.constants import (
    A1,
    B1,
    END,
    GAIN_ORE,
    MOVE_SUPPLY,
    NUM_COLUMNS,
    NUM_DISCS,
    NUM_SLOTS,
    SOL,
    SUPPLY_TO_POP,
    UPGRADE,
)
from exozoo.envs.beyond_the_sun.options import OPTIONS
from exozoo.envs.beyond_the_sun.rules.account import next_op
from exozoo.envs.beyond_the_sun.rules.decks import draw_system
from exozoo.envs.beyond_the_sun.rules.effects import (
    ALL_POINTS,
    change_points,
    gain_ore,
    supply_column,
    supply_to_population,
)
from exozoo.envs.beyond_the_sun.rules.interpret import grant
from exozoo.envs.beyond_the_sun.rules.phase_turn import begin_turn
from exozoo.envs.beyond_the_sun.rules.scoring import update_scores
from exozoo.envs.core.codes import NONE, ONE, ZERO, table
from exozoo.envs.core.jit import jit
from exozoo.envs.core.rng import draw_below, shuffle

OPTION_ADVANCED, OPTION_BEGINNER, OPTION_TABLEAU, OPTION_MAX_ROUNDS, OPTION_BOX = OPTIONS.places(
    "boards", "achievements", "tableau", "max_rounds", "box"
)
NUM_EVENT_SLOTS = 6  # a level, BS-12
RIGHT = np.int64(1)
FOUR = table([0, 1, 2, 3], np.int8)
FIRST_CARDS = table(range(MAX_TECHS), np.int8)


@jit
def setup(s, options):
    """Deal a game. BS-16: seat 0 is the first player and seats run clockwise."""
    for index in range(BOX_SIZE):
        s.box[index] = options[OPTION_BOX + index]
    s.max_rounds = options[OPTION_MAX_ROUNDS]
    s.tableau = options[OPTION_TABLEAU]
    s.row_open[0] = 1  # BS-191
    s.round_number = 1
    s.next_group = 1
    clear_board(s)
    prepare_slots(s)
    deal_techs(s)
    deal_events(s)
    deal_systems(s)
    deal_achievements(s, options[OPTION_BEGINNER])
    deal_factions(s, options[OPTION_ADVANCED])
    begin_turn(s, ZERO)  # its action space is the first decision, so nothing has to be run
    s.seat = 0
    change_points(s, ALL_POINTS)
    update_scores(s)


@jit
def clear_board(s):
    """BS-15: guilds are covered (their open flags are 0); nothing lies anywhere yet."""
    s.slot_card[:] = NONE
    s.slot_event[:] = NONE
    s.aside[:] = NONE
    s.aside_matching[:] = NONE
    s.private_card[:] = NONE
    s.private_owner[:] = NONE
    s.node_system[:] = NONE
    s.controller[:] = NONE
    s.outpost[:] = NONE
    s.colony_owner[:] = NONE
    s.achievement_card[:] = NONE
    for place in range(4):
        for slot in range(4):
            s.achievement_disc[place, slot] = NONE
    s.extra_slot = NONE
    s.dyson_card = NONE
    s.stealth_target = NONE


@jit
def prepare_slots(s):
    """BS-72: what the box says of the slots, as sets of bits: research is asked about all the time."""
    for number in range(NUM_SLOTS):
        slot = np.int64(number)
        level = slot_fact(s, slot, L_LEVEL) - 1
        s.slots_of_level[level] = np.int64(s.slots_of_level[level]) | (ONE << slot)
        s.slot_needed[slot] = slot_fact(s, slot, L_NEEDED)
        for index in range(3):
            prereq = slot_fact(s, slot, L_PREREQS + index)
            if prereq != NOTHING:
                s.slot_prereqs[slot] = np.int64(s.slot_prereqs[slot]) | (ONE << prereq)


@jit
def deal_techs(s):
    """BS-10: four level I cards in random order; BS-11: the other decks are shuffled."""
    cards = FIRST_CARDS.copy()
    count = np.int64(0)
    for card in range(MAX_TECHS):
        level = tech(s, np.int64(card), T_LEVEL)
        if level == 1:
            cards[count] = card
            count += 1
        elif level > 1:
            left = np.int64(s.tech_left[level - 2])
            s.tech_deck[level - 2, left] = card
            s.tech_left[level - 2] = left + 1
    shuffle(s.rng, cards, ZERO, count)
    for index in range(count):
        if index < 4:
            s.slot_card[index] = cards[index]
        else:
            s.tech_out[cards[index]] = 1
    for deck in range(3):
        shuffle(s.rng, s.tech_deck[deck], ZERO, np.int64(s.tech_left[deck]))


@jit
def event_fact(s, event, what):
    return np.int64(s.box[EVENTS + event * EVENT_WIDTH + what])


@jit
def deal_events(s):
    """BS-12: per level 2 light-frame events and 4 random others, face down on its slots."""
    cards = FIRST_CARDS.copy()
    for level in range(2, 4):
        light, count = np.int64(0), np.int64(0)
        for wanted in range(2):
            for event in range(MAX_EVENTS):
                number = np.int64(event)
                if event_fact(s, number, E_LEVEL) != level:
                    continue
                if event_fact(s, number, E_LIGHT) == 1 - wanted:
                    cards[count] = event
                    count += 1
            if wanted == 0:
                light = count
        shuffle(s.rng, cards, light, count)
        shuffle(s.rng, cards, ZERO, np.int64(NUM_EVENT_SLOTS))
        index = 0
        for slot in range(NUM_SLOTS):
            if slot_fact(s, np.int64(slot), L_LEVEL) == level:
                s.slot_event[slot] = cards[index]
                index += 1


@jit
def deal_systems(s):
    """BS-13: two random starting systems on the A slots, the others in deck A; top two of deck B."""
    cards = FIRST_CARDS.copy()
    starting = np.int64(0)
    for card in range(MAX_SYSTEMS):
        number = np.int64(card)
        if system(s, number, S_STRENGTH) == 0:
            continue
        if system(s, number, S_STARTING):
            cards[starting] = card
            starting += 1
        else:
            add_to_deck(s, number)
    shuffle(s.rng, cards, ZERO, starting)
    for index in range(starting):
        if index < 2:
            s.node_system[A1 + index] = cards[index]
        else:
            add_to_deck(s, np.int64(cards[index]))
    for deck in range(2):
        shuffle(s.rng, s.system_deck[deck], ZERO, np.int64(s.system_left[deck]))
    for index in range(2):
        s.node_system[B1 + index] = draw_system(s, np.int64(1))


@jit
def add_to_deck(s, card):
    deck = system(s, card, S_DECK)
    s.system_deck[deck, s.system_left[deck]] = card
    s.system_left[deck] += 1


@jit
def deal_achievements(s, beginner):
    """BS-14: both base cards, a random A and a random B; or the beginner set."""
    if beginner and np.int64(s.box[BEGINNER]) != NOTHING:
        for place in range(4):
            s.achievement_card[place] = s.box[BEGINNER + place]
        return
    place = 0
    for group in range(GROUP_BASE, GROUP_B + 1):
        count = np.int64(0)
        for card in range(MAX_ACHIEVEMENTS):
            if in_group(s, np.int64(card), group):
                count += 1
        skip = draw_below(s.rng, count) if group != GROUP_BASE else ZERO
        for card in range(MAX_ACHIEVEMENTS):
            if not in_group(s, np.int64(card), group):
                continue
            if group == GROUP_BASE or skip == 0:
                s.achievement_card[place] = card
                place += 1
            skip -= 1


@jit
def in_group(s, card, group):
    at = ACHIEVEMENTS + card * ACHIEVEMENT_WIDTH
    return s.box[at + H_SLOTS] > 0 and s.box[at + H_GROUP] == group


@jit
def deal_factions(s, advanced):
    """BS-20: a random board of the chosen kind for each seat; BS-17: cubes, discs, ship, pawn."""
    boards = FOUR.copy()
    shuffle(s.rng, boards, ZERO, np.int64(4))
    for number in range(np.int64(s.num_players)):
        seat = np.int64(number)
        player = s.players[seat]
        player.faction = boards[seat] + 4 * advanced
        player.pawn = NONE
        player.discs[0] = NUM_DISCS
        player.discs[1] = NUM_DISCS
        for column in range(NUM_COLUMNS):
            player.supply[column] = faction_fact(s, seat, F_COLUMNS + column)
        player.population = s.box[START + START_POPULATION]
        player.ships[SOL, 0] = s.box[START + START_SHIPS]
        player.ore = s.box[START_ORE + seat]
        at = FACTIONS + np.int64(player.faction) * FACTION_WIDTH
        grant(s, seat, pointer(s, at + F_PERMANENT))
        prepare_faction(s, seat, pointer(s, at + F_SETUP))


@jit
def prepare_faction(s, seat, place):
    """BS-17: the board's own setup effects; none of them leaves a choice."""
    while s.box[place] != END:
        op, count = s.box[place], np.int64(s.box[place + 1])
        if op == GAIN_ORE:
            gain_ore(s, seat, count)
        elif op == SUPPLY_TO_POP:
            supply_to_population(s, seat, count, np.int64(s.box[place + 2]))
        elif op == UPGRADE:
            s.players[seat].ships[SOL, 0] -= 1
            s.players[seat].ships[SOL, s.box[place + 2]] += 1
        elif op == MOVE_SUPPLY:
            for _ in range(count):
                s.players[seat].supply[supply_column(s, seat, RIGHT)] -= 1
                s.players[seat].supply[0] += 1
        place = next_op(s, place)
