"""Planet Unknown: settle a planet with tiles from a shared turning station."""

from exozoo.envs.core.game import Game, Rules
from exozoo.envs.planet_unknown.actions import ACTIONS
from exozoo.envs.planet_unknown.at_once import as_seat, window
from exozoo.envs.planet_unknown.constants import MAX_PLAYERS
from exozoo.envs.planet_unknown.describe import describe_action
from exozoo.envs.planet_unknown.determinize import determinize
from exozoo.envs.planet_unknown.draw import draw
from exozoo.envs.planet_unknown.observe import OBSERVATION, observe
from exozoo.envs.planet_unknown.setup import OPTIONS, encode_options, setup
from exozoo.envs.planet_unknown.state import STATE
from exozoo.envs.planet_unknown.step import legal, step

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
    encode_options=encode_options,
    describe_action=describe_action,
    draw=draw,
    simultaneous=True,
)
