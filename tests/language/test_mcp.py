"""`exozoo mcp`, through the package's own client over standard input and output."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from contextlib import asynccontextmanager
from subprocess import PIPE

import numpy as np
import pytest

pytest.importorskip("mcp")

from mcp import Client, StdioServerParameters, stdio_client

from exozoo.envs.records import game_of, load_replay
from exozoo.envs.registry import game_names, load_game
from exozoo.mcp.lobby import MAX_GAMES, Lobby

GAME = "alien_frontiers"  # compiles fastest
TOOLS = {
    "new_game",
    "state",
    "legal_actions",
    "act",
    "explain_rule",
    "undo",
    "save",
    "close_game",
}


@asynccontextmanager
async def server(*words):
    command = StdioServerParameters(
        command=sys.executable,
        args=["-m", "exozoo", "mcp", "--opponent", "random", *map(str, words)],
        env=dict(os.environ),
    )
    async with Client(stdio_client(command)) as client:
        yield client


async def call(client, name, **arguments):
    """What a tool gives; ValueError with its words if it refuses."""
    result = await client.call_tool(name, arguments)
    said = result.content[0].text
    if result.is_error:
        raise ValueError(said)
    return said if name == "explain_rule" else json.loads(said)


@pytest.mark.compiled
def test_an_assistant_plays_a_game(tmp_path):
    async def play():
        async with server("--folder", tmp_path) as client:
            assert {tool.name for tool in (await client.list_tools()).tools} == TOOLS
            game = await call(client, "new_game", game=GAME, players=2, seats=[1], seed=4)
            number = game["game"]
            assert game["your_seats"] == [1] == [game["to_move"]]
            first = await call(client, "state", game=number)
            assert first["text"].startswith("Alien Frontiers: you are player 1 of 2")
            for _ in range(12):
                legal = (await call(client, "legal_actions", game=number))["legal"]
                assert all(entry["text"] for entry in legal)
                after = await call(client, "act", game=number, action=legal[-1]["id"])
                assert after["to_move"] == 1
            assert after["decisions"] == 12
            assert after["changes"]
            back = await call(client, "undo", game=number, count=12)
            assert back["decisions"] == 0
            assert (await call(client, "state", game=number))["text"] == first["text"]
            saved = await call(client, "save", game=number)
            assert set(saved) == {"game", "saved"}
            assert await call(client, "close_game", game=number) == {"closed": 1, "open": []}
            return saved["saved"]

    name = asyncio.run(play())
    replay = load_replay(tmp_path / name)
    replay.verify(game_of(replay))


def test_rules_of_every_game_are_explained():
    async def look():
        async with server() as client:
            texts = {}
            for number in (
                "PU-1",
                "AF-1",
                "GP-1",
                "GS-1",
                "BS-1",
                "gp-f5",
                " af-12 ",
                *game_names(),
            ):
                texts[number] = await call(client, "explain_rule", number=number)
            for wrong in ("AF-9999", "XX-1", "", "AF", "../../etc/passwd", "A" * 5000):
                with pytest.raises(ValueError, match="is not known"):
                    await call(client, "explain_rule", number=wrong)
            return texts

    texts = asyncio.run(look())
    assert texts["AF-1"].startswith("**AF-1 Aim.**")
    assert "GP-F5" in texts["gp-f5"][:12]
    for name in game_names():
        assert texts[name] == load_game(name).rules_text


def test_wrong_input_is_told_and_changes_nothing():
    async def err():
        async with server() as client:
            for words, arguments in (
                ("unknown game", {"game": "chess"}),
                ("unknown game", {"game": "tests.toy:TOY"}),
                ("players", {"game": GAME, "players": 9}),
                ("allowed are", {"game": GAME, "seats": [2]}),
                ("allowed are", {"game": GAME, "seats": []}),
                ("opponent", {"game": GAME, "opponent": "exec:touch /tmp/x"}),
                ("opponent", {"game": GAME, "opponent": "os:system"}),
                ("seed", {"game": GAME, "seed": -1}),
                ("option|allowed", {"game": GAME, "options": {"colour": "red"}}),
                ("cards", {"game": "beyond_the_sun", "options": {"cards": "/etc/passwd"}}),
            ):
                with pytest.raises(ValueError, match=words):
                    await call(client, "new_game", **arguments)
            for name, arguments in (
                ("state", {"game": 1}),
                ("act", {"game": 1, "action": 0}),
                ("undo", {"game": 1}),
                ("save", {"game": 1}),
                ("close_game", {"game": 1}),
            ):
                with pytest.raises(ValueError, match="not open"):
                    await call(client, name, **arguments)

    asyncio.run(err())


HELLO = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"},
    },
}


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_ctrl_c_ends_it_while_it_waits_for_a_line():
    command = [sys.executable, "-m", "exozoo", "mcp"]
    with subprocess.Popen(command, stdin=PIPE, stdout=PIPE, stderr=PIPE) as server:
        try:
            server.stdin.write(json.dumps(HELLO).encode() + b"\n")
            server.stdin.flush()
            assert b"exozoo" in server.stdout.readline()
            server.send_signal(signal.SIGINT)  # its input stays open
            assert server.wait(120) == 130
            assert server.stderr.read() == b"stopped\n"
        finally:
            server.kill()


@pytest.mark.compiled
def test_saving_replaces_no_game_of_another_server(tmp_path):
    def save(seed: int) -> str:
        lobby = Lobby("random", tmp_path)
        return lobby.save(lobby.new_game(GAME, seed=seed)["game"])["saved"]

    names = [save(1), save(2), save(1)]
    assert names[0] == names[2] != names[1]  # the same game needs no second file
    assert {load_replay(tmp_path / name).seed for name in names} == {1, 2}


@pytest.mark.compiled
def test_games_are_bounded_and_apart():
    lobby = Lobby("random")
    numbers = [lobby.new_game(GAME, seed=3)["game"] for _ in range(MAX_GAMES)]
    with pytest.raises(ValueError, match="close one"):
        lobby.new_game(GAME)
    before = [lobby.state(number)["text"] for number in numbers]
    assert len(set(before)) == 1
    lobby.act(numbers[0], lobby.legal_actions(numbers[0])["legal"][0]["id"])
    assert [lobby.state(number)["text"] for number in numbers[1:]] == before[1:]
    with pytest.raises(ValueError, match="saving is off"):
        lobby.save(numbers[0])
    with pytest.raises(ValueError, match="illegal"):
        lobby.act(numbers[0], 194)
    with pytest.raises(ValueError, match="not yours"):
        lobby.state(numbers[0], seat=1)
    with pytest.raises(ValueError, match=r"allowed are 1\.\.1"):
        lobby.undo(numbers[0], 2)
    lobby.close_game(numbers[3])
    assert lobby.new_game(GAME)["game"] == MAX_GAMES + 1


@pytest.mark.compiled
@pytest.mark.parametrize("name", game_names())
def test_nothing_hidden_is_told(name):
    """All that the tools say of a position stays the same when what is hidden is dealt anew."""
    lobby = Lobby("random")
    number = lobby.new_game(name, players=2, seats=[0], seed=5)["game"]
    table = lobby._tables[number]
    rng = np.random.default_rng(0)
    for _ in range(25):
        if table.session.over:
            break
        told = (lobby.state(number), lobby.legal_actions(number))
        real = table.session.states.copy()
        for key in range(3):
            table.session.states[0] = table.game.determinize(real[0], 0, seed=key)
            assert (lobby.state(number), lobby.legal_actions(number)) == told
        table.session.states[:] = real
        lobby.act(number, int(rng.choice(table.game.legal_actions(table.session.state))))
