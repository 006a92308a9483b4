"""No rule without code and test, and the printed tables are up to date."""

from __future__ import annotations

import pytest

from exozoo.envs.registry import game_names
from tests.rule_coverage import ROOT, START, gaps, rendered


@pytest.mark.parametrize("game", game_names())
def test_every_rule_has_code_and_a_test(game):
    assert gaps(game) == []


@pytest.mark.parametrize("game", game_names())
def test_the_coverage_table_is_up_to_date(game):
    page = (ROOT / "docs" / "rules" / f"{game}.md").read_text("utf-8")
    assert rendered(game) in page.split(START)[1], f"run: python -m tests.rule_coverage {game}"
