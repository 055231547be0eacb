#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Run the test suites, on your own build as it is. Goals such as `make check-sanitized` run some of
them on other builds.

    tests/check.py             every suite of `make check`
    tests/check.py NAME...     some suites: a folder (cli), a name (cli/options) or its last part
                               (options); in another build, that build (sanitized), or with the
                               build before it (sanitized/cli)
    tests/check.py @SET...     the suites for a task: @format, @rng or @option, to add one; of a goal
                               of make: @smoke, @check, @prove, @nightly, @release
    tests/check.py --list      each suite, and what it proves
    tests/check.py --goals     what make has to build for them
    tests/check.py FILE.py [CLASS[.TEST]]...
                               one suite in Python as it is built, or some of its tests

Use /usr/bin/python3 on Debian and Ubuntu, because tests/setup installs modules for it. A suite that
passes is one line: its name, what it proves, its checks and seconds. A suite that fails is followed
by what it printed. At the end come the tests that were skipped, each with its reason. The last line
sums up.

A suite is a program that ends with a line "N passed, N failed", and with status 0 if none failed.
Those in Python are files of tests for unittest, with tests/lib/helper.py. Their names are their
paths, without test_ or check_. The docstring or first comment of a suite begins with a sentence on
what it proves, and may contain these words:

    @prove                     for `make prove` only, because it takes longer or needs more packages
                               than `tests/setup check` installs; so is each suite of tests/prove/.
                               With @check, for both
    @nightly                   for `make nightly` only, because it takes very long. tests/cross/builds
                               says it for each suite of tests/cross/
    @release                   for `make release` only
    @format @rng @option       for these tasks, only in suites of `make check`, so that everybody who
                               ran `tests/setup check` can run them
    @smoke                     for `make smoke`
    @clang                     also in the build of clang, because its code differs there
    @once                      not under the sanitizers, where other suites run the same code; those
                               of tests/unit/ and tests/cli/ run there, too
    @lib                       it needs the C library
    @alone                     it keeps all processors busy, and runs before the others, with no
                               other
    @long                      started before the others, so that it is not left for the end
"""

import argparse
import concurrent.futures
import glob
import os
import platform
import re
import signal
import subprocess
import sys
import textwrap
import time
from typing import NamedTuple

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "lib"))
import helper

# How each suite is run: for 1800 seconds at most, else its status is 124, and with a limit on the
# size of files, in blocks of 512 bytes, so that a broken writer ends by itself. SIGINT lets Python
# remove its temporary files.
TIMEOUT = ["timeout", "--signal=INT", "--kill-after=3", "1800"]
LIMITED = [*TIMEOUT, "sh", "-c", 'ulimit -S -f 4194304; exec "$@"', "sh"]


class Suite(NamedTuple):
    build: str
    name: str  # with the build before it, unless that is the user's own
    path: str  # the file that says what it proves
    words: set  # those of its comment
    command: list
    goal: str  # of make, in the folder of its build
    environment: dict = {}


FILES = [
    "lint",
    "install.py",
    "python.py",
    "symbols.py",
    "unit/*.c",
    "cli/test_*.py",
    "formats/check_*.py",
    "oracle/check_*.py",
    "docs/*.py",
    "prove/*.py",
    "cross/check_build.py",
]


def suites():
    """Each suite in each of its builds. BUILDS has the folders, the user's own first."""
    folders = os.environ.get("BUILDS", helper.BUILD).split()
    for path in (path for pattern in FILES for path in sorted(glob.glob(f"tests/{pattern}"))):
        words = set(re.findall(r"(?<!\S)@[a-z]+(?!\S)", comment(path)))
        folder_of_path = path.split("/")[1]
        if folder_of_path != "cross" and not words & {"@check", "@prove", "@nightly", "@release"}:
            words.add("@prove" if folder_of_path == "prove" else "@check")
        if folder_of_path in ("unit", "cli") and "@once" not in words:
            words.add("@sanitized")
        for folder in folders:
            build = os.path.basename(folder) if folder != folders[0] else ""
            if not build or f"@{build}" in words:
                yield from suites_of(path, words, build, folder)


