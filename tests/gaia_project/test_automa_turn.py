"""The Automa's cards in a round, passing, the end of the game, what is known (GS-9 to GS-12, GS-19, GS-20)."""

from __future__ import annotations

import numpy as np
import pytest

from exozoo.envs.core.pending import pop
from exozoo.envs.gaia_project import constants as c
from exozoo.envs.gaia_project.automa.deck import renew_deck
from exozoo.envs.gaia_project.automa.turn import automa_turn, booster_in_row
from exozoo.envs.gaia_project.rules.scoring import final_count, score_game
from tests.gaia_project.automa_positions import (
    levels,
    pieces,
    points,
    solo,
    stack,
    stand,
    start_solo,
    turn,
    used,
)
from tests.gaia_project.positions import GAME, SETUP, decision, find, give, options

HUMAN = {(5, -2): "mine"}
AUTOMA = {(0, 0): "mine"}


def passed(s) -> bool:
    return bool(s["players"][1]["passed"])


def test_gs_9_the_card_shown_last_supports_the_next():
    # GS-9
    s = solo("itars")
    stack(s, 3, 14, 17, 6, 12)
    automa_turn(s)  # card 14 covers the third action from the left, as card 3 says
    assert (int(s["deck_shown"]), used(s)) == (2, ["power3"])
    automa_turn(s)  # card 17 researches the third area from the right, as card 14 says
    assert (int(s["deck_shown"]), levels(s)) == (3, {"gaia_project": 1})
    s["deck_shown"] = 4
    automa_turn(s)  # card 12 covers the first from the right, as card 6 says
    assert (int(s["deck_shown"]), used(s)) == (5, ["power3", "qic3"])


@pytest.mark.parametrize(
    ("action", "left", "passes"),
    [
        (5, 4, False),  # the pass symbol counts among the last three cards only
        (5, 3, True),
        (5, 2, True),
        (5, 1, True),
        (14, 3, False),
        (14, 2, False),
        (14, 1, False),
    ],
)
def test_gs_10_when_the_automa_passes(action, left, passes):
    # GS-10, OS-5: both cards cover a power action
    s = solo("itars")
    stack(s, 3, action, size=1 + left)
    automa_turn(s)
    assert passed(s) is passes
    assert len(used(s)) == (0 if passes else 1)
    assert s["deck_shown"] == 2  # the card that made it pass lies open
    assert s["card_known"][action - 1]


def test_gs_10_it_passes_without_an_action_card():
    # GS-10
    s = solo("itars")
    stack(s, 3, 14, size=2)
    automa_turn(s)
    assert not passed(s)
    automa_turn(s)
    assert passed(s)
    assert s["deck_shown"] == 2


@pytest.mark.parametrize("symbol", range(1, 18))
def test_gs_10_pass_symbols(symbol):
    # GS-10, OS-5: those of the rules page
    s = solo("itars", automa=AUTOMA, human=HUMAN)
    stack(s, 3 if symbol != 3 else 4, symbol, size=2)
    automa_turn(s)
    assert passed(s) is (symbol in (1, 2, 3, 5, 8, 10, 12, 16))


@pytest.mark.parametrize(
    ("card", "vp"), [(1, 1), (3, 1), (6, 3), (7, 0), (11, 2), (12, 3), (15, 1), (17, 2)]
)
def test_gs_11_the_card_gives_its_points(card, vp):
    # GS-11: even if nothing could be done (OS-3)
    s = solo("itars", automa=AUTOMA, human=HUMAN)
    turn(s, card, 2)
    assert points(s) == 10 + vp
    assert s["target"] == s["scores"][1]
    assert s["players"][1]["vp_from"][c.VP_CARDS] == vp
    s = solo("itars")
    s["action_used"][:] = 1
    s["players"][1]["research"] = 5
    turn(s, card, 2)
    assert points(s) == 10 + vp


@pytest.mark.parametrize(
    ("faction", "vp"),
    [
        ("terrans", 2),
        ("xenos", 2),
        ("taklons", 2),
        ("hadsch_hallas", 1),
        ("geodens", 1),
        ("firaks", 2),
        ("itars", 4),
    ],
)
def test_gs_11_a_faction_action_gives_the_points_of_the_faction_card(faction, vp):
    # GS-11, GS-18: with nothing that could be built or upgraded
    s = solo(faction)
    turn(s, 13, 2)
    assert points(s) == 10 + vp
    assert s["players"][1]["vp_from"][c.VP_FACTION] == vp


