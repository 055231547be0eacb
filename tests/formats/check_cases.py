# SPDX-License-Identifier: MIT
"""Maps that people have: files in the style of other programs, in tests/cases. @smoke @format"""

import json
import pathlib
import shlex
import subprocess

import numpy
from helper import DUNGEN, ROOT, TestCase, run

CASES = pathlib.Path(ROOT, "tests", "cases")
UNKNOWN = "list the characters of walls in --walls, of floor in --floors, or both"
ADD = "add it to --walls or --floors"
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
    ("door-only.csv", [], "#####\n##+##\n#####\n"),
    ("digits.txt", ["--floors", "0"], "#####\n#...#\n#.#.#\n#####\n"),
    ("digits.txt", ["--walls", "1"], "#####\n#...#\n#.#.#\n#####\n"),
    ("pillars.txt", ["--floors", " "], "########\n#..#####\n#..#####\n########\n"),
    ("ids.csv", ["--floors", "-1"], "####\n#..#\n##.#\n####\n"),
    ("height-first.map", [], "######\n#....#\n#.##.#\n######\n"),
    ("solid.tmx", ["--walls", "solid"], "...\n.#.\n...\n"),
    ("solid.tmx", ["--floors", "Ground,Top"], "...\n.#.\n...\n"),
    ("solid.tmx", ["--floors", "top", "--walls", "Solid"], "##.\n###\n###\n"),
    ("old-collides.json", [], "###\n#.#\n###\n"),
    ("letters-blanks.txt", ["--walls", "x "], "######\n###..#\n###..#\n##..##\n######\n"),
    ("vault.txt", ["--walls", "x"],
     "###..####\n##...####\n##....###\n##...####\n#########\n"),
    ("crates.csv", ["--floors", "-1"], "....\n.#..\n.##.\n"),
    ("openings.csv", ["--walls", "1"], "#####\n..#.#\n#...#\n#.#..\n#####\n"),
    ("ragged.txt", [], "#####\n#..##\n#...#\n#..##\n#####\n"),
    ("doors.tmj", ["--walls", "Solid"], "#####\n.++..\n#####\n"),
    ("platforms.tmx", ["--walls", "platforms"], "....\n#..#\n##.#\n"),
]

# File, options, the message, and its advice, which is run in a shell with the same options.
ADVICE = [
    ("spaced-hash.txt", [], "a blank follows each character; remove the blanks, as with ",
     "sed 's/\\(.\\) /\\1/g' FILE | dungen -"),
    ("spaced-letters.txt", ["--walls", "X", "--floors", "_"],
     "line 1, column 2: a blank follows each character; remove the blanks, as with ",
     "sed 's/\\(.\\) /\\1/g' FILE | dungen -"),
    ("spaced-digits.txt", [], "a blank follows each character; write numbers as csv, as with ",
     "tr ' ' , < FILE | dungen -"),
    ("commas.txt", [], "line 1, column 2: a comma follows each character; remove the commas, as with ",
     "tr -d , < FILE | dungen -"),
    ("tab.txt", [], "line 1, column 2: a tab follows each character; remove the tabs, as with ",
     "tr -d '\\t' < FILE | dungen -"),
    ("utf16-p.txt", ["--walls", "#"],
     "line 1, column 1: the file is not UTF-8; convert it, as with ",
     "iconv -f UTF-16 -t UTF-8 FILE | dungen -"),
    ("utf16.csv", [], "line 1, column 1: the file is not UTF-8; convert it, as with ",
     "iconv -f UTF-16 -t UTF-8 FILE | dungen -"),
    ("cp437.txt", ["--floors", "."],
     "line 1, column 1: the file is not UTF-8; convert it, as with ",
     "iconv -f CP437 -t UTF-8 FILE | dungen -"),
    ("size-first.txt", [], "line 1 is not a row of tiles; remove it, as with ",
     "tail -n +2 FILE | dungen -"),
    ("size-first.txt", ["--walls", "#"], "line 1 is not a row of tiles; remove it, as with ",
     "tail -n +2 FILE | dungen -"),
    ("title.txt", [], "lines 1 to 2 are not rows of tiles; remove them, as with ",
     "tail -n +3 FILE | dungen -"),
    ("numbered.txt", ["--walls", "#"], "line 1 is not a row of tiles; remove it, as with ",
     "tail -n +2 FILE | dungen -"),
    ("comment.txt", [], "lines 1 to 2 and line 6 are not rows of tiles; remove them, as with ",
     "sed -n 3,5p FILE | dungen -"),
    ("cellar.des", ["--floors", ".F"],
     "lines 1 to 3 and lines 8 to 9 are not rows of tiles; remove them, as with ",
     "sed -n 4,7p FILE | dungen -"),
    ("grid.json", [], "line 1, byte 1: expected an object, found an array; write its elements on "
                      "lines, as with ", "jq -r '.[] | @csv' FILE | dungen -"),
    ("rows.json", [], "line 1, byte 1: expected an object, found an array; write its elements on "
                      "lines, as with ", "jq -r '.[]' FILE | dungen -"),
    ("map.txt.gz", [], "expected a drawing of REXPaint, found an incomplete, damaged, or different "
                       "file; if it is another packed file, unpack it, as with ",
     "gunzip -c FILE | dungen -"),
    ("map.npz", [], "the file is a zip archive; unpack it, as with ",
     "unzip -p FILE | dungen -"),
]

