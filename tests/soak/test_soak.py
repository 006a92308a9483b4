"""A short soak, and that it finds what is wrong, makes it small, and loses no count."""

from __future__ import annotations

import json
import math
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from exozoo.envs.core.game import Rules
from exozoo.envs.core.jit import jit
from exozoo.envs.core.options import OptionTable, int_option
from exozoo.envs.registry import game_names, load_game
from tests import toy
from tests.all_games.games import each_game
from tests.soak.__main__ import Soak, main
from tests.soak.faults import Case, Shrinker, fault_of, hunt, load_find, save_find
from tests.soak.ledger import Ledger, load_ledger
from tests.soak.mixes import draw_options
from tests.soak.rigs import RIGS
from tests.soak.work import SHARES, Worker

UNLUCKY = np.int64(13)
LINE = {"rig": "aec", "game": "toy", "decisions": 5, "games": 1, "mixes": 1}
LINE |= {"seconds": 0.5, "processor": 0.2}


@pytest.fixture(autouse=True)
def _four_cores(monkeypatch):
    """More threads than this machine may have."""
    monkeypatch.setattr("exozoo.envs.core.batch.cores", lambda: 4)


@jit
def broken_step(s, action):
    """Whoever plays the unlucky card as third in a round has too many points."""
    if action == UNLUCKY and s.seat == 2:
        s.scores[s.seat] = 99
    toy.step(s, action)


OPTIONS = [*toy.TOY.options.options, int_option("idle", 3, 0, 9, "changes nothing")]
BROKEN = replace(
    toy.TOY,
    name="broken_toy",
    rules=Rules(toy.setup, toy.legal, broken_step, toy.observe, toy.determinize),
    options=OptionTable(OPTIONS),
)


@pytest.mark.compiled
@pytest.mark.parametrize("name", game_names())
def test_a_short_soak_finds_nothing(name, tmp_path):
    lines: list[dict] = []
    Worker([load_game(name)], 1, tmp_path, lines.append, scale=0.02).run(seconds=1)
    played = [line for line in lines if "rig" in line]
    assert played
    assert [line["find"] for line in played if "find" in line] == []


@pytest.mark.compiled
@pytest.mark.parametrize("rig", RIGS)
def test_every_rig_plays(rig):
    assert RIGS[rig](toy.TOY, {"players": 3}, 5, 40) > 30


def test_games_get_even_shares(tmp_path, monkeypatch):
    """Whatever is played, the game with the fewest decisions is next."""
    monkeypatch.setattr("tests.soak.work.SHARES", {"random": 1.0})
    lines: list[dict] = []
    games = [toy.TOY, BROKEN]
    worker = Worker(games, 3, tmp_path, lines.append)
    plan, turns = worker._plan(), []
    for _ in range(40):
        game, rig = next(plan)
        turns.append(game.name)
        decisions = 300 if game is BROKEN else 100
        worker._told(game, rig, decisions, 0, 1, (0.0, 0.0), None)
    assert turns.count("broken_toy") == 10
    assert max(worker.decided) - min(worker.decided) <= 300


@each_game
def test_options_are_drawn_widely(game):
    """Each option is left out at times, and has several values if it can have any."""
    rng = np.random.default_rng(1)
    drawn = [draw_options(game, rng) for _ in range(150)]
    for option in game.options.options:
        values = {json.dumps(mix[option.name]) for mix in drawn if option.name in mix}
        assert len(values) > 1 or option.name == "cards", option.name
    assert {mix["players"] for mix in drawn} == set(range(game.min_players, game.max_players + 1))


def test_a_planted_fault_is_found_and_shrunk(tmp_path, monkeypatch):
    """From random options and a whole game to the one option and the three decisions it takes."""
    monkeypatch.setattr("tests.soak.faults.HUNTED", 8)  # without the compiler each takes its time
    options = {"players": 4, "idle": 7, "auto_resolve": False}
    found = hunt(BROKEN, options, first=1000)
    assert found is not None
    case, fault = found
    assert "points[0], 0..4 are allowed" in fault.text
    shrinker = Shrinker(BROKEN, case, fault, RIGS, seconds=30)
    small = shrinker.run()
    assert set(small.options) == {"players"}
    assert len(small.actions) == 3
    assert small.actions[-1] == UNLUCKY
    path = save_find(tmp_path, BROKEN, small, shrinker.fault, bounds=False)
    again, find = load_find(path)
    assert again == small
    assert find["kind"] == fault.kind
    assert fault_of(BROKEN, again, RIGS).kind == fault.kind
    assert fault_of(toy.TOY, replace(again, options={"players": 4}), RIGS) is None
    save_find(tmp_path, BROKEN, case, fault, bounds=False)
    assert load_find(path)[0] == small, "a larger case of the same fault is not kept"


