# SPDX-License-Identifier: MIT
"""Runs of the program in which system calls fail or signals arrive, and checks of their outcome.

Status 0 has to mean that every byte is where it belongs, under the mode it should have; any other
status, that the target is as it was, that one line says why, and that nothing is left over.
"""

import atexit
import collections
import concurrent.futures
import functools
import io
import os
import re
import resource
import shutil
import stat
import subprocess
import tempfile
import unittest
from typing import Callable, NamedTuple, Optional

from helper import DUNGEN, TIME_LIMIT, read, strace, write

WORKERS = len(os.sched_getaffinity(0))
# In memory if possible, because waiting for a disk would take most of the time.
MEMORY = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
BASE = tempfile.mkdtemp(prefix="dungen-calls-", dir=MEMORY)
atexit.register(shutil.rmtree, BASE, ignore_errors=True)

OLD = b"an old file\n" * 100
OLD_MODE = 0o640
NEW_MODE = 0o644  # 0666 less the umask


class File(NamedTuple):
    content: bytes
    mode: int
    owner: tuple


class Scenario(NamedTuple):
    """A command line, what is there before, and what has to be there afterwards."""

    name: str
    args: list
    files: list = []  # where the maps go, in order
    links: dict = {}  # symbolic links, by name
    old: Optional[Callable] = None  # makes the old file of a path
    stdout: str = "file"  # or "pipe", or "fifo" for a named pipe of that name instead
    status: int = 0  # if nothing fails
    read: Optional[tuple] = None  # the file to read from, and its bytes

    def prepare(self, folder):
        for link, target in self.links.items():
            os.symlink(target, os.path.join(folder, link))
        if self.old:
            for name in self.files:
                self.old(os.path.join(folder, name))
        if self.read:
            write(os.path.join(folder, self.read[0]), self.read[1])


def old_file(path):
    write(path, OLD)
    os.chmod(path, OLD_MODE)


def old_file_of_another(path):
    old_file(path)
    os.chown(path, 1, 33)


def scenarios():
    """Command lines that use the system in different ways. The program runs as root, and calls
    report errors that are not real, such as ENOENT for a file that exists. So names lead out of its
    folder only to where no file can be created.
    """
    seed = ["-s", "7"]
    large = [*seed, "-W", "500", "-H", "400"]
    batch = [*seed, "-n", "60"]
    yield Scenario("to a file", seed)
    yield Scenario("large text to a file", large)
    yield Scenario("large text to a pipe", large, stdout="pipe")
    yield Scenario("batch to a pipe", batch, stdout="pipe")
    yield Scenario("to a descriptor", [*seed, "-o", "/proc/self/fd/1"])
    descriptor = {"link": "/proc/self/fd/1"}
    yield Scenario(
        "through a link to a descriptor", [*seed, "-o", "link"], links=descriptor, stdout="pipe"
    )
    yield Scenario("to a named pipe", [*seed, "-o", "fifo"], stdout="fifo")
    input_map = ("map", b"##\n.#\n")
    yield Scenario("from a file", ["map", "-o", "new.csv"], ["new.csv"], read=input_map)
    yield Scenario("help", ["--help"])
    yield Scenario("tileset image", ["--tileset-image", "-o", "tiles.png"], ["tiles.png"])
    # The program mentions that the tileset image is missing.
    yield Scenario("new file", [*seed, "-o", "new.tmj"], ["new.tmj"])
    yield Scenario("new large file", [*large, "-o", "new.svg"], ["new.svg"])
    yield Scenario("over old file", [*seed, "-o", "old.txt"], ["old.txt"], old=old_file)
    yield Scenario("over old large file", [*large, "-o", "old.json"], ["old.json"], old=old_file)
    over_old = [*seed, "-o", "old"]
    yield Scenario("over old file of another user", over_old, ["old"], old=old_file_of_another)
    links = {"link.txt": "./second", "second": "target.txt"}
    over_link = [*seed, "-o", "link.txt"]
    yield Scenario("through two links", over_link, ["target.txt"], links, old=old_file)
    three = ["map-7.txt", "map-8.txt", "map-9.txt"]
    pattern = [*seed, "-n", "3", "-o", "map-%d.txt"]
    yield Scenario("pattern", pattern, three)
    yield Scenario("pattern over old files", pattern, three, old=old_file)
    targets = [f"target-{name}" for name in three]
    links = dict(zip(three, targets))
    yield Scenario("pattern through links", pattern, targets, links, old=old_file)
    wide = [*seed, "-n", "2", "-W", "500", "-H", "300", "-o", "%05d.json"]
    yield Scenario("pattern of large maps", wide, ["00007.json", "00008.json"])
    # The second document is not a map.
    half = ("half", b'{"width":3,"height":1,"tiles":["#.#"]}\n{"width":0}\n')
    over_old = ["half", "-o", "old"]
    yield Scenario("half, over old file", over_old, ["old"], old=old_file, read=half, status=4)
    yield Scenario("half, pattern", ["half", "-o", "%i"], ["1", "2"], read=half, status=4)
    yield Scenario("half, to a file", ["half", "-o", "-"], read=half, status=4)


