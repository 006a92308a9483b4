"""Random games of every kind: they end, add up, and hide what must be hidden."""

from __future__ import annotations

import numpy as np
import pytest

from exozoo.envs.planet_unknown import components as k
from exozoo.envs.planet_unknown import constants as c
from exozoo.envs.planet_unknown.rules.effects import is_available
from exozoo.envs.planet_unknown.state import MAX_PENDING
from tests.planet_unknown import recount
from tests.planet_unknown.positions import GAME, boards_of, left_of
from tests.random_play import play_random

pytestmark = pytest.mark.random_games

BASE = [{"players": n} for n in range(2, 7)]
FULL = [
    {"players": 1},
    {"players": 1, "corporations": "random", "planets": "random", "events": "hard"},
    {"players": 2, "corporations": "random", "planets": "random", "rotation": "commander"},
    {"players": 3, "corporations": "random", "personal_objectives": True},
    {"players": 4, "planets": "random", "events": "easy", "susan_offset": 3},
    {"players": 5, "corporations": "random", "planets": "random", "events": "normal"},
    {
        "players": 6,
        "corporations": "random",
        "planets": "random",
        "events": (4, 8, 8),
        "personal_objectives": True,
    },
]
BOUNDS = {players: GAME.observation.bounds(players) for players in range(1, 7)}


def check_tiles(s):
    """Every tile is in the station, on a planet, or was set aside or removed (PU-48)."""
    for shape in range(12):
        assert sorted(s["pile"][shape].tolist()) == list(range(12))
    players = s["players"][: s["num_players"]]
    placed = 0
    for player in players:
        covered = player["terrain"] >= 0
        inside = k.GROUND[int(player["planet"])] != c.OUTSIDE
        assert not (covered & ~inside).any()
        sections = player["station_of"][player["station_of"] >= 0]
        assert not ((player["station_of"] >= 0) & ~covered).any()
        placed += len(set(sections.tolist())) / 2
    removed_by_event_116 = s["num_players"] == 1 and s["event_total"] > 0
    if not removed_by_event_116:
        aside = int(s["taken"].sum()) - placed
        hand = sum(entry.kind == "place_tile" for entry in c.PENDING.read(s))
        assert aside - hand <= s["num_players"]


def check_pieces(s):
    """Rovers, lifepods and cards are never more than the box holds (PU-4, PU-6, PU-67)."""
    for player in s["players"][: s["num_players"]]:
        on_planet = int((player["rover_at"] >= 0).sum())
        start = int(k.STARTING_ROVERS[int(player["corporation"])])
        assert on_planet + player["rover_supply"] <= start + (s["num_players"] == 1)
        squares = player["rover_at"][player["rover_at"] >= 0]
        assert len(set(squares.tolist())) == on_planet
        lifepods = player["lifepod"].sum() + player["track_lifepod"].sum() + player["lifepods"]
        assert lifepods + player["tech_lifepod"].sum() <= 6
        assert not (player["meteorite"].astype(bool) & (player["terrain"] < 0)).any()
        assert not (player["lifepod"].astype(bool) & (player["terrain"] >= 0)).any()
        assert player["movement"] >= 0
        last = k.LAST_OF_PATH[int(player["corporation"])]
        for marker in range(5):
            assert 0 <= player["position"][marker] <= last[int(player["path"][marker])]
    assert not k.IS_IMMEDIATE[s["card_place"] < c.MAX_PLAYERS].any()  # PU-58
    if s["event_total"] == 0:
        levels = k.LEVEL_OF_CARD[s["card_place"] != c.IN_BOX]
        assert (np.bincount(levels, minlength=4) == s["num_players"] + 1).all()
    assert s["num_pending"] < MAX_PENDING - 10


def check_shortcuts(states):
    """What the state keeps to be fast is what the table says."""
    assert (states["left"] == left_of(states)).all()
    for name, words in boards_of(states["players"]).items():
        assert (states["players"][name] == words).all(), name


