"""The policy network that builds itself from a game's layouts, and its files."""
