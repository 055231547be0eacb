# SPDX-License-Identifier: MIT
"""Measures what the manual's RESOURCE LIMITS promise: size of output, memory, and how much address
space is enough.

@nightly @long
"""

import base64
import functools
import json
import os
import re
import struct
import subprocess
import zlib
from typing import NamedTuple

from help_text import FORMATS, FORMATS_OF
from helper import ROOT, TestCase, output, output_of_process, shell, start, write
from shapes import RULES

MIB = 2**20

EVERYTHING, AROUND = RULES["through"], RULES["around"]


class Shape(NamedTuple):
    width: int
    height: int
    attempts: int  # --max-rooms
    options: str = ""  # further options

    def tile_count(self):
        return self.width * self.height

    def attempts_of_the_limit(self):
        """Attempts, loops of --loops, and rooms of --min-rooms. The limit of address space has the
        same number of bytes for each.
        """
        more = re.findall(r"--(?:min-rooms|loops) (\d+)", self.options)
        return self.attempts + sum(map(int, more))

    def is_quick(self):
        """Returns whether all formats can be tested in a short time."""
        return self.attempts_of_the_limit() <= 20_000


# Shapes that take far more memory for rooms than the program itself takes.
ROOMY = Shape(20_000, 3000, 1_050_000, "--room-min 2 --room-max 2")
ROOMY_AROUND = Shape(20_000, 1500, 525_000, "--room-min 2 --room-max 2")
ROOMY_LOOPS = Shape(10_000, 450, 90_000, "--room-min 2 --room-max 2")

# Few rooms and many, sparse and crowded, small and of every size; numbers just past a power of two,
# at which arrays grow; maps that are wide, tall and tiny.
SHAPES = [
    Shape(80, 45, 30),
    Shape(3, 3, 1, "--room-min 2 --room-max 2"),
    Shape(3000, 3000, 20_000, "--room-min 17 --room-max 60"),
    ROOMY,
    Shape(20_000_000, 5, 3, "--room-min 2 --room-max 3"),
    Shape(20, 500_000, 1000),
    Shape(2000, 2000, 3000, "--min-rooms 20000 --room-min 2 --room-max 6"),
    Shape(3000, 1000, 3000, "--loops 30000 --doors"),
    Shape(10_000, 660, 66_000, "--room-min 2 --room-max 2 " + EVERYTHING),
    Shape(10_000, 2000, 200_000, "--room-min 2 --room-max 2 " + EVERYTHING),
    Shape(10_000, 3000, 150_000, "--room-min 2 --room-max 200 " + EVERYTHING),
    Shape(1_000_000, 10, 3, "--room-min 3 --room-max 5 " + EVERYTHING),
    Shape(3000, 1000, 3000, "--tunnels around --loops 30000 --doors"),
    Shape(3000, 1000, 3000, "--tunnels around --loops 3000 --doors --locks 5"),
    Shape(10_000, 710, 71_000, "--room-min 2 --room-max 2 " + AROUND),
    Shape(10_000, 3000, 300_000, "--room-min 2 --room-max 2 " + AROUND),
    Shape(10_000, 3000, 150_000, "--room-min 2 --room-max 200 " + AROUND),
    Shape(3, 2_000_000, 20_001, "--room-min 2 --room-max 2 --tunnels around --loops 10"),
]
# The size of the output is measured on these. Larger maps say the same about each tile and room,
# and take gigabytes.
SMALL_SHAPES = [
    shape for shape in SHAPES if shape.attempts < 10_000 and shape.tile_count() <= 10**7
]

# Pictures are slow, and take memory for each pixel of a row, so those of large maps have one pixel
# per tile.
LARGE_PICTURE = 1_000_000  # tiles, at most, of a picture with the default --tile-size
SEARCHED_TILES = 3_000_000  # at most, of a map on which a scenario searches a hundred paths
FORMATS_WITHOUT_PATHS = [name for name in FORMATS if name not in FORMATS_OF["pairs"]]
PICTURE = Shape(1_000_000, 5, 3, "--room-min 2 --room-max 3")
DEFAULT_TILE_SIZE = 16

