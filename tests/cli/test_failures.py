# SPDX-License-Identifier: MIT
"""Nothing fails in silence: what happens when a map cannot be written. @long @format"""

import errno
import functools
import itertools
import json
import os
import signal
import unittest

from help_text import BATCH_FORMATS, FORMATS
from helper import TIME_LIMIT, TestCase, pipe_without_reader, read, run, shell, skip_unless, start, strace, wait_for, write

SIZES = {
    "3x3": "-s7 -W3 -H3 --room-min=2 --room-max=2",
    "batch": "-s7 -W3 -H3 --room-min=2 --room-max=2 -n 20",
    "large": "-s7 -W2000 -H1000 --max-rooms=33333 --room-min=2 --room-max=4 --connect=nearest",
}
# A list of doors that begins after the disk is full.
DOORS = "-s7 -W300 -H300 --max-rooms=3000 --room-min=2 --room-max=4 --doors".split()
LARGE = 2**17  # bytes; more than any buffer


@functools.lru_cache(maxsize=None)
def outputs():
    """The options that ask for each format in each size, and the bytes that they give."""
    cases = []
    for name, (size, options) in itertools.product(FORMATS, SIZES.items()):
        if size != "batch" or name in BATCH_FORMATS:
            # Pictures of tiles as large as usual take long. At this size, what zlib still holds at the end fills two chunks.
            small_tiles = ["--tile-size=3"] if (name, size) == ("png", "large") else []
            # The measures of one map are short.
            several = ["-W40", "-H20", "--max-rooms=30", "-n1000"] if (name, size) == ("stats", "large") else []
            options = ["-f", name, *options.split(), *small_tiles, *several]
            cases.append((options, run(*options).stdout))
            assert (len(cases[-1][1]) > LARGE) == (size == "large")
    return cases


class StandardOutput(TestCase):
    def test_full_device(self):
        write(self.path("map"), b"#.\n" * LARGE)
        maps = [options for options, _ in outputs()] + [["-f", name, *DOORS] for name in FORMATS]
        maps += [["-f", "trace", *DOORS, "--loops=9"], ["-f", "svg", "-i", self.path("map")]]
        # These end in time only if the first error ends them. An xp of so many tiles is refused, and stats take memory for them.
        maps += [["-f", name, "-n", str(2**64 - 1), "-s0"] for name in BATCH_FORMATS]
        maps += [["-f", name, "-s1", "-H", str(2**27 - 1), "-W100000"] for name in set(FORMATS) - {"xp", "stats"}]
        for options in [*maps, ["--help"], ["--version"], ["--tileset-image"]]:
            with self.subTest(options), open("/dev/full", "wb") as full:
                self.assert_failed(run(*options, stdout=full), "standard output", errno.ENOSPC)

    def test_file_size_limit(self):
        for options, whole in outputs():
            for limit in (0, len(whole) // 2, len(whole) - 1, len(whole)) if len(whole) < LARGE else (len(whole) // 2,):
                with self.subTest(options, limit=limit), open(self.path("map"), "wb") as file:
                    result = run(*options, stdout=file, under=["prlimit", f"--fsize={limit}"])
                    if limit < len(whole):
                        self.assert_failed(result, "standard output", errno.EFBIG)
                    else:
                        self.assertEqual((result.returncode, result.stderr), (0, b""))
                    self.assertTrue(read(self.path("map")) == whole[:limit])

    def test_reader_gone(self):
        """tests/cli/test_large.py has a reader that leaves later."""
        for options in ["-s7"], SIZES["large"].split(), ["--help"]:
            ignoring = shell("trap '' PIPE; exec \"$@\"")
            result = run(*options, stdout=pipe_without_reader(), under=ignoring)
            self.assert_failed(result, "standard output", errno.EPIPE)
            result = run(*options, stdout=pipe_without_reader())
            self.assertEqual((result.returncode, result.stderr), (-signal.SIGPIPE, b""))


class ClosedDescriptors(TestCase):
    SETS = [closed for count in (1, 2, 3) for closed in itertools.combinations((0, 1, 2), count)]

    def run_without(self, closed, *args):
        """Run the program in the test's folder while these descriptors are closed."""
        return run(*args, cwd=self.folder, under=shell(" ".join(['exec "$@"', *(f"{number}>&-" for number in closed)])))

    def test_all_is_done_without_them(self):
        """What is printed to a closed standard error does not get into a file."""
        for closed in self.SETS:
            result = self.run_without(closed, "-fjson", "-o", "map")
            self.assertEqual((result.returncode, result.stdout), (0, b""))
            found = [read(self.path("map"))]
            self.assert_holds("map")
            if 1 not in closed:
                found.append(self.run_without(closed, "-fjson").stdout)
            for document in found:
                self.assertEqual(document, self.good("-fjson", "-s", json.loads(document)["seed"]))
            self.assertEqual(self.run_without(closed, "--width", "0x10").returncode, 2, closed)

    def test_no_input(self):
        for closed in self.SETS:
            if 0 in closed:
                result = self.run_without(closed, "-i", "-", "-o", "map")
                self.assertEqual(result.returncode, 1, closed)
                if 2 not in closed:
                    self.assert_failed(result, "standard input", errno.EBADF)
                self.assert_holds()

    @unittest.skipIf(os.geteuid() != 0, "only root can hide /dev/null")
    def test_a_system_without_a_device_that_takes_their_place(self):
        """Then no file may get the number of a standard descriptor, so there is no map."""
        skip_unless("unshare", "--mount", "mount", "-t", "tmpfs", "tmpfs", "/dev")
        hiding = ["unshare", "--mount", *shell('mount -t tmpfs tmpfs /dev && exec "$@" >&-')]
        result = run("-s1", "-o", "map", cwd=self.folder, under=hiding)
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
        self.assert_failed(run("-s1", "-o", target, cwd=self.folder), target, errno.ENOENT)
        self.assert_holds()

    def test_a_folder_that_is_renamed_meanwhile(self):
        """The unfinished file goes with it, so the message has its name."""
        os.mkdir(self.path("before"))
        waiting = strace("inject=fsync:delay_enter=3000000")
        with start("-s1", "-o", "before/map", cwd=self.folder, under=waiting) as process:
            wait_for(lambda: os.listdir(self.path("before")), "the unfinished file")
            os.rename(self.path("before"), self.path("after"))
            out, err = process.communicate(timeout=TIME_LIMIT)
        self.assertEqual((process.returncode, out), (1, b""))
        [left] = os.listdir(self.path("after"))
        why = f"{os.strerror(errno.ENOENT)}; the folder does not exist; before/{left} may be left behind"
        self.assertEqual(err.decode(), f"dungen: before/map: {why}\n")
