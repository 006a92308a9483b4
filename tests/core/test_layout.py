"""Action and observation layouts."""

from __future__ import annotations

import numpy as np
import pytest

from exozoo.envs.core.layout import ActionBlock, ActionLayout, ObservationBlock, ObservationLayout

ACTIONS = ActionLayout(
    [
        ActionBlock("turn", (6,), ""),
        ActionBlock("place", (2, 3, 4), ""),
        ActionBlock("end", (1,), ""),
    ]
)
SEEN = ObservationLayout(
    [ObservationBlock("round", (1,), 0, 9, ""), ObservationBlock("map", (2, 2), -1, 5, "")],
    [ObservationBlock("ore", (1,), 0, 30, ""), ObservationBlock("cards", (3,), 0, 1, "")],
)


def test_every_id_decodes_to_what_encodes_it():
    for action in range(ACTIONS.size):
        name, parameters = ACTIONS.decode(action)
        assert ACTIONS.encode(name, *parameters) == action
    assert [int(offset) for offset in ACTIONS.offsets()] == [0, 6, 30]
    assert ACTIONS.encode("place", 1, 2, 3) == 29
    assert [row[:2] for row in ACTIONS.rows()] == [(0, 5), (6, 29), (30, 30)]


@pytest.mark.parametrize("action", [-1, 31])
def test_ids_out_of_range_are_refused(action):
    with pytest.raises(ValueError, match=r"allowed are 0\.\.30"):
        ACTIONS.decode(action)


@pytest.mark.parametrize("call", [("place", 2, 0, 0), ("place", 0, 0), ("turn", -1), ("fly", 0)])
def test_bad_parameters_are_refused(call):
    with pytest.raises(ValueError, match=r"place|turn|unknown block"):
        ACTIONS.encode(*call)


def test_two_blocks_of_one_name_are_refused():
    with pytest.raises(ValueError, match="two blocks"):
        ActionLayout([ActionBlock("a", (1,), ""), ActionBlock("a", (2,), "")])


def test_observation_splits_into_named_views():
    observation = np.arange(SEEN.size(3), dtype=np.int16)
    parts = SEEN.split(observation, 3)
    assert SEEN.size(3) == 5 + 3 * 4
    assert parts["map"].tolist() == [[1, 2], [3, 4]]
    assert parts["ore"].ravel().tolist() == [5, 9, 13]
    assert parts["cards"][2].tolist() == [14, 15, 16]
    stacked = SEEN.split(np.stack([observation, observation]), 3)
    assert stacked["cards"].shape == (2, 3, 3)


def test_solo_blocks_stand_behind_the_opponents_seat():
    layout = ObservationLayout(SEEN.shared, SEEN.player, [ObservationBlock("deck", (2,), 0, 7, "")])
    assert [layout.size(players) for players in (1, 2, 3)] == [5 + 2 * 4 + 2, 5 + 2 * 4, 5 + 3 * 4]
    assert [layout.seats(players) for players in (1, 2, 3)] == [2, 2, 3]
    assert [SEEN.seats(players) for players in (1, 2)] == [1, 2]
    low, high = layout.bounds(1)
    assert low.size == high.size == layout.size(1)
    assert high[-3:].tolist() == [1, 7, 7]
    parts = layout.split(np.arange(layout.size(1), dtype=np.int16), 1)
    assert parts["ore"].ravel().tolist() == [5, 9]
    assert parts["deck"].tolist() == [13, 14]
    assert "deck" not in layout.split(np.arange(layout.size(2), dtype=np.int16), 2)
    assert [offset for offset, block, _ in layout.rows(1) if block.name == "deck"] == [13]


def test_bounds_follow_the_blocks():
    low, high = SEEN.bounds(2)
    assert low.tolist() == [0, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0]
    assert high.tolist() == [9, 5, 5, 5, 5, 30, 1, 1, 1, 30, 1, 1, 1]
