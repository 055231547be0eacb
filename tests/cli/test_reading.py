# SPDX-License-Identifier: MIT
"""Maps from anyone: what is no map ends in one message with its place, and no file changes. @format"""

import base64
import gzip
import itertools
import json
import os
import select
import struct
import subprocess
import time
import unittest
import zlib

from help_text import FORMATS, READ
from helper import OLD, SANITIZED, TestCase, output, read, run, shell, start, strace, write

ROOM = '{"x":1,"y":1,"width":3,"height":2}'
SIZE = '"width":9,"height":6'


def document(*parts):
    return "{%s}" % ",".join([SIZE, *parts])


def rooms(room, *parts):
    return document(f'"rooms":[{ROOM},{room}]', *parts)


def tunnel(text):
    return document(f'"rooms":[{ROOM}]', f'"tunnels":[{text}]')


def point(x, y="1"):
    return '{"x":%s,"y":%s}' % (x, y)


def tiled(layers, *parts, height=1):
    return "{%s}" % ",".join([f'"width":2,"height":{height},"tilewidth":4,"tileheight":4', *parts, f'"layers":[{layers}]'])


def objects(*typed):
    """A map of 2x2 tiles with objects, each of them its type and its place in pixels."""
    listed = ",".join('{"id":%d,"type":"%s","x":%d,"y":%d}' % (i + 1, *each) for i, each in enumerate(typed))
    return tiled('{"type":"tilelayer","data":[1,2,1,2]},{"type":"objectgroup","objects":[%s]}' % listed, height=2)


def coded(data, encoding="csv", compression=""):
    return tiled('{"type":"tilelayer","name":"a","encoding":"%s","compression":"%s","data":"%s"}' % (encoding, compression, data))


CHUNK = '{"x":0,"y":0,"width":2,"height":1,"data":[1,2]}'
CHUNKED_LAYER = '{"type":"tilelayer","name":"a","chunks":[%s]}' % CHUNK
INFINITE = "is an infinite map, which dungen does not read; in Tiled, uncheck Map > Map Properties > Infinite\n"


def xml(layers, **attributes):
    """The same in XML."""
    attributes = {"width": 2, "height": 1, "tilewidth": 16, "tileheight": 16, **attributes}
    return "<map %s>%s</map>" % (" ".join(f"{key}='{value}'" for key, value in attributes.items()), layers)


def packed(data):
    return base64.b64encode(zlib.compress(data)).decode()


def xp(layers, width, height, *cells, version=-1):
    return gzip.compress(struct.pack("<iIII", version, layers, width, height) + b"".join(cells))


TWO = struct.pack("<II", 1, 2)
TWO_TILES = base64.b64encode(TWO).decode()
SMALL_XP = xp(1, 3, 3, *9 * [b"#\0\0\0" + bytes(6)])
LARGE_XP = xp(1, 999, 99, *999 * 99 * [b"#\0\0\0" + bytes(6)])
NUMBERS = [(number, "takes a whole number from 1 to ") for number in
           ("0", "-1", "2.5", "1e400", "9007199254740993", "1e15", '"1"', "null", "true", "[]", "{}")]
PATH = f'"path":[{point(1)},{point(3)}]'

def trace(change):
    """The trace of a seed with lines exchanged, by number; None: left out."""
    lines = {**dict(enumerate(output("-s42", "-f", "trace").decode().splitlines(), 1)), **change}
    return "".join(f"{line}\n" for _, line in sorted(lines.items()) if line is not None)


