# SPDX-License-Identifier: MIT
"""png: its pixels, as netpbm reads them, against a drawing of the tiles. @long @format"""

import functools
import itertools

import numpy
from helper import output
from maps import SHOWN, FormatTestCase, make_map, maps, pixels

PALETTE = [0x22252E, 0x5B6072, 0xE6DCC3, 0xCEC5B1, 0x8A5A2B, 0x6CBF73, 0xE8835B]
ROCK, WALL, FLOOR, GRID, DOOR, SPAWN, EXIT = "0123456"
DIGIT = (5, 7)  # columns and rows of a digit
LARGEST = 6144  # bytes of an image of 80 x 45 tiles


def read(image):
    """Rows of pixels, each a string with a digit for each pixel, its index in the palette."""
    found = pixels(image)
    digits = numpy.select([found == color for color in PALETTE], list(b"0123456"), ord("?")).astype(numpy.uint8)
    return [row.tobytes().decode() for row in digits]


def draw(map, size, show=()):
    """What the rows should be, without labels."""
    reach = int(0.4 * size + 0.5)  # of walls beyond the floor
    wall = "#" * (map.width + 2)
    tiles = [wall, *(f"#{row}#" for row in map.rows), wall]

    @functools.lru_cache(maxsize=None)
    def pattern(tile, is_top, near):
        if tile != "#":
            return DOOR * size if tile == "+" else FLOOR * size if size < 8 else GRID + (GRID if is_top else FLOOR) * (size - 1)
        columns = [{near[1 + (i - reach) // size], near[1], near[1 + (i + reach) // size]} for i in range(size)]
        return "".join(WALL if True in column else ROCK for column in columns)

    rows = []
    for y, line in itertools.product(range(map.height), range(size)):
        own = tiles[y + 1]
        others = tiles[y + 1 + (line - reach) // size], tiles[y + 1 + (line + reach) // size]
        near = [own[x] != "#" or others[0][x] != "#" or others[1][x] != "#" for x in range(map.width + 2)]
        row = [pattern(own[x + 1], line == 0, tuple(near[x : x + 3])) for x in range(map.width)]
        rows.append("".join(row))
    marks = {"exit": (map.exit, EXIT, lambda x, y: 5 * max(abs(x), abs(y)) <= 7 * size),
             "spawn": (map.spawn, SPAWN, lambda x, y: 25 * (x * x + y * y) <= 49 * size * size)}
    for name, ((x, y), color, covers) in marks.items():
        if name in show:
            for row in range((y - 1) * size, (y + 2) * size):
                # Twice the way from the middle of the tile to that of the pixel.
                line = list(rows[row])
                for column in range((x - 1) * size, (x + 2) * size):
                    if covers(2 * column + 1 - (2 * x + 1) * size, 2 * row + 1 - (2 * y + 1) * size):
                        line[column] = color
                rows[row] = "".join(line)
    return rows


class Png(FormatTestCase):
    def test_pixels(self):
        for map in maps():
            size = 16 if map.width * map.height <= 10000 else 3  # others take long to draw in Python
            with self.subTest(map.options, size=size):
                image = output(*map.options, "-f", "png", f"--tile-size={size}")
                self.assert_rows(read(image), draw(map, size, "spawn"))
                self.assertTrue(len(image) <= LARGEST or map.width * map.height > 80 * 45, len(image))
        self.assertEqual(output("-s42", "-f", "png"), output("-s42", "-f", "png", "--tile-size=16"))
        # The sums of a row of more than 5552 bytes, two pixels in each, are taken in parts.
        map = make_map("-s1 -W200 -H5 --room-min=2 --room-max=3")
        self.assert_rows(read(output(*map.options, "-f", "png", "--tile-size=64")), draw(map, 64, "spawn"))

    def test_sizes_and_marks(self):
        map = make_map("-s42 --doors --exit=farthest")
        for size, show in [*itertools.product((1, 2, 3, 4, 5, 7, 8, 9, 31, 64), ("spawn,exit",)), *((16, show) for show in SHOWN)]:
            if "labels" not in show:
                with self.subTest(size=size, show=show):
                    image = output(*map.options, "-f", "png", f"--tile-size={size}", "--show", show)
                    self.assert_rows(read(image), draw(map, size, show))

    def labels(self, map, size):
        """The rows of pixels of each label. Nothing else may differ from the picture without labels."""
        scale, found = max(size // 8, 1), []
        rows = read(output(*map.options, "-f", "png", f"--tile-size={size}", "--show=labels"))
        clean = draw(map, size)
        for i, (x, y) in enumerate(map.centers):
            width, height = (len(str(i)) * (DIGIT[0] + 1) - 1) * scale, DIGIT[1] * scale
            left, top = x * size + size // 2 - width // 2, y * size + (size - height) // 2
            found.append([row[left : left + width].replace(FLOOR, ".").replace(GRID, ".") for row in rows[top : top + height]])
            self.assertEqual(set("".join(found[-1])), {".", ROCK})
            for row in range(top, top + height):
                rows[row] = rows[row][:left] + clean[row][left : left + width] + rows[row][left + width :]
        self.assert_rows(rows, clean)
        # Scaled down to the bitmap.
        for label in found:
            for row in range(0, len(label), scale):
                self.assertEqual(set(label[row : row + scale]), {"".join(c * scale for c in label[row][::scale])})
        return [[row[::scale] for row in label[::scale]] for label in found]

    def test_labels(self):
        map = make_map("-s9 -W60 -H40 --max-rooms=200 --room-min=4 --room-max=6")
        self.assertGreater(len(map.centers), 20)
        labels = self.labels(map, 16)
        digits = ["\n".join(rows) for rows in labels[:10]]
        self.assertEqual(len(set(digits)), 10)
        for i, rows in enumerate(labels):
            columns = range(0, len(rows[0]), DIGIT[0] + 1)
            found = ["\n".join(row[x : x + DIGIT[0]] for row in rows) for x in columns]
            self.assertEqual("".join(str(digits.index(digit)) for digit in found), str(i))
        for size in (8, 24, 64):
            self.assertEqual(self.labels(map, size), labels)

    def test_labels_of_small_tiles_stay_in_the_picture(self):
        for size in range(1, 8):
            rows = read(output("-s1", "-W4", "-H3", "--room-min=2", "--room-max=2", "-fpng", f"--tile-size={size}", "--labels"))
            self.assertEqual((len(rows), len(rows[0])), (3 * size, 4 * size))
