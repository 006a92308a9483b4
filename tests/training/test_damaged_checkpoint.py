"""A damaged checkpoint costs the way since the one before, not the run."""

from __future__ import annotations

import json
import sys

import pytest

torch = pytest.importorskip("torch")

from exozoo.training.config import load_config  # noqa: E402
from exozoo.training.progress import Run, _no_facts, _resume  # noqa: E402


def checkpoint(folder, steps: int) -> None:
    place = folder / "checkpoints" / f"{steps:012d}"
    place.mkdir(parents=True)
    torch.save({"steps": steps}, place / "state.pt")
    (place / "facts.json").write_text(json.dumps({**_no_facts(), "steps": steps}))


@pytest.mark.parametrize("file", ["state.pt", "facts.json"])
def test_the_older_sound_checkpoint_is_taken_and_said(file, tmp_path):
    for steps in (10, 20):
        checkpoint(tmp_path, steps)
    newest = tmp_path / "checkpoints" / f"{20:012d}"
    (newest / file).write_bytes(b"\x00broken")
    with pytest.warns(UserWarning, match="is damaged .*going on from the one before"):
        facts, state = _resume(tmp_path)
    assert (facts["steps"], state) == (10, {"steps": 10})
    assert not newest.exists(), "set aside, so that it is not taken for the newest again"


@pytest.mark.parametrize("facts", ["[]", '{"steps": "x"}', '{"imitation": 3}'])
def test_without_a_sound_checkpoint_the_run_begins_anew(facts, tmp_path):
    checkpoint(tmp_path, 10)
    (tmp_path / "checkpoints" / f"{10:012d}" / "facts.json").write_text(facts)
    with pytest.warns(UserWarning, match="is damaged"):
        assert _resume(tmp_path) == (_no_facts(), None)


def test_the_config_of_a_folder_is_compared_and_loads_nothing(tmp_path, monkeypatch):
    config = load_config("alien_frontiers", "smoke")
    found = json.loads(config.model_dump_json())
    found["pool"]["agents"] = ["strangers_bot:Bot"]
    (tmp_path / "strangers_bot.py").write_text("raise SystemExit('was imported')")
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "config.json").write_text(json.dumps(found))
    with pytest.raises(ValueError, match="another config"):
        Run(config, tmp_path / "run")
    assert "strangers_bot" not in sys.modules


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"total_steps": "x"}'])
def test_a_damaged_config_of_a_folder_is_named(text, tmp_path):
    (tmp_path / "config.json").write_text(text)
    with pytest.raises(ValueError, match=r"config.json is damaged"):
        Run(load_config("alien_frontiers", "smoke"), tmp_path)
