# SPDX-License-Identifier: MIT
"""Builds the library that makes allocations fail; failing_malloc.c says how it is used."""

import os
import shlex
import subprocess

LIBRARY = os.path.abspath("build/failing_malloc.so")


def build():
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "failing_malloc.c")
    os.makedirs(os.path.dirname(LIBRARY), exist_ok=True)
    compiler = shlex.split(os.environ.get("CC", "cc"))
    new = f"{LIBRARY}.{os.getpid()}"  # put in place whole: another run may be using the old one
    subprocess.run([*compiler, "-shared", "-fPIC", "-fno-builtin", "-D_GNU_SOURCE", "-o", new, source], check=True)
    os.replace(new, LIBRARY)
