#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What the generator may call and what each part of src/ may know of the others. @format @rng @option

    tests/symbols.py [BUILD]     BUILD: the folder of the objects, build if none is given

Objects built with sanitizers call these, so they are not for this test.
"""

import fnmatch
import glob
import graphlib
import os
import re
import subprocess
import sys

sys.dont_write_bytecode = True
os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
sys.path.insert(0, "tests/lib")
from report import check, end

BUILD = sys.argv[1] if len(sys.argv) > 1 else "build"

# Memory, strings, sorting; and what compilers add for checks and for bits.
PURE = set("""
    malloc calloc realloc free memcpy memmove memset memcmp memchr strlen strcmp strncmp strchr strrchr strcspn strspn
    qsort bsearch __popcountdi2 __memcpy_chk __memmove_chk __memset_chk __stack_chk_fail _GLOBAL_OFFSET_TABLE_
""".split())

# What the parts of src/ but src/output/posix may call of the C library beyond that. Everything else is the system's.
TEXT = set("""
    snprintf vsnprintf strerror strnlen strndup strdup strstr strpbrk strcasecmp strncasecmp strtol strtoul strtoull
    stpcpy memrchr getopt_long getopt optarg optind opterr optopt __errno_location __ctype_b_loc __ctype_tolower_loc abort
    __snprintf_chk __vsnprintf_chk __strcpy_chk __stpcpy_chk __strcat_chk __strncpy_chk __fdelt_chk __assert_fail
    __isoc99_sscanf sscanf __libc_start_main strcpy strcat
""".split())
# The libraries of formats, and the one that takes its memory from the caller.
LIBRARIES = {"src/formats": r"(cJSON_|deflate|inflate|crc32)", "src": "cJSON_InitHooks$"}

# What each folder may include; * is any part of a name. A system is a folder that nothing outside of it names: that is
# what makes another one possible.
PLAIN = ["<stdbool.h>", "<stddef.h>", "<stdint.h>", "<stdlib.h>", "<string.h>"]
INCLUDES = {
    "src/rng": ['"rng/*"', *PLAIN],
    "src/dungeon": ['"dungeon/*"', '"rng/rng.h"', *PLAIN],
    "src/output": ['"output/*"', "<*>"],
    "src/input": ['"input/*"', '"output/system.h"', '"dungeon/memory.h"', "<errno.h>", *PLAIN],
    "src/formats": ['"formats/*"', '"dungeon/*"', '"input/input.h"', '"output/output.h"', "<*>"],
    "src/cli": ['"cli/*"', '"dungeon/check.h"', '"dungeon/compare.h"', '"dungeon/dungeon.h"', '"dungeon/measure.h"', '"formats/format.h"', '"input/input.h"', '"output/*"', '"rng/rng.h"', "<*>"],
    "src/library": ['"dungen.h"', '"dungeon/*"', *PLAIN],
    "src": ['"*"', "<*>"],
}  # fmt: skip
NEVER = {
    "src/formats": ['"dungeon/generate.h"'],
    "src": ['"output/*/*"', "<fcntl.h>", "<io.h>", "<poll.h>", "<signal.h>", "<unistd.h>", "<windows.h>", "<sys/*"],
}

# Headers of C and POSIX that src/ includes, and two that every system has or can have; others may be included under an
# #if only.
PORTABLE = set("""
    cJSON.h getopt.h assert.h errno.h inttypes.h limits.h signal.h stdarg.h stdbool.h stddef.h stdint.h stdio.h stdlib.h
    string.h time.h zlib.h fcntl.h poll.h strings.h sys/stat.h unistd.h
