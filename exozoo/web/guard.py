"""Who may talk to the server: pages that it served itself, under a name that is its own.

Another web site can make a browser send requests here. They carry that site's Origin, or, where the site
has its own name resolve to this machine, a foreign Host; both are refused before anything is read.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Awaitable, Callable, Iterable
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse

LOOPBACK = ("127.0.0.1", "localhost", "::1")
SAFE_METHODS = ("GET", "HEAD")
HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}

Send = Callable[[Any], Awaitable[None]]


class Guard:
    """ASGI middleware around the whole app. `any_address`: the server listens on all addresses."""

    def __init__(self, app: Any, hosts: Iterable[str], any_address: bool = False):
        self._app = app
        self._hosts = frozenset(hosts)
        self._any_address = any_address

    async def __call__(self, scope: Any, receive: Any, send: Send) -> None:
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            return

        async def send_guarded(message: Any) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        fault = self._fault(scope["method"], Headers(scope=scope))
        if fault:
            refusal = JSONResponse({"error": fault}, 403)
            await refusal(scope, receive, send_guarded)
        else:
            await self._app(scope, receive, send_guarded)

    def _fault(self, method: str, headers: Headers) -> str | None:
        host = headers.get("host", "")
        if not self._is_own(_name(host)):
            return "this server does not go by that name"
        origin = headers.get("origin")
        if origin is not None and origin != f"http://{host}":
            return "requests of other web sites are refused"
        foreign = headers.get("sec-fetch-site", "none") not in ("same-origin", "none")
        if foreign and (origin is not None or method not in SAFE_METHODS):
            return "requests of other web sites are refused"
        return None

    def _is_own(self, name: str) -> bool:
        """A name of ours; on all addresses also any number, which no web site can point here."""
        if name in self._hosts:
            return True
        return self._any_address and _is_address(name)


def _name(host: str) -> str:
    """The host without its port: `[::1]:80` is ::1."""
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0].lower()


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
