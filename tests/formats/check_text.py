# SPDX-License-Identifier: MIT
"""text: the marks of --show and the characters of --glyphs, over the tiles of JSON. @format"""

import itertools
import json
import string

from helper import output, run
from maps import SHOWN, FormatTestCase, letter, load_map, maps


def draw(map, show, glyphs="#.@>+"):
    """The lines of a map; of two marks on one tile the later one shows."""
    wall, floor, spawn, exit, door = glyphs
    tiles = {"#": wall, ".": floor, "+": door}
    rows = [[tiles[tile] for tile in row] for row in map.rows]
    marks = {}
    if "labels" in show:
        marks = {center: letter(room) for center, room in map.labeled.items()}
    if "exit" in show:
        marks[map.exit] = exit
    if "spawn" in show:
        marks[map.spawn] = spawn
    for (x, y), mark in marks.items():
        rows[y][x] = mark
    return ["".join(row) for row in rows]


class Text(FormatTestCase):
    def assert_text(self, text, rows):
        lines = text.decode("utf-8").split("\n")
        self.assertEqual(lines.pop(), "")
        self.assert_rows(lines, rows)

    def test_show(self):
        for map, show in itertools.product(maps(), SHOWN):
            with self.subTest(map.options, show=show):
                self.assert_text(output(*map.options, "--show", show), draw(map, show))

    def test_glyphs(self):
        for map, show in itertools.product(maps(), ("none", "spawn", "spawn,exit,labels")):
            # Characters of one to four bytes, in all places.
            for glyphs in (" .", "𐌰.é", "#ò𐌰█", "#.@>D", "█·𐌰é☺"):
                with self.subTest(map.options, show=show, glyphs=glyphs):
                    found = output(*map.options, "--show", show, "--glyphs", glyphs)
                    self.assert_text(found, draw(map, show, glyphs + "#.@>+"[len(glyphs) :]))

    def test_locks_and_secrets(self):
        """Keys are a, b, c, and their doors A, B, C. A secret door is S."""
        seen = set()
        shows = ("locks", "secrets", "locks,secrets", "spawn,locks", "exit,secrets", "all")
        for seed in range(1, 13):
            map = load_map(f"-s{seed} --preset=quest -W60 -H40 --locks=3 --secrets=2")
            for show, glyphs in itertools.product(shows, ("#.@>+", "█·@>+")):
                rows = [
                    list(row)
                    for row in draw(map, show.replace("all", "spawn,exit"), glyphs)
                ]
                for door in map.document["doors"]:
                    if "lock" in door and show in ("all", "locks", "locks,secrets", "spawn,locks"):
                        rows[door["y"]][door["x"]] = string.ascii_uppercase[door["lock"] - 1]
                    elif "secret" in door and ("secrets" in show or show == "all"):
                        rows[door["y"]][door["x"]] = "S"
                        seen.add("S")
                for key in map.document.get("keys", []):
                    if "locks" in show or show == "all":
                        rows[key["y"]][key["x"]] = string.ascii_lowercase[key["lock"] - 1]
                        seen.add(key["lock"])
                text = output(*map.options, "--show", show, "--glyphs", glyphs)
                with self.subTest(map.options, show=show, glyphs=glyphs):
                    self.assert_text(text, ["".join(row) for row in rows])
        self.assertLessEqual({"S", 1, 2, 3}, seen)

    def test_all_decides_map_by_map(self):
        """A map without locks and secrets has its labels, as in 1.0."""
        batch = ["-s1", "-n30", "-W30", "-H20", "--preset=quest"]
        documents = output(*batch, "-fjson").decode().splitlines()
        found = output(*batch, "--show=all").decode().splitlines()
        kinds = set()
        for i, line in enumerate(documents):
            document = json.loads(line)
            has_locks = any("lock" in door or "secret" in door for door in document["doors"])
            look = ["spawn,exit,locks,secrets" if has_locks else "spawn,exit,labels"]
            single = output("-q", "-", "--show", *look, input=line.encode()).decode().splitlines()
            self.assert_rows(found[20 * i : 20 * i + 20], single)
            kinds.add(has_locks)
        self.assertEqual(kinds, {False, True})

    def test_letters_of_rooms_and_locks_are_not_mixed(self):
        for show in ("labels,locks", "spawn,labels,secrets"):
            result = run("-s1", "--show", show)
            self.assertEqual((result.returncode, result.stdout), (2, b""))
            output("-s1", "--show", show, "-fsvg")
        for format in ("xp", "ansi", "csv", "npy", "tmj", "json"):
            self.assertEqual(run("-s1", "--show=locks", "-f", format).returncode, 2, format)
        for format in ("xp", "ansi"):
            quest = ["-s2", "--preset=quest", "-f", format, "--show"]
            self.assertEqual(output(*quest, "all"), output(*quest, "spawn,exit,labels"))

    def test_locks_are_read_as_floor(self):
        """Such a text is for people."""
        text = output("-s2", "--preset=quest", "--show=locks")
        result = run("-", input=text)
        self.assertIn(b"not kept: letters on", result.stderr)
