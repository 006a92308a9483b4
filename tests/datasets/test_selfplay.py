"""Making datasets: which games, the same bytes however often it stops, clear refusals."""

from __future__ import annotations

import errno
import json
import multiprocessing
import os
import random
import signal
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest

from exozoo.envs.core import batch as batches
from exozoo.envs.core import files
from exozoo.envs.core.batch import Batch
from exozoo.envs.core.session import Session
from exozoo.envs.core.workers import Workers
from exozoo.envs.registry import load_game
from exozoo.training.datasets import play as playing
from exozoo.training.datasets import run as running
from exozoo.training.datasets.manifest import load_manifest
from exozoo.training.datasets.run import make_shard, run_selfplay
from exozoo.training.datasets.schema import action_type
from exozoo.training.datasets.settings import SelfplaySettings, all_draws, all_values
from tests.datasets.folders import LOWEST, contents, toy_settings
from tests.toy import TOY

pytestmark = pytest.mark.compiled  # plays too much to do so without the compiler

KILLS = 20


def rows(folder: Path, table: str = "games") -> list[dict]:
    return pq.read_table(folder / table).sort_by("game_id").to_pylist()


def test_actions_take_the_smallest_type():
    assert [str(action_type(n)) for n in (2, 256, 257, 65536, 65537)] == [
        *("uint8", "uint8", "uint16", "uint16", "uint32")
    ]


def test_random_games_are_those_of_the_kernels_random_player(tmp_path):
    run_selfplay(toy_settings(games=20), tmp_path / "d")
    games = rows(tmp_path / "d")
    assert [game["game_id"] for game in games] == list(range(20))
    batch = Batch(TOY, len(games), auto_reset=False)
    batch.reset(seeds=[game["seed"] for game in games])
    batch.random_steps(1000)
    assert [game["scores"] for game in games] == batch.scores.tolist()
    assert [game["ranks"] for game in games] == batch.ranks.tolist()
    assert [game["num_decisions"] for game in games] == batch.states["ply"].tolist()


def test_with_and_without_decisions_the_games_are_the_same(tmp_path):
    for name, decisions in (("a", False), ("b", True)):
        settings = toy_settings(draws={"players": (2, 3, 4)}, search_targets=decisions)
        run_selfplay(settings, tmp_path / name)
    assert rows(tmp_path / "a") == rows(tmp_path / "b")


@pytest.mark.parametrize("decisions", [False, True])
def test_random_games_are_the_same_however_many_run_together(tmp_path, monkeypatch, decisions):
    """A batch plays one part after the other: nothing of the last one may be left in it."""
    draws = {"players": (2, 3), "auto_resolve": (True, False)}
    settings = toy_settings(games=60, shard_games=60, draws=draws, search_targets=decisions)
    run_selfplay(settings, tmp_path / "whole")
    monkeypatch.setattr(playing, "TOGETHER", 7)
    run_selfplay(settings, tmp_path / "parts")
    assert contents(tmp_path / "parts") == contents(tmp_path / "whole")


@pytest.mark.parametrize(("room", "threads"), [(1, 1), (2, 2), (6, 1), (512, 1), (512, 2)])
def test_random_games_are_written_down_whole_however_long(monkeypatch, room, threads):
    monkeypatch.setattr(batches, "PLIES_AT_FIRST", room)
    monkeypatch.setattr(batches, "RECORDED", 7)
    batch = Batch(TOY, 30, auto_reset=False, threads=threads)
    batch.deal(
        list(range(30)), [TOY.options.parse({"auto_resolve": n % 2 == 0}) for n in range(30)]
    )
    games = batch.random_games()
    assert {actions.dtype for actions in games} == {np.dtype(np.uint8)}
    assert len(games) == 30
    for seed, actions in enumerate(games):
        session = Session(TOY, {"auto_resolve": seed % 2 == 0})
        session.reset(seed)
        for action in actions.tolist():
            session.step(action)
        assert session.states[0].tobytes() == batch.states[seed].tobytes()
    assert len(batch.results) == 30
    with pytest.raises(ValueError, match="from their deals"):
        batch.random_games()


def test_agents_take_all_seats_in_turn(tmp_path):
    run_selfplay(toy_settings(agents=("random", LOWEST, "greedy"), games=24), tmp_path / "d")
    tables = Counter(tuple(game["agents"]) for game in rows(tmp_path / "d"))
    assert len(tables) == 6
    assert set(tables.values()) == {4}


def test_options_are_drawn_game_by_game(tmp_path):
    settings = toy_settings(games=60, draws={"players": (2, 4), "auto_resolve": (True, False)})
    run_selfplay(settings, tmp_path / "d")
    options = [json.loads(game["options"]) for game in rows(tmp_path / "d")]
    seen = Counter((o["players"], o["auto_resolve"]) for o in options)
    assert len(seen) == 4
    assert min(seen.values()) >= 5
    for game, drawn in zip(rows(tmp_path / "d"), options):
        assert len(game["scores"]) == drawn["players"]
        assert game["num_decisions"] == drawn["players"] * (3 if drawn["auto_resolve"] else 4)


