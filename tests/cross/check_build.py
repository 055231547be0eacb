# SPDX-License-Identifier: MIT
"""Builds with another compiler, for another processor or C library, and compares every byte with
./dungen's. @long

    tests/check.py tests/cross/check_build.py NAME...    names of tests/cross/builds

Some thousand commands are run: those of the catalogue, every rng in every format, every option,
messages. Either build runs them in one process (tests/cross/many.c), under qemu-user if the
processor is another. What ./dungen prints is checked by oracle/catalogue. Warnings are errors. A
build for macOS is linked and not run.
"""

import os
import re
from typing import NamedTuple

import catalogue
import helper
from help_text import BATCH_FORMATS, CHOICES, FORMATS, READ, RNGS, ROWS
from helper import BUILD, ROOT, TestCase, make, read, run_many, tool
from shapes import RULES

NATIVE = ROOT / BUILD / "tests/cross/many"
BUILDS = ROOT / "tests" / "cross" / "builds"
WORK = ROOT / "build" / "cross"
SOURCES_OF_LIBRARIES = ("cjson/cJSON.c", "expat/lib/expat.h", "zlib/zlib.h")
LIBRARIES = [WORK / "patched" / name for name in SOURCES_OF_LIBRARIES]
MUSL = "build/cross/musl-arm64"
# They test more than the commands: seeds in any order, and the largest sizes of a processor.
UNITS = ["limits", "rng"]

BATCH, SEEDS = 15, 3
SHAPES = [
    "-s1 -n500",
    "-s4294967000 -n200",
    "-s0 -n50 -W3 -H3 --room-min 2 --room-max 2",
    f"-s7 -n5 -W300 -H200 --max-rooms 2000 {RULES['through']}",
    "-s7 -n5 -W300 -H200 --max-rooms 2000 --tunnels around --loops 1000",
    f"-s1 -n50 -W60 -H40 --max-rooms 1000 --room-min 2 --room-max 4 {RULES['around']}",
    "-s1 -W2147483647 -H12 --room-min 3 --room-max 5 --tunnels around --loops 20 --doors"
    " -f json --no-tiles",
    "-s7 -W20000 -H50 --max-rooms 5000 --room-min 2 --room-max 40",
]
LOOKS = [
    "-f text --show spawn,exit,labels",
    "-f text --show none --glyphs █·é>",
    "-f svg --show spawn,labels",
    "-f ansi --show exit,labels",
    "-f json --no-tiles",
    "-f tmj --tileset ä%20b.png",
    "-f tmx --tileset ä&b.png",
    "-f png --tile-size 3",
    "-f scen --pairs 9",
    "-f json --route",
    "-f text --route --glyphs █·é>+→",
    "-f png --route",
    "-f svg --theme print --route --crop",
    "-f svg --theme hatch --show all --title Crypt",
    "-f png --theme hatch --show all --dpi 150",
    "-f uvtt --tile-size 3 --crop",
    "-f uvtt --tile-size 5 --show labels",
]
READ_EXTENSIONS = [CHOICES["format"][name]["extensions"][0] for name in READ]
OTHERS = [
    "-q --preset keep --no-loop-corners -s 5 -n 3 --linked -f json",
    "-q -s 5 -n 9 --fill 9..40 --room-max 7..20 --wings 0..99 --loop-percent 0..99 -f json",
    "--help",
    "--help=all",
    "--help=json",
    "--version",
    "--quiet --seed 42 --preset level",
    "--quiet --seed 42 --preset level --no-doors",
    "--tileset-image",
    *(f"--completion {shell}" for shell in CHOICES["completion"]),
    "--seed 1 --count 20 --format json --output map-%05d.json",
    "--seed 1 --output map.svg",
    "--seed 1 --count 3 --output part-%i.txt",
    # Reading back, in each format.
    "--seed 42 --doors --output read.json",
    *(f"read.json -o read.{extension}" for extension in READ_EXTENSIONS),
    *(f"read.{extension} -f json" for extension in READ_EXTENSIONS),
    *(f"--seed 42 -o made.{extension}" for extension in READ_EXTENSIONS),
    *(f"made.{extension} -f json" for extension in READ_EXTENSIONS),
    "read.txt -f stats",
    "read.json -f trace",
    "read.txt --check",
    "-s42 --doors --compare read.json",
    "-s43 --doors --compare read.json",
    "read.json read.map read.txt -f csv --tiles wall=100,door=12",
    "-s7 -n3 -f json -o batch.ndjson",
    "-s7 -n3 --compare batch.ndjson",
    "-s7 -f trace -o port.trace",
    "--draws port.trace --compare batch.ndjson",
    "port.trace",
    "--messages json --width 2",
    "read.txt --check --messages json",
    "-s7 -f csv -o read.csv",
    "read.csv --walls 1 --floors 0,2,3",
    "read.txt --walls # --floors .é",
    # Messages: characters of one byte and of several, and bytes that are not UTF-8.
    "--width é",
    "--room-min ÿ --room-max 3",
    "-ä",
    "-\udcff",
    "--\udcfe\udcff",
    "--rng \x7f\x01\udc80",
    "--format jsön",
    "--glyphs \udcc3#.@",
    "--connect \u202e",
    "-s18446744073709551616",
    "-s4294967290 -n10 --rng libtcod",
    "-W20 -H20 --min-rooms 1000 -s1",
    "-s7 --preset level --find 9 --where exit_distance=60..,dead_ends=..3 -f stats",
    "-s7 -n3 --where loops=99..",
    "-s1 éé",
    "-s1 -o map.ÿ",
    f"-f {'ü' * 300}",
    # Messages with large numbers, and about files.
    "--count=2 --seed=18446744073709551615",
    "--max-rooms=2147483647 --width=2147483647 --height=2147483647",
    "--min-rooms=60 --seed=1",
    "-s1 -o map.tmj",
    "-s1 -f uvtt",
    "-s1 -o none/map",
]


