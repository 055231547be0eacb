# SPDX-License-Identifier: MIT
"""Builds the C library with make, and puts it beside the Python code. Everything is built in build/
of the project."""
import os
import pathlib
import re
import shutil
import subprocess

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py
from wheel.bdist_wheel import bdist_wheel

PROJECT = pathlib.Path(__file__).resolve().parent.parent
BUILD = PROJECT / "build" / "python"

class BuildWithLibrary(build_py):
    def run(self):
        super().run()
        folder = f"{self.build_lib}/dungen"
        subprocess.run(["make", "-s", f"-j{os.cpu_count()}", "-C", PROJECT, "lib"], check=True)
        shutil.copy(PROJECT / "build/lib/libdungen.so.1", f"{folder}/libdungen.so")
        shutil.copy(PROJECT / "LICENSE", folder)
        subprocess.run(["chmod", "-R", "u=rwX,go=rX", folder], check=True)

class Binary(Distribution):
    """The wheel is for a system and a processor, ..."""
    def has_ext_modules(self):
        return True

class Wheel(bdist_wheel):
    """... but for any Python 3."""
    def get_tag(self):
        return ("py3", "none", super().get_tag()[2])

HEADER = (PROJECT / "src" / "dungen.h").read_text(encoding="utf-8")
BUILD.mkdir(parents=True, exist_ok=True)
setup(
    version=re.search(r'DUNGEN_VERSION "(.*)"', HEADER)[1].replace("-dev", ".dev0"),
    distclass=Binary,
    cmdclass={"build_py": BuildWithLibrary, "bdist_wheel": Wheel},
    options={"build": {"build_base": str(BUILD)}, "egg_info": {"egg_base": str(BUILD)}},
)
