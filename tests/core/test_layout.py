"""Action and observation layouts."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from exozoo.envs.core.game import Game
from exozoo.envs.core.layout import (
    FLAG,
    ActionBlock,
    ActionLayout,
    Kind,
    ObservationBlock,
    ObservationLayout,
)
from tests.toy import TOY

ROW, COL = Kind("row", 3), Kind("col", 4)
SQUARE = Kind.made_of("square", ROW, COL)
WAY = Kind.of("way", ("left", "right"))
TERRAIN = Kind.of("terrain", ("sea", "sand", "grass", "wood", "rock", "ice"))
CARD = Kind("card", 3)
ACTIONS = ActionLayout(
    [
        ActionBlock("turn", (Kind("angle", 6),), ""),
        ActionBlock("place", (WAY, ROW, COL), ""),
        ActionBlock("end", (), ""),
    ]
)
MAP = ObservationBlock("map", (Kind("y", 2), Kind("x", 2)), -1, 5, "", TERRAIN)
SEEN = ObservationLayout(
    [ObservationBlock("round", (), 0, 9, ""), MAP],
    [ObservationBlock("ore", (), 0, 30, ""), ObservationBlock("cards", (CARD,), 0, 1, "", FLAG)],
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
        ActionLayout([ActionBlock("a", (), ""), ActionBlock("a", (WAY,), "")])


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
    layout = ObservationLayout(
        SEEN.shared, SEEN.player, [ObservationBlock("deck", (WAY,), 0, 7, "")]
    )
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


def test_one_name_means_one_kind_in_a_layout_and_in_a_game():
    other = ActionBlock("b", (Kind("row", 4),), "")
    with pytest.raises(ValueError, match="'row'"):
        ActionLayout([ActionBlock("a", (ROW,), ""), other])
    with pytest.raises(ValueError, match="'row'"):  # a part of what the entries hold
        ObservationLayout(
            [
                ObservationBlock("a", (), 0, 11, "", SQUARE),
                ObservationBlock("b", other.axes, 0, 1, ""),
            ],
            [],
        )
    with pytest.raises(ValueError, match="'card'"):
        replace(TOY, actions=ActionLayout([ActionBlock("play", (CARD,), "")]))
    assert isinstance(TOY, Game)


@pytest.mark.parametrize(
    ("low", "high", "codes", "word"),
    [
        (0, 7, TERRAIN, "does not fit the 6 codes"),
        (0, 4, TERRAIN, "does not fit"),
        (0, 9, (TERRAIN, None, None), "3 columns"),
        (0, 4, (TERRAIN, None), "leaves out terrain"),
        (1, 9, (TERRAIN, None), "leaves out terrain"),
    ],
)
def test_codes_fit_the_range_of_a_block(low, high, codes, word):
    with pytest.raises(ValueError, match=word):
        ObservationBlock("block", (ROW, WAY), low, high, "", codes)


def test_an_axis_stands_once_in_a_block():
    with pytest.raises(ValueError, match="twice"):
        ActionBlock("pair", (ROW, ROW), "")


def test_kinds_are_checked():
    for wrong in [("a", 0), ("a", 2, ("x",)), ("a", 5, (), (ROW, COL))]:
        with pytest.raises(ValueError, match="a:"):
            Kind(*wrong)


def test_things_have_labels():
    assert WAY.label(1) == "right"
    assert CARD.label(2) == "card 2"
    assert SQUARE.label(7) == "row 1, col 3"
    with pytest.raises(ValueError, match=r"0\.\.11"):
        SQUARE.label(12)


def test_a_block_tells_what_its_entries_hold():
    assert MAP.first == 0
    assert MAP.columns() == (TERRAIN, TERRAIN)
    assert ObservationBlock("a", (), 0, 6, "", TERRAIN).first == 1  # 0: nothing there
    assert ObservationBlock("a", (WAY,), -1, 9, "", (TERRAIN, None)).columns() == (TERRAIN, None)


def test_a_digest_follows_the_meaning_and_not_the_words():
    blocks = SEEN.shared, SEEN.player
    assert ObservationLayout(*blocks).digest() == SEEN.digest()
    worded = replace(MAP, help="better", codes=replace(TERRAIN, names=()))
    assert ObservationLayout([SEEN.shared[0], worded], SEEN.player).digest() == SEEN.digest()
    x, y = MAP.axes
    changes = [
        {"low": -2, "codes": None},
        {"codes": None},
        {"axes": (y, x)},
        {"axes": (Kind("z", 2), y)},
        {"name": "chart"},
    ]
    found = {
        ObservationLayout([SEEN.shared[0], replace(MAP, **change)], SEEN.player).digest()
        for change in changes
    }
    assert len(found | {SEEN.digest()}) == 6
    assert ObservationLayout(SEEN.player, SEEN.shared).digest() != SEEN.digest()
    turned = [ActionBlock("turn", (Kind("angle", 6),), ""), *ACTIONS.blocks[2:0:-1]]
    assert ActionLayout(turned).digest() != ACTIONS.digest()
    assert ActionLayout(ACTIONS.blocks).digest() == ACTIONS.digest()
