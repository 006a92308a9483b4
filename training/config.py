"""Settings of a training run, read from TOML and checked before anything starts."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from exozoo.envs.core.files import is_file
from exozoo.envs.core.resources import resource
from exozoo.envs.core.words import short, shown
from exozoo.envs.registry import game_names, load_game

if TYPE_CHECKING:
    from exozoo.envs.core.game import Game

SIZES = ("smoke", "full")
NEVER = 10**12  # steps
EXPLOITING_STEPS = 500_000  # of a run against one agent, at most: what can be exploited shows soon
EXPLOITING_LOOKS = 5  # evaluations on the way


class Section(BaseModel):
    """Unknown names are errors."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class NetworkConfig(Section):
    channels: int = Field(default=32, ge=1, description="of the board's CNN")
    width: int = Field(default=256, ge=8, description="of the trunk")
    seat_width: int = Field(default=96, ge=8)
    shared_width: int = Field(default=128, ge=8)
    thing_width: int = Field(
        default=0, ge=0, description="of things that actions name, each read by itself; 0: none"
    )
    advice: float = Field(
        default=0.0,
        ge=0,
        description="points by which an action is better that the heuristic finds e times as likely; "
        "the network adds its logits to that. 0: it takes no advice",
    )
    standing: bool = Field(
        default=False,
        description="with advice: the network is also told how the heuristic thinks the position stands",
    )


class StudyConfig(Section):
    """Learning from what others would do."""

    epochs: int = Field(default=2, ge=1, description="over what is studied, after each round")
    batch_size: int = Field(default=512, ge=2)
    learning_rate: float = Field(default=1e-3, gt=0, description="falls to a tenth")
    value: float = Field(default=0.5, ge=0, description="weight of the value loss")
    choice: float = Field(
        default=1.0, ge=0, description="weight of the teacher's choice; 0: learn values alone"
    )
    opinion: float = Field(
        default=0.0, ge=0, description="weight of the teacher's opinion of every legal action"
    )


class ImitationConfig(StudyConfig):
    teacher: str = Field(
        default="", description='an agent such as "heuristic"; empty: no imitation'
    )
    dataset: str = Field(
        default="", description="folder of games to learn from instead of a teacher"
    )
    agent: str = Field(default="", description="learn only from decisions of this one of a dataset")
    winners: bool = Field(default=False, description="learn only from those of winning seats")
    rounds: int = Field(default=8, ge=1)
    games: int = Field(default=128, ge=1, description="of each round")
    window: int = Field(default=4, ge=1, description="newest rounds that are studied")
    temperature: float = Field(
        default=0.3, gt=0, description="points in which the teacher's weights are softened"
    )
    asked: float = Field(
        default=1.0,
        gt=0,
        le=1,
        description="share of the decisions about which the teacher is asked; the network takes the others",
    )
    learner_share: float = Field(
        default=0.5, ge=0, le=1, description="games that the network plays, after the first round"
    )
    deviation: float = Field(default=0.05, ge=0, le=1, description="share of random decisions")

    @property
    def wanted(self) -> bool:
        return bool(self.teacher or self.dataset)

    @property
    def source(self) -> str:
        """Whom the network imitates, in words of the config."""
        return self.teacher or self.dataset


class ExpertConfig(StudyConfig):
    search: str = Field(
        default="mcts(simulations=32)", description="that plays, with the network in it"
    )
    rounds: int = Field(default=20, ge=1)
    games: int = Field(default=64, ge=1, description="of each round, at all tables together")
    window: int = Field(default=6, ge=1, description="newest rounds that are studied")
    epochs: int = Field(default=1, ge=1, description="over the window, after each round")
    batch_size: int = Field(default=256, ge=2)
    learning_rate: float = Field(default=3e-4, gt=0, description="falls to a tenth")
    temperature: float = Field(
        default=0.3, gt=0, description="points by which a search that weighs is softened"
    )
    drawn: int = Field(
        default=30,
        ge=0,
        description="decisions at the start of a game drawn by the search's shares",
    )
    blend: float = Field(
        default=0.25, ge=0, le=1, description="share of the search's own value in that of its seat"
    )
    gate: float = Field(
        default=0.5, ge=0, le=1, description="share of meetings the new network must win, and more"
    )
    gate_games: int = Field(default=60, ge=2, description="at each table")


