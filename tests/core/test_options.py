"""Options: defaults, checks, and errors that say what is allowed."""

from __future__ import annotations

import numpy as np
import pytest

from exozoo.envs.core.options import OptionTable, choice_option, flag_option, int_option

TABLE = OptionTable(
    [
        int_option("players", 2, 2, 4, "seats"),
        flag_option("events", False, "events"),
        choice_option("board", "small", ["small", "big"], "board"),
    ]
)


def test_defaults_fill_in():
    assert TABLE.parse({"players": np.int8(3)}) == {"players": 3, "events": False, "board": "small"}


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"players": 5}, r"players=5: out of range; allowed: 2\.\.4"),
        ({"players": "3"}, "not a whole number"),
        ({"players": True}, "not a whole number"),
        ({"players": 2.0}, "not a whole number"),
        ({"events": 1}, "allowed: True or False"),
        ({"board": "huge"}, "allowed: 'small', 'big'"),
        ({"colour": 1}, "unknown option 'colour': allowed are players, events, board"),
    ],
)
def test_bad_options_say_what_is_allowed(given, words):
    with pytest.raises(ValueError, match=words):
        TABLE.parse(given)


def test_related_values_are_checked_together():
    def relate(values):
        if values["events"] and values["players"] > 2:
            raise ValueError("events=True needs players=2")
        return values

    table = OptionTable(TABLE.options, relate)
    with pytest.raises(ValueError, match="needs players=2"):
        table.parse({"players": 3, "events": True})
