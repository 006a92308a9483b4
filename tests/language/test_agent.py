"""The agent `llm` against a server that answers well, badly and not at all."""

from __future__ import annotations

import copy
import json
import pickle
import socket

import numpy as np
import pytest
from typer.testing import CliRunner

pytest.importorskip("openai")

from exozoo.agents import load
from exozoo.agents.arena.match import play_games
from exozoo.agents.arena.ratings import summarise
from exozoo.agents.arena.report import markdown
from exozoo.agents.arena.run import ArenaSettings, run_arena
from exozoo.agents.language.server import LanguageModelError
from exozoo.cli import app
from exozoo.envs.registry import game_names, load_game
from tests.language.chat_server import Failure, any_legal, legal_ids, serving
from tests.language.test_env import SHORT
from tests.toy import TOY

KEY = "a-key-of-the-tests"


@pytest.fixture(autouse=True)
def key(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)


def agent_of(server, game=TOY, **settings):
    quick = {"wait": 0.0, "timeout": 10.0, "parallel": 1}
    return load("llm", game, model="m", base_url=server.url, **{**quick, **settings})


def play(agent, game=TOY, games=1, players=2, **options):
    """Games of the agent on every seat."""
    seating = np.zeros((games, players), np.int64)
    return play_games(game, [agent], seating, list(range(games)), options)


def decide(agent, seed=1):
    """One decision at the start of a game; the action and whether it was the agent's own."""
    state = TOY.new_state(seed)
    action = agent.act(state.reshape(1), TOY.legal_mask(state)[None])[0]
    return int(action), TOY.legal_actions(state)


@pytest.mark.compiled
@pytest.mark.parametrize("name", game_names())
def test_whole_games_of_every_game(name, tmp_path):
    game = load_game(name)
    with serving() as server:
        path = tmp_path / "talk.jsonl"
        agent = agent_of(server, game, transcript=path, input_price=2.0, output_price=10.0)
        result = play(agent, game, **SHORT.get(name, {}))
        agent.close()
    used = result.usage[0]
    assert sorted(result.ranks[0])[0] == 1
    assert used["decisions"] == used["requests"] == len(server.requests) == result.decisions[0]
    assert "fallback moves" not in used
    assert used["input tokens"] == 100 * used["requests"]
    assert used["cost"] == pytest.approx((200 + 70) * used["requests"] / 1e6)
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    assert sum(line["type"] == "exchange" for line in lines) == used["requests"]
    assert sum(line["type"] == "briefing" for line in lines) == 2  # one for each seat
    assert all(line["outcome"] == "ok" for line in lines if line["type"] == "exchange")
    assert KEY not in path.read_text("utf-8")
    assert server.keys == {f"Bearer {KEY}"}
    assert game.rules_text in server.requests[0]["messages"][0]["content"]


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("", "format"),
        ("I would play card 3", "format"),
        ("ACTION: 3 and nothing else", "format"),
        ("ACTION: 1\nGood luck!", "format"),
        ("action: 1", "format"),
        ("ACTION: -1", "format"),
        ("ACTION: 1e0", "format"),
        ("ACTION: 99999", "illegal"),
        ("ACTION: " + "9" * 5000, "format"),
        ("\x00\ud83d\ude00" * 1000, "format"),
    ],
)
def test_wrong_answers_are_told_and_asked_again(said, reason):
    with serving(lambda number, messages: said) as server:
        agent = agent_of(server, retries=2)
        action, legal = decide(agent)
    assert action in legal
    used = agent.usage()
    assert used["requests"] == used[f"wrong answers ({reason})"] == 3
    assert used["fallback moves"] == used[f"fallback moves ({reason})"] == 1
    last = server.requests[-1]["messages"]
    assert [m["role"] for m in last] == ["system", "user", *["assistant", "user"] * 2]
    assert "cannot be used" in last[-1]["content"]


