#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Run the tests with the build of `make coverage`, and say which lines and branches of src/ they reached.

    tests/coverage/report.py             every suite that runs the program or its parts
    tests/coverage/report.py NAME...     those of tests/check.py with one of these in their name: what they reach alone

A table of all files, then the lines that were never reached and those with a branch that was never taken. A test that
looks at time may fail here: the program is slow, as it is not optimized and counts.
"""

import os
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "tests/lib"))
import coverage

SUITES = ["unit/", "cli/", "fuzz/", "formats/", "oracle/", "docs/examples", "docs/options"]


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
    print(f"{'':32} {'lines':>23}  {'branches':>23}")
    for name in sorted(lines):
        print(coverage.row(name, *coverage.figures(lines[name], branches[name])))
    print(coverage.total(lines, branches))
    print()
    for name in sorted(lines):
        never = [number for number, count in lines[name].items() if count == 0]
        partly = [number for number, line in branches[name].items() if lines[name][number] and 0 in line]
        if never:
            print(f"{name}: never reached: {ranges(never)}")
        if partly:
            print(f"{name}: a branch never taken: {ranges(partly)}")


def main(names):
    if coverage.run_suites(names or SUITES) == 2:
        sys.exit(2)
    tell(*coverage.read_counts())


if __name__ == "__main__":
    os.chdir(ROOT)
    main(sys.argv[1:])
