"""A program that answers lines with lines: asked under a time limit, ended with all it started.

One thread, no blocking: while an answer is awaited, the question is written, the answer read and
stderr emptied in turn, so that neither side can hold up the other. What is kept of its output is
bounded, whatever it prints.
"""

from __future__ import annotations

import contextlib
import os
import select
import shlex
import shutil
import signal
import subprocess
import time
import uuid
import weakref
from collections.abc import Sequence
from pathlib import Path

from exozoo.agents.protocol.messages import MAX_LINE

PROC = Path("/proc")
MARK = "EXOZOO_BOT"  # environment variable by which everything that a program started is known
CHUNK = 1 << 16
STDERR_KEPT = 4096  # bytes of the tail
STDERR_READ = 1 << 22  # bytes emptied while one answer is awaited; more is a flood
QUIT_SECONDS = 1.0  # between "quit" and the end of a program that does not go
KILL_SECONDS = 5.0


class Misbehaviour(Exception):  # noqa: N818 - it is the program that erred
    """What a program did wrong: a word to be counted, and one line."""

    def __init__(self, reason: str, detail: str):
        super().__init__(reason, detail)
        self.reason = reason
        self.detail = detail

    def __str__(self) -> str:
        return f"{self.reason}: {self.detail}"


def split_command(command: str) -> list[str]:
    """A command line as words, the program found; ValueError if there is none."""
    if os.name != "posix":
        raise ValueError("exec: programs as agents need Linux or macOS")
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise ValueError(f"exec:{command}: {error}") from None
    if not words:
        raise ValueError("exec: names no program; allowed is exec:PROGRAM ARGUMENTS")
    if shutil.which(words[0]) is None:
        raise ValueError(f"exec:{command}: there is no program {words[0]!r} that can be run")
    return words


