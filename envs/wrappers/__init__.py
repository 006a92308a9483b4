"""The environments of PettingZoo, Gymnasium and stable-baselines3 over any game."""
