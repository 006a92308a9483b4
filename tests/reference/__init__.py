"""Slow, obvious versions of what `envs/core` does fast."""
