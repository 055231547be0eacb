# SPDX-License-Identifier: MIT
"""What a person at a terminal sees of work that takes long: a line that is gone at the end."""

import os
import re
import select
import signal
import subprocess
import time

from helper import TestCase, start

LONG = ["-s", "1", "-n", "20000"]  # more than pipes hold, so that the reader sets the pace


class Progress(TestCase):
    def screen(self, *args, seconds, terminal_out=False, on_terminal=True):
        """What standard error got, while standard output was read slowly for so many seconds and then to its end."""
        master, slave = os.openpty()
        self.addCleanup(os.close, master)
        log = open(self.path("log"), "w+b")
        self.addCleanup(log.close)
        errors = slave if on_terminal else log
        with start(*args, stdout=slave if terminal_out else subprocess.PIPE, stderr=errors) as process:
            os.close(slave)
            source = master if terminal_out else process.stdout.fileno()
            seen = b""
            end = time.monotonic() + seconds
            while True:
                slow = time.monotonic() < end
                ready, _, _ = select.select([source] if terminal_out else [source, master], [], [], 0.1)
                if master in ready and not terminal_out:
                    seen += self.read_terminal(master)
                if source in ready:
                    part = self.read_terminal(source) if terminal_out else os.read(source, 1 << 16)
                    if not part:
                        break
                    seen += part if terminal_out else b""
                    time.sleep(0.1 if slow else 0)
            self.assertEqual(process.wait(), 0)
        while on_terminal and not terminal_out and select.select([master], [], [], 0)[0]:
            part = self.read_terminal(master)
            if not part:
                break
            seen += part
        log.seek(0)
        return seen + log.read()

    @staticmethod
    def read_terminal(master):
        try:
            return os.read(master, 1 << 16)
        except OSError:  # the other side is closed
            return b""

    def test_long_work_is_shown_and_erased(self):
        seen = self.screen(*LONG, seconds=3.5).decode()
        shown = re.findall(r"\r\x1b\[Kdungen: (\d+\.\d) MB written in (\d+) s", seen)
        self.assertTrue(shown, seen)
        self.assertGreaterEqual(min(int(passed) for _, passed in shown), 2)
        self.assertEqual(shown, sorted(shown, key=lambda line: float(line[0])))
        self.assertTrue(seen.endswith("\r\x1b[K"), seen)
        self.assertLess(max(map(len, re.split(r"\r\x1b\[K", seen))), 80)

    def test_erased_when_a_signal_ends_it(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGPIPE):
            with self.subTest(number.name):
                master, slave = os.openpty()
                self.addCleanup(os.close, master)
                with start(*LONG, stderr=slave) as process:
                    os.close(slave)
                    seen = b""
                    while b"MB written" not in seen:
                        os.read(process.stdout.fileno(), 1 << 12)
                        if select.select([master], [], [], 0.01)[0]:
                            seen += self.read_terminal(master)
                    if number == signal.SIGPIPE:
                        process.stdout.close()
                    else:
                        process.send_signal(number)
                    self.assertEqual(process.wait(), -number)
                while part := self.read_terminal(master):
                    seen += part
                self.assertTrue(seen.endswith(b"\r\x1b[K"), seen)

    def test_short_work_is_not(self):
        self.assertEqual(self.screen("-s", "1", "-n", "2000", seconds=0.3), b"")

    def test_quiet(self):
        self.assertEqual(self.screen(*LONG, "--quiet", seconds=3), b"")

    def test_only_on_a_terminal(self):
        self.assertEqual(self.screen(*LONG, seconds=3, on_terminal=False), b"")

    def test_not_into_a_map_on_the_terminal(self):
        self.assertNotIn(b"\x1b", self.screen("-s", "1", "-n", "300", seconds=3, terminal_out=True))
