# SPDX-License-Identifier: MIT
"""-o with a pattern: a file for each map, named after its seed."""

import errno
import os

from helper import BATCH_FORMATS, FORMATS, OLD, TestCase, read, run, strace, write

SMALL = "-W3 -H3 --room-min=2 --room-max=2".split()
LAST = 2**64 - 1


class Names(TestCase):
    def names(self, pattern, *args):
        self.good("-q", *SMALL, "-ftext", *args, "-o", pattern, cwd=self.folder)
        names = sorted(os.listdir(self.folder))
        for name in names:
            os.remove(self.path(name))
        return names

    def test_seed(self):
        for pattern, seed, name in [
            ("%d", 0, "0"),
            ("a%db", LAST, f"a{LAST}b"),
            ("%5d", 42, "   42"),
            ("%05d", 123456, "123456"),
            ("%01d", 42, "42"),
            ("%0d", 42, "42"),
            ("%20d", 42, " " * 18 + "42"),
            ("%020d", 42, "0" * 18 + "42"),
            ("%020d", LAST, str(LAST)),
            ("%02d%3d%d", 7, "07  77"),
            ("%%%d", 7, "%7"),
            ("%d%%d", 7, "7%d"),
            ("-%d", 7, "-7"),
            ("%d\n", 7, "7\n"),
            ("\u00e9%d", 7, "\u00e97"),
            (".%d", 7, ".7"),
        ]:
            with self.subTest(pattern, seed=seed):
                self.assertEqual(self.names(pattern, "-s", str(seed)), [name])

    def test_percent_sign_alone(self):
        """This is no pattern: one file takes all maps."""
        for path, name in (("100%%.txt", "100%.txt"), ("%%d", "%d"), ("%%", "%"), ("%%05d%%", "%05d%")):
            with self.subTest(path):
                self.good(*SMALL, "-s1", "-n3", "-o", path, "-ftext", cwd=self.folder)
                self.assert_holds(name)
                self.assertEqual(read(self.path(name)), self.good(*SMALL, "-s1", "-n3"))
                os.remove(self.path(name))

    def test_number(self):
        """%i is the number of the map, from 1 or --first on, so that shards name their files as one run does."""
        for pattern, options, names in [
            ("%i", "-s7 -n3", ["1", "2", "3"]),
            ("level-%03i.txt", "-s7 -n2", ["level-001.txt", "level-002.txt"]),
            ("%2i-%d%%", "-s41 -n2", [" 1-41%", " 2-42%"]),
            ("%i", "-s7 -n2 --first 9", ["10", "9"]),
            ("%i", f"-s7 --first {LAST}", [str(LAST)]),
            ("%i", "-s7 -n1 --first 1", ["1"]),
        ]:
            with self.subTest(pattern, options=options):
                self.assertEqual(self.names(pattern, *options.split()), names)
        self.good("-s101", "-n6", "-o", "%i", cwd=self.folder)
        whole = {name: read(self.path(name)) for name in os.listdir(self.folder)}
        for first in (1, 4):
            self.good(f"-s{100 + first}", "-n3", "--first", str(first), "-o", "shard-%i", cwd=self.folder)
        for name, content in whole.items():
            self.assertEqual(read(self.path("shard-" + name)), content)
        for options in ("--first 1", "--first 2 -o -", "--first 2 -o map", "--first 2 -o %d", "--first 2 -o %%i", "--first 2 -o %i/map"):
            self.assert_refused("-s1", *options.split(), mentions=("--first", "give --output a name with %i"))
        self.assert_refused("-s1", "-n3", "--first", str(LAST - 1), "-o", "%i", mentions=(f"try --first {LAST - 2}",))

    def test_in_a_folder_it_is_itself(self):
        for folder in ("feature%2Fx", "%d", "%", "100%%", "%s%n"):
            os.mkdir(self.path(folder))
            self.good(*SMALL, "-s1", "-o", f"{folder}/map", cwd=self.folder)
            self.good(*SMALL, "-s1", "-n2", "-o", self.path(folder, "%d"))
            self.assertEqual(sorted(os.listdir(self.path(folder))), ["1", "2", "map"])

    def test_others_are_refused(self):
        wrongs = (
            "% a% %s %n %x %u %D %-5d %+d %'d %.5d %5.5d %ld %*d %1$d %5 %05 %d% %d%s %%% %5% %00d %005d".split()
        )
        for wrong in (*wrongs, "% d", "%\u0665d"):
            with self.subTest(wrong):
                mentions = ["--output", "%d", "%05d", "%i", "%%"]
                self.assert_refused("-s1", "-o", f"folder/{wrong}", mentions=mentions, cwd=self.folder)
                # Also where a later one would do.
                self.assert_refused("-s1", "-o", wrong, "-o", "map", mentions=mentions, cwd=self.folder)
        for width in ("21", "021", "99", "4294967301", "0018446744073709551621", "184467440737095516210"):
            with self.subTest(width=width):
                self.assert_refused("-s1", "-o", f"map-%{width}d", mentions=["--output"], cwd=self.folder)
        self.assert_refused("-s1", "-o", "map-%21d", mentions=["20"], cwd=self.folder)
        self.assert_refused("--tileset-image", "-o", "image-%d.png", mentions=["--output", "%d"], cwd=self.folder)
        self.assert_holds()

    def test_two_seeds_never_share_one(self):
        for pattern in ("%d", "%02d", "%d%d", "%2d%d", "%03d%d%1d", "%d0", "1%d1"):
            for first in (0, 95, 995, LAST - 119):
                with self.subTest(pattern, first=first):
                    self.assertEqual(len(self.names(pattern, "-s", str(first), "-n", "120")), 120)


