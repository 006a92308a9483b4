"""Kinds of recorded games: Taklons' income, auctions, the X-shaped board, older words, replays."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import numpy as np
import pytest

from exozoo.envs.core.codes import ZERO
from exozoo.envs.core.pending import push
from exozoo.envs.gaia_project import GAME
from exozoo.envs.gaia_project import constants as c
from exozoo.envs.gaia_project.components import INCOME_OF_BOOSTER
from exozoo.envs.gaia_project.notation import export_log, import_fields, read
from exozoo.envs.gaia_project.notation.auction import settle
from exozoo.envs.gaia_project.notation.compare import describe_player, phase_of
from exozoo.envs.gaia_project.notation.export import Writer, board_names
from exozoo.envs.gaia_project.notation.names import NotationError
from exozoo.envs.gaia_project.notation.parse import log_from_fields, parse_line
from exozoo.envs.gaia_project.notation.replay import Player
from exozoo.envs.gaia_project.notation.stone import charged, stone_end
from exozoo.envs.gaia_project.notation.table import Refusal, Table
from tests.gaia_project.positions import give, new_game, power, stone

pytestmark = pytest.mark.compiled  # whole games, minutes without the compiler
LOGS = Path(__file__).parent / "data" / "logs"
BOOSTER_WITH_CHARGE = int(np.flatnonzero(INCOME_OF_BOOSTER[:, c.CHARGE] == 4)[0])
OTHERS = ("xenos", "geodens", "firaks")  # none of them is asked in the Gaia phase
EIGHT = [f"{n:02}" for n in range(1, 9)]
CENTRES = ((-2, -3), (3, -5), (8, -7), (0, 0), (5, -2), (-3, 5), (2, 3), (7, 1))
XSHAPE = {
    "map": "xshape",
    "sectors": [
        {"slot": n, "sector": sector, "rotation": n % 6, "center": list(CENTRES[n])}
        for n, sector in enumerate(EIGHT)
    ],
}


def taklons_at_income(tokens, area):
    """Taklons whose income is a booster's 4 power and a tile's 1 power, asked about the stone."""
    s = new_game(("taklons", "xenos"), auto_resolve=False)
    give(s, 0, power=(*tokens, 0, 0))
    player = s["players"][0]
    player["brainstone"] = area
    player["booster"] = BOOSTER_WITH_CHARGE
    player["standard"][c.STD5] = c.TILE_OWNED
    push(s, c.START_INCOME, ZERO, ZERO, ZERO, ZERO, ZERO)
    player = Player(Table(s, board_names(s)))
    player.table.resume()
    return player


def play(player, text):
    player.play_line(parse_line(1, text, {"taklons": 0, "xenos": 1}))


def test_a_question_about_the_stone_belongs_to_the_phase_that_it_arose_in():
    player = taklons_at_income((2, 4), c.AREA_1)
    assert player.table.task == c.MOVE_BRAINSTONE
    assert phase_of(player.table) == "roundIncome"


@pytest.mark.parametrize(
    ("answers", "left", "area"),
    [
        (("area1", "area3"), (0, 5, 1), c.AREA_3),  # the smaller charge first
        (("area2", "area2"), (0, 4, 2), c.AREA_2),
        (("area3",), None, None),
    ],
)
def test_answers_follow_the_recording_engines_order(answers, left, area):
    player = taklons_at_income((2, 4), c.AREA_1)
    line = "taklons " + ". ".join(f"brainstone {answer}" for answer in answers)
    if left is None:
        play(player, line)
        assert stone(player.table.state, 0) == c.AREA_3
        return
    play(player, line)
    assert power(player.table.state, 0)[:3] == left
    assert stone(player.table.state, 0) == area


def test_answers_that_no_order_asks_for_are_refused():
    player = taklons_at_income((2, 4), c.AREA_1)
    with pytest.raises(Refusal):
        play(player, "taklons brainstone area1. brainstone area1. brainstone area1")


def ends(start, order):
    """Every list of answers in this order of charges, with the position it leads to."""
    found = {(): start}
    for amount in order:
        later = {}
        for answers, position in found.items():
            ways = {charged(position, amount, first) for first in (True, False)}
            areas = {way[2] for way in ways}
            for way in ways:
                later[answers + ((way[2],) if len(areas) > 1 else ())] = way
        found = later
    return found


def test_orders_that_fit_the_same_answers_end_alike():
    for start in itertools.product(range(4), range(4), (0, 1)):
        for charges in itertools.combinations_with_replacement((1, 2, 4), 3):
            seen = {}
            for order in set(itertools.permutations(charges)):
                for answers, position in ends(start, order).items():
                    assert seen.setdefault(answers, position) == position
                    assert stone_end(start, order, answers) == position[2]


def traced_game(seed, players):
    """The fields of a random game with Taklons, with the players' states after every line."""
    rng = np.random.default_rng(seed)
    factions = [*OTHERS[: players - 1]]
    factions.insert(seed % players, "taklons")
    options = {"players": players, "factions": factions, "auto_resolve": False}
    state = GAME.new_state(seed, **options)
    table = Table(state, board_names(state))
    writer, actions, trace = Writer(table), [], {}

    def look():
        return [describe_player(table, seat) for seat in range(players)]

    while not table.over:
        before, count, is_open = look(), len(writer.lines), writer.unit is not None
        legal = table.legal()
        lazy = ("free_action", "booster", "pass", "decline")  # seldom, so that income grows
        busy = [a for a in legal if GAME.actions.decode(a)[0] not in lazy] or legal
        actions.append(int(rng.choice(busy if rng.random() < 0.9 else legal)))
        writer.write(actions[-1])
        if len(writer.lines) > count and is_open:
            trace[count + 1] = before
        if writer.unit is None:
            trace[len(writer.lines)] = look()
    fields = export_log(options, seed, actions)
    fields["trace"] = [{"line": n, "players": states} for n, states in trace.items() if n > players]
    return fields


