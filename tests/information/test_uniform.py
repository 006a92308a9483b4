"""What is dealt anew is dealt evenly: every possible card equally often in every hidden place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np
import pytest

from exozoo.envs.core.game import Game
from exozoo.envs.core.session import Session
from exozoo.envs.planet_unknown.components import COLOUR_OF_EVENT, IS_SOLO_EVENT
from exozoo.envs.registry import load_game
from tests.information.looks import dealt_anew
from tests.toy import PLAYED

pytestmark = pytest.mark.compiled
DEALS, MANY_DEALS = 3000, 60_000
BEYOND = 6.0  # standard deviations by which a sum of squares may pass what is expected of it

# what is hidden, what lies there in each of many deals, and how likely each thing is there
Hidden = Iterator[tuple[str, np.ndarray, dict[int, float]]]


def evenly(things: Iterable[int]) -> dict[int, float]:
    """Each of these things equally likely; those that are there twice twice as much."""
    counts = Counter(int(thing) for thing in things)
    return {thing: count / sum(counts.values()) for thing, count in counts.items()}


def planet_unknown(states: np.ndarray) -> Hidden:
    """Tiles below the top of each pile, events to come, civ cards, objectives."""
    one = states[0]
    for shape, taken in enumerate(one["taken"]):
        below = one["pile"][shape, taken + 1 :]
        for place in (taken + 1, -1):
            if len(below):
                yield f"pile {shape} {place}", states["pile"][:, shape, place], evenly(below)
    start, total = int(one["event_next"]), int(one["event_total"])
    revealed = set(one["event_deck"][:start].tolist())
    usable = [
        card
        for card in range(len(COLOUR_OF_EVENT))
        if card not in revealed and (one["num_players"] == 1 or not IS_SOLO_EVENT[card])
    ]
    left = Counter(int(COLOUR_OF_EVENT[card]) for card in one["event_deck"][start:total])
    kinds = Counter(int(COLOUR_OF_EVENT[card]) for card in usable)
    colours = {card: int(COLOUR_OF_EVENT[card]) for card in usable}
    weights = {c: left[k] / kinds[k] / (total - start) for c, k in colours.items() if left[k]}
    for place in {start, total - 1} if total > start else ():
        yield f"event {place}", states["event_deck"][:, place], weights
    yield from objectives(states)


def objectives(states: np.ndarray) -> Hidden:
    """Where an objective lies that seat 0 has not seen: any place of those it has not."""
    one = states[0]
    moved = (states["objective_place"] != one["objective_place"]).any(axis=0)
    hidden = np.flatnonzero(moved)
    for objective in hidden[:3]:
        weights = evenly(one["objective_place"][hidden])
        yield f"objective {objective}", states["objective_place"][:, objective], weights


def alien_frontiers(states: np.ndarray) -> Hidden:
    """The order of the deck, in which some cards are there twice."""
    size = int(states[0]["deck_size"])
    for place in {0, size // 2, size - 1} if size else ():
        yield f"deck {place}", states["deck"][:, place], evenly(states[0]["deck"][:size])


def beyond_the_sun(states: np.ndarray) -> Hidden:
    """The orders of the decks, where cards went under them together; face-down events."""
    one = states[0]
    for kind in ("tech", "system"):
        for deck, left in enumerate(one[f"{kind}_left"]):
            group, cards = one[f"{kind}_group"][deck], one[f"{kind}_deck"][deck]
            same = next((n for n in range(left) if group[n] != group[0]), int(left))
            for place in {0, same - 1} if left else ():
                found = states[f"{kind}_deck"][:, deck, place]
                yield f"{kind} deck {deck} {place}", found, evenly(cards[:same])
    yield from events(states)


def events(states: np.ndarray) -> Hidden:
    """In which place of its level a face-down event lies."""
    levels: dict[frozenset[int], list[int]] = {}
    for slot in np.flatnonzero(states[0]["slot_event"] >= 0).tolist():
        levels.setdefault(frozenset(states["slot_event"][:, slot].tolist()), []).append(slot)
    for cards, slots in levels.items():
        for card in sorted(cards)[:3]:
            there = states["slot_event"][:, slots] == card
            found = there.argmax(axis=1)[there.any(axis=1)]
            yield f"place of event {card}", found, evenly(range(len(slots)))


def gaia_project(states: np.ndarray) -> Hidden:
    """The order of the Automa's deck, and which of the unseen cards is left in the reserve."""
    one = states[0]
    first, last = int(one["deck_shown"]), int(one["deck_size"])
    deck = states["cards"][:, first:last]
    for card in one["cards"][first:last]:
        if one["card_known"][card]:
            yield (
                f"place of card {card}",
                (deck == card).argmax(axis=1),
                evenly(range(last - first)),
            )
    unseen = np.flatnonzero(one["card_known"] == 0)
    if last < len(one["cards"]):
        yield "last of the reserve", states["cards"][:, -1], evenly(unseen)


