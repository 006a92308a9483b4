"""Gaia Project: fourteen factions terraform, research and federate in a galaxy of hexes."""

from __future__ import annotations

from exozoo.envs.core.game import Game, Rules
from exozoo.envs.gaia_project.actions import ACTIONS
from exozoo.envs.gaia_project.constants import MAX_PLAYERS
from exozoo.envs.gaia_project.describe import describe_action
from exozoo.envs.gaia_project.determinize import determinize
from exozoo.envs.gaia_project.draw import draw
from exozoo.envs.gaia_project.observe import OBSERVATION, observe
from exozoo.envs.gaia_project.options import OPTIONS, encode_options
from exozoo.envs.gaia_project.setup import setup
from exozoo.envs.gaia_project.state import STATE
from exozoo.envs.gaia_project.step import legal, step

GAME = Game(
    name="gaia_project",
    title="Gaia Project",
    version=0,
    min_players=1,
    max_players=MAX_PLAYERS,
    dtype=STATE,
    rules=Rules(setup, legal, step, observe, determinize),
    actions=ACTIONS,
    observation=OBSERVATION,
    options=OPTIONS,
    encode_options=encode_options,
    describe_action=describe_action,
    draw=draw,
)
