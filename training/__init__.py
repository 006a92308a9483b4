"""training of exozoo."""
