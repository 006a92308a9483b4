# %% [markdown]
# # Study openings
# Which first decision wins most? Play many games side by side, group them by how they began.

# %%
import sys
from collections import defaultdict

import numpy as np

from exozoo import load_game
from exozoo.agents.registry import load
from exozoo.envs.core.seating import play_session
from exozoo.envs.core.session import Session

SMOKE = "--smoke" in sys.argv
GAMES = 6 if SMOKE else 300
game = load_game("beyond_the_sun" if "--sun" in sys.argv else "alien_frontiers")

# %% [markdown]
# ## Games with a random first decision
# Afterwards both seats are played by the same heuristic, so that the opening makes the difference.

# %%
random = np.random.default_rng(0)
agents = [load("heuristic", game, seed=seat) for seat in range(2)]
results = defaultdict(list)
for number in range(GAMES):
    session = Session(game, {"players": 2})
    session.reset(seed=number)
    seat, action = session.seat, int(random.choice(np.flatnonzero(session.mask)))
    opening = game.actions.decode(action)[0]
    session.step(action)
    play_session(session, agents)
    results[opening].append((int(session.ranks()[seat] == 1), int(session.scores()[seat])))

# %% [markdown]
# ## What came of it

# %%
for opening, rows in sorted(results.items(), key=lambda item: -np.mean(item[1], axis=0)[0]):
    won, points = np.mean(rows, axis=0)
    print(f"{opening:18} {len(rows):4} games  {won:4.0%} won  {points:5.1f} points")
