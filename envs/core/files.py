"""Files that are either wholly written or not there, and lines of JSON that are sound or refused."""

from __future__ import annotations

import contextlib
import json
import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any


def is_file(path: str | Path) -> bool:
    """Whether there is such a file; a Path's own question raises OSError if the name is too long."""
    return os.path.isfile(path)


def write_atomically(path: str | Path, content: bytes | str) -> Path:
    """Write beside the target, then rename: a reader never sees half a file."""
    path = Path(path)
    try:
        return _write(path, content)
    except OSError as error:  # a full disk names no file, a refused one the name of the new one
        raise OSError(error.errno, error.strerror, str(path)) from error


def _write(path: Path, content: bytes | str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    data = content.encode("utf-8") if isinstance(content, str) else content
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, 0o666 & ~_umask())
        os.replace(name, path)
    except BaseException:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(name)
        raise
    return path


def _umask() -> int:
    """The process's umask, which can only be read by setting it."""
    mask = os.umask(0)
    os.umask(mask)
    return mask


def parse_json(text: str | bytes) -> Any:
    """What a stranger's JSON holds; ValueError whatever is wrong with it, too deep a nest as well."""
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("JSON that is nested too deeply") from None


def read_json_lines(path: Path, is_sound: Callable[[dict[str, Any]], bool]) -> list[dict[str, Any]]:
    """One JSON object a line, each of which is sound; ValueError names the file and the line."""
    found = []
    for number, line in enumerate(path.read_bytes().splitlines(), 1):
        try:
            entry = parse_json(line)
        except ValueError:
            entry = None
        if not isinstance(entry, dict) or not is_sound(entry):
            raise ValueError(f"{path}: line {number} is damaged; mend or delete the file")
        found.append(entry)
    return found
