"""What recorded games say more freely than our decisions do, on positions."""

from __future__ import annotations

import numpy as np
import pytest

from exozoo.envs.core.codes import ZERO
from exozoo.envs.core.pending import push
from exozoo.envs.gaia_project import constants as c
from exozoo.envs.gaia_project.components import NEIGHBOUR_OF_HEX
from exozoo.envs.gaia_project.notation.export import board_names
from exozoo.envs.gaia_project.notation.parse import parse_line
from exozoo.envs.gaia_project.notation.replay import Player
from exozoo.envs.gaia_project.notation.table import Refusal, Table
from tests.gaia_project.positions import (
    can,
    decision,
    finish_or_pass,
    gain_token,
    give,
    hex_of,
    new_game,
    power,
    put,
    rich,
    stock,
    stone,
    vp,
)
from tests.gaia_project.positions import play as choose

pytestmark = pytest.mark.compiled  # whole games, minutes without the compiler


def at_table(s):
    """A player of lines at this position, and its table."""
    player = Player(Table(s, board_names(s)))
    return player, player.table


def play(player, *lines):
    table = player.table
    seats = {table.name_of(seat): seat for seat in range(int(table.state["num_players"]))}
    for number, text in enumerate(lines, 1):
        player.play_line(parse_line(number, text, seats))


def taklons(ordinary, **given):
    s = new_game(("taklons", "xenos"), auto_resolve=False)
    give(s, 0, power=(1, 1, ordinary, 0), credits=5, **given)
    s["players"][0]["brainstone"] = c.AREA_3
    return at_table(s)


@pytest.mark.parametrize(
    ("ordinary", "line", "credits", "left", "area"),
    [
        (3, "spend 3pw for 3c. brainstone area3", 8, 0, c.AREA_3),
        (3, "spend 3pw for 3c. brainstone area1", 8, 3, c.AREA_1),
        (1, "spend 4pw for 4c", 9, 0, c.AREA_1),
        (1, "spend 1pw for 1c", 6, 0, c.AREA_3),
        (0, "spend 1pw for 1c. brainstone area1", 6, 0, c.AREA_1),
        (0, "spend 2pw for 2c. brainstone area1", 7, 0, c.AREA_1),
        (1, "spend 2pw for 2c. brainstone area1", 7, 1, c.AREA_1),
        (2, "spend 2pw for 2c", 7, 0, c.AREA_3),
        (4, "spend 4pw for 1o,1c. brainstone area1", 6, 3, c.AREA_1),
    ],
)
def test_one_spend_is_one_payment_of_the_taklons(ordinary, line, credits, left, area):
    player, table = taklons(ordinary)
    play(player, f"taklons {line}")
    assert stock(table.state, 0)["credits"] == credits
    assert power(table.state, 0)[2] == left
    assert stone(table.state, 0) == area


@pytest.mark.parametrize(
    ("line", "tokens"),
    [
        ("spend 1pw for 1c. spend 1pw for 1c", 2),
        ("spend 2pw for 2c", 1),
        ("spend 3pw for 3c", 2),
        ("spend 6pw for 1o,3c", 3),
        ("spend 7pw for 1o,1k", 4),
        ("spend 9pw for 3o", 5),
        ("spend 3pw for 1o", 2),
    ],
)
def test_one_spend_is_one_payment_of_the_nevlas(line, tokens):
    s = new_game(("nevlas", "xenos"), auto_resolve=False)
    put(s, 0, "planetary_institute", "3B2")
    give(s, 0, power=(0, 0, 6, 0))
    player, table = at_table(s)
    play(player, f"nevlas {line}")
    assert power(table.state, 0)[2] == 6 - tokens


def test_tokens_for_knowledge_leave_area_iii():
    s = new_game(("nevlas", "xenos"), auto_resolve=False)
    give(s, 0, power=(0, 0, 4, 0), knowledge=0)
    player, table = at_table(s)
    play(player, "nevlas spend 3t-a3 for 3k. spend t-a3 for k")
    assert power(table.state, 0) == (0, 0, 0, 4)
    assert stock(table.state, 0)["knowledge"] == 4


def test_payments_that_nobody_can_make_are_refused():
    player, _ = taklons(0)
    with pytest.raises(Refusal):
        play(player, "taklons spend 4pw for 4c")
    with pytest.raises(Refusal):
        play(player, "taklons spend 9q for 9o")
    with pytest.raises(Refusal):
        play(player, "taklons spend 1pw for 1c. brainstone area3")
    player, _ = taklons(2)
    with pytest.raises(Refusal):
        play(player, "taklons spend 1pw for 1c. brainstone area1")


def federation(*extra):
    """Institute 3 on 1B1, trading stations on 1A5 and 1A6: one satellite is missing."""
    s = new_game(auto_resolve=False)
    put(s, 0, "planetary_institute", "1B1")
    put(s, 0, "trading_station", "1A5", "1A6", *extra)
    rich(s, 0)
    return at_table(s)


def satellites(table):
    return [table.hexes.names[place] for place in np.flatnonzero(table.state["satellites"])]


