"""What nobody can know: the order of the face-down deck and the coming dice."""

from __future__ import annotations

from exozoo.envs.core.codes import ZERO
from exozoo.envs.core.jit import jit
from exozoo.envs.core.rng import seed_rng, shuffle_anew


@jit
def determinize(s, seat, key):
    """Shuffle the deck and reseed; all else lies open (AF-165, AF-169), to every seat alike."""
    seed_rng(s.rng, key)
    shuffle_anew(s.rng, s.deck, ZERO, s.deck_size)
