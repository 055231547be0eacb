# SPDX-License-Identifier: MIT
"""A file appears whole or not at all, whatever signal arrives, and whichever system call fails.
@once
"""

import os
import random
import signal
import time

from helper import CAUGHT_SIGNALS, OLD, TestCase, output_of_process, read, run_process
from helper import shell, start, strace, write

UNFINISHED = r"\A\.dungen\.[A-Za-z0-9]{6}\Z"


class Signals(TestCase):
    def setUp(self):
        super().setUp()
        self.map = self.good("-s7")

    def assert_interrupted(self, number, status, content, call="write", path=None, before=()):
        """A signal arrives during calls of the program, perhaps only those about a path; it writes
        over an old file.
        """
        write(self.path("map"), OLD)
        interrupting = strace(f"inject={call}:signal={int(number)}", path=path)
        under = [*before, "prlimit", "--core=0", *interrupting]
        result = run_process("-s7", "-o", "map", cwd=self.folder, under=under)
        ending = (result.returncode, result.stdout, result.stderr)
        self.assertEqual(ending, (status, b"", b""), number)
        self.assertEqual(read(self.path("map")), content, number)

    def test_after_which_nothing_is_left(self):
        for number in CAUGHT_SIGNALS:
            self.assert_interrupted(number, -number, OLD)
            self.assert_holds("map")

    def test_that_never_end_it(self):
        for number in (signal.SIGCHLD, signal.SIGURG, signal.SIGWINCH, signal.SIGXFSZ):
            self.assert_interrupted(number, 0, self.map)
        self.assert_holds("map")

    def test_that_it_finds_ignored(self):
        for number in CAUGHT_SIGNALS:
            ignoring = shell(f"trap '' {int(number)}; exec \"$@\"")
            self.assert_interrupted(number, 0, self.map, before=ignoring)
        self.assert_holds("map")

    def assert_left(self):
        """The unfinished file is still there. Removes it."""
        left = [name for name in os.listdir(self.folder) if name != "map"]
        self.assertEqual(len(left), 1, left)
        self.assertRegex(left[0], UNFINISHED)
        os.remove(self.path(left[0]))

    def test_kill_leaves_the_unfinished_file(self):
        """It cannot be caught."""
        for call in ("write", "fsync"):
            self.assert_interrupted(signal.SIGKILL, -signal.SIGKILL, OLD, call)
            self.assert_left()

    def test_kill_while_the_folder_is_flushed(self):
        """The file has its name by then."""
        status = -signal.SIGKILL
        self.assert_interrupted(signal.SIGKILL, status, self.map, "fsync", path=self.folder)
        self.assert_holds("map")

    def test_others_leave_the_unfinished_file(self):
        """The program does not catch them. The old file is whole."""
        for number in (signal.SIGUSR1, signal.SIGALRM, signal.SIGABRT, signal.SIGRTMIN):
            self.assert_interrupted(number, -number, OLD)
            self.assert_left()

    def test_at_random_times(self):
        """The old file is whole or replaced, and nothing is left over."""
        args = ["-q", "-s7", "-W1000", "-H2000", "-o", "map"]
        self.map = self.good(*args[:-2])
        begin = time.monotonic()
        output_of_process(*args, cwd=self.folder)
        longest = 2 * (time.monotonic() - begin)
        times = random.Random(7)
        write(self.path("map"), OLD)
        for number in [signal.SIGINT, signal.SIGTERM, signal.SIGKILL] * 20:
            with self.subTest(number), start(*args, cwd=self.folder) as process:
                time.sleep(times.uniform(0, longest))
                process.send_signal(number)
                process.communicate()
                if process.returncode == 0:
                    self.assertEqual(read(self.path("map")), self.map)
                else:
                    self.assertEqual(process.returncode, -number)
                    self.assertIn(read(self.path("map")), (OLD, self.map))
                write(self.path("map"), OLD)
                left = set(os.listdir(self.folder)) - {"map"}
                if number == signal.SIGKILL and left:
                    self.assert_left()
                else:
                    self.assertFalse(left)

    def test_one_handler_is_not_interrupted_by_another(self):
        """The kernel would reset a handler before it blocks the signal. This moment is too short
        to test.
        """
        trace = self.path("trace")
        tracing = strace("trace=rt_sigaction", trace=trace)
        output_of_process("-s7", "-o", "map", cwd=self.folder, under=tracing)
        self.assertRegex(read(trace), rb"SIGTERM, \{sa_handler=0x\w+, sa_mask=~\[")
        self.assertNotIn(b"SA_RESETHAND", read(trace))
