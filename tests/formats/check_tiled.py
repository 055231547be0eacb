# SPDX-License-Identifier: MIT
"""tmj and tmx: the maps and the tileset image, as Tiled and the readers of its maps take them. @prove @long @format"""

import base64
import concurrent.futures
import gzip
import itertools
import json
import os
import re
import struct
import xml.etree.ElementTree
import zlib

import numpy
from helper import DUNGEN, ROOT, TestCase, output, read, run, tool, write
from maps import maps, pixels

PIXELS = 16
FORMATS = ("tmj", "tmx")
SAVED = [("json", "tmj"), ("tmx", "tmx")]  # as Tiled calls them, and as dungen reads them
TILES = "#.+>"  # in the order of the tileset image
# A reader may make each property an attribute of what carries it, beside these, which pytmx and melonJS have already.
RESERVED = set("""
    id name type class x y width height rotation gid visible template points closed properties parent ellipse point polygon
    polyline text layers tilesets objects version tiledversion orientation renderorder filename images
""".split())
NAMES = ("tiles.png", "a b.png", 'sa"id.png', "it's.png", "<&>.png", "&amp;lt;.png", "back\\slash.png", "ü☃😀.png",
         "%31.png", "{{}}.png", "deeper/tiles.png")


def properties(**values):
    """A list of properties as Tiled's JSON has them."""
    types = {bool: "bool", int: "int", str: "string"}
    return [{"name": name, "type": types[type(value)], "value": value} for name, value in values.items()]


def objects_of(document):
    """The layers of objects that follow from the JSON document of a map."""
    middle = lambda point: (PIXELS * point["x"] + PIXELS // 2, PIXELS * point["y"] + PIXELS // 2)
    rooms, tunnels, marks = [], [], []
    for room in document["rooms"]:
        rooms.append({"name": f"room {room['id']}", "type": "room", "properties": properties(room=room["id"]),
                      **{key: PIXELS * room[key] for key in ("x", "y", "width", "height")}})
    for i, tunnel in enumerate(document["tunnels"]):
        path = [middle(point) for point in tunnel["path"]]
        (x, y), between = path[0], {"from": tunnel["from"], "to": tunnel["to"]}
        tunnels.append({"name": f"tunnel {i}", "type": "tunnel", "x": x, "y": y, "width": 0, "height": 0,
                        "polyline": [{"x": px - x, "y": py - y} for px, py in path],
                        "properties": properties(**between)})
    for name in ("spawn", "exit"):
        x, y = middle(document[name])
        marks.append({"name": name, "type": name, "x": x, "y": y, "width": 0, "height": 0, "point": True})
    layers = {"rooms": rooms, "tunnels": tunnels, "marks": marks}
    if "doors" in document:
        layers["doors"] = [{"name": f"door {i}", "type": "door", "x": PIXELS * door["x"], "y": PIXELS * door["y"],
                            "width": PIXELS, "height": PIXELS, "properties": properties(room=door["room"])}
                           for i, door in enumerate(document["doors"])]
    return layers


def expected(map, image="dungen-tiles.png"):
    """The map for Tiled, made from the JSON document of the same seed."""
    document = map.document
    layers = [{"id": 1, "name": "terrain", "type": "tilelayer", "x": 0, "y": 0, "width": map.width,
               "height": map.height, "opacity": 1, "visible": True,
               "data": [TILES.index(tile) + 1 for row in map.rows for tile in row]}]
    next_object = 1
    for name, objects in objects_of(document).items():
        for object in objects:
            object.update(id=next_object, rotation=0, visible=True)
            next_object += 1
        layers.append({"id": len(layers) + 1, "name": name, "type": "objectgroup", "draworder": "topdown", "x": 0, "y": 0,
                       "opacity": 1, "visible": True, "objects": objects})
    made = {key: document[key] for key in ("seed", "exit_distance") if key in document}
    made.update(document["params"], algorithm=document["generator"]["algorithm"], rng=document["generator"]["rng"])
    return {
        "type": "map", "version": "1.10", "tiledversion": "1.10.2", "orientation": "orthogonal",
        "renderorder": "right-down", "infinite": False, "width": map.width, "height": map.height, "tilewidth": PIXELS,
        "tileheight": PIXELS, "nextlayerid": len(layers) + 1, "nextobjectid": next_object,
        "properties": properties(**dict(sorted(made.items()))),
        "tilesets": [{"firstgid": 1, "name": "dungen-tiles", "tilewidth": PIXELS, "tileheight": PIXELS, "spacing": 0,
                      "margin": 0, "tilecount": 4, "columns": 4, "image": image, "imagewidth": 4 * PIXELS,
                      "imageheight": PIXELS, "tiles": [{"id": 0, "properties": properties(collides=True)}]}],
        "layers": layers,
    }


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
    if encoding == "":
        tiles = "".join(f'<tile gid="{number}"/>' for number in numbers)
    elif encoding == "csv":
        tiles = ",".join(str(number) for number in numbers)
    else:
        pack = {"base64": bytes, "base64 zlib": zlib.compress, "base64 gzip": gzip.compress}[encoding]
        tiles = base64.b64encode(pack(raw)).decode()
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
        self.environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "XDG_RUNTIME_DIR": self.path("runtime"),
                            "HOME": self.folder}

    def tiled(self, *command):
        tool(*command, env=self.environment)

    def write_maps(self, format):
        """Write each map to a file; return pairs of map and path."""
        files = []
        for i, map in enumerate(maps()):
            files.append((map, self.path(f"{i}.{format}")))
            write(files[-1][1], output(*map.options, "-f", format))
        return files

    def assert_drawn(self, map, name):
        """The pixels that tmxrasterizer makes of the terrain are those of the tiles."""
        self.tiled("tmxrasterizer", "--show-layer", "terrain", name, name + ".png")
        self.assertTrue(numpy.array_equal(pixels(read(name + ".png")), drawn(map, pixels(read(self.path("dungen-tiles.png"))))))

    def for_each(self, check, cases):
        """Check several cases at a time, since starting Tiled, once per map, takes most of the time."""
        with concurrent.futures.ThreadPoolExecutor() as pool:
            for case, future in [(case, pool.submit(check, *case)) for case in cases]:
                with self.subTest(case[-1]):
                    future.result()


