# SPDX-License-Identifier: MIT
"""Shared by suites that are scripts: the project's folder, the program under test, and a count of checks."""

import os
import pathlib
import subprocess

from many import DUNGEN, call

BUILD = os.environ.get("BUILDS", "build").split()[0]  # the folder of the user's own build
ROOT = pathlib.Path(__file__).resolve().parents[2]

passed = failed = 0


def run(*args):
    """Standard output of the program for a valid command line."""
    result = call(*args)
    if result.returncode or result.stderr:
        raise RuntimeError("dungen %s: status %d, %r" % (" ".join(args), result.returncode, result.stderr))
    return result.stdout


def install_library(folder):
    """Installs the C library, which has to be built. Returns the environment that finds it."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    subprocess.run(["make", "-s", "install-lib", f"BUILD={BUILD}", f"PREFIX={folder}"], cwd=ROOT, env=clean, check=True)
    return {"PKG_CONFIG_PATH": f"{folder}/lib/pkgconfig", "LD_LIBRARY_PATH": f"{folder}/lib"}


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
