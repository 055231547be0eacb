#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The C library as it is installed: its names, maps like the program's from C and C++, and memory that runs out. @lib"""

import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))
import preload
from report import BUILD, DUNGEN, ROOT, check, end, equal, install_library

HEADER = (ROOT / "src/dungen.h").read_text(encoding="utf-8")
NUMBERS = dict(re.findall(r"DUNGEN_(\w+) = (\d+)", HEADER))
# Options of the program; those of the library follow from them.
MAPS = ["", "--rng libtcod --doors", "--tunnels around --loops 5 --doors --exit farthest", "--connect nearest --loops 9 --exit farthest",
        "--width 900 --height 700 --max-rooms 3000 --room-min 3 --rng libtcod-mt", "--min-rooms 20 --room-min 4 --rng splitmix64",
        "--width 3 --height 3 --room-min 2 --room-max 2 --rng python-2020"]  # fmt: skip
SEEDS = ["0", "42", "4294967295"]


def settings(words):
    """The words of the library's test program for options of the program: numbers."""
    for option, value in re.findall(r"--(\S+)(?: (\w\S*))?", words):
        name = option.replace("-", "_").upper()
        choice = NUMBERS.get(f"{name}_{value}".replace("-", "_").upper())
        yield f"{NUMBERS[name]}={choice or value or 1}"


def lines(document):
    """What the test program prints of a map."""
    points = [document["spawn"], document["exit"]]
    yield [value for point in points for value in point.values()] + [document.get("exit_distance", 0)]
    yield from ([room[key] for key in ("x", "y", "width", "height")] for room in document["rooms"])
    for tunnel in document["tunnels"]:
        yield [tunnel["from"], tunnel["to"], *(value for point in tunnel["path"] for value in point.values())]
    yield from ([door["x"], door["y"], door["room"]] for door in document.get("doors", ()))
    yield from ([row] for row in document["tiles"])


def check_maps(program, environment):
    for words in MAPS:
        made = subprocess.run([program, *settings(words), *SEEDS], capture_output=True, check=False, text=True, env=environment)
        documents = [json.loads(subprocess.run([DUNGEN, "--format=json", "--seed", seed, *words.split()], capture_output=True, check=True).stdout)
                     for seed in SEEDS]  # fmt: skip
        expected = "".join(" ".join(map(str, line)) + "\n" for document in documents for line in lines(document))
        check(f"{program.name}, {words or 'defaults'}: the program's maps", (made.returncode, made.stdout) == (0, expected), made.stderr)


def check_memory(program, environment):
    """Each allocation fails, alone and with all later ones."""
    words = [program, *settings(MAPS[2]), "42"]
    env = {**environment, "LD_PRELOAD": preload.build("failing_malloc")}
    count = int(subprocess.run(words, capture_output=True, check=True, env=env).stderr)
    check("it allocates", count > 20, count)
    failing = subprocess.run(words, capture_output=True, check=True, text=True, env={**env, "MALLOC_FAILS": str(count)})
    equal("allocations fail", failing.stderr, f"status {NUMBERS['NO_MEMORY']}\n" * 2 * count)


def check_names(folder):
    declared = set(re.findall(r"\b(dungen_\w+)\(", re.sub(r"/\*.*?\*/", "", HEADER, flags=re.DOTALL)))
    for words in (["-D", "libdungen.so"], ["-g", "libdungen.a"]):
        names = subprocess.run(["nm", "--defined-only", "-P", *words], cwd=folder / "lib", capture_output=True, check=True, text=True).stdout
        equal(f"names in {words[1]}", set(re.findall(r"^(\w+) [A-Z] ", names, re.M)), declared)
    dynamic = subprocess.run(["readelf", "-d", folder / "lib/libdungen.so"], capture_output=True, check=True, text=True).stdout
    soname = "libdungen.so." + re.search(r"^VERSION = (\d+)", (ROOT / "Makefile").read_text(), re.M)[1]
    equal("soname, and what it needs", re.findall(r"\((SONAME|NEEDED)\).*\[(.*)\]", dynamic), [("NEEDED", "libc.so.6"), ("SONAME", soname)])


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        environment = {**os.environ, **install_library(folder)}
        flags = shlex.split(subprocess.run(["pkg-config", "--cflags", "--libs", "dungen"], env=environment, capture_output=True, check=True, text=True).stdout)
        static = [flag for flag in flags if flag != "-ldungen"] + [str(folder / "lib/libdungen.a")]
        sources = [str(path) for pattern in ("library.c", "dungeon/*.c", "rng/*.c") for path in (ROOT / "src").glob(pattern)]
        test = ["-std=c11", "-Werror", "-Wall", "-pthread", f"-I{ROOT}/tests/unit", str(ROOT / "tests/unit/library.c")]
        for kind, words in (("shared", flags), ("static", static), ("threads", ["-fsanitize=thread", f"-I{ROOT}/src", *sources])):
            program = folder / kind
            subprocess.run(["gcc", "-g", "-O1", "-o", program, *test, *words], check=True)
            check_maps(program, environment)
            done = subprocess.run([program], capture_output=True, check=False, text=True, env=environment)
            check(f"{kind}: what it refuses, and threads", done.returncode == 0, done.stdout + done.stderr)
        # The same of the build under test, whose branches may be counted.
        unit = ROOT / BUILD / "tests/unit/library"
        check_maps(unit, environment)
        check_memory(unit, environment)
        text = '#include <dungen.h>\nint main() { dungen *map = dungen_new(); int result = dungen_make(map, 42); dungen_free(map); return result; }\n'
        (folder / "main.cc").write_text(text)
        subprocess.run(["clang++", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-c", *flags[:1], "-o", "main.o", "main.cc"], cwd=folder, check=True)
        subprocess.run(["gcc", "-o", folder / "cc", folder / "main.o", *flags], check=True)
        equal("a program in C++", subprocess.run([folder / "cc"], env=environment, check=False).returncode, 0)
        check_names(folder)
    return end()


if __name__ == "__main__":
    sys.exit(main())
