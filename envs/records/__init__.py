"""Games on disk: replays of ours, and records of other engines read as such."""

from exozoo.envs.records.reading import game_of, notation_of, read, to_replay
from exozoo.envs.records.replay import Replay, load_replay, record

__all__ = [
    "Replay",
    "game_of",
    "load_replay",
    "notation_of",
    "read",
    "record",
    "to_replay",
]
