"""The contract of agents, on the toy."""

from __future__ import annotations

import numpy as np
import pytest

import exozoo
from exozoo.envs.core.agent import Agent
from tests.toy import TOY


class LastCard(Agent):
    def act(self, states, masks):
        return masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)


def test_random_agent_is_legal_seeded_and_uniform():
    batch = exozoo.Batch(TOY, 2000, seed=1)
    masks = batch.legal()
    agent = exozoo.agents.load("random", game=TOY, seed=5)
    actions = agent.act(batch.states, masks)
    assert actions.dtype == np.int64
    assert masks[np.arange(2000), actions].all()
    agent.reseed(5)
    assert np.array_equal(agent.act(batch.states, masks), actions)
    other = exozoo.agents.load("random", game=TOY, seed=6).act(batch.states, masks)
    assert not np.array_equal(other, actions)
    same = np.repeat(masks[:1], 4000, axis=0)
    counts = np.bincount(agent.act(batch.states[:1].repeat(4000), same), minlength=16)
    assert (np.abs(counts[masks[0] == 1] - 1000) < 150).all()


def test_agents_from_elsewhere():
    agent = exozoo.agents.load("tests.agents.test_agents:LastCard", game=TOY)
    assert isinstance(agent, Agent)
    for name in ("nobody", "tests.agents.test_agents:Nobody", "numpy:array", "no_such_module:X"):
        with pytest.raises((ValueError, TypeError), match=r"agent|argument"):
            exozoo.agents.load(name, game=TOY)