# Of each format, what is no map, and what the message says.
FAULTS = {
    "json": [
        ("", "is empty"),
        ("[1]", "line 1, byte 1: an array"),
        ("\n  x", "line 2, byte 3: no JSON object begins here"),
        ("\t\r x", "line 1, byte 4: no JSON object begins here"),
        ('{"a":', "line 1, byte 1: the document that begins here is cut off"),
        (document('"rooms":[]', '"params":{"doors":true,"loops":1,"doors":true}'), "params: doors is there twice"),
        (document('"tiles":["###\\u0000abc"]'), "line 1, byte 36: a NUL, which would end the string"),
        (document('"tiles":["#\\n#\\u0000"]'), "line 1, byte 37: a NUL, which would end the string"),
        ('{"a":"\\"}', "line 1, byte 7: this is no JSON"),
        ('{"a":"b', "line 1, byte 1: the document that begins here is cut off"),
        ('{"a":"b",\n\n', "line 1, byte 1: the document that begins here is cut off"),
        ('{"a":[1]]', "line 1, byte 9: this is no JSON"),
        ('{"a":"b\0"}', "line 1, byte 8: a NUL, which would end the string"),
        (document('"rooms":[]') + "\n{", "line 2, byte 1: the document that begins here is cut off; each line must be a document, as the first line is"),
        (document('"rooms":[]') + "\n" + document('"rooms":[]') + " x", "line 2, byte 35: text after a document; each line must be a document"),
        (document('"rooms":[]') + "\n" + document('"a":"b\0"'), "line 2, byte 29: a NUL, which would end the string"),
        ("{\n" + document('"rooms":[]')[1:] + "\nx", "line 3, byte 1: no JSON object begins here"),
        ('\n{"a":\n1 1}', "line 3, byte 3: this is no JSON"),
        ('{"a":' + "\n[" * 100000, "line 1001, byte 1: this is no JSON, or nested too deep"),
        ('{"a":' * 100000, "line 1, byte 5001: this is no JSON, or nested too deep"),
        ("{}", "has neither rooms nor tiles"),
        *((f'{{"width":{number},"height":6,"rooms":[]}}', f"width: {why}2147483647") for number, why in NUMBERS),
        (document('"width":8', '"rooms":[]'), "width: is there twice"),
        (document('"format":"other"', '"rooms":[]'), 'format: takes "dungen"'),
        (document('"version":2', '"rooms":[]'), "version: takes a whole number from 1 to 1"),
        *((document(f'"seed":{seed}', '"rooms":[]'), "seed: takes a string of digits without leading zeros, up to \"18446744073709551615\"")
          for seed in ("1", '"-1"', '"01"', '""', '"18446744073709551616"', '"1x"')),
        (document('"spawn":1', '"rooms":[]'), "spawn: takes an object with x and y"),
        ('{"width":9,"height":0,"rooms":[]}', "height: takes a whole number from 1 to 2147483647"),
        (document('"rooms":[]', '"exit_distance":"far"'), "exit_distance: takes a whole number from 0 to"),
        (document('"rooms":[]', '"spawn":%s' % point(9)), "spawn.x: takes a whole number from 0 to 8"),
        (rooms("1"), "rooms[1]: takes an object"),
        (rooms(ROOM.replace("{", '{"id":7,')), "rooms[1].id: takes a whole number from 1 to 1"),
        *((rooms(json.dumps({**json.loads(ROOM), key: most + 1})), f"rooms[1].{key}: takes a whole number from 1 to {most}")
          for key, most in (("x", 7), ("width", 7), ("y", 4), ("height", 4))),
        ('{"width":1,"height":1,"rooms":[%s]}' % ROOM, "rooms[0].x: does not fit the map"),
        (tunnel('{"from":0,"to":1,%s}' % PATH), "tunnels[0].to: takes a whole number from 0 to 0"),
        (tunnel('{"from":0,"to":0,"path":[%s]}' % point(1)), "tunnels[0].path: takes an array of 2 or more points"),
        (tunnel('{"from":0,"to":0,"path":[%s,%s]}' % (point(1), point(2, 2))),
         "tunnels[0].path: 2,2 is not straight from 1,1"),
        (tunnel('{"from":0,"to":0,"path":[%s,%s]}' % (point(1), point(9))),
         "tunnels[0].path.x: takes a whole number from 0 to 8"),
        (tunnel('{"from":0,"to":0,"path":[1,2]}'), "tunnels[0].path: takes an object with x and y"),
        (tunnel('{"from":0,"to":0,"path":5}'), "tunnels[0].path: takes an array of 2 or more points"),
        (document('"rooms":[]', '"tunnels":[{"from":0,"to":0,%s}]' % PATH), "tunnels[0].from: there are no rooms"),
        (document('"rooms":[]', '"doors":[{"x":1,"y":0,"room":0}]'), "doors[0].room: there are no rooms"),
        (rooms(ROOM, '"doors":[{"x":1,"y":6,"room":0}]'), "doors[0].y: takes a whole number from 0 to 5"),
        (rooms(ROOM, '"doors":[{"x":1,"y":0,"room":2}]'), "doors[0].room: takes a whole number from 0 to 1"),
        (document('"tiles":[1]'), "tiles[0]: takes a string of 9 ASCII characters, the width"),
        (document('"tiles":["#########"]'), "tiles: takes 6 rows, the height"),
        (document('"tiles":["####?####"]'), "tiles[0]: character 5 is not in the legend"),
        (document('"rooms":[]') + "\n" + document('"rooms":1'), "document 2: rooms: takes an array"),
    ],
    "text": [
        ("\n\r\n\n", "has no tiles"),
        ("###\r\n#é?x#\n# ;\n", "line 2, column 2: no tile looks like 'é'; name the characters with --glyphs"),
        (b"#\x80", "line 1, column 2: byte 0x80 is no character"),
        ("###\n#\0#\n", "line 2, column 2: byte 0x00 is no character"),
        (b"###\n#\xe2\x98", "line 2, column 2: byte 0xe2 is no character"),
        ("#@#\n#@#\n", "line 2, column 2: a second spawn; a map has one, and text holds one map; for several, choose json"),
        ("#>>\n", "line 1, column 3: a second exit; a map has one, and text holds one map; for several, choose json"),
        *(("#" * side + "\n#" * side, f"its rows differ too much; filled up with wall, it would be a map of {side}x{side + 1}")
          for side in (5000, 70000)),
    ],
    "csv": [
        ("0,1\n0,4", "line 2, byte 3: takes 0 to 3"),
        ("0,1\n0;1", "line 2, byte 1: takes 0 to 3"),
        ("-2", "line 1, byte 1: takes 0 to 3"),
    ],
    "movingai": [
        ("", "line 0: the header is type octile, height N, width N and map"),
        *(("%s octile\nheight %s\nwidth %s\n%s\n.\n" % tuple(header), f"line {line}: the header is") for line, *header in (
            (1, "kind", 1, 1, "map"), (2, "type", "/", 1, "map"), (2, "type", 0, 1, "map"), (2, "type", 10**19, 1, "map"),
            (3, "type", 1, 2**31, "map"), (3, "type", 1, "x", "map"), (4, "type", 1, 1, "max"))),
        ("type octile\nheight 2\nwidth 2\nmap\n.@\n", "ends after 1 of 2 rows"),
        ("type octile\nheight 2\nwidth 2\nmap\n.\n", "line 5: has 1 tiles; the header says 2"),
        *((f"type octile\nheight 1\nwidth 1\nmap\n.\n{more}", "line 6: the header says height 1, and here is one more row") for more in (".\n", "\n.\n")),
        *((f"type octile\nheight 1\nwidth 1\nmap\n.\n{blank}type octile\n", "line 6: a second map follows; a movingai file holds one map") for blank in ("", "\n", "\n\n")),
        *(("type octile\nheight 1\nwidth 2\nmap\n.%s\n" % tile, "line 5, column 2: takes one of .GS@OTW") for tile in "x\0"),
    ],
    "tmj": [
        ("{}", "is no map of Tiled; a document of dungen is --input-format json"),
        (tiled(""), "layers: no layer has tiles"),
        (tiled('{"type":"tilelayer","data":[1]}'), 'layer "": data: takes 2 tiles, in an encoding of Tiled'),
        (tiled('{"type":"tilelayer","data":5}'), 'layer "": data: takes 2 tiles, in an encoding of Tiled'),
        (tiled('{"type":"tilelayer","data":[-1,2]}'), 'layer "": data: takes a whole number from 0 to 4294967295'),
        (tiled('{"type":"tilelayer","data":[1,2]}', '"tilesets":[{"firstgid":5,"tilecount":4}]'), 'layer "": tile 0,0 is number 1 of tileset ""'),
        (tiled('{"type":"tilelayer","data":[1,2]}', '"infinite":1'), INFINITE[:-1]),
        (tiled('{"type":"tilelayer","data":[1,2]}', '"properties":[{"name":"seed","type":"string","value":"007"}]'),
         "seed: takes a string of digits without leading zeros"),
        (tiled('{"type":"tilelayer","data":[4,4]}'), 'layer "": a second exit at 1,0; the first is at 0,0'),
        *((coded(text), f'layer "a": data: number {which} of 2 is missing or none') for text, which in
          (("1,", 2), ("1,x", 2), ("1 1", 1), ("1,1,", 2), (",1", 1), ("-1,1", 1), ("4294967296,1", 1), ("99999999999,1", 1), ("   ", 1))),
        *((coded(text, "base64", *compression), 'layer "a": data: is damaged, of another size, or compressed by Zstandard; in Tiled, choose Map > Map Properties > ')
          for text, *compression in ((TWO_TILES[:-4],), ("!" + TWO_TILES[1:],), (TWO_TILES + "AQAA",), (TWO_TILES, "zlib"), (TWO_TILES, "gzip"),
                                     (packed(TWO[:-1]), "zlib"), (packed(TWO + b"1"), "zlib"), (packed(TWO)[:-4], "zlib"), ("", "zlib"),
                                     (packed(bytes(1 << 24)), "zlib"), (base64.b64encode(gzip.compress(bytes(1 << 24))).decode(), "gzip"))),
        (coded(TWO_TILES, "base64", "zstd"), 'layer "a": data: is damaged, of another size, or compressed by Zstandard; in Tiled, choose Map > Map Properties > '),
        (tiled('{"type":"tilelayer","encoding":"base64","compression":"zlib","data":"eA=="}', height=2147483647), 'layer "": data: '),
        (tiled('{"type":"tilelayer","data":[1]}', height=2147483647).replace('"width":2,', '"width":3,', 1),
         'layer "": a map that is read has at most 4294967295 tiles'),
        (tiled(CHUNKED_LAYER, '"infinite":true'), INFINITE),
        (tiled(CHUNKED_LAYER, '"infinite":true').replace('"width":2,', '"width":0,', 1), INFINITE),
        (tiled(CHUNKED_LAYER), INFINITE),
        (tiled('{"type":"tilelayer","data":[1,2]}', '"infinite":true'), INFINITE),
        (tiled('{"type":"tilelayer","name":"a"},{"type":"group","layers":[{"type":"tilelayer","name":"b"}]}'),
         'layers: has 2 tile layers; call the one that counts "terrain"'),
        *((tiled('{"type":"tilelayer","name":"a","data":[1,%d]}' % tile, '"tilesets":[{"firstgid":1,"name":"dungen-tiles"},'
                 '{"firstgid":9,"source":"more.tsx"},{"firstgid":7,"name":"monsters"}]'),
           f'layer "a": tile 1,0 is number {number} of tileset "{name}"; use 0 to 3 of "dungen-tiles"')
          for tile, number, name in ((5, 4, "dungen-tiles"), (7, 0, "monsters"), (9, 0, "more.tsx"))),
        *((tiled('{"type":"tilelayer","name":"a","data":[1,3]}', '"tilesets":[{"firstgid":1,"name":"mine"%s' % more), f'layer "a": tile 1,0 is number {number} of tileset "{name}"; use 0 to 1 of ')
          for more, number, name in ((',"tilecount":2}]', 2, "mine"), ('},{"firstgid":3,"name":"deco"}]', 0, "deco"))),
        (tiled('{"type":"tilelayer","data":[1,2]}', '"orientation":"isometric"'), 'orientation: takes "orthogonal"; other maps place objects by other rules'),
        *((tiled('{"type":"tilelayer","data":[1,2]},{"type":"objectgroup","objects":[{"type":"spawn",%s}]}' % place), 'layer "": the spawn is not on the map')
          for place in ('"x":4', '"x":4,"y":null', '"x":"4","y":0')),
        *((objects(("spawn", *at)), 'layer "", object 1: the spawn is not on the map') for at in ((8, 0), (-1, 0), (0, 8), (0, -1))),
        (tiled('{"type":"tilelayer","data":[1,2]},{"type":"objectgroup","objects":[{"id":1,"type":"spawn","x":0,"x":4}]}'), 'layer "", object 1: x: is there twice'),
        (objects(("exit", 0, 0), ("Exit", 4, 0)), 'layer "", object 2: objects 1 and 2 are both the exit, at 0,0 and 1,0'),
        (tiled("", '"tilesets":[{"firstgid":0}]'), "tilesets[0].firstgid: takes a whole number from 1 to 2147483647"),
    ],
    "trace": [
        (trace({3: "3: w 11, h 9, x 4, y 1: room 2, column first"}), "line 3: w is 11, and is drawn from 6 to 10: --room-min and --room-max"),
        (trace({3: "3: w 10, h 5, x 4, y 1: room 2, column first"}), "line 3: h is 5, and is drawn from 6 to 10: "),
        (trace({3: "3: w 10, h 9, x 70, y 1: room 2, column first"}), "line 3: x is 70, and is drawn from 0 to 69: --width 80 - w 10 - 1"),
        (trace({3: "3: w 10, h 9, x 4, y 36: room 2, row first"}), "line 3: y is 36, and is drawn from 0 to 35: --height 45 - h 9 - 1"),
        (trace({3: "\n"}), "line 5: is attempt 4, and should be 3"),
        (trace({3: "3: w 10, h 9, x 4, y 1: room 3, row first"}), "line 3: is room 3, and should be room 2"),
        (trace({3: "#: w 10, h 9, x 4, y 1: room 2, row first"}), "line 3: takes an attempt, such as "),
        (trace({3: "3: w 10, h 9, x 4, y 1: room 2, row first\0"}), "line 3: takes an attempt, such as "),
        (trace({3: "3: w 6, h 6, x 29, y 15: room 2, row first"}), "line 3: room 2 overlaps room 0, if only by a wall"),
        (trace({2: "2: w 7, h 7, x 13, y 34: overlaps", 3: "3: w 10, h 9, x 4, y 1: room 1, row first", **dict.fromkeys(range(4, 31))}),
         "line 2: overlaps no room, and should be one"),
        (trace({30: None}), "ends after 29 attempts of 30; for others, add a line like "),
        (trace({32: "exit: 1,1"}), "exit: is 1,1, and should be 63,38, the center of room 13"),
        (trace({32: "exit: 63,1"}), "exit: is 63,1, and should be 63,38, the center of room 13"),
        *((trace({line: text}), f"line {line}: takes an attempt, such as ") for line, text in (
            (1, "1: w 6, h 6, x 35, y 15: room 0, row first"), (3, "3: w 10, h 9, x 2147483648, y 36: room 2, row first"),
            (3, "3: w 10, h 9, x 4, y 1: room 2"), (3, "3: w 10, h 9, x 4, y 1: room 2, from room 0, row first"),
            (3, "3: w 10, h 9, x 4, y 1: dropped"), (3, "3: w 10, h 9, x 4, y 1: overlaps it"), (32, "exit 1,1"), (1, "x" * 300))),
        (trace({33: "map: 9x9, 30 attempts, rooms 6 to 10"}), "map: dungen makes no such map"),
    ],
    "tmx": [
        ("", "line 1, byte 1: no element found"),
        ("<map>\n<layer></map>", "line 2, byte 10: mismatched tag"),
        ("<tileset/>", "is no map of Tiled"),
        *((xml("<layer><data encoding='csv'><chunk x='0' y='0' width='2' height='1'>1,2</chunk></data></layer>", **attributes), INFINITE)
          for attributes in ({"infinite": 1}, {"infinite": 1, "width": 0}, {})),
        *((xml("", width=width), "width: takes a whole number from 1 to 2147483647") for width in ("two", "2x")),
        (xml("<layer name='a'><data><tile/></data></layer>"), 'layer "a": data: takes 2 tiles, in an encoding of Tiled'),
        (xml("<layer name='a'><data><tile/><tile gid='-1'/></data></layer>"), 'layer "a": data: number 2 of 2 is missing or none'),
        (xml("<layer name='a'><data encoding='base64' compression='zlib'>%s</data></layer>" % packed(bytes(1 << 24))), 'layer "a": data: is damaged'),
        (xml("<layer name='a'><data><tile/><tile gid='2'/></data></layer><objectgroup><object type='spawn' x='' y='0'/></objectgroup>"), 'layer "": the spawn is not on the map'),
        *((xml("<layer><data><tile/><tile/></data></layer><objectgroup><object id='7' type='tunnel' x='0' y='0'>%s<polyline%s/></object></objectgroup>"
               % ("<properties><property name='from' type='int' value='0'/></properties>", points)), 'layer "", object 7: from: there are no rooms')
          for points in ("", *(f" points='{points}'" for points in (",,,", "0 0", "0,", "0,x")))),
        ("<map>" + 400 * "<group>", "elements are nested too deep"),
        ("<map>" + 400 * "<a>" + 400 * "</a>", "elements are nested too deep"),
        ("<map %s='1'/>" % ("a" * (1 << 20)), "width: takes a whole number from 1 to 2147483647"),
    ],
    "xp": [
        *((data, "is cut off, damaged, or no drawing of REXPaint")
          for data in (*(SMALL_XP[:i] for i in range(len(SMALL_XP))), LARGE_XP[:40], LARGE_XP[: len(LARGE_XP) // 2], LARGE_XP[:-1],
                       xp(2, 1, 1, b"#" + bytes(9)), xp(2, 1, 1, b"#" + bytes(26)), xp(2, 1, 1, b"#" + bytes(28)),
                       SMALL_XP[:-8] + b"12345678", b"no gzip" * 9, gzip.compress(b""), xp(1, 1, 1), xp(1, 2**16, 2**15))),
        *((xp(*head), f"is no drawing of REXPaint, or too large: {head[1]}x{head[2]}; a map has up to 4294967295 tiles")
          for head in ((0, 1, 1), (1, 0, 1), (1, 2**31, 1), (1, 1, 2**31), (1, 2**30, 2**30))),
        (xp(1, 999, 99, *99 * 999 * [b"!\0\0\0" + bytes(6)]), "cell 0,0: no tile looks like character 33"),
        *((SMALL_XP + more, "has data after its end; a file has one map") for more in (SMALL_XP, b"x")),
        (xp(1, 1, 1, b"\0\1" + bytes(8)), "cell 0,0: no tile looks like character 256"),
        # Other colors than that of a transparent background.
        *((xp(1, 4, 1, *(b"%c\0\0\0\0\0\0%c%c%c" % cell for cell in ((46, 255, 0, 0), (46, 255, 1, 0), (*mark, 0, 0, 0), (*mark, 0, 0, 0)))),
           f"cell 3,0: a second {name}; a map has one") for mark, name in ((b"@", "spawn"), (b">", "exit"))),
    ],
}  # fmt: skip


class Faults(TestCase):
    def test_each_is_told_with_its_place(self):
        for format, text, why in ((format, *fault) for format, faults in FAULTS.items() for fault in faults):
            with self.subTest(format, text=text[:100], why=why):
                write(self.path("map"), text if isinstance(text, bytes) else text.encode())
                write(self.path("out"), OLD)
                result = run("--input", "map", "--input-format", format, "-o", "out", cwd=self.folder)
                self.assert_message(result, 4, f"dungen: map: {why}")
                self.assertEqual(read(self.path("out")), OLD)
                self.assert_holds("map", "out")


DECLARATION = "a map cannot declare entities; open and save it in Tiled"
REFERENCE = "an entity of another file, which is not opened"


class Targets(TestCase):
    def test_a_file_may_be_appended_to_that_is_not_read(self):
        """Input files of a pattern are compared with the output that is written in place."""
        self.good("-s1", "-n2", "-o", self.path("%i.txt"))
        write(self.path("all.txt"), b"")
        with open(self.path("all.txt"), "ab") as end:
            result = run("-n2", "-i", "%i.txt", stdout=end, cwd=self.folder)
        self.assertEqual((result.returncode, read(self.path("all.txt"))), (0, self.good("-s1", "-n2")))

    def test_a_map_that_lost_something_may_replace_another_file(self):
        write(self.path("a.tmj"), tiled('{"type":"tilelayer","opacity":"low","data":[1,2]}').encode())
        write(self.path("b.txt"), OLD)
        self.assert_message(run("-i", "a.tmj", "-o", "b.txt", cwd=self.folder), 0, "a.tmj: not kept: classes, colors and looks")
        self.assertEqual(read(self.path("b.txt")), b"#.\n")


class Entities(TestCase):
    """Entities of a tmx. Tiled writes none, and they can expand to more than memory holds."""

    def setUp(self):
        super().setUp()
        write(self.path("secret"), b"1,2")

    def assert_refused(self, text, line, why):
        write(self.path("map.tmx"), text.encode())
        under = strace("trace=openat,open", trace=self.path("calls"))
        result = run("-i", "map.tmx", "-o", "out.txt", cwd=self.folder, under=under)
        self.assert_message(result, 4, f"dungen: map.tmx: line {line}, byte ", f": {why}\n")
        calls = read(self.path("calls"))
        self.assertIn(b'"map.tmx"', calls)
        self.assertNotIn(b"secret", calls)
        self.assert_holds("map.tmx", "secret", "calls")

    def test_each_declaration_is_refused_with_its_line(self):
        layer = xml("<layer><data encoding='csv'>1,2</data></layer>")
        for declaration in (
            "<!ENTITY wall '1'>",
            "<!ENTITY wall SYSTEM 'secret'>",
            "<!ENTITY wall PUBLIC '-//wall' 'secret'>",
            "<!NOTATION png SYSTEM 'png'><!ENTITY wall SYSTEM 'secret' NDATA png>",
            "<!ENTITY % wall '1'>",
            "<!ENTITY % wall SYSTEM 'secret'>",
            "<!ATTLIST map name CDATA 'a'><!ENTITY wall '1'>",
        ):
            for dtd in ("", "SYSTEM 'secret' "):
                with self.subTest(declaration, dtd=dtd):
                    self.assert_refused(f"<?xml version='1.0'?>\n<!DOCTYPE map {dtd}[\n{declaration}]>\n{layer}", 3, DECLARATION)

    def test_an_entity_of_another_file_is_not_left_out(self):
        """What such an entity stands for would be missing from the map."""
        layer = "<layer><data encoding='csv'>%s</data></layer>"
        for subset, data, line in (
            ("SYSTEM 'secret'", "\n1,2&wall;", 3),
            ("[\n%walls;]", "1,2", 2),
            ("[\n%walls; <!ENTITY wall '1'>]", "1,2", 2),
            ("SYSTEM 'secret' [\n%walls;]", "1,2", 2),
        ):
            with self.subTest(subset):
                self.assert_refused(f"<!DOCTYPE map {subset}>\n{xml(layer % data)}", line, REFERENCE)

    def test_a_chain_of_entities_ends_in_a_message(self):
        """Expat called itself for each of them, until the stack was full."""
        count = 30000
        chain = "".join(f'<!ENTITY a{i + 1} "&a{i};">' for i in range(count)) + '<!ENTITY a0 "x">'
        in_text = f"<map>&a{count};</map>"
        in_attribute = f"<map width='&a{count};'/>"
        for use in (in_text, in_attribute):
            self.assert_refused(f"<!DOCTYPE m [{chain}]>{use}", 1, DECLARATION)

    def test_entities_of_xml_itself_are_read(self):
        layer = "<layer name='a &amp; &lt;b&gt; &#65;'><data encoding='csv'>&#49;,&#x32;</data></layer>"
        write(self.path("map.tmx"), xml(layer).encode())
        self.assertEqual(self.good("-qi", self.path("map.tmx")), b"#.\n")


class Others(TestCase):
    def test_what_other_programs_write(self):
        for format, text, map in (
            ("text", "\ufeff#A1#\r\n#? \r\n", "#..#\n#.##\n"),
            ("csv", "\ufeff0,-1,1\r\n2\r\n", "##.\n+##\n"),
            ("movingai", "type octile\r\nheight 2\r\nwidth 7\r\nmap\r\n.G@OTSW\r\nGGGGGGG\r\n\r\n", "..###.#\n.......\n"),
            ("json", '\ufeff{\n"legend": {"x": "wall", "o": "floor", "ox": "wall"},\n"height": 1, "width": 2, "tiles": ["xo"], "format": "dungen", "layers": 3}\n',
             "#.\n"),
            ("json", document('"a":"\\\\u0000"', '"rooms":[]'), "#########\n" * 6),
            ("tmj", tiled('{"type":"group","layers":[{"type":"tilelayer","data":[0,2415919110]}]},'
                          '{"type":"objectgroup","objects":[{"class":"spawn","x":4.5,"y":0}]}',
                          '"tilesets":[{"firstgid":1,"name":"a"},{"firstgid":5,"name":"dungen-tiles"}]'), "#@\n"),
            ("tmj", tiled('{"type":"tilelayer","data":[1,2]}', '"infinite":false'), "#.\n"),
            ("trace", " 1:  w 2, h 2,x 0,y 0:room 0 \r\n\nmap: 4x4, 1 attempts, rooms 2 to 2", "####\n#@##\n####\n####\n"),
            # As people write them for pytmx: a DTD that is not opened, no ids, and what is of no interest.
            ("tmx", "<?xml version='1.0'?>\n<!DOCTYPE map SYSTEM 'http://mapeditor.org/dtd/1.0/map.dtd'>\n<!-- by hand -->"
                    "<map width='3' height='1' tilewidth='16' tileheight='16'>"
                    "<tileset firstgid='1' name='t'><image source='dungen-tiles.png'/><tile id='0'><objectgroup><object x='1'/></objectgroup></tile></tileset>"
                    "<layer name='a'><data encoding='csv'>\n1, 2 ,<![CDATA[3]]>\n</data></layer>"
                    "<objectgroup><object type='spawn' x='16' y='0'><point/></object></objectgroup></map>", "#@+\n"),
            ("tmx", "<!DOCTYPE map [<!ELEMENT map ANY><!ATTLIST map name CDATA 'a'>]>" + xml("<layer><data>1,2</data></layer>"), "#.\n"),
            ("tmx", "<map infinite='0' width='2' height='1' tilewidth='16' tileheight='16'><layer><data><tile/><tile gid='2'/></data></layer></map>", "#.\n"),
            # What is transparent or empty is wall, letters and digits are floor; layers above the first are dropped.
            ("xp", xp(2, 4, 2, b".\0\0\0\0\0\0\xff\0\xff", b".\0\0\0\0\0\0\xff\1\xff", *(bytes([tile]) + bytes(9) for tile in b"\0 a8+#"),
                      struct.pack("<ii", 4, 2) + bytes(80), version=0), "##.+\n.#.#\n"),
        ):  # fmt: skip
            with self.subTest(format):
                write(self.path("map"), text if isinstance(text, bytes) else text.encode())
                self.assertEqual(self.good("-qi", self.path("map"), "--input-format", format), map.encode())

    def test_what_is_recognized_by_its_first_bytes(self):
        plain = self.good("-s1", "--doors", "--show", "none")
        for name in FORMATS:
            found = run("-i", "-", "--show", "none", input=self.good("-qs1", "--doors", "-f", name))
            if name in ("svg", "png", "pgm", "dot", "ansi"):
                self.assertIn(f"standard input: is {name}, which is not read; ", self.assert_message(found, 4))
            elif name == "trace":
                self.assertIn("standard input: line 31: takes an attempt, ", self.assert_message(found, 4))
            elif name not in ("movingai", "stats"):
                self.assertEqual(found.stdout, plain, name)
        write(self.path("map.json"), self.good("-qs1", "--doors", "-f", "tmj"))
        self.assertEqual(self.good("-i", self.path("map.json"), "--show", "none"), plain)
        self.assertEqual(self.good("-i", "-", input=b"0,-1,1\r\n2\r\n"), b"##.\n+##\n")

    def test_other_glyphs(self):
        for glyphs in ("█.", "#·"):
            self.assertEqual(self.good("-i", "-", "--glyphs", glyphs, input=glyphs.encode()), f"{glyphs}\n".encode())


class Losses(TestCase):
    """What a grid has but dungen does not keep is named once, and counts as a loss."""

    def assert_named(self, text, format, note):
        """Reading names the loss, --quiet does not, and the file is not replaced by what is left of it."""
        write(self.path("map"), text)
        reading = ["-i", "map", "--input-format", format]
        self.assertEqual(run(*reading, cwd=self.folder).stderr.decode(), f"dungen: map: {note}\n" if note else "")
        self.assertEqual(run(*reading, "-q", cwd=self.folder).stderr, b"")
        result = run(*reading, "-f", format, "-o", "map", cwd=self.folder)
        if note:
            self.assert_message(result, 4, f"dungen: map: {note}; choose another file for --output")
            self.assertEqual(read(self.path("map")), text)
        else:
            self.assertEqual((result.returncode, result.stderr), (0, b""))

    def test_letters_of_text(self):
        self.assert_named(b"#A.z?#\n#0...#\n", "text", "not kept: letters on 4 tiles")
        self.assert_named(b"#..o\n", "text", "not kept: letters on 1 tile")
        self.assert_named(b"#.@.>+\n", "text", "")
        self.assert_named(self.good("-qs1", "--labels"), "text", "not kept: letters on 13 tiles")

    def test_letters_that_glyphs_define_are_kept(self):
        found = run("-i", "-", "--glyphs", "ABCDE", input=b"AABBCD\n")
        self.assertEqual((found.stdout, found.stderr), (b"AABBCD\n", b""))

    def test_letters_of_xp(self):
        self.assert_named(self.good("-qs1", "--labels", "-fxp"), "xp", "not kept: letters on 13 tiles")
        letter_and_floor = [bytes([character]) + bytes(9) for character in b"a."]
        two_layers = xp(2, 2, 1, *letter_and_floor, struct.pack("<ii", 2, 1) + bytes(20))
        self.assert_named(two_layers, "xp", "not kept: letters on 1 tile; not kept: the layers above the first")

    def test_terrain_of_movingai(self):
        head = b"type octile\nheight 1\nwidth 7\nmap\n"
        self.assert_named(head + b".G@OTSW\n", "movingai", "not kept: terrain G, S, O, T, W")
        self.assert_named(head + b".....TT\n", "movingai", "not kept: terrain T")
        self.assert_named(head + b"...@@..\n", "movingai", "")


class Files(TestCase):
    """Files that are none, and files without end."""

    def test_that_cannot_be_read(self):
        write(self.path("locked.txt"), b"#\n")
        os.chmod(self.path("locked.txt"), 0)
        for path, message, how in (
            ("none.txt", "none.txt: No such file or directory", {}), ("/", "/: Is a directory", {}),
            ("-", "standard input: Bad file descriptor", {"under": shell('exec "$@" <&-')}),
            (self.path("locked.txt"), "locked.txt: Permission denied", {"ordinary": True}),
        ):  # fmt: skip
            self.assert_message(run("-i", path, "-o", "out", cwd=self.folder, **how), 1, message)
            self.assert_holds("locked.txt")

    def test_devices_without_end(self):
        for format in READ:
            result = run("-i", "/dev/zero", "--input-format", format)
            self.assert_message(result, 4, "dungen: /dev/zero: ")

    @unittest.skipIf(SANITIZED, "the sanitizer reserves all addresses")
    def test_pipes_without_end(self):
        for endless in ("yes '#'", "yes '' | tr '\\n' '#'", "echo '{\"a\":['; yes 1,"):
            with self.subTest(endless):
                with subprocess.Popen(["sh", "-c", f"({endless}) 2> /dev/null"], stdout=subprocess.PIPE) as source:
                    result = run("-i", "-", stdin=source.stdout, under=["prlimit", f"--as={50 << 20}"])
                    source.stdout.close()
                self.assertEqual(self.assert_message(result, 1), "dungen: out of memory: for the map in standard input")

    @unittest.skipIf(SANITIZED, "the sanitizer takes more memory")
    def test_memory_follows_the_file(self):
        """A line of 64 MiB, and many small values, in at most 8 bytes a tile and 100 for each of JSON."""
        many = 1 << 20
        objects_of_tiled = "<layer><data>1,2</data></layer><objectgroup>%s</objectgroup>" % ("<object b='1'/>" * 5000)
        defaults = " ".join(f'a{i} CDATA ""' for i in range(1000))
        layer = b'{"width":%d,"height":1,"tilewidth":1,"tileheight":1,"layers":[{"type":"tilelayer","data":[%s1]}]}'
        for format, text, bytes_each, status in (
            ("text", b"#" * (1 << 26), 8, 0),
            ("text --check", b"." * (1 << 26), 4, 4),
            ("text", b"#\n" * many, 8 / 2, 0),
            ("csv", b"0," * many + b"0", 8 / 2, 0),
            ("csv", b"0" * (1 << 26), 8, 4),
            ("movingai", b"type octile\nheight 1\nwidth %d\nmap\n%s\n" % (1 << 26, b"." * (1 << 26)), 8, 0),
            ("json", b'{"a":"%s"}' % (b"1" * (1 << 26)), 100, 4),
            ("json", b'{"a":[%s1]}' % (b"1," * many), 100, 4),
            ("json", b'{"a":[%s1]}' % (b"[]," * many), 100, 4),
            ("json", b'{"a":{%s"":1}}' % (b'"":1,' * many), 100, 4),
            ("tmj", layer % (many + 1, b"1," * many), 100, 0),
            # Attributes that are not read, by default and given.
            ("tmx", f"<!DOCTYPE map [<!ATTLIST object {defaults}>]>{xml(objects_of_tiled)}".encode(), 45, 0),
        ):
            with self.subTest(format, text=text[:20]):
                write(self.path("map"), text)
                format, *check = format.split()
                options = check or ["-f", "csv"]
                result = run("-i", "map", "--input-format", format, *options, cwd=self.folder, stdout=subprocess.DEVNULL,
                             under=["prlimit", f"--as={(8 << 20) + int(len(text) * bytes_each)}"])  # fmt: skip
                self.assertEqual(result.returncode, status, result.stderr)

    @unittest.skipIf(SANITIZED, "the sanitizer takes more time")
    def test_time_follows_the_length_of_a_comment(self):
        """Expat reads an unfinished comment again with each piece of the file."""

        def seconds(size):
            write(self.path("map.tmx"), xml("<!--%s--><layer><data>1,2</data></layer>" % ("x" * size)).encode())
            before = os.times().children_user
            self.assertEqual(self.good("-i", self.path("map.tmx")), b"#.\n")
            return os.times().children_user - before

        seconds(1 << 20)  # so that the program is in memory
        short, long = (min(seconds(size) for _ in range(3)) for size in (1 << 23, 1 << 26))
        # Eight times the length takes eight times as long, and took more than thirty.
        self.assertLess(long / short, 20)

    def trickle(self, data):
        """What is printed of a map whose first bytes come one by one."""
        with start("-i", "-", stdin=subprocess.PIPE, bufsize=0) as process:
            for byte in data[:40]:
                process.stdin.write(bytes([byte]))
                time.sleep(0.003)
            return process.communicate(data[40:])

    def test_a_pipe_in_pieces(self):
        """The format is known from the first bytes, however they come."""
        for name in ("json", "movingai", "xp", "text"):
            plain = ["--show", "none"] if name == "movingai" else []
            self.assertEqual(self.trickle(self.good("-s1", "-f", name)), (self.good("-s1", *plain), b""))
        found = run("-i", "-", input=self.good("-s1", "-f", "json"), under=shell("{ printf '\ufeff'; sleep 0.2; cat; } | \"$@\""))
        self.assertEqual((found.stdout, found.stderr), (self.good("-s1"), b""))
        self.assertEqual(self.trickle(b" \n"), (b"#\n", b""))
        wall = b'{"width":1,"height":1,"tiles":["#"]}'
        self.assertEqual(self.trickle(wall + b" \n" + wall), (b"#\n#\n", b""))
        self.assertEqual(self.trickle(b" \n" + self.good("-s1", "-f", "json")), (self.good("-s1"), b""))

    def test_documents_in_a_stream_do_not_wait_for_the_next(self):
        """If the first line is a document, each line is read and written when it arrives."""
        with start("-i", "-", stdin=subprocess.PIPE, bufsize=0) as process:
            for line in (b'{"width":2,"height":1,"tiles":["#."]}\n', b'\r\n{"width":2,"height":1,"tiles":["#."]} \r\n'):
                process.stdin.write(line)
                arrived, _, _ = select.select([process.stdout], [], [], 60)
                self.assertTrue(arrived, "the map of a document did not come before the next document")
                self.assertEqual(process.stdout.read(3), b"#.\n")
            process.stdin.close()
            self.assertEqual(process.wait(), 0)

    def test_documents_on_several_lines(self):
        """As jq prints them, and with several on the first line."""
        lines = self.good("-s1", "-n3", "-fjson")
        documents = [json.loads(line) for line in lines.splitlines()]
        for text in (
            "\n".join(json.dumps(map, indent=2) for map in documents),
            "".join(json.dumps(map) for map in documents),
            "\ufeff\r\n" + json.dumps(documents[0]) + "\r\n \r\n\r\n".join(["", *map(json.dumps, documents[1:])]),
            json.dumps(documents[0], indent=0) + json.dumps(documents[1]) + "\n\n" + json.dumps(documents[2]),
        ):
            self.assertEqual(self.good("-i", "-", "-fjson", input=text.encode()), lines, text[:20])

    @unittest.skipIf(SANITIZED, "the sanitizer reserves all addresses")
    def test_memory_for_lines_follows_the_longest(self):
        """A thousand documents need no more memory than one. If the first is on several lines, they do."""
        line = b'{"width":1,"height":1,"tiles":["."],"a":"%s"}\n' % (b"b" * 100_000)
        for first, status in ((line, 0), (b"{\n" + line[1:], 1)):
            write(self.path("map"), first + line * 1000)
            with self.subTest(status):
                result = run("-i", "map", "-f", "csv", cwd=self.folder, stdout=subprocess.DEVNULL, under=["prlimit", f"--as={32 << 20}"])
                self.assertEqual(result.returncode, status, result.stderr)

    def test_the_output_may_be_the_file_that_is_read(self):
        write(self.path("map.txt"), b"  . \n\n  \n")
        self.good("-i", "map.txt", "-o", "map.txt", cwd=self.folder)
        self.assertEqual(read(self.path("map.txt")), b"##.#\n####\n####\n")

    def test_a_file_does_not_grow_while_it_is_read(self):
        """Nor is it written over, by whatever name it is reached."""
        text = self.good("-s1", "-n2", "-fjson")
        write(self.path("map"), text)
        os.link(self.path("map"), self.path("hard"))
        for name, way in itertools.product(("map", "hard", "-"), ("", "-o /dev/stdout", "-o /proc/self/fd/1", "-o /dev/fd/%i --first 1")):
            for mode in ("ab", "r+b"):
                with open(self.path("map"), "rb") as file, open(self.path("map"), mode) as end:
                    result = run("-i", name, "-fjson", *way.split(), stdin=file, stdout=end, cwd=self.folder)
                self.assert_message(result, 1, "leads to the file that is read; --output with its name replaces it")
        self.assertEqual(read(self.path("map")), text)

    def test_documents_before_the_fault_are_whole(self):
        room = rooms(ROOM).encode()
        result = run("-i", "-", "-o", self.path("%i.json"), input=room * 2 + b'\n{"tiles": [')
        self.assertIn("line 2, byte 1: the document that begins here is cut off", self.assert_message(result, 4))
        self.assert_holds("1.json", "2.json")
        self.assertEqual(read(self.path("1.json")), read(self.path("2.json")))

    @unittest.skipIf(SANITIZED, "the sanitizer reserves all addresses")
    def test_maps_with_too_many_tiles(self):
        """They are refused before anything takes memory for their columns or tiles, whatever is done with the map."""
        trace = b"1: w 6, h 6, x 0, y 0: room 0\nmap: 2147483647x45, 1 attempts, rooms 6 to 10\n"
        sized = '{"width":%d,"height":%d,"rooms":[' + ROOM + "]}\n"
        large = (sized % (65536, 65536)).encode()
        why = "a map that is read has at most 4294967295 tiles, and this one is"
        for text, message in (
            (trace, f"standard input: {why} 2147483647x45"),
            (large, f"standard input: {why} 65536x65536"),
            ((sized % (9, 9)).encode() + large, f"standard input: document 2: {why} 65536x65536"),
        ):
            for way in ("--check", "-s1 --compare -", "--where rooms=1", "-f stats", "-f csv"):
                options = way.split() if "--compare" in way else ["-i", "-", *way.split()]
                found = run(*options, input=text, under=["prlimit", f"--as={16 << 20}"], stdout=subprocess.DEVNULL)
                if "document 2" not in message or "--compare" not in way:
                    self.assertIn(message, self.assert_message(found, 4))

    def test_the_largest_map_that_is_read(self):
        largest = '{"width":3,"height":1431655765,"rooms":[]}'
        found = run("-i", "-", "-f", "json", "--no-tiles", input=largest.encode())
        self.assertEqual((found.returncode, json.loads(found.stdout)["height"]), (0, 1431655765))

    def test_formats_that_cannot_have_the_map(self):
        huge, wide = ('{"width":%d,"height":%d,"rooms":[%s]}' % (*size, ROOM) for size in ((65535, 65535), (9, 1 << 28)))
        for text, name, why in ((huge, "xp", "is 65535x65535; an xp has up to 2147483647 tiles; choose a smaller map"),
                                ("#.#", "json --no-tiles", "has only tiles; leave out --no-tiles"),
                                (wide, "png", f"is 9x{1 << 28}; with --tile-size 16 a png picture has up to 134217727 tiles a side; choose a smaller map or tile"),
                                ("#.#", "dot", "has no rooms, which dot needs; choose --format json or text")):
            self.assert_message(run("-i", "-", "-f", *name.split(), input=text.encode()), 4, f"standard input: {why}\n")
