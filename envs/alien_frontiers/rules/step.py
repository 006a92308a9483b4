"""`legal` and `step`: which chapter of the rules decides in which phase."""

from __future__ import annotations

import numpy as np

from exozoo.envs.alien_frontiers.actions import (
    BLOCK_OF,
    CARD,
    FACILITY,
    FACILITY_OF_BLOCK,
    FIELD,
    INDEX_IN_BLOCK,
    KEEP,
    LAUNCH,
    LAUNCH_BLOCK,
    OPP_SHIP,
    OWN_SHIP,
    OWNER,
    RAID_CARD,
    RAID_RES,
    STOP,
    TERRITORY,
)
from exozoo.envs.alien_frontiers.constants import (
    ARTIFACT,
    BOOSTER_FIELD,
    BOOSTER_POD,
    CANNON_FACILITY,
    CANNON_SHIP,
    CRYSTAL_TERRITORY,
    FIELD_TERRITORY,
    FORCED_DOCK,
    GRAVITY_LOWER,
    GRAVITY_RAISE,
    HELMET_FACILITY,
    HELMET_SHIP,
    HUB_OVERFLOW,
    KEEP_ORE,
    MAIN,
    MIND_CONTROL_HELMET,
    MOVE_FROM,
    MOVE_OWNER,
    MOVE_TO,
    NUM_PHASES,
    ORBITAL_TELEPORTER,
    PLACE_COLONY,
    PLASMA_FACILITY,
    PLASMA_SHIPS,
    RAID,
    SWAP_OWNER_A,
    SWAP_OWNER_B,
    SWAP_TERRITORY_A,
    SWAP_TERRITORY_B,
    TELEPORT_FACILITY,
    TELEPORT_SHIP,
    VALUE_SHIP,
    WARPER_CARD,
    WARPER_SHIPS,
)
from exozoo.envs.alien_frontiers.rules.docking import (
    FIRST_DOCK,
    legal_docks,
)
from exozoo.envs.alien_frontiers.rules.effects import (
    open_territories,
    seat_at,
)
from exozoo.envs.alien_frontiers.rules.phase_artifact import (
    apply_artifact,
    legal_artifact,
)
from exozoo.envs.alien_frontiers.rules.phase_cannon import (
    apply_cannon_ship,
    apply_plasma_ships,
    legal_cannon_facility,
    legal_cannon_ship,
    legal_plasma_facility,
    legal_plasma_ships,
)
from exozoo.envs.alien_frontiers.rules.phase_colony import (
    apply_place_colony,
    conclude,
)
from exozoo.envs.alien_frontiers.rules.phase_discard import (
    apply_booster_field,
    apply_field_territory,
    apply_move_to,
    apply_swap_owner_b,
    apply_warper_card,
    legal_booster_field,
    legal_field_territory,
    legal_move_from,
    legal_move_to,
    legal_swap_owner_b,
    legal_swap_territory_a,
    legal_swap_territory_b,
    legal_warper_card,
    owners_on,
    swappable_on,
)
from exozoo.envs.alien_frontiers.rules.phase_dock import (
    apply_dock,
    apply_launch,
)
from exozoo.envs.alien_frontiers.rules.phase_main import (
    apply_main,
    legal_main,
)
from exozoo.envs.alien_frontiers.rules.phase_mover import (
    apply_helmet_ship,
    apply_teleport_ship,
    legal_mover_facility,
    legal_mover_ship,
)
from exozoo.envs.alien_frontiers.rules.phase_power import (
    apply_crystal_territory,
    apply_gravity_lower,
    apply_gravity_raise,
    apply_value_ship,
    apply_warper_ships,
    legal_crystal_territory,
    legal_gravity_lower,
    legal_value_ship,
    legal_warper_ships,
)
from exozoo.envs.alien_frontiers.rules.phase_raid import (
    apply_raid,
    legal_raid_cards,
    legal_raid_units,
)
from exozoo.envs.alien_frontiers.rules.phase_turn import (
    apply_keep_ore,
    legal_keep_ore,
)
from exozoo.envs.core.bits import set_bits
from exozoo.envs.core.codes import NONE, codes, table
from exozoo.envs.core.jit import jit

