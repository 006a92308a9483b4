"""The search for federations against brute force (tests/reference/federation.py)."""

from __future__ import annotations

import numpy as np

from tests.reference.federation import legal_federations
from tests.reference.gaia_project.board import Board
from tests.reference.gaia_project.federations import Pieces, legal_sets


def test_small_boards_agree_with_brute_force():
    board, rng = Board(2), np.random.default_rng(5)
    found = 0
    for number in range(24):
        centre = rng.choice(board.hexes)
        near = [h for h in board.hexes if board.distance(centre, h) <= 2]
        rng.shuffle(near)
        count = int(rng.integers(3, 7))
        values = {h: int(rng.integers(1, 5)) for h in near[:count]}
        free, planets = set(near[count:]), set(near[: count - number % 2])
        inside = board.connected(near[0], set(values)) if number % 3 == 0 else set()
        target, budget = int(rng.integers(4, 9)), 3
        got = legal_sets(Pieces(board, set(values), free), values, inside, planets, target, budget)
        place = board.place
        expected = legal_federations(
            {place[h]: n for h, n in values.items()},
            [place[h] for h in free],
            target,
            budget,
            [place[h] for h in inside],
            [place[h] for h in set(values) - planets],
        )
        assert {frozenset(place[h] for h in s): n for s, n in got.items()} == expected
        found += len(expected)
    assert found > 24
