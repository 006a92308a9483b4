"""All that decides the games of a dataset: each is a function of these settings and its number."""

from __future__ import annotations

import json
import shlex
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from exozoo.agents.arena.schedule import all_lineups, rotations
from exozoo.agents.specs import load_agent
from exozoo.envs.core.game import Game, check_seed
from exozoo.envs.core.options import Flag, IntRange, OneOf, Option
from exozoo.envs.core.rng import derive
from exozoo.envs.core.state import MAX_SEATS
from exozoo.envs.registry import load_game

ALL = "all"
EACH_SEAT = "[]"  # behind the name of an option: a list, with one value drawn for each seat
MOST_KINDS = 10_000  # sets of options kept
NOT_DRAWN = ("auto_resolve",)  # how decisions are counted, not what is played
FEW = 16  # values of an option that are drawn unasked: a limit of 0..999 is none to be drawn
RANDOM = "random"
RANDOM_SHARD, AGENT_SHARD = 5000, 100  # games in a file: some seconds of work each
MAX_REDRAWS = 1000
DEAL_STREAM, OPTION_STREAM, AGENT_STREAM = range(3)


@dataclass(frozen=True)
class Deal:
    """One game before it is played."""

    number: int
    seed: int
    options: dict[str, Any]  # parsed
    options_text: str
    seats: tuple[int, ...]  # numbers of agents


