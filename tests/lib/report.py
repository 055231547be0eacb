# SPDX-License-Identifier: MIT
"""A count of checks, for suites that are not yet tests of unittest."""

from helper import BUILD, DUNGEN, ROOT, install_library, output as run  # noqa: F401

passed = failed = 0


def check(what, held, detail=""):
    """Counts a check, and prints it if it failed. Returns whether it held."""
    global passed, failed
    passed += bool(held)
    failed += not held
    if not held:
        print("\n    ".join([f"FAILED: {what}", *str(detail).splitlines()]))
    return held


def equal(what, found, expected):
    return check(what, found == expected, "found    %r\nexpected %r" % (found, expected))


def end(skipped=False):
    """Prints the summary as the last line and returns the exit status. No check at all is no success, unless skipped."""
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not (passed or skipped) else 0
