# SPDX-License-Identifier: MIT
"""tmj and tmx: the maps and the tileset image, as Tiled takes them. @prove @long"""

import base64
import concurrent.futures
import gzip
import itertools
import json
import os
import re
import struct
import zlib

import numpy
from check_tmj import FORMATS, PIXELS, TILES, expected, objects_of, properties
from helper import DUNGEN, TestCase, output, read, run, tool, write
from maps import locked_maps, maps, pixels

SAVED = [("json", "tmj"), ("tmx", "tmx")]  # as Tiled calls them, and as dungen reads them
NAMES = [
    *("tiles.png", "a b.png", 'sa"id.png', "it's.png", "<&>.png", "&amp;lt;.png"),
    *("back\\slash.png", "ü☃😀.png", "%31.png", "{{}}.png", "deeper/tiles.png"),
]
INFINITE = "dungen cannot read infinite maps"
UNCHECK_INFINITE = "in Tiled, uncheck Map > Map Properties > Infinite"


def drawn(map, tiles):
    """A map's pixels if the tiles are those of an image."""
    side = len(tiles)
    kinds = numpy.array([[TILES.index(tile) for tile in row] for row in map.rows])
    image = tiles.reshape(side, -1, side).swapaxes(0, 1)[kinds]
    return image.swapaxes(1, 2).reshape(map.height * side, map.width * side)


def encoded(map, encoding, infinite=False):
    """The map's tmx with its tiles in this encoding, and for an infinite map, in one chunk."""
    numbers = [TILES.index(tile) + 1 for row in map.rows for tile in row]
    raw = struct.pack(f"<{len(numbers)}I", *numbers)
    if encoding == "csv":
        tiles = ",".join(str(number) for number in numbers)
    else:
        compressions = {"": bytes, "zlib": zlib.compress, "gzip": gzip.compress}
        compress = compressions[encoding.partition(" ")[2]]
        tiles = base64.b64encode(compress(raw)).decode()
    text = output(*map.options, "-f", "tmx").decode()
    if infinite:
        text = text.replace('infinite="0"', 'infinite="1"')
        tiles = f'<chunk x="0" y="0" width="{map.width}" height="{map.height}">{tiles}</chunk>'
    names = zip(("encoding", "compression"), encoding.split())
    attributes = "".join(f' {name}="{value}"' for name, value in names)
    return re.sub("<data.*</data>", f"<data{attributes}>{tiles}</data>", text, flags=re.DOTALL)


class TiledTestCase(TestCase):
    def setUp(self):
        super().setUp()
        write(self.path("dungen-tiles.png"), output("--tileset-image"))
        # Tiled runs without a display, but needs a folder.
        os.mkdir(self.path("runtime"), 0o700)
        self.environment = {
            **os.environ,
            "QT_QPA_PLATFORM": "offscreen",
            "XDG_RUNTIME_DIR": self.path("runtime"),
            "HOME": self.folder,
        }

    def tiled(self, *command):
        tool(*command, env=self.environment)

    def save(self, kind, source, target):
        """Tiled opens a map and saves it in another format."""
        self.tiled("tiled", "--export-map", kind, source, target)

    def write_maps(self, format):
        """Write each map to a file; return pairs of map and path."""
        files = []
        for i, map in enumerate(locked_maps() + maps()):
            files.append((map, self.path(f"{i}.{format}")))
            write(files[-1][1], output(*map.options, "-f", format))
        return files

    def assert_drawn(self, map, name):
        """The pixels that tmxrasterizer makes of the terrain are those of the tiles."""
        self.tiled("tmxrasterizer", "--show-layer", "terrain", name, name + ".png")
        found = pixels(read(name + ".png"))
        wanted = drawn(map, pixels(read(self.path("dungen-tiles.png"))))
        self.assertEqual(found.shape, wanted.shape, name)
        self.assertEqual(numpy.count_nonzero(found != wanted), 0, f"{name}: pixels that differ")

    def for_each(self, check, cases):
        """Check several cases at a time, since starting Tiled for each takes most of the time."""
        with concurrent.futures.ThreadPoolExecutor() as pool:
            for case, future in [(case, pool.submit(check, *case)) for case in cases]:
                with self.subTest(case[-1]):
                    future.result()


