"""A second engine of Planet Unknown, slow and plain, written from docs/rules/planet_unknown.md alone.

Decisions are points where a generator yields (seat, legal action ids) and is sent the action taken; the
stack of running generators is the stack of waiting items. Nothing is drawn by lot: see table.py.
"""
