"""`legal` and `step`: which rule answers the decision at hand, and what the engine does by itself."""

from __future__ import annotations

import numpy as np

from exozoo.envs.core.codes import ZERO
from exozoo.envs.core.jit import jit
from exozoo.envs.gaia_project.actions import (
    A_BOOSTER,
    A_BRAINSTONE,
    A_FACTION,
    A_INCOME,
    A_SET,
    A_TILE,
    A_TOKEN,
)
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
from exozoo.envs.gaia_project.rules.tasks import pop, push


@jit
def decision(s):
    """The task on top of the stack."""
    return np.int64(s.task[s.num_tasks - 1])


@jit
def legal(s, mask):
    """Write 1 for each legal action of the decision at hand (D-1 to D-24)."""
    task = decision(s)
    if task == TAKE_TURN:
        legal_turn(s, mask)
    elif task == FINISH_TURN:
        legal_finish(s, mask)
    elif task == CHARGE_OFFER:
        legal_charge(s, mask)
    elif task == CHOOSE_UPGRADE:
        legal_upgrade(s, mask)
    elif task == CHOOSE_TILE:
        legal_tile(s, mask)
    elif task == CHOOSE_TRACK:
        legal_track(s, mask)
    elif task == BUILD_WITH_BONUS:
        legal_bonus_build(s, mask)
    elif task == CHOOSE_INCOME:
        legal_income(s, mask)
    elif task == CHOOSE_TOKEN:
        legal_token(s, mask)
    elif task == CHOOSE_SET:
        legal_set(s, mask)
    elif task == CHOOSE_COVERED:
        legal_covered(s, mask)
    elif task == PLACE_LOST_PLANET:
        legal_lost_planet(s, mask)
    elif task == PLACE_SPACE_STATION:
        legal_space_station(s, mask)
    elif task == MOVE_BRAINSTONE:
        legal_brainstone(s, mask)
    elif task == CONVERT_GAIA:
        legal_conversion(s, mask)
    elif task == BUY_TILE:
        legal_purchase(s, mask)
    elif task == CHOOSE_RESCORE:
        legal_rescore(s, mask)
    elif task == CHOOSE_SWAP:
        legal_swap(s, mask)
    elif task == CHOOSE_DOWNGRADE:
        legal_downgrade(s, mask)
    elif task == CHOOSE_FACTION:
        legal_faction(s, mask)
    elif task == CHOOSE_START:
        legal_start(s, mask)
    elif task == CHOOSE_BOOSTER:
        legal_booster(s, mask)


@jit
def step(s, action):
    """Apply one legal action by the rule of the decision at hand, then all that follows by itself.

    Hexes are their own ids.
    """
    task = decision(s)
    if task == TAKE_TURN:
        apply_turn(s, action)
    elif task == FINISH_TURN:
        apply_finish(s, action)
    elif task == CHARGE_OFFER:
        apply_charge(s, action)
    elif task == CHOOSE_UPGRADE:
        apply_upgrade(s, action)
    elif task == CHOOSE_TILE:
        apply_tile(s, action)
    elif task == CHOOSE_TRACK:
        apply_track(s, action)
    elif task == BUILD_WITH_BONUS:
        apply_bonus_build(s, action)
    elif task == CHOOSE_INCOME:
        apply_income(s, action - A_INCOME)
    elif task == CHOOSE_TOKEN:
        apply_token(s, action - A_TOKEN)
    elif task == CHOOSE_SET:
        apply_set(s, action - A_SET)
    elif task == CHOOSE_COVERED:
        apply_covered(s, action - A_TILE)
    elif task == PLACE_LOST_PLANET:
        apply_lost_planet(s, action)
    elif task == PLACE_SPACE_STATION:
        apply_space_station(s, action)
    elif task == MOVE_BRAINSTONE:
        apply_brainstone(s, action - A_BRAINSTONE)
    elif task == CONVERT_GAIA:
        apply_conversion(s, action)
    elif task == BUY_TILE:
        apply_purchase(s, action)
    elif task == CHOOSE_RESCORE:
        apply_rescore(s, action - A_TOKEN)
    elif task == CHOOSE_SWAP:
        apply_swap(s, action)
    elif task == CHOOSE_DOWNGRADE:
        apply_downgrade(s, action)
    elif task == CHOOSE_FACTION:
        apply_faction(s, action - A_FACTION)
    elif task == CHOOSE_START:
        apply_start(s, action)
    elif task == CHOOSE_BOOSTER:
        apply_booster(s, action - A_BOOSTER)
    run(s)
    if not s.over:
        ready_federations(s)


@jit
def run(s):
    """Take steps from the stack until somebody has to decide or the game is over."""
    while not s.over:
        task = decision(s)
        seat = np.int64(s.task_seat[s.num_tasks - 1])
        if task < NUM_DECISIONS:
            if not is_void(s, task, seat):
                s.seat = seat
                return
            pop(s)
            continue
        pop(s)
        if task == END_TURN:
            end_turn(s, seat)
        elif task == NEXT_TURN:
            next_turn(s, seat)
        elif task == OFFER_CHARGES:
            offer_charges(s, seat)
        elif task == REST_OF_INCOME:
            rest_of_income(s, seat)
        elif task == ADD_TOKEN:
            s.players[seat].power[AREA_1] += 1
        elif task == START_INCOME:
            start_income(s, seat)
        elif task == START_GAIA:
            start_gaia(s, seat)
        elif task == RETURN_TOKENS:
            return_tokens(s, seat)
        elif task == START_ROUND:
            start_round(s)
        elif task == AUTOMA_TURN:
            automa_turn(s)
        elif task == AUTOMA_START:
            place_start_mine(s)
        elif task == AUTOMA_BOOSTER:
            take_start_booster(s)


@jit
def is_void(s, task, seat):
    """Decisions that the rules skip when nothing can be chosen (GP-61, GP-64, GP-29, GP-76)."""
    if task == CHARGE_OFFER:
        return is_offer_empty(s)
    if task == CHOOSE_TRACK:
        return not any_track(s, seat, np.int64(s.task_a[s.num_tasks - 1]))
    if task == PLACE_LOST_PLANET:
        return not any_lost_planet_hex(s, seat)
    if task == BUY_TILE:
        return not can_buy_tile(s, seat)
    return False


@jit
def start_round(s):
    """GP-20: income, the Gaia phase, then the first turn, each in turn order.

    GS-3: the Automa has neither income nor a Gaia phase.
    """
    s.round_number += 1
    push(s, NEXT_TURN, np.int64(s.turn_order[s.num_seats - 1]), ZERO, ZERO)
    push_phase(s, START_GAIA)
    push_phase(s, START_INCOME)


@jit
def push_phase(s, task):
    """For each player, the first in turn order on top."""
    for position in range(s.num_seats - 1, -1, -1):
        seat = np.int64(s.turn_order[position])
        if not is_automa(s, seat):
            push(s, task, seat, ZERO, ZERO)
