"""The server: games are begun, played, taken back, studied, saved and loaded."""

from __future__ import annotations

import gzip
import json
import time
from pathlib import Path

import pytest

pytest.importorskip("starlette")
pytest.importorskip("httpx")

from exozoo.envs.records import record
from exozoo.envs.records.replay import from_json
from exozoo.envs.registry import game_names, load_game
from exozoo.play import random_replay
from exozoo.web.table import HUMAN
from tests.web.client import GAME, Seated, begin, connect

pytestmark = pytest.mark.compiled
LOGS = Path(__file__).resolve().parents[1] / "gaia_project" / "data" / "logs"


@pytest.fixture(scope="module")
def client():
    with connect() as client:
        yield client


def open_bytes(client, path: str, body: bytes) -> Seated:
    answer = client.post(path, content=body)
    assert answer.status_code == 200, answer.text
    return Seated(client, answer.json())


def test_the_catalogue_lists_every_game_with_its_options(client):
    offer = client.get("/api/games").json()
    assert [game["name"] for game in offer["games"]] == list(game_names())
    for game in offer["games"]:
        known = [option.name for option in load_game(game["name"]).options.options]
        assert [option["name"] for option in game["options"]] == known
        assert "heuristic" in [agent["text"] for agent in game["agents"]]


def test_the_page_and_its_files_are_served(client):
    page = client.get("/")
    assert page.status_code == 200
    assert page.headers["content-type"].startswith("text/html")
    for name in ("main.js", "board.js", "style.css", "icon.svg"):
        assert client.get(f"/static/{name}").status_code == 200


def test_no_file_of_the_page_names_a_game():
    folder = Path(__file__).resolve().parents[2] / "exozoo" / "web"
    for path in [*folder.glob("*.py"), *folder.glob("static/*")]:
        text = path.read_text(encoding="utf-8").lower()
        titles = [load_game(name).title.lower() for name in game_names()]
        assert not [name for name in (*game_names(), *titles) if name in text], path


def test_an_agent_answers_a_person_s_move(client):
    seated = begin(client, HUMAN, "heuristic", seed=5)
    seated.play(0, 12)
    status = seated.wait_for(0)
    assert {entry["seat"] for entry in status["log"]} == {0, 1}
    assert status["plies"] == len(status["log"]) > 12


def test_what_was_played_is_what_the_rules_say(client):
    seated = begin(client, HUMAN, "greedy", seed=9)
    seated.play(0, 8)
    seated.wait_for(0)
    replay = from_json(seated.client.get(f"{seated.path}/replay", headers=seated.headers()).content)
    assert replay.seed == 9
    replay.verify(load_game(GAME))


def test_the_same_seed_and_moves_give_the_same_game(client):
    lines = []
    for _ in range(2):
        seated = begin(client, HUMAN, "heuristic", seed=3)
        seated.play(0, 6)
        lines.append([entry["words"] for entry in seated.wait_for(0)["log"]])
    assert lines[0] == lines[1]


def test_agents_among_themselves_play_only_while_somebody_looks(client):
    seated = begin(client, "heuristic", "heuristic", seed=1)
    time.sleep(0.05)
    assert seated.table.plies == 0
    assert seated.get("status", seen=0)["plies"] >= 0
    until = time.monotonic() + 30
    while seated.table.plies < 24 and time.monotonic() < until:
        time.sleep(0.005)
    time.sleep(0.05)
    assert seated.table.plies == 24
    assert seated.get("status", seen=24)["plies"] >= 24


def test_taking_back_returns_to_the_very_position(client):
    seated = begin(client, HUMAN, HUMAN, seed=2)
    pictures = []
    for _ in range(5):
        seat = seated.table.session.seat
        view = seated.get("view", seat)
        pictures.append((seat, view))
        seated.post("act", seat, action=view["moves"][0]["id"], ply=view["ply"])
    assert seated.post("undo", None, ply=2).json() == {"plies": 2}
    seat, before = pictures[2]
    assert seated.get("view", seat) == before
    assert seated.get("status", seat, seen=0)["generation"] == 1


def test_a_thought_about_a_line_that_was_taken_back_is_dropped(client):
    seated = begin(client, HUMAN, "mcts(simulations=3000)", seed=2)
    while seated.table.agent_to_move() is None:
        view = seated.get("view", 0)
        seated.post("act", 0, action=view["moves"][-1]["id"], ply=view["ply"])
    seated.post("undo", None, ply=0)
    time.sleep(0.3)
    status = seated.wait_for(0)
    assert (status["plies"], status["log"], status["fault"]) == (0, [], None)


def test_earlier_positions_can_be_looked_at_in_any_order(client):
    seated = open_bytes(client, "/api/replays", a_replay().to_bytes())
    forward = [seated.get("view", ply=ply)["picture"] for ply in range(6)]
    assert [seated.get("view", ply=ply)["picture"] for ply in (5, 1, 3)] == [
        forward[5],
        forward[1],
        forward[3],
    ]


def a_replay():
    return random_replay(load_game(GAME), 4, {"players": 3})[0]


