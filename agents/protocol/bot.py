"""A program that speaks the protocol: started when needed, and anew after it misbehaved."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from exozoo.agents.protocol.fields import as_json, encode, read, read_line
from exozoo.agents.protocol.messages import PROTOCOL, Quit, Ready
from exozoo.agents.protocol.positions import hello
from exozoo.agents.protocol.process import BotProcess, Misbehaviour
from exozoo.envs.core.game import Game

Answer = TypeVar("Answer")


class Bot:
    """At most one process at a time. `briefing` lists what a new one is told after the handshake."""

    def __init__(
        self,
        game: Game,
        words: Sequence[str],
        start_seconds: float,
        briefing: Callable[[], Sequence[Any]],
    ):
        self.game = game
        self.words = tuple(words)
        self.start_seconds = start_seconds
        self.name = words[0]
        self._last_stderr = ""  # of the process before this one
        self._briefing = briefing
        self._process: BotProcess | None = None
        self._ready: Ready | None = None

    @property
    def stderr(self) -> str:
        """The tail of what the program wrote there, also after its end."""
        return self._process.stderr if self._process is not None else self._last_stderr

    def prepare(self) -> Ready:
        """What the program wants, after a handshake if there has not been one."""
        if self._ready is None:
            self._ready = self._start()
            self.name = self._ready.name
            for message in self._briefing():
                self.tell(message)
        return self._ready

    def tell(self, message: Any) -> None:
        """Send a message that has no answer, if the program runs."""
        if self._process is not None:
            try:
                self._process.tell(encode(as_json(message)))
            except Misbehaviour:
                return  # it no longer listens: the next question will find out

    def ask(self, question: bytes, kind: type[Answer], seconds: float) -> Answer:
        """The answer to a question, of the right kind and in time; else Misbehaviour."""
        assert self._process is not None
        line = self._process.ask(question, seconds)
        try:
            return read(kind, read_line(line))
        except ValueError as error:
            raise Misbehaviour("rubbish", f"{error}") from None

    def end(self, politely: bool = False) -> None:
        """End the process, if there is one. A polite end gives it time to go by itself."""
        process, self._process, self._ready = self._process, None, None
        if process is not None:
            process.end(encode(as_json(Quit(type="quit"))) if politely else b"")
            self._last_stderr = process.stderr

    def _start(self) -> Ready:
        self._last_stderr = ""
        try:
            self._process = BotProcess(self.words)
            ready = self.ask(encode(as_json(hello(self.game))), Ready, self.start_seconds)
        except Misbehaviour as wrong:
            detail = wrong.detail if wrong.reason == "start" else str(wrong)
            raise Misbehaviour("start", detail) from None
        if ready.protocol != PROTOCOL:
            raise Misbehaviour("start", f"speaks protocol {ready.protocol}, not {PROTOCOL}")
        return ready
