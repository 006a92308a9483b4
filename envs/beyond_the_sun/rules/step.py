"""`legal` and `step`: the top of the stack says what is decided, and who handles it."""

from __future__ import annotations

from exozoo.envs.beyond_the_sun.actions import INDEX_IN_BLOCK, YES
from exozoo.envs.beyond_the_sun.pending import (
    AUTOMATE_TRACK,
    BONUS_NODES,
    COLONY_CARD,
    K_ACHIEVEMENT,
    K_AUTOMATE,
    K_BASIC,
    K_BONUSES,
    K_BUILD,
    K_CARD,
    K_CHOOSE,
    K_COLONIZE,
    K_COLONIZED,
    K_COLONY_DISC,
    K_COPY,
    K_DESTINATION,
    K_DYSON,
    K_EACH,
    K_EVENT,
    K_EXTRA_SYSTEM,
    K_GUILD,
    K_IMMEDIATE,
    K_JUMP,
    K_LAST_DISC,
    K_LINK_ACHIEVEMENT,
    K_LINK_SYSTEM,
    K_LIST,
    K_MOVE_FROM,
    K_MOVE_TO,
    K_MUSEUM,
    K_OPTIONAL,
    K_OUTPOST_DISC,
    K_PAY,
    K_PRIVATE,
    K_PRODUCTION,
    K_RETURN_SHIPS,
    K_SHIP_LEVEL,
    K_SHIP_TO_POP,
    K_SHIPS,
    K_SHORT,
    K_SLOT,
    K_SPACE,
    K_SYSTEM_CARD,
    K_TRADE,
    K_TRADE_SHIP,
    K_TURN_END,
    K_TYPE,
    K_UPGRADE,
)
from exozoo.envs.beyond_the_sun.rules.control import (
    apply_bonus,
    apply_outpost_disc,
    legal_nodes,
    legal_outpost_disc,
    legal_track,
    resolve_bonuses,
    resolve_last_disc,
    resolve_outpost_disc,
)
from exozoo.envs.beyond_the_sun.rules.interpret import resolve_list
from exozoo.envs.beyond_the_sun.rules.phase_action import (
    apply_choice,
    apply_inner_action,
    apply_optional,
    apply_space,
    legal_basic,
    legal_choice,
    legal_copy,
    legal_optional,
    legal_pay,
    legal_space,
    pay_action,
    resolve_choice,
    resolve_copy,
    resolve_optional,
    resolve_pay,
)
from exozoo.envs.beyond_the_sun.rules.phase_colonize import (
    apply_colonize,
    apply_colony_disc,
    apply_return_ships,
    apply_system_card,
    colony_tracks,
    legal_colonize,
    legal_return_ships,
    legal_system_card,
    resolve_colonize,
    resolve_colonized,
    resolve_colony_disc,
    resolve_dyson,
    resolve_return_ships,
    resolve_system_card,
)
from exozoo.envs.beyond_the_sun.rules.phase_event import (
    apply_extra_system,
    apply_guild,
    apply_link_achievement,
    apply_link_system,
    apply_museum,
    apply_ship_level,
    legal_extra_system,
    legal_guild,
    legal_link_achievement,
    legal_link_system,
    legal_museum,
    legal_ship_level,
    resolve_each,
    resolve_event,
    resolve_extra_system,
    resolve_guild,
    resolve_link_system,
    resolve_museum,
)
from exozoo.envs.beyond_the_sun.rules.phase_production import (
    apply_move_from,
    apply_move_to,
    apply_production,
    apply_trade,
    apply_trade_ship,
    legal_move_from,
    legal_move_to,
    legal_production,
    legal_trade,
    resolve_move_from,
    resolve_trade,
)
from exozoo.envs.beyond_the_sun.rules.phase_research import (
    apply_automate,
    apply_card,
    apply_slot,
    apply_type,
    automation_tracks,
    legal_card,
    legal_slot,
    legal_type,
    resolve_automate,
    resolve_card,
    resolve_immediate,
    resolve_private,
    resolve_slot,
    resolve_type,
)
from exozoo.envs.beyond_the_sun.rules.phase_ships import (
    apply_build,
    apply_destination,
    apply_jump,
    apply_ship_to_pop,
    apply_short,
    apply_upgrade,
    legal_build,
    legal_destination,
    legal_jump,
    legal_own_ships,
    legal_short,
    legal_upgrade,
    resolve_build,
    resolve_jump,
    resolve_ship_to_pop,
    resolve_ships,
    resolve_upgrade,
)
from exozoo.envs.beyond_the_sun.rules.phase_turn import (
    apply_achievement,
    legal_achievement,
    resolve_achievement,
    resolve_turn_end,
)
from exozoo.envs.beyond_the_sun.rules.scoring import update_scores
from exozoo.envs.core.codes import ONE, ZERO
from exozoo.envs.core.jit import jit
from exozoo.envs.core.pending import (
    KIND,
    SEAT,
    top,
)


