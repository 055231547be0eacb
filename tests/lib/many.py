# SPDX-License-Identifier: MIT
"""Runs the program many times in one process, tests/cross/many.c, which is quicker than starting it, also in an emulator."""

import atexit
import functools
import os
import select
import subprocess
import sys
import tempfile
import threading

DUNGEN = os.path.abspath(os.environ.get("DUNGEN", "./dungen"))
MANY = os.path.abspath(os.environ.get("MANY", "none"))
TIME_LIMIT = 120  # seconds; only a program that hangs reaches it
WORDS_MOST, LENGTH_MOST = 64, 16384  # as in many.c


def packed(folder, command):
    return bytes([1 + len(command)]) + b"".join(os.fsencode(word) + b"\0" for word in (folder, *command))


def run(many, commands, folder, limit=300):
    """Run commands, each a list of bytes, in a folder; yield the status and both streams of each, up to one that crashes.

    many: the command that runs many.c
    """
    with tempfile.NamedTemporaryFile() as lines, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err, \
            tempfile.NamedTemporaryFile() as report:  # fmt: skip
        lines.write(b"".join(packed(".", command) for command in commands))
        lines.flush()
        for file in (lines, report):
            os.chmod(file.name, 0o666)  # the process may be of another user
        subprocess.run([*many, lines.name, report.name], cwd=folder, stdin=subprocess.DEVNULL, stdout=out, stderr=err,
                       timeout=limit, check=False)  # fmt: skip
        ends = [0, 0]
        for file in (out, err):
            file.seek(0)
        for row in report:
            status, *now = map(int, row.split())
            yield (status, *(os.read(file.fileno(), end - begin) for file, end, begin in zip((out, err), now, ends)))
            ends = now


class Server:
    """A process of many.c that gets one command after the other."""

    def __init__(self):
        self.streams = [tempfile.TemporaryFile() for _ in range(2)]
        (commands, self.commands), (self.report, report) = os.pipe(), os.pipe()
        out, err = self.streams
        self.process = subprocess.Popen([MANY, f"/dev/fd/{commands}", f"/dev/fd/{report}"], stdin=subprocess.DEVNULL,
                                        stdout=out, stderr=err, pass_fds=(commands, report))  # fmt: skip
        os.close(commands)
        os.close(report)
        atexit.register(self.end, os.getpid())

    def run(self, command, folder):
        for stream in self.streams:
            stream.seek(0)
            stream.truncate()
        os.write(self.commands, packed(folder, command))
        line = os.read(self.report, 100) if select.select([self.report], [], [], TIME_LIMIT)[0] else b""
        if not line:
            self.process.kill()
            server.cache_clear()
            raise RuntimeError(f"dungen {command}: it crashed or hung: {os.pread(self.streams[1].fileno(), 10000, 0)}")
        status, *ends = map(int, line.split())
        out, err = (os.pread(stream.fileno(), end, 0) for stream, end in zip(self.streams, ends))
        return subprocess.CompletedProcess([DUNGEN, *command], status, out, err)

    def end(self, owner):
        """A sanitizer reports leaks at the end, which a test has to fail for."""
        if os.getpid() == owner and self.process.poll() is None:
            os.close(self.commands)
            if self.process.wait(TIME_LIMIT):
                print(os.pread(self.streams[1].fileno(), 10000, 0).decode("utf-8", "replace"), flush=True)
                os._exit(1)


@functools.lru_cache(maxsize=None)
def server(_process, _thread):
    """The one of this process and thread."""
    return Server()


@functools.lru_cache(maxsize=None)
def is_recent():
    """Whether many.c was built after the program."""
    return os.path.exists(MANY) and os.path.getmtime(MANY) >= os.path.getmtime(DUNGEN)


def call(*args, cwd=None):
    """Run the program under test to its end as a process with no input, or in one that runs many."""
    if is_recent() and len(args) < WORDS_MOST and sum(map(len, args)) < LENGTH_MOST // 8:
        return server(os.getpid(), threading.get_ident()).run(args, os.path.abspath(cwd or "."))
    return subprocess.run([DUNGEN, *args], cwd=cwd, stdin=subprocess.DEVNULL, capture_output=True, timeout=TIME_LIMIT,
                          check=False)  # fmt: skip
