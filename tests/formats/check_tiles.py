# SPDX-License-Identifier: MIT
"""csv, pgm and movingai: the tiles, as the tools that these formats are for read them. @prove @format"""

import io
import json
import os

import numpy
from helper import output, tool, write
from maps import FormatTestCase, maps

HERE = os.path.dirname(os.path.abspath(__file__))
SEVERAL = "-s5 -W37 -H20 -n3".split()


class TilesTestCase(FormatTestCase):
    def assert_tiles(self, map, rows, wall, floor, door):
        """A reader found the tiles of the map, in its own terms; it may read a door as floor."""
        names = {door: "+", wall: "#", floor: "."}
        expected = [row.replace("+", names[door]) for row in map.rows]
        self.assert_rows(["".join(names.get(tile, "?") for tile in row) for row in rows], expected)


class Csv(TilesTestCase):
    def test_numpy_reads_it(self):
        for map in maps():
            with self.subTest(map.options):
                text = output(*map.options, "-f", "csv").decode("ascii")
                tiles = numpy.loadtxt(io.StringIO(text), dtype=int, delimiter=",", ndmin=2)
                self.assertEqual(tiles.shape, (map.height, map.width))
                self.assert_tiles(map, tiles.tolist(), 0, 1, 2)

    def test_lines_end_as_lines_of_text_do(self):
        self.assertEqual(output(*maps()[0].options, "-f", "csv"), b"0,0,0\n0,1,0\n0,0,0\n")


class Pgm(TilesTestCase):
    def test_netpbm_reads_it(self):
        for map in maps():
            with self.subTest(map.options):
                image = output(*map.options, "-f", "pgm")
                says = tool("pamfile", input=image).decode()
                self.assertRegex(says, rf"PGM raw, {map.width} by {map.height} +maxval 255\n")
                magic, width, height, depth, *pixels = tool("pnmtoplainpnm", input=image).split()
                self.assertEqual((magic, int(width), int(height), int(depth)), (b"P2", map.width, map.height, 255))
                rows = [pixels[i : i + map.width] for i in range(0, len(pixels), map.width)]
                self.assert_tiles(map, rows, b"0", b"255", b"128")

    def test_several_follow_one_another(self):
        """pamsplit separates the images of a stream."""
        stream = output(*SEVERAL, "-f", "pgm")
        tool("pamsplit", "-quiet", "-", self.path("%d.pgm"), input=stream)
        self.assert_holds("0.pgm", "1.pgm", "2.pgm")
        for i in range(3):
            with open(self.path(f"{i}.pgm"), "rb") as file:
                self.assertTrue(file.read() == output(*SEVERAL, "-s", str(5 + i), "-n1", "-f", "pgm"))


class MovingAi(TilesTestCase):
    def read(self, files):
        """Each file as the npm package movingai2json reads it."""
        script = """
            const { parseMapString } = require("movingai2json"), { readFileSync } = require("fs");
            console.log(JSON.stringify(process.argv.slice(1).map(path => parseMapString(readFileSync(path, "utf8")))));
        """
        return json.loads(tool("node", "-e", script, *files, cwd=HERE))

    def test_movingai2json_reads_it(self):
        files = []
        for i, map in enumerate(maps()):
            files.append(self.path(f"{i}.map"))
            write(files[-1], output(*map.options, "-f", "movingai"))
        for map, found in zip(maps(), self.read(files), strict=True):
            with self.subTest(map.options):
                self.assertEqual((found["type"], found["width"], found["height"]), ("octile", map.width, map.height))
                self.assert_tiles(map, found["matrix"], "@", ".", ".")

    def test_as_the_benchmarks_describe_it(self):
        """Four lines, then the rows, and nothing after them, which movingai2json does not check."""
        for map in maps():
            with self.subTest(map.options):
                lines = output(*map.options, "-f", "movingai").decode("ascii").split("\n")
                expected = ["type octile", f"height {map.height}", f"width {map.width}", "map"]
                self.assertEqual((lines[:4], len(lines), lines[-1]), (expected, 4 + map.height + 1, ""))
                self.assert_tiles(map, lines[4:-1], "@", ".", ".")