class Files(TestCase):
    def test_each_map_is_that_of_its_seed(self):
        for name in FORMATS:
            with self.subTest(name):
                self.good("-q", "-s9", "-n3", "-f", name, "--doors", "-o", "map-%02d", cwd=self.folder)
                self.assert_holds("map-09", "map-10", "map-11")
                for seed in (9, 10, 11):
                    alone = self.good("-s", str(seed), "-f", name, "--doors")
                    self.assertEqual(read(self.path(f"map-{seed:02}")), alone)
                if name in BATCH_FORMATS:
                    parts = b"".join(read(self.path(f"map-{seed:02}")) for seed in (9, 10, 11))
                    self.assertEqual(parts, self.good("-s9", "-n3", "-f", name, "--doors"))

    def test_the_extension_gives_the_format(self):
        """Also that of a format with one map in a file."""
        for extension, name in (("json", "json"), ("svg", "svg"), ("tmj", "tmj"), ("dot", "dot"), ("txt", "text")):
            with self.subTest(extension):
                self.good("-q", "-s1", "-n2", "-o", f"%d.{extension}", cwd=self.folder)
                self.assert_holds(f"1.{extension}", f"2.{extension}")
                self.assertEqual(read(self.path(f"2.{extension}")), self.good("-s2", "-f", name))
                for seed in (1, 2):
                    os.remove(self.path(f"{seed}.{extension}"))

    def test_a_random_seed(self):
        result = run("-o", "%d", "-n2", cwd=self.folder)
        seed = int(result.stderr.split()[-1])
        self.assert_holds(*map(str, (seed, seed + 1)))

    def test_old_files(self):
        """Each is replaced as a single file is: a link is followed, a mode kept, a pipe written to."""
        write(self.path("map-1"), OLD)
        os.chmod(self.path("map-1"), 0o600)
        os.symlink("linked", self.path("map-2"))
        os.mkfifo(self.path("map-3"))
        reading = os.open(self.path("map-3"), os.O_RDONLY | os.O_NONBLOCK)
        self.good("-s1", "-n4", "-o", "map-%d", cwd=self.folder)
        self.assert_holds("linked", "map-1", "map-2", "map-3", "map-4")
        self.assertEqual(os.stat(self.path("map-1")).st_mode & 0o7777, 0o600)
        self.assertEqual(read(self.path("linked")), self.good("-s2"))
        self.assertEqual(os.read(reading, 2**16), self.good("-s3"))
        os.close(reading)

    def test_not_flushed_to_disk_one_by_one(self):
        trace = self.path("trace")
        tracing = strace("trace=fsync,fdatasync,?rename,?renameat,?renameat2,write", trace=trace)
        self.good("-s1", "-n20", "-o", "map-%d", cwd=self.folder, under=tracing)
        calls = [line.split("(")[0] for line in read(trace).decode().splitlines() if "(" in line]
        self.assertEqual([call.rstrip("at2") for call in calls], ["write", "rename"] * 20)


class Failures(TestCase):
    """The first error ends the run and names its file; the files before are whole, and there is no other."""

    def assert_stopped(self, result, error, name, *before):
        self.assert_failed(result, f"dungen: {name}: ", error)
        self.assert_holds(*before)
        for seed, path in enumerate(before, 1):
            if os.path.isfile(self.path(path)):
                self.assertEqual(read(self.path(path)), self.good("-s", str(seed)))

    def test_a_name_that_is_taken(self):
        os.mkdir(self.path("map-3"))
        result = run("-s1", "-n5", "-o", "map-%d", cwd=self.folder)
        self.assert_stopped(result, errno.EISDIR, "map-3", "map-1", "map-2", "map-3")

    def test_a_missing_folder(self):
        self.assert_stopped(run("-s1", "-n5", "-o", "none/map-%d", cwd=self.folder), errno.ENOENT, "none/map-1")

    def test_a_name_that_gets_too_long(self):
        before = ["x" * 254 + str(seed) for seed in range(1, 10)]
        result = run("-s1", "-n12", "-o", "x" * 254 + "%d", cwd=self.folder)
        self.assert_stopped(result, errno.ENAMETOOLONG, "x" * 254 + "10", *before)

    def test_a_path_that_gets_too_long(self):
        """The path of the file, or of the unfinished file beside it, which is 8 bytes longer."""
        os.mkdir(self.path("d"))
        folder = "d/../" * 815
        before = "x" * (4086 - len(folder))
        result = run("-s1", "-n12", "-o", folder + before + "%d", cwd=self.folder)
        self.assert_message(result, 1, os.strerror(errno.ENAMETOOLONG))
        self.assert_holds("d", *(before + str(seed) for seed in range(1, 10)))
        for pattern in ("%020d" * 204 + "x" * 16, "%020d" * 204 + "x" * 15, "%020d" * 800, "./" * 2040 + "%020d"):
            self.assert_message(run("-s1", "-o", pattern, cwd=self.path("d")), 1, os.strerror(errno.ENAMETOOLONG))
        self.assertEqual(os.listdir(self.path("d")), [])

    def test_a_full_disk(self):
        os.symlink("/dev/full", self.path("map-3"))
        result = run("-s1", "-n5", "-o", "map-%d", cwd=self.folder)
        self.assert_stopped(result, errno.ENOSPC, "map-3", "map-1", "map-2", "map-3")
