#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Make small changes in src/, one at a time, and print the share of them that the tests notice.

    tests/soak/mutate.py --seed 1 --changes 200             so many, chosen by this seed
    tests/soak/mutate.py --changes 50 src/system            those in files with this in their path
    tests/soak/mutate.py --seconds 600 --jobs 2             as many as fit into that time, two at a
                                                            time, once the suites have been tried
                                                            without a change
    tests/soak/mutate.py --all --changes 20                 name all suites that notice each change

Comparisons are weakened and turned around; && and ||, + and -, true and false are exchanged; numbers
grow by 1; the condition of an if becomes false; assignments, and calls whose value nobody uses, are
left out. Each change is tried in a copy of the tree, against one suite
after another, the quickest first, until one fails or takes five times as long as usual. With --all,
every suite is run. A change that leaves the program byte for byte the same does not count. A change
that no suite notices asks for a test, for less code, or for nothing if the program behaves the same
either way. A suite that never notices a change alone may repeat others.
"""

import argparse
import collections
import concurrent.futures
import glob
import math
import os
import pathlib
import queue
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from typing import NamedTuple

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))
import check

# The suites that are quick enough, by folder or name.
SUITES = (
    *("unit/", "cli/", "formats/", "oracle/"),
    *("docs/examples", "docs/options", "docs/samples", "docs/schema"),
)
MAKE = ["make", "-s", "CFLAGS=-O1", "HARDENING=", "all", "unit"]
EXCHANGED = {
    " < ": " <= ",
    " <= ": " < ",
    " > ": " >= ",
    " >= ": " > ",
    " == ": " != ",
    " != ": " == ",
    " && ": " || ",
    " || ": " && ",
    " + ": " - ",
    " - ": " + ",
    "true": "false",
    "false": "true",
}
OPERATOR = re.compile(r" (?:[<>]=?|[=!]=|&&|\|\||[+-]) |\btrue\b|\bfalse\b")
# Neither part of a name or a fraction, nor a character such as '0' or '\033'.
NUMBER = re.compile(r"(?<![\w.'\\])(?P<digits>0x[0-9a-fA-F]+|[1-9][0-9]*|0)(?=[uUlL]*\b)(?!\.)")
GUARD = re.compile(r"\bif \((?P<condition>[^\n]+)\)(?: \{)?$", re.MULTILINE)
# Whole lines. In a declaration, a type stands before the name.
CALL = re.compile(r"\t+(?!return\b)(?:\(void\))?[a-z]\w*(?:->\w+)*\([^{}]*\);")
ASSIGNMENT = re.compile(
    r"\t+\*?[a-z]\w*(?:(?:\.|->)\w+|\[[^]]*\])*(?: (?:[-+*/%&|^]|<<|>>)?= [^{}]*|\+\+|--);"
)
NOT_CODE = re.compile(
    r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\])*"|^[ \t]*#(?:\\\n|[^\n])*', re.DOTALL | re.MULTILINE
)


class Change(NamedTuple):
    path: str
    begin: int
    end: int
    new: str

    def __str__(self):
        text = (ROOT / self.path).read_text(encoding="utf-8")
        line = text.count("\n", 0, self.begin) + 1
        start, stop = text.rfind("\n", 0, self.begin) + 1, text.find("\n", self.end)
        old = " ".join(text[start:stop].split())
        new = " ".join((text[start : self.begin] + self.new + text[self.end : stop]).split())
        return f"{self.path}:{line}: {old}  ->  {new}"


def blank(match):
    """NUL characters and ends of lines, as many as there are characters."""
    return re.sub(r"[^\n]", "\0", match[0])


def changes_of(path):
    # Without comments, strings and preprocessor lines.
    code = NOT_CODE.sub(blank, (ROOT / path).read_text(encoding="utf-8"))
    for match in OPERATOR.finditer(code):
        yield Change(path, match.start(), match.end(), EXCHANGED[match[0]])
    for match in NUMBER.finditer(code):
        yield Change(path, *match.span("digits"), str(int(match["digits"], 0) + 1))
    for match in GUARD.finditer(code):
        yield Change(path, *match.span("condition"), "false")
    for line in re.finditer(r"^.*$", code, re.MULTILINE):
        if CALL.fullmatch(line[0]) or ASSIGNMENT.fullmatch(line[0]):
            yield Change(path, line.start(), line.end(), "\t;")


class Lane:
    """A copy of the tree, in which one change after another is tried."""

    def __init__(self, base):
        self.end = math.inf
        self.folder = pathlib.Path(tempfile.mkdtemp(dir=base))
        self.folder.chmod(0o755)  # some tests run the program as another user
        left_out = shutil.ignore_patterns(".git", "build", "dungen", "node_modules", "__pycache__")
        shutil.copytree(ROOT, self.folder, ignore=left_out, dirs_exist_ok=True)
        modules = "tests/formats/node_modules"
        if (ROOT / modules).exists():
            (self.folder / modules).symlink_to(ROOT / modules)
        if not self.run(MAKE, 600):
            sys.exit("mutate.py: the project does not build")

    def run(self, command, limit, environment=()):
        """Whether a command succeeds within so many seconds."""
        ours = ("DUNGEN", "BUILDS", "MAKEFLAGS", "MAPS")
        left = {name: value for name, value in os.environ.items() if name not in ours}
        limit = max(1, min(limit, self.end - time.monotonic()))
        # A limit on the size of files, in blocks of 512 bytes, for a broken writer.
        limits = ["timeout", "--signal=KILL", str(limit)]
        limits += ["sh", "-c", 'ulimit -f 4194304; exec "$@"', "sh"]
        environment = {**left, "PYTHONDONTWRITEBYTECODE": "1", "FAILFAST": "1", **dict(environment)}
        done = subprocess.run(
            [*limits, *command],
            cwd=self.folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            check=False,
        )
        return done.returncode == 0

    def program(self):
        return (self.folder / "dungen").read_bytes()

    def attempt(self, change, suites, healthy, stops_at_first):
        """The names of the suites that notice the change, or of the first one, or "the compiler".
        None if the program stays the same.
        """
        path = self.folder / change.path
        text = path.read_text(encoding="utf-8")
        changed = text[: change.begin] + change.new + text[change.end :]
        try:
            path.write_text(changed, encoding="utf-8")
            if not self.run(MAKE, 600):
                return ["the compiler"]
            if self.program() == healthy:
                return None
            names = []
            for suite, seconds in suites:
                if not self.run(suite.command, 10 + 5 * seconds, suite.environment):
                    names.append(suite.name)
                    if stops_at_first:
                        break
            return names
        finally:
            path.write_text(text, encoding="utf-8")


def healthy_suites(lane):
    """The suites, each with its seconds, the quickest first. One that fails without a change could
    notice nothing.
    """
    os.environ["BUILDS"] = "build"
    found = []
    for suite in check.suites():
        if suite.name.startswith(SUITES):
            begin = time.monotonic()
            if lane.run(suite.command, 300, suite.environment):
                found.append((suite, time.monotonic() - begin))
            else:
                print(f"{suite.name} fails without a change: left out", flush=True)
    return sorted(found, key=lambda pair: pair[1])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--changes", type=int)
    parser.add_argument("--seconds", type=float, default=7200)
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--all", action="store_true", help="name all suites that notice a change")
    parser.add_argument("paths", nargs="*", metavar="PATH")
    options = parser.parse_args()
    here = set(glob.glob("src/**/*.[ch]", recursive=True)) - set(glob.glob("src/system/windows/*"))
    paths = sorted(here)
    if options.paths:
        paths = [path for path in paths if any(word in path for word in options.paths)]
    changes = [change for path in paths for change in changes_of(path)]
    random.Random(options.seed).shuffle(changes)
    noticed_by, alone_by = collections.Counter(), collections.Counter()
    noticed, missed, lanes = 0, 0, queue.SimpleQueue()

    def attempt(change):
        """The change, and what notices it; None if there was no time to know."""
        lane, names = lanes.get(), None
        if time.monotonic() < end:
            names = lane.attempt(change, suites, healthy, stops_at_first=not options.all)
        lanes.put(lane)
        return change, names if time.monotonic() < end else None

    with tempfile.TemporaryDirectory(prefix="dungen-mutate-") as base:
        os.chmod(base, 0o755)
        made = [Lane(base) for _ in range(options.jobs)]
        healthy, suites = made[0].program(), healthy_suites(made[0])
        end = time.monotonic() + options.seconds
        for lane in made:
            lane.end = end
            lanes.put(lane)
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            for change, names in pool.map(attempt, changes[: options.changes]):
                if names is None:
                    continue
                if not names:
                    missed += 1
                    print(f"not noticed: {change}", flush=True)
                    continue
                noticed += 1
                noticed_by.update(names)
                if options.all:
                    print(f"noticed by {', '.join(names)}: {change}", flush=True)
                    alone_by.update(names if len(names) == 1 else ())
    for name, count in noticed_by.most_common():
        alone = f", {alone_by[name]} of them by no other suite" if options.all else ""
        print(f"{count:5} noticed by {name}{alone}")
    tried = noticed + missed
    if not tried:
        sys.exit("mutate.py: no change was tried")
    share = f"{100 * noticed / tried:.1f} % noticed"
    chosen = f"{tried} changes, of {len(changes)} there are, with --seed {options.seed}"
    print(f"{share}: {noticed} of {chosen}")


if __name__ == "__main__":
    os.chdir(ROOT)
    main()
