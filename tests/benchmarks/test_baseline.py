"""No game may become half as fast unnoticed: compared by ratios to a loop timed beside it."""

from __future__ import annotations

import pytest

from exozoo.benchmarks import baseline
from exozoo.benchmarks.baseline import FILE, KINDS, Finding
from exozoo.envs.registry import game_names


@pytest.mark.compiled
@pytest.mark.parametrize("game", sorted({name.split()[0] for name in baseline.load(FILE)}))
def test_no_game_lost_half_of_its_speed(game, capsys):
    findings = baseline.compare([game])
    if any(finding.is_lost for finding in findings):
        findings = baseline.compare([game])  # a machine may have had a bad moment
    with capsys.disabled():
        print("", *findings, sep="\n")
    assert not [str(finding) for finding in findings if finding.is_lost]


def test_the_baseline_is_of_games_and_kinds_that_there_are():
    known = {f"{game} {kind}" for game in game_names() for kind in KINDS}
    assert set(baseline.load(FILE)) == known


def test_what_is_written_down_is_the_median_of_several_runs(monkeypatch):
    ratios = iter([0.5, 9.0, 0.7])
    monkeypatch.setattr(baseline, "measure", lambda names: [(name, next(ratios)) for name in names])
    assert baseline.settled(["x"], runs=3) == {"x": 0.7}


def test_a_loss_is_called_so_only_beyond_half():
    assert Finding("x", 0.49, 1.0).is_lost
    assert not Finding("x", 0.51, 1.0).is_lost
    assert not Finding("x", 0.01, None).is_lost


def test_a_file_that_is_no_baseline_is_refused(tmp_path):
    path = tmp_path / "baseline.json"
    path.write_text('{"ratios": [1, 2]}')
    with pytest.raises(ValueError, match="not a baseline"):
        baseline.load(path)
