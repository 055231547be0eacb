#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks .ci/run: its command is that of README.md, and no way that tests can fail goes unnoticed."""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "lib"))
from report import ROOT, Report

COMMAND = "sh tests/setup check && make check"

GOOD, GOOD_PROOF = "echo '7 passed, 0 failed'; echo 12 passed, 0 failed", "echo '5 passed, 0 failed'"
# What happens; what apt-get, tests/setup, `make check` and `make prove` do; the status and the last line to expect.
CASES = [
    ("all is well", "", "", GOOD, GOOD_PROOF, 0, "17 passed, 0 failed"),
    ("a test fails", "", "", "echo '11 passed, 1 failed'; false", GOOD_PROOF, 1, "16 passed, 1 failed"),
    ("the build fails", "", "", "false", GOOD_PROOF, 1, "5 passed, 1 failed"),
    ("the build fails after some tests", "", "", "echo '7 passed, 0 failed'; false", GOOD_PROOF, 1, "12 passed, 1 failed"),
    ("no test runs", "", "", "echo nothing", GOOD_PROOF, 1, "5 passed, 1 failed"),
    ("no test passes", "", "", "echo '0 passed, 0 failed'", GOOD_PROOF, 1, "5 passed, 1 failed"),
    ("a test fails, and make does not notice", "", "", "echo '11 passed, 10 failed'", GOOD_PROOF, 1, "16 passed, 10 failed"),
    ("a package is missing", "", "[ $1 = prove ]", GOOD, GOOD_PROOF, 1, "5 passed, 1 failed"),
    ("there is no network", "exit 1", "", GOOD, GOOD_PROOF, 1, "5 passed, 1 failed"),
    ("a proof fails", "", "", GOOD, "echo '3 passed, 2 failed'; false", 1, "15 passed, 2 failed"),
    ("nothing is proved", "", "", GOOD, "echo nothing", 1, "12 passed, 1 failed"),
    ("a package is missing for everything", "", "[ $1 = check ]", GOOD, GOOD_PROOF, 1, "12 passed, 1 failed"),
]


def write_script(path, text):
    path.parent.mkdir(exist_ok=True)
    path.write_text("#!/bin/sh\n%s\n" % text, encoding="ascii")
    path.chmod(0o755)


def run_case(update, setup, check, prove):
    """Exit status and output of .ci/run in a project whose tests do that."""
    with tempfile.TemporaryDirectory() as folder:
        project = pathlib.Path(folder)
        (project / ".ci").mkdir()
        shutil.copy(ROOT / ".ci" / "run", project / ".ci" / "run")
        write_script(project / "bin" / "apt-get", "echo apt-get $*\n" + update)
        write_script(project / "tests" / "setup", "echo setup $*\n" + setup)
        (project / "Makefile").write_text("check:\n\t@%s\nprove:\n\t@%s\n" % (check, prove), encoding="ascii")
        environment = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
        environment["PATH"] = "%s:%s" % (project / "bin", os.environ["PATH"])
        result = subprocess.run(["bash", str(project / ".ci" / "run")], env=environment, stdin=subprocess.DEVNULL,
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd="/", check=False)
        return result.returncode, result.stdout.decode("utf-8").splitlines()


def main():
    report = Report()
    for what, update, setup, check, prove, status, last in CASES:
        found, lines = run_case(update, setup, check, prove)
        report.equal(what, (found, lines[-1]), (status, last))
        report.equal("%s: the package lists are updated first" % what, lines[0], "apt-get update")
    report.check("it is executable", os.access(ROOT / ".ci" / "run", os.X_OK))
    for name in ("README.md", ".ci/run"):
        lines = [line.strip() for line in (ROOT / name).read_text(encoding="utf-8").splitlines()]
        count = lines.count(COMMAND) + lines.count("$ " + COMMAND)
        report.equal("%s has the test command once" % name, count, 1)
    return report.end()


if __name__ == "__main__":
    sys.exit(main())
