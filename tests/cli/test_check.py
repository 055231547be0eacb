# SPDX-License-Identifier: MIT
"""--check names every fault of a map that was read, and finds none in maps that are made."""

import json

from helper import SANITIZED, TestCase, run, shell
from shapes import RULES

ROOM = {"x": 2, "y": 2, "width": 3, "height": 3}


def lines(*messages):
    return "".join(f"dungen: standard input: {message}\n" for message in messages)


class Check(TestCase):
    def check(self, text, *messages):
        found = run("--input", "-", "--check", input=text.encode())
        self.assertEqual(found.stdout, b"")
        self.assertEqual((found.stderr.decode(), found.returncode), (lines(*messages), 4 if messages else 0))

    def test_sound(self):
        # Doors are walked through.
        for rows in ("#####\n#@.>#\n#####\n", "#######\n#@.+.>#\n#######\n", "###\n#.#\n#+#\n#.#\n###\n", "###\n",
                     "######\n#@+..#\n#.####\n######\n"):  # fmt: skip
            self.check(rows)

    def test_unreachable(self):
        self.check("######\n#@#..#\n######\n", "2 of 3 floor tiles cannot be reached from the spawn, the first at 3,1")
        # Without a spawn, it counts from the largest region, wherever that is.
        for rows in ("#..#.#", "#.#..#"):
            self.check(f"######\n{rows}\n######\n",
                       "1 of 3 floor tiles cannot be reached from the largest region, the first at %d,1"
                       % (4 if rows[2] == "." else 1))  # fmt: skip
        # Steps are not diagonal.
        self.check("####\n#@##\n##.#\n####\n", "1 of 2 floor tiles cannot be reached from the spawn, the first at 2,2")

    def test_edge(self):
        self.check("#.#\n#@.\n###\n", "2 floor tiles are at the map's edge, the first at 1,0")
        self.check("@\n", "1 floor tile is at the map's edge, the first at 0,0")
        self.check(".\n+\n.\n", "3 floor tiles are at the map's edge, the first at 0,0")
        for rows, doors, edge in (("#+#\n", ["1,0"], "1 floor tile is at the map's edge, the first at 1,0"),
                                  ("+.\n.+\n", ["0,0", "1,1"], "4 floor tiles are at the map's edge, the first at 0,0"),
                                  ("##.\n#.+\n##.\n", ["2,1"], "3 floor tiles are at the map's edge, the first at 2,0")):
            self.check(rows, *(f"the door at {door} is not between two walls and two floor tiles" for door in doors), edge)

    def test_doors(self):
        for rows in ("#####\n#...#\n#.+.#\n#...#\n#####\n", "#####\n#.+##\n#####\n", "#####\n##.##\n##+##\n#####\n"):
            self.check(rows, "the door at 2,%d is not between two walls and two floor tiles" % (rows.index("+") // 6))

    def test_places_and_rooms(self):
        document = {"width": 12, "height": 9, "rooms": [ROOM, {**ROOM, "y": 5}, {**ROOM, "x": 4, "y": 5}],
                    "spawn": {"x": 0, "y": 0}, "exit": {"x": 11, "y": 8}}  # fmt: skip
        self.check(json.dumps(document), "the spawn at 0,0 is in the wall", "the exit at 11,8 is in the wall",
                   "the floors of rooms 1 and 2 overlap")  # fmt: skip
        document = {"width": 999, "height": 9, "rooms": [{**ROOM, "x": 2 + 4 * i} for i in (*range(200), 150)]}
        self.check(json.dumps(document), "the floors of rooms 150 and 200 overlap",
                   "1791 of 1800 floor tiles cannot be reached from the largest region, the first at 6,2")  # fmt: skip

    def test_overlaps_take_as_long_as_other_rooms(self):
        """100,000 pairs, of which ten are printed."""
        places = [(1 + 2 * (i % 400), 1 + 2 * (i // 400)) for i in range(100000)]
        rooms = ",".join('{"x":%d,"y":%d,"width":1,"height":1}' % place for place in places for _ in "ab")
        limited = ("prlimit", f"--cpu={30 if SANITIZED else 2}")
        found = run("-i", "-", "--check", input=('{"width":803,"height":603,"rooms":[%s]}' % rooms).encode(), under=limited)
        self.assertIn(b"\ndungen: and 99991 more\n", found.stderr)

    def test_rooms_of_one_tile(self):
        """So many that cells of one tile would be worth it."""
        rooms = [{"x": 1 + i % 30, "y": 1 + i // 30, "width": 1, "height": 1} for i in range(900)]
        self.check(json.dumps({"width": 32, "height": 32, "rooms": rooms}))

    def test_documents_are_numbered(self):
        room = json.dumps({"width": 9, "height": 9, "rooms": [ROOM]})
        edge = json.dumps({"width": 1, "height": 1, "tiles": ["."]})
        self.check(room + edge + edge, *(f"document {i}: 1 floor tile is at the map's edge, the first at 0,0" for i in (2, 3)))

    def test_maps_that_are_made_are_sound(self):
        count = 2000 if SANITIZED else 100000
        for options in (*RULES.values(), "--room-min 2 --room-max 5 --max-rooms 100 --doors", "-W 20 -H 200"):
            batch = [f"-n{count if not options else count // 50}", *options.split()]
            self.assertEqual(self.good("--check", "-qs1", *batch, *["--skip"] * ("--min-rooms" in options)), b"")
        # Swept, not drawn whole.
        self.assertEqual(self.good(*"--check -qs1 -W 2000 -H 1000 --max-rooms 9000 --doors".split()), b"")

    def test_writes_nothing(self):
        for option in ("-f json", "-o map.txt", "--show none", "--first 2", "--no-tiles", "--glyphs #."):
            self.assert_refused("--check", "-s1", *option.split(), mentions=["not with --check"])
        self.assertEqual(run("--input", "-", "--check", "--glyphs", "X ", input=b"XXX\nX X\nXXX\n").returncode, 0)
        self.good("--check", "-s1", under=shell('exec "$@" >&-'))
