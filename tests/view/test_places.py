"""Drawings: every action has its place, nothing hidden shows, everything is explained."""

from __future__ import annotations

from xml.etree import ElementTree

import numpy as np
import pytest

from exozoo.envs.core.layout import ActionBlock, ActionLayout, Kind
from exozoo.envs.core.look import WIDTH
from exozoo.envs.core.places import SVG, Places, Spot, hints_in, ids_in
from exozoo.envs.core.session import Session
from exozoo.envs.registry import game_names, load_game
from exozoo.envs.render import png
from tests.toy import TOY

GAMES = game_names()
LEAST_WORDS = 12  # the smallest letters of a drawing, bar the marks on pieces


def counts(name: str) -> list[int]:
    game = load_game(name)
    return sorted({game.min_players, 2, game.max_players})


def positions(name: str, players: int, seed: int, apart: int, most: int):
    """Positions of a random game, so many decisions apart, and its last one."""
    session = Session(load_game(name), {"players": players})
    session.reset(seed)
    rng = np.random.default_rng(seed)
    shown = 0
    for decision in range(100_000):
        if session.over or decision % apart == 0:
            yield session
            shown += 1
        if session.over or shown == most:
            return
        session.step(rng.choice(np.flatnonzero(session.mask)))


def check_position(session: Session) -> None:
    game, state = session.game, session.state
    picture = game.picture(state)
    ids = ids_in(picture)
    assert len(ids) == len(set(ids))
    for action in np.flatnonzero(session.mask):
        place = game.places(state, int(action))
        block = game.actions.decode(int(action))[0]
        assert isinstance(place, Spot)
        if block in game.places.listed:
            assert place == Spot()
        missing = {*place.covers, place.element or ids[0]} - set(ids)
        assert not missing, f"{block}: {missing}"


def check_secrets(session: Session) -> None:
    """What a seat sees is the same in every deal that it cannot tell apart."""
    game, state = session.game, session.state
    for seat in range(session.players):
        seen = game.picture(state, seat)
        for key in (1, 2):
            assert game.picture(game.determinize(state, seat, key), seat) == seen


@pytest.mark.compiled
@pytest.mark.parametrize("name", GAMES)
def test_every_action_lies_on_the_drawing_and_nothing_leaks(name):
    for players in counts(name):
        for session in positions(name, players, players, 53, 3):
            check_position(session)
            if not session.over:
                check_secrets(session)


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("name", GAMES)
def test_whole_games_lie_on_the_drawing_and_nothing_leaks(name, seed):
    for players in counts(name):
        for session in positions(name, players, seed, 1 if seed == 0 else 5, 100_000):
            check_position(session)
            if not session.over and len(session.actions) % 3 == 0:
                check_secrets(session)


@pytest.mark.compiled
@pytest.mark.parametrize("name", GAMES)
def test_the_decided_action_is_where_the_deciding_seat_can_see_it(name):
    """A seat plays on its own picture: what it may click must be drawn there."""
    for session in positions(name, 2, 5, 11, 12):
        if session.over:
            continue
        ids = set(ids_in(session.game.picture(session.state, session.seat)))
        for action in np.flatnonzero(session.mask):
            place = session.game.places(session.state, int(action))
            assert place.element is None or place.element in ids


@pytest.mark.compiled
@pytest.mark.parametrize("name", GAMES)
def test_drawings_are_readable_and_explained(name):
    game = load_game(name)
    *_, session = positions(name, game.max_players, 1, 60, 2)
    state = session.state
    picture = game.picture(state)
    root = ElementTree.fromstring(picture)
    assert float(root.attrib["width"]) == WIDTH
    small = [
        node.text
        for node in root.iter(f"{SVG}text")
        if float(node.attrib["font-size"]) < LEAST_WORDS and len(node.text or "") > 2
    ]
    assert not small
    assert "Legend" in picture
    hints = game.hints(state, 0)
    assert len(hints) > 50
    poor = [words for words in hints.values() if len(words) < 9 or words[0].islower()]
    assert not poor
    assert picture._repr_svg_() == picture
    assert type(game.draw(state)).__name__ == "Picture"


@pytest.mark.compiled
def test_other_seats_cards_are_not_named():
    """Planet Unknown: a hand shows to its owner, to others only as a number."""
    game = load_game("planet_unknown")
    state = game.new_state(seed=3, players=2)
    state["card_place"][5] = 1
    assert "card-5" in game.hints(state, 1)
    assert "card-5" not in game.hints(state, 0)
    assert "civ cards: 1" in game.picture(state, 0)


@pytest.mark.compiled
def test_bad_seats_are_refused():
    game = load_game("alien_frontiers")
    state = game.new_state(players=2)
    for seat in (-1, 2):
        with pytest.raises(ValueError, match=r"allowed are 0\.\.1"):
            game.picture(state, seat)


def test_a_table_names_every_block_once():
    actions = ActionLayout(
        [ActionBlock("go", (Kind("place", 3),), "go"), ActionBlock("stop", (), "stop")]
    )
    places = Places(actions, {"go": "place-{}"}, listed=("stop",))
    assert places(None, 2) == Spot("place-2")
    assert places(None, 3) == Spot()
    for rules, listed in (
        ({"go": "x"}, ()),
        ({"go": "x", "stop": "y"}, ("stop",)),
        ({"went": "x"}, ("stop", "go")),
    ):
        with pytest.raises(ValueError, match="each block once"):
            Places(actions, rules, listed)


def test_a_game_without_a_table_lists_its_actions():
    assert TOY.places(None, 0) == Spot()


def test_names_and_titles_do_not_disturb_pictures():
    """Rasterising reads shapes alone: ids and titles change no pixel."""
    from exozoo.envs.core.svg import document, group, rect, spot

    plain = document(60, 40, [group([rect(10, 10, 20, 20, "#f00")], 3, 4)])
    named = document(60, 40, [spot("box-1", [rect(10, 10, 20, 20, "#f00")], "A <red> box.", 3, 4)])
    assert hints_in(named) == {"box-1": "A <red> box."}
    assert png(plain) == png(named)