class Maps(TiledTestCase):
    def test_tiled_reads_all_of_it(self):
        """What Tiled saves is what it read: no key is lost. And it is read as the map it was."""

        def check(map, name):
            for kind, format in SAVED:
                saved = name + "." + kind
                self.save(kind, name, saved)
                for look in (["--show", "spawn,exit,locks,secrets"], ["-f", "json"], ["-f", "tmj"]):
                    result = run(saved, *look)
                    self.assertEqual(result.stderr, b"", "nothing is lost")
                    self.assertTrue(result.stdout == output("-q", *map.options, *look), look)
            found, wanted = json.loads(read(name + ".json")), expected(map)
            for document in (found, wanted):
                del document["version"], document["tiledversion"]  # its own
            self.assertEqual(found.pop("compressionlevel"), -1)
            self.assertEqual(found, wanted)

        self.for_each(check, [case for format in FORMATS for case in self.write_maps(format)])

    def test_tiles_however_tiled_saves_them(self):
        """Each encoding. Tiled saves the map once more in both of its formats."""

        def check(map, encoding, name):
            write(name, encoded(map, encoding).encode())
            compression = encoding.partition(" ")[2]
            for kind, format in SAVED:
                saved = name + "." + kind
                self.save(kind, name, saved)
                if compression:
                    attribute = {
                        "tmx": f'compression="{compression}"',
                        "tmj": f'"compression":"{compression}"',
                    }
                    self.assertIn(attribute[format], read(saved).decode())
                for look in (["-f", "csv"], ["--show", "none"], ["-f", "json"]):
                    found = output("-q", saved, *look)  # csv and text have no locks
                    self.assertTrue(found == output(*map.options, *look), (saved, look))

        encodings = ("csv", "base64", "base64 zlib", "base64 gzip")
        cases = itertools.product([*maps()[1:9:4], locked_maps()[0]], encodings)
        self.for_each(check, [(*case, self.path(f"{i}.tmx")) for i, case in enumerate(cases)])

    def test_infinite_maps_are_refused_with_the_entry_of_the_menu(self):
        """Tiled cuts the layer into chunks itself. The entry is called so in its menu."""

        def check(map, encoding, name):
            write(name, encoded(map, encoding, infinite=True).encode())
            for kind, format in SAVED:
                saved = name + "." + kind
                self.save(kind, name, saved)
                self.assertRegex(read(saved).decode(), '<chunk |"chunks":')
                result = run(saved)
                self.assert_message(result, 4, f"{INFINITE}; {UNCHECK_INFINITE}\n")

        cases = [(maps()[1], encoding) for encoding in ("csv", "base64 zlib")]
        self.for_each(check, [(*case, self.path(f"{i}.tmx")) for i, case in enumerate(cases)])

    def test_tiled_exports_the_csv(self):
        def check(map, name):
            self.save("csv", name, name + ".csv")
            self.assertTrue(read(name + ".csv") == output(*map.options, "-f", "csv"), name)

        self.for_each(check, self.write_maps("tmj")[:-2:4])

    def test_pixels_beyond_32_bits(self):
        """The map is so high that only its end is compared, where the objects are."""
        options = "-s11 -W3 -H300000000 --room-min=2 --room-max=2 --max-rooms=1".split()
        document = json.loads(output(*options, "-f", "json", "--no-tiles"))
        self.assertGreater(document["spawn"]["y"] * PIXELS, 2**32)
        for format, place in (("tmj", '"x":{},"y":{},'), ("tmx", ' x="{}" y="{}" ')):
            with self.subTest(format):
                tail = ("sh", "-c", '"$@" | tail -c 1500', "sh")
                end = tool(*tail, DUNGEN, *options, "-f", format).decode("ascii")
                for objects in objects_of(document).values():
                    for object in objects:
                        self.assertIn(place.format(object["x"], object["y"]), end)


