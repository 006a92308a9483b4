"""Alien Frontiers: dice as ships, orbital facilities, colonies on a planet. 2 to 4 players."""

from __future__ import annotations

from exozoo.envs.alien_frontiers.actions import ACTIONS
from exozoo.envs.alien_frontiers.constants import MAX_PLAYERS, MIN_PLAYERS, NAME
from exozoo.envs.alien_frontiers.options import OPTIONS
from exozoo.envs.alien_frontiers.rules.determinize import determinize
from exozoo.envs.alien_frontiers.rules.setup import setup
from exozoo.envs.alien_frontiers.rules.step import legal, step
from exozoo.envs.alien_frontiers.state import STATE
from exozoo.envs.alien_frontiers.view.describe import describe_action
from exozoo.envs.alien_frontiers.view.draw import draw
from exozoo.envs.alien_frontiers.view.observe import OBSERVATION, observe
from exozoo.envs.alien_frontiers.view.places import PLACES
from exozoo.envs.alien_frontiers.view.text import TEXT
from exozoo.envs.core.game import Extras, Game, Rules

GAME = Game(
    name=NAME,
    title="Alien Frontiers",
    version=0,
    min_players=MIN_PLAYERS,
    max_players=MAX_PLAYERS,
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
        heuristic="exozoo.agents.heuristics.alien_frontiers",
        network="exozoo.agents:checkpoints/alien_frontiers.safetensors",
        config="exozoo.configs:alien_frontiers.toml",
        summary="exozoo.envs.alien_frontiers:data/rules.md",
        rulebook=("exozoo:rules/alien_frontiers.md",),
    ),
)
