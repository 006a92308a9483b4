"""Programs that misbehave: each loses by the stated rule, leaves nothing behind, hurts nobody."""

from __future__ import annotations

import re
import shutil
import sys
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from exozoo.agents.arena.match import play_games
from exozoo.agents.arena.ratings import summarise
from exozoo.agents.arena.referee import places
from exozoo.agents.arena.report import write_report
from exozoo.agents.arena.run import ArenaSettings, run_arena
from exozoo.agents.protocol.agent import BotError
from exozoo.agents.specs import load_agent
from exozoo.envs.core.batch import Batch
from exozoo.envs.core.fair_play import Clock
from tests.protocol.bots import (
    JAVASCRIPT_BOT,
    alive,
    bad_bot,
    build_cpp_bot,
    children,
    good_bot,
    memory,
)
from tests.toy import TOY

pytestmark = pytest.mark.compiled  # plays too much to do so without the compiler

linux = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")

REASONS = {
    "silent": "late",
    "slow": "late",
    "crashes": "crashed",
    "huge_line": "flood",
    "binary": "rubbish",
    "illegal": "illegal",
    "wrong_json": "rubbish",
    "extra_output": "flood",
    "closes_stdin": "closed",
    "forks_and_hangs": "late",
}
QUICK = Clock(decision=0.4)
PATIENT = Clock(decision=60.0)  # where the fault is another one: a loaded machine is slow itself


def play_against_random(text: str, games: int = 2, clock: Clock = QUICK):
    agents = [load_agent("random", TOY), load_agent(text, TOY)]
    try:
        return play_games(TOY, agents, np.array([[0, 1]] * games), list(range(games)), {}, clock)
    finally:
        agents[1].close()


@pytest.mark.parametrize(("way", "reason"), REASONS.items())
def test_who_misbehaves_loses_for_the_right_reason(way: str, reason: str):
    before = children()
    result = play_against_random(bad_bot(way), clock=QUICK if reason == "late" else PATIENT)
    assert [(fault.game, fault.seat, fault.reason) for fault in result.faults] == [
        (0, 1, reason),
        (1, 1, reason),
    ]
    assert result.ranks.tolist() == [[1, 2], [1, 2]]
    assert result.scores.sum() == 2 * 4  # the games were played to their end
    assert children().keys() <= before.keys()
    if way == "crashes":
        assert "roof is on fire" in result.faults[0].stderr
        assert "status 3" in result.faults[0].detail


@pytest.mark.parametrize(
    ("way", "reason", "start"),
    [
        ("never_ready", "start", 0.3),
        ("other_protocol", "start", 60),
        ("floods_stderr", "flood", 60),
    ],
)
def test_it_must_become_ready_and_keep_quiet(way: str, reason: str, start: float):
    text = bad_bot(way).removeprefix("exec:")
    agents = [load_agent("random", TOY), load_agent(f'exec(command="{text}", start={start})', TOY)]
    result = play_games(TOY, agents, np.array([[0, 1]] * 5), range(5), {}, PATIENT)
    assert {fault.reason for fault in result.faults} == {reason}
    assert len(result.faults) == 5
    assert "given up after 3 failures" in result.faults[4].detail
    assert len(result.faults[4].stderr) <= 4096


@linux
def test_what_it_forked_is_ended_too():
    result = play_against_random(bad_bot("forks_and_hangs"), games=1, clock=Clock(decision=3.0))
    numbers = [int(pid) for pid in re.findall(r"child (\d+)", result.faults[0].stderr)]
    assert len(numbers) == 2
    deadline = time.monotonic() + 60
    while any(map(alive, numbers)) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not any(map(alive, numbers))


@linux
def test_memory_stays_flat_however_much_it_prints():
    play_against_random(bad_bot("huge_line"), games=1)
    before = memory()
    for _ in range(4):
        play_against_random(bad_bot("huge_line"), games=1)
        play_against_random(bad_bot("floods_stderr"), games=1)
    assert memory() - before < 8 << 20


