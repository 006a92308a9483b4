"""The contract a game fills in, and what every game can then do."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from exozoo.envs.core.codes import NONE
from exozoo.envs.core.jit import direct
from exozoo.envs.core.kernels import (
    CHOICE,
    DEAL,
    LOOK,
    NO_NUMBERS,
    NO_RNGS,
    PLAYERS,
    TRY,
    Kernels,
    new_orders,
)
from exozoo.envs.core.layout import (
    OBSERVATION_DTYPE,
    ActionLayout,
    ObservationLayout,
    check_kinds,
)
from exozoo.envs.core.options import OptionTable
from exozoo.envs.core.places import Spot, hints_in, nowhere
from exozoo.envs.core.resources import resource
from exozoo.envs.core.rulebook import Rulebook, plain_rules
from exozoo.envs.core.svg import Picture
from exozoo.envs.core.text import TextLayout
from exozoo.envs.core.words import shown, whole

SEED_RANGE = 2**63
FAR = 2**31  # beyond every action id
NO_ID = int(NONE)
BYTE = np.dtype(np.uint8)


@dataclass(frozen=True)
class Rules:
    """The compiled functions of a game over one state record."""

    setup: Callable  # (s, options): deal a game into a zeroed, seeded record
    legal: Callable  # (s, mask): write 1 for each legal action of s.seat into a zeroed mask
    step: Callable  # (s, action): apply one legal action; the next decision is then ready
    observe: Callable  # (s, seat, out): write all of what `seat` may know, and nothing else
    determinize: Callable  # (s, seat, key): re-deal all that `seat` cannot know, reseed from key
    # For games whose seats decide at once in some phase. Early decisions are taken on a copy and
    # replayed in turn order, so they must not depend on what other seats do in the same window.
    window: Callable | None = None  # (s): the number of such a window, or NONE outside of all
    as_seat: Callable | None = None  # (s, seat): begin its turn of the window; 0 if none is to come


@dataclass(frozen=True)
class Extras:
    """What else comes with a game, by name, so that nothing is imported before it is asked for.

    Modules are written as Python writes them, files as "package:file". A game in anybody's package
    has by this all that ours have.
    """

    heuristic: str | None = None  # module with the kernels of `exozoo.agents.weighing`
    notation: str | None = None  # module whose `read(path)` understands games recorded elsewhere
    network: str | None = None  # file: trained weights for the agent `policy`, its .json beside it
    config: str | None = None  # file: how to train such a network, for `exozoo train`
    summary: str | None = None  # file: the rules in short, in Markdown
    rulebook: tuple[str, ...] = ()  # files: the numbered rules, in Markdown


@dataclass(frozen=True, eq=False)
class Game:
    """One game. Wrappers, agents and tools know a game only through this object.

    There is one object of each game in a process: copies share it, and a pickle holds its name.
    """

    name: str  # as in load_game
    title: str  # as on the box
    version: int  # of rules, actions and observation: replays name it
    min_players: int
    max_players: int
    dtype: np.dtype
    rules: Rules
    actions: ActionLayout
    observation: ObservationLayout
    options: OptionTable  # must hold "players" and "auto_resolve"
    describe_action: Callable[[np.record, int], str]
    # (state, seat=None): an SVG picture, of what that seat may know if one is given
    draw: Callable[..., str]
    places: Callable[[np.record, int], Spot] = nowhere  # where on it an action lies
    text: TextLayout | None = None  # how observations are told; None: a line a block
    simultaneous: bool = False  # whether seats decide at once in some phase (parallel_env)
    extras: Extras = Extras()

    def __post_init__(self) -> None:
        check_kinds([*self.actions.kinds(), *self.observation.kinds()])

    @property
    def num_actions(self) -> int:
        return self.actions.size

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        """Games never change: copies of whatever holds one share it, and its compiled kernels."""
        return self

    def __reduce__(self) -> tuple[Callable[[str], Game], tuple[str]]:
        """A pickle holds only where the game is found; the receiver has rules and kernels itself."""
        from exozoo.envs.registry import load_game, place_of

        return load_game, (place_of(self),)

    @cached_property
    def kernels(self) -> Kernels:
        """The batch loops over this game's rules (see kernels.py)."""
        return Kernels(self.rules)

    @cached_property
    def run_known(self) -> Callable:
        """`kernels.run`, for arrays that surely have the types of these."""
        desk = self._desk
        return direct(
            self.kernels.run, LOOK, self.blank, 0, 1, desk.orders, NO_NUMBERS, NO_RNGS, desk.masks
        )

    @cached_property
    def observe_known(self) -> Callable:
        """`kernels.observe_many`, likewise."""
        out = np.zeros((1, 1), OBSERVATION_DTYPE)
        return direct(self.kernels.observe_many, self.blank, 0, 1, self._desk.seats, out)

    @cached_property
    def blank(self) -> np.ndarray:
        """One zeroed record, in an array."""
        return np.zeros(1, self.dtype)

    def option_vector(self, options: dict[str, Any]) -> np.ndarray:
        """Parsed options as the integers that `setup` reads."""
        return self.options.vector(options)

    def new_state(self, seed: int = 0, **options: Any) -> np.record:
        """A new game as one numpy record."""
        vector = self.option_vector(self.options.parse(options))
        states = np.zeros(1, self.dtype)
        desk = self._desk
        desk.choice[0] = check_seed(seed)
        self.run_known(DEAL, states, 0, 1, desk.orders, vector, NO_RNGS, desk.masks)
        return states[0]

    def copy(self, state: np.record, out: np.record | None = None) -> np.record:
        """The state in memory of its own, or in that of `out`: a tenth of numpy's time for a record."""
        source = np.frombuffer(state, BYTE)
        size = self.dtype.itemsize
        if source.size != size:
            raise ValueError(f"a record of {source.size} bytes is no state of {self.name}: {size}")
        if out is None:
            return np.frombuffer(source.copy(), self.dtype)[0]
        if out.nbytes != size:
            raise ValueError(f"a record of {out.nbytes} bytes is no state of {self.name}: {size}")
        np.ndarray(size, BYTE, np.asarray(out))[:] = source
        return out

    def legal_mask(self, state: np.record) -> np.ndarray:
        """uint8 per action id, 1 where legal; all zero once the game is over."""
        return self._look(state).mask.copy()

    def legal_actions(self, state: np.record) -> np.ndarray:
        """The legal action ids, ascending."""
        return self._look(state).allowed.nonzero()[0]

    def check_action(self, state: np.record, action: int) -> np.int64:
        """The action as a kernel takes it; ValueError if it is not legal now."""
        return check_action(self, action, self._look(state).mask)

    def step(self, state: np.record, action: int) -> None:
        """Apply one decision. ValueError on an illegal one, and the state stays as it was."""
        desk = self._desk
        desk.choice[0] = as_id(action)
        states = as_array(state)
        run = self.run_known
        if not self._knows(states):
            if not states.flags.writeable:
                raise ValueError("the state is read-only: step a copy of it")
            run = self.kernels.run
        if run(TRY, states, 0, 1, desk.orders, NO_NUMBERS, NO_RNGS, desk.masks) >= 0:  # refused
            check_action(self, action, desk.mask)

    def observe(
        self, state: np.record, seat: int | None = None, out: np.ndarray | None = None
    ) -> np.ndarray:
        """What a seat (default: the one to move) may know, as the observation layout lists it.

        Written into `out` if that is given, an int16 array of as many entries, else into a new one.
        """
        states = as_array(state)
        observe_many = self.observe_known if self._knows(states) else self.kernels.observe_many
        # reading the field of a record would take twice as long
        players = np.frombuffer(state, BYTE).item(PLAYERS)
        if seat is not None:
            seat = check_seat(seat, players)
        size = self._sizes[players]
        if out is None:
            out = np.empty(size, OBSERVATION_DTYPE)
        elif out.shape != (size,) or out.dtype != OBSERVATION_DTYPE or not out.flags.carray:
            raise ValueError(
                f"out: {out.dtype}{list(out.shape)}, expected int16[{size}] in one piece"
            )
        desk = self._desk
        desk.seats[0] = NONE if seat is None else seat
        observe_many(states, 0, 1, desk.seats, out.reshape(1, size))
        return out

    def _look(self, state: np.record) -> Desk:
        """The desk, with the legal actions in its mask."""
        desk = self._desk
        states = as_array(state)
        run = self.run_known if self._knows(states) else self.kernels.run
        run(LOOK, states, 0, 1, desk.orders, NO_NUMBERS, NO_RNGS, desk.masks)
        return desk

    def _knows(self, states: np.ndarray) -> bool:
        """Whether the states are surely of the type that `run_known` and `observe_known` are for."""
        if states.dtype is self.dtype:
            return states.flags.behaved
        if states.dtype != self.dtype:
            raise ValueError(f"a record of other fields is no state of {self.name}")
        return False

    @cached_property
    def _sizes(self) -> list[int]:
        """Entries of an observation by the number of players."""
        return [self.observation.size(players) for players in range(self.max_players + 1)]

    @cached_property
    def _desk(self) -> Desk:
        return Desk(self)

    def determinize(self, state: np.record, seat: int | None = None, seed: int = 0) -> np.record:
        """A copy in which everything the seat cannot know is dealt anew."""
        copy = self.copy(state)
        if seat is not None:
            seat = check_seat(seat, int(state["num_players"]))
        seats = np.array([NONE if seat is None else seat], np.int64)
        keys = np.array([check_seed(seed)], np.uint64)
        self.kernels.determinize_many(as_array(copy), 0, 1, seats, keys)
        return copy

    def describe(self, state: np.record, action: int) -> str:
        """The action in English, as seen from this state."""
        self.actions.decode(action)
        return self.describe_action(state, int(action))

    @cached_property
    def text_layout(self) -> TextLayout:
        return self.text or TextLayout.plain(self.title, self.observation)

    def to_text(self, state: np.record, seat: int | None = None) -> str:
        """What a seat (default: the one to move) may know, all of it, as text."""
        row = self.observe(state, seat)
        return self.text_layout.write(state, row, self.seat(state) if seat is None else seat)

    @cached_property
    def rules_text(self) -> str:
        """The rules in short."""
        if self.extras.summary is None:
            return plain_rules(self.title, self.actions)
        return resource(self.extras.summary).read_text(encoding="utf-8")

    @cached_property
    def rulebook(self) -> Rulebook:
        """The numbered rules."""
        return Rulebook(map(resource, self.extras.rulebook))

    def picture(self, state: np.record, seat: int | None = None) -> Picture:
        """The drawing, which a notebook shows; with a seat, of no more than that seat may know."""
        if seat is None:
            return Picture(self.draw(state))
        seat = check_seat(seat, int(state["num_players"]))
        return Picture(self.draw(state, seat))

    def hints(self, state: np.record, seat: int | None = None) -> dict[str, str]:
        """What the things of the drawing are and do, in English, by the ids of their elements."""
        return hints_in(self.picture(state, seat))

    def seat(self, state: np.record) -> int:
        return int(state["seat"])

    def is_over(self, state: np.record) -> bool:
        return bool(state["over"])

    def scores(self, state: np.record) -> list[int]:
        """Points of each seat: those in plain sight during the game, all of them at its end."""
        return [int(score) for score in state["scores"][: state["num_players"]]]

    def ranking(self, state: np.record) -> list[int]:
        """Place of each seat, 1 for the winners, ties sharing; zeros before the end."""
        return [int(place) for place in state["rank"][: state["num_players"]]]


