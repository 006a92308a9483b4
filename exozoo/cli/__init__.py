"""The command line: `exozoo.cli:app`. One module a topic; heavy things load inside the commands."""

from exozoo.cli import (  # each adds its commands to the app
    agents,
    datasets,
    engine,
    evaluation,
    games,
    language,
    tuning,
    upkeep,
    web,
)
from exozoo.cli.app import app

__all__ = ["app"]
