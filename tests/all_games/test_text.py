"""Text for language models: all that the observation holds, and nothing else."""

from __future__ import annotations

import numpy as np
import pytest

from exozoo.envs.core.layout import Kind, ObservationBlock
from exozoo.envs.core.text import TextLayout
from tests.all_games.games import each_count, each_game

pytestmark = pytest.mark.compiled


def positions(game, players, seed, every):
    """Some positions of one random game, the last one over."""
    rng = np.random.default_rng(seed)
    state = game.new_state(seed, players=players)
    ply = 0
    while not game.is_over(state):
        if ply % every == 0:
            yield state.copy()
        game.step(state, rng.choice(game.legal_actions(state)))
        ply += 1
    yield state.copy()


@each_count
def test_text_is_as_much_as_the_observation(game, players):
    """Different observations have different texts, equal ones equal texts, whatever is hidden."""
    rows_of_text: dict[tuple[int, str], bytes] = {}
    texts_of_row: dict[tuple[int, bytes], str] = {}
    looks = 0
    for state in positions(game, players, seed=players, every=3 * players):
        for seat in range(players):
            looks += 1
            row, text = game.observe(state, seat).tobytes(), game.to_text(state, seat)
            assert rows_of_text.setdefault((seat, text), row) == row
            assert texts_of_row.setdefault((seat, row), text) == text
            if looks % 4 == 0:
                for key in range(3):
                    assert game.to_text(game.determinize(state, seat, seed=key), seat) == text
    assert len(rows_of_text) > 3
    assert game.to_text(state) == game.to_text(state, game.seat(state))


@each_count
def test_every_entry_of_the_observation_is_told(game, players):
    """Whatever entry changes, to whatever it may hold, the text changes."""
    rng = np.random.default_rng(0)
    found = list(positions(game, players, seed=9, every=1))
    for state in (found[0], found[len(found) // 2], found[-1]):
        row = game.observe(state, 0)
        text = game.text_layout.write(state, row, 0)
        for offset, block, seat in game.observation.rows(players):
            for _ in range(4 if seat in (None, 0) else 1):
                index = int(rng.integers(block.size))
                other = row.copy()
                other[offset + index] = another(block, index, int(row[offset + index]), rng)
                if np.array_equal(other, row):
                    continue
                assert game.text_layout.write(state, other, 0) != text, (block.name, index)


def another(block: ObservationBlock, index: int, now: int, rng: np.random.Generator) -> int:
    """Another value that this entry may hold."""
    low, high = block.low, block.high
    if isinstance(block.codes, tuple):
        kind = block.codes[index % len(block.codes)]
        if isinstance(kind, Kind):
            low, high = max(low, -1), kind.size - 1
    return int(
        rng.choice([value for value in range(low, min(high, 300) + 1) if value != now] or [now])
    )


@each_game
def test_text_says_who_one_is(game):
    players = game.max_players
    state = game.new_state(seed=2, players=players)
    for seat in range(players):
        head = game.to_text(state, seat).splitlines()[0]
        assert (
            head == f"{game.title}: you are player {seat} of {players}, seats 0 to {players - 1}."
        )
    with pytest.raises(ValueError, match="seat"):
        game.to_text(state, players)


@each_game
def test_a_block_left_out_is_refused(game):
    layout = game.text_layout
    for part in ("shared", "player"):
        sections = getattr(layout, part)
        fewer = {"shared": layout.shared, "player": layout.player, part: sections[1:]}
        with pytest.raises(ValueError, match=f"{part} blocks differ"):
            TextLayout(layout.title, layout.observation, solo=layout.solo, **fewer)


@each_game
def test_names_on_an_axis_are_told_apart(game):
    """Two things of one name would make two observations look alike."""
    for kind in game.observation.kinds():
        assert len(set(kind.names)) == len(kind.names), kind.name
