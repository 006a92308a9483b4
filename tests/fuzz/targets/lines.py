"""Lines of JSON from other programs: requests to the engine, answers of bots, calls of assistants."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from mcp.server.mcpserver.exceptions import ToolError, UnexpectedToolError

from exozoo.agents.protocol.agent import _apart, _objection
from exozoo.agents.protocol.engine import BUG, Engine
from exozoo.agents.protocol.fields import read, read_line
from exozoo.agents.protocol.messages import Move, Moves, Ready
from exozoo.agents.protocol.process import Misbehaviour
from exozoo.envs.registry import load_game
from exozoo.mcp.lobby import MAX_GAMES, Lobby
from exozoo.mcp.server import make_server
from tests.fuzz.mutate import changed_bytes, changed_json
from tests.fuzz.target import Target, as_json, check_words
from tests.toy import TOY

REQUESTS: tuple[dict[str, Any], ...] = (
    {"do": "info", "id": 1},
    {"do": "new", "seed": 5, "options": {"players": 3}},
    {"do": "legal", "game": 1, "texts": True, "parameters": True},
    {"do": "step", "game": 1, "action": 3},
    {"do": "observe", "game": 1, "seat": 0, "flat": True},
    {"do": "state", "game": 1},
    {"do": "copy", "game": 1},
    {"do": "undo", "game": 1, "count": 1},
    {"do": "determinize", "game": 1, "seat": 1, "seed": 4},
    {"do": "describe", "game": 1, "action": 2},
    {"do": "svg", "game": 1},
    {"do": "scores", "game": 2},
    {"do": "close", "game": 2},
)


class Requests(Target):
    """Lines to `exozoo engine`: each gets one line in answer, and a wrong one changes nothing."""

    name = "engine"
    OPEN = 12  # games, before a new engine is taken

    def __init__(self, folder: Path):
        super().__init__(folder)
        self.engines = {game.name: self._new(game) for game in (TOY, load_game("alien_frontiers"))}

    @staticmethod
    def _new(game: Any) -> Engine:
        engine = Engine(game)
        for seed in (1, 2):
            engine.answer(json.dumps({"do": "new", "seed": seed}).encode())
        return engine

    def attempt(self, rng: Random) -> None:
        name = rng.choice(list(self.engines))
        engine = self.engines[name]
        if len(engine._games) > self.OPEN or not engine._games:
            engine = self.engines[name] = self._new(engine.game)
        line = as_json(changed_json(rng, self._request(engine, rng)))
        if rng.random() < 0.3:
            line = changed_bytes(rng, line)
        before = self._positions(engine)
        said = engine.answer(line)
        assert said.endswith(b"\n")
        assert said.count(b"\n") == 1
        answer = json.loads(said)
        if answer["ok"]:
            return
        assert self._positions(engine) == before, "a refused line has changed a game"
        assert BUG not in answer["error"], answer["error"]
        raise ValueError(answer["error"])

    @staticmethod
    def _request(engine: Engine, rng: Random) -> dict[str, Any]:
        request = dict(rng.choice(REQUESTS))
        if "game" in request:
            request["game"] = rng.choice(list(engine._games))
            legal = engine.game.legal_actions(engine._games[request["game"]].state)
            if "action" in request and len(legal):
                request["action"] = int(rng.choice(legal))
        return request

    @staticmethod
    def _positions(engine: Engine) -> dict[int, tuple[bytes, int]]:
        return {n: (g.state.tobytes(), len(g.actions)) for n, g in engine._games.items()}


class Bots(Target):
    """Answers of programs that play."""

    name = "bots"
    refusals = (ValueError, Misbehaviour)
    SOUND: tuple[tuple[type, dict[str, Any]], ...] = (
        (Ready, {"name": "bot", "protocol": 1, "wants": ["flat", "texts"], "batch": 4}),
        (Move, {"action": 3, "probabilities": [0.5, 0.25, 0.25], "value": 0.1}),
        (Moves, {"actions": [3, 5], "probabilities": [None, [1.0, 0.0, 0.0]], "values": [1, None]}),
    )

    def attempt(self, rng: Random) -> None:
        kind, sound = rng.choice(self.SOUND)
        line = as_json(changed_json(rng, sound))
        if rng.random() < 0.3:
            line = changed_bytes(rng, line)
        message: Any = read(kind, read_line(line))
        mask = np.zeros(16, np.uint8)
        mask[[3, 5, 7]] = 1
        moves = {Ready: list, Move: lambda: [message], Moves: lambda: _apart(message, 2)}[kind]()
        for move in moves:
            wrong = _objection(move, mask)
            if wrong is not None:
                raise wrong
            weights = np.zeros(16)
            if move.probabilities is not None:
                weights[mask == 1] = move.probabilities
            assert np.isfinite(weights).all()


class Assistants(Target):
    """Calls of the tools that `exozoo mcp` offers, as its server takes them."""

    name = "assistants"
    refusals = (ValueError, ToolError)
    CALLS: tuple[tuple[str, dict[str, Any]], ...] = (
        ("new_game", {"game": "alien_frontiers", "players": 2, "seats": [0], "seed": 3}),
        (
            "new_game",
            {"game": "alien_frontiers", "opponent": "random", "options": {"turn_limit": 5}},
        ),
        ("state", {"game": 1, "seat": 0}),
        ("legal_actions", {"game": 1}),
        ("act", {"game": 1, "action": 3}),
        ("undo", {"game": 1, "count": 1}),
        ("close_game", {"game": 2}),
        ("explain_rule", {"number": "AF-12"}),
        ("save", {"game": 1}),
    )

    def __init__(self, folder: Path):
        super().__init__(folder)
        self.loop = asyncio.new_event_loop()
        self._start()

    def _start(self) -> None:
        self.lobby = Lobby("random", self.folder / "saved")
        self.server = make_server(self.lobby)
        for _ in range(2):
            self.lobby.new_game("alien_frontiers", seed=1)

    def attempt(self, rng: Random) -> None:
        if len(self.lobby._tables) > MAX_GAMES - 4 or not self.lobby._tables:
            self._start()
        name, arguments = rng.choice(self.CALLS)
        arguments = dict(arguments)
        if arguments.get("game") in (1, 2):
            arguments["game"] = rng.choice(list(self.lobby._tables))
        changed = changed_json(rng, arguments)
        if not isinstance(changed, dict):
            changed = {}  # the protocol knows nothing else
        before = self._positions()
        try:
            self.loop.run_until_complete(self.server.call_tool(name, changed))
        except UnexpectedToolError as error:
            raise AssertionError("a fault of ours") from error
        except ToolError as error:
            assert self._positions() == before, "a refused call has changed a game"
            # the checks of the package itself tell more than a line
            check_words(" ".join(str(error).split())[:500])
            raise ValueError("refused") from None

    def _positions(self) -> dict[int, bytes]:
        return {n: t.session.states.tobytes() for n, t in self.lobby._tables.items()}
