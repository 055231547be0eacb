# SPDX-License-Identifier: MIT
"""Shared by the tests of the documents: the project's folder, the program under test, and a counter of checks."""

import os
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[3]
DUNGEN = os.path.abspath(os.environ.get("DUNGEN", "./dungen"))


def run(*args):
    """Standard output of the program for a valid command line."""
    result = subprocess.run([DUNGEN, *args], stdin=subprocess.DEVNULL, capture_output=True, check=False)
    if result.returncode or result.stderr:
        raise RuntimeError("dungen %s: status %d, %r" % (" ".join(args), result.returncode, result.stderr))
    return result.stdout


class Report:
    """Counts checks and prints those that failed."""

    def __init__(self):
        self.passed = self.failed = 0

    def check(self, what, held, detail=""):
        if held:
            self.passed += 1
        else:
            self.failed += 1
            print("FAILED: %s" % what)
            for line in str(detail).splitlines():
                print("    " + line)
        return held

    def equal(self, what, found, expected):
        return self.check(what, found == expected, "found    %r\nexpected %r" % (found, expected))

    def end(self):
        """Prints the summary as the last line and returns the exit status."""
        print("%d passed, %d failed" % (self.passed, self.failed))
        return 1 if self.failed or not self.passed else 0
