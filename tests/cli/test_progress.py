# SPDX-License-Identifier: MIT
"""What a person at a terminal sees of work that takes long: a line that is gone at the end."""

import contextlib
import fcntl
import glob
import os
import re
import resource
import select
import signal
import socket
import subprocess
import termios
import time
import unittest

from helper import SANITIZED, TIME_LIMIT, TestCase, run, start


def slow_batch():
    """A map after another, in as many attempts as leave some MB a second, with a slow build of the program too."""
    size = ["-s1", "-W160", "-H90", "--max-rooms"]
    began = time.monotonic()
    run(*size, "20000", "-n", "50", stdout=subprocess.DEVNULL)
    return [*size, str(min(20000, int(20000 * 0.1 / (time.monotonic() - began)))), "-n"]


ENDLESS = [*slow_batch(), str(2**63)]
ATTEMPTS = ["-s1", "--max-rooms", str(2**31 - 1)]
LINE = rb"\r\x1b\[Kdungen: (?:(\d+\.\d) MB written|(\d+) of (\d+) (?:room placement attempts|loops)) in (\d+) s"
ERASE = b"\r\x1b[K"
TIME_TO_SHOW = 2.6  # seconds; the line comes after 2


class Terminal:
    """A terminal, and the program in its foreground with standard error there.

    shell: commands of a shell with job control, to which the program and its arguments are "$@".
    """

    def __init__(self, *args, stderr=None, shell=None, **how):
        self.master, slave = os.openpty()
        self.seen, self.shell = b"", shell

        def take_terminal():
            fcntl.ioctl(slave, termios.TIOCSCTTY, 0)

        if shell:
            how["under"] = ["bash", "-mc", shell, "bash"]
        if how.setdefault("stdout", subprocess.DEVNULL) == "terminal":
            how["stdout"] = slave
        self.process = start(*args, stderr=stderr or slave, start_new_session=True, preexec_fn=take_terminal, **how)
        os.close(slave)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        # Not after it has ended: its number may be another's by now.
        if self.process.returncode is None:
            # First what a shell started: it is in a process group of its own.
            for number in (*self.children(), self.process.pid):
                os.kill(number, signal.SIGKILL)
        self.process.communicate()
        os.close(self.master)

    def children(self):
        """The programs that a shell started and that have not ended."""
        with open(f"/proc/{self.process.pid}/task/{self.process.pid}/children") as children:
            return [int(number) for number in children.read().split()]

    def read(self):
        """Add to what was seen what is there now; False at its end."""
        try:
            part = os.read(self.master, 1 << 16)
        except OSError:  # the other side is closed
            part = b""
        self.seen += part
        return bool(part)

    def watch(self, seconds):
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            if select.select([self.master], [], [], left)[0] and not self.read():
                break
        return self.seen

    def watch_for(self, text):
        end = time.monotonic() + TIME_LIMIT
        while text not in self.seen:
            assert time.monotonic() < end and self.read(), self.seen
        return self.seen

    def watch_to_the_end(self):
        while self.read():
            pass
        self.process.wait(timeout=TIME_LIMIT)
        return self.seen

    def pass_time(self):
        pass_time([self])


def pass_time(terminals):
    """Let the clock go on while the programs are stopped, so that little work takes long."""
    time.sleep(0.2)  # until they have begun
    for number, seconds in ((signal.SIGSTOP, TIME_TO_SHOW), (signal.SIGCONT, 0.3)):
        for terminal in terminals:
            # A shell would print that its program was stopped.
            if not terminal.shell:
                terminal.process.send_signal(number)
        time.sleep(seconds)


