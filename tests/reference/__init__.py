"""Slow, obvious versions of the package's kernels, for comparison."""
