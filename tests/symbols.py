# SPDX-License-Identifier: MIT
"""What the generator may call and what each part of src/ may know of the others. @lib @format @rng
@option

Objects built with sanitizers call these, so they are not for this test.
"""

import fnmatch
import glob
import graphlib
import os
import re
import unittest

from helper import BUILD, read, tool

# Functions for memory, strings and sorting; and what compilers add for checks, for bits and for
# code that may be anywhere.
PURE = (
    r"mem[cmrs]\w+|str(?!error|signal|tok|coll)\w+|([mc]|re)alloc|free|qsort|bsearch"
    r"|__stack_chk_fail|__\w+[sdt]i\d|_GLOBAL_OFFSET_TABLE_"
)
# What the parts of src/ but src/system may call beyond that: text and the end.
# Everything else is the system's.
TEXT = (
    rf"{PURE}|v?snprintf|sscanf|strerror|stpcpy|getopt\w*|opt(arg|ind|err|opt)|abort"
    r"|__(errno|ctype|assert|libc_start)_\w+"
)
# The libraries of formats, and the one that takes its memory from the caller.
LIBRARIES = {"src/formats": r"(cJSON_|XML_|deflate|inflate|crc32)\w*", "src": "cJSON_InitHooks"}

# The parts of other folders that the C library contains: what writes text and JSON into memory.
PARTS_OF_LIBRARY = (
    "io/output",
    "formats/json_write",
    "formats/painted_rows",
    "formats/symbols",
    "formats/text_write",
    "formats/tiles",
)
# The folders that do no input or output, and the headers of C that they and the library may include.
PARTS_OF_GENERATOR = ("base", "diagnose", "generate", "map", "rng")
PURE_HEADERS = ["<stdbool.h>", "<stddef.h>", "<stdint.h>", "<stdlib.h>", "<string.h>"]
# The system that the tests run on.
SYSTEM = ("src/system/posix/*.c", "src/system/shared/*.c")
# What only src/system may include; * is any part of a name. A system is a folder that nothing
# outside of it names: that is what makes another one possible.
OF_SYSTEM = [
    '"system/*/*"',
    "<fcntl.h>",
    "<io.h>",
    "<poll.h>",
    "<signal.h>",
    "<unistd.h>",
    "<windows.h>",
    "<sys/*",
]

# Headers of C and POSIX that src/ includes, and two that every system has or can have; others may
# be included under an #if only.
PORTABLE = set(
    """
    assert.h ctype.h errno.h inttypes.h limits.h math.h signal.h stdarg.h stdbool.h stddef.h
    stdint.h stdio.h stdlib.h string.h time.h
    fcntl.h poll.h strings.h sys/stat.h unistd.h
    cJSON.h expat.h getopt.h zlib.h
    """.split()
)


def objects(*patterns):
    sources = [path for pattern in patterns for path in sorted(glob.glob(pattern))]
    return [os.path.join(BUILD, path[:-1] + "o") for path in sources]


def symbols(paths):
    """Object, name and kind of each symbol: U is one that it needs."""
    return re.findall(r"^(.*): (\S+) (\w)", tool("nm", "-P", "-A", *paths).decode(), re.MULTILINE)


def plain(name):
    """The function behind the name that a C library has for it in some standard of C, or with
    checks of bounds.
    """
    return re.sub(r"^__(?:isoc\d+_(\w+)|(\w+)_chk)$", r"\1\2", name)


def called(paths, allowed, libraries, others=()):
    """The calls of these objects that are neither allowed nor among them and other objects."""
    every = symbols([*paths, *others])
    known = {name for _, name, kind in every if kind.isupper() and kind != "U"}
    for path, name, kind in symbols(paths):
        if kind != "U" or name in known:
            continue
        library = next((names for folder, names in libraries.items() if f"/{folder}/" in path), "$")
        if not re.fullmatch(rf"{allowed}|{library}", plain(name)):
            yield f"{path}: {name}"


def variables(paths):
    """What can be written at run time; only .data.rel.ro may, which the loader fills in and then
    closes.
    """
    section = re.compile(r"\] (\.\S+) +\S+ +\S+ +\S+ +(\S+) +\S+ +(\w*) ")
    for part in tool("readelf", "-SW", *paths).decode().split("\nFile: ")[1:]:
        for name, size, flags in section.findall(part):
            if "W" in flags and not name.startswith(".data.rel.ro") and int(size, 16):
                yield f"{part.splitlines()[0]}: {name} has 0x{size} bytes"
    yield from (f"{path}: {name} is common" for path, name, kind in symbols(paths) if kind == "C")


def included(path):
    """Each header that a file includes, and under how many #if."""
    depth = 0
    directive_line = r"^[ \t]*#[ \t]*(\w+)[ \t]*(.*)"
    for directive, rest in re.findall(directive_line, read(path).decode(), re.MULTILINE):
        if directive.startswith("if"):
            depth += 1
        elif directive == "endif":
            depth -= 1
        elif directive == "include":
            yield rest, depth


