"""The goals of the agents: read, measured, told."""

from __future__ import annotations

import json

import pytest

from exozoo.agents.specs import load_agent
from exozoo.benchmarks.strength.__main__ import main
from exozoo.benchmarks.strength.goals import AHEAD, PLACE, SCORE, Contest, Price, read_goals
from exozoo.benchmarks.strength.measure import figures, hold_contest, stamp, take_time
from exozoo.benchmarks.strength.report import is_stale, joined, load_rows, markdown, write
from exozoo.envs.registry import game_names, load_game
from tests.benchmarks.complaints import complaint

GAME = "alien_frontiers"
QUICK = Contest("quick", "A look", "heuristic", [2], 4, AHEAD, opponent="random", least={GAME: 0.5})


def entry(seed: int, seats: list[int], scores: list[int]) -> dict:
    ranks = [1 + sum(other > score for other in scores) for score in scores]
    return {"seed": seed, "seats": seats, "scores": scores, "ranks": ranks}


def test_every_goal_names_agents_that_there_are_and_games_that_they_play():
    goals = read_goals()
    assert len(set(goals.names)) == len(goals.names)
    for contest in goals.contests:
        assert contest.figure in (AHEAD, PLACE, SCORE)
        for name in game_names():
            for size in contest.sizes(name) if contest.is_for(name) else ():
                assert 2 <= size <= load_game(name).max_players
    for text in {c.agent for c in goals.contests} | {c.opponent for c in goals.contests} - {None}:
        load_agent(text.replace("network=policy, ", ""), load_game(GAME))


def test_figures_count_ties_half_and_share_places():
    games = [entry(1, [0, 1], [9, 9]), entry(1, [1, 0], [4, 9]), entry(2, [0, 1], [9, 2])]
    found = figures(QUICK, GAME, 2, games)
    assert found["figure"] == pytest.approx((0.5 + 1 + 1) / 3, abs=1e-4)
    assert found["points"] == 9
    assert found["points_of_others"] == 5
    assert found["met"]
    by_place = Contest("place", "", "heuristic", [2], 4, PLACE, opponent="random")
    found = figures(by_place, GAME, 2, games)
    assert found["figure"] == pytest.approx((1.5 + 1 + 1) / 3, abs=1e-4)
    assert found["wanted"] == 1.5
    assert found["met"] == (found["high"] < 1.5)
    alone = Contest("alone", "", "heuristic", [2], 4, SCORE, least=8.0)
    found = figures(alone, GAME, 2, [entry(1, [0, 0], [9, 5])])
    assert (found["figure"], found["met"], found["points_of_others"]) == (7, False, None)


@pytest.mark.compiled
def test_a_contest_is_held_once_and_told(tmp_path):
    row = hold_contest(QUICK, GAME, 2, 3, tmp_path)
    assert row["games"] == 4
    assert row["figure"] == 1.0
    heard = []
    again = hold_contest(QUICK, GAME, 2, 3, tmp_path, report=lambda done, total: heard.append(done))
    assert heard == [1]  # what is on disk is heard of at once, and nothing is played
    assert {**again, "milliseconds": 0} == {**row, "milliseconds": 0}
    goals = read_goals()
    page = tmp_path / "strength.md"
    row["goal"] = goals.contests[0].name
    write(page, [row], goals)
    assert "100.0% (100.0% to 100.0%)" in page.read_text(encoding="utf-8")
    assert load_rows(page.with_suffix(".json")) == [row]
    newer = {**row, "figure": 0.25}
    assert joined([row], [newer]) == [newer]
    assert "25.0%" in markdown([newer], goals)


def test_rows_of_a_network_or_weights_of_before_are_marked():
    now = stamp(load_game(GAME))
    older, other = now | {"network": "older"}, now | {"weights": "older"}
    for agents, of_network, of_weights in (
        (["policy", "heuristic(version=1)"], True, False),
        (["policy", "heuristic"], True, True),
        (["mcts(network=policy, simulations=8)", "mcts(version=0)"], True, True),
        (["mcts(version=0)", "random"], False, False),
        (["mcts"], False, True),
    ):
        assert not is_stale({"game": GAME, "stamp": now}, agents)
        assert is_stale({"game": GAME, "stamp": older}, agents) == of_network, agents
        assert is_stale({"game": GAME, "stamp": other}, agents) == of_weights, agents


@pytest.mark.compiled
def test_the_price_of_a_search_is_taken_over_the_course_of_games():
    row = take_time(Price("price", "", simulations=4, positions=6, most=1e6), GAME, 3)
    assert row["met"]
    assert row["games"] == 6
    assert row["figure"] <= row["longest"]


@pytest.mark.parametrize(
    "words",
    [
        ["chess"],
        ["--only", "luck"],
        ["--jobs", "0"],
        ["--docs", "."],
        [GAME, "--only", "points"],
        ["--jobs", "many"],
    ],
)
def test_what_is_wrong_is_said_in_a_line(words, capsys):
    assert complaint(main, words, capsys)


def test_a_file_of_another_kind_is_not_overwritten(tmp_path, capsys):
    (tmp_path / "page.json").write_text(json.dumps({"rows": []}))
    with pytest.raises(SystemExit):
        main(["--docs", str(tmp_path / "page.md")])
    assert "choose another file" in capsys.readouterr().err
