# SPDX-License-Identifier: MIT
"""Nothing is half done in silence: what happens when a map cannot be written, and that a file appears whole or not at all."""

import contextlib
import errno
import functools
import itertools
import os
import random
import select
import signal
import stat
import subprocess
import time

from helper import BATCH_FORMATS, FORMATS, TIME_LIMIT, TestCase, read, run, start, write

SIZES = {
    "3x3": "-s7 -W3 -H3 --room-min=2 --room-max=2".split(),
    "batch": "-s7 -W3 -H3 --room-min=2 --room-max=2 -n 20".split(),
    "over 1 MiB": "-s7 -W2000 -H1000 --max-rooms=33333 --room-min=2 --room-max=4".split(),
}
OLD = b"what was there before\n"


@functools.lru_cache(maxsize=None)
def outputs():
    """Format and size, the options that ask for them, and the bytes that they give."""
    cases = []
    for name, (size, options) in itertools.product(FORMATS, SIZES.items()):
        if size == "batch" and name not in BATCH_FORMATS:
            continue
        options = ["-f", name, *options]
        cases.append((f"{name}, {size}", options, run(*options).stdout))
    return cases


def wait_for_bytes(descriptor):
    """Wait until somebody has written to a pipe that was opened without waiting for it."""
    ready, _, _ = select.select([descriptor], [], [], TIME_LIMIT)
    assert ready, "nothing was written"


class WriteTestCase(TestCase):
    def assert_failed(self, result, what, error):
        """One line names what could not be written and the reason that the system gave."""
        self.assert_message(result, 1, what, os.strerror(error) if error else "")
        self.assertFalse(result.stdout)