@pytest.mark.parametrize("players", [2, 3, 4])
def test_taklons_survive_the_round_trip_line_by_line(players):
    asked = 0
    for seed in range(4):
        fields = traced_game(seed, players)
        report = import_fields("ours", json.loads(json.dumps(fields)))
        assert report.difference is None, (seed, report.difference)
        asked += sum("brainstone" in line for line in fields["log"])
    assert asked > 10


def short_game(setup, players=2, seed=3, factions=("terrans", "xenos")):
    options = {"players": players, "setup": setup, "factions": list(factions)}
    state = GAME.new_state(seed, **options)
    rng, actions = np.random.default_rng(seed), []
    while not GAME.is_over(state):
        actions.append(int(rng.choice(GAME.legal_actions(state))))
        GAME.step(state, actions[-1])
    return options, actions, state


def test_gp_102_bids_are_lost_at_the_end():
    """GP-102."""
    options, actions, state = short_game({"bids": [7, 2]})
    for bids in ([0, 0], [7, 2]):
        other = GAME.new_state(3, **{**options, "setup": {"bids": bids}})
        for action in actions[:-1]:
            GAME.step(other, action)
        assert other["players"]["vp_from"][:, c.VP_BID].tolist() == [0, 0, 0, 0]
        GAME.step(other, actions[-1])
        assert (other["scores"][:2] - state["scores"][:2]).tolist() == [7 - bids[0], 2 - bids[1]]


def test_gp_102_all_see_the_bids():
    state = GAME.new_state(players=3, setup={"bids": [7, 0, 2]})
    for seat, seen in enumerate(([7, 0, 2], [0, 2, 7], [2, 7, 0])):
        shown = GAME.observation.split(GAME.observe(state, seat), 3)["bid"]
        assert shown.tolist() == seen
    assert "bid for the faction: 7 VP" in GAME.to_text(state, 2)


@pytest.mark.parametrize("bids", [[1], [1, -1], [1, 100], ["1", 2], 5, [True, 1]])
def test_gp_102_impossible_bids_are_refused(bids):
    with pytest.raises(ValueError, match="option setup: bids"):
        GAME.new_state(players=2, setup={"bids": bids})


