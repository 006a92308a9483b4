"""What a command of the benchmarks says of wrong input."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest


def complaint(main: Callable[..., None], words: Sequence[str], capsys) -> str:
    """The one line on stderr with which it ends."""
    with pytest.raises(SystemExit) as stop:
        main(words)
    assert stop.value.code == 2
    said = capsys.readouterr().err
    assert said.startswith("error: ")
    assert said.count("\n") == 1
    return said
