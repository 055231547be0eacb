#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Run every test, as many at a time as there are processors, and say what each proved; `make check` builds first.

A test ends with a line "N passed, N failed". One that does not, or that ends with another status than this line
means, has failed. The last line sums up.
"""

import concurrent.futures
import glob
import os
import re
import subprocess
import sys

SANITIZED = {"DUNGEN": "build/sanitized/dungen", "SANITIZED": "1"}


def tests():
    """Every test: what it is, its command, and what it finds in its environment. Those that take longest come first."""
    units = [os.path.basename(path)[:-2] for path in sorted(glob.glob("tests/unit/*.c"))]
    for build, title in (("sanitized", "gcc with sanitizers"), ("clang", "clang")):
        for unit in sorted(units, key=lambda name: name != "properties"):
            yield f"unit, {title}: {unit}", [f"build/{build}/tests/unit/{unit}"], {}
    yield "command line, sanitizers", [sys.executable, "tests/cli/run.py"], SANITIZED
    for path in sorted(glob.glob("tests/oracle/check_*.py"), key=lambda path: "oracle.py" not in path):
        yield f"oracle: {os.path.basename(path)}", [sys.executable, path], {}
    yield "command line", [sys.executable, "tests/cli/run.py"], {}
    for path in sorted(glob.glob("tests/fuzz/*.py")):
        yield f"fuzz: {os.path.basename(path)}", [sys.executable, path], SANITIZED
    yield "catalogue of seeds", [sys.executable, "tests/oracle/catalogue.py", "check"], {}
    yield "what the parts may use", ["sh", "tests/symbols"], {}
    yield "install, uninstall, dist", ["sh", "tests/install"], {}
    for path in sorted(glob.glob("tests/docs/*.py")):
        yield f"documents: {os.path.basename(path)}", [sys.executable, path], {}
    yield "lint", ["sh", "tests/lint"], {}


def run(test):
    """The title and the output of a test, and how many checks passed and failed."""
    title, command, environment = test
    result = subprocess.run(
        # A limit in seconds, and one on the size of files, in blocks of 512 bytes: a broken writer ends by itself.
        ["timeout", "900", "sh", "-c", 'ulimit -f 4194304; exec "$@"', "sh", *command],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "PYTHON": sys.executable, **environment},
    )
    output = result.stdout.decode("utf-8", "replace")
    summary = re.search(r"^(\d+) passed, (\d+) failed\n\Z", output, re.MULTILINE)
    if not summary:
        return title, f"{output}\nno summary, status {result.returncode}\n", 0, 1
    passed, failed = map(int, summary.groups())
    if (result.returncode == 0) != (failed == 0):
        return title, f"{output}\nstatus {result.returncode}\n", passed, failed + 1
    return title, output, passed, failed


def main():
    passed = failed = 0
    failing = []
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for future in concurrent.futures.as_completed([pool.submit(run, test) for test in tests()]):
            title, output, well, badly = future.result()
            print(f"== {title}\n{output}", flush=True)
            passed += well
            failed += badly
            failing += [title] if badly else []
    for title in failing:
        print(f"FAILED: {title}")
    print(f"{passed} passed, {failed} failed")
    return 0 if passed and not failed else 1


if __name__ == "__main__":
    sys.exit(main())
