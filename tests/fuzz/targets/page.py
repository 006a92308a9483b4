"""Requests to the server of the page."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote

from exozoo.envs.core.session import Session
from exozoo.envs.records import record
from exozoo.envs.registry import load_game
from exozoo.web.app import Settings, make_app
from exozoo.web.table import HUMAN
from tests.fuzz.mutate import changed_bytes, changed_json, changed_text, digits
from tests.fuzz.target import Target, as_json

GAME = "alien_frontiers"
Body = dict[str, Any]


class Page(Target):
    """Every route, with wrong bodies, addresses and tokens: never a status of 500."""

    name = "page"
    TABLES = 30  # before a new server is started

    def __init__(self, folder: Path):
        super().__init__(folder)
        session = Session(load_game(GAME), {})
        session.reset(4)
        self.replay = json.loads(record(session).to_json())
        self.loop = asyncio.new_event_loop()
        self._start()

    def _start(self) -> None:
        self.app = make_app(Settings(most_tables=100))
        self.server = self.app.state.server
        seats = ([HUMAN, HUMAN], [HUMAN, "random"])
        self.made = [self._begin({"game": GAME, "seats": s, "seed": 4}) for s in seats]
        self.made.append(self._begin({"game": GAME, "seats": [HUMAN, HUMAN], "open": True}))

    def _begin(self, body: Body) -> Body:
        code, answer = self._send("POST", "/api/tables", "", as_json(body), "")
        assert code == 200, answer
        return json.loads(answer)

    def attempt(self, rng: Random) -> None:
        gone = [made for made in self.made if made["id"] not in self.server.room._tables]
        if gone or len(self.server.room) > self.TABLES:
            self.server.players.close()
            self._start()
        made = rng.choice(self.made)
        method, path, body = self._call(rng, made)
        tokens = [made["owner"], *made["tokens"].values(), "", "x", "é", "a" * 5000]
        asked = rng.choice(("all", "0", "1", "2", "0001", "0009", "-1", "٣", digits(rng)))
        query = f"seat={quote(asked, errors='replace')}"
        if rng.random() < 0.4:
            plies = ("0", "1", "-1", "000000000000099", "9" * 40, "x", digits(rng))
            query += f"&{rng.choice(('ply', 'seen'))}={rng.choice(plies)}"
        before = self._positions()
        code, answer = self._send(method, path, query, body, rng.choice(tokens))
        assert code < 500, (code, answer)
        if code >= 400:
            assert self._positions() == before, "a refused request has changed a game"
            said = json.loads(answer)["error"] if answer.startswith(b"{") else answer.decode()
            raise ValueError(said)

    def _call(self, rng: Random, made: Body) -> tuple[str, str, bytes]:
        table = f"/api/tables/{made['id']}"
        replay = as_json(changed_json(rng, self.replay))
        calls: list[tuple[str, str, Any]] = [
            ("GET", "/api/games", None),
            ("POST", "/api/tables", {"game": GAME, "seats": [HUMAN, "random"], "options": {}}),
            (
                "POST",
                "/api/tables",
                {"game": GAME, "seats": [HUMAN] * 2, "actions": [1, 2], "seed": 1},
            ),
            ("POST", "/api/replays", replay if rng.random() < 0.5 else changed_bytes(rng, replay)),
            ("POST", "/api/records/gaia_project", {"players": 2, "setup": {}, "log": ["init"]}),
            ("POST", "/api/datasets/0/0", b""),
            *(
                ("GET", f"{table}{what}", None)
                for what in ("", "/view", "/words", "/status", "/study")
            ),
            *(("GET", f"{table}/{what}", None) for what in ("chart", "replay")),
            ("POST", f"{table}/act", {"action": 3, "ply": 0}),
            ("POST", f"{table}/undo", {"ply": 0}),
            ("POST", f"{table}/study", {"agent": "random", "ply": 0}),
        ]
        method, path, body = rng.choice(calls)
        if rng.random() < 0.1:
            path = "/" + quote(changed_text(rng, path)[:300], errors="replace").lstrip("/")
        if isinstance(body, dict):
            body = as_json(body if rng.random() < 0.2 else changed_json(rng, body))
        return rng.choice((method, method, method, "DELETE")), path, body or b""

    def _positions(self) -> list[bytes]:
        """Of the tables that people alone play: agents go on by themselves."""
        found = []
        for made in (self.made[0], self.made[2]):
            table = self.server.room._tables.get(made["id"])
            found.append(b"" if table is None else table.session.states.tobytes())
        return found

    def _send(
        self, method: str, path: str, query: str, body: bytes, token: str
    ) -> tuple[int, bytes]:
        """One request, handed to the app as a server does."""
        return self.loop.run_until_complete(self._ask(method, path, query, body, token))

    async def _ask(self, method: str, path: str, query: str, body: bytes, token: str) -> Any:
        headers = [
            (b"host", b"127.0.0.1:8765"),
            (b"x-exozoo-token", token.encode("latin-1", "replace")),
        ]
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
        }
        scope |= {"path": path, "raw_path": path.encode(), "query_string": query.encode()}
        scope |= {"headers": headers, "server": ("127.0.0.1", 8765), "client": ("127.0.0.1", 1)}
        scope |= {"scheme": "http", "root_path": ""}
        sent: list[Any] = []

        async def receive() -> Any:
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: Any) -> None:
            sent.append(message)

        await self.app(scope, receive, send)
        return sent[0]["status"], b"".join(part.get("body", b"") for part in sent[1:])
