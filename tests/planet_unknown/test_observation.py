"""Every block of the observation, told from the record by its plainest reading."""

from __future__ import annotations

import numpy as np
import pytest

from exozoo.envs.planet_unknown import components as k
from exozoo.envs.planet_unknown import constants as c
from exozoo.envs.planet_unknown.rules.effects import is_available
from exozoo.envs.planet_unknown.view.describe import depot_tile
from tests.planet_unknown.positions import GAME, left_of

MIXES = [
    {"players": 1, "corporations": "random", "planets": "random", "events": "hard"},
    {"players": 2},
    {
        "players": 4,
        "corporations": "random",
        "planets": "random",
        "events": (4, 8, 8),
        "personal_objectives": True,
    },
]


def planet_blocks(player: np.void) -> dict[str, list[int]]:
    rovers = player["rover_at"].tolist()
    stations = player["station_of"] == np.arange(144)
    return {
        "board": [player["corporation"], player["planet"]],
        "ground": k.GROUND[int(player["planet"])].tolist(),
        "terrain": player["terrain"].tolist(),
        "station": stations.tolist(),
        "symbol": player["symbol"].tolist(),
        "meteorite": player["meteorite"].tolist(),
        "lifepod": player["lifepod"].tolist(),
        "rover": [1 + rovers.index(square) if square in rovers else 0 for square in range(144)],
        "last_tile": player["last_square"].tolist(),
        **{name: player[name].tolist() for name in ("cargo", "position", "path")},
        **{name: player[name].tolist() for name in ("track_lifepod", "tech_lifepod")},
        **{name: player[name].tolist() for name in ("used_round", "used_game")},
    }


def seat_blocks(s: np.record, seat: int) -> dict[str, list[int]]:
    held = k.LEVEL_OF_CARD[s["card_place"] == seat]
    levels = range(c.NUM_TECHNOLOGIES)
    return {
        **planet_blocks(s["players"][seat]),
        "score": [s["scores"][seat]],
        "technology": [is_available(s, np.int64(seat), np.int64(n)) for n in levels],
        "cards_held": np.bincount(held, minlength=c.NUM_LEVELS).tolist(),
        "depot": [depot_tile(s, seat, compartment) for compartment in (0, 1)],
    }


def shared_blocks(s: np.record, seat: int) -> dict[str, list[int]]:
    gone = s["event_deck"][: s["event_next"]].tolist()
    in_deck = s["event_deck"][s["event_next"] : s["event_total"]]
    levels = k.LEVEL_OF_CARD[s["card_place"] == c.IN_PILE]
    return {
        "target": [s["target"]],
        "left": left_of(s).tolist(),
        "civ_pile": np.bincount(levels, minlength=c.NUM_LEVELS).tolist(),
        "event_gone": [event in gone for event in range(c.NUM_EVENTS)],
        "event_left": np.bincount(k.COLOUR_OF_EVENT[in_deck], minlength=3).tolist(),
    }


@pytest.mark.parametrize("options", MIXES, ids=str)
def test_pu251_observations_show_what_lies_on_the_table(options):
    rng = np.random.default_rng(2)
    players = options["players"]
    s = GAME.new_state(seed=9, **options)
    for decision in range(400):
        if GAME.is_over(s):
            break
        if decision % 7 == 0:
            seat = int(rng.integers(players))
            seen = GAME.observation.split(GAME.observe(s, seat), players)
            for name, wanted in shared_blocks(s, seat).items():
                assert np.array_equal(np.ravel(seen[name]), wanted), name
            for relative in range(players):
                other = (seat + relative) % players
                for name, wanted in seat_blocks(s, other).items():
                    assert np.array_equal(np.ravel(seen[name][relative]), wanted), name
                personal = int((s["objective_place"] == other).sum())
                assert np.ravel(seen["stock"][relative])[6] == personal
        GAME.step(s, int(rng.choice(GAME.legal_actions(s))))