@jit
def legal(s, mask):
    """The options of the decision on top of the stack (section 15 of the rules)."""
    kind, seat = top(s, KIND), top(s, SEAT)
    if kind == K_SPACE:
        legal_space(s, mask)
    elif kind == K_PRODUCTION:
        legal_production(mask)
    elif kind == K_JUMP:
        legal_jump(s, mask)
    elif kind == K_DESTINATION:
        legal_destination(s, mask)
    elif kind == K_TRADE:
        legal_trade(s, mask)
    elif kind == K_TRADE_SHIP or kind == K_SHIP_TO_POP:
        legal_own_ships(s, mask)
    elif kind == K_SLOT:
        legal_slot(s, mask)
    elif kind == K_TYPE:
        legal_type(s, mask)
    elif kind == K_CARD:
        legal_card(s, mask)
    elif kind == K_OPTIONAL:
        legal_optional(s, mask)
    elif kind == K_CHOOSE:
        legal_choice(s, mask)
    elif kind == K_BUILD:
        legal_build(s, mask)
    elif kind == K_UPGRADE:
        legal_upgrade(s, mask)
    elif kind == K_AUTOMATE:
        legal_track(mask, automation_tracks(s, seat, top(s, AUTOMATE_TRACK)))
    elif kind == K_OUTPOST_DISC:
        legal_outpost_disc(s, mask)
    elif kind == K_COLONY_DISC:
        legal_track(mask, colony_tracks(s, seat, top(s, COLONY_CARD)))
    elif kind == K_BONUSES:
        legal_nodes(mask, top(s, BONUS_NODES))
    else:
        legal_rare(s, mask, kind)


@jit
def legal_rare(s, mask, kind):
    if kind == K_COLONIZE:
        legal_colonize(s, mask)
    elif kind == K_RETURN_SHIPS:
        legal_return_ships(s, mask)
    elif kind == K_ACHIEVEMENT:
        legal_achievement(s, mask)
    elif kind == K_BASIC:
        legal_basic(s, mask)
    elif kind == K_COPY:
        legal_copy(s, mask)
    elif kind == K_PAY:
        legal_pay(s, mask)
    elif kind == K_SHORT:
        legal_short(s, mask)
    elif kind == K_MOVE_FROM:
        legal_move_from(s, mask)
    elif kind == K_MOVE_TO:
        legal_move_to(s, mask)
    elif kind == K_SYSTEM_CARD:
        legal_system_card(s, mask)
    elif kind == K_GUILD:
        legal_guild(s, mask)
    elif kind == K_SHIP_LEVEL:
        legal_ship_level(s, mask)
    elif kind == K_EXTRA_SYSTEM:
        legal_extra_system(s, mask)
    elif kind == K_LINK_SYSTEM:
        legal_link_system(s, mask)
    elif kind == K_LINK_ACHIEVEMENT:
        legal_link_achievement(mask)
    elif kind == K_MUSEUM:
        legal_museum(s, mask)


@jit
def step(s, action):
    """Apply one decision, then run what needs none.

    A decision within one block of actions is told the place in it, others the action itself.
    """
    kind, index = top(s, KIND), INDEX_IN_BLOCK[action]
    if kind == K_SPACE:
        apply_space(s, index)
    elif kind == K_PRODUCTION:
        apply_production(s, action)
    elif kind == K_JUMP:
        apply_jump(s, action)
    elif kind == K_DESTINATION:
        apply_destination(s, index)
    elif kind == K_TRADE:
        apply_trade(s, action)
    elif kind == K_TRADE_SHIP:
        apply_trade_ship(s, action)
    elif kind == K_SLOT:
        apply_slot(s, index)
    elif kind == K_TYPE:
        apply_type(s, index)
    elif kind == K_CARD:
        apply_card(s, index)
    elif kind == K_OPTIONAL:
        apply_optional(s, action)
    elif kind == K_CHOOSE:
        apply_choice(s, index)
    elif kind == K_BUILD:
        apply_build(s, index)
    elif kind == K_UPGRADE:
        apply_upgrade(s, action)
    elif kind == K_AUTOMATE:
        apply_automate(s, index)
    elif kind == K_OUTPOST_DISC:
        apply_outpost_disc(s, index)
    elif kind == K_COLONY_DISC:
        apply_colony_disc(s, index)
    elif kind == K_BONUSES:
        apply_bonus(s, index)
    else:
        step_rare(s, action, index, kind)
    run(s)


