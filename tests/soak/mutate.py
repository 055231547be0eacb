#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Change one thing in src/ at a time, and list the changes that no test notices.

    tests/soak/mutate.py                 all of them, in an order that differs from run to run
    tests/soak/mutate.py --seconds=N     as many as fit into that time
    tests/soak/mutate.py --seed=N        in the order of another run
    tests/soak/mutate.py src/output      those in files with this in their name
    tests/soak/mutate.py --list          which there are

Comparisons are weakened and turned around, && and || exchanged, as are + and -, true and false; calls whose value nobody
uses are left out. A change that is not noticed asks for a test, for less code, or for nothing where the program does the
same either way.
"""

import glob
import os
import random
import re
import shutil
import sys
import tempfile
import threading
import time
from typing import NamedTuple

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path[:0] = [os.path.join(ROOT, "tests"), os.path.join(ROOT, "tests", "prove")]
import faults

# Tried one after the other, so that most changes cost little: words for tests/check.py.
STAGES = (["unit/"], ["oracle/catalogue", "cli/dungeons", "cli/maps", "fuzz/"], ["formats/"], ["cli/"])
EXCHANGED = {
    " < ": " <= ", " <= ": " < ", " > ": " >= ", " >= ": " > ", " == ": " != ", " != ": " == ", " && ": " || ", " || ": " && ",
    " + ": " - ", " - ": " + ", "true": "false", "false": "true",
}  # fmt: skip
OPERATOR = re.compile(r" (?:[<>]=?|[=!]=|&&|\|\||[+-]) |\btrue\b|\bfalse\b")
CALL = re.compile(r"\t+(?!return\b)(?:\(void\))?[a-z]\w*(?:->\w+)*\([^{}]*\);")
NOT_CODE = re.compile(r'/\*.*?\*/|"(?:\\.|[^"\\])*"|^[ \t]*#(?:\\\n|[^\n])*', re.DOTALL | re.MULTILINE)


class Change(NamedTuple):
    path: str
    begin: int
    end: int
    new: str

    def apply(self, text):
        return text[: self.begin] + self.new + text[self.end :]

    def __str__(self):
        text = read(self.path)
        line = text.count("\n", 0, self.begin) + 1
        start, stop = text.rfind("\n", 0, self.begin) + 1, text.find("\n", self.end)
        return f"{self.path}:{line}: {text[start:stop].strip()}  ->  {self.new.strip() or 'nothing'}"


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def changes_of(path):
    text = read(path)
    # Comments, strings and preprocessor lines become blanks, so that all else stays where it is.
    code = NOT_CODE.sub(lambda match: re.sub(r"[^\n]", "\0", match[0]), text)
    for match in OPERATOR.finditer(code):
        yield Change(path, match.start(), match.end(), EXCHANGED[match[0]])
    for line in re.finditer(r"^.*$", code, re.MULTILINE):
        if CALL.fullmatch(line[0]):
            yield Change(path, line.start(), line.end(), "\t;")


class Lane:
    """A copy of the project, which one change after the other is tried in."""

    def __init__(self, base):
        self.folder = tempfile.mkdtemp(dir=base)
        os.chmod(self.folder, 0o755)  # some tests run the program as another user
        shutil.copytree(".", self.folder, ignore=shutil.ignore_patterns(*faults.LEFT_OUT), dirs_exist_ok=True)
        modules = os.path.join("tests", "formats", "node_modules")
        os.symlink(os.path.abspath(modules), os.path.join(self.folder, modules))
        if self.build().failed:
            sys.exit("mutate.py: the project does not build")

    def build(self):
        return faults.run(["make", "-s", "all", "unit"], self.folder, faults.BUILD_LIMIT)

    def check(self, words, limit):
        command = ["env", "BUILDS=build", sys.executable, "tests/check.py", *words]
        return faults.run(command, self.folder, limit)

    def limits(self):
        """How long each stage may take, in seconds; without a change it has to pass."""
        for words in STAGES:
            done = self.check(words, faults.HEALTHY_LIMIT)
            if done.failed:
                sys.exit(f"mutate.py: without a change, {' '.join(words)} fails:\n{done.said[-4000:]}")
            yield 30 + 5 * done.seconds

    def attempt(self, change, limits):
        """What notices the change: words for tests/check.py, "the compiler", or None."""
        path = os.path.join(self.folder, change.path)
        text = read(path)
        try:
            with open(path, "w", encoding="utf-8") as file:
                file.write(change.apply(text))
            if self.build().failed:
                return "the compiler"
            for words, limit in zip(STAGES, limits):
                if self.check(words, limit).failed:
                    return " ".join(words)
            return None
        finally:
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)


def main(arguments):
    options = dict(argument[2:].partition("=")[::2] for argument in arguments if argument.startswith("--"))
    words = [argument for argument in arguments if not argument.startswith("--")]
    paths = [path for path in sorted(glob.glob("src/**/*.[ch]", recursive=True))
             if not words or any(word in path for word in words)]  # fmt: skip
    changes = [change for path in paths for change in changes_of(path)]
    if "list" in options:
        print("\n".join(map(str, changes)))
        return 0
    seed = int(options.get("seed") or time.time())
    random.Random(seed).shuffle(changes)
    end = time.monotonic() + float(options.get("seconds") or "inf")
    waiting, tried, lock = iter(changes), {}, threading.Lock()

    def work(lane):
        while time.monotonic() < end:
            with lock:
                change = next(waiting, None)
            if change is None:
                return
            found = lane.attempt(change, limits)
            with lock:
                tried[change] = found
                if found is None:
                    print(f"not noticed: {change}", flush=True)

    with tempfile.TemporaryDirectory(prefix="dungen-mutate-") as base:
        os.chmod(base, 0o755)
        lanes = [Lane(base) for _ in os.sched_getaffinity(0)]
        limits = list(lanes[0].limits())
        threads = [threading.Thread(target=work, args=(lane,)) for lane in lanes]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    by = {}
    for found in tried.values():
        by[found] = by.get(found, 0) + 1
    for found, count in by.items():
        print(f"{count} noticed by {found}" if found else f"{count} not noticed")
    print(f"{len(tried)} of {len(changes)} changes tried, in the order of --seed={seed}")
    return 0


if __name__ == "__main__":
    os.chdir(ROOT)
    sys.exit(main(sys.argv[1:]))