def test_a_wrong_answer_can_be_mended():
    def script(number, messages):
        return "hm" if number == 0 else f"ACTION: {legal_ids(messages)[-1]}\n"

    with serving(script) as server:
        agent = agent_of(server)
        action, legal = decide(agent)
    assert action == legal[-1]
    assert agent.usage() == {
        "decisions": 1,
        "input tokens": 200,
        "output tokens": 14,
        "requests": 2,
        "wrong answers (format)": 1,
    }


@pytest.mark.parametrize(
    ("failure", "reason"),
    [
        (Failure(429, headers={"Retry-After": "0"}), "rate_limit"),
        (Failure(429, headers={"Retry-After": "soon"}), "rate_limit"),
        (Failure(500), "server"),
        (Failure(503), "server"),
        (Failure(200, b"<html>not the API</html>"), "malformed"),
        (Failure(200, b'{"choices": []}'), "malformed"),
        (Failure(200, b'{"choices": [{"message": {"content": null}}]}'), "malformed"),
        (Failure(200, b"[1, 2]"), "malformed"),
        (Failure(200, seconds=1.0), "timeout"),
    ],
)
def test_failures_of_the_server_are_tried_again_and_counted(failure, reason):
    with serving(lambda number, messages: failure) as server:
        agent = agent_of(server, attempts=3, timeout=0.2 if failure.seconds else 60.0)
        action, legal = decide(agent)
    assert action in legal
    reason = reason.replace("_", " ")
    assert agent.usage() == {
        "decisions": 1,
        "requests": 3,
        f"failed requests ({reason})": 3,
        "fallback moves": 1,
        f"fallback moves ({reason})": 1,
    }


def test_a_server_that_recovers_costs_no_move():
    def script(number, messages):
        return Failure((429, 500)[number]) if number < 2 else any_legal(number, messages)

    with serving(script) as server:
        agent = agent_of(server)
        decide(agent)
    assert "fallback moves" not in agent.usage()
    assert agent.usage()["requests"] == 3


def test_what_the_server_refuses_is_not_asked_again():
    with serving(lambda number, messages: Failure(400)) as server:
        agent = agent_of(server)
        decide(agent)
    assert agent.usage()["requests"] == agent.usage()["fallback moves (refused)"] == 1


@pytest.mark.parametrize("status", [401, 403, 404])
def test_a_wrong_key_or_model_is_said_at_once(status):
    with (
        serving(lambda number, messages: Failure(status)) as server,
        pytest.raises(LanguageModelError, match=str(status)),
    ):
        decide(agent_of(server))
    assert len(server.requests) == 1


def test_the_command_line_says_so_in_one_line(tmp_path):
    with serving(lambda number, messages: Failure(401)) as server:
        text = f'llm(model="m", base_url="{server.url}")'
        words = ["arena", "tests.toy:TOY", text, "random", "--games", "2", "--out", str(tmp_path)]
        result = CliRunner().invoke(app, words)
    assert result.exit_code == 2, result.output
    assert "Traceback" not in result.output
    assert "error: llm m: Error code: 401" in result.stderr


def test_nobody_there():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}/v1"
    agent = load("llm", TOY, model="m", base_url=url, wait=0.0, attempts=2, give_up=3)
    decide(agent)
    decide(agent)
    with pytest.raises(LanguageModelError, match="3 decisions in a row"):
        decide(agent)
    assert agent.usage()["failed requests (connection)"] == 6


