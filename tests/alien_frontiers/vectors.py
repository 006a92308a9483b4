"""Plays the worked examples of data/worked_examples.json."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import numpy as np

from exozoo.envs.core.game import as_array
from tests.alien_frontiers import positions as at
from tests.alien_frontiers.positions import DATA, legal, pass_until, play, position

EXAMPLES = {
    example["id"]: example
    for example in json.loads((DATA / "worked_examples.json").read_text("utf-8"))["examples"]
}

# what an example may expect of each player or thing, and how to look it up
PER_NAME: dict[str, Callable[[np.record, str], Any]] = {
    "fuel": at.fuel,
    "ore": at.ore,
    "vp": at.vp,
    "cards": lambda s, player: sorted(at.held(s, player)),
    "ships_in_play": at.in_play,
    "bay": lambda s, player: at.count_ships(s, player, "maintenance_bay"),
    "stock": lambda s, player: at.count_ships(s, player, "stock"),
    "hub": lambda s, player: int(s.hub[at.seat_of(player)]),
    "colonies_left": lambda s, player: int(s.unplaced[at.seat_of(player)]),
    "docked": at.docked,
    "free_ports": at.free_ports,
    "control": at.control,
    "fields": at.field,
}
WHOLE: dict[str, Callable[[np.record], Any]] = {
    "credit": lambda s: int(s.tally),
    "display": at.display,
    "display_count": lambda s: len(at.display(s)),
    "pile": lambda s: sorted(at.pile(s)),
    "pile_count": lambda s: len(at.pile(s)),
    "hand": at.hand,
    "hand_count": lambda s: len(at.hand(s)),
    "rate": at.rate,
    "relic": at.relic,
    "phase": at.phase,
    "current": lambda s: f"p{s.seat}",
    "over": lambda s: bool(s.over),
    "winners": at.winners,
}
UNORDERED = {"cards", "hand", "pile", "docked"}


def run(name: str) -> None:
    """Play one worked example; an illegal step or a different state fails."""
    example = EXAMPLES[name]
    s = position(**example["given"])
    for number, action in enumerate(example["steps"]):
        if isinstance(action, str):
            play(s, action)
            continue
        if action.get("opponents_pass"):
            _let_others_play(s, action)
        for label in action.get("legal", []):
            assert label in legal(s), f"{name} step {number}: {label} should be legal"
        for label in action.get("illegal", []):
            assert label not in legal(s), f"{name} step {number}: {label} should be illegal"
        _check(s, action.get("expect", {}), f"{name} step {number}")


def _let_others_play(s: np.record, action: dict[str, Any]) -> None:
    """Whole turns of the others; given rolls then are p0's opening roll."""
    if "rolls" not in action:
        pass_until(s, 0)
        return
    for key in range(100_000):
        trial = s.copy()
        trial.rng[0] = key
        pass_until(trial, 0)
        if at.hand(trial) == sorted(action["rolls"]):
            as_array(s)[0] = trial
            return
    raise ValueError(f"no seed found for {action['rolls']}")


def _check(s: np.record, expected: dict[str, Any], where: str) -> None:
    for key, value in expected.items():
        if key == "pile_contains":
            assert set(value) <= set(at.pile(s)), f"{where}: {key}"
        elif key in WHOLE:
            _same(WHOLE[key](s), value, key, f"{where}: {key}")
        else:
            for item, wanted in value.items():
                _same(PER_NAME[key](s, item), wanted, key, f"{where}: {key} {item}")


def _same(found: Any, wanted: Any, key: str, where: str) -> None:
    if key in UNORDERED:
        wanted = sorted(tuple(item) if isinstance(item, list) else item for item in wanted)
    assert found == wanted, f"{where}: {found}, expected {wanted}"
