"""benchmarks of exozoo."""
