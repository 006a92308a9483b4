"""The routes of the server: JSON in, JSON out, and the files of the page.

A request names its seat by a token in the header `X-Exozoo-Token` and by `seat` in the address. Whatever
is wrong with one is a status of 400 to 503 and one line in `error`.
"""

from __future__ import annotations

import logging
import mimetypes
import socket
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from exozoo.envs.core.extras import say_missing
from exozoo.envs.core.machine import cores
from exozoo.web.analysis import begin_study, chart
from exozoo.web.catalogue import catalogue
from exozoo.web.guard import LOOPBACK, Guard
from exozoo.web.players import AHEAD, Players
from exozoo.web.requests import (
    LARGE_BODY,
    SMALL_BODY,
    RefusedError,
    fields,
    needed,
    whole,
    wholes,
    words,
)
from exozoo.web.room import Room
from exozoo.web.shelf import Shelf, installed, record_table, replay_table
from exozoo.web.table import EVERYTHING, HUMAN, Table
from exozoo.web.view import about, in_words, status, view

TOKEN = "x-exozoo-token"
MAX_WORDS = 300  # letters of an error
ANY_ADDRESS = ("0.0.0.0", "::")
log = logging.getLogger("exozoo")


@dataclass(frozen=True)
class Settings:
    """How a server runs."""

    host: str = LOOPBACK[0]
    datasets: tuple[Path, ...] = ()
    allow_exec: bool = False  # agents that are programs or modules
    most_tables: int = 1000
    idle_seconds: float = 7200.0  # then a game is forgotten
    workers: int = field(default_factory=cores)  # agents that think at once

    @property
    def hosts(self) -> set[str]:
        """The names that the server goes by."""
        if self.host in ANY_ADDRESS:
            return {*LOOPBACK, socket.gethostname().lower()}
        return {*LOOPBACK, self.host.lower()} if self.host in LOOPBACK else {self.host.lower()}


@dataclass(frozen=True)
class Call:
    """A request whose body has been read."""

    request: Request
    body: bytes

    @property
    def token(self) -> str:
        return self.request.headers.get(TOKEN, "")

    def part(self, name: str) -> str:
        """A variable part of the path."""
        return str(self.request.path_params[name])

    def query(self, name: str) -> str | None:
        return self.request.query_params.get(name)


class Server:
    """What the routes do. Each method takes a Call, in a thread of its own, and returns JSON."""

    def __init__(self, settings: Settings):
        self.settings = settings
        self.shelf = Shelf(settings.datasets)
        self.room = Room(settings.most_tables, settings.idle_seconds)
        self.players = Players(settings.workers, settings.allow_exec)

    def end(self) -> None:
        """No more games: agents that think for one stop, so that nobody waits for them."""
        self.room.clear()
        self.players.close()

    def games(self, call: Call) -> Any:
        return catalogue(self.shelf, self.settings.allow_exec)

    def new_table(self, call: Call) -> Any:
        """Deal a game, or take one up where a line of play has led to."""
        kinds = {
            "game": str,
            "options": dict,
            "seed": int,
            "seats": list,
            "actions": list,
            "open": bool,
        }
        asked = fields(call.body, kinds)
        name, seats = needed(asked, "game", "seats")
        game = installed(name)
        if len(seats) > game.max_players:
            raise RefusedError(400, f"seats: {game.title} has at most {game.max_players}")
        for text in set(words(seats, "seats")) - {HUMAN}:
            self.players.check(game, text)
        options = {"players": len(seats), **(asked["options"] or {})}
        actions = wholes(asked["actions"] or [], "actions")
        is_open = bool(asked["open"])
        return self._seated(
            Table(game, options, asked["seed"], seats, actions, is_open=is_open), is_open
        )

    def load_replay(self, call: Call) -> Any:
        return self._seated(replay_table(call.body), True)

    def load_record(self, call: Call) -> Any:
        return self._seated(record_table(call.part("game"), call.body), True)

    def load_dataset(self, call: Call) -> Any:
        number, index = (whole(call.part(name), name, 0) for name in ("number", "index"))
        return self._seated(self.shelf.table(number, index), True)

    def _seated(self, table: Table, is_shown: bool) -> Any:
        """Whoever begins a game gets all its tokens, and hands on those of other people."""
        self.room.add(table)
        if table.people and not is_shown:
            self.players.advance(table)
        tokens = {str(seat): token for seat, token in table.tokens.items()}
        return {**about(table), "owner": table.owner, "tokens": tokens}

    def look(self, call: Call) -> Any:
        table, looker = self._looking(call)
        with table.lock:
            return view(table, looker, whole(call.query("ply"), "ply", table.plies))

    def words(self, call: Call) -> Any:
        table, looker = self._looking(call)
        with table.lock:
            return in_words(table, looker, whole(call.query("ply"), "ply", table.plies))

    def about(self, call: Call) -> Any:
        table, _ = self._looking(call)
        return about(table)

    def status(self, call: Call) -> Any:
        """Asked again and again while somebody looks; agents go on only meanwhile."""
        table, looker = self._looking(call)
        seen = whole(call.query("seen"), "seen", 0)
        with table.lock:
            table.wanted = max(table.wanted, min(seen, table.plies) + AHEAD)
        self.players.advance(table)
        with table.lock:
            return status(table, looker, seen)

    def act(self, call: Call) -> Any:
        table = self.room.find(call.part("id"))
        action, ply = needed(fields(call.body, {"action": int, "ply": int}), "action", "ply")
        with table.lock:
            table.check_actor(call.token)
            if ply != table.plies:
                raise RefusedError(409, f"the game has gone on to decision {table.plies}")
            table.play(action)
        self.players.advance(table)
        return {"plies": table.plies}

    def undo(self, call: Call) -> Any:
        table = self.room.find(call.part("id"))
        table.check_owner(call.token)
        (ply,) = needed(fields(call.body, {"ply": int}), "ply")
        with table.lock:
            table.take_back(ply)
        self.players.advance(table)
        return {"plies": ply}

    def study(self, call: Call) -> Any:
        table, looker = self._looking(call)
        agent, ply = needed(fields(call.body, {"agent": str, "ply": int}), "agent", "ply")
        self.players.check(table.game, agent)
        return begin_study(self.players, table, looker, ply, agent)

    def studied(self, call: Call) -> Any:
        table, looker = self._looking(call)
        study = table.studies.get(looker)
        return None if study is None else study.shown()

    def chart(self, call: Call) -> Any:
        table, looker = self._looking(call)
        return chart(table, looker)

    def replay(self, call: Call) -> Any:
        """The game as a file or a link holds it. It tells the deal, so only the owner gets it."""
        table = self.room.find(call.part("id"))
        table.check_owner(call.token)
        with table.lock:
            return Response(table.replay().to_json(), media_type="application/json")

    def close(self, call: Call) -> Any:
        table = self.room.find(call.part("id"))
        table.check_owner(call.token)
        self.room.remove(table)
        return {}

    def _looking(self, call: Call) -> tuple[Table, int | None]:
        table = self.room.find(call.part("id"))
        return table, table.looker(call.token, call.query("seat") or EVERYTHING)