# File, options, and the message.
REJECTED = [
    ("maze-space.txt", ["--check"], "the map has no floor; try --floors ' '"),
    ("maze-space.txt", [], "the map has no floor; try --floors ' '"),
    ("rogue-walls.txt", [], f"line 1, column 1: unknown character '-'; {UNKNOWN}"),
    ("items.txt", [], f"line 2, column 4: unknown character '!'; {UNKNOWN}"),
    ("digits.txt", [], "the map has no wall; try --walls 1"),
    ("letters-blanks.txt", [], "only blanks are wall; try --walls x"),
    ("crates.csv", [], f"the map has no floor; {UNKNOWN_NUMBER}"),
    ("platforms.tmx", [], "stone.tsx is not read; embed the tileset, or list the layers of walls, "
                          "out of 'Platforms', in --walls"),
    ("marks-only.txt", [], "only marks and letters are floor; try --walls #"),
    ("two-lists.txt", ["--walls", "#", "--floors", ".b"],
     f"tile 3,1: unknown character '+'; {ADD}"),
    ("solid.tmx", ["--walls", "1"],
     "no layer is called '1'; the layers of tiles are 'Ground,Solid,Top'"),
    ("ros2.npy", [], f"[0, 0]: unknown number -1; {UNKNOWN_NUMBER}"),
    ("words.csv", [], "line 1, byte 1: expected a number, found 'TRUE'; list the cells that are wall, "
                      "as with --walls 'TRUE'"),
    ("chars.npy", [], "cannot read dtype '<U1', only booleans, integers, and floats"),
]

# File, and the warning about the map that is read.
WARNINGS = [
    ("short-row.txt", "row 4 has 7 of 8 tiles, and short rows are filled up with wall"),
    ("ragged.txt", "row 2 has 4 of 5 tiles, and short rows are filled up with wall"),
    ("long-row.txt", "row 3 has 8 tiles, most rows have 5, and short rows are filled up with wall"),
]


# File, options, and the note.
NOTES = [
    ("digits.txt", ["--floors", "0", "--check"], "'1' on 15 tiles is wall"),
    ("pillars.txt", ["--floors", " ", "--check"], "'+' on 4 tiles is wall"),
    ("coins.txt", ["--walls", "#"],
     "'@' on 2 tiles is floor; not kept: different characters of floor"),
    ("ids.csv", ["--floors", "-1"], "2 on 1 tile is wall; not kept: different values of wall"),
    ("single-id.csv", ["--floors", "-1"],
     "3 on 1 tile is the exit; 2 on 1 tile is wall; not kept: different values of wall"),
    ("platforms.tmx", ["--walls", "Platforms"],
     '7 tiles are on no layer and are floor; not kept: layer "Platforms", tileset "stone.tsx"'),
    ("openings.csv", [],
     "the largest region has 50 % of the floor; if 1 is wall, add --walls 1"),
    ("edge.csv", [], "the largest region has 94 % of the floor; if 1 is wall, add --walls 1"),
    ("items.txt", ["--walls", "#"], "not kept: different characters of floor"),
    ("two-lists.txt", ["--walls", "#"],
     "'+', 'b' on 2 tiles are floor; not kept: different characters of floor"),
    ("walls-items.tmx", ["--walls", "Walls"],
     "2 tiles are on no layer and are wall; "
     "not kept: layer \"Walls\", layer \"Items\", tileset \"t\""),
]