def look(folder):
    """The regular files of a folder, by name."""
    files = {}
    for entry in os.scandir(folder):
        if entry.is_file(follow_symlinks=False):
            status = entry.stat()
            files[entry.name] = File(
                content=read(entry.path),
                mode=stat.S_IMODE(status.st_mode),
                owner=(status.st_uid, status.st_gid),
            )
    return files


def open_fifo(scenario, folder):
    """The reading end of the scenario's named pipe, which has room for all that is written; an
    empty file if it has none.
    """
    if scenario.stdout != "fifo":
        return io.BytesIO()
    path = os.path.join(folder, "fifo")
    os.mkfifo(path)
    return open(os.open(path, os.O_RDONLY | os.O_NONBLOCK), "rb", buffering=0)


def execute(scenario, folder, *under):
    """Run the scenario's command line under another command; return what it writes to its output,
    its messages, and its status.
    """
    with tempfile.NamedTemporaryFile(dir=BASE) as file, open_fifo(scenario, folder) as fifo:
        stdout = subprocess.PIPE if scenario.stdout == "pipe" else file
        done = subprocess.run(
            [*under, DUNGEN, *scenario.args],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=stdout,
            stderr=subprocess.PIPE,
            timeout=TIME_LIMIT,
            check=False,
        )
        out = (done.stdout or b"") + read(file.name) + (fifo.read() or b"")
        return out, done.stderr.decode("utf-8", "replace"), done.returncode


class Rule(NamedTuple):
    """What happens to calls of each of some names from the first to the last, counted from 1 at the
    start of the program:

    error   they fail with the errno `value`
    result  they do nothing and return `value`
    signal  the signal `value` arrives while they are made, and is handled when they are done
    """

    names: tuple  # those that there are on this processor
    what: str
    value: int
    first: int = 1
    last: int = 65534  # more calls than any program makes here, and as many as strace counts

    def expression(self):
        """The rule as strace has it."""
        what = "retval" if self.what == "result" else self.what
        when = f"{self.first}..{self.last}"
        return f"inject={optional(self.names)}:{what}={self.value}:when={when}"


def optional(names):
    """Names of system calls for strace, which ignores those that this processor lacks."""
    return ",".join(f"?{name}" for name in names)


def traced(log, rules=()):
    """The command that runs a program under strace: all of its calls, or those of some rules, which
    apply.
    """
    expressions = [rule.expression() for rule in rules]
    names = [name for rule in rules for name in rule.names]
    if names:
        expressions.append(f"trace={optional(names)}")
    return strace(*expressions, trace=log)


def calls_made(log):
    """The calls that strace saw, in order: the name of each, and its first argument."""
    return re.findall(r"^(\w+)\(([^,)]*)", read(log).decode("ascii", "replace"), re.MULTILINE)


