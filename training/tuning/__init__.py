"""Weights of heuristics improved by self-play: `exozoo tune`."""
