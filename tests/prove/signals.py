# SPDX-License-Identifier: MIT
"""HUP, INT, QUIT, TERM and XCPU at every system call, also twice, end the program, and nothing is
left over. @nightly @alone

    tests/check.py tests/prove/signals.py                         every scenario
    tests/check.py tests/prove/signals.py Signals.test_pattern    one scenario
"""

import signal
import subprocess

import calls

SIGNALS = "HUP INT QUIT TERM XCPU".split()
NAMESPACE = ["unshare", "--pid", "--fork", "true"]
MAY_BE_INIT = subprocess.run(NAMESPACE, stderr=subprocess.DEVNULL, check=False).returncode == 0
if not MAY_BE_INIT:
    print("skipped: process 1: no namespace may be made here")


def cases_at(point, name):
    number = getattr(signal, "SIG" + name)
    once = [point.rule("signal", number)]
    twice = [*once, *calls.rules(("unlink", "unlinkat"), "signal", number)]
    allowed = {"replaced": True, "silent": True}
    ends = {"statuses": (-number,), "finishes": False, **allowed}
    yield calls.case_at(point, f"is interrupted by {name}", once, **ends)
    yield calls.case_at(point, f"is interrupted by {name}, and so is unlink", twice, **ends)
    if MAY_BE_INIT:
        # No default action ends process 1: before it catches signals, it goes on.
        title, words = f"is interrupted by {name} as process 1", ["init", *once]
        yield calls.case_at(point, title, words, statuses=(128 + number,), **allowed)


class Signals(calls.Calls):
    def cases(self, plan):
        for point in plan.points:
            for name in SIGNALS:
                yield list(cases_at(point, name))
