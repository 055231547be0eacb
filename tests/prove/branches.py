#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every branch of src/ is taken by the tests, but for those listed in tests/prove/branches.txt.

Counted by gcov in the build of `make coverage`, without optimization, so that a branch is one of the source: both ways
of every condition, and of each part of && and ||. Nothing that gcov counts is left out. Some are taken only as root.

An entry of the list, of which there are five at most, and which a blank line ends:

    in src/output/target.c
      a line of the source, with one branch that is never taken
    why nothing can take it; an assertion beside that line states it, and is not counted itself
"""

import os
import subprocess
import sys
from typing import NamedTuple

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "lib"))
import coverage

LIST = os.path.join(HERE, "branches.txt")
MOST = 5
# Enough to take every branch. The others repeat much that is slow without optimization.
SUITES = (
    [f"cli/{name}" for name in "completion descriptors dungeons failures interrupted large maps memory options patterns".split()]
    + [f"cli/{name}" for name in "progress replacing shards tileset".split()]
    + [f"unit/{name}" for name in "json limits memory output rng sort".split()]
    + ["formats/", "oracle/catalogue"]
)


class Branch(NamedTuple):
    file: str
    line: str


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read().splitlines()


def read_list():
    """The branches of the list, and what each entry lacks, as sentences."""
    entries = "\n".join(line for line in read(LIST) if not line.startswith("#")).split("\n\n")
    listed, faults = [], []
    for entry in filter(str.strip, entries):
        where, line, *reason = entry.strip("\n").splitlines()
        branch = Branch(where[len("in ") :].strip(), line.strip())
        listed.append(branch)
        if not reason:
            faults.append(f"{branch.file}: no reason: {branch.line}")
    if len(listed) > MOST:
        faults.append(f"{len(listed)} branches are listed, {MOST} may be")
    return listed, faults


def faults_of(branches):
    """What is wrong with the branches that were counted, as sentences."""
    listed, faults = read_list()
    for name, lines in sorted(branches.items()):
        source = read(name)
        for number, counts in sorted(lines.items()):
            branch = Branch(name, source[number - 1].strip())
            for _ in range(counts.count(0)):
                if branch not in listed:
                    faults.append(f"{name}:{number}: a branch is never taken: {branch.line}")
                    continue
                listed.remove(branch)
                if not any("assert(" in line for line in source[max(0, number - 4) : number + 3]):
                    faults.append(f"{name}:{number}: no assertion: {branch.line}")
    return faults + [f"{branch.file}: listed, but taken or not there: {branch.line}" for branch in listed]


def main():
    # What a make above this one says to its jobs is not for a build in another folder.
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    subprocess.run(["make", "-s", f"-j{os.cpu_count()}", "build/coverage"], env=environment, check=True)
    failed = coverage.run_suites(SUITES) != 0
    lines, branches = coverage.read_counts()
    print(coverage.total(lines, branches))
    faults = faults_of(branches)
    for fault in faults:
        print(f"FAILED: {fault}")
    failed += len(faults)
    passed = sum(count > 0 for file in branches.values() for counts in file.values() for count in counts)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    os.chdir(os.path.join(HERE, "..", ".."))
    sys.exit(main())
