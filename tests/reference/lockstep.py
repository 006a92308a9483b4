"""Play a game and a second, slow engine of it side by side and compare them at every decision.

The second engine, the reference, is written from the rules page alone. It draws nothing by lot: what
chance brought is told to it after each step by the observations of all seats, and it checks that
this could have happened. All else it works out by itself: who decides, every legal action, what is
seen on the table, the final score and the places.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np

from exozoo.envs.core.game import Game

Seen = dict[str, np.ndarray]  # one seat's observation by blocks


class ImpossibleError(Exception):
    """The game says that chance brought something that cannot be."""


class DisagreementError(AssertionError):
    """The two engines differ; the text tells how to come to that position again."""


class Reference(Protocol):
    """What lock step asks of a reference."""

    def seat(self) -> int | None:
        """Who decides, None after the end."""

    def legal(self) -> set[int]:
        """All legal action ids."""

    def step(self, action: int, seen: Sequence[Seen]) -> None:
        """Do it; `seen` is what every seat sees afterwards and is asked for chance alone."""

    def facts(self, observer: int) -> dict[str, Any]:
        """Blocks of the observation as the observer should see them; those left out are not compared."""

    def scores(self) -> list[int]: ...

    def ranking(self) -> list[int]: ...


Deal = Callable[[Sequence[Seen], dict[str, Any]], Reference]
Choose = Callable[[np.random.Generator, list[int]], int]


@dataclass
class Record:
    """What was compared."""

    games: int = 0
    decisions: int = 0
    forced: int = 0
    taken: Counter[int] = field(default_factory=Counter)  # how often each action was taken
    offered: Counter[int] = field(default_factory=Counter)  # how often each was legal


def weighted(weight_of: Callable[[int], float]) -> Choose:
    """Actions by chance in these proportions."""

    def choose(rng: np.random.Generator, legal: list[int]) -> int:
        weights = np.array([weight_of(action) for action in legal])
        return int(rng.choice(legal, p=weights / weights.sum()))

    return choose


def any_action(rng: np.random.Generator, legal: list[int]) -> int:
    return legal[rng.integers(len(legal))]


class LockStep:
    """One game of both engines. `auto_resolve` is off: forced decisions are compared as well.

    `every_seat`: compare what each seat sees after every decision, else one seat's view in turn,
    which is quicker and enough where all seats see the same things.
    """

    def __init__(
        self, game: Game, deal: Deal, seed: int, every_seat: bool = True, **options: Any
    ) -> None:
        self.game, self.seed, self.options = game, seed, options
        self.every_seat = every_seat
        self.state = game.new_state(seed, auto_resolve=False, **options)
        self.players = int(self.state["num_players"])
        size = game.observation.size(self.players)
        self.buffers = [np.zeros(size, np.int16) for _ in range(self.players)]
        self.seen = [game.observation.split(buffer, self.players) for buffer in self.buffers]
        self.expected = np.zeros(size, np.int16)
        self.expected_blocks = game.observation.split(self.expected, self.players)
        self.actions: list[int] = []
        self.look()
        self.reference = deal(self.seen, options)
        self.compare()

    def look(self) -> None:
        for seat, buffer in enumerate(self.buffers):
            self.game.observe(self.state, seat, buffer)

    def step(self, action: int) -> None:
        self.game.step(self.state, action)
        self.actions.append(action)
        self.look()
        try:
            self.reference.step(action, self.seen)
        except Exception as error:
            raise self.disagreement(f"the reference stopped: {error!r}") from error
        self.compare()

    def compare(self) -> None:
        over = self.game.is_over(self.state)
        seat = None if over else int(self.state["seat"])
        self.same("seat to decide", self.reference.seat(), seat)
        legal = set() if over else set(self.game.legal_actions(self.state).tolist())
        self.same("legal actions", self.reference.legal(), legal)
        in_turn = len(self.actions) % self.players
        for observer, buffer in enumerate(self.buffers):
            if over or self.every_seat or observer == in_turn:
                self.compare_facts(observer, buffer)
        self.same("scores", self.reference.scores(), self.game.scores(self.state))
        if over:
            self.same("ranking", self.reference.ranking(), self.game.ranking(self.state))

    def compare_facts(self, observer: int, buffer: np.ndarray) -> None:
        self.expected[:] = buffer
        for name, fact in self.reference.facts(observer).items():
            self.expected_blocks[name][...] = fact
        if (self.expected == buffer).all():
            return
        for name, block in self.seen[observer].items():
            expected = self.expected_blocks[name].tolist()
            self.same(f"block {name} as seat {observer} sees it", expected, block.tolist())

    def same(self, what: str, expected: Any, got: Any) -> None:
        if expected == got:
            return
        told = f"{what}: the reference says {expected}, the game {got}"
        if isinstance(expected, set):
            told = (
                f"{what}: the game lacks {sorted(expected - got)}, has too {sorted(got - expected)}"
            )
        raise self.disagreement(told)

    def disagreement(self, told: str) -> DisagreementError:
        return DisagreementError(
            f"{told}\nseed={self.seed} options={self.options} after {len(self.actions)} decisions, "
            f"the last: {self.actions[-1:]}\nactions={self.actions}"
        )

    def finished(self) -> bool:
        return self.reference.seat() is None


def play(
    game: Game,
    deal: Deal,
    seed: int,
    record: Record,
    choose: Choose = any_action,
    every_seat: bool = True,
    **options: Any,
) -> LockStep:
    """One whole game; raises DisagreementError at the first difference."""
    rng = np.random.default_rng([seed, 1])
    both = LockStep(game, deal, seed, every_seat, **options)
    while not both.finished():
        legal = sorted(both.reference.legal())
        action = legal[0] if len(legal) == 1 else choose(rng, legal)
        record.decisions += 1
        record.forced += len(legal) == 1
        record.offered.update(legal)
        record.taken[action] += 1
        both.step(action)
    record.games += 1
    return both


def play_resolved(both: LockStep) -> int:
    """Play the finished game `both` again with `auto_resolve` on; returns the decisions left.

    Decisions with one option must have been played by the engine, all others asked, and the same
    things be seen at each of them and at the end.
    """
    game, options = both.game, both.options
    manual = game.new_state(both.seed, auto_resolve=False, **options)
    auto = game.new_state(both.seed, auto_resolve=True, **options)
    asked = 0
    for action in both.actions:
        if len(game.legal_actions(manual)) > 1:
            asked += 1
            for seat in range(both.players):
                assert (game.observe(manual, seat) == game.observe(auto, seat)).all(), asked
            assert (game.legal_actions(manual) == game.legal_actions(auto)).all(), asked
            game.step(auto, action)
        game.step(manual, action)
    assert game.is_over(manual)
    assert game.is_over(auto)
    assert game.scores(manual) == game.scores(auto)
    assert game.ranking(manual) == game.ranking(auto)
    return asked
