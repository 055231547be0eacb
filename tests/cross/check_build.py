#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Builds for another processor or C library, and compares: catalogue, unit tests, and every byte with ./dungen's.

    tests/cross/check_build.py NAME...    names of tests/cross/builds

Programs for other processors run under qemu-user. Warnings are errors. cJSON is built too, from the source that
`sh tests/setup cross` fetched.
"""

import os
import pathlib
import re
import resource
import shlex
import subprocess
import sys
import tempfile
from typing import NamedTuple

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "lib"))
os.chdir(ROOT)
import help_text

BUILDS = ROOT / "tests" / "cross" / "builds"
CJSON = pathlib.Path("build/cross/cjson")
NATIVE = help_text.DUNGEN
# These take long, and the catalogue shows what they would.
SLOW_UNITS = {"neighbors", "overlap", "properties", "rows", "sort"}
# This one sends signals faster than an emulator gets on.
NATIVE_UNITS = {"output"}

TIME_LIMIT = 300  # seconds; only what hangs reaches it

FORMATS = list(help_text.summaries("Formats"))
RNGS = list(help_text.summaries("Random number generators"))
COMMANDS = [
    # Every rng in every format, alone and in a batch, which is refused where a format holds one map.
    *(f"--rng {rng} -f {name} -s42 -W100 -H60 --max-rooms 80 {count}" for rng in RNGS for name in FORMATS for count in ("", "-n40")),
    *(f"--rng {rng} -s1 -n500" for rng in RNGS),
    *(f"--rng {rng} -s4294967000 -n200" for rng in RNGS),
    *(f"--rng {rng} -s7 -n5 -W300 -H200 --max-rooms 2000" for rng in RNGS),
    *(f"--rng {rng} -s7 -W20000 -H50 --max-rooms 5000 --room-min 2 --room-max 40" for rng in RNGS),
    "-s0 -n50 -W3 -H3 --room-min 2 --room-max 2",
    "-s1 -n5 --labels",
    "-s1 -n5 -f json --no-tiles",
    "-s1 -f svg --show spawn,exit,labels",
    "-s1 --show spawn,exit,labels --glyphs █·@>",
    "--help",
    "--version",
    "--width 5",
    "--widht 5",
    "-s18446744073709551616",
]


class Build(NamedTuple):
    name: str
    compiler: str
    emulator: str  # - where the program runs by itself
    flags: str

    def folder(self):
        return pathlib.Path("build/cross") / self.name


def builds():
    """The builds by name."""
    rows = [line for line in BUILDS.read_text(encoding="ascii").splitlines() if line and not line.startswith("#")]
    found = [Build(*re.split(r"\s+", row, maxsplit=3)) for row in rows]
    return {build.name: build for build in found}


class Check:
    def __init__(self, build):
        self.build = build
        self.folder = build.folder()
        self.program = self.folder / "run"
        self.passed = self.failed = 0
        # Where the emulator finds the C library that the program is linked with.
        prefix = f"/usr/{build.compiler.removesuffix('-gcc')}"
        self.emulator = [] if build.emulator == "-" else ["env", f"QEMU_LD_PREFIX={prefix}", build.emulator]

    def report(self, what, held, detail=""):
        if held:
            self.passed += 1
        else:
            self.failed += 1
            print(f"FAILED: {what}\n{detail}")
        return held

    def run(self, *command, **options):
        return subprocess.run(["timeout", str(TIME_LIMIT), *command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, check=False, **options)

    def make(self):
        """Builds cJSON, the program and the unit tests, and writes a script that runs the program."""
        self.folder.mkdir(parents=True, exist_ok=True)
        library = self.folder / "cJSON.o"
        compiler = [self.build.compiler, *shlex.split(self.build.flags)]
        made = self.run(*compiler, "-fPIC", "-c", "-o", library, CJSON / "cJSON.c")
        if made.returncode == 0:
            made = self.run("make", "-s", "all", "unit", f"CC={self.build.compiler}", f"CFLAGS={self.build.flags} -Werror",
                            f"BUILD={self.folder}", f"PROGRAM={self.folder}/dungen", f"CJSON_CFLAGS=-isystem {CJSON}",
                            f"CJSON_LIBS={library}", env=without_make())
        self.program.write_text(f'#!/bin/sh\nexec {shlex.join(self.emulator)} "{ROOT / self.folder}/dungen" "$@"\n',
                                encoding="utf-8")
        self.program.chmod(0o755)
        return self.report(f"{self.build.name} builds without a warning", made.returncode == 0 and not made.stderr,
                           made.stderr.decode("utf-8", "replace"))

    def count(self, what, *command, **options):
        """Adds up the summary of another test."""
        done = self.run(*command, **options)
        summary = re.search(rb"^(\d+) passed, (\d+) failed\n\Z", done.stdout, re.MULTILINE)
        if not summary or done.returncode or summary[2] != b"0":
            self.report(what, False, (done.stdout + done.stderr).decode("utf-8", "replace"))
        else:
            self.passed += int(summary[1])

    def compare(self):
        """Status and every byte of both streams are those of the native program."""
        for command in COMMANDS:
            ours, native = [self.run(program, *command.split()) for program in (self.program, NATIVE)]
            self.report(f"the same as natively: dungen {command}",
                        (ours.returncode, ours.stdout, ours.stderr) == (native.returncode, native.stdout, native.stderr),
                        f"status {ours.returncode}, {len(ours.stdout)} bytes instead of status {native.returncode}, "
                        f"{len(native.stdout)} bytes; {ours.stderr.decode('utf-8', 'replace')}")

    def replace_large_file(self):
        """A file over 2 GB is found, so that its mode is kept."""
        _, most = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "map.txt"
            path.touch()
            path.chmod(0o600)
            os.truncate(path, 3 * 2**30)
            done = self.run(self.program, "-s42", "-o", path)
            found = (done.returncode, done.stderr, path.stat().st_mode & 0o7777, path.stat().st_size)
            self.report("a file of 3 GiB is replaced and keeps its mode", found == (0, b"", 0o600, 81 * 45), found)


def without_make():
    """The environment without what a make that started this has put there."""
    return {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}


def main(names):
    passed = failed = 0
    for name in names:
        check = Check(builds()[name])
        if not (CJSON / "cJSON.c").exists():
            check.report("the source of cJSON", False, "run sh tests/setup cross")
        elif check.make():
            catalogue = [sys.executable, "tests/oracle/catalogue.py", "check"]
            check.count("catalogue", *catalogue, env={**os.environ, "DUNGEN": str(check.program)})
            units = {path.stem for path in pathlib.Path("tests/unit").glob("*.c")} - SLOW_UNITS
            for unit in sorted(units if check.build.emulator == "-" else units - NATIVE_UNITS):
                check.count(f"unit test {unit}", *check.emulator, check.folder / "tests" / "unit" / unit)
            check.compare()
            check.replace_large_file()
        passed += check.passed
        failed += check.failed
    print(f"{passed} passed, {failed} failed")
    return 0 if passed and not failed else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
