"""The trained networks that come with the package."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

import exozoo
from exozoo.agents import load
from exozoo.envs.registry import game_names

pytest.importorskip("torch")

from exozoo.agents.arena.match import play_games
from exozoo.training.config import TrainConfig, load_config

MOST_BYTES = 3_000_000
DOCS = Path(__file__).parents[2] / "docs" / "baselines"
CHECKPOINTS = Path(str(files("exozoo.agents") / "checkpoints"))
NAMES = sorted(path.stem for path in CHECKPOINTS.glob("*.safetensors"))


def test_every_game_has_one():
    assert sorted(game_names()) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_a_checkpoint_is_small(name: str):
    assert (CHECKPOINTS / f"{name}.safetensors").stat().st_size <= MOST_BYTES


@pytest.mark.parametrize("name", NAMES)
def test_a_checkpoint_says_how_it_was_trained(name: str):
    facts = json.loads((CHECKPOINTS / f"{name}.json").read_text(encoding="utf-8"))
    if "converted" in facts:  # by what was its config then, on the tables of then
        assert TrainConfig(**facts["config"]).game == name
    else:
        assert TrainConfig(**facts["config"]) == load_config(name, "full")
        assert {found["players"] for found in facts["evaluation"].values()} == set(
            load_config(name, "full").tables
        )
    assert facts["steps"] >= facts["config"]["total_steps"]
    assert all(found["games"] >= 1000 for found in facts["evaluation"].values())
    assert (DOCS / f"{name}.md").exists()
    assert (DOCS / f"{name}.png").exists()


@pytest.mark.compiled
@pytest.mark.parametrize("name", NAMES)
def test_a_checkpoint_beats_random(name: str):
    game = exozoo.load_game(name)
    seating = np.array([[0, 1], [1, 0]] * 6)
    agents = [load("policy", game), load("random", game)]
    result = play_games(game, agents, seating, [deal for deal in range(6) for _ in "ab"], {})
    assert (result.ranks[seating == 0] == 1).sum() >= 9
