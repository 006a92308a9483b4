"""The card set: reading it, checking it, and its form for the kernels."""