def suites_of(path, words, build, folder):
    """The suite of a file in a build. That of tests/cross/ is one for each class."""
    name = os.path.join(build, re.sub(r"^tests/|(check|test)_|\.\w+$", "", path))
    suite = Suite(build, name, path, words, ["sh", path], "all")
    if path.endswith(".c"):
        program = os.path.join(folder, path[: -len(".c")])
        suite = suite._replace(command=[program], goal=program)
    elif path.endswith(".py"):
        many = f"{folder}/tests/cross/many"
        goal = f"all {many}"
        if "@lib" in words:
            goal += f" lib {folder}/tests/unit/library"
        variables = {"MANY": many}
        if build:
            variables.update(DUNGEN=f"{folder}/dungen", SANITIZED=build, BUILDS=folder)
        command = [sys.executable, "tests/check.py", path]
        suite = suite._replace(command=command, goal=goal, environment=variables)
    if "/cross/" not in path:
        return [suite]
    builds = helper.read("tests/cross/builds").decode()
    return [
        suite._replace(
            name=f"cross/{name}", words={*words, f"@{goal}"}, command=[*suite.command, name]
        )
        for name, goal in re.findall(r"^(\w\S*) +(\w+)", builds, re.MULTILINE)
    ]


def goals(chosen):
    """Arguments for make: what to build for these suites, in the user's own build and others."""
    needed = {}
    for suite in chosen:
        needed.setdefault(suite.build, set()).add(suite.goal)
    yield from sorted(needed.pop("", ()))
    for build, words in needed.items():
        yield from (build, f"GOALS_{build}='{' '.join(sorted(words))}'")


def is_meant(suite, word):
    """Whether a word is a set of this suite, its name, or a part of its name. A suite in another
    build than the user's own is only meant if the word begins with this build.
    """
    if suite.build and word.split("/")[0] != suite.build:
        return False
    return word in suite.words or f"/{word.strip('/')}/" in f"/{suite.name}/"


def choose(words, available):
    """Return the suites that these words name. Exit with status 2 if a word names none."""
    chosen = {}
    for word in words:
        found = [suite for suite in available if is_meant(suite, word)]
        if not found:
            problem = f"{word}: no suite or set of this name"
            print(f"check.py: {problem}; --list names the suites", file=sys.stderr)
            sys.exit(2)
        chosen.update({suite.name: suite for suite in found})
    return list(chosen.values())


def comment(path):
    """A file's docstring, or its first comment but the one on its license."""
    lines = helper.read(path).decode()[:2000].splitlines()
    text = "\n".join(line for line in lines if not line.startswith("#!") and "SPDX" not in line)
    found = re.search(r'"""(.*?)"""|/\*(.*?)\*/|((?:^#.*\n)+)', text, re.DOTALL | re.MULTILINE)
    if not found:
        return ""
    text = next(filter(None, found.groups()))
    return re.sub(r"^\s*[#*]+", "", text, flags=re.MULTILINE).strip()


def purpose(path):
    """The first sentence of a file's comment."""
    return re.split(r"\.(?:\s|$)|\n\s*\n", comment(path))[0].replace("\n", " ")


class Result(NamedTuple):
    suite: Suite
    output: str
    passed: int
    failed: int
    seconds: float


running = set()  # processes


