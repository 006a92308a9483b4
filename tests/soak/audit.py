"""What must hold in every position and at every decision of any game, over arrays of states.

All of it runs in compiled loops, so that it can follow every single decision of a long soak.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

import numpy as np

from exozoo.envs.core.batch import Batch
from exozoo.envs.core.codes import NONE
from exozoo.envs.core.game import Game
from exozoo.envs.core.jit import jit
from exozoo.envs.core.kernels import OVER, PLY, RANK, count_legal
from exozoo.envs.core.layout import OBSERVATION_DTYPE
from exozoo.envs.core.state import HEAD, take

CLOSE_LOOKS = 2  # positions of an array that are counted slowly, by the game's own books
SEAT, PLAYERS, AUTO = (
    np.int64(HEAD.fields[name][1]) for name in ("seat", "num_players", "auto_resolve")
)
UNSOUND = (
    "",
    "decisions are not counted one by one",
    "the number of players or the end of the game is no number for that",
    "the seat to move",
    "the number of legal actions",
    "places before the end, or none at it",
    "an observation is out of its bounds",
)


@jit
def first_outside(rows, low, high):
    """The first row with an entry outside its bounds, or NONE."""
    for row in range(rows.shape[0]):
        wrong = 0
        for place in range(rows.shape[1]):
            wrong += (rows[row, place] < low[place]) | (rows[row, place] > high[place])
        if wrong:
            return np.int64(row)
    return NONE


@jit
def first_unsound(records, words, masks, plies, players, seen, low, high):
    """(game, what is wrong as a place in UNSOUND), or (NONE, 0): the heads of records, their masks,
    and what the seats to move see."""
    for row in range(plies.size):
        record, over = records[row], records[row, OVER]
        wrong = 0
        if words[row, PLY] != plies[row]:
            wrong = 1
        elif over > 1 or record[PLAYERS] != players:
            wrong = 2
        elif not over and record[SEAT] >= players:
            wrong = 3
        legal = count_legal(masks[row])
        if (over and legal) or (not over and legal < 1 + record[AUTO]):
            wrong = 4
        for seat in range(players):
            if (record[RANK + seat] > 0) != (over > 0):
                wrong = 5
        outside = np.uint32(0)  # summed faster than wider ones
        for place in range(low.size):
            outside += (seen[row, place] < low[place]) | (seen[row, place] > high[place])
        if outside:
            wrong = 6
        if wrong:
            return np.int64(row), wrong
    return NONE, 0


def check_quickly(batch: Batch, plies: np.ndarray) -> None:
    """What can be told of all games in a microsecond each; `plies` are the decisions taken in them."""
    game, players = batch.game, batch.players
    low, high = _bounds(game, players)
    records = batch.states.view(np.uint8).reshape(batch.num_envs, -1)
    words = batch.states.view(np.int32).reshape(batch.num_envs, -1)
    row, wrong = first_unsound(
        records, words, batch.masks, plies, players, batch.observations, low, high
    )
    assert row == NONE, f"game {row} of {batch.num_envs}: {UNSOUND[wrong]}"


def check_masks(states: np.ndarray, masks: np.ndarray) -> None:
    """Some action is legal as long as a game runs; a real choice, if forced ones are played at once."""
    assert masks.max(initial=0) <= 1
    legal = masks.sum(axis=1, dtype=np.int64)
    over = states["over"] != 0
    assert not legal[over].any(), "actions are legal after the end"
    assert (legal[~over] > 0).all(), "no action is legal in a running game"
    assert (legal + (states["auto_resolve"] == 0))[~over].min(initial=2) > 1, "a forced decision"


def check_heads(states: np.ndarray) -> None:
    """What every record begins with."""
    players = int(states["num_players"][0])
    over = states["over"] != 0
    seat, ranks = states["seat"], states["rank"][:, :players]
    assert ((seat >= 0) & (seat < players))[~over].all(), "the seat to move"
    assert not ranks[~over].any(), "places before the end"
    assert ((ranks >= 1) & (ranks <= max(players, 2)))[over].all(), "places at the end"
    assert not states["rank"][:, players:].any()
    if players > 1:
        assert (ranks.min(axis=1) == 1)[over].all(), "nobody is first"
        assert not states["target"].any()
    else:
        first = states["scores"][:, 0] >= states["target"]
        assert ((ranks[:, 0] == 1) == first)[over].all(), "solo place"


def check_looking(game: Game, states: np.ndarray, masks: np.ndarray) -> None:
    """Asking for legal actions gives the same again and changes nothing."""
    before = states.tobytes()
    again = np.empty_like(masks)
    game.kernels.legal_many(states, 0, len(states), again)
    assert np.array_equal(again, masks), "legal actions differ when asked for again"
    assert states.tobytes() == before, "asking for legal actions changes the state"


def check_knowledge(game: Game, states: np.ndarray, masks: np.ndarray, key: int) -> None:
    """Observations are in bounds; one seat's survives a new deal of what it cannot know, like its mask."""
    players = int(states["num_players"][0])
    low, high = _bounds(game, players)
    before = states.tobytes()
    seen = np.empty((len(states), len(low)), OBSERVATION_DTYPE)
    chosen = key % players
    for seat in [*(s for s in range(players) if s != chosen), chosen]:
        seats = np.full(len(states), seat, np.int64)
        game.kernels.observe_many(states, 0, len(states), seats, seen)
        row = first_outside(seen, low, high)
        assert row == NONE, _outside(game, players, seat, seen[row])
    assert states.tobytes() == before, "observing changes the state"
    dealt, again = states.copy(), np.empty_like(seen)
    keys = np.arange(key, key + len(states), dtype=np.uint64)
    game.kernels.determinize_many(dealt, 0, len(states), seats, keys)
    game.kernels.observe_many(dealt, 0, len(states), seats, again)
    assert np.array_equal(again, seen), "a new deal of hidden things changes what the seat sees"
    for name in ("scores", "target", "ply", "seat", "num_players", "over", "rank"):
        assert np.array_equal(dealt[name], states[name]), f"a new deal changes {name}"
    own = np.flatnonzero((states["seat"] == chosen) & (states["over"] == 0))
    if own.size:
        legal = np.empty((len(own), masks.shape[1]), np.uint8)
        game.kernels.legal_many(take(dealt, own), 0, len(own), legal)
        assert np.array_equal(legal, masks[own]), "a new deal changes the legal actions"


