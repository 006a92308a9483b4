"""How numba's compiler is made to optimise a game's rules once, not once for every caller.

numba optimises every function it compiles, emits machine code for it, links the result into each
caller and optimises all of it there again. Here a kernel that other kernels call is a `Part`: typed
and lowered, but neither optimised nor emitted. Only what Python calls is a `Whole`: all the parts
that it can reach are linked into it, each once, and optimised together.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import llvmlite.binding as llvm
from numba.core import types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, compile_result
from numba.core.environment import lookup_environment
from numba.core.runtime import rtsys

from exozoo.envs.core.compile.work import current_work

KERNELS = "_ZN"  # what the names of compiled functions begin with
ENVIRONMENT = "_ZN08NumbaEnv"  # what the names of kernels' environments begin with
PART, WHOLE = "part", "whole"  # kinds of stored code
DIGITS = 16  # of the digest that the symbols of a part carry


@cache
def _record_symbol(record: types.Record) -> tuple[str, tuple[str]]:
    digest = hashlib.sha256(str(record).encode()).hexdigest()
    return type(record).__name__, (digest[:DIGITS],)


# In symbols numba calls a record by a number that it has in this process only. Parts travel between
# processes, and a caller must call what it calls alike in all of them.
types.Record.mangling_args = property(_record_symbol)  # type: ignore[assignment, method-assign]


class _Linked(JITCodeLibrary):
    """What parts and wholes share."""

    def parts(self) -> Iterator[Part]:
        """All parts that can be reached, each once."""
        seen: set[int] = {id(self)}
        left: list[Any] = [self]
        while left:
            for library in left.pop()._linking_libraries:
                if isinstance(library, Part) and id(library) not in seen:
                    seen.add(id(library))
                    left.append(library)
                    yield library

    def _link_helpers(self) -> None:
        """Link numba's own compiled helpers in; all but the runtime, which a whole has once."""
        own = {function.name for function in self._final_module.functions}
        for library in dict.fromkeys(self._linking_libraries):
            if not isinstance(library, Part) and library is not rtsys.library:
                self._reload_init.update(library._reload_init)
                self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        for function in self._final_module.functions:
            if function.name not in own and not function.is_declaration:
                # their names are numbered in each process anew: two that differ may be called alike
                function.linkage = llvm.Linkage.internal


class _NoEngine:
    """The code generator as numba's context sees it when a part is ready: there is no code yet."""

    def set_env(self, name: str, environment: Any) -> None:
        """A whole sets the environments of its parts."""


class Part(_Linked):
    """Code for other kernels, as it was lowered."""

    key: str | None = None  # what the store knows it by
    environments: tuple[Any, ...] = ()  # kept alive: a whole needs them
    _together: Any = None

    @property
    def codegen(self) -> Any:
        return _NoEngine()

    def finalize(self) -> None:
        self._raise_if_finalized()
        self._link_helpers()
        self._finalize_dynamic_globals()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        self._ensure_finalized()
        return 0

    def module(self) -> Any:
        """This part alone."""
        return super()._get_module_for_linking()

    def _get_module_for_linking(self) -> Any:
        """With all it needs, for compiled functions that are not ours."""
        if self._together is None:
            together = self.module().clone()
            for part in self.parts():
                together.link_in(part.module(), preserve=True)
            self._together = together
        return self._together

    def direct(self) -> list[Part]:
        """The parts that this one calls."""
        found = dict.fromkeys(self._linking_libraries)
        return [part for part in found if isinstance(part, Part) and part is not self]

    def pack(self) -> tuple[Any, ...]:
        self._ensure_finalized()
        return PART, self.name, self.module().as_bitcode(), tuple(p.key for p in self.direct())

    @classmethod
    def unpack(cls, codegen: Any, fetch: Callable[[str], Part], *packed: Any) -> Part:
        name, bitcode, keys = packed
        self = cls(codegen, name)
        self._final_module = self._shared_module = llvm.parse_bitcode(bitcode)
        self._linking_libraries = [fetch(key) for key in keys]
        self._finalized = True
        return self