class PpoConfig(Section):
    learning_rate: float = Field(default=3e-4, gt=0)
    decay: bool = Field(default=True, description="lower the learning rate linearly to a tenth")
    rollout: int = Field(
        default=128, ge=2, description="decisions of each environment in one iteration"
    )
    batch_size: int = Field(default=1024, ge=2)
    epochs: int = Field(default=4, ge=1)
    discount: float = Field(default=0.999, gt=0, le=1)
    gae_lambda: float = Field(default=0.95, ge=0, le=1)
    clip: float = Field(default=0.2, gt=0)
    entropy: float = Field(default=0.01, ge=0)
    value: float = Field(default=0.5, ge=0, description="weight of the value loss")
    restraint: float = Field(
        default=0.0,
        ge=0,
        description="weight of the divergence from the heuristic's advice: noise alone does not lead away from it",
    )
    decided: float = Field(
        default=1.0,
        gt=0,
        le=1,
        description="decisions with an action likelier than this are not studied: they teach little; plain_ppo",
    )
    max_grad_norm: float = Field(default=0.5, gt=0)
    target_kl: float | None = Field(default=None, gt=0, description="end the epochs early above it")


class PoolConfig(Section):
    agents: list[str] = Field(default=["random"], min_length=1, description="scripted opponents")
    size: int = Field(default=8, ge=1, description="past selves kept")
    scripted: float = Field(
        default=0.25, ge=0, le=1, description="share of games against scripted agents"
    )
    newest: float = Field(
        default=0.4, ge=0, le=1, description="share of games against the newest self"
    )
    every: int = Field(default=50_000, ge=1, description="steps between two entries of the learner")
    together: float = Field(
        default=0.0,
        ge=0,
        le=1,
        description="share of games in which the learner plays all seats and learns from each; plain_ppo",
    )


class EvaluationConfig(Section):
    agents: list[str] = Field(
        default=["random"], min_length=1, description="opponents of the evaluation"
    )
    games: int = Field(default=40, ge=2, description="against each, during training")
    final_games: int = Field(default=200, ge=2, description="against each, at the end")
    every: int = Field(default=50_000, ge=1, description="steps between two evaluations")


