"""The demo with training, on the toy game."""

from __future__ import annotations

from pathlib import Path

import pytest

from exozoo.envs.records.replay import load_replay
from tests.toy import TOY

pytest.importorskip("torch")

from exozoo.demo import run_demo
from exozoo.training.config import load_config

pytestmark = pytest.mark.compiled


def test_the_demo_trains_an_agent_and_draws_its_game(tmp_path: Path):
    imitation = {"teacher": "greedy", "rounds": 1, "games": 10}
    config = load_config(
        Path(__file__).parents[1] / "toy" / "train.toml",
        "smoke",
        total_steps=256,
        imitation=imitation,
    )
    heard: dict[str, list[tuple[int, int]]] = {}
    report = run_demo(
        TOY, 4, tmp_path, config, lambda what, *done: heard.setdefault(what, []).append(done)
    )
    assert heard["random games"][-1] == (4, 4)
    assert heard["rounds of imitation"][0] == (1, 1)
    assert heard["decisions learnt from"][-1] == (256, 256)
    assert (tmp_path / "board.png").read_bytes().startswith(b"\x89PNG")
    assert (tmp_path / "curve.png").read_bytes().startswith(b"\x89PNG")
    text = report.path.read_text()
    for part in (
        "the untrained network",
        "decisions per second",
        "finished before it",
        "environment",
        "curve.png",
    ):
        assert part in text
    assert any("trained agent" in line for line in report.summary)
    assert load_replay(tmp_path / "game.json").verify(TOY)["over"]


@pytest.mark.slow
def test_the_curve_of_the_demo_rises(tmp_path: Path):
    """The smoke run that `make demo` shows: from the untrained network through imitation and own games."""
    from exozoo.training.run import run_training

    config = load_config("alien_frontiers", "smoke")
    curve = run_training(config, tmp_path)["curve"]
    untrained, *rounds = [entry for entry in curve if not entry["steps"]]
    own = [entry for entry in curve if entry["steps"]]
    assert untrained["decisions"] == 0
    assert len(rounds) >= 2
    assert len(own) >= 2
    first, last = untrained["against"], own[-1]["against"]
    assert last["random"]["ahead"] > first["random"]["ahead"] + 0.3
    assert last["heuristic(version=0)"]["ahead"] > first["heuristic(version=0)"]["ahead"] + 0.15
    highest = max(entry["against"]["heuristic(version=0)"]["ahead"] for entry in curve)
    assert (
        last["heuristic(version=0)"]["ahead"] > highest - 0.25
    )  # own games do not undo what was imitated