# In bytes, unless another unit is named.
FIGURES = {
    "row": 2,  # of JSON, more than of text
    "document room": 200,
    "room": 110,
    "room around": 370,  # --tunnels around, at most
    "room of loops": 600,  # and with all loops and doors
    "program": 8,  # MiB
    "read document": 45,  # for each byte of it, at most
    "read tmx": 32,
    "packed tile": 5,  # of a compressed layer of Tiled
    "read other": 300,  # for each byte of a file
    "attempt": 400,
    "attempt around": 700,
    "column of the limit": 32,
    "bits of the limit": 2,
    "bits of a route": 10,
    "bits of a uvtt": 2,
    "other document": 4,  # KiB
    "other row": 32,
    "other room": 600,
    "other tile": 2,
    "pixel": 4,  # of a row of a png
    "tile of scen": 25,
    "trace attempt": 100,
}
PROGRAM_BYTES = FIGURES["program"] * MIB


def arguments(shape, *more):
    size = ["--width", str(shape.width), "--height", str(shape.height)]
    attempts = ["--max-rooms", str(shape.attempts)]
    return ["--seed", "1", *size, *attempts, *shape.options.split(), *more]


def format_options(name, small_picture):
    """Options for a format. A small picture has one pixel per tile, and other pictures have 16, which
    is also the default of most.
    """
    options = ["--format", name]
    if name in FORMATS_OF["tile-size"]:
        options += ["--tile-size", "1" if small_picture else str(DEFAULT_TILE_SIZE)]
    return options


def count_bytes(args):
    """Returns the length of the output. Reads it in pieces, because of peak_memory."""
    with start(*args) as process:
        return sum(map(len, iter(lambda: process.stdout.read(MIB), b"")))


def peak_memory(args):
    """Returns the peak memory in bytes. The system reports at least what this interpreter itself
    has used.
    """
    with start(*args, stdout=subprocess.DEVNULL) as process:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = status
    return usage.ru_maxrss * 1024


@functools.lru_cache(maxsize=None)
def count_things(shape):
    """Returns the number of rooms of a map, and that of its loops and doors."""
    stats = json.loads(output(*arguments(shape, "--format", "stats")))
    return stats["rooms"], stats["loops"] + stats["doors"]


def text_size(shape):
    return (shape.width + 1) * shape.height


def largest_size(shape, name):
    """Returns the largest size of a map in a format other than text and json."""
    rooms, loops_and_doors = count_things(shape)
    size = 1024 * FIGURES["other document"]
    size += FIGURES["other row"] * shape.height
    size += FIGURES["other tile"] * shape.tile_count()
    size += FIGURES["other room"] * (rooms + loops_and_doors)
    if name == "trace":
        size += FIGURES["trace attempt"] * shape.attempts
    return size


class Size(TestCase):
    """The size of the output."""

    def test_text(self):
        for shape in SMALL_SHAPES:
            for count in (1, 3):
                with self.subTest(shape, count=count):
                    found = count_bytes(arguments(shape, "--count", str(count)))
                    self.assertEqual(found, text_size(shape) * count)

    def test_json(self):
        for shape in SMALL_SHAPES:
            with self.subTest(shape):
                rooms, loops_and_doors = count_things(shape)
                found = count_bytes(arguments(shape, "--format", "json"))
                tiles = text_size(shape) + FIGURES["row"] * shape.height
                things = FIGURES["document room"] * (1.1 * rooms + loops_and_doors)
                self.assertLess(tiles, found)
                self.assertLess(found, tiles + 1000 + things)

    def test_other_formats(self):
        self.assertEqual(FORMATS[:2], ["text", "json"])
        for shape in SMALL_SHAPES:
            small_picture = shape.tile_count() > LARGE_PICTURE
            for name in FORMATS[2:]:
                with self.subTest(shape, format=name):
                    found = count_bytes(arguments(shape, *format_options(name, small_picture)))
                    self.assertLessEqual(found, largest_size(shape, name))


