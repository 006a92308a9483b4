"""`legal` and `step`: which chapter of the rules decides in which phase."""

from __future__ import annotations

from exozoo.envs.alien_frontiers.actions import (
    CARD,
    FACILITY,
    FIELD,
    KEEP,
    OPP_SHIP,
    OWN_SHIP,
    OWNER,
    TERRITORY,
)
from exozoo.envs.alien_frontiers.constants import (
    ARTIFACT,
    BOOSTER_FIELD,
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
    MOVE_FROM,
    MOVE_OWNER,
    MOVE_TO,
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
from exozoo.envs.alien_frontiers.docking import (
    legal_forced_dock,
)
from exozoo.envs.alien_frontiers.phase_artifact import (
    apply_artifact,
    legal_artifact,
)
from exozoo.envs.alien_frontiers.phase_cannon import (
    apply_cannon_facility,
    apply_cannon_ship,
    apply_plasma_facility,
    apply_plasma_ships,
    legal_cannon_facility,
    legal_cannon_ship,
    legal_plasma_facility,
    legal_plasma_ships,
)
from exozoo.envs.alien_frontiers.phase_colony import (
    apply_hub_overflow,
    apply_place_colony,
    legal_hub_overflow,
    legal_place_colony,
)
from exozoo.envs.alien_frontiers.phase_discard import (
    apply_booster_field,
    apply_field_territory,
    apply_move_from,
    apply_move_owner,
    apply_move_to,
    apply_swap_owner_a,
    apply_swap_owner_b,
    apply_swap_territory_a,
    apply_swap_territory_b,
    apply_warper_card,
    legal_booster_field,
    legal_field_territory,
    legal_move_from,
    legal_move_owner,
    legal_move_to,
    legal_swap_owner_a,
    legal_swap_owner_b,
    legal_swap_territory_a,
    legal_swap_territory_b,
    legal_warper_card,
)
from exozoo.envs.alien_frontiers.phase_dock import (
    apply_dock,
)
from exozoo.envs.alien_frontiers.phase_main import (
    apply_main,
    legal_main,
)
from exozoo.envs.alien_frontiers.phase_mover import (
    apply_helmet_ship,
    apply_mover_facility,
    apply_teleport_ship,
    legal_mover_facility,
    legal_mover_ship,
)
from exozoo.envs.alien_frontiers.phase_power import (
    apply_crystal_territory,
    apply_gravity_lower,
    apply_gravity_raise,
    apply_value_ship,
    apply_warper_ships,
    legal_crystal_territory,
    legal_gravity_lower,
    legal_gravity_raise,
    legal_value_ship,
    legal_warper_ships,
)
from exozoo.envs.alien_frontiers.phase_raid import (
    apply_raid,
    legal_raid,
)
from exozoo.envs.alien_frontiers.phase_turn import (
    apply_keep_ore,
    legal_keep_ore,
)
from exozoo.envs.core.jit import jit


@jit
def legal(s, mask):
    """AF-25: a choice that an action opened is finished before anything else."""
    phase = s.phase
    if phase == MAIN:
        legal_main(s, mask)
    elif phase == FORCED_DOCK:
        legal_forced_dock(s, mask)
    elif phase == ARTIFACT:
        legal_artifact(s, mask)
    elif phase == HUB_OVERFLOW:
        legal_hub_overflow(s, mask)
    elif phase == PLACE_COLONY:
        legal_place_colony(s, mask)
    elif phase == RAID:
        legal_raid(s, mask)
    elif phase == KEEP_ORE:
        legal_keep_ore(s, mask)
    elif phase == VALUE_SHIP:
        legal_value_ship(s, mask)
    elif phase == GRAVITY_LOWER:
        legal_gravity_lower(s, mask)
    elif phase == GRAVITY_RAISE:
        legal_gravity_raise(s, mask)
    elif phase == WARPER_SHIPS:
        legal_warper_ships(s, mask)
    elif phase == CRYSTAL_TERRITORY:
        legal_crystal_territory(s, mask)
    elif phase == TELEPORT_FACILITY:
        legal_mover_facility(s, mask)
    elif phase == TELEPORT_SHIP:
        legal_mover_ship(s, mask)
    elif phase == PLASMA_FACILITY:
        legal_plasma_facility(s, mask)
    elif phase == PLASMA_SHIPS:
        legal_plasma_ships(s, mask)
    elif phase == HELMET_FACILITY:
        legal_mover_facility(s, mask)
    elif phase == HELMET_SHIP:
        legal_mover_ship(s, mask)
    elif phase == BOOSTER_FIELD:
        legal_booster_field(s, mask)
    elif phase == FIELD_TERRITORY:
        legal_field_territory(s, mask)
    elif phase == WARPER_CARD:
        legal_warper_card(s, mask)
    elif phase == MOVE_FROM:
        legal_move_from(s, mask)
    elif phase == MOVE_OWNER:
        legal_move_owner(s, mask)
    elif phase == MOVE_TO:
        legal_move_to(s, mask)
    elif phase == CANNON_FACILITY:
        legal_cannon_facility(s, mask)
    elif phase == CANNON_SHIP:
        legal_cannon_ship(s, mask)
    elif phase == SWAP_TERRITORY_A:
        legal_swap_territory_a(s, mask)
    elif phase == SWAP_OWNER_A:
        legal_swap_owner_a(s, mask)
    elif phase == SWAP_TERRITORY_B:
        legal_swap_territory_b(s, mask)
    elif phase == SWAP_OWNER_B:
        legal_swap_owner_b(s, mask)


@jit
def step(s, action):
    """One decision of the player on turn; each phase takes the number within its block."""
    phase = s.phase
    if phase == MAIN:
        apply_main(s, action)
    elif phase == FORCED_DOCK:
        apply_dock(s, action)
    elif phase == ARTIFACT:
        apply_artifact(s, action)
    elif phase == HUB_OVERFLOW:
        apply_hub_overflow(s, action)
    elif phase == PLACE_COLONY:
        apply_place_colony(s, action - TERRITORY)
    elif phase == RAID:
        apply_raid(s, action)
    elif phase == KEEP_ORE:
        apply_keep_ore(s, action - KEEP)
    elif phase == VALUE_SHIP:
        apply_value_ship(s, action - OWN_SHIP)
    elif phase == GRAVITY_LOWER:
        apply_gravity_lower(s, action - OWN_SHIP)
    elif phase == GRAVITY_RAISE:
        apply_gravity_raise(s, action - OWN_SHIP)
    elif phase == WARPER_SHIPS:
        apply_warper_ships(s, action)
    elif phase == CRYSTAL_TERRITORY:
        apply_crystal_territory(s, action - TERRITORY)
    elif phase == TELEPORT_FACILITY:
        apply_mover_facility(s, action - FACILITY)
    elif phase == TELEPORT_SHIP:
        apply_teleport_ship(s, action - OWN_SHIP)
    elif phase == PLASMA_FACILITY:
        apply_plasma_facility(s, action - FACILITY)
    elif phase == PLASMA_SHIPS:
        apply_plasma_ships(s, action)
    elif phase == HELMET_FACILITY:
        apply_mover_facility(s, action - FACILITY)
    elif phase == HELMET_SHIP:
        apply_helmet_ship(s, action - OPP_SHIP)
    elif phase == BOOSTER_FIELD:
        apply_booster_field(s, action - FIELD)
    elif phase == FIELD_TERRITORY:
        apply_field_territory(s, action - TERRITORY)
    elif phase == WARPER_CARD:
        apply_warper_card(s, action - CARD)
    elif phase == MOVE_FROM:
        apply_move_from(s, action - TERRITORY)
    elif phase == MOVE_OWNER:
        apply_move_owner(s, action - OWNER)
    elif phase == MOVE_TO:
        apply_move_to(s, action - TERRITORY)
    elif phase == CANNON_FACILITY:
        apply_cannon_facility(s, action - FACILITY)
    elif phase == CANNON_SHIP:
        apply_cannon_ship(s, action - OPP_SHIP)
    elif phase == SWAP_TERRITORY_A:
        apply_swap_territory_a(s, action - TERRITORY)
    elif phase == SWAP_OWNER_A:
        apply_swap_owner_a(s, action - OWNER)
    elif phase == SWAP_TERRITORY_B:
        apply_swap_territory_b(s, action - TERRITORY)
    elif phase == SWAP_OWNER_B:
        apply_swap_owner_b(s, action - OWNER)
