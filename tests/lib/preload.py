# SPDX-License-Identifier: MIT
"""Builds libraries for LD_PRELOAD; their own comments explain how each is used."""

import atexit
import functools
import os
import shlex
import shutil
import subprocess
import tempfile

import helper  # noqa: F401  where temporary files go


@functools.lru_cache(maxsize=None)
def build(name):
    """Compile NAME.c of this folder; return the path of the library, which has no blanks, as the project's may have."""
    folder = tempfile.mkdtemp(prefix="dungen-preload-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    library = os.path.join(folder, f"{name}.so")
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), f"{name}.c")
    compiler = shlex.split(os.environ.get("CC", "cc"))
    subprocess.run([*compiler, "-shared", "-fPIC", "-fno-builtin", "-D_GNU_SOURCE", "-o", library, source], check=True)
    return library
