"""Codes and the names made from them."""

from __future__ import annotations

import pytest

from exozoo.envs.core.codes import codes, names_of

BEFORE = 7
ORE, CREDIT, POWER = codes(3, 4)
APART = 9


def test_names_are_those_of_the_codes_in_their_order():
    assert names_of(globals(), "ORE", "POWER") == ("ORE", "CREDIT", "POWER")
    assert names_of(globals(), "CREDIT", "CREDIT") == ("CREDIT",)


@pytest.mark.parametrize(("first", "last"), [("BEFORE", "POWER"), ("ORE", "APART")])
def test_names_of_what_is_no_row_of_codes_are_refused(first: str, last: str):
    with pytest.raises(ValueError, match="not codes one after the other"):
        names_of(globals(), first, last)


def test_names_in_reverse_are_refused():
    with pytest.raises(ValueError, match="POWER to ORE"):
        names_of(globals(), "POWER", "ORE")
