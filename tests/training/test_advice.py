"""Networks that take advice: what they see, what they add to it, and what their files may say."""

from __future__ import annotations

import json
import pickle
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import exozoo
from exozoo.agents import load
from exozoo.envs.core.game import Extras
from tests.toy import TOY
from tests.toy.tuned import TUNED

torch = pytest.importorskip("torch")

from exozoo.agents.network.advice import (  # noqa: E402
    SETTLED,
    STANDING_UNITS,
    STANDINGS,
    UNITS,
    WORST,
    Advice,
    Eyes,
)
from exozoo.agents.network.checkpoint import load_network, save_network  # noqa: E402
from exozoo.agents.network.model import GameNetwork, NetworkSize  # noqa: E402
from exozoo.agents.policy import PolicyAgent  # noqa: E402
from exozoo.training.config import PpoConfig, load_config  # noqa: E402
from exozoo.training.ppo_plain import losses  # noqa: E402
from exozoo.training.progress import Run, latest_checkpoint  # noqa: E402
from exozoo.training.run import run_training  # noqa: E402
from exozoo.training.tables import Experience  # noqa: E402

TOY_CONFIG = Path(__file__).parents[1] / "toy" / "train.toml"
SMALL = NetworkSize(4, 32, 16, 16)
pytestmark = pytest.mark.compiled


def advised(game=TOY, scale=0.5):
    return GameNetwork(game, SMALL, Advice.of(game, scale)).eval()


@pytest.fixture
def batch():
    batch = exozoo.Batch(TOY, num_envs=40, seed=5, players=3)
    batch.random_steps(3)
    return batch


def advised_config(**changes):
    plain = {"learner": "plain_ppo", "network": {"advice": 0.5}}
    return load_config(TOY_CONFIG, "smoke", **{**plain, **changes})


def test_the_heuristics_opinion_stands_behind_the_observation(batch):
    rows = Eyes(TOY, Advice(None, 0.5))(batch.states, batch.masks)
    seen, told = np.split(rows, [TOY.observation.size(3)], axis=1)
    assert (seen == batch.observe()).all()
    points = load("heuristic", TOY).weights(batch.states, batch.masks)
    legal = batch.masks.astype(bool)
    best = np.where(legal, points, -np.inf).max(axis=1, keepdims=True)
    wanted = np.clip((points - best) / 0.5, WORST, 0) * UNITS
    assert np.abs(told - np.where(legal, wanted, 0)).max() <= 1
    assert (Eyes(TOY, None)(batch.states, batch.masks) == batch.observe()).all()


def test_what_the_heuristic_settles_is_not_left_to_the_network():
    game = exozoo.load_game("gaia_project")
    batch = exozoo.Batch(game, 4, seed=2, players=2)
    heuristic = load("heuristic", game)
    first = heuristic.act(batch.states, batch.masks)  # all choose factions
    told = Eyes(game, Advice.of(game, 0.1))(batch.states, batch.masks)[:, -game.num_actions :]
    others = batch.masks.astype(bool)
    others[np.arange(4), first] = False
    assert (told[np.arange(4), first] == 0).all()
    assert (told[others] == SETTLED * UNITS).all()
    batch.step(first)
    while (batch.states["round_number"] == 0).any():
        batch.step(heuristic.act(batch.states, batch.masks))
    told = Eyes(game, Advice.of(game, 0.1))(batch.states, batch.masks)[:, -game.num_actions :]
    assert told.min() >= WORST * UNITS


def test_a_config_names_the_heuristic_that_gives_advice(tmp_path: Path):
    changes = {"learner": "plain_ppo", "network": {"advice": 0.5}, "total_steps": 0}
    for version, told in ((None, 1), (0, 0)):
        config = load_config("alien_frontiers", "smoke", heuristic=version, **changes)
        advice = Run(config, tmp_path / str(version)).network.advice
        assert advice is not None
        assert advice.version == told
    with pytest.raises(ValueError, match=r"version=7: Alien Frontiers's heuristic has 0, 1"):
        load_config("alien_frontiers", "smoke", heuristic=7)


