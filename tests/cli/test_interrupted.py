# SPDX-License-Identifier: MIT
"""A file appears whole or not at all: signals at any moment, the order of the calls, and each of them failing."""

import contextlib
import os
import random
import resource
import signal
import subprocess
import sys
import time
import unittest

from helper import (
    FATAL_SIGNALS,
    OLD,
    SANITIZED,
    TIME_LIMIT,
    TestCase,
    read,
    skip_unless,
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
        # The kernel resets such a handler before it blocks the signal: too short a time for a test to meet it.
        trace = self.path("trace")
        self.good("-s7", "-o", "map", cwd=self.folder, under=strace("trace=rt_sigaction", trace=trace))
        self.assertRegex(read(trace), rb"SIGTERM, \{sa_handler=0x\w+, sa_mask=~\[")
        self.assertNotIn(b"SA_RESETHAND", read(trace))

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
        skip_unless(*namespace, "true")
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


@unittest.skipIf(SANITIZED, "a sanitizer makes calls of its own")
class Calls(unittest.TestCase):
    """What tests/prove tries for every command line, for one: each call fails or is interrupted, and their order."""

    def prove(self, name):
        script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "prove", name + ".py")
        command = [sys.executable, script, "over old large file", "over an old file, large"]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if "skipped: everything" in done.stdout:
            self.skipTest(done.stdout.splitlines()[0])
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_errors(self):
        self.prove("errors")

    def test_two_errors(self):
        self.prove("pairs")

    def test_signals(self):
        self.prove("signals")

    def test_order(self):
        self.prove("order")
