# SPDX-License-Identifier: MIT
"""What a person at a terminal sees of work that takes long: a line that is gone at the end."""

import json
import os
import re
import resource
import signal
import socket
import subprocess
import time
import unittest

from helper import DUNGEN, SANITIZED, TIME_LIMIT, TestCase, preloaded, write
from terminal import Terminal

ENDLESS = ["-s1", "-W160", "-H90", "--max-rooms", "1000", "-n", str(2**63)]
LARGE = ["-s1", "-W60000", "-H900000"]
# Far more rooms than fit, so that no seed ends early.
SEARCH = ["-s1", "--find", "9", "--max-rooms", "1000", "--where", "rooms=900.."]
AMOUNT = rb"(\d+|\d+\.\d)(?: of (\d+|\d+\.\d))? (?:MB (?:read|written)|[a-z ]+)"
LINE = rb"\r\x1b\[Kdungen: " + AMOUNT + rb"(?:, \d+ seeds tried)? in (\d+) s"
ERASE = b"\r\x1b[K"

LONG = 0.25  # seconds: with the fast clock the line comes after 0.1


# A map without tiles that takes some time to search, and whose spawn is in the wall.
WALLED_IN = {
    "format": "dungen",
    "version": 1,
    "width": 5000,
    "height": 5000,
    "spawn": {"x": 100, "y": 100},
    "rooms": [{"id": 0, "x": 10, "y": 10, "width": 9, "height": 9, "center": {"x": 14, "y": 14}}],
    "tunnels": [],
}


def run_in_terminal(*args, shell=None, times=20, **how):
    """Run the program in a terminal. Its standard output goes nowhere, or to the terminal if that
    is None.

    shell: commands of a shell with job control, to which the program and its arguments are "$@".
    times: how much faster the program's clock runs.
    """
    under = ["bash", "-mc", shell, "bash"] if shell else []
    streams = {"stdout": subprocess.DEVNULL, **how}
    streams = {name: stream for name, stream in streams.items() if stream is not None}
    environment = {**os.environ, **preloaded("fast_clock", f"-DTIMES={times}")}
    return Terminal([*under, DUNGEN, *args], env=environment, **streams)


class Shown(TestCase):
    def check_lines(self, *args, of=b"", **how):
        """The program shows rising numbers, of bytes or out of this total, at most four times in a
        second of its clock.
        """
        with run_in_terminal(*args, **how) as terminal:
            numbers, seconds = [], [0]
            while len(set(numbers)) < 3 or seconds[-1] < 5:
                self.assertTrue(terminal.read(), terminal.seen)
                lines = re.findall(LINE, terminal.seen)
                numbers = [float(done) for done, most, _ in lines if most == of]
                seconds = [int(passed) for *_, passed in lines] or [0]
            terminal.process.terminate()
            seen = terminal.watch_to_the_end()
        self.assertEqual(numbers, sorted(numbers))
        self.assertEqual(re.sub(LINE, b"", seen).replace(ERASE, b""), b"")
        self.assertLess(max(map(len, seen.split(ERASE))), 80)
        self.assertGreaterEqual(seconds[0], 2)
        self.assertLessEqual(len(lines), 4 * (seconds[-1] - seconds[0] + 1))

    def test_bytes_written(self):
        for out in (self.path("map"), self.path("map-%d"), "/dev/null"):
            self.check_lines(*LARGE, "-o", out)

    def test_rows_of_a_picture(self):
        self.check_lines(*LARGE[:2], "-H90000", "-o", self.path("map.png"), of=b"90000")

    def test_bytes_read(self):
        with subprocess.Popen(["yes", "#"], stdout=subprocess.PIPE) as source:
            self.check_lines("-", stdin=source.stdout)
            source.stdout.close()

    def test_bytes_read_of_the_size_of_a_file(self):
        write(self.path("map.txt"), (b"#" * 99 + b"\n") * 10**6)
        self.check_lines(self.path("map.txt"), of=b"100.0", times=200)

    def test_maps(self):
        # With a pattern there is no file yet.
        for out in (self.path("map"), self.path("map-%d"), "/dev/null"):
            self.check_lines(*ENDLESS, "-o", out, of=b"%d" % 2**63)

    def test_files(self):
        write(self.path("map.json"), self.good("-s1", "-W1000", "-H1000", "-fjson", "--no-tiles"))
        self.check_lines("--check", *[self.path("map.json")] * 400, of=b"400")

    def test_maps_found(self):
        search = ["-s1", "--preset", "level", "--where"]
        self.check_lines(*search, "exit_distance=60..", "--find", "999999", of=b"999999")
        with run_in_terminal(*search, "loops=90..", "--find", "9") as terminal:
            terminal.watch_for(b" seeds tried in ")
            self.assertRegex(terminal.seen, rb"dungen: 0 of 9 maps found, \d+ seeds tried in \d+ s")
            terminal.process.terminate()

    def test_seeds_without_maps(self):
        self.check_lines("-s1", "-n1000000000", "--min-rooms", "60", of=b"1000000000")

    def test_erased_at_the_end(self):
        with run_in_terminal("-s1", "-n", "700", "--max-rooms", "20000") as terminal:
            seen = terminal.watch_to_the_end()
            self.assertEqual(terminal.process.returncode, 0)
        self.assertRegex(seen, LINE)
        self.assertTrue(seen.endswith(ERASE))

    def test_a_message_erases_the_line(self):
        """A fault that --check finds while the line is visible has a line of its own."""
        write(self.path("walled-in.json"), json.dumps(WALLED_IN).encode())
        files = [self.path("walled-in.json")] * 3
        with run_in_terminal("--check", *files, times=200) as terminal:
            seen = terminal.watch_to_the_end()
        message = f"dungen: {self.path('walled-in.json')}: the spawn at 100,100 is in the wall"
        self.assertRegex(seen, LINE + re.escape(ERASE + message.encode() + b"\r\n"))
        self.assertTrue(seen.endswith(ERASE) or seen.endswith(b"\n"), seen[-200:])

    def test_erased_when_a_signal_ends_it(self):
        for number in (signal.SIGINT, signal.SIGXCPU):
            with run_in_terminal(*ENDLESS) as terminal:
                terminal.watch_for(b" maps in ")
                terminal.process.send_signal(number)
                self.assertTrue(terminal.watch_to_the_end().endswith(ERASE))
                self.assertEqual(terminal.process.returncode, -number)

    def test_ended_while_the_terminal_is_stopped(self):
        """The line cannot be erased then."""
        with run_in_terminal(*ENDLESS) as terminal:
            terminal.watch_for(b" maps in ")
            terminal.type(b"\x13")  # Ctrl-S
            terminal.watch(LONG)
            terminal.seen = b""
            terminal.process.terminate()
            self.assertEqual(terminal.process.wait(timeout=TIME_LIMIT), -signal.SIGTERM)
            self.assertEqual(terminal.watch_to_the_end(), b"")


