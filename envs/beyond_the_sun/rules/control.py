"""Control, outposts and control bonuses (section 8 of the rules)."""

from __future__ import annotations

import numpy as np

from exozoo.envs.beyond_the_sun.actions import NODE, TRACK
from exozoo.envs.beyond_the_sun.components import (
    S_CONTROL,
    SYSTEM_WIDTH,
    SYSTEMS,
    pointer,
)
from exozoo.envs.beyond_the_sun.constants import (
    ACHIEVEMENT,
    FIRST_SYSTEM,
    FOOD,
    FREE,
    MAX_BONUSES,
    NUM_NODES,
    ORE,
    SY1,
    UNPLACED,
)
from exozoo.envs.beyond_the_sun.pending import (
    BONUS_NODES,
    K_BONUSES,
    K_LAST_DISC,
    K_LIST,
    K_OUTPOST_DISC,
    LIST_GAINS,
    OUTPOST_NEXT,
    OUTPOST_NODES,
)
from exozoo.envs.beyond_the_sun.rules.board import contest, is_controllable, symbols_at
from exozoo.envs.beyond_the_sun.rules.effects import (
    ALL_POINTS,
    change_points,
    remove_disc,
    tracks_for,
)
from exozoo.envs.core.codes import NONE, ONE, ZERO
from exozoo.envs.core.jit import jit
from exozoo.envs.core.pending import (
    SEAT,
    is_pending,
    pop,
    push,
    set_top,
    top,
)

BOTH_TRACKS = np.int64(3)
SEAT_BITS = np.int64(NUM_NODES)  # locations gained, packed: bit SEAT_BITS * seat + location
ALL_NODES = np.int64(2**NUM_NODES - 1)
BY_OTHERS = np.int64(64)  # count of locations taken from others, packed above all gains


@jit
def lose_control(s, node):
    """BS-123: the disc returns to its own track, an achievement disc beside the board.

    BS-124: it is not put in place of an achievement disc that stands elsewhere.
    """
    kind = np.int64(s.outpost[node])
    if kind == FOOD or kind == ORE:
        s.players[np.int64(s.controller[node])].discs[kind] += 1
    s.controller[node] = NONE
    s.outpost[node] = NONE


@jit
def check_control(s, report):
    """BS-121: after a change on the board, settle BS-120 everywhere; losers' discs return first.

    With `report` the step now on top learns how much its seat gained (BS-108).
    """
    gained, taken = np.int64(0), np.int64(0)
    for node in range(SY1, NUM_NODES):
        if not is_controllable(s, node):
            continue
        winner = contest(s, node)
        loser = np.int64(s.controller[node])
        if winner == loser:
            continue
        change_points(s, ALL_POINTS)
        if loser != NONE:
            lose_control(s, node)
        if winner != NONE:
            s.controller[node] = winner
            s.outpost[node] = UNPLACED
            gained |= ONE << (SEAT_BITS * winner + node)
            if loser != NONE:
                taken |= ONE << (SEAT_BITS * winner + node)
    if report:
        seat = top(s, SEAT)
        set_top(s, LIST_GAINS, gains_of(seat, gained) + BY_OTHERS * gains_of(seat, taken))
    if gained:
        queue_gains(s, gained)


@jit
def gains_of(seat, gained):
    """How many of the packed gains are the seat's."""
    bits = (gained >> (SEAT_BITS * seat)) & ALL_NODES
    count = np.int64(0)
    while bits:
        count += bits & 1
        bits >>= 1
    return count


@jit
def queue_gains(s, gained):
    """BS-122: outpost discs first; then BS-126: bonuses, in turn order from the active player."""
    players = np.int64(s.num_players)
    for turn in range(players):
        seat = (np.int64(s.active) + players - 1 - turn) % players
        nodes = (gained >> (SEAT_BITS * seat)) & ALL_NODES
        if nodes and s.players[seat].on_last_disc:
            await_last_disc(s, seat)
        bonuses = bonus_nodes(s, seat, nodes)
        if bonuses:
            push(s, K_BONUSES, seat, bonuses, ZERO, ZERO, ZERO)
    for turn in range(players):
        seat = (np.int64(s.active) + players - 1 - turn) % players
        nodes = (gained >> (SEAT_BITS * seat)) & ALL_NODES
        if nodes:
            push(s, K_OUTPOST_DISC, seat, nodes, ZERO, ZERO, ZERO)


@jit
def control_bonus(s, node):
    """The effect list of the system's control bonus; 0 is the empty list (shipyards have none)."""
    card = np.int64(s.node_system[node])
    if card == NONE:
        return ZERO
    return pointer(s, SYSTEMS + card * SYSTEM_WIDTH + S_CONTROL)


