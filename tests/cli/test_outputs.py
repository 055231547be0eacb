# SPDX-License-Identifier: MIT
"""Several outputs of one run: each file is that of a single run, and all appear or none. @check"""

import os

from help_text import CHOICES, FORMATS_OF
from helper import TestCase, output_of_process, read, run_process

EXTENSIONS = {name: choice["extensions"][0] for name, choice in CHOICES["format"].items()}
MAP = ("-q", "-s4", "-W30", "-H20", "--preset=level")
LOOKS = {
    "no-tiles": "--no-tiles", "show": "--show=exit", "route": "--route", "glyphs": "--glyphs=abcdef",
    "tileset": "--tileset=t.png", "tile-size": "--tile-size=9", "theme": "--theme=print",
    "crop": "--crop", "pairs": "--pairs=7", "dpi": "--dpi=150", "title": "--title=Crypt",
    "tiles": "--tiles=wall=9,floor=8",
}


def to_files(*names):
    return [f"--output={name}" for name in names]


class Outputs(TestCase):
    def test_each_file_is_that_of_a_single_run(self):
        """With all options about looks. Each format obeys its own."""
        self.assertEqual(set(LOOKS), set(FORMATS_OF))
        for name, extension in EXTENSIONS.items():
            own = [LOOKS[look] for look, formats in FORMATS_OF.items() if name in formats]
            os.makedirs(self.path(name))
            output_of_process(*MAP, *own, "-o", f"{name}/m.{extension}", cwd=self.folder)
        names = [f"m.{extension}" for extension in EXTENSIONS.values()]
        for order in (names, names[::-1]):
            output_of_process(*MAP, *LOOKS.values(), *to_files(*order), cwd=self.folder)
            for name, extension in EXTENSIONS.items():
                with self.subTest(name, first=order[0]):
                    single = read(self.path(name, f"m.{extension}"))
                    self.assertEqual(read(self.path(f"m.{extension}")), single)

    def test_a_search_writes_the_same_maps_to_all(self):
        search = ("-q", "-s1", "--find=3", "--where=rooms=12..", "-W60", "-H40")
        names = ("all.npy", "all.ndjson", "all.stats", "%d.svg")
        output_of_process(*search, *to_files(*names), cwd=self.folder)
        for name in names[:3]:
            data = read(self.path(name))
            output_of_process(*search, "-o", "single." + name, cwd=self.folder)
            self.assertEqual(data, read(self.path("single." + name)))
        self.assertEqual(len([name for name in os.listdir(self.folder) if "svg" in name]), 3)

    def test_a_failure_leaves_no_file(self):
        """The second output is larger than a file may be."""
        result = run_process("-q", "-s1", "-W300", "-H300", *to_files("a.md", "b.txt"),
                             cwd=self.folder, under=("sh", "-c", 'ulimit -f 20; exec "$@"', "sh"))
        self.assert_message(result, 1, "b.txt: File too large")
        self.assert_holds()

    def test_a_failure_names_the_files_that_exist(self):
        os.mkdir(self.path("2.json"))
        result = run_process("-q", "-s1", "-n3", *to_files("all.npy", "%d.svg", "%d.json"),
                             cwd=self.folder)
        self.assert_message(result, 1, "2.json: Is a directory, after writing %d.svg (1 file)"
                            " and %d.json (1 file)")
        self.assert_holds("1.json", "1.svg", "2.json")

    def test_a_search_that_ends_early_leaves_what_single_runs_leave(self):
        where = f"--where=seed=..{2**64 - 4}"
        result = run_process("-q", "--seed", str(2**64 - 5), "--find=3", where, "-W9", "-H9",
                             *to_files("all.json", "all.npy", "%i.svg")[1:], cwd=self.folder)
        self.assert_message(result, 3, "after writing %i.svg (2 files)")
        self.assert_holds("1.svg", "2.svg")
