"""The rules in short and by number."""

from __future__ import annotations

import pytest

from exozoo.envs.core.rulebook import Rulebook, cited
from exozoo.envs.registry import game_names, load_game
from tests.rule_coverage import rules_of
from tests.toy import TOY

each_name = pytest.mark.parametrize("name", game_names())


@each_name
def test_summaries_are_short_and_cite_rules_that_exist(name):
    game = load_game(name)
    lines = game.rules_text.splitlines()
    assert lines[0] == f"# {game.title} in short"
    assert 50 <= len(lines) <= 120
    assert max(map(len, lines)) <= 180
    numbers = cited(game.rules_text)
    assert len(numbers) >= 30
    assert [number for number in numbers if number not in game.rulebook] == []


@each_name
def test_every_numbered_rule_is_explained(name):
    book = load_game(name).rulebook
    for number in rules_of(name):
        text = book.explain(number)
        assert number in text[:20], number
        assert 10 < len(text) < 3000
        assert "coverage table" not in text
    assert book.explain(f" {rules_of(name)[0].lower()} ") == book.explain(rules_of(name)[0])
    for wrong in ("", "AF", "ZZ-1", "AF-0", "PU-99999"):
        with pytest.raises(ValueError, match="is not known"):
            book.explain(wrong)


def test_a_game_without_summary_tells_its_actions():
    assert "play a card of the hand" in TOY.rules_text
    with pytest.raises(ValueError, match="no numbered rules"):
        TOY.rulebook.explain("T-1")


def test_rules_end_where_the_next_one_or_a_heading_begins(tmp_path):
    page = tmp_path / "page.md"
    page.write_text(
        "# T\n\n- **AB-1 Aim.** Win.\n  More.\n- **AB-2** x\n\n## H\n\nAB-F3. y\n\nz\n<!-- e -->\n"
    )
    assert Rulebook([page]).rules == {
        "AB-1": "**AB-1 Aim.** Win.\n  More.",
        "AB-2": "**AB-2** x",
        "AB-F3": "AB-F3. y\n\nz",
    }
