"""Whatever the server tells a seat, it would tell it as well if all that is hidden lay otherwise."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("starlette")
pytest.importorskip("httpx")

from exozoo.envs.core.game import Game
from exozoo.envs.registry import load_game
from exozoo.web.table import HUMAN, Table
from exozoo.web.view import about, in_words, status, view
from tests.toy import TOY
from tests.web.client import Seated, begin, connect, server_of

pytestmark = pytest.mark.compiled
GAMES = {
    "toy": {},
    "alien_frontiers": {"players": 3},
    "planet_unknown": {"players": 2, "personal_objectives": True},
    "gaia_project": {"players": 3},
    "beyond_the_sun": {"players": 3},
}


def loaded(name: str) -> Game:
    return TOY if name == "toy" else load_game(name)


def some_table(game: Game, options: dict, plies: int, seed: int = 3) -> Table:
    """People at every seat, after some random decisions."""
    rng = np.random.default_rng(seed)
    table = Table(game, options, seed, [HUMAN] * game.options.parse(options)["players"])
    while table.plies < plies and not table.session.over:
        table.play(int(rng.choice(np.flatnonzero(table.session.mask))))
    return table


@pytest.mark.parametrize("name", GAMES)
def test_what_a_seat_is_told_does_not_depend_on_what_it_cannot_know(name):
    game = loaded(name)
    told_apart = 0
    for plies in (0, 1, 7, 30, 61):
        table = some_table(game, GAMES[name], plies)
        if table.session.over:
            continue
        own = table.session.states.copy()
        for seat in range(table.session.players):
            if seat == table.session.seat:
                continue  # its moves follow from its own cards, compared below
            told = everything(table, seat)
            for key in range(3):
                dealt = game.determinize(own[0], seat, seed=key)
                told_apart += dealt.tobytes() != own[0].tobytes()
                table.session.states[0] = dealt
                assert everything(table, seat) == told, (plies, seat)
                table.session.states[:] = own
    assert told_apart, "nothing was hidden, so nothing was tested"


@pytest.mark.parametrize("name", GAMES)
def test_nor_does_what_the_seat_to_move_is_told(name):
    game = loaded(name)
    for plies in (0, 1, 7, 30):
        table = some_table(game, GAMES[name], plies)
        if table.session.over:
            continue
        seat, own = table.session.seat, table.session.states.copy()
        told = everything(table, seat)
        for key in range(3):
            table.session.states[0] = game.determinize(own[0], seat, seed=key)
            assert everything(table, seat) == told, plies
            table.session.states[:] = own


def everything(table: Table, seat: int) -> list:
    ply = table.plies
    return [
        view(table, seat, ply),
        in_words(table, seat, ply),
        status(table, seat, 0),
        about(table),
    ]


def test_a_hand_is_drawn_for_its_owner_only():
    """The test above could pass with a picture that shows nothing: this one could not."""
    game = load_game("planet_unknown")
    table = some_table(game, GAMES["planet_unknown"], 60)
    pictures = {seat: view(table, seat, table.plies)["picture"] for seat in range(2)}
    assert pictures[0] != pictures[1]


def test_secret_choices_are_listed_without_words():
    table = some_table(load_game("planet_unknown"), GAMES["planet_unknown"], 2)
    assert [entry.block for entry in table.log] == ["objective", "objective"]
    log = status(table, 1, 0)["log"]
    assert log[0] == {"seat": 0}
    assert "objective" in log[1]["words"]
    assert view(table, 0, 2)["last"] == {"seat": 1}
    assert "words" in view(table, 1, 2)["last"]


def test_choices_in_the_open_are_known_to_all():
    table = some_table(TOY, {"players": 3}, 2)
    assert all(entry.known == {0, 1, 2} for entry in table.log)


def test_no_answer_of_a_running_game_holds_its_seed_or_another_s_token():
    """Every route that a seat may ask, read as text."""
    client = connect()
    seed = 1234567890123456
    seated = begin(client, HUMAN, HUMAN, "heuristic", game="alien_frontiers", seed=seed)
    seated.play(0, 3)
    foreign = [str(seed), str(seated.table.salt), seated.made["owner"], seated.made["tokens"]["1"]]
    for text in answers(seated, 0):
        assert not [secret for secret in foreign if secret in text]


def answers(seated: Seated, seat: int) -> list[str]:
    client, headers = seated.client, seated.headers(seat)
    texts = []
    for route in client.app.routes:
        if "{id}" not in route.path:
            continue
        path = route.path.replace("{id}", seated.made["id"])
        for method in route.methods - {"HEAD"}:
            body = {"content": '{"ply": 0, "agent": "heuristic", "action": 0}'}
            answer = client.request(
                method,
                path,
                params={"seat": seat},
                headers=headers,
                **(body if method == "POST" else {}),
            )
            texts.append(answer.text)
    assert len(texts) > 8
    return texts


def test_nobody_else_s_decision_is_offered_or_studied():
    client = connect()
    seated = begin(client, HUMAN, HUMAN, seed=5)
    assert seated.get("view", 0)["moves"]
    assert not seated.get("view", 1)["moves"]
    answer = seated.post("study", 1, agent="heuristic", ply=0)
    assert answer.status_code == 403
    assert len(server_of(client).room) == 1
