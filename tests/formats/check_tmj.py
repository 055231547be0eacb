# SPDX-License-Identifier: MIT
"""tmj and tmx: every key and attribute, and the tileset image, as parsers of JSON, XML, and PNG read
them. @format
"""

import itertools
import json
import xml.etree.ElementTree

import numpy
from helper import ROOT, TestCase, output, read, run, write
from maps import locked_maps, maps, pixels

PIXELS = 16
FORMATS = ("tmj", "tmx")
TILES = "#.+>"  # in the order of the tileset image
# A reader may make each property an attribute of what carries it, beside these, which pytmx and
# melonJS have already.
RESERVED = set(
    """
    id name type class x y width height rotation gid visible template points closed properties
    parent ellipse point polygon polyline text layers tilesets objects version tiledversion
    orientation renderorder filename images
    """.split()
)


def properties(**values):
    """A list of properties as Tiled's JSON has them."""
    types = {bool: "bool", int: "int", str: "string"}
    return [
        {"name": name, "type": types[type(value)], "value": value}
        for name, value in values.items()
    ]


def middle(point):
    """The pixel in the middle of a tile."""
    return PIXELS * point["x"] + PIXELS // 2, PIXELS * point["y"] + PIXELS // 2


def room_object(room):
    distance = {key: room[key] for key in ("distance",) if key in room}
    wing = {key: room[key] for key in ("wing_of",) if key in room}
    return {
        "name": f"room {room['id']}",
        "type": "room",
        "x": PIXELS * room["x"],
        "y": PIXELS * room["y"],
        "width": PIXELS * room["width"],
        "height": PIXELS * room["height"],
        "properties": properties(**distance, room=room["id"], **wing),
    }


def tunnel_object(number, tunnel):
    path = [middle(point) for point in tunnel["path"]]
    x, y = path[0]
    return {
        "name": f"tunnel {number}",
        "type": "tunnel",
        "x": x,
        "y": y,
        "width": 0,
        "height": 0,
        "polyline": [{"x": corner_x - x, "y": corner_y - y} for corner_x, corner_y in path],
        "properties": properties(**{"from": tunnel["from"], "to": tunnel["to"]}),
    }


def mark_object(name, point):
    x, y = middle(point)
    place = {"x": x, "y": y, "width": 0, "height": 0}
    return {"name": name, "type": name, **place, "point": True}


def key_object(key):
    return {**mark_object("key", key), "properties": properties(lock=key["lock"])}


def door_object(number, door):
    kept = {key: door[key] for key in ("lock", "room", "secret") if key in door}
    return {
        "name": f"door {number}",
        "type": "door",
        "x": PIXELS * door["x"],
        "y": PIXELS * door["y"],
        "width": PIXELS,
        "height": PIXELS,
        "properties": properties(**kept, tunnels=" ".join(map(str, door["tunnels"]))),
    }


def objects_of(document):
    """The layers of objects that follow from the JSON document of a map."""
    layers = {
        "rooms": [room_object(room) for room in document["rooms"]],
        "tunnels": [tunnel_object(i, tunnel) for i, tunnel in enumerate(document["tunnels"])],
        "marks": [mark_object(name, document[name]) for name in ("spawn", "exit")],
    }
    layers["marks"] += [key_object(key) for key in document.get("keys", [])]
    if "doors" in document:
        layers["doors"] = [door_object(i, door) for i, door in enumerate(document["doors"])]
    return layers


def expected_tileset(image):
    return {
        "firstgid": 1,
        "name": "dungen-tiles",
        "tilewidth": PIXELS,
        "tileheight": PIXELS,
        "spacing": 0,
        "margin": 0,
        "tilecount": 4,
        "columns": 4,
        "image": image,
        "imagewidth": 4 * PIXELS,
        "imageheight": PIXELS,
        "tiles": [{"id": 0, "properties": properties(collides=True)}],
    }


