#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How fast dungen is: whole processes, measured in turn on one core.

    bench.py                      the table of README.md
    bench.py batch json           the rows with one of these words in their names
    bench.py --against PROGRAM    the commands of the table in this build and in another: CPU time
                                  and peak memory, the best of all rounds. Rows whose options the
                                  other build does not know say so.
    bench.py --rounds N           how often each command runs; 9 if not given
"""

import argparse
import glob
import math
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from typing import NamedTuple

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
DUNGEN = os.path.abspath(os.environ.get("DUNGEN", os.path.join(ROOT, "dungen")))
TUTORIAL_MAPS = 300
BATCH, LEVELS = 100_000, 5_000
MIB = 2**20
AGAINST_BAR = 1.05  # the largest ratio to the CPU time of another build which is acceptable
CAT, TUTORIAL = "cat FILE \\| cat", "samples/tutorial.py in CPython"
LEVEL = "--min-rooms 9 --connect nearest --loops 3 --doors --exit farthest"


class Work(NamedTuple):
    name: str
    options: str
    maps: int = 1  # by which times are divided
    beside: str = ""  # what it is compared with, perhaps CAT: then it is piped through cat
    bar: float = math.inf  # the largest ratio to that which is acceptable
    runs: tuple = ()  # the options of the runs of dungen, one after the other, that `beside` names
    is_slow: bool = False  # runs in a third of the rounds


LARGE = "-s1 -W10000 -H10000"
DENSE = f"{LARGE} --max-rooms 833333"
KEEPS = f"-q -s1 -n{LEVELS} --preset keep"
DUNGEON = "-q -s1 --preset dungeon"
OUTPUTS = [f"-o map.{extension}" for extension in ("txt", "csv", "json", "tmj")]
READ = "-s1 -W2000 -H2000 --max-rooms 30000 --doors"  # of the files that rows read
WORKS = [
    Work("a default map", "-s42", beside="true"),
    Work("large map: 10000x10000", LARGE, beside=CAT, bar=0.60),
    Work("dense map: 10000x10000, 833,333 attempts", DENSE, beside=CAT),
    Work("dense map, splitmix64", f"{DENSE} --rng splitmix64", beside=CAT),
    Work("dense map, nearest", f"{DENSE} --connect nearest"),
    Work("dense map, around", f"{DENSE} --tunnels around"),
    Work("1 GB of text", "-s1 -W31623 -H31622", beside=CAT),
    Work("batch: 100,000 maps", f"-s1 -n{BATCH}", BATCH, beside=CAT, bar=2.9),
    Work("batch, splitmix64", f"-s1 -n{BATCH} --rng splitmix64", BATCH, beside=CAT, bar=1.9),
    Work("batch, libtcod", f"-s1 -n{BATCH} --rng libtcod", BATCH, TUTORIAL),
    Work("batch, libtcod-mt", f"-s1 -n{BATCH} --rng libtcod-mt", BATCH, TUTORIAL),
    Work("batch, json", f"-s1 -n{BATCH} -f json", BATCH, TUTORIAL),
    Work("batch, around", f"-s1 -n{BATCH} --tunnels around", BATCH, TUTORIAL),
    Work("batch, levels", f"-s1 -n{BATCH} {LEVEL}", BATCH, TUTORIAL),
    Work("search: 20 levels", "-q -s1 --preset level --find 20 --where exit_distance=160..", 20),
    Work("json of 1,011,799 rooms", "-s1 -W20000 -H20000 --max-rooms 1600000 -f json --no-tiles"),
    Work("tmj of a large map", "-s1 -W3000 -H3000 --max-rooms 75000 -f tmj"),
    Work("batch, dungeon", f"{DUNGEON} -n{LEVELS}", LEVELS),
    Work("batch, keep", KEEPS, LEVELS),
    Work("batch, keep, linked", f"{KEEPS} --linked", LEVELS),
    Work("batch, keep, 5 locks", f"{KEEPS} --locks 5", LEVELS, "without locks", 1.3, (KEEPS,)),
    Work("batch, quest", f"-q -s1 -n{LEVELS} --preset quest", LEVELS),
    Work("dungeon: 3000x3000", f"{DUNGEON} -W3000 -H3000"),
    Work("dungeon: 3000x3000, 5 locks", f"{DUNGEON} -W3000 -H3000 --locks 5"),
    Work("dungeon: 10000x10000", f"{DUNGEON} -W10000 -H10000", is_slow=True),
    Work(
        "dungeon: 3000x3000 as txt, csv, json, tmj",
        f"{DUNGEON} -W3000 -H3000 {' '.join(OUTPUTS)}",
        beside="four runs with an output each",
        bar=1,
        runs=tuple(f"{DUNGEON} -W3000 -H3000 {output}" for output in OUTPUTS),
    ),
    Work("png of 500x500", f"{DUNGEON} -W500 -H500 -f png"),
    Work("svg of 500x500, hatch", f"{DUNGEON} -W500 -H500 -f svg --theme hatch"),
    Work("reading text of 2000x2000", "-f pgm read.txt"),
    Work("reading json of 2000x2000", "-f pgm read.json"),
]


class Package(NamedTuple):
    name: str
    goal: str  # of make, which packs it
    archive: str  # pattern of its path
    timing: tuple  # a command in the unpacked package that prints the seconds of a map
    options: str  # of the run of dungen that it is compared with
    beside: str
    maps: int = 1  # of this run


def python_timing(statement, maps):
    """A command for a statement that generates so many maps."""
    code = (
        "import dungen, time\n"
        f"dungen.batch({LEVELS})\n"
        "begin = time.perf_counter()\n"
        f"{statement}\n"
        f"print((time.perf_counter() - begin) / {maps})\n"
    )
    return (sys.executable, "-c", code)


NODE_TIMING = """
import { dungen } from "./package/index.mjs";
for (let seed = 0; seed < 100; seed++)
    await dungen({ seed });
