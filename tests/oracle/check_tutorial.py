#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares samples/tutorial.py with the program: the same seed gives the same bytes."""

import os
import pathlib
import subprocess
import sys

PROGRAM = os.environ.get("DUNGEN", "./dungen")
TUTORIAL = pathlib.Path(__file__).parents[2] / "samples" / "tutorial.py"
SEEDS = [*range(14), 42, 2**31, 2**32 - 1, 2**32, 2**53 + 1, 2**63, 2**64 - 2, 2**64 - 1]
MOST_LINES = 39


def output(command):
    run = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    if run.returncode or run.stderr:
        raise RuntimeError("%s: status %d, standard error %r" % (" ".join(command), run.returncode, run.stderr))
    return run.stdout


def main():
    failed = 0
    lines = len(TUTORIAL.read_text(encoding="ascii").splitlines())
    if lines > MOST_LINES:
        print("FAILED: %s has %d lines, at most %d are allowed" % (TUTORIAL.name, lines, MOST_LINES))
        failed += 1
    for seed in SEEDS:
        try:
            tutorial = output([sys.executable, str(TUTORIAL), str(seed)])
            program = output([PROGRAM, "--seed", str(seed)])
        except (OSError, RuntimeError) as error:
            print("FAILED: seed %d: %s" % (seed, error))
            failed += 1
            continue
        if tutorial != program:
            print("FAILED: seed %d: the tutorial's map and the program's differ" % seed)
            failed += 1
    print("samples/tutorial.py, %d lines, prints the program's map: %d seeds compared" % (lines, len(SEEDS)))
    print("%d passed, %d failed" % (len(SEEDS) + 1 - failed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
