"""Text environments: whole games by words, wrong words, rewards."""

from __future__ import annotations

import numpy as np
import pytest

from exozoo.envs.registry import game_names
from exozoo.envs.text import TextEnv
from tests.language.chat_server import LEGAL
from tests.toy import TOY

SHORT = {  # options that end random games early
    "alien_frontiers": {"turn_limit": 20},
    "beyond_the_sun": {"max_rounds": 4},
}


def answer(text: str, rng: np.random.Generator) -> str:
    """Any legal action, from the text alone."""
    return f"Let me see.\nACTION: {rng.choice(LEGAL.findall(text.rpartition('Legal actions:')[2]))}"


def play(env: TextEnv, seed: int = 0, players: int | None = None):
    rng = np.random.default_rng(seed)
    env.reset(players, seed=seed)
    done = False
    while not done:
        seat, text = env.get_observation()
        assert seat in env.table.seats
        done, info = env.step(answer(text, rng))
        assert info["player"] == seat
        assert info["words"]
    return env.close()


@pytest.mark.compiled
@pytest.mark.parametrize("name", game_names())
@pytest.mark.parametrize("seats", [None, [1]])
def test_whole_games_by_words(name, seats):
    env = TextEnv(name, seats=seats, opponent="random", **SHORT.get(name, {}), players=2)
    rewards, facts = play(env, seed=3)
    assert sum(rewards.values()) == pytest.approx(0)
    assert set(rewards) == {0, 1}
    assert set(facts) == {0, 1} if seats is None else {1}
    assert all(fact["over"] and fact["decisions"] for fact in facts.values())
    assert sorted(next(iter(facts.values()))["places"])[0] == 1


def test_the_rules_are_told_once_to_each_seat():
    env = TextEnv(TOY)
    env.reset(3, seed=1)
    rng = np.random.default_rng(0)
    told: dict[int, list[bool]] = {}
    for _ in range(6):
        seat, text = env.get_observation()
        told.setdefault(seat, []).append(TOY.rules_text in text)
        env.step(answer(text, rng))
    assert told == {seat: [True, False] for seat in range(3)}


def test_wrong_answers_are_explained_then_lose():
    env = TextEnv(TOY, retries=2)
    env.reset(2, seed=1)
    for count in (1, 2):
        done, info = env.step("ACTION: 99")
        assert (done, info["wrong"]) == (False, "illegal")
        assert "99 is not among the legal actions" in env.get_observation()[1]
        assert env.close()[1][0]["wrong_answers"] == count
    done, info = env.step("I resign")
    assert (done, info["wrong"]) == (True, "format")
    rewards, facts = env.close()
    assert rewards == {0: -1.0, 1: 1.0}
    assert facts[0]["lost_by_wrong_answers"]
    assert not facts[1]["lost_by_wrong_answers"]
    assert env.get_observation()[1] == TOY.to_text(env.table.session.state, 0)
    with pytest.raises(ValueError, match="reset"):
        env.step("ACTION: 1")


def test_a_right_answer_forgives_the_wrong_ones():
    env = TextEnv(TOY, retries=1)
    env.reset(2, seed=1)
    rng = np.random.default_rng(0)
    for _ in range(4):
        _, text = env.get_observation()
        assert env.step("?")[0] is False
        assert env.step(answer(text, rng))[0] is False


def test_same_seed_same_words():
    games = []
    for _ in range(2):
        env = TextEnv(TOY, seats=[0], opponent="random")
        games.append((play(env, seed=7), env.table.session.actions))
    assert games[0] == games[1]


@pytest.mark.parametrize(
    "wrong",
    [
        {"reward": "gold"},
        {"retries": -1},
        {"players": 9},
        {"colour": "red"},
        {"template": "nowhere"},
    ],
)
def test_wrong_settings_are_refused(wrong):
    with pytest.raises(ValueError, match=r"allowed|nowhere"):
        TextEnv(TOY, **wrong)
    with pytest.raises(ValueError, match="reset first"):
        TextEnv(TOY).get_observation()
    with pytest.raises(ValueError, match="seats"):
        TextEnv(TOY, seats=[5]).reset(2)


def test_textarena_takes_it():
    ta = pytest.importorskip("textarena")
    from exozoo.envs.wrappers.textarena import textarena_env

    env = ta.wrappers.LLMObservationWrapper(textarena_env(TOY))
    assert isinstance(env.env, ta.Env)
    env.reset(num_players=3, seed=1)
    rng = np.random.default_rng(0)
    done = False
    while not done:
        player, text = env.get_observation()
        assert isinstance(text, str)
        done, info = env.step(action=answer(text, rng))
        assert info["player"] == player
    rewards, info = env.close()
    assert sum(rewards.values()) == pytest.approx(0)
    assert set(info) == {0, 1, 2}