const begin = performance.now();
for (let seed = 0; seed < 1000; seed++)
    await dungen({ seed });
console.log((performance.now() - begin) / 1e6); // seconds of one map
"""
WHEEL = "build/python/dungen-*.whl"
PACKAGES = [
    Package(
        "npm package: a default map",
        "npm",
        "build/npm/dungen-npm-*.tgz",
        ("node", "--input-type=module", "-e", NODE_TIMING),
        "-s42",
        "a process of dungen",
    ),
    Package(
        "Python package: generate",
        "wheel",
        WHEEL,
        python_timing("for seed in range(1000): dungen.generate(seed).tiles", 1000),
        "-s42 -f npy",
        "a process that writes npy",
    ),
    Package(
        "Python package: batch",
        "wheel",
        WHEEL,
        python_timing(f"dungen.batch({LEVELS})", LEVELS),
        f"-s1 -n{LEVELS} -f npy",
        "the program, which writes npy",
        LEVELS,
    ),
]


def run(command, piped=False):
    """Seconds from start to end, CPU seconds, and peak memory of the command; its output goes to
    /dev/null or cat.
    """
    begin = time.perf_counter()
    stdout = subprocess.PIPE if piped else subprocess.DEVNULL
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=stdout)
    if piped:
        subprocess.run(["cat"], stdin=process.stdout, stdout=subprocess.DEVNULL, check=True)
        process.stdout.close()
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"bench: {command}: status {process.returncode}")
    return time.perf_counter() - begin, used.ru_utime + used.ru_stime, used.ru_maxrss * 1024


def in_turn(rounds, commands, piped=False):
    """The results of run() for each command, round after round, without the first round."""
    results = [[] for _ in commands]
    for count in range(rounds + 1):
        order = list(zip(commands, results))
        for command, found in order if count % 2 else reversed(order):
            figures = run(command, piped)
            if count:
                found.append(figures)
    return results


def memory(peak):
    """Peak memory as text. The system counts what this interpreter used before it started the
    program.
    """
    least = run(["true"])[2]
    return f"{peak / MIB:.1f} MiB" if peak > least else f"under {math.ceil(least / MIB)} MiB"


def seconds(value):
    for unit, factor in (("s", 1), ("ms", 1e3), ("us", 1e6)):
        if value * factor >= 1:
            return f"{value * factor:.3g} {unit}"
    return f"{value * 1e9:.3g} ns"


# Its arguments are the path of a program in Python and how many seeds to run it with.
TIMING = """
import io, sys, time
code = compile(open(sys.argv[1]).read(), "tutorial", "exec")
seeds = range(int(sys.argv[2]))
sys.stdout = io.StringIO()
begin = time.perf_counter()
for seed in seeds:
    sys.argv = ["", str(seed)]
    exec(code, {})
