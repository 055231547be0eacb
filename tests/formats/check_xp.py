# SPDX-License-Identifier: MIT
"""xp: every cell, as libtcod loads the drawing; and drawings as REXPaint saves them, read. @format"""

import ctypes
import gzip
import struct

from helper import output, run, write
from maps import FormatTestCase, letter, maps

LARGEST = 100_000  # tiles; each is a few calls
COLORS = {"#": 0x303030, ".": 0xD7D7AF, "+": 0xAF5F00, "@": 0x008700, ">": 0xD70000}
BLACK, TRANSPARENT = 0, 0xFF00FF


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


def drawing(rows, version=-1, layers=1, others=b""):
    """A file in which each cell is a character's number, its color and the color behind it, as rows of such."""
    head = struct.pack("<iiii", version, layers, len(rows[0]), len(rows))
    pack = lambda number, *colors: struct.pack("<I", number) + b"".join(color.to_bytes(3, "big") for color in colors)
    return gzip.compress(head + b"".join(pack(*row[x]) for x in range(len(rows[0])) for row in rows) + others)


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

    def expected(self, map, show):
        rows = [[(ord(tile), COLORS[tile], BLACK) for tile in row] for row in map.rows]
        if "labels" in show:
            for i, (x, y) in enumerate(map.centers):
                rows[y][x] = ord(letter(i)), BLACK, COLORS["."]
        for mark, name, (x, y) in ((">", "exit", map.exit), ("@", "spawn", map.spawn)):
            if name in show:
                rows[y][x] = ord(mark), COLORS[mark], BLACK
        return rows

    def test_libtcod_loads_every_cell(self):
        for map in maps():
            if map.width * map.height <= LARGEST:
                for show in ("spawn", "spawn,exit,labels"):
                    with self.subTest(map.options, show=show):
                        found = self.cells(output(*map.options, "-f", "xp", "--show", show))
                        self.assert_rows(found, self.expected(map, show))

    def test_characters_of_the_code_page(self):
        """All 253 that can be a glyph; the others of --glyphs are refused by name."""
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
        for character in "€Ж☃":
            result = run("-f", "xp", "--glyphs", "#" + character, "-o", self.path("map.xp"))
            self.assertEqual(result.returncode, 2)
            self.assertIn(f"xp has no {character}, only".encode(), result.stderr)

    def test_bytes_do_not_depend_on_time_or_system(self):
        self.assertEqual(output("-s1", "-f", "xp")[:10], bytes.fromhex("1f8b 08 00 00000000 00 ff"))

    def test_more_tiles_than_libtcod_counts_are_refused(self):
        result = run(*"-fxp -s1 -W32768 -H65536".split())
        self.assertEqual((result.returncode, result.stdout), (2, b""))
        self.assertIn(b"--height 65536: an xp has up to 2147483647 tiles", result.stderr)

    def test_what_a_person_painted(self):
        """Layers above the first one are dropped. What is transparent or empty is wall, letters and digits are floor."""
        rows = [[(ord(tile), 0xFFFFFF, BLACK) for tile in row] for row in ("#####", "#a.+#", "#####")]
        rows[0][0], rows[0][1], rows[0][2] = (ord("."), 0, TRANSPARENT), (0, 0, BLACK), (32, 0, BLACK)
        upper = struct.pack("<ii", 5, 3) + bytes(150)
        for data in (drawing(rows), drawing(rows, layers=2, others=upper), drawing(rows, version=0)):
            write(self.path("map.xp"), data)
            self.assertEqual(output("-i", self.path("map.xp"), "-f", "text"), b"#####\n#..+#\n#####\n")
        piped = run("-i", "-", "-f", "text", stdin=open(self.path("map.xp"), "rb"))
        self.assertEqual(piped.stdout, b"#####\n#..+#\n#####\n")