def run(suite):
    begin = time.monotonic()
    environment = {"PYTHONDONTWRITEBYTECODE": "1", "PYTHON": sys.executable}
    process = subprocess.Popen(
        [*LIMITED, *suite.command],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        env={**os.environ, **environment, **suite.environment},
        start_new_session=True,
    )
    running.add(process)
    output, _ = process.communicate()
    running.discard(process)
    seconds = time.monotonic() - begin
    summary = re.search(r"^(\d+) passed, (\d+) failed\n\Z", output, re.MULTILINE)
    passed, failed = map(int, summary.groups()) if summary else (0, 0)
    if not summary or (process.returncode == 0) != (failed == 0):
        output += f"\nstatus {process.returncode}{'' if summary else ' and no summary'}\n"
        failed += 1
    return Result(suite, output, passed, failed, seconds)


def run_all(chosen):
    """Yield the result of each suite as it ends."""
    # Some suites wait, so one more runs at a time than there are processors.
    pool = concurrent.futures.ThreadPoolExecutor(os.cpu_count() + 1)
    alone = [suite for suite in chosen if "@alone" in suite.words]
    try:
        # One at a time, but in the pool: a signal interrupts only the main thread.
        for suite in alone:
            yield pool.submit(run, suite).result()
        futures = [pool.submit(run, suite) for suite in chosen if suite not in alone]
        for future in concurrent.futures.as_completed(futures):
            yield future.result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        # Suites still run only if a signal ended this program. `timeout` passes it on.
        for process in list(running):
            process.send_signal(signal.SIGINT)


def skipped_tests(result):
    """The tests that a suite skipped: for each, its name and the reason."""
    return re.findall(r"^skipped: (.*)$", result.output, re.MULTILINE)


def tell_skipped(results):
    """Prints the tests that all suites skipped, each with its reason."""
    lines = [
        f"    {result.suite.name}: {test}"
        for result in results
        for test in skipped_tests(result)
    ]
    if lines:
        print("These tests were skipped:")
        print(*sorted(lines), sep="\n")


def tell(result):
    skipped = len(skipped_tests(result))
    parts = [f"{result.passed} passed"]
    if result.failed:
        parts.append(f"{result.failed} failed")
    if skipped:
        parts.append(f"{skipped} skipped")
    parts.append(f"{result.seconds:.1f} s")
    verdict = "FAILED" if result.failed else "ok"
    name = result.suite.name
    print(f"{verdict:6} {name}: {purpose(result.suite.path)} ({', '.join(parts)})")
    if result.failed:
        print(textwrap.indent(result.output, "    "), end="")
    sys.stdout.flush()


def main(arguments):
    summary, _, rest = __doc__.partition("\n")
    parser = argparse.ArgumentParser(
        description=summary,
        epilog=rest,
        allow_abbrev=False,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    goals_help = "print what make has to build for them"
    names_help = "of a suite, a folder of suites or a @set"
    parser.add_argument("-l", "--list", action="store_true", help="name the suites")
    parser.add_argument("--goals", action="store_true", help=goals_help)
    parser.add_argument("names", nargs="*", metavar="NAME", help=names_help)
    options = parser.parse_args(arguments)
    if options.names and options.names[0].endswith(".py"):
        return helper.run_file(options.names[0], options.names[1:])
    available = list(suites())
    if options.list and not options.names:
        chosen = available
    else:
        chosen = choose(options.names or ["@check"], available)
    if options.list:
        for suite in sorted(chosen, key=lambda suite: suite.name):
            print(f"{suite.name}: {purpose(suite.path)}")
        return 0
    if options.goals:
        print(*goals(chosen))
        return 0
    chosen.sort(key=lambda suite: "@long" not in suite.words)
    print(f"{len(chosen)} suites with {sys.executable} ({platform.python_version()})", flush=True)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    results = []
    for result in run_all(chosen):
        results.append(result)
        tell(result)
    passed = sum(result.passed for result in results)
    failed = sum(result.failed for result in results)
    tell_skipped(results)
    for result in results:
        if result.failed:
            print(f"FAILED: {result.suite.name}")
    print(f"{passed} passed, {failed} failed")
    return 0 if passed and not failed else 1


if __name__ == "__main__":
    os.chdir(helper.ROOT)
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(128 + signal.SIGINT)
