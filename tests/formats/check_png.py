# SPDX-License-Identifier: MIT
"""png: its pixels, as netpbm reads them, against a drawing of the tiles. @long @format"""

import base64
import functools
import itertools
import json
import random
import re
import zlib

import numpy
from help_text import CHOICES
from helper import TestCase, output, run
from maps import SHOWN, FormatTestCase, Map, make_map, maps, pixels

PALETTE = [
    *(0x22252E, 0x5B6072, 0x14161C, 0xE6DCC3, 0xCEC5B1),
    *(0x8A5A2B, 0x4A2F16, 0x2B8046, 0xC4461F),
]
ROCK, WALL, EDGE, FLOOR, GRID, DOOR, FRAME, SPAWN, EXIT = "012345678"
LABEL = ROCK  # the same color
DIGIT = (5, 7)  # columns and rows of a digit
# The smallest map, a usual one, odd sizes, doors, tunnels around rooms, and a large map.
DRAWN = (0, 7, 14, 22, 24, 17)
LARGEST = 6144  # bytes of an image of 80 x 45 tiles


def read(image):
    """Rows of pixels, each a string with a digit for each pixel, its index in the palette."""
    found = pixels(image)
    is_color = [found == color for color in PALETTE]
    digits = numpy.select(is_color, list(b"012345678"), ord("?")).astype(numpy.uint8)
    return [row.tobytes().decode() for row in digits]


def floor_line(size, is_top):
    """A line of pixels of a tile of floor. The grid is in the first row and column of large tiles.
    """
    if size < 8:
        return FLOOR * size
    return GRID * size if is_top else GRID + FLOOR * (size - 1)


def part(size, hundredths):
    """That part of a tile, in whole pixels."""
    return int(size * hundredths / 100 + 0.5)


def draw_door(rows, map, door, size):
    """Draws the leaf of a door over the rows of pixels. It lies on the wall of its room: half of a
    tile deep, and most of it outside.
    """
    x, y, room = door["x"], door["y"], map.document["rooms"][door["room"]]
    frame = max(part(size, 14), 1)
    box = [100 * x, 100 * y, 100 * x + 100, 100 * y + 100]
    if size >= 4:
        is_upright = x in (room["x"] - 1, room["x"] + room["width"])
        axis = 0 if is_upright else 1
        is_far = (x < room["x"]) if is_upright else (y < room["y"])
        line = box[axis + 2] if is_far else box[axis]
        box[axis] = line - (32 if is_far else 18)
        box[axis + 2] = line + (18 if is_far else 32)
    left, top, right, bottom = (part(size, side) for side in box)
    fill(rows, left, top, right, bottom, FRAME)
    fill(rows, left + frame, top + frame, right - frame, bottom - frame, DOOR)


def fill(rows, left, top, right, bottom, color):
    for row in range(top, bottom):
        if left < right:
            rows[row] = rows[row][:left] + color * (right - left) + rows[row][right:]


