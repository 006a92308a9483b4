"""The command that lets people play in a browser."""

from __future__ import annotations

import socket
from pathlib import Path
from typing import Annotated

import typer

from exozoo.cli.app import app
from exozoo.cli.errors import warn
from exozoo.cli.shared import console

MOST_PORT = 65535


@app.command()
def serve(
    port: Annotated[int, typer.Option(min=0, max=MOST_PORT, help="0: any free one.")] = 8765,
    host: Annotated[
        str, typer.Option(help="Address to listen on; other machines can connect unless loopback.")
    ] = "127.0.0.1",
    dataset: Annotated[
        list[Path] | None,
        typer.Option(help="A dataset whose games can be looked at; may be repeated."),
    ] = None,
    allow_exec: Annotated[
        bool, typer.Option("--allow-exec", help="Let the page seat programs and modules as agents.")
    ] = False,
    browser: Annotated[bool, typer.Option(help="Open the page in a browser.")] = False,
) -> None:
    """Play, watch and study games in a browser."""
    from exozoo.envs.core.extras import need

    need("starlette", "uvicorn")
    import uvicorn

    from exozoo.web.app import Settings, make_app
    from exozoo.web.guard import LOOPBACK

    settings = Settings(host=host, datasets=tuple(dataset or ()), allow_exec=allow_exec)
    with _listen(host, port) as listening:
        address = f"http://{_shown(host)}:{listening.getsockname()[1]}/"
        if host not in LOOPBACK:
            warn(f"whoever reaches {host} can play here: there are no passwords")
        web = make_app(settings)
        console.print(f"exozoo is at {address}  (Ctrl-C ends it and all games)", soft_wrap=True)
        if browser:
            typer.launch(address)
        config = uvicorn.Config(web, log_level="warning", server_header=False)
        try:
            uvicorn.Server(config).run(sockets=[listening])
        finally:  # Ctrl-C among it
            web.state.server.end()


def _listen(host: str, port: int) -> socket.socket:
    """A listening socket; OSError says which address is taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen()  # whoever comes before the server is ready waits for it
    except OSError as error:
        listening.close()
        raise OSError(error.errno, error.strerror, f"{host}:{port}") from None
    return listening


def _shown(host: str) -> str:
    return {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
