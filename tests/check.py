#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Run the test suites, one more at a time than there are processors, as some wait; `make check` builds first.

    tests/check.py             every suite of `make check`
    tests/check.py NAME...     the suites with one of these in their name: cli, cli/options, sanitized, unit/rng
    tests/check.py --list      what there is
    tests/check.py -v NAME...  with all that they print

A suite that passes is one line: its name, what it proves, its checks and seconds. Of one that fails, what it printed
follows. The last line sums up.

A suite is a program that ends with a line "N passed, N failed", and with status 0 if none failed. A new file in one of
the folders below is one; what it proves is the first sentence of its docstring or first comment.
"""

import concurrent.futures
import glob
import os
import re
import subprocess
import sys
import time
from typing import NamedTuple

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "lib"))
import temporary  # noqa: F401

# They take packages or time of their own, so they are run only if they are named.
APART = ("cross/", "prove/")

# They keep all processors busy by themselves, so they are run one after another, before the others.
WIDE = ["prove/branches", "prove/integer", "prove/uninitialized", "prove/faults", "prove/analyze", "prove/errors",
        "prove/signals"]

# Started first of the others, so that none of them is left for the end.
LONGEST = [
    "prove/fuzz",
    "oracle/oracle",
    "docs/bounds",
    "sanitized/cli/progress",
    "cli/progress",
    "install",
    "formats/tiled",
    "sanitized/unit/neighbors",
    "sanitized/unit/properties",
    "sanitized/cli/memory",
    "cli/memory",
    "cli/valgrind",
    "sanitized/cli/failures",
    "cli/failures",
    "sanitized/fuzz/arguments",
    "unit/properties",
]


class Suite(NamedTuple):
    name: str
    path: str  # the file that says what it proves
    command: list
    environment: dict = {}


def builds():
    """The builds whose unit tests are run, as folder by name; the user's own has no name."""
    folders = os.environ.get("BUILDS")
    if not folders:
        folders = subprocess.run(["make", "-s", "builds"], stdout=subprocess.PIPE, check=True, text=True).stdout
    user, *others = folders.split()
    return {"": user, **{os.path.basename(folder) + "/": folder for folder in others}}


def scripts(folder, pattern):
    """Pairs of name and path: tests/FOLDER/check_NAME.py is FOLDER/NAME."""
    for path in sorted(glob.glob(f"tests/{folder}/{pattern}")):
        name = re.sub(r"^(check|test)_|\.\w+$", "", os.path.basename(path))
        yield f"{folder}/{name}", path


def suites():
    python = sys.executable
    folders = builds()
    for build, folder in folders.items():
        for name, path in scripts("unit", "*.c"):
            yield Suite(build + name, path, [os.path.join(folder, path[: -len(".c")])])
    # The program itself, also under the sanitizers.
    programs = {"": {}}
    if "sanitized/" in folders:
        programs["sanitized/"] = {"DUNGEN": f"{folders['sanitized/']}/dungen", "SANITIZED": "sanitized"}
    for build, environment in programs.items():
        for name, path in scripts("cli", "test_*.py"):
            module = os.path.basename(path)[: -len(".py")]
            yield Suite(build + name, path, [python, "tests/cli/run.py", module], environment)
    for name, path in scripts("fuzz", "*.py"):
        build = list(programs)[-1]
        yield Suite(build + name, path, [python, path], programs[build])
    for folder, pattern in (("oracle", "check_*.py"), ("formats", "check_*.py"), ("docs", "*.py"), ("prove", "*.py")):
        for name, path in scripts(folder, pattern):
            yield Suite(name, path, [python, path])
    catalogue = "tests/oracle/catalogue.py"
    for build in [name for name in folders if name in ("", "portable/")]:
        environment = {"DUNGEN": f"{folders[build]}/dungen"} if build else {}
        yield Suite(f"{build}oracle/catalogue", catalogue, [python, catalogue, "check"], environment)
    path = "tests/cross/check_build.py"
    for name in re.findall(r"^(\w\S*)", read("tests/cross/builds"), re.MULTILINE):
        yield Suite(f"cross/{name}", path, [python, path, name])
    for name, *arguments in (("symbols", folders[""]), ("install",), ("lint",)):
        yield Suite(name, f"tests/{name}", ["sh", f"tests/{name}", *arguments])


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def purpose(path):
    """The first sentence of a file's docstring or of its first comment."""
    text = "\n".join(line for line in read(path)[:2000].splitlines() if not line.startswith("#!") and "SPDX" not in line)
    comment = re.search(r'"""(.*?)"""|/\*(.*?)\*/|((?:^#.*\n)+)', text, re.DOTALL | re.MULTILINE)
    words = re.sub(r"^\s*[#*]+", "", next(filter(None, comment.groups())), flags=re.MULTILINE) if comment else ""
    return re.split(r"\.(?:\s|$)|\n\s*\n", words.strip())[0].replace("\n", " ")


