"""The agent `llm`: a language model behind any server that speaks OpenAI's chat API."""

from __future__ import annotations

import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from exozoo.agents.keys import position_keys
from exozoo.agents.language.prompts import Prompts, WrongAnswerError, read_answer
from exozoo.agents.language.server import (
    MOST_WAIT,
    ChatServer,
    LanguageModelError,
    Reply,
    ServerError,
)
from exozoo.agents.language.transcript import Transcript
from exozoo.envs.core.agent import Agent
from exozoo.envs.core.codes import NONE
from exozoo.envs.core.fair_play import Clock
from exozoo.envs.core.game import Game, check_seed

MILLION = 1_000_000
MAX_PARALLEL = 64


@dataclass(frozen=True)
class Limits:
    """How often a decision is tried, and when the model is asked no more."""

    retries: int  # more questions after wrong answers
    attempts: int  # of one question, while the server fails
    wait: float  # seconds before the second attempt, doubled each time
    give_up: int  # decisions in a row without any answer after which the agent raises
    most_tokens: int | None  # of all questions and answers together

    def __post_init__(self) -> None:
        for name, value, low, high in (
            ("retries", self.retries, 0, 20),
            ("attempts", self.attempts, 1, 20),
            ("wait", self.wait, 0, MOST_WAIT),
            ("give_up", self.give_up, 1, MILLION),
        ):
            number = isinstance(value, int | float) and not isinstance(value, bool)
            if not number or not low <= value <= high:
                raise ValueError(f"llm: {name}={value!r}: allowed are {low} to {high}")