class Shown(TestCase):
    def check_lines(self, seen):
        lines = re.findall(LINE, seen)
        self.assertTrue(lines, seen)
        self.assertEqual(re.sub(LINE, b"", seen).replace(ERASE, b""), b"")
        self.assertGreaterEqual(min(int(passed) for *_, passed in lines), 2)
        self.assertLess(max(map(len, seen.split(ERASE))), 80)
        return lines

    def test_bytes_written(self):
        for out in (self.path("map"), self.path("map-%d"), "/dev/null"):
            with self.subTest(out), Terminal(*ENDLESS, "-o", out) as terminal:
                terminal.pass_time()
                terminal.watch_for(b"MB written")
                terminal.watch(0.9)
                terminal.process.terminate()
                seen = terminal.watch_to_the_end()
                numbers = [float(written) for written, *_ in self.check_lines(seen) if written]
                self.assertGreater(len(numbers), 1)
                self.assertEqual(numbers, sorted(set(numbers)))
                self.assertLess(len(numbers), 7)

    def test_attempts(self):
        # With a pattern there is no file yet.
        for args in (ATTEMPTS, [*ATTEMPTS, "-o", self.path("map-%d")]):
            with self.subTest(args), Terminal(*args) as terminal:
                terminal.pass_time()
                terminal.watch_for(b"attempts")
                terminal.watch(0.9)
                terminal.process.terminate()
                seen = terminal.watch_to_the_end()
                numbers = [int(attempts) for _, attempts, of, _ in self.check_lines(seen) if int(of) == 2**31 - 1]
                self.assertGreater(len(numbers), 2)
                self.assertEqual(numbers, sorted(set(numbers)))

    def test_loops(self):
        # Around rooms there is space for few loops, so that takes a larger map.
        for tunnels, side, attempts in (("through", "3000", "100000"), ("around", "7000", "400000")):
            args = ["-s1", "-W", side, "-H", side, "--max-rooms", attempts, "--loops", "100000000"]
            with self.subTest(tunnels), Terminal(*args, "--tunnels", tunnels) as terminal:
                terminal.pass_time()
                terminal.watch_for(b" of 100000000 loops in ")
                terminal.watch(0.9)
                terminal.process.terminate()
                seen = terminal.watch_to_the_end()
                numbers = [int(loops) for _, loops, of, _ in self.check_lines(seen) if of == b"100000000"]
                self.assertGreater(len(numbers), 2)
                self.assertEqual(numbers, sorted(set(numbers)))

    def test_erased_at_the_end(self):
        with Terminal("-s1", "-n", "2000", "--max-rooms", "20000", "-o", self.path("map")) as terminal:
            while not any(map(os.path.getsize, glob.glob(self.path(".map*")))):
                self.assertIsNone(terminal.process.poll())
                time.sleep(0.01)
            terminal.pass_time()
            seen = terminal.watch_to_the_end()
            self.assertEqual(terminal.process.returncode, 0)
        self.check_lines(seen)
        self.assertTrue(seen.endswith(ERASE))

    def test_erased_when_a_signal_ends_it(self):
        numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGUSR1, signal.SIGXCPU)
        with contextlib.ExitStack() as all_of_them:
            terminals = [all_of_them.enter_context(Terminal(*ENDLESS)) for _ in numbers]
            pass_time(terminals)
            for number, terminal in zip(numbers, terminals):
                with self.subTest(number.name):
                    terminal.watch_for(b"MB written")
                    terminal.process.send_signal(number)
                    self.assertTrue(terminal.watch_to_the_end().endswith(ERASE))
                    self.assertEqual(terminal.process.returncode, -number)

    def test_ended_while_the_terminal_is_stopped(self):
        """The line cannot be erased then."""
        with Terminal(*ENDLESS) as terminal:
            terminal.pass_time()
            terminal.watch_for(b"MB written")
            os.write(terminal.master, b"\x13")  # Ctrl-S
            terminal.watch(0.5)
            terminal.seen = b""
            terminal.process.terminate()
            self.assertEqual(terminal.process.wait(timeout=TIME_LIMIT), -signal.SIGTERM)
            self.assertEqual(terminal.watch_to_the_end(), b"")


@unittest.skipIf(SANITIZED, "no text is made here that a sanitizer could watch")
class NotShown(TestCase):
    def assert_silent(self, *cases):
        """Of all these nothing is seen, long after there would have been a line."""
        with contextlib.ExitStack() as all_of_them:
            terminals = [all_of_them.enter_context(Terminal(*args, **how)) for args, how in cases]
            pass_time(terminals)
            for terminal, case in zip(terminals, cases):
                with self.subTest(case):
                    self.assertEqual(terminal.watch(0.01), b"")
                    self.assertIsNone(terminal.process.poll())

    def test_for_short_work(self):
        with Terminal("-s1", "-n", "2000") as terminal:
            self.assertEqual(terminal.watch_to_the_end(), b"")

    def test_when_quiet_or_in_the_background(self):
        """In the background the line would be written over the shell's prompt."""
        self.assert_silent(
            *(case for args in (ENDLESS, ATTEMPTS) for case in (([*args, "-q"], {}), (args, {"shell": '"$@" & wait'})))
        )

    def test_where_a_reader_may_use_the_screen(self):
        """As a pager does: into a pipe, by its name too, and into a socket. All of them are read."""
        os.mkfifo(self.path("pipe"))
        ours, theirs = socket.socketpair()
        pipe_out, pipe_in = os.pipe()
        drains = [
            subprocess.Popen(["cat"], stdin=source, stdout=subprocess.DEVNULL)
            for source in (os.open(self.path("pipe"), os.O_RDWR), ours, pipe_out)
        ]
        self.addCleanup(lambda: [(drain.kill(), drain.wait()) for drain in drains])
        self.assert_silent(
            *((args, {"stdout": out}) for args in (ENDLESS, ATTEMPTS) for out in (pipe_in, theirs)),
            ([*ENDLESS, "-o", self.path("pipe")], {}),
            (ATTEMPTS, {"stdout": "terminal"}),
        )

    def test_where_standard_error_is_no_terminal(self):
        with open(self.path("log"), "w+b") as log:
            self.assert_silent((ENDLESS, {"stderr": log}))
            self.assertEqual(os.path.getsize(self.path("log")), 0)

    def test_into_a_map_on_the_terminal(self):
        with Terminal("-s1", "-n", str(2**63), stdout="terminal") as terminal:
            terminal.pass_time()
            self.assertNotIn(b"\x1b", terminal.watch(0.1))

    def test_once_it_has_left_the_foreground(self):
        """A shell has the terminal then: the line neither goes on nor is erased."""
        out = self.path("map")
        for end, said in (
            (lambda program: os.kill(program, signal.SIGTERM), b""),
            (lambda program: resource.prlimit(program, resource.RLIMIT_FSIZE, (0, 0)), b"File too large"),
        ):
            with self.subTest(said), Terminal(
                *ENDLESS, "-o", out, shell='"$@" & fg > /dev/null; bg > /dev/null; echo back >&2; wait'
            ) as terminal:
                terminal.watch_for(b"MB written")
                os.write(terminal.master, b"\x1a")  # Ctrl-Z
                terminal.watch_for(b"back")
                terminal.watch(0.5)
                terminal.seen = b""
                [program] = terminal.children()
                self.assertEqual(terminal.watch(1), b"")
                end(program)
                seen = terminal.watch_to_the_end()
                self.assertNotIn(b"\x1b", seen)
                self.assertIn(said, seen)
            self.assert_holds()
