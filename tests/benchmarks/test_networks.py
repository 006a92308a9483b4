"""The page about the shipped networks and their repeated trainings."""

from __future__ import annotations

import copy
import json
from pathlib import Path

import pytest

from exozoo.agents.policy import shipped_checkpoint
from exozoo.benchmarks import networks
from exozoo.envs.registry import game_names, load_game
from tests.benchmarks.complaints import complaint

pytest.importorskip("pydantic")
ROOT = Path(__file__).resolve().parents[2]
GAME = "alien_frontiers"


def facts(game: str = GAME) -> dict:
    file = shipped_checkpoint(load_game(game)).with_suffix(".json")
    return json.loads(file.read_text(encoding="utf-8"))


def run_of(folder: Path, data: dict, **changed: object) -> Path:
    folder.mkdir(exist_ok=True)
    data = copy.deepcopy(data)
    data["config"] |= changed
    (folder / "report.json").write_text(json.dumps(data), encoding="utf-8")
    return folder


def test_readme_and_page_show_what_the_files_of_the_networks_say():
    told = [networks.shipped(name) for name in game_names()]
    readme = ROOT / "README.md"
    assert networks.with_table(readme, told) == readme.read_text(encoding="utf-8")
    page = ROOT / "docs" / "networks.md"
    repetitions = networks.load_repetitions(page.with_suffix(".json"))
    assert page.read_text(encoding="utf-8") == networks.markdown(told, repetitions)


def test_the_table_of_docs_on_training_shows_them_too():
    lines = (ROOT / "docs" / "training.md").read_text(encoding="utf-8").splitlines()
    for name in game_names():
        ahead = {table["players"]: table["ahead"] for table in networks.shipped(name)["tables"]}
        cells = [f"{ahead[n]:.1%}".rstrip("%") if n in ahead else "" for n in range(1, 7)]
        row = f"| {load_game(name).title} | {' | '.join(cells)} |".replace("|  ", "| ")
        assert any(line.startswith(row) for line in lines), row


def test_a_repetition_is_told_beside_the_network(tmp_path, capsys):
    page, again = tmp_path / "networks.md", facts()
    for result in again["evaluation"].values():
        for name in ("ahead", "low", "high"):
            result[name] -= 0.01
    weak = copy.deepcopy(again)
    for name in ("ahead", "low", "high"):
        weak["evaluation"]["heuristic, 3 players"][name] -= 0.2
    runs = [run_of(tmp_path / "a", again), run_of(tmp_path / "b", weak, seed=5)]
    networks.main([*map(str, runs), "--docs", str(page)])
    text = page.read_text(encoding="utf-8")
    assert text in capsys.readouterr().out
    assert "at 3 of 3 tables; on average over them -1.0% ± " in text
    assert "Again, seed 5" in text
    assert "at 2 of 3 tables; on average over them -7.7% ± " in text
    networks.main(["--docs", str(page)])  # keeps them
    assert page.read_text(encoding="utf-8") == text


def test_repetitions_of_another_network_are_forgotten(tmp_path):
    page = tmp_path / "networks.json"
    rows = [{"game": GAME, "seed": 1, "network": "of before"}]
    page.write_text(json.dumps({"format": networks.FORMAT, "repetitions": rows}))
    assert networks.load_repetitions(page) == []


def test_what_repeats_no_training_is_refused_in_a_line(tmp_path, capsys):
    def refused(*words: object) -> str:
        return complaint(networks.main, [str(word) for word in words], capsys)

    assert "report.json is missing" in refused(tmp_path)
    assert "another num_envs, reward" in refused(
        run_of(tmp_path / "other", facts(), num_envs=64, reward="score")
    )
    (tmp_path / "page.json").write_text("[]")
    assert "no figures of this command" in refused("--docs", tmp_path / "page.md")
    for kind in ("[]", "{", '{"config": {"game": "chess"}}', '{"config": 3}'):
        (tmp_path / "other" / "report.json").write_text(kind)
        assert "no report of a run" in refused(tmp_path / "other")
    (tmp_path / "page.json").write_text(json.dumps({"format": networks.FORMAT}))
    assert "no figures of this command" in refused("--docs", tmp_path / "page.md")
    assert "allowed are names of files" in refused("--docs", tmp_path)
    assert "--help says what is allowed" in refused("--pages", tmp_path)
    (tmp_path / "readme.md").write_text("nothing")
    assert networks.BEGIN in refused("--readme", tmp_path / "readme.md")
