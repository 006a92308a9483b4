"""`exozoo engine`: games driven over JSON lines, and lines that no engine should trip over."""

from __future__ import annotations

import io
import json
import random
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

import pytest

import exozoo
from exozoo.agents.protocol import engine as module
from exozoo.agents.protocol.engine import Engine, serve
from exozoo.agents.protocol.fields import read
from exozoo.agents.protocol.messages import MAX_LINE
from exozoo.agents.protocol.requests import REQUESTS, Position
from tests.toy import TOY

FUZZED = 10_000  # messages


class Client:
    """Asks an engine in this process."""

    def __init__(self, game=TOY):
        self.engine = Engine(game)

    def __call__(self, do: str, **fields: Any) -> dict[str, Any]:
        line = json.dumps({"do": do, **fields}).encode()
        reply = json.loads(self.engine.answer(line))
        assert reply["ok"], reply
        return reply

    def refused(self, do: Any, **fields: Any) -> str:
        reply = json.loads(self.engine.answer(json.dumps({"do": do, **fields}).encode()))
        assert not reply["ok"]
        return reply["error"]


def test_a_game_from_deal_to_end():
    client = Client()
    position = client("new", seed=7, options={"players": 3}, id="a")
    assert position.pop("id") == "a"
    assert position.pop("ok")
    read(Position, position, exact=True)
    state = TOY.new_state(7, players=3)
    number = position["game"]
    while not position["over"]:
        legal = client("legal", game=number, texts=True, parameters=True)
        assert legal["legal"] == TOY.legal_actions(state).tolist()
        assert legal["texts"][0] == TOY.describe(state, legal["legal"][0])
        assert legal["parameters"][0] == {"block": "play", "at": [legal["legal"][0]]}
        seen = client("observe", game=number, seat=1, flat=True)["flat"]
        assert seen == TOY.observe(state, 1).tolist()
        assert client("observe", game=number)["observation"]["turned"] == int(state["turned"])
        TOY.step(state, legal["legal"][0])
        position = client("step", game=number, action=legal["legal"][0])
        assert position["scores"] == TOY.scores(state)
    assert client("scores", game=number)["ranks"] == TOY.ranking(state)
    assert client("legal", game=number)["legal"] == []
    assert client("state", game=number)["state"]["over"] == 1
    assert client("svg", game=number)["svg"].startswith("<svg")
    assert "over" in client.refused("step", game=number, action=0)
    client("close", game=number)
    assert "not open" in client.refused("scores", game=number)
    client("quit")
    assert not client.engine.running


def test_copies_go_their_own_way_and_decisions_are_taken_back():
    client = Client()
    first = client("new", seed=1)
    actions = []
    for _ in range(3):
        actions.append(client("legal", game=1)["legal"][-1])
        client("step", game=1, action=actions[-1])
    before = client("state", game=1)["state"]
    twin = client("copy", game=1)["game"]
    client("undo", game=twin, count=3)
    assert client("state", game=1)["state"] == before
    back = client("scores", game=twin)
    assert {k: v for k, v in back.items() if k != "game"} == {
        k: v for k, v in first.items() if k != "game"
    }
    assert "1..0" in client.refused("undo", game=twin)
    for action in actions:
        client("step", game=twin, action=action)
    assert client("state", game=twin)["state"] == before


def test_a_redeal_keeps_what_the_seat_knows():
    client = Client()
    client("new", seed=1, options={"players": 3})
    seen = client("observe", game=1, seat=2)["observation"]
    owners = set()
    for seed in range(5):
        other = client("determinize", game=1, seat=2, seed=seed)["game"]
        assert client("observe", game=other, seat=2)["observation"] == seen
        owners.add(tuple(client("state", game=other)["state"]["owner"]))
    assert len(owners) > 1
    assert "0..2" in client.refused("determinize", game=1, seat=3)


def test_what_is_wrong_is_said():
    client = Client()
    client("new")
    assert "allowed are info, new" in client.refused("fly")
    assert "allowed are info, new" in client.refused(None)
    assert "'game' is missing" in client.refused("step", action=1)
    assert "open are 1" in client.refused("step", game=9, action=1)
    assert "not a whole number" in client.refused("step", game=1, action="x")
    assert "illegal now" in client.refused("step", game=1, action=_illegal(client))
    assert "illegal now" in client.refused("describe", game=1, action=_illegal(client))
    assert "unknown field" in client.refused("legal", game=1, text=True)
    assert "allowed are players" in client.refused("new", options={"seats": 3})
    assert "2..4" in client.refused("new", options={"players": 9})
    assert "seed" in client.refused("new", seed=-1)
    assert "id is longer" in client.refused("info", id="x" * 1000)
    assert client("info")["options"][0]["name"] == "players"


def _illegal(client: Client) -> int:
    legal = client("legal", game=1)["legal"]
    return next(action for action in range(16) if action not in legal)


