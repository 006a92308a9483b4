"""What a language model is told, from a template in a file, and its answers read strictly."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from string import Template

import numpy as np

from exozoo.envs.core.game import Game
from exozoo.envs.core.resources import resource

SHIPPED = "exozoo.agents.language:data/prompt.md"
PARTS = ("system", "position", "wrong")  # of a template, parted by lines like "=== position ==="
MARK = re.compile(r"^=== (\w+) ===\n", re.MULTILINE)
FIELDS = {
    "system": {"game", "seat", "players", "rules"},
    "position": {"game", "seat", "players", "position", "actions"},
    "wrong": {"reason"},
}
ANSWER = re.compile(r"ACTION: ?(\d{1,9})")
MAX_TEMPLATE = 100_000  # characters
SHOWN = 60  # characters of a wrong answer that an explanation repeats


class WrongAnswerError(ValueError):
    """An answer that is no legal action; `reason` is one word, to be counted."""

    def __init__(self, reason: str, detail: str):
        super().__init__(detail)
        self.reason = reason


def read_answer(text: str, legal: Sequence[int] | np.ndarray) -> int:
    """The action of an answer: its last line must say it, in the one form that is asked for."""
    lines = text.strip().splitlines()
    last = lines[-1].strip() if lines else ""
    found = ANSWER.fullmatch(last)
    if not found:
        said = last[:SHOWN] + ("…" if len(last) > SHOWN else "")
        raise WrongAnswerError("format", f"its last line is {said!r}, not `ACTION: <id>`")
    action = int(found.group(1))
    if action not in set(map(int, legal)):
        raise WrongAnswerError("illegal", f"{action} is not among the legal actions")
    return action


def action_lines(game: Game, state: np.record, legal: Sequence[int] | np.ndarray) -> str:
    """All legal actions, one a line."""
    return "\n".join(f"{int(action)}: {game.describe(state, int(action))}" for action in legal)


@dataclass(frozen=True)
class Prompts:
    """A template, checked and taken apart."""

    system: Template
    position: Template
    wrong: Template

    @classmethod
    def load(cls, path: str | Path | None = None) -> Prompts:
        """The template of a file, by default the one that comes with the package."""
        file = resource(SHIPPED) if path is None else Path(path)
        try:
            text = file.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise ValueError(f"template {file}: {error}") from None
        if len(text) > MAX_TEMPLATE:
            raise ValueError(f"template {file}: longer than {MAX_TEMPLATE} characters")
        first, *rest = MARK.split(text)
        parts = {"system": first, **dict(zip(rest[::2], rest[1::2], strict=True))}
        if tuple(parts) != PARTS:
            raise ValueError(
                f"template {file}: parts {', '.join(parts)}: allowed are {', '.join(PARTS)}, parted "
                "by lines like '=== position ==='"
            )
        templates = {name: Template(part.strip()) for name, part in parts.items()}
        for name, template in templates.items():
            unknown = set(template.get_identifiers()) - FIELDS[name]
            if unknown or not template.is_valid():
                allowed = ", ".join(f"${field}" for field in sorted(FIELDS[name]))
                raise ValueError(f"template {file}, part {name}: allowed are {allowed}, and $$")
        return cls(**templates)

    def briefing(self, game: Game, state: np.record) -> str:
        """The part that stays the same for a seat of a game."""
        return self.system.substitute(**self._place(game, state), rules=game.rules_text)

    def question(self, game: Game, state: np.record, legal: np.ndarray) -> str:
        """The part about one decision."""
        return self.position.substitute(
            **self._place(game, state),
            position=game.to_text(state),
            actions=action_lines(game, state, legal),
        )

    def complaint(self, wrong: WrongAnswerError) -> str:
        return self.wrong.substitute(reason=str(wrong))

    @staticmethod
    def _place(game: Game, state: np.record) -> dict[str, object]:
        players = int(state["num_players"])
        return {"game": game.title, "seat": game.seat(state), "players": players}
