#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Fail every system call that the program makes after main begins, and interrupt it at every one, with strace.

    tests/prove/inject.py                      everything
    tests/prove/inject.py errors               every call fails with every errno, one at a time
    tests/prove/inject.py pairs signals init   and so on: pairs of failures, signals, signals to process 1
    tests/prove/inject.py errors 'over old'    only the scenarios whose name contains the words

Status 0 has to mean that every byte is where it belongs, under the mode it should have; any other status, that the
target is as it was, that one line says why, and that nothing is left over.
"""

import concurrent.futures
import errno
import os
import re
import shutil
import signal
import stat
import subprocess
import sys
import tempfile

DUNGEN = os.path.abspath(os.environ.get("DUNGEN", "./dungen"))
TIME_LIMIT = 20  # seconds; only a program that hangs reaches it

ERRNOS = (
    "EPERM ENOENT EINTR EIO EBADF EAGAIN ENOMEM EACCES EBUSY EEXIST EXDEV ENOTDIR EISDIR EINVAL EMFILE EFBIG ENOSPC "
    "EROFS EPIPE ENAMETOOLONG ENOSYS ELOOP EDQUOT"
).split()
SIGNALS = "HUP INT QUIT TERM XCPU".split()

# Calls that the kernel never fails: the C library does not look for an errno from them.
NEVER_FAIL = ("brk", "umask", "exit_group", "execve", "getpid", "gettid", "getpgrp", "getuid", "geteuid", "getegid")

# An errno that is an answer and not a failure: told so, the program is right to believe it.
ANSWERS = {
    ("newfstatat", "ENOENT"): "there is no such file",
    ("newfstatat", "ENOTDIR"): "there is no such file",
    ("readlink", "EINVAL"): "this is no symbolic link",
    ("readlink", "ENOENT"): "there is no such file",
}

OLD = b"an old file\n" * 100
OLD_MODE = 0o640
NEW_MODE = 0o644  # 0666 less the umask that the tests set


class Scenario:
    """A command line, what is there before, and what has to be there afterwards."""

    def __init__(self, name, args, output=None, over=False, link=False, stdout="file", told_seed=False):
        self.name, self.args, self.stdout, self.told_seed = name, args, stdout, told_seed
        self.outputs = [output] if isinstance(output, str) else output or []
        self.over, self.link = over, link

    def prepare(self, folder):
        """Lay out the folder, and return the names of the files that the maps go to."""
        names = []
        for name in self.outputs:
            if self.link:
                os.symlink("target-" + name, os.path.join(folder, name))
                name = "target-" + name
            if self.over:
                path = os.path.join(folder, name)
                with open(path, "wb") as file:
                    file.write(OLD)
                os.chmod(path, OLD_MODE)
            names.append(name)
        return names


def formats():
    """The formats that the program has, as --help lists them."""
    text = subprocess.run([DUNGEN, "--help"], stdout=subprocess.PIPE, check=True).stdout.decode()
    section = re.search(r"^Formats:\n((?:  .*\n)+)", text, re.MULTILINE).group(1)
    return re.findall(r"^  ([a-z][a-z0-9-]*) ", section, re.MULTILINE)


def scenarios():
    seed = ["-s", "7"]
    large = [*seed, "-W", "500", "-H", "400"]
    yield Scenario("text to a file", seed)
    yield Scenario("json to a pipe", [*seed, "-f", "json"], stdout="pipe")
    yield Scenario("large text to a file", large)
    yield Scenario("large text to a pipe", large, stdout="pipe")
    yield Scenario("batch to a pipe", [*seed, "-n", "60"], stdout="pipe")
    yield Scenario("help", ["--help"])
    yield Scenario("random seed", ["-o", "new.txt"], "new.txt", told_seed=True)
    for name in formats():
        yield Scenario(f"new file, {name}", [*seed, "-f", name, "-o", "new"], "new")
    yield Scenario("new large file", [*large, "-o", "new.txt"], "new.txt")
    yield Scenario("new batch", [*seed, "-n", "60", "-f", "json", "-o", "new"], "new")
    yield Scenario("over old file", [*seed, "-o", "old.txt"], "old.txt", over=True)
    yield Scenario("over old large file", [*large, "-o", "old.json"], "old.json", over=True)
    yield Scenario("through a link", [*seed, "-o", "link.txt"], "link.txt", over=True, link=True)
    yield Scenario("through a dangling link", [*seed, "-o", "link.txt"], "link.txt", link=True)
    yield Scenario("swept with labels", [*seed, "-H", "20000", "--max-rooms", "300", "--labels", "-o", "n"], "n")
    level = ["--connect", "nearest", "--loops", "5", "--doors", "--exit", "farthest", "--min-rooms", "9"]
    yield Scenario("level", [*seed, *level, "-o", "level.json"], "level.json")
    yield Scenario("to /dev/stdout", [*seed, "-o", "/dev/stdout"])
    pattern = ["map-7.txt", "map-8.txt", "map-9.txt"]


class Run:
    """One run of a scenario under strace, in a folder of its own."""

    def __init__(self, scenario, injections=(), under=(), log=None):
        self.scenario = scenario
        self.folder = tempfile.mkdtemp(prefix="dungen-prove-", dir=BASE)
        self.names = scenario.prepare(self.folder)
        command = [*under, "strace", *(["-D"] if under else []), "-o", log or "/dev/null"]
        calls = ",".join(sorted({injection.split(":")[0] for injection in injections})) or "all"
        if not log:
            command += ["--seccomp-bpf", "-f"]
        command += ["-e", f"trace={calls}", *(word for i in injections for word in ("-e", f"inject={i}"))]
        stdout_path = os.path.join(self.folder, "stdout")
        with open(stdout_path, "wb") as stdout:
            process = subprocess.Popen(
                [*command, DUNGEN, *scenario.args],
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=stdout if scenario.stdout == "file" else subprocess.PIPE,
                stderr=subprocess.PIPE,
                umask=0o022,
            )
            try:
                out, err = process.communicate(timeout=TIME_LIMIT)
                self.hung = False
            except subprocess.TimeoutExpired:
                process.kill()
                out, err = process.communicate()
                self.hung = True
        self.status, self.err = process.returncode, err.decode("utf-8", "replace")
        with open(stdout_path, "rb") as file:
            self.out = file.read() if out is None else out
        os.unlink(stdout_path)
        self.files = {}
        for name in os.listdir(self.folder):
            path = os.path.join(self.folder, name)
            if not os.path.islink(path):
                with open(path, "rb") as file:
                    self.files[name] = (file.read(), stat.S_IMODE(os.stat(path).st_mode))
        shutil.rmtree(self.folder)

    def left_over(self):
        return sorted(set(self.files) - set(self.names))


def calls_made(log):
    """The calls in a log of strace's, in order."""
    with open(log, encoding="ascii", errors="replace") as file:
        return re.findall(r"^([a-z_0-9]+)\(", file.read(), re.MULTILINE)