def toy(states: np.ndarray) -> Hidden:
    """Who holds a card that the observer does not: the other seat, or nobody."""
    owner = states[0]["owner"]
    others = np.flatnonzero((owner != 0) & (owner != PLAYED))
    for card in others[:3]:
        yield f"card {card}", states["owner"][:, card], evenly(owner[others])


TABLE: dict[str, tuple[str, Callable[[np.ndarray], Hidden], dict[str, Any]]] = {
    "toy": ("tests.toy:TOY", toy, {"players": 2}),
    "planet_unknown": (
        "planet_unknown",
        planet_unknown,
        {"players": 3, "events": "normal", "personal_objectives": True},
    ),
    "planet_unknown solo": ("planet_unknown", planet_unknown, {"players": 1}),
    "alien_frontiers": ("alien_frontiers", alien_frontiers, {"players": 3}),
    "gaia_project solo": ("gaia_project", gaia_project, {"players": 1}),
    "beyond_the_sun": ("beyond_the_sun", beyond_the_sun, {"players": 4}),
}


def check_even(name: str, found: np.ndarray, weights: dict[int, float]) -> None:
    """Chi-square over what was found; whatever has no weight may not be there at all."""
    counts = Counter(found.tolist())
    assert counts.keys() <= weights.keys(), f"{name}: impossible {counts.keys() - weights.keys()}"
    if len(weights) == 1:
        return
    expected = {thing: weight * len(found) for thing, weight in weights.items()}
    square = sum((counts[thing] - mean) ** 2 / mean for thing, mean in expected.items())
    free = len(weights) - 1
    limit = free + BEYOND * (2 * free) ** 0.5
    assert square <= limit, f"{name}: {square:.1f} > {limit:.1f}, counts {sorted(counts.items())}"


def position(game: Game, options: dict[str, Any], plies: int) -> Session:
    rng = np.random.default_rng(plies)
    session = Session(game, options)
    session.reset(plies + 1)
    while len(session.actions) < plies and not session.over:
        session.step(int(rng.choice(session.mask.nonzero()[0])))
    return session


def check_game(name: str, plies: int, deals: int) -> int:
    place, hidden, options = TABLE[name]
    session = position(load_game(place), options, plies)
    states = dealt_anew(session.game, session.state, 0, range(deals))
    looks = 0
    for what, found, weights in hidden(states):
        check_even(f"{name} after {plies}: {what}", found, weights)
        looks += 1
    return looks


@pytest.mark.parametrize("name", TABLE)
def test_hidden_things_are_dealt_evenly(name):
    assert check_game(name, 0, DEALS)


@pytest.mark.slow
@pytest.mark.parametrize("name", TABLE)
@pytest.mark.parametrize("plies", [0, 3, 17, 40])
def test_hidden_things_are_dealt_evenly_later_too(name, plies):
    check_game(name, plies, MANY_DEALS)


@pytest.mark.parametrize("name", ["alien_frontiers", "gaia_project", "beyond_the_sun"])
def test_coming_chance_is_new_with_every_key(name):
    """Dice and draws follow from the generator in the state: none keeps what it would have given."""
    session = position(load_game(name), {}, 0)
    states = dealt_anew(session.game, session.state, 0, range(DEALS))
    words = states["rng"].reshape(DEALS, -1)
    assert len(np.unique(words, axis=0)) == DEALS
    assert not (words == session.states["rng"].reshape(-1)).all(axis=1).any()
    check_even("lowest bits of the key", (words[:, 0] % np.uint64(6)).astype(int), evenly(range(6)))


def test_the_check_finds_what_is_uneven():
    rng = np.random.default_rng(0)
    check_even("fair", rng.integers(0, 6, DEALS), evenly(range(6)))
    with pytest.raises(AssertionError, match="loaded"):
        check_even("loaded", np.minimum(rng.integers(0, 7, DEALS), 5), evenly(range(6)))
    with pytest.raises(AssertionError, match="impossible"):
        check_even("a card too many", rng.integers(0, 7, DEALS), evenly(range(6)))
