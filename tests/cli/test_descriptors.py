# SPDX-License-Identifier: MIT
"""Output through descriptors that somebody else opened: by every name, appending or not. @smoke"""

import errno
import os
import select
import socket
import subprocess
import time
import unittest

from helper import SANITIZED, TIME_LIMIT, Process, TestCase, read, run, shell, skip_unless, start, strace

SMALL = ["-s", "1", "-W", "3", "-H", "3", "--room-min", "2", "--room-max", "2"]
MAP = b"###\n#@#\n###\n"

# Names of standard output and standard error, and the folders that they are names in.
NAMES = [
    ("/dev/stdout", None),
    ("//dev/./fd/1", None),
    ("/proc/thread-self/fd/1", None),
    ("/proc/self/root/dev/stdout", None),
    ("stdout", "/dev"),
    ("1", "/dev/fd"),
    ("self/fd/1", "/proc"),
    ("/dev/stderr", None),
    ("/dev/fd/2", None),
]


class Descriptors(TestCase):
    def assert_stands_between(self, name, stream="stdout", **how):
        """What was in the file before the map, and what is written after it, stays: the file is not replaced."""
        for flags in (0, os.O_APPEND):
            log = os.open(self.path("log"), os.O_WRONLY | os.O_CREAT | os.O_TRUNC | flags)
            os.write(log, b"first\n")
            self.good(*SMALL, "-o", name, **{stream: log}, **how)
            os.write(log, b"last\n")
            os.close(log)
            self.assertEqual(read(self.path("log")), b"first\n" + MAP + b"last\n", name)

    def test_names(self):
        for name, cwd in NAMES:
            self.assert_stands_between(name, stream="stderr" if name.endswith(("2", "err")) else "stdout", cwd=cwd)

    def test_links_to_them(self):
        os.mkdir(self.path("folder"))
        for link, value in {
            "direct": "/dev/stdout",
            "folder/second": "../direct",
            "descriptors": "/dev/fd",
            "2": "/dev/fd/1",
        }.items():
            os.symlink(value, self.path(link))
        for name in ("folder/second", "descriptors/1", "2"):
            self.assert_stands_between(name, cwd=self.folder)
        self.assert_holds("2", "descriptors", "direct", "folder", "log")

    @unittest.skipIf(os.geteuid() != 0, "mounting takes root")
    def test_another_mount_of_proc(self):
        skip_unless("unshare", "--mount", "mount", "-t", "proc", "proc", "/proc")
        os.mkdir(self.path("proc"))
        mounting = ["unshare", "--mount", *shell('mount -t proc proc proc && exec "$@"')]
        self.assert_stands_between("proc/self/fd/1", under=mounting, cwd=self.folder)

    def test_a_descriptor_of_the_caller(self):
        with open(self.path("log"), "ab") as log:
            log.write(b"first\n")
            log.flush()
            for process in ("self", os.getpid()):
                self.good(*SMALL, "-o", f"/proc/{process}/fd/{log.fileno()}", pass_fds=[log.fileno()])
        self.assertEqual(read(self.path("log")), b"first\n" + MAP + MAP)

    def test_a_descriptor_of_another_process_is_appended_to(self):
        """As /proc/1/fd/1 in a container, which is the container's log."""
        with open(self.path("log"), "wb") as log:
            log.write(b"first\n")
            log.flush()
            inode = os.fstat(log.fileno()).st_ino
            self.good(*SMALL, "-o", f"/proc/{os.getpid()}/fd/{log.fileno()}")
            # The program has a descriptor of that number, too, for another file.
            with subprocess.Popen("cat", stdin=subprocess.PIPE, stdout=log) as other, open(self.path("own"), "wb") as own:
                self.good(*SMALL, "-o", f"/proc/{other.pid}/fd/1", stdout=own)
                self.assertEqual(os.fstat(own.fileno()).st_size, 0)
        self.assertEqual(read(self.path("log")), b"first\n" + MAP + MAP)
        self.assertEqual(os.stat(self.path("log")).st_ino, inode)

    def test_one_of_another_process_that_cannot_be_written(self):
        """A socket, and one that is closed there; the program has open descriptors of both numbers."""
        ours, theirs = socket.socketpair()
        # A program that starts opens its libraries on a descriptor that is free.
        command = ["sh", "-c", "exec 2>&- && echo closed && read line"]
        with ours, theirs, Process(command, stdin=theirs, stdout=subprocess.PIPE) as other:
            self.assertEqual(other.stdout.readline(), b"closed\n")
            for number, error in ((0, errno.ENXIO), (2, errno.EBADF)):
                name = f"/proc/{other.pid}/fd/{number}"
                self.assert_failed(run(*SMALL, "-o", name), name, error)
            other.kill()

    def test_a_file_by_its_own_name_is_replaced_even_where_standard_output_is_that_file(self):
        for name in ("log", "1"):
            with self.subTest(name), open(self.path(name), "wb") as log:
                log.write(b"first\n")
                log.flush()
                self.good(*SMALL, "-o", name, cwd=self.folder, stdout=log)
                log.write(b"last\n")
            self.assertEqual(read(self.path(name)), MAP)

    def test_a_pipe_that_does_not_block(self):
        """It is full before its reader begins, and the wait for that may be interrupted."""
        large = ["-s1", "-W2000", "-H2000"]
        for under in ([], strace("inject=?poll,?ppoll:error=EINTR")):
            reading, writing = os.pipe()
            os.set_blocking(writing, False)
            with open(reading, "rb") as pipe, start(*large, under=under, stdout=writing) as process:
                os.close(writing)
                select.select([pipe], [], [], TIME_LIMIT)
                time.sleep(0.1)
                self.assertIsNone(process.poll())
                self.assertTrue(pipe.read() == self.good(*large))

    def test_one_that_is_not_open_for_writing(self):
        # /dev/stdin is only read, and the last number is too large for a descriptor.
        names = dict.fromkeys(("/dev/fd/77", "/proc/self/fd/77", "/dev/stdin"), errno.EBADF)
        for name, error in (*names.items(), ("/dev/fd/4294967297", errno.ENOENT)):
            with open("/dev/null", "rb") as null:
                self.assert_failed(run(*SMALL, "-o", name, stdin=null), f"{name}: {os.strerror(error)}", error)

    @unittest.skipIf(SANITIZED, "the sanitizer needs descriptors of its own")
    def test_none_left_above_standard_error(self):
        """What is opened gets the number of a closed standard descriptor and has to be moved, but no other number is left."""
        for closed in ("<&-", "2>&-"):
            few = shell(f'exec {closed}; ulimit -n 3; exec "$@"')
            for name in (self.path("map.txt"), "/dev/null", "/dev/stdout"):
                result = run(*SMALL, "-o", name, under=few)
                self.assertEqual((result.returncode, result.stdout), (1, b""), (name, closed))
                if closed == "<&-":
                    self.assert_message(result, 1, name)
                self.assert_holds()