class Edited(TiledTestCase):
    """Things that a person changes or adds in Tiled, as it saves them in JSON and in XML, where
    each is an element of its own.
    """

    NOT_KEPT = 'layer "bats", layer "sky", other objects (1)'

    def setUp(self):
        super().setUp()
        self.map = maps()[7]
        self.document = json.loads(output(*self.map.options, "-f", "tmj"))

    def saved_maps(self):
        """The names of the document's file as Tiled saves it, each with its format."""
        write(self.path("changed.tmj"), json.dumps(self.document).encode())
        for kind, format in SAVED:
            saved = self.path(f"saved.{kind}")
            self.save(kind, self.path("changed.tmj"), saved)
            yield saved, format

    def saved_maps_and_conversions(self):
        """The same, and each from one of Tiled's formats to the other."""
        for saved, format in self.saved_maps():
            again = self.path("again.tmx")
            self.save("tmx", saved, again)
            yield from [(saved, format), (again, "tmx")]

    def add_layers_and_property(self):
        layers = self.document["layers"]
        rooms = next(layer for layer in layers if layer["name"] == "rooms")
        bat = {**rooms["objects"][0], "id": 900, "type": "bat"}
        layers.append({**rooms, "id": 90, "name": "bats", "objects": [bat]})
        sky = {"id": 91, "name": "sky", "type": "imagelayer", "image": "dungen-tiles.png"}
        layers.append({**sky, "x": 0, "y": 0, "opacity": 1, "visible": True})
        mood = {"name": "mood", "type": "string", "value": "dark"}
        self.document["properties"].append(mood)

    def move_first_room(self, pixels):
        self.document["layers"][1]["objects"][0]["x"] += pixels

    def test_a_room_that_is_moved_within_its_tile(self):
        """The map is the same, and everything else that is lost is named."""
        self.add_layers_and_property()
        self.move_first_room(5)
        losses = f"{self.NOT_KEPT}, properties of the map"
        for saved, format in self.saved_maps_and_conversions():
            with self.subTest(saved):
                result = run(saved, "-f", "json")
                self.assertEqual(result.stdout, output(*self.map.options, "-f", "json"))
                self.assertRegex(result.stderr.decode(), f": not kept: {re.escape(losses)}\n\\Z")

    def check_edit(self, tile=0, pixels=0):
        """Adds to the first tile, and moves the first room. The new map has these tiles, and all
        rooms.
        """
        self.add_layers_and_property()
        self.document["layers"][0]["data"][0] += tile
        self.move_first_room(pixels)
        rooms = self.map.document["rooms"]
        moved = [room["x"] + (pixels // PIXELS if room["id"] == 0 else 0) for room in rooms]
        note = b": the tiles differ from the rooms, tunnels, and doors, first at "
        for saved, format in self.saved_maps_and_conversions():
            with self.subTest(saved):
                result = run(saved, "-f", "json")
                self.assertIn(note, result.stderr)
                self.assertIn(f": {self.NOT_KEPT}, ".encode(), result.stderr)
                found = json.loads(result.stdout)
                self.assertEqual(found["tiles"][0][0], "#."[tile])
                for key in ("seed", "spawn", "exit"):
                    self.assertEqual(found[key], self.map.document[key], key)
                self.assertEqual([room["x"] for room in found["rooms"]], moved)

    def test_a_tile(self):
        self.check_edit(tile=1)

    def test_a_room_that_is_moved_to_other_tiles(self):
        self.check_edit(pixels=-PIXELS)

    def test_a_tile_and_a_room(self):
        self.check_edit(tile=1, pixels=PIXELS)

    def assert_named(self, losses):
        """dungen names these losses, and no others, however Tiled saves the map."""
        for saved, format in self.saved_maps():
            with self.subTest(saved):
                result = run(saved, "-f", "json")
                self.assertEqual(result.returncode, 0)
                message = result.stderr.decode()
                self.assertRegex(message, f"not kept: {re.escape(', '.join(losses))}\n\\Z")

    def test_changed_layers_and_objects_are_named(self):
        terrain, rooms, tunnels, marks = self.document["layers"]
        terrain.update(tintcolor="#ff0000")
        for layer in self.document["layers"]:
            layer.update(offsetx=32)
        (spawn, _) = marks["objects"]
        spawn.update(ellipse=True, point=False)
        self.document["layers"] = [rooms, terrain, tunnels, marks]
        names = ("rooms", "terrain", "tunnels", "marks")
        layers = [f'properties of layer "{name}"' for name in names]
        self.assert_named([*layers, "properties of objects (1)"])

    def test_additions_to_the_tileset_are_named(self):
        (room, *_) = self.document["layers"][1]["objects"]
        unnamed = {"type": "", "name": "", "properties": []}
        box = {**room, **unnamed, "x": 0, "y": 0, "width": 4, "height": 4}
        shapes = {"type": "objectgroup", "name": "", "draworder": "index", "objects": [box]}
        shapes.update(x=0, y=0, opacity=1, visible=True)
        frames = [{"duration": 100, "tileid": 2}, {"duration": 100, "tileid": 3}]
        (tileset,) = self.document["tilesets"]
        tileset["tiles"] += [
            {"id": 1, "properties": properties(slippery=True)},
            {"id": 2, "animation": frames},
            {"id": 3, "objectgroup": shapes},
        ]
        self.assert_named(['tileset "dungen-tiles"'])


class Image(TiledTestCase):
    def test_maps_use_tiles_of_that_size(self):
        map = maps()[4]
        for format in FORMATS:
            write(self.path("dungen-tiles.png"), output("--tileset-image", "--tile-size=9"))
            write(self.path("map." + format), output(*map.options, "-f", format, "--tile-size=9"))
            self.assert_drawn(map, self.path("map." + format))

    def test_the_exit_has_stairs_if_it_is_shown(self):
        """Nothing else changes."""
        for format, map in zip(FORMATS * 2, (*maps()[4:6], *maps()[22:24])):
            (x, y), rows = map.exit, list(map.rows)
            rows[y] = rows[y][:x] + ">" + rows[y][x + 1 :]
            name = self.path("map." + format)
            write(name, output(*map.options, "-f", format, "--show=exit"))
            self.assert_drawn(map._replace(rows=rows), name)
            hidden = output(*map.options, "-f", format, "--show=none")
            self.assertEqual(hidden, output(*map.options, "-f", format))

    def test_is_found_by_its_name(self):
        """Tiled opens the image, whatever is in its name: without it there would be no tiles."""
        map = maps()[4]
        os.mkdir(self.path("deeper"))

        def check(i, format, name):
            file = self.path(f"{i}.{format}")
            write(self.path(name), output("--tileset-image"))
            write(file, output(*map.options, "-f", format, "--tileset", name))
            self.assert_drawn(map, file)

        cases = [(i, format, name) for i, name in enumerate(NAMES) for format in FORMATS]
        self.for_each(check, cases)
