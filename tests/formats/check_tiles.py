# SPDX-License-Identifier: MIT
"""csv and pgm: the tiles, as NumPy and netpbm read them. @format"""

import io

import numpy
from helper import output, read, tool
from maps import FormatTestCase, maps


class TilesTestCase(FormatTestCase):
    def assert_tiles(self, map, rows, wall, floor, door):
        """A reader found the tiles of the map, in its own terms; it may read a door as floor."""
        names = {door: "+", wall: "#", floor: "."}
        expected = [row.replace("+", names[door]) for row in map.rows]
        found = ["".join(names.get(tile, "?") for tile in row) for row in rows]
        self.assert_rows(found, expected)


class Csv(TilesTestCase):
    def test_numpy_reads_it(self):
        for map in maps():
            with self.subTest(map.options):
                text = output(*map.options, "-f", "csv").decode("ascii")
                tiles = numpy.loadtxt(io.StringIO(text), dtype=int, delimiter=",", ndmin=2)
                self.assertEqual(tiles.shape, (map.height, map.width))
                self.assert_tiles(map, tiles.tolist(), 0, 1, 2)

    def test_marks(self):
        """NumPy finds the spawn and the exit where the document has them."""
        for map in maps():
            with self.subTest(map.options):
                text = output(*map.options, "--show", "spawn,exit", "-f", "csv").decode("ascii")
                tiles = numpy.loadtxt(io.StringIO(text), dtype=int, delimiter=",", ndmin=2)
                spawn, exit = (map.document[name] for name in ("spawn", "exit"))
                found = [(x, y) for y, x in numpy.argwhere(tiles >= 3).tolist()]
                self.assertEqual(set(found), {(mark["x"], mark["y"]) for mark in (spawn, exit)})
                self.assertEqual(tiles[spawn["y"], spawn["x"]], 4)


class Pgm(TilesTestCase):
    def test_netpbm_reads_it(self):
        for map in maps():
            with self.subTest(map.options):
                image = output(*map.options, "-f", "pgm")
                says = tool("pamfile", input=image).decode()
                self.assertRegex(says, rf"PGM raw, {map.width} by {map.height} +maxval 255\n")
                magic, width, height, depth, *pixels = tool("pnmtoplainpnm", input=image).split()
                head = (magic, int(width), int(height), int(depth))
                self.assertEqual(head, (b"P2", map.width, map.height, 255))
                rows = [pixels[i : i + map.width] for i in range(0, len(pixels), map.width)]
                self.assert_tiles(map, rows, b"0", b"255", b"128")

    def test_several_follow_one_another(self):
        """pamsplit separates the images of a stream."""
        images = output("-s5", "-n3", "-f", "pgm")
        tool("pamsplit", "-quiet", "-", self.path("%d.pgm"), input=images)
        self.assert_holds("0.pgm", "1.pgm", "2.pgm")
        for i in range(3):
            self.assertEqual(read(self.path(f"{i}.pgm")), output("-s", str(5 + i), "-f", "pgm"))