def test_gs_12_a_new_deck_for_every_round():
    # GS-12
    s = solo("itars", human=HUMAN, automa=AUTOMA)
    decks = [{int(card) for card in s["cards"][: s["deck_size"]]}]
    while s["round_number"] < 6:
        number = int(s["round_number"])
        reserve = {int(card) for card in s["cards"][s["deck_size"] :]}
        while s["round_number"] == number:
            GAME.step(s, int(pass_or_first(s)))
        decks.append({int(card) for card in s["cards"][: s["deck_size"]]})
        new = decks[-1] - decks[-2]
        assert decks[-1] > decks[-2]
        assert len(new) == 1
        assert new <= reserve
    assert [len(deck) for deck in decks] == [7, 8, 9, 10, 11, 12]


def pass_or_first(s):
    found = find(s, "pass") if decision(s) == c.TAKE_TURN else []
    return (found or list(GAME.legal_actions(s)))[0]


def test_gs_12_the_deck_is_shuffled():
    # GS-12: every card of the reserve comes, and every card comes first
    s = solo("itars")
    stack(s, 1, 2, 3, 4, size=4)
    tops, added = set(), set()
    for _ in range(300):
        trial = s.copy()
        renew_deck(trial)
        assert trial["deck_size"] == 5
        assert trial["deck_shown"] == 0
        tops.add(int(trial["cards"][0]))
        added |= {int(card) for card in trial["cards"][:5]} - {0, 1, 2, 3}
        s["rng"] = trial["rng"]
    assert added == {
        4
    }  # the first of the reserve, which lies in random order since the deal (GS-7)
    assert tops == {0, 1, 2, 3, 4}


@pytest.mark.parametrize(
    ("tile", "number", "vp"),
    [
        ("round1", 1, 4),
        ("round1", 3, 4),
        ("round1", 4, 6),
        ("round2", 3, 2),
        ("round2", 4, 4),
        ("round4", 1, 0),
        ("round4", 6, 5),
        ("round5", 2, 3),
        ("round5", 5, 6),
        ("round6", 6, 2),
    ],
)
def test_gs_19_the_round_tile_pays_its_printed_number(tile, number, vp):
    # GS-19
    others = [name for name in SETUP["round_scoring"] if name != tile][:5]
    s = solo("itars", round_scoring=[*others[: number - 1], tile, *others[number - 1 :]])
    s["round_number"] = number
    stack(s, 3, size=1)
    automa_turn(s)
    assert points(s) == 10 + vp
    assert s["players"][1]["vp_from"][c.VP_ROUND] == vp


@pytest.mark.parametrize(("support", "place"), [(1, 0), (2, 1), (3, 2), (4, 0), (8, 1), (13, 2)])
def test_gs_19_the_booster_of_the_support_card(support, place):
    # GS-19
    s = solo("itars", boosters=[8, 3, 10, 1, 6])
    row = [int(booster_in_row(s, np.int64(number))) for number in range(3)]
    old = int(s["players"][1]["booster"])
    stack(s, support, size=1)
    automa_turn(s)
    assert s["players"][1]["booster"] == row[place]
    left = [booster for booster in row if booster != row[place]]
    new_row = [int(booster_in_row(s, np.int64(number))) for number in range(3)]
    assert new_row == [*left, old]


def test_gs_19_the_player_s_booster_goes_to_the_right_end_too():
    # GS-19
    s = solo("itars", boosters=[8, 3, 10, 1, 6], human=HUMAN, automa=AUTOMA)
    row = [int(booster_in_row(s, np.int64(number))) for number in range(3)]
    own = int(s["players"][0]["booster"])
    stack(s, 4, 7, 14, 17)
    s["players"][1]["passed"], s["num_passed"], s["pass_order"][0] = 1, 1, 1
    action = GAME.actions.encode("booster", row[1])
    copy = s.copy()
    GAME.step(copy, action)
    assert copy["round_number"] == 2
    new_row = [int(booster_in_row(copy, np.int64(number))) for number in range(3)]
    assert new_row == [row[0], row[2], own]


