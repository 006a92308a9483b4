"""The Automa, the opponent of a solo game."""
