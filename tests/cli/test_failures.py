# SPDX-License-Identifier: MIT
"""Nothing fails in silence: what happens when a map cannot be written. @long @format"""

import errno
import functools
import itertools
import json
import os
import signal
import unittest

from help_text import BATCH_FORMATS, FORMATS, FORMATS_OF, formats_that_count_tiles
from helper import TIME_LIMIT, TestCase, pipe_without_reader, read, run, run_process
from helper import shell, skip_unless, start, strace, wait_for, write

SMALL = "-s7 -W3 -H3 --room-min=2 --room-max=2"
BATCH = f"{SMALL} -n 20"
LARGE = "-s7 -W2000 -H1000 --max-rooms=33333 --room-min=2 --room-max=4 --connect=nearest"
# Pictures of tiles as large as usual take long. At this size, what zlib still holds at the end of a
# png fills two chunks.
LARGE_PICTURE = f"{LARGE} --tile-size=3"
LARGE_SCENARIO = "-s7 -W6000 -H9 --max-rooms=600 --room-min=3 --room-max=4 --pairs=4000"
LARGE_BATCH = f"{LARGE} -W40 -H20 --max-rooms=30 -n1000"
# A list of doors that begins after the disk is full.
DOORS = "-s7 -W300 -H300 --max-rooms=3000 --room-min=2 --room-max=4 --doors".split()
LARGER_THAN_BUFFERS = 2**17  # bytes


def large(name):
    """The options of a file of a format that is larger than buffers."""
    if name in FORMATS_OF["pairs"]:
        return LARGE_SCENARIO
    if name in FORMATS_OF["tile-size"]:
        return LARGE_PICTURE
    # The measures of one map are short.
    is_long = len(run("-f", name, *LARGE.split()).stdout) > LARGER_THAN_BUFFERS
    return LARGE if is_long else LARGE_BATCH


@functools.lru_cache(maxsize=None)
def outputs():
    """The options that ask for each format in each size, and the bytes that they give."""
    cases = []

    def add(name, options, is_large):
        command = ["-f", name, *options.split()]
        whole = run(*command).stdout
        assert (len(whole) > LARGER_THAN_BUFFERS) == is_large, (command, len(whole))
        cases.append((command, whole))

    for name in FORMATS:
        add(name, SMALL, is_large=False)
        if name in BATCH_FORMATS:
            add(name, BATCH, is_large=False)
        add(name, large(name), is_large=True)
    return cases


class FullDevice(TestCase):
    def assert_fails(self, *options):
        with self.subTest(options), open("/dev/full", "wb") as full:
            self.assert_failed(run_process(*options, stdout=full), "standard output", errno.ENOSPC)

    def test_maps_of_each_format_and_size(self):
        for options, _ in outputs():
            self.assert_fails(*options)

    def test_doors(self):
        for name in FORMATS:
            self.assert_fails("-f", name, *DOORS)
        self.assert_fails("-f", "trace", *DOORS, "--loops=9")

    def test_a_drawing_of_tiles(self):
        write(self.path("map"), b"#.\n" * LARGER_THAN_BUFFERS)
        self.assert_fails("-f", "svg", self.path("map"))

    def test_the_first_error_ends_a_batch(self):
        """Else it would not end in time."""
        for name in BATCH_FORMATS:
            self.assert_fails("-f", name, "-n", str(2**64 - 1), "-s0")

    def test_the_first_error_ends_a_map(self):
        """Else it would not end in time. Formats that take memory for each tile refuse so many
        tiles, or need more memory than there is. A format whose numbers are short gets fewer tiles.
        """
        for name in set(FORMATS) - formats_that_count_tiles():
            size = ["-H", str(2**27 - 1), "-W100000"]
            with open("/dev/full", "wb") as full:
                if run_process("-f", name, "-s1", *size, stdout=full).returncode == 3:
                    size = ["-H65535", "-W65535"]
            self.assert_fails("-f", name, "-s1", *size)

    def test_what_is_no_map(self):
        for option in ("--help", "--version", "--tileset-image"):
            self.assert_fails(option)