def test_all_values_of_an_option():
    assert all_values(TOY, "players") == (2, 3, 4)
    assert all_draws(TOY, {}) == {"players": (2, 3, 4)}
    assert all_draws(TOY, {"players": 2}) == {}
    with pytest.raises(ValueError, match="unexpected keyword"):
        all_values(TOY, "colour")


def test_lists_are_drawn_seat_by_seat():
    game = load_game("planet_unknown")
    draws = all_draws(game, {})
    assert set(draws) >= {"players", "planets[]", "corporations[]", "events", "rotation"}
    settings = SelfplaySettings("planet_unknown", ("random",), 60, draws=draws)
    settings.check()
    seen = Counter()
    for number in range(60):
        options = settings.deal(number).options
        assert len(options["planets"]) == options["players"]
        seen.update(options["planets"])
    assert len(seen) == len(all_values(game, "planets[]"))
    assert {"factions[]", "board"} <= set(all_draws(load_game("gaia_project"), {}))
    with pytest.raises(ValueError, match="name the values"):
        all_values(game, "susan_offset")
    twice = SelfplaySettings(
        "planet_unknown", ("random",), 1, options={"planets": "random"}, draws={"planets[]": ("a",)}
    )
    with pytest.raises(ValueError, match="planets is both given and drawn"):
        twice.check()


def test_decisions_tell_seat_action_and_choices(tmp_path):
    run_selfplay(toy_settings(games=10, search_targets=True), tmp_path / "d")
    decisions = rows(tmp_path / "d", "decisions")
    for game in rows(tmp_path / "d"):
        own = [d for d in decisions if d["game_id"] == game["game_id"]]
        assert [d["action"] for d in own] == game["actions"]
        assert [d["ply"] for d in own] == list(range(6))
        assert [d["seat"] for d in own] == [0, 1] * 3
        assert [d["num_legal"] for d in own] == [4, 4, 3, 3, 2, 2]
    assert load_manifest(tmp_path / "d").decisions == len(decisions)


@pytest.mark.parametrize("agents", [("random",), ("random", "greedy")])
def test_processes_change_nothing(tmp_path, agents):
    settings = toy_settings(agents=agents, search_targets=True)
    run_selfplay(settings, tmp_path / "one")
    heard = []
    run_selfplay(
        settings, tmp_path / "two", Workers(2), lambda done, total: heard.append((done, total))
    )
    assert contents(tmp_path / "one") == contents(tmp_path / "two")
    assert heard[0] == (0, 40)
    assert heard[-1] == (40, 40)


def test_a_missing_or_cut_shard_is_made_again(tmp_path):
    folder = tmp_path / "d"
    run_selfplay(toy_settings(search_targets=True), folder)
    whole = contents(folder)
    (folder / "games/000001.parquet").unlink()
    cut = folder / "decisions/000003.parquet"
    cut.write_bytes(cut.read_bytes()[:100])
    run_selfplay(toy_settings(search_targets=True), folder)
    assert contents(folder) == whole


def test_a_killed_run_goes_on_to_the_same_bytes(tmp_path):
    kill_and_resume(tmp_path, KILLS)


@pytest.mark.slow
def test_a_run_killed_a_thousand_times(tmp_path):
    kill_and_resume(tmp_path, 1000)


def kill_and_resume(folder: Path, kills: int) -> None:
    """Each run is killed at a random moment of its work, until that many were; then one is let go."""
    settings = toy_settings(games=240, search_targets=True, shard_games=3)
    started = time.perf_counter()
    run_selfplay(settings, folder / "whole")
    seconds = time.perf_counter() - started
    whole = contents(folder / "whole")
    chance = random.Random(5)
    killed = finished = 0
    while killed < kills:
        place = folder / f"killed{finished}"
        child = multiprocessing.get_context("fork").Process(
            target=run_selfplay, args=(settings, place)
        )
        child.start()
        child.join(chance.uniform(0, seconds / 3))
        child.kill()
        child.join()
        killed += child.exitcode == -signal.SIGKILL
        if child.exitcode == 0:
            assert contents(place) == whole
            finished += 1
    run_selfplay(settings, place)
    assert contents(place) == whole


def test_another_dataset_is_refused_in_one_line(tmp_path):
    run_selfplay(toy_settings(), tmp_path / "d")
    before = contents(tmp_path / "d")
    for other in (toy_settings(seed=1), toy_settings(games=41), toy_settings(search_targets=True)):
        with pytest.raises(ValueError, match="holds another dataset"):
            run_selfplay(other, tmp_path / "d")
    (tmp_path / "e").mkdir()
    (tmp_path / "e/thesis.txt").write_text("years of work")
    with pytest.raises(ValueError, match="holds other things"):
        run_selfplay(toy_settings(), tmp_path / "e")
    assert contents(tmp_path / "d") == before


