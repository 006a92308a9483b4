"""Slow and obvious versions of the kernels in envs/core."""
