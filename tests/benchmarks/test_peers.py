"""A peer is measured by a process of its own, and one that fails is named, not fatal."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from exozoo.benchmarks.peers import adapters, client
from exozoo.benchmarks.peers.catalogue import PEERS, VENVS, Peer
from exozoo.benchmarks.peers.client import PeerError, Worker

FAKES = """
import time

def fair(name, observed):
    print("libraries print")
    return (lambda: time.sleep(0.001)), 10

def stuck(name, observed):
    time.sleep(60)

def absent(name, observed):
    import a_module_that_nobody_has

PEERS = {"fair": fair, "stuck": stuck, "absent": absent}
"""


@pytest.fixture
def worker(tmp_path):
    """Starts the worker with adapters that are not libraries."""
    shutil.copy(client.WORKER, tmp_path)
    (tmp_path / "adapters.py").write_text(FAKES)
    started = []

    def start(name: str) -> Worker:
        peer = Peer(name, name, "none", {})
        script = tmp_path / "worker.py"
        started.append(Worker(peer, python=Path(sys.executable), script=script))
        return started[-1]

    yield start
    for process in started:
        process.close()


def test_a_worker_answers_with_a_rate(worker):
    fair = worker("fair")
    for _ in range(2):
        assert 0 < fair.rate(["game", True], 0.01) <= 10_000


def test_a_peer_that_fails_tells_why_in_one_line(worker):
    with pytest.raises(PeerError, match="ModuleNotFoundError: No module named 'a_module"):
        worker("absent").rate(["game", True], 0.01)


def test_a_peer_that_hangs_is_ended(worker):
    stuck = worker("stuck")
    with pytest.raises(PeerError, match="no answer within 1 s"):
        stuck.rate(["game", True], 0.01, wait=1)
    with pytest.raises(PeerError, match="its process failed"):
        stuck.rate(["game", True], 0.01, wait=1)


def test_what_cannot_be_installed_is_told_in_one_line(tmp_path, monkeypatch):
    monkeypatch.setenv(client.PLACE, str(tmp_path))
    monkeypatch.setattr(client.sys, "executable", str(tmp_path / "no python"))
    with pytest.raises(PeerError, match="not installed") as caught:
        client.venv_python("rlcard")
    assert "\n" not in str(caught.value)


def test_every_peer_has_an_adapter_and_a_venv():
    for peer in PEERS:
        assert peer.name in adapters.PEERS
        assert peer.venv in VENVS
        assert peer.tasks()
