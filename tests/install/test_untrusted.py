"""No file of a user can run code: the sources are searched, and files that try are opened."""

from __future__ import annotations

import ast
import json
import os
import pickle
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("exozoo", "envs", "agents", "training", "benchmarks", "configs", "examples")

# what can run code that a file holds -> the modules that may use it, with the reason
DANGEROUS: dict[str, dict[str, str]] = {
    "pickle": {"envs/core/compile/store.py": "own cache, read by an unpickler of few classes"},
    "torch.load": {"training/progress.py": "own resume files, weights_only"},
    "eval": {},
    "exec": {},
    "marshal": {},
    "shelve": {},
    "dill": {},
    "cloudpickle": {},
    "joblib": {},
    "numpy.load": {},
    "np.load": {"training/replay.py": "allow_pickle=False"},
    "yaml.load": {},
    "yaml.unsafe_load": {},
    "os.system": {},
}


def sources() -> Iterator[tuple[str, ast.Module]]:
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.py")):
            yield path.relative_to(ROOT).as_posix(), ast.parse(path.read_text(encoding="utf-8"))


def uses(tree: ast.Module) -> Iterator[tuple[str, ast.AST]]:
    """Imported modules, and what is called."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((name.name.partition(".")[0], node) for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield (node.module or "").partition(".")[0], node
        elif isinstance(node, ast.Call):
            yield ast.unparse(node.func), node


def test_nothing_that_runs_code_is_used_but_where_it_is_declared():
    found = {
        (word, path) for path, tree in sources() for word, _ in uses(tree) if word in DANGEROUS
    }
    declared = {(word, path) for word, paths in DANGEROUS.items() for path in paths}
    assert found == declared


def test_calls_that_could_are_told_not_to():
    for path, tree in sources():
        for word, node in uses(tree):
            if not isinstance(node, ast.Call):
                continue
            given = {key.arg: ast.unparse(key.value) for key in node.keywords}
            assert given.get("allow_pickle", "False") == "False", path
            assert given.get("shell", "False") == "False", path
            assert given.get("trust_remote_code", "False") == "False", path
            if word == "torch.load":
                assert given.get("weights_only") == "True", path


class Trap:
    """Makes a folder when it is unpickled."""

    def __reduce__(self):
        return os.mkdir, ("harm",)


@pytest.fixture
def trap(tmp_path, monkeypatch) -> bytes:
    monkeypatch.chdir(tmp_path)
    yield pickle.dumps(Trap())
    assert not Path("harm").exists(), "a file has run code"


def test_replays_logs_cards_and_kernels_do_not_unpickle(trap, tmp_path):
    from exozoo.envs.core.compile.share import import_file
    from exozoo.envs.core.compile.store import HEADER, KernelUnpickler, checked
    from exozoo.envs.gaia_project.notation import read
    from exozoo.envs.records import load_replay
    from exozoo.envs.registry import load_game

    path = tmp_path / "game.exo"
    path.write_bytes(trap)
    with pytest.raises(ValueError, match="not a sound replay"):
        load_replay(path)
    with pytest.raises(ValueError, match="not JSON"):
        read(path)
    with pytest.raises(ValueError, match="cards"):
        load_game("beyond_the_sun").options.parse({"cards": str(path)})
    with pytest.raises(ValueError, match="not a file of compiled kernels"):
        import_file(path, tmp_path / "cache")
    with pytest.raises(ValueError, match="not a stored kernel"):
        checked(trap)
    import io

    with pytest.raises(pickle.UnpicklingError, match="no part of a kernel"):
        KernelUnpickler(io.BytesIO(trap)).load()
    assert HEADER


def test_of_our_own_code_stored_kernels_name_bundles_of_arrays_alone():
    import io

    from exozoo.agents.search.records import Room, record
    from exozoo.envs.core.compile.store import KernelUnpickler

    assert KernelUnpickler(io.BytesIO(pickle.dumps(Room))).load() is Room
    with pytest.raises(pickle.UnpicklingError, match="record is no part of a kernel"):
        KernelUnpickler(io.BytesIO(pickle.dumps(record))).load()


def test_networks_and_runs_do_not_unpickle(trap, tmp_path):
    torch = pytest.importorskip("torch")
    from exozoo.agents.network.checkpoint import load_network
    from exozoo.training.progress import _resume
    from tests.toy import TOY

    path = tmp_path / "network.safetensors"
    for content in (trap, torch_file(torch, tmp_path)):
        path.write_bytes(content)
        with pytest.raises(ValueError, match="network"):
            load_network(path, TOY)
        place = tmp_path / "run" / "checkpoints" / f"{7:012d}"
        place.mkdir(parents=True)
        (place / "state.pt").write_bytes(content)
        (place / "facts.json").write_text(json.dumps({"steps": 7}))
        with pytest.warns(UserWarning, match="is damaged"):
            assert _resume(tmp_path / "run")[1] is None


def torch_file(torch, folder: Path) -> bytes:
    """The trap in the form that torch itself writes."""
    torch.save({"network": Trap()}, folder / "trap.pt")
    return (folder / "trap.pt").read_bytes()


def test_datasets_do_not_unpickle(trap, tmp_path):
    pytest.importorskip("pyarrow")
    from exozoo.training.datasets.manifest import load_manifest
    from exozoo.training.datasets.shards import read_shard

    (tmp_path / "dataset.json").write_bytes(trap)
    with pytest.raises(ValueError, match="describes no dataset"):
        load_manifest(tmp_path)
    np.save(tmp_path / "games.npy", np.array([Trap()], object), allow_pickle=True)
    with pytest.raises(ValueError, match="cannot be read"):
        read_shard(tmp_path, "games.npy", "games", 16)


def test_servers_bind_to_this_machine_alone_unless_told_otherwise():
    pytest.importorskip("starlette")
    import inspect

    from exozoo.cli.web import serve
    from exozoo.web.app import Settings
    from exozoo.web.guard import LOOPBACK

    assert Settings().host in LOOPBACK
    assert inspect.signature(serve).parameters["host"].default in LOOPBACK
    for path, tree in sources():
        for word, node in uses(tree):
            if isinstance(node, ast.Call) and word.endswith(
                (".bind", "create_server", "uvicorn.run")
            ):
                assert path == "exozoo/cli/web.py", f"{path} opens a port of its own"


def test_the_audit_fails_where_it_cannot_ask():
    """Without the word it passes over packages it learns nothing of, and says that none is known to be weak."""
    commands = (ROOT / "Makefile").read_text().split("\naudit:")[1].split("\n\n")[0]
    assert "pip_audit --strict" in commands