class LanguageAgent(Agent):
    """Asks a language model, which sees what the seat to move may know, and nothing else.

    model          its name on the server
    base_url       the server, like http://localhost:8000/v1; by default OpenAI's
    template       file of the prompt (docs/language_models.md), by default the package's
    temperature, max_tokens   handed to the server where given
    timeout        seconds for one request
    retries        questions asked again after a wrong answer
    attempts       tries of one request while the server fails, `wait` seconds apart, doubling
    give_up        decisions in a row without any answer after which LanguageModelError is raised
    most_tokens    after so many tokens only fallback moves are played
    parallel       requests at once, where several games wait
    input_price, output_price   of a million tokens, for the cost in the report
    transcript     file to which every question and answer is appended, as lines of JSON
    key_variable   environment variable that holds the server's key; keys are read nowhere else

    Where no legal answer comes, a random legal action is played and counted (`usage`).
    """

    rebuilt = ("_server", "_lock")

    def __init__(
        self,
        game: Game,
        seed: int = 0,
        model: str = "",
        base_url: str | None = None,
        template: str | Path | None = None,
        temperature: float | None = None,
        max_tokens: int | None = None,
        timeout: float = 60.0,
        retries: int = 2,
        attempts: int = 3,
        wait: float = 1.0,
        give_up: int = 5,
        most_tokens: int | None = None,
        parallel: int = 4,
        input_price: float = 0.0,
        output_price: float = 0.0,
        transcript: str | Path | None = None,
        key_variable: str = "OPENAI_API_KEY",
    ):
        if not model or not isinstance(model, str):
            raise ValueError("llm: model=NAME is needed, the model's name on the server")
        if not 0 < timeout <= 3600 or not 1 <= parallel <= MAX_PARALLEL:
            raise ValueError(
                f"llm: timeout={timeout}, parallel={parallel}: allowed are seconds up to 3600 and "
                f"1 to {MAX_PARALLEL} requests"
            )
        self.limits = Limits(retries, attempts, wait, give_up, most_tokens)
        self.prompts = Prompts.load(template)
        self.settings = {
            name: value
            for name, value in (("temperature", temperature), ("max_tokens", max_tokens))
            if value is not None
        }
        self.parallel = parallel
        self.prices = (input_price, output_price)
        self.transcript = Transcript(transcript) if transcript else None
        self._place = (model, base_url, key_variable, timeout)
        self._counts: Counter[str] = Counter()
        self._unanswered = 0  # decisions in a row
        self._rebuild()
        super().__init__(game, seed)

    def reseed(self, seed: int) -> None:
        self.seed = check_seed(seed)

    def warm_up(self, states: np.ndarray, masks: np.ndarray) -> None:
        """Nothing: a question costs money."""

    def begin(self, seats: np.ndarray, options: dict[str, Any], clock: Clock | None) -> None:
        self._counts.clear()
        self._unanswered = 0

    def usage(self) -> dict[str, float]:
        with self._lock:
            counts: dict[str, float] = dict(sorted(self._counts.items()))
        cost = sum(
            counts.get(name, 0) * price / MILLION
            for name, price in zip(("input tokens", "output tokens"), self.prices, strict=True)
        )
        return {**counts, "cost": round(cost, 6)} if any(self.prices) else counts

    def act(self, states: np.ndarray, masks: np.ndarray) -> np.ndarray:
        return self.act_in(np.full(len(states), NONE), states, masks)

    def act_in(self, games: np.ndarray, states: np.ndarray, masks: np.ndarray) -> np.ndarray:
        rows = range(len(states))
        keys = position_keys(self.game, states, self.seed)

        def decide(row: int) -> int:
            return self._decide(int(games[row]), states[row], np.flatnonzero(masks[row]), keys[row])

        if len(states) == 1 or self.parallel == 1:
            return np.array([decide(row) for row in rows], np.int64)
        with ThreadPoolExecutor(min(self.parallel, len(states))) as threads:
            return np.array(list(threads.map(decide, rows)), np.int64)

    def close(self) -> None:
        self._server.close()

    def _rebuild(self) -> None:
        self._server = ChatServer(*self._place)
        self._lock = threading.Lock()

    def _count(self, **numbers: int) -> None:
        with self._lock:
            for name, number in numbers.items():
                self._counts[name.replace("_", " ")] += number

    def _decide(self, game: int, state: np.record, legal: np.ndarray, key: np.uint64) -> int:
        """A legal action: the model's, or a random one if it has none to offer."""
        self._count(decisions=1)
        question = self.prompts.question(self.game, state, legal)
        briefing = self.prompts.briefing(self.game, state)
        entry = {"game": game, "seat": self.game.seat(state), "ply": int(state["ply"])}
        messages = [
            {"role": "system", "content": briefing},
            {"role": "user", "content": question},
        ]
        reason = "budget"
        for _ in range(self.limits.retries + 1):
            if self._spent():
                break
            try:
                reply = self._ask(messages, entry)
            except ServerError as error:
                reason = error.reason
                break
            try:
                action = read_answer(reply.text, legal)
            except WrongAnswerError as wrong:
                reason = wrong.reason
                self._count(**{f"wrong_answers_({reason})": 1})
                self._keep(entry, messages, reply, outcome=reason)
                messages += [
                    {"role": "assistant", "content": reply.text},
                    {"role": "user", "content": self.prompts.complaint(wrong)},
                ]
            else:
                self._keep(entry, messages, reply, outcome="ok", action=action)
                return action
        action = int(legal[int(key) % len(legal)])
        self._count(fallback_moves=1, **{f"fallback_moves_({reason})": 1})
        self._keep(entry, messages, None, outcome=f"fallback ({reason})", action=action)
        return action

    def _spent(self) -> bool:
        used = self._counts["input tokens"] + self._counts["output tokens"]
        return self.limits.most_tokens is not None and used >= self.limits.most_tokens

    def _ask(self, messages: list[dict[str, str]], entry: dict[str, Any]) -> Reply:
        """One answer; ServerError after the last attempt."""
        wait = self.limits.wait
        for attempt in range(1, self.limits.attempts + 1):
            self._count(requests=1)
            try:
                reply = self._server.ask(messages, self.settings)
            except ServerError as error:
                self._count(**{f"failed_requests_({error.reason})": 1})
                self._keep(entry, messages, None, outcome=error.reason, detail=str(error))
                if attempt == self.limits.attempts or error.reason == "refused":
                    self._lose_heart(error)
                    raise
                time.sleep(wait if error.wait is None else error.wait)
                wait = min(2 * wait, MOST_WAIT)
            else:
                self._unanswered = 0
                self._count(input_tokens=reply.input_tokens, output_tokens=reply.output_tokens)
                return reply
        raise AssertionError("attempts are at least 1")

    def _lose_heart(self, error: ServerError) -> None:
        """A server that answers nothing any more must not make a match take days."""
        self._unanswered += 1
        if self._unanswered >= self.limits.give_up:
            raise LanguageModelError(
                f"llm {self._place[0]}: no answer to {self._unanswered} decisions in a row; the last "
                f"request failed by {error.reason}: {error}"
            )

    def _keep(
        self,
        entry: dict[str, Any],
        messages: list[dict[str, str]],
        reply: Reply | None,
        **facts: Any,
    ) -> None:
        if self.transcript is None:
            return
        told: dict[str, Any] = {"type": "exchange", "model": self._place[0], **entry}
        told["briefing"] = self.transcript.keep_briefing(messages[0]["content"])
        told["messages"] = messages[1:]
        if reply is not None:
            told |= {
                "reply": reply.text,
                "input_tokens": reply.input_tokens,
                "output_tokens": reply.output_tokens,
                "seconds": round(reply.seconds, 3),
            }
        self.transcript.keep({**told, **facts})
