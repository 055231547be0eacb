# SPDX-License-Identifier: MIT
"""Output through descriptors that somebody else opened, by their names and in modes of their own."""

import os
import select
import unittest

from helper import SANITIZED, TestCase, read, run, start

SMALL = ["-s", "1", "-W", "3", "-H", "3", "--room-min", "2", "--room-max", "2"]
MAP = b"###\n#@#\n###\n"


class Descriptors(TestCase):
    def test_names_of_descriptors_are_written_where_they_stand(self):
        """What is in the file already, and what follows, stays: the file is not replaced under its writer."""
        for name, stream in (("/dev/stdout", "stdout"), ("/dev/fd/1", "stdout"), ("/proc/self/fd/1", "stdout"),
                             ("/dev/stderr", "stderr"), ("/dev/fd/2", "stderr")):
            for flags in (0, os.O_APPEND):
                with self.subTest(name, flags=flags):
                    path = self.path("log")
                    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | flags)
                    os.write(descriptor, b"first\n")
                    with start(*SMALL, "-o", name, **{stream: descriptor}) as process:
                        self.assertEqual(process.wait(), 0)
                    os.write(descriptor, b"last\n")
                    os.close(descriptor)
                    self.assertEqual(read(path), b"first\n" + MAP + b"last\n")
                    self.assert_holds("log")

    def test_a_descriptor_of_the_caller(self):
        with open(self.path("log"), "ab") as log:
            log.write(b"first\n")
            log.flush()
            self.good(*SMALL, "-o", f"/dev/fd/{log.fileno()}", pass_fds=[log.fileno()])
        self.assertEqual(read(self.path("log")), b"first\n" + MAP)

    def test_one_that_is_not_open(self):
        with start(*SMALL, "-o", "/dev/fd/77") as process:
            self.assertEqual(process.stderr.read(), b"dungen: /dev/fd/77: Bad file descriptor\n")
        self.assertEqual(process.returncode, 1)

    @unittest.skipIf(SANITIZED, "the sanitizer needs descriptors of its own")
    def test_none_left_above_standard_error(self):
        """The new file gets the place of the closed standard input, and has to leave it: there is no other."""
        few = ["sh", "-c", 'exec <&-; ulimit -n 3; exec "$@"', "sh"]
        result = run(*SMALL, "-o", self.path("map.txt"), under=few)
        self.assert_message(result, 1, self.path("map.txt"))
        self.assert_holds()

    def test_a_pipe_that_does_not_wait(self):
        whole = self.good("-s", "1", "-n", "500")
        reading, writing = os.pipe()
        os.set_blocking(writing, False)
        with start("-s", "1", "-n", "500", stdout=writing) as process:
            os.close(writing)
            select.select([], [], [], 0.3)  # until the pipe is full
            with open(reading, "rb") as pipe:
                self.assertEqual(pipe.read(), whole)
            self.assertEqual((process.wait(), process.stderr.read()), (0, b""))
