"""What a hand of the toy is worth: points so far, and high cards still to play."""

from __future__ import annotations

from exozoo.envs.core.jit import jit
from tests.toy import NUM_CARDS

CARD_WORTH = 0.1  # points for the highest card still in hand, less for lower ones


@jit
def appraise(s, worth, points):
    for seat in range(s.num_players):
        points[seat] = s.scores[seat]
    for card in range(NUM_CARDS):
        if s.owner[card] >= 0 and s.owner[card] < s.num_players:
            points[s.owner[card]] += CARD_WORTH * card / NUM_CARDS
