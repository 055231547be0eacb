# SPDX-License-Identifier: MIT
"""The C library as it is installed: its names, maps like the program's from C and C++, and memory
that runs out. @lib
"""

import json
import os
import re
import shlex
import subprocess

from help_text import CHOICES, RNGS
from helper import BUILD, ROOT, TestCase, install_library, output, preloaded, tool
from shapes import DUNGEON, RULES

HEADER = (ROOT / "src/dungen.h").read_text(encoding="utf-8")
NUMBERS = dict(re.findall(r"DUNGEN_(\w+)\s*=\s*(\d+)", HEADER))
# Options of the program; those of the library follow from them.
MAPS = [
    # The library has ranges only in presets.
    *(words for words in RULES.values() if ".." not in words),
    *(f"--preset {name}" for name in CHOICES["preset"]),
    # Options of a preset give way to others.
    "--preset level --connect previous",
    "--preset keep --exit last",
    "--preset quest --tunnels through --no-doors",
    "--preset quest --fill 30 --room-max 9 --spawn 20,20",
    "--preset keep --width 9 --height 8",
    " ".join(DUNGEON.options()),
    *(f"--rng {name}" for name in RNGS),
    "--width 900 --height 700 --max-rooms 3000 --room-min 3",
    "--width 3 --height 3 --room-min 2 --room-max 2",
    "--width 30 --height 5",  # the sizes of rooms fit the map
    "--width 12 --height 12 --room-min 3 --fill 26",
]
SEEDS = ["0", "42", "4294967295"]
PROGRAM_IN_CXX = """
    #include <dungen.h>
    int main()
    {
        dungen *map = dungen_new();
        int result = dungen_make(map, 42);
        dungen_free(map);
        return result;
    }
    """


def settings(words):
    """The words of the library's test program for options of the program: numbers."""
    for option, value in re.findall(r"--(\S+)(?: (\w\S*))?", words):
        if option == "preset":
            yield f"={value}"
            continue
        if option.startswith("no-"):
            option, value = option[3:], "0"
        name = option.replace("-", "_").upper()
        if "," in value:  # a tile, which is two options of the library
            for axis, number in zip("XY", value.split(",")):
                yield f"{NUMBERS[f'{name}_{axis}']}={number}"
            continue
        choice = NUMBERS.get(f"{name}_{value}".replace("-", "_").upper())
        yield f"{NUMBERS[name]}={choice or value or 1}"


def lines(document, measures, route):
    """What the test program prints of a map."""
    marks = [*document["spawn"].values(), *document["exit"].values()]
    yield [*marks, document.get("exit_distance", 0)]
    for room in document["rooms"]:
        numbers = [room["x"], room["y"], room["width"], room["height"], *room["center"].values()]
        yield [*numbers, room.get("distance", 0), room.get("wing_of", room["id"])]
    for tunnel in document["tunnels"]:
        path = [value for point in tunnel["path"] for value in point.values()]
        yield [tunnel["from"], tunnel["to"], *path]
    for key in document.get("keys", ()):
        yield [key["x"], key["y"]]
    measured = "walk rooms loops spawn_x regions"
    counted = "floor corridor loops dead_ends exit_distance farthest secrets walk"
    for key in f"{measured} {counted}".split():
        yield [measures[key]]
    for door in document.get("doors", ()):
        numbers = [door["x"], door["y"], door["room"], door.get("lock", 0)]
        yield [*numbers, int("secret" in door), *door["tunnels"]]
    for corner in route:
        yield corner.values()
    for row in document["tiles"]:
        yield [row]


def printed(words, seed):
    """What the test program prints of the map that the program makes by these options."""
    options = ["--seed", seed, *words.split()]
    options.append("--quiet")
    script = output("--format", "json", *options).decode()
    measures = json.loads(output("--format", "stats", *options))
    route = json.loads(output("--format", "json", "--route", *options))["route"]
    text = output("--format", "text", *options).decode()
    listed = lines(json.loads(script), measures, route)
    return "".join(" ".join(map(str, line)) + "\n" for line in listed) + text + script


