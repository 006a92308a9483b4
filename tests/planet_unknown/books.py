"""What must hold in every position of Planet Unknown."""

from __future__ import annotations

import numpy as np

from exozoo.envs.planet_unknown import components as k
from exozoo.envs.planet_unknown import constants as c
from exozoo.envs.planet_unknown.rules.effects import is_available
from exozoo.envs.planet_unknown.state import MAX_PENDING
from tests.planet_unknown import recount
from tests.planet_unknown.positions import GAME, boards_of, left_of


def check_positions(states):
    """What the state keeps to be fast is what the table says."""
    assert (states["left"] == left_of(states)).all()
    for name, words in boards_of(states["players"]).items():
        assert (states["players"][name] == words).all(), name


def check_position(s):
    if not s["over"]:  # then secret cards count as well, and what is pending is gone
        check_tiles(s)
        check_pieces(s)
        check_technologies(s)
        check_scores(s)


def check_result(s):
    assert GAME.scores(s) == recount.final(s)
    assert GAME.ranking(s) == recount.ranking(s)
    assert s["num_pending"] == 0
    assert s["round_number"] <= 37


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


def check_technologies(s):
    """The stored note of available technologies is what the rules say (PU-76)."""
    for seat, player in enumerate(s["players"][: s["num_players"]]):
        for level, key in enumerate(k.TECHNOLOGY_AT_LEVEL[int(player["corporation"])].tolist()):
            noted = key >= 0 and int(player["technologies"]) >> key & 1
            assert bool(noted) == bool(is_available(s, np.int64(seat), np.int64(level)))


def check_scores(s):
    for seat in range(int(s["num_players"])):
        assert s["scores"][seat] == recount.public(s, seat)
