"""How the commands of this folder take what is wrong: one line on stderr and status 2, as `exozoo` does."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from functools import wraps
from pathlib import Path
from typing import NoReturn

from exozoo.cli.errors import tell


class Parser(argparse.ArgumentParser):
    """Says what is wrong without the usage before it."""

    def error(self, message: str) -> NoReturn:
        raise ValueError(f"{message}; --help says what is allowed")


Main = Callable[[Sequence[str] | None], None]


def in_a_line(main: Main) -> Callable[..., None]:
    """`main`, ending with a line and a status where it fails."""

    @wraps(main)
    def told(words: Sequence[str] | None = None) -> None:
        try:
            main(words)
        except Exception as error:
            sys.exit(tell(error))

    return told


def data_of(page: Path) -> Path:
    """The JSON beside a page; ValueError if there can be no such page."""
    if not page.name or page.is_dir() or not page.suffix:
        raise ValueError(f"{page}: allowed are names of files, like docs/page.md")
    return page.with_suffix(".json")
