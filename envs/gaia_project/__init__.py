"""Gaia Project: fourteen factions terraform, research and federate in a galaxy of hexes."""

from __future__ import annotations

from exozoo.envs.core.game import Extras, Game, Rules
from exozoo.envs.gaia_project.actions import ACTIONS
from exozoo.envs.gaia_project.constants import MAX_PLAYERS
from exozoo.envs.gaia_project.options import OPTIONS
from exozoo.envs.gaia_project.rules.determinize import determinize
from exozoo.envs.gaia_project.rules.setup import setup
from exozoo.envs.gaia_project.rules.step import legal, step
from exozoo.envs.gaia_project.state import STATE
from exozoo.envs.gaia_project.view.describe import describe_action
from exozoo.envs.gaia_project.view.draw import draw
from exozoo.envs.gaia_project.view.observe import OBSERVATION, observe
from exozoo.envs.gaia_project.view.places import PLACES
from exozoo.envs.gaia_project.view.text import TEXT

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
    describe_action=describe_action,
    draw=draw,
    text=TEXT,
    places=PLACES,
    extras=Extras(
        heuristic="exozoo.agents.heuristics.gaia_project",
        notation="exozoo.envs.gaia_project.notation",
        network="exozoo.agents:checkpoints/gaia_project.safetensors",
        config="exozoo.configs:gaia_project.toml",
        summary="exozoo.envs.gaia_project:data/rules.md",
        rulebook=("exozoo:rules/gaia_project.md", "exozoo:rules/gaia_project_solo.md"),
    ),
)