def expected(map, image="dungen-tiles.png"):
    """The map for Tiled, made from the JSON document of the same seed."""
    document = map.document
    size = {"width": map.width, "height": map.height}
    shown = {"x": 0, "y": 0, "opacity": 1, "visible": True}
    tiles = [TILES.index(tile) + 1 for row in map.rows for tile in row]
    layers = [{"id": 1, "name": "terrain", "type": "tilelayer", **size, **shown, "data": tiles}]
    next_object = 1
    for name, objects in objects_of(document).items():
        for object in objects:
            object.update(id=next_object, rotation=0, visible=True)
            next_object += 1
        kind = {"type": "objectgroup", "draworder": "topdown"}
        layers.append({"id": len(layers) + 1, "name": name, **kind, **shown, "objects": objects})
    made = {key: document[key] for key in ("seed", "exit_distance") if key in document}
    if not map.is_edited:
        made.update(document["params"])
        made.update({key: document["generator"][key] for key in ("algorithm", "rng")})
    return {
        "type": "map",
        "version": "1.10",
        "tiledversion": "1.10.2",
        "orientation": "orthogonal",
        "renderorder": "right-down",
        "infinite": False,
        **size,
        "tilewidth": PIXELS,
        "tileheight": PIXELS,
        "nextlayerid": len(layers) + 1,
        "nextobjectid": next_object,
        "properties": properties(**dict(sorted(made.items()))),
        "tilesets": [expected_tileset(image)],
        "layers": layers,
    }


class Maps(TestCase):
    def test_tmj_says_what_json_says(self):
        for map in maps() + locked_maps():
            with self.subTest(map.options):
                text = output(*map.options, "-f", "tmj").decode("ascii")
                found, wanted = json.loads(text), expected(map)
                # Not assertEqual, which would compare two long lists of tiles for minutes.
                differing = [key for key in wanted if found.get(key) != wanted[key]]
                self.assertTrue(found == wanted, differing)
                compact = json.dumps(found, separators=(",", ":")) + "\n"
                self.assertTrue(text == compact, "white space")


class Attributes(TestCase):
    """tmx leaves nothing to be guessed: it has what one reader or another needs, though Tiled
    does not.
    """

    @classmethod
    def setUpClass(cls):
        """Parses each map in XML once."""
        super().setUpClass()
        texts = ((map, output(*map.options, "-f", "tmx")) for map in maps() + locked_maps())
        cls.parsed = [(map, xml.etree.ElementTree.fromstring(text)) for map, text in texts]

    def roots(self):
        """The root of each map in XML."""
        for map, root in self.parsed:
            with self.subTest(map.options):
                yield map, root

    def test_of_the_map(self):
        for _, root in self.roots():
            needed = {"infinite", "nextlayerid", "nextobjectid", "tiledversion"}
            self.assertLessEqual(needed, set(root.attrib))
            self.assertEqual(root.get("version"), "1.10")

    def test_of_the_tileset(self):
        for map, root in self.roots():
            image = root.find("tileset/image")
            found = {**root.find("tileset").attrib}
            found.update({"image" + key: value for key, value in image.items()})
            [tileset] = expected(map)["tilesets"]
            del tileset["image"], tileset["tiles"]
            wanted = {key: str(value) for key, value in tileset.items()}
            self.assertEqual({key: found.get(key) for key in wanted}, wanted)

    def test_of_objects(self):
        place = {"x", "y", "width", "height", "rotation"}
        for _, root in self.roots():
            for object in root.iter("object"):
                self.assertEqual(set(object.attrib), {"id", "name", "type", "visible"} | place)

    def test_only_marks_and_keys_are_points(self):
        """A shape is an element."""
        for map, root in self.roots():
            key_count = len(map.document.get("keys", []))
            is_point = {
                group.get("name"): [object.find("point") is not None for object in group]
                for group in root.iter("objectgroup")
            }
            self.assertEqual(is_point["marks"], [True] * (2 + key_count))
            self.assertNotIn(True, is_point["rooms"] + is_point["tunnels"])

    def test_no_property_has_the_name_of_an_attribute(self):
        """pytmx refuses a map with a property whose name it has for something else, and melonJS
        overwrites that.
        """
        for _, root in self.roots():
            for owner in root.findall(".//properties/.."):
                names = [item.get("name") for item in owner.findall("properties/property")]
                allowed = set(names) - set(owner.attrib) - RESERVED
                self.assertEqual(sorted(names), sorted(allowed), owner.tag)