@jit
def step_rare(s, action, index, kind):
    if kind == K_COLONIZE:
        apply_colonize(s, index)
    elif kind == K_RETURN_SHIPS:
        apply_return_ships(s, action)
    elif kind == K_ACHIEVEMENT:
        apply_achievement(s, index)
    elif kind == K_BASIC:
        apply_inner_action(s, index, ZERO)
    elif kind == K_COPY:
        apply_inner_action(s, index, ONE)
    elif kind == K_PAY:
        pay_action(s, ONE if action == YES else ZERO)
    elif kind == K_SHORT:
        apply_short(s, action)
    elif kind == K_SHIP_TO_POP:
        apply_ship_to_pop(s, action)
    elif kind == K_MOVE_FROM:
        apply_move_from(s, index)
    elif kind == K_MOVE_TO:
        apply_move_to(s, index)
    elif kind == K_SYSTEM_CARD:
        apply_system_card(s, index)
    elif kind == K_GUILD:
        apply_guild(s, index)
    elif kind == K_SHIP_LEVEL:
        apply_ship_level(s, index)
    elif kind == K_EXTRA_SYSTEM:
        apply_extra_system(s, index)
    elif kind == K_LINK_SYSTEM:
        apply_link_system(s, index)
    elif kind == K_LINK_ACHIEVEMENT:
        apply_link_achievement(s, index)
    elif kind == K_MUSEUM:
        apply_museum(s, action)


@jit
def run(s):
    """Resolve steps until one asks a decision; it belongs to that step's seat."""
    while not s.over:
        kind = top(s, KIND)
        if needs_decision(s, kind):
            s.seat = top(s, SEAT)
            if s.points_due:
                update_scores(s)
            return


@jit
def needs_decision(s, kind):
    """Resolve the top step as far as it needs no choice; True if it asks one."""
    if kind == K_LIST:
        return resolve_list(s)
    if kind == K_JUMP:
        return resolve_jump(s)
    if kind == K_TRADE:
        return resolve_trade(s)
    if kind == K_PAY:
        return resolve_pay(s)
    if kind == K_SLOT:
        return resolve_slot(s)
    if kind == K_TYPE:
        return resolve_type(s)
    if kind == K_CARD:
        return resolve_card(s)
    if kind == K_IMMEDIATE:
        return resolve_immediate(s)
    if kind == K_AUTOMATE:
        return resolve_automate(s)
    if kind == K_SHIPS:
        return resolve_ships(s)
    if kind == K_BUILD:
        return resolve_build(s)
    if kind == K_UPGRADE:
        return resolve_upgrade(s)
    if kind == K_OPTIONAL:
        return resolve_optional(s)
    if kind == K_CHOOSE:
        return resolve_choice(s)
    if kind == K_OUTPOST_DISC:
        return resolve_outpost_disc(s)
    if kind == K_BONUSES:
        return resolve_bonuses(s)
    if kind == K_LAST_DISC:
        return resolve_last_disc(s)
    if kind == K_ACHIEVEMENT:
        return resolve_achievement(s)
    if kind == K_TURN_END:
        return resolve_turn_end(s)
    return needs_rare_decision(s, kind)


@jit
def needs_rare_decision(s, kind):
    if kind == K_EVENT:
        return resolve_event(s)
    if kind == K_EACH:
        return resolve_each(s)
    if kind == K_COLONIZE:
        return resolve_colonize(s)
    if kind == K_RETURN_SHIPS:
        return resolve_return_ships(s)
    if kind == K_COLONIZED:
        return resolve_colonized(s)
    if kind == K_COLONY_DISC:
        return resolve_colony_disc(s)
    if kind == K_COPY:
        return resolve_copy(s)
    if kind == K_SHIP_TO_POP:
        return resolve_ship_to_pop(s)
    if kind == K_MOVE_FROM:
        return resolve_move_from(s)
    if kind == K_PRIVATE:
        return resolve_private(s)
    if kind == K_SYSTEM_CARD:
        return resolve_system_card(s)
    if kind == K_GUILD:
        return resolve_guild(s)
    if kind == K_EXTRA_SYSTEM:
        return resolve_extra_system(s)
    if kind == K_LINK_SYSTEM:
        return resolve_link_system(s)
    if kind == K_MUSEUM:
        return resolve_museum(s)
    if kind == K_DYSON:
        return resolve_dyson(s)
    return True
