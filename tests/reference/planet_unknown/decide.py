"""The one way to ask a player."""

from __future__ import annotations

from collections.abc import Callable

from exozoo.envs.planet_unknown.actions import CHOOSE_ROVER, STEP, TECHNOLOGY
from tests.reference.planet_unknown import rovers, techs
from tests.reference.planet_unknown.player import Player
from tests.reference.planet_unknown.table import Steps, Table


def choose(
    g: Table,
    p: Player,
    options: Callable[[], set[int]],
    moves: bool = True,
    teleports: bool = True,
    any_time: bool = False,
) -> Steps:
    """Ask until one of the options is taken; None, and no question, if there is none (any more).

    In the own turn rovers may be moved first (PU-29), at some points technologies be used (PU-30).
    """
    while own := options():
        legal = set(own)
        if moves and g.own_turn(p):
            legal |= rovers.steps(g, p)
            if teleports:
                legal |= rovers.paid_teleports(g, p)
        if any_time:
            legal |= techs.usable(g, p)
        action = yield p.seat, legal
        if action in own:
            return action
        if STEP <= action < STEP + 40:
            yield from rovers.step(g, p, *divmod(action - STEP, 8))
        elif CHOOSE_ROVER <= action < CHOOSE_ROVER + 5:
            yield from rovers.paid_teleport(g, p, action - CHOOSE_ROVER)
        else:
            yield from techs.use(g, p, action - TECHNOLOGY)
    return None
