"""A fault, the game that shows it, and the smallest such game that can be found.

A case is played by a rig: "plain" plays given actions one by one, those of `rigs` play through a
wrapper, all of which follows from options, seed and number of steps.
"""

from __future__ import annotations

import json
import time
import traceback
import zlib
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from exozoo.envs.core.files import write_atomically
from exozoo.envs.core.game import Game
from tests.soak.watch import Chooser, Watch, at_random

PLAIN = "plain"
HUNTED = 64  # random games side by side in which a fault is looked for again
FORMAT = "exozoo-soak-find"
Rig = Callable[[Game, dict[str, Any], int, int], int]  # game, options, seed, steps: decisions


@dataclass(frozen=True)
class Case:
    """What it takes to see a fault again."""

    options: dict[str, Any]
    seed: int
    actions: tuple[int, ...] = ()
    rig: str = PLAIN
    steps: int = 0

    @property
    def size(self) -> tuple[int, int, int]:
        return len(self.options), len(self.actions) + self.steps, self.seed


@dataclass(frozen=True)
class Fault:
    """What went wrong. Faults of one kind are taken for the same one."""

    kind: str
    text: str
    played: tuple[int, ...] = ()  # the actions, the last of which brought it about


def fault_from(error: BaseException, played: list[int] | None = None) -> Fault:
    frames = traceback.extract_tb(error.__traceback__)
    kind = f"{type(error).__name__} in {frames[-1].name}: {frames[-1].line}"
    return Fault(kind, "".join(traceback.format_exception(error)), tuple(played or ()))


def fault_of(game: Game, case: Case, rigs: dict[str, Rig]) -> Fault | None:
    """Play a case with all checks. Of a plain one, actions that are not legal are left out."""
    if case.rig != PLAIN:
        try:
            rigs[case.rig](game, case.options, case.seed, case.steps)
        except Exception as error:
            return fault_from(error)
        return None
    played: list[int] = []
    try:
        watch = Watch(game, [case.seed], [case.options])
        for action in case.actions:
            if action < game.num_actions and watch.batch.masks[0, action]:
                played.append(action)
                watch.step(np.array([action]))
    except Exception as error:
        return fault_from(error, played)
    return None


