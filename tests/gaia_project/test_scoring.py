"""Final scoring (GP-81 to GP-83)."""

from __future__ import annotations

import numpy as np
import pytest

from exozoo.envs.gaia_project import constants as c
from exozoo.envs.gaia_project.rules.scoring import final_count
from tests.gaia_project.positions import (
    GAME,
    give,
    hex_of,
    new_game,
    pass_round,
    power,
    put,
    relist,
    stock,
    vp,
)

FOUR = ("terrans", "xenos", "taklons", "hadsch_hallas")


def end_of_game(counts, tiles=("structures", "satellites"), **options):
    """All but the final tiles pays nothing; `counts` are structures (first) of each seat."""
    factions = FOUR[: len(counts)]
    s = new_game(
        factions, boosters=(1, 2, 3, 5)[: len(counts)], final_scoring=list(tiles), **options
    )
    s["round_number"] = 6
    for seat, count in enumerate(counts):
        give(s, seat, credits=0, ore=0, knowledge=0, qic=0, power=(1, 0, 0, 0), brainstone=None)
        give(s, seat, research=dict.fromkeys(c.TRACK_IDS, 0))
        s["players"][seat]["built"][:] = 0
        s["players"][seat]["built"][c.MINE] = count
    pass_round(s)
    return [int(p["vp_from"][c.VP_FINAL]) for p in s["players"][: len(counts)]]


@pytest.mark.parametrize(
    ("counts", "points"),
    [
        ((7, 5, 3, 2), [18, 12, 6, 0]),
        ((5, 5, 3, 2), [15, 15, 6, 0]),
        ((5, 5, 5, 2), [12, 12, 12, 0]),
        ((7, 5, 5, 2), [18, 9, 9, 0]),
        ((7, 5, 2, 2), [18, 12, 3, 3]),
        ((5, 5, 5, 5), [9, 9, 9, 9]),
        ((7, 5, 0, 0), [18, 12, 0, 0]),  # O-10
        ((7, 5, 3), [18, 12, 6]),
        ((8, 2), [12, 6]),  # GP-12: the neutral player has 11 structures
    ],
)
def test_gp_81_ranks_and_ties(counts, points):
    # GP-81, GP-12, W-25
    assert end_of_game(counts) == points


def test_gp_81_neutral_player_can_be_tied():
    # GP-81, GP-12
    assert end_of_game((11, 3)) == [15, 6]
    s = new_game(final_scoring=["satellites", "structures"])
    assert c.FINAL_IDS[s["final_tile"][0]] == "satellites"


def count(s, seat, tile):
    return int(final_count(s, np.int64(seat), np.int64(c.FINAL_IDS.index(tile))))


def test_gp_82_counts():
    # GP-82
    s = new_game(("lantids", "ivits"), starts={"ivits": ("4B0",)})
    put(s, 0, "mine", "3B5", "1A5")
    s["guest"][hex_of(s, "4B0")] = 0  # sector 4, a structure, but no planet type
    s["players"][0]["built"][c.MINE] += 1
    place = hex_of(s, "7C")
    s["planet"][place], s["structure"][place], s["owner"][place] = c.LOST, c.MINE, 0
    s["players"][0]["lost_planet"] = 1
    s["players"][0]["satellites_used"] = 4
    relist(s)
    for name in ("1B1", "1A5", "4B0", "7C"):
        s["federated"][hex_of(s, name)] |= 1
    put(s, 0, "gaiaformer", "2A5")
    assert count(s, 0, "structures") == 2 + 2 + 1 + 1
    assert count(s, 0, "structures_in_federations") == 4
    assert count(s, 0, "planet_types") == 4  # terra, gaia, volcanic, lost
    assert count(s, 0, "gaia_planets") == 1
    assert count(s, 0, "sectors") == 5  # 1, 6, 3, 4, 7
    assert count(s, 0, "satellites") == 4
    put(s, 1, "space_station", "4C")
    s["players"][1]["satellites_used"] = 1
    assert count(s, 1, "satellites") == 2
    assert count(s, 1, "structures") == 1
    assert count(s, 1, "sectors") == 1


def last_round(factions=("terrans", "xenos"), **options):
    s = new_game(factions, options=options)
    s["round_number"] = 6
    for seat in (0, 1):
        give(s, seat, credits=0, ore=0, knowledge=0, qic=0, power=(1, 0, 0, 0))
        give(s, seat, research=dict.fromkeys(c.TRACK_IDS, 0))
    return s


def part(s, seat, source):
    return int(s["players"][seat]["vp_from"][source])


def test_gp_83_research():
    # GP-83, W-4
    s = last_round()
    give(s, 0, research={"navigation": 5, "economy": 3, "science": 2})
    pass_round(s)
    assert part(s, 0, c.VP_RESEARCH) == 12 + 4
    assert part(s, 1, c.VP_RESEARCH) == 0


def test_gp_83_resources():
    # GP-83: three for a point, all kinds together
    s = last_round()
    give(s, 0, credits=3, ore=3, knowledge=2)
    give(s, 1, credits=1, ore=1)
    pass_round(s)
    assert part(s, 0, c.VP_RESOURCES) == 2
    assert part(s, 1, c.VP_RESOURCES) == 0


def test_gp_83_conversion_at_the_end():
    # GP-83, O-11
    s = last_round(("taklons", "nevlas"))
    give(s, 0, power=(1, 3, 2, 0), brainstone=c.AREA_2, qic=2)
    put(s, 1, "planetary_institute", "3B2")
    give(s, 1, power=(0, 1, 3, 0))
    copy = s.copy()
    pass_round(s)
    # stone and a token move up, two more are burned to none: 2 burns; 3 + 1 + 2 = 6 credits, 2 ore
    assert stock(s, 0) == {"credits": 6, "ore": 2, "knowledge": 0, "qic": 0}
    assert power(s, 0) == (4, 0, 0, 0)
    assert part(s, 0, c.VP_RESOURCES) == 2
    assert stock(s, 1)["credits"] == 6
    copy["end_conversion"] = 0
    pass_round(copy)
    assert part(copy, 0, c.VP_RESOURCES) == 0
    assert GAME.is_over(copy)
    assert vp(copy, 0) == sum(copy["players"][0]["vp_from"])