class FileSizeLimit(TestCase):
    def run_limited(self, options, limit):
        """The result, and what is in the file."""
        with open(self.path("map"), "wb") as file:
            result = run_process(*options, stdout=file, under=["prlimit", f"--fsize={limit}"])
        return result, read(self.path("map"))

    def test_a_file_that_is_too_large(self):
        """It has as many bytes as the limit allows."""
        for options, whole in outputs():
            limits = [len(whole) // 2]
            if len(whole) < LARGER_THAN_BUFFERS:
                limits += [0, len(whole) - 1]
            for limit in limits:
                with self.subTest(options, limit=limit):
                    result, content = self.run_limited(options, limit)
                    self.assert_failed(result, "standard output", errno.EFBIG)
                    self.assertTrue(content == whole[:limit], f"{len(content)} bytes")

    def test_a_file_of_just_this_size(self):
        for options, whole in outputs():
            if len(whole) < LARGER_THAN_BUFFERS:
                with self.subTest(options):
                    result, content = self.run_limited(options, len(whole))
                    self.assertEqual((result.returncode, result.stderr), (0, b""))
                    self.assertTrue(content == whole, f"{len(content)} bytes")


class ReaderGone(TestCase):
    """tests/cli/test_large.py has a reader that leaves later."""

    COMMANDS = (["-s7"], LARGE.split(), ["--help"])

    def test_with_the_signal_ignored(self):
        ignoring = shell("trap '' PIPE; exec \"$@\"")
        for options in self.COMMANDS:
            result = run_process(*options, stdout=pipe_without_reader(), under=ignoring)
            self.assert_failed(result, "standard output", errno.EPIPE)

    def test_with_the_signal(self):
        for options in self.COMMANDS:
            result = run_process(*options, stdout=pipe_without_reader())
            ending = (result.returncode, result.stderr)
            self.assertEqual(ending, (-signal.SIGPIPE, b""), options)


class ClosedDescriptors(TestCase):
    SETS = [closed for count in (1, 2, 3) for closed in itertools.combinations((0, 1, 2), count)]

    def run_without(self, closed, *args):
        """Run the program in the test's folder while these descriptors are closed."""
        redirections = " ".join(f"{number}>&-" for number in closed)
        return run_process(*args, cwd=self.folder, under=shell(f'exec "$@" {redirections}'))

    def assert_map_of_its_seed(self, document, closed):
        expected = self.good("-fjson", "-s", json.loads(document)["seed"])
        self.assertEqual(document, expected, closed)

    def test_a_file_is_written_without_them(self):
        """What is printed to a closed standard error does not get into the file."""
        for closed in self.SETS:
            result = self.run_without(closed, "-fjson", "-o", "map")
            self.assertEqual((result.returncode, result.stdout), (0, b""), closed)
            self.assert_holds("map")
            self.assert_map_of_its_seed(read(self.path("map")), closed)

    def test_standard_output_is_written_without_the_others(self):
        for closed in self.SETS:
            if 1 not in closed:
                result = self.run_without(closed, "-fjson")
                self.assert_map_of_its_seed(result.stdout, closed)
                self.assert_holds()

    def test_a_command_line_is_refused_without_them(self):
        for closed in self.SETS:
            self.assertEqual(self.run_without(closed, "--width", "0x10").returncode, 2, closed)

    def test_no_input(self):
        for closed in self.SETS:
            if 0 in closed:
                result = self.run_without(closed, "-", "-o", "map")
                self.assertEqual(result.returncode, 1, closed)
                if 2 not in closed:
                    self.assert_failed(result, "standard input", errno.EBADF)
                self.assert_holds()

    @unittest.skipIf(os.geteuid() != 0, "only root can hide /dev/null")
    def test_a_system_without_a_device_that_takes_their_place(self):
        """Then no file may get the number of a standard descriptor, so there is no map."""
        skip_unless("unshare", "--mount", "mount", "-t", "tmpfs", "tmpfs", "/dev")
        hiding = ["unshare", "--mount", *shell('mount -t tmpfs tmpfs /dev && exec "$@" >&-')]
        result = run_process("-s1", "-o", "map", cwd=self.folder, under=hiding)
        self.assert_failed(result, "dungen: /dev/null: ", errno.ENOENT)
        self.assert_holds()

    def test_no_output(self):
        for options in ["-s1"], ["--help"], ["--tileset-image"]:
            for closed in self.SETS:
                if 1 in closed:
                    result = self.run_without(closed, *options)
                    self.assertEqual(result.returncode, 1, (options, closed))
                    if 2 not in closed:
                        self.assert_failed(result, "standard output", errno.EBADF)


class OutputFile(TestCase):
    def test_a_long_name(self):
        """A message has the whole name of a file."""
        target = "".join(["█" * 80 + "/"] * 10) + "map.txt"
        self.assert_failed(run_process("-s1", "-o", target, cwd=self.folder), target, errno.ENOENT)
        self.assert_holds()

    def test_a_folder_that_is_renamed_meanwhile(self):
        """The unfinished file goes with it, and the message says that the folder is missing."""
        os.mkdir(self.path("before"))
        waiting = strace("inject=fsync:delay_enter=3000000")
        with start("-s1", "-o", "before/map", cwd=self.folder, under=waiting) as process:
            wait_for(lambda: os.listdir(self.path("before")), "the unfinished file")
            os.rename(self.path("before"), self.path("after"))
            out, err = process.communicate(timeout=TIME_LIMIT)
        self.assertEqual((process.returncode, out), (1, b""))
        why = f"{os.strerror(errno.ENOENT)}; create the folder first"
        self.assertEqual(err.decode(), f"dungen: before/map: {why}\n")