def test_the_number_of_games_is_bounded(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(module, "MAX_GAMES", 2)
    client = Client()
    client("new")
    client("copy", game=1)
    for do, fields in (("new", {}), ("copy", {"game": 1}), ("determinize", {"game": 1})):
        assert "close one first" in client.refused(do, **fields)
    client("close", game=1)
    assert client("new")["game"] == 3


def test_long_lines_get_one_error_and_the_session_goes_on():
    lines = [b"x" * (3 * MAX_LINE + 5), b'{"do":"new"}', b"", b"\xff\x00", b'{"do":"quit"}', b"{}"]
    out = io.BytesIO()
    serve(TOY, io.BytesIO(b"\n".join(lines)), out)
    replies = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [reply["ok"] for reply in replies] == [False, True, False, False, True]
    assert "bytes" in replies[0]["error"]


def noise(rng: random.Random, depth: int = 0) -> Any:
    """Any value that JSON can hold, most of them unfit."""
    plain = (
        None,
        True,
        False,
        0,
        1,
        -1,
        2,
        7,
        2**63,
        -(2**80),
        0.5,
        -1e300,
        "",
        "x",
        "\ud800",
        "é\n",
    )
    if depth > 3 or rng.random() < 0.7:
        return rng.choice(plain)
    if rng.random() < 0.5:
        return [noise(rng, depth + 1) for _ in range(rng.randrange(4))]
    keys = ("players", "game", "action", "seed", "x")
    return {rng.choice(keys): noise(rng, depth + 1) for _ in range(rng.randrange(4))}


def fuzzed_line(rng: random.Random, options: Sequence[str] = ("players",)) -> bytes:
    """A request: sound, with wrong fields, cut, damaged, or no request at all."""
    fields = {
        "game": rng.randrange(4),
        "action": rng.randrange(-1, 20),
        "seat": rng.choice([None, 0, 1, 5]),
        "seed": rng.randrange(5),
        "count": rng.randrange(3),
        "options": {"players": rng.randrange(6), rng.choice(options): noise(rng)},
        "texts": True,
        "flat": False,
    }
    do = rng.choice([name for name in REQUESTS if name != "quit"])
    known = {name: fields[name] for name in REQUESTS[do].__dataclass_fields__ if name in fields}
    request = {"do": do, **known}
    while rng.random() < 0.3:
        request[rng.choice([*fields, "do", "id", "extra"])] = noise(rng)
    if request.get("do") == "quit":
        request["do"] = "new"
    line = json.dumps(noise(rng) if rng.random() < 0.05 else request).encode()
    if rng.random() < 0.15:
        line = line[: rng.randrange(len(line) + 1)]
    if rng.random() < 0.15:
        damaged = bytearray(line)
        for _ in range(min(rng.randrange(1, 5), len(damaged))):
            damaged[rng.randrange(len(damaged))] = rng.randrange(256)
        line = bytes(damaged)
    return line.replace(b"\n", b" ").replace(b'"quit"', b'"quiz"')


def fuzz(client: Client, count: int, seed: int) -> None:
    """Every line gets one line; wrong ones a clear error, after which all stands as it did."""
    rng = random.Random(seed)
    refused = 0
    options = ["players", *(option.name for option in client.engine.game.options.options)]
    for number in range(count):
        line = fuzzed_line(rng, options)
        before = [
            (n, game.state.tobytes(), len(game.actions)) for n, game in client.engine._games.items()
        ]
        answer = client.engine.answer(line)
        assert answer.count(b"\n") == 1
        assert answer.endswith(b"\n")
        reply = json.loads(answer)
        if not reply["ok"]:
            refused += 1
            assert reply["error"].strip()
            assert module.BUG not in reply["error"], line
            assert len(reply["error"]) <= 401
            after = [
                (n, game.state.tobytes(), len(game.actions))
                for n, game in client.engine._games.items()
            ]
            assert after == before
        if number % 50 == 0:
            for game in list(client.engine._games)[3:]:
                client("close", game=game)
    assert client.engine.running
    assert count * 0.3 < refused < count * 0.97
    position = client("new", seed=3)
    while not position["over"]:
        legal = client("legal", game=position["game"])["legal"]
        position = client("step", game=position["game"], action=legal[0])


def test_fuzzed_messages_leave_the_session_intact():
    fuzz(Client(), FUZZED, seed=1)


@pytest.mark.slow
@pytest.mark.parametrize("name", exozoo.game_names())
def test_fuzzed_messages_to_every_game(name: str):
    fuzz(Client(exozoo.load_game(name)), FUZZED, seed=2)


@pytest.mark.compiled
def test_a_program_drives_games_over_pipes():
    """The command itself: nothing but answers on stdout, status 0 after quit."""
    rng = random.Random(4)
    lines = [b'{"do":"new","seed":5}', *(fuzzed_line(rng) for _ in range(200)), b'{"do":"quit"}']
    command = [sys.executable, "-m", "exozoo", "engine", "tests.toy:TOY"]
    done = subprocess.run(command, input=b"\n".join(lines), capture_output=True, timeout=300)
    assert done.returncode == 0, done.stderr
    replies = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(replies) == len(lines)
    assert replies[0]["ok"]
    assert replies[-1]["ok"]


def test_a_game_that_is_not_there_is_refused():
    command = [sys.executable, "-m", "exozoo", "engine", "no_such_game"]
    done = subprocess.run(command, input=b"", capture_output=True, timeout=300)
    assert done.returncode == 2
    assert b"unknown game" in done.stderr
    assert not done.stdout