class TrainConfig(Section):
    """One training run."""

    game: str
    players: int | list[int] = Field(
        default=2, description="at the table, or a list of the sizes of tables that are mixed"
    )
    shares: list[float] = Field(
        default_factory=list, description="of games at tables of each size; empty: equal ones"
    )
    options: dict[str, Any] = Field(default_factory=dict, description="of the game")
    seed: int = Field(default=0, ge=0, lt=2**40)  # so that those made from it are seeds, too
    method: Literal["reinforcement", "expert-iteration"] = "reinforcement"
    learner: Literal["maskable_ppo", "plain_ppo"] = "maskable_ppo"
    start: str = Field(
        default="", description='a network to begin with, a file or "policy", in place of imitation'
    )
    against: str = Field(
        default="",
        description="an agent to exploit: opponent of the training and of the evaluation",
    )
    heuristic: int | None = Field(
        default=None,
        ge=0,
        description="version of the weights that give advice and appraise rewards; none: the newest",
    )
    reward: Literal["rank", "win", "margin", "lead", "score"] = "rank"
    appraised: bool = Field(
        default=False,
        description="until the end a reward that is paid at once counts what seats are likely to end with, "
        "as the heuristic thinks, in place of their points",
    )
    reward_scale: float = Field(default=1.0, gt=0, description="rewards are multiplied by it")
    value_scale: float = Field(
        default=10.0, gt=0, description="points that are much of a lead, in the utility of a game"
    )
    total_steps: int = Field(
        default=1_000_000, ge=0, description="decisions of the learner; 0: imitation alone"
    )
    num_envs: int = Field(default=64, ge=1)
    threads: int = Field(default=1, ge=1, description="of the environment")
    torch_threads: int = Field(default=2, ge=1)
    checkpoint_every: int = Field(default=50_000, ge=1, description="steps")
    network: NetworkConfig = NetworkConfig()
    imitation: ImitationConfig = ImitationConfig()
    ppo: PpoConfig = PpoConfig()
    expert: ExpertConfig = ExpertConfig()
    pool: PoolConfig = PoolConfig()
    evaluation: EvaluationConfig = EvaluationConfig()

    @property
    def tables(self) -> tuple[int, ...]:
        """The numbers of players that are trained for."""
        return (self.players,) if isinstance(self.players, int) else tuple(self.players)

    @property
    def searches(self) -> bool:
        return self.method == "expert-iteration"

    @property
    def imitates(self) -> bool:
        """Whether it begins with imitation."""
        return self.imitation.wanted and not self.start

    @property
    def table_words(self) -> str:
        """The same for people: "2 to 4 players"."""
        tables = self.tables
        if len(tables) > 1 and tables == tuple(range(tables[0], tables[-1] + 1)):
            return f"{tables[0]} to {tables[-1]} players"
        return f"{', '.join(map(str, tables))} player{'s' if tables != (1,) else ''}"

    def options_at(self, players: int) -> dict[str, Any]:
        """The game's options at a table of one size."""
        return {**self.options, "players": players}

    def shared_out(self, number: int) -> dict[int, int]:
        """So many games (or environments) among the tables, by their shares; at least one each."""
        shares = self.shares or [1.0] * len(self.tables)
        ends = [round(number * sum(shares[: n + 1]) / sum(shares)) for n in range(len(shares))]
        return {
            players: max(1, end - start)
            for players, start, end in zip(self.tables, [0, *ends], ends, strict=False)
        }

    @model_validator(mode="after")
    def _fits_the_game(self) -> TrainConfig:
        # they load the compiler: wrong input is told before
        from exozoo.agents.heuristics.table import weights_file
        from exozoo.agents.specs import load_agent

        game = load_game(self.game)
        self._check_tables(game)
        teachers = [self.imitation.teacher] if self.imitation.teacher else []
        for text in (*teachers, *self.pool.agents, *self.evaluation.agents):
            load_agent(text, game)
        if self.imitation.teacher and self.imitation.dataset:
            raise ValueError("imitation: a teacher or a dataset, not both")
        if self.searches and self.against:
            raise ValueError("against: allowed with reinforcement only")
        if self.searches:
            load_agent(self.expert.search, game)
        elif not self.total_steps and not self.imitates:
            raise ValueError("total_steps=0: allowed with imitation only")
        if self.heuristic is not None:
            weights_file(game, self.heuristic)
        self._check_advice(game)
        self._check_points(game)
        if self.pool.scripted + self.pool.newest > 1:
            raise ValueError("pool: scripted and newest together must not pass 1")
        return self

    def _check_advice(self, game: Game) -> None:
        if not self.network.advice:
            if self.ppo.restraint:
                raise ValueError("ppo.restraint: allowed with network.advice; without it 0")
            return
        if game.extras.heuristic is None:
            raise ValueError(f"network.advice: {game.title} has no heuristic; allowed is 0")
        if self.learner == "maskable_ppo" and self.total_steps and not self.searches:
            raise ValueError("network.advice: allowed with the learner plain_ppo")
        if self.imitation.dataset:
            raise ValueError("network.advice: datasets hold none; allowed is 0")

    def _check_points(self, game: Game) -> None:
        if not self.appraised:
            return
        from exozoo.envs.core.rewards import PAID_AT_ONCE  # loads numpy

        if self.reward not in PAID_AT_ONCE or game.extras.heuristic is None:
            allowed = " and ".join(PAID_AT_ONCE)
            raise ValueError(
                f"appraised: allowed in games with a heuristic, with the rewards {allowed}"
            )
        if self.learner == "maskable_ppo" and self.total_steps:
            raise ValueError("appraised: allowed with the learner plain_ppo")

    def _check_tables(self, game: Game) -> None:
        if not self.tables or len(set(self.tables)) < len(self.tables):
            raise ValueError(f"players={self.players}: allowed are different numbers, at least one")
        for players in self.tables:
            game.options.parse(self.options_at(players))
        reinforced = self.total_steps and not self.searches
        if self.learner == "maskable_ppo" and reinforced and len(self.tables) > 1:
            raise ValueError(
                "maskable_ppo trains at tables of one size: name one number of players, or the "
                "learner plain_ppo"
            )
        fits = len(self.shares) in (0, len(self.tables)) and all(s > 0 for s in self.shares)
        if not fits:
            raise ValueError(
                f"shares={self.shares}: allowed is a positive number for each of players={self.players}"
            )