class MemoryForGeneratedMaps(TestCase):
    def assert_memory_per_room(self, figure, least, shape, *options):
        """The memory for each room is about that of the manual: at least this part of it."""
        rooms, _ = count_things(shape)
        per_room = peak_memory(arguments(shape, *options)) / rooms
        self.assertGreater(per_room / FIGURES[figure], least, per_room)
        self.assertLess(per_room / FIGURES[figure], 1.15, per_room)

    def test_room(self):
        self.assert_memory_per_room("room", 0.75, ROOMY)

    def test_room_with_tunnels_around(self):
        self.assert_memory_per_room("room around", 0.6, ROOMY_AROUND, "--tunnels", "around")

    def test_room_with_tunnels_around_and_all_loops_and_doors(self):
        options = ["--tunnels", "around", "--loops", "2000000000", "--doors"]
        self.assert_memory_per_room("room of loops", 0.85, ROOMY_LOOPS, *options)


def map_of_tiled(width, height, layer, more_layers=""):
    """Returns a tmj whose first layer has these members."""
    layers = '{"type":"tilelayer",%s}%s' % (layer, more_layers)
    size = '"width":%d,"height":%d' % (width, height)
    return '{%s,"layers":[%s],"tilewidth":1,"tileheight":1}' % (size, layers)


def packed_layer(side):
    """Returns the members of a compressed layer with side * side tiles. Compresses it row by row,
    because of peak_memory.
    """
    packer = zlib.compressobj()
    row = struct.pack("<I", 1) * side
    rows = [packer.compress(row) for _ in range(side)]
    data = base64.b64encode(b"".join(rows) + packer.flush()).decode()
    return '"encoding":"base64","compression":"zlib","data":"%s"' % data


def xml_of_tiled(objects):
    """Returns a tmx of one floor tile with these objects."""
    head = '<map width="3" height="3" tilewidth="1" tileheight="1">'
    layer = '<layer><data encoding="csv">1,1,1,1,2,1,1,1,1</data></layer>'
    return f"{head}{layer}<objectgroup>{objects}</objectgroup></map>"


class MemoryForInputMaps(TestCase):
    """Documents of the smallest values there are, layers of little but tiles, and short rows below
    a long one.
    """

    LENGTH = 1_000_000
    SIDE = 4000
    NUMBERS = ",".join("0" * LENGTH)
    NUMBERS_SIZE = 2 * LENGTH

    def assert_memory(self, figure, count, name, text):
        """Reading a file takes at most as much memory as the manual says, and not much less.

        count: how many things the file has that the figure is for
        """
        write(self.path(name), text.encode())
        options = [self.path(name), "--quiet", "--format", "csv"]
        each = (peak_memory(options) - PROGRAM_BYTES) / count
        self.assertGreater(each / FIGURES[figure], 0.75, each)
        self.assertLessEqual(each / FIGURES[figure], 1, each)

    def test_json(self):
        text = '{"width":3,"height":3,"rooms":[{"x":1,"y":1,"width":1,"height":1}],"other":[%s]}' % self.NUMBERS
        self.assert_memory("read document", self.NUMBERS_SIZE, "read.json", text)

    def test_tmj(self):
        text = map_of_tiled(self.LENGTH, 1, '"data":[%s]' % self.NUMBERS)
        self.assert_memory("read document", self.NUMBERS_SIZE, "read.tmj", text)

    def test_tmx(self):
        elements = "<a/>" * self.LENGTH
        self.assert_memory("read tmx", len(elements), "read.tmx", xml_of_tiled(elements))

    def test_compressed_layer(self):
        text = map_of_tiled(self.SIDE, self.SIDE, packed_layer(self.SIDE))
        self.assert_memory("packed tile", self.SIDE**2, "packed.tmj", text)

    def test_compressed_layer_with_rooms(self):
        number = '"properties":[{"name":"room","type":"int","value":0}]'
        room = '{"type":"room","x":1,"y":1,"width":1,"height":1,%s}' % number
        rooms = ',{"type":"objectgroup","objects":[%s]}' % room
        text = map_of_tiled(self.SIDE, self.SIDE, packed_layer(self.SIDE), rooms)
        self.assert_memory("packed tile", self.SIDE**2, "edited.tmj", text)

    def test_compressed_layer_of_one_column(self):
        text = map_of_tiled(1, self.SIDE**2, packed_layer(self.SIDE))
        self.assert_memory("packed tile", self.SIDE**2, "column.tmj", text)

    def test_text_with_short_rows(self):
        text = "#" * self.LENGTH + "\n" + "#\n" * 255
        self.assert_memory("read other", self.LENGTH, "read.txt", text)


