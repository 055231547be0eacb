#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How fast dungen is, as ratios of whole processes measured side by side.

    bench.py [ROW]...             the table, or these rows of it
    bench.py --against PROGRAM    the same with row 15, which compares this build with another
    bench.py --others             the same work in CPython, in C with libtcod and in rot.js
    bench.py --markdown           all of it in one run, into README.md, which says what each row measures
"""

import argparse
import contextlib
import filecmp
import itertools
import math
import os
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
from typing import NamedTuple

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
BUILD = os.path.join(ROOT, "build", "bench")
README = os.path.join(HERE, "README.md")
PROGRAM = os.path.join(BUILD, "dungen")
SPAWN = os.path.join(BUILD, "spawn")
GENERATE = os.path.join(BUILD, "generate")
TREE = os.path.join(BUILD, "tree")
LIBTCOD = os.path.join(BUILD, "libtcod")
ALLOCATIONS = os.path.join(BUILD, "failing_malloc.so")
TUTORIAL = os.path.join(HERE, "tutorial.py")
ROT_SCRIPT = os.path.join(HERE, "rot_uniform.js")
ROT = "rot-js@2.2.1"
MEMORY_FOLDER = "/dev/shm"
CAT = shutil.which("cat")
TRUE = "/bin/true"

BATCH = 100_000
DEFAULT_MAP_BYTES = 81 * 45
TUTORIAL_MAPS = 300
LIBTCOD_MAPS = 3000
MIB = 2**20


def fail(what):
    sys.exit("bench: " + what)


# Measuring.


class Times(list):
    """Seconds that the runs of one command took; `peak` is the most memory that any of them used, in bytes."""

    peak = 0

    def median(self):
        return statistics.median(self)


def run(*command, **options):
    """Run a command to completion and return its output."""
    result = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, check=False, **options)
    if result.returncode != 0:
        fail("%s ended with status %d" % (" ".join(command), result.returncode))
    return result.stdout


def alternate(rounds, *commands, cores=1):
    """Run the commands in turn, round after round, pinned to that many cores; return the Times of each."""
    arguments = []
    for command in commands:
        arguments += [",", *map(str, command)]
    times = [Times() for _ in commands]
    for line in run(SPAWN, str(cores), str(rounds), *arguments[1:]).splitlines():
        index, nanoseconds, peak = map(int, line.split())
        times[index].append(nanoseconds / 1e9)
        times[index].peak = max(times[index].peak, peak * 1024)
    return times


def dungen(*options):
    return [PROGRAM, "--seed", "1", *options]


def shape(width, height, max_rooms):
    return ["--width", width, "--height", height, "--max-rooms", max_rooms]


def batch(*options):
    return dungen("--count", BATCH, *options)


def through_cat(command):
    return [*command, "|", CAT]


class Bench:
    def __init__(self, folder, arguments):
        self.folder = folder
        self.quick = arguments.quick
        self.full = arguments.full
        self.against = arguments.against

    def rounds(self, usual):
        """The number of rounds to take the median of: at least 7, or 3 with --quick."""
        return max(3, usual // 10) if self.quick else usual

    @contextlib.contextmanager
    def file(self, command, size):
        """The command's output as a file in memory, which must have this size."""
        path = os.path.join(self.folder, "map")
        alternate(0, [*command, ">", path])
        try:
            if os.path.getsize(path) != size:
                fail("%s wrote %d bytes, not %d" % (" ".join(map(str, command)), os.path.getsize(path), size))
            yield path
        finally:
            os.remove(path)


# Presenting.


class Line(NamedTuple):
    row: str
    work: str
    measured: str
    bar: str = ""
    verdict: str = ""
    detail: str = ""


def seconds(time):
    for unit, factor in (("s", 1), ("ms", 1e3), ("us", 1e6)):
        if time * factor >= 1:
            break
    return "%.3g %s" % (time * factor, unit)


def as_ratio(value):
    return "%.2fx" % value


def as_part(value):
    return "1/%.3g" % (1 / value) if value > 0 else "lost in noise"


