"""The leaderboard: who meets whom, the tables, and README's copy of them."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import permutations, product
from pathlib import Path

import pytest

from exozoo.agents.evaluation.leaderboard import (
    BEGIN,
    END,
    _meet,
    markdown,
    play_leaderboard,
    readme_table,
    write_leaderboard,
)
from exozoo.agents.evaluation.protocol import load_protocol

ROOT = Path(__file__).parents[2]
GAME = "tests.toy:TOY"


def test_readme_shows_the_figures_of_the_docs():
    board = json.loads((ROOT / "docs" / "leaderboard.json").read_text(encoding="utf-8"))
    if "protocol" not in board:
        pytest.skip("docs/leaderboard.json was not written by the protocol yet")
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert readme.split(BEGIN)[1].split(END)[0].strip() == readme_table(board)
    assert (ROOT / "docs" / "leaderboard.md").read_text(encoding="utf-8") == markdown(board)


def test_slow_agents_do_not_sit_around_fast_ones():
    fast, slow = True, False
    assert all(_meet(2, False, *pair) for pair in product((fast, slow), repeat=2))
    assert [_meet(4, False, *pair) for pair in product((fast, slow), repeat=2)] == [1, 0, 1, 1]
    assert [_meet(4, True, *pair) for pair in product((fast, slow), repeat=2)] == [1, 0, 0, 0]


@pytest.mark.compiled
def test_every_pair_meets_and_the_tables_are_written(tmp_path: Path):
    protocol = load_protocol(str(ROOT / "tests" / "toy" / "protocol.toml"))
    search = "mcts(simulations=4)"
    agents = ("random", "heuristic", search)
    slow = replace(protocol, fast_milliseconds=0.0)
    first = play_leaderboard(slow, [GAME], tmp_path / "games", agents)
    counts = {p["games"] for t in first["games"][GAME]["tables"].values() for p in t["pairs"]}
    assert counts == {8}
    heard = []
    board = play_leaderboard(
        protocol, [GAME], tmp_path / "games", agents, tell=lambda *told: heard.append(told)
    )
    assert heard[-1][1] == heard[-1][2]
    for players in ("2", "4"):
        table = board["games"][GAME]["tables"][players]
        met = {(pair["agent"], pair["opponent"]): pair for pair in table["pairs"]}
        around = {(agent, search) for agent in ("random", "heuristic")} if players == "4" else set()
        assert set(met) == set(permutations(agents, 2)) - around
        assert {pair: found["games"] for pair, found in met.items()} == {
            pair: 8 if search in pair else 16 for pair in met
        }  # search plays no further games, however fast it is
        assert set(table["points_alone"]) == set(table["ratings"]) == set(agents)
        if players == "2":
            there, back = met["random", search], met[search, "random"]
            assert there["ahead"] + back["ahead"] == pytest.approx(1, abs=1e-3)
            assert there["place"] + back["place"] == pytest.approx(3, abs=1e-3)
    tasks = [
        json.loads(line)
        for folder in (tmp_path / "games").iterdir()
        for line in (folder / "results.jsonl").read_text().splitlines()
    ]
    assert {"over_budget" in task for task in tasks} == {True, False}  # pairs are not timed
    (tmp_path / "docs").mkdir()
    (tmp_path / "README.md").write_text(f"before\n{BEGIN}\nold\n{END}\nafter\n")
    write_leaderboard(board, tmp_path)
    text = (tmp_path / "README.md").read_text()
    assert text == f"before\n{BEGIN}\n{readme_table(board)}\n{END}\nafter\n"
    assert "old" not in text
    assert "| mcts(simulations=4) |" in (tmp_path / "docs" / "leaderboard.md").read_text()
    (tmp_path / "README.md").write_text("nothing")
    with pytest.raises(ValueError, match="has no lines"):
        write_leaderboard(board, tmp_path)