def maps():
    """Yield the commands that make maps, apart from those of the catalogue."""
    for rng in RNGS:
        for name in FORMATS:
            for rules in ("", RULES["through"], RULES["around"]):
                shape = f"--rng {rng} -f {name} -W100 -H60 --max-rooms 80 {rules}"
                if name == "uvtt":
                    # A picture of 70 pixels a tile would take most of the time under an emulator.
                    shape += " --tile-size 8"
                if name in BATCH_FORMATS:
                    yield f"{shape} -s42 -n{BATCH}"
                else:
                    yield from (f"{shape} -s{seed}" for seed in range(SEEDS))
        yield from (f"--rng {rng} -s{seed} {look}" for look in LOOKS for seed in range(SEEDS))
        yield from (f"--rng {rng} {shape}" for shape in SHAPES)


def catalogue_commands():
    """Yield the commands of the catalogue's maps."""
    for case in catalogue.cases():
        for form in ["json", "text"] if case.with_tiles else ["json"]:
            yield " ".join([*case.arguments(), "--format", form])


COMMANDS = [*catalogue_commands(), *maps(), *OTHERS]


class Build(NamedTuple):
    name: str
    goal: str  # of make, which runs its suite
    compiler: str
    emulator: str  # - if this system runs the program, none if it cannot be run
    flags: str

    def folder(self):
        # Not built again after make check.
        if self.name in ("clang", "portable"):
            return ROOT / "build" / self.name
        return WORK / self.name

    def target(self):
        """GNU's name of the other processor and system, or "" for this one."""
        found = re.search(r"--target=(\S+)", self.flags) or re.match(r"(.*-.*)-gcc$", self.compiler)
        return found[1] if found else ""

    def own_libraries(self):
        """Whether cJSON, Expat and zlib have to be built, since they are installed for this
        processor and C library only.
        """
        return self.emulator != "-" or self.compiler == "musl-gcc"


def read_builds():
    lines = BUILDS.read_text(encoding="ascii").splitlines()
    rows = [line for line in lines if line and not line.startswith("#")]
    return [Build(*re.split(r"\s+", row, maxsplit=4)) for row in rows]


def shown(command):
    """A command as a failure shows it."""
    return f"dungen {command}".encode("unicode_escape").decode()


def encoded(command):
    return [word.encode("utf-8", "surrogateescape") for word in command.split()]


