# %% [markdown]
# # Write an agent
# An agent answers `act`: for each position handed to it the number of a legal action. It works in
# matches, arenas, training pools and on the command line as `my_module:Settler`.

# %%
import sys

import numpy as np

from exozoo import load_game
from exozoo.agents.registry import load
from exozoo.envs.core.agent import Agent
from exozoo.envs.core.seating import play_session
from exozoo.envs.core.session import Session

SMOKE = "--smoke" in sys.argv
GAMES = 4 if SMOKE else 200


# %%
class Settler(Agent):
    """Takes what brings colonies onto the planet, in this order, and else decides at random."""

    liked = ("launch", "dock_constructor", "dock_terraform", "dock_hub", "dock_shipyard")

    def reseed(self, seed: int) -> None:
        self.random = np.random.default_rng(seed)

    def act(self, states: np.ndarray, masks: np.ndarray) -> np.ndarray:
        return np.array([self.choose(np.flatnonzero(mask)) for mask in masks])

    def choose(self, legal: np.ndarray) -> int:
        blocks = [self.game.actions.decode(int(action))[0] for action in legal]
        for name in self.liked:
            if name in blocks:
                return int(legal[blocks.index(name)])
        return int(self.random.choice(legal))


# %% [markdown]
# ## A match
# Seats alternate, so that neither has the first turn every time.

# %%
game = load_game("alien_frontiers")
settler, other = Settler(game, seed=1), load("random", game, seed=2)
points = []
for number in range(GAMES):
    session = Session(game, {"players": 2})
    session.reset(seed=number)
    mine = number % 2
    play_session(session, [settler, other] if mine == 0 else [other, settler])
    points.append((int(session.scores()[mine]), int(session.ranks()[mine] == 1)))

mean, won = np.mean(points, axis=0)
print(f"{GAMES} games: {mean:.1f} points on average, {won:.0%} won against random")
