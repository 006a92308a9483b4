"""What a kernel is made of: a digest of all code and all values that are frozen into it.

numba does not notice that a function in another file, or a table it froze, has changed. So a kernel's
machine code is kept under a digest of its own bytecode, of that of every kernel it can reach, and of
the values of all globals these read. An edit thus recompiles exactly what depends on it, and where
the sources lie does not matter: two installations of the same code share what is compiled.
"""

from __future__ import annotations

import enum
import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np
from numba.core.extending import _Intrinsic
from numba.core.types import Type

# Modules below these are games, or heuristics called like their game, except for what all share.
HOLDERS = ("exozoo.envs.", "exozoo.agents.heuristics.")
CORE = "core"
SHARED = "shared"  # what belongs to no game
PLAIN = (bool, int, float, complex, str, bytes, type(None), type(...), range, slice)


@dataclass(frozen=True)
class Piece:
    """One function of a kernel."""

    stamp: bytes
    owner: str | None  # the game it belongs to
    calls: tuple[Any, ...]  # kernels and functions it refers to


class Walk:
    """Reads the pieces of kernels, each once: use one walk while no global changes."""

    def __init__(self) -> None:
        self._pieces: dict[int, tuple[Any, Piece]] = {}  # the function is held: its id stays taken

    def digest(self, kernel: Any) -> bytes:
        """Equal for kernels that compile to the same code, in any process and place."""
        first, *others = [piece.stamp for piece in self.reach(kernel)]
        return hashlib.sha256(first + b"".join(sorted(others))).digest()

    def owner(self, kernel: Any) -> str:
        """The game whose folder the kernel is kept in: its own, or that of what it was bound to."""
        return next((piece.owner for piece in self.reach(kernel) if piece.owner), SHARED)

    def reach(self, kernel: Any) -> Iterator[Piece]:
        """The kernel's piece, then those of all it can call, depth first in order of mention."""
        seen: set[int] = set()
        left = [kernel]
        while left:
            function = left.pop()
            if id(function) not in seen:
                seen.add(id(function))
                piece = self._piece(function)
                yield piece
                left.extend(reversed(piece.calls))

    def _piece(self, function: Any) -> Piece:
        known = self._pieces.get(id(function))
        if known is None:
            known = function, _read(function)
            self._pieces[id(function)] = known
        return known[1]


def identity(value: Any) -> str:
    """A bound value by name if it is a function, else by what it is."""
    function = getattr(value, "py_func", value)
    if isinstance(function, FunctionType):
        return f"{function.__module__}.{function.__qualname__}"
    return _Reader(()).text(value)


def _read(function: Any) -> Piece:
    plain = getattr(function, "py_func", function)
    code = plain.__code__
    names = sorted(set(_names(code)))
    reader = _Reader(names)
    scope = plain.__globals__
    cells = [cell.cell_contents for cell in plain.__closure__ or ()]
    parts = [
        identity(function),
        reader.code(code, plain.__doc__),
        reader.text(tuple(cells)),
        reader.text(plain.__defaults__),
        repr(sorted(getattr(function, "targetoptions", {}).items())),
        *(f"{name}={reader.text(scope[name])}" for name in names if name in scope),
    ]
    stamp = hashlib.sha256("\n".join(parts).encode()).digest()
    return Piece(stamp, _owner(plain.__module__), tuple(reader.calls))


def _owner(module: str) -> str | None:
    for holder in HOLDERS:
        if module.startswith(holder):
            name = module.removeprefix(holder).partition(".")[0]
            return None if name == CORE else name
    top = module.partition(".")[0]
    return None if top == "exozoo" else top


def _names(code: CodeType) -> Iterator[str]:
    """Globals and attributes that the code mentions, also in its comprehensions."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)


class _Reader:
    """Values as text that is equal in every process, collecting the functions met on the way."""

    def __init__(self, names: Iterable[str]):
        self.names = names  # that the code mentions: of a module, only these are looked at
        self.calls: list[Any] = []
        self._modules: set[str] = set()

    def text(self, value: Any) -> str:
        if isinstance(value, PLAIN):
            return f"{type(value).__name__} {value!r}"
        if isinstance(getattr(value, "py_func", value), FunctionType):
            self.calls.append(value)
            return f"function {identity(value)}"
        if isinstance(value, np.ndarray):
            return _array_text(value)
        if isinstance(value, np.generic):
            return f"{value.dtype.str} {value.tobytes().hex()}"
        if isinstance(value, np.dtype):
            return _dtype_text(value)
        if isinstance(value, (tuple, list)):
            return f"{type(value).__qualname__}({', '.join(map(self.text, value))})"
        if isinstance(value, (set, frozenset)):
            return f"set({', '.join(sorted(map(self.text, value)))})"
        if isinstance(value, CodeType):
            return self.code(value, None)
        if isinstance(value, ModuleType):
            return self._module(value)
        if isinstance(value, type) and issubclass(value, enum.Enum):
            return f"{value.__qualname__}({', '.join(f'{m.name}={m.value!r}' for m in value)})"
        if isinstance(value, enum.Enum):
            return f"{self.text(type(value))}.{value.name}"
        if isinstance(value, Type):
            return f"numba {value}"
        if isinstance(value, _Intrinsic):
            return self._intrinsic(value)
        named = value if hasattr(value, "__qualname__") else type(value)
        return f"{getattr(named, '__module__', '')}.{named.__qualname__}"

    def code(self, code: CodeType, doc: str | None) -> str:
        """Without what only people read: docstring, file and line numbers."""
        constants = code.co_consts
        if doc is not None and constants and constants[0] == doc:
            constants = (None, *constants[1:])
        shape = (code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags)
        names = (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)
        raw = code.co_code + getattr(code, "co_exceptiontable", b"")
        return f"code {raw.hex()} {shape} {names} {self.text(constants)}"

    def _intrinsic(self, value: Any) -> str:
        """What writes a kernel's code itself, with all that it was made for."""
        defined = value._defn
        cells = [cell.cell_contents for cell in defined.__closure__ or ()]
        return f"intrinsic {self.code(defined.__code__, defined.__doc__)} {self.text(cells)}"

    def _module(self, module: ModuleType) -> str:
        if module.__name__ in self._modules:
            return module.__name__
        self._modules.add(module.__name__)
        held = vars(module)
        parts = [f"{name}={self.text(held[name])}" for name in self.names if name in held]
        return f"{module.__name__}({', '.join(parts)})"


_tables: dict[int, tuple[np.ndarray, str]] = {}  # read-only arrays, and their texts


def _array_text(array: np.ndarray) -> str:
    known = _tables.get(id(array))
    if known is not None and known[0] is array:
        return known[1]
    flags = array.flags
    content = hashlib.sha256(np.ascontiguousarray(array).tobytes()).hexdigest()
    kind = f"{array.shape} {flags.c_contiguous} {flags.f_contiguous} {flags.writeable}"
    text = f"array {_dtype_text(array.dtype)} {kind} {content}"
    if not flags.writeable:
        _tables[id(array)] = array, text
    return text


def _dtype_text(dtype: np.dtype) -> str:
    return f"dtype {dtype.type.__name__} {dtype!r} {dtype.itemsize} {dtype.isalignedstruct}"