def as_exponent(value):
    return "tiles^%.2f" % value


def as_mib(value):
    return "%.1f MiB" % (value / MIB)


def line(row, work, value, bar, show=as_ratio, detail=""):
    """A value that should be at most the bar, if there is one."""
    if bar is None:
        return Line(row, work, show(value), detail=detail)
    if value <= bar:
        verdict = "ok"
    elif bar == 0:
        verdict = "missed by %s" % show(value)
    else:
        verdict = "missed by %.0f %%" % math.ceil((value / bar - 1) * 100)
    return Line(row, work, show(value), "<= " + show(bar), verdict, detail)


def ratio(row, work, ours, theirs, bar, show=as_ratio):
    detail = "%s / %s" % (seconds(ours.median()), seconds(theirs.median()))
    return line(row, work, ours.median() / theirs.median(), bar, show, detail)


# The rows.


def row_start(bench):
    ours, true = alternate(bench.rounds(2000), [PROGRAM, "--seed", "42"], [TRUE])
    yield ratio("1", "a default map, against true", ours, true, 1.10)


def piped(bench, rounds, row, work, command, size, bar):
    """The command through cat, against `cat FILE | cat`: on one core, where the bar holds, and on two."""
    work += " | cat, against cat FILE | cat, "
    with bench.file(command, size) as file:
        pipelines = [through_cat(command), through_cat([CAT, file])]
        yield ratio(row, work + "one core", *alternate(bench.rounds(rounds), *pipelines), bar)
        if len(os.sched_getaffinity(0)) > 1:
            yield ratio(row, work + "two cores", *alternate(bench.rounds(rounds), *pipelines, cores=2), None)


LARGE = [10_000, 10_000, 30]
LARGE_BYTES = 10_001 * 10_000


def row_pipe(bench):
    yield from piped(bench, 25, "2", "10000x10000", dungen(*shape(*LARGE)), LARGE_BYTES, 0.60)


def row_sinks(bench):
    command = dungen(*shape(*LARGE))
    with bench.file(command, LARGE_BYTES) as file:
        ours, cat = alternate(bench.rounds(25), command, [CAT, file])
        yield ratio("3a", "10000x10000 > /dev/null, against cat FILE > /dev/null", ours, cat, 0.40)
        copies = [os.path.join(bench.folder, name) for name in ("ours", "cat")]
        ours, cat = alternate(bench.rounds(25), [*command, ">", copies[0]], [CAT, file, ">", copies[1]])
        if not all(filecmp.cmp(file, copy, shallow=False) for copy in copies):
            fail("a copy of a map differs from it")
        for copy in copies:
            os.remove(copy)
    yield ratio("3b", "10000x10000 > FILE, against cat FILE > FILE2", ours, cat, 0.95)


DENSE = [10_000, 10_000, 833_333]


def row_dense(bench):
    for letter, rng, bar in (("a", "python", 4.8), ("b", "splitmix64", 4.2)):
        command = dungen("--rng", rng, *shape(*DENSE))
        yield from piped(bench, 9, "4" + letter, "833,333 attempts, %s" % rng, command, LARGE_BYTES, bar)


def row_memory(bench):
    for letter, rng in (("a", "python"), ("b", "splitmix64")):
        command = dungen("--rng", rng, *shape(*DENSE))
        peak = alternate(bench.rounds(3), through_cat(command))[0].peak
        yield line("5" + letter, "833,333 attempts, %s: peak memory" % rng, peak, 32 * MIB, as_mib)


def row_batch(bench):
    for letter, rng, bar in (("a", "python", 2.9), ("b", "splitmix64", 1.9)):
        command = batch("--rng", rng)
        yield from piped(bench, 9, "6" + letter, "100,000 maps, %s" % rng, command, BATCH * DEFAULT_MAP_BYTES, bar)


DEFAULT_SHAPE = ["80", "45", "30"]