@unittest.skipIf(SANITIZED, "no text is made here that a sanitizer could watch")
class NotShown(TestCase):
    def assert_silent(self, *args, **how):
        with self.subTest(args, **how), run_in_terminal(*args, **how) as terminal:
            time.sleep(LONG)
            self.assertIsNone(terminal.process.poll())
            self.assertEqual(terminal.watch(0.01), b"")

    def test_for_short_work(self):
        with run_in_terminal("-s1", "-n", "100") as terminal:
            self.assertEqual(terminal.watch_to_the_end(), b"")

    def test_when_quiet_or_in_the_background(self):
        """In the background the line would be written over the shell's prompt."""
        for args in (ENDLESS, LARGE, SEARCH):
            self.assert_silent(*args, "-q")
            self.assert_silent(*args, shell='"$@" & wait')

    def test_where_a_reader_may_use_the_screen(self):
        """As a pager does: into a pipe, by its name too, into a socket, or on the terminal. All of
        them are read.
        """
        os.mkfifo(self.path("pipe"))
        ours, theirs = socket.socketpair()
        pipe_out, pipe_in = os.pipe()
        for source in (os.open(self.path("pipe"), os.O_RDWR), ours, pipe_out):
            drain = subprocess.Popen(["cat"], stdin=source, stdout=subprocess.DEVNULL)
            self.addCleanup(drain.wait)
            self.addCleanup(drain.kill)
        for out in (pipe_in, theirs):
            self.assert_silent(*ENDLESS, stdout=out)
        self.assert_silent(*ENDLESS, "-o", self.path("pipe"))
        self.assert_silent(*SEARCH, stdout=None)

    def test_where_standard_error_is_no_terminal(self):
        with open(self.path("log"), "w+b") as log:
            self.assert_silent(*ENDLESS, stderr=log)
            self.assertEqual(os.path.getsize(self.path("log")), 0)

    def check_in_the_background(self, end, said):
        """A program that was sent to the background shows nothing more. It then ends by this
        function, and says this.
        """
        job_control = '"$@" & fg > /dev/null; bg > /dev/null; echo back >&2; wait'
        with run_in_terminal(*ENDLESS, "-o", self.path("map"), shell=job_control) as terminal:
            terminal.watch_for(b" maps in ")
            terminal.type(b"\x1a")  # Ctrl-Z
            terminal.watch_for(b"back")
            terminal.watch(0.1)
            terminal.seen = b""
            [program] = terminal.children()
            self.assertEqual(terminal.watch(LONG), b"")
            end(program)
            seen = terminal.watch_to_the_end()
            self.assertNotIn(b"\x1b", seen)
            self.assertIn(said, seen)
        self.assert_holds()

    def test_once_it_has_left_the_foreground(self):
        """A shell has the terminal then: the line neither goes on nor is erased."""

        def terminate(program):
            os.kill(program, signal.SIGTERM)

        self.check_in_the_background(terminate, b"")

    def test_the_message_of_a_program_that_has_left_the_foreground(self):
        """It is printed without erasing anything."""

        def limit_file_size(program):
            resource.prlimit(program, resource.RLIMIT_FSIZE, (0, 0))

        self.check_in_the_background(limit_file_size, b"File too large")
