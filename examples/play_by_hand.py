# %% [markdown]
# # Play by hand
# A game in a few lines: list what is legal in English, choose, look at the board. Against whom you
# play is up to you; `exozoo serve` offers the same in a browser.

# %%
import sys

import numpy as np

from exozoo import load_game
from exozoo.agents.registry import load
from exozoo.envs.core.session import Session

SMOKE = "--smoke" in sys.argv  # a few decisions without questions, as the tests do
NAME, MY_SEAT = "alien_frontiers", 0

game = load_game(NAME)
session = Session(game, {"players": 2})
session.reset(seed=7)
opponent = load("heuristic", game, seed=1)

# %% [markdown]
# ## Who decides, and what is allowed


# %%
def choose() -> int:
    """Ask for a number of the list; in the smoke size the first one is taken."""
    legal = np.flatnonzero(session.mask)
    for number, action in enumerate(legal):
        print(f"  {number:3}  {game.describe(session.state, action)}")
    if SMOKE:
        return int(legal[0])
    while True:
        answer = input("your choice: ")
        if answer.isdecimal() and int(answer) < len(legal):
            return int(legal[int(answer)])
        print(f"a number from 0 to {len(legal) - 1}, please")


while not session.over and not (SMOKE and len(session.actions) >= 20):
    if session.seat == MY_SEAT:
        print(f"\npoints: {session.scores().tolist()}")
        session.step(choose())
    else:
        session.step(opponent.act(session.states, session.masks)[0])
        print(f"  opponent: {session.last_action()}")

print("points:", session.scores().tolist())

# %% [markdown]
# ## The board
# A notebook shows the picture itself; in a script it can be saved with `exozoo.envs.render.save_picture`.
# With a seat the picture holds no more than that seat may know.

# %%
game.picture(session.state, seat=MY_SEAT)