class OtherBuild(TestCase):
    def compare(self, process, commands=COMMANDS):
        """This process of tests/cross/many.c gives the status, every byte of both streams and the
        files of ./dungen.
        """
        native, native_files = self.run_all([NATIVE], commands, "native")
        other, other_files = self.run_all(process, commands, "other")
        last = next(iter(commands[len(other) :]), None)
        self.assertEqual(len(other), len(commands), f"it ended at dungen {last}")
        pairs = zip(commands, native, other, strict=True)
        differ = [command for command, ours, theirs in pairs if ours != theirs]
        self.assertFalse(differ, "\n".join(map(shown, differ)))
        self.assertEqual(sorted(other_files), sorted(native_files))
        differ = [name for name, content in native_files.items() if other_files[name] != content]
        self.assertEqual(differ, [], "files differ")

    def run_all(self, process, commands, name):
        """The results of all commands in a new folder, and the files that they made."""
        folder = self.path(name)
        os.mkdir(folder)
        results = list(run_many(process, map(encoded, commands), folder))
        return results, {name: read(f"{folder}/{name}") for name in os.listdir(folder)}

    def check_unit(self, *command):
        self.assertRegex(tool(*command), rb"(?m)^\d+ passed, 0 failed\r?\n\Z", command)


# Emulators are slow, so only these run all commands. The others, each of which has the pointer size
# and byte order of one of these, run a third.
WHOLE = ["i386", "arm64-musl", "powerpc", "s390x"]


class Cross:
    """The tests of a build, which a subclass has."""

    def setUp(self):
        super().setUp()
        self.target, self.out = self.build.target(), self.build.folder()
        self.emulator = [] if self.build.emulator == "-" else [self.build.emulator]
        if self.emulator and "-static" not in self.build.flags:
            # The folder of the C library that the program is linked with.
            self.emulator = ["env", f"QEMU_LD_PREFIX=/usr/{self.target}", self.build.emulator]
        self.units = UNITS if self.build.own_libraries() else []

    def make(self):
        """Build the libraries where they are needed, the program, the process that runs it many
        times, and the unit tests.
        """
        folder = self.out.relative_to(ROOT)
        compiler = "zig cc" if self.build.compiler == "zig" else self.build.compiler
        arguments = [
            "all",
            f"CC={compiler}",
            f"CFLAGS={self.build.flags} -Werror",
            f"BUILD={folder}",
            f"PROGRAM={folder}/dungen",
        ]
        if self.build.compiler == "zig":
            # The Makefile's trial compiles and links in one step, where zig takes -fPIE; with -c it
            # does not.
            arguments += ["HARDENING="]
        else:
            arguments += [f"{folder}/tests/cross/many"]
            arguments += [f"{folder}/tests/unit/{unit}" for unit in self.units]
        if self.build.own_libraries():
            arguments += ["LIBRARIES_FROM=source"]
        caches = ("ZIG_GLOBAL_CACHE_DIR", "ZIG_LOCAL_CACHE_DIR")
        make(*arguments, **dict.fromkeys(caches, str(WORK / "zig")))

    def test_every_option_is_in_a_command(self):
        used = set(" ".join(COMMANDS).split())
        unused = []
        for row in ROWS:
            names = {f"--{row['name']}", f"-{row.get('letter', row['name'])}"}
            if not used & names:
                unused.append(row["name"])
        self.assertEqual(unused, [])

    def test_output(self):
        # clang uses the libraries that come with gcc for the other processor, for which not every
        # system has a package.
        compiler = f"{self.target}-gcc" if self.target else self.build.compiler
        helper.skip_without(compiler, paths=[ROOT / MUSL] if MUSL in self.build.flags else [])
        self.make()
        if self.build.emulator == "none":
            macos = bytes.fromhex("cffaedfe")
            self.assertEqual(read(self.out / "dungen")[:4], macos, "it is a program of macOS")
            return
        step = 3 if self.emulator and self.build.name not in WHOLE else 1
        numbered = enumerate(COMMANDS)
        commands = [command for i, command in numbered if i % step == 0 or command in OTHERS]
        self.compare([*self.emulator, self.out / "tests/cross/many"], commands)
        for unit in self.units:
            self.check_unit(*self.emulator, self.out / "tests/unit" / unit)


# A class for each build, under its name.
for _build in read_builds():
    globals()[_build.name] = type(_build.name, (Cross, OtherBuild), {"build": _build})
