"""The game as a whole: kernels, pictures, the rules page."""

from __future__ import annotations

import sys

import numpy as np
import pytest

import exozoo
from exozoo.envs.core.layout import ActionLayout
from exozoo.envs.gaia_project import components as parts
from exozoo.envs.gaia_project import constants as c
from tests.gaia_project.audit import random_actions
from tests.gaia_project.positions import GAME

PACKAGE = "exozoo.envs.gaia_project"


def kernels() -> dict[str, object]:
    """Every compiled function of the game."""
    found = {}
    for name, module in list(sys.modules.items()):
        if name.startswith(PACKAGE):
            for value in vars(module).values():
                if hasattr(value, "signatures") and value.py_func.__module__.startswith(PACKAGE):
                    found[f"{value.py_func.__module__}.{value.py_func.__name__}"] = value
    return found


@pytest.mark.compiled
def test_every_kernel_has_one_signature():
    rng = np.random.default_rng(1)
    for players in (1, 2, 4):
        batch = exozoo.Batch(GAME, 8, seed=1, players=players)
        for _ in range(150):
            batch.step(random_actions(batch.legal(), rng))
        batch.observe()
        GAME.determinize(batch.states[0])
    many = {name: f.signatures for name, f in kernels().items() if len(f.signatures) > 1}
    assert not many
    assert len(kernels()) > 100


def test_action_layout_is_that_of_the_rules_page():
    first = {block.name: start for start, _, block in GAME.actions.rows()}
    assert isinstance(GAME.actions, ActionLayout)
    assert GAME.num_actions == 332
    assert first == {
        "hex": 0,
        "pass": 190,
        "booster": 191,
        "track": 201,
        "decline": 207,
        "board_action": 208,
        "special": 218,
        "upgrade": 227,
        "federation": 232,
        "free_action": 233,
        "end_turn": 251,
        "tile": 252,
        "advanced_tile": 261,
        "token": 267,
        "charge": 274,
        "brainstone": 276,
        "income": 278,
        "faction": 286,
        "federation_set": 300,
    }


def test_component_ids_stand_in_the_order_of_the_codes():
    assert [f["id"] for f in parts.FACTIONS] == list(c.FACTION_IDS)
    assert [t["id"] for t in parts.RESEARCH] == list(c.TRACK_IDS)
    assert [t["id"] for t in parts.TECH_TILES["standard"]] == list(c.STANDARD_IDS)
    assert [t["id"] for t in parts.TECH_TILES["advanced"]] == list(c.ADVANCED_IDS)
    assert parts.TECH_TILES["standard_positions"] == list(c.STANDARD_POSITIONS)
    assert [t["id"] for t in parts.ROUND_TILES] == list(c.ROUND_TILE_IDS)
    assert [t["id"] for t in parts.FINAL_TILES["tiles"]] == list(c.FINAL_IDS)
    assert [t["id"] for t in parts.TOKENS] == list(c.TOKEN_IDS)
    assert [b["id"] for b in parts.BOOSTERS] == list(range(1, 11))
    assert [a["id"] for a in parts.ACTIONS["board_actions"]] == list(c.BOARD_ACTION_IDS)
    assert [a["id"] for a in parts.ACTIONS["special_actions"]] == list(c.SPECIAL_IDS)
    free = [*parts.ACTIONS["free_actions"], *parts.ACTIONS["faction_free_actions"]]
    assert [a["id"] for a in free] == list(c.FREE_ACTION_IDS)
    # the cost of steps printed on each faction board is the cyclic distance
    for f in parts.FACTIONS:
        home = c.PLANET_IDS.index(f["home_planet"])
        for planet, steps in f["terraforming_steps"].items():
            assert parts.STEPS_BETWEEN[home, c.PLANET_IDS.index(planet)] == steps
        assert f["costs"] == parts.FACTIONS[0]["costs"]


@pytest.mark.parametrize("players", [1, 2, 4])
def test_the_picture_shows_map_research_and_players(players):
    rng = np.random.default_rng(2)
    s = GAME.new_state(seed=3, players=players)
    for _ in range(60):
        s_mask = GAME.legal_mask(s)
        GAME.step(s, int(random_actions(s_mask[None], rng)[0]))
    picture = GAME.draw(s)
    assert picture.startswith("<svg")
    assert picture.count("<polygon") >= 133
    for words in ("Terraforming", "Science", "round 6", "final:", "boosters:", "VP"):
        assert words in picture
    for player in s["players"][: max(players, 2)]:
        assert parts.FACTION_NAMES[player["faction"]] in picture


def test_the_picture_of_a_new_and_of_a_finished_game():
    s = GAME.new_state(seed=3, players=3)
    assert "choose a faction" in GAME.draw(s)
    rng = np.random.default_rng(2)
    while not GAME.is_over(s):
        GAME.step(s, int(rng.choice(GAME.legal_actions(s))))
    assert "Game over" in GAME.draw(s)
