# SPDX-License-Identifier: MIT
"""Measures what the manual's RESOURCE LIMITS promise: size of output, memory, and how much address space is enough.

@prove @long @format
"""

import base64
import json
import os
import re
import struct
import subprocess
import zlib

from help_text import FORMATS
from helper import ROOT, TestCase, output, shell, start, write
from shapes import RULES

MIB = 2**20

EVERYTHING, AROUND = RULES["through"], RULES["around"]

# Width, height, attempts and other options: few rooms and many, sparse and crowded, small and of every size; numbers
# just past a power of two, at which arrays grow; maps that are wide, tall and tiny.
SHAPES = [
    (80, 45, 30, ""),
    (3, 3, 1, "--room-min 2 --room-max 2"),
    (3000, 3000, 20_000, "--room-min 17 --room-max 60"),
    (20_000, 3000, 1_050_000, "--room-min 2 --room-max 2"),
    (20_000_000, 5, 3, "--room-min 2 --room-max 3"),
    (20, 500_000, 1000, ""),
    (2000, 2000, 3000, "--min-rooms 20000 --room-min 2 --room-max 6"),
    (3000, 1000, 3000, "--loops 30000 --doors"),
    (10_000, 660, 66_000, "--room-min 2 --room-max 2 " + EVERYTHING),
    (10_000, 2000, 200_000, "--room-min 2 --room-max 2 " + EVERYTHING),
    (10_000, 3000, 150_000, "--room-min 2 --room-max 200 " + EVERYTHING),
    (1_000_000, 10, 3, "--room-min 3 --room-max 5 " + EVERYTHING),
    (3000, 1000, 3000, "--tunnels around --loops 30000 --doors"),
    (10_000, 710, 71_000, "--room-min 2 --room-max 2 " + AROUND),
    (10_000, 3000, 300_000, "--room-min 2 --room-max 2 " + AROUND),
    (10_000, 3000, 150_000, "--room-min 2 --room-max 200 " + AROUND),
    (3, 2_000_000, 20_001, "--room-min 2 --room-max 2 --tunnels around --loops 10"),
]
# Shapes that take far more memory for rooms than the program itself takes.
ROOMY = (20_000, 3000, 1_050_000, "--room-min 2 --room-max 2")
ROOMY_AROUND = (20_000, 1500, 525_000, "--room-min 2 --room-max 2")
ROOMY_LOOPS = (10_000, 450, 90_000, "--room-min 2 --room-max 2")
# Pictures are slow, and take memory for each pixel of a row, so those of large maps have one pixel per tile.
PIXEL, PIXEL_TILES = ["--tile-size", "1"], 1_000_000
PICTURE, SIDE = (1_000_000, 5, 3, "--room-min 2 --room-max 3"), 16

# In bytes, unless another unit is named.
FIGURES = {
    "row": 2,  # of JSON, more than of text
    "document room": 200,
    "room": 110,
    "room around": 370,  # --tunnels around, at most
    "room of loops": 600,  # and with all loops and doors
    "program": 8,  # MiB
    "read document": 45,  # for each byte of it, at most
    "read tmx": 70,
    "packed tile": 5,  # of a compressed layer of Tiled
    "read other": 300,  # for each byte of a file
    "attempt": 400,
    "attempt around": 700,
    "column of the limit": 32,
    "bits of the limit": 1,
    "other document": 4,  # KiB
    "other row": 32,
    "other room": 600,
    "other tile": 2,
    "pixel": 4,  # of a row of a png
    "trace attempt": 100,
}


def with_pixels(name):
    return ["--format", name, *(PIXEL if name == "png" else [])]


def arguments(shape, *more):
    width, height, attempts, options = shape
    return ["--seed", "1", "--width", str(width), "--height", str(height), "--max-rooms", str(attempts),
            *options.split(), *more]


def count_bytes(args):
    """Length of the output, read in pieces, because of peak_memory."""
    with start(*args) as process:
        return sum(map(len, iter(lambda: process.stdout.read(MIB), b"")))


def peak_memory(args):
    """The peak memory in bytes. The system reports at least what this interpreter itself has used."""
    with start(*args, stdout=subprocess.DEVNULL) as process:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = status
    return usage.ru_maxrss * 1024


def count_things(shape):
    """The number of rooms of a map, and that of loops and doors."""
    stats = json.loads(output(*arguments(shape, "--format", "stats")))
    return stats["rooms"], stats["loops"] + stats["doors"]


def tunnel_of_tiled(points):
    """A tmx with one room, and a tunnel with these points."""
    number = '<property name="%s" type="int" value="0"/>'
    numbers = lambda *names: "<properties>%s</properties>" % "".join(number % name for name in names)
    tiles = '<layer><data encoding="csv">1,1,1,1,2,1,1,1,1</data></layer>'
    room = '<object type="room" x="1" y="1" width="1" height="1">%s</object>' % numbers("room")
    tunnel = '<object type="tunnel" x="1" y="1">%s<polyline points="%s"/></object>' % (numbers("from", "to"), points)
    return f'<map width="3" height="3" tilewidth="1" tileheight="1">{tiles}<objectgroup>{room}{tunnel}</objectgroup></map>'


