"""Replays of all games: round trips, verification, and refusal of anything unsound."""

from __future__ import annotations

import json
import struct
import tracemalloc
import zlib
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exozoo.envs.core.files import write_atomically
from exozoo.envs.core.session import Session
from exozoo.envs.records import game_of
from exozoo.envs.records import replay as replays
from exozoo.envs.records.replay import (
    MAGIC,
    PREFIX,
    Replay,
    from_bytes,
    from_json,
    load_replay,
)
from tests.all_games.games import GAMES, each_count, each_game
from tests.toy import TOY

pytestmark = pytest.mark.compiled


def played(game, decisions: int | None = None, seed: int = 4, **options) -> Session:
    session = Session(game, options)
    session.reset(seed)
    rng = np.random.default_rng(seed)
    while not session.over and (decisions is None or len(session.actions) < decisions):
        session.step(rng.choice(np.flatnonzero(session.mask)))
    return session


@each_count
def test_round_trip_and_verify(game, players, tmp_path):
    for decisions in (0, 5, None):
        session = played(game, decisions, players=players)
        replay = replays.record(session)
        assert from_json(replay.to_json()) == from_bytes(replay.to_bytes()) == replay
        for name in ("game.json", "deep/down/game.exozoo"):
            assert load_replay(replay.save(tmp_path / name)) == replay
        assert replay.verify(game).tobytes() == session.states.tobytes()


@each_game
def test_every_position_can_be_shown(game):
    session = played(game, 6)
    shown = list(replays.record(session).positions(game))
    assert [action for _, action in shown] == session.actions
    assert shown[0][0].tobytes() == game.new_state(4).tobytes()
    assert shown[-1][0].tobytes() == session.before.tobytes()


@each_game
def test_verify_finds_what_is_wrong(game):
    replay = replays.record(played(game))
    wrong = [
        replace(replay, scores=(replay.scores[0] + 1, *replay.scores[1:])),
        replace(replay, ranking=tuple(place + 1 for place in replay.ranking)),
        replace(replay, over=False),
        replace(replay, actions=(*replay.actions, 0)),
        replace(replay, actions=replay.actions[:-1]),
        replace(replay, actions=(game.num_actions, *replay.actions[1:])),
        replace(replay, game="chess"),
        replace(replay, version=replay.version + 1),
        replace(replay, options={**replay.options, "colour": "red"}),
    ]
    for bad in wrong:
        with pytest.raises(ValueError, match=r"replay|version|option"):
            bad.verify(game)


SOUND = replays.record(played(TOY))


@pytest.mark.parametrize(
    "change",
    [
        {"format": "other"},
        {"format_version": 3},
        {"game": 3},
        {"version": "1"},
        {"version": True},
        {"options": []},
        {"seed": -1},
        {"seed": 2**63},
        {"seed": None},
        {"over": 1},
        {"actions": "123"},
        {"actions": [1.5]},
        {"actions": [-1]},
        {"actions": [2**40]},
        {"actions": [True]},
        {"actions": None},
        {"scores": [None]},
        {"scores": [0] * 100},
        {"ranking": [1000]},
    ],
)
def test_wrong_fields_are_refused(change):
    fields = json.loads(SOUND.to_json())
    assert from_json(json.dumps(fields)) == SOUND
    with pytest.raises(ValueError, match=r"\w"):
        from_json(json.dumps({**fields, **change}))


@pytest.mark.parametrize(
    "text", ["", "[]", "null", "{", '"x"', "\x00", "[" * 100_000, b"\xff\xfe\xfa"]
)
def test_wrong_json_is_refused(text):
    with pytest.raises(ValueError, match=r"JSON|format"):
        from_json(text)


def test_every_flipped_bit_is_refused():
    data = SOUND.to_bytes()
    for place in range(len(data)):
        broken = bytearray(data)
        broken[place] ^= 1 << (place % 8)
        with pytest.raises(ValueError, match=r"\w"):
            from_bytes(bytes(broken))
        with pytest.raises(ValueError, match=r"\w"):
            from_bytes(data[:place])
    with pytest.raises(ValueError, match=r"\w"):
        from_bytes(data + b"x")


def test_a_bomb_takes_no_memory():
    packed = zlib.compress(bytes(100_000_000), 1)
    tracemalloc.start()
    for length in (100, 100_000_000, 2**32 - 1):
        with pytest.raises(ValueError, match="unpacked"):
            from_bytes(PREFIX.pack(MAGIC, zlib.crc32(packed), length) + packed)
    assert tracemalloc.get_traced_memory()[1] < 10_000_000
    tracemalloc.stop()


@given(st.binary(max_size=300))
@settings(max_examples=200, deadline=None)
def test_noise_behind_a_right_prefix_is_refused(noise):
    packed = zlib.compress(noise)
    for body in (noise, packed, zlib.compress(struct.pack("<I", len(noise)) + noise)):
        data = PREFIX.pack(MAGIC, zlib.crc32(body), len(noise)) + body
        with pytest.raises(ValueError, match=r"\w"):
            from_bytes(data)
    with pytest.raises(ValueError, match=r"\w"):
        from_bytes(noise)


def test_files_are_bounded_and_whole(tmp_path):
    path = tmp_path / "big.exozoo"
    with path.open("wb") as file:
        file.truncate(replays.MAX_FILE + 1)
    with pytest.raises(ValueError, match="at most"):
        load_replay(path)
    with pytest.raises(FileNotFoundError):
        load_replay(tmp_path / "none.exozoo")
    write_atomically(path, b"old")
    with pytest.raises(TypeError):
        write_atomically(path, 3)  # type: ignore[arg-type]
    assert path.read_bytes() == b"old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["big.exozoo"]


def test_newer_formats_are_refused_and_older_ones_read():
    fields = json.loads(replays.record(played(TOY)).to_json())
    assert replays.from_json(json.dumps({**fields, "format_version": 1})).game == "toy"
    with pytest.raises(ValueError, match="format version 3: this exozoo reads up to 2"):
        replays.from_json(json.dumps({**fields, "format_version": 3}))


def test_who_played_is_kept_and_checked():
    replay = replays.record(played(TOY), ("policy", "random"))
    assert replays.from_bytes(replay.to_bytes()).players == ("policy", "random")
    fields = json.loads(replay.to_json())
    for wrong in ("policy", [1, 2], ["x" * 201], ["x"] * 17):
        with pytest.raises(ValueError, match="players"):
            replays.from_json(json.dumps({**fields, "players": wrong}))


def test_a_replay_never_names_a_module():
    replay = replace(replays.record(played(TOY)), game="tests.toy:TOY")
    with pytest.raises(ValueError, match="installed are"):
        game_of(replay)


def test_replays_are_small():
    for game in GAMES:
        replay = replays.record(played(game))
        assert isinstance(replay, Replay)
        assert len(replay.to_bytes()) < len(replay.to_json())
