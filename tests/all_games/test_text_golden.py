"""How positions read: lines that must stay as they are, since models are trained on them."""

from __future__ import annotations

import pytest

from exozoo.envs.registry import load_game

GOLDEN = {
    "alien_frontiers": """
        Alien Frontiers: you are player 0 of 2, seats 0 to 1.
        being decided: main
        supply: fuel 29, ore 20
        victory points 0, decides now: yes, colonies not on the planet 8, colony on space of the hub track: 0
        ## Player 1
    """,
    "beyond_the_sun": """
        Beyond the Sun: you are player 0 of 2, seats 0 to 1.
        II-1: undiscovered; needs I-1; an event lies here face down
        technologies in the decks: II 16, III 16, IIII 10
        Professors' Guild [4 ore + 1 population: research III]: covered
        Sol (SOL): leads to A1, A2
        ships by location, level × number: Sol (SOL) (1×1)
    """,
    "gaia_project": """
        Gaia Project: you are player 0 of 2, seats 0 to 1.
        who decides: you
        federation tokens left: *
        ## Player 1
        VP 10, federation tokens green side up 0
    """,
    "planet_unknown": """
        Planet Unknown: you are player 0 of 2, seats 0 to 1.
        corporation Universal Coalition, planet KSB-4156
        I2 (cells 0,0 1,0): top *
        0 .- .- .- .- .- l- l- .- .- .- .- .-
        lifepods: [2, 7] [4, 1] [4, 10] [7, 2] [8, 8] [9, 5]
        stock: rovers in supply 2, gained movement no, extra rover no
    """,
}


@pytest.mark.parametrize("name", GOLDEN)
def test_a_new_game_reads_as_ever(name):
    game = load_game(name)
    state = game.new_state(seed=1, players=2)
    lines = [line.strip() for line in game.to_text(state, 0).splitlines()]
    for wanted in filter(None, map(str.strip, GOLDEN[name].splitlines())):
        start = wanted.removesuffix("*")
        found = any(line.startswith(start) if start != wanted else line == wanted for line in lines)
        assert found, (wanted, lines)
    assert game.to_text(state, 0) == game.to_text(game.new_state(seed=1, players=2), 0)
    assert lines[-1] == game.text_layout.legend.splitlines()[-1]