def address_space(shape, name):
    """Returns how much address space the manual says is enough for a map in a format, without the
    pixels of a png.
    """
    attempts = shape.attempts_of_the_limit()
    bits = FIGURES["bits of the limit"] * shape.tile_count()
    size = PROGRAM_BYTES
    size += FIGURES["attempt around" if "around" in shape.options else "attempt"] * attempts
    size += FIGURES["column of the limit"] * shape.width
    if "farthest" in shape.options or "--doors" in shape.options:
        size += bits // 8
    if "--locks" in shape.options:
        size += bits // 8
    if name == "xp":
        size += shape.tile_count()
    if name == "scen":
        size += FIGURES["tile of scen"] * (shape.width + 1) * (shape.height + 2)
    if name == "stats":
        size += bits // 8
    if name == "uvtt":
        size += FIGURES["bits of a uvtt"] * shape.tile_count() // 8
    if "--route" in shape.options:
        size += FIGURES["bits of a route"] * shape.tile_count() // 8
    if name == "trace":
        size += 24 * attempts
    return size


def formats_within_address_space(shape):
    """Returns the formats in which a shape is tested."""
    if shape.is_quick():
        is_slow = shape.tile_count() > SEARCHED_TILES
        return FORMATS_WITHOUT_PATHS if is_slow else FORMATS
    if shape == ROOMY:
        # A trace looks for the earliest room that each attempt overlaps, which takes too long here.
        return [name for name in FORMATS_WITHOUT_PATHS if name != "trace"]
    return FORMATS[:2]


class AddressSpace(TestCase):
    def assert_enough(self, size, *args):
        """The program succeeds with this much address space."""
        limited = shell(f'ulimit -v {size // 1024}; exec "$@"')
        with self.subTest(args):
            output_of_process(*args, under=limited, stdout=subprocess.DEVNULL)

    def test_formats(self):
        for shape in SHAPES:
            for name in formats_within_address_space(shape):
                options = format_options(name, small_picture=True)
                self.assert_enough(address_space(shape, name), *arguments(shape, *options))

    def test_text_with_marks_and_labels(self):
        options = ["--format", "text", "--show", "spawn,exit,labels"]
        for shape in filter(Shape.is_quick, SHAPES):
            self.assert_enough(address_space(shape, "text"), *arguments(shape, *options))

    def test_route(self):
        for shape in filter(Shape.is_quick, SHAPES):
            shape = shape._replace(options=f"{shape.options} --route")
            for name in ("text", "json"):
                limit = address_space(shape, name)
                self.assert_enough(limit, *arguments(shape, "--format", name))

    def test_pixels_of_a_png(self):
        bytes_per_column = FIGURES["column of the limit"] + FIGURES["pixel"] * DEFAULT_TILE_SIZE
        size = PROGRAM_BYTES + bytes_per_column * PICTURE.width
        self.assert_enough(size, *arguments(PICTURE, "--format", "png"))


class Manual(TestCase):
    def test_numbers_in_the_manual_are_measured(self):
        text = (ROOT / "man" / "dungen-batch.7").read_text(encoding="ascii")
        section = re.search(r"^\.Sh RESOURCE LIMITS\n(.*?)^\.Bd", text, re.M | re.S)[1]
        named = re.findall(r"(\d+)\s(?:bytes|KiB|MiB|bits)\b", section)
        blocks_of_ulimit = {512}
        unknown = set(map(int, named)) - blocks_of_ulimit - set(FIGURES.values())
        self.assertEqual(unknown, set(), "numbers of the manual that no test measures")
