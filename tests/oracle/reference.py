#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The rooms-and-tunnels generator in plain Python, to compare dungen with.

It follows the description of the generator step by step and shares no code with the C program. The random numbers of
`python` and `python-2020` come from CPython's own random module, those of `libtcod` and `libtcod-mt` from the real
library through ctypes.

As a program it prints what dungen prints for the same options:

    python3 tests/oracle/reference.py --seed 42 --rng libtcod --format json
"""

import argparse
import collections
import ctypes
import functools
import json
import random
import sys
from typing import NamedTuple

ALGORITHM = "rooms-and-tunnels/1"


# Random number generators: a largest seed, range(lo, hi) with both bounds inclusive, and coin().


class PythonRng:
    name = "python"
    largest_seed = 2**64 - 1

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.range = self.random.randint

    def coin(self):
        return self.range(0, 1) == 1


class Python2020Rng(PythonRng):
    name = "python-2020"

    def coin(self):
        return self.random.random() < 0.5


@functools.lru_cache(maxsize=None)
def libtcod():
    """The real library, with the three functions used here declared as in its header."""
    library = ctypes.CDLL("libtcod.so.1")
    library.TCOD_random_new_from_seed.argtypes = [ctypes.c_int, ctypes.c_uint32]
    library.TCOD_random_new_from_seed.restype = ctypes.c_void_p
    library.TCOD_random_get_int.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_int]
    library.TCOD_random_get_int.restype = ctypes.c_int
    library.TCOD_random_delete.argtypes = [ctypes.c_void_p]
    library.TCOD_random_delete.restype = None
    return library


class LibtcodRng:
    name = "libtcod"
    largest_seed = 2**32 - 1
    algorithm = 1  # TCOD_RNG_CMWC

    def __init__(self, seed):
        self.handle = libtcod().TCOD_random_new_from_seed(self.algorithm, seed)
        if not self.handle:
            raise MemoryError("libtcod made no random number generator")
        self.range = functools.partial(libtcod().TCOD_random_get_int, self.handle)

    def coin(self):
        return self.range(0, 1) == 1

    def __del__(self):
        libtcod().TCOD_random_delete(self.handle)


class LibtcodMtRng(LibtcodRng):
    name = "libtcod-mt"
    algorithm = 0  # TCOD_RNG_MT


class Splitmix64Rng:
    """Steele, Lea and Flood's SplitMix64, with Lemire's multiplication to map onto a range."""

    name = "splitmix64"
    largest_seed = 2**64 - 1

    def __init__(self, seed):
        self.state = seed

    def next(self):
        self.state = (self.state + 0x9E3779B97F4A7C15) & 0xFFFFFFFFFFFFFFFF
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & 0xFFFFFFFFFFFFFFFF
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & 0xFFFFFFFFFFFFFFFF
        return z ^ (z >> 31)

    def range(self, lo, hi):
        n = hi - lo + 1
        m = (self.next() >> 32) * n
        while m % 2**32 < 2**32 % n:
            m = (self.next() >> 32) * n
        return lo + (m >> 32)

    def coin(self):
        return self.range(0, 1) == 1


RNGS = {rng.name: rng for rng in (PythonRng, Python2020Rng, LibtcodRng, LibtcodMtRng, Splitmix64Rng)}


# The generator.


class Shape(NamedTuple):
    """The parameters of a map besides rng and seed."""

    width: int = 80
    height: int = 45
    max_rooms: int = 30
    room_min: int = 6
    room_max: int = 10

    def options(self):
        """The same as command-line options; defaults are left out."""
        options = []
        for key, value in self._asdict().items():
            if value != Shape._field_defaults[key]:
                options += ["--" + key.replace("_", "-"), str(value)]
        return options


# Maps that reach the rare carries of libtcod's CMWC: 693 the sum that wraps, about one draw in 2^19, and the others the
# digit 2^32 - 1, one draw in 2^32.
RARE_SHAPE = Shape(300, 200, 400)
RARE_SEEDS = [693, 127113, 3256499, 3474841]


class Rectangle(NamedTuple):
    """A room with its walls: two corners, both inside it."""

    x1: int
    y1: int
    x2: int
    y2: int

    def center(self):
        return (self.x1 + self.x2) // 2, (self.y1 + self.y2) // 2

    def floor(self):
        return Rectangle(self.x1 + 1, self.y1 + 1, self.x2 - 1, self.y2 - 1)


def meets_any(rectangle, others):
    x1, y1, x2, y2 = rectangle
    for ox1, oy1, ox2, oy2 in others:
        if x1 <= ox2 and x2 >= ox1 and y1 <= oy2 and y2 >= oy1:
            return True
    return False


class Dungeon:
    """The map of one rng, seed and shape. Tiles are carved only on demand."""

    def __init__(self, rng_name, seed, shape):
        self.rng_name = rng_name
        self.seed = seed
        self.shape = shape
        self.rectangles = []  # of the rooms, in placement order
        self.tunnels = []  # each a list of corner points, from the old center to the new
        self._generate(RNGS[rng_name](seed))

    def _generate(self, rng):
        width, height, max_rooms, room_min, room_max = self.shape
        # Rooms are also indexed by bands of room_max + 1 rows, the height of the tallest rectangle: each lies in the
        # bands of its first and its last row and in no other, and two that meet share a row, hence a band.
        band_height = room_max + 1
        bands = collections.defaultdict(list)
        for _ in range(max_rooms):
            w = rng.range(room_min, room_max)
            h = rng.range(room_min, room_max)
            x = rng.range(0, width - w - 1)
            y = rng.range(0, height - h - 1)
            rectangle = Rectangle(x, y, x + w, y + h)
            touched = {rectangle.y1 // band_height, rectangle.y2 // band_height}
            if any(meets_any(rectangle, bands[band]) for band in touched):
                continue
            if self.rectangles:
                old_x, old_y = old = self.rectangles[-1].center()
                new_x, new_y = new = rectangle.center()
                bend = (new_x, old_y) if rng.coin() else (old_x, new_y)
                self.tunnels.append([old, new] if bend in (old, new) else [old, bend, new])
            self.rectangles.append(rectangle)
            for band in touched:
                bands[band].append(rectangle)

    def spawn(self):
        return self.rectangles[0].center()

    def exit(self):
        return self.rectangles[-1].center()

    @functools.cached_property
    def tiles(self):
        """All tiles as bytes, row by row, each row ending in LF."""
        width, height = self.shape.width, self.shape.height
        stride = width + 1
        tiles = bytearray((b"#" * width + b"\n") * height)

        def horizontal(y, x1, x2):
            tiles[y * stride + x1 : y * stride + x2 + 1] = b"." * (x2 - x1 + 1)

        def vertical(x, y1, y2):
            tiles[y1 * stride + x : y2 * stride + x + 1 : stride] = b"." * (y2 - y1 + 1)

        for rectangle in self.rectangles:
            x1, y1, x2, y2 = rectangle.floor()
            for y in range(y1, y2 + 1):
                horizontal(y, x1, x2)
        for path in self.tunnels:
            for (x1, y1), (x2, y2) in zip(path, path[1:]):
                if y1 == y2:
                    horizontal(y1, min(x1, x2), max(x1, x2))
                else:
                    vertical(x1, min(y1, y2), max(y1, y2))
        return bytes(tiles)

    def rows(self):
        """The tiles without marks, one str per row."""
        return self.tiles.decode("ascii").splitlines()

    def text(self):
        """The text format: the tiles with '@' at the spawn, as bytes."""
        x, y = self.spawn()
        offset = y * (self.shape.width + 1) + x
        return self.tiles[:offset] + b"@" + self.tiles[offset + 1 :]

    def document(self, with_tiles=True):
        """The JSON document as a dict, keys in document order."""

        def point(xy):
            return {"x": xy[0], "y": xy[1]}

        rooms = []
        for number, rectangle in enumerate(self.rectangles):
            x1, y1, x2, y2 = rectangle.floor()
            rooms.append({"id": number, "x": x1, "y": y1, "width": x2 - x1 + 1, "height": y2 - y1 + 1,
                          "center": point(rectangle.center())})
        tunnels = []
        for number, path in enumerate(self.tunnels):
            tunnels.append({"from": number, "to": number + 1, "path": [point(corner) for corner in path]})
        document = {
            "format": "dungen",
            "version": 1,
            "generator": {"name": "dungen", "algorithm": ALGORITHM, "rng": self.rng_name},
            "params": {"max_rooms": self.shape.max_rooms, "room_min": self.shape.room_min,
                       "room_max": self.shape.room_max},
            "width": self.shape.width,
            "height": self.shape.height,
            "seed": str(self.seed),
            "spawn": point(self.spawn()),
            "exit": point(self.exit()),
            "rooms": rooms,
            "tunnels": tunnels,
        }
        if with_tiles:
            document["legend"] = {"#": "wall", ".": "floor"}
            document["tiles"] = self.rows()
        return document


def to_json(document):
    """One compact line, without the LF."""
    return json.dumps(document, separators=(",", ":"))


def main():
    parser = argparse.ArgumentParser(description="Print the map that dungen prints.", allow_abbrev=False)
    for key, value in Shape._field_defaults.items():
        parser.add_argument("--" + key.replace("_", "-"), type=int, default=value)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--rng", choices=RNGS, default="python")
    parser.add_argument("--format", choices=("text", "json"), default="text")
    parser.add_argument("--no-tiles", action="store_true")
    arguments = parser.parse_args()
    if not 0 <= arguments.seed <= RNGS[arguments.rng].largest_seed:
        parser.error("--seed: 0 to %d" % RNGS[arguments.rng].largest_seed)

    shape = Shape(*(getattr(arguments, key) for key in Shape._fields))
    dungeon = Dungeon(arguments.rng, arguments.seed, shape)
    if arguments.format == "json":
        print(to_json(dungeon.document(not arguments.no_tiles)))
    else:
        sys.stdout.write(dungeon.text().decode("ascii"))


if __name__ == "__main__":
    main()
