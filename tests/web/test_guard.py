"""What the server refuses: strangers, bad requests, too much of anything."""

from __future__ import annotations

import json
import time

import pytest

pytest.importorskip("starlette")
pytest.importorskip("httpx")

from exozoo.web.app import Settings
from exozoo.web.requests import LARGE_BODY, SMALL_BODY
from exozoo.web.table import HUMAN
from tests.web.client import ADDRESS, GAME, begin, connect, server_of

pytestmark = pytest.mark.compiled


@pytest.fixture(scope="module")
def client():
    with connect() as client:
        yield client


@pytest.fixture(scope="module")
def seated(client):
    return begin(client, HUMAN, HUMAN, seed=5)


def one_line(answer, *codes: int) -> str:
    """The answer refuses, and says why in one line."""
    assert answer.status_code in (codes or (400,)), (answer.status_code, answer.text)
    said = answer.json()["error"]
    assert said
    assert "\n" not in said
    assert "Traceback" not in said
    return said


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8765", "127.0.0.1.evil.example", ""]
)
def test_a_foreign_name_is_refused(client, host):
    for path in ("/", "/api/games", "/static/main.js"):
        one_line(client.get(path, headers={"host": host}), 403)


@pytest.mark.parametrize("host", ["127.0.0.1:8765", "localhost:8765", "[::1]:8765", "LOCALHOST"])
def test_names_of_this_machine_are_taken(client, host):
    assert client.get("/", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "https://127.0.0.1:8765", "http://127.0.0.1:9", "null"]
)
def test_another_site_cannot_drive_the_server(client, origin):
    body = {"game": GAME, "seats": [HUMAN, HUMAN]}
    one_line(client.post("/api/tables", json=body, headers={"origin": origin}), 403)
    one_line(client.get("/api/games", headers={"origin": origin}), 403)
    site = {"sec-fetch-site": "cross-site"}
    one_line(client.post("/api/tables", json=body, headers=site), 403)


def test_the_own_page_may_post(client):
    body = {"game": GAME, "seats": [HUMAN, HUMAN]}
    assert client.post("/api/tables", json=body, headers={"origin": ADDRESS}).status_code == 200


def test_a_server_on_all_addresses_goes_by_numbers_only():
    client = connect(host="0.0.0.0")
    assert client.get("/", headers={"host": "192.168.1.7:8765"}).status_code == 200
    one_line(client.get("/", headers={"host": "evil.example"}), 403)
    assert Settings().host == "127.0.0.1"


def test_answers_tell_the_browser_to_run_nothing_foreign(client):
    for path in ("/", "/api/games", "/nowhere"):
        headers = client.get(path).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py",
        "/static/%2e%2e/app.py",
        "/static/..%2fapp.py",
        "/static/....//app.py",
        "/static//etc/passwd",
        "/../../etc/passwd",
        "/api/tables/../../app.py",
    ],
)
def test_no_path_leads_out_of_the_page(client, path):
    answer = client.get(path)
    assert answer.status_code in (404, 405)
    assert "import" not in answer.text


BAD_BODIES = [
    b"",
    b"{",
    b"[]",
    b"null",
    b"[" * 50_000,
    b'{"game": 3, "seats": []}',
    b'{"game": "alien_frontiers"}',
    b'{"game": "alien_frontiers", "seats": []}',
    b'{"game": "alien_frontiers", "seats": ["human"]}',
    b'{"game": "alien_frontiers", "seats": [1, 2]}',
    b'{"game": "alien_frontiers", "seats": ["human", "nobody"]}',
    b'{"game": "alien_frontiers", "seats": ["human", "human"], "more": 1}',
    b'{"game": "alien_frontiers", "seats": ["human", "human"], "seed": -1}',
    b'{"game": "alien_frontiers", "seats": ["human", "human"], "seed": true}',
    b'{"game": "alien_frontiers", "seats": ["human", "human"], "options": {"x": 1}}',
    b'{"game": "alien_frontiers", "seats": ["human", "human"], "options": {"players": 3}}',
    b'{"game": "alien_frontiers", "seats": ["human", "human"], "actions": [99999999]}',
    b'{"game": "alien_frontiers", "seats": ["human", "human"], "actions": ["1"]}',
    b'{"game": "os:path", "seats": ["human", "human"]}',
    b'{"game": "../x", "seats": ["human", "human"]}',
]


@pytest.mark.parametrize("body", BAD_BODIES)
def test_a_malformed_game_is_refused(client, body):
    before = len(server_of(client).room)
    one_line(client.post("/api/tables", content=body))
    assert len(server_of(client).room) == before


@pytest.mark.parametrize(
    "agent",
    [
        "exec:rm -rf .",
        "  exec:./bot",
        "os:system",
        "tests.agents.bots:LowestAction",
        'policy(path="/etc/passwd")',
        "policy(network=1)",
        "mcts(simulations=100000000)",
        "mcts(threads=64)",
        "mcts(seconds=1e9)",
        'mcts(network="/etc/passwd")',
        "heuristic(samples=0)",
        "exec",
    ],
)
def test_a_browser_seats_no_programs_modules_or_files(client, seated, agent):
    one_line(client.post("/api/tables", json={"game": GAME, "seats": [HUMAN, agent]}), 400, 403)
    one_line(seated.post("study", 0, agent=agent, ply=0), 400, 403)


