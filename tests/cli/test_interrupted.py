# SPDX-License-Identifier: MIT
"""A file appears whole or not at all: signals at any moment, the order of the calls, and each of them failing."""

import collections
import contextlib
import errno
import os
import random
import re
import resource
import signal
import subprocess
import tempfile
import time
import unittest

from helper import (
    FATAL_SIGNALS,
    OLD,
    SANITIZED,
    TIME_LIMIT,
    TestCase,
    read,
    run,
    start,
    strace,
    wait_for_bytes,
    write,
)

# A sanitizer catches these itself.
FAULTS = {signal.SIGSEGV, signal.SIGBUS, signal.SIGFPE, signal.SIGILL, signal.SIGABRT, signal.SIGTRAP, signal.SIGSYS}


class Interrupted(TestCase):
    """Signals while a file is being written."""

    LARGE = "-s7 -W20000 -H20000".split()  # 400 MB, none of which is ever written whole
    UNFINISHED = r"\A\.map\.[A-Za-z0-9]{6}\Z"

    def unfinished_size(self):
        """How much has been written beside the old file."""
        try:
            return sum(os.path.getsize(self.path(name)) for name in os.listdir(self.folder) if name != "map")
        except FileNotFoundError:  # it is finished now
            return 0

    def stop_while_writing(self, options, **how):
        """Start the program and stop it in the middle of writing `map` over an old file. None: it was too quick."""
        for name in os.listdir(self.folder):
            os.remove(self.path(name))
        write(self.path("map"), OLD)
        process = start(*options, "-o", "map", cwd=self.folder, **how)
        while not self.unfinished_size() and process.poll() is None:
            pass
        if process.poll() is None:
            process.send_signal(signal.SIGSTOP)
            _, status = os.waitpid(process.pid, os.WUNTRACED)
            if os.WIFSTOPPED(status) and self.unfinished_size():
                return process
        process.kill()
        process.communicate()
        return None

    @contextlib.contextmanager
    def stopped_while_writing(self, options, **how):
        """The program, stopped in the middle of writing; it goes on after the block, to its end."""
        attempts = (self.stop_while_writing(options, **how) for _ in range(20))
        process = next(filter(None, attempts), None)
        self.assertIsNotNone(process, "it was never seen to write a file beside the old one")
        with process:
            try:
                [unfinished] = [name for name in os.listdir(self.folder) if name != "map"]
                self.assertRegex(unfinished, self.UNFINISHED)
                self.assertEqual(read(self.path("map")), OLD)
                yield process
                process.send_signal(signal.SIGCONT)
                process.said = b"".join(process.communicate(timeout=TIME_LIMIT))
            finally:
                process.kill()

    def test_signals_that_end_it(self):
        limit = resource.getrlimit(resource.RLIMIT_CORE)
        resource.setrlimit(resource.RLIMIT_CORE, (0, limit[1]))
        self.addCleanup(resource.setrlimit, resource.RLIMIT_CORE, limit)
        for number in set(FATAL_SIGNALS) - (FAULTS if SANITIZED else set()):
            with self.subTest(number=number):
                with self.stopped_while_writing(self.LARGE) as process:
                    process.send_signal(number)
                self.assertEqual(process.returncode, -number)
                self.assertEqual(process.said, b"")
                self.assert_holds("map")
                self.assertEqual(read(self.path("map")), OLD)

    def test_signals_at_once(self):
        """The handler of one is not interrupted by another."""
        with self.stopped_while_writing(self.LARGE) as process:
            for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGRTMAX):
                process.send_signal(number)
        self.assertLess(process.returncode, 0)
        self.assertEqual(process.said, b"")
        self.assert_holds("map")

    def test_the_same_signal_twice(self):
        """As timeout sends it, so soon that the handler of the first may not have begun."""
        for _ in range(60):
            write(self.path("map"), OLD)
            with start(*self.LARGE, "-o", "map", cwd=self.folder) as process:
                while not self.unfinished_size():
                    self.assertIsNone(process.poll())
                os.kill(process.pid, signal.SIGTERM)
                os.kill(process.pid, signal.SIGTERM)
                self.assertEqual(process.wait(timeout=TIME_LIMIT), -signal.SIGTERM)
            self.assert_holds("map")

    def test_signals_that_it_finds_ignored(self):
        options = "-s7 -W20000 -H2000".split()  # 40 MB
        whole = self.good(*options)
        for number in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM, signal.SIGRTMIN):
            with self.subTest(number=number):
                with self.stopped_while_writing(options, ignored=(number,)) as process:
                    process.send_signal(number)
                self.assertEqual(process.returncode, 0)
                self.assert_holds("map")
                self.assertTrue(read(self.path("map")) == whole)

    def test_signals_that_do_not_end_it(self):
        options = "-s7 -W20000 -H2000".split()
        whole = self.good(*options)
        with self.stopped_while_writing(options) as process:
            for number in (signal.SIGCHLD, signal.SIGURG, signal.SIGWINCH, signal.SIGXFSZ):
                process.send_signal(number)
        self.assertEqual(process.returncode, 0)
        self.assertTrue(read(self.path("map")) == whole)

    def test_as_process_1(self):
        """No default action ends the first process of a container, but a signal that it catches does."""
        namespace = ["unshare", "--pid", "--fork", "--kill-child", *(["--user", "--map-root-user"] if os.geteuid() else [])]
        if subprocess.run([*namespace, "true"], stderr=subprocess.DEVNULL).returncode != 0:
            self.skipTest("no namespace may be made here")
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGQUIT, signal.SIGXCPU):
            with self.subTest(number=number):
                write(self.path("map"), OLD)
                with start(*self.LARGE, "-o", "map", cwd=self.folder, under=namespace) as unshare:
                    try:
                        while not self.unfinished_size():
                            self.assertIsNone(unshare.poll())
                        with open(f"/proc/{unshare.pid}/task/{unshare.pid}/children") as children:
                            os.kill(int(children.read()), number)
                        unshare.communicate(timeout=TIME_LIMIT)
                    finally:
                        unshare.kill()
                self.assertEqual(unshare.returncode, 128 + number)
                self.assert_holds("map")
                self.assertEqual(read(self.path("map")), OLD)

    def test_nothing_is_opened_on_a_standard_descriptor(self):
        """A message would end up in the file, were it opened where standard error was closed."""
        for closed in ((2,), (0, 1, 2)):
            with self.subTest(closed=closed, to="file"):
                with self.stopped_while_writing(self.LARGE, closed=closed) as process:
                    opened = {int(name) for name in os.listdir(f"/proc/{process.pid}/fd")}
                    process.send_signal(signal.SIGTERM)
                self.assertTrue(opened)
                self.assertFalse(opened.intersection(closed))
            with self.subTest(closed=closed, to="pipe"):
                os.mkfifo(self.path("pipe"))
                reading = os.open(self.path("pipe"), os.O_RDONLY | os.O_NONBLOCK)
                with start(*self.LARGE, "-o", "pipe", cwd=self.folder, closed=closed) as process:
                    wait_for_bytes(reading)
                    opened = {int(name) for name in os.listdir(f"/proc/{process.pid}/fd")}
                    os.close(reading)
                self.assertTrue(opened)
                self.assertFalse(opened.intersection(closed))
                os.remove(self.path("pipe"))

    def test_kills_at_any_moment(self):
        options = "-s7 -W5000 -H2000".split()  # 10 MB
        began = time.monotonic()
        self.good(*options, "-o", "map", cwd=self.folder)
        duration = time.monotonic() - began
        whole = read(self.path("map"))
        write(self.path("map"), OLD)
        killed = 0
        for _ in range(30):
            with start(*options, "-o", "map", cwd=self.folder) as process:
                time.sleep(random.uniform(0, duration))
                process.kill()
            killed += process.returncode == -signal.SIGKILL
            content = read(self.path("map"))
            self.assertTrue(content in (OLD, whole), len(content))
            for name in os.listdir(self.folder):
                if name != "map":
                    self.assertRegex(name, self.UNFINISHED)
                    os.remove(self.path(name))
            write(self.path("map"), OLD)
        self.assertTrue(killed)


