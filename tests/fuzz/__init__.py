"""Inputs that nobody meant: see docs/reliability.md, and `python -m tests.fuzz --help`."""
