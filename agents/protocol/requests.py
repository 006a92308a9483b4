"""What a program may ask of `exozoo engine`, declared once like the messages for bots.

Every line is a request, every request gets one line: `Reply` and what the request is about, or
`Refusal`. A request may carry any `id`, which its reply repeats.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from exozoo.agents.protocol.fields import declared

GAME = "number of an open game"


@dataclass(frozen=True, kw_only=True)
class Request:
    """What all requests have in common."""

    id: Any = declared("repeated in the reply", default=None)


@dataclass(frozen=True, kw_only=True)
class About(Request):
    """A request about one open game."""

    game: int = declared(GAME)


@dataclass(frozen=True, kw_only=True)
class Describe(About):
    """The English text, block and parameters of an action (`text`, `block`, `at`)."""

    do: Literal["describe"]
    action: int


@dataclass(frozen=True, kw_only=True)
class Info(Request):
    """The game, its versions and tables, as in `Hello`; `options` with help and what is allowed."""

    do: Literal["info"]


@dataclass(frozen=True, kw_only=True)
class NewGame(Request):
    """Deal a game. The reply has its number and `Position`."""

    do: Literal["new"]
    seed: int = declared("same seed, same game", default=0, low=0, high=2**63 - 1)
    options: dict[str, Any] | None = declared("players and others, see `info`", default=None)


@dataclass(frozen=True, kw_only=True)
class Legal(About):
    """The ids of the legal actions (`legal`), ascending; empty once the game is over."""

    do: Literal["legal"]
    texts: bool = declared("add what each does, in English", default=False)
    parameters: bool = declared("add the block and parameters of each", default=False)


@dataclass(frozen=True, kw_only=True)
class Step(About):
    """Play one decision of the seat to move. The reply has the new `Position`."""

    do: Literal["step"]
    action: int


@dataclass(frozen=True, kw_only=True)
class Observe(About):
    """What a seat may know (`observation` by name of block, or `flat`)."""

    do: Literal["observe"]
    seat: int | None = declared("default: the seat to move", default=None)
    flat: bool = declared("one list instead of named blocks", default=False)


@dataclass(frozen=True, kw_only=True)
class State(About):
    """The whole state as JSON (`state`), hidden things included."""

    do: Literal["state"]


@dataclass(frozen=True, kw_only=True)
class Copy(About):
    """A second game that goes on from here by itself. The reply has its number and `Position`."""

    do: Literal["copy"]


@dataclass(frozen=True, kw_only=True)
class Undo(About):
    """Take decisions back. The reply has the `Position` then."""

    do: Literal["undo"]
    count: int = declared("how many", default=1, low=1)


@dataclass(frozen=True, kw_only=True)
class Determinize(About):
    """A copy in which all that a seat cannot know is dealt anew; it cannot be undone past this."""

    do: Literal["determinize"]
    seat: int | None = declared("default: the seat to move", default=None)
    seed: int = declared("of the new deal", default=0, low=0, high=2**63 - 1)


@dataclass(frozen=True, kw_only=True)
class Svg(About):
    """A picture of the table (`svg`)."""

    do: Literal["svg"]


@dataclass(frozen=True, kw_only=True)
class Scores(About):
    """The `Position` again: scores, places, whose turn."""

    do: Literal["scores"]


@dataclass(frozen=True, kw_only=True)
class Close(About):
    """Forget a game."""

    do: Literal["close"]


@dataclass(frozen=True, kw_only=True)
class Stop(Request):
    """End the session, after the reply."""

    do: Literal["quit"]


@dataclass(frozen=True, kw_only=True)
class Position:
    """Where a game stands."""

    game: int = declared(GAME)
    seat: int = declared("to move")
    ply: int = declared("decisions taken so far that were real choices")
    over: bool
    players: int
    scores: list[int] = declared("of each seat; during the game what all can see")
    ranks: list[int] = declared("place of each seat, 1 for the winners; zeros before the end")


@dataclass(frozen=True, kw_only=True)
class Reply:
    """The request was carried out; what it asked for stands beside `ok`."""

    ok: Literal[True]
    id: Any = declared("of the request, if it had one", default=None)


@dataclass(frozen=True, kw_only=True)
class Refusal:
    """The request was wrong, and nothing has changed."""

    ok: Literal[False]
    error: str = declared("one line: what was wrong and what is allowed")
    id: Any = declared("of the request, if it had one", default=None)


REQUESTS: dict[str, type[Request]] = {
    "info": Info,
    "new": NewGame,
    "legal": Legal,
    "step": Step,
    "observe": Observe,
    "state": State,
    "copy": Copy,
    "undo": Undo,
    "determinize": Determinize,
    "describe": Describe,
    "svg": Svg,
    "scores": Scores,
    "close": Close,
    "quit": Stop,
}
REPLIES = (Reply, Position, Refusal)
