"""Compiled kernels in one file, made on one machine for others: a cluster or a CI compiles once.

Only wholes travel, which hold machine code and need no other file. It was compiled for a processor that
every machine of the kind is at least as good as. The file is machine code: whoever imports it runs it,
and must trust its source as that of a wheel. Checksums find damage, not malice.

The file: a header line, a line of JSON (what it was made with, and name, size and checksum of each
kernel), then the kernels one after another, as they are stored.
"""

from __future__ import annotations

import hashlib
import json
import platform
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
from numba.core.registry import cpu_target

from exozoo.envs.core.compile.folder import SUFFIX
from exozoo.envs.core.compile.store import checked, holds_whole, save, target_digest, tools
from exozoo.envs.core.files import write_atomically
from exozoo.envs.core.words import WRONG_KIND, shown

HEADER = b"exozoo kernels 1\n"
LONGEST_MANIFEST = 10_000_000
NAME = re.compile(r"[\w.-]+/[\w.\[\]-]+-[0-9a-f]{24}-[0-9a-f]{12}")
# what may be compiled for -> features that a processor must have for it beyond its kind's first
TARGETS: dict[str, tuple[str, ...]] = {
    "generic": (),
    "x86-64-v3": ("avx", "avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe"),
}


def target_variables(target: str) -> dict[str, str]:
    """What the processes that compile for it must find in their environment."""
    if target not in TARGETS:
        raise ValueError(f"target {target!r}: allowed are {', '.join(TARGETS)}")
    if target != "generic" and platform.machine() not in ("x86_64", "AMD64"):
        raise ValueError(f"target {target!r}: this is a {platform.machine()}; allowed is generic")
    return {"NUMBA_CPU_NAME": target, "NUMBA_CPU_FEATURES": ""}


def export(root: Path, path: Path, target: str) -> int:
    """Write all that Python calls of a cache folder into one file; returns how many kernels."""
    kernels: list[dict[str, Any]] = []
    contents: list[bytes] = []
    for found in sorted(root.glob(f"*/*{SUFFIX}")):
        content = found.read_bytes()
        if holds_whole(content):
            stem = found.stem.rpartition("-")[0]
            digest = hashlib.sha256(content).hexdigest()
            kernels.append(
                {"name": f"{found.parent.name}/{stem}", "size": len(content), "sha256": digest}
            )
            contents.append(content)
    manifest = {
        "tools": tools(),
        "triple": llvm.get_process_triple(),
        "target": target,
        "kernels": kernels,
    }
    write_atomically(path, HEADER + json.dumps(manifest).encode() + b"\n" + b"".join(contents))
    return len(kernels)


def import_file(path: Path, root: Path) -> int:
    """Put the kernels of a file into a cache folder; returns how many.

    ValueError, and nothing is stored, if any of it is damaged or was made for something else.
    """
    kernels = list(_read(path))
    target = target_digest(cpu_target.target_context.codegen())
    for name, data in kernels:
        if not save(root / f"{name}-{target}{SUFFIX}", data):
            raise ValueError(f"cannot write to {root}")
    return len(kernels)


def _read(path: Path) -> Iterator[tuple[str, bytes]]:
    with open(path, "rb") as file:
        if file.readline(len(HEADER)) != HEADER:
            raise ValueError(f"{path}: not a file of compiled kernels")
        try:
            manifest = json.loads(file.readline(LONGEST_MANIFEST))
            made_with, triple, target = (manifest[key] for key in ("tools", "triple", "target"))
            listed = [(str(k["name"]), int(k["size"]), k["sha256"]) for k in manifest["kernels"]]
        except (ValueError, *WRONG_KIND) as error:
            words = shown(str(error))
            raise ValueError(f"{path}: its list of kernels is damaged ({words})") from None
        left = path.stat().st_size - file.tell()
        _fits(path, made_with, triple, target)
        for name, size, digest in listed:
            if not NAME.fullmatch(name) or ".." in name:
                raise ValueError(f"{path}: {shown(name)} is no name of a kernel")
            if not 0 <= size <= left:  # before memory is taken for it
                raise ValueError(f"{path}: {shown(size)} bytes of {name}, the file has {left}")
            content = file.read(size)
            if hashlib.sha256(content).hexdigest() != digest:
                raise ValueError(f"{path}: {name} is damaged")
            yield name, checked(content)


def _fits(path: Path, made_with: object, triple: object, target: object) -> None:
    """ValueError unless this installation on this machine can run it."""
    if made_with != tools():
        raise ValueError(f"{path}: made with {shown(made_with, 300)}; here is {tools()}")
    if triple != llvm.get_process_triple():
        raise ValueError(f"{path}: made for {shown(triple)}; this is {llvm.get_process_triple()}")
    if not isinstance(target, str) or target not in TARGETS:
        raise ValueError(f"{path}: made for {shown(target)}, which is unknown here")
    features = llvm.get_host_cpu_features()
    missing = [name for name in TARGETS[target] if not features.get(name)]
    if missing:
        raise ValueError(f"{path}: made for {target}; this processor lacks {', '.join(missing)}")