class Maps(TiledTestCase):
    def test_tmj_says_what_json_says(self):
        for map in maps():
            with self.subTest(map.options):
                text = output(*map.options, "-f", "tmj").decode("ascii")
                found, wanted = json.loads(text), expected(map)
                # Not assertEqual, which would compare two long lists of tiles for minutes.
                self.assertTrue(found == wanted, [key for key in wanted if found.get(key) != wanted[key]])
                self.assertTrue(text == json.dumps(found, separators=(",", ":")) + "\n", "white space")

    def test_tiled_reads_all_of_it(self):
        """What Tiled saves is what it read: no key is lost. And it is read as the map that it was."""

        def check(map, name):
            for kind, format in SAVED:
                saved = name + "." + kind
                self.tiled("tiled", "--export-map", kind, name, saved)
                for look in (["--show", "spawn,exit"], ["-f", "json"], ["-f", "tmj"]):
                    result = run("--input", saved, "--input-format", format, *look)
                    self.assertEqual(result.stderr, b"", "nothing is lost")
                    self.assertTrue(result.stdout == output("-q", *map.options, *look))
            found, wanted = json.loads(read(name + ".json")), expected(map)
            del wanted["version"], wanted["tiledversion"]  # its own
            self.assertEqual(found.pop("compressionlevel"), -1)
            self.assertEqual({key: found[key] for key in found.keys() - {"version", "tiledversion"}}, wanted)

        self.for_each(check, [case for format in FORMATS for case in self.write_maps(format)])

    def test_what_is_changed_in_tiled(self):
        """A tile, a room, a property, and layers, as Tiled stores them, from one of its formats to the other."""
        map = maps()[7]

        def change(layers, properties):
            rooms = next(layer for layer in layers if layer["name"] == "rooms")
            layers.append({**rooms, "id": 90, "name": "bats", "objects": [{**rooms["objects"][0], "id": 900, "type": "bat"}]})
            layers.append({"id": 91, "name": "sky", "type": "imagelayer", "image": "dungen-tiles.png", "x": 0, "y": 0, "opacity": 1, "visible": True})
            properties.append({"name": "mood", "type": "string", "value": "dark"})

        def edit(tile, room):
            document = json.loads(output(*map.options, "-f", "tmj"))
            change(document["layers"], document["properties"])
            document["layers"][0]["data"][0] += tile
            document["layers"][1]["objects"][0]["x"] += room
            write(self.path("changed.tmj"), json.dumps(document).encode())
            for kind, format in SAVED:
                self.tiled("tiled", "--export-map", kind, self.path("changed.tmj"), self.path("saved." + kind))
                self.tiled("tiled", "--export-map", "tmx", self.path("saved." + kind), self.path("again.tmx"))
                for name in ("saved." + kind, "again.tmx"):
                    yield run("-i", self.path(name), "--input-format", "tmx" if name == "again.tmx" else format, "-f", "json")

        lost = 'layer "bats", layer "sky", '
        for result in edit(0, 5):
            self.assertEqual(result.stdout, output(*map.options, "-f", "json"))
            self.assertTrue(result.stderr.endswith(f": not kept: {lost}places of objects within their tiles, properties\n".encode()), result.stderr)
        for tile, room in ((1, 0), (0, -16), (1, 16)):
            for result in edit(tile, room):
                self.assertIn(b": rooms, tunnels, and doors do not make the tiles (first at ", result.stderr)
                self.assertIn(f", {lost}".encode(), result.stderr)
                found = json.loads(result.stdout)
                self.assertEqual(found["tiles"][0][0], "#."[tile])
                self.assertEqual([found[key] for key in ("seed", "spawn", "exit")], [map.document[key] for key in ("seed", "spawn", "exit")])
                places = [{**place, "x": place["x"] + (room // 16 if place["id"] == 0 else 0)} for place in map.document["rooms"]]
                self.assertEqual([place["x"] for place in found["rooms"]], [place["x"] for place in places])

    def test_what_tiled_adds_is_named_in_both_of_its_formats(self):
        """Things that a person adds in Tiled, as it saves them in JSON and in XML, where each is an element of its own."""
        document = json.loads(output(*maps()[7].options, "-f", "tmj"))
        terrain, rooms, tunnels, marks, *others = document["layers"]
        (tileset,) = document["tilesets"]
        terrain.update(name="Ground")
        for layer in document["layers"]:
            layer.update(offsetx=32)
        marks["objects"][0].update(ellipse=True, point=False)
        rooms["objects"][0]["x"] += 3
        box = {**rooms["objects"][0], "type": "", "name": "", "properties": [], "x": 0, "y": 0, "width": 4, "height": 4}
        shapes = {"type": "objectgroup", "name": "", "draworder": "index", "x": 0, "y": 0, "opacity": 1, "visible": True, "objects": [box]}
        tileset["tiles"] += [
            {"id": 1, "properties": properties(slippery=True)},
            {"id": 2, "animation": [{"duration": 100, "tileid": 2}, {"duration": 100, "tileid": 3}]},
            {"id": 3, "objectgroup": shapes},
        ]
        document["layers"] = [rooms, terrain, tunnels, marks, *others]
        write(self.path("changed.tmj"), json.dumps(document).encode())
        of_tiles = "of the tileset's tiles"
        names = ("the name of the terrain layer, the order of layers, offsets of layers, places of objects within their tiles, shapes of objects, "
                 f"properties {of_tiles}, animations {of_tiles}, collision shapes {of_tiles}")  # fmt: skip
        for kind, format in SAVED:
            self.tiled("tiled", "--export-map", kind, self.path("changed.tmj"), self.path("saved." + kind))
            result = run("--input", self.path("saved." + kind), "--input-format", format, "-f", "json")
            self.assertEqual(result.returncode, 0)
            self.assertTrue(result.stderr.decode().endswith(f"not kept: {names}\n"), result.stderr)

    def test_tiles_however_tiled_saves_them(self):
        """Each encoding. Tiled saves the map once more in both of its formats."""

        def check(map, encoding, name):
            write(name, encoded(map, encoding).encode())
            compression = encoding.partition(" ")[2]
            for kind, format in SAVED:
                saved = name + "." + kind
                self.tiled("tiled", "--export-map", kind, name, saved)
                content = read(saved).decode()
                self.assertTrue(not compression or f'compression="{compression}"' in content or f'"compression":"{compression}"' in content)
                for look in (["-f", "csv"], ["--show", "none"]):
                    self.assertTrue(output("--input", saved, "--input-format", format, *look) == output(*map.options, *look))

        cases = itertools.product(maps()[1:9:4], ("csv", "", "base64", "base64 zlib", "base64 gzip"))
        self.for_each(check, [(*case, self.path(f"{i}.tmx")) for i, case in enumerate(cases)])

    def test_infinite_maps_are_refused_with_the_entry_of_the_menu(self):
        """Tiled cuts the layer into chunks itself. The entry is called so in its menu."""

        def check(map, encoding, name):
            write(name, encoded(map, encoding, infinite=True).encode())
            for kind, format in SAVED:
                saved = name + "." + kind
                self.tiled("tiled", "--export-map", kind, name, saved)
                self.assertRegex(read(saved).decode(), '<chunk |"chunks":')
                result = run("--input", saved, "--input-format", format)
                self.assert_message(result, 4, "is an infinite map, which dungen does not read; in Tiled, uncheck Map > Map Properties > Infinite\n")

        cases = [(maps()[1], encoding) for encoding in ("csv", "base64 zlib")]
        self.for_each(check, [(*case, self.path(f"{i}.tmx")) for i, case in enumerate(cases)])

    def test_tiled_exports_the_csv(self):
        def check(map, name):
            self.tiled("tiled", "--export-map", "csv", name, name + ".csv")
            self.assertTrue(read(name + ".csv") == output(*map.options, "-f", "csv"))

        self.for_each(check, self.write_maps("tmj")[:-2:4])

    def test_tmx_leaves_nothing_to_be_guessed(self):
        """
        The attributes without which one reader or another ends, though Tiled reads it, and the shapes as elements. No
        property is an attribute: pytmx refuses a map with one whose name it has for something else, and melonJS overwrites
        that.
        """
        for map in maps():
            with self.subTest(map.options):
                root = xml.etree.ElementTree.fromstring(output(*map.options, "-f", "tmx"))
                self.assertLessEqual({"infinite", "nextlayerid", "nextobjectid", "tiledversion"}, set(root.attrib))
                self.assertEqual(root.get("version"), "1.10")
                tileset = {**root.find("tileset").attrib, **{"image" + key: value for key, value in root.find("tileset/image").items()}}
                wanted = {key: str(value) for key, value in expected(map)["tilesets"][0].items() if key not in ("image", "tiles")}
                self.assertEqual({key: tileset.get(key) for key in wanted}, wanted)
                for object in root.iter("object"):
                    self.assertEqual(set(object.attrib), {"id", "name", "type", "x", "y", "width", "height", "rotation",
                                                          "visible"})
                found = {group.get("name"): [object.find("point") is not None for object in group]
                         for group in root.iter("objectgroup")}
                self.assertEqual(found["marks"], [True, True])
                self.assertFalse(any(found["rooms"] + found["tunnels"]))
                for owner in root.findall(".//properties/.."):
                    names = [property.get("name") for property in owner.findall("properties/property")]
                    self.assertEqual(len(names), len(set(names) - set(owner.attrib) - RESERVED), (owner.tag, names))

    def test_pixels_beyond_32_bits(self):
        """The map is so high that only its end is compared, where the objects are."""
        options = "-s11 -W3 -H300000000 --room-min=2 --room-max=2 --max-rooms=1".split()
        document = json.loads(output(*options, "-f", "json", "--no-tiles"))
        self.assertGreater(document["spawn"]["y"] * PIXELS, 2**32)
        for format, place in (("tmj", '"x":{},"y":{},'), ("tmx", ' x="{}" y="{}" ')):
            with self.subTest(format):
                end = tool("sh", "-c", '"$@" | tail -c 1500', "sh", DUNGEN, *options, "-f", format).decode("ascii")
                for objects in objects_of(document).values():
                    for object in objects:
                        self.assertIn(place.format(object["x"], object["y"]), end)


class Image(TiledTestCase):
    def test_netpbm_reads_it(self):
        """The colors are those of the sample; at other sizes the nearest pixels are."""
        sample = pixels(read(ROOT / "samples/dungen-tiles.png"))
        for size in (1, 5, PIXELS, 24, 64):
            near = numpy.arange(size) * PIXELS // size
            columns = numpy.concatenate([PIXELS * tile + near for tile in range(4)])
            found = pixels(output("--tileset-image", f"--tile-size={size}"))
            self.assertEqual(found.tolist(), sample[near][:, columns].tolist())
        self.assertLess(len(output("--tileset-image")), 512)

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
            self.assertEqual(output(*map.options, "-f", format, "--show=none"), output(*map.options, "-f", format))

    def test_is_found_by_its_name(self):
        """Tiled opens the image, whatever is in its name: without it there would be no tiles."""
        map = maps()[4]
        os.mkdir(self.path("deeper"))

        def check(i, format, name):
            file = self.path(f"{i}.{format}")
            write(self.path(name), output("--tileset-image"))
            write(file, output(*map.options, "-f", format, "--tileset", name))
            self.assert_drawn(map, file)

        self.for_each(check, [(i, format, name) for i, name in enumerate(NAMES) for format in FORMATS])