class StandardOutput(WriteTestCase):
    def test_sizes_are_as_they_are_called(self):
        self.assertGreater(len(outputs()), 5)
        for name, _, whole in outputs():
            self.assertEqual(len(whole) > 2**20, "MiB" in name, name)

    def test_full_device(self):
        for name, options, _ in outputs():
            with self.subTest(name), open("/dev/full", "wb") as full:
                self.assert_failed(run(*options, stdout=full), "standard output", errno.ENOSPC)

    def test_file_size_limit(self):
        for name, options, whole in outputs():
            for limit in (0, 1, len(whole) // 2, len(whole) - 1, len(whole)):
                with self.subTest(name, limit=limit), open(self.path("map"), "wb") as file:
                    result = run(*options, stdout=file, file_size=limit)
                    if limit < len(whole):
                        self.assert_failed(result, "standard output", errno.EFBIG)
                    else:
                        self.assertEqual((result.returncode, result.stderr), (0, b""))
                    self.assertTrue(read(self.path("map")) == whole[:limit])

    def test_closed(self):
        for name, options, _ in outputs():
            for closed in ((1,), (0, 1)):
                with self.subTest(name, closed=closed):
                    self.assert_failed(run(*options, closed=closed), "standard output", None)
            with self.subTest(name, closed=(0, 1, 2)):
                self.assertEqual(run(*options, closed=(0, 1, 2)).returncode, 1)

    def test_reader_gone(self):
        for name, options, whole in outputs():
            # A reader that was never there, and for a large map one that leaves after some bytes.
            for taken in (0, 4096) if len(whole) > 2**20 else (0,):
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
        batch, large = ["-n", str(2**64 - 1), "-s0"], ["-s1", "-H", str(2**31 - 1), "-W100000"]
        for options, names in ((batch, BATCH_FORMATS), (large, FORMATS)):
            for name in names:
                with self.subTest(name, options=options), open("/dev/full", "wb") as full:
                    self.assert_failed(run("-f", name, *options, stdout=full), "standard output", errno.ENOSPC)

    def test_help_and_version(self):
        for option in ("--help", "--version", "-h", "-V"):
            with self.subTest(option):
                with open("/dev/full", "wb") as full:
                    self.assert_failed(run(option, stdout=full), "standard output", errno.ENOSPC)
                self.assert_failed(run(option, closed=(1,)), "standard output", None)
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


class ClosedDescriptors(WriteTestCase):
    SETS = [closed for count in (1, 2, 3) for closed in itertools.combinations((0, 1, 2), count)]

    def test_map_on_standard_output(self):
        for (name, options, whole), closed in itertools.product(outputs(), self.SETS):
            if 1 not in closed:
                with self.subTest(name, closed=closed):
                    result = run(*options, closed=closed)
                    self.assertEqual((result.returncode, result.stderr), (0, b""))
                    self.assertTrue(result.stdout == whole)

    def test_map_in_a_file(self):
        for (name, options, whole), closed in itertools.product(outputs(), self.SETS):
            with self.subTest(name, closed=closed):
                result = run(*options, "-o", "map", cwd=self.folder, closed=closed)
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


class OutputFile(WriteTestCase):
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

    def test_full_device(self):
        for name, options, _ in outputs():
            with self.subTest(name):
                # As an ordinary user: a program that replaced the device would do so only once.
                self.assert_failed(run(*options, "-o", "/dev/full", ordinary=True), "/dev/full", errno.ENOSPC)
        self.assertTrue(stat.S_ISCHR(os.stat("/dev/full").st_mode))

    def test_file_size_limit(self):
        for name, options, whole in outputs():
            for limit in (0, len(whole) // 2, len(whole) - 1):
                for old in (None, OLD):
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
        for name, options, _ in outputs():
            with self.subTest(name):
                self.assert_fails_and_leaves(options, "there/is/none/map", errno.ENOENT)
                self.assert_holds()

    def test_folder_that_may_not_be_written(self):
        for (name, options, _), old in itertools.product(outputs(), (None, OLD)):
            folder = self.path("locked")
            os.mkdir(folder)
            if old:
                write(self.path("locked", "map"), old)
                os.chmod(self.path("locked", "map"), 0o666)
            os.chmod(folder, 0o555)
            with self.subTest(name, old=old):
                self.assert_fails_and_leaves(options, "locked/map", errno.EACCES, old=old, ordinary=True)
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
        for name, options, _ in outputs():
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

    def test_a_line_feed_in_the_name_still_gives_one_line(self):
        self.assert_message(run("-s1", "-o", "no\nfolder/map", cwd=self.folder), 1)

    def test_refused_options_touch_nothing(self):
        write(self.path("map"), OLD)
        for options in ("--width 5", "--no-tiles", "--seed 5x", "foo"):
            with self.subTest(options):
                self.assert_refused("-o", "map", *options.split(), cwd=self.folder)
                self.assertEqual(read(self.path("map")), OLD)
                self.assert_holds("map")


class Replacing(WriteTestCase):
    """What a good -o does with what it finds."""

    def put(self, target, **how):
        self.assertEqual(self.good("-s1", "-o", target, **{"cwd": self.folder, **how}), b"")

    def setUp(self):
        super().setUp()
        self.map = self.good("-s1")

    def test_mode_of_a_new_file(self):
        for umask in (0o000, 0o002, 0o022, 0o027, 0o077, 0o777):
            with self.subTest(umask=oct(umask)):
                self.put("map", umask=umask)
                self.assertEqual(oct(stat.S_IMODE(os.stat(self.path("map")).st_mode)), oct(0o666 & ~umask))
                os.remove(self.path("map"))

    def test_mode_of_a_replaced_file(self):
        for mode, umask, link in itertools.product((0o600, 0o640, 0o644, 0o666, 0o755), (0o022, 0o077), (False, True)):
            with self.subTest(mode=oct(mode), umask=oct(umask), link=link):
                write(self.path("map"), OLD)
                os.chmod(self.path("map"), mode)
                if link:
                    os.symlink("map", self.path("link"))
                self.put("link" if link else "map", umask=umask)
                self.assertEqual(oct(stat.S_IMODE(os.stat(self.path("map")).st_mode)), oct(mode))
                self.assertEqual(read(self.path("map")), self.map)
                for name in os.listdir(self.folder):
                    os.remove(self.path(name))

    def test_symbolic_links(self):
        """Each link, seen from the folder `here`; the file that it must lead to; whether that exists before."""
        for links, target in [
            ({"here/link": "file"}, "here/file"),
            ({"here/link": "../there/file"}, "there/file"),
            ({"here/link": "{folder}/there/file"}, "there/file"),
            ({"here/link": "second", "here/second": "../there/third", "there/third": "deep/file"}, "there/deep/file"),
            ({"here/link": "../door/file", "door": "there/deep"}, "there/deep/file"),
            ({"here/link": "../door/../file", "door": "there/deep"}, "there/file"),
        ]:
            for old in (OLD, None):
                with self.subTest(links=links, old=old), contextlib.ExitStack() as cleanup:
                    for name in ("here", "there", "there/deep"):
                        os.mkdir(self.path(name))
                        cleanup.callback(os.rmdir, self.path(name))
                    for link, value in links.items():
                        os.symlink(value.format(folder=self.folder), self.path(link))
                        cleanup.callback(os.remove, self.path(link))
                    if old:
                        write(self.path(target), old)
                    for cwd, name in ((self.folder, "here/link"), (self.path("here"), "link"), ("/", self.path("here/link"))):
                        self.put(name, cwd=cwd)
                        self.assertTrue(all(os.path.islink(self.path(link)) for link in links))
                        self.assertFalse(os.path.islink(self.path(target)))
                        self.assertEqual(read(self.path(target)), self.map)
                        os.remove(self.path(target))  # so that cleaning up finds anything else that was left

    def test_the_unfinished_file_lies_beside_the_file_not_the_link(self):
        os.mkdir(self.path("locked"))
        os.symlink("../map", self.path("locked", "link"))
        os.chmod(self.path("locked"), 0o555)
        self.addCleanup(os.chmod, self.path("locked"), 0o755)
        self.put("locked/link", ordinary=True)
        self.assertEqual(read(self.path("map")), self.map)
        self.assert_holds("locked", "map")

    def test_names(self):
        for name in ("x" * 255, "x" * 251 + ".txt", "\u00e9" * 127, " ", "a b", "-q", "./-", "\n", "*"):
            with self.subTest(name=name[:20]):
                self.put(name)
                self.assertEqual(read(self.path(name)), self.map)
                self.put(name)
                self.assert_holds(os.path.basename(name))
                os.remove(self.path(name))

    def test_a_dash_is_standard_output(self):
        for args in (["-o", "-"], ["-o-"], ["--output=-"]):
            with self.subTest(args=args):
                self.assertEqual(self.good("-s1", *args, cwd=self.folder), self.map)
                self.assert_holds()

    def test_pipes_are_written_through(self):
        os.mkfifo(self.path("pipe"))
        os.symlink("pipe", self.path("link"))
        for name in ("pipe", "link"):
            with self.subTest(name=name):
                reading = os.open(self.path("pipe"), os.O_RDONLY | os.O_NONBLOCK)
                self.put(name)
                self.assertEqual(os.read(reading, 2**16), self.map)
                os.close(reading)
                self.assertTrue(stat.S_ISFIFO(os.stat(self.path("pipe")).st_mode))
        self.assert_holds("link", "pipe")
        reading, writing = os.pipe()
        for name in (f"/dev/fd/{writing}", f"/proc/self/fd/{writing}"):  # as <(...) of a shell gives them
            with self.subTest(name=name):
                self.put(name, pass_fds=[writing])
                self.assertEqual(os.read(reading, 2**16), self.map)
        os.close(reading)
        os.close(writing)
        self.assertEqual(self.good("-s1", "-o", "/dev/stdout"), self.map)

    def test_a_pipe_that_nobody_reads(self):
        os.mkfifo(self.path("pipe"))
        for ignored in ((), (signal.SIGPIPE,)):
            with self.subTest(ignored=ignored):
                reading = os.open(self.path("pipe"), os.O_RDONLY | os.O_NONBLOCK)
                with start("-s1", "-W5000", "-H1000", "-o", "pipe", cwd=self.folder, ignored=ignored) as process:
                    wait_for_bytes(reading)
                    os.close(reading)
                    _, err = process.communicate(timeout=TIME_LIMIT)
                if ignored:
                    result = subprocess.CompletedProcess([], process.returncode, b"", err)
                    self.assert_failed(result, "pipe", errno.EPIPE)
                else:
                    self.assertEqual((process.returncode, err), (-signal.SIGPIPE, b""))

    def test_devices_are_written_through(self):
        self.put("/dev/null", ordinary=True)
        self.assertTrue(stat.S_ISCHR(os.stat("/dev/null").st_mode))
        os.symlink("/dev/null", self.path("link"))
        self.put("link", ordinary=True)
        self.assertTrue(os.path.islink(self.path("link")))
        self.assert_holds("link")


class Interrupted(WriteTestCase):
    LARGE = "-s7 -W20000 -H20000".split()  # 400 MB, none of which is ever written whole
    UNFINISHED = r"\A\.map\.[A-Za-z0-9]{6}\Z"

    def unfinished_size(self):
        """How much has been written beside the old file."""
        try:
            return sum(os.path.getsize(self.path(name)) for name in os.listdir(self.folder) if name != "map")
        except FileNotFoundError:  # it is finished now
            return 0

    def stop_while_writing(self, options, **how):
        """Start the program and stop it in the middle of writing `map` over an old file. None: it was too quick."""
        for name in os.listdir(self.folder):
            os.remove(self.path(name))
        write(self.path("map"), OLD)
        process = start(*options, "-o", "map", cwd=self.folder, **how)
        while not self.unfinished_size() and process.poll() is None:
            pass
        if process.poll() is None:
            process.send_signal(signal.SIGSTOP)
            _, status = os.waitpid(process.pid, os.WUNTRACED)
            if os.WIFSTOPPED(status) and self.unfinished_size():
                return process
        process.kill()
        process.communicate()
        return None

    @contextlib.contextmanager
    def stopped_while_writing(self, options, **how):
        """The program, stopped in the middle of writing; it goes on after the block, to its end."""
        attempts = (self.stop_while_writing(options, **how) for _ in range(20))
        process = next(filter(None, attempts), None)
        self.assertIsNotNone(process, "it was never seen to write a file beside the old one")
        with process:
            try:
                [unfinished] = [name for name in os.listdir(self.folder) if name != "map"]
                self.assertRegex(unfinished, self.UNFINISHED)
                self.assertEqual(read(self.path("map")), OLD)
                yield process
                process.send_signal(signal.SIGCONT)
                process.said = b"".join(process.communicate(timeout=TIME_LIMIT))
            finally:
                process.kill()

    def test_signals_that_end_it(self):
        for number, name in itertools.product((signal.SIGHUP, signal.SIGINT, signal.SIGTERM), FORMATS):
            with self.subTest(number=number, format=name):
                with self.stopped_while_writing([*self.LARGE, "-f", name]) as process:
                    process.send_signal(number)
                self.assertEqual(process.returncode, -number)
                self.assertEqual(process.said, b"")
                self.assert_holds("map")
                self.assertEqual(read(self.path("map")), OLD)

    def test_signals_that_it_finds_ignored(self):
        options = "-s7 -W20000 -H2000".split()  # 40 MB
        whole = self.good(*options)
        for number in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM):
            with self.subTest(number=number):
                with self.stopped_while_writing(options, ignored=(number,)) as process:
                    process.send_signal(number)
                self.assertEqual(process.returncode, 0)
                self.assert_holds("map")
                self.assertTrue(read(self.path("map")) == whole)

    def test_nothing_is_opened_on_a_standard_descriptor(self):
        """A message would end up in the file, were it opened where standard error was closed."""
        for closed in ((2,), (0, 1, 2)):
            with self.subTest(closed=closed, to="file"):
                with self.stopped_while_writing(self.LARGE, closed=closed) as process:
                    opened = {int(name) for name in os.listdir(f"/proc/{process.pid}/fd")}
                    process.send_signal(signal.SIGTERM)
                self.assertTrue(opened)
                self.assertFalse(opened.intersection(closed))
            with self.subTest(closed=closed, to="pipe"):
                os.mkfifo(self.path("pipe"))
                reading = os.open(self.path("pipe"), os.O_RDONLY | os.O_NONBLOCK)
                with start(*self.LARGE, "-o", "pipe", cwd=self.folder, closed=closed) as process:
                    wait_for_bytes(reading)
                    opened = {int(name) for name in os.listdir(f"/proc/{process.pid}/fd")}
                    os.close(reading)
                self.assertTrue(opened)
                self.assertFalse(opened.intersection(closed))
                os.remove(self.path("pipe"))

    def test_kills_at_any_moment(self):
        options = "-s7 -W5000 -H2000".split()  # 10 MB
        began = time.monotonic()
        self.good(*options, "-o", "map", cwd=self.folder)
        duration = time.monotonic() - began
        whole = read(self.path("map"))
        write(self.path("map"), OLD)
        killed = 0
        for _ in range(30):
            with start(*options, "-o", "map", cwd=self.folder) as process:
                time.sleep(random.uniform(0, duration))
                process.kill()
            killed += process.returncode == -signal.SIGKILL
            content = read(self.path("map"))
            self.assertTrue(content in (OLD, whole), len(content))
            for name in os.listdir(self.folder):
                if name != "map":
                    self.assertRegex(name, self.UNFINISHED)
                    os.remove(self.path(name))
            write(self.path("map"), OLD)
        self.assertTrue(killed)