@linux
@pytest.mark.skipif(not shutil.which("g++"), reason="needs g++")
@pytest.mark.skipif(not shutil.which("node"), reason="needs node")
def test_an_arena_with_all_of_them_finishes(tmp_path: Path):
    """Our agent, a C++ bot, a JavaScript bot, and ten ways to misbehave."""
    ours = ["heuristic", build_cpp_bot(tmp_path), JAVASCRIPT_BOT]
    bad = [bad_bot(way) for way in REASONS]
    among_good = [(0, 1), (0, 2), (1, 2)]
    mixed = [(number % 3, number) for number in range(3, 3 + len(bad))]
    settings = ArenaSettings(
        "tests.toy:TOY",
        (*ours, *bad),
        games=2,
        lineups=(*among_good, *mixed, (3, 4)),
        clock=Clock(1.0, 8.0),
    )
    run_arena(
        replace(settings, lineups=tuple(among_good)), tmp_path / "first"
    )  # loads and compiles
    before, size = children(), memory()
    results = run_arena(settings, tmp_path / "arena")
    summary = summarise(settings.agents, results)

    won = {line.agent: line.won for line in summary.agents}
    assert all(won[text] == 0 for text in bad if text not in bad[:2])
    for game in (game for result in results for game in result["games"]):
        for seat, agent in enumerate(game["seats"]):
            if agent >= 3 and game["seats"][1 - seat] < 3:
                assert game["ranks"][seat] == 2
    lost = {(line.agent, line.reason): line.games for line in summary.faults}
    expected = {(bad_bot(way), reason): 2 for way, reason in REASONS.items()}
    for way in ("silent", "slow"):  # these two also met each other
        expected[bad_bot(way), "late"] = 4
    assert lost == expected

    assert children().keys() <= before.keys()
    assert memory() - size < 8 << 20
    page = write_report(settings, summary, tmp_path)[1].read_text()
    assert "roof is on fire" in page
    assert "| crashed | 2 |" in page


def test_a_batch_that_fails_loses_all_its_games_and_the_program_starts_anew():
    agents = [load_agent("random", TOY), load_agent(good_bot(batch=4), TOY)]
    bot = agents[1]
    bot.begin(np.array([[False, True]] * 3), {}, PATIENT)
    batch = Batch(TOY, 3, seed=1, players=2)
    batch.step(batch.masks.argmax(axis=1))
    rows = np.arange(3)
    assert (
        bot.act_in(rows, batch.states, batch.masks)
        == TOY.num_actions - 1 - batch.masks[:, ::-1].argmax(axis=1)
    ).all()
    bot._bot._process._process.kill()
    first = bot.act_in(rows[:2], batch.states[:2], batch.masks[:2])
    assert first.tolist() == batch.masks[:2].argmax(axis=1).tolist()
    assert [(fault.game, fault.reason) for fault in bot.faults()] == [
        (0, "crashed"),
        (1, "crashed"),
    ]
    third = bot.act_in(rows[2:], batch.states[2:], batch.masks[2:])
    assert third[0] == np.flatnonzero(batch.masks[2])[-1]
    bot.close()


def test_the_first_to_fail_is_last():
    assert places([1, 2, 3], {}) == [1, 2, 3]
    assert places([1, 2, 3], {0: 7}) == [3, 1, 2]
    assert places([1, 2, 3], {0: 7, 1: 5}) == [2, 3, 1]
    assert places([2, 1], {0: 7, 1: 9}) == [2, 1]
    assert places([1, 1, 3], {2: 4}) == [1, 1, 3]
    assert places([2, 1], {0: 3, 1: 3}) == [1, 1]
    assert places([2], {}) == [2]  # alone: the target was not reached
    assert places([1], {0: 3}) == [2]


def test_a_clock_for_the_game_runs_out():
    result = play_against_random(bad_bot("slow 1.5"), games=1, clock=Clock(60.0, 2.8))
    assert [fault.reason for fault in result.faults] == ["late"]
    assert result.faults[0].ply == 3  # the first answer took 1.5 s, the second had less
    clock = Clock(60.0, 2.8, increment=2.8)
    result = play_against_random(bad_bot("slow 1.5"), games=1, clock=clock)
    assert not result.faults


def test_without_a_match_there_is_a_warning_and_in_the_end_an_error():
    agent = load_agent(bad_bot("illegal"), TOY)
    batch = Batch(TOY, 1, seed=1, players=2)
    for _ in range(2):
        with pytest.warns(RuntimeWarning, match="first legal action"):
            assert agent.act(batch.states, batch.masks)[0] == batch.masks[0].argmax()
    with pytest.raises(BotError, match="is not legal"):
        agent.act(batch.states, batch.masks)
    agent.close()


def test_a_program_that_is_not_there_is_refused_at_once():
    for text in ("exec:", "exec:/no/such/bot", 'exec:bot "unclosed'):
        with pytest.raises(ValueError, match="exec"):
            load_agent(text, TOY)
