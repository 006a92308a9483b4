"""Files of golden games, and replaying one through the public interface of a game alone.

What a game looked like is boiled down to a running digest over what every decision shows: the seat
to move, the legal action ids and the visible scores. Nothing about the state or the observation
enters, so both may be laid out anew.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

FOLDER = Path(__file__).parent
MARK_EVERY = 64  # decisions between two digests that tell where a replay left the track
Entry = dict[str, Any]


class Trail:
    """The running digest over the decisions of one game."""

    def __init__(self) -> None:
        self._hash = hashlib.sha256()
        self.decisions = 0
        self.marks: list[str] = []

    def add(self, seat: int, legal: np.ndarray, scores: Sequence[int]) -> None:
        numbers = [seat, len(legal), *map(int, legal), len(scores), *scores]
        self._hash.update(np.array(numbers, "<i4").tobytes())
        self.decisions += 1
        if self.decisions % MARK_EVERY == 0:
            self.marks.append(self.digest)

    @property
    def digest(self) -> str:
        return self._hash.hexdigest()[:16]


def path_of(name: str) -> Path:
    return FOLDER / f"{name}.json.gz"


def read_entries(name: str) -> list[Entry]:
    return json.loads(gzip.decompress(path_of(name).read_bytes()))


def write_entries(name: str, entries: Sequence[Entry]) -> int:
    """Write the file of a game in one go; the same entries give the same bytes."""
    lines = ",\n".join(json.dumps(entry, separators=(",", ":")) for entry in entries)
    data = gzip.compress(f"[\n{lines}\n]\n".encode(), 9, mtime=0)
    partial = path_of(name).with_suffix(".part")
    partial.write_bytes(data)
    os.replace(partial, path_of(name))
    return len(data)


def outcome(game: Any, state: Any, trail: Trail) -> Entry:
    """What is compared of a game: how it went, and how it stands where the actions end."""
    return {
        "digest": trail.digest,
        "marks": trail.marks,
        "scores": list(game.scores(state)),
        "ranking": list(game.ranking(state)),
        "over": bool(game.is_over(state)),
    }


def compare(game: Any, number: int, entry: Entry) -> str | None:
    """Replay an entry; what differs in one text, None if nothing does."""
    named = f"{game.name}, entry {number}, options {entry['options']}, seed {entry['seed']}: "
    if game.version != entry["version"]:
        return named + (
            f"recorded with version {entry['version']} of the rules, these are {game.version}. "
            f"If rules were changed on purpose: python -m tests.golden.make {game.name}"
        )
    state = game.new_state(entry["seed"], **entry["options"])
    trail = Trail()
    for action in entry["actions"]:
        legal = game.legal_actions(state)
        trail.add(game.seat(state), legal, game.scores(state))
        if action not in legal:
            return named + _place(entry, trail) + f"; the recorded action {action} is illegal then"
        game.step(state, action)
    got = outcome(game, state, trail)
    if got["digest"] != entry["digest"]:
        return named + _place(entry, trail)
    wrong = [key for key in got if got[key] != entry[key]]
    told = (f"{key} {got[key]} instead of {entry[key]}" for key in wrong)
    return named + "at the end " + ", ".join(told) if wrong else None


def _place(entry: Entry, trail: Trail) -> str:
    """Between which decisions, counted from 0, the replay left the track."""
    agree = 0
    while trail.marks[agree : agree + 1] == entry["marks"][agree : agree + 1] != []:
        agree += 1
    first, last = agree * MARK_EVERY, min((agree + 1) * MARK_EVERY, trail.decisions) - 1
    return (
        f"legal actions, seat to move or scores differ first between decisions {first} and {last} "
        f"of {len(entry['actions'])}"
    )
