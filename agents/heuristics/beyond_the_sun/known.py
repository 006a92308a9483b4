"""What was found out about the seats of a position, for other positions of which the same is true.

Most decisions of a turn change cubes and ore alone: technologies, ships and systems are as they were. To look at all of
them is most of an appraisal, to see that they are the same hardly anything.
"""

from __future__ import annotations

import numpy as np

from exozoo.envs.beyond_the_sun.constants import MAX_PLAYERS
from exozoo.envs.beyond_the_sun.state import PLAYER, STATE
from exozoo.envs.core.codes import ONE, codes
from exozoo.envs.core.jit import jit
from exozoo.envs.core.memory import on_stack, part_of

NUM_OFFERS = 6
NUM_LEVELS = 4
NUM_ACHIEVEMENTS = 4
MAX_KNOWN = np.int64(2)  # of the first position, and of the last one in which this was otherwise
CLOSED, BY_MEANS, ON_BOARD = codes(
    3
)  # achievements: none to claim, or what the way there depends on
OFFERS = np.dtype(
    [
        ("state", STATE, 1),  # as far as `find_offers` copies it
        ("ready", np.int64),  # slots that may be researched next, as bits
        ("techs", np.int64, NUM_LEVELS + 2),  # researched of each level, and of none
        ("found", np.int64, NUM_OFFERS),
        ("to_level_4", np.float64),  # see `prereqs_way`
        ("coming", np.float64),  # see `coming_points`
        ("stage", np.int64),  # of the next
        ("research", np.float64),  # see `research_value`
    ]
)
BOARD = np.dtype(
    [
        ("state", STATE, 1),  # as far as `find_board` copies it
        ("stage", np.int64),
        ("ships", np.int64),
        ("strength", np.int64),
        ("outposts", np.int64),
        ("colonies", np.int64),
        ("has_systems", np.int64),  # 1: the next is known
        ("systems", np.float64),  # see `map_value`
        ("ripe", np.int64),  # see `ripe_points`
        ("how", np.int64, NUM_ACHIEVEMENTS),  # CLOSED, BY_MEANS or ON_BOARD
        ("prize", np.int64, NUM_ACHIEVEMENTS),  # points of the next free place
        ("way", np.float64, NUM_ACHIEVEMENTS),  # to those ON_BOARD
    ]
)
SEAT_KNOWN = np.dtype(
    [
        ("offers", OFFERS, int(MAX_KNOWN)),
        ("boards", BOARD, int(MAX_KNOWN)),
        ("num_offers", np.int64),
        ("num_boards", np.int64),
    ]
)
KNOWN = np.dtype([("seats", SEAT_KNOWN, MAX_PLAYERS), ("count", np.int64)])
new_known = on_stack(KNOWN, cleared=False)

same_slots, copy_slots = part_of(STATE, "slot_card", "slot_card")
same_cards, copy_cards = part_of(STATE, "private_card", "guild_open")
same_colonies, copy_colonies = part_of(STATE, "colony_owner", "colony_owner")
same_ships, copy_ships = part_of(PLAYER, "ships", "ships")
same_nodes, copy_nodes = part_of(STATE, "node_system", "controller")
same_points, copy_points = part_of(STATE, "colony_owner", "achievement_vp")


@jit
def known_of(known, seat):
    """What is known about one seat."""
    if known.count == 0:
        for number in range(MAX_PLAYERS):
            known.seats[number].num_offers = 0
            known.seats[number].num_boards = 0
        known.count = 1
    return known.seats[seat]


@jit
def are_offers_same(s, seat, kept):
    """Whether all that offers depend on is as it was for the same seat in a kept position."""
    player, old = s.players[seat], kept.players[seat]
    return (
        player.researched == old.researched
        and player.skip_prereq == old.skip_prereq
        and same_slots(s, kept)
        and same_cards(s, kept)
        and same_colonies(s, kept)
    )


@jit
def keep_offers(s, seat, kept):
    player, old = s.players[seat], kept.players[seat]
    old.researched = player.researched
    old.skip_prereq = player.skip_prereq
    copy_slots(kept, s)
    copy_cards(kept, s)
    copy_colonies(kept, s)


@jit
def is_board_same(s, seat, kept):
    """Whether the seat's ships, and for all seats control, colonies and achievements, are as they were."""
    return (
        same_ships(s.players[seat], kept.players[seat])
        and same_nodes(s, kept)
        and same_points(s, kept)
    )


@jit
def keep_board(s, seat, kept):
    copy_ships(kept.players[seat], s.players[seat])
    copy_nodes(kept, s)
    copy_points(kept, s)


@jit
def room_for_next(count):
    """The entry for something new when there are that many: the first stays, the other makes room."""
    return min(count, MAX_KNOWN - ONE)
