"""A few seconds of what `make fuzz` does for hours."""

from __future__ import annotations

import json
import time
import warnings
from random import Random

import pytest

from tests.fuzz import run
from tests.fuzz.catalogue import TARGETS, load
from tests.fuzz.mutate import changed_bytes, changed_json, changed_text, json_value
from tests.fuzz.target import Target, as_json, check_words

pytestmark = pytest.mark.compiled
SECONDS, MOST = 0.5, 200  # of the short version, for each target
NEEDS = {
    "files": ("torch", "pyarrow"),
    "page": ("starlette",),
    "lines": ("mcp",),
    "texts": ("pydantic",),
}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", TARGETS)
def test_whatever_comes_is_refused_in_a_line_or_taken(name, tmp_path):
    for module in NEEDS.get(TARGETS[name][0].partition(":")[0], ()):
        pytest.importorskip(module)
    target = load(name, tmp_path)
    until = time.monotonic() + SECONDS
    for number in range(MOST):
        target.run(number)
        if time.monotonic() > until:
            break


def test_mutations_are_those_of_their_seed_and_change_something():
    sound = {"players": 3, "names": ["a", "b"], "more": {"x": [1, 2, 3]}}
    texts = json.dumps(sound)
    changed = 0
    for seed in range(300):
        results = [
            (
                as_json(changed_json(rng, sound)),
                changed_bytes(rng, texts.encode()),
                changed_text(rng, texts),
            )
            for rng in (Random(seed), Random(seed))
        ]
        assert results[0] == results[1]
        changed += results[0][0] != as_json(sound) and results[0][1] != texts.encode()
    assert json.dumps(sound) == texts, "the sound input itself is never changed"
    assert changed > 200


class Broken(Target):
    """Refuses small numbers, takes large ones, and has a fault."""

    name = "options"

    def attempt(self, rng: Random) -> None:
        value = rng.randrange(10)
        if value == 7:
            raise KeyError("a fault")
        if value < 5:
            raise ValueError("too small")


def test_a_fault_is_a_find_and_refusals_are_none(tmp_path):
    seen = set()
    for number in range(60):
        try:
            seen.add(Broken(tmp_path).run(number))
        except KeyError:
            seen.add("find")
    assert seen == {True, False, "find"}


@pytest.mark.parametrize("words", ["", "two\nlines", "x" * 5000])
def test_a_refusal_that_nobody_can_read_is_a_find(words):
    with pytest.raises(AssertionError):
        check_words(words)


def test_every_target_gets_its_least_and_all_of_them_what_was_asked_for():
    for inputs in (1000, 1_000_000):
        goals = run.wanted(inputs)
        assert set(goals) == set(TARGETS)
        assert sum(goals.values()) >= inputs * 0.95
    assert min(goals.values()) >= run.LEAST


def test_counts_go_on_where_a_run_stopped(tmp_path):
    counts = run.Counts(tmp_path / "counts.json")
    counts.of["seeds"]["inputs"] = 40
    counts.save()
    again = run.Counts(tmp_path / "counts.json")
    assert again.inputs == 40
    with warnings.catch_warnings():
        run.run_target("seeds", 60, again)
    assert run.Counts(tmp_path / "counts.json").of["seeds"]["inputs"] == 60


def test_strange_values_are_of_every_kind():
    kinds = {type(json_value(Random(seed))) for seed in range(500)}
    assert kinds >= {int, float, str, list, dict, bool, type(None)}
