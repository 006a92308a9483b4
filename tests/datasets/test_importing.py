"""Games recorded elsewhere become rows of the same table; what does not play by our rules is listed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from exozoo.envs.core.session import Session
from exozoo.envs.records import record
from exozoo.training.datasets.check import verify
from exozoo.training.datasets.importing import import_games
from exozoo.training.datasets.merge import merge
from exozoo.training.datasets.reading import Dataset, Wanted
from exozoo.training.datasets.run import run_selfplay
from exozoo.training.datasets.settings import SelfplaySettings
from tests.datasets.folders import TOY_PLACE, contents, toy_settings
from tests.toy import TOY

LOGS = Path(__file__).parents[1] / "gaia_project/data/logs"


def replay_file(path: Path, seed: int, decisions: int = 99) -> Path:
    session = Session(TOY, {})
    session.reset(seed)
    while not session.over and decisions:
        session.step(int(session.masks[0].argmax()))
        decisions -= 1
    return record(session, ("Ada", "Bo")).save(path)


def test_replays_go_in_and_the_rest_is_listed(tmp_path):
    files = [replay_file(tmp_path / f"{seed}.json", seed) for seed in range(3)]
    files.append(replay_file(tmp_path / "half.exo", 7, decisions=2))
    files.append(tmp_path / "other.json")
    files[-1].write_text("{}")
    made = import_games(TOY_PLACE, files, tmp_path / "d")
    assert [(entry.file, entry.index) for entry in made.skipped] == [
        ("half.exo", 0),
        ("other.json", 0),
    ]
    assert "not finished" in made.skipped[0].reason
    lines = (tmp_path / "d/skipped.jsonl").read_text().splitlines()
    assert [json.loads(line)["file"] for line in lines] == ["half.exo", "other.json"]
    games = list(Dataset(tmp_path / "d", TOY).games())
    assert [game.seed for game in games] == [0, 1, 2]
    assert {game.agents for game in games} == {("human", "human")}
    assert verify(tmp_path / "d", TOY) == []
    before = contents(tmp_path / "d")
    import_games(TOY_PLACE, files, tmp_path / "d")
    assert contents(tmp_path / "d") == before


def test_human_and_self_play_games_lie_in_one_dataset(tmp_path):
    import_games(TOY_PLACE, [replay_file(tmp_path / "a.exo", 5)], tmp_path / "h", agent="Ada")
    run_selfplay(toy_settings(games=9, search_targets=True), tmp_path / "s")
    made = merge([tmp_path / "h", tmp_path / "s"], tmp_path / "m", TOY)
    assert set(made.shards) == {"games"}
    assert verify(tmp_path / "m", TOY) == []
    data = Dataset(tmp_path / "m", TOY)
    assert len(data) == 10
    (batch,) = data.decisions(Wanted(agent="Ada"))
    assert set(batch.game_id) == {0}


def test_nothing_to_import_is_an_error(tmp_path):
    half = replay_file(tmp_path / "half.exo", 7, decisions=2)
    with pytest.raises(ValueError, match=r"none of 1 files .* half\.exo: it is not finished"):
        import_games(TOY_PLACE, [half], tmp_path / "d")
    assert not (tmp_path / "d").exists()


@pytest.mark.compiled
def test_recorded_games_of_gaia_project(tmp_path):
    logs = json.loads((LOGS / "gp2-s01.json").read_text())
    both = tmp_path / "both.json"
    both.write_text(json.dumps([logs, logs]))
    files = [
        both,
        LOGS / "gp3-s02.json",
        LOGS / "human-deep-mind-2.json",
        LOGS / "part-01-TOS-1.json",
    ]
    made = import_games("gaia_project", files, tmp_path / "d")
    assert made.manifest.games + len(made.skipped) == 5
    assert made.manifest.games >= 3
    games = list(Dataset(tmp_path / "d").games())
    assert games[0].actions.tolist() == games[1].actions.tolist()
    assert verify(tmp_path / "d") == []
    run_selfplay(SelfplaySettings("gaia_project", ("random",), 2), tmp_path / "s")
    assert merge([tmp_path / "d", tmp_path / "s"], tmp_path / "m").games == made.manifest.games + 2
