"""Everything the games share: state, randomness, geometry, batch kernels. Knows no game."""
