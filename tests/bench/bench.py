#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How fast dungen is: whole processes, measured in turn on one core.

    bench.py                      the table of README.md
    bench.py batch json           the rows with one of these words in their names
    bench.py --against PROGRAM    the commands of the table in this build and in another: CPU time
                                  and peak memory, the best of all rounds
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
BATCH = 100_000
MIB = 2**20
NPM = "npm package: a default map"
AGAINST_BAR = 1.05  # the largest ratio to the CPU time of another build which is acceptable
CAT, TUTORIAL = "cat FILE \\| cat", "samples/tutorial.py in CPython"
LEVEL = "--min-rooms 9 --connect nearest --loops 3 --doors --exit farthest"


class Work(NamedTuple):
    name: str
    options: str
    maps: int = 1  # by which times are divided
    beside: str = ""  # what it is compared with, perhaps CAT: then it is piped through cat
    bar: float = math.inf  # the largest ratio to that which is acceptable


LARGE = "-s1 -W10000 -H10000"
DENSE = f"{LARGE} --max-rooms 833333"
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


def npm_row(rounds, folder):
    """The cells of a row: maps of the package that `make npm` packed, in a node that is running
    already.
    """
    packages = glob.glob(os.path.join(ROOT, "build/npm/dungen-npm-*.tgz"))
    if not packages or not shutil.which("node"):
        return NPM, "not measured: run make npm", "", ""
    package = os.path.join(folder, "npm")
    os.mkdir(package)
    subprocess.run(["tar", "-xzf", packages[0], "-C", package, "--strip-components=1"], check=True)
    timing = (
        'import { dungen } from "./index.mjs";\n'
        "for (let seed = 0; seed < 100; seed++)\n"
        "    await dungen({ seed });\n"
        "const begin = performance.now();\n"
        "for (let seed = 0; seed < 1000; seed++)\n"
        "    await dungen({ seed });\n"
        "console.log(performance.now() - begin);\n"
    )
    with open(os.path.join(package, "timing.mjs"), "w") as file:
        file.write(timing)
    times = []
    for _ in range(rounds):
        command = ["node", "timing.mjs"]
        done = subprocess.run(command, cwd=package, stdout=subprocess.PIPE, check=True)
        times.append(float(done.stdout) / 1e6)  # milliseconds for 1,000 maps
    process = statistics.median(figures[0] for figures in in_turn(rounds, [[DUNGEN, "-s42"]])[0])
    median = statistics.median(times)
    return NPM, f"{seconds(median)} a map", "", f"{median / process:.2f}x a process of dungen"


def row(work, rounds, folder):
    """The cells of a row."""
    command, path = [DUNGEN, *work.options.split()], os.path.join(folder, "map")
    if work.beside == CAT:
        with open(path, "wb") as file:
            subprocess.run(command, stdout=file, check=True)
    others = {"true": [["true"]], CAT: [["cat", path]]}.get(work.beside, [])
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


def row_against(other_program, work, rounds):
    """The cells of a row that compares this build with another."""
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
    parser.add_argument("--against", metavar="PROGRAM", help="another build of dungen")
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
        for work in filter(lambda work: is_asked_for(work.name), WORKS):
            if arguments.against:
                print_row(row_against(arguments.against, work, arguments.rounds))
            else:
                print_row(row(work, arguments.rounds, folder))
        if not arguments.against and is_asked_for(NPM):
            print_row(npm_row(arguments.rounds, folder))


if __name__ == "__main__":
    main()
