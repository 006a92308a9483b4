"""Programs as agents: what they are told, what they may answer, and the examples for authors."""

from __future__ import annotations

import copy
import json
import pickle
import shutil
from pathlib import Path

import numpy as np
import pytest

import exozoo
from exozoo.agents.arena.match import play_games
from exozoo.agents.protocol.fields import as_json, encode, read, read_line
from exozoo.agents.protocol.messages import TO_BOT, Decide, Decision, Hello, Move, New, Over, Ready
from exozoo.agents.protocol.positions import decisions, hello, plain
from exozoo.agents.protocol.schema import schema, schema_text
from exozoo.agents.specs import load_agent, parse_agent
from exozoo.envs.core.batch import Batch
from exozoo.envs.core.fair_play import Clock
from exozoo.envs.wrappers.single import SingleEnv
from tests.protocol.bots import JAVASCRIPT_BOT, PYTHON_BOT, build_cpp_bot, good_bot
from tests.toy import TOY

KINDS = {kind.__name__.lower(): kind for kind in TO_BOT} | {"decide_many": TO_BOT[4]}
ALL = "observation,flat,texts,parameters,state"
DOCS = Path(__file__).parents[2] / "docs"


def play(text: str, games: int = 3, game=TOY, other: str = "random", **options):
    agents = [load_agent(other, game), load_agent(text, game, seed=5)]
    seating = np.array([[number % 2, 1 - number % 2] for number in range(games)])
    try:
        return play_games(game, agents, seating, list(range(games)), options, Clock(20.0, 300.0))
    finally:
        agents[1].close()


def heard(log: Path) -> list[dict]:
    return [json.loads(line) for line in log.read_text().splitlines()]


def test_a_program_is_an_agent_by_its_text():
    text = "exec:python3 -c 'print(1)' --depth 3"
    assert parse_agent(f" {text} ") == (text, {})
    agent = load_agent(text, TOY, seed=3)
    assert agent.command == "python3 -c 'print(1)' --depth 3"
    assert load_agent('exec(command="python3 -V", decision=2.5)', TOY).own_clock.decision == 2.5


@pytest.mark.parametrize("batch", [1, 8])
def test_every_message_is_as_declared_and_in_order(tmp_path: Path, batch: int):
    log = tmp_path / "log"
    result = play(good_bot(wants=ALL, batch=batch, log=log))
    assert not result.faults
    messages = heard(log)
    for message in messages:
        kind = KINDS[message["type"]]
        assert as_json(read(kind, message, exact=True)) == message
    kinds = [message["type"] for message in messages]
    assert kinds[:5] == ["hello", "seed", "new", "new", "new"]
    assert set(kinds[5:-4]) == {"decide" if batch == 1 else "decide_many"}
    assert kinds[-4:] == ["over", "over", "over", "quit"]
    assert messages[1]["seed"] == 5
    asked = [p for m in messages for p in m.get("positions", [m] if m["type"] == "decide" else [])]
    assert len(asked) == result.decisions[1]
    for over in messages[-4:-1]:
        assert over["scores"] == result.scores[over["game"]].tolist()
        assert over["ranks"] == result.ranks[over["game"]].tolist()


def test_a_decision_tells_what_the_seat_may_know():
    batch = Batch(TOY, 6, seed=3, players=3)
    batch.step(batch.masks.argmax(axis=1))
    found = decisions(TOY, batch.states, batch.masks, ALL.split(","))
    for entry, state, mask in zip(found, batch.states, batch.masks, strict=True):
        assert entry["legal"] == np.flatnonzero(mask).tolist()
        assert entry["texts"] == [TOY.describe(state, action) for action in entry["legal"]]
        assert entry["parameters"][0] == {"block": "play", "at": [entry["legal"][0]]}
        assert entry["flat"] == TOY.observe(state).tolist()
        assert entry["observation"]["hand"] == TOY.observe(state)[:16].tolist()
        assert len(entry["observation"]["points"]) == 3
        shown = entry["state"]
        assert "rng" not in shown
        mine = [card for card, owner in enumerate(shown["owner"]) if owner == state["seat"]]
        assert mine == np.flatnonzero(state["owner"] == state["seat"]).tolist()
    hidden = [plain(state)["owner"] != e["state"]["owner"] for e, state in zip(found, batch.states)]
    assert any(hidden)
    bare = decisions(TOY, batch.states, batch.masks, ())[0]
    assert set(bare) == {"seat", "ply", "players", "scores", "legal"}


def test_nothing_hidden_is_told():
    """Positions that look alike to the seat to move get the same message."""
    batch = Batch(TOY, 4, seed=9, players=3)
    others = batch.states.copy()
    keys = np.arange(4).astype(np.uint64)
    TOY.kernels.determinize_many(others, 0, 4, np.full(4, -1), keys)
    assert (others["owner"] != batch.states["owner"]).any()
    wants = ["observation", "flat", "texts", "parameters"]
    assert decisions(TOY, batch.states, batch.masks, wants) == decisions(
        TOY, others, batch.masks, wants
    )


