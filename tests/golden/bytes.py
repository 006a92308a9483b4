"""`python -m tests.golden.bytes [--decisions N] [GAME ...]`: digests of all bytes of the golden games.

Unlike the golden files themselves, which tell what a game shows, these digests hold every byte of
every state and of what every seat sees. They say nothing from version to version, but at one version
they must be the same on every machine, with every compiler and without one.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from collections.abc import Iterator
from importlib.metadata import version
from typing import Any

import exozoo
from exozoo.envs.registry import game_names, load_game
from tests.golden.replay import read_entries


def digests(names: list[str], decisions: int = 0) -> dict[str, str]:
    """For each game; with a number of decisions, of the beginnings of its shorter games only."""
    return {name: digest(load_game(name), decisions) for name in names}


def digest(game: Any, decisions: int) -> str:
    entries = read_entries(game.name)
    if decisions:
        entries = sorted(entries, key=lambda entry: len(entry["actions"]))[::7][:3]
    found = hashlib.sha256()
    for entry in entries:
        for state in positions(game, entry, decisions):
            found.update(state.tobytes())
            for seat in range(int(state["num_players"])):
                found.update(game.observe(state, seat).tobytes())
    return found.hexdigest()[:32]


def positions(game: Any, entry: dict[str, Any], decisions: int) -> Iterator[Any]:
    state = game.new_state(entry["seed"], **entry["options"])
    yield state
    for action in entry["actions"][: decisions or None]:
        game.step(state, action)
        yield state


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("games", nargs="*", default=list(game_names()))
    parser.add_argument("--decisions", type=int, default=0)
    chosen = parser.parse_args()
    made_with = {name: version(name) for name in ("numpy", "numba")}
    found = {"exozoo": exozoo.__version__, **made_with}
    print(json.dumps({**found, "digests": digests(chosen.games, chosen.decisions)}))


if __name__ == "__main__":
    main()
