"""Nothing is hidden in Gaia Project, and chance plays a part only in the setup."""

from __future__ import annotations

from exozoo.envs.core.jit import jit
from exozoo.envs.core.rng import seed_rng


@jit
def determinize(s, seat, key):
    """Reseed the generator; there is nothing to deal anew."""
    seed_rng(s.rng, key)
