#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A failing call and then an unfinished file that cannot be removed, writes of nothing, and a failing poll.

    tests/prove/pairs.py                 every scenario
    tests/prove/pairs.py pattern         those with these words in their names
"""

import errno
import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))
import calls

# One after which the advice is to write in place, and one after which it is not.
FIRST = ("EIO", "EACCES")


def then_unlink(plan, numbers):
    unlink = calls.rules(numbers, ("unlink", "unlinkat"), "error", errno.EACCES)
    for point in plan.points:
        # The others never fail, or leave no file to remove.
        if point.call in ("umask", "brk", "geteuid", "unlink", "unlinkat"):
            continue
        for name in calls.in_turn(point, FIRST):
            yield calls.case_at(
                point,
                f"fails with {name}, and then unlink",
                [point.rule("error", getattr(errno, name)), *unlink],
                # Where the message fails, nothing can be told.
                left="unnamed" if point.tells else "named",
                silent=point.tells,
                narrower=point.call in calls.ABOUT_READERS,
            )


def writes(plan, numbers):
    poll = calls.rules(numbers, ("poll", "ppoll"), "error", errno.ENOMEM)
    for point in (point for point in plan.points if point.call == "write"):
        yield calls.case_at(point, "is of no byte", [point.rule("result", 0)], finishes=point.tells, silent=point.tells)
        nothing = point.rule("result", 0, last=calls.EVERY)
        yield calls.case_at(point, "and all later ones are of no byte", [nothing], silent=True)
        for name in ("EINTR", "EAGAIN"):
            failing = point.rule("error", getattr(errno, name), last=point.n + 4)
            yield calls.case_at(point, f"fails 5 times with {name}", [failing], statuses=(), silent=point.tells)
        # Then nothing can be told either.
        failing = point.rule("error", errno.EAGAIN, last=calls.EVERY)
        yield calls.case_at(point, "fails with EAGAIN, and so does poll", [failing, *poll], silent=True)


def cases(plan, numbers):
    yield list(then_unlink(plan, numbers))
    yield list(writes(plan, numbers))


if __name__ == "__main__":
    sys.exit(calls.prove(cases, sys.argv[1:]))
