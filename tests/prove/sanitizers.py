#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""No number wraps, loses bits or changes its sign unless that is meant, and nothing depends on memory that was never
written: clang's UndefinedBehaviorSanitizer and MemorySanitizer. @alone @rng

    tests/prove/sanitizers.py            both
    tests/prove/sanitizers.py integer    one of them: integer, memory

They watch unit tests, catalogue and command line. tests/prove/wraps.txt names the functions in which numbers are meant to
wrap. The libraries are built with MemorySanitizer too.
"""

import glob
import os
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
sys.path.insert(0, "tests/lib")
import helper  # noqa: F401  where temporary files go

# By target of make: the variable for options, and unit tests that take long and reach no more than the catalogue.
SANITIZERS = {
    "integer": ("UBSAN_OPTIONS", set()),
    "memory": ("MSAN_OPTIONS", {"unit/rows"}),
}
# They watch time, memory and calls of what others run, too.
LEFT_OUT = {"cli/progress", "cli/memory", "cli/order", "cli/interrupted", "cli/completion"}


def prove(name):
    """How many checks passed, and what went wrong."""
    option, left_out = SANITIZERS[name]
    make = {key: value for key, value in os.environ.items() if not key.startswith(("MAKE", "MFLAGS"))}
    goals = f"GOALS_{name}=all unit build/{name}/tests/cross/many"
    subprocess.run(["make", "-s", f"-j{os.cpu_count()}", name, goals], env=make, check=True)
    suites = {re.sub(r"tests/(unit|cli)/(?:test_)?(\w+)\.\w+", r"\1/\2", path)
              for path in glob.glob("tests/unit/*.c") + glob.glob("tests/cli/test_*.py")}  # fmt: skip
    suites = sorted(suites - LEFT_OUT - left_out) + ["oracle/catalogue"]
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o777)  # some tests run the program as another user
        environment = {**os.environ, "BUILDS": f"build/{name}", "DUNGEN": os.path.abspath(f"build/{name}/dungen"),
                       "SANITIZED": name,
                       option: f"exitcode=86:allocator_may_return_null=1:log_path={folder}/report"}  # fmt: skip
        done = subprocess.run([sys.executable, "tests/check.py", *suites], env=environment, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)  # fmt: skip
        print(done.stdout)
        wrong = ["see above"] if done.returncode else []
        for path in glob.glob(f"{folder}/report*"):
            with open(path, encoding="utf-8", errors="replace") as file:
                text = file.read()
            # The others are warnings that ended nothing.
            if "SUMMARY: " in text:
                wrong.append(text)
    return int(re.search(r"^(\d+) passed, \d+ failed\n\Z", done.stdout, re.MULTILINE)[1]), wrong


def main(names):
    passed = failed = 0
    for name in names or SANITIZERS:
        well, wrong = prove(name)
        passed += well
        failed += len(wrong)
        for text in wrong:
            print(f"FAILED: {name}: {text}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
