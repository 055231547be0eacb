# SPDX-License-Identifier: MIT
"""-o with a pattern: a file for each map, named after its seed. @smoke @format"""

import errno
import os

from help_text import BATCH_FORMATS, FORMATS
from helper import TestCase, read, run, write

SMALL = "-W3 -H3 --room-min=2 --room-max=2".split()
LAST = 2**64 - 1


class Names(TestCase):
    def names(self, pattern, *args):
        self.good("-q", *SMALL, *args, "-o", pattern, cwd=self.folder)
        names = sorted(os.listdir(self.folder))
        for name in names:
            os.remove(self.path(name))
        return names

    def test_percent_sign_alone(self):
        """This is no pattern: one file takes all maps."""
        for path, name in (("100%%.txt", "100%.txt"), ("%%d", "%d"), ("%%", "%"), ("%%05d%%", "%05d%")):
            self.good(*SMALL, "-s1", "-n3", "-o", path, "-ftext", cwd=self.folder)
            self.assert_holds(name)
            self.assertEqual(read(self.path(name)), self.good(*SMALL, "-s1", "-n3"))
            self.good(*SMALL, "-s1", "-o", path, "-ftext", cwd=self.folder)
            self.assertEqual(self.good("-i", path, cwd=self.folder), self.good(*SMALL, "-s1"))
            os.remove(self.path(name))

    def test_numbers(self):
        """%d is the seed, %i the number of the map, from 1 or --first on, so that shards name files as one run does."""
        for pattern, options, names in [
            ("%d", "-s0", ["0"]),
            ("a%db", f"-s{LAST}", [f"a{LAST}b"]),
            ("%5d", "-s42", ["   42"]),
            ("%05d", "-s123456", ["123456"]),
            ("%0d", "-s42", ["42"]),
            ("%020d", f"-s{LAST}", [str(LAST)]),
            ("%%%d", "-s7", ["%7"]),
            ("\u00e9%d\n", "-s7", ["\u00e97\n"]),
            ("%i", "-s7 -n3 -fsvg", ["1", "2", "3"]),
            ("%03i-%d%%", "-s41 -n2", ["001-41%", "002-42%"]),
            ("%i", "-s7 -n2 --first 9", ["10", "9"]),
            ("%i", f"-s7 --first {LAST}", [str(LAST)]),
        ]:
            self.assertEqual(self.names(pattern, *options.split()), names)
        self.good("-s101", "-n2", "-o", "%i", cwd=self.folder)
        self.good("-s102", "--first", "2", "-o", "shard-%i", cwd=self.folder)
        self.assertEqual(read(self.path("shard-2")), read(self.path("2")))
        for options in ("--first 1", "--first 2 -o -", "--first 2 -o %d", "--first 2 -o %%i", "--first 2 -o %i/map"):
            self.assert_refused("-s1", *options.split(), mentions=("--first",))

    def test_in_a_folder_it_is_itself(self):
        for folder in ("feature%2Fx", "%d", "%", "100%%", "%s%n"):
            os.mkdir(self.path(folder))
            self.good(*SMALL, "-s1", "-o", f"{folder}/map", cwd=self.folder)
            self.good(*SMALL, "-s1", "-n2", "-o", self.path(folder, "%d"))
            self.assertEqual(sorted(os.listdir(self.path(folder))), ["1", "2", "map"])

    def test_others_are_refused(self):
        wrongs = "% a% %s %-5d %+d %'d %.5d %ld %*d %1$d %5 %05 %d% %d%s %%% %00d %005d".split()
        for wrong in (*wrongs, "% d", "%\u0665d"):
            mentions = ["--output", "%d", "%05d", "%i", "%%"]
            self.assert_refused("-s1", "-o", f"folder/{wrong}", mentions=mentions, cwd=self.folder)
            # Also if a later one would do.
            self.assert_refused("-s1", "-o", wrong, "-o", "map", mentions=mentions, cwd=self.folder)
        for width in ("21", "021", "99", "4294967301", "184467440737095516210"):
            why = "the width of a number is at most 20"
            self.assert_refused("-s1", "-o", f"map-%{width}d", mentions=["--output", why], cwd=self.folder)
        self.assert_holds()


