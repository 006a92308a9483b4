"""The RLlib example, where ray is installed: `pip install exozoo[rllib]` in a venv of its own."""

from __future__ import annotations

import pytest

pytest.importorskip("ray.rllib")

from exozoo.training.rllib_example import build, main


@pytest.mark.compiled
def test_rllib_trains_with_masked_actions():
    told = main(["alien_frontiers", "--iterations", "2", "--decisions", "256"])
    assert [line["iteration"] for line in told] == [1, 2]
    assert told[1]["decisions"] >= 512  # an illegal action would have raised on the way
    assert all(line["entropy"] > 0 for line in told)


def test_an_unknown_game_is_refused_before_anything_starts():
    with pytest.raises(ValueError, match="unknown game"):
        build("chess")