_BLOCKS = {
    PLACE_COLONY: TERRITORY,
    KEEP_ORE: KEEP,
    VALUE_SHIP: OWN_SHIP,
    GRAVITY_LOWER: OWN_SHIP,
    GRAVITY_RAISE: OWN_SHIP,
    CRYSTAL_TERRITORY: TERRITORY,
    TELEPORT_FACILITY: FACILITY,
    TELEPORT_SHIP: OWN_SHIP,
    PLASMA_FACILITY: FACILITY,
    HELMET_FACILITY: FACILITY,
    HELMET_SHIP: OPP_SHIP,
    BOOSTER_FIELD: FIELD,
    FIELD_TERRITORY: TERRITORY,
    WARPER_CARD: CARD,
    MOVE_FROM: TERRITORY,
    MOVE_OWNER: OWNER,
    MOVE_TO: TERRITORY,
    CANNON_FACILITY: FACILITY,
    CANNON_SHIP: OPP_SHIP,
    SWAP_TERRITORY_A: TERRITORY,
    SWAP_OWNER_A: OWNER,
    SWAP_TERRITORY_B: TERRITORY,
    SWAP_OWNER_B: OWNER,
}
_NEXT_PHASES = {
    TELEPORT_FACILITY: TELEPORT_SHIP,
    HELMET_FACILITY: HELMET_SHIP,
    PLASMA_FACILITY: PLASMA_SHIPS,
    CANNON_FACILITY: CANNON_SHIP,
    MOVE_FROM: MOVE_OWNER,
    MOVE_OWNER: MOVE_TO,
    SWAP_TERRITORY_A: SWAP_OWNER_A,
    SWAP_OWNER_A: SWAP_TERRITORY_B,
    SWAP_TERRITORY_B: SWAP_OWNER_B,
}
# the decision that follows the first ones of a longer chain
NEXT_PHASE = table([_NEXT_PHASES.get(phase, MAIN) for phase in codes(NUM_PHASES)])
# the first action of the only block that a phase uses
FIRST_OF_PHASE = table([_BLOCKS.get(phase, FIRST_DOCK) for phase in codes(NUM_PHASES)])


@jit
def legal(s, mask):
    """AF-25: a choice that an action opened is finished before anything else."""
    phase = s.phase
    if phase in (MAIN, FORCED_DOCK):
        docks = legal_docks(s)
        set_bits(mask, FIRST_DOCK, docks)
        if phase == MAIN:
            legal_main(s, mask, docks)
    elif phase == ARTIFACT:
        legal_artifact(s, mask)
    elif phase == HUB_OVERFLOW:  # AF-56
        mask[LAUNCH] = 1
        mask[STOP] = 1
    elif phase == RAID:  # AF-84
        mask[STOP] = 1
        set_bits(mask, RAID_RES, legal_raid_units(s))
        set_bits(mask, RAID_CARD, legal_raid_cards(s))
    elif phase == WARPER_SHIPS:
        mask[STOP] = s.picks > 0
        set_bits(mask, OWN_SHIP, legal_warper_ships(s))
    elif phase == PLASMA_SHIPS:
        mask[STOP] = s.picks > 0
        set_bits(mask, OPP_SHIP, legal_plasma_ships(s))
    else:
        set_bits(mask, FIRST_OF_PHASE[phase], legal_choices(s))


