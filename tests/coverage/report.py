#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Run the tests with the build of `make coverage`, and say which lines and branches of src/ they reached.

    tests/coverage/report.py             every suite that runs the program or its parts
    tests/coverage/report.py NAME...     those of tests/check.py with one of these in their name: what they reach alone

A table of all files, then the lines that were never reached and those with a branch that was never taken. A test that
looks at system calls, memory or time may fail here, because counting needs these, too.
"""

import collections
import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path("build/coverage")
SUITES = ["unit/", "cli/", "fuzz/", "formats/", "oracle/", "docs/examples", "docs/options"]


def run_suites(names):
    # Some tests run the program as another user, who has to be able to add to the counts.
    for notes in BUILD.glob("**/*.gcno"):
        counts = notes.with_suffix(".gcda")
        counts.write_bytes(b"")
        counts.chmod(0o666)
    environment = {**os.environ, "BUILDS": str(BUILD), "DUNGEN": str(ROOT / BUILD / "dungen"), "GCOV_ERROR_FILE": "/dev/null"}
    done = subprocess.run([sys.executable, "tests/check.py", *(names or SUITES)], env=environment, check=False)
    if done.returncode == 2:
        sys.exit(2)


def read_counts():
    """How often each line, and each branch of a line, was run: two dicts by line for each file of src/."""
    lines = collections.defaultdict(collections.Counter)
    branches = collections.defaultdict(dict)
    for notes in sorted((BUILD / "src").glob("**/*.gcno")):
        counts = notes.with_suffix(".gcda")
        if counts.stat().st_size == 0:
            counts.unlink()  # never run
        done = subprocess.run(["gcov", "--branch-probabilities", "--json-format", "--stdout", notes], check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        # A file of tables alone has nothing to count.
        for file in json.loads(done.stdout)["files"] if done.stdout else []:
            name = file["file"]
            if not name.startswith("src/"):
                continue
            for line in file["lines"]:
                number = line["line_number"]
                lines[name][number] += line["count"]
                # A header's functions are counted once for each file that includes it.
                taken = [branch["count"] for branch in line["branches"]]
                before = branches[name].setdefault(number, [0] * len(taken))
                if len(before) == len(taken):
                    branches[name][number] = [a + b for a, b in zip(before, taken)]
                else:
                    branches[name][number] = max(before, taken, key=len)
    return lines, branches


def ranges(numbers):
    """1, 2, 3, 7 as 1-3 7."""
    found = []
    for number in sorted(numbers):
        if found and found[-1][1] == number - 1:
            found[-1][1] = number
        else:
            found.append([number, number])
    return " ".join(f"{first}-{last}" if first != last else f"{first}" for first, last in found)


def tell(lines, branches):
    def row(name, reached, lines_there, taken, branches_there):
        def share(part, whole):
            return f"{part:6} of {whole:5} {100 * part / whole if whole else 100:6.1f} %"

        print(f"{name:32} {share(reached, lines_there)}  {share(taken, branches_there)}")

    sums = [0, 0, 0, 0]
    print(f"{'':32} {'lines':>23}  {'branches':>23}")
    for name in sorted(lines):
        counts = [count for line in branches[name].values() for count in line]
        figures = [sum(count > 0 for count in lines[name].values()), len(lines[name]),
                   sum(count > 0 for count in counts), len(counts)]
        row(name, *figures)
        sums = [a + b for a, b in zip(sums, figures)]
    row("all", *sums)
    print()
    for name in sorted(lines):
        never = [number for number, count in lines[name].items() if count == 0]
        partly = [number for number, line in branches[name].items() if lines[name][number] and 0 in line]
        if never:
            print(f"{name}: never reached: {ranges(never)}")
        if partly:
            print(f"{name}: a branch never taken: {ranges(partly)}")


def main(names):
    run_suites(names)
    tell(*read_counts())


if __name__ == "__main__":
    os.chdir(ROOT)
    main(sys.argv[1:])
