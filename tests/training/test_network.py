"""The network reads any layout, and agents made of it play by it."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import exozoo
from exozoo.envs.core.layout import (
    FLAG,
    ActionBlock,
    ActionLayout,
    Kind,
    ObservationBlock,
    ObservationLayout,
)
from tests.toy import TOY

torch = pytest.importorskip("torch")

from dataclasses import replace  # noqa: E402

from exozoo.agents.network.checkpoint import load_network, save_network  # noqa: E402
from exozoo.agents.network.inputs import Inputs  # noqa: E402
from exozoo.agents.network.model import (  # noqa: E402
    FADES,
    REACH,
    GameNetwork,
    NetworkSize,
    board_axes,
    look_ahead,
    look_around,
    sight,
)
from exozoo.agents.network.values import by_seat, by_turn, utilities  # noqa: E402
from exozoo.agents.policy import PolicyAgent  # noqa: E402

SMALL = NetworkSize(channels=4, width=32, seat_width=16, shared_width=16)
ROW, COL = Kind("row", 3), Kind("col", 4)
PIECE = Kind("piece", 3)
TILE = Kind.made_of("tile", Kind("variant", 11), Kind("shape", 12))
BOARD_GAME = replace(
    TOY,
    actions=ActionLayout(
        [
            ActionBlock("pass", (), "pass"),
            ActionBlock("place", (Kind("turn", 2), ROW, COL), "place"),
            ActionBlock("choose", (Kind("card", 5),), "choose"),
        ]
    ),
    observation=ObservationLayout(
        [
            ObservationBlock("kind", (Kind("number", 2),), -1, 300, "wide numbers"),
            ObservationBlock("map", (ROW, COL), 0, 1, "a shared board", FLAG),
            ObservationBlock("left", (Kind("y", 3), Kind("x", 4)), 0, 1, "no board", FLAG),
        ],
        [
            ObservationBlock("points", (), 0, 9, "a number"),
            ObservationBlock("terrain", (ROW, COL), -1, 3, "a board", Kind("terrain", 4)),
        ],
    ),
)


def test_boards_are_found_by_the_axes_of_the_squares_that_actions_name():
    assert board_axes(TOY.actions) == ()
    assert board_axes(BOARD_GAME.actions) == (ROW, COL)
    network = GameNetwork(BOARD_GAME, SMALL)
    assert set(network.shared_planes.blocks) == {"map"}  # not `left`, which is as large
    assert network.seat_planes.blocks == ["terrain"] * 5
    x = torch.zeros(2, BOARD_GAME.observation.size(2))
    x[0, 2 + 24 + 1 + 5] = 3  # seat 0, terrain of row 1, column 1
    planes = network.seat_planes(x[:, 26:].unflatten(1, (2, 13)))
    assert planes.shape == (2, 2, 12, 5)
    assert planes[0, 0, 5].tolist() == [0, 0, 0, 0, 1]  # code 3 is the fifth of -1..3
    assert planes[1, 0, :, 1].sum() == 12


def test_the_tiles_left_in_planet_unknown_are_no_planet():
    network = GameNetwork(exozoo.load_game("planet_unknown"), SMALL)
    assert network.shared_planes.size == 0
    assert "left" in network.shared_inputs.blocks
    rovers = network.seat_planes.about({"rover"})
    assert network.pieces.tolist() == rovers
    flags = network.seat_planes.about({"station", "symbol", "meteorite", "lifepod"})
    assert network.flags.tolist() == flags


def test_few_values_get_inputs_of_their_own_and_many_bits():
    table = (Kind("rank", 2), Kind("file", 8))
    blocks = [
        (0, ObservationBlock("code", (), -1, 2, "", PIECE)),
        (1, ObservationBlock("wide", table, -1, 3000, "")),
        (17, ObservationBlock("flag", (), 0, 1, "", FLAG)),
    ]
    x = torch.tensor([[1.0, 4.0, *[3000.0] * 15, 1.0]])
    inputs = Inputs(blocks)
    found = inputs(x)[0, 0].tolist()
    assert len(found) == inputs.size
    assert found[:18] == pytest.approx([2 / 3, 5 / 32, *[4.0] * 15, 1.0])  # 4 is the largest input
    assert found[18:22] == [0, 0, 1, 0]
    assert found[22:34] == [1, 0, 1, *[0] * 9]  # in binary
    wide = found[22 + 16 * 12 :]  # the 128 lowest values of the first row
    assert len(wide) == inputs.wide_size == 8 * 128
    assert [place for place, value in enumerate(wide) if value] == [5]


def test_codes_are_also_given_by_their_parts():
    blocks = [
        (0, ObservationBlock("held", (), -1, 131, "", TILE)),
        (1, ObservationBlock("record", (Kind("column", 2),), -1, 131, "", (TILE, None))),
    ]
    inputs = Inputs(blocks)
    assert inputs.wide_size == 3 * 133 + 2 * (11 + 12)
    for tile, marked in [(4 * 12 + 7, [4, 11 + 7]), (-1, [])]:
        found = inputs(torch.tensor([[tile, tile, tile]]).float())[0, 0, -46:].tolist()
        assert [place for place, value in enumerate(found[:23]) if value] == marked
        assert found[23:] == found[:23]


def test_at_a_place_entries_are_gathered_along_its_axes():
    axes = (Kind("seat", 2), ROW, Kind("way", 2), COL)
    block = ObservationBlock("block", axes, 0, 99, "")
    found = Inputs([(3, block)], (ROW, COL))(torch.arange(51.0)) * 32
    expected = torch.arange(3.0, 51.0).reshape(2, 3, 2, 4).permute(1, 3, 0, 2).reshape(12, 4)
    assert torch.equal(found, expected)


def test_all_tensors_move_with_the_network():
    """On the device "meta" a tensor that was left behind on the CPU raises."""
    for game, size in [
        (BOARD_GAME, SMALL),
        (thing_game(), replace(SMALL, thing_width=8)),
        (exozoo.load_game("planet_unknown"), replace(SMALL, thing_width=8)),
        (exozoo.load_game("gaia_project"), replace(SMALL, thing_width=8)),
    ]:
        network = GameNetwork(game, size).to("meta")
        for players in range(game.min_players, game.max_players + 1):
            x = torch.zeros(3, game.observation.size(players), dtype=torch.int16, device="meta")
            logits, values = network(x)
            assert logits.device.type == values.device.type == "meta"
            assert logits.shape == (3, game.num_actions)
            assert values.shape == (3, players)


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
    network = GameNetwork(replace(BOARD_GAME, min_players=1), SMALL)
    x = torch.randint(-1, 2, (3, BOARD_GAME.observation.size(players)))
    logits, values = network(x)
    assert logits.shape == (3, 30)
    assert values.shape == (3, players)
    assert torch.isfinite(logits).all()
    assert (values.abs() < 1).all()


def test_an_observation_of_no_table_is_refused():
    with pytest.raises(ValueError, match=r"52 for 2, .* players"):
        GameNetwork(BOARD_GAME, SMALL)(torch.zeros(1, 53))


def test_the_value_of_a_seat_follows_what_is_told_of_it():
    """One head serves all seats: two that look alike are worth the same, but for the one that looks."""
    network = GameNetwork(BOARD_GAME, SMALL)
    x = torch.zeros(1, BOARD_GAME.observation.size(4))
    values = network.estimate(x)[1][0]
    # rows of one product may be added up in different orders
    torch.testing.assert_close(values[1], values[2], rtol=0, atol=1e-6)
    torch.testing.assert_close(values[1], values[3], rtol=0, atol=1e-6)
    x[0, 26 + 2 * 13] = 9  # points of the seat opposite
    values = network.estimate(x)[1][0]
    assert ((values[2] - values[1]).abs() > 1e-5).all()
    assert torch.equal(values[1], values[3])


def test_what_only_solo_games_tell_reaches_the_network():
    deck = ObservationBlock("deck", (), 0, 9, "of the game's own opponent")
    layout = BOARD_GAME.observation
    game = replace(
        BOARD_GAME,
        min_players=1,
        observation=ObservationLayout(layout.shared, layout.player, [deck]),
    )
    network = GameNetwork(game, SMALL)
    x = torch.zeros(1, game.observation.size(1))
    before = network(x)[0]
    x[0, -1] = 9
    assert (network(x)[0] != before).any()
    assert network(x)[1].shape == (1, 1)
    assert network(torch.zeros(1, game.observation.size(2)))[1].shape == (1, 2)


def test_tables_of_different_sizes_need_not_play_alike():
    network = GameNetwork(BOARD_GAME, SMALL)
    x = torch.zeros(1, BOARD_GAME.observation.size(3))
    before = network(x)[0]
    with torch.no_grad():
        network.table_size.weight[3] = 1.0
    assert (network(x)[0] != before).any()


def test_values_in_turn_order_and_by_seat_are_two_views_of_the_same():
    lookers = np.array([2, 0, 1])
    by_table = np.array([[10, 11, 12]] * 3)
    turned = by_turn(by_table, lookers)
    assert turned.tolist() == [[12, 10, 11], [10, 11, 12], [11, 12, 10]]
    assert (by_seat(turned, lookers) == by_table).all()


def test_a_utility_is_half_the_place_and_half_the_lead():
    scores, ranks = np.array([[30, 10, 20]]), np.array([[1, 3, 2]])
    found = utilities(scores, ranks, np.zeros(1), scale=10.0)[0]
    leads = np.tanh([1.0, -2.0, -1.0])
    assert found == pytest.approx(0.5 * np.array([1, -1, 0]) + 0.5 * leads)
    alone = utilities(np.array([[30], [10]]), np.ones((2, 1)), np.array([20, 20]), 10.0)
    assert alone[:, 0] == pytest.approx([0.5 + 0.5 * np.tanh(1), -0.5 - 0.5 * np.tanh(1)])


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


def test_a_checkpoint_for_other_layouts_is_refused_though_sizes_are_the_same(tmp_path: Path):
    path = save_network(GameNetwork(TOY, SMALL), TOY, tmp_path / "a.safetensors")
    hand, turned = TOY.observation.shared
    swapped = ObservationLayout([turned, hand], TOY.observation.player)
    with pytest.raises(ValueError, match="observation is"):
        load_network(path, replace(TOY, observation=swapped))
    (play,) = TOY.actions.blocks
    renamed = ActionLayout([replace(play, name="keep")])
    with pytest.raises(ValueError, match="actions is"):
        load_network(path, replace(TOY, actions=renamed))


def test_a_damaged_checkpoint_is_refused_in_one_line(tmp_path: Path):
    path = save_network(GameNetwork(TOY, SMALL), TOY, tmp_path / "a.safetensors")
    weights, facts = path.read_bytes(), path.with_suffix(".json").read_text()
    sizes = json.loads(facts)["network"]
    broken = [
        (weights[:-9], facts),
        (b"", facts),
        (weights, facts[:-9]),
        (weights, "[]"),
        (weights, facts.replace('"format": 3', '"format": 1')),
        (weights, facts.replace('"width": 32', '"width": 40')),
        (weights, facts.replace('"width": 32', '"width": 1e9')),
        (weights, facts.replace('"channels"', '"kinds"')),
        (weights, json.dumps({**json.loads(facts), "network": [*sizes]})),
    ]
    for some_weights, some_facts in broken:
        path.write_bytes(some_weights)
        path.with_suffix(".json").write_text(some_facts)
        with pytest.raises(ValueError, match=r"a\.(safetensors|json): ") as raised:
            load_network(path, TOY)
        assert "\n" not in str(raised.value)
    path.with_suffix(".json").unlink()
    with pytest.raises(ValueError, match="cannot be read"):
        load_network(path, TOY)


def test_weights_that_are_no_numbers_are_refused(tmp_path: Path):
    network = GameNetwork(TOY, SMALL)
    with torch.no_grad():
        network.seat_values.out.bias += float("nan")
    path = save_network(network, TOY, tmp_path / "a.safetensors")
    with pytest.raises(ValueError, match=r"seat_values\.out\.bias"):
        load_network(path, TOY)


def test_draws_follow_the_probabilities_of_the_network():
    network = GameNetwork(TOY, SMALL)
    batch = exozoo.Batch(TOY, 1, seed=3)
    legal = np.flatnonzero(batch.masks[0])
    with torch.no_grad():
        network.flat_head.weight.zero_()
        network.flat_head.bias[torch.tensor(legal)] = torch.tensor([0.6, 0.25, 0.1, 0.05]).log()
    states, masks = batch.states.repeat(4000), batch.masks.repeat(4000, axis=0)
    states["ply"] = np.arange(4000)  # the draw follows the ply
    drawn = PolicyAgent(TOY, 1, network=network, sample=True).act(states, masks)
    shares = [(drawn == action).mean() for action in legal]
    assert shares == pytest.approx([0.6, 0.25, 0.1, 0.05], abs=0.03)
    part = PolicyAgent(TOY, 1, network=network, sample=True).act(states[7:9], masks[7:9])
    assert part.tolist() == drawn[7:9].tolist()  # however the positions are batched


def test_priors_of_the_evaluator_are_probabilities_of_legal_actions():
    batch = exozoo.Batch(TOY, 5)
    agent = PolicyAgent(TOY, network=GameNetwork(TOY, SMALL))
    priors, values = agent.of_states(batch.states, batch.masks)
    assert priors.sum(axis=1) == pytest.approx(1.0)
    assert (priors[batch.masks == 0] == 0).all()
    assert values.shape == (5, 2)
    assert (abs(values) <= 1).all()


def test_an_agent_computes_where_it_is_told_to():
    network = GameNetwork(TOY, SMALL)
    assert PolicyAgent(TOY, network=network, device="cpu").network is network
    with pytest.raises(ValueError, match="device='nowhere'"):
        PolicyAgent(TOY, network=network, device="nowhere")
    assert next(PolicyAgent(TOY, network=network, device="meta").network.parameters()).is_meta


def thing_game():
    """Actions that name one of nine things, of which the observation tells a code and a flag."""
    thing, other = Kind("thing", 9), Kind("other", 9)
    return replace(
        TOY,
        actions=ActionLayout(
            [
                ActionBlock("other", (Kind("one", 3),), ""),
                ActionBlock("thing", (thing,), ""),
                ActionBlock("pair", (Kind("way", 2), thing), ""),
            ]
        ),
        observation=ObservationLayout(
            [
                ObservationBlock("code", (thing,), -1, 3, "", Kind("colour", 4)),
                ObservationBlock("rest", (other,), 0, 1, "as many of something else", FLAG),
                ObservationBlock("number", (), 0, 1, ""),
            ],
            [ObservationBlock("flag", (thing,), 0, 1, "", FLAG)],
        ),
    )


def test_what_is_said_about_a_thing_decides_its_own_logits():
    network = GameNetwork(thing_game(), replace(SMALL, thing_width=8))
    (things,) = network.things
    x = torch.zeros(1, 19 + 2 * 9)
    trunk = torch.zeros(1, 32)

    def logits(x):
        seats = x[:, 19:].unflatten(1, (2, 9))
        found = torch.zeros(1, 30)
        return things.add_logits(found, things.encode(x, seats), trunk)[0]

    before = logits(x)
    assert sorted(things.ids.tolist()) == list(range(3, 30))
    for entry in (4, 19 + 4, 28 + 4):  # its code, the own flag, another seat's flag
        changed = x.clone()
        changed[0, entry] = 1
        moved = (logits(changed) != before).nonzero().flatten().tolist()
        assert moved == [3 + 4, 12 + 4, 21 + 4]
    x[0, 9 + 4] = 1
    assert torch.equal(logits(x), before)
    assert network(x)[0].shape == (1, 30)
