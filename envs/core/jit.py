"""The project's one compile decorator, and `bind` for shared loops.

What is compiled is stored under a digest of all code and tables that go into it: stale machine code
cannot run. See `exozoo.envs.core.compile`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from types import FunctionType
from typing import Any

import numba
import numpy as np
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import CPUDispatcher

from exozoo.envs.core.compile.library import PartCompiler, WholeCompiler
from exozoo.envs.core.compile.pieces import Walk, identity
from exozoo.envs.core.compile.store import KernelStore
from exozoo.envs.core.compile.work import working

FLAGS: Any = numba.config  # numba fills this module in as it runs, unseen by type checkers
# nobody calls kernels through C pointers: leaving those wrappers out saves compile time
COMPILE: dict[str, Any] = {
    "nopython": True,
    "nogil": True,
    "error_model": "numpy",
    "no_cfunc_wrapper": True,
}

if FLAGS.DISABLE_JIT:
    # the generator's arithmetic wraps on purpose; plain numpy scalars would warn each time
    np.seterr(over="ignore")


class _Stored(CPUDispatcher):
    """A compiled function that is kept in the user's cache folder."""

    compiler: Any

    def __init__(self, function: Callable):
        options = {**COMPILE, "no_cpython_wrapper": self.compiler is PartCompiler}
        super().__init__(function, targetoptions=options, pipeline_class=self.compiler)
        self._cache = KernelStore(self)

    def compile(self, sig: Any) -> Any:
        with working():
            return super().compile(sig)


class Kernel(_Stored):
    """A kernel for Python: all that it calls is optimised into it.

    Other kernels that call it do not use that code, but a part made of the same function.
    """

    compiler = WholeCompiler
    _part: Any = None

    @property
    def part(self) -> Any:
        if self._part is None:
            self._part = Inner(self.py_func)
        return self._part

    def get_call_template(self, args: Any, kws: Any) -> Any:
        return self.part.get_call_template(args, kws)

    def get_overload(self, sig: Any) -> Any:
        return self.part.get_overload(sig)


class Inner(_Stored):
    """A kernel for other kernels: not optimised before it is a part of one that Python calls.

    Called from Python after all, it goes through an entry that is compiled at the first such call.
    """

    compiler = PartCompiler
    _entry: Any = None

    @property
    def entry(self) -> Any:
        with global_compiler_lock:  # two threads must not make two
            if self._entry is None:
                self._entry = bind(_enter, kernel=self)
        return self._entry

    def __call__(self, *arguments: Any) -> Any:
        return (self._entry or self.entry)(*arguments)


def kernel(*arguments): ...


def _enter(*arguments):
    return kernel(*arguments)


def jit(function: Callable) -> Any:
    """Compile a kernel: cached on disk, without the GIL, with numpy's division rules."""
    return _compile(function, Inner)


def bind(template: Any, **names: Any) -> Any:
    """A copy of a shared loop whose globals `names` are replaced, compiled and cached for it.

    A loop that takes functions as arguments is compiled again in every process; one whose globals
    are rebound is cached. The bound names enter the qualified name, else two bindings over one
    record type would share machine code.
    """
    template = getattr(template, "py_func", template)
    bound = FunctionType(template.__code__, {**template.__globals__, **names}, template.__name__)
    bound.__module__ = template.__module__
    bound.__doc__ = template.__doc__
    digest = hashlib.sha256(",".join(map(identity, names.values())).encode()).hexdigest()
    bound.__qualname__ = f"{template.__qualname__}[{Walk().owner(bound)}-{digest[:10]}]"
    return _compile(bound, Kernel)


def direct(kernel: Any, *examples: Any) -> Any:
    """The kernel for arguments of just these types, for which the caller vouches.

    numba looks at every argument of each call, and at one of records for longest: half the time of a
    call about a single game. What is given here is compiled, not called.
    """
    return kernel if FLAGS.DISABLE_JIT else kernel.compile(tuple(map(numba.typeof, examples)))


def _compile(function: Callable, kind: type[_Stored]) -> Any:
    if FLAGS.DISABLE_JIT:
        return function
    with global_compiler_lock:
        return kind(function)
