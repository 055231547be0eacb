#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""No number wraps, loses bits or changes its sign unless that is meant, and nothing depends on memory that was never
written: clang's UndefinedBehaviorSanitizer and MemorySanitizer.

    tests/prove/sanitizers.py            both
    tests/prove/sanitizers.py integer    one of them: integer, memory

They watch unit tests, catalogue and command line. tests/prove/wraps.txt lists where numbers are meant to wrap. cJSON is
built with MemorySanitizer too.
"""

import concurrent.futures
import glob
import os
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
sys.path.insert(0, "tests/lib")
import temporary  # noqa: F401

# By target of make: the variable for options, and unit tests that take long and reach no more than the catalogue.
SANITIZERS = {
    "integer": ("UBSAN_OPTIONS", ()),
    "memory": ("MSAN_OPTIONS", ("neighbors", "overlap", "rows", "sort")),
}
# They test time and memory.
LEFT_OUT = ("cli/progress", "cli/memory")


def suites(build, left_out):
    """Commands by name."""
    for path in sorted(glob.glob("tests/unit/*.c")):
        name = os.path.basename(path)[: -len(".c")]
        if name not in left_out:
            yield f"unit/{name}", [os.path.join(build, "tests/unit", name)]
    for path in sorted(glob.glob("tests/cli/test_*.py")):
        module = os.path.basename(path)[: -len(".py")]
        if f"cli/{module[len('test_'):]}" not in LEFT_OUT:
            yield f"cli/{module[len('test_'):]}", [sys.executable, "tests/cli/run.py", module]
    yield "oracle/catalogue", [sys.executable, "tests/oracle/catalogue.py", "check"]


def prove(name):
    """How many checks passed, and what went wrong."""
    option, left_out = SANITIZERS[name]
    make = {key: value for key, value in os.environ.items() if not key.startswith(("MAKE", "MFLAGS"))}
    subprocess.run(["make", "-s", f"-j{os.cpu_count()}", name], env=make, check=True)
    passed, wrong = 0, []
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        os.chmod(folder, 0o777)  # some tests run the program as another user
        environment = {**os.environ, "DUNGEN": os.path.abspath(f"build/{name}/dungen"), "SANITIZED": name,
                       option: f"exitcode=86:allocator_may_return_null=1:log_path={folder}/report"}  # fmt: skip

        def run(command):
            return subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, text=True, errors="replace", check=False)  # fmt: skip

        commands = dict(suites(f"build/{name}", left_out))
        for suite, done in zip(commands, pool.map(run, commands.values())):
            summary = re.search(r"^(\d+) passed, (\d+) failed\n\Z", done.stdout, re.MULTILINE)
            passed += int(summary[1]) if summary else 0
            print("".join(re.findall(r"^skipped: .*\n", done.stdout, re.MULTILINE)), end="")
            if not summary or done.returncode or int(summary[2]):
                wrong.append(f"{suite}: {done.stdout}")
        for path in glob.glob(f"{folder}/report*"):
            with open(path, encoding="utf-8", errors="replace") as file:
                text = file.read()
            # The others are warnings that ended nothing.
            if "SUMMARY: " in text:
                wrong.append(text)
    return passed, wrong


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