def count(calls):
    return {call: calls.count(call) for call in calls}


class Plan:
    """What a scenario does when nothing fails: its calls after main begins, and what it writes."""

    def __init__(self, scenario, before_main):
        log = os.path.join(BASE, "log-" + re.sub(r"\W", "-", scenario.name))
        self.scenario = scenario
        self.good = Run(scenario, log=log)
        if self.good.status or len(self.good.files) != len(self.good.names):
            sys.exit(f"{scenario.name}: fails by itself: {self.good.status} {self.good.err}")
        if scenario.told_seed:
            # Each run has another map: only its length is known.
            self.good.files = {name: (len(content), mode) for name, (content, mode) in self.good.files.items()}
        # (call, n): the n-th call of that name, counted from the start of the process, loader included.
        self.points = []
        seen = {}
        for call in calls_made(log):
            seen[call] = seen.get(call, 0) + 1
            if seen[call] > before_main.get(call, 0) and call not in ("exit_group", "execve"):
                self.points.append((call, seen[call]))

    def content(self, content):
        return len(content) if self.scenario.told_seed else content

    def whole(self, run, name, may_be_narrower=False):
        """The file of that name is the whole new map, under the mode it should have."""
        content, mode = run.files.get(name, (b"", 0))
        good_content, _ = self.good.files[name]
        good_mode = OLD_MODE if self.scenario.over else NEW_MODE
        if may_be_narrower:
            # Where nothing says who could read the old file, only its owner may read the new one.
            good_mode = mode & good_mode | 0o600
        return self.content(content) == good_content and mode == good_mode

    def as_before(self, run, name):
        return run.files.get(name) == ((OLD, OLD_MODE) if self.scenario.over else None)

    def faults(self, run, may_be_silent=False, may_be_left=False, may_be_replaced=False, may_be_narrower=False, statuses=(1,)):
        """What is wrong with the outcome of a run, as sentences."""
        if run.hung:
            yield "it hangs"
        if run.status == 0:
            for name in run.names:
                if not self.whole(run, name, may_be_narrower):
                    yield f"status 0, and {name} is not the whole map under the right mode"
            if not run.names and run.out != self.good.out:
                yield "status 0, and standard output is not the whole map"
        else:
            if run.status not in statuses:
                yield f"status {run.status}"
            # Of several files those that were finished stay.
            finished = True
            for name in run.names:
                finished = finished and (len(run.names) > 1 or may_be_replaced) and self.whole(run, name)
                if not finished and not self.as_before(run, name):
                    yield f"status {run.status}, and {name} is neither as it was nor whole"
            if not self.good.out.startswith(run.out):
                yield "what reached standard output is not the beginning of the map"
        lines = run.err.splitlines()
        if self.scenario.told_seed and lines and re.fullmatch(r"dungen: seed \d+", lines[0]):
            lines = lines[1:]
        expected = 0 if run.status <= 0 else 1
        if len(lines) != expected and not (may_be_silent and not lines):
            yield f"status {run.status} with {len(lines)} lines of message: {run.err!r}"
        if any(not line.startswith("dungen: ") for line in lines):
            yield f"the message is {run.err!r}"
        if run.left_over() and not (may_be_left and all(name in run.err for name in run.left_over())):
            yield f"left over: {run.left_over()}, message {run.err!r}"


