"""Processes killed and disks filled at any moment: see docs/reliability.md."""
