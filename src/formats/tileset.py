#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draw the tileset image and write it, a PNG, to standard output.

The program has its bytes in tileset.c. After a change of the drawing, put there what this prints:

    python3 src/formats/tileset.py | xxd -i
"""

import struct
import sys
import zlib

PALETTE = {
    "#": "22252e",  # rock
    "d": "3d4250",  # stone, in shadow
    "w": "5b6072",  # stone
    "l": "777d92",  # stone, in light
    "s": "c3b591",  # floor, in shadow
    "f": "d9cdb0",  # floor
    "h": "e6dcc3",  # floor, in light
    "b": "6b4426",  # wood, in shadow
    "o": "95643a",  # wood
    "y": "efc15b",  # brass
}

# Wall, floor, door, stairs down: the order of enum tileset_tile.
DRAWING = """
lllllllllllllll# hhhhhhhhhhhhhhhf ##dddddddddddd## ################
lwwwwwwwwwwwwwd# hffffffffffffffs #dllllllllllllw# #hhhhhhhhhhhhhh#
lwwwwwwwwwwwwwd# hffffffffffffffs #lboobooboobobd# #ffffffffffffff#
lwwwwwwwwwwwwwd# hffffffffffffffs #lboobooboobobd# #dddddddddddddd#
lwwwwwwwwwwwwwd# hfffssfffffffffs #l############d# ##ffffffffffff##
lwwwwwwwwwwwwwd# hfffhhfffffffffs #lboobooboobobd# ##ssssssssssss##
ddddddddddddddd# hffffffffffffffs #lboobooboobobd# ##dddddddddddd##
################ hffffffffffsfffs #lboobooboobobd# ###llllllllll###
lllllll#llllllll hffffffffffhfffs #lbooboobooyobd# ###llllllllll###
wwwwwwd#lwwwwwww hffffffffffffffs #lbooboobooyobd# ###dddddddddd###
wwwwwwd#lwwwwwww hffffffffffffffs #lboobooboobobd# ####wwwwwwww####
wwwwwwd#lwwwwwww hffsfffffffffffs #lboobooboobobd# ####wwwwwwww####
wwwwwwd#lwwwwwww hffhfffffssffffs #l############d# ####dddddddd####
wwwwwwd#lwwwwwww hffffffffhhffffs #lboobooboobobd# #####dddddd#####
ddddddd#dddddddd hffffffffffffffs #lboobooboobobd# #####dddddd#####
################ ssssssssssssssss #lboobooboobobd# ################
"""


def chunk(kind, content):
    """A chunk as section 5.3 of the PNG specification lays it out."""
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def png(rows):
    """A PNG with 4 bits per pixel and a palette."""
    colors = list(PALETTE)
    lines = b""
    for row in rows:
        indices = [colors.index(color) for color in row]
        lines += b"\0" + bytes(left << 4 | right for left, right in zip(indices[::2], indices[1::2]))
    return b"".join((
        b"\x89PNG\r\n\x1a\n",
        chunk(b"IHDR", struct.pack(">IIBBBBB", len(rows[0]), len(rows), 4, 3, 0, 0, 0)),
        chunk(b"PLTE", bytes.fromhex("".join(PALETTE.values()))),
        chunk(b"IDAT", zlib.compress(lines, 9)),
        chunk(b"IEND", b""),
    ))


if __name__ == "__main__":
    sys.stdout.buffer.write(png([line.replace(" ", "") for line in DRAWING.split("\n") if line]))