class Files(TestCase):
    def test_each_map_is_that_of_its_seed(self):
        """Also in one file, if the format can hold several maps."""
        for name, *looks in (*([name] for name in FORMATS), ("text", "--show=all", "--glyphs=█·", "-H9000"), ("json", "--no-tiles")):
            options = ["-f", name, "--doors", *looks]
            self.good("-q", "-s9", "-n3", *options, "-o", "map-%02d", cwd=self.folder)
            self.assert_holds("map-09", "map-10", "map-11")
            maps = [read(self.path(f"map-{seed:02}")) for seed in (9, 10, 11)]
            self.assertEqual(maps, [self.good("-s", str(seed), *options) for seed in (9, 10, 11)])
            if name in BATCH_FORMATS:
                self.assertEqual(b"".join(maps), self.good("-s9", "-n3", *options))

    def test_a_random_seed(self):
        result = run("-o", "%d", "-n2", cwd=self.folder)
        seed = int(result.stderr.split()[-1])
        self.assert_holds(*map(str, (seed, seed + 1)))

    def test_documents_with_the_seed_of_an_earlier_one(self):
        """Their files are not replaced."""
        text = b"".join(self.good("-s", seed, "-fjson") for seed in ("7", "3", "9", "7"))
        found = run("-i", "-", "-o", "%d.csv", cwd=self.folder, input=text)
        self.assert_message(found, 4, "document 4: has seed 7 again", "use %i")
        self.assert_holds("7.csv", "3.csv", "9.csv")
        self.good("-qi", "-", "-o", "%i-%d.csv", cwd=self.folder, input=text)
        self.good("-qi", "-", "-o", "%i.csv", cwd=self.folder, input=text)

    def test_files_that_are_read_later(self):
        """None is replaced before that, whether its name has a number or the seed of a map, in whatever folder it seems to be."""
        names = [f"{i}.json" for i in range(1, 13)]
        for seed, name in zip((2, 3, 1, *range(4, 13)), names, strict=True):
            self.good("-s", str(seed), "-o", name, cwd=self.folder)
        before = [read(self.path(name)) for name in names]
        for target, name in ((".", "link"), ("3.json", "a-1.json"), ("6.json", "all.ndjson")):
            os.symlink(target, self.path(name))
        for options in ("-i %i.json -o link/%d.json", "-i %i.json -o a-%i.json", "-i %d.json -s1 -o %i.json --first 2",
                        "-i %d.json -s1 -o %d.json", "-i %i.json -o 1%i.json", "-i %i.json -o %i%i.json"):  # fmt: skip
            self.assert_message(run(*options.split(), "-n11", cwd=self.folder), 4, "1.json: its file would replace ", "which is not read yet")
            self.assertEqual([read(self.path(name)) for name in names], before)
        # Another folder, no input of this run, one that was read, and a file for all, which is put in its place at the end.
        os.mkdir(self.path("other"))
        for options in 2 * ["-s1 -n2 -o other/%i.json --first 2"] + ["-s1 -n1 -o %i.json --first 2", "-s3 -n2 -o %i.json", "-s3 -n4 -o all.ndjson"]:
            self.good("-i", "%d.json", *options.split(), cwd=self.folder)
        self.assertEqual([read(self.path(name)) for name in names[:2]], before[2:4])

    def test_a_pipe_among_files(self):
        """It is written to, and the next file is a new one."""
        pipe = self.open_pipe("map-1")
        self.good("-s1", "-n2", "-o", "map-%d", cwd=self.folder)
        self.assert_holds("map-1", "map-2")
        self.assertEqual((pipe.read(), read(self.path("map-2"))), (self.good("-s1"), self.good("-s2")))


class Failures(TestCase):
    """The first error ends the run and names its file; the files before are whole, and there is no other."""

    def test_all_files_before_it_are_there(self):
        os.mkdir(self.path("taken-3"))
        os.symlink("/dev/full", self.path("full-3"))
        long = "x" * 254
        for pattern, error, name, count in [
            ("taken-%d", errno.EISDIR, "taken-3", 2),
            ("full-%d", errno.ENOSPC, "full-3", 2),
            ("none/map-%d", errno.ENOENT, "none/map-1", 0),
            (long + "%d", errno.ENAMETOOLONG, long + "10", 9),
        ]:
            self.assert_failed(run("-s1", "-n12", "-o", pattern, cwd=self.folder), f"dungen: {name}: ", error)
            names = [pattern.replace("%d", str(seed)) for seed in range(1, count + 1)]
            self.assert_holds("taken-3", "full-3", *names)
            for seed, before in enumerate(names, 1):
                self.assertEqual(read(self.path(before)), self.good("-s", str(seed)))
                os.remove(self.path(before))
