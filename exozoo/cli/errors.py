"""The one place that turns errors into words: a line on stderr and an exit status, no stack trace.

status 2    what the user gave is wrong: input, files, a missing extra
status 130  stopped by Ctrl-C
status 1    a bug: the stack trace, and where to report it
"""

from __future__ import annotations

import io
import multiprocessing
import os
import sys
import traceback
from collections.abc import Sequence
from typing import Any

from typer.core import TyperGroup

from exozoo.envs.core.extras import say_missing

WRONG, BUG, STOPPED = 2, 1, 130
TRACE = "EXOZOO_TRACE"  # environment variable: show stack traces after all


class StoppedError(Exception):
    """Ctrl-C, in a form that no library in between handles in its own way."""


class Commands(TyperGroup):
    """All commands of the app."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt as stop:
            raise StoppedError(str(stop) or "stopped") from None

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        if isinstance(sys.stdout, io.TextIOWrapper):  # a letter that it cannot show ends nothing
            sys.stdout.reconfigure(errors="replace")
        # module:Class in the current folder is found, but hides no installed module; the folder may
        # be gone, so it is not asked for here
        sys.path.append("")
        try:
            status = super().main(
                args, prog_name, complete_var, False, windows_expand_args, **extra
            )
        except Exception as error:
            status = tell(error)
        finally:
            sys.path.pop()
        if standalone_mode:
            sys.exit(status or 0)
        return status


def tell(error: Exception) -> int:
    """Say what went wrong; returns the exit status."""
    if os.environ.get(TRACE):
        traceback.print_exception(error)
    if isinstance(error, StoppedError):
        for child in multiprocessing.active_children():
            child.terminate()
        _line(str(error))
        return STOPPED
    if isinstance(error, BrokenPipeError):  # the reader of a pipe has seen enough
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115 - the interpreter flushes it as it ends
        return BUG
    words = _words(error)
    if words is None:
        traceback.print_exception(error)
        _line("this is a bug: please report it together with what `exozoo doctor` prints")
        return BUG
    _line(f"error: {words}")
    return WRONG


def warn(words: str) -> None:
    """A line for people, beside the results."""
    _line(f"note: {words}")


def _words(error: Exception) -> str | None:
    """What to say of an error that the user can mend; None of any other."""
    if hasattr(error, "format_message"):  # how the parser of the command line says it
        return str(error.format_message())
    if isinstance(error, ImportError):
        return say_missing(error)
    if isinstance(error, OSError):
        named = f"{error.filename}: " if error.filename else ""
        return f"{named}{error.strerror or error}"
    if isinstance(error, ValueError):
        return str(error)
    return None


def _line(words: str) -> None:
    print(" ".join(words.split()), file=sys.stderr)