def check_positions(game: Game, states: np.ndarray, masks: np.ndarray, key: int = 0) -> None:
    """Everything about positions; `key` says whose knowledge is tried out, and what is looked at closely."""
    check_heads(states)
    check_masks(states, masks)
    check_looking(game, states, masks)
    check_knowledge(game, states, masks, key)
    books = books_of(game)
    if books is not None:
        books.check_positions(states)
        if hasattr(books, "check_position"):
            for number in range(min(CLOSE_LOOKS, len(states))):
                books.check_position(states[(key + number) % len(states)])


def check_step(game: Game, before: np.ndarray, after: np.ndarray, actions: np.ndarray) -> None:
    """What one decision may change."""
    assert (after["ply"] == before["ply"] + 1).all(), "decisions are not counted one by one"
    for name in ("num_players", "auto_resolve"):
        assert np.array_equal(after[name], before[name]), f"a step changes {name}"
    books = books_of(game)
    if books is not None and hasattr(books, "check_step"):
        books.check_step(before, after, actions)


def check_results(game: Game, states: np.ndarray) -> None:
    """The ends of games."""
    books = books_of(game)
    if books is not None:
        for state in states:
            books.check_result(state)


@cache
def books_of(game: Game) -> ModuleType | None:
    """The game's own checks, if it has any."""
    name = f"tests.{game.name}.books"
    if find_spec(f"tests.{game.name}") is None or find_spec(name) is None:
        return None
    return import_module(name)


@cache
def _bounds(game: Game, players: int) -> tuple[np.ndarray, np.ndarray]:
    return game.observation.bounds(players)


def _outside(game: Game, players: int, seat: int, seen: np.ndarray) -> str:
    low, high = _bounds(game, players)
    place = int(np.flatnonzero((seen < low) | (seen > high))[0])
    rows = game.observation.rows(players)
    block = [(first, block.name) for first, block, _ in rows if first <= place][-1]
    return f"seat {seat} sees {seen[place]} in {block[1]}[{place - block[0]}], {low[place]}..{high[place]} are allowed"
