"""Nothing is hidden but the Automa's cards, and without it chance plays a part only in the setup."""

from __future__ import annotations

from exozoo.envs.core.jit import jit
from exozoo.envs.core.rng import seed_rng
from exozoo.envs.gaia_project.automa.deck import deal_hidden_cards


@jit
def determinize(s, seat, key):
    """Reseed the generator, and deal the Automa's unseen cards anew."""
    seed_rng(s.rng, key)
    if s.automa_level:
        deal_hidden_cards(s)
