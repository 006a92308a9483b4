"""A browser without a screen: games on a server in this process."""

from __future__ import annotations

import time
from typing import Any

from starlette.testclient import TestClient

from exozoo.web.app import Server, Settings, make_app
from exozoo.web.table import Table

GAME = "alien_frontiers"  # compiles fastest
ADDRESS = "http://127.0.0.1:8765"


def connect(**settings: Any) -> TestClient:
    return TestClient(make_app(Settings(**settings)), base_url=ADDRESS)


def server_of(client: TestClient) -> Server:
    return client.app.state.server


class Seated:
    """One table, as the one who began it sees it."""

    def __init__(self, client: TestClient, made: dict[str, Any]):
        self.client, self.made = client, made
        self.path = f"/api/tables/{made['id']}"

    @property
    def table(self) -> Table:
        return server_of(self.client).room.find(self.made["id"])

    def headers(self, seat: int | str | None = None) -> dict[str, str]:
        token = self.made["tokens"].get(str(seat)) if seat is not None else None
        return {"X-Exozoo-Token": token or self.made["owner"]}

    def get(self, what: str, seat: int | str = "all", **query: Any) -> Any:
        answer = self.client.get(
            f"{self.path}/{what}", params={"seat": seat, **query}, headers=self.headers(seat)
        )
        assert answer.status_code == 200, answer.text
        return answer.json()

    def post(self, what: str, seat: int | str | None, **body: Any) -> Any:
        params = {} if seat is None else {"seat": seat}
        return self.client.post(
            f"{self.path}/{what}", json=body, params=params, headers=self.headers(seat)
        )

    def wait_for(self, seat: int) -> dict[str, Any]:
        """Until it is this seat's turn, or the game is over."""
        until = time.monotonic() + 60
        while time.monotonic() < until:
            status = self.get("status", seat, seen=0)
            if status["over"] or (status["seat"] == seat and not status["thinking"]):
                return status
            assert not status["fault"], status
            time.sleep(0.002)
        raise AssertionError("the agents do not answer")

    def play(self, seat: int, moves: int) -> None:
        """Some decisions of a seat, each the last one in the list, which rarely ends a turn early."""
        for _ in range(moves):
            if self.wait_for(seat)["over"]:
                return
            view = self.get("view", seat)
            move = view["moves"][view["ply"] * 7 % len(view["moves"])]
            assert self.post("act", seat, action=move["id"], ply=view["ply"]).status_code == 200


def begin(client: TestClient, *seats: str, game: str = GAME, **more: Any) -> Seated:
    answer = client.post("/api/tables", json={"game": game, "seats": list(seats), **more})
    assert answer.status_code == 200, answer.text
    return Seated(client, answer.json())
