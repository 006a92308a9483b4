"""Exports hold the decisions that the reader gives, and load with the packages they are for."""

from __future__ import annotations

import numpy as np
import pyarrow.parquet as pq
import pytest

from exozoo.training.datasets.export import export
from exozoo.training.datasets.reading import Dataset, Decisions, Wanted
from exozoo.training.datasets.run import run_selfplay
from tests.datasets.folders import LOWEST, contents, toy_settings
from tests.toy import TOY

pytestmark = pytest.mark.compiled  # plays too much to do so without the compiler


@pytest.fixture(scope="module")
def dataset(tmp_path_factory) -> Dataset:
    folder = tmp_path_factory.mktemp("export") / "d"
    run_selfplay(toy_settings(agents=("random", LOWEST), draws={"players": (2, 3)}), folder)
    return Dataset(folder, TOY)


def decisions(dataset: Dataset, players: int, **wishes) -> Decisions:
    rows = [row for row in dataset.games() if len(row.scores) == players]
    return dataset.decisions_of(rows, Wanted(**wishes))


def test_parquet_holds_every_decision_with_its_observation(dataset, tmp_path):
    made = export(dataset, "parquet", tmp_path / "out", Wanted(reward="score"))
    assert made.names == ["players2", "players3"]
    for players in (2, 3):
        wanted = decisions(dataset, players, reward="score")
        table = pq.read_table(tmp_path / f"out/players{players}").sort_by("game_id")
        order = np.lexsort((wanted.ply, wanted.game_id))
        assert made.decisions[players] == len(table) == len(wanted)
        assert np.array_equal(np.stack(table["observation"].to_numpy()), wanted.observation[order])
        assert np.array_equal(table["returns"].to_numpy(), wanted.returns[order])
        for legal, mask in zip(table["legal"].to_pylist(), wanted.mask[order]):
            assert legal == np.flatnonzero(mask).tolist()


def test_hugging_face_reads_datasets_and_exports(dataset, tmp_path, monkeypatch):
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    hugging = pytest.importorskip("datasets", reason="the package datasets is not installed")
    export(dataset, "parquet", tmp_path / "out", Wanted())
    kept = {"split": "train", "cache_dir": str(tmp_path / "cache")}
    games = hugging.load_dataset("parquet", data_files=f"{dataset.folder}/games/*.parquet", **kept)
    assert games["game_id"][:] == list(range(40))
    assert games[3]["actions"] == dataset.game_at(3).actions.tolist()
    rows = hugging.load_dataset(str(tmp_path / "out"), "players3", **kept)
    assert len(rows) == len(decisions(dataset, 3))
    assert len(rows[0]["observation"]) == TOY.observation.size(3)


def test_minari_loads_one_seats_view_an_episode(dataset, tmp_path, monkeypatch):
    minari = pytest.importorskip("minari", reason="minari is not installed")
    pytest.importorskip("h5py", reason="h5py is not installed")
    monkeypatch.chdir(tmp_path)
    export(dataset, "minari", "out", Wanted(reward="rank"))  # Minari minds a relative path
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path / "out"))
    loaded = minari.load_dataset("exozoo/toy/players2-v0")
    wanted = decisions(dataset, 2, reward="rank", successors=True)
    assert loaded.total_steps == len(wanted)
    assert loaded.total_episodes == 2 * len(np.unique(wanted.game_id))
    assert "exozoo/toy/players3-v0" in minari.list_local_datasets()
    for episode in loaded.iterate_episodes():
        game, seat = int(episode.infos["game_id"][0]), int(episode.infos["seat"][0])
        rows = np.flatnonzero((wanted.game_id == game) & (wanted.seat == seat))
        own = wanted.take(rows)
        assert np.array_equal(episode.observations[:-1], own.observation)
        assert np.array_equal(episode.observations[1:], own.next_observation)
        assert np.array_equal(episode.actions, own.action)
        assert np.allclose(episode.rewards, own.reward)
        assert np.array_equal(episode.infos["action_mask"][:-1], own.mask)
        assert episode.terminations.tolist() == [False] * (len(rows) - 1) + [True]
        assert not episode.truncations.any()


def test_arrays_are_one_episode_after_the_other(dataset, tmp_path):
    export(dataset, "npz", tmp_path / "out", Wanted())
    parts = [np.load(path) for path in sorted((tmp_path / "out/players2").iterdir())]
    wanted = decisions(dataset, 2)
    terminals = np.concatenate([part["terminals"] for part in parts])
    assert len(terminals) == len(wanted)
    assert terminals.sum() == 2 * len(np.unique(wanted.game_id))
    assert np.flatnonzero(terminals)[:2].tolist() == [2, 5]  # three decisions a seat
    for part in parts:
        chosen = part["action_masks"][np.arange(len(part["actions"])), part["actions"]]
        assert chosen.all()


def test_d3rlpy_learns_from_arrays(dataset, tmp_path):
    d3rlpy = pytest.importorskip("d3rlpy", reason="d3rlpy is not installed")
    export(dataset, "npz", tmp_path / "out", Wanted())
    part = np.load(tmp_path / "out/players2/000000.npz")
    names = ("observations", "actions", "rewards", "terminals")
    buffer = d3rlpy.dataset.MDPDataset(
        **{name: part[name] for name in names}, action_size=TOY.num_actions
    )
    assert buffer.transition_count == len(part["actions"])
    assert buffer.dataset_info.action_size == TOY.num_actions


def test_an_empty_folder_behind_a_link_is_filled(dataset, tmp_path):
    (tmp_path / "disk").mkdir()
    (tmp_path / "out").symlink_to("disk")
    export(dataset, "npz", tmp_path / "out", Wanted())
    assert (tmp_path / "out").is_symlink()
    assert (tmp_path / "disk" / "export.json").exists()


def test_filters_and_refusals(dataset, tmp_path):
    made = export(dataset, "parquet", tmp_path / "one", Wanted(agent=LOWEST, winners=True))
    assert 0 < sum(made.decisions.values()) < len(decisions(dataset, 2))
    with pytest.raises(ValueError, match="holds other things"):
        export(dataset, "parquet", tmp_path / "one", Wanted())
    with pytest.raises(ValueError, match="allowed are parquet, minari, npz"):
        export(dataset, "csv", tmp_path / "two", Wanted())
    with pytest.raises(ValueError, match="no decisions of this kind"):
        export(dataset, "parquet", tmp_path / "two", Wanted(agent="nobody"))
    assert not [name for name in contents(tmp_path) if "two" in name]
