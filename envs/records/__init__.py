"""Games on disk: replays and the records of other engines."""
