# SPDX-License-Identifier: MIT
"""A file appears whole or not at all, whatever signal arrives, and whichever system call fails."""

import os
import signal
import subprocess
import sys
import unittest

from helper import FATAL_SIGNALS, OLD, SANITIZED, TestCase, read, run, strace, write

# A sanitizer catches these itself.
FAULTS = {signal.SIGSEGV, signal.SIGBUS, signal.SIGFPE, signal.SIGILL, signal.SIGABRT, signal.SIGTRAP, signal.SIGSYS}
UNFINISHED = r"\A\.map\.[A-Za-z0-9]{6}\Z"


class Signals(TestCase):
    def setUp(self):
        super().setUp()
        self.map = self.good("-s7")

    def assert_interrupted(self, number, status, content, call="write", when=1, **how):
        """A signal arrives during a call of the program, which writes over an old file."""
        write(self.path("map"), OLD)
        without_core = ["prlimit", "--core=0"]
        under = [*without_core, *strace(f"inject={call}:signal={int(number)}:when={when}")]
        result = run("-s7", "-o", "map", cwd=self.folder, under=under, **how)
        self.assertEqual((result.returncode, result.stdout, result.stderr), (status, b"", b""))
        self.assertEqual(read(self.path("map")), content)

    def test_that_end_it(self):
        for number in set(FATAL_SIGNALS) - (FAULTS if SANITIZED else set()):
            with self.subTest(number=number):
                self.assert_interrupted(number, -number, OLD)
                self.assert_holds("map")

    def test_that_it_finds_ignored(self):
        for number in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM, signal.SIGRTMIN):
            with self.subTest(number=number):
                self.assert_interrupted(number, 0, self.map, ignored=(number,))
                self.assert_holds("map")

    def test_that_do_not_end_it(self):
        for number in (signal.SIGCHLD, signal.SIGURG, signal.SIGWINCH, signal.SIGXFSZ):
            with self.subTest(number=number):
                self.assert_interrupted(number, 0, self.map)
                self.assert_holds("map")

    def test_kill(self):
        """It cannot be caught: the unfinished file stays."""
        # The second fsync is for the folder, after the file has its name.
        for call, when, content in (("write", 1, OLD), ("fsync", 1, OLD), ("fsync", 2, self.map)):
            with self.subTest(call, when=when):
                self.assert_interrupted(signal.SIGKILL, -signal.SIGKILL, content, call, when)
                left = [name for name in os.listdir(self.folder) if name != "map"]
                self.assertEqual(len(left), content == OLD)
                for name in left:
                    self.assertRegex(name, UNFINISHED)
                    os.remove(self.path(name))

    def test_one_handler_is_not_interrupted_by_another(self):
        """The kernel would reset a handler before it blocks the signal, a window too short to test."""
        trace = self.path("trace")
        self.good("-s7", "-o", "map", cwd=self.folder, under=strace("trace=rt_sigaction", trace=trace))
        self.assertRegex(read(trace), rb"SIGTERM, \{sa_handler=0x\w+, sa_mask=~\[")
        self.assertNotIn(b"SA_RESETHAND", read(trace))

    def test_nothing_is_opened_on_a_standard_descriptor(self):
        """A message would end up in the file if that got the descriptor of a closed standard error."""
        os.mkfifo(self.path("pipe"))
        self.addCleanup(os.close, os.open(self.path("pipe"), os.O_RDONLY | os.O_NONBLOCK))
        trace = self.path("trace")
        for closing in ("2>&-", "<&- >&- 2>&-"):
            for name in ("map", "pipe"):
                with self.subTest(name, closing=closing):
                    under = [*strace("trace=write", trace=trace), "sh", "-c", f'exec "$@" {closing}', "sh"]
                    self.good("-s7", "-o", name, cwd=self.folder, under=under)
                    self.assertRegex(read(trace), rb'\Awrite\(([3-9]|\d\d+), "###')


@unittest.skipIf(SANITIZED, "a sanitizer makes calls of its own")
class Calls(unittest.TestCase):
    """For a few command lines, what tests/prove does for all: each call fails or is interrupted."""

    def prove(self, name):
        script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "prove", name + ".py")
        command = [sys.executable, script, "over old large file", "pattern over old files", "through two links", "to a named pipe"]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if "skipped: everything" in done.stdout:
            self.skipTest(done.stdout.splitlines()[0])
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_errors(self):
        self.prove("errors")

    def test_signals(self):
        self.prove("signals")