@jit
def legal_choices(s):
    """The choices of a phase that uses one block of actions, as bits."""
    phase = s.phase
    territory = np.int64(s.territory)
    if phase == PLACE_COLONY:
        return open_territories(s)
    if phase == KEEP_ORE:
        return legal_keep_ore(s)
    if phase == VALUE_SHIP:
        return legal_value_ship(s, np.int64(s.card))
    if phase == GRAVITY_LOWER:
        return legal_gravity_lower(s)
    if phase == GRAVITY_RAISE:
        return legal_value_ship(s, BOOSTER_POD)
    if phase == CRYSTAL_TERRITORY:
        return legal_crystal_territory(s)
    if phase == TELEPORT_FACILITY:
        return legal_mover_facility(s, ORBITAL_TELEPORTER)
    if phase == TELEPORT_SHIP:
        return legal_mover_ship(s)
    if phase == PLASMA_FACILITY:
        return legal_plasma_facility(s)
    if phase == HELMET_FACILITY:
        return legal_mover_facility(s, MIND_CONTROL_HELMET)
    if phase == HELMET_SHIP:
        return legal_mover_ship(s)
    if phase == BOOSTER_FIELD:
        return legal_booster_field(s)
    if phase == FIELD_TERRITORY:
        return legal_field_territory(s)
    if phase == WARPER_CARD:
        return legal_warper_card(s)
    if phase == MOVE_FROM:
        return legal_move_from(s)
    if phase == MOVE_OWNER:
        return owners_on(s, territory)
    if phase == MOVE_TO:
        return legal_move_to(s)
    if phase == CANNON_FACILITY:
        return legal_cannon_facility(s)
    if phase == CANNON_SHIP:
        return legal_cannon_ship(s)
    if phase == SWAP_TERRITORY_A:
        return legal_swap_territory_a(s)
    if phase == SWAP_OWNER_A:
        return swappable_on(s, territory)
    if phase == SWAP_TERRITORY_B:
        return legal_swap_territory_b(s)
    return legal_swap_owner_b(s)


@jit
def step(s, action):
    """One decision of the player on turn."""
    phase = s.phase
    block, choice = BLOCK_OF[action], INDEX_IN_BLOCK[action]
    if FACILITY_OF_BLOCK[block] != NONE:
        apply_dock(s, FACILITY_OF_BLOCK[block], choice)
    elif block == LAUNCH_BLOCK:
        apply_launch(s)
    elif phase == MAIN:
        apply_main(s, block, choice)
    elif phase == ARTIFACT:
        apply_artifact(s, block, choice)
    elif phase == HUB_OVERFLOW:  # AF-56: the surplus is lost
        s.phase = MAIN
    elif phase == RAID:
        apply_raid(s, block, choice)
    elif phase == WARPER_SHIPS:
        apply_warper_ships(s, block, choice)
    elif phase == PLASMA_SHIPS:
        apply_plasma_ships(s, block, choice)
    else:
        apply_choice(s, choice)
    if phase != MAIN and s.phase == MAIN:
        conclude(s)


@jit
def apply_choice(s, choice):
    """The choice in a phase that uses one block of actions."""
    phase = s.phase
    if phase == PLACE_COLONY:
        apply_place_colony(s, choice)
    elif phase == KEEP_ORE:
        apply_keep_ore(s, choice)
    elif phase == VALUE_SHIP:
        apply_value_ship(s, choice)
    elif phase == GRAVITY_LOWER:
        apply_gravity_lower(s, choice)
    elif phase == GRAVITY_RAISE:
        apply_gravity_raise(s, choice)
    elif phase == CRYSTAL_TERRITORY:
        apply_crystal_territory(s, choice)
    elif phase == TELEPORT_SHIP:
        apply_teleport_ship(s, choice)
    elif phase == HELMET_SHIP:
        apply_helmet_ship(s, choice)
    elif phase == BOOSTER_FIELD:
        apply_booster_field(s, choice)
    elif phase == FIELD_TERRITORY:
        apply_field_territory(s, choice)
    elif phase == WARPER_CARD:
        apply_warper_card(s, choice)
    elif phase == MOVE_TO:
        apply_move_to(s, choice)
    elif phase == CANNON_SHIP:
        apply_cannon_ship(s, choice)
    elif phase == SWAP_OWNER_B:
        apply_swap_owner_b(s, choice)
    else:
        remember(s, choice)


@jit
def remember(s, choice):
    """The first choices of a longer chain: keep what was chosen and go on."""
    phase = np.int64(s.phase)
    if phase in (MOVE_FROM, SWAP_TERRITORY_A):
        s.territory = choice
    elif phase in (MOVE_OWNER, SWAP_OWNER_A):
        s.owner = seat_at(s, choice)
    elif phase == SWAP_TERRITORY_B:
        s.other_territory = choice
    else:
        s.facility = choice
    s.phase = NEXT_PHASE[phase]
