"""Observations in the forms that other libraries want: same content, sound spaces."""

from __future__ import annotations

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test

from exozoo.envs.adapt import FlatObservation, FloatObservation, MaskInObservation, bare
from exozoo.envs.wrappers.aec import raw_env
from exozoo.envs.wrappers.parallel import parallel_env
from exozoo.envs.wrappers.single import SingleEnv
from tests.toy import TOY

pytestmark = pytest.mark.compiled


@pytest.mark.parametrize("kind", [MaskInObservation, FloatObservation, FlatObservation])
def test_gymnasium_finds_no_fault(kind):
    check_env(kind(SingleEnv(TOY)), skip_render_check=True)


def test_the_forms_say_the_same():
    plain, paired, scaled, flat = (
        SingleEnv(TOY),
        MaskInObservation(SingleEnv(TOY)),
        FloatObservation(SingleEnv(TOY)),
        FlatObservation(SingleEnv(TOY)),
    )
    one, info = plain.reset(seed=5)
    two, three, four = (env.reset(seed=5)[0] for env in (paired, scaled, flat))
    over = False
    while not over:
        np.testing.assert_array_equal(two["observation"], one)
        np.testing.assert_array_equal(two["action_mask"], info["action_mask"])
        widest = np.maximum(np.abs(plain.observation_space.high), 1).astype(np.float32)
        np.testing.assert_allclose(three, one / widest, rtol=1e-6)
        seen, mask = flat.split(four)
        np.testing.assert_array_equal(seen, three)
        np.testing.assert_array_equal(mask, info["action_mask"])
        assert flat.observation_space.contains(four)
        action = int(info["action_mask"].argmax())
        one, _, over, _, info = plain.step(action)
        two, three, four = (env.step(action)[0] for env in (paired, scaled, flat))


def test_pettingzoo_finds_no_fault(capsys):
    api_test(bare(raw_env(TOY)), num_cycles=50)
    parallel_api_test(bare(parallel_env(TOY)), num_cycles=50)
    assert "Passed" in capsys.readouterr().out


@pytest.mark.parametrize("make", [raw_env, parallel_env])
def test_bare_environments_keep_one_space_a_seat(make):
    env = bare(make(TOY))
    assert env.observation_space("player_0") is env.observation_space("player_0")
    env.reset(seed=1)
    seen = env.observe("player_0") if make is raw_env else env.reset(seed=1)[0]["player_0"]
    assert env.observation_space("player_0").contains(seen)
    assert np.abs(seen).max() <= 1