print(time.perf_counter() - begin, file=sys.stderr)
"""


def tutorial_seconds(maps):
    """The time of a map of samples/tutorial.py in a CPython that is running already."""
    command = [sys.executable, "-c", TIMING, f"{ROOT}/samples/tutorial.py", str(maps)]
    done = subprocess.run(command, stderr=subprocess.PIPE, check=True)
    return float(done.stderr) / maps


def package_row(package, rounds, folder):
    """The cells of a row: maps of a package, in an interpreter that is running already."""
    archives = glob.glob(os.path.join(ROOT, package.archive))
    if not archives or not shutil.which(package.timing[0]):
        return package.name, f"not measured: run make {package.goal}", "", ""
    unpacked = os.path.join(folder, package.goal)
    shutil.unpack_archive(archives[0], unpacked, "zip" if package.goal == "wheel" else "gztar")
    times = []
    for _ in range(rounds):
        done = subprocess.run(package.timing, cwd=unpacked, stdout=subprocess.PIPE, check=True)
        times.append(float(done.stdout))
    program = in_turn(rounds, [[DUNGEN, *package.options.split()]])[0]
    median, process = statistics.median(times), statistics.median(run[0] for run in program)
    ratio = f"{median / (process / package.maps):.2f}x {package.beside}"
    return package.name, f"{seconds(median)} a map", "", ratio


def row(work, rounds, folder):
    """The cells of a row."""
    command, path = [DUNGEN, *work.options.split()], os.path.join(folder, "map")
    if work.beside == CAT:
        with open(path, "wb") as file:
            subprocess.run(command, stdout=file, check=True)
    others = {"true": [["true"]], CAT: [["cat", path]]}.get(work.beside, [])
    if work.runs:
        others = [["sh", "-ec", "\n".join(f"{DUNGEN} {options}" for options in work.runs)]]
    ours, *theirs = in_turn(rounds, [command, *others], work.beside == CAT)
    median = statistics.median(figures[0] for figures in ours)
    per = f"{seconds(median / work.maps)} a map" if work.maps > 1 else seconds(median)
    compared = ""
    if theirs:
        ratio = median / statistics.median(figures[0] for figures in theirs[0])
        verdict = f", more than {work.bar:.2f}x" if ratio > work.bar else ""
        compared = f"{ratio:.2f}x {work.beside}{verdict}"
    elif work.beside == TUTORIAL:
        compared = f"1/{tutorial_seconds(TUTORIAL_MAPS) / (median / work.maps):.0f} of {TUTORIAL}"
    name = f"{work.name} \\| cat" if work.beside == CAT else work.name
    peak = max(figures[2] for figures in ours)
    return name, per, memory(peak), compared


def knows(program, work):
    """Whether a program accepts the options, and writes all outputs."""
    words = work.options.split()
    outputs = [name for option, name in zip(words, words[1:]) if option == "-o"]
    for name in filter(os.path.exists, outputs):
        os.remove(name)
    silent = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    status = subprocess.run([program, *words], **silent).returncode
    return status != 2 and all(map(os.path.exists, outputs))


def row_against(other_program, work, rounds):
    """The cells of a row that compares this build with another."""
    if not knows(other_program, work):
        return work.name, "unknown to the other program", "", "", ""
    commands = [[program, *work.options.split()] for program in (other_program, DUNGEN)]
    results = in_turn(rounds, commands)
    other, this = (min(figures[1] for figures in found) for found in results)
    other_peak, this_peak = (min(figures[2] for figures in found) for found in results)
    verdict = f", more than {AGAINST_BAR:.2f}x" if this > AGAINST_BAR * other else ""
    ratios = f"{this / other:.3f}x{verdict}", f"{this_peak / other_peak:.3f}x"
    return work.name, seconds(other), seconds(this), *ratios


def print_row(cells):
    print("| " + " | ".join(cells) + " |", flush=True)


def main():
    parser = argparse.ArgumentParser(description="Measure how fast dungen is.", allow_abbrev=False)
    against_help = "another build of dungen"
    parser.add_argument("--against", metavar="PROGRAM", type=os.path.abspath, help=against_help)
    parser.add_argument("--rounds", type=int, default=9)
    words_help = "of the names of rows; default: all"
    parser.add_argument("words", metavar="WORD", nargs="*", help=words_help)
    arguments = parser.parse_args()

    def is_asked_for(name):
        return not arguments.words or any(word in name for word in arguments.words)

    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})  # both ends of a pipe on one core
    load = f"load average {os.getloadavg()[0]:.1f}"
    print(f"{os.cpu_count()} cores, {load}, medians of {arguments.rounds} rounds\n")
    if arguments.against:
        header = ("work", "other", "this", "ratio", "memory")
    else:
        header = ("work", "time", "memory", "compared")
    print_row(header)
    print("|" + "---|" * len(header))
    with tempfile.TemporaryDirectory(prefix="dungen-bench-", dir="/dev/shm") as folder:
        os.chdir(folder)
        for name in ("read.txt", "read.json"):
            subprocess.run([DUNGEN, *READ.split(), "-o", name], check=True)
        for work in filter(lambda work: is_asked_for(work.name), WORKS):
            rounds = math.ceil(arguments.rounds / 3) if work.is_slow else arguments.rounds
            if arguments.against:
                print_row(row_against(arguments.against, work, rounds))
            else:
                print_row(row(work, rounds, folder))
        for package in filter(lambda package: is_asked_for(package.name), PACKAGES):
            if not arguments.against:
                print_row(package_row(package, arguments.rounds, folder))
        os.chdir(ROOT)


if __name__ == "__main__":
    main()
