"""Stale machine code must never run: the cache folder follows the sources and the flags."""

from __future__ import annotations

import os
import subprocess
import sys
import time

import numba
import pytest

from exozoo.envs.core.jit import UNUSED_DAYS, bind

pytestmark = pytest.mark.compiled

PACKAGE = """
from exozoo.envs.core.jit import jit
from {name}.helper import answer
@jit
def ask(x):
    return answer(x)
"""
HELPER = """
from exozoo.envs.core.jit import jit
@jit
def answer(x):
    return x + {number}
"""


def ask(folder, name, **environment):
    """Import the package in a new process; returns what its kernel says and its cache hits."""
    code = (
        f"import {name}\n"
        f"print({name}.ask(1), sum({name}.ask.entry.stats.cache_hits.values()))\n"
        "from exozoo.envs.core.jit import cache_folder\n"
        f"print(cache_folder('{name}'))"
    )
    env = {
        **os.environ,
        "PYTHONPATH": str(folder),
        "EXOZOO_CACHE_DIR": str(folder / "cache"),
        **environment,
    }
    run = subprocess.run(
        [sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True
    )
    first, cache = run.stdout.splitlines()
    return tuple(map(int, first.split())), cache


def write_package(folder, name, number):
    (folder / name).mkdir(exist_ok=True)
    (folder / name / "__init__.py").write_text(PACKAGE.format(name=name))
    (folder / name / "helper.py").write_text(HELPER.format(number=number))


def test_a_change_in_another_file_of_the_package_is_noticed(tmp_path):
    write_package(tmp_path, "pkg", 1)
    assert ask(tmp_path, "pkg")[0] == (2, 0)
    assert ask(tmp_path, "pkg")[0] == (2, 1), "the second process takes the cached code"
    write_package(tmp_path, "pkg", 5)
    assert ask(tmp_path, "pkg")[0] == (6, 0)


def test_the_flags_have_folders_of_their_own(tmp_path):
    write_package(tmp_path, "pkg", 1)
    plain = ask(tmp_path, "pkg")[1]
    assert ask(tmp_path, "pkg", NUMBA_BOUNDSCHECK="1")[1] != plain


def test_old_folders_are_pruned(tmp_path):
    write_package(tmp_path, "pkg", 1)
    current = ask(tmp_path, "pkg")[1]
    old = tmp_path / "cache" / "pkg-old"
    old.mkdir()
    long_ago = time.time() - (UNUSED_DAYS + 1) * 86400
    os.utime(old, (long_ago, long_ago))
    assert ask(tmp_path, "pkg")[1] == current
    assert not old.exists()


def placeholder(x): ...


def twice(x):
    return placeholder(placeholder(x))


@numba.njit
def add_one(x):
    return x + 1


@numba.njit
def double(x):
    return x * 2


def test_two_bindings_of_one_loop_do_not_share_code():
    first, second = bind(twice, placeholder=add_one), bind(twice, placeholder=double)
    assert (first(5), second(5)) == (7, 20)
    assert first.py_func.__qualname__ != second.py_func.__qualname__


def test_kernels_across_packages_are_cached_by_all_their_sources():
    from exozoo.envs.core import jit as module
    from exozoo.envs.core.jit import jit_across

    @jit_across("tests.toy")
    def double(number):
        return 2 * number

    assert double(21) == 42
    here = module._package_of(__name__)
    both = module.cache_folder(here, "tests.toy")
    assert str(both) != str(module.cache_folder(here))
    assert str(both) in double.stats.cache_path
