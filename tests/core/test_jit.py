"""Stale machine code must never run, and an edit recompiles exactly what depends on it."""

from __future__ import annotations

import enum
import shutil
from pathlib import Path

import numba
import numpy as np
import pytest

from exozoo.envs.core.compile.library import Part, Whole
from exozoo.envs.core.compile.pieces import SHARED, Walk
from exozoo.envs.core.jit import bind, jit
from tests.core.scratch import edit, environment, finish, play, start, write_game

pytestmark = pytest.mark.compiled

SEARCH = [
    "exozoo.agents.weighing._advance",  # by score, and evenly
    "exozoo.agents.weighing._advance",
    "exozoo.agents.weighing._weigh_by_score",
]
LOOPS = ["exozoo.envs.core.kernels._play", "exozoo.envs.core.kernels._settle"]


@pytest.fixture(scope="module")
def compiled(tmp_path_factory):
    """Two games whose kernels are all compiled."""
    folder = tmp_path_factory.mktemp("games")
    write_game(folder, "first")
    write_game(folder, "second")
    run = play(folder, "first", "second")
    assert run.played == {"first": [5, 10.0, 1], "second": [5, 10.0, 1]}
    return folder


@pytest.fixture
def games(compiled, tmp_path):
    """A copy of them, with its cache, to edit."""
    return Path(shutil.copytree(compiled, tmp_path / "games"))


def test_a_second_process_compiles_nothing(compiled):
    run = play(compiled, "first", "second")
    assert (run.compiled, run.said) == ([], "")


def test_two_installations_of_the_same_code_share_it(compiled, games):
    run = play(games, "first", "second", cache=compiled / "cache")
    assert (run.played, run.compiled) == ({"first": [5, 10.0, 1], "second": [5, 10.0, 1]}, [])


def test_an_edited_rule_recompiles_what_plays_by_it_and_nothing_else(games):
    edit(games / "first" / "rules.py", "POINTS[action] + BONUS", "2 * POINTS[action] + BONUS")
    run = play(games, "first", "second")
    assert run.played == {"first": [10, 20.0, 2], "second": [5, 10.0, 1]}
    assert run.compiled == sorted([*SEARCH, *LOOPS, "first.rules.gain", "first.rules.step"])
    assert all("[first-" in name for name in run.bound)


def test_an_edited_table_recompiles_what_reads_it(games):
    (games / "second" / "points.json").write_text("[1, 7, 2]")
    run = play(games, "first", "second")
    assert run.played == {"first": [5, 10.0, 1], "second": [7, 14.0, 1]}
    assert run.compiled == sorted([*SEARCH, *LOOPS, "second.rules.gain", "second.rules.step"])


def test_an_edited_heuristic_recompiles_no_rules(games):
    edit(games / "first" / "heuristic.py", "SCALE = 2.0", "SCALE = 3.0")
    run = play(games, "first", "second")
    assert run.played == {"first": [5, 15.0, 1], "second": [5, 10.0, 1]}
    assert run.compiled == ["exozoo.agents.weighing._own_value", "first.heuristic.appraise"]


def test_a_constant_of_the_rules_that_a_heuristic_reads_recompiles_it(games):
    edit(games / "first" / "rules.py", "BONUS = np.int64(0)", "BONUS = np.int64(1)")
    run = play(games, "first", "second")
    assert run.played == {"first": [6, 13.0, 2], "second": [5, 10.0, 1]}
    assert "first.heuristic.appraise" in run.compiled
    assert "first.rules.legal" not in run.compiled


def test_what_only_people_read_recompiles_nothing(games):
    edit(games / "first" / "rules.py", '"""Mentions', '"""Always mentions')
    edit(games / "first" / "rules.py", "import json\n", "# a comment\n\n\nimport json\n")
    assert play(games, "first").compiled == []


def test_flags_have_code_of_their_own(games):
    assert "first.rules.gain" in play(games, "first", NUMBA_BOUNDSCHECK="1").compiled