def test_the_owner_of_the_machine_may_allow_programs():
    seated = begin(connect(allow_exec=True), HUMAN, "tests.agents.bots:LowestAction", seed=5)
    seated.play(0, 4)
    assert seated.wait_for(0)["plies"] > 4


def test_too_large_bodies_are_refused(client, seated):
    one_line(client.post("/api/replays", content=b"x" * (LARGE_BODY + 1)), 413)
    answer = client.post(
        f"{seated.path}/act", content=b"x" * (SMALL_BODY + 1), headers=seated.headers(0)
    )
    one_line(answer, 413)


@pytest.mark.parametrize("body", [b"", b"EXOZOO\x00\x01", b"{}", b"\x80\x04N.", b"x" * 1000])
def test_what_is_no_replay_is_refused(client, body):
    one_line(client.post("/api/replays", content=body))
    one_line(client.post("/api/records/gaia_project", content=body))


def test_records_of_a_game_without_notation_are_refused(client):
    one_line(client.post(f"/api/records/{GAME}", content=b"{}"))
    one_line(client.post("/api/records/os:path", content=b"{}"))


def test_a_replay_names_no_file(client):
    """An option that a person may give as the path of a file is not one for a stranger's replay."""
    body = {"game": "beyond_the_sun", "seats": [HUMAN] * 4, "options": {"cards": "/etc/passwd"}}
    assert "passwd" in one_line(client.post("/api/tables", json=body))


def test_illegal_decisions_change_nothing(client, seated):
    view = seated.get("view", 0)
    legal = {move["id"] for move in view["moves"]}
    wrong = next(action for action in range(1000) if action not in legal)
    one_line(seated.post("act", 0, action=wrong, ply=0))
    one_line(seated.post("act", 0, action=-1, ply=0))
    one_line(seated.post("act", 0, action=10**30, ply=0))
    one_line(seated.post("act", 0, action="1", ply=0))
    one_line(seated.post("act", 0, action=min(legal), ply=1), 409)
    one_line(seated.post("act", 0, action=min(legal)))
    one_line(seated.post("act", 1, action=min(legal), ply=0), 403)
    one_line(seated.post("act", None, action=min(legal), ply=0), 403)
    assert seated.get("view", 0) == view


def test_tokens_open_their_own_seat_only(client, seated):
    path = f"{seated.path}/view"
    for token in (seated.headers(1), seated.headers(), {}, {"X-Exozoo-Token": "x"}):
        one_line(client.get(path, params={"seat": 0}, headers=token), 403)
        one_line(client.get(path, params={"seat": "all"}, headers=token), 403)
    for what in ("undo", "replay"):
        method = "POST" if what == "undo" else "GET"
        content = json.dumps({"ply": 0}) if what == "undo" else None
        answer = client.request(
            method, f"{seated.path}/{what}", headers=seated.headers(0), content=content
        )
        one_line(answer, 403)
    one_line(client.delete(seated.path, headers=seated.headers(0)), 403)


@pytest.mark.parametrize("ply", ["-1", "x", "1e3", "99999999999999999999", "1000000", "1", "²"])
def test_bad_numbers_in_addresses_are_refused(client, seated, ply):
    answer = client.get(
        f"{seated.path}/view", params={"seat": 0, "ply": ply}, headers=seated.headers(0)
    )
    one_line(answer)


def test_ids_are_not_to_be_guessed(client, seated):
    others = {begin(client, HUMAN, HUMAN).made["id"] for _ in range(5)}
    assert len(others) == 5
    assert all(len(other) >= 24 for other in others)
    one_line(client.get(f"/api/tables/{'x' * 24}/status"), 404)


def test_a_closed_game_is_gone(client):
    seated = begin(client, HUMAN, HUMAN)
    assert client.delete(seated.path, headers=seated.headers()).status_code == 200
    one_line(client.get(f"{seated.path}/status", headers=seated.headers(0)), 404)


def test_the_number_of_games_is_bounded_and_idle_ones_are_forgotten():
    client = connect(most_tables=3, idle_seconds=0.3)
    first = [begin(client, HUMAN, HUMAN) for _ in range(3)]
    one_line(client.post("/api/tables", json={"game": GAME, "seats": [HUMAN, HUMAN]}), 503)
    time.sleep(0.35)
    begin(client, HUMAN, HUMAN)
    assert len(server_of(client).room) == 1
    one_line(client.get(f"{first[0].path}/status", headers=first[0].headers(0)), 404)


def test_a_broken_agent_is_told_of(monkeypatch):
    client = connect(allow_exec=True)
    seated = begin(client, HUMAN, "tests.web.bots:Failing", seed=5)
    with pytest.raises(AssertionError, match="no idea"):
        seated.play(0, 20)
