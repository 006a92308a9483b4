"""Record the golden games: `python -m tests.golden.make [GAME ...]`.

Only after a deliberate change of rules, which raises the version of the game: while the version is
the same, every recorded game must still replay, or nothing is written.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np

import exozoo
from tests.golden.mixes import MIXES, RELUCTANT
from tests.golden.replay import Entry, Trail, compare, outcome, path_of, read_entries, write_entries

MOST_DECISIONS = 3000  # a game without any limit of its own stops here, unfinished
RELUCTANCE = 0.95  # how often an eager player leaves out what would end or shorten its turn


def record(game: Any, options: dict[str, Any], number: int) -> Entry:
    """One game of a random player, who knows nothing but the legal ids."""
    seed = number if number % 5 else 2**62 + number  # now and then more than 32 bits
    eager = number % 11 < 6  # eleven is in step with no pattern of the mixes
    chance = np.random.default_rng([seed, int(eager)])
    state = game.new_state(seed, **options)
    trail = Trail()
    actions: list[int] = []
    while not game.is_over(state) and len(actions) < MOST_DECISIONS:
        legal = game.legal_actions(state)
        trail.add(game.seat(state), legal, game.scores(state))
        actions.append(choose(legal, RELUCTANT[game.name] if eager else (), chance))
        game.step(state, actions[-1])
    head = {"version": game.version, "options": options, "seed": seed, "actions": actions}
    return {**head, **outcome(game, state, trail)}


def choose(legal: np.ndarray, reluctant: tuple[int, ...], chance: np.random.Generator) -> int:
    """Any legal id; mostly none of the reluctant ones where there are others."""
    wanted = legal[~np.isin(legal, reluctant)]
    if len(wanted) == 0 or chance.random() >= RELUCTANCE:
        wanted = legal
    return int(wanted[chance.integers(len(wanted))])


def make(name: str) -> None:
    game = exozoo.load_game(name)
    recorded = read_entries(name) if path_of(name).exists() else []
    for number, entry in enumerate(recorded):
        fault = compare(game, number, entry) if entry["version"] == game.version else None
        if fault:
            raise SystemExit(f"{fault}\nThe rules changed: raise the version of {name} first.")
    entries = [record(game, options, number) for number, options in enumerate(MIXES[name])]
    size = write_entries(name, entries)
    lengths = [len(entry["actions"]) for entry in entries]
    print(
        f"{name}: {len(entries)} games, {min(lengths)} to {max(lengths)} decisions, "
        f"{sum(lengths)} in all, {sum(entry['over'] for entry in entries)} finished, {size} bytes"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="all games if none is named")
    names = parser.parse_args().games or list(MIXES)
    for name in names:
        if name not in MIXES:
            raise SystemExit(f"unknown game {name!r}: allowed are {', '.join(MIXES)}")
        make(name)


if __name__ == "__main__":
    main()
