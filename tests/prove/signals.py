#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""HUP, INT, QUIT, TERM and XCPU at every system call, also twice, end the program, and nothing is left over. @alone

    tests/prove/signals.py                 every scenario
    tests/prove/signals.py pattern         those with these words in their names
"""

import os
import signal
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))
import calls

SIGNALS = "HUP INT QUIT TERM XCPU".split()


def cases_at(point, name, numbers):
    number = getattr(signal, "SIG" + name)
    once = [point.rule("signal", number)]
    twice = [*once, *calls.rules(numbers, ("unlink", "unlinkat"), "signal", number)]
    allowed = {"replaced": True, "silent": True}
    ends = {"statuses": (-number,), "finishes": False, **allowed}
    yield calls.case_at(point, f"is interrupted by {name}", once, **ends)
    yield calls.case_at(point, f"is interrupted by {name}, and so is unlink", twice, **ends)
    if MAY_BE_INIT:
        # No default action ends process 1: before it catches signals, it goes on.
        title, words = f"is interrupted by {name} as process 1", [*once, "init"]
        yield calls.case_at(point, title, words, statuses=(128 + number,), **allowed)


def cases(plan, numbers):
    for point in plan.points:
        for name in calls.in_turn(point, SIGNALS):
            yield list(cases_at(point, name, numbers))


if __name__ == "__main__":
    namespace = ["unshare", "--pid", "--fork", "true"]
    MAY_BE_INIT = subprocess.run(namespace, stderr=subprocess.DEVNULL, check=False).returncode == 0
    if not MAY_BE_INIT:
        print("skipped: process 1: no namespace may be made here")
    sys.exit(calls.prove(cases, sys.argv[1:]))
