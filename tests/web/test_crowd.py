"""Many games at once: none hears of another, and none waits long."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor

import pytest

pytest.importorskip("starlette")
pytest.importorskip("httpx")

from starlette.testclient import TestClient

from exozoo.envs.records.replay import from_json
from exozoo.envs.registry import load_game
from exozoo.web.table import HUMAN
from tests.web.client import GAME, Seated, begin, connect, server_of

pytestmark = pytest.mark.compiled
CROWD = 200
MOVES = 2
LONG = 100_000  # simulations: some ten seconds of the processor


def test_two_hundred_games_at_once_do_not_touch_each_other():
    with connect() as client:
        crowd(client)


def crowd(client: TestClient) -> None:
    tables = [begin(client, HUMAN, "heuristic", seed=seed) for seed in range(CROWD)]
    with ThreadPoolExecutor(4) as people:
        list(people.map(lambda seated: seated.play(0, MOVES), tables))
    game = load_game(GAME)
    for seed, seated in enumerate(tables):
        seated.wait_for(0)
        text = client.get(f"{seated.path}/replay", headers=seated.headers()).text
        replay = from_json(text)
        assert replay.seed == seed
        replay.verify(game)  # what was played is a game of its own deal, decision by decision
        assert [entry.seat for entry in seated.table.log].count(0) == MOVES
    ids = {seated.made["id"] for seated in tables}
    tokens = {seated.made["tokens"]["0"] for seated in tables}
    assert len(ids) == len(tokens) == CROWD
    assert len(server_of(client).room) == CROWD


def test_one_game_s_token_opens_no_other():
    client = connect()
    one, other = (begin(client, HUMAN, "heuristic") for _ in range(2))
    for what in ("view", "status", "chart"):
        path = f"{one.path}/{what}"
        answer = client.get(path, params={"seat": 0}, headers=other.headers(0))
        assert answer.status_code == 403


def test_a_long_search_does_not_keep_others_waiting():
    """The search is the clock: a loaded machine slows it down as much as the moves beside it."""
    client = connect(workers=2, allow_exec=True)  # searches as long as this one are not for all
    searching = begin(client, HUMAN, f"mcts(simulations={LONG})", seed=1)
    try:
        until_agent_thinks(searching)
        plies = searching.table.plies
        quick = begin(client, HUMAN, "heuristic", seed=2)
        quick.play(0, 5)
        quick.wait_for(0)
        thinking = searching.get("status", 0, seen=0)["thinking"]
        assert searching.table.plies == plies
        assert thinking is not None
        assert thinking["total"] in (0, LONG)
    finally:
        client.delete(searching.path, headers=searching.headers())


def test_a_server_that_ends_waits_for_no_search():
    client = connect(allow_exec=True)
    searching = begin(client, HUMAN, f"mcts(simulations={LONG})", seed=1)
    until_agent_thinks(searching)
    table, server = searching.table, server_of(client)
    while (thinking := table.thinking) is None or not thinking.done:
        time.sleep(0.01)
    server.end()
    server.players._pool.shutdown(wait=True)
    assert thinking.done < LONG
    assert len(server.room) == 0


def until_agent_thinks(seated: Seated) -> None:
    while seated.table.agent_to_move() is None:
        view = seated.get("view", 0)
        seated.post("act", 0, action=view["moves"][-1]["id"], ply=view["ply"])