class Desk(threading.local):
    """What calls about a single state write on: each thread has its own, as kernels hold no lock."""

    def __init__(self, game: Game):
        self.orders = new_orders(1)
        self.choice = view_of(self.orders[0, CHOICE : CHOICE + 1])
        self.masks = np.zeros((1, game.num_actions), np.uint8)
        self.mask = self.masks[0]
        self.allowed = self.mask.view(bool)  # the same; searched in a fifth of the time of bytes
        self.seats = np.zeros(1, np.int64)


def as_array(state: np.record) -> np.ndarray:
    """The record's own memory as an array of one: kernels take arrays, which is ten times faster."""
    return np.asarray(state).reshape(1)


def as_id(action: Any) -> int:
    """The action as a number that a kernel may be asked about; NO_ID if it cannot be one."""
    number = action if type(action) is int else whole(action)
    return NO_ID if number is None or not 0 <= number < FAR else number


def view_of(array: Any) -> memoryview:
    """Its memory, read and written in a fraction of numpy's time; its types call it no buffer."""
    return memoryview(array)


def check_seat(seat: Any, players: int) -> int:
    """A seat as a kernel takes it."""
    number = whole(seat)
    if number is None or not 0 <= number < players:
        raise ValueError(f"seat {shown(seat)}: allowed are 0..{players - 1}")
    return number


def check_seed(seed: Any) -> int:
    """A seed as a kernel takes it."""
    number = whole(seed)
    if number is None or not 0 <= number < SEED_RANGE:
        raise ValueError(f"seed {shown(seed)}: allowed are whole numbers from 0 to 2**63 - 1")
    return number


def check_action(game: Game, action: Any, mask: np.ndarray) -> np.int64:
    """The action as a kernel takes it; ValueError, naming what is allowed, if it is not legal."""
    number = whole(action)
    if number is None:
        raise ValueError(f"action {shown(action)} is not a whole number")
    if not mask.any():
        raise ValueError(
            f"action {shown(number)}: the game is over, no action is allowed; reset first"
        )
    if not 0 <= number < game.num_actions:
        raise ValueError(f"action {shown(number)} is out of range: 0..{game.num_actions - 1}")
    if not mask[number]:
        ids = np.flatnonzero(mask)
        few = ", ".join(map(str, ids[:20])) + (", ..." if len(ids) > 20 else "")
        raise ValueError(f"action {number} is illegal now: {len(ids)} allowed ({few})")
    return np.int64(number)
