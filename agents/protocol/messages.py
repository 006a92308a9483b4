"""Every message of the protocol, declared once: the source of checks, of the schema and of the docs.

One message is one line of JSON. What the arena sends carries a `type`; a program answers `hello`
with a `Ready`, `decide` with a `Move`, `decide_many` with `Moves`, and nothing else with anything.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from exozoo.agents.protocol.fields import declared

PROTOCOL = 1  # raised when a program written for the old one could no longer play
MAX_LINE = 1 << 20  # bytes in one line from a program, its newline included
MAX_BATCH = 256  # positions in one `decide_many`

Want = Literal["observation", "flat", "texts", "parameters", "state"]


@dataclass(frozen=True, kw_only=True)
class KindInfo:
    """Things that the game numbers from 0 on: what an axis counts, what a code means."""

    name: str
    size: int
    names: list[str] = declared("of the things, in their order; empty if they have none")
    parts: list[str] = declared("kinds of which a thing is made, row-major; mostly empty")


@dataclass(frozen=True, kw_only=True)
class ActionBlockInfo:
    """A range of action ids: id = first + row-major index of the parameters in `shape`."""

    name: str
    first: int
    shape: list[int]
    axes: list[str] = declared("the kind that each parameter counts")
    help: str


@dataclass(frozen=True, kw_only=True)
class ObservationBlockInfo:
    """A named part of the observation."""

    name: str
    shape: list[int] = declared("without the axis of seats")
    axes: list[str] = declared("the kind that each axis counts")
    codes: Any = declared(
        "the kind of the entries, or a list with the kind of each column; null where they are "
        "plain numbers"
    )
    low: int
    high: int
    per_seat: bool = declared("whether the block has a first axis of seats, the observer first")
    help: str


@dataclass(frozen=True, kw_only=True)
class Hello:
    """The first line a program reads. It answers with `Ready`."""

    type: Literal["hello"]
    protocol: int = declared("version of this protocol")
    game: str = declared("name of the game, as in `exozoo games`")
    title: str
    rules: int = declared("version of the game's rules, actions and observation")
    num_actions: int
    actions: list[ActionBlockInfo]
    observation: list[ObservationBlockInfo]
    kinds: list[KindInfo]


@dataclass(frozen=True, kw_only=True)
class Ready:
    """Answer to `hello`: who the program is, and what it wants to be told."""

    name: str = declared("for reports", max_length=100)
    protocol: int = declared("the version it was written for; another one is refused")
    wants: list[Want] = declared(
        "what each decision shall carry besides the legal ids: the observation as named blocks "
        "(`observation`) or as one list (`flat`), the English `texts` of the actions, their block "
        "and `parameters`, a possible `state` as JSON",
        default=(),
    )
    batch: int = declared(
        "positions it takes in one `decide_many`; 1: it is asked by `decide`, one at a time",
        default=1,
        low=1,
        high=MAX_BATCH,
    )


@dataclass(frozen=True, kw_only=True)
class Seed:
    """Start your randomness anew from here. No answer."""

    type: Literal["seed"]
    seed: int


@dataclass(frozen=True, kw_only=True)
class TimeControl:
    """Seconds, as the arena measures them."""

    decision: float = declared("for this decision; what is left of the game's clock, if less")
    game: float | None = declared("left on the clock of this seat in this game; null: no limit")
    increment: float = declared("added to the game's clock after each decision")


@dataclass(frozen=True, kw_only=True)
class New:
    """A game begins. No answer. Many games may run side by side."""

    type: Literal["new"]
    game: int = declared("number of the game")
    seats: list[int] = declared("where the program sits, more than one place if it sits twice")
    players: int
    options: dict[str, Any] = declared("of the game, where they are not the defaults")
    time: TimeControl


@dataclass(frozen=True, kw_only=True)
class ActionParameters:
    """The block and the parameters of an action id."""

    block: str
    at: list[int]


@dataclass(frozen=True, kw_only=True)
class Decision:
    """One position in which the program is to move; all it may know stands in it."""

    game: int | None = declared("number of the game; null: a position by itself, of no known game")
    seat: int
    ply: int = declared("decisions taken so far in this game")
    players: int
    scores: list[int] = declared("points of each seat that all can see")
    time: TimeControl
    legal: list[int] = declared("ids of the legal actions, ascending; never empty")
    texts: list[str] | None = declared("what each legal action does, in English", default=None)
    parameters: list[ActionParameters] | None = declared("of each legal action", default=None)
    observation: dict[str, Any] | None = declared(
        "what the seat may know: nested lists of whole numbers by name of block", default=None
    )
    flat: list[int] | None = declared("the same as one list", default=None)
    state: dict[str, Any] | None = declared(
        "a state as it may be: the true one with all that the seat cannot know dealt anew",
        default=None,
    )


@dataclass(frozen=True, kw_only=True)
class Decide(Decision):
    """Asks for one decision. The answer is a `Move`."""

    type: Literal["decide"]


@dataclass(frozen=True, kw_only=True)
class DecideMany:
    """Asks for many decisions at once. The answer is `Moves`."""

    type: Literal["decide_many"]
    seconds: float = declared("for the answer to this whole message")
    positions: list[Decision]


@dataclass(frozen=True, kw_only=True)
class Move:
    """Answer to `decide`."""

    action: int = declared("one of the legal ids")
    probabilities: list[float] | None = declared(
        "one for each legal id, if the program has them", default=None
    )
    value: float | None = declared(
        "how the program sees its prospects, from -1 (last) to 1 (first)", default=None
    )


@dataclass(frozen=True, kw_only=True)
class Moves:
    """Answer to `decide_many`, in the order of its positions."""

    actions: list[int] = declared("a legal id for each position")
    probabilities: list[list[float] | None] | None = declared("for each position", default=None)
    values: list[float | None] | None = declared("for each position", default=None)


@dataclass(frozen=True, kw_only=True)
class Over:
    """A game has ended. No answer."""

    type: Literal["over"]
    game: int
    scores: list[int]
    ranks: list[int] = declared("place of each seat, 1 for the winners, ties sharing")
    lost: str | None = declared(
        "why the program lost this game before its end; null: it did not", default=None
    )


@dataclass(frozen=True, kw_only=True)
class Quit:
    """The last line: end yourself."""

    type: Literal["quit"]


TO_BOT = (Hello, Seed, New, Decide, DecideMany, Over, Quit)
FROM_BOT = (Ready, Move, Moves)
