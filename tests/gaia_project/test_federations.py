"""Forming and joining federations in play (GP-47 to GP-53, GP-73, GP-74)."""

from __future__ import annotations

import numpy as np

from exozoo.envs.gaia_project import constants as c
from exozoo.envs.gaia_project.components import DISTANCE_OF_HEXES
from exozoo.envs.gaia_project.rules.effects import power_value
from exozoo.envs.gaia_project.rules.federation import FREE, NODE, NUM_LAYERS, lay_out, power_to_join
from tests.gaia_project.positions import (
    can,
    decision,
    finish,
    give,
    hex_of,
    new_game,
    options,
    play,
    power,
    put,
    relist,
    rich,
    stock,
    vp,
)


def value(s, seat, name):
    return int(power_value(s, np.int64(seat), np.int64(hex_of(s, name))))


def test_gp_47_power_values():
    # GP-47, W-27
    s = new_game()
    for piece, expected in (
        ("mine", 1), ("trading_station", 2), ("research_lab", 2),
        ("academy_knowledge", 3), ("academy_action", 3), ("planetary_institute", 3),
    ):  # fmt: skip
        put(s, 0, piece, "1B1")
        assert value(s, 0, "1B1") == expected
    give(s, 0, tiles=["std3"])
    assert value(s, 0, "1B1") == 4
    assert value(s, 0, "6B1") == 1
    s["players"][0]["standard"][2] = c.TILE_COVERED
    assert value(s, 0, "1B1") == 3
    assert value(s, 1, "1B1") == 0
    place = hex_of(s, "1C")
    s["planet"][place], s["structure"][place], s["owner"][place] = c.LOST, c.MINE, 0
    assert value(s, 0, "1C") == 1


def ready():
    """Institute 3 on 1B1, trading stations on 1A5 and 1A6: one satellite is missing."""
    s = new_game()
    put(s, 0, "planetary_institute", "1B1")
    put(s, 0, "trading_station", "1A5", "1A6")
    rich(s, 0)
    return s


def test_gp_48_satellites_cost_tokens():
    # GP-48, GP-50, GP-F7
    s = ready()
    give(s, 0, power=(0, 0, 0, 0))
    assert not can(s, "form a federation")
    give(s, 0, power=(0, 1, 2, 0))
    play(s, "form a federation")
    count = int(s["federation_satellites"][0]) if decision(s) == c.CHOOSE_SET else None
    while decision(s) == c.CHOOSE_SET:
        play(s, options(s)[0])
    assert decision(s) == c.CHOOSE_TOKEN
    used = int(s["players"][0]["satellites_used"])
    assert used == 1
    assert count in (None, 1)
    assert power(s, 0) == (0, 0, 2, 0)  # lowest area first
    place = int(np.flatnonzero(s["satellites"])[0])
    assert s["planet"][place] == -1
    assert s["satellites"][place] == 1


def test_gp_50_token_and_rewards():
    # GP-50, GP-51
    s = ready()
    play(s, "form a federation")
    while decision(s) == c.CHOOSE_SET:
        play(s, options(s)[0])
    assert len(options(s)) == 6
    give(s, 0, knowledge=0)
    play(s, "take federation token fed6k")
    assert vp(s, 0) == 10 + 6 + 5
    assert stock(s, 0)["knowledge"] == 2
    assert s["players"][0]["green"] == 1
    assert s["token_supply"][c.FED6K] == 2
    assert s["players"][0]["federations_formed"] == 1


def test_gp_50_no_token_no_federation():
    # GP-50
    s = ready()
    assert can(s, "form a federation")
    s["token_supply"][:6] = 0
    assert not can(s, "form a federation")


def test_gp_50_grey_token():
    # GP-4, GP-50: the 12 VP token has no green side
    s = ready()
    play(s, "form a federation")
    while decision(s) == c.CHOOSE_SET:
        play(s, options(s)[0])
    play(s, "take federation token fed12")
    assert s["players"][0]["green"] == 0
    assert vp(s, 0) == 10 + 12 + 5


def test_gp_49_structures_are_used_once():
    # GP-49, GP-F1: nothing is left for a second federation; GP-F10: all its hexes are one federation
    s = ready()
    play(s, "form a federation")
    while decision(s) == c.CHOOSE_SET:
        play(s, options(s)[0])
    play(s, "take federation token fed7c")
    finish(s)
    play(s, "taking booster 10")
    rich(s, 0)
    assert not can(s, "form a federation")
    names = {int(h) for h in np.flatnonzero(s["federated"] & 1)}
    assert {hex_of(s, n) for n in ("1B1", "1A5", "1A6")} <= names
    assert len(names) == 4


def layers_of(s):
    layers = np.zeros((NUM_LAYERS, c.NUM_HEXES), np.uint8)
    lay_out(s, np.int64(0), layers)
    total = int(power_to_join(s, np.int64(0)))
    nodes, free = ({int(h) for h in np.flatnonzero(layers[layer])} for layer in (NODE, FREE))
    return nodes, free, total


