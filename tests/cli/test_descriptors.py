# SPDX-License-Identifier: MIT
"""Output through descriptors that somebody else opened: by every name, appending or not. @smoke"""

import errno
import os
import select
import time
import unittest

from helper import SANITIZED, TIME_LIMIT, TestCase, output_of_process, read
from helper import run_process, shell, start, strace

SMALL = ["-s", "1", "-W", "3", "-H", "3", "--room-min", "2", "--room-max", "2"]
MAP = b"###\n#@#\n###\n"

# Names of standard output and standard error.
NAMES = {
    "/dev/stdout": "stdout",
    "/dev/fd/1": "stdout",
    "/proc/self/fd/1": "stdout",
    "/dev/stderr": "stderr",
    "/dev/fd/2": "stderr",
}


class Descriptors(TestCase):
    def assert_stands_between(self, name, stream="stdout", **how):
        """What was in the file before the map, and what is written after it, stays: the file is not
        replaced.
        """
        for flags in (0, os.O_APPEND):
            log = os.open(self.path("log"), os.O_WRONLY | os.O_CREAT | os.O_TRUNC | flags)
            os.write(log, b"first\n")
            output_of_process(*SMALL, "-o", name, **{stream: log}, **how)
            os.write(log, b"last\n")
            os.close(log)
            self.assertEqual(read(self.path("log")), b"first\n" + MAP + b"last\n", name)

    def test_names(self):
        for name, stream in NAMES.items():
            self.assert_stands_between(name, stream=stream)

    def test_other_names_of_a_file_mean_the_file(self):
        """It is replaced, although standard output is open on it."""
        os.symlink("/dev/stdout", self.path("link"))
        for name, cwd in (("link", self.folder), ("self/fd/1", "/proc"), ("/dev/./stdout", None)):
            with open(self.path("log"), "wb") as log:
                log.write(b"first\n")
                log.flush()
                output_of_process(*SMALL, "-o", name, cwd=cwd, stdout=log)
            self.assertEqual(read(self.path("log")), MAP)
        self.assert_holds("link", "log")

    def test_names_that_only_begin_like_a_descriptor(self):
        for name in ("/dev/fd/", "/dev/fd/1x", "/dev/fd/99999999999999999999"):
            self.assert_message(run_process(*SMALL, "-o", name), 1, name)

    def test_a_link_to_a_pipe(self):
        """It is written to, and stays a link."""
        os.symlink("/dev/stdout", self.path("link"))
        self.assertEqual(output_of_process(*SMALL, "-o", "link", cwd=self.folder), MAP)
        self.assert_holds("link")

    def test_a_descriptor_of_the_caller(self):
        with open(self.path("log"), "ab") as log:
            log.write(b"first\n")
            log.flush()
            for folder in ("/dev/fd", "/proc/self/fd"):
                output_of_process(*SMALL, "-o", f"{folder}/{log.fileno()}", pass_fds=[log.fileno()])
        self.assertEqual(read(self.path("log")), b"first\n" + MAP + MAP)

    def test_a_file_by_its_own_name_is_replaced_even_where_standard_output_is_that_file(self):
        for name in ("log", "1"):
            with self.subTest(name), open(self.path(name), "wb") as log:
                log.write(b"first\n")
                log.flush()
                output_of_process(*SMALL, "-o", name, cwd=self.folder, stdout=log)
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
        for name, error in (
            ("/dev/fd/77", errno.EBADF),
            ("/proc/self/fd/77", errno.EBADF),
            # It is only read.
            ("/dev/stdin", errno.EBADF),
            # This number is too large for a descriptor.
            ("/dev/fd/4294967297", errno.ENOENT),
        ):
            with open("/dev/null", "rb") as null:
                result = run_process(*SMALL, "-o", name, stdin=null)
            self.assert_failed(result, f"{name}: {os.strerror(error)}", error)

    @unittest.skipIf(SANITIZED, "the sanitizer needs descriptors of its own")
    def test_none_left_above_standard_error(self):
        """A closed standard descriptor is no place for a file, and no other number is left."""
        for closed in ("<&-", "2>&-"):
            few = shell(f'exec {closed}; ulimit -n 3; exec "$@"')
            for name in (self.path("map.txt"), "/dev/null", "/dev/stdout"):
                result = run_process(*SMALL, "-o", name, under=few)
                self.assertEqual((result.returncode, result.stdout), (1, b""), (name, closed))
                if closed == "<&-":
                    self.assert_message(result, 1, name)
                self.assert_holds()
