# SPDX-License-Identifier: MIT
"""Nothing fails in silence: what happens when a map cannot be written."""

import errno
import functools
import itertools
import json
import os
import signal
import stat

from helper import BATCH_FORMATS, FORMATS, OLD, TestCase, pipe_without_reader, read, run, write

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
            # Pictures of tiles as large as usual take long.
            small_tiles = ["--tile-size=4"] if (name, size) == ("png", "large") else []
            options = ["-f", name, *options.split(), *small_tiles]
            cases.append((options, run(*options).stdout))
            assert (len(cases[-1][1]) > LARGE) == (size == "large")
    return cases


class StandardOutput(TestCase):
    def test_full_device(self):
        for options in [*(options for options, _ in outputs()), *(["-f", name, *DOORS] for name in FORMATS)]:
            with self.subTest(options), open("/dev/full", "wb") as full:
                self.assert_failed(run(*options, stdout=full), "standard output", errno.ENOSPC)

    def test_file_size_limit(self):
        for options, whole in outputs():
            for limit in (0, len(whole) // 2, len(whole) - 1, len(whole)) if len(whole) < LARGE else (len(whole) // 2,):
                with self.subTest(options, limit=limit), open(self.path("map"), "wb") as file:
                    result = run(*options, stdout=file, file_size=limit)
                    if limit < len(whole):
                        self.assert_failed(result, "standard output", errno.EFBIG)
                    else:
                        self.assertEqual((result.returncode, result.stderr), (0, b""))
                    self.assertTrue(read(self.path("map")) == whole[:limit])

    def test_reader_gone(self):
        """tests/cli/test_large.py has a reader that leaves later."""
        for options in [*(options for options, _ in outputs()), ["--help"], ["--version"]]:
            with self.subTest(options):
                result = run(*options, stdout=pipe_without_reader(), ignored=[signal.SIGPIPE])
                self.assert_failed(result, "standard output", errno.EPIPE)
                result = run(*options, stdout=pipe_without_reader())
                self.assertEqual((result.returncode, result.stderr), (-signal.SIGPIPE, b""))

    def test_the_first_error_ends_it(self):
        """Neither of these would end in time if it went on."""
        batch, large = ["-n", str(2**64 - 1), "-s0"], ["-s1", "-H", str(2**27 - 1), "-W100000"]
        for options, names in ((batch, BATCH_FORMATS), (large, FORMATS)):
            for name in names:
                with self.subTest(name, options=options), open("/dev/full", "wb") as full:
                    self.assert_failed(run("-f", name, *options, stdout=full), "standard output", errno.ENOSPC)

    def test_help_and_version(self):
        for option in ("--help", "--version"):
            with self.subTest(option), open("/dev/full", "wb") as full:
                self.assert_failed(run(option, stdout=full), "standard output", errno.ENOSPC)

    def test_a_seed_that_cannot_be_printed(self):
        """A full standard error changes neither standard output nor the status."""
        with open("/dev/full", "wb") as full:
            result = run("-f", "json", stderr=full)
        self.assertEqual(result.returncode, 0)
        self.assertEqual(result.stdout.count(b"\n"), 1)


class ClosedDescriptors(TestCase):
    SETS = [closed for count in (1, 2, 3) for closed in itertools.combinations((0, 1, 2), count)]

    def test_no_message_in_a_map(self):
        """The seed is printed, but not into a file that got the number of a closed descriptor."""
        for closed in self.SETS:
            with self.subTest(closed=closed):
                result = run("-fjson", "-o", "map", cwd=self.folder, closed=closed)
                self.assertEqual((result.returncode, result.stdout), (0, b""))
                found = [read(self.path("map"))]
                self.assert_holds("map")
                if 1 not in closed:
                    found.append(run("-fjson", closed=closed).stdout)
                for document in found:
                    self.assertEqual(document, self.good("-fjson", "-s", json.loads(document)["seed"]))

    def test_no_output(self):
        for options in ["-s1"], ["--help"], ["--version"], ["-s1", "-fpng"]:
            for closed in self.SETS:
                if 1 in closed:
                    with self.subTest(options, closed=closed):
                        result = run(*options, closed=closed)
                        if 2 in closed:
                            self.assertEqual(result.returncode, 1)
                        else:
                            self.assert_failed(result, "standard output", errno.EBADF)

    def test_a_wrong_command_line_stays_one(self):
        for closed in self.SETS:
            with self.subTest(closed=closed):
                self.assertEqual(run("--width", "0x10", closed=closed).returncode, 2)


class OutputFile(TestCase):
    def test_full_device(self):
        # As an ordinary user: a program that replaced the device would do so only once.
        self.assert_failed(run("-s1", "-o", "/dev/full", ordinary=True), "/dev/full", errno.ENOSPC)
        self.assertTrue(stat.S_ISCHR(os.stat("/dev/full").st_mode))

    def test_file_size_limit(self):
        for options, whole in outputs():
            with self.subTest(options):
                write(self.path("map"), OLD)
                result = run(*options, "-o", "map", cwd=self.folder, file_size=len(whole) - 1)
                self.assert_failed(result, "map", errno.EFBIG)
                self.assert_holds("map")
                self.assertEqual(read(self.path("map")), OLD)
        # Just enough.
        self.good(*options, "-qo", "map", cwd=self.folder, file_size=len(whole))
        self.assertTrue(read(self.path("map")) == whole)

    def test_targets_that_are_no_file(self):
        os.mkdir(self.path("folder"))
        write(self.path("file"), OLD)
        links = {"loop": "loop", "first": "second", "second": "first", "to-folder": "folder", "to-nowhere": "no/map"}
        for link, target in links.items():
            os.symlink(target, self.path(link))
        before = os.listdir(self.folder)
        for target, error in [
            ("folder", errno.EISDIR),
            ("folder/", errno.EISDIR),
            ("to-folder", errno.EISDIR),
            (".", errno.EISDIR),
            ("/", errno.EISDIR),
            ("file/map", errno.ENOTDIR),
            ("file/", errno.ENOTDIR),
            ("loop", errno.ELOOP),
            ("first", errno.ELOOP),
            ("to-nowhere", errno.ENOENT),
            # A number names a descriptor only in a folder of descriptors.
            ("there/is/none/1", errno.ENOENT),
            ("x" * 256, errno.ENAMETOOLONG),
        ]:
            with self.subTest(target=target[:20]):
                self.assert_failed(run("-s1", "-o", target, cwd=self.folder), target, error)
                self.assert_holds(*before)
                self.assertEqual(os.listdir(self.path("folder")), [])
                self.assertEqual(read(self.path("file")), OLD)
                self.assertEqual(os.readlink(self.path("loop")), "loop")

    def test_a_path_that_is_too_long(self):
        """However much of it the message shows, it also gives the reason."""
        self.assert_message(run("-s1", "-o", "x/" * 2500 + "map", cwd=self.folder), 1, os.strerror(errno.ENAMETOOLONG))
        self.assert_holds()
        # The longest path that Linux takes, of 4095 bytes, and one more.
        path = "/" + "./" * 2043 + "dev/null"
        self.good("-s1", "-o", path)
        self.assert_message(run("-s1", "-o", "/" + path), 1, os.strerror(errno.ENAMETOOLONG))

    def test_refused_options_touch_nothing(self):
        write(self.path("map"), OLD)
        for options in ("--width 5", "--no-tiles", "--seed 5x", "foo"):
            with self.subTest(options):
                self.assert_refused("-o", "map", *options.split(), cwd=self.folder)
                self.assertEqual(read(self.path("map")), OLD)
                self.assert_holds("map")
