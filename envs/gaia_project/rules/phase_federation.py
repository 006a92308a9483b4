"""Form a federation and take its token (GP-47 to GP-53); which ones are legal: federation.py."""

from __future__ import annotations

import numpy as np

from exozoo.envs.core.codes import ZERO
from exozoo.envs.core.jit import jit
from exozoo.envs.core.pending import pop, push
from exozoo.envs.gaia_project.actions import A_FEDERATION, A_SET, A_TOKEN
from exozoo.envs.gaia_project.constants import CHOOSE_SET, CHOOSE_TOKEN, GLEENS_TOKEN
from exozoo.envs.gaia_project.rules.effects import take_token
from exozoo.envs.gaia_project.rules.federation import (
    can_form_federation,
    found_federation,
)
from exozoo.envs.gaia_project.rules.power import pay_satellites


@jit
def any_open_token(s):
    """GP-50: without any token in the supply the action is impossible."""
    for kind in range(GLEENS_TOKEN):
        if s.token_supply[kind] > 0:
            return True
    return False


@jit
def legal_federation(s, mask):
    """D-8, GP-47."""
    if any_open_token(s) and can_form_federation(s, np.int64(s.seat)):
        mask[A_FEDERATION] = 1


@jit
def choose_federation(s):
    """D-8 to D-10."""
    push(s, CHOOSE_SET, np.int64(s.seat), ZERO, ZERO, ZERO, ZERO)


@jit
def legal_set(s, mask):
    """D-10: the legal sets of planets."""
    for index in range(s.federation_set_count):
        mask[A_SET + index] = 1


@jit
def apply_set(s, index):
    """D-10, GP-49: found the federation."""
    seat = np.int64(s.seat)
    finish_founding(s, seat, found_federation(s, seat, index))


@jit
def finish_founding(s, seat, satellites):
    """GP-48, GP-50: pay the satellites, then choose a token."""
    pop(s)
    push(s, CHOOSE_TOKEN, seat, ZERO, ZERO, ZERO, ZERO)
    pay_satellites(s, seat, satellites)


@jit
def legal_token(s, mask):
    """D-11, GP-50: a token of the open piles; the Gleens' own is not among them."""
    for kind in range(GLEENS_TOKEN):
        if s.token_supply[kind] > 0:
            mask[A_TOKEN + kind] = 1


@jit
def apply_token(s, kind):
    """D-11, GP-50."""
    pop(s)
    s.token_supply[kind] -= 1
    take_token(s, np.int64(s.seat), kind)
