"""The weights of heuristics as data: versions, files, and what a bad file is told."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import exozoo
from exozoo.agents.heuristics.table import (
    heuristic_of,
    read_weights,
    shipped_worth,
    versions,
    weights_file,
    worth_table,
    write_weights,
)
from exozoo.agents.registry import load
from exozoo.envs.registry import game_names

FIRST_GAMES = json.loads((Path(__file__).parent / "data/heuristic-0.json").read_text())


@pytest.mark.compiled
@pytest.mark.parametrize("label", FIRST_GAMES)
def test_the_first_version_plays_as_it_always_did(label: str):
    name, players = label.split("/")
    game = exozoo.load_game(name)
    agent = load("heuristic", game, seed=7, version=0)
    state = game.new_state(seed=11, players=int(players))
    played = []
    while not state["over"]:
        row = np.array([state], game.dtype)
        played.append(int(agent.act(row, game.legal_mask(state)[None])[0]))
        game.step(state, played[-1])
    assert played == FIRST_GAMES[label]


@pytest.mark.parametrize("name", game_names())
def test_every_row_is_named_once_and_the_rival_comes_first(name: str):
    rows = heuristic_of(exozoo.load_game(name)).ROWS
    assert rows[0] == "rival"
    assert len(set(rows)) == len(rows)


@pytest.mark.parametrize("name", game_names())
def test_weights_survive_being_written(name: str, tmp_path: Path):
    game = exozoo.load_game(name)
    weights = read_weights(game, weights_file(game))
    write_weights(game, tmp_path / "own.toml", weights, "tuned\nby hand")
    again = read_weights(game, tmp_path / "own.toml")
    assert np.allclose(again, weights, rtol=1e-3)
    agent = load("heuristic", game, weights=str(tmp_path / "own.toml"))
    assert np.allclose(agent._worth, worth_table(game, weights), rtol=1e-2, atol=1e-6)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[weights]\nhub = 1.0\n", "two numbers"),
        ("[weights]\nhub = [1.0, nan]\n", "two numbers"),
        ("[weights]\nhub = [true, 1]\n", "two numbers"),
        (f"[weights]\nhub = [1, {'9' * 400}]\n", "two numbers"),
        ("[weights]\nhub = [1e300, 1e300]\n", "two numbers"),
        ("a = " + "[" * 5000, "cannot be read"),
        ("[weights]\nhubb = [1.0, 1.0]\n", "unknown weight 'hubb'; allowed are rival"),
        ("hub = [1.0, 1.0]\n", "no section"),
        ("[weights\n", "cannot be read"),
    ],
    ids=lambda text: text[:30],
)
def test_bad_files_are_refused(text: str, message: str, tmp_path: Path):
    (tmp_path / "bad.toml").write_text(text)
    with pytest.raises(ValueError, match=message):
        load("heuristic", "alien_frontiers", weights=str(tmp_path / "bad.toml"))


def test_versions_are_named():
    game = exozoo.load_game("alien_frontiers")
    assert versions(game)[0] == 0
    with pytest.raises(ValueError, match="version=99"):
        load("heuristic", game, version=99)
    with pytest.raises(ValueError, match="only one"):
        load("heuristic", game, version=0, weights="own.toml")
    module = heuristic_of(game)
    assert shipped_worth(game, 0).shape == (len(module.ROWS), len(module.STAGES))
