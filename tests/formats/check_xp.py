# SPDX-License-Identifier: MIT
"""xp: every cell, as libtcod loads the drawing. @format"""

import ctypes

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
    for name, result in (("char", ctypes.c_int), ("char_foreground", Color), ("char_background", Color)):
        call = getattr(tcod, f"TCOD_console_get_{name}")
        call.restype, call.argtypes = result, [console, ctypes.c_int, ctypes.c_int]
    for name in ("get_width", "get_height", "delete"):
        getattr(tcod, f"TCOD_console_{name}").argtypes = [console]
    return tcod


class Xp(FormatTestCase):
    def cells(self, data):
        """Rows of cells: number of the character, its color, and the color behind it."""
        write(self.path("map.xp"), data)
        tcod = library()
        console = tcod.TCOD_console_from_xp(self.path("map.xp").encode())
        self.assertTrue(console)
        size = tcod.TCOD_console_get_width(console), tcod.TCOD_console_get_height(console)
        look = lambda x, y: (tcod.TCOD_console_get_char(console, x, y),
                             tcod.TCOD_console_get_char_foreground(console, x, y).number(),
                             tcod.TCOD_console_get_char_background(console, x, y).number())
        rows = [[look(x, y) for x in range(size[0])] for y in range(size[1])]
        tcod.TCOD_console_delete(console)
        return rows

    def test_libtcod_loads_every_cell(self):
        """They are those of the text, in the colors of their tiles; labels have those of the floor behind them."""
        for map in maps():
            if map.width * map.height <= LARGEST:
                for show in ("spawn", "spawn,exit,labels"):
                    with self.subTest(map.options, show=show):
                        text = output(*map.options, "--show", show).decode("ascii").splitlines()
                        colors = lambda tile: (COLORS[tile], BLACK) if tile in COLORS else (BLACK, COLORS["."])
                        found = self.cells(output(*map.options, "-f", "xp", "--show", show))
                        self.assert_rows(found, [[(ord(tile), *colors(tile)) for tile in row] for row in text])

    def test_characters_of_the_code_page(self):
        """All 253 that can be a glyph."""
        low = "☺☻♥♦♣♠•◘○◙♂♀♪♫☼►◄↕‼¶§▬↨↑↓→←∟↔▲▼"
        known = dict(zip(low, range(1, 32))) | {bytes([i]).decode("cp437"): i for i in range(32, 255)} | {"⌂": 127}
        known = {character: number for character, number in known.items() if character.isprintable() and character != " "}
        self.assertEqual(len(known), 253)
        map = maps()[0]
        (x, y) = map.spawn
        for character, number in known.items():
            other = "." if character == "#" else "#"
            data = output(*map.options, "-q", "-f", "xp", "--show", "none", "--glyphs", other + character)
            self.assertEqual(self.cells(data)[y][x][0], number, character)
            write(self.path("map.xp"), data)
            read = output("-i", self.path("map.xp"), "-q", "-f", "text", "--glyphs", other + character)
            self.assertEqual(read.decode().splitlines()[y][x], character)
