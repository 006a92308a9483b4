"""`exozoo serve` as a person types it."""

from __future__ import annotations

import socket

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