""".split())


def output(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True).stdout


def objects(*patterns):
    return [os.path.join(BUILD, path[:-1] + "o") for pattern in patterns for path in sorted(glob.glob(pattern))]


def symbols(paths):
    """Object, name and kind of each symbol: U is one that it needs."""
    return re.findall(r"^(.*): (\S+) (\w)", output("nm", "-P", "-A", *paths), re.MULTILINE)


def called(paths, known, libraries):
    """The calls of these objects that are neither among them nor known."""
    found = symbols(paths)
    known = known | {name for _, name, kind in found if kind.isupper() and kind != "U"}
    for path, name, kind in found:
        library = next((names for folder, names in libraries.items() if f"/{folder}/" in path), "$")
        if kind == "U" and name not in known and not re.match(library, name):
            yield f"{path}: {name}"


def variables(paths):
    """What can be written at run time; only .data.rel.ro may, which the loader fills in and then closes."""
    for part in output("readelf", "-SW", *paths).split("\nFile: ")[1:]:
        for name, size, flags in re.findall(r"\] (\.\S+) +\S+ +\S+ +\S+ +(\S+) +\S+ +(\w*) ", part):
            if "W" in flags and not name.startswith(".data.rel.ro") and int(size, 16):
                yield f"{part.splitlines()[0]}: {name} has 0x{size} bytes"
    yield from (f"{path}: {name} is common" for path, name, kind in symbols(paths) if kind == "C")


def included(path):
    """Each header that a file includes, and under how many #if."""
    depth = -1 if path.endswith(".h") else 0  # all of a header is in an #ifndef
    with open(path, encoding="utf-8") as file:
        for line in file:
            directive, rest = (re.match(r"\s*#\s*(\w+)\s*(.*)", line) or re.match("()()", "")).groups()
            depth += directive.startswith("if") - (directive == "endif")
            if directive == "include":
                yield rest, depth


def forbidden(folder, paths):
    for path in paths:
        for name, _ in included(path):
            matches = [any(fnmatch.fnmatchcase(name, pattern) for pattern in rule.get(folder, ())) for rule in (INCLUDES, NEVER)]
            if matches != [True, False]:
                yield f"{path}: {name}"


def check_none(what, wrong):
    check(what, not wrong, "\n".join(wrong))


def circle(paths):
    """Files that include each other, at whatever distance. A .c file and its header count as one."""
    uses = {}
    for path in paths:
        part = os.path.splitext(path)[0]
        others = {os.path.splitext(os.path.join("src", name.strip('"')))[0] for name, _ in included(path) if '"' in name}
        uses.setdefault(part, set()).update(others - {part})
    try:
        graphlib.TopologicalSorter(uses).prepare()
    except graphlib.CycleError as error:
        yield " includes ".join(reversed(error.args[1]))


generator = [*objects("src/dungeon/*.c", "src/rng/*.c"), f"{BUILD}/lib/library.o"]
outside = [path for path in objects("src/*.c", "src/*/*.c") if not path.endswith("/library.o")]
system = {name for _, name, kind in symbols(objects("src/output/posix/*.c")) if kind != "U"}
check_none("src/dungeon, src/rng and the C library call each other, and memory, string and sort functions", list(called(generator, PURE, {})))
check_none("src/dungeon, src/rng and the C library have no variable that changes", list(variables(generator)))
check_none("only src/output/posix calls the system, and only src/formats the libraries of formats",
           list(called(outside, system | PURE | TEXT, LIBRARIES)))  # fmt: skip
sources = sorted(glob.glob("src/**/*.[chd]*", recursive=True))
for folder in INCLUDES:
    # Of all of src/, but for the folders of systems; the library is a file.
    inside = [path for path in sources if (path.count("/") <= 2 if folder == "src" else path.startswith((f"{folder}/", f"{folder}.")))]
    check_none(f"{folder} includes what it may", list(forbidden(folder, inside)))
check_none("no files of src/ include each other in a circle", list(circle(sources)))
check_none("headers that are not in PORTABLE are included under an #if", [
    f"{path}: {name}" for path in sources if "/windows/" not in path for name, depth in included(path)
    if name.startswith("<") and name.strip("<>") not in PORTABLE and depth <= 0])  # fmt: skip
sys.exit(end())
