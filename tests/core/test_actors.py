"""A Ray cluster does what processes do, and what a lost node had in hand is done again."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from exozoo.agents.arena.run import ArenaSettings, run_arena
from exozoo.envs.core.workers import Workers
from exozoo.training.datasets.run import run_selfplay
from tests.agents.test_arena import strip_times
from tests.datasets.folders import contents, toy_settings

ray = pytest.importorskip("ray", reason="ray is not installed: pip install 'exozoo[scale]'")
pytestmark = pytest.mark.slow
TWO = Workers(2, "ray")


@pytest.fixture(scope="module")
def cluster():
    """A head that does no work, and a node that does; those that are killed come on top."""
    from ray.cluster_utils import Cluster

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_worker_niceness", "0")  # else they starve beside other work
        made = Cluster(initialize_head=True, head_node_args={"num_cpus": 0})
        made.add_node(num_cpus=1)
        ray.init(address=made.address, log_to_driver=False, logging_level="ERROR")
        yield made
        ray.shutdown()
        made.shutdown()


def slow_square(number: int, folder: Path) -> int:
    (folder / f"{number}-{os.getpid()}-{time.monotonic_ns()}").touch()
    time.sleep(0.3)
    return number * number


def fail(number: int) -> int:
    raise ValueError(f"{number} is not to my taste")


def end(number: int) -> None:
    os._exit(3)


def test_a_killed_node_loses_nothing_and_nothing_is_done_twice(cluster, tmp_path):
    nodes = [cluster.add_node(num_cpus=1)]
    settings = toy_settings(games=120, shard_games=4, agents=("random", "greedy"))
    run_selfplay(settings, tmp_path / "local")
    heard: list[int] = []

    def report(done: int, total: int) -> None:
        heard.append(done)
        if done >= 40 and nodes:
            cluster.remove_node(nodes.pop(), allow_graceful=False)

    run_selfplay(settings, tmp_path / "ray", TWO, report)
    assert not nodes
    assert heard[-1] == 120
    assert heard == sorted(set(heard))
    assert contents(tmp_path / "ray") == contents(tmp_path / "local")


def test_calls_in_hand_of_a_lost_node_go_to_the_one_that_is_left(cluster, tmp_path):
    node = cluster.add_node(num_cpus=1)
    found = []
    for result in TWO.each(slow_square, [(number, tmp_path) for number in range(30)]):
        found.append(result)
        if len(found) == 10:
            cluster.remove_node(node, allow_graceful=False)
    assert sorted(found) == [number * number for number in range(30)]
    assert len(list(tmp_path.iterdir())) >= 30  # what was lost began twice


def test_errors_are_those_of_the_function(cluster):
    with pytest.raises(ValueError, match="3 is not to my taste"):
        list(TWO.each(fail, [(3,)]))
    with pytest.raises(ChildProcessError, match="lost 5 times"):
        list(TWO.each(end, [(1,)]))


def test_an_arena_plays_the_same_games(cluster, tmp_path):
    settings = ArenaSettings("tests.toy:TOY", ("random", "greedy"), games=12, games_a_task=2)
    one = run_arena(settings, tmp_path / "one")
    two = run_arena(settings, tmp_path / "two", TWO)
    assert strip_times(one) == strip_times(two)


def test_without_an_address_a_cluster_is_started(tmp_path):
    ray.shutdown()
    run_selfplay(toy_settings(), tmp_path / "ray", TWO)
    run_selfplay(toy_settings(), tmp_path / "local")
    assert not ray.is_initialized()
    assert contents(tmp_path / "ray") == contents(tmp_path / "local")