class BotProcess:
    """One running program. After a `Misbehaviour` it is of no more use: `end` it."""

    def __init__(self, words: Sequence[str]):
        mark = f"{os.getpid()}-{uuid.uuid4().hex}"
        try:
            self._process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,  # a group of its own, to be ended as one
                env={**os.environ, MARK: mark},
            )
        except OSError as error:
            raise Misbehaviour("start", f"cannot be run: {error.strerror}") from None
        pipes = (self._process.stdin, self._process.stdout, self._process.stderr)
        self._stdin, self._stdout, self._stderr = (pipe.fileno() for pipe in pipes if pipe)
        for number in (self._stdin, self._stdout, self._stderr):
            os.set_blocking(number, False)
        self._unsent = bytearray()
        self._read = bytearray()
        self._tail = bytearray()
        self._open = {self._stdout, self._stderr}
        self._finalizer = weakref.finalize(self, _end, self._process, mark)

    @property
    def stderr(self) -> str:
        """The last that the program wrote there."""
        self._receive_stderr()
        return self._tail.decode("utf-8", "replace")

    def tell(self, line: bytes) -> None:
        """Send what needs no answer. What the program does not read now goes with the next."""
        self._unsent += line
        self._write()

    def ask(self, line: bytes, seconds: float) -> bytes:
        """The one line that answers; Misbehaviour if it is late, too long, or not the only one."""
        deadline = time.monotonic() + seconds
        self._receive()
        if self._read:
            raise Misbehaviour("flood", f"spoke unasked: {self._glimpse()}")
        self.tell(line)
        emptied = 0
        while (end := self._read.find(b"\n")) < 0:
            left = deadline - time.monotonic()
            if left <= 0:
                raise Misbehaviour("late", f"no answer within {seconds:.3g} s{self._status()}")
            emptied += self._wait(left)
            if emptied > STDERR_READ:
                raise Misbehaviour("flood", f"over {STDERR_READ} bytes on stderr for one answer")
        answer = bytes(self._read[:end])
        del self._read[: end + 1]
        if self._read:
            raise Misbehaviour("flood", f"more than one line in answer: {self._glimpse()}")
        return answer

    def end(self, farewell: bytes = b"") -> None:
        """Say `farewell`, wait a moment if anything was said, then end it and all it started."""
        if farewell and self._process.poll() is None:
            with contextlib.suppress(Misbehaviour):
                self.tell(farewell)
                self._linger()
        self._receive_stderr()
        self._open.clear()
        self._finalizer()

    def _linger(self) -> None:
        """Give it time to go by itself; what it prints meanwhile is not kept."""
        deadline = time.monotonic() + QUIT_SECONDS
        while self._process.poll() is None and time.monotonic() < deadline:
            self._write()
            self._receive()
            self._read.clear()
            self._receive_stderr()
            time.sleep(0.002)

    def _wait(self, seconds: float) -> int:
        """Wait until something can be read or written, and do it; the bytes read of stderr."""
        poller = select.poll()
        for pipe in self._open:
            poller.register(pipe, select.POLLIN)
        if self._unsent:
            poller.register(self._stdin, select.POLLOUT)
        events = dict(poller.poll(max(1, int(seconds * 1000))))
        if self._stdin in events:
            self._write()
        if self._stdout in events:
            self._receive()
            if self._read.find(b"\n", 0, MAX_LINE) < 0:
                if len(self._read) >= MAX_LINE:
                    raise Misbehaviour("flood", f"a line of more than {MAX_LINE} bytes")
                if self._stdout not in self._open:
                    raise self._gone("output")
        return self._receive_stderr() if self._stderr in events else 0

    def _write(self) -> None:
        try:
            while self._unsent:
                sent = os.write(self._stdin, self._unsent[:CHUNK])
                del self._unsent[:sent]
        except BlockingIOError:
            return
        except OSError:
            raise self._gone("input") from None

    def _receive(self) -> None:
        """What stands ready on stdout, one chunk more than a line may have at most."""
        while self._stdout in self._open and len(self._read) < MAX_LINE:
            chunk = self._chunk(self._stdout)
            if chunk is None:
                return
            self._read += chunk

    def _receive_stderr(self) -> int:
        total = 0
        while self._stderr in self._open and total < CHUNK:
            chunk = self._chunk(self._stderr)
            if chunk is None:
                break
            self._tail += chunk
            del self._tail[:-STDERR_KEPT]
            total += len(chunk)
        return total

    def _chunk(self, pipe: int) -> bytes | None:
        """The next bytes of a pipe; None if there are none now, or never more."""
        try:
            chunk = os.read(pipe, CHUNK)
        except BlockingIOError:
            return None
        except OSError:
            chunk = b""
        if not chunk:
            self._open.discard(pipe)
            return None
        return chunk

    def _gone(self, what: str) -> Misbehaviour:
        """A pipe is closed: did the program end, or does it only no longer listen or speak?"""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(0.2)
        status = self._status()
        return Misbehaviour("crashed" if status else "closed", f"closed its {what}{status}")

    def _status(self) -> str:
        """How its process ended, if it did, for the end of a sentence."""
        code = self._process.poll()
        self._receive_stderr()
        if code is None:
            return ""
        if code < 0:
            with contextlib.suppress(ValueError):
                return f"; its process was ended by {signal.Signals(-code).name}"
        return f"; its process ended with status {code}"

    def _glimpse(self) -> str:
        return repr(bytes(self._read[:40]).decode("utf-8", "replace"))


def _end(process: subprocess.Popen[bytes], mark: str) -> None:
    """End the group, then whatever left the group, and leave no zombie behind."""
    if process.returncode is None or not PROC.exists():
        # once its end was noted the number may be another's; marks then find what is left
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    for pid in _marked(mark):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(pid, signal.SIGKILL)
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(KILL_SECONDS)
    for pipe in (process.stdin, process.stdout, process.stderr):
        if pipe:
            with contextlib.suppress(OSError):
                pipe.close()


def _marked(mark: str) -> list[int]:
    """Processes that inherited the mark, where the system shows that (Linux)."""
    sought = f"{MARK}={mark}".encode()
    found = []
    for place in PROC.glob("[0-9]*/environ"):
        with contextlib.suppress(OSError):
            if sought in place.read_bytes().split(b"\0"):
                found.append(int(place.parent.name))
    return found
