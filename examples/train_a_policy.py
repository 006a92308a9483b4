# %% [markdown]
# # Train a policy
# The shipped configs train a network per game: first by imitation, then by self-play against a pool of
# agents and past selves. Needs `pip install 'exozoo[train]'`.

# %%
import sys
import tempfile
from pathlib import Path

from exozoo.training.config import load_config
from exozoo.training.run import run_training

SMOKE = "--smoke" in sys.argv
folder = Path(tempfile.mkdtemp()) if SMOKE else Path("runs/example")

# %% [markdown]
# ## Settings
# A config is a TOML file or the name of a game; anything in it can be replaced. The smoke size takes
# about a minute, the full size is how the shipped networks were made.

# %%
config = load_config("alien_frontiers", "smoke")
if SMOKE:
    small = {"rounds": 1, "games": 4}
    config = config.model_copy(
        update={
            "total_steps": 256,
            "num_envs": 4,
            "imitation": config.imitation.model_copy(update=small),
            "evaluation": config.evaluation.model_copy(
                update={"every": 256, "games": 4, "final_games": 4}
            ),
        }
    )

# %% [markdown]
# ## Run
# A run that is stopped goes on from its last checkpoint when it is started again.


# %%
def report(steps: int, facts: dict) -> None:
    print(f"{steps:8} decisions  " + "  ".join(f"{k} {v}" for k, v in list(facts.items())[:3]))


result = run_training(config, folder, report)
for opponent, row in result["evaluation"].items():
    print(f"finished before {opponent} in {row['ahead']:.0%} of {row['games']} games")
print("the network:", folder / "policy.safetensors")
