"""`legal` and `step`: which rule answers the decision at hand, and what the engine does by itself."""

from __future__ import annotations

import numpy as np

from exozoo.envs.core.codes import ZERO
from exozoo.envs.core.jit import jit
from exozoo.envs.core.pending import KIND, SEAT, pop, push, top
from exozoo.envs.gaia_project.actions import INDEX_IN_BLOCK
from exozoo.envs.gaia_project.automa.turn import (
    automa_turn,
    place_start_mine,
    take_start_booster,
)
from exozoo.envs.gaia_project.constants import (
    ADD_TOKEN,
    AREA_1,
    AUTOMA_BOOSTER,
    AUTOMA_START,
    AUTOMA_TURN,
    BUILD_WITH_BONUS,
    BUY_TILE,
    CHARGE_OFFER,
    CHOOSE_BOOSTER,
    CHOOSE_COVERED,
    CHOOSE_DOWNGRADE,
    CHOOSE_FACTION,
    CHOOSE_INCOME,
    CHOOSE_RESCORE,
    CHOOSE_SET,
    CHOOSE_START,
    CHOOSE_SWAP,
    CHOOSE_TILE,
    CHOOSE_TOKEN,
    CHOOSE_TRACK,
    CHOOSE_UPGRADE,
    CONVERT_GAIA,
    END_TURN,
    FINISH_TURN,
    MOVE_BRAINSTONE,
    NEXT_TURN,
    NUM_DECISIONS,
    OFFER_CHARGES,
    PLACE_LOST_PLANET,
    PLACE_SPACE_STATION,
    REST_OF_INCOME,
    RETURN_TOKENS,
    START_GAIA,
    START_INCOME,
    START_ROUND,
    TAKE_TURN,
    TRACK_LIMIT,
)
from exozoo.envs.gaia_project.rules.effects import is_automa
from exozoo.envs.gaia_project.rules.federation import ready_federations
from exozoo.envs.gaia_project.rules.phase_action import (
    apply_rescore,
    apply_space_station,
    legal_rescore,
    legal_space_station,
)
from exozoo.envs.gaia_project.rules.phase_build import apply_bonus_build, legal_bonus_build
from exozoo.envs.gaia_project.rules.phase_charge import (
    apply_charge,
    is_offer_empty,
    legal_charge,
    offer_charges,
)
from exozoo.envs.gaia_project.rules.phase_federation import (
    apply_set,
    apply_token,
    legal_set,
    legal_token,
)
from exozoo.envs.gaia_project.rules.phase_gaia import (
    apply_conversion,
    apply_purchase,
    can_buy_tile,
    legal_conversion,
    legal_purchase,
    return_tokens,
    start_gaia,
)
from exozoo.envs.gaia_project.rules.phase_income import (
    apply_income,
    legal_income,
    rest_of_income,
    start_income,
)
from exozoo.envs.gaia_project.rules.phase_research import (
    any_lost_planet_hex,
    any_track,
    apply_covered,
    apply_lost_planet,
    apply_tile,
    apply_track,
    legal_covered,
    legal_lost_planet,
    legal_tile,
    legal_track,
)
from exozoo.envs.gaia_project.rules.phase_start import (
    apply_faction,
    apply_start,
    legal_faction,
    legal_start,
)
from exozoo.envs.gaia_project.rules.phase_turn import (
    apply_booster,
    apply_finish,
    apply_turn,
    end_turn,
    legal_booster,
    legal_finish,
    legal_turn,
    next_turn,
)
from exozoo.envs.gaia_project.rules.phase_upgrade import (
    apply_downgrade,
    apply_swap,
    apply_upgrade,
    legal_downgrade,
    legal_swap,
    legal_upgrade,
)
from exozoo.envs.gaia_project.rules.power import apply_brainstone, legal_brainstone


@jit
def legal(s, mask):
    """Write 1 for each legal action of the decision at hand (D-1 to D-24)."""
    kind = top(s, KIND)
    if kind == TAKE_TURN:
        legal_turn(s, mask)
    elif kind == FINISH_TURN:
        legal_finish(s, mask)
    elif kind == CHARGE_OFFER:
        legal_charge(s, mask)
    elif kind == CHOOSE_UPGRADE:
        legal_upgrade(s, mask)
    elif kind == CHOOSE_TILE:
        legal_tile(s, mask)
    elif kind == CHOOSE_TRACK:
        legal_track(s, mask)
    elif kind == BUILD_WITH_BONUS:
        legal_bonus_build(s, mask)
    elif kind == CHOOSE_INCOME:
        legal_income(s, mask)
    elif kind == CHOOSE_TOKEN:
        legal_token(s, mask)
    elif kind == CHOOSE_SET:
        legal_set(s, mask)
    elif kind == CHOOSE_COVERED:
        legal_covered(s, mask)
    elif kind == PLACE_LOST_PLANET:
        legal_lost_planet(s, mask)
    elif kind == PLACE_SPACE_STATION:
        legal_space_station(s, mask)
    elif kind == MOVE_BRAINSTONE:
        legal_brainstone(s, mask)
    elif kind == CONVERT_GAIA:
        legal_conversion(s, mask)
    elif kind == BUY_TILE:
        legal_purchase(s, mask)
    elif kind == CHOOSE_RESCORE:
        legal_rescore(s, mask)
    elif kind == CHOOSE_SWAP:
        legal_swap(s, mask)
    elif kind == CHOOSE_DOWNGRADE:
        legal_downgrade(s, mask)
    elif kind == CHOOSE_FACTION:
        legal_faction(s, mask)
    elif kind == CHOOSE_START:
        legal_start(s, mask)
    elif kind == CHOOSE_BOOSTER:
        legal_booster(s, mask)


