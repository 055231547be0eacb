# SPDX-License-Identifier: MIT
"""Nothing fails in silence: what happens when a map cannot be written."""

import errno
import functools
import itertools
import os
import signal
import stat
import subprocess

from helper import BATCH_FORMATS, FORMATS, OLD, TIME_LIMIT, TestCase, read, run, start, write

SIZES = {
    "3x3": "-s7 -W3 -H3 --room-min=2 --room-max=2".split(),
    "batch": "-s7 -W3 -H3 --room-min=2 --room-max=2 -n 20".split(),
    "large": "-s7 -W2000 -H1000 --max-rooms=33333 --room-min=2 --room-max=4".split(),
}
# A list of doors that begins after the disk is full.
DOORS = "-s7 -W300 -H300 --max-rooms=3000 --room-min=2 --room-max=4 --doors".split()


LARGE = 2**17  # bytes; more than any buffer


@functools.lru_cache(maxsize=None)
def outputs():
    """Format and size, the options that ask for them, and the bytes that they give."""
    cases = []
    for name, (size, options) in itertools.product(FORMATS, SIZES.items()):
        if size == "batch" and name not in BATCH_FORMATS:
            continue
        # Pictures of tiles as large as usual take long.
        options = ["-f", name, *options, *(["--tile-size=4"] if (name, size) == ("png", "large") else [])]
        cases.append((f"{name}, {size}", options, run(*options).stdout))
    return cases


def any_outputs():
    """Some of them, for what happens before a format begins or after it has ended: no format knows the difference."""
    return [case for case in outputs() if case[0].split(",")[0] in ("text", "png")]


