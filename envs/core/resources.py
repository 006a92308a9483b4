"""Files and objects of packages, named as "package:file" and "module:attribute"."""

from __future__ import annotations

from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import Any

from exozoo.envs.core.words import shown, told


def resource(name: str) -> Path:
    """The path of such a file; ValueError if it is not there. Packages are installed as folders."""
    package, _, inside = name.partition(":")
    try:
        path = Path(str(files(package).joinpath(inside)))
    except ModuleNotFoundError as error:
        raise ValueError(f"{shown(name)}: {told(error)}") from None
    if not inside or not path.is_file():
        raise ValueError(f"there is no file {shown(inside)} in the package {package}")
    return path


def named_object(place: str, what: str) -> Any:
    """What "module:attribute" names; ValueError, which says `what` was wanted, if it is not there.

    The module may be anybody's: whatever it raises is no fault of ours.
    """
    module, _, attribute = place.partition(":")
    if not all(word.isidentifier() for word in (*module.split("."), attribute)):
        raise ValueError(f"{what}: {shown(place)} is not of the form module:attribute")
    try:
        return getattr(import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise ValueError(f"{what} cannot be loaded: {told(error)}") from error
    except Exception as error:
        fault = f"{type(error).__name__}: {told(error)}"
        raise ValueError(f"{what} cannot be loaded: {module} raises {fault}") from error