# File, and the array to save instead, as the message names it.
ARRAYS = [
    ("big-endian.npy", "cannot read dtype '>i2', only booleans, integers, and floats; save ",
     "a.astype('<i2')"),
    ("fortran.npy", "cannot read an array in Fortran order; save ", "numpy.ascontiguousarray(a)"),
    ("chan.npy", "shape (3, 4, 1) has a third dimension; save ", "a[:, :, 0]"),
]


class Cases(TestCase):
    def test_warnings(self):
        for name, warning in WARNINGS:
            for options in ([], ["--check"]):
                result = run(CASES / name, *options)
                self.assertEqual(result.returncode, 0)
                self.assertEqual(result.stderr.decode(), f"dungen: {CASES / name}: {warning}\n")

    def test_what_is_not_in_a_list_is_named(self):
        for name, options, note in NOTES:
            with self.subTest(name, options=options):
                result = run(CASES / name, *options)
                self.assertEqual(result.returncode, 0, result.stderr)
                self.assertEqual(result.stderr.decode(), f"dungen: {CASES / name}: {note}\n")

    def test_advice_leads_out(self):
        for name, options, problem, command in ADVICE:
            with self.subTest(name, options=options):
                result = run(CASES / name, *options)
                self.assert_message(result, 4, f": {problem}{command}\n")
                line = command.replace("FILE", str(CASES / name))
                line = line.replace("dungen -", shlex.join([DUNGEN, "-q", "-", *options]))
                done = subprocess.run(["sh", "-c", line], capture_output=True)
                self.assertEqual((done.returncode, done.stderr), (0, b""), line)
                self.assertIn(b"#", done.stdout)
                self.assertIn(b".", done.stdout)

    def test_maps_are_read(self):
        for name, options, expected in READ:
            with self.subTest(name, options=options):
                output = self.good("-q", CASES / name, *options, "-f", "text")
                self.assertEqual(output.decode(), expected)

    def test_messages_name_what_was_found(self):
        for name, options, message in REJECTED:
            with self.subTest(name, options=options):
                result = run(CASES / name, *options)
                self.assertTrue(self.assert_message(result, 4, message).endswith(message))

    def test_advice_about_arrays_leads_out(self):
        for name, problem, code in ARRAYS:
            with self.subTest(name):
                result = run(CASES / name)
                self.assert_message(result, 4, f": {problem}{code}\n")
                a = numpy.load(CASES / name)
                numpy.save(self.path("out.npy"), eval(code, {"a": a, "numpy": numpy}))
                self.assertIn(b".", self.good("-q", self.path("out.npy")))

    def test_options_that_a_message_suggests_lead_out(self):
        suggested_count = 0
        for name, options, _ in REJECTED:
            result = run("--messages=json", CASES / name, *options)
            message = json.loads(result.stderr)
            for fix in message.get("try", ()):
                with self.subTest(name, fix=fix):
                    suggested_count += 1
                    option = f"--{fix['option']}={fix['value']}"
                    text = message["text"].replace("'", "")
                    self.assertIn(option.replace("=", " ", 1), text)
                    self.assertIn(b".", self.good("-q", CASES / name, option))
        self.assertGreater(suggested_count, 3)

    def test_a_large_array_is_judged_by_its_edge(self):
        """Looking for regions would take longer than reading."""
        numpy.save(self.path("map.npy"), numpy.pad(numpy.zeros((600, 600), "u1"), 1, constant_values=1))
        result = run(self.path("map.npy"), "-f", "csv")
        self.assert_message(result, 0, "map.npy: most of the edge is floor; if 1 is wall, add --walls 1")
