"""Planet Unknown against its slow second engine, decision by decision.

| option | compared |
|---|---|
| `players` | 1 to 6 |
| `corporations` | all nine, alone and at random |
| `planets` | all thirteen, alone and at random |
| `events` | off, `'easy'`, `'normal'`, `'hard'`, counts of colours; always in solo games |
| `personal_objectives` | off, on |
| `rotation` | `'default'`, `'commander'`, `'clockwise'` |
| `susan_offset` | none, 0 to 5 |
| `auto_resolve` | off in lock step; on: the same games without their forced decisions |

Compared at every decision: the seat, the set of legal actions, the scores and the observation; at the end
also the places. Left out of the observation is what the rules do not speak of: the block `stack` and the
number of its entries, how far technologies reach (the block `technology` is compared), uses of
technologies that have no limit of that kind, and what a seat remembers of piles and objectives it has
looked at (own, used, laid out and common ones are compared).
"""

from __future__ import annotations

import random
from typing import Any

import pytest

import exozoo
from tests.reference import lockstep
from tests.reference.planet_unknown import data, placement, rovers, scoring, tracks, turn
from tests.reference.planet_unknown.engine import PlanetUnknown
from tests.reference.planet_unknown.styles import STYLES

pytestmark = pytest.mark.compiled
GAME = exozoo.load_game("planet_unknown")
PARTS, GAMES_A_PART = 20, 100  # of the long run
CORPORATIONS = [corporation["name"] for corporation in data.CORPORATIONS]
PLANETS = [planet["name"] for planet in data.PLANETS]
EVENTS = ("off", "easy", "normal", "hard", (0, 10, 10), (16, 4, 0))


def play(
    seed: int, record: lockstep.Record | None = None, style: str = "any", **options: Any
) -> lockstep.LockStep:
    record = record or lockstep.Record()
    return lockstep.play(GAME, PlanetUnknown, seed, record, STYLES[style], **options)


def some_options(seed: int) -> dict[str, Any]:
    """All boards, decks and variants come up in turn with all numbers of players."""
    rng = random.Random(seed)
    players = 1 + seed % 6
    options: dict[str, Any] = {
        "players": players,
        "corporations": rng.choice(("universal", "random", "random")),
        "planets": rng.choice(("universal", "random", "random")),
        "events": rng.choice(EVENTS[players == 1 :]),
        "susan_offset": rng.choice((None, *range(6))),
    }
    if players > 1:
        options["personal_objectives"] = rng.random() < 0.3
        options["rotation"] = rng.choice(("default", "commander", "clockwise"))
    return options


def test_every_option_and_action_is_known():
    names = {option.name for option in GAME.options.options}
    known = {*some_options(1), "auto_resolve"}
    assert names == known
    assert GAME.num_actions == 1551


@pytest.mark.parametrize("players", [1, 2, 3])
def test_the_base_game(players):
    both = play(1, players=players, every_seat=False)
    asked = lockstep.play_resolved(both)
    assert 0 < asked < len(both.actions)


@pytest.mark.parametrize("first", CORPORATIONS[1::2])
def test_two_corporations(first):
    """Each with its neighbour in the list, on planets of the same numbers."""
    n = CORPORATIONS.index(first)
    play(
        2,
        style="scholar",
        players=2,
        corporations=CORPORATIONS[n : n + 2],
        planets=PLANETS[n : n + 2],
        events="normal",
        every_seat=False,
    )


def test_the_other_planets():
    play(3, players=4, planets=PLANETS[9:], every_seat=False)


def test_an_impossible_tile_is_refused():
    both = lockstep.LockStep(GAME, PlanetUnknown, 3, players=2)
    action = min(both.reference.legal())
    table = both.reference.table
    shape = table.compartments(table.players[both.reference.seat()])[0]
    gone = table.top[shape]
    GAME.step(both.state, action)
    both.look()
    both.seen[0]["top"][shape] = gone
    with pytest.raises(lockstep.ImpossibleError):
        both.reference.step(action, both.seen)


# Each of these is wrong on purpose; lock step must find it.
FAULTS = {
    "PU-37 ignored": (placement, "start_squares", lambda p, free: p.planet.grid),
    "PU-80 own tile only": (
        placement,
        "energy_tracks",
        lambda p, tile, section, squares: {tile.terrains[1 - section]},
    ),
    "PU-63 without ice": (
        turn,
        "water_station",
        lambda g, p, laid: tracks.advance(g, p, data.WATER, tracks.BY_STATION),
    ),
    "PU-54 boosts for rover alone": (
        tracks,
        "boost",
        lambda g, p: tracks.advance(g, p, data.ROVER),
    ),
    "PU-47 ignored": (
        scoring,
        "on_planet",
        lambda p: sum(medals for line, medals in p.planet.lines if not line & p.uncovered()),
    ),
    "PU-70 no steps": (rovers, "steps", lambda g, p: set()),
}


def play_many(games: int) -> None:
    for seed in range(games):
        play(seed, players=2, every_seat=False)


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_found(monkeypatch, fault):
    module, name, wrong = FAULTS[fault]
    monkeypatch.setattr(module, name, wrong)
    with pytest.raises(lockstep.DisagreementError):
        play_many(12)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_thousands_of_games(part):
    record = lockstep.Record()
    for seed in range(part * GAMES_A_PART, (part + 1) * GAMES_A_PART):
        style = list(STYLES)[seed // 6 % len(STYLES)]
        both = play(seed, record, style, every_seat=seed % 10 == 0, **some_options(seed))
        if seed % 10 == 0:
            lockstep.play_resolved(both)
    assert record.games == GAMES_A_PART
