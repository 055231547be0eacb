#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every system call after main begins fails with each of 23 errnos, in every way that a map is written.

Of the hundred calls that catch signals each fails with one of them.

    tests/prove/errors.py                every scenario
    tests/prove/errors.py 'over old'     those with these words in their names
"""

import errno
import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))
import calls

ERRNOS = (
    "EPERM ENOENT EINTR EIO EBADF EAGAIN ENOMEM EACCES EBUSY EEXIST EXDEV ENOTDIR EISDIR EINVAL EMFILE EFBIG ENOSPC "
    "EROFS EPIPE ENAMETOOLONG ENOSYS ELOOP EDQUOT"
).split()

# Calls that no kernel fails.
NEVER_FAIL = ("umask", "getpid", "getpgrp", "geteuid")


def allowed(point, name):
    """What is right after this failure, although it is not the rule."""
    return {
        "finishes": not point.decisive,
        # It has no way to say that it cannot say something.
        "silent": point.tells,
        # Told that the file is not there, it does not name it.
        "left": ("unnamed" if name == "ENOENT" else "named") if point.call in ("unlink", "unlinkat") else None,
        "narrower": point.call in calls.ABOUT_READERS,
    }


def cases(plan, _numbers):
    for point in plan.points:
        if point.call == "brk":
            # It says that there is no memory by leaving the break where it is.
            yield [calls.case_at(point, "gives nothing", [point.rule("result", 0)])]
        elif point.call not in NEVER_FAIL:
            yield [
                calls.case_at(
                    point,
                    f"fails with {name}",
                    [point.rule("error", getattr(errno, name))],
                    **allowed(point, name),
                )
                # Told that no file is there, the program is right to make one.
                for name in calls.in_turn(point, ERRNOS)
                if (point.call, name) != ("newfstatat", "ENOENT")
            ]


if __name__ == "__main__":
    sys.exit(calls.prove(cases, sys.argv[1:]))
