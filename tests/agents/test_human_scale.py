"""Agents beside people: points at every table, and what the named sources say."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from exozoo.agents.evaluation import human_scale
from exozoo.agents.evaluation.protocol import load_protocol

ROOT = Path(__file__).parents[2]
GAME = "tests.toy:TOY"


def test_points_of_seats_and_winners():
    games = [{"scores": [4, 6], "ranks": [2, 1]}, {"scores": [10, 0], "ranks": [1, 2]}]
    found = human_scale.point_figures(games)
    assert (found["mean"], found["winner"], found["best"], found["games"]) == (5.0, 8.0, 10, 2)


@pytest.mark.compiled
def test_people_of_the_recorded_games():
    gaia = next(p for p in human_scale.people_scores(ROOT) if "logs" in p)
    assert (gaia["games"], gaia["winner"], gaia["best"]) == (2, 188.0, 194)
    assert 156 < gaia["mean"] < 157
    assert all(entry["source"] for entry in human_scale.people_scores(ROOT))


def test_without_recorded_games_it_says_where_they_were_sought(tmp_path: Path):
    with pytest.raises(ValueError, match="no recorded games"):
        human_scale.people_scores(tmp_path)


@pytest.mark.compiled
def test_every_agent_plays_at_every_table(tmp_path: Path, monkeypatch):
    people = [
        {"game": GAME, "players": 2, "winners": [3, 4], "games": 5, "source": "a club"},
        {"game": "chess", "players": 2, "winners": [0, 1], "games": 1, "source": "nobody"},
    ]
    monkeypatch.setattr(human_scale, "people_scores", lambda root: people)
    protocol = load_protocol(str(ROOT / "tests" / "toy" / "protocol.toml"))
    agents = ("random", "greedy")
    scale = human_scale.play_human_scale(protocol, [GAME], tmp_path / "games", agents, tmp_path)
    tables = scale["games"][GAME]["tables"]
    assert list(tables) == ["2", "3", "4"]
    assert {figures["games"] for table in tables.values() for figures in table.values()} == {16}
    paths = human_scale.write_human_scale(scale, tmp_path)
    assert json.loads(paths[0].read_text()) == scale
    text = paths[1].read_text()
    assert "| `greedy` |" in text
    assert "People, 2 players: winners 3 to 4 (5 games; a club)." in text
    assert "nobody" not in text