def load_config(source: str | Path, size: str = "full", **changes: Any) -> TrainConfig:
    """A config by path, or by the name of the game that brings it.

    The tables [smoke] and [full] of the file change what stands above them; `changes` come last.
    """
    if size not in SIZES:
        raise ValueError(f"size {size!r}: allowed are {', '.join(map(repr, SIZES))}")
    try:
        data = tomllib.loads(_read(source))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ValueError(f"config {source} is not TOML: {error}") from None
    sizes = {name: data.pop(name, {}) for name in SIZES}
    for name, table in sizes.items():
        if not isinstance(table, dict):
            raise ValueError(f"config {source}: {name}={shown(table)} is not a table")
    merged = _merge(_merge(data, sizes[size]), changes)
    imitation = merged.get("imitation")
    if isinstance(imitation, dict) and imitation.get("dataset"):  # which holds no advice
        merged = _merge(merged, {"network": {"advice": 0.0}})
    if merged.get("against"):
        merged = _merge(merged, _exploiting(merged["against"], merged))
    try:
        return TrainConfig(**merged)
    except ValidationError as error:
        lines = [f"{'.'.join(map(str, e['loc'])) or 'config'}: {e['msg']}" for e in error.errors()]
        raise ValueError(f"config {source}: " + "; ".join(lines)) from None


def _exploiting(agent: str, config: dict[str, Any]) -> dict[str, Any]:
    """All games against one agent that does not learn, and no past selves.

    A config that ends after imitation, with 0 steps, says nothing of how long its own games would take.
    """
    steps = config.get("total_steps", EXPLOITING_STEPS)
    if steps == 0 or (isinstance(steps, int) and steps > EXPLOITING_STEPS):
        steps = EXPLOITING_STEPS
    evaluation: dict[str, Any] = {"agents": [agent]}
    if isinstance(steps, int):
        evaluation["every"] = max(steps // EXPLOITING_LOOKS, 1)
    return {
        **_without_solo(config),
        "total_steps": steps,
        "pool": {
            "agents": [agent],
            "scripted": 1.0,
            "newest": 0.0,
            "together": 0.0,
            "every": NEVER,
        },
        "evaluation": evaluation,
    }


def _without_solo(config: dict[str, Any]) -> dict[str, Any]:
    """Tables with somebody to exploit, and their shares."""
    players, shares = config.get("players"), config.get("shares")
    if not isinstance(players, list) or set(players) <= {1}:
        return {}
    kept = [place for place, count in enumerate(players) if count != 1]
    tables = {"players": [players[place] for place in kept]}
    if isinstance(shares, list) and len(shares) == len(players):
        tables["shares"] = [shares[place] for place in kept]
    return tables


def config_names() -> list[str]:
    """The games that bring a config."""
    return [name for name in game_names() if load_game(name).extras.config]


def _read(source: str | Path) -> str:
    path = Path(source)
    if path.suffix == ".toml":
        if not is_file(path):
            raise ValueError(f"there is no config {short(str(path))}")
        return path.read_text(encoding="utf-8")
    if str(source) not in game_names():
        raise ValueError(
            f"unknown config {str(source)!r}: allowed are a .toml file or {', '.join(game_names())}"
        )
    config = load_game(str(source)).extras.config
    if config is None:
        raise ValueError(f"no config comes with {source}: name a .toml file")
    return resource(config).read_text(encoding="utf-8")


def _merge(base: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    merged = dict(base)
    for name, value in changes.items():
        if isinstance(value, dict) and isinstance(merged.get(name), dict):
            merged[name] = _merge(merged[name], value)
        else:
            merged[name] = value
    return merged
