"""Recorded games and card sets: replays, logs of other engines, cards that replace the shipped ones."""

from __future__ import annotations

import gzip
import json
import struct
import zlib
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from exozoo.envs.beyond_the_sun.cards.card_set import DATA, SECTIONS
from exozoo.envs.core.session import Session
from exozoo.envs.gaia_project.notation import import_fields, read
from exozoo.envs.gaia_project.notation.parse import parse_amounts, parse_line
from exozoo.envs.records import game_of, load_replay, record
from exozoo.envs.records.replay import LENGTH, MAGIC, PREFIX, from_bytes, from_json
from exozoo.envs.registry import load_game
from tests.fuzz.mutate import changed_bytes, changed_json, changed_text
from tests.fuzz.target import Target, as_json, check_words
from tests.golden.mixes import MIXES

LOGS = Path(__file__).parents[2] / "gaia_project" / "data" / "logs"


class Replays(Target):
    """Both forms of replays, with checksums that fit and that do not."""

    name = "replays"
    PLIES = 12  # of the games that are changed

    def __init__(self, folder: Path):
        super().__init__(folder)
        self.path = folder / "game.exo"
        self.sound = []
        for name, mixes in MIXES.items():
            for options in mixes[:: max(1, len(mixes) // 6)]:
                session = Session(load_game(name), options)
                session.reset(7)
                for _ in range(self.PLIES):
                    if not session.over:
                        session.step(int(session.mask.nonzero()[0][-1]))
                self.sound.append(record(session, ["a", "b"]))

    def attempt(self, rng: Random) -> None:
        sound = rng.choice(self.sound)
        fields = json.loads(sound.to_json())
        kind = rng.randrange(6)
        if kind == 0:
            found = from_bytes(changed_bytes(rng, sound.to_bytes()))
        elif kind == 1:
            found = from_bytes(self._sealed(rng, fields))
        elif kind == 2:
            found = from_json(changed_bytes(rng, as_json(fields)))
        elif kind == 3:
            data = rng.choice((sound.to_bytes(), sound.to_json().encode()))
            self.path.write_bytes(changed_bytes(rng, data))
            found = load_replay(self.path)
        else:
            found = from_json(as_json(changed_json(rng, fields)))
        found.verify(game_of(found))

    def _sealed(self, rng: Random, fields: dict[str, Any]) -> bytes:
        """The binary form of changed fields, with a checksum that fits and lengths that may not."""
        actions = np.array(fields.pop("actions"), "<u4").tobytes()
        head = as_json(changed_json(rng, fields))
        length = LENGTH.pack(len(head) if rng.random() < 0.8 else rng.randrange(2**32))
        payload = length + head + (actions if rng.random() < 0.5 else changed_bytes(rng, actions))
        packed = zlib.compress(payload)
        said = len(payload) if rng.random() < 0.8 else rng.choice((0, 1, 2**31, len(payload) + 1))
        try:
            return PREFIX.pack(MAGIC, zlib.crc32(packed), said) + packed
        except struct.error:
            return b""


def small_logs(lines: int) -> list[dict[str, Any]]:
    """The first lines of the recorded games, which play in a moment."""
    logs = []
    for path in sorted(LOGS.glob("*.json.gz")):
        found = json.loads(gzip.decompress(path.read_bytes()))
        log = (found if isinstance(found, list) else [found])[0]
        kept = {**log, "log": log["log"][:lines], "complete": False, "final": [], "end": {}}
        kept["trace"] = [entry for entry in log.get("trace", []) if entry.get("line", 0) < lines][
            :3
        ]
        kept.pop("final_map", None)
        logs.append(kept)
    return logs


class Logs(Target):
    """Games of Gaia Project as other engines record them, played on ours."""

    name = "logs"

    def __init__(self, folder: Path):
        super().__init__(folder)
        self.logs = small_logs(24)
        self.path = folder / "log.json"

    def attempt(self, rng: Random) -> None:
        fields = rng.choice(self.logs)
        if rng.random() < 0.6:
            lines = list(fields["log"])
            for _ in range(rng.choice((1, 1, 3))):
                place = rng.randrange(len(lines))
                lines[place] = changed_line(rng, lines)
            fields = {**fields, "log": lines}
        else:
            fields = changed_json(rng, fields)
        if rng.random() < 0.9:
            report = import_fields("log", fields)
            check_words(str(report))
            if not report.ok:
                raise ValueError(report.difference)
        else:
            data = as_json(fields)
            self.path.write_bytes(gzip.compress(data, 1) if rng.random() < 0.5 else data)
            read(self.path, rng.choice((0, 0, 0, 1, -1)))


def changed_line(rng: Random, lines: list[str]) -> str:
    """A line with words of other lines in it, or with faults."""
    words, others = rng.choice(lines).split(" "), rng.choice(lines).split(" ")
    kind = rng.randrange(4)
    if kind == 0:
        words[rng.randrange(len(words))] = rng.choice(others)
    elif kind == 1:
        words = words[: rng.randrange(len(words) + 1)] + others[rng.randrange(len(others)) :]
    elif kind == 2:
        rng.shuffle(words)
    line = " ".join(words)
    return changed_text(rng, line) if kind == 3 or rng.random() < 0.2 else line


SEATS = {"terrans": 0, "itars": 1, "ivits": 2, "xenos": 3}


class Lines(Target):
    """Single lines of such logs, read without a game."""

    name = "lines"

    def __init__(self, folder: Path):
        super().__init__(folder)
        self.lines = [line for log in small_logs(400) for line in log["log"][1:]]

    def attempt(self, rng: Random) -> None:
        line = parse_line(1, changed_line(rng, self.lines), SEATS)
        assert 0 <= line.seat < 4
        for command in line.commands:
            for word in command.arguments:
                for amount, _ in parse_amounts(word) if word[:1].isdigit() else ():
                    assert 0 <= amount <= 999


class Cards(Target):
    """Card sets of Beyond the Sun, as files and as they are."""

    name = "cards"

    def __init__(self, folder: Path):
        super().__init__(folder)
        self.game = load_game("beyond_the_sun")
        self.path = folder / "cards.json"
        self.sections = {name: json.loads((DATA / f"{name}.json").read_text()) for name in SECTIONS}

    def attempt(self, rng: Random) -> None:
        names = rng.sample(SECTIONS, rng.choice((1, 1, 1, 2, 9)))
        given: Any = {name: self.sections[name] for name in names}
        given = changed_json(rng, given)
        cards: Any = given
        if rng.random() < 0.3:
            data = as_json(given)
            self.path.write_bytes(data if rng.random() < 0.5 else changed_bytes(rng, data))
            cards = str(self.path)
        players = rng.choice((2, 3, 4))
        state = self.game.new_state(rng.randrange(100), players=players, cards=cards)
        assert self.game.is_over(state) or len(self.game.legal_actions(state))
        assert self.game.to_text(state)
