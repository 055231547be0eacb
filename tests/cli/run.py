#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Run the tests of the built program from the project root.

    tests/cli/run.py                 every test
    tests/cli/run.py test_options    one file; also test_options.Seed, or test_options.Seed.test_differs_from_run_to_run

A failed subtest counts as one failure. With FAILFAST=1 in the environment, the first one ends the run.
"""

import os
import sys
import unittest

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))


class Result(unittest.TextTestResult):
    passed = 0

    def addSuccess(self, test):
        super().addSuccess(test)
        self.passed += 1


def run(suite):
    """Run these tests and sum them up; return an exit status."""
    os.umask(0o022)  # other users have to get into some of the folders that the tests make
    failfast = os.environ.get("FAILFAST") == "1"
    result = unittest.TextTestRunner(stream=sys.stdout, resultclass=Result, failfast=failfast).run(suite)
    for test, reason in result.skipped:
        print(f"skipped: {test}: {reason}")
    failed = len(result.failures) + len(result.errors)
    print(f"{result.passed} passed, {failed} failed")
    # A run that tested nothing is no success, unless it says what it skipped.
    return 0 if failed == 0 and (result.passed or result.skipped) else 1


def main(names):
    sys.path.insert(0, HERE)
    loader = unittest.defaultTestLoader
    return run(loader.loadTestsFromNames(names) if names else loader.discover(HERE))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
