"""Alien Frontiers a second time: a slow engine of plain lists and dicts, from the rules page alone.

It covers every option of the game: 2, 3 and 4 players and any `turn_limit`; forced decisions are
always asked (`auto_resolve` is looked at by `lockstep.play_resolved`). Rule numbers (AF-n) are those
of docs/rules/alien_frontiers.md.
"""
