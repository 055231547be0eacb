# SPDX-License-Identifier: MIT
"""xp: every cell, as libtcod loads the drawing. @format"""

import ctypes
import itertools

from helper import output, write
from maps import FormatTestCase, maps

LARGEST = 100_000  # tiles; each is a few calls
COLORS = {"#": 0x303030, ".": 0xD7D7AF, "+": 0xAF5F00, "@": 0x008700, ">": 0xD70000}
BLACK = 0


class Color(ctypes.Structure):
    _fields_ = [(part, ctypes.c_uint8) for part in ("red", "green", "blue")]

    def number(self):
        return self.red << 16 | self.green << 8 | self.blue


def library():
    tcod = ctypes.CDLL("libtcod.so.1")
    console = ctypes.c_void_p
    tcod.TCOD_console_from_xp.restype = console
    tcod.TCOD_console_from_xp.argtypes = [ctypes.c_char_p]
    for name, result in (
        ("char", ctypes.c_int),
        ("char_foreground", Color),
        ("char_background", Color),
    ):
        call = getattr(tcod, f"TCOD_console_get_{name}")
        call.restype = result
        call.argtypes = [console, ctypes.c_int, ctypes.c_int]
    for name in ("get_width", "get_height", "delete"):
        getattr(tcod, f"TCOD_console_{name}").argtypes = [console]
    return tcod


def expected_cell(tile):
    """The number of a character of the text format, its color, and the color behind it."""
    if tile in COLORS:
        return ord(tile), COLORS[tile], BLACK
    return ord(tile), BLACK, COLORS["."]


def glyphs_of_the_code_page():
    """The characters of code page 437 that can be a glyph, and their numbers."""
    controls = "☺☻♥♦♣♠•◘○◙♂♀♪♫☼" + "►◄↕‼¶§▬↨↑↓→←∟↔▲▼"
    numbers = dict(zip(controls, range(1, 32)))
    numbers.update({bytes([i]).decode("cp437"): i for i in range(32, 255)})
    numbers["⌂"] = 127
    return {
        character: number
        for character, number in numbers.items()
        if character.isprintable() and character != " "
    }


class Xp(FormatTestCase):
    def cells(self, data):
        """Rows of cells: number of the character, its color, and the color behind it."""
        write(self.path("map.xp"), data)
        tcod = library()
        console = tcod.TCOD_console_from_xp(self.path("map.xp").encode())
        self.assertTrue(console)
        width = tcod.TCOD_console_get_width(console)
        height = tcod.TCOD_console_get_height(console)

        def cell(x, y):
            character = tcod.TCOD_console_get_char(console, x, y)
            color = tcod.TCOD_console_get_char_foreground(console, x, y)
            background = tcod.TCOD_console_get_char_background(console, x, y)
            return character, color.number(), background.number()

        rows = [[cell(x, y) for x in range(width)] for y in range(height)]
        tcod.TCOD_console_delete(console)
        return rows

    def test_libtcod_loads_every_cell(self):
        """Tiles have their colors. Labels are black on the color of floor."""
        small_maps = [map for map in maps() if map.width * map.height <= LARGEST]
        for map, show in itertools.product(small_maps, ("spawn", "spawn,exit,labels")):
            with self.subTest(map.options, show=show):
                text = output(*map.options, "--show", show).decode("ascii").splitlines()
                found = self.cells(output(*map.options, "-f", "xp", "--show", show))
                self.assert_rows(found, [[expected_cell(tile) for tile in row] for row in text])

    def test_characters_of_the_code_page(self):
        characters = glyphs_of_the_code_page()
        self.assertEqual(len(characters), 253)
        map = maps()[0]
        (x, y) = map.spawn
        for character, number in characters.items():
            glyphs = ["--glyphs", ("." if character == "#" else "#") + character]
            data = output(*map.options, "-q", "-f", "xp", "--show", "none", *glyphs)
            self.assertEqual(self.cells(data)[y][x][0], number, character)
            write(self.path("map.xp"), data)
            read = output(self.path("map.xp"), "-q", "-f", "text", *glyphs)
            self.assertEqual(read.decode().splitlines()[y][x], character)
