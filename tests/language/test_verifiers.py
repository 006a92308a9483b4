"""Games as tasks of `verifiers`. Its chat program runs under `uv`, which installs what that needs."""

from __future__ import annotations

import asyncio
import shutil

import pytest

from tests.language.chat_server import any_legal, serving

vf = pytest.importorskip("verifiers.v1")
pytestmark = pytest.mark.skipif(shutil.which("uv") is None, reason="verifiers needs uv")

PLUGIN = """
from exozoo.envs.verifiers import ExozooEnv, ExozooTaskset

__all__ = ["ExozooEnv", "ExozooTaskset"]
"""


async def episode(url: str, number: int):
    from verifiers.v1.utils.loaders import load_environment

    from exozoo.envs.verifiers import ExozooConfig, ExozooEnvConfig

    tasks = ExozooConfig(id="my_games", game="tests.toy:TOY", players=3, seat=1, retries=1)
    env = load_environment(ExozooEnvConfig(taskset=tasks))
    deals = env.taskset.load()
    task = [next(deals) for _ in range(number + 1)][number]
    client = vf.EvalClientConfig(base_url=url, api_key_var="A_KEY")
    async with env.serving():
        return await env.run_episode(task, vf.ModelContext(model="m", client=client))


@pytest.fixture(autouse=True)
def plugin(tmp_path, monkeypatch):
    (tmp_path / "my_games.py").write_text(PLUGIN)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("A_KEY", "k")


def test_a_game_is_an_episode():
    with serving(any_legal) as server:
        played = asyncio.run(episode(server.url, 2))
    assert played.ok, played.errors
    (trace,) = played.traces
    assert trace.metrics["decisions"] == trace.num_turns == len(server.requests) == 3
    assert -1 <= trace.rewards["game"].score <= 1
    assert "play card" in server.requests[0]["messages"][-1]["content"]


def test_wrong_answers_lose():
    with serving(lambda number, messages: "no idea") as server:
        played = asyncio.run(episode(server.url, 0))
    assert played.ok, played.errors
    (trace,) = played.traces
    assert trace.rewards["game"].score == -1
    assert trace.metrics["lost_by_wrong_answers"] == 1
    assert len(server.requests) == 2
