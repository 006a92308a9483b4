# %% [markdown]
# # Make and load a dataset
# Games take a byte or so a decision; observations, masks and rewards are rebuilt when they are read.
# Needs `pip install 'exozoo[data]'`.

# %%
import sys
import tempfile
from pathlib import Path

from exozoo.training.datasets.reading import Dataset, Wanted
from exozoo.training.datasets.run import run_selfplay
from exozoo.training.datasets.settings import SelfplaySettings

SMOKE = "--smoke" in sys.argv
folder = Path(tempfile.mkdtemp()) / "games"

# %%
settings = SelfplaySettings(
    game="alien_frontiers",
    agents=("random", "greedy"),
    games=4 if SMOKE else 1000,
    options={"players": 2},
    search_targets=True,
)
run_selfplay(settings, folder)

# %% [markdown]
# ## Whole games

# %%
data = Dataset(folder)
for game in list(data.games())[:3]:
    print(game.game_id, game.agents, game.scores, f"{len(game.actions)} decisions")

# %% [markdown]
# ## Decisions for training
# Each batch holds what the deciding seat saw, what it chose, and what became of it.

# %%
seen = 0
for batch in data.decisions(Wanted(batch_size=512, reward="rank", seed=0)):
    seen += len(batch)
    shapes = batch.observation.shape, batch.mask.shape
print(f"{seen} decisions; the last batch: observations {shapes[0]}, masks {shapes[1]}")
