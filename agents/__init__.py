"""agents of exozoo."""