class Calls(TestCase):
    """Every system call from the first look at the target on: their order, and a signal or an error at each."""

    # The names of each call, which depend on the C library and the processor.
    KINDS = {
        "stat": "newfstatat lstat stat statx fstat",
        "access": "faccessat2 faccessat",
        "open": "openat open",
        "rename": "rename renameat renameat2",
        "unlink": "unlink unlinkat",
        "xattr": "lgetxattr fremovexattr",
        **{name: name for name in ("close", "write", "fsync", "fchmod", "fchown")},
    }
    KIND_OF = {name: kind for kind, names in KINDS.items() for name in names.split()}
    CALL = re.compile(r"(\w+)\((.*)\) += (-?\d+)")
    OPTIONS = "-s7 -W300 -H300 -o map".split()

    def setUp(self):
        super().setUp()
        self.map = self.good(*self.OPTIONS[:3])
        with tempfile.NamedTemporaryFile(delete=False) as file:
            self.trace = file.name
        self.addCleanup(os.remove, self.trace)

    def prepare(self, old):
        for name in os.listdir(self.folder):
            os.remove(self.path(name))
        if old:
            write(self.path("map"), OLD)

    def calls(self):
        """The calls of a run that succeeds: name, number among those of this name since the start, arguments, result."""
        self.good(
            *self.OPTIONS,
            cwd=self.folder,
            under=strace(f"trace={','.join('?' + name for name in self.KIND_OF)}", trace=self.trace),
        )
        counts, calls, begun = collections.Counter(), [], False
        for line in read(self.trace).decode().splitlines():
            match = self.CALL.match(line)
            if not match:
                continue
            name, arguments, result = match.groups()
            counts[name] += 1
            begun = begun or '"map"' in arguments
            if begun:
                calls.append((name, counts[name], arguments, int(result)))
        self.assertGreater(len(calls), 5)
        return calls

    def test_order(self):
        """The content is flushed to disk before the file gets its name, and the name before the program ends."""
        for old in (None, OLD):
            with self.subTest(old=old):
                self.prepare(old)
                calls = self.calls()
                kinds = [self.KIND_OF[name] for name, *_ in calls]
                order = [kind for kind in kinds if kind not in ("stat", "access", "xattr", "fchown")]
                writes = order.count("write")
                self.assertEqual(
                    order, ["open", "fchmod", *["write"] * writes, "fsync", "close", "rename", "open", "fsync", "close"]
                )
                (_, _, created, file), (_, _, opened, folder) = (
                    call for call, kind in zip(calls, kinds) if kind == "open"
                )
                self.assertRegex(created, r'"\.map\.\w{6}", \w+(\|\w+)*\|O_EXCL')
                self.assertIn('".", O_RDONLY', opened)
                for (_, _, arguments, _), kind in zip(calls, kinds):
                    if kind in ("fchmod", "write"):
                        self.assertRegex(arguments, rf"\A{file}\b")
                self.assertEqual(
                    [arguments for (_, _, arguments, _), kind in zip(calls, kinds) if kind == "fsync"],
                    [str(file), str(folder)],
                )
                [renamed] = [arguments for (_, _, arguments, _), kind in zip(calls, kinds) if kind == "rename"]
                self.assertRegex(renamed, r'"\.map\.\w{6}".*, "map"')

    def assert_old_or_whole(self, old, whole):
        """Nothing is left over, and the target is as it was, or the whole new map."""
        content = read(self.path("map")) if os.path.exists(self.path("map")) else None
        self.assertTrue(content == (self.map if whole else old), content and len(content))
        self.assert_holds(*(["map"] if content is not None else []))

    def each_call(self):
        """Each call, as an expression of strace finds it; whether it comes after the new file is in its place."""
        for old in (None, OLD):
            self.prepare(old)
            placed = False
            for name, count, _, _ in self.calls():
                kind = self.KIND_OF[name]
                self.prepare(old)
                yield old, name, count, kind, placed
                placed = placed or kind == "rename"

    def test_signal_at_each(self):
        for old, name, count, kind, placed in self.each_call():
            with self.subTest(old=old, call=name, count=count):
                result = run(*self.OPTIONS, cwd=self.folder, under=strace(f"inject={name}:signal=TERM:when={count}"))
                self.assertEqual((result.returncode, result.stderr), (-signal.SIGTERM, b""))
                # The signal comes when the call is done.
                self.assert_old_or_whole(old, placed or kind == "rename")

    def test_error_at_each(self):
        for old, name, count, kind, placed in self.each_call():
            # What stands already, and what can be done without: the owner, and the disk's knowledge of the name.
            harmless = placed or kind == "fchown"
            with self.subTest(old=old, call=name, count=count):
                result = run(*self.OPTIONS, cwd=self.folder, under=strace(f"inject={name}:error=EIO:when={count}"))
                if harmless:
                    self.assertEqual((result.returncode, result.stderr), (0, b""))
                else:
                    self.assert_failed(result, "map", errno.EIO)
                self.assert_old_or_whole(old, harmless)

    def test_the_first_error_is_told(self):
        """And not that of closing the file."""
        self.prepare(OLD)
        closing = [count for name, count, _, _ in self.calls() if name == "close"][0]
        under = strace("inject=fsync:error=EIO:when=1", f"inject=close:error=ENOSPC:when={closing}")
        self.prepare(OLD)
        self.assert_failed(run(*self.OPTIONS, cwd=self.folder, under=under), "map", errno.EIO)
        self.assert_old_or_whole(OLD, False)

    def test_write_of_nothing(self):
        """It would go on for ever."""
        self.prepare(OLD)
        result = run(*self.OPTIONS, cwd=self.folder, under=strace("inject=write:retval=0:when=1"))
        self.assert_failed(result, "map", errno.EIO)
        self.assert_old_or_whole(OLD, False)

    def test_what_cannot_be_removed_is_named(self):
        for failing, why in (("fsync", "fsync:error=EIO:when=1"), ("rename", "?rename,?renameat,?renameat2:error=EIO")):
            with self.subTest(failing):
                self.prepare(OLD)
                under = strace(f"inject={why}", "inject=?unlink,?unlinkat:error=EACCES")
                result = run(*self.OPTIONS, cwd=self.folder, under=under)
                [left] = set(os.listdir(self.folder)) - {"map"}
                self.assert_message(result, 1, f"map: {os.strerror(errno.EIO)}; {left} is left behind")
                self.assertEqual(read(self.path("map")), OLD)
        # Nothing failed before: the map does not exist.
        self.prepare(OLD)
        result = run(
            "-s7", "--loops", "999", "-o", "map", cwd=self.folder, under=strace("inject=?unlink,?unlinkat:error=EACCES")
        )
        [left] = set(os.listdir(self.folder)) - {"map"}
        self.assert_message(result, 1, f"map: {os.strerror(errno.EACCES)}; {left} is left behind")
        # What somebody else removed is not left behind.
        self.prepare(OLD)
        result = run(
            *self.OPTIONS,
            cwd=self.folder,
            under=strace("inject=fsync:error=EIO:when=1", "inject=?unlink,?unlinkat:error=ENOENT"),
        )
        self.assertEqual(result.stderr.decode(), f"dungen: map: {os.strerror(errno.EIO)}\n")
