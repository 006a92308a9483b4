"""The profile of a game's parts, on a game that compiles at once."""

from __future__ import annotations

from exozoo.benchmarks import profile
from tests.toy import TOY


def test_the_parts_of_a_decision_are_timed(monkeypatch):
    monkeypatch.setattr(profile, "ROUNDS", 2)
    parts = profile.profile(TOY, 2)
    assert list(parts) == ["legal", "step", "observe"]
    assert (
        min(parts["legal"], parts["observe"]) > 0
    )  # a step is a difference: it may get lost in noise


def test_positions_are_those_of_whole_games():
    states, actions, real = profile.positions_of(TOY, 2)
    assert len(states) == len(actions) <= profile.POSITIONS
    assert 0 < real <= len(states)
    assert not states["over"].any()