def single_out(watch: Watch, rigs: dict[str, Rig]) -> tuple[Case, Fault] | None:
    """The game of a batch that brought a fault about, if it does so when it is played alone.

    Halves of the batch are played again until one game is left; where neither half shows the fault,
    its games are tried one by one.
    """
    rows = np.arange(len(watch.seeds))
    while len(rows) > 1:
        halves = rows[: len(rows) // 2], rows[len(rows) // 2 :]
        faulty = [half for half in halves if plays_faulty(watch, half)]
        if not faulty:
            break
        rows = faulty[0]
    for row in rows:
        case = Case(watch.options[row], watch.seeds[row], tuple(watch.actions_of(row)))
        fault = fault_of(watch.game, case, rigs)
        if fault is not None:
            return replace(case, actions=fault.played), fault
    return None


def plays_faulty(watch: Watch, rows: np.ndarray) -> bool:
    """Whether some of a batch's games, played again side by side, show a fault."""
    place = np.full(len(watch.seeds), -1)
    place[rows] = np.arange(len(rows))
    try:
        again = Watch(
            watch.game, [watch.seeds[row] for row in rows], [watch.options[row] for row in rows]
        )
        for moved, chosen in watch.log:
            actions = np.zeros(len(rows), np.int64)
            here = place[moved] >= 0
            actions[place[moved[here]]] = chosen[here]
            if here.any():
                again.step(actions)
    except Exception:
        return True
    return False


def hunt(
    game: Game, options: dict[str, Any], first: int, choose: Chooser = at_random
) -> tuple[Case, Fault] | None:
    """Some fault in random games with these options."""
    options = dict(options)
    seeds = range(first, first + HUNTED)
    watch = None
    try:
        watch = Watch(game, seeds, [options] * HUNTED)
        while watch.running.any():
            watch.step(choose(watch.batch, watch.running))
    except Exception:
        if watch is not None:
            return single_out(watch, {})
        for seed in seeds:
            case = Case(options, seed)
            fault = fault_of(game, case, {})
            if fault is not None:
                return case, fault
    return None


class Shrinker:
    """Looks for smaller cases of the same kind of fault, for some seconds of the processor."""

    def __init__(
        self, game: Game, case: Case, fault: Fault, rigs: dict[str, Rig], seconds: float = 60
    ):
        self.game, self.rigs = game, rigs
        self.case, self.fault = case, fault
        self.until = time.process_time() + seconds
        if case.rig == PLAIN:
            self.case = replace(case, actions=fault.played)

    def run(self) -> Case:
        for options in self._simpler_options():
            if not self._take(replace(self.case, options=options)) and self.case.rig == PLAIN:
                self._hunt(options, rounds=4)
        if self.case.rig == PLAIN:
            self._hunt(self.case.options, rounds=16)
            self._leave_actions_out()
        else:
            self._fewer_steps()
        return self.case

    @property
    def time_left(self) -> bool:
        return time.process_time() < self.until

    def _take(self, case: Case) -> bool:
        """Keep a case if it is smaller and shows the same kind of fault."""
        fault = fault_of(self.game, case, self.rigs) if self.time_left else None
        if fault is None or fault.kind != self.fault.kind:
            return False
        if case.rig == PLAIN:
            case = replace(case, actions=fault.played)
        if case.size >= self.case.size:
            return False
        self.case, self.fault = case, fault
        return True

    def _simpler_options(self) -> Iterator[dict[str, Any]]:
        """Without one option after the other, as long as there are any to leave out."""
        for name in list(self.case.options):
            if name in self.case.options:
                yield {key: value for key, value in self.case.options.items() if key != name}

    def _hunt(self, options: dict[str, Any], rounds: int) -> None:
        try:
            self.game.options.parse(options)
        except ValueError:
            return
        for number in range(rounds):
            if not self.time_left:
                return
            found = hunt(self.game, options, first=number * HUNTED)
            if found is not None and found[1].kind == self.fault.kind:
                self._take(found[0])

    def _leave_actions_out(self) -> None:
        """Ever smaller parts of the game, until no single action can be missed."""
        size = len(self.case.actions)
        while size and self.time_left:
            start = 0
            while start < len(self.case.actions) and self.time_left:
                actions = self.case.actions
                if not self._take(
                    replace(self.case, actions=actions[:start] + actions[start + size :])
                ):
                    start += size
            size //= 2

    def _fewer_steps(self) -> None:
        low, high = 0, self.case.steps
        while high - low > 1 and self.time_left:
            middle = (low + high) // 2
            if self._take(replace(self.case, steps=middle)):
                high = middle
            else:
                low = middle


def save_find(folder: Path, game: Game, case: Case, fault: Fault, bounds: bool) -> Path:
    """A file that `python -m tests.soak --see` plays; one a kind of fault, the smallest."""
    number = zlib.crc32(f"{game.name} {case.rig} {fault.kind}".encode())
    path = folder / f"{game.name}-{case.rig}-{number:08x}.json"
    find = {
        "format": FORMAT,
        "game": game.name,
        "version": game.version,
        "bounds": bounds,  # whether it takes bounds checks to see it
        "kind": fault.kind,
        "fault": fault.text,
        **asdict(case),
    }
    if path.exists():
        try:
            if load_find(path)[0].size <= case.size:
                return path
        except ValueError:
            pass
    return write_atomically(path, json.dumps(find, indent=1))


def load_find(path: Path) -> tuple[Case, dict[str, Any]]:
    try:
        find = json.loads(path.read_text(encoding="utf-8"))
        names = ("options", "seed", "actions", "rig", "steps")
        if find["format"] != FORMAT:
            raise ValueError(f"not of the format {FORMAT}")
        fields = {name: find[name] for name in names}
        return Case(**{**fields, "actions": tuple(fields["actions"])}), find
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError(f"{path} is not a find of the soak: {error!r}") from None