def test_gp_f1_f3_nodes_and_free_hexes():
    # GP-F1, GP-F3: what is in a federation or beside it is out, other players' pieces do not matter
    s = ready()
    s["guest"][hex_of(s, "2A3")] = 0
    relist(s)
    put(s, 1, "space_station", "4C")
    s["satellites"][hex_of(s, "1C")] = 2
    nodes, free, total = layers_of(s)
    assert nodes == {hex_of(s, name) for name in ("1B1", "1A5", "1A6", "6B1", "2A3")}
    assert total == 3 + 2 + 2 + 1 + 1
    assert free == {int(h) for h in np.flatnonzero(s["planet"][:133] < 0)}
    assert {hex_of(s, "4C"), hex_of(s, "1C")} <= free
    s["federated"][hex_of(s, "6B1")] = 1
    nodes, fewer, total = layers_of(s)
    assert hex_of(s, "6B1") not in nodes
    assert total == 8
    near = DISTANCE_OF_HEXES[0, hex_of(s, "6B1"), :133] <= 1
    assert free - fewer == {int(h) for h in np.flatnonzero(near & (s["planet"][:133] < 0))}
    # the Ivits' own federation stays among the nodes, and nothing beside it is out
    s["players"][0]["faction"] = c.IVITS
    nodes, again, total = layers_of(s)
    assert hex_of(s, "6B1") in nodes
    assert again == free
    assert total == 9


def test_gp_52_xenos_need_six():
    # GP-52, GP-90, GP-F5
    s = new_game(("xenos", "terrans"), starts={"xenos": ("1A9", "2A3", "3A6")})
    put(s, 0, "trading_station", "1B5")
    put(s, 0, "planetary_institute", "1A9")
    put(s, 0, "mine", "1A6")
    rich(s, 0)
    for name in ("2A3", "3A6"):
        place = hex_of(s, name)
        s["structure"][place] = s["owner"][place] = -1
    put(s, 0, "mine", "1A6")
    assert can(s, "form a federation")  # 3 + 2 + 1
    place = hex_of(s, "1A9")
    s["structure"][place] = c.ACADEMY_ACTION
    s["players"][0]["built"][c.INSTITUTE] = 0
    put(s, 0, "mine", "1A6")
    assert not can(s, "form a federation")


def test_gp_53_later_changes_do_not_undo_a_federation():
    # GP-53, GP-74
    s = ready()
    play(s, "form a federation")
    while decision(s) == c.CHOOSE_SET:
        play(s, options(s)[0])
    play(s, "take federation token fed7c")
    before = s["federated"].copy()
    put(s, 0, "mine", "1A5")
    assert (s["federated"] == before).all()


def test_gp_73_new_structures_join():
    # GP-73: a mine beside a satellite or planet of the federation joins, with its neighbours
    s = ready()
    play(s, "form a federation")
    while decision(s) == c.CHOOSE_SET:
        play(s, options(s)[0])
    play(s, "take federation token fed7c")
    finish(s)
    play(s, "taking booster 10")
    points = vp(s, 0)
    place = hex_of(s, "1C")
    s["federated"][place] |= 1
    rich(s, 0)
    give(s, 0, research={"terraforming": 5})
    put(s, 0, "gaiaformer", "1A3")
    assert not s["federated"][hex_of(s, "1A3")]  # a gaiaformer does not join
    play(s, "build a mine on 1B5")
    assert s["federated"][hex_of(s, "1B5")] & 1
    assert vp(s, 0) == points
    assert s["players"][0]["tokens"].sum() == 1


def test_gp_73_far_structures_do_not_join():
    # GP-73, GP-74
    s = ready()
    s["federated"][hex_of(s, "1B1")] |= 1
    put(s, 0, "mine", "4A4")
    assert not s["federated"][hex_of(s, "4A4")]
    put(s, 0, "mine", "1A5")
    assert s["federated"][hex_of(s, "1B1")] & 1


def test_gp_95_ivits_extend_their_federation():
    # GP-95, GP-48, W-38: satellites cost Q.I.C.; with enough value no new one is needed
    s = new_game(("ivits", "terrans"), starts={"ivits": ("1A6",)})
    put(s, 0, "trading_station", "1A5", "1B5")
    rich(s, 0)
    tokens = power(s, 0)
    play(s, "form a federation")
    while decision(s) == c.CHOOSE_SET:
        play(s, options(s)[0])
    used = int(s["players"][0]["satellites_used"])
    assert used > 0
    assert stock(s, 0)["qic"] == 8 - used
    assert power(s, 0) == tokens
    play(s, "take federation token fed7c")


def test_gp_95_w_38_value_reached_by_joined_structures_is_enough():
    # GP-95, GP-F5, W-38: total 13 in the federation, then an upgrade inside it makes 14
    s = new_game(("ivits", "terrans"), starts={"ivits": ("1A6",), "terrans": ("3A7", "6B1")})
    put(s, 0, "academy_knowledge", "1A5")
    put(s, 0, "research_lab", "1B5")
    put(s, 0, "mine", "1B1")
    put(s, 0, "space_station", "1B3", "1B4", "1C", "1B2")
    for name in ("1A6", "1A5", "1B5", "1B1", "1B3", "1B4", "1C", "1B2"):
        s["federated"][hex_of(s, name)] |= 1
    give(s, 0, federations_formed=1, credits=30, ore=15, qic=0)
    put(s, 0, "mine", "1B1")  # 3 + 3 + 2 + 1 + 4
    assert not can(s, "form a federation")
    play(s, "upgrade to trading station")
    finish(s)
    play(s, "taking booster 10")
    play(s, "form a federation")
    while decision(s) == c.CHOOSE_SET:
        play(s, options(s)[0])
    assert s["players"][0]["satellites_used"] == 0
    play(s, "take federation token fed7c")
    assert s["players"][0]["federations_formed"] == 2
