"""Planet Unknown: settle a planet with tiles from a shared turning station."""

from exozoo.envs.core.game import Extras, Game, Rules
from exozoo.envs.planet_unknown.actions import ACTIONS
from exozoo.envs.planet_unknown.constants import MAX_PLAYERS
from exozoo.envs.planet_unknown.options import OPTIONS
from exozoo.envs.planet_unknown.rules.at_once import as_seat, window
from exozoo.envs.planet_unknown.rules.determinize import determinize
from exozoo.envs.planet_unknown.rules.setup import setup
from exozoo.envs.planet_unknown.rules.step import legal, step
from exozoo.envs.planet_unknown.state import STATE
from exozoo.envs.planet_unknown.view.describe import describe_action
from exozoo.envs.planet_unknown.view.draw import draw
from exozoo.envs.planet_unknown.view.observe import OBSERVATION, observe
from exozoo.envs.planet_unknown.view.places import PLACES
from exozoo.envs.planet_unknown.view.text import TEXT

GAME = Game(
    name="planet_unknown",
    title="Planet Unknown",
    version=0,
    min_players=1,
    max_players=MAX_PLAYERS,
    dtype=STATE,
    rules=Rules(setup, legal, step, observe, determinize, window, as_seat),
    actions=ACTIONS,
    observation=OBSERVATION,
    options=OPTIONS,
    describe_action=describe_action,
    draw=draw,
    text=TEXT,
    places=PLACES,
    simultaneous=True,
    extras=Extras(
        heuristic="exozoo.agents.heuristics.planet_unknown",
        network="exozoo.agents:checkpoints/planet_unknown.safetensors",
        config="exozoo.configs:planet_unknown.toml",
        summary="exozoo.envs.planet_unknown:data/rules.md",
        rulebook=("exozoo:rules/planet_unknown.md",),
    ),
)