def reach_line(size, reach, near):
    """Which pixels of a line of a wall tile are within reach of floor. `near` says for the tile and
    its neighbors whether there is floor in the rows that are within reach of the line.
    """
    return [
        near[1 + (i - reach) // size] or near[1] or near[1 + (i + reach) // size]
        for i in range(size)
    ]


# The trapezoids of an arrow and of a stair, in hundredths of a tile from the middle of the tile:
# the upper edge, the lower edge, and half of their widths.
ARROW = [(-60, 10, 22, 22), (0, 60, 60, 0)]
STAIR = [(y, y + 13, reach, reach) for y, reach in zip((-60, -33, -7, 20, 47), (60, 50, 40, 30, 20))]


def draw_marks(rows, size, spawn, exit):
    for place, shapes, color in ((exit, STAIR, EXIT), (spawn, ARROW, SPAWN)):
        for shape in shapes if place else ():
            draw_trapezoid(rows, place, size, color, shape)


def draw_trapezoid(rows, place, size, color, shape):
    """Each row of pixels is as wide as the trapezoid in its middle."""
    above, below, wide, narrow = shape
    x, y = (100 * side + 50 for side in place)
    top, bottom = part(size, y + above), part(size, y + below)
    for row in range(top, bottom):
        reach = wide + int((narrow - wide) * (2 * (row - top) + 1) / (2 * (bottom - top)))
        fill(rows, part(size, x - reach), row, part(size, x + reach), row + 1, color)


def draw(map, size, show=()):
    """What the rows should be, without labels."""
    wall_reach, edge_reach = part(size, 40), max(part(size, 14), 1)
    wall = "#" * (map.width + 2)
    tiles = [wall, *(f"#{row}#" for row in map.rows), wall]

    @functools.lru_cache(maxsize=None)
    def wall_line(near_wall, near_edge):
        walls = reach_line(size, wall_reach, near_wall)
        edges = reach_line(size, edge_reach, near_edge)
        return "".join(EDGE if e else WALL if w else ROCK for w, e in zip(walls, edges))

    def near(y, line, reach):
        """By column, with the borders: whether there is floor in the rows within reach."""
        rows = {y + 1 + (line - reach) // size, y + 1, y + 1 + (line + reach) // size}
        return [set(column) != {"#"} for column in zip(*(tiles[row] for row in rows))]

    rows = []
    for y, line in itertools.product(range(map.height), range(size)):
        walls, edges = near(y, line, wall_reach), near(y, line, edge_reach)
        row = []
        for x, tile in enumerate(map.rows[y]):
            if tile in ".+":
                row.append(floor_line(size, line == 0))
            else:
                row.append(wall_line(tuple(walls[x : x + 3]), tuple(edges[x : x + 3])))
        rows.append("".join(row))
    for door in map.document.get("doors", []):
        draw_door(rows, map, door, size)
    draw_marks(rows, size, map.spawn if "spawn" in show else None, map.exit if "exit" in show else None)
    return rows


def contrast(first, second):
    """The contrast of two colors by the definition of WCAG 2."""

    def luminance(color):
        parts = [(color >> shift & 255) / 255 for shift in (16, 8, 0)]
        red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    dark, light = sorted((luminance(first), luminance(second)))
    return (light + 0.05) / (dark + 0.05)


class Themes(TestCase):
    def palette(self, theme):
        """The colors of a theme, by the names of the layers."""
        image = output("-s1", "-fpng", "--theme", theme, "--route", "--exit", "farthest")
        start = image.index(b"PLTE") + 4
        colors = [int.from_bytes(image[i : i + 3], "big") for i in range(start, start + 33, 3)]
        names = "rock wall edge floor grid door frame spawn exit label route"
        return dict(zip(names.split(), colors))

    def test_dark_is_the_default(self):
        for format in ("png", "svg", "uvtt"):
            look = ["-s42", "--doors", "--show=all", "-f", format]
            self.assertEqual(output(*look), output(*look, "--theme=dark"))
        self.assertEqual(list(self.palette("dark").values())[:9], PALETTE)

    def test_contrast(self):
        """At least 4.5:1 for labels and walls, as WCAG 2 requires for text, and 3:1 for symbols and
        the route. A door is its frame, or its leaf.
        """
        for theme in CHOICES["theme"]:
            colors = self.palette(theme)
            found = {name: contrast(color, colors["floor"]) for name, color in colors.items()}
            with self.subTest(theme):
                for name in ("label", "edge", "frame"):
                    self.assertGreaterEqual(found[name], 4.5, name)
                for name in ("spawn", "exit", "route"):
                    self.assertGreaterEqual(found[name], 3, name)

    def test_all_symbols_have_these_colors(self):
        """What differs from a picture without symbols has the color of a layer, or of the floor,
        which is the color of numbers on discs, and of outlines.
        """
        options = "-s3 --preset=quest --secrets=1 -W60 -H40 -fpng --tile-size=32".split()
        for theme in CHOICES["theme"]:
            colors = self.palette(theme)
            names = ("label", "edge", "spawn", "exit", "route", "floor", "frame", "door")
            images = [
                pixels(output(*options, "--theme", theme, "--route", "--show", show))
                for show in ("secrets", "all")
            ]
            drawn = set(images[1][images[0] != images[1]].tolist())
            with self.subTest(theme):
                self.assertLessEqual(drawn, {colors[name] for name in names} | {colors["grid"]})
                self.assertIn(colors["edge"], drawn)

    def test_print_is_gray_and_needs_little_ink(self):
        for preset in ("tutorial", "level", "dungeon", "warren"):
            options = ["-s1", "--preset", preset, "--show=all", "-fpng"]
            dark, paper = (
                pixels(output(*options, "--theme", theme)) for theme in ("dark", "print")
            )
            ink = [(1 - (image >> 8 & 255) / 255).mean() for image in (dark, paper)]
            with self.subTest(preset, ink=ink):
                self.assertTrue((paper == (paper & 255) * 0x010101).all())
                self.assertLess(ink[1], 0.15)
                self.assertLess(ink[1], ink[0] / 5)

    def test_lines_on_paper_are_black_in_tiles_of_any_size(self):
        """Floor, rock, and doors are white."""
        map = make_map("-s42 --doors --exit=farthest")
        for size in (1, 2, 4, 5, 16):
            look = ["-fpng", "--theme=print", "--show=none", f"--tile-size={size}"]
            rows = pixels(output(*map.options, *look))
            for y, row in enumerate(map.rows):
                for match in re.finditer("(?=#[.])", row):
                    x = (match.start() + 1) * size - 1
                    self.assertEqual(rows[y * size + size // 2, x], 0, (size, x, y))
                for match in re.finditer("[+]", row):
                    tile = rows[y * size : (y + 1) * size, match.start() * size :][:, :size]
                    self.assertEqual(tile.min(), 0, (size, x, y))

    def test_it_changes_only_colors_and_marks(self):
        for format in ("png", "uvtt"):
            look = ["-s2", "--preset=level", "--show=none", "-f", format, "--tile-size=16"]
            dark, paper = (output(*look, "--theme", theme) for theme in ("dark", "print"))
            if format == "uvtt":
                dark, paper = (json.loads(document) for document in (dark, paper))
                keys = [key for key in dark if dark[key] != paper[key]]
                self.assertEqual(keys, ["image"])
                dark, paper = (base64.b64decode(part["image"]) for part in (dark, paper))
            pairs = set(zip(pixels(dark).flat, pixels(paper).flat))
            self.assertEqual(len(pairs), len({color for color, _ in pairs}))


def frame(map):
    """The rows and columns of the floor and the doors, with one more on each side."""
    found = numpy.argwhere(numpy.array([list(row) for row in map.rows]) != "#")
    (top, left), (bottom, right) = found.min(axis=0), found.max(axis=0)
    return slice(max(top - 1, 0), bottom + 2), slice(max(left - 1, 0), right + 2)


def cropped(image, map, size):
    """The part of the picture of a map that --crop leaves."""
    rows, columns = (slice(part.start * size, part.stop * size) for part in frame(map))
    return image[rows, columns]


class Crop(TestCase):
    def test_it_is_a_part_of_the_picture(self):
        look = ["-fpng", "--show=all"]
        for map in [maps()[i] for i in DRAWN]:
            for size in (5, 16):
                look = ["-fpng", "--show=all", f"--tile-size={size}", "--theme=print"]
                with self.subTest(map.options, size=size):
                    whole = pixels(output(*map.options, *look))
                    part = pixels(output(*map.options, *look, "--crop"))
                    self.assertTrue(numpy.array_equal(part, cropped(whole, map, size)))

    def test_input_maps(self):
        """Floor can be at the edges of a map."""
        rng = random.Random(1)
        for _ in range(60):
            width, height = rng.randint(1, 9), rng.randint(1, 9)
            rows = ["".join(rng.choices("#.+", (9, 1, 1), k=width)) for _ in range(height)]
            if "." not in "".join(rows):
                continue  # no map without floor is read
            map = Map([], {}, width, height, rows, None, None, [])
            text = "\n".join(rows).encode() + b"\n"
            look = ["-q", "-", "-fpng", "--tile-size=9"]
            with self.subTest(text):
                whole = pixels(output(*look, input=text))
                part = pixels(output(*look, "--crop", input=text))
                self.assertTrue(numpy.array_equal(part, cropped(whole, map, 9)))

    def test_a_map_that_fills_its_size_stays_as_it_is(self):
        for options in (["-s0", "-W3", "-H3", "--room-min=2", "--room-max=2"], ["-"]):
            for format in ("png", "svg", "uvtt"):
                run = [*options, "-q", "-f", format]
                text = b"#.##\n...+\n#.##\n"
                self.assertEqual(output(*run, "--crop", input=text), output(*run, input=text))

    def test_a_large_map_with_little_floor(self):
        """The picture only has to fit after it was cropped."""
        options = "-q -s1 -H99 --max-rooms 1 --crop -W 33554432 --tile-size 64".split()
        self.assertLess(pixels(output(*options, "-fpng")).shape[1], 1000)


class Png(FormatTestCase):
    def assert_drawn(self, map, size, show=None):
        """The pixels of a map are right. The default for `show` is that of the program."""
        marks = ["--show", show] if show else []
        image = output(*map.options, "-f", "png", f"--tile-size={size}", *marks)
        self.assert_rows(read(image), draw(map, size, show or "spawn"))
        return image

    def test_pixels(self):
        for map in [maps()[i] for i in DRAWN]:
            # It takes long to draw the others in Python.
            size = 16 if map.width * map.height <= 10000 else 3
            with self.subTest(map.options, size=size):
                image = self.assert_drawn(map, size)
                if map.width * map.height <= 80 * 45:
                    self.assertLessEqual(len(image), LARGEST, "bytes")

    def test_default_size_is_16(self):
        image = output("-s42", "-f", "png")
        self.assertEqual(image, output("-s42", "-f", "png", "--tile-size=16"))

    def test_dpi(self):
        """The chunk pHYs has the pixels in a meter. Nothing else changes."""
        plain = output("-s42", "-fpng")
        self.assertNotIn(b"pHYs", plain)
        for dpi, density in ((1, 39), (72, 2835), (150, 5906), (300, 11811), (25400, 1000000)):
            image = output("-s42", "-fpng", f"--dpi={dpi}")
            start = image.index(b"pHYs")
            data = image[start : start + 13]
            self.assertEqual(data, b"pHYs" + density.to_bytes(4, "big") * 2 + b"\1")
            self.assertEqual(image[start - 4 : start], (9).to_bytes(4, "big"))
            checksum = int.from_bytes(image[start + 13 : start + 17], "big")
            self.assertEqual(checksum, zlib.crc32(data))
            self.assertLess(start, image.index(b"IDAT"))
            self.assertEqual(image[: start - 4] + image[start + 17 :], plain)
        for format in ("svg", "uvtt", "text"):
            self.assertEqual(run("-s42", "-f", format, "--dpi=150").returncode, 2)

    def test_wide_rows(self):
        """The sums of a row of more than 5552 bytes, two pixels in each, are taken in parts."""
        map = make_map("-s1 -W200 -H5 --room-min=2 --room-max=3")
        self.assert_drawn(map, 64)

    def test_sizes(self):
        """The smallest one, either side of the first that has frames of doors, and of the first with a
        grid. Other tests draw 8, 16, and 64.
        """
        map = make_map("-s42 --doors --exit=farthest")
        for size in (1, 3, 4, 7, 9):
            with self.subTest(size=size):
                self.assert_drawn(map, size, "spawn,exit")

    def test_largest_size(self):
        map = make_map("-s5 -W11 -H9 --room-min=2 --room-max=3 --doors --exit=farthest")
        self.assert_drawn(map, 256, "spawn,exit")

    def test_marks(self):
        map = make_map("-s42 --doors --exit=farthest")
        for show in SHOWN:
            if "labels" not in show:
                with self.subTest(show=show):
                    self.assert_drawn(map, 16, show)

    def assert_outlined(self, label, width):
        """All pixels around the digits, up to a width, have the color of the floor."""
        pixels = numpy.array([list(row) for row in label])
        for y, x in zip(*numpy.nonzero(pixels == LABEL)):
            around = pixels[y - width : y + width + 1, x - width : x + width + 1]
            self.assertLessEqual(set(around.flat), {LABEL, FLOOR})

    def labels(self, map, size):
        """The rows of pixels of each label, with its outline. Nothing else may differ from the
        picture without labels. Their places are those of svg.
        """
        found = []
        rows = read(output(*map.options, "-f", "png", f"--tile-size={size}", "--show=labels"))
        clean = draw(map, size)
        svg = output(*map.options, "-fsvg", "--show=labels").decode()
        label = r'<text x="([0-9.]+)" y="([0-9.]+)" font-size="([0-9.]+)">(\d+)</text>'
        for x, y, font_size, number in re.findall(label, svg):
            font_size = round(100 * float(font_size))
            # The baseline is at the lower end of the digits.
            middle_y = round(100 * float(y)) - font_size * 73 // 200
            digit_height = font_size * size * 73 // 10000
            scale = max((digit_height + 3) // DIGIT[1], 1)
            width = (len(number) * (DIGIT[0] + 1) - 1) * scale
            height = DIGIT[1] * scale
            left = part(size, 100 * float(x)) - width // 2 - scale
            top = part(size, middle_y) - height // 2 - scale
            right = left + width + 2 * scale
            bottom = top + height + 2 * scale
            label = [row[left:right] for row in rows[top:bottom]]
            self.assert_outlined(label, scale)
            label = [row.replace(FLOOR, ".").replace(GRID, ".") for row in label]
            self.assertEqual(set("".join(label)), {".", LABEL})
            found.append((label, scale))
            for i in range(top, bottom):
                rows[i] = rows[i][:left] + clean[i][left:right] + rows[i][right:]
        self.assert_rows(rows, clean)
        # Scaled down to the bitmap.
        for label, scale in found:
            for row in range(0, len(label), scale):
                scaled_row = "".join(pixel * scale for pixel in label[row][::scale])
                self.assertEqual(set(label[row : row + scale]), {scaled_row})
        return [[row[::scale] for row in label[::scale]] for label, scale in found]

    def digits(self, label):
        """The bitmaps of the digits of a label, which has one pixel for each bit."""
        columns = range(1, len(label[0]) - 1, DIGIT[0] + 1)
        return ["\n".join(row[x : x + DIGIT[0]] for row in label[1:-1]) for x in columns]

    def test_labels(self):
        map = make_map("-s9 -W60 -H40 --max-rooms=200 --room-min=4 --room-max=6")
        self.assertGreater(len(map.centers), 20)
        labels = self.labels(map, 16)
        found = [self.digits(rows) for rows in labels]
        digits = [found[9][1], *(number[0] for number in found[:9])]
        self.assertEqual(len(set(digits)), 10)
        for i, number in enumerate(found):
            text = "".join(str(digits.index(digit)) for digit in number)
            self.assertEqual(text, str(i + 1))
        for size in (8, 24, 64):
            self.assertEqual(self.labels(map, size), labels)

    def test_labels_do_not_lie_on_marks(self):
        """A label in the way of a mark is drawn beside it. Neither covers the other."""
        rooms = {"width": 30, "height": 30, "rooms": [{"x": 12, "y": 10, "width": 5, "height": 9}]}
        places = list(itertools.product(range(12, 17), range(11, 18)))
        every = list(itertools.product((8, 9, 15, 16, 23, 24, 31), places, places))
        for size, spawn, exit in random.Random(4).sample(every, 30):
            marks = {"spawn": spawn, "exit": exit}
            document = {**rooms, **{name: {"x": x, "y": y} for name, (x, y) in marks.items()}}
            look = ["-q", "-", "-fpng", f"--tile-size={size}"]
            none, label, both = (
                pixels(output(*look, "--show", show, input=json.dumps(document).encode()))
                for show in ("none", "labels", "all")
            )
            drawn = [" " * 30 * size] * 30 * size
            draw_marks(drawn, size, spawn, exit)
            drawn = numpy.array([list(row) for row in drawn])
            with self.subTest(size=size, spawn=spawn, exit=exit):
                for color in (SPAWN, EXIT):
                    found = numpy.argwhere(both == PALETTE[int(color)])
                    self.assertEqual(found.tolist(), numpy.argwhere(drawn == color).tolist())
                dark = [(image == PALETTE[int(LABEL)]).sum() for image in (none, label, both)]
                self.assertEqual(dark[1], dark[2])
                self.assertGreater(dark[1], dark[0], "no label")

    def test_labels_beside_marks_stay_in_small_rooms(self):
        """They do not lie on the wall or on the door of a room of two or three rows."""
        for rows, size in itertools.product((2, 3), (7, 8, 15, 16, 33, 70)):
            tiles = ["#######", *["##...##"] * rows, "###+###", "###.###", "#######"]
            room = {"x": 2, "y": 1, "width": 3, "height": rows}
            spawn = {"x": 3, "y": 1 + (rows - 1) // 2}
            map = {"width": 7, "height": rows + 4, "rooms": [room], "tiles": tiles, "spawn": spawn}
            found = []
            for show in ("none", "labels", "spawn,labels"):
                look = ["-q", "-", "-fpng", f"--tile-size={size}", "--show", show]
                image = pixels(output(*look, input=json.dumps(map).encode()))
                floor = image[size : (1 + rows) * size, 2 * size : 5 * size]
                found.append((floor == PALETTE[int(LABEL)]).sum())
                door = image[(1 + rows) * size : (2 + rows) * size, 3 * size : 4 * size]
                if show == "none":
                    clean_door = door
            with self.subTest(rows=rows, size=size):
                self.assertEqual(found[0], 0)
                self.assertGreater(found[1], 0)
                self.assertEqual(found[2], found[1])
                if size >= 8:
                    frame = numpy.isin(clean_door, [PALETTE[int(c)] for c in (DOOR, FRAME)])
                    self.assertEqual(door[frame].tolist(), clean_door[frame].tolist())

    def test_labels_of_small_tiles_stay_in_the_picture(self):
        small = ["-s1", "-W4", "-H3", "--room-min=2", "--room-max=2"]
        for size in range(1, 8):
            rows = read(output(*small, "-fpng", f"--tile-size={size}", "--show", "spawn,labels"))
            self.assertEqual((len(rows), len(rows[0])), (3 * size, 4 * size))
