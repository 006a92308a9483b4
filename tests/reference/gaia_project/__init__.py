"""A second engine of Gaia Project, slow and plain, from docs/rules/gaia_project.md alone.

The whole game is one generator: where a player decides it yields a `Decision`, and it is sent the
action id. So the order of decisions can be read from top to bottom.

Covered: 2 to 4 players, all factions, the drawn boards, both turn orders, the conversion at the end.
Not covered: solo play (the Automa), the option `setup` (recorded games, bids, the X-shaped board).
"""