@jit
def bonus_nodes(s, seat, nodes):
    """BS-125: those of the locations that give a bonus; BS-159: not the one taken by stealth.

    They count for the turn's cap at once, so that waiting bonuses cannot pile up beyond it.
    """
    kept = np.int64(0)
    for node in range(FIRST_SYSTEM, NUM_NODES):
        hidden = node == s.stealth_target and seat == s.active
        if not (nodes >> node) & 1 or hidden or not control_bonus(s, np.int64(node)):
            continue
        if s.bonuses < MAX_BONUSES:
            s.bonuses += 1
            kept |= ONE << node
    return kept


@jit
def outpost_tracks(s, seat, node):
    """BS-122; BS-155 holds for shipyards too."""
    return tracks_for(s, seat, symbols_at(s, node), s.players[seat].any_track == 1)


@jit
def first_node(nodes):
    node = np.int64(0)
    while not (nodes >> node) & 1:
        node += 1
    return node


@jit
def may_run_short(s, seat, nodes):
    """Whether the order matters: a track has discs, but not for all the locations it could serve."""
    for track in range(2):
        wanted = np.int64(0)
        for node in range(NUM_NODES):
            if (nodes >> node) & 1:
                wanted += (outpost_tracks(s, seat, np.int64(node)) >> track) & 1
        if wanted > np.int64(s.players[seat].discs[track]):
            return True
    return False


@jit
def resolve_outpost_disc(s):
    """Place a disc of a new outpost; True if the player must choose the location or the track."""
    seat, nodes = top(s, SEAT), top(s, OUTPOST_NODES)
    if top(s, OUTPOST_NEXT) == 0:
        if nodes & (nodes - 1) and may_run_short(s, seat, nodes):
            return True
        set_top(s, OUTPOST_NEXT, first_node(nodes) + 1)
    tracks = outpost_tracks(s, seat, top(s, OUTPOST_NEXT) - 1)
    if tracks == BOTH_TRACKS:
        return True
    place_outpost(s, tracks - 1)
    return False


@jit
def place_outpost(s, track):
    """BS-122: the leftmost disc of the track, or an achievement disc if it is NONE."""
    seat, nodes, node = top(s, SEAT), top(s, OUTPOST_NODES), top(s, OUTPOST_NEXT) - 1
    s.outpost[node] = ACHIEVEMENT if track == NONE else remove_disc(s, seat, track)
    nodes ^= ONE << node
    if nodes:
        set_top(s, OUTPOST_NODES, nodes)
        set_top(s, OUTPOST_NEXT, ZERO)
    else:
        pop(s)


@jit
def legal_outpost_disc(s, mask):
    """D9: the location that is next, if discs may run short; then its track."""
    if top(s, OUTPOST_NEXT) > 0:
        legal_track(mask, outpost_tracks(s, top(s, SEAT), top(s, OUTPOST_NEXT) - 1))
    else:
        legal_nodes(mask, top(s, OUTPOST_NODES))


@jit
def legal_track(mask, tracks):
    """D9: tracks given as bits."""
    for track in range(2):
        if (tracks >> track) & 1:
            mask[TRACK + track] = 1


@jit
def apply_outpost_disc(s, index):
    """BS-122: the location that is next; or its track, with two specialisations."""
    if top(s, OUTPOST_NEXT) > 0:
        place_outpost(s, index)
    else:
        set_top(s, OUTPOST_NEXT, index + 1)


@jit
def resolve_bonuses(s):
    """BS-126, BS-127: one bonus after the other; True if the player must choose the next."""
    nodes = top(s, BONUS_NODES)
    if nodes & (nodes - 1):
        return True
    if nodes == 0:
        pop(s)
        return False
    apply_bonus(s, first_node(nodes))
    return False


@jit
def legal_nodes(mask, nodes):
    """D9, D17: the locations whose disc or bonus is still to come."""
    for node in range(NUM_NODES):
        if (nodes >> node) & 1:
            mask[NODE + node] = 1


@jit
def apply_bonus(s, node):
    """BS-125: take the control bonus of one location."""
    seat, nodes = top(s, SEAT), top(s, BONUS_NODES)
    nodes ^= ONE << node
    if nodes:
        set_top(s, BONUS_NODES, nodes)
    else:
        pop(s)
    push(s, K_LIST, seat, control_bonus(s, node), FREE, ZERO, ZERO)


@jit
def await_last_disc(s, seat):
    """BS-162: before a disc may go. What waits already stays below the whole bonus under way."""
    if not is_pending(s, K_LAST_DISC, seat):
        push(s, K_LAST_DISC, seat, ZERO, ZERO, ZERO, ZERO)


@jit
def resolve_last_disc(s):
    """BS-162: the ability of a faction whose last disc of a track went, after system bonuses."""
    seat = top(s, SEAT)
    pop(s)
    player = s.players[seat]
    for track in range(2):
        if (np.int64(player.last_disc_due) >> track) & 1:
            push(s, K_LIST, seat, np.int64(player.on_last_disc), FREE, ZERO, ZERO)
    player.last_disc_due = 0
    return False