class Run:
    """A run of a scenario in its own folder, in which some things happen: see Case."""

    def __init__(self, scenario, happens=()):
        rules = [rule for rule in happens if rule != INIT]
        with tempfile.NamedTemporaryFile(dir=BASE) as log:
            folder = tempfile.mkdtemp(dir=BASE)
            scenario.prepare(folder)
            under = traced(log.name, rules)
            if INIT in happens:
                # With -D, strace becomes a child of the program.
                under = ["unshare", "--pid", "--fork", *under, "-D"]
            self.out, self.err, self.status = execute(scenario, folder, *under)
            self.calls = calls_made(log.name)
        made = collections.Counter(name for name, _ in self.calls)
        self.concerned = any(made[name] >= rule.first for rule in rules for name in rule.names)
        self.files = look(folder)
        self.links = {entry.name for entry in os.scandir(folder) if entry.is_symlink()}
        shutil.rmtree(folder)


class Point(NamedTuple):
    """A system call of the program: its name, and its place among the calls of that name."""

    call: str
    n: int
    decisive: bool  # if it fails, there is no whole map
    is_message: bool  # it writes to standard error

    def rule(self, what, value, last=None):
        """One for this call, and for later ones of its name up to number `last`."""
        return Rule((self.call,), what, value, self.n, last or self.n)


def decisive(calls):
    """Yield the indices of calls that rename a file to its target, or close the output, but not
    those that close a folder.
    """
    text = " ".join(calls)
    renaming = r"(?:fsync )?(?:close )?\brename\w*"
    closing_output = r"(?<!fsync )\bclose(?= exit_group$)"
    for match in re.finditer(f"{renaming}|{closing_output}", text):
        first = text[: match.start()].count(" ")
        yield from range(first, first + len(match[0].split()))


class Plan:
    """What a scenario writes if nothing fails, to compare other runs with, and its calls from the
    beginning of main on.
    """

    def __init__(self, scenario, caught):
        """caught: the calls of rt_sigaction that were tried. They are the same in all scenarios, so
        each is tried in one.
        """
        self.scenario = scenario
        self.good = Run(scenario)
        ending = f"{self.good.status} {self.good.err}"
        assert self.good.status == scenario.status, f"it fails by itself: {ending}"
        with tempfile.TemporaryDirectory(dir=BASE) as folder:
            scenario.prepare(folder)
            self.before = look(folder)
        calls = [call for call, _ in self.good.calls]
        # The first thing that main does.
        begin = self.good.calls.index(("rt_sigaction", "SIGXFSZ"))
        self.points, seen, deciding = [], {}, set(decisive(calls))
        for i, (call, argument) in enumerate(self.good.calls):
            seen[call] = seen.get(call, 0) + 1
            point = Point(call, seen[call], i in deciding, (call, argument) == ("write", "2"))
            # Nothing comes after exit_group.
            if i >= begin and call != "exit_group" and (argument, point) not in caught:
                self.points.append(point)
                if call == "rt_sigaction":
                    caught.add((argument, point))

    def whole(self, run, name, narrower):
        """Whether the file of that name is the whole new map, with a mode and owner that it may
        have.
        """
        file, old, good = run.files.get(name), self.before.get(name), self.good.files.get(name)
        if not file or not good or file.content != good.content:
            return False
        if not old:
            return file.mode == NEW_MODE
        if narrower:
            return file.mode in (old.mode, old.mode & 0o700)
        return file._replace(content=old.content) == old

    def faults(
        self,
        run,
        statuses=(1,),
        finishes=True,
        silent=False,
        says="",
        left=False,
        replaced=False,
        narrower=False,
        unmade=False,
    ):
        """Yield what is wrong with a run, as sentences. The arguments are exceptions that a case
        may allow:

        statuses, finishes: it ends with one of these, or as if nothing had happened
        silent: there is no message
        says: what the message contains
        left: the unfinished file may stay, because it could not be removed
        replaced: the new file is in its place already, whatever the status
        narrower: perhaps, only the owner may use the new file
        unmade: the call is never made
        """
        names = self.scenario.files
        if not run.concerned:
            finishes = True
            if not unmade:
                yield "no such call is made"
        if run.status not in statuses and not (finishes and run.status == self.scenario.status):
            yield f"status {run.status}"
        if run.status == 0:
            for name in names:
                if not self.whole(run, name, narrower):
                    found = describe(run, name)
                    yield f"status 0, and {name} is not the whole map under the right mode: {found}"
            if run.out != self.good.out:
                yield "status 0, and standard output is not the whole map"
        else:
            # Of several files those that were finished stay.
            finished = True
            for name in names:
                may_be_new = len(names) > 1 or replaced
                finished = finished and may_be_new and self.whole(run, name, narrower)
                if not finished and run.files.get(name) != self.before.get(name):
                    fault = f"{name} is neither as it was nor whole: {describe(run, name)}"
                    yield f"status {run.status}, and {fault}"
            if not self.good.out.startswith(run.out):
                yield "what reached standard output is not the beginning of the map"
        yield from self.faults_of_message(run, silent)
        if says not in run.err:
            yield f"the message lacks {says!r}"
        left_over = set(run.files) - set(names) - set(self.before)
        if left_over and not left:
            yield f"left over: {sorted(left_over)}, message {run.err!r}"
        if run.links != set(self.scenario.links):
            yield f"the links are {sorted(run.links)}"

    def faults_of_message(self, run, silent):
        lines, good = run.err.splitlines(), self.good.err.splitlines()
        if any(not line.startswith("dungen: ") for line in lines):
            yield f"the message is {run.err!r}"
        if run.status == self.scenario.status:
            expected = [good]
        elif run.status < 0 or run.status > 128:
            expected = [[], good]
        else:
            expected = [lines[:1]] if lines else []
        if lines not in expected and not (silent and not lines):
            yield f"status {run.status} with the message {run.err!r}"