@jit
def step(s, action):
    """Apply one legal action by the rule of the decision at hand, then all that follows by itself."""
    kind, index = top(s, KIND), INDEX_IN_BLOCK[action]
    if kind == TAKE_TURN:
        apply_turn(s, action)
    elif kind == FINISH_TURN:
        apply_finish(s, action)
    elif kind == CHARGE_OFFER:
        apply_charge(s, action)
    elif kind == CHOOSE_UPGRADE:
        apply_upgrade(s, index)
    elif kind == CHOOSE_TILE:
        apply_tile(s, action)
    elif kind == CHOOSE_TRACK:
        apply_track(s, action)
    elif kind == BUILD_WITH_BONUS:
        apply_bonus_build(s, index)
    elif kind == CHOOSE_INCOME:
        apply_income(s, index)
    elif kind == CHOOSE_TOKEN:
        apply_token(s, index)
    elif kind == CHOOSE_SET:
        apply_set(s, index)
    elif kind == CHOOSE_COVERED:
        apply_covered(s, index)
    elif kind == PLACE_LOST_PLANET:
        apply_lost_planet(s, index)
    elif kind == PLACE_SPACE_STATION:
        apply_space_station(s, index)
    elif kind == MOVE_BRAINSTONE:
        apply_brainstone(s, index)
    elif kind == CONVERT_GAIA:
        apply_conversion(s, action)
    elif kind == BUY_TILE:
        apply_purchase(s, action)
    elif kind == CHOOSE_RESCORE:
        apply_rescore(s, index)
    elif kind == CHOOSE_SWAP:
        apply_swap(s, index)
    elif kind == CHOOSE_DOWNGRADE:
        apply_downgrade(s, index)
    elif kind == CHOOSE_FACTION:
        apply_faction(s, index)
    elif kind == CHOOSE_START:
        apply_start(s, index)
    elif kind == CHOOSE_BOOSTER:
        apply_booster(s, index)
    run(s)
    if not s.over:
        ready_federations(s)


@jit
def run(s):
    """Take steps from the stack until somebody has to decide or the game is over."""
    while not s.over:
        kind, seat = top(s, KIND), top(s, SEAT)
        if kind < NUM_DECISIONS:
            if not is_void(s, kind, seat):
                s.seat = seat
                return
            pop(s)
            continue
        pop(s)
        if kind == END_TURN:
            end_turn(s, seat)
        elif kind == NEXT_TURN:
            next_turn(s, seat)
        elif kind == OFFER_CHARGES:
            offer_charges(s, seat)
        elif kind == REST_OF_INCOME:
            rest_of_income(s, seat)
        elif kind == ADD_TOKEN:
            s.players[seat].power[AREA_1] += 1
        elif kind == START_INCOME:
            start_income(s, seat)
        elif kind == START_GAIA:
            start_gaia(s, seat)
        elif kind == RETURN_TOKENS:
            return_tokens(s, seat)
        elif kind == START_ROUND:
            start_round(s)
        elif kind == AUTOMA_TURN:
            automa_turn(s)
        elif kind == AUTOMA_START:
            place_start_mine(s)
        elif kind == AUTOMA_BOOSTER:
            take_start_booster(s)


@jit
def is_void(s, kind, seat):
    """Decisions that the rules skip when nothing can be chosen (GP-61, GP-64, GP-29, GP-76)."""
    if kind == CHARGE_OFFER:
        return is_offer_empty(s)
    if kind == CHOOSE_TRACK:
        return not any_track(s, seat, top(s, TRACK_LIMIT))
    if kind == PLACE_LOST_PLANET:
        return not any_lost_planet_hex(s, seat)
    if kind == BUY_TILE:
        return not can_buy_tile(s, seat)
    return False


@jit
def start_round(s):
    """GP-20: income, the Gaia phase, then the first turn, each in turn order.

    GS-3: the Automa has neither income nor a Gaia phase.
    """
    s.round_number += 1
    push(s, NEXT_TURN, np.int64(s.turn_order[s.num_seats - 1]), ZERO, ZERO, ZERO, ZERO)
    push_phase(s, START_GAIA)
    push_phase(s, START_INCOME)


@jit
def push_phase(s, kind):
    """For each player, the first in turn order on top."""
    for position in range(s.num_seats - 1, -1, -1):
        seat = np.int64(s.turn_order[position])
        if not is_automa(s, seat):
            push(s, kind, seat, ZERO, ZERO, ZERO, ZERO)
