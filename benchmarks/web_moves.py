"""How long the server takes for a move: `python -m exozoo.benchmarks.web_moves`.

One line a game: milliseconds from a person's decision until the heuristic has made its first one in
answer (none, if the person is still to move), and for a position with its drawing and its moves.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from typing import Any

from starlette.testclient import TestClient

from exozoo.envs.registry import game_names
from exozoo.web.app import make_app

MOVES = 60
POLL = 0.0005  # seconds between two looks at whether the heuristic has answered


def timed(work: Callable[[], Any]) -> tuple[Any, float]:
    """What comes of it, and milliseconds."""
    started = time.perf_counter()
    return work(), 1e3 * (time.perf_counter() - started)


def measure(client: TestClient, name: str, moves: int) -> tuple[list[float], list[float]]:
    """Milliseconds of each move with its answer, and of each view."""
    body = {"game": name, "seats": ["human", "heuristic"], "seed": 1}
    made = client.post("/api/tables", json=body).json()
    path, headers = f"/api/tables/{made['id']}", {"X-Exozoo-Token": made["tokens"]["0"]}
    table = client.app.state.server.room.find(made["id"])  # type: ignore[attr-defined]

    def act(view: dict[str, Any]) -> None:
        choice = view["moves"][view["ply"] * 7 % len(view["moves"])]
        body = {"action": choice["id"], "ply": view["ply"]}
        client.post(f"{path}/act", json=body, headers=headers).raise_for_status()
        answered()

    def answered() -> None:
        """Until the heuristic has made one decision, or it is the person's turn again."""
        before = table.plies
        while table.plies == before and table.agent_to_move() is not None:
            time.sleep(POLL)

    acts: list[float] = []
    views: list[float] = []
    while len(acts) < moves and not table.session.over:
        while table.agent_to_move() is not None:
            time.sleep(POLL)
        if table.session.over:
            break
        answer, spent = timed(lambda: client.get(f"{path}/view?seat=0", headers=headers).json())
        views.append(spent)
        acts.append(timed(lambda answer=answer: act(answer))[1])  # type: ignore[misc]
    return acts, views


def main() -> None:
    with TestClient(make_app(), base_url="http://127.0.0.1") as client:
        for name in game_names():
            measure(client, name, 5)  # compiles, and fills what drawings keep
            acts, views = measure(client, name, MOVES)
            shown = [
                f"{statistics.median(part):5.1f} median {sorted(part)[int(len(part) * 0.95)]:5.1f} of 95 %"
                for part in (acts, views)
            ]
            print(f"{name:16} move with answer: {shown[0]}   view: {shown[1]}   ms")


if __name__ == "__main__":
    main()