def test_how_the_position_stands_is_told_behind_the_opinion(batch):
    rows = Eyes(TOY, Advice(None, 0.5, standing=True))(batch.states, batch.masks)
    plain = Eyes(TOY, Advice(None, 0.5))(batch.states, batch.masks)
    assert (rows[:, :-STANDINGS] == plain).all()
    points = load("heuristic", TOY).weights(batch.states, batch.masks)
    best = np.where(batch.masks, points, -np.inf).max(axis=1)
    own = batch.states["scores"][np.arange(40), batch.states["seat"]]
    wanted = np.stack([best, best - own], axis=1)
    assert np.abs(rows[:, -STANDINGS:] / STANDING_UNITS - wanted).max() < 1 / STANDING_UNITS


def test_the_standing_moves_the_values_of_the_own_seat_alone(batch):
    network = GameNetwork(TOY, SMALL, Advice(None, 0.5, standing=True)).eval()
    rows = torch.from_numpy(Eyes(TOY, network.advice)(batch.states, batch.masks))
    rows[:, -STANDINGS:] = STANDING_UNITS
    with torch.no_grad():
        before = network.estimate(rows)[1]
        network.seat_values.from_standing.weight += 1.0
        change = network.estimate(rows)[1] - before
    assert (change[:, 0] != 0).all()
    assert (change[:, 1:] == 0).all()


def test_a_file_keeps_whether_the_standing_is_told(tmp_path):
    network = GameNetwork(TOY, SMALL, Advice(None, 0.5, standing=True))
    path = save_network(network, TOY, tmp_path / "net.safetensors")
    again, _ = load_network(path, TOY)
    assert again.advice == network.advice
    assert Advice.read({"version": None, "scale": 0.5}) == Advice(None, 0.5)  # files before it


def test_an_untrained_network_with_advice_plays_as_the_heuristic(batch):
    agent, heuristic = PolicyAgent(TOY, network=advised()), load("heuristic", TOY)
    chosen = agent.act(batch.states, batch.masks)
    points = np.where(batch.masks, heuristic.weights(batch.states, batch.masks), -np.inf)
    rows = np.arange(len(chosen))
    assert (points.max(axis=1) - points[rows, chosen] < 1e-3).all()  # ties may fall otherwise
    again = pickle.loads(pickle.dumps(agent))
    assert (again.act(batch.states, batch.masks) == chosen).all()


def test_what_it_learnt_is_added_to_the_advice(batch):
    network = advised()
    rows = torch.from_numpy(Eyes(TOY, network.advice)(batch.states, batch.masks))
    before, _ = network(rows)
    with torch.no_grad():
        network.flat_head.bias[3] += 2.0
    after, _ = network(rows)
    change = (after - before).detach().numpy()
    assert np.allclose(change[:, 3], 2.0, atol=1e-5)
    assert not np.delete(change, 3, axis=1).any()


def test_rows_without_advice_are_refused_by_their_size(batch):
    with pytest.raises(ValueError, match="entries: allowed are"):
        advised()(torch.from_numpy(batch.observe()))


def test_a_file_keeps_which_heuristic_it_listens_to(tmp_path, batch):
    network = advised(TUNED)
    assert network.advice is not None
    assert network.advice.version is not None
    path = save_network(network, TUNED, tmp_path / "net.safetensors")
    again, facts = load_network(path, TUNED)
    assert again.advice == network.advice
    assert facts["advice"] == {
        "version": network.advice.version,
        "scale": 0.5,
        "standing": False,
    }


@pytest.mark.parametrize(
    "advice",
    [
        {"version": 99, "scale": 1.0},
        {"version": 0, "scale": 0.0},
        {"version": 0, "scale": -1},
        {"version": 0, "scale": float("nan")},
        {"version": 0, "scale": 1.0, "standing": 1},
        {"version": 0, "scale": float("inf")},
        {"version": "os:system", "scale": 1.0},
        {"version": True, "scale": 1.0},
        {"version": 0},
        {"version": 0, "scale": 1.0, "agent": "exec:true"},
        "heuristic",
        [1, 2],
    ],
)
def test_a_file_with_other_advice_is_refused(tmp_path, advice):
    path = save_network(advised(TUNED), TUNED, tmp_path / "net.safetensors", advice=advice)
    with pytest.raises(ValueError, match=r"net\.safetensors"):
        load_network(path, TUNED)


