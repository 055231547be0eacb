# SPDX-License-Identifier: MIT
"""-o with a pattern: a file for each map, named after its seed. cli/transcripts has the rules.
@smoke @format
"""

from help_text import FORMATS, JOINABLE_FORMATS
from helper import TestCase, output_of_process, read, run_process


class Files(TestCase):
    def read_map(self, seed):
        """Reads the file of a seed. A scenario contains a name, and on standard output, that is
        the seed.
        """
        name = f"map-{seed:02}"
        return read(self.path(name)).replace(name.encode(), f"seed-{seed}".encode())

    def test_each_map_is_that_of_its_seed(self):
        """Also in one file, if the format can hold several maps."""
        looks_of_formats = [
            *([name] for name in FORMATS),
            ["text", "--show=all", "--glyphs=█·", "-H9000"],
            ["json", "--no-tiles"],
        ]
        for name, *looks in looks_of_formats:
            options = ["-f", name, "--doors", *looks]
            output_of_process("-q", "-s9", "-n3", *options, "-o", "map-%02d", cwd=self.folder)
            self.assert_holds("map-09", "map-10", "map-11")
            maps = [self.read_map(seed) for seed in (9, 10, 11)]
            expected = [self.good("-s", str(seed), *options) for seed in (9, 10, 11)]
            self.assertEqual(maps, expected, options)
            if name in JOINABLE_FORMATS:
                self.assertEqual(b"".join(maps), self.good("-s9", "-n3", *options), options)

    def test_a_random_seed(self):
        result = run_process("-o", "%d", "-n2", cwd=self.folder)
        seed = int(result.stderr.split()[-1])
        self.assert_holds(*map(str, (seed, seed + 1)))

    def test_a_pipe_among_files(self):
        """It is written to, and the next file is a new one."""
        pipe = self.open_pipe("map-1")
        output_of_process("-s1", "-n2", "-o", "map-%d", cwd=self.folder)
        self.assert_holds("map-1", "map-2")
        self.assertEqual(pipe.read(), self.good("-s1"))
        self.assertEqual(read(self.path("map-2")), self.good("-s2"))