@pytest.mark.parametrize("form", ["to_json", "to_bytes"])
def test_a_replay_is_loaded_whole(client, form):
    replay = a_replay()
    body = getattr(replay, form)()
    seated = open_bytes(client, "/api/replays", body.encode() if form == "to_json" else body)
    view = seated.get("view")
    assert view["over"]
    assert tuple(view["scores"]) == replay.scores
    assert tuple(view["ranking"]) == replay.ranking


def test_a_replay_with_another_result_is_refused(client):
    fields = json.loads(a_replay().to_json())
    fields["scores"][0] += 1
    answer = client.post("/api/replays", content=json.dumps(fields))
    assert answer.status_code == 400
    assert "playing it gives" in answer.json()["error"]


def test_a_game_recorded_elsewhere_is_shown(client):
    path = min(LOGS.iterdir(), key=lambda path: path.stat().st_size)
    body = path.read_bytes()
    body = gzip.decompress(body) if path.suffix == ".gz" else body
    seated = open_bytes(client, "/api/records/gaia_project", body)
    assert seated.get("status", seen=0)["plies"] > 20


def test_a_game_of_a_dataset_is_shown(tmp_path):
    pytest.importorskip("pyarrow")
    from exozoo.training.datasets.run import run_selfplay
    from exozoo.training.datasets.settings import SelfplaySettings

    settings = SelfplaySettings(GAME, games=3, agents=("random",), shard_games=2)
    run_selfplay(settings, tmp_path / "d")
    client = connect(datasets=(tmp_path / "d",))
    assert client.get("/api/games").json()["datasets"] == [{"name": "d", "game": GAME, "games": 3}]
    answer = client.post("/api/datasets/0/2", json={})
    seated = Seated(client, answer.json())
    assert seated.get("view")["over"]
    assert client.post("/api/datasets/0/3", json={}).status_code == 400
    assert client.post("/api/datasets/1/0", json={}).status_code == 404


def test_a_line_from_a_link_is_taken_up(client):
    replay = a_replay()
    line = {"options": replay.options, "seed": replay.seed, "actions": list(replay.actions[:10])}
    seated = begin(client, HUMAN, HUMAN, HUMAN, **line, open=True)
    assert seated.get("status", seen=0)["plies"] == 10
    played_on = begin(client, HUMAN, "heuristic", "heuristic", **line)
    assert played_on.wait_for(0)["plies"] >= 10


def test_search_is_studied_with_progress_visits_and_values(client):
    seated = begin(client, HUMAN, "heuristic", seed=5)
    asked = seated.post("study", 0, agent="mcts(simulations=64)", ply=0)
    assert asked.status_code == 200
    study = finished(seated)
    moves = study["result"]["moves"]
    assert {int(id) for id in moves} == {move["id"] for move in seated.get("view", 0)["moves"]}
    assert sum(move["visits"] for move in moves.values()) >= 60
    assert study["result"]["choice"] == int(max(moves, key=lambda id: moves[id]["visits"]))
    assert (study["done"], study["total"]) == (64, 64)


@pytest.mark.parametrize("agent", ["heuristic", "greedy(samples=2)", "random", "policy"])
def test_other_agents_say_what_they_would_do(client, agent):
    if agent == "policy":
        pytest.importorskip("torch")
    seated = begin(client, HUMAN, "heuristic", seed=5)
    seated.post("study", 0, agent=agent, ply=0)
    result = finished(seated)["result"]
    legal = [move["id"] for move in seated.get("view", 0)["moves"]]
    assert result["choice"] in legal
    assert sum(move["share"] for move in result["moves"].values()) == pytest.approx(1, abs=0.01)


def finished(seated: Seated):
    until = time.monotonic() + 120
    while time.monotonic() < until:
        study = seated.get("study", 0)
        assert not study["fault"], study
        if study["result"]:
            return study
        time.sleep(0.01)
    raise AssertionError("no answer")


def test_the_chart_has_a_row_for_every_position(client):
    seated = open_bytes(client, "/api/replays", a_replay().to_bytes())
    rows = seated.get("chart")
    assert len(rows) == seated.table.plies + 1
    assert rows[-1]["scores"] == seated.get("view")["scores"] == rows[-1]["outlook"]


def test_watching_a_search_does_not_change_it():
    from exozoo.agents.mcts import MctsAgent

    game = load_game(GAME)
    state = game.new_state(3)
    states, masks = state.reshape(1), game.legal_mask(state)[None]
    agent = MctsAgent(game, simulations=50)
    alone = agent.search(states, masks).visits
    heard: list[tuple[int, int]] = []
    agent.report = lambda done, total: heard.append((done, total))
    assert (agent.search(states, masks).visits == alone).all()
    assert heard[-1] == (50, 50)
    assert len(heard) > 2


def test_a_table_s_replay_is_the_session_s():
    client = connect()
    seated = begin(client, HUMAN, HUMAN, seed=8)
    seated.play(0, 1)
    text = client.get(f"{seated.path}/replay", headers=seated.headers()).text
    assert from_json(text).actions == record(seated.table.session).actions