def test_weights_for_advice_do_not_fit_a_network_without(tmp_path):
    path = save_network(advised(), TOY, tmp_path / "net.safetensors", advice=None)
    with pytest.raises(ValueError, match="heed"):
        load_network(path, TOY)


def test_search_asks_a_network_with_advice_for_positions(batch):
    policy = PolicyAgent(TOY, network=advised())
    search = load("mcts", TOY, simulations=12, evaluator=policy)
    chosen = search.act(batch.states, batch.masks)
    assert batch.masks[np.arange(len(chosen)), chosen].all()


@pytest.mark.parametrize("method", ["reinforcement", "expert-iteration"])
def test_a_run_trains_on_top_of_the_advice(tmp_path, method):
    expert = {"rounds": 1, "games": 6, "gate_games": 4, "search": "mcts(simulations=4)"}
    config = advised_config(method=method, expert=expert, total_steps=512)
    data = run_training(config, tmp_path / "run")
    assert data["steps"] >= (512 if method == "reinforcement" else 1)
    last = latest_checkpoint(tmp_path / "run")
    assert last is not None
    network, facts = load_network(last / "network.safetensors", TOY)
    assert network.advice == Advice(None, 0.5)
    assert facts["config"]["network"]["advice"] == 0.5
    assert any(weights.abs().sum() > 0 for weights in network.flat_head.parameters())
    again = Run(config, tmp_path / "run")  # a folder that can be gone on with
    assert again.network.advice == network.advice
    again.close()


def test_values_can_be_learnt_before_anything_is_said_against_the_advice(tmp_path):
    teaching = {"teacher": "heuristic", "rounds": 1, "games": 8, "choice": 0.0}
    config = advised_config(imitation=teaching, total_steps=0)
    fresh = Run(config, tmp_path / "fresh")
    fresh.close()
    run_training(config, tmp_path / "run")
    last = latest_checkpoint(tmp_path / "run")
    assert last is not None
    network, _ = load_network(last / "network.safetensors", TOY)
    assert not any(weights.any() for weights in network.flat_head.parameters())
    learnt, untaught = (n.seat_values.out.weight for n in (network, fresh.network))
    assert (learnt - untaught).abs().max() > 1e-4


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"learner": "maskable_ppo"}, "plain_ppo"),
        ({"network": {"advice": -1.0}}, "network.advice"),
    ],
)
def test_configs_say_where_advice_is_allowed(changes, words):
    with pytest.raises(ValueError, match=words):
        advised_config(**changes)


def test_a_game_without_heuristic_gives_no_advice():
    with pytest.raises(ValueError, match="has no heuristic"):
        Eyes(replace(TOY, extras=Extras()), Advice(None, 1.0))


def test_a_dataset_holds_no_advice(tmp_path):
    changes = {"imitation": {"teacher": "", "dataset": str(tmp_path)}}
    assert advised_config(**changes).network.advice == 0


def test_the_facts_of_a_network_are_json(tmp_path):
    path = save_network(advised(), TOY, tmp_path / "net.safetensors")
    facts = json.loads(path.with_suffix(".json").read_text())
    assert facts["advice"] == {"version": None, "scale": 0.5, "standing": False}


def test_restraint_counts_how_far_a_network_departs_from_its_advice(batch):
    network = advised()
    rows = torch.from_numpy(Eyes(TOY, network.advice)(batch.states, batch.masks))
    masks = torch.from_numpy(batch.masks)
    count = len(rows)
    _, values = network.estimate(rows)
    seen = Experience(
        rows, masks, masks.argmax(dim=1), torch.zeros(count), torch.ones(count), values.detach()
    )
    with torch.no_grad():
        for name, weights in network.named_parameters():
            if name.startswith(("flat_head", "square_head", "square_features")):
                weights.zero_()
        assert losses(network, seen, PpoConfig(restraint=0.5)).departure.abs() < 1e-5
        network.heed.fill_(30.0)
        free, bound = (losses(network, seen, PpoConfig(restraint=r)) for r in (0.0, 0.5))
    assert free.departure == 0
    assert bound.departure > 0.001
    assert bound.total - free.total == pytest.approx(0.5 * bound.departure.item(), rel=1e-4)


def test_restraint_needs_advice():
    with pytest.raises(ValueError, match="allowed with network"):
        load_config(TOY_CONFIG, "smoke", learner="plain_ppo", ppo={"restraint": 0.1})
