"""Record the golden games: `python -m tests.golden.make [GAME ...]`.

Only after a deliberate change of rules, which raises the version of the game: while the version is
the same, every recorded game must still replay, or nothing is written.
"""

from __future__ import annotations

import argparse
from collections import Counter
from typing import Any

import numpy as np

import exozoo
from tests.golden.mixes import MIXES, RELUCTANT, TRIES
from tests.golden.replay import Entry, Trail, compare, outcome, path_of, read_entries, write_entries

MOST_DECISIONS = 3000  # a game without any limit of its own stops here, unfinished
SPREAD = 2.0  # how much tastes differ: logarithm of the weight of an id, standard deviation
RELUCTANCE = 4.0  # and how much less an id weighs that ends or shortens a turn


def record_all(game: Any) -> list[Entry]:
    """One entry for each mix of options.

    Half of them are games of plain players. For the others players with tastes try many games,
    because only a few of these reach the last corners of the rules.
    """
    entries: list[Entry] = []
    seen: Counter[int] = Counter()  # entries so far in which an id was played
    for number, options in enumerate(MIXES[game.name]):
        tastes = number % 11 < 6  # eleven is in step with no pattern of the mixes
        first = number * TRIES[game.name]
        last = first + (TRIES[game.name] if tastes else 1)
        tries = [record(game, options, seed, tastes) for seed in range(first, last)]
        rarities = [
            sum((1 + seen[action]) ** -3 for action in sorted(set(entry["actions"])))
            for entry in tries
        ]
        entries.append(tries[int(np.argmax(rarities))])
        seen.update(set(entries[-1]["actions"]))
    return entries


def record(game: Any, options: dict[str, Any], seed: int, tastes: bool) -> Entry:
    """One game of a random player, who knows nothing but the legal ids."""
    chance = np.random.default_rng(seed)
    if seed % 5 == 0:
        seed += 2**62  # more than 32 bits
    weights = draw_tastes(game, chance) if tastes else np.ones(game.num_actions)
    state = game.new_state(seed, **options)
    trail = Trail()
    actions: list[int] = []
    while not game.is_over(state) and len(actions) < MOST_DECISIONS:
        legal = game.legal_actions(state)
        trail.add(game.seat(state), legal, game.scores(state))
        shares = weights[legal].cumsum()
        place = np.searchsorted(shares, chance.random() * shares[-1], side="right")
        actions.append(int(legal[min(place, len(legal) - 1)]))
        game.step(state, actions[-1])
    head = {"version": game.version, "options": options, "seed": seed, "actions": actions}
    return {**head, **outcome(game, state, trail)}


def draw_tastes(game: Any, chance: np.random.Generator) -> np.ndarray:
    """A weight for each id, which lets a player stick to a plan, as to one research track."""
    liking = SPREAD * chance.standard_normal(game.num_actions)
    liking[list(RELUCTANT[game.name])] -= RELUCTANCE
    return np.exp(liking)


def make(name: str) -> None:
    game = exozoo.load_game(name)
    recorded = read_entries(name) if path_of(name).exists() else []
    for number, entry in enumerate(recorded):
        fault = compare(game, number, entry) if entry["version"] == game.version else None
        if fault:
            raise SystemExit(f"{fault}\nThe rules changed: raise the version of {name} first.")
    entries = record_all(game)
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