@dataclass(frozen=True)
class SelfplaySettings:
    """A folder of games belongs to one of these."""

    game: str  # name or "module:attribute"
    agents: tuple[str, ...]  # texts as `specs` reads them
    games: int
    seed: int = 0
    options: dict[str, Any] = field(default_factory=dict)
    draws: dict[str, tuple[Any, ...]] = field(default_factory=dict)  # option -> values to draw from
    search_targets: bool = False  # write table `decisions` too, with what agents thought
    shard_games: int = 0  # 0: as suits the agents

    def check(self) -> None:
        """ValueError before anything starts, if a name, number or option is wrong."""
        game = self.loaded
        check_seed(self.seed)
        if self.games < 1 or self.shard_games < 0:
            raise ValueError(f"games={self.games}: allowed are numbers from 1")
        if not self.agents or len(set(self.agents)) != len(self.agents):
            raise ValueError("name each agent once: seats are filled from one list")
        bare = [name.removesuffix(EACH_SEAT) for name in (*self.draws, *self.options)]
        for name in {name for name in bare if bare.count(name) > 1}:
            raise ValueError(f"option {name} is both given and drawn, or drawn twice")
        known = {option.name for option in game.options.options}
        for name, values in self.draws.items():
            if not values:
                raise ValueError(f"option {name}: no values to draw from")
            if (bare_name := name.removesuffix(EACH_SEAT)) not in known:
                game.options.parse({bare_name: None})  # says which there are
        self.deal(0)
        for text in self.agents:
            load_agent(text, game).close()

    @cached_property
    def loaded(self) -> Game:
        return load_game(self.game)

    @property
    def all_random(self) -> bool:
        return self.agents == (RANDOM,)

    @property
    def size(self) -> int:
        """Games in a shard; the last one may hold fewer."""
        return self.shard_games or (RANDOM_SHARD if self.all_random else AGENT_SHARD)

    @property
    def num_shards(self) -> int:
        return -(-self.games // self.size)

    def numbers(self, shard: int) -> range:
        """The games of a shard."""
        return range(shard * self.size, min((shard + 1) * self.size, self.games))

    def deal(self, number: int) -> Deal:
        options, text = self._options(number)
        turns = self._seatings(options["players"])
        seed = _key(self._stream, number) >> 1
        return Deal(number, seed, options, text, turns[number % len(turns)])

    @cached_property
    def _stream(self) -> int:
        return _key(self.seed, DEAL_STREAM)

    def agent_seed(self, shard: int, agent: int) -> int:
        return _key(self.seed, AGENT_STREAM, shard, agent) >> 1

    def as_json(self) -> dict[str, Any]:
        return json.loads(json.dumps(asdict(self), sort_keys=True))

    def command(self) -> str:
        """The line that makes this dataset anew, whatever was typed."""
        words = ["exozoo", "selfplay", self.game, "--games", str(self.games)]
        for text in self.agents:
            words += ["--agents", text]
        words += ["--seed", str(self.seed)]
        for name, value in self.options.items():
            words += ["--option", f"{name}={json.dumps(value)}"]
        for name, values in self.draws.items():
            words += ["--draw", f"{name}={json.dumps(values)}"]
        if self.shard_games:
            words += ["--shard-games", str(self.shard_games)]
        return shlex.join(words + ["--search-targets"] * self.search_targets)

    def _options(self, number: int) -> tuple[dict[str, Any], str]:
        """The options of a game; choices that do not go together are drawn again."""
        if not self.draws:
            return self._parsed(())
        key = _key(self.seed, OPTION_STREAM, number)
        fault = None
        for attempt in range(MAX_REDRAWS):
            try:
                return self._parsed(self._drawn(_key(key, attempt)))
            except ValueError as error:
                fault = error
        raise ValueError(f"{fault} (in each of {MAX_REDRAWS} draws)")

    def _drawn(self, key: int) -> tuple[tuple[int, ...], ...]:
        """Which values each draw takes: one, or one for each seat."""
        chosen: list[tuple[int, ...]] = []
        players = self.options.get("players", self._default_players)
        for place, (name, values) in enumerate(self.draws.items()):
            seats = MAX_SEATS if name.endswith(EACH_SEAT) else 1
            chosen.append(tuple(_key(key, place, seat) % len(values) for seat in range(seats)))
            if name == "players":
                players = values[chosen[-1][0]]
        return tuple(
            c[:players] if name.endswith(EACH_SEAT) else c for name, c in zip(self.draws, chosen)
        )

    @cached_property
    def _default_players(self) -> int:
        return self.loaded.options.parse({})["players"]

    def _parsed(self, chosen: tuple[tuple[int, ...], ...]) -> tuple[dict[str, Any], str]:
        """Parsed options and their text; kept, since many games share them."""
        known = self._kinds.get(chosen)
        if known is None:
            drawn: dict[str, Any] = {}
            for (name, values), places in zip(self.draws.items(), chosen, strict=True):
                if name.endswith(EACH_SEAT):
                    drawn[name.removesuffix(EACH_SEAT)] = [values[place] for place in places]
                else:
                    drawn[name] = values[places[0]]
            found = self.loaded.options.parse({**self.options, **drawn})
            known = found, json.dumps(found, sort_keys=True)
            if len(self._kinds) >= MOST_KINDS:
                self._kinds.clear()
            self._kinds[chosen] = known
        return known

    @cached_property
    def _kinds(self) -> dict[tuple[tuple[int, ...], ...], tuple[dict[str, Any], str]]:
        return {}

    def _seatings(self, players: int) -> list[tuple[int, ...]]:
        """Every lineup in every rotation, one after the other."""
        known = self._turns.get(players)
        if known is None:
            agents = len(self.agents)
            if agents == 1 or players == 1:
                lineups = [(agent,) * players for agent in range(agents)]
            else:
                lineups = all_lineups(agents, players)
            known = [seats for lineup in lineups for seats in rotations(lineup)]
            self._turns[players] = known
        return known

    @cached_property
    def _turns(self) -> dict[int, list[tuple[int, ...]]]:
        return {}


def all_values(game: Game, name: str) -> tuple[Any, ...]:
    """The values of an option that can be listed; ValueError for others, whose values are named.

    `name[]` asks for the values of one seat, of an option that is a list with one for each.
    """
    bare = name.removesuffix(EACH_SEAT)
    for option in game.options.options:
        if option.name == bare:
            found = option.seat_samples if name.endswith(EACH_SEAT) else _values(option)
            if found:
                return found
            raise ValueError(
                f"option {name}: name the values to draw from; allowed: {option.allowed}"
            )
    game.options.parse({bare: None})
    raise AssertionError("an unknown option was parsed")


def all_draws(game: Game, given: dict[str, Any]) -> dict[str, tuple[Any, ...]]:
    """Every option with few values that can be listed, or with few for each seat; not those given."""
    draws = {}
    for option in game.options.options:
        if option.name not in (*given, *NOT_DRAWN):
            if option.seat_samples:
                draws[option.name + EACH_SEAT] = option.seat_samples
            elif 0 < len(values := _values(option)) <= FEW:
                draws[option.name] = values
    return draws


def _values(option: Option) -> tuple[Any, ...]:
    """All values of an option, or those worth drawing; none if nobody knows them."""
    check = option.check
    if isinstance(check, IntRange):
        return tuple(range(check.low, check.high + 1))
    if isinstance(check, Flag):
        return (False, True)
    return check.choices if isinstance(check, OneOf) else option.samples


def _key(seed: int, *streams: int) -> int:
    """The word of 64 bits that stands at the end of a path of streams."""
    key = seed
    for stream in streams:
        key = int(derive(np.uint64(key), np.uint64(stream)))
    return key
