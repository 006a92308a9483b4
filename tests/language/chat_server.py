"""A real HTTP server on loopback that speaks OpenAI's chat API and answers by a script."""

from __future__ import annotations

import json
import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

LEGAL = re.compile(r"^(\d+): ", re.MULTILINE)
TOKENS = {"prompt_tokens": 100, "completion_tokens": 7, "total_tokens": 107}


@dataclass(frozen=True)
class Failure:
    """An answer that is no answer."""

    status: int = 200
    body: bytes | None = None  # None: as an error of the API
    headers: dict[str, str] = field(default_factory=dict)
    seconds: float = 0.0  # of silence before it


Script = Callable[[int, list[dict[str, str]]], str | Failure]  # request number from 0, messages


def legal_ids(messages: list[dict[str, str]]) -> list[int]:
    """The actions that the question lists."""
    question = next(m for m in messages if m["role"] == "user")["content"]
    return [int(n) for n in LEGAL.findall(question.rpartition("Legal actions:")[2])]


def any_legal(number: int, messages: list[dict[str, str]]) -> str:
    ids = legal_ids(messages)
    return f"I take one of {len(ids)}.\n\nACTION: {ids[number * 7919 % len(ids)]}"


class ChatServer(ThreadingHTTPServer):
    """Answers POST /v1/chat/completions; keeps what it was asked."""

    daemon_threads = True

    def __init__(self, script: Script):
        super().__init__(("127.0.0.1", 0), Handler)
        self.script = script
        self.requests: list[dict[str, Any]] = []
        self.keys: set[str] = set()
        self.lock = threading.Lock()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/v1"


class Handler(BaseHTTPRequestHandler):
    server: ChatServer
    protocol_version = "HTTP/1.1"
    wbufsize = -1  # head and body leave together; in two pieces each answer would wait 40 ms
    disable_nagle_algorithm = True

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        with self.server.lock:
            number = len(self.server.requests)
            self.server.requests.append(asked)
            self.server.keys.add(self.headers["Authorization"])
        if self.path != "/v1/chat/completions":
            return self._send(404, b'{"error": {"message": "no such path"}}')
        answer = self.server.script(number, asked["messages"])
        if isinstance(answer, Failure):
            time.sleep(answer.seconds)
            error = json.dumps({"error": {"message": f"status {answer.status}"}}).encode()
            body = error if answer.body is None else answer.body
            return self._send(answer.status, body, answer.headers)
        said = {"role": "assistant", "content": answer}
        head = {"id": f"chat-{number}", "created": 0, "model": asked["model"]}
        choice = {"index": 0, "finish_reason": "stop"}
        if asked.get("stream"):
            kind = "chat.completion.chunk"
            pieces = [
                {"choices": [{"index": 0, "delta": said, "finish_reason": None}]},
                {"choices": [{**choice, "delta": {}}]},
                {"choices": [], "usage": TOKENS},
            ]
            lines = [json.dumps({**head, "object": kind, **piece}) for piece in pieces]
            body = "".join(f"data: {line}\n\n" for line in (*lines, "[DONE]"))
            return self._send(200, body.encode(), {"Content-Type": "text/event-stream"})
        reply = {
            **head,
            "object": "chat.completion",
            "choices": [{**choice, "message": said}],
            "usage": TOKENS,
        }
        return self._send(200, json.dumps(reply).encode())

    def _send(self, status: int, body: bytes, headers: dict[str, str] | None = None) -> None:
        try:
            self.send_response(status)
            for name, value in {"Content-Type": "application/json", **(headers or {})}.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)
            self.wfile.flush()
        except OSError:  # the client had no patience left
            pass

    def log_message(self, format: str, *args: Any) -> None:
        pass


@contextmanager
def serving(script: Script = any_legal) -> Iterator[ChatServer]:
    server = ChatServer(script)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
