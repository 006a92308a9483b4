"""Schedules, resuming, ratings and reports."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from exozoo.agents.arena.ratings import finished_before, rate, summarise, wilson
from exozoo.agents.arena.report import write_report
from exozoo.agents.arena.results import RESULTS_FILE, read_results
from exozoo.agents.arena.run import ArenaSettings, run_arena
from exozoo.agents.arena.schedule import Task, all_lineups, make_tasks, rotations
from exozoo.agents.specs import load_agent, parse_agent
from exozoo.cli import app
from exozoo.envs.core.workers import Workers
from exozoo.envs.registry import load_game
from tests.agents.bots import LowestAction
from tests.toy import TOY

pytestmark = pytest.mark.compiled  # plays too much to do so without the compiler
LOWEST = "tests.agents.bots:LowestAction"
LARGEST = "tests.agents.bots:LowestAction(largest=true)"
SETTINGS = ArenaSettings("tests.toy:TOY", ("random", LOWEST, LARGEST), games=8, games_a_task=4)


def test_agents_are_written_as_text():
    assert parse_agent("greedy") == ("greedy", {})
    text = 'mcts(simulations=40, priors="score", guided=True, explore=1.5)'
    settings = {"simulations": 40, "priors": "score", "guided": True, "explore": 1.5}
    assert parse_agent(text) == ("mcts", settings)
    assert isinstance(load_agent(LARGEST, TOY), LowestAction)
    for wrong in (
        "no_such_agent",
        "greedy(3)",
        "greedy(depth=2)",
        "(x)",
        "tests.agents.bots:None_",
    ):
        with pytest.raises(ValueError, match="agent"):
            load_agent(wrong, TOY)
    for wrong in ("no_such_game", "tests.toy:nothing", "tests.toy:HAND"):
        with pytest.raises(ValueError, match="game"):
            load_game(wrong)


def test_every_deal_is_played_in_every_rotation():
    seating, seeds = Task(0, (0, 1, 1), (7, 8)).games()
    assert seating.tolist() == [[0, 1, 1], [1, 1, 0], [1, 0, 1]] * 2
    assert seeds == [7, 7, 7, 8, 8, 8]
    assert rotations((2, 2)) == [(2, 2)]


def test_lineups_fill_the_table():
    assert all_lineups(3, 2) == [(0, 1), (0, 2), (1, 2)]
    assert all_lineups(2, 3) == [(0, 0, 1), (0, 1, 1)]
    tasks = make_tasks([(0, 1), (0, 2)], games=7, seed=1, games_a_task=4)
    assert [len(task.seeds) for task in tasks] == [2, 2, 2, 2]
    assert tasks[0].seeds == tasks[2].seeds
    assert len({*tasks[0].seeds, *tasks[1].seeds}) == 4
    for wrong in ((1, 2), (3, 1)):
        with pytest.raises(ValueError, match="at least 2"):
            all_lineups(*wrong)


def strip_times(results: list[dict]) -> list[dict]:
    return [{k: v for k, v in result.items() if k != "seconds"} for result in results]


def test_a_killed_arena_goes_on_where_it_was(tmp_path: Path):
    whole = run_arena(SETTINGS, tmp_path / "whole")
    cut = tmp_path / "cut"
    run_arena(SETTINGS, cut)
    lines = (cut / RESULTS_FILE).read_text().splitlines(keepends=True)
    (cut / RESULTS_FILE).write_text("".join(lines[:2]) + lines[2][:30])
    heard: list[tuple[int, int]] = []
    resumed = run_arena(SETTINGS, cut, report=lambda *counts: heard.append(counts))
    assert heard[0] == (2, 6)
    assert heard[-1] == (6, 6)
    assert strip_times(resumed) == strip_times(whole)
    assert len((cut / RESULTS_FILE).read_text().splitlines()) == 6


def test_a_folder_belongs_to_one_arena(tmp_path: Path):
    run_arena(SETTINGS, tmp_path)
    other = ArenaSettings("tests.toy:TOY", ("random", LOWEST), games=8)
    with pytest.raises(ValueError, match="another arena"):
        run_arena(other, tmp_path)


def test_processes_give_the_same_games(tmp_path: Path):
    small = ArenaSettings("tests.toy:TOY", ("random", LOWEST), games=4, games_a_task=2)
    one = run_arena(small, tmp_path / "one")
    two = run_arena(small, tmp_path / "two", Workers(2))
    assert strip_times(one) == strip_times(two)


def test_results_belong_to_the_agents_on_their_seats(tmp_path: Path):
    settings = ArenaSettings("tests.toy:TOY", (LOWEST, LARGEST), games=40)
    results = run_arena(settings, tmp_path)
    game = results[0]["games"][0]
    state = TOY.new_state(game["seed"], players=2)
    agents = [load_agent(settings.agents[n], TOY) for n in game["seats"]]
    while not TOY.is_over(state):
        mask = TOY.legal_mask(state)[None]
        TOY.step(state, int(agents[TOY.seat(state)].act(state.reshape(1), mask)[0]))
    assert game["scores"] == TOY.scores(state)
    assert game["ranks"] == TOY.ranking(state)


def test_win_rates_count_ties_half_and_skip_oneself():
    games = [
        {"seats": [0, 1, 1], "ranks": [1, 2, 3], "scores": [3, 2, 1]},
        {"seats": [0, 1, 1], "ranks": [1, 1, 3], "scores": [3, 3, 1]},
    ]
    ahead, meetings = finished_before(2, games)
    assert meetings.tolist() == [[0, 4], [4, 0]]
    assert ahead[0, 1] == 3.5 / 4
    assert ahead[1, 0] == 0.5 / 4
    result = {"task": 0, "games": games, "decisions": {"0": 4, "1": 8}, "seconds": {"0": 0.2}}
    best, other = summarise(["a", "b"], [result]).agents
    assert (best.agent, best.won, best.games, best.milliseconds) == ("a", 0.75, 2, 50.0)
    assert (other.won, other.score_mean, other.milliseconds) == (0.125, 1.75, 0.0)


def test_ratings_follow_the_places_and_grow_surer():
    games = [{"seats": [0, 1, 2], "ranks": [1, 2, 3], "scores": [3, 2, 1]}] * 30
    few, many = rate(3, games[:3]), rate(3, games)
    assert many[0][0] > many[1][0] > many[2][0]
    assert all(late[1] < early[1] for early, late in zip(few, many, strict=True))


def test_wilson_intervals_hold_the_share():
    low, high = wilson(0.9, 100)
    assert (round(low, 3), round(high, 3)) == (0.826, 0.945)
    assert wilson(0.0, 0) == (0.0, 1.0)
    assert wilson(0.0, 20)[0] == 0.0
    assert wilson(1.0, 20)[1] == pytest.approx(1.0)


def test_reports_are_written(tmp_path: Path):
    results = run_arena(SETTINGS, tmp_path)
    paths = write_report(SETTINGS, summarise(SETTINGS.agents, results), tmp_path)
    data = json.loads(paths[0].read_text())
    assert data["games"] == 24
    assert {line["agent"] for line in data["agents"]} == set(SETTINGS.agents)
    assert "| agent | rating |" in paths[1].read_text()
    assert paths[2].read_bytes()[:4] == b"\x89PNG"
    assert np.allclose(np.diag(data["finished_before"]), 0)


def test_the_command_line_plays_a_match_and_an_arena(tmp_path: Path):
    run = CliRunner()
    match = run.invoke(
        app, ["play-match", "tests.toy:TOY", "random", LOWEST, "--games", "4", "--jobs", "1"]
    )
    assert match.exit_code == 0, match.output
    assert "4 games" in match.output
    out = tmp_path / "arena"
    arguments = ["arena", "tests.toy:TOY", "random", LOWEST, "--games", "4", "--out", str(out)]
    arena = run.invoke(app, [*arguments, "--jobs", "1"])
    assert arena.exit_code == 0, arena.output
    assert (out / "report.md").exists()
    wrong = run.invoke(app, ["play-match", "tests.toy:TOY", "random", "nobody"])
    assert wrong.exit_code == 2
    assert "random" in run.invoke(app, ["agents"]).output


@pytest.mark.parametrize("line", ["{", "[]", "{}", "3", '{"task": 1}', "[" * 100_000])
def test_a_damaged_line_of_results_is_named(line, tmp_path: Path):
    sound = '{"task": 0, "games": [], "decisions": {}, "seconds": {}}'
    (tmp_path / "results.jsonl").write_text(f"{sound}\n{line}\n")
    with pytest.raises(ValueError, match=r"results.jsonl: line 2 is damaged"):
        read_results(tmp_path)
