"""What the extras of the package bring, and a clear word if one is missing."""

from __future__ import annotations

from importlib.util import find_spec

# extra -> the modules that code asks for, not all that comes with them
MODULES = {
    "train": (
        "matplotlib",
        "openskill",
        "pydantic",
        "safetensors",
        "sb3_contrib",
        "stable_baselines3",
        "tensorboard",
        "torch",
    ),
    "tune": ("cma",),
    "data": ("matplotlib", "PIL", "pyarrow"),
    "llm": ("mcp", "openai"),
    "web": ("starlette", "uvicorn"),
    "scale": ("ray",),
    "rllib": ("ray",),
    "bench": ("catanatron", "pgx", "pyspiel"),
}


class MissingExtraError(ImportError):
    """A module is missing that comes with an extra."""


def need(*modules: str) -> None:
    """MissingExtraError, with the command that installs them, unless all modules are there."""
    missing = [module for module in modules if find_spec(module) is None]
    if missing:
        raise MissingExtraError(_advice(missing), name=missing[0])


def need_extra(extra: str) -> None:
    """All that an extra brings."""
    need(*MODULES[extra])


def say_missing(error: ImportError) -> str | None:
    """What to say of a failed import: which extra would mend it; None if none would."""
    if isinstance(error, MissingExtraError):
        return str(error)
    module = (error.name or "").partition(".")[0]
    known = any(module in modules for modules in MODULES.values())
    return _advice([module]) if isinstance(error, ModuleNotFoundError) and known else None


def _advice(missing: list[str]) -> str:
    extra = next(name for name, modules in MODULES.items() if missing[0] in modules)
    return f"{', '.join(missing)} is not installed: pip install 'exozoo[{extra}]'"
