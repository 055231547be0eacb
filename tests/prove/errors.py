# SPDX-License-Identifier: MIT
"""Every system call after main begins fails with each of 23 errnos, in every way that a map is
written. @nightly @alone

The calls that catch signals are the same in all of them, and each fails once. Then two calls fail:
one and the removal of the unfinished file, or each read or write and the wait for it.

    tests/check.py tests/prove/errors.py                             every scenario
    tests/check.py tests/prove/errors.py Errors.test_over_old_file   one scenario
"""

import errno
import os

import calls

ERRNOS = (
    "EPERM ENOENT EINTR EIO EBADF EAGAIN ENOMEM EACCES EBUSY EEXIST EXDEV ENOTDIR EISDIR "
    "EINVAL EMFILE EFBIG ENOSPC EROFS EPIPE ENAMETOOLONG ENOSYS ELOOP EDQUOT"
).split()
# One after which the message says that the file cannot be replaced, and one after which it does not.
BEFORE_UNLINK = ("EIO", "EACCES")

# If open reports that the old file does not exist, creating it is correct, and if readlink reports
# that a name is no link, replacing this name is.
CORRECT = (("openat", "ENOENT"), ("readlink", "EINVAL"), ("readlinkat", "EINVAL"))

# Calls that no kernel fails.
NEVER_FAIL = ("umask", "getpid", "getpgrp", "geteuid")


def fails(point, name, last=None):
    return point.rule("error", getattr(errno, name), last)


def alone(point):
    """One call fails; what is right then, although it is not the rule."""
    for name in ERRNOS:
        if (point.call, name) not in CORRECT:
            yield calls.case_at(
                point,
                f"fails with {name}",
                [fails(point, name)],
                finishes=not point.decisive,
                # A failed write of the message cannot be reported.
                silent=point.is_message,
                left=point.call in ("unlink", "unlinkat"),
                narrower=point.call in calls.ABOUT_READERS,
            )


def before_unlink(point, unlink):
    """Then the unfinished file cannot be removed."""
    for name in BEFORE_UNLINK:
        yield calls.case_at(
            point,
            f"fails with {name}, and then unlink",
            [fails(point, name), *unlink],
            left=True,
            silent=point.is_message,
            narrower=point.call in calls.ABOUT_READERS,
        )


def waits(point, poll):
    """Reads and writes that have to be tried again."""
    for name in ("EINTR", "EAGAIN"):
        failing = fails(point, name, last=point.n + 4)
        yield calls.case_at(
            point,
            f"fails 5 times with {name}",
            [failing],
            statuses=(),
            silent=point.is_message,
        )
    failing = fails(point, "EAGAIN", last=calls.EVERY)
    # If standard error is what is waited for, nothing can be told.
    yield calls.case_at(
        point,
        "fails with EAGAIN, and so does poll",
        [failing, *poll],
        finishes=point.is_message,
        silent=point.call == "write",
    )


def writes_nothing(point):
    is_lost = point.is_message
    yield calls.case_at(
        point,
        "is of no byte",
        [point.rule("result", 0)],
        finishes=is_lost,
        silent=is_lost,
        says="" if is_lost else os.strerror(errno.EIO),
    )
    nothing = point.rule("result", 0, last=calls.EVERY)
    yield calls.case_at(point, "and all later ones are of no byte", [nothing], silent=True)


class Errors(calls.Calls):
    def cases(self, plan):
        unlink = calls.rules(("unlink", "unlinkat"), "error", errno.EACCES)
        poll = calls.rules(("poll", "ppoll"), "error", errno.ENOMEM)
        for point in plan.points:
            if point.call == "brk":
                # If it fails, it sets no errno, but returns another address than it was given.
                yield [calls.case_at(point, "gives nothing", [point.rule("result", 0)])]
            elif point.call not in NEVER_FAIL:
                yield list(alone(point))
                if point.call not in ("unlink", "unlinkat"):
                    yield list(before_unlink(point, unlink))
            if point.call in ("read", "write"):
                yield list(waits(point, poll))
            if point.call == "write":
                yield list(writes_nothing(point))
