"""Options: defaults, checks, and errors that say what is allowed."""

from __future__ import annotations

import numpy as np
import pytest

from exozoo.envs.core.options import (
    Option,
    OptionTable,
    Part,
    choice_option,
    flag_option,
    int_option,
)

TABLE = OptionTable(
    [
        int_option("players", 2, 2, 4, "seats"),
        flag_option("events", False, "events"),
        choice_option("board", "small", ["small", "big"], "board"),
        flag_option("auto_resolve", True, "forced decisions"),
    ]
)


def test_defaults_fill_in():
    expected = {"players": 3, "events": False, "board": "small", "auto_resolve": True}
    assert TABLE.parse({"players": np.int8(3)}) == expected


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"players": 5}, r"players=5: out of range; allowed: 2\.\.4"),
        ({"players": "3"}, "not a whole number"),
        ({"players": True}, "not a whole number"),
        ({"players": 2.0}, "not a whole number"),
        ({"events": 1}, "allowed: True or False"),
        ({"board": "huge"}, "allowed: 'small', 'big'"),
        (
            {"colour": 1},
            "unexpected keyword argument 'colour': allowed are players, events, board, auto_resolve",
        ),
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


def test_every_option_has_its_place_in_the_vector():
    parts = [Part("deck", 3, lambda values: [7, values["players"], 9])]
    table = OptionTable(TABLE.options, parts=parts)
    vector = table.vector(table.parse({"board": "big", "players": 3}))
    places = table.places("players", "auto_resolve", "events", "board", "deck")
    assert places == (0, 1, 2, 3, 4)
    assert vector.tolist() == [3, 1, 0, 1, 7, 3, 9]


def test_a_part_replaces_the_plain_option_of_its_name():
    parts = [Part("board", 2, lambda values: [5, 6])]
    table = OptionTable(TABLE.options, parts=parts)
    assert table.vector(table.parse({})).tolist() == [2, 1, 0, 5, 6]


def test_players_and_auto_resolve_are_needed():
    with pytest.raises(ValueError, match="auto_resolve"):
        OptionTable([int_option("players", 2, 2, 4, "seats")])


def test_stored_values_have_a_check_of_their_own():
    """What comes out of a record is never taken for the path of a file."""

    def refuse(value):
        if isinstance(value, str):
            raise ValueError("must be the thing itself")
        return value

    thing = Option("thing", None, "a thing", "a thing or its path", lambda value: 7, refuse)
    table = OptionTable([*TABLE.options, thing])
    assert table.parse({"thing": "path"})["thing"] == 7
    assert table.parse({"thing": 8}, stored=True)["thing"] == 8
    with pytest.raises(ValueError, match="option thing='path': must be the thing itself"):
        table.parse({"thing": "path"}, stored=True)


def test_a_refused_value_is_shown_in_short():
    with pytest.raises(ValueError, match="not a whole number") as error:
        TABLE.parse({"players": "x" * 10_000})
    assert len(str(error.value)) < 300
