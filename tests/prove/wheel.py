# SPDX-License-Identifier: MIT
"""The Python package: pip installs the wheel and a clone without a network, with and without NumPy,
and its types are those of real maps. @long
"""

import glob
import os
import re
import shutil
import subprocess
import sys

from helper import ROOT, TestCase, make, output, read, tool, write

PIP = [sys.executable, "-m", "pip", "-q", "--disable-pip-version-check"]
OFFLINE = ["--no-index", "--no-deps", "--root-user-action=ignore"]
PRINTS_A_MAP = """
import dungen
level = dungen.generate(42, preset="quest")
print(level.json, end="")
print(type(dungen.batch(2)).__name__, dungen.batch(2)[1, 0, 0])
"""
USES_TYPES = """
import dungen
level = dungen.generate(1, preset="keep", doors=True, spawn=(3, 4))
column: int = level.rooms[0].center.x
for level in dungen.find(2, where={"loops": "2.."}, tunnels="around"):
    print(level.text + level.json, level.doors[0].tunnels[0] + column)
print(dungen.batch(3, width=9).shape)
"""
MISUSES_TYPES = """
import dungen
dungen.generate(1, widht=3)
dungen.generate(1, preset="kep")
level: str = dungen.generate(1)
"""
SIZE_MOST = 100_000  # bytes to download


class Wheel(TestCase):
    @classmethod
    def setUpClass(cls):
        make("wheel")
        (cls.wheel,) = glob.glob(str(ROOT / "build/python/*.whl"))

    def environment(self, *options):
        """A new environment for Python. Returns its program."""
        tool(sys.executable, "-m", "venv", "--without-pip", *options, self.path("venv"))
        return self.path("venv/bin/python")

    def check_map(self, python, array):
        """The package makes the map of the program, and arrays of this type."""
        found = tool(python, "-I", "-c", PRINTS_A_MAP, cwd=self.folder).decode()
        expected = output("--seed=42", "--preset=quest", "--format=json").decode()
        self.assertEqual(found, f"{expected}{array} 0\n")

    def test_wheel_without_numpy(self):
        python = self.environment()
        tool(*PIP, "--python", python, "install", *OFFLINE, self.wheel)
        self.check_map(python, "memoryview")

    def test_wheel_with_numpy(self):
        python = self.environment("--system-site-packages")
        tool(*PIP, "--python", python, "install", *OFFLINE, self.wheel)
        self.check_map(python, "ndarray")

    def test_clone(self):
        """In a copy that was not built. pip leaves its folders in build/."""
        copy = self.path("clone")
        files = tool("git", "ls-files", "Makefile", "maint.mk", "LICENSE", "src", "python")
        for name in files.decode().split():
            os.makedirs(os.path.dirname(f"{copy}/{name}"), exist_ok=True)
            shutil.copy(ROOT / name, f"{copy}/{name}")
        before = sorted(glob.glob(f"{copy}/python/**", recursive=True))
        python = self.environment("--system-site-packages")
        install = ["install", *OFFLINE, "--no-build-isolation", f"{copy}/python"]
        tool(*PIP, "--python", python, *install, env={**os.environ, "CFLAGS": "-O0"})
        self.check_map(python, "ndarray")
        self.assertEqual(sorted(glob.glob(f"{copy}/python/**", recursive=True)), before)

    def test_wheel_is_small_and_for_old_systems(self):
        self.assertLess(len(read(self.wheel)), SIZE_MOST)
        tool("unzip", "-q", self.wheel, "-d", self.folder)
        names = tool("nm", "-D", self.path("dungen/libdungen.so")).decode()
        versions = [tuple(map(int, found)) for found in re.findall(r"@GLIBC_(\d+)\.(\d+)", names)]
        self.assertLessEqual(max(versions), (2, 17), "manylinux2014")
        self.assertEqual(read(self.path("dungen/LICENSE")), read("LICENSE"))

    def test_types(self):
        mypy = ["mypy", "--strict", "--enable-incomplete-feature=Unpack", "--cache-dir=/dev/null"]
        mypy.append(f"--python-executable={sys.executable}")
        for name, source in (("uses", USES_TYPES), ("misuses", MISUSES_TYPES)):
            write(self.path(f"{name}.py"), source.encode())
        shutil.copytree(ROOT / "python/dungen", self.path("dungen"))
        told = subprocess.run(
            [*mypy, "dungen", "uses.py", "misuses.py"],
            cwd=self.folder,
            stdout=subprocess.PIPE,
            check=False,
        ).stdout.decode()
        errors = re.findall(r"^(.*?:\d+): error", told, re.M)
        self.assertEqual(errors, [f"misuses.py:{line}" for line in (3, 4, 5)], told)