class Reading(TestCase):
    def test_locks_do_not_depend_on_show(self):
        """Locks, keys, and secrets are in every file, and are read again."""
        for map, format, show in itertools.product(locked_maps(), FORMATS, ("none", "exit")):
            with self.subTest(map.options, format=format, show=show):
                output("-q", *map.options, "-f", format, "--show", show, "-o", self.path("map"))
                result = run(self.path("map"), "-f", "json")
                self.assertEqual(result.stderr, b"")
                self.assertEqual(result.stdout, output(*map.options, "-f", "json"))


class OthersKeys(TestCase):
    """A map that another program drew, with objects that are called key."""

    MAP = """<map version="1.10" orientation="orthogonal" width="5" height="3" tilewidth="16"
        tileheight="16" infinite="0"><tileset firstgid="1" name="mine" tilewidth="16"
        tileheight="16" tilecount="2" columns="2"><image source="m.png" width="32" height="16"/>
        </tileset><layer id="1" name="walls" width="5" height="3"><data encoding="csv">
        1,1,1,1,1,1,0,0,0,1,1,1,1,1,1</data></layer><layer id="2" name="floor" width="5" height="3">
        <data encoding="csv">0,0,0,0,0,0,2,2,2,0,0,0,0,0,0</data></layer>
        <objectgroup id="3" name="things">%s</objectgroup></map>"""
    KEY = '<object id="%d" type="key" x="%d" y="24"><properties>%s</properties><point/></object>'
    LOCK = '<property name="lock" type="%s" value="%s"/>'

    def read_keys(self, *keys):
        """Reads a map with keys, each given by its column of pixels and its property."""
        objects = "".join(self.KEY % (i, x, lock) for i, (x, lock) in enumerate(keys, 1))
        write(self.path("a.tmx"), (self.MAP % objects).encode())
        with self.subTest(keys):
            results = [run(self.path("a.tmx"), "-f", "json"), run("--check", self.path("a.tmx"))]
            document = json.loads(results[0].stdout)
            self.assertEqual(document["tiles"], ["#####", "#...#", "#####"])
            self.assertNotIn("keys", document)
            return [result.stderr.decode() for result in results]

    def test_are_objects_like_others(self):
        """Without a number of a lock, or beside the map."""
        number = self.LOCK % ("int", "1")
        others = [("int", "0"), ("int", "19"), ("int", "-1"), ("float", "1.5"), ("string", "gold")]
        for x, lock in [(24, ""), *((24, self.LOCK % other) for other in others), (900, number)]:
            for messages in self.read_keys((x, lock)):
                self.assertNotIn("lock", messages)
                self.assertIn('layer "things"', messages)

    def test_open_no_door(self):
        """A number is no lock without a door. Several keys of a lock are one."""
        number = self.LOCK % ("int", "1")
        for keys in [[(24, number)], [(24, number), (40, number)]]:
            written, checked = self.read_keys(*keys)
            self.assertEqual(written.count("not kept: locks"), 1)
            self.assertEqual(checked.count("key 1 opens no door\n"), 1)


class Image(TestCase):
    def test_netpbm_reads_it(self):
        """The colors are those of the sample; at other sizes the nearest pixels are."""
        sample = pixels(read(ROOT / "samples/dungen-tiles.png"))
        for size in (1, 5, PIXELS, 24, 64):
            near = numpy.arange(size) * PIXELS // size
            columns = numpy.concatenate([PIXELS * tile + near for tile in range(4)])
            found = pixels(output("--tileset-image", f"--tile-size={size}"))
            self.assertEqual(found.tolist(), sample[near][:, columns].tolist())
        self.assertLess(len(output("--tileset-image")), 512)