@pytest.mark.skipif(os.name == "nt", reason="names are text there")
def test_a_name_that_arrow_cannot_open_is_refused_before_any_game(tmp_path):
    folder = Path(os.fsdecode(bytes(tmp_path) + b"/\xff"))
    with pytest.raises(ValueError, match="must be UTF-8"):
        run_selfplay(toy_settings(), folder)
    assert not folder.exists()


def test_other_rules_are_refused(tmp_path, monkeypatch):
    run_selfplay(toy_settings(), tmp_path / "d")
    monkeypatch.setattr(running, "rules_digest", lambda place: "another")
    with pytest.raises(ValueError, match="begun with other rules"):
        run_selfplay(toy_settings(), tmp_path / "d")


def test_files_of_two_schema_versions_do_not_mix(tmp_path):
    manifest = run_selfplay(toy_settings(), tmp_path / "d")
    replace(manifest, schema_version=1).save(tmp_path / "d")
    assert run_selfplay(toy_settings(), tmp_path / "d").schema_version == 1  # whole as it is
    next((tmp_path / "d/games").iterdir()).unlink()
    before = contents(tmp_path / "d")
    with pytest.raises(ValueError, match="begun with schema version 1, this one writes 2"):
        run_selfplay(toy_settings(), tmp_path / "d")
    assert contents(tmp_path / "d") == before


def test_a_run_killed_before_it_had_claimed_the_folder_goes_on(tmp_path):
    (tmp_path / ".lock").touch()
    (tmp_path / ".dataset.json.x7").write_text("{")
    run_selfplay(toy_settings(), tmp_path)
    assert {name.partition("/")[0] for name in contents(tmp_path)} == {
        *("README.md", "dataset.json", "distributions.png", "games")
    }


def test_a_full_disk_keeps_finished_shards(tmp_path, monkeypatch):
    run_selfplay(toy_settings(), tmp_path / "whole")
    written = []

    def full(handle):
        written.append(handle)
        if len(written) > 4:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(files.os, "fsync", full)
        with pytest.raises(OSError, match="No space left") as caught:
            run_selfplay(toy_settings(), tmp_path / "d")
    assert Path(caught.value.filename).name == "000003.parquet"
    whole, found = contents(tmp_path / "whole"), contents(tmp_path / "d")
    shards = [name for name in found if name.startswith("games/")]
    assert len(shards) == 3
    assert all(found[name] == whole[name] for name in shards)
    run_selfplay(toy_settings(), tmp_path / "d")
    assert contents(tmp_path / "d") == whole


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"games": 0}, "numbers from 1"),
        ({"agents": ()}, "each agent once"),
        ({"agents": ("random", "random")}, "each agent once"),
        ({"agents": ("nobody",)}, "nobody"),
        ({"options": {"players": 9}}, "allowed: 2..4"),
        ({"draws": {"players": (9,)}}, "allowed: 2..4"),
        ({"draws": {"players": ()}}, "no values"),
        ({"draws": {"colour": (1,)}}, "unexpected keyword"),
        ({"draws": {"players": (2,)}, "options": {"players": 2}}, "both given and drawn"),
        ({"seed": -1}, "seed -1"),
    ],
)
def test_wrong_settings_are_refused_before_anything_is_written(tmp_path, changes, words):
    with pytest.raises(ValueError, match=words):
        run_selfplay(toy_settings(**changes), tmp_path / "d")
    assert not (tmp_path / "d").exists()


def test_a_shard_is_a_function_of_settings_and_number():
    settings = toy_settings(agents=("greedy", "random"))
    parts = [make_shard(settings, 2)[1] for _ in range(2)]
    assert parts[0] == parts[1]
    other = make_shard(toy_settings(agents=("greedy", "random"), seed=1), 2)[1]
    assert other["games"].data != parts[0]["games"].data


def test_seeds_do_not_depend_on_how_many_games_there_are():
    few, many = toy_settings(games=5), toy_settings(games=500)
    assert [few.deal(n).seed for n in range(5)] == [many.deal(n).seed for n in range(5)]
    assert len({many.deal(n).seed for n in range(500)}) == 500
    assert isinstance(few, SelfplaySettings)


def test_a_batch_deals_each_game_with_its_own_options():
    batch = Batch(TOY, 2, auto_reset=False)
    values = [TOY.options.parse({"auto_resolve": flag}) for flag in (True, False)]
    batch.deal([7, 8], values)
    for state, seed, options in zip(batch.states, (7, 8), values):
        assert state.tobytes() == TOY.new_state(seed, **options).tobytes()
    with pytest.raises(ValueError, match="1 sets of options"):
        batch.deal([7, 8], values[:1])
    with pytest.raises(ValueError, match="a game for 3 in a batch for 2"):
        batch.deal([7, 8], [TOY.options.parse({"players": 3})] * 2)
    with pytest.raises(ValueError, match="restarts"):
        Batch(TOY, 2).deal([7, 8], values)
    assert np.array_equal(batch.draw() >= 0, [True, True])
