"""Beyond the Sun by Dennis K. Chan, for 2 to 4 players; rules in docs/rules/beyond_the_sun.md."""

from __future__ import annotations

from exozoo.envs.beyond_the_sun.actions import ACTIONS
from exozoo.envs.beyond_the_sun.options import OPTIONS
from exozoo.envs.beyond_the_sun.rules.determinize import determinize
from exozoo.envs.beyond_the_sun.rules.setup import setup
from exozoo.envs.beyond_the_sun.rules.step import legal, step
from exozoo.envs.beyond_the_sun.state import STATE
from exozoo.envs.beyond_the_sun.view.describe import describe_action
from exozoo.envs.beyond_the_sun.view.draw import draw
from exozoo.envs.beyond_the_sun.view.observe import OBSERVATION, observe
from exozoo.envs.beyond_the_sun.view.places import PLACES
from exozoo.envs.beyond_the_sun.view.text import TEXT
from exozoo.envs.core.game import Extras, Game, Rules

GAME = Game(
    name="beyond_the_sun",
    title="Beyond the Sun",
    version=1,
    min_players=2,
    max_players=4,
    dtype=STATE,
    rules=Rules(setup, legal, step, observe, determinize),
    actions=ACTIONS,
    observation=OBSERVATION,
    options=OPTIONS,
    describe_action=describe_action,
    draw=draw,
    text=TEXT,
    places=PLACES,
    extras=Extras(
        heuristic="exozoo.agents.heuristics.beyond_the_sun",
        network="exozoo.agents:checkpoints/beyond_the_sun.safetensors",
        config="exozoo.configs:beyond_the_sun.toml",
        summary="exozoo.envs.beyond_the_sun:data/rules.md",
        rulebook=("exozoo:rules/beyond_the_sun.md",),
    ),
)