def test_gp_102_an_auction_in_a_log():
    """GP-102: whoever wins a faction sits where it was picked: p2 has the terrans and begins."""
    options, actions, state = short_game({"bids": [4, 0]})
    fields = export_log(options, 3, actions)
    assert fields["log"][3:5] == ["p1 bid terrans 4", "p2 bid xenos 0"]
    assert import_fields("ours", fields).ok
    auction = ["p1 faction terrans", "p2 bid terrans 3", "p1 bid terrans 4", "p2 faction xenos"]
    swapped = ["p1 faction terrans", "p2 bid terrans 4", "p1 faction xenos"]
    for lines in (auction, swapped):
        other = {**fields, "log": [fields["log"][0], *lines, *fields["log"][5:]]}
        other["setup"] = {k: v for k, v in fields["setup"].items() if k != "bids"}
        report = import_fields("auction", other)
        assert report.difference is None
        assert report.scores == state["scores"][:2].tolist()
    assert settle([fields["log"][0], *swapped], 2).seats["p2"] == 0


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["p1 faction terrans", "p2 bid terrans 1"], "not finished"),
        (["p1 faction terrans", "p2 bid xenos 1"], "nobody picked"),
        (["p1 faction terrans", "p2 bid terrans x"], "no bid"),
        (
            ["p1 faction terrans", "p2 faction xenos", "p1 bid xenos 2", "p2 bid xenos 2"],
            "not more",
        ),
    ],
)
def test_gp_102_unsound_auctions_are_refused(lines, message):
    with pytest.raises(NotationError, match=message):
        settle(["init 2 x", *lines], 2)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_gp_103_the_x_shaped_board(players):
    """GP-103: eight sectors of 19 hexes."""
    factions = ("terrans", "xenos", "geodens", "firaks")[:players]
    options, actions, state = short_game(XSHAPE, players, factions=factions)
    assert (state["planet"][152:] == -1).all()
    assert GAME.draw(state).startswith("<svg")
    fields = export_log(options, 3, actions)
    assert fields["options"]["layout"] == "xshape"
    assert import_fields("ours", fields).difference is None


def test_gp_103_needs_sectors_and_two_players():
    with pytest.raises(ValueError, match="only together with sectors"):
        GAME.new_state(players=3, setup={"map": "xshape"})
    with pytest.raises(ValueError, match="allowed with 1 players: 'small_7'"):
        GAME.new_state(players=1, setup=XSHAPE)


def test_a_bare_decline_after_a_tile_declines_the_advance():
    fields = json.loads((LOGS / "gp2-s04.json").read_text())
    words = [line.replace("decline up", "decline") for line in fields["log"]]
    assert words != fields["log"]
    assert import_fields("old", {**fields, "log": words}).difference is None


@pytest.mark.parametrize(
    ("options", "line", "message"),
    [
        ({"lostFleet": True}, None, "Lost Fleet"),
        ({"factionVariant": "more-balanced"}, None, "changed factions"),
        ({"layout": "torus"}, None, "supported are standard, xshape"),
        ({}, "p1 faction moweyds", "Lost Fleet"),
        ({}, "p1 explore twilight", "Lost Fleet"),
        ({}, "p1 silentBid terrans 3", "sealed bids"),
        ({}, "p1 banFaction terrans", "banned factions"),
    ],
)
def test_what_is_not_supported_says_so_by_name(options, line, message):
    fields = json.loads((LOGS / "gp2-s04.json").read_text())
    fields["options"] |= options
    if line:
        fields["log"][1] = line
    assert message in import_fields("other", fields).difference


@pytest.mark.parametrize("name", ["gp2-s04.json", "gp2-s06.json", "part-14-randomSeed.json"])
def test_a_recorded_game_is_read_as_decisions_of_ours(name, tmp_path):
    fields = json.loads((LOGS / name).read_text())
    game = read(LOGS / name)
    state = GAME.new_state(game.seed, **game.options)
    for action in game.actions:
        GAME.step(state, action)
    assert game.exact
    assert game.complete == fields["complete"] == GAME.is_over(state)
    assert list(game.scores) == [entry["vp"] for entry in fields["final"]]
    assert state["scores"][: len(game.scores)].tolist() == list(game.scores)
    several = tmp_path / "games.json"
    several.write_text(json.dumps([fields, fields]))
    assert read(several, 1).actions == game.actions
    with pytest.raises(ValueError, match="no game 2"):
        read(several, 2)


def test_a_game_that_differs_is_not_read(tmp_path):
    fields = json.loads((LOGS / "gp2-s04.json").read_text())
    fields["final"][0]["vp"] += 1
    path = tmp_path / "wrong.json"
    path.write_text(json.dumps(fields))
    with pytest.raises(ValueError, match=r"wrong.json: .* VP: ours"):
        read(path)
    assert log_from_fields("x", fields).players == 2