def test_gs_19_no_booster_in_round_6():
    # GS-19
    s = solo("itars")
    s["round_number"] = 6
    row, old = s["booster_open"].copy(), int(s["players"][1]["booster"])
    stack(s, 1, size=1)
    automa_turn(s)
    assert passed(s)
    assert s["players"][1]["booster"] == old
    assert (s["booster_open"] == row).all()


@pytest.mark.parametrize("automa_first", [True, False])
def test_gs_19_the_first_to_pass_starts_the_next_round(automa_first):
    # GS-19
    s = solo("itars", automa=AUTOMA, human=HUMAN)
    if automa_first:
        stack(s, 3, size=1)
        give(s, 0, knowledge=4)
        GAME.step(s, find(s, "advance in Economy")[0])
        while decision(s) != c.TAKE_TURN:
            GAME.step(s, GAME.legal_actions(s)[0])
        assert passed(s)
        assert s["round_number"] == 1
    GAME.step(s, find(s, "pass")[0])
    while s["round_number"] == 1:
        GAME.step(s, GAME.legal_actions(s)[0])
    assert s["turn_order"][0] == (1 if automa_first else 0)
    while decision(s) != c.TAKE_TURN:
        GAME.step(s, GAME.legal_actions(s)[0])
    assert s["deck_shown"] == (2 if automa_first else 0)


def finish(s):
    """Final scoring of the position."""
    s["round_number"] = 6
    s["players"][0]["stock"] = 0
    s["players"][0]["power"] = 0
    s["players"][:2]["research"] = 0
    score_game(s)


@pytest.mark.parametrize(
    ("human", "automa", "points"),
    [
        (3, 2, [12, 6]),  # the neutral player has 11 structures
        (2, 3, [6, 12]),
        (2, 2, [9, 9]),
        (2, 12, [6, 18]),
    ],
)
def test_gs_20_final_tiles_rank_player_automa_and_neutral_player(human, automa, points):
    # GS-20, GP-12
    s = solo("itars", final=("structures", "satellites"))
    for seat, count in enumerate((human, automa)):
        s["players"][seat]["built"][c.MINE] = min(count, 8)
        s["players"][seat]["built"][c.STATION] = count - min(count, 8)
    finish(s)
    assert [int(player["vp_from"][c.VP_FINAL]) for player in s["players"][:2]] == points


def test_gs_20_structures_in_federations_are_all_but_one():
    # GS-20
    s = solo("itars", final=("structures_in_federations", "satellites"), human=HUMAN)
    tile = c.FINAL_IN_FEDERATIONS
    assert final_count(s, np.int64(1), tile) == 0
    stand(s, 1, {(0, 0): "mine", (1, 0): "research_lab", (2, 0): "planetary_institute"})
    assert final_count(s, np.int64(1), tile) == 2
    assert final_count(s, np.int64(0), tile) == 0
    finish(s)
    assert s["players"][1]["vp_from"][c.VP_FINAL] == 12  # behind the neutral player's 10


def test_gs_20_the_other_tiles_count_as_for_players():
    # GS-20, GP-82
    planets = {(1, 0): "gaia", (3, 0): "swamp"}
    s = solo("itars", planets=planets, automa={(0, 0): "mine", (1, 0): "mine", (3, 0): "mine"})
    s["players"][1]["satellites_used"] = 4
    count = {name: final_count(s, np.int64(1), np.int64(i)) for i, name in enumerate(c.FINAL_IDS)}
    assert count == {
        "structures": 3,
        "structures_in_federations": 2,
        "planet_types": 3,
        "gaia_planets": 1,
        "sectors": 2,
        "satellites": 4,
    }


@pytest.mark.parametrize(
    ("research", "vp"),
    [([2, 2, 2, 2, 2, 2], 0), ([3, 0, 0, 0, 0, 0], 4), ([5, 4, 3, 2, 1, 0], 24)],
)
@pytest.mark.parametrize("level", [2, 5])
def test_gs_20_research_levels(research, vp, level):
    # GS-20; OS-10: on level 5 the final scoring of research is one gain, and so is each tile
    s = solo("itars", level=level)
    s["round_number"] = 6
    s["players"][1]["research"] = research
    s["players"][0]["research"] = 0
    score_game(s)
    assert s["players"][1]["vp_from"][c.VP_RESEARCH] == vp + (level == 5 and vp > 0)


