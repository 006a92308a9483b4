"""configs of exozoo."""
