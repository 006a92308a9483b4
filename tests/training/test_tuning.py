"""Weights improved by self-play."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from exozoo.agents.arena.match import play_games
from exozoo.agents.heuristic import HeuristicAgent
from exozoo.agents.heuristics.table import read_weights, shipped_worth, weights_file
from exozoo.cli import app
from exozoo.envs.core.crew import Crew
from exozoo.training.tuning.contest import play_contest
from exozoo.training.tuning.objective import Aims, Scale, compare, deal_seeds, places
from exozoo.training.tuning.space import Space
from tests.toy.tuned import CARD, TUNED, WAY, WIN

pytest.importorskip("cma")
FIRST = read_weights(TUNED, weights_file(TUNED))
NAME = "tests.toy.tuned:TUNED"


def settings(**changes):
    from exozoo.training.tuning.run import TuneSettings

    return TuneSettings(TUNED, FIRST, **{"deals": 16, **changes})


def tune(*words: object):
    return CliRunner().invoke(app, ["tune", NAME, *map(str, words)], env={"COLUMNS": "200"})


def test_the_compiled_loop_plays_what_the_agent_plays():
    """But for ties, which this table does not have."""
    seeds, seating = list(range(20)), np.zeros((20, 3), np.int64)
    played = play_contest(TUNED, shipped_worth(TUNED)[None], seating, seeds, count=True)
    again = play_games(TUNED, [HeuristicAgent(TUNED)], seating, seeds, {})
    assert (played.scores == again.scores).all()
    assert (played.ranks == again.ranks).all()
    assert played.taken.sum() == again.decisions.sum()


def test_threads_change_nothing():
    seeds, seating = list(range(90)), np.zeros((90, 4), np.int64)
    worths = shipped_worth(TUNED)[None]
    alone = play_contest(TUNED, worths, seating, seeds)
    assert (alone.scores == play_contest(TUNED, worths, seating, seeds, Crew(3)).scores).all()


def test_every_seat_counts_with_its_own_table():
    better = FIRST.copy()
    better[WIN] = 9.0
    seeds, scale = deal_seeds(0, 1, 2000), Scale(2.0, 1.0)
    found = compare(TUNED, [better, FIRST], FIRST, 2, seeds, scale, Crew(1), Aims())
    assert found.place[0].mean() > 0.07
    assert found.place[1].mean() == pytest.approx(0, abs=0.05)


def test_points_count_as_much_beside_places_as_asked():
    seeds, scale, crew = deal_seeds(0, 1, 50), Scale(2.0, 4.0), Crew(1)
    found = compare(TUNED, [FIRST], FIRST, 2, seeds, scale, crew, Aims(points=0.0))
    assert (found.blend == found.place).all()
    found = compare(TUNED, [FIRST], FIRST, 2, seeds, scale, crew, Aims(points=2.0))
    assert (found.blend == found.place + 2.0 * (found.points - 2.0) / 4.0).all()
    with pytest.raises(ValueError, match="--points nan: allowed are numbers from 0"):
        settings(aims=Aims(points=float("nan"))).check()


def test_tables_of_its_like_count_if_asked():
    seeds, scale, crew = deal_seeds(0, 1, 50), Scale(2.0, 4.0), Crew(1)
    found = compare(TUNED, [FIRST], FIRST, 3, seeds, scale, crew, Aims(points=0.0, together=2.0))
    alike = play_contest(TUNED, shipped_worth(TUNED)[None], np.zeros((50, 3), np.int64), seeds)
    assert (found.together[0] == alike.scores.mean(axis=1)).all()
    assert (found.blend == found.place + 2.0 * (found.together - 2.0) / 4.0).all()
    with pytest.raises(ValueError, match="--together -1: allowed are numbers from 0"):
        settings(aims=Aims(together=-1)).check()


def test_places_share_ties():
    assert places(np.array([[1, 2, 3], [1, 1, 3]])).tolist() == [[1, 0, -1], [0.5, 0.5, -1]]


def test_weights_keep_their_sign_and_switches_stay():
    space = Space(TUNED, FIRST)
    assert (space.at(np.zeros(space.size)) == FIRST).all()
    low = space.at(np.full(space.size, -9.0))
    assert (low[[WIN, CARD]] == 0).all()
    assert (low[WAY] == FIRST[WAY]).all()
    with pytest.raises(ValueError, match="--only way: allowed are rival, win, card"):
        Space(TUNED, FIRST, ["way"])


def test_tuning_finds_better_weights_and_says_how(tmp_path):
    result = tune("--generations", 12, "--deals", 32, "--out", tmp_path)
    assert result.exit_code == 0, result.output
    assert "better: wrote" in result.output
    text = (tmp_path / "weights.toml").read_text()
    assert "# Tuned by `exozoo tune tuned_toy`: 12 generations" in text
    found = read_weights(TUNED, tmp_path / "weights.toml")
    assert (found[WIN] / found[CARD]).max() > 2 * (FIRST[WIN] / FIRST[CARD]).max()
    again = tune("--generations", 12, "--deals", 32, "--out", tmp_path)
    assert again.exit_code == 0, again.output


def test_what_is_no_better_is_not_written(tmp_path):
    from exozoo.training.tuning.run import Search, Verdict, judge, write_result

    search = Search(settings(), tmp_path)
    verdict = judge(settings(), search.mean, 50)
    assert verdict.gain == verdict.error == 0
    assert write_result(settings(), search, verdict) is None
    assert write_result(settings(), search, Verdict(0.1, 0.06, [])) is None
    assert list(tmp_path.iterdir()) == []


def test_a_search_that_was_stopped_goes_on_as_if_it_had_not_been(tmp_path):
    from exozoo.training.tuning.run import run_search

    whole = run_search(settings(), tmp_path / "whole", 12)
    run_search(settings(), tmp_path / "halves", 5)
    halves = run_search(settings(), tmp_path / "halves", 12, threads=2)
    assert halves.values == whole.values
    assert (halves.mean == whole.mean).all()
    assert (halves.rival == whole.rival).all()


def test_a_killed_search_goes_on(tmp_path):
    code = f"""
        from tests.training.test_tuning import settings
        from exozoo.training.tuning.run import run_search
        from pathlib import Path
        run_search(settings(), Path({str(tmp_path)!r}), 100_000)
    """
    root = Path(__file__).parents[2]
    words = [sys.executable, "-c", textwrap.dedent(code)]
    process = subprocess.Popen(words, cwd=root)
    state = tmp_path / "state.json"
    deadline = time.monotonic() + 120
    while not state.exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    time.sleep(0.3)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    from exozoo.training.tuning.run import run_search

    done = len(json.loads(state.read_text())["values"])
    assert len(run_search(settings(), tmp_path, done + 1).values) == done + 1


@pytest.mark.parametrize(
    "text",
    ["{", "[]", '{"settings": {}}', '{"settings": 1, "values": [["x"]]}', "\x00", "[" * 100_000],
    ids=lambda text: text[:20],
)
def test_a_damaged_state_is_refused(text, tmp_path):
    (tmp_path / "state.json").write_text(text)
    result = tune("--out", tmp_path)
    assert result.exit_code == 2
    assert "damaged" in result.stderr


def test_a_state_with_other_values_is_refused(tmp_path):
    from exozoo.training.tuning.run import Search, run_search

    run_search(settings(), tmp_path, 2)
    state = json.loads((tmp_path / "state.json").read_text())
    for values in ([[1.0, 2.0]], [[float("nan")] * 8], [1.0]):
        state["values"] = values
        (tmp_path / "state.json").write_text(json.dumps(state))
        with pytest.raises(ValueError, match="damaged"):
            Search(settings(), tmp_path)
    with pytest.raises(ValueError, match="other settings"):
        Search(settings(seed=1), tmp_path)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--only", "wim"), "--only wim: allowed are"),
        (("--players", 1), "needs two at least"),
        (("--players", 2, "--players", 2), "once"),
        (("--players", 9), "players"),
        (("--from", "none.toml"), "cannot be read"),
    ],
)
def test_wrong_input_gives_one_line(words, said, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = tune(*words)
    assert result.exit_code == 2, result.output
    assert said in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


def test_control_c_says_that_the_same_command_goes_on(tmp_path, monkeypatch):
    from exozoo.training.tuning import run

    def stop(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(run, "run_search", stop)
    result = tune("--out", tmp_path)
    assert result.exit_code == 130
    assert "the same command goes on" in result.stderr
