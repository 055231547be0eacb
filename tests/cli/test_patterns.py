# SPDX-License-Identifier: MIT
"""-o with a pattern: a file for each map, named after its seed. @smoke @format"""

import errno
import itertools
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

    def test_a_pipe_among_files(self):
        """It is written to, and the next file is a new one."""
        pipe = self.open_pipe("map-1")
        self.good("-s1", "-n2", "-o", "map-%d", cwd=self.folder)
        self.assert_holds("map-1", "map-2")
        self.assertEqual((pipe.read(), read(self.path("map-2"))), (self.good("-s1"), self.good("-s2")))


class InputPatterns(TestCase):
    """With patterns in --input and --output, no file is replaced before it has been read."""

    REFUSED = "dungen: --output: could overwrite files of --input; use another folder or extension"

    def setUp(self):
        super().setUp()
        os.mkdir(self.path("other"))
        os.symlink(".", self.path("link"))
        self.write_maps("%i.json", 3)

    def write_maps(self, pattern, count):
        self.good("-s1", "-n", str(count), "-fjson", "-o", pattern, cwd=self.folder)

    def contents(self):
        return {name: read(self.path(name)) for name in os.listdir(self.folder) if os.path.isfile(self.path(name))}

    def test_another_pattern_in_the_same_folder_is_refused(self):
        """Folders are compared by what they are, and extensions without regard to case."""
        self.write_maps("in-%i", 3)
        before = self.contents()
        patterns = ("a-%i.json", "%d.json", "1%i.json", "%i.JSON", "./1%i.json", "link/1%i.json", "other/../1%i.json", self.path("1%i.json"), "%i.%d", "%i.js%%n")
        cases = [("%i.json", output) for output in patterns]
        cases += [("link/%i.json", "1%i.json"), ("in-%i", "out-%i"), ("in-%i", "in-%d"), ("%i.%i", "%i.json")]
        for source, output in cases:
            with self.subTest(source=source, output=output):
                line = self.assert_refused("-i", source, "-n3", "-ftext", "-o", output, cwd=self.folder)
                self.assertEqual(line, self.REFUSED)
                self.assertEqual(self.contents(), before)

    def test_the_same_pattern_replaces_each_file_after_reading_it(self):
        before = self.contents()
        for output in ("%i.json", "./%i.json", "link/%i.json"):
            self.good("-i", "%i.json", "-n3", "-o", output, cwd=self.folder)
            self.assertEqual(self.contents(), before)
        self.good("-i", "%d.json", "-s1", "-n3", "-o", "%d.json", cwd=self.folder)
        self.assertEqual(self.contents(), before)

    def test_another_extension_or_folder_is_accepted(self):
        before = self.contents()
        self.good("-i", "%i.json", "-n3", "-o", "%i.csv", cwd=self.folder)
        self.good("-i", "%i.json", "-n3", "-ftext", "-o", "1%i", cwd=self.folder)
        self.good("-i", "%i.json", "-n3", "-o", "other/1%i.json", cwd=self.folder)
        self.good("-i", "%i.json", "-n3", "-o", "all.ndjson", cwd=self.folder)
        self.assertEqual({name: self.contents()[name] for name in before}, before)

    def test_an_input_file_that_is_a_link_is_refused(self):
        """It could lead to a file that the run has replaced. Without patterns, links are read."""
        os.remove(self.path("2.json"))
        os.symlink("other/1.json", self.path("2.json"))
        self.good("-s5", "-o", "other/1.json", cwd=self.folder)
        for skipping in ([], ["--skip", "--where", "rooms=999.."]):
            result = run("-i", "%i.json", "-n3", "-o", "other/b-%i.json", *skipping, cwd=self.folder)
            self.assert_message(result, 4, "dungen: 2.json: is a symbolic link, which could lead to a file of --output")
        self.good("-i", "2.json", "-o", "new.json", cwd=self.folder)
        self.good("-i", "%i.json", "-n3", "-o", "all.ndjson", cwd=self.folder)

    def test_an_output_file_that_is_a_link_is_refused(self):
        os.symlink("../2.json", self.path("other/1.json"))
        before = self.contents()
        result = run("-i", "%i.json", "-n3", "-o", "other/%i.json", cwd=self.folder)
        self.assert_message(result, 4, "dungen: other/1.json: is a symbolic link, which could lead to a file of --input")
        self.assertEqual(self.contents(), before)
        self.assertEqual(os.listdir(self.path("other")), ["1.json"])

    def test_a_seed_that_is_not_that_of_the_file_is_refused(self):
        """With one pattern for both, the map could go to a file that is read later."""
        os.rename(self.path("3.json"), self.path("1.json"))
        before = self.contents()
        result = run("-i", "%d.json", "-s1", "-n2", "-o", "%d.json", cwd=self.folder)
        self.assert_message(result, 4, "dungen: 1.json: has seed 3, but its name is that of seed 1; use another folder for --output")
        self.assertEqual(self.contents(), before)
        self.good("-i", "%d.json", "-s1", "-n2", "-o", "other/%d.json", cwd=self.folder)

    def test_what_is_appended_to_a_later_input_file(self):
        """The shell opened it for standard output. Nothing is written there, even if a map is larger than the output buffer."""
        for side, skipping in itertools.product(("45", "400"), ([], ["--skip", "--where", "rooms=..0"])):
            self.good("-s1", "-n2", "-W", side, "-H", side, "-o", "%i.csv", cwd=self.folder)
            before = self.contents()
            with open(self.path("2.csv"), "ab") as end:
                result = run("-i", "%i.csv", "-n2", "-fcsv", *skipping, cwd=self.folder, stdout=end)
            self.assert_message(result, 1, "dungen: standard output: leads to the file that is read; --output with its name replaces it")
            self.assertEqual(self.contents(), before)


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