def check_technologies(s):
    """The stored note of available technologies is what the rules say (PU-76)."""
    for seat, player in enumerate(s["players"][: s["num_players"]]):
        for level, key in enumerate(k.TECHNOLOGY_AT_LEVEL[int(player["corporation"])].tolist()):
            noted = key >= 0 and int(player["technologies"]) >> key & 1
            assert bool(noted) == bool(is_available(s, np.int64(seat), np.int64(level)))


def check_scores(s):
    for seat in range(int(s["num_players"])):
        assert s["scores"][seat] == recount.public(s, seat)


def check_knowledge(s, rng):
    """Observations stay inside their bounds and do not change when hidden things are re-dealt."""
    players = int(s["num_players"])
    seat = int(rng.integers(players))
    seen = GAME.observe(s, seat)
    low, high = BOUNDS[players]
    wrong = np.flatnonzero((seen < low) | (seen > high))
    assert wrong.size == 0, wrong
    other = GAME.determinize(s, seat, seed=int(rng.integers(2**40)))
    assert (GAME.observe(other, seat) == seen).all()
    assert (GAME.legal_mask(other) == GAME.legal_mask(s)).all() or seat != s["seat"]
    check_tiles(other)
    check_pieces(other)


def check_game(options, games, every):
    rng = np.random.default_rng(7)
    rounds = 0

    def check(states):
        nonlocal rounds
        rounds += 1
        check_shortcuts(states)
        if rounds % every:
            return
        for s in states:
            if not s["over"]:
                check_tiles(s)
                check_pieces(s)
                check_technologies(s)
                check_scores(s)
                check_knowledge(s, rng)

    def finished(s):
        assert GAME.scores(s) == recount.final(s)
        assert GAME.ranking(s) == recount.ranking(s)
        assert s["num_pending"] == 0
        assert s["round_number"] <= 37

    play_random(GAME, games, 11, check, finished, **options)


@pytest.mark.parametrize("options", BASE + FULL, ids=str)
def test_random_games_keep_their_pieces_and_scores(options):
    # PU-95, PU-104, PU-106, PU-111, PU-252: a few games, looked at now and then
    check_game(options, 3, 23)


@pytest.mark.slow
@pytest.mark.parametrize("options", BASE, ids=str)
def test_five_thousand_base_games_keep_their_pieces_and_scores(options):
    check_game(options, 5000, 61)


@pytest.mark.slow
@pytest.mark.parametrize("options", FULL, ids=str)
def test_many_mixed_games_keep_their_pieces_and_scores(options):
    check_game(options, 500, 29)


def mixed(first, name, names):
    """2,000 games with `name` at seat 0 and random others: 1 to 6 players, with and without events."""
    for players in range(1, 7):
        for events in ("normal",) if players == 1 else ("off", "normal"):
            others = [other for other in names if other != name][: players - 1]
            yield {
                "players": players,
                "events": events,
                "planets": "random",
                "corporations": "random",
                first: [name, *others],
            }


@pytest.mark.slow
@pytest.mark.parametrize("name", k.CORPORATION_NAMES)
def test_two_thousand_games_of_each_corporation(name):
    for options in mixed("corporations", name, k.CORPORATION_NAMES):
        check_game(options, 182, 61)


@pytest.mark.slow
@pytest.mark.parametrize("name", k.PLANET_NAMES)
def test_two_thousand_games_of_each_planet(name):
    for options in mixed("planets", name, k.PLANET_NAMES):
        check_game(options, 182, 61)


@pytest.mark.parametrize("options", FULL[2:4], ids=str)
def test_a_copy_replays_to_the_same_bytes(options):
    rng = np.random.default_rng(3)
    s = GAME.new_state(seed=5, **options)
    for _ in range(60):
        if GAME.is_over(s):
            break
        copy = s.copy()
        action = int(rng.choice(GAME.legal_actions(s)))
        GAME.step(s, action)
        GAME.step(copy, action)
        assert s.tobytes() == copy.tobytes()
