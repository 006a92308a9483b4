"""A server that speaks OpenAI's chat API, through the official client: one request, failures named."""

from __future__ import annotations

import os
import threading
import time
from dataclasses import dataclass
from typing import Any

from exozoo.envs.core.extras import need

MOST_WAIT = 30.0  # seconds between two attempts, whatever a server asks for
HOPELESS = (401, 403, 404)  # the key, the rights or the model are wrong: nothing will be better


class ServerError(RuntimeError):
    """A request failed; `reason` is one word, to be counted."""

    def __init__(self, reason: str, detail: str, wait: float | None = None):
        super().__init__(" ".join(detail.split())[:300])
        self.reason = reason
        self.wait = wait  # seconds that the server asks for


class LanguageModelError(ConnectionError):
    """No request can succeed: wrong key or model, or a server that does not answer any more."""


@dataclass(frozen=True)
class Reply:
    """One answer and what it cost."""

    text: str
    input_tokens: int
    output_tokens: int
    seconds: float


class ChatServer:
    """One model on one server. The client's own retries are off: all are counted by the agent."""

    def __init__(self, model: str, base_url: str | None, key_variable: str, timeout: float):
        self.model, self.base_url, self.timeout = model, base_url, timeout
        self.key_variable = key_variable
        self._client: Any = None
        self._lock = threading.Lock()

    def _connect(self) -> Any:
        need("openai")
        with self._lock:
            if self._client is None:
                import openai

                key = os.environ.get(self.key_variable)
                if not key:
                    raise LanguageModelError(
                        f"llm: set {self.key_variable} to the server's key (any word if it has none)"
                    )
                self._client = openai.OpenAI(
                    api_key=key, base_url=self.base_url, timeout=self.timeout, max_retries=0
                )
            return self._client

    def ask(self, messages: list[dict[str, str]], settings: dict[str, Any]) -> Reply:
        """The model's answer; ServerError where another attempt may help."""
        client = self._connect()
        import openai

        began = time.monotonic()
        try:
            answer = client.chat.completions.create(model=self.model, messages=messages, **settings)
            text = answer.choices[0].message.content
            used = answer.usage
            given, made = (used.prompt_tokens, used.completion_tokens) if used else (0, 0)
        except openai.APITimeoutError as error:
            raise ServerError("timeout", str(error)) from None
        except openai.RateLimitError as error:
            raise ServerError("rate_limit", str(error), _asked_wait(error)) from None
        except openai.InternalServerError as error:
            raise ServerError("server", str(error)) from None
        except openai.APIStatusError as error:
            if error.status_code in HOPELESS:
                raise LanguageModelError(f"llm {self.model}: {error}"[:300]) from None
            raise ServerError("refused", str(error)) from None
        except openai.APIConnectionError as error:
            raise ServerError("connection", str(error)) from None
        except (openai.OpenAIError, ValueError, TypeError, AttributeError, IndexError) as error:
            raise ServerError("malformed", f"not an answer of the chat API: {error}") from None
        if not isinstance(text, str):
            raise ServerError("malformed", "the answer holds no text")
        return Reply(text, int(given or 0), int(made or 0), time.monotonic() - began)

    def close(self) -> None:
        with self._lock:
            if self._client is not None:
                self._client.close()
                self._client = None


def _asked_wait(error: Any) -> float | None:
    """The seconds of a Retry-After header, bounded; nothing if there is none that we understand."""
    try:
        return min(max(float(error.response.headers["retry-after"]), 0.0), MOST_WAIT)
    except (AttributeError, KeyError, TypeError, ValueError):
        return None
