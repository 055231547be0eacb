# SPDX-License-Identifier: MIT
"""A file appears whole or not at all, whatever signal arrives, and whichever system call fails. @once"""

import os
import signal

from helper import CAUGHT_SIGNALS, OLD, TestCase, read, run, shell, strace, write

UNFINISHED = r"\A\.map\.[A-Za-z0-9]{6}\Z"


class Signals(TestCase):
    def setUp(self):
        super().setUp()
        self.map = self.good("-s7")

    def assert_interrupted(self, number, status, content, call="write", path=None, before=()):
        """A signal arrives during calls of the program, perhaps only those about a path; it writes over an old file."""
        write(self.path("map"), OLD)
        under = [*before, "prlimit", "--core=0", *strace(f"inject={call}:signal={int(number)}", path=path)]
        result = run("-s7", "-o", "map", cwd=self.folder, under=under)
        self.assertEqual((result.returncode, result.stdout, result.stderr), (status, b"", b""), number)
        self.assertEqual(read(self.path("map")), content)

    def test_after_which_nothing_is_left(self):
        for number in CAUGHT_SIGNALS:
            self.assert_interrupted(number, -number, OLD)
            self.assert_holds("map")

    def test_that_do_not_end_it(self):
        """Because they never do, or because it finds them ignored."""
        for number in (signal.SIGCHLD, signal.SIGURG, signal.SIGWINCH, signal.SIGXFSZ):
            self.assert_interrupted(number, 0, self.map)
        for number in CAUGHT_SIGNALS:
            self.assert_interrupted(number, 0, self.map, before=shell(f"trap '' {int(number)}; exec \"$@\""))
        self.assert_holds("map")

    def assert_left(self, is_left):
        """Whether the unfinished file is still there. It is removed, and so is the map."""
        left = [name for name in os.listdir(self.folder) if name != "map"]
        self.assertEqual(len(left), is_left)
        for name in left:
            self.assertRegex(name, UNFINISHED)
            os.remove(self.path(name))

    def test_kill(self):
        """It cannot be caught: the unfinished file stays, unless it has its name already."""
        # The folder is flushed after the file has its name.
        for call, path, content in (("write", None, OLD), ("fsync", None, OLD), ("fsync", self.folder, self.map)):
            self.assert_interrupted(signal.SIGKILL, -signal.SIGKILL, content, call, path)
            self.assert_left(content == OLD)

    def test_others_leave_the_unfinished_file(self):
        """The program does not catch them. The old file is whole."""
        for number in (signal.SIGUSR1, signal.SIGALRM, signal.SIGABRT, signal.SIGRTMIN):
            self.assert_interrupted(number, -number, OLD)
            self.assert_left(True)

    def test_one_handler_is_not_interrupted_by_another(self):
        """The kernel would reset a handler before it blocks the signal, a window too short to test."""
        trace = self.path("trace")
        self.good("-s7", "-o", "map", cwd=self.folder, under=strace("trace=rt_sigaction", trace=trace))
        self.assertRegex(read(trace), rb"SIGTERM, \{sa_handler=0x\w+, sa_mask=~\[")
        self.assertNotIn(b"SA_RESETHAND", read(trace))


def load_tests(loader, tests, _):
    """For a few command lines, what tests/prove does for all: each call fails or is interrupted."""
    scenarios = {"errors.Errors": ["pattern_over_old_files", "through_two_links", "to_a_named_pipe", "from_a_file"],
                 "signals.Signals": ["pattern_over_old_files", "to_a_named_pipe"]}  # fmt: skip
    tests.addTests(loader.loadTestsFromNames([f"{suite}.test_{name}" for suite, names in scenarios.items() for name in names]))
    return tests