def test_an_offered_federation_is_a_decision_of_ours():
    player, table = federation()
    choose(trial := table.state.copy(), "form a federation")
    offered = set(np.flatnonzero(np.unpackbits(trial["federation_hexes"][0], bitorder="little")))
    names = sorted(table.hexes.names[place] for place in offered)
    play(player, f"terrans federation {','.join(names)} fed2.")
    assert not table.notes
    assert len(satellites(table)) == 1


def test_other_satellites_are_accepted_if_they_connect():
    """O-21: two satellites where one would do, and planets that the list leaves out."""
    player, table = federation()
    before = sum(power(table.state, 0))
    play(player, "terrans federation 1B1,1B2,1B3,1A6 fed2.")
    assert table.notes == ["terrans placed other satellites than offered"]
    assert satellites(table) == ["1B2", "1B3"]
    assert sum(power(table.state, 0)) == before - 2 + 0
    assert table.state["federated"][hex_of(table.state, "1A5")] == 1
    assert table.state["players"][0]["federations_formed"] == 1


@pytest.mark.parametrize(
    ("hexes", "message"),
    [
        ("1B1,1A6", "not connected"),
        ("1B1", "power value of 3"),
        ("1B1,1B2,1B3,1A6,planet", "no satellite may stand on"),
    ],
)
def test_federations_that_the_rules_forbid_are_refused(hexes, message):
    player, table = federation()
    s = table.state
    beside = NEIGHBOUR_OF_HEX[0, [hex_of(s, "1A6"), hex_of(s, "1B2"), hex_of(s, "1A5")]].ravel()
    planet = next(h for h in beside if h >= 0 and s["planet"][h] >= 0 and s["owner"][h] < 0)
    hexes = hexes.replace("planet", table.hexes.names[planet])
    with pytest.raises(Refusal, match=message):
        play(player, f"terrans federation {hexes} fed2.")


def test_bescods_may_decline_in_recorded_games():
    """O-6: our own players may not."""
    s = new_game(("bescods", "xenos"), auto_resolve=False)
    player, table = at_table(s)
    play(player, "bescods special up-lowest. decline up.")
    assert table.state["players"][0]["special_used"][c.SPECIAL_BESCODS]
    assert decision(table.state) == c.TAKE_TURN
    assert table.seat == 1
    assert table.notes


def itars_in_the_gaia_phase():
    """Itars with four tokens to spend, a green token and Navigation 4; Xenos beside them."""
    s = new_game(("itars", "xenos"), auto_resolve=False)
    put(s, 0, "planetary_institute", "3B2")
    give(s, 0, power=(0, 0, 0, 4), research={"navigation": 4})
    gain_token(s, 0, "fed7c")
    while decision(s) != c.BUY_TILE:
        if can(s, "pass"):
            finish_or_pass(s)
        elif can(s, "faction board"):
            choose(s, "faction board")
        else:
            choose(s, "institute (tokens)") if can(s, "institute (tokens)") else finish_or_pass(s)
    give(s, 1, power=(4, 0, 0, 0))
    return at_table(s)


def near_xenos(table):
    """A free hex two steps from a Xenos mine."""
    trial = table.copy()
    for place in np.flatnonzero(table.state["planet"] < 0):
        s = trial.state
        if s["players"][1]["distance"][place] <= 2 and s["players"][0]["distance"][place] <= 4:
            return table.hexes.names[place]
    raise AssertionError


@pytest.mark.parametrize("is_later", [True, False])
def test_offers_for_a_lost_planet_of_the_gaia_phase_may_come_later(is_later):
    """O-9: recorded games settle them after the next turn, ours at once."""
    player, table = itars_in_the_gaia_phase()
    place = near_xenos(table)
    play(player, f"itars spend 4tg for tech. tech nav. up nav. lostPlanet {place}")
    assert table.task == c.CHARGE_OFFER
    turn = f"{table.name_of(int(table.state['turn_order'][0]))} spend 1o for 1c. spend 1o for 1c"
    lines = [turn, "xenos charge 1pw"] if is_later else ["xenos charge 1pw", turn]
    play(player, lines[0])
    if is_later:
        table.state["players"][1]["power"][:] = (4, 0, 0, 0)
    play(player, lines[1])
    assert power(table.state, 1)[:2] == (3, 1)


def test_offers_of_one_turn_may_be_answered_in_any_order():
    s = new_game(("terrans", "xenos", "itars"), boosters=(1, 6, 7), auto_resolve=False)
    player, _ = at_table(s)
    for seat in (1, 2):
        give(s, seat, power=(4, 0, 0, 0))
    for seat, value in ((2, 3), (1, 2), (1, 1)):
        push(s, c.CHARGE_OFFER, np.int64(seat), np.int64(value), ZERO, ZERO, ZERO)
    s["seat"] = 1
    points = vp(s, 1)
    play(player, "xenos charge 2pw", "itars decline 3pw", "xenos charge 1pw")
    assert vp(s, 1) == points - 1
    assert power(s, 1)[:2] == (1, 3)
