"""The leaderboard: who meets whom, the tables, and README's copy of them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from exozoo.agents.arena import leaderboard as board_module
from exozoo.agents.arena.leaderboard import (
    BEGIN,
    END,
    markdown,
    play_leaderboard,
    readme_table,
    write_leaderboard,
)

ROOT = Path(__file__).parents[2]


def test_readme_shows_the_figures_of_the_docs():
    board = json.loads((ROOT / "docs" / "leaderboard.json").read_text(encoding="utf-8"))
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert readme.split(BEGIN)[1].split(END)[0].strip() == readme_table(board)
    assert (ROOT / "docs" / "leaderboard.md").read_text(encoding="utf-8") == markdown(board)


@pytest.mark.compiled
def test_every_pair_meets_and_the_tables_are_written(tmp_path: Path, monkeypatch):
    monkeypatch.setattr(board_module, "AGENTS", ("random", "greedy", "greedy(samples=2)"))
    monkeypatch.setattr(board_module, "COLUMNS", ("random",))
    search = "mcts(simulations=4)"
    counts = {"trained": 6, "search": 2, "others": 4}
    board = play_leaderboard(["tests.toy:TOY"], tmp_path / "games", counts, search)
    entry = board["games"]["tests.toy:TOY"]
    met = {(pair["agent"], pair["opponent"]): pair for pair in entry["pairs"]}
    assert len(met) == 12
    assert met["random", "greedy(samples=2)"]["games"] == 6
    assert met["random", "greedy"]["games"] == 4
    assert met["greedy", "greedy(samples=2)"]["games"] == 4
    assert met["random", search]["games"] == 2
    assert met["random", "greedy"]["ahead"] + met["greedy", "random"]["ahead"] == pytest.approx(1)
    (tmp_path / "docs").mkdir()
    (tmp_path / "README.md").write_text(f"before\n{BEGIN}\nold\n{END}\nafter\n")
    write_leaderboard(board, tmp_path)
    text = (tmp_path / "README.md").read_text()
    assert text == f"before\n{BEGIN}\n{readme_table(board)}\n{END}\nafter\n"
    assert "old" not in text
    (tmp_path / "README.md").write_text("nothing")
    with pytest.raises(ValueError, match="has no lines"):
        write_leaderboard(board, tmp_path)
