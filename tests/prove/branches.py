#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every branch of src/ is taken by the tests, but for those listed in tests/prove/branches.txt.

Counted by gcov in the build of `make coverage`, without optimization, so that a branch is one of the source: both ways
of every condition, also of each part of && and ||. Nothing that gcov counts is left out.

An entry of the list, of which there are MOST at most:

    in src/output/target.c
      a line of the source, on which no more than one branch is never taken
    why nothing can take it, which an assertion beside it states
"""

import os
import subprocess
import sys

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "lib"))
import coverage

LIST = os.path.join(HERE, "branches.txt")
MOST = 5
# Enough to take every branch. Others, such as the unit tests of overlaps, repeat the same too often to be run here.
SUITES = ["cli/", "oracle/catalogue", "formats/", "unit/json", "unit/limits", "unit/memory", "unit/output", "unit/rng", "unit/sort"]


def read_list():
    """Pairs of a file and a line in it."""
    entries, name = [], None
    with open(LIST, encoding="utf-8") as file:
        for line in file:
            if line.startswith("in "):
                name = line[3:].strip()
            elif line.startswith("  ") and line.strip():
                entries.append((name, line.strip()))
    return entries


def never_taken(branches):
    """File, number and text of each line with such a branch, as often as it has one."""
    for name, lines in sorted(branches.items()):
        with open(name, encoding="utf-8") as file:
            source = file.read().splitlines()
        for number, counts in sorted(lines.items()):
            for _ in range(counts.count(0)):
                yield name, number, source[number - 1].strip()


def main():
    subprocess.run(["make", "-s", "build/coverage"], check=True)
    failed = 1 if coverage.run_suites(SUITES) else 0
    lines, branches = coverage.read_counts()
    print(coverage.total(lines, branches))
    listed = read_list()
    if len(listed) > MOST:
        failed += 1
        print(f"FAILED: {len(listed)} branches are listed, of at most {MOST}")
    for name, number, text in never_taken(branches):
        if (name, text) in listed:
            listed.remove((name, text))
        else:
            failed += 1
            print(f"FAILED: {name}:{number}: a branch is never taken: {text}")
    for name, text in listed:
        failed += 1
        print(f"FAILED: {name}: listed, but taken or not there: {text}")
    passed = sum(count > 0 for file in branches.values() for counts in file.values() for count in counts)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    os.chdir(os.path.join(HERE, "..", ".."))
    sys.exit(main())
