"""The environments: one folder a game, plus the wrappers that serve them all."""
