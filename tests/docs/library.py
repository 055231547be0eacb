# SPDX-License-Identifier: MIT
"""The C library as it is installed: its names, maps like the program's from C and C++, and memory that runs out. @lib"""

import json
import os
import re
import shlex
import subprocess

from help_text import RNGS
from helper import BUILD, ROOT, TestCase, install_library, output, preloaded, tool
from shapes import RULES

HEADER = (ROOT / "src/dungen.h").read_text(encoding="utf-8")
NUMBERS = dict(re.findall(r"DUNGEN_(\w+)\s*=\s*(\d+)", HEADER))
# Options of the program; those of the library follow from them.
MAPS = [*RULES.values(), *(f"--rng {name}" for name in RNGS), "--width 900 --height 700 --max-rooms 3000 --room-min 3",
        "--width 3 --height 3 --room-min 2 --room-max 2"]  # fmt: skip
SEEDS = ["0", "42", "4294967295"]


def settings(words):
    """The words of the library's test program for options of the program: numbers."""
    for option, value in re.findall(r"--(\S+)(?: (\w\S*))?", words):
        name = option.replace("-", "_").upper()
        choice = NUMBERS.get(f"{name}_{value}".replace("-", "_").upper())
        yield f"{NUMBERS[name]}={choice or value or 1}"


def lines(document, measures):
    """What the test program prints of a map."""
    points = [document["spawn"], document["exit"]]
    yield [value for point in points for value in point.values()] + [document.get("exit_distance", 0)]
    yield from ([measures[key]] for key in ("floor", "corridor", "loops", "dead_ends", "exit_distance", "farthest"))
    yield from ([*(room[key] for key in ("x", "y", "width", "height")), *room["center"].values()] for room in document["rooms"])
    for tunnel in document["tunnels"]:
        yield [tunnel["from"], tunnel["to"], *(value for point in tunnel["path"] for value in point.values())]
    yield from ([door["x"], door["y"], door["room"]] for door in document.get("doors", ()))
    yield from ([row] for row in document["tiles"])


class Library(TestCase):
    def setUp(self):
        super().setUp()
        self.environment = {**os.environ, **install_library(self.folder)}
        self.flags = shlex.split(tool("pkg-config", "--cflags", "--libs", "dungen", env=self.environment).decode())
        self.unit = f"{BUILD}/tests/unit/library"  # of the build under test, whose branches may be counted

    def run_with(self, program, *words, **variables):
        """The status of a program with the library, and both its streams."""
        done = subprocess.run([program, *words], capture_output=True, check=False, env={**self.environment, **variables})
        return done.returncode, done.stdout, done.stderr

    def test_maps(self):
        """Those of the program; and what it refuses."""
        test = ["-std=c11", "-Werror", "-Wall", "-Itests/unit", "tests/unit/library.c"]
        static = [*self.flags[:1], self.path("lib/libdungen.a")]
        programs = [self.unit]
        for kind, words in (("shared", self.flags), ("static", static)):
            programs.append(self.path(kind))
            tool("gcc", "-g", "-O1", "-o", programs[-1], *test, *words)
            status, *said = self.run_with(programs[-1])
            self.assertEqual(status, 0, said)
        for program in programs:
            for words in MAPS:
                made = [[json.loads(output("--format", kind, "--seed", seed, *words.split())) for kind in ("json", "stats")] for seed in SEEDS]
                expected = "".join(" ".join(map(str, line)) + "\n" for pair in made for line in lines(*pair))
                with self.subTest(program=program, words=words):
                    self.assertEqual(self.run_with(program, *settings(words), *SEEDS), (0, expected.encode(), b""))

    def test_memory(self):
        """Each allocation fails, alone and with all later ones."""
        words, failing = [self.unit, *settings(RULES["around"]), "42"], preloaded("failing_malloc")
        count = int(self.run_with(*words, **failing)[2])
        self.assertGreater(count, 20)
        _, _, said = self.run_with(*words, **failing, MALLOC_FAILS=str(count))
        self.assertEqual(said.decode(), f"status {NUMBERS['NO_MEMORY']}\n" * 2 * count)

    def test_a_program_in_cxx(self):
        text = '#include <dungen.h>\nint main() { dungen *map = dungen_new(); int result = dungen_make(map, 42); dungen_free(map); return result; }\n'
        command = ["clang++", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-c", *self.flags[:1], "-o", self.path("main.o"), "-x", "c++", "-"]
        tool(*command, input=text.encode())
        tool("gcc", "-o", self.path("main"), self.path("main.o"), *self.flags)
        self.assertEqual(self.run_with(self.path("main")), (0, b"", b""))

    def test_names(self):
        declared = set(re.findall(r"\b(dungen_\w+)\(", re.sub(r"/\*.*?\*/", "", HEADER, flags=re.DOTALL)))
        for words in (["-D", "libdungen.so"], ["-g", "libdungen.a"]):
            names = tool("nm", "--defined-only", "-P", *words, cwd=self.path("lib")).decode()
            self.assertEqual(set(re.findall(r"^(\w+) [A-Z] ", names, re.M)), declared, words)
        dynamic = tool("readelf", "-d", self.path("lib/libdungen.so")).decode()
        soname = "libdungen.so." + re.search(r"^VERSION = (\d+)", (ROOT / "Makefile").read_text(), re.M)[1]
        self.assertEqual(re.findall(r"\((SONAME|NEEDED)\).*\[(.*)\]", dynamic), [("NEEDED", "libc.so.6"), ("SONAME", soname)])
