"""The command for the folder of compiled kernels."""

from __future__ import annotations

from typing import Annotated

import typer

from exozoo.cli.app import app
from exozoo.cli.shared import console


@app.command()
def cache(
    clear: Annotated[bool, typer.Option("--clear", help="Delete all compiled kernels.")] = False,
) -> None:
    """Show where compiled kernels are kept, how much room they take and of which games."""
    from rich.filesize import decimal
    from rich.table import Table

    from exozoo.envs.core.compile import folder

    root = folder.cache_root()
    if root is None:
        raise typer.Exit(1)  # what is wrong has been said
    if clear:
        freed = folder.clear(root)
        console.print(f"{root}: {decimal(freed)} freed", soft_wrap=True)
        return
    held = folder.holdings(root)
    console.print(f"{root}: {decimal(sum(item.size for item in held))}", soft_wrap=True)
    table = Table("game", "kernels", "size")
    for item in held:
        table.add_row(item.name, str(item.kernels), decimal(item.size))
    console.print(table)