def before_main():
    """The calls of a program whose main does nothing but end: the loader's and the C library's."""
    source = os.path.join(BASE, "nothing.c")
    with open(source, "w", encoding="ascii") as file:
        file.write("#include <cJSON.h>\n#include <unistd.h>\n")
        file.write("int main(int n, char **v) { (void)v; if (n > 1) cJSON_Delete(0); _exit(0); }\n")
    words = subprocess.run(["pkg-config", "--cflags", "--libs", "libcjson"], stdout=subprocess.PIPE, check=True)
    program = os.path.join(BASE, "nothing")
    subprocess.run(["cc", source, "-o", program, *words.stdout.decode().split()], check=True)
    log = os.path.join(BASE, "log-nothing")
    subprocess.run(["strace", "-o", log, program], check=True)
    return count(calls_made(log))


def errors(plan):
    """Every call fails with every errno."""
    for call, n in plan.points:
        if call == "brk":
            # It says that there is no memory by leaving the break where it is.
            yield f"brk {n} gives nothing", plan, [f"brk:retval=0:when={n}"], (), {}
        for name in ERRNOS:
            if call in NEVER_FAIL or (call, name) in ANSWERS:
                continue
            yield f"{call} {n} fails with {name}", plan, [f"{call}:error={name}:when={n}"], (), {
                "may_be_silent": call == "write" and plan.scenario.told_seed,
                "may_be_narrower": call.endswith("xattr"),
            }


def pairs(plan):
    """A failure, and then a removal of the unfinished file that fails too; short writes; writes of nothing."""
    for call, n in plan.points:
        if call in NEVER_FAIL:
            continue
        yield f"{call} {n} fails with EIO, then unlink", plan, [
            f"{call}:error=EIO:when={n}",
            "unlink:error=EACCES",
            "unlinkat:error=EACCES",
        ], (), {"may_be_left": True, "may_be_silent": call == "write" and plan.scenario.told_seed}
        if call == "write":
            yield f"write {n} writes nothing", plan, [f"write:retval=0:when={n}"], (), {
                "may_be_silent": plan.scenario.told_seed
            }
            yield f"write {n} fails with EAGAIN, and so does poll", plan, [
                f"write:error=EAGAIN:when={n}+",
                "poll:error=ENOMEM",
                "ppoll:error=ENOMEM",
            ], (), {"may_be_silent": True}


def interruptions(plan, under, statuses):
    """A signal at every call."""
    for call, n in plan.points:
        for name in SIGNALS:
            number = getattr(signal, "SIG" + name)
            yield f"{name} at {call} {n}", plan, [f"{call}:signal={name}:when={n}"], under, {
                "may_be_silent": True,
                "may_be_replaced": True,
                "statuses": statuses(number),
            }


def signals(plan):
    return interruptions(plan, (), lambda number: (-number,))


def init(plan):
    return interruptions(plan, ("unshare", "--pid", "--fork", "--kill-child"), lambda number: (128 + number,))


PARTS = {"errors": errors, "pairs": pairs, "signals": signals, "init": init}


def try_one(case):
    title, plan, injections, under, allowed = case
    run = Run(plan.scenario, injections, under)
    return plan.scenario.name, title, list(plan.faults(run, **allowed))


def main(words):
    names = [word for word in words if word in PARTS] or list(PARTS)
    wanted = [word for word in words if word not in PARTS]
    loader = before_main()
    plans = [Plan(scenario, loader) for scenario in scenarios() if not wanted or any(w in scenario.name for w in wanted)]
    print(f"{len(plans)} scenarios, {sum(len(plan.points) for plan in plans)} calls after main begins")
    passed = failed = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() + 1) as pool:
        for name in names:
            good = bad = 0
            for scenario, title, faults in pool.map(try_one, (case for plan in plans for case in PARTS[name](plan))):
                good += not faults
                bad += bool(faults)
                for fault in faults:
                    print(f"FAILED: {scenario}: {title}: {fault}")
            print(f"{name}: {good + bad} runs", flush=True)
            passed += good
            failed += bad
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    BASE = tempfile.mkdtemp(prefix="dungen-prove-")
    try:
        sys.exit(main(sys.argv[1:]))
    finally:
        shutil.rmtree(BASE)
