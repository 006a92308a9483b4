"""The engine itself: kernels, actions, descriptions, pictures."""

from __future__ import annotations

import importlib
import importlib.resources
import pkgutil

import numpy as np
import pytest

from exozoo.envs import planet_unknown
from exozoo.envs.core.codes import names_of
from exozoo.envs.planet_unknown import actions
from exozoo.envs.planet_unknown import constants as c
from exozoo.envs.planet_unknown.rules.effects import gain_boost
from exozoo.envs.planet_unknown.state import MAX_PENDING
from tests.planet_unknown.positions import GAME, Position
from tests.random_play import play_random

FULL = {"corporations": "random", "planets": "random", "events": "normal"}


def kernels():
    for module in pkgutil.walk_packages(planet_unknown.__path__, planet_unknown.__name__ + "."):
        loaded = importlib.import_module(module.name)
        for name, value in vars(loaded).items():
            if hasattr(value, "signatures"):
                yield f"{module.name}.{name}", value


@pytest.mark.compiled
def test_every_kernel_is_compiled_once():
    play_random(GAME, 8, 1, players=3, personal_objectives=True, **FULL)
    play_random(GAME, 4, 1, players=1)
    state = GAME.new_state(players=2)
    GAME.observe(state)
    GAME.determinize(state)
    own = [
        (name, len(kernel.signatures))
        for name, kernel in kernels()
        if kernel.__module__.startswith(planet_unknown.__name__)
    ]
    assert len(own) > 200
    assert [entry for entry in own if entry[1] > 1] == []


def test_the_action_layout_is_the_published_one():
    ranges = {block.name: (first, last) for first, last, block in GAME.actions.rows()}
    assert GAME.num_actions == 1551
    assert ranges["place"] == (8, 1159)
    assert ranges["step"] == (1309, 1348)
    assert ranges["item"] == (1418, 1425)
    assert ranges["done"] == (1550, 1550)


def test_base_games_never_use_the_asymmetric_actions():
    # section 30: no technology, direction, track cell or technology cell actions
    used = np.zeros(GAME.num_actions, bool)

    rng = np.random.default_rng(0)
    for seed in range(4):
        s = GAME.new_state(seed=seed, players=3)
        while not s["over"]:
            mask = GAME.legal_mask(s).astype(bool)
            used |= mask
            GAME.step(s, int(rng.choice(np.flatnonzero(mask))))
    for name in ("technology", "direction", "cell", "tech_cell"):
        first = GAME.actions.encode(name, *([0] * len(GAME.actions._block(name).shape)))
        assert not used[first : first + GAME.actions._block(name).size].any()


@pytest.mark.parametrize("options", [{"players": 2}, {"players": 4, **FULL}, {"players": 1}])
def test_actions_have_different_descriptions_and_the_table_a_picture(options):
    rng = np.random.default_rng(1)
    s = GAME.new_state(seed=4, **options)
    for count in range(150):
        if s["over"]:
            break
        actions = GAME.legal_actions(s)
        words = [GAME.describe(s, int(a)) for a in actions]
        assert len(set(words)) == len(words)
        if count % 50 == 0:
            assert GAME.draw(s).startswith("<svg")
        GAME.step(s, int(rng.choice(actions)))


def test_every_action_can_be_described_anywhere():
    s = GAME.new_state(players=2)
    assert all(GAME.describe(s, action) for action in range(GAME.num_actions))


def test_counts_and_items_are_first_arguments():
    """One column serves all kinds that count down, another all that list items."""
    for kind, arguments in c.PENDING.kinds.items():
        for name, column in (("count", c.COUNT), ("items", c.ITEMS)):
            if name in arguments:
                assert c.PENDING.columns(kind)[arguments.index(name)] == column, kind


def test_blocks_are_numbered_in_the_order_of_their_ids():
    names = names_of(vars(actions), "ROTATE_BLOCK", "DONE_BLOCK")
    assert len(names) == len(actions.ACTIONS.blocks)
    for name, block in zip(names, actions.ACTIONS.blocks, strict=True):
        assert name.removeprefix("CHOOSE_").removesuffix("_BLOCK").lower() == block.name


def test_an_entry_without_room_is_refused_and_changes_nothing():
    p = Position()
    while p.s["num_pending"] < MAX_PENDING:
        p.ask(c.END_TURN)
    before = p.s.tobytes()
    with pytest.raises(IndexError, match="more is pending"):
        gain_boost(p.s)
    assert p.s.tobytes() == before
