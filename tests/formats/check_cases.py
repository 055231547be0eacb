# SPDX-License-Identifier: MIT
"""Maps that people have: files in the style of other programs, in tests/cases. @smoke @format"""

import pathlib

from helper import ROOT, TestCase, run

CASES = pathlib.Path(ROOT, "tests", "cases")
UNKNOWN = "list the characters of walls in --walls, of floor in --floors, or both"
UNKNOWN_NUMBER = "list the numbers of walls in --walls, of floor in --floors, or both"
RING = "####\n#..#\n####\n"
MAZE = "#####\n#...#\n#.#.#\n#...#\n#####\n"

# File, options, and the map that is read.
READ = [
    ("maze-space.txt", ["--floors", " "], MAZE),
    ("maze-space.txt", ["--walls", "#"], MAZE),
    ("rogue-walls.txt", ["--walls", " -|+", "--floors", ".#"], "#####\n#...#\n#####\n"),
    ("items.txt", ["--walls", "#"], "#######\n#.@...#\n#.....#\n#######\n"),
    ("items.txt", ["--floors", ".!%~$^"], "#######\n#.@...#\n#.....#\n#######\n"),
    ("mai-trail.map", [], "#.#\n###\n"),
    ("spaces.csv", [], "###\n#.#\n###\n"),
    ("semicolon.csv", [], "###\n#.#\n###\n"),
    ("savetxt.csv", [], "#.\n.#\n"),
    ("inv.npy", ["--walls", "1"], RING),
    ("inv.npy", ["--floors", "0"], RING),
    ("ros2.npy", ["--walls", "100,-1"], RING),
    ("ros2.npy", ["--walls", "100,-1", "--floors", "0"], RING),
    ("f8.npy", [], RING),
]

# File, options, and the message.
REJECTED = [
    ("maze-space.txt", ["--check"], "the map has no floor; try --floors ' '"),
    ("maze-space.txt", [], "the map has no floor; try --floors ' '"),
    ("rogue-walls.txt", [], f"line 1, column 1: unknown character '-'; {UNKNOWN}"),
    ("items.txt", [], f"line 2, column 4: unknown character '!'; {UNKNOWN}"),
    ("spaced-hash.txt", [], "a blank follows each character; remove the blanks, or replace them "
                            "with commas if they separate numbers"),
    ("tab.txt", [], "line 1, column 2: unexpected tab"),
    ("tab.txt", ["--walls", "#"], "line 1, column 2: unexpected tab"),
    ("utf16-p.txt", [], "line 1, column 1: the file is UTF-16; save it as UTF-8"),
    ("ros2.npy", [], f"[0, 0]: unknown number -1; {UNKNOWN_NUMBER}"),
    ("chan.npy", [], "shape (3, 4, 1) has a third dimension; save a[:, :, 0]"),
    ("chars.npy", [], "cannot read dtype '<U1', only booleans, integers, and floats"),
]

# File, and the warning about the map that is read.
WARNINGS = [
    ("short-row.txt", "row 4 has 7 of 8 tiles, and short rows are filled up with wall"),
]


class Cases(TestCase):
    def test_warnings(self):
        for name, warning in WARNINGS:
            for options in ([], ["--check"]):
                result = run(CASES / name, *options)
                self.assertEqual(result.returncode, 0)
                self.assertEqual(result.stderr.decode(), f"dungen: {CASES / name}: {warning}\n")

    def test_maps_are_read(self):
        for name, options, expected in READ:
            with self.subTest(name, options=options):
                output = self.good(CASES / name, *options, "-f", "text")
                self.assertEqual(output.decode(), expected)

    def test_messages_name_what_was_found(self):
        for name, options, message in REJECTED:
            with self.subTest(name, options=options):
                result = run(CASES / name, *options)
                self.assertTrue(self.assert_message(result, 4, message).endswith(message))