def test_gs_20_no_points_for_resources():
    # GS-20
    s = solo("itars")
    s["players"][1]["stock"] = 9
    finish(s)
    assert s["players"][1]["vp_from"][c.VP_RESOURCES] == 0


@pytest.mark.parametrize(("own", "place"), [(19, 2), (20, 1), (21, 1)])
def test_the_player_is_first_if_the_automa_has_no_more_points(own, place):
    """Ties share the win (GP-1)."""
    s = solo("itars", final=("gaia_planets", "satellites"))
    s["scores"][:2] = (own, 20)
    s["target"] = 20
    finish(s)
    assert GAME.is_over(s)
    assert GAME.scores(s) == [own]
    assert int(s["target"]) == 20
    assert GAME.ranking(s) == [place]


def test_the_player_sees_the_cards_that_were_shown_but_not_the_deck():
    s = solo("itars", automa=AUTOMA, human=HUMAN, level=1)
    s["card_known"] = 0
    s["card_known"][[0, 3, 4, 6, 12]] = 1
    stack(s, 7, 4, 17, 1, size=6)
    automa_turn(s)
    automa_turn(s)
    seen = GAME.observation.split(GAME.observe(s), 1)
    known = {card + 1: int(state) for card, state in enumerate(seen["cards"]) if state}
    assert known == {1: 1, 13: 1, 5: 1, 7: 2, 4: 2, 17: 3}
    assert seen["deck_left"] == 3
    assert seen["automa_level"] == 1
    assert seen["vp"].ravel().tolist() == [10, points(s)]
    assert seen["faction"][1].argmax() == c.ITARS
    assert seen["research"][1].tolist() == s["players"][1]["research"].tolist()
    assert (seen["piece"][1] > 0).sum() == len(pieces(s))
    row = {int(place): booster for booster, place in enumerate(seen["booster_place"]) if place}
    assert [row[n + 1] for n in range(3)] == [booster_in_row(s, np.int64(n)) for n in range(3)]


def test_determinize_deals_the_unseen_cards_anew():
    s = solo("itars", automa=AUTOMA, human=HUMAN)
    s["card_known"] = 0
    s["card_known"][[0, 1, 3, 4, 6, 12]] = 1  # the starters
    stack(s, 7, 4, 1, 17, 2, 13, 5, 10, size=8)  # 17 and 10 are not known
    automa_turn(s)
    pop(s)
    seen, orders, unknown = GAME.observe(s), set(), set()
    for seed in range(60):
        dealt = GAME.determinize(s, seed=seed)
        assert (GAME.observe(dealt) == seen).all()
        assert (GAME.legal_actions(dealt) == GAME.legal_actions(s)).all()
        assert dealt["cards"][:2].tolist() == [6, 3]
        assert sorted(dealt["cards"]) == list(range(17))
        deck = {int(card) + 1 for card in dealt["cards"][2:8]}
        assert {1, 2, 13, 5} < deck
        orders.add(tuple(dealt["cards"][2:8]))
        unknown |= deck - {1, 2, 13, 5}
    assert len(orders) > 50
    assert unknown == {3, 6, 8, 9, 10, 11, 12, 14, 15, 16, 17}


def test_a_solo_game_is_played_by_one_seat_to_its_end():
    s = start_solo(seed=4)
    rng = np.random.default_rng(1)
    while not GAME.is_over(s):
        assert s["seat"] == 0
        assert options(s)
        GAME.step(s, int(rng.choice(GAME.legal_actions(s))))
    assert s["num_players"] == 1
    assert s["target"] == s["scores"][1] == s["players"][1]["vp_from"].sum()
    assert "Automa" in GAME.draw(s)


def test_the_picture_shows_the_automa():
    s = solo("itars", automa=AUTOMA, human=HUMAN, level=3)
    turn(s, 4, 7)
    picture = GAME.draw(s)
    for words in (
        "Automa  Itars",
        "level 3 (Automächtig)",
        "shown: 7, 4",
        "last card: 4 (build mine",
    ):
        assert words in picture