class Whole(_Linked):
    """Code that Python calls, with everything that it needs."""

    def finalize(self) -> None:
        self._codegen._check_llvm_bugs()
        self._raise_if_finalized()
        self._link_helpers()
        entries = [f.name for f in self._final_module.functions if not f.is_declaration]
        for part in self.parts():
            self._reload_init.update(part._reload_init)
            self._final_module.link_in(part.module(), preserve=True)
        self._check_all_there()
        self._hide_parts(entries)
        # not hidden: the pass that removes needless counting knows the runtime's functions by name
        self._final_module.link_in(rtsys.library._get_module_for_linking(), preserve=True)
        current_work().optimise()
        self._optimize_final_module()
        self._final_module.verify()
        self._finalize_final_module()
        self._set_environments()

    def _hide_parts(self, entries: list[str]) -> None:
        """Nobody else calls the parts in here: so arguments that are always the same are known in them,
        unused ones go, and what is called from one place moves there.

        They then are called otherwise than parts of that name elsewhere, which the linker may mix up
        even with hidden ones: so each gets a name of its own.
        """
        owner = hashlib.sha256(" ".join(entries).encode()).hexdigest()[:DIGITS]
        for function in self._final_module.functions:
            if not function.is_declaration and function.name not in entries:
                function.linkage = llvm.Linkage.internal
                function.name = f"{function.name}.{owner}"

    def _check_all_there(self) -> None:
        """A part that calls what no part is called would run into nothing."""
        lacking = [
            function.name
            for function in self._final_module.functions
            if function.is_declaration and function.name.startswith(KERNELS)
        ]
        if lacking:
            raise RuntimeError(f"{self.name}: no part defines {', '.join(lacking)}")

    def _set_environments(self) -> None:
        codegen: Any = self._codegen
        for variable in self._final_module.global_variables:
            if variable.name.startswith(ENVIRONMENT):
                found = lookup_environment(variable.name)
                if found is not None:
                    codegen.set_env(variable.name, found)

    def pack(self) -> tuple[Any, ...]:
        self._ensure_finalized()
        module = self._final_module
        names = [f.name for f in module.functions if not f.is_declaration]
        names += [v.name for v in module.global_variables if not v.is_declaration]
        return WHOLE, self.name, self._get_compiled_object(), tuple(names)

    @classmethod
    def unpack(cls, codegen: Any, fetch: Callable[[str], Part], *packed: Any) -> Whole:
        name, machine_code, names = packed
        self = cls(codegen, name)
        self.enable_object_caching()
        self._set_compiled_object(machine_code)
        self._finalize_final_module()
        codegen._engine._defined_symbols.update(names)
        return self


KINDS: dict[str, Any] = {PART: Part, WHOLE: Whole}


def pack(result: Any) -> tuple[Any, ...]:
    """A compiled kernel as what can be pickled."""
    described = result.fndesc
    described.typemap = described.calltypes = None  # large, and may fail
    environments = tuple(result._find_referenced_environments())
    if isinstance(result.library, Part):
        result.library.environments = environments
    return (
        result.library.pack(),
        described,
        result.environment,
        result.signature,
        result.reload_init,
        environments,
    )


def unpack(context: Any, fetch: Callable[[str], Part], packed: tuple[Any, ...]) -> Any:
    """The compiled kernel again; `fetch` finds other parts by their keys."""
    (kind, *code), described, environment, signature, reload_init, environments = packed
    for reload in reload_init or ():
        reload()
    library: Any = KINDS[kind].unpack(context.codegen(), fetch, *code)
    if isinstance(library, Part):
        library.environments = (environment, *environments)
    callable_ = context.get_executable(library, described, environment)
    for found in environments:
        library.codegen.set_env(found.env_name, found)
    return compile_result(
        target_context=context,
        typing_context=context.typing_context,
        library=library,
        environment=environment,
        entry_point=callable_,
        fndesc=described,
        type_annotation="",
        signature=signature,
        objectmode=False,
        lifted=(),
        reload_init=reload_init,
        referenced_envs=environments,
    )


class _Compiler(Compiler):
    """numba's compiler, with a library of ours."""

    library: type[_Linked]

    def compile_extra(self, func: Any) -> Any:
        library = self.library(self.state.targetctx.codegen(), func.__qualname__)
        library.enable_object_caching()
        self.state.library = library
        return super().compile_extra(func)


class WholeCompiler(_Compiler):
    library = Whole


class PartCompiler(_Compiler):
    library = Part

    def _compile_bytecode(self) -> Any:
        """Symbols are called by what they are made of: processes that compile side by side then
        call a part alike, whoever's file is kept."""
        identity: Any = self.state.func_id
        identity.unique_id = current_work().walk.digest(identity.func).hex()[:DIGITS]
        identity.unique_name = f"{identity.func_qualname}${identity.unique_id}"
        return super()._compile_bytecode()