def same_maps(theirs, *options):
    """Make sure that a program that times maps makes the same maps as dungen."""
    for seed in ("0", "42", "4294967295"):
        if run(*theirs, seed, "0", *DEFAULT_SHAPE) != run(PROGRAM, "--seed", seed, *options):
            fail("%s does not make the map of seed %s" % (theirs[-1], seed))


def beside(bench, theirs, maps, *rngs):
    """The times of a default map: with each rng, as a part of a batch, and in another program that prints its own."""
    times = [Times() for _ in range(len(rngs) + 1)]
    for _ in range(bench.rounds(9)):
        for ours, new in zip(times, alternate(1, *(batch("--rng", rng) for rng in rngs))):
            ours.extend(time / BATCH for time in new)
        times[-1].append(int(run(*theirs, "1", str(maps), *DEFAULT_SHAPE)) / 1e9)
    return times


def row_tutorial(bench):
    tutorial = [sys.executable, TUTORIAL]
    same_maps(tutorial)
    python, splitmix64, theirs = beside(bench, tutorial, TUTORIAL_MAPS, "python", "splitmix64")
    yield ratio("7a", "a map of the batch, python, against CPython", python, theirs, 1 / 45, as_part)
    yield ratio("7b", "a map of the batch, splitmix64, against CPython", splitmix64, theirs, 1 / 80, as_part)


def row_json_batch(bench):
    json, text = alternate(bench.rounds(9), through_cat(batch("--format", "json")), through_cat(batch()))
    yield ratio("8", "100,000 maps | cat, as JSON, against text", json, text, 2.5)


def row_tree(bench):
    def commands(side, tries):
        size = [side, side, tries]
        return (dungen("--format", "json", "--no-tiles", *shape(*size)),
                [GENERATE, "generator", *size, 6, 10, "python", 1],
                [TREE, *size, 6, 10, "python", 1])

    document, generation, tree = commands(20_000, 1_600_000)
    # A tree of a tenth of the rooms on a tenth of the map takes a tenth of the time.
    scale = 1 if bench.full else 10
    small = commands(20_000, 1_600_000) if bench.full else commands(6325, 160_000)
    ours, theirs = (os.path.join(bench.folder, name) for name in ("ours", "tree"))
    alternate(0, [*small[0], ">", ours], [*small[2], ">", theirs])
    if not filecmp.cmp(ours, theirs, shallow=False):
        fail("the tree prints another document")
    os.remove(ours)
    os.remove(theirs)

    times = alternate(bench.rounds(7), *[document, generation] * 3, small[2], small[1])
    writing = Times(a - b for i in (0, 2, 4) for a, b in zip(times[i], times[i + 1]))
    building = Times(scale * (a - b) for a, b in zip(times[6], times[7]))
    rooms, _, kept = run(*map(str, generation)).split()
    work = "JSON of %s rooms less generation, against a cJSON tree" % f"{int(rooms):,}"
    yield ratio("9a", work + (" (10 x 1/10)" if scale > 1 else ""), writing, building, 1 / 50, as_part)
    peak = max(times[i].peak for i in (0, 2, 4))
    alone = max(times[i].peak for i in (1, 3, 5))
    yield line("9b", "the same: peak memory over that of generation", max(0, peak - alone), MIB, as_mib,
               "%s in all, rooms and tunnels %s" % (as_mib(peak), as_mib(int(kept))))


