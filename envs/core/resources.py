"""Files that come with a package, named as "package:file"."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path


def resource(name: str) -> Path:
    """The path of such a file; ValueError if it is not there. Packages are installed as folders."""
    package, _, inside = name.partition(":")
    try:
        path = Path(str(files(package).joinpath(inside)))
    except ModuleNotFoundError as error:
        raise ValueError(f"{name}: {error}") from None
    if not inside or not path.is_file():
        raise ValueError(f"there is no file {inside!r} in the package {package}")
    return path
