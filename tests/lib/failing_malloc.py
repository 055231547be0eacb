# SPDX-License-Identifier: MIT
"""Builds the library that makes allocations fail; failing_malloc.c says how it is used."""

import atexit
import os
import shlex
import shutil
import subprocess
import tempfile

import temporary  # noqa: F401

# Not in the project's folder, whose path may have blanks.
FOLDER = tempfile.mkdtemp(prefix="dungen-malloc-")
atexit.register(shutil.rmtree, FOLDER, ignore_errors=True)
LIBRARY = os.path.join(FOLDER, "failing_malloc.so")


def build():
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "failing_malloc.c")
    compiler = shlex.split(os.environ.get("CC", "cc"))
    subprocess.run([*compiler, "-shared", "-fPIC", "-fno-builtin", "-D_GNU_SOURCE", "-o", LIBRARY, source], check=True)
