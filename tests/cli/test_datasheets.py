"""The generated pages are those of the tables as they are now."""

from __future__ import annotations

from pathlib import Path

import pytest

from exozoo.datasheet import datasheet
from exozoo.envs.registry import game_names, load_game

DOCS = Path(__file__).resolve().parents[2] / "docs" / "games"


@pytest.mark.parametrize("name", game_names())
def test_the_data_sheet_is_up_to_date(name):
    assert (DOCS / f"{name}.md").read_text("utf-8") == datasheet(load_game(name)), (
        "run: exozoo docs"
    )
