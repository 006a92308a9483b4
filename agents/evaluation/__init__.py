"""How strong an agent is: a fixed protocol, its figures, a check of them, the leaderboard, people."""