class Result(NamedTuple):
    suite: Suite
    output: str
    passed: int
    failed: int
    seconds: float


def run(suite):
    begin = time.monotonic()
    done = subprocess.run(
        # A limit in seconds, and one on the size of files, in blocks of 512 bytes: a broken writer ends by itself.
        ["timeout", "900", "sh", "-c", 'ulimit -S -f 4194304; exec "$@"', "sh", *suite.command],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "PYTHON": sys.executable, **suite.environment},
    )
    seconds = time.monotonic() - begin
    output = done.stdout.decode("utf-8", "replace")
    summary = re.search(r"^(\d+) passed, (\d+) failed\n\Z", output, re.MULTILINE)
    if not summary:
        return Result(suite, f"{output}\nno summary, status {done.returncode}\n", 0, 1, seconds)
    passed, failed = map(int, summary.groups())
    if (done.returncode == 0) != (failed == 0):
        return Result(suite, f"{output}\nstatus {done.returncode}\n", passed, failed + 1, seconds)
    return Result(suite, output, passed, failed, seconds)


def run_all(chosen):
    """Yields the result of each suite when it has ended."""
    for suite in chosen:
        if suite.name in WIDE:
            yield run(suite)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() + 1) as pool:
        futures = [pool.submit(run, suite) for suite in chosen if suite.name not in WIDE]
        for future in concurrent.futures.as_completed(futures):
            yield future.result()


def tell(result, verbose):
    skipped = len(re.findall(r"^skipped: ", result.output, re.MULTILINE))
    counts = [f"{result.passed} passed"]
    counts += [f"{result.failed} failed"] if result.failed else []
    counts += [f"{skipped} skipped"] if skipped else []
    verdict = "FAILED" if result.failed else "ok"
    title = f"{result.suite.name}: {purpose(result.suite.path)}"
    print(f"{verdict:6} {title} ({', '.join(counts)}, {result.seconds:.1f} s)")
    if result.failed or verbose:
        lines = result.output.splitlines()
        print("\n".join(f"    {line}" for line in lines if verbose or not line.startswith("ok: ")))
    sys.stdout.flush()


def main(arguments):
    verbose = "-v" in arguments
    words = [word for word in arguments if not word.startswith("-")]
    if words or "--list" in arguments:
        chosen = [suite for suite in suites() if not words or any(word in suite.name for word in words)]
    else:
        chosen = [suite for suite in suites() if not suite.name.startswith(APART)]
    order = WIDE + LONGEST
    chosen.sort(key=lambda suite: order.index(suite.name) if suite.name in order else len(order))
    if "--list" in arguments:
        for suite in sorted(chosen):
            print(f"{suite.name}: {purpose(suite.path)}")
        return 0
    for word in words:
        if not any(word in suite.name for suite in chosen):
            print(f"check.py: no suite has {word} in its name; --list names them", file=sys.stderr)
            return 2
    results = []
    for result in run_all(chosen):
        results.append(result)
        tell(result, verbose)
    passed = sum(result.passed for result in results)
    failed = sum(result.failed for result in results)
    for result in results:
        if result.failed:
            print(f"FAILED: {result.suite.name}")
    print(f"{passed} passed, {failed} failed")
    return 0 if passed and not failed else 1


if __name__ == "__main__":
    os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
    sys.exit(main(sys.argv[1:]))
