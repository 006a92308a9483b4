"""The example of docs/adding_a_game.md runs: its pieces, with the toy game's rules, make a game."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import tests.toy as toy
from exozoo.envs.core.game import Game

ROOT = Path(__file__).resolve().parents[1]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
FOLDERS = "agents|benchmarks|configs|docs|envs|examples|exozoo|tests|training"


def examples() -> list[str]:
    page = (ROOT / "docs" / "adding_a_game.md").read_text(encoding="utf-8")
    return re.findall(r"```python\n(.*?)```", page, re.DOTALL)


def test_the_pieces_of_a_new_game_fit_together():
    names: dict[str, Any] = dict(vars(toy))
    pieces = [text for text in examples() if "load_game" not in text]
    assert len(pieces) == 4
    for text in pieces:
        exec(text, names)
    game = names["GAME"]
    assert isinstance(game, Game)
    assert game.dtype.itemsize == toy.TOY.dtype.itemsize
    assert len(game.legal_actions(game.new_state(seed=1, players=3))) > 1


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_files_that_a_page_names_are_there(page: Path):
    text = page.read_text(encoding="utf-8")
    named = set(re.findall(rf"`((?:{FOLDERS})/[\w/]+\.\w+)`", text))
    linked = {link.partition("#")[0] for link in re.findall(r"\]\(([^):]+)\)", text)}
    missing = [path for path in named if not (ROOT / path).exists()]
    missing += [path for path in linked if path and not (page.parent / path).exists()]
    assert not missing
