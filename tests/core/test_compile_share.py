"""Kernels compiled for others travel in one file, and nothing in it is believed unchecked."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from exozoo.envs.core.compile import share
from tests.core.scratch import play, write_game

pytestmark = pytest.mark.compiled


@pytest.fixture(scope="module")
def exported(tmp_path_factory) -> Path:
    """A game compiled for any machine of the kind, and the file of its kernels."""
    folder = tmp_path_factory.mktemp("made")
    write_game(folder, "game")
    run = play(folder, "game", **share.target_variables("generic"))
    assert run.compiled
    assert share.export(folder / "cache", folder / "kernels.exo", "generic") == 3
    return folder


@pytest.fixture
def changed(exported, tmp_path):
    """The file with its list changed."""

    def change(**values: object) -> Path:
        header, manifest, content = (exported / "kernels.exo").read_bytes().split(b"\n", 2)
        listed = {**json.loads(manifest), **values}
        path = tmp_path / "changed.exo"
        path.write_bytes(header + b"\n" + json.dumps(listed).encode() + b"\n" + content)
        return path

    return change


def test_an_importer_compiles_nothing_and_plays_the_same(exported, tmp_path):
    shutil.copytree(exported / "game", tmp_path / "game")
    run = play(tmp_path, "game")
    assert run.compiled, "without it there is something to compile"
    shutil.rmtree(tmp_path / "cache")
    assert share.import_file(exported / "kernels.exo", tmp_path / "cache") == 3
    again = play(tmp_path, "game")
    assert (again.played, again.compiled, again.said) == (run.played, [], "")


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"tools": "numba 0.1"}, "made with 'numba 0.1'"),
        ({"triple": "riscv64-unknown-linux-gnu"}, "made for 'riscv64"),
        ({"target": "z80"}, "unknown here"),
        ({"kernels": [{"name": "../../x", "size": 1, "sha256": ""}]}, "no name of a kernel"),
        ({"kernels": [{"name": "x"}]}, "damaged"),
    ],
)
def test_what_does_not_fit_is_refused_in_one_line(changed, tmp_path, wrong, told):
    with pytest.raises(ValueError, match=told) as caught:
        share.import_file(changed(**wrong), tmp_path / "cache")
    assert "\n" not in str(caught.value)
    assert not (tmp_path / "cache").exists()


def test_a_processor_that_lacks_something_is_refused(changed, tmp_path, monkeypatch):
    monkeypatch.setattr(share.llvm, "get_host_cpu_features", lambda: {"avx": True})
    with pytest.raises(ValueError, match="this processor lacks avx2"):
        share.import_file(changed(target="x86-64-v3"), tmp_path / "cache")


@pytest.mark.parametrize("cut", [10, 5000, -20])
def test_a_damaged_file_stores_nothing(exported, tmp_path, cut):
    path = tmp_path / "cut.exo"
    path.write_bytes((exported / "kernels.exo").read_bytes()[:cut])
    with pytest.raises(ValueError, match=r"damaged|not a file of compiled kernels"):
        share.import_file(path, tmp_path / "cache")
    assert not (tmp_path / "cache").exists()
