"""`exozoo serve` as a person types it."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
from urllib.request import urlopen

import pytest
from typer.testing import CliRunner

from exozoo.cli import app
from exozoo.envs.core import extras


def run(*words: object):
    return CliRunner().invoke(app, ["serve", *map(str, words)], env={"COLUMNS": "200"})


def test_a_taken_port_is_told_in_one_line():
    pytest.importorskip("uvicorn")
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        result = run("--port", port)
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1
    assert f"127.0.0.1:{port}" in result.stderr


@pytest.mark.parametrize("words", [("--port", 70000), ("--port", "x"), ("--dataset", "nowhere")])
def test_wrong_arguments_are_told(words):
    pytest.importorskip("uvicorn")
    result = run("--port", 0, *words)
    assert result.exit_code == 2
    assert "error:" in result.stderr


def test_a_missing_extra_is_named_with_its_command(monkeypatch):
    monkeypatch.setattr(extras, "find_spec", lambda name: None)
    result = run()
    assert result.exit_code == 2
    assert "pip install 'exozoo[web]'" in result.stderr


@pytest.mark.compiled
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_its_page_is_there_once_it_says_so_and_it_ends_when_asked(number):
    pytest.importorskip("uvicorn")
    command = [sys.executable, "-m", "exozoo", "serve", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as server:
        try:
            assert server.stdout is not None
            address = server.stdout.readline().split()[3].decode()
            with urlopen(f"{address}api/games", timeout=60) as answer:  # at once, without a pause
                assert json.load(answer)["games"]
            server.send_signal(number)
            _, said = server.communicate(timeout=60)
        finally:
            server.kill()
    assert b"Traceback" not in said
    assert server.returncode == (130 if number == signal.SIGINT else -number)
