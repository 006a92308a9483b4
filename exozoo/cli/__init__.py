"""The command line: `exozoo.cli:app`. One module a topic; heavy things load inside the commands."""

from exozoo.cli import agents, datasets, engine, games, upkeep, web  # each adds its commands to the app
from exozoo.cli.app import app

__all__ = ["app"]
