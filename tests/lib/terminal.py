# SPDX-License-Identifier: MIT
"""A terminal for tests, with a program in its foreground."""

import fcntl
import os
import select
import signal
import subprocess
import termios
import time

from helper import TIME_LIMIT, read


class Terminal:
    """The program's standard streams are the terminal unless they are redirected."""

    def __init__(self, command, **how):
        self.master, slave = os.openpty()
        self.seen = b""

        def take_terminal():
            fcntl.ioctl(slave, termios.TIOCSCTTY, 0)

        for stream in ("stdin", "stdout", "stderr"):
            how.setdefault(stream, slave)
        self.process = subprocess.Popen(
            command, start_new_session=True, preexec_fn=take_terminal, **how
        )
        os.close(slave)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        # Once it has ended, its number may be that of another process.
        if self.process.returncode is None:
            # First what a shell started: it is in a process group of its own.
            for number in (*self.children(), self.process.pid):
                os.kill(number, signal.SIGKILL)
            self.process.wait()
        os.close(self.master)

    def children(self):
        """The programs that a shell started and that have not ended."""
        number = self.process.pid
        return [int(child) for child in read(f"/proc/{number}/task/{number}/children").split()]

    def read(self, seconds=TIME_LIMIT):
        """Add what is shown within this time to `seen`. Return False if nothing is, or the program
        has ended.
        """
        if not select.select([self.master], [], [], seconds)[0]:
            return False
        try:
            part = os.read(self.master, 1 << 16)
        except OSError:  # the other side is closed
            part = b""
        self.seen += part
        return bool(part)

    def watch(self, seconds):
        """Read for this time, or until the program ends; return all that was seen."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0 and self.read(left):
            pass
        return self.seen

    def watch_for(self, text):
        """Read until the program has shown this text."""
        end = time.monotonic() + TIME_LIMIT
        while text not in self.seen:
            assert time.monotonic() < end and self.read(), self.seen

    def watch_to_the_end(self):
        """Return all that was seen, and leave the status to self.process."""
        while self.read():
            pass
        self.process.wait(timeout=TIME_LIMIT)
        return self.seen

    def type(self, keys):
        os.write(self.master, keys)