def row_growth(bench):
    sides = [100, 316, 1000, 3162, 10_000]
    maps = [10_000, 1000, 100, 10, 1]
    start = dungen(*shape(3, 3, 1), "--room-min", 2, "--room-max", 2)
    commands = [dungen("--count", count, *shape(side, side, side * side // 120)) for side, count in zip(sides, maps)]
    *sizes, start = alternate(bench.rounds(7), *commands, start)
    per_map = [(times.median() - start.median()) / count for times, count in zip(sizes, maps)]
    per_tile = [time / side**2 * 1e9 for time, side in zip(per_map, sides)]
    for i, letter in enumerate("abcd"):
        exponent = math.log(per_map[i + 1] / per_map[i]) / math.log(sides[i + 1] ** 2 / sides[i] ** 2)
        work = "an attempt per 120 tiles: 10^%d to 10^%d tiles" % (i + 4, i + 5)
        detail = "%.3g to %.3g ns per tile" % (per_tile[i], per_tile[i + 1])
        yield line("10" + letter, work, exponent, 1.2, as_exponent, detail)


def row_allocations(bench):
    def allocations(command):
        file = os.path.join(bench.folder, "count")
        run(*map(str, command), env={**os.environ, "LD_PRELOAD": os.path.relpath(ALLOCATIONS), "MALLOC_COUNT": file})
        with open(file, encoding="ascii") as stream:
            count = int(stream.read())
        os.remove(file)
        return count

    for letter, form in (("a", "text"), ("b", "json")):
        one, many = (allocations(dungen("--format", form, "--count", count)) for count in (1, 1000))
        yield line("11" + letter, "allocations after the first of 1,000 maps, %s" % form, many - one, 0, str,
                   "%d for 1, %d for 1,000" % (one, many))


def row_wide(bench):
    options = [20_000, 20_000, 1_000_000, 2, 2000, "python", 1]
    commands = [[GENERATE, way, *options] for way in ("generator", "plain")]
    if run(*map(str, commands[0])) != run(*map(str, commands[1])):
        fail("the index and the plain comparison disagree")
    index, plain = alternate(bench.rounds(15), *commands)
    yield ratio("12", "1,000,000 attempts, rooms 2 to 2000, index, against plain", index, plain, 1.05)


GIGABYTE = [31_623, 31_622, 30]
GIGABYTE_BYTES = 31_624 * 31_622


def row_gigabyte(bench):
    if shutil.disk_usage(bench.folder).free < 2 * GIGABYTE_BYTES:
        yield Line("13", "1 GB of text", "not measured", detail="%s has no room for it" % MEMORY_FOLDER)
        return
    command = dungen(*shape(*GIGABYTE))
    with bench.file(command, GIGABYTE_BYTES) as file:
        ours, cat = alternate(bench.rounds(7), through_cat(command), through_cat([CAT, file]))
        yield ratio("13a", "1 GB of text | cat, against cat FILE | cat", ours, cat, None)
        ours, cat = alternate(bench.rounds(7), command, [CAT, file])
        yield ratio("13b", "1 GB of text > /dev/null, against cat FILE > /dev/null", ours, cat, None)


def row_libtcod(bench):
    if not build_libtcod():
        yield Line("14", "a map of the batch, libtcod", "not measured", detail="needs the package libtcod-dev")
        return
    ours, theirs = beside(bench, [LIBTCOD], LIBTCOD_MAPS, "libtcod")
    yield ratio("14", "a map of the batch, libtcod, against C with libtcod", ours, theirs, 1 / 4.5, as_part)


def row_against(bench):
    """Two builds side by side; the second one's name is the user's."""
    works = [
        ("a", "JSON", batch("--format", "json"), 0.75),
        ("b", "python", batch(), None),
        ("c", "splitmix64", batch("--rng", "splitmix64"), None),
        ("d", "libtcod", batch("--rng", "libtcod"), None),
    ]
    for letter, work, command, bar in works:
        ours, theirs = alternate(bench.rounds(15), command, [bench.against, *command[1:]])
        yield ratio("15" + letter, "100,000 maps, %s, against the other build" % work, ours, theirs, bar)


ROWS = {
    1: row_start,
    2: row_pipe,
    3: row_sinks,
    4: row_dense,
    5: row_memory,
    6: row_batch,
    7: row_tutorial,
    8: row_json_batch,
    9: row_tree,
    10: row_growth,
    11: row_allocations,
    12: row_wide,
    13: row_gigabyte,
    14: row_libtcod,
    15: row_against,  # only with --against
}


# The same work elsewhere.


class Maker(NamedTuple):
    """A program that makes maps."""

    name: str
    time: object  # called with maps, width, height and attempts; returns seconds per map, and a remark
    maps: tuple  # how many to time: default maps, and large ones
    against: str = ""  # the maker to compare it with


def dungen_maker(rng, **fields):
    def time(maps, *size):
        return alternate(1, dungen("--rng", rng, "--count", maps, *shape(*size)))[0][0] / maps, ""

    return Maker("dungen --rng %s" % rng, time, (BATCH, 20), **fields)


def other_maker(name, maps, against, command, size_of=3):
    """A program that prints nanoseconds per map and, optionally, how many maps it gave up on."""

    def time(maps, *size):
        nanoseconds, *given_up = map(int, run(*command, "1", str(maps), *map(str, size[:size_of])).split())
        remark = "gave up" if given_up and given_up[0] == maps else ""
        return nanoseconds / 1e9, remark

    return Maker(name, time, maps, against)


def makers():
    yield dungen_maker("python")
    yield dungen_maker("libtcod")
    yield dungen_maker("splitmix64")
    tutorial = [sys.executable, TUTORIAL]
    same_maps(tutorial)
    yield other_maker("the tutorial's code in CPython", (TUTORIAL_MAPS, 1), "dungen --rng python", tutorial)

    if build_libtcod():
        yield other_maker("the same in C with libtcod", (LIBTCOD_MAPS, 5), "dungen --rng libtcod", [LIBTCOD])
    else:
        print("libtcod is not measured: it needs the package libtcod-dev")

    node, npm = shutil.which("node"), shutil.which("npm")
    folder = os.path.join(BUILD, "npm")
    if node and npm and not os.path.isdir(os.path.join(folder, "node_modules", "rot-js")):
        os.makedirs(folder, exist_ok=True)
        subprocess.run([npm, "install", "--silent", "--no-audit", "--no-fund", "--prefix", folder, ROT], check=False)
    if node and os.path.isdir(os.path.join(folder, "node_modules", "rot-js")):
        name = "rot.js, Map.Uniform: its closest generator, by other rules"
        command = [node, ROT_SCRIPT, folder]
        yield other_maker(name, (TUTORIAL_MAPS, 1), "dungen --rng python", command, size_of=2)
    else:
        print("rot.js is not measured: it needs node and npm, and network access once")


def compare_others(bench):
    """Yields maker, time of a default map and of a large one, each with its ratio to dungen's."""
    made = list(makers())
    works = [(80, 45, 30), (1000, 1000, 8333)]
    times = {(maker.name, i): Times() for maker in made for i in range(len(works))}
    remarks = {}
    for _ in range(bench.rounds(7)):
        for i, work in enumerate(works):
            for maker in made:
                time, remarks[maker.name, i] = maker.time(maker.maps[i], *work)
                times[maker.name, i].append(time)

    for maker in made:
        cells = []
        for i in range(len(works)):
            time = times[maker.name, i].median()
            cell = seconds(time)
            if maker.against:
                many = time / times[maker.against, i].median()
                cell += f", {many:.1f}x" if many < 10 else f", {many:,.0f}x"
            if remarks[maker.name, i]:
                cell += " (%s)" % remarks[maker.name, i]
            cells.append(cell)
        yield (maker.name, *cells)


# The whole.


def build(target):
    command = ["make", "--silent", "--no-print-directory", "-f", "tests/bench/Makefile", target]
    if subprocess.run(command, cwd=ROOT, stdout=sys.stderr, check=False).returncode != 0:
        fail("could not build the programs that it measures with")


def build_libtcod():
    """Build the program that draws from libtcod; false where the library's headers are missing."""
    if subprocess.run(["pkg-config", "--exists", "libtcod"], check=False).returncode != 0:
        return False
    build("bench-others")
    same_maps([LIBTCOD], "--rng", "libtcod")
    return True


def first_line(*command):
    try:
        return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()[0]
    except (OSError, subprocess.CalledProcessError, IndexError):
        return "no " + command[0]


def machine():
    with open("/proc/cpuinfo", encoding="ascii", errors="replace") as file:
        models = [text.split(":", 1)[1].strip() for text in file if text.startswith("model name")]
    try:
        with open("/etc/debian_version", encoding="ascii") as file:
            system = "Debian " + file.read().strip()
    except OSError:
        system = sys.platform
    return "%d cores, %s; %s; %s; Python %s; load average at the start %.1f" % (
        os.cpu_count(), models[0] if models else "unknown", system, first_line("gcc", "--version"),
        ".".join(map(str, sys.version_info[:3])), os.getloadavg()[0])


def table(rows, alignment):
    """A Markdown table; the first row is its header."""
    text = ["| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |" for cells in rows]
    text.insert(1, "|" + "|".join("---:" if side == ">" else "---" for side in alignment) + "|")
    return "\n".join(text)


def update_readme(name, text):
    """Replace the text between the two markers of that name."""
    with open(README, encoding="utf-8") as file:
        content = file.read()
    before, rest = content.split("<!-- %s -->\n" % name)
    _, after = rest.split("<!-- end of %s -->\n" % name)
    content = before + "<!-- %s -->\n%s\n<!-- end of %s -->\n" % (name, text, name) + after
    with open(README, "w", encoding="utf-8") as file:
        file.write(content)


def print_lines(header, lines, widths):
    """Print the lines under their header as they come, and return all of them."""
    printed = []
    for cells in itertools.chain([header], lines):
        print("  ".join(cell.ljust(width) for cell, width in zip(cells, widths)).rstrip(), flush=True)
        printed.append(cells)
    return printed


def main():
    parser = argparse.ArgumentParser(description="Measure how fast dungen is.", allow_abbrev=False)
    parser.add_argument("rows", metavar="ROW", type=int, nargs="*",
                        help="a row of the table, 1 to %d; default: all" % max(ROWS))
    parser.add_argument("--quick", action="store_true", help="fewer rounds: a glance, not a measurement")
    parser.add_argument("--full", action="store_true", help="row 9 with the whole tree, which takes minutes")
    parser.add_argument("--against", metavar="PROGRAM", help="another build of dungen, for row 15")
    parser.add_argument("--others", action="store_true", help="the same work in CPython, libtcod and rot.js")
    parser.add_argument("--markdown", action="store_true", help="measure it all and update tests/bench/README.md")
    arguments = parser.parse_args()
    for row in arguments.rows:
        if row not in ROWS:
            parser.error("%d: there are rows 1 to %d" % (row, max(ROWS)))
        if row == 15 and not arguments.against:
            parser.error("row 15 needs --against PROGRAM")
    if arguments.markdown and (arguments.rows or arguments.quick or arguments.others or not arguments.against):
        parser.error("--markdown measures everything in full rounds: it needs --against, and goes with no row, "
                     "--quick or --others")
    rows = arguments.rows or [row for row in ROWS if row != 15 or arguments.against]

    # An interrupted run also removes its files.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    if not os.path.isdir(MEMORY_FOLDER):
        fail("%s: no such folder, and it needs one for files in memory" % MEMORY_FOLDER)
    build("bench-programs")
    # A copy, so that a rebuild does not replace it during the run.
    shutil.copy(os.path.join(ROOT, "dungen"), PROGRAM)
    about = machine()
    print(about, flush=True)
    with tempfile.TemporaryDirectory(prefix="dungen-bench-", dir=MEMORY_FOLDER) as folder:
        bench = Bench(folder, arguments)
        measured = {}
        if not arguments.others:
            lines = (line_of for row in rows for line_of in ROWS[row](bench))
            header = ("row", "work", "measured", "bar", "verdict", "medians and more")
            measured["table"] = table(print_lines(header, lines, [3, 80, 13, 13, 16, 0]), "<<>><<")
        if arguments.others or arguments.markdown:
            header = ("program", "80x45, 30 attempts", "1000x1000, 8333 attempts")
            measured["others"] = table(print_lines(header, compare_others(bench), [58, 24, 24]), "<<<")
    if arguments.markdown:
        update_readme("run", "Measured on %s." % about)
        for name, text in measured.items():
            update_readme(name, text)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
