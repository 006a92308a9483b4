"""README.md of a dataset: what it is, for people and for sites that show datasets."""

from __future__ import annotations

from pathlib import Path

from exozoo.envs.core.files import write_atomically
from exozoo.envs.core.game import Game
from exozoo.training.datasets.manifest import Manifest

FILE = "README.md"


def write_card(manifest: Manifest, folder: Path, game: Game) -> Path:
    text = f"""# {game.title}: {manifest.games:,} games

{manifest.games:,} games, {manifest.decisions:,} decisions; rules version {manifest.rules_version}. Made by

    {manifest.command}
"""
    return write_atomically(folder / FILE, text)