def test_answers_may_carry_opinions():
    agent = load_agent(good_bot(), TOY)
    batch = Batch(TOY, 2, seed=3, players=2)
    assert (
        agent.act(batch.states, batch.masks) == [np.flatnonzero(m)[-1] for m in batch.masks]
    ).all()
    assert [move.value for move in agent.answers] == [0.5, 0.5]
    assert sum(agent.answers[0].probabilities) == pytest.approx(1)
    told = agent.thoughts()
    assert told.weights.sum(axis=1) == pytest.approx([1, 1])
    assert not told.weights[batch.masks == 0].any()
    assert told.values.tolist() == [0.5, 0.5]
    agent.close()


def test_single_and_batched_play_alike():
    one, many = play(good_bot(), games=6), play(good_bot(batch=4), games=6)
    assert (one.scores == many.scores).all()


@pytest.mark.parametrize("name", ["python", "c++", "javascript"])
def test_the_examples_play(name: str, tmp_path: Path):
    if name == "c++" and not shutil.which("g++"):
        pytest.skip("needs g++")
    if name == "javascript" and not shutil.which("node"):
        pytest.skip("needs node")
    texts = {"python": PYTHON_BOT, "javascript": JAVASCRIPT_BOT}
    text = build_cpp_bot(tmp_path) if name == "c++" else texts[name]
    first, second = play(text, games=6), play(text, games=6)
    assert not first.faults
    assert (first.scores == second.scores).all()  # same seed, same games


@pytest.mark.compiled
def test_an_example_plays_a_real_game(tmp_path: Path):
    if not shutil.which("g++"):
        pytest.skip("needs g++")
    game = exozoo.load_game("alien_frontiers")
    result = play(build_cpp_bot(tmp_path), games=2, game=game)
    assert not result.faults
    assert not play(good_bot(wants=ALL, batch=2), games=2, game=game).faults


def test_it_is_an_opponent_in_gymnasium_and_can_be_copied():
    agent = load_agent(good_bot(), TOY)
    env = SingleEnv(TOY, opponents=good_bot().strip(), players=2)
    _, info = env.reset(seed=1)
    done = False
    while not done:
        _, _, done, _, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
    batch = Batch(TOY, 1, seed=3, players=2)
    expected = agent.act(batch.states, batch.masks)
    for twin in (copy.deepcopy(agent), pickle.loads(pickle.dumps(agent))):
        assert twin._bot is not agent._bot
        assert (twin.act(batch.states, batch.masks) == expected).all()
        twin.close()
    agent.close()
    assert (agent.act(batch.states, batch.masks) == expected).all()  # it starts again
    agent.close()


def test_the_schema_in_the_docs_is_that_of_the_code():
    assert (DOCS / "protocol.schema.json").read_text(encoding="utf-8") == schema_text(), (
        "write it anew: python -m exozoo.agents.protocol.schema docs/protocol.schema.json"
    )


def test_the_schema_describes_every_field():
    definitions = schema()["$defs"]
    for kind in (Hello, New, Decide, Decision, Over):
        entry = definitions[kind.__name__]
        assert set(entry["required"]) <= set(entry["properties"])
    assert definitions["Move"]["required"] == ["action"]
    assert definitions["Ready"]["properties"]["batch"]["maximum"] == 256


def test_the_schema_is_one():
    jsonschema = pytest.importorskip("jsonschema")
    jsonschema.Draft202012Validator.check_schema(schema())
    checker = jsonschema.Draft202012Validator({**schema(), "$ref": "#/$defs/Hello"})
    checker.validate(as_json(hello(TOY)))


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (b"\xff\xfe", "UTF-8"),
        (b"", "not JSON"),
        (b"[1]", "not an object"),
        (b'{"action": NaN}', "NaN"),
        (b'{"action": ' + b"9" * 5000 + b"}", "not JSON"),
        (b'{"a":' * 100_000, "nested too deeply"),
    ],
)
def test_lines_that_hold_no_message_are_refused_in_one_line(line: bytes, words: str):
    with pytest.raises(ValueError, match=words) as caught:
        read_line(line)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 200


def test_fields_are_not_bent():
    for data in ({}, {"action": True}, {"action": 1.0}, {"action": "1"}, {"action": None}):
        with pytest.raises(ValueError, match="action"):
            read(Move, data)
    with pytest.raises(ValueError, match="probabilities"):
        read(Move, {"action": 1, "probabilities": [0.5, "a"]})
    with pytest.raises(ValueError, match="batch"):
        read(Ready, {"name": "x", "protocol": 1, "batch": 0})
    with pytest.raises(ValueError, match=r"wants\[0\]"):
        read(Ready, {"name": "x", "protocol": 1, "wants": ["everything"]})
    assert read(Move, {"action": 3, "mood": "fine"}).action == 3
    assert encode({"a": "\ud800"}) == b'{"a":"\\ud800"}\n'


def test_clocks_are_written_as_text():
    assert Clock.parse("2") == Clock(2.0)
    assert Clock.parse("2/60+0.5") == Clock(2.0, 60.0, 0.5)
    for wrong in ("", "0", "-1", "2+1", "1/0", "fast", "1.2.3"):
        with pytest.raises(ValueError, match="clock"):
            Clock.parse(wrong)