class Bounds(TestCase):
    def test_manual(self):
        text = (ROOT / "man" / "dungen-batch.7").read_text(encoding="ascii")
        section = re.search(r"^\.Sh RESOURCE LIMITS\n(.*?)^\.Bd", text, re.M | re.S)[1]
        named = {int(number) for number in re.findall(r"(\d+)\s(?:bytes|KiB|MiB|bits)\b", section)}
        # 512: blocks of ulimit -f.
        self.assertEqual(named - {512} - set(FIGURES.values()), set())

    def test_output(self):
        # Of 10^7 tiles at most: more say the same of each, and take gigabytes.
        for shape in [shape for shape in SHAPES if shape[2] < 10_000 and shape[0] * shape[1] <= 10**7]:
            with self.subTest(shape):
                width, height, _, _ = shape
                for count in (1, 3):
                    self.assertEqual(count_bytes(arguments(shape, "--count", str(count))), (width + 1) * height * count)
                rooms, others = count_things(shape)
                found = count_bytes(arguments(shape, "--format", "json"))
                least = (width + 1 + FIGURES["row"]) * height
                self.assertLess(least, found)
                self.assertLess(found, least + 1000 + FIGURES["document room"] * (1.1 * rooms + others))
                most = 1024 * FIGURES["other document"] + FIGURES["other row"] * height + \
                    FIGURES["other room"] * (rooms + others) + FIGURES["other tile"] * width * height
                for name in FORMATS[2:]:  # text and json come first
                    looks = with_pixels(name) if width * height > PIXEL_TILES else ["--format", name]
                    more = FIGURES["trace attempt"] * shape[2] if name == "trace" else 0
                    self.assertLessEqual(count_bytes(arguments(shape, *looks)), most + more, name)

    def test_memory(self):
        for shape, options, figure, least in (
            (ROOMY, "", "room", 0.75),
            (ROOMY_AROUND, "--tunnels around", "room around", 0.6),
            (ROOMY_LOOPS, "--tunnels around --loops 2000000000 --doors", "room of loops", 0.85),
        ):
            rooms, _ = count_things(shape)
            each = peak_memory(arguments(shape, *options.split())) / rooms
            with self.subTest(figure, bytes=each):
                self.assertTrue(least < each / FIGURES[figure] < 1.15)

    def test_reading(self):
        """Documents of the smallest values there are, layers of little but tiles, and short rows below a long one."""
        long, side, packer = 1_000_000, 4000, zlib.compressobj()
        map = '{"width":%d,"height":%d,"layers":[{"type":"tilelayer",%s}],"tilewidth":1,"tileheight":1}'
        rows = [packer.compress(struct.pack("<I", 1) * side) for _ in range(side)]  # in pieces, because of peak_memory
        packed = '"data":"%s"' % base64.b64encode(b"".join(rows) + packer.flush()).decode()
        coding = '"encoding":"base64","compression":"zlib",'
        room = '{"type":"room","x":1,"y":1,"width":1,"height":1,"properties":[{"name":"room","type":"int","value":0}]}'
        rooms = '},{"type":"objectgroup","objects":[%s]' % room
        files = {"read.tmj": (map % (long, 1, '"data":[%s]' % ",".join("0" * long)), "read document", 2 * long),
                 "read.tmx": (tunnel_of_tiled("0,0 " * long), "read tmx", 4 * long),
                 "packed.tmj": (map % (side, side, coding + packed), "packed tile", side * side),
                 "edited.tmj": (map % (side, side, coding + packed + rooms), "packed tile", side * side),
                 "column.tmj": (map % (1, side * side, coding + packed), "packed tile", side * side),
                 "read.json": ('{"width":3,"height":3,"rooms":[],"other":[%s]}' % ",".join("0" * long), "read document", 2 * long),
                 "read.txt": ("#" * long + "\n" + "#\n" * 255, "read other", long)}  # fmt: skip
        for name, (text, figure, count) in files.items():
            write(self.path(name), text.encode())
            each = (peak_memory(["--input", self.path(name), "--quiet", "--format", "csv"]) - FIGURES["program"] * MIB) / count
            with self.subTest(name, bytes=each):
                self.assertTrue(0.75 < each / FIGURES[figure] <= 1)

    def assert_enough(self, size, *args):
        """The program does with this much address space."""
        with self.subTest(args):
            self.good(*args, under=shell(f'ulimit -v {size // 1024}; exec "$@"'), stdout=subprocess.DEVNULL)

    def test_address_space(self):
        for shape in SHAPES:
            width, height, attempts, options = shape
            attempts += sum(map(int, re.findall(r"--(?:min-rooms|loops) (\d+)", options)))
            bits = FIGURES["bits of the limit"] * width * height if "farthest" in options else 0
            each = FIGURES["attempt around" if "around" in options else "attempt"]
            limit = FIGURES["program"] * MIB + each * attempts + FIGURES["column of the limit"] * width + bits // 8
            quick = attempts <= 20_000
            # A trace looks for the earliest room that each attempt overlaps, which takes too long here.
            for name in FORMATS if quick else set(FORMATS) - {"trace"} if shape == ROOMY else FORMATS[:2]:
                for more in [[], ["--show", "spawn,exit,labels"]] if name == "text" and quick else [[]]:
                    own = {"xp": width * height, "stats": FIGURES["bits of the limit"] * width * height // 8,
                           "trace": 24 * attempts}.get(name, 0)
                    self.assert_enough(limit + own, *arguments(shape, *with_pixels(name), *more))
        limit = FIGURES["program"] * MIB + (FIGURES["column of the limit"] + SIDE * FIGURES["pixel"]) * PICTURE[0]
        self.assert_enough(limit, *arguments(PICTURE, "--format", "png"))
