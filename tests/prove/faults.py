#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Puts faults into src/ one at a time, and sees that a test notices each.

    tests/prove/faults.py               every fault of tests/prove/faults.txt
    tests/prove/faults.py fsync         those with this word in their titles
    tests/prove/faults.py -v fsync      with what the tests say of them

An entry of the list:

    == what is wrong
    in src/output/replacement.c
      a line that stays as it is
    - a line that goes
    + a line that comes instead
    by cli/replacing Links.test_symbolic_links

The lines of the file have to follow one another there, exactly once, whatever white space they have. The last line names
the suite that has to fail, as tests/check.py --list does, and may name some of its tests. A fault that does not build,
or whose test does not come to an end, is not noticed; but if the last line is

    hangs in cli/options BadValues.test_numbers

the test may be one that never ends. First each test has to pass without a fault. Each fault gets a copy of the healthy
build, so only what depends on the changed file is built again.

FAULTS=FILE in the environment is another list.
"""

import concurrent.futures
import contextlib
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from typing import NamedTuple

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
import check

LIST = os.environ.get("FAULTS", os.path.join(HERE, "faults.txt"))
LEFT_OUT = (".git", "build", "dungen", "node_modules", "__pycache__")
# Quick to build, and fast enough for the tests.
MAKE = ["make", "-s", "CFLAGS=-O1", "HARDENING="]
BUILD_LIMIT = HEALTHY_LIMIT = 300  # seconds
# What tests/unit/unit.h prints at the first check that fails. The rest of the test proves nothing more.
NOTICED = re.compile(rb": not so: ")


class Fault:
    def __init__(self, title):
        self.title, self.file, self.test = title, None, None
        self.hangs = False  # whether the test may be one that does not end
        self.old, self.new = [], []


class Run(NamedTuple):
    failed: bool
    hung: bool
    said: str
    seconds: float


def read_list():
    faults = []
    with open(LIST, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            line = line.rstrip("\n")
            key, text = line[:2], line[2:].strip()
            if not line or line.startswith("#"):
                continue
            if key == "==":
                faults.append(Fault(text))
            elif line.startswith("in "):
                faults[-1].file = text
            elif line.startswith(("by ", "hangs in ")):
                faults[-1].test = tuple(re.sub("^(by|hangs in) ", "", line).split())
                faults[-1].hangs = line.startswith("hangs")
            elif key in ("- ", "+ ", "  "):
                if key != "+ ":
                    faults[-1].old.append(" ".join(text.split()))
                if key != "- ":
                    faults[-1].new.append(text)
            else:
                sys.exit(f"{LIST}:{number}: cannot be read: {line}")
    return faults


def put_in(fault, text):
    """The text with the fault in it, or None where its lines do not stand there exactly once."""
    lines = text.split("\n")
    bare = [" ".join(line.split()) for line in lines]
    places = [i for i in range(len(lines)) if bare[i : i + len(fault.old)] == fault.old]
    if not fault.old or len(places) != 1:
        return None
    start = places[0]
    return "\n".join(lines[:start] + fault.new + lines[start + len(fault.old) :])


def commands(test, suites):
    """The commands that build what a test needs, and that run it."""
    name, *parts = test
    command = list(suites[name].command)
    if name.startswith("unit/"):
        return [*MAKE, *command], ["stdbuf", "-oL", *command]
    if name.startswith("cli/") and parts:
        module = command.pop()
        parts = [f"{module}.{part}" for part in parts]
    return [*MAKE, "all"], command + parts


def run(command, folder, limit):
    """Run a command to its end, to a check that failed, or to the limit, which is a failure too."""
    begin = time.monotonic()
    environment = {name: value for name, value in os.environ.items() if name not in ("DUNGEN", "BUILDS", "MAKEFLAGS")}
    process = subprocess.Popen(
        # A limit in blocks of 512 bytes on the size of files, for a broken writer.
        ["sh", "-c", 'ulimit -f 4194304; exec "$@"', "sh", *command],
        cwd=folder,
        env={**environment, "PYTHONDONTWRITEBYTECODE": "1", "FAILFAST": "1"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )

    def kill():
        # The whole session: timeout(1), which tests/check.py calls, puts what it runs into a group of its own.
        for name in filter(str.isdigit, os.listdir("/proc")):
            with contextlib.suppress(ProcessLookupError):
                if os.getsid(int(name)) == process.pid:
                    os.kill(int(name), signal.SIGKILL)

    timer = threading.Timer(limit, kill)
    timer.start()
    said, noticed = [], False
    with process:
        for line in process.stdout:
            said.append(line)
            if NOTICED.search(line):
                noticed = True
                break
        if noticed:
            kill()
    timer.cancel()
    seconds = time.monotonic() - begin
    if seconds >= limit:
        said.append(b"killed after %.0f s\n" % seconds)
    elif not noticed and process.returncode < 0:
        said.append(b"ended by signal %d\n" % -process.returncode)
    return Run(noticed or process.returncode != 0, seconds >= limit and not noticed, b"".join(said).decode(errors="replace"), seconds)


def try_fault(fault, limit, suites, healthy, base):
    """Why the fault is not noticed, or None; what the test said."""
    folder = tempfile.mkdtemp(dir=base)
    try:
        # Quicker than shutil.
        subprocess.run(["cp", "-a", healthy + "/.", folder], check=True)
        path = os.path.join(folder, fault.file)
        with open(path, encoding="utf-8") as file:
            text = put_in(fault, file.read())
        if text is None:
            return f"its lines do not stand exactly once in {fault.file}", ""
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        build, test = commands(fault.test, suites)
        built = run(build, folder, BUILD_LIMIT)
        if built.failed:
            return "it does not build", built.said
        tested = run(test, folder, limit)
        name = " ".join(fault.test)
        if tested.hung and not fault.hangs:
            return f"{name} does not end", tested.said
        return (None if tested.failed else f"{name} passes"), tested.said
    finally:
        subprocess.run(["rm", "-rf", folder], check=True)


def tell(title, why, said, verbose):
    print(f"FAILED: {title}: {why}" if why else f"ok: {title}")
    if said and (why or verbose):
        print("\n".join(f"    {line}" for line in said.splitlines()[-40:]))
    sys.stdout.flush()


def main(arguments):
    begin = time.monotonic()
    verbose = "-v" in arguments
    words = [word for word in arguments if word != "-v"]
    faults = [fault for fault in read_list() if not words or any(word in fault.title for word in words)]
    os.environ["BUILDS"] = "build"
    suites = {suite.name: suite for suite in check.suites()}
    base = tempfile.mkdtemp(prefix="dungen-faults-")
    os.chmod(base, 0o755)  # some tests run the program as another user
    try:
        healthy = os.path.join(base, "healthy")
        shutil.copytree(".", healthy, symlinks=True, ignore=shutil.ignore_patterns(*LEFT_OUT))
        built = run([*MAKE, f"-j{os.cpu_count()}", "all", "unit"], healthy, BUILD_LIMIT)
        if built.failed:
            print(built.said)
            print("0 passed, 1 failed")
            return 1
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            # A test that fails without a fault would notice anything. How long it takes tells when one hangs.
            tests = {fault.test: None for fault in faults}
            for test in tests:
                tests[test] = pool.submit(run, commands(test, suites)[1], healthy, HEALTHY_LIMIT)
            failed = 0
            for test, future in tests.items():
                if future.result().failed:
                    failed += 1
                    tell("no fault", f"{' '.join(test)} fails", future.result().said, verbose)
            limits = {test: 5 + 10 * future.result().seconds for test, future in tests.items()}
            results = [(fault, pool.submit(try_fault, fault, limits[fault.test], suites, healthy, base))
                       for fault in faults]
            for fault, future in results:
                why, said = future.result()
                failed += why is not None
                tell(fault.title, why, said, verbose)
    finally:
        shutil.rmtree(base)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"{len(faults)} faults and {len(tests)} tests in {time.monotonic() - begin:.0f} s, "
          f"{used.ru_utime + used.ru_stime:.0f} s of CPU time")
    print(f"{len(faults) + len(tests) - failed} passed, {failed} failed")
    return 1 if failed or not faults else 0


if __name__ == "__main__":
    os.chdir(os.path.join(HERE, "..", ".."))
    sys.exit(main(sys.argv[1:]))
