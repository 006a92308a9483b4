"""The rules of a game for those who play: numbered rules found by their number, and a plain summary."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from exozoo.envs.core.layout import ActionLayout

# a rule begins a paragraph or an item of a list: "- **AF-12 Aim.** ...", "GP-2. ...", "**PU-1.** ..."
START = re.compile(r"^(?:[-*] )?(?:\*\*)?([A-Z]{2}-[A-Z]?\d+[a-z]?)\b", re.MULTILINE)
# and ends where the next one begins, or a heading, a table of contents or a generated mark does
STOP = re.compile(r"^(?:#|<!--)", re.MULTILINE)
NUMBER = re.compile(r"\b[A-Z]{2}-[A-Z]?\d+[a-z]?\b")
SHOWN = 5  # numbers named in an error


class Rulebook:
    """Rules by number, as the pages of a game define them."""

    def __init__(self, pages: Iterable[Path]):
        self.rules: dict[str, str] = {}
        for page in pages:
            for number, text in _rules(page.read_text(encoding="utf-8")):
                self.rules.setdefault(number, text)

    def explain(self, number: str) -> str:
        """The text of a rule; ValueError, naming some that exist, if there is none."""
        wanted = re.sub(r"(?<=\d)[A-Z]$", lambda end: end[0].lower(), number.strip().upper())
        if wanted in self.rules:
            return self.rules[wanted]
        if not self.rules:
            raise ValueError(f"rule {number[:40]!r}: this game has no numbered rules")
        some = ", ".join(list(self.rules)[:SHOWN])
        raise ValueError(f"rule {number[:40]!r} is not known: there are {some}, ...")

    def __contains__(self, number: str) -> bool:
        return number in self.rules


def cited(text: str) -> list[str]:
    """The rule numbers that a text names, each once."""
    return list(dict.fromkeys(NUMBER.findall(text)))


def _rules(page: str) -> Iterable[tuple[str, str]]:
    starts = list(START.finditer(page))
    for start, following in zip(starts, [*starts[1:], None]):
        last = following.start() if following else len(page)
        stop = STOP.search(page, start.end(), last)
        text = page[start.start() : stop.start() if stop else last]
        yield start.group(1), text.strip().removeprefix("- ").removeprefix("* ")


def plain_rules(title: str, actions: ActionLayout) -> str:
    """What can be said of a game that brings no summary: what its actions are."""
    lines = [f"- {block.name.replace('_', ' ')}: {block.help}" for block in actions.blocks]
    return "\n".join([f"# {title}", "", "What a player can be asked to decide:", "", *lines, ""])