def matches_any(name, patterns):
    return any(fnmatch.fnmatchcase(name, pattern) for pattern in patterns)


def quoted_patterns(names):
    """Patterns for including what src/ has under these names, which are files or folders/."""
    return [f'"{name}*"' if name.endswith("/") else f'"{name}"' for name in names]


def table_of_folders():
    """Each row of the table in DESIGN.md: its files and folders, and what they may include."""
    rows = re.findall(r"^\| (`src/.*?) \|.*\| (.*?) \|$", read("DESIGN.md").decode(), re.MULTILINE)
    for first, last in rows:
        inside = re.findall(r"`src/(.*?)`", first)
        if last == "everything":
            yield inside, ["*"]
            continue
        headers = ["<*>"]
        if inside[0].rstrip("/") in (*PARTS_OF_GENERATOR, "library.c"):
            headers = PURE_HEADERS
        others = re.findall(r"`(.*?)`", last)
        yield inside, [*quoted_patterns([*inside, *others]), *headers]


def forbidden(paths, allowed, never=()):
    """What these files include and may not."""
    for path in paths:
        for name, _ in included(path):
            if not matches_any(name, allowed) or matches_any(name, never):
                yield f"{path}: {name}"


def circle(paths):
    """Files that include each other, at any distance. A .c file and its header count as one."""
    uses = {}
    for path in paths:
        part = os.path.splitext(path)[0]
        names = [name.strip('"') for name, _ in included(path) if '"' in name]
        others = {os.path.splitext(os.path.join("src", name))[0] for name in names}
        uses.setdefault(part, set()).update(others - {part})
    try:
        graphlib.TopologicalSorter(uses).prepare()
    except graphlib.CycleError as error:
        yield " includes ".join(reversed(error.args[1]))


class Symbols(unittest.TestCase):
    GENERATOR = objects(*(f"src/{part}/*.c" for part in PARTS_OF_GENERATOR))
    GENERATOR += [f"{BUILD}/lib/{name}.o" for name in ("library", *PARTS_OF_LIBRARY)]
    SOURCES = sorted(glob.glob("src/**/*.[chd]*", recursive=True))

    def test_library_contains_these_parts_and_no_others(self):
        sources = re.search(r"LIB_SOURCES = (.*\n.*)", read("Makefile").decode())[1]
        names = [f"src/{part}/*.c" for part in sorted({*PARTS_OF_GENERATOR} - {"diagnose"})]
        formats = [name[8:] for name in PARTS_OF_LIBRARY if name.startswith("formats/")]
        expected = f"src/library.c src/io/output.c $(wildcard {' '.join(names)}) \\\n\t"
        expected += f"$(patsubst %,src/formats/%.c,{' '.join(formats)})"
        self.assertEqual(sources, expected)

    def test_generator_and_library_call_each_other_and_memory_string_and_sort_functions(self):
        self.assertEqual(list(called(self.GENERATOR, PURE, {})), [])

    def test_they_have_no_variable_that_changes(self):
        self.assertEqual(list(variables(self.GENERATOR)), [])

    def test_only_posix_calls_the_system_and_only_formats_the_libraries_of_formats(self):
        paths = objects("src/*.c", "src/*/*.c")
        outside = [path for path in paths if not path.endswith("/library.o")]
        self.assertEqual(list(called(outside, TEXT, LIBRARIES, objects(*SYSTEM))), [])

    def test_the_environment_changes_nothing(self):
        program = objects("src/main.c", "src/*/*.c", *SYSTEM)
        names = {name for _, name, _ in symbols(program)}
        of_variables = {"environ", "getenv", "secure_getenv"}
        of_locale_and_time = {"setlocale", "localtime", "tzset"}
        self.assertEqual(names & (of_variables | of_locale_and_time), set())

    def test_each_folder_includes_what_the_table_in_hacking_allows(self):
        left = set(self.SOURCES)
        for names, allowed in table_of_folders():
            prefixes = tuple(f"src/{name}" for name in names)
            inside = [path for path in self.SOURCES if path.startswith(prefixes)]
            with self.subTest(names):
                self.assertTrue(inside)
                self.assertEqual(list(forbidden(inside, allowed)), [])
            left -= set(inside)
        self.assertEqual(left, set(), "sources that are not in the table")

    def test_only_systems_include_what_differs_between_systems(self):
        outside = [path for path in self.SOURCES if not re.match("src/system/.*/", path)]
        self.assertEqual(list(forbidden(outside, ["*"], OF_SYSTEM)), [])

    def test_no_files_include_each_other_in_a_circle(self):
        self.assertEqual(list(circle(self.SOURCES)), [])

    def test_headers_that_are_not_portable_are_included_under_an_if(self):
        found = []
        for path in self.SOURCES:
            if "/windows/" in path:
                continue
            for name, depth in included(path):
                is_portable = not name.startswith("<") or name.strip("<>") in PORTABLE
                if not is_portable and depth <= 0:
                    found.append(f"{path}: {name}")
        self.assertEqual(found, [])
