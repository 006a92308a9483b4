"""Gymnasium's and stable-baselines3's checkers on the one-learner environment, and its credit."""

from __future__ import annotations

import copy
import pickle
import warnings
from itertools import pairwise

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from stable_baselines3.common.env_checker import check_env as sb3_check_env

from exozoo.envs.core.agent import Agent
from exozoo.envs.core.game import Game
from exozoo.envs.core.rewards import REWARDS, final_rewards
from exozoo.envs.wrappers.single import SingleEnv
from tests.all_games.games import PAID_AT_ONCE, each_count, each_game, pick, standing
from tests.toy import TOY

pytestmark = pytest.mark.compiled


class PickAgent(Agent):
    """Plays `pick`; keeps the seats that it was asked for."""

    def __init__(self, game: Game, seed: int = 0):
        super().__init__(game, seed)
        self.seats: list[int] = []

    def act(self, states, masks):
        self.seats += states["seat"].tolist()
        return pick(states["ply"], masks)


def play_on(environment: SingleEnv) -> list[float]:
    """The learner too plays `pick`; returns its rewards."""
    rewards = []
    over = False
    while not over:
        session = environment.session
        _, reward, over, _, _ = environment.step(pick(session.states["ply"], session.masks)[0])
        rewards.append(reward)
    return rewards


@each_count
@pytest.mark.parametrize("seat", [0, "random"])
def test_gymnasium_checker(game, players, seat):
    environment = SingleEnv(game, players=players, seat=seat)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=".*alternative render modes.*")
        warnings.filterwarnings("ignore", message=".*minimum and maximum.*")
        check_env(environment)


@each_count
def test_sb3_checker(game, players):
    sb3_check_env(SingleEnv(game, players=players, seat="random"))


@each_count
def test_reward_is_the_learners_own(game, players):
    """A seat's stream, rebuilt from the plain engine, equals the environment's."""
    cases = [("score", seat) for seat in range(players)]
    for kind, seat in [*cases, *((kind, players - 1) for kind in REWARDS if kind != "score")]:
        environment = SingleEnv(game, PickAgent(game), seat=seat, reward=kind, players=players)
        environment.reset(seed=3)
        rewards = play_on(environment)
        assert rewards == pytest.approx(stream(game, players, seat, kind, 3))
        if kind not in PAID_AT_ONCE:
            assert not any(rewards[:-1])


def stream(game: Game, players: int, seat: int, kind: str, seed: int) -> list[float]:
    """One seat's rewards from decision to its own next decision, by plain engine calls."""
    state = game.new_state(seed, players=players)
    marks = []  # the seat's points or lead at each of its decisions, and at the end
    while not game.is_over(state):
        if game.seat(state) == seat:
            marks.append(standing(kind, game.scores(state), seat))
        game.step(state, pick([state["ply"]], game.legal_mask(state)[None])[0])
    marks.append(standing(kind, game.scores(state), seat))
    if kind in PAID_AT_ONCE:
        return [float(b - a) for a, b in pairwise(marks)]
    final = final_rewards(
        kind,
        np.array([game.scores(state)]),
        np.array([game.ranking(state)]),
        np.array([state["target"]]),
    )
    return [0.0] * (len(marks) - 2) + [float(final[0, seat])]


@each_count
def test_opponents_sit_where_they_are_put(game, players):
    agents = [PickAgent(game) for _ in range(players - 1)]
    for seat in {0, players - 1}:
        for agent in agents:
            agent.seats = []
        environment = SingleEnv(game, agents, seat=seat, players=players)
        environment.reset(seed=2)
        play_on(environment)
        for place, agent in enumerate(agents):
            assert set(agent.seats) <= {(seat + 1 + place) % players}
            assert agent.seats


@each_count
def test_bad_actions_change_nothing(game, players):
    environment = SingleEnv(game, players=players)
    with pytest.raises(ValueError, match="reset"):
        environment.step(0)
    environment.reset(seed=1)
    session = environment.session
    before = session.states.tobytes()
    illegal = int(np.flatnonzero(session.mask == 0)[0])
    for action in (illegal, -1, game.num_actions, 1.0, "1", None):
        with pytest.raises(ValueError, match="action"):
            environment.step(action)
        assert session.states.tobytes() == before
    play_on(environment)
    before = session.states.tobytes()
    with pytest.raises(ValueError, match="over"):
        environment.step(0)
    assert session.states.tobytes() == before


@each_game
def test_bad_settings_are_refused(game):
    for settings in (
        {"players": game.max_players + 1},
        {"colour": "red"},
        {"reward": "fame"},
        {"seat": 9},
        {"seat": "left"},
        {"seat": True},
        {"opponents": "nobody"},
        {"opponents": "no_such_module:Agent"},
        {"opponents": ["random"] * 9},
        {"opponents": 3},
        {"render_mode": "opera"},
    ):
        with pytest.raises(ValueError, match=r"allowed|cannot be loaded"):
            SingleEnv(game, **settings)
    environment = SingleEnv(game)
    with pytest.raises(ValueError, match="seed"):
        environment.reset(seed=-1)
    with pytest.raises(ValueError, match="options"):
        environment.reset(options={"players": 3})


@each_game
def test_sampling_is_legal_and_seeded(game):
    environment = SingleEnv(game)
    environment.reset(seed=1)
    environment.action_space.seed(8)
    environment.step(environment.action_space.sample())
    for _ in range(20):
        assert environment.session.mask[environment.action_space.sample()]
    plain = pickle.loads(pickle.dumps(environment.action_space))
    assert plain == gymnasium.spaces.Discrete(game.num_actions)
    assert {int(plain.sample()) for _ in range(200)} - set(np.flatnonzero(environment.session.mask))


@each_game
def test_copies_live_apart(game):
    environment = SingleEnv(game)
    environment.reset(seed=1)
    twin = copy.deepcopy(environment)
    before = environment.session.states.tobytes()
    twin.step(twin.action_space.sample())
    assert environment.session.states.tobytes() == before
    if not twin.session.over:
        assert twin.session.mask[twin.action_space.sample()]


@each_game
def test_a_played_game_verifies(game):
    environment = SingleEnv(game, seat="random")
    environment.reset(seed=6)
    play_on(environment)
    environment.replay().verify(game)


def test_opponents_may_have_settings():
    environment = SingleEnv(TOY, "mcts(simulations=7)")
    assert environment.opponents[0].simulations == 7
    with pytest.raises(ValueError, match="no setting 'depth'"):
        SingleEnv(TOY, "mcts(depth=7)")
