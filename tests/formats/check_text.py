# SPDX-License-Identifier: MIT
"""text: the marks of --show and the characters of --glyphs, over the tiles of JSON. @format"""

import itertools

from helper import output
from maps import SHOWN, FormatTestCase, letter, maps


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