THREADS = """
from threading import Barrier, Thread
from numba.core.event import install_recorder
from first.rules import gain as first
from second.rules import gain as second
barrier, answers = Barrier(8), []

def ask(kernel):
    barrier.wait()
    answers.append(kernel(1))

with install_recorder("numba:compile") as recorded:
    threads = [Thread(target=ask, args=(kernel,)) for kernel in (first, second) * 4]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
print(sorted(answers), sum(event.is_start for _, event in recorded.buffer))
"""


def test_threads_that_meet_in_one_kernel_compile_it_once(tmp_path):
    write_game(tmp_path, "first")
    write_game(tmp_path, "second", (1, 7, 2))
    out, _ = finish(start(THREADS, env=environment(tmp_path)))
    assert out.split("\n")[0] == f"{[5] * 4 + [7] * 4} 4", "each kernel and its entry"
    out, _ = finish(start(THREADS, env=environment(tmp_path)))
    assert out.split("\n")[0] == f"{[5] * 4 + [7] * 4} 0"


def placeholder(x): ...


def twice(x):
    return placeholder(placeholder(x))


@numba.njit
def add_one(x):
    return x + 1


@numba.njit
def double(x):
    return x * 2


def test_two_bindings_of_one_loop_do_not_share_code():
    first, second = bind(twice, placeholder=add_one), bind(twice, placeholder=double)
    assert (first(5), second(5)) == (7, 20)
    assert first.py_func.__qualname__ != second.py_func.__qualname__


def scaled(x):
    return x * placeholder


def test_numbers_can_be_bound():
    assert [bind(scaled, placeholder=n)(2) for n in (3, 4)] == [6, 8]


TABLE = np.arange(3)


def reads_table(x):
    return TABLE[x]


def other(x): ...


def both(x):
    return placeholder(x) - other(x)


def counts_down(x):
    return 0 if x == 0 else counts_down_again(x - 1)


def counts_down_again(x):
    return counts_down(x)


class Way(enum.Enum):
    up, down = 1, 2


class OtherWay(enum.Enum):
    up = 3


class TestPieces:
    """`Walk.digest` is equal where the compiled code is."""

    def digest(self, function, **names):
        return Walk().digest(bind(function, **names))

    def test_values_count(self):
        tables = [np.arange(3), np.arange(3), np.arange(3)[::-1], np.arange(3.0), np.arange(4)]
        first, same, *others = [self.digest(reads_table, TABLE=table) for table in tables]
        assert first == same
        assert first not in others

    def test_types_count(self):
        values = [1, 1.0, True, np.int64(1), np.int8(1), (1,), "1"]
        assert len({self.digest(scaled, placeholder=value) for value in values}) == len(values)

    def test_members_of_enums_count(self):
        digests = {self.digest(scaled, placeholder=way) for way in (*Way, OtherWay.up)}
        assert len(digests) == 3

    def test_functions_may_call_each_other(self):
        assert Walk().digest(jit(counts_down)) == Walk().digest(jit(counts_down))

    def test_which_name_is_bound_to_what_counts(self):
        straight = self.digest(both, placeholder=add_one, other=double)
        assert straight != self.digest(both, placeholder=double, other=add_one)

    def test_kernels_are_kept_with_the_game_they_play(self):
        from exozoo.envs.core.rng import mix
        from tests.toy import TOY

        owner = Walk().owner
        assert owner(mix) == SHARED
        assert owner(TOY.rules.step) == owner(TOY.kernels.run) == "tests"


@jit
def third(x):
    return x * 3


@jit
def ninth(x):
    return third(third(x))


def test_functions_of_plain_numba_may_call_kernels():
    """Parts are handed out with all that they need, to callers who know nothing of parts."""
    bound = bind(twice, placeholder=ninth)

    @numba.njit
    def outside(x):
        return ninth(x) + bound(x)

    assert outside(1) == 9 + 81
    assert (ninth(1), bound(1)) == (9, 81)


def test_rules_are_optimised_once_and_not_in_every_caller():
    bound = bind(twice, placeholder=ninth)
    assert bound(2) == 162
    whole = next(iter(bound.overloads.values())).library
    part = next(iter(ninth.overloads.values()), None)
    assert isinstance(whole, Whole)
    assert part is None or isinstance(part.library, Part), "none at all if the whole was stored"
    assert ninth.targetoptions["no_cpython_wrapper"]
