"""Agents that are programs: JSON lines on stdin and stdout. See docs/protocol.md."""