def test_a_game_among_failures_of_every_kind():
    bad = ["", "ACTION: 99999", Failure(429), Failure(500), Failure(200, b"{"), Failure(400)]

    def script(number, messages):
        return bad[number // 2 % len(bad)] if number % 2 else any_legal(number, messages)

    with serving(script) as server:
        agent = agent_of(server, retries=0, attempts=1, give_up=1000)
        result = play(agent, games=6)
    used = result.usage[0]
    assert used["decisions"] == used["requests"] == result.decisions[0]
    assert used["fallback moves"] == sum(
        count for name, count in used.items() if name.startswith("fallback moves (")
    )
    for reason in ("format", "illegal", "rate limit", "server", "malformed", "refused"):
        assert used[f"fallback moves ({reason})"] >= 1, reason


def test_tokens_are_limited():
    with serving() as server:
        agent = agent_of(server, most_tokens=300)
        result = play(agent)
    assert len(server.requests) == 3
    assert result.usage[0]["fallback moves (budget)"] == result.decisions[0] - 3


def test_games_side_by_side_are_asked_side_by_side():
    with serving() as server:
        agent = agent_of(server, parallel=8)
        result = play(agent, games=12, players=3)
    assert result.usage[0]["requests"] == len(server.requests) == result.decisions[0]


def test_fallback_moves_follow_from_seed_and_position():
    with serving(lambda number, messages: "no") as server:
        one, other = (agent_of(server, retries=0, seed=5) for _ in range(2))
        assert [decide(one, seed) for seed in range(5)][2][0] == decide(other, 2)[0]


def test_copies_and_pickles_play_on():
    with serving() as server:
        agent = agent_of(server)
        decide(agent)
        for twin in (copy.deepcopy(agent), pickle.loads(pickle.dumps(agent))):
            assert decide(twin)[0] in decide(agent)[1]


def test_the_arena_reports_what_was_used(tmp_path):
    with serving() as server:
        text = f'llm(model="m", base_url="{server.url}", input_price=1, wait=0)'
        settings = ArenaSettings("tests.toy:TOY", (text, "random"), games=4, games_a_task=2)
        results = run_arena(settings, tmp_path)
        summary = summarise(settings.agents, results)
        again = summarise(settings.agents, run_arena(settings, tmp_path))
    (line,) = summary.usage
    assert line.agent == text
    assert line.counts["requests"] == len(server.requests)
    assert line.counts["cost"] == pytest.approx(len(server.requests) * 100 / 1e6)
    assert again.usage == summary.usage
    page = markdown(settings, summary)
    assert "What the agents used up" in page
    assert f"requests {len(server.requests)}" in page


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({}, "model"),
        ({"model": "m", "retries": -1}, "retries"),
        ({"model": "m", "attempts": 0}, "attempts"),
        ({"model": "m", "timeout": 0}, "timeout"),
        ({"model": "m", "parallel": 1000}, "parallel"),
        ({"model": "m", "template": "nowhere.md"}, "template"),
        ({"model": "m", "api_key": "secret"}, "api_key"),
    ],
)
def test_wrong_settings_are_refused(settings, words):
    with pytest.raises(ValueError, match=words):
        load("llm", TOY, **settings)


def test_the_key_comes_from_the_environment_alone(monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY")
    with serving() as server:
        with pytest.raises(LanguageModelError, match="OPENAI_API_KEY"):
            decide(agent_of(server))
        monkeypatch.setenv("OTHER_KEY", "k")
        decide(agent_of(server, key_variable="OTHER_KEY"))
    assert server.keys == {"Bearer k"}


def test_a_template_of_ones_own(tmp_path):
    path = tmp_path / "prompt.md"
    path.write_text("Be $game.\n=== position ===\n$actions\n=== wrong ===\nNo: $reason\n")
    with serving(lambda number, messages: messages[1]["content"]) as server:
        agent = agent_of(server, template=path, retries=1)
        decide(agent)
    assert server.requests[0]["messages"][0]["content"] == "Be Toy."
    assert server.requests[1]["messages"][-1]["content"].startswith("No: ")
    for text in (
        "$game",
        "a\n=== position ===\nb",
        "$rules $secret\n=== position ===\n=== wrong ===\n",
    ):
        path.write_text(text)
        with pytest.raises(ValueError, match="allowed are"):
            load("llm", TOY, model="m", template=path)
