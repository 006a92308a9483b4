"""The network reads any layout, and agents made of it play by it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import exozoo
from exozoo.envs.core.layout import ActionBlock, ActionLayout, ObservationBlock, ObservationLayout
from tests.toy import TOY

torch = pytest.importorskip("torch")

from dataclasses import replace  # noqa: E402

from exozoo.agents.network.checkpoint import load_network, save_network  # noqa: E402
from exozoo.agents.network.model import (  # noqa: E402
    FADES,
    REACH,
    Encoder,
    GameNetwork,
    NetworkSize,
    board_shape,
    look_ahead,
    look_around,
    sight,
)
from exozoo.agents.policy import PolicyAgent  # noqa: E402

SMALL = NetworkSize(channels=4, width=32, seat_width=16, shared_width=16)
BOARD_GAME = replace(
    TOY,
    actions=ActionLayout(
        [
            ActionBlock("pass", (1,), "pass"),
            ActionBlock("place", (2, 3, 4), "place", ("turn", "row", "col")),
            ActionBlock("choose", (5,), "choose", ("card",)),
        ]
    ),
    observation=ObservationLayout(
        [
            ObservationBlock("kind", (2,), -1, 300, "a wide code"),
            ObservationBlock("map", (3, 4), 0, 1, "a shared board"),
        ],
        [
            ObservationBlock("points", (1,), 0, 9, "a number"),
            ObservationBlock("terrain", (12,), -1, 3, "a board of codes, flat"),
        ],
    ),
)


def test_boards_are_found_by_the_squares_that_actions_name():
    assert board_shape(TOY.actions) is None
    assert board_shape(BOARD_GAME.actions) == (3, 4)
    network = GameNetwork(BOARD_GAME, SMALL)
    assert network.shared_planes.count == 1
    assert network.seat_planes.count == 5
    x = torch.zeros(2, BOARD_GAME.observation.size(2))
    x[0, 2 + 12 + 1 + 5] = 3  # seat 0, terrain of row 1, column 1
    planes = network.seat_planes(x[:, 14:].unflatten(1, (2, 13)))
    assert planes[0, 0, 4, 5] == 1  # code 3 is the fifth of -1..3
    assert planes[0, 0, 1, 5] == 0
    assert planes[1, 0, 1].sum() == 12


def test_small_codes_get_inputs_of_their_own_and_wide_ones_bits():
    blocks = [
        (0, ObservationBlock("code", (1,), -1, 2, "")),
        (1, ObservationBlock("wide", (2, 8), -1, 3000, "")),
        (17, ObservationBlock("flag", (1,), 0, 1, "")),
    ]
    x = torch.tensor([[1.0, 4.0, *[3000.0] * 15, 1.0]])
    found = Encoder(blocks, run=12)(x)[0].tolist()
    assert found[:18] == pytest.approx([2 / 3, 5 / 32, *[4.0] * 15, 1.0])  # 4 is the largest input
    assert found[18:22] == [0, 0, 1, 0]
    assert found[22:34] == [1, 0, 1, *[0] * 9]  # in binary
    wide = found[22 + 16 * 12 :]  # the 128 lowest values of the first row, dozens, places in them
    assert len(wide) == 8 * (128 + 11 + 12)
    marked = [place for place, value in enumerate(wide[:151]) if value]
    assert marked == [5, 128, 128 + 11 + 4]  # 5 above the lowest; in the first dozen, its fifth


def test_from_where_a_piece_stands_the_network_looks_in_each_direction():
    pieces, planes = torch.zeros(1, 2, 3, 4), torch.zeros(1, 1, 3, 4)
    pieces[0, 0, 1, 1] = 1
    planes[0, 0, 1, 3] = 1  # two steps to the right
    planes[0, 0, 0, 0] = 10  # up and left
    planes[0, 0, 1, 1] = 100
    found = look_around(pieces, planes, sight(3, 4))[0]
    corner = 10 * FADES
    assert found.tolist() == pytest.approx([100, FADES, corner, 0, corner, 0, 0, 0, 0, 0])


def test_filters_look_at_the_squares_that_begin_at_each():
    features, filters = torch.randn(2, 3, 5, 6), torch.randn(2, 2 * 3 * REACH**2)
    found = look_ahead(features, filters)
    weights = filters.reshape(2, 2, 3, REACH, REACH)
    for row, kind, top, left in [(0, 0, 0, 0), (1, 1, 1, 2), (0, 1, 3, 4), (1, 0, 4, 5)]:
        seen = features[row, :, top : top + REACH, left : left + REACH]
        weighed = weights[row, kind, :, : seen.shape[1], : seen.shape[2]] * seen
        assert found[row, kind, top, left] == pytest.approx(weighed.sum().item(), abs=1e-4)


@pytest.mark.parametrize("players", [1, 2, 4])
def test_one_network_serves_any_number_of_seats(players):
    network = GameNetwork(BOARD_GAME, SMALL)
    x = torch.randint(-1, 2, (3, BOARD_GAME.observation.size(players)))
    logits, value = network(x)
    assert logits.shape == (3, 30)
    assert value.shape == (3,)
    assert torch.isfinite(logits).all()


def test_logits_of_squares_stand_at_their_action_ids():
    network = GameNetwork(BOARD_GAME, SMALL)
    with torch.no_grad():
        network.square_head.bias += torch.tensor([100.0, 200.0])
        network.flat_head.bias[0] = -50.0
    logits = network(torch.zeros(1, BOARD_GAME.observation.size(2)))[0][0]
    assert logits[0] < -40
    assert (logits[1:13].round(decimals=-2) == 100).all()
    assert (logits[13:25].round(decimals=-2) == 200).all()
    assert (logits[25:].abs() < 1).all()


def test_a_checkpoint_gives_the_same_player_back(tmp_path: Path):
    torch.manual_seed(1)
    network = GameNetwork(TOY, SMALL)
    path = save_network(network, TOY, tmp_path / "a.safetensors", steps=7)
    batch = exozoo.Batch(TOY, 30, players=3)
    before = PolicyAgent(TOY, network=network).act(batch.states, batch.masks)
    agent = PolicyAgent(TOY, path=path)
    assert agent.facts["steps"] == 7
    assert (agent.act(batch.states, batch.masks) == before).all()
    assert batch.masks[np.arange(30), before].all()
    half = save_network(network, TOY, tmp_path / "b.safetensors", half=True)
    assert half.stat().st_size < 0.7 * path.stat().st_size
    drawn = PolicyAgent(TOY, seed=4, path=half, sample=True)
    first = drawn.act(batch.states, batch.masks)
    assert batch.masks[np.arange(30), first].all()
    assert (first == drawn.act(batch.states, batch.masks)).all()
    assert (first != before).any()


def test_a_checkpoint_for_other_rules_is_refused(tmp_path: Path):
    path = save_network(GameNetwork(TOY, SMALL), TOY, tmp_path / "a.safetensors")
    with pytest.raises(ValueError, match="game_version"):
        load_network(path, replace(TOY, version=1))
    with pytest.raises(ValueError, match="no checkpoint"):
        load_network(tmp_path / "b.safetensors", TOY)
    with pytest.raises(ValueError, match="no trained network"):
        PolicyAgent(TOY)


def test_priors_of_the_evaluator_are_probabilities_of_legal_actions():
    batch = exozoo.Batch(TOY, 5)
    agent = PolicyAgent(TOY, network=GameNetwork(TOY, SMALL))
    priors, values = agent.evaluator(batch.observe(), batch.masks)
    assert priors.sum(axis=1) == pytest.approx(1.0)
    assert (priors[batch.masks == 0] == 0).all()
    assert (abs(values) <= 1).all()


def thing_game(count=9):
    """Actions that name one of nine things, of which the observation tells a code and a flag."""
    return replace(
        TOY,
        actions=ActionLayout(
            [
                ActionBlock("other", (3,), "", ()),
                ActionBlock("thing", (count,), "", ("thing",)),
                ActionBlock("pair", (count, 2), "", ("thing", "way")),
            ]
        ),
        observation=ObservationLayout(
            [ObservationBlock("code", (count,), -1, 3, "")],
            [ObservationBlock("flag", (count,), 0, 1, "")],
        ),
    )


def test_what_is_said_about_a_thing_decides_its_own_logits():
    network = GameNetwork(thing_game(), replace(SMALL, thing_width=8))
    (things,) = network.things
    x = torch.zeros(1, 9 + 2 * 9)
    trunk = torch.zeros(1, 32)

    def logits(x):
        seats = x[:, 9:].unflatten(1, (2, 9))
        return things.logits(things.encode(x, seats), trunk)[0]

    before = logits(x)
    assert things.ids.tolist() == list(range(3, 30))
    for entry in (4, 9 + 4, 18 + 4):  # its code, the own flag, another seat's flag
        changed = x.clone()
        changed[0, entry] = 1
        moved = (logits(changed) != before).nonzero().flatten().tolist()
        assert moved == [4, 9 + 2 * 4, 9 + 2 * 4 + 1]
    assert network(x)[0].shape == (1, 30)