class StandardOutput(TestCase):
    def test_sizes_are_as_they_are_called(self):
        self.assertGreater(len(outputs()), 5)
        self.assertEqual(len(any_outputs()), 5)
        for name, _, whole in outputs():
            self.assertEqual(len(whole) > LARGE, "large" in name, name)

    def test_full_device(self):
        cases = [(name, options) for name, options, _ in outputs()]
        cases += [(f"{name}, doors", ["-f", name, *DOORS]) for name in FORMATS]
        for name, options in cases:
            with self.subTest(name), open("/dev/full", "wb") as full:
                self.assert_failed(run(*options, stdout=full), "standard output", errno.ENOSPC)

    def test_file_size_limit(self):
        for name, options, whole in outputs():
            for limit in (0, len(whole) // 2, len(whole) - 1, len(whole)) if len(whole) < LARGE else (len(whole) // 2,):
                with self.subTest(name, limit=limit), open(self.path("map"), "wb") as file:
                    result = run(*options, stdout=file, file_size=limit)
                    if limit < len(whole):
                        self.assert_failed(result, "standard output", errno.EFBIG)
                    else:
                        self.assertEqual((result.returncode, result.stderr), (0, b""))
                    self.assertTrue(read(self.path("map")) == whole[:limit])

    def test_closed(self):
        for name, options, _ in any_outputs():
            for closed in ((1,), (0, 1)):
                with self.subTest(name, closed=closed):
                    self.assert_failed(run(*options, closed=closed), "standard output", errno.EBADF)
            with self.subTest(name, closed=(0, 1, 2)):
                self.assertEqual(run(*options, closed=(0, 1, 2)).returncode, 1)

    def test_reader_gone(self):
        for name, options, whole in outputs():
            # A reader that was never there, and for a large map one that leaves after some bytes.
            for taken in (0, 4096) if len(whole) > LARGE else (0,):
                for ignored in ((), (signal.SIGPIPE,)):
                    with self.subTest(name, taken=taken, ignored=ignored):
                        reading, writing = os.pipe()
                        if not taken:
                            os.close(reading)
                        process = start(*options, stdout=writing, ignored=ignored)
                        os.close(writing)
                        if taken:
                            self.assertTrue(whole.startswith(os.read(reading, taken)))
                            os.close(reading)
                        _, err = process.communicate(timeout=TIME_LIMIT)
                        result = subprocess.CompletedProcess(options, process.returncode, b"", err)
                        if ignored:
                            self.assert_failed(result, "standard output", errno.EPIPE)
                        else:
                            self.assertEqual((result.returncode, result.stderr), (-signal.SIGPIPE, b""))

    def test_the_first_error_ends_it(self):
        """Neither of these would end in time if it went on."""
        batch, large = ["-n", str(2**64 - 1), "-s0"], ["-s1", "-H", str(2**27 - 1), "-W100000"]
        for options, names in ((batch, BATCH_FORMATS), (large, FORMATS)):
            for name in names:
                with self.subTest(name, options=options), open("/dev/full", "wb") as full:
                    self.assert_failed(run("-f", name, *options, stdout=full), "standard output", errno.ENOSPC)

    def test_help_and_version(self):
        for option in ("--help", "--version", "-h", "-V"):
            with self.subTest(option):
                with open("/dev/full", "wb") as full:
                    self.assert_failed(run(option, stdout=full), "standard output", errno.ENOSPC)
                self.assert_failed(run(option, closed=(1,)), "standard output", errno.EBADF)
                self.assertEqual(run(option, closed=(1, 2)).returncode, 1)
                reading, writing = os.pipe()
                os.close(reading)
                self.assert_failed(run(option, stdout=writing, ignored=(signal.SIGPIPE,)), "standard output", errno.EPIPE)
                self.assertEqual(run(option, stdout=writing).returncode, -signal.SIGPIPE)
                os.close(writing)

    def test_the_seed_may_stay_untold(self):
        """A standard error that takes nothing does not change what is on standard output, nor the status."""
        with open("/dev/full", "wb") as full:
            result = run("-f", "json", stderr=full)
        self.assertEqual(result.returncode, 0)
        self.assertEqual(result.stdout.count(b"\n"), 1)

    def test_a_wrong_command_line_stays_one(self):
        for closed in ((1,), (2,), (0, 1, 2)):
            with self.subTest(closed=closed):
                self.assertEqual(run("--width", "0x10", closed=closed).returncode, 2)


class ClosedDescriptors(TestCase):
    SETS = [closed for count in (1, 2, 3) for closed in itertools.combinations((0, 1, 2), count)]

    def test_map_on_standard_output(self):
        for (name, options, whole), closed in itertools.product(any_outputs(), self.SETS):
            if 1 not in closed:
                with self.subTest(name, closed=closed):
                    result = run(*options, closed=closed)
                    self.assertEqual((result.returncode, result.stderr), (0, b""))
                    self.assertTrue(result.stdout == whole)

    def test_map_in_a_file(self):
        for (name, options, whole), closed in itertools.product(any_outputs(), self.SETS):
            with self.subTest(name, closed=closed):
                result = run(*options, "-q", "-o", "map", cwd=self.folder, closed=closed)
                self.assertEqual((result.returncode, result.stdout, result.stderr), (0, b"", b""))
                self.assertTrue(read(self.path("map")) == whole)
                self.assert_holds("map")

    def test_no_message_in_a_map(self):
        """Without --seed a line is told; it must not end up in a file that took the descriptor's number."""
        for closed in self.SETS:
            with self.subTest(closed=closed):
                result = run("-W40", "-H30", "-o", "map", cwd=self.folder, closed=closed)
                self.assertEqual(result.returncode, 0)
                rows = read(self.path("map")).split(b"\n")
                self.assertEqual({len(row) for row in rows[:-1]}, {40})
                self.assertEqual(len(rows), 31)
                self.assertLessEqual(set(b"".join(rows)), set(b"#.@"))
        result = run("-W40", "-H30", closed=(2,))
        self.assertEqual((result.returncode, len(result.stdout)), (0, 41 * 30))


class OutputFile(TestCase):
    """-o with a target that cannot be written, one that is not there yet and an old one."""

    def assert_fails_and_leaves(self, options, target, error, *, old=None, **how):
        result = run(*options, "-o", target, cwd=self.folder, **how)
        self.assert_failed(result, target, error)
        if old is None:
            self.assertFalse(os.path.lexists(self.path(target)))
        else:
            self.assertEqual(read(self.path(target)), old)
        folder = os.path.dirname(self.path(target))
        if os.path.isdir(folder):
            self.assertEqual(os.listdir(folder), [] if old is None else [os.path.basename(target)])
        return result

    def test_full_device(self):
        for name, options, _ in outputs():
            with self.subTest(name):
                # As an ordinary user: a program that replaced the device would do so only once.
                self.assert_failed(run(*options, "-o", "/dev/full", ordinary=True), "/dev/full", errno.ENOSPC)
        self.assertTrue(stat.S_ISCHR(os.stat("/dev/full").st_mode))

    def test_file_size_limit(self):
        for name, options, whole in outputs():
            for limit in (0, len(whole) - 1) if len(whole) < LARGE else (len(whole) // 2,):
                for old in (None, OLD) if (name, options, whole) in any_outputs() else (None,):
                    with self.subTest(name, limit=limit, old=old):
                        if old:
                            write(self.path("map"), old)
                        self.assert_fails_and_leaves(options, "map", errno.EFBIG, old=old, file_size=limit)
                        if old:
                            os.remove(self.path("map"))
            with self.subTest(name, limit="just enough"):
                self.assertEqual(run(*options, "-o", "map", cwd=self.folder, file_size=len(whole)).returncode, 0)
                self.assertTrue(read(self.path("map")) == whole)
                os.remove(self.path("map"))

    def test_missing_folder(self):
        for name, options, _ in any_outputs():
            with self.subTest(name):
                # A number may be a descriptor, where there is a folder of them.
                for map in ("map", "1"):
                    self.assert_fails_and_leaves(options, f"there/is/none/{map}", errno.ENOENT)
                self.assert_holds()

    def test_folder_that_may_not_be_written(self):
        for (name, options, _), old in itertools.product(any_outputs(), (None, OLD)):
            folder = self.path("locked")
            os.mkdir(folder)
            if old:
                write(self.path("locked", "map"), old)
                os.chmod(self.path("locked", "map"), 0o666)
            os.chmod(folder, 0o555)
            with self.subTest(name, old=old):
                done = self.assert_fails_and_leaves(options, "locked/map", errno.EACCES, old=old, ordinary=True)
                # That helps only where there is a file.
                self.assertEqual(b"to write in place" in done.stderr, old is not None)
            os.chmod(folder, 0o755)
            if old:
                os.remove(self.path("locked", "map"))
            os.rmdir(folder)

    def test_targets_that_are_no_file(self):
        os.mkdir(self.path("folder"))
        write(self.path("file"), OLD)
        os.symlink("loop", self.path("loop"))
        os.symlink("second", self.path("first"))
        os.symlink("first", self.path("second"))
        os.symlink("folder", self.path("to-folder"))
        os.symlink("missing/map", self.path("to-nowhere"))
        before = sorted(os.listdir(self.folder))
        for name, options, _ in any_outputs():
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
                ("x" * 256, errno.ENAMETOOLONG),
            ]:
                with self.subTest(name, target=target[:20]):
                    self.assert_failed(run(*options, "-o", target, cwd=self.folder), target, error)
                    self.assertEqual(sorted(os.listdir(self.folder)), before)
                    self.assertEqual(os.listdir(self.path("folder")), [])
                    self.assertEqual(read(self.path("file")), OLD)
                    self.assertEqual(os.readlink(self.path("loop")), "loop")

    def test_a_path_that_is_too_long(self):
        """However much of it the message shows, the reason is not lost."""
        self.assert_message(run("-s1", "-o", "x/" * 2500 + "map", cwd=self.folder), 1, os.strerror(errno.ENAMETOOLONG))
        self.assert_holds()
        # The longest path that Linux takes, of 4095 bytes, and one more.
        path = "/" + "./" * 2043 + "dev/null"
        self.good("-s1", "-o", path)
        self.assert_message(run("-s1", "-o", "/" + path), 1, os.strerror(errno.ENAMETOOLONG))

    def test_a_line_feed_in_the_name_still_gives_one_line(self):
        self.assert_message(run("-s1", "-o", "no\nfolder/map", cwd=self.folder), 1)

    def test_refused_options_touch_nothing(self):
        write(self.path("map"), OLD)
        for options in ("--width 5", "--no-tiles", "--seed 5x", "foo"):
            with self.subTest(options):
                self.assert_refused("-o", "map", *options.split(), cwd=self.folder)
                self.assertEqual(read(self.path("map")), OLD)
                self.assert_holds("map")