def describe(run, name):
    file = run.files.get(name)
    if not file:
        return "not there"
    return f"{len(file.content)} bytes, mode {file.mode:o}, owner {file.owner}"


# Calls about who may read the file. If one fails, only the owner may.
ABOUT_READERS = ("fchown",)
EVERY = Rule._field_defaults["last"]
INIT = "init"  # the program is process 1 of a namespace


class Case(NamedTuple):
    """What happens to a run, as a title and as rules, perhaps with INIT, and the exceptions that
    Plan.faults() allows it.
    """

    title: str
    happens: list
    allowed: dict


def rules(names, what, value):
    """The rule for every call of some names."""
    return [Rule(names, what, value)]


def case_at(point, what, happens, **allowed):
    # The C library sometimes draws again for the name of the unfinished file.
    allowed.setdefault("unmade", point.call == "getrandom")
    return Case(f"{point.call} {point.n} {what}", happens, allowed)


def try_cases(plan, cases):
    """Returns each case with what is wrong with a run in which it happens."""
    results = []
    for case in cases:
        run = Run(plan.scenario, case.happens)
        results.append((case, list(plan.faults(run, **case.allowed))))
    return results


class Calls(unittest.TestCase):
    """A test for each scenario. A subclass has cases(plan), which yields lists of cases; one thread
    tries those of a list.
    """

    @classmethod
    def setUpClass(cls):
        cls.caught = set()
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        strace()  # or the tests are skipped

    def check(self, scenario):
        if scenario.old is old_file_of_another and os.geteuid() != 0:
            self.skipTest("only root can make one")
        plan = Plan(scenario, self.caught)
        with concurrent.futures.ThreadPoolExecutor(WORKERS) as pool:
            for results in pool.map(functools.partial(try_cases, plan), list(self.cases(plan))):
                for case, faults in results:
                    with self.subTest(case.title):
                        self.assertEqual(faults, [])


def add_test(scenario):
    name = re.sub(r"\W+", "_", scenario.name)
    setattr(Calls, f"test_{name}", lambda self: self.check(scenario))


for _scenario in scenarios():
    add_test(_scenario)