def test_actions_that_do_not_matter_are_left_out():
    """The unlucky card is kept to the last, then found to be enough."""
    options = {"players": 3, "auto_resolve": False}
    seed = next(n for n in range(99) if BROKEN.new_state(n, **options)["owner"][UNLUCKY] == 2)
    state, actions = BROKEN.new_state(seed, **options), []
    while not BROKEN.is_over(state):
        actions.append(min(BROKEN.legal_actions(state), key=lambda card: card == UNLUCKY))
        BROKEN.step(state, actions[-1])
    case = Case(options, seed, tuple(map(int, actions)))
    fault = fault_of(BROKEN, case, RIGS)
    assert len(fault.played) == 4 * 3
    shrinker = Shrinker(BROKEN, case, fault, RIGS)
    shrinker._leave_actions_out()
    assert len(shrinker.case.actions) == 3


@pytest.mark.compiled
def test_a_worker_finds_a_planted_fault(tmp_path):
    lines: list[dict] = []
    worker = Worker([BROKEN], 3, tmp_path, lines.append, 0.1, shrink_seconds=5)
    for _ in range(20):  # batches; of a busy machine's seconds nobody knows how many they take
        worker._side_by_side(BROKEN, "random", until=math.inf)
        if finds := [line["find"] for line in lines if "find" in line]:
            break
    assert len(load_find(Path(finds[0]))[0].actions) == 3


def test_steps_through_a_wrapper_are_shrunk():
    def rig(game, options, seed, steps):
        assert steps < 9 or "idle" not in options, "broken from the ninth step on"
        return steps

    case = Case({"players": 3, "idle": 2}, 4, rig="rig", steps=200)
    fault = fault_of(BROKEN, case, {"rig": rig})
    assert Shrinker(BROKEN, case, fault, {"rig": rig}).run() == Case(
        {"idle": 2}, 4, rig="rig", steps=9
    )


def test_counts_go_on_from_run_to_run(tmp_path):
    path = tmp_path / "ledger.json"
    for _ in range(2):
        ledger = load_ledger(path)
        ledger.add(LINE | {"find": "x.json"})
        ledger.save(path)
    counts = {"decisions": 10, "seconds": 1.0, "processor": 0.4, "games": 2, "mixes": 2}
    played = {"toy": {"aec": counts}}
    assert load_ledger(path) == Ledger(1.0, 10, 2, 2, played, finds=["x.json"])
    path.write_text("[1]")
    with pytest.raises(ValueError, match="no ledger"):
        load_ledger(path)


DIES = f"""
import json, os
print(json.dumps({{"about": "aec", "seed": 77}}))
print(json.dumps({LINE!r}), flush=True)
os.abort()
"""


def test_a_worker_that_dies_is_a_find(tmp_path, monkeypatch, capsys):
    def start(self, seconds, checked):
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        return subprocess.Popen([sys.executable, "-c", DIES], text=True, **pipes)

    monkeypatch.setattr(Soak, "start", start)
    soak = Soak(tmp_path, ["alien_frontiers"], seed=1)
    soak.listen(soak.start(1, False))
    assert soak.report() == 1
    ledger = load_ledger(tmp_path / "ledger.json")
    assert (ledger.decisions, len(ledger.finds)) == (5, 1)
    assert json.loads(Path(ledger.finds[0]).read_text())["about"]["seed"] == 77
    assert "a find: the worker ended with -6" in capsys.readouterr().out


def test_a_worker_that_falls_silent_is_a_find(tmp_path, monkeypatch):
    monkeypatch.setattr("tests.soak.__main__.SILENCE", 0.3)
    monkeypatch.setattr("tests.soak.__main__.GLANCE", 0.1)
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    worker = subprocess.Popen([sys.executable, "-c", "input()"], text=True, stdin=-1, **pipes)
    soak = Soak(tmp_path, ["alien_frontiers"], seed=1)
    soak.listen(worker)
    assert worker.returncode is not None, "it is ended"
    assert "no word" in json.loads(Path(soak.found[0]).read_text())["fault"]


def test_bad_words_are_refused(monkeypatch, tmp_path):
    for words in (["--games", "chess"], ["--minutes", "0"], ["--bounds", "2"]):
        monkeypatch.setattr("sys.argv", ["soak", *words])
        with pytest.raises(SystemExit):
            main()
    path = tmp_path / "find.json"
    path.write_text("{}")
    with pytest.raises(ValueError, match="not a find"):
        load_find(path)
    assert set(RIGS) < set(SHARES)