class Library(TestCase):
    def setUp(self):
        super().setUp()
        self.environment = {**os.environ, **install_library(self.folder)}
        flags = tool("pkg-config", "--cflags", "--libs", "dungen", env=self.environment)
        self.flags = shlex.split(flags.decode())
        # The build under test, because its branches may be counted.
        self.unit = f"{BUILD}/tests/unit/library"

    def run_with(self, program, *words, **variables):
        """The status of a program with the library, and both its streams."""
        environment = {**self.environment, **variables}
        done = subprocess.run([program, *words], capture_output=True, check=False, env=environment)
        return done.returncode, done.stdout, done.stderr

    def build(self, name, *flags):
        """Builds the test program with the installed library. Returns its path."""
        warnings = ["-std=c11", "-Werror", "-Wall"]
        source = ["-Itests/unit", "tests/unit/library.c"]
        tool("gcc", "-g", "-O1", "-o", self.path(name), *warnings, *source, *flags)
        return self.path(name)

    def build_shared(self):
        return self.build("shared", *self.flags)

    def build_static(self):
        return self.build("static", *self.flags[:1], self.path("lib/libdungen.a"))

    def test_installed_library_refuses_what_it_should(self):
        for program in (self.build_shared(), self.build_static()):
            status, *messages = self.run_with(program)
            self.assertEqual(status, 0, messages)

    def test_maps_are_those_of_the_program(self):
        programs = [self.unit, self.build_shared(), self.build_static()]
        for words in MAPS:
            expected = "".join(printed(words, seed) for seed in SEEDS).encode()
            for program in programs:
                with self.subTest(program=program, words=words):
                    found = self.run_with(program, *settings(words), *SEEDS)
                    self.assertEqual(found, (0, expected, b""))

    def test_each_allocation_may_fail(self):
        """Each allocation fails, alone and with all later ones."""
        words = [self.unit, "=quest", *settings("--width 50"), "42"]
        failing = preloaded("failing_malloc")
        count = int(self.run_with(*words, **failing)[2])
        self.assertGreater(count, 20)
        _, _, said = self.run_with(*words, **failing, MALLOC_FAILS=str(count))
        self.assertEqual(said.decode(), f"status {NUMBERS['NO_MEMORY']}\n" * 2 * count)

    def test_a_program_in_cxx(self):
        warnings = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"]
        compiler = ["g++", *warnings, *self.flags[:1], "-x", "c++"]
        tool(*compiler, "-c", "-o", self.path("main.o"), "-", input=PROGRAM_IN_CXX.encode())
        tool("gcc", "-o", self.path("main"), self.path("main.o"), *self.flags)
        self.assertEqual(self.run_with(self.path("main")), (0, b"", b""))

    def test_exports_the_names_of_the_header_and_no_others(self):
        code = re.sub(r"/\*.*?\*/", "", HEADER, flags=re.DOTALL)
        declared = set(re.findall(r"\b(dungen_\w+)\(", code))
        for words in (["-D", "libdungen.so"], ["-g", "libdungen.a"]):
            names = tool("nm", "--defined-only", "-P", *words, cwd=self.path("lib")).decode()
            self.assertEqual(set(re.findall(r"^(\w+) [A-Z] ", names, re.M)), declared, words)

    def test_shared_library_needs_only_the_c_library(self):
        dynamic = tool("readelf", "-d", self.path("lib/libdungen.so")).decode()
        entries = re.findall(r"\((SONAME|NEEDED)\).*\[(.*)\]", dynamic)
        major_version = re.search(r'^#define DUNGEN_VERSION "(\d+)', HEADER, re.M)[1]
        soname = f"libdungen.so.{major_version}"
        self.assertEqual(entries, [("NEEDED", "libc.so.6"), ("SONAME", soname)])