def make_app(settings: Settings | None = None) -> Starlette:
    """The whole server as an ASGI app; its `state.server` is the Server."""
    settings = settings or Settings()
    server = Server(settings)
    table = "/api/tables/{id}"
    routes = [
        _route("/api/games", "GET", server.games),
        _route("/api/tables", "POST", server.new_table, LARGE_BODY),
        _route("/api/replays", "POST", server.load_replay, LARGE_BODY),
        _route("/api/records/{game}", "POST", server.load_record, LARGE_BODY),
        _route("/api/datasets/{number}/{index}", "POST", server.load_dataset, SMALL_BODY),
        _route(table, "GET", server.about),
        _route(table, "DELETE", server.close, SMALL_BODY),
        _route(f"{table}/view", "GET", server.look),
        _route(f"{table}/words", "GET", server.words),
        _route(f"{table}/status", "GET", server.status),
        _route(f"{table}/act", "POST", server.act, SMALL_BODY),
        _route(f"{table}/undo", "POST", server.undo, SMALL_BODY),
        _route(f"{table}/study", "POST", server.study, SMALL_BODY),
        _route(f"{table}/study", "GET", server.studied),
        _route(f"{table}/chart", "GET", server.chart),
        _route(f"{table}/replay", "GET", server.replay),
        *_static_routes(),
    ]
    any_address = settings.host in ANY_ADDRESS
    guard = Middleware(Guard, hosts=settings.hosts, any_address=any_address)
    app = Starlette(routes=routes, middleware=[guard])
    app.state.server = server
    return app


def _route(path: str, method: str, work: Callable[[Call], Any], limit: int = 0) -> Route:
    """A route whose work is done in a thread, with every fault told in one line."""

    async def answer(request: Request) -> Response:
        try:
            body = await _body(request, limit) if limit else b""
            result = await run_in_threadpool(work, Call(request, body))
            return result if isinstance(result, Response) else JSONResponse(result)
        except RefusedError as refusal:
            return _fault(refusal.status, str(refusal))
        except ValueError as error:
            return _fault(400, str(error))
        except ImportError as error:
            return _fault(400, say_missing(error) or str(error))
        except Exception:
            log.exception("%s %s", method, path)
            return _fault(500, "this is a bug; the server's terminal tells more")

    return Route(path, answer, methods=[method], name=f"{method} {path}")


async def _body(request: Request, limit: int) -> bytes:
    """The body, of which no more than `limit` bytes are ever held."""
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > limit:
            raise RefusedError(413, f"more than {limit} bytes")
    return bytes(body)


def _fault(code: int, said: str) -> JSONResponse:
    return JSONResponse({"error": " ".join(said.split())[:MAX_WORDS]}, code)


def _static_routes() -> list[Route]:
    """One route for each file of the page: what is not in the list cannot be asked for."""
    routes = []
    for entry in sorted(files("exozoo.web").joinpath("static").iterdir(), key=lambda e: e.name):
        kind = mimetypes.guess_type(entry.name)[0] or "application/octet-stream"
        kind = "text/javascript" if entry.name.endswith(".js") else kind
        answer = _static(entry.read_bytes(), kind)
        routes.append(Route(f"/static/{entry.name}", answer, methods=["GET"]))
        if entry.name == "index.html":
            routes.append(Route("/", answer, methods=["GET"]))
    return routes


def _static(content: bytes, kind: str) -> Callable[[Request], Any]:
    async def answer(request: Request) -> Response:
        return Response(content, media_type=kind)

    return answer
