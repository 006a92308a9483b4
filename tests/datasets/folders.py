"""Small datasets of the toy game, and folders compared byte by byte."""

from __future__ import annotations

from pathlib import Path

from exozoo.training.datasets.settings import SelfplaySettings

TOY_PLACE = "tests.toy:TOY"
LOWEST = "tests.agents.bots:LowestAction"


def toy_settings(games: int = 40, **changes) -> SelfplaySettings:
    plain = {"agents": ("random",), "shard_games": 8}
    return SelfplaySettings(TOY_PLACE, games=games, **{**plain, **changes})


def contents(folder: Path) -> dict[str, bytes]:
    """Every file below a folder, hidden ones too."""
    paths = [path for path in folder.rglob("*") if path.is_file()]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}
