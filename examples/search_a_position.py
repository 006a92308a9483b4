# %% [markdown]
# # Search a position
# Monte Carlo tree search says which actions it looked at most, and what it thinks they are worth.

# %%
import sys

import numpy as np

from exozoo import load_game
from exozoo.agents.mcts import MctsAgent
from exozoo.envs.core.session import Session

SMOKE = "--smoke" in sys.argv
game = load_game("alien_frontiers")
session = Session(game, {"players": 2})
session.reset(seed=3)
random = np.random.default_rng(3)
while len(session.actions) < 60:
    session.step(random.choice(np.flatnonzero(session.mask)))

# %% [markdown]
# ## Visits and values
# Before each simulation everything that the seat cannot know is dealt anew, so the search is fair.

# %%
agent = MctsAgent(game, seed=1, simulations=16 if SMOKE else 400)
found = agent.search(session.states, session.masks)
visits, means = found.visits[0], found.means[0]
print(f"player {session.seat} decides")
for action in np.argsort(-visits, kind="stable")[:8]:
    if visits[action]:
        words = game.describe(session.state, int(action))
        print(f"  {visits[action]:4} visits  value {means[action]:+.2f}  {words}")

# %% [markdown]
# ## Where on the board the best action lies
# `game.places` names the element of the drawing that belongs to an action.

# %%
best = int(found.actions[0])
print(game.describe(session.state, best), "->", game.places(session.state, best))
game.picture(session.state)
