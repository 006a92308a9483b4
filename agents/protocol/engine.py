"""`exozoo engine GAME`: a program in any language drives games over JSON lines.

Every line gets one line in answer, also a wrong one, after which all games stand as before.
"""

from __future__ import annotations

import sys
import traceback
from dataclasses import dataclass
from typing import Any, BinaryIO

import numpy as np

from exozoo.agents.protocol import requests as ask
from exozoo.agents.protocol.fields import as_json, encode, read, read_line, shown
from exozoo.agents.protocol.messages import MAX_LINE
from exozoo.agents.protocol.positions import hello, named, parameters, plain
from exozoo.envs.core.game import Game

BUG = "this is a bug of the engine, please report it"
MAX_GAMES = 1024  # open at once
MAX_ERROR = 400  # characters of an error
MAX_ID = 200  # characters of a request's id


@dataclass
class OpenGame:
    """A game with what is needed to take decisions back: where it began, and what was played.

    Undoing plays the game again; to keep every position would cost a thousand times the memory.
    """

    first: np.record
    state: np.record
    actions: list[int]


class Engine:
    """The games of one session."""

    def __init__(self, game: Game):
        self.game = game
        self.running = True
        self._games: dict[int, OpenGame] = {}
        self._numbers = 0

    def answer(self, line: bytes) -> bytes:
        """The line that answers a line."""
        mark: dict[str, Any] = {}
        try:
            data = read_line(line)
            mark = {"id": _checked_id(data["id"])} if "id" in data else {}
            result = {"ok": True, **mark, **self._carry_out(data)}
        except ValueError as error:
            result = {"ok": False, **mark, "error": _one_line(str(error))}
        except Exception as error:  # a fault of ours must not cost the program its games
            traceback.print_exc(file=sys.stderr)
            words = f"{BUG}: {type(error).__name__}: {error}"
            result = {"ok": False, **mark, "error": _one_line(words)}
        return encode(result)

    def _carry_out(self, data: dict[str, Any]) -> dict[str, Any]:
        do = data.get("do")
        if not isinstance(do, str) or do not in ask.REQUESTS:
            raise ValueError(f"do is {shown(do)}: allowed are {', '.join(ask.REQUESTS)}")
        request = read(ask.REQUESTS[do], data, exact=True)
        if not isinstance(request, ask.About):
            return getattr(self, f"_{do}")(request)
        found = self._games.get(request.game)
        if found is None:
            allowed = ", ".join(map(str, list(self._games)[:20])) or "none; ask for a new one"
            raise ValueError(f"game {shown(request.game)} is not open: open are {allowed}")
        return getattr(self, f"_{do}")(request, found)

    def _info(self, request: ask.Info) -> dict[str, Any]:
        options = [
            {"name": one.name, "default": _jsonable(one.default), "allowed": one.allowed}
            | {"help": one.help}
            for one in self.game.options.options
        ]
        tables = {k: v for k, v in as_json(hello(self.game)).items() if k != "type"}
        return {**tables, "options": options}

    def _new(self, request: ask.NewGame) -> dict[str, Any]:
        self._check_room()
        state = self.game.new_state(request.seed, **(request.options or {}))
        return self._open(state, state.copy(), [])

    def _legal(self, request: ask.Legal, found: OpenGame) -> dict[str, Any]:
        ids = self.game.legal_actions(found.state).tolist()
        result: dict[str, Any] = {"legal": ids}
        if request.texts:
            result["texts"] = [self.game.describe(found.state, action) for action in ids]
        if request.parameters:
            result["parameters"] = [parameters(self.game, action) for action in ids]
        return result

    def _step(self, request: ask.Step, found: OpenGame) -> dict[str, Any]:
        self.game.step(found.state, request.action)
        found.actions.append(request.action)
        return self._position(request.game)

    def _observe(self, request: ask.Observe, found: OpenGame) -> dict[str, Any]:
        row = self.game.observe(found.state, request.seat)
        if request.flat:
            return {"flat": row.tolist()}
        return {"observation": named(self.game, row, int(found.state["num_players"]))}

    def _state(self, request: ask.State, found: OpenGame) -> dict[str, Any]:
        return {"state": plain(found.state)}

    def _copy(self, request: ask.Copy, found: OpenGame) -> dict[str, Any]:
        self._check_room()
        return self._open(found.first, found.state.copy(), list(found.actions))

    def _undo(self, request: ask.Undo, found: OpenGame) -> dict[str, Any]:
        if request.count > len(found.actions):
            raise ValueError(
                f"count is {shown(request.count)}: allowed are 1..{len(found.actions)}, "
                "the decisions played so far"
            )
        kept = found.actions[: -request.count]
        state = found.first.copy()
        for action in kept:
            self.game.step(state, action)
        found.state, found.actions = state, kept
        return self._position(request.game)

    def _determinize(self, request: ask.Determinize, found: OpenGame) -> dict[str, Any]:
        self._check_room()
        players = int(found.state["num_players"])
        if request.seat is not None and not 0 <= request.seat < players:
            raise ValueError(f"seat is {shown(request.seat)}: allowed are 0..{players - 1}")
        state = self.game.determinize(found.state, request.seat, request.seed)
        return self._open(state, state.copy(), [])

    def _describe(self, request: ask.Describe, found: OpenGame) -> dict[str, Any]:
        self.game.check_action(found.state, request.action)  # words exist for what can be done
        text = self.game.describe(found.state, request.action)
        return {"text": text, **parameters(self.game, request.action)}

    def _svg(self, request: ask.Svg, found: OpenGame) -> dict[str, Any]:
        return {"svg": self.game.draw(found.state)}

    def _scores(self, request: ask.Scores, found: OpenGame) -> dict[str, Any]:
        return self._position(request.game)

    def _close(self, request: ask.Close, found: OpenGame) -> dict[str, Any]:
        del self._games[request.game]
        return {"closed": request.game}

    def _quit(self, request: ask.Stop) -> dict[str, Any]:
        self.running = False
        return {}

    def _check_room(self) -> None:
        if len(self._games) >= MAX_GAMES:
            raise ValueError(f"{MAX_GAMES} games are open, no more are allowed: close one first")

    def _open(self, first: np.record, state: np.record, actions: list[int]) -> dict[str, Any]:
        self._numbers += 1
        self._games[self._numbers] = OpenGame(first, state, actions)
        return self._position(self._numbers)

    def _position(self, number: int) -> dict[str, Any]:
        state, game = self._games[number].state, self.game
        return as_json(
            ask.Position(
                game=number,
                seat=game.seat(state),
                ply=int(state["ply"]),
                over=game.is_over(state),
                players=int(state["num_players"]),
                scores=game.scores(state),
                ranks=game.ranking(state),
            )
        )


def serve(game: Game, lines: BinaryIO, out: BinaryIO) -> None:
    """Answer line by line, until `quit` or the end of the input."""
    engine = Engine(game)
    while engine.running:
        line = lines.readline(MAX_LINE)
        if not line:
            return
        if len(line) == MAX_LINE and not line.endswith(b"\n"):
            while (rest := lines.readline(MAX_LINE)) and not rest.endswith(b"\n"):
                pass
            error = f"a line of more than {MAX_LINE} bytes"
            out.write(encode({"ok": False, "error": error}))
        else:
            out.write(engine.answer(line))
        out.flush()


def _one_line(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= MAX_ERROR else f"{words[:MAX_ERROR]}…"


def _checked_id(value: Any) -> Any:
    if len(encode({"id": value})) > MAX_ID:
        raise ValueError(f"id is longer than {MAX_ID} characters")
    return value


def _jsonable(value: Any) -> Any:
    """A default as JSON; what JSON cannot say, as text."""
    return value if value is None or isinstance(value, bool | int | float | str) else str(value)
