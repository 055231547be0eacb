# SPDX-License-Identifier: MIT
"""Maps that were read go to every format that can hold them, which leaves out what they lack. @check"""

import itertools
import json
import os

from help_text import FORMATS
from helper import TestCase, read, run, write
from shapes import RULES

TEXT = b"#######\n#..+.@#\n###.###\n#>#.###\n#.....#\n"
ROOMS = {"width": 12, "height": 9, "rooms": [{"x": 1, "y": 1, "width": 3, "height": 3}, {"x": 6, "y": 4, "width": 4, "height": 3}],
         "tunnels": [{"from": 0, "to": 1, "path": [{"x": 2, "y": 2}, {"x": 2, "y": 5}, {"x": 7, "y": 5}]}]}  # fmt: skip


class Written(TestCase):
    def write(self, content, *options):
        return run("--input", "-", *options, input=content if isinstance(content, bytes) else json.dumps(content).encode())

    def test_a_text_goes_to_every_format_but_two(self):
        for name in FORMATS:
            for more in ([], ["--show", "all"]):
                found = self.write(TEXT, "-f", name, *more)
                if name in ("dot", "trace"):
                    self.assertFalse(found.stdout)
                    self.assertIn(found.returncode, (2, 4))
                elif b"--show" not in found.stderr:
                    self.assertEqual((found.returncode, found.stderr), (0, b""), name)
        drawn = self.write(TEXT, "-f", "svg").stdout.decode()
        self.assertIn("<title>dungen</title>", drawn)
        self.assertEqual(drawn.count("<rect x="), 6)
        self.assertIn('<rect x="3" y="1" width="1" height="1"/>\n</g>\n<g id="marks"', drawn)
        self.assertNotIn('id="spawn"', self.write(b"###\n#.#\n###\n", "-f", "svg").stdout.decode())
        # The last row of an odd number may be floor.
        self.assertEqual(self.write(TEXT, "-f", "ansi").stdout.count(b"\n"), 3)

    def test_rooms_go_to_a_graph_without_marks(self):
        self.assertNotIn(b"seed", self.write(ROOMS, "-f", "dot").stdout)
        for key, color in (("spawn", b"6cbf73"), ("exit", b"e8835b")):
            self.assertIn(color, self.write({**ROOMS, key: {"x": 2, "y": 2}}, "-f", "dot").stdout)

    def test_a_batch_is_the_same_again(self):
        for options, again in (("-n500", ""), ("-n50 --preset level --rng splitmix64", ""),
                               ("-n5 -W600 -H500 --max-rooms 900 --doors", ""), ("-n9 --no-tiles", "--no-tiles")):  # fmt: skip
            batch = self.good("-s1", "-fjson", *options.split())
            pretty = b"".join(json.dumps(json.loads(line), indent=2).encode() for line in batch.splitlines())
            for text in (batch, pretty):
                self.assertEqual(self.write(text, "-fjson", *again.split()).stdout, batch)

    def test_what_a_map_lacks_for_its_output(self):
        write(self.path("two.json"), 2 * json.dumps(ROOMS).encode())
        for options, reason in ((["-o", self.path("map-%d.txt")], "has no seed for the %d of --output; use %i"),
                                (["-o", self.path("map.png")], "holds several maps; png files hold one map each; try --output")):  # fmt: skip
            self.assert_message(run("-i", self.path("two.json"), *options), 4, reason)
        self.assert_holds("two.json")
        self.good("-i", self.path("two.json"), "-o", self.path("map-%i.txt"))
        self.assert_holds("two.json", "map-1.txt", "map-2.txt")

    def test_generator_and_params_are_kept_only_as_dungen_writes_them(self):
        made = json.loads(self.good("-s3", "-f", "json"))
        kept = json.loads(self.write(made, "-f", "json").stdout)
        self.assertEqual(kept, made)
        for change in ({"generator": 1}, {"params": []}, {"generator": {"name": "other", "algorithm": "a", "rng": "b"}},
                       {"generator": {"name": "dungen", "algorithm": "", "rng": "b"}}, {"generator": {"name": "dungen", "algorithm": "a", "rng": "\n"}},
                       {"generator": {"name": "dungen", "algorithm": "a" * 65, "rng": "b"}}, {"params": {"a b": 1, "c": 1}}, {"params": {"a": -1}},
                       {"params": {"a": 1e300}}, {"params": {"a": 1.5}}, {"params": {"a": "<"}}, {"params": {"a": None}},
                       {"params": {f"a{number}": 1 for number in range(99)}}):  # fmt: skip
            found = json.loads(self.write({**made, **change}, "-f", "json").stdout)
            self.assertFalse({"generator", "params"} & set(found), change)

    def test_doors_of_a_document(self):
        door = {"x": 4, "y": 2, "room": 0}
        doors = [{"x": 8, "y": 3, "room": 1}, {"x": 6, "y": 3, "room": 1}, door, {**door, "room": 1}, {**door, "x": 5}]
        self.assertIn(b"+", self.write({**ROOMS, "doors": doors}).stdout)

    def test_a_document_is_written_as_its_seed_is(self):
        # Seed 2 has a tunnel without a bend.
        for options in (["-s2"], ["-s1", "--preset", "level"], ["-s4", "-W7", "-H7", "--room-min=2", "--room-max=2", "--doors"]):
            document = self.good(*options, "-f", "json")
            for name in set(FORMATS) - {"trace"}:
                looks = (["-qf", name, *show] for show in (["--show=all"], ["--show=exit"], []))
                look = next(look for look in looks if run(*options, *look).returncode != 2)
                self.assertEqual(self.write(document, *look).stdout, self.good(*options, *look), name)

    def test_a_trace_is_the_map_that_it_made(self):
        for options in (["-s1"], ["-s5", "-W300", "-H200", "--room-min=3", "--max-rooms", "500", "--rng", "libtcod"]):
            trace = self.good(*options, "-f", "trace")
            made, found = json.loads(self.good(*options, "-f", "json")), json.loads(self.write(trace, "-f", "json").stdout)
            self.assertEqual({key: made[key] for key in found}, found)
            self.assertEqual(self.write(trace, "-f", "trace").stdout, trace)
        self.assert_message(self.write(TEXT, "-f", "trace"), 4, "has no attempts to place rooms, which trace writes; choose another format")

    def test_marks_that_are_not_on_floor(self):
        """Where the mark would hide the tile, and the next reader take it for floor."""
        for mark, at, where in (("spawn", {"x": 0, "y": 0}, "in the wall"), ("exit", {"x": 4, "y": 2}, "on a door")):
            document = {**ROOMS, "doors": [{"x": 4, "y": 2, "room": 0}], mark: at}
            for content in (document, {**document, "rooms": None}):
                if not content["rooms"]:
                    content = {"width": 5, "height": 3, "tiles": ["#####", "#...#", "##..+"], mark: at}
                for name in ("text", "xp", "csv", "ansi", "json", *(["tmj", "tmx"] if mark == "exit" else [])):
                    found = self.write(content, "-qf", name, *([] if name in ("csv", "json") else ["--show", mark]))
                    if name in ("text", "xp", "tmj", "tmx"):
                        self.assert_message(found, 4, f"the {mark} is {where}, where {name} cannot show it; leave it out with --show none")
                        self.assertEqual(self.write(content, "-qf", name, "--show", "none").returncode, 0)
                    else:
                        self.assertEqual(found.returncode, 0, found.stderr)

    def test_a_letter_does_not_hide_a_door(self):
        """It would be read as floor."""
        found = self.write({**ROOMS, "doors": [{"x": 2, "y": 2, "room": 0}]}, "--labels").stdout.split()
        self.assertEqual((found[2], found[5][6:9]), (b"#.+.########", b".B."))

    def test_an_empty_list_of_rooms_in_tiled(self):
        written = self.write({"width": 3, "height": 3, "rooms": []}, "-qf", "tmj").stdout
        self.assertEqual(self.write(written, "-q", "--input-format", "tmj", "-f", "tmj").stdout, written)

    def test_maps_of_tiled_that_are_changed(self):
        made = json.loads(self.good("-qs3", "--doors", "-f", "tmj"))
        terrain, *objects = made["layers"]
        tiles = ["--input-format", "tmj", "--show", "none"]
        plain = self.good("-s3", "--doors", "--show", "none")
        other = {"firstgid": 100, "name": "other"}
        shifted = {**terrain, "data": [number + 99 for number in terrain["data"]]}
        for change in ({"tilesets": [{"firstgid": 1, "name": "other"}, {"firstgid": 100, "name": "dungen-tiles"}], "layers": [shifted]},
                       *({"tilesets": [{**other, "firstgid": 1}, {"firstgid": 100, **ours}, {**other, "firstgid": 200}], "layers": [shifted]} for ours in
                         ({"source": "sets/dungen-tiles.tsx"}, {"source": "c:\\\\dungen-tiles.tsx"}, {"name": "a", "image": "dungen-tiles.png"})),
                       {"tilesets": [*made["tilesets"], other]}, {"layers": [{"type": "imagelayer"}, terrain, terrain]},
                       {"layers": [terrain, *objects, *objects[2:]]}):  # fmt: skip
            self.assertEqual(self.write({**made, **change}, *tiles).stdout, plain)

    def test_marks_as_tiled_may_have_them(self):
        """By class, type or name, in any case, in any shape, and before the tiles; an object counts more than stairs."""
        made = json.loads(self.good("-qs3", "-f", "tmj"))
        wanted = json.loads(self.good("-s3", "-f", "json"))
        terrain, *layers, marks = made["layers"]
        spawn, exit = marks["objects"]
        square = {"width": 16, "height": 16}
        corner = lambda mark, **more: {"id": mark["id"], "x": mark["x"] - 8, "y": mark["y"] - 8, **square, **more}
        found = lambda objects, *options, tiles=terrain: self.write(
            {**made, "layers": [{**marks, "objects": objects}, tiles]}, *options, "--input-format", "tmj", "-f", "json")
        for objects in ([{**spawn, "type": "", "class": "SPAWN"}, {**exit, "type": "", "name": "Exit"}],
                        [corner(spawn, type="Spawn", ellipse=True), corner(exit, type="exit")],
                        [corner(spawn, name="spawn"), {**exit, "type": "monster"}, {**exit, "name": "x"}],
                        [{**spawn, "type": "", "name": "spawn"}, {**spawn, "name": "exit", "type": "monster"}, exit],
                        # Tiles, which hang from their lower left corner.
                        [corner(mark, type=mark["type"], gid=2, y=mark["y"] + 8, height=48) for mark in (spawn, exit)]):  # fmt: skip
            written = json.loads(found(objects).stdout)
            self.assertEqual([written[key] for key in ("spawn", "exit")], [wanted[key] for key in ("spawn", "exit")])
        data = list(terrain["data"])
        x, y = wanted["spawn"]["x"], wanted["spawn"]["y"]
        data[y * made["width"] + x] = 4
        stairs = {**terrain, "data": data}
        result = found([exit], tiles=stairs)
        self.assertEqual(json.loads(result.stdout)["exit"], wanted["exit"])
        self.assertIn(f": the exit is at {wanted['exit']['x']},{wanted['exit']['y']}, its object, not at the stairs at {x},{y}; not kept: the order of layers, properties\n", result.stderr.decode())
        self.assertEqual(found([exit], "-q", tiles=stairs).stderr, b"")
        self.assertNotIn(b"stairs", found([{**exit, "x": spawn["x"], "y": spawn["y"]}], tiles=stairs).stderr)

    def test_offsets_of_layers(self):
        """Objects are where Tiled shows them, over the tiles."""
        made = json.loads(self.good("-qs3", "-f", "tmj"))
        wanted = self.good("-s3", "-f", "json")
        terrain, *others = made["layers"]
        move = lambda layer, x, y: {**layer, "objects": [{**object, "x": object["x"] + x, "y": object["y"] + y} for object in layer["objects"]]}
        for layers in ([{**terrain, "offsetx": 32}, *({**layer, "offsetx": 32} for layer in others)],
                       [{"type": "group", "offsetx": 58.4, "layers": [terrain, {"type": "imagelayer", "offsetx": 5.7}, *others]}],
                       [terrain, *({**move(layer, 48, -16), "offsetx": -48, "offsety": 16} for layer in others)],
                       [{"type": "group", "layers": [{**terrain, "offsety": 64}]}, *(move(layer, 0, 64) for layer in others)]):  # fmt: skip
            self.assertEqual(self.write({**made, "layers": layers}, "--input-format", "tmj", "-f", "json").stdout, wanted)

    def test_tiles_of_csv_with_stairs(self):
        written = self.write(b"0,0,0\n0,1,3\n", "--input-format", "csv", "-f", "json").stdout
        self.assertEqual(json.loads(written)["exit"], {"x": 2, "y": 1})
        self.assertEqual(json.loads(written)["tiles"], ["###", "#.."])
        self.assert_message(self.write(b"0,3\n3,0\n", "--input-format", "csv"), 4, "line 2, byte 1: a second exit; a map has one")

    def test_objects_of_tiled_that_are_changed(self):
        """Numbers that make no sense are refused. test_edited.py changes tiles."""
        made = json.loads(self.good("-qs3", "--doors", "-f", "tmj"))
        terrain, rooms, tunnels, marks, doors = made["layers"]
        found = lambda *layers, **more: self.write({**made, **more, "layers": layers}, "--input-format", "tmj", "-f", "json")
        change = lambda layer, **more: {**layer, "objects": [{**layer["objects"][0], **more}, *layer["objects"][1:]]}
        room, tunnel = rooms["objects"][0], tunnels["objects"][0]
        number = lambda name, value: {"properties": [{"name": name, "type": "int", "value": value}]}
        whole = json.loads(self.good("-s3", "--doors", "-f", "json"))
        # Nothing depends on the order of layers, or on a few pixels.
        self.assertEqual(json.loads(found(doors, marks, {"type": "group", "layers": [tunnels]}, rooms, terrain).stdout), whole)
        self.assertEqual(json.loads(found(terrain, change(rooms, x=room["x"] + 7, height=room["height"] - 7), tunnels, marks, doors).stdout), whole)
        for changed, why in (
            (change(rooms, x=0), f'layer "rooms", object {room["id"]}: x: takes a whole number from 1 to 78'),
            (change(rooms, width=9999), f'layer "rooms", object {room["id"]}: width: takes a whole number from 1 to '),
            *((change(rooms, **number("room", value)), f'layer "rooms", object {room["id"]}: room: should be 0; rooms are numbered in their order, without gaps') for value in (1, "0")),
            (change(tunnels, **number("from", 0)), f'layer "tunnels", object {tunnel["id"]}: to: takes a whole number from 0 to '),
            (change(tunnels, polyline=[{"x": 0, "y": 0}]), f'layer "tunnels", object {tunnel["id"]}: path: takes an array of 2 or more points'),
            (change(tunnels, polyline=[{"x": 0, "y": 0}, {"x": 50, "y": 50}]), "is not straight from"),
            (change(tunnels, polyline="a line"), f'layer "tunnels", object {tunnel["id"]}: path: takes an array of 2 or more points'),
            (change(tunnels, polyline=[{"x": 0, "y": 0}], path=[]), f'layer "tunnels", object {tunnel["id"]}: path: '),
            (change(rooms, x=-99 * 16), f'layer "rooms", object {room["id"]}: x: takes a whole number from 1 to 78'),
            (change(tunnels, x=-9999), f'layer "tunnels", object {tunnel["id"]}: path.x: takes a whole number from 0 to 79'),
            (change(doors, **number("room", 999)), f'layer "doors", object {doors["objects"][0]["id"]}: room: takes a whole number from 0 to '),
        ):
            layers = [changed if layer["name"] == changed["name"] else layer for layer in made["layers"]]
            self.assert_message(found(*layers), 4, why)
        # Rooms, tunnels, doors and properties of other people.
        others = {"seed": "none", "algorithm": 3, "exit_distance": "far", "max_rooms": True}
        result = found(terrain, {**rooms, "objects": [{**room, "properties": []}]}, marks, properties=[{"name": name, "value": value} for name, value in others.items()])
        self.assertEqual(set(json.loads(result.stdout)), {"format", "version", "width", "height", "spawn", "exit", "legend", "tiles"})

    def assert_not_kept(self, document, names, *options):
        """dungen reads a map of Tiled, writes it as tmj, and names what is lost; None: nothing is."""
        result = self.write(document, "--input-format", "tmj", "-f", "tmj", *options)
        note = f"dungen: standard input: not kept: {names}\n" if names else ""
        self.assertEqual((result.returncode, result.stderr.decode()), (0, note))
        self.assertEqual(result.stdout, self.good("-qs3", "--doors", "-f", "tmj", *options))

    def test_layers_of_a_map_of_tiled_that_are_not_kept(self):
        made = json.loads(self.good("-qs3", "--doors", "-f", "tmj"))
        terrain, rooms, tunnels, marks, doors = made["layers"]
        own = made["layers"]
        objects = lambda name, *objects: {"type": "objectgroup", "name": name, "objects": objects}
        tiles = lambda name: {"type": "tilelayer", "name": name, "data": []}
        image = {"type": "imagelayer", "name": "sky"}
        bat, tagged = {"type": "bat"}, {"properties": [{"name": "a", "type": "int", "value": 1}]}
        group = {"type": "group", "name": "all", "layers": own}
        for layers, names in (
            (own, None),
            ([*own, objects("doors")], None),
            ([*own, tiles("doors")], 'layer "doors"'),
            ([*own, objects("bats", {**bat, **tagged}), image], 'layer "bats", layer "sky"'),
            ([image, *own, objects("empty")], 'layer "sky", layer "empty"'),
            ([tiles("sky"), *own], 'layer "sky"'),
            ([*own, *(tiles(name * 50) for name in "abcde")], ", ".join(f'layer "{name * 40}"' for name in "abc") + ", more layers"),
            ([group], "groups"),
            ([terrain, {**rooms, "objects": [*rooms["objects"], bat, bat]}, tunnels, marks, doors], "objects"),
            ([{**terrain, "name": "Ground"}, rooms, tunnels, marks, doors], "the name of the terrain layer"),
            ([terrain, {**rooms, "name": "halls"}, tunnels, {**marks, "name": "things"}, doors], "names of object layers"),
            ([rooms, terrain, tunnels, marks, doors], "the order of layers"),
            ([terrain, rooms, doors, tunnels, marks], "the order of layers"),
            ([{**layer, "offsetx": 32, "offsety": -7} for layer in own], "offsets of layers"),
            ([{**group, "offsetx": 5.5}], "groups, offsets of layers"),
            ([{**layer, **tagged} for layer in own], "properties"),
            ([{**terrain, "class": "ground"}, *own[1:]], "classes, colors and looks"),
            ([{**terrain, "opacity": 0.5}, *own[1:]], "classes, colors and looks"),
            ([{**terrain, "visible": False}, *own[1:]], "classes, colors and looks"),
            ([*own[:3], {**marks, "tintcolor": "#ff0000"}, doors], "classes, colors and looks"),
            ([*own[:3], {**marks, "color": "#a0a0a4"}, doors], "classes, colors and looks"),
            ([{**terrain, "data": [1 << 31 | 1, *terrain["data"][1:]]}, *own[1:]], "flips of tiles"),
        ):  # fmt: skip
            with self.subTest(names, layers=[layer["name"] for layer in layers]):
                self.assert_not_kept({**made, "layers": layers}, names)
        named = self.write({**made, "layers": [*own, tiles("a\n\x1b\u202e\x7f\u00e9" + 30 * "\u00fc")]}, "--input-format", "tmj")
        self.assertRegex(named.stderr.decode(), r'^dungen: standard input: not kept: layer "a\?+\u00e9\u00fc+\?"\n$')

    def test_objects_of_a_map_of_tiled_that_are_not_kept(self):
        made = json.loads(self.good("-qs3", "--doors", "-f", "tmj"))
        layers = {layer["name"]: layer for layer in made["layers"]}
        room, tunnel, (spawn, exit), door = (layers[name]["objects"] for name in ("rooms", "tunnels", "marks", "doors"))
        room, tunnel, door = room[0], tunnel[0], door[0]
        extra = {"name": "a", "type": "int", "value": 1}
        place, shape = "places of objects within their tiles", "shapes of objects"
        for layer, old, change, names in (
            ("rooms", room, {"name": "Throne"}, "names of objects"),
            ("rooms", room, {"rotation": 5}, "classes, colors and looks"),
            ("rooms", room, {"properties": [*room["properties"], extra]}, "properties"),
            ("rooms", room, {"x": room["x"] + 1}, place),
            ("rooms", room, {"y": room["y"] - 0.5}, place),
            ("rooms", room, {"width": room["width"] + 7}, place),
            ("rooms", room, {"ellipse": True}, shape),
            ("tunnels", tunnel, {"x": tunnel["x"] + 3}, place),
            ("marks", spawn, {"x": spawn["x"] - 7.9}, place),
            ("marks", spawn, {"x": spawn["x"] - 8, "y": spawn["y"] - 8, "width": 16, "height": 16}, shape),
            ("marks", exit, {"x": exit["x"] - 8, "y": exit["y"] + 8, "width": 16, "height": 16, "gid": 4}, shape),
            ("marks", exit, {"x": exit["x"] - 8, "y": exit["y"] - 8, "width": 20, "height": 16}, f"{place}, {shape}"),
            ("marks", exit, {"y": exit["y"] - 8, "height": 16}, shape),
            ("doors", door, {"y": door["y"] + 2}, place),
            ("doors", door, {"width": 32}, shape),
            ("doors", door, {"height": 32}, shape),
        ):  # fmt: skip
            with self.subTest(layer, change=change):
                objects = [{**old, **change} if object == old else object for object in layers[layer]["objects"]]
                changed = [{**each, "objects": objects} if each["name"] == layer else each for each in made["layers"]]
                self.assert_not_kept({**made, "layers": changed}, names)

    def test_tilesets_and_properties_of_a_map_of_tiled_that_are_not_kept(self):
        made = json.loads(self.good("-qs3", "--doors", "-f", "tmj"))
        (tileset,) = made["tilesets"]
        extra = {"name": "a", "type": "int", "value": 1}
        (wall,) = tileset["tiles"]
        properties, frames = {"properties": [extra]}, [{"duration": 100, "tileid": 1}]
        shapes = {"type": "objectgroup", "objects": [{"x": 0, "y": 0, "width": 3, "height": 3}]}
        tiles = lambda *tiles: {"tilesets": [{**tileset, "tiles": tiles}]}
        of_tiles = "of the tileset's tiles"
        for change, names in (
            (tiles(), None),
            (tiles(wall, {"id": 1, **properties}), f"properties {of_tiles}"),
            (tiles({**wall, "properties": [*wall["properties"], extra]}), f"properties {of_tiles}"),
            (tiles({**wall, "properties": [{**wall["properties"][0], "value": False}]}), f"properties {of_tiles}"),
            (tiles(wall, {"id": 2, "animation": frames}), f"animations {of_tiles}"),
            (tiles({**wall, "objectgroup": shapes}), f"collision shapes {of_tiles}"),
            (tiles(wall, {"id": 1, "type": "grass"}), "classes, colors and looks"),
            (tiles(wall, {"id": 1, "class": "grass"}), "classes, colors and looks"),
            ({"tilesets": [{"firstgid": 9, "name": "dungen-tileset"}, tileset]}, "other tilesets"),
            ({"tilesets": [tileset, {**tileset, "firstgid": 9}]}, "other tilesets"),
            ({"tilesets": [{"firstgid": 9, "name": "other"}, {**tileset, "name": "mine", "image": "dungen-tiles.png"}]}, "other tilesets"),
            ({"tileheight": 16, "tilewidth": 16}, None),
            (tiles(*({"id": id, "animation": frames, "objectgroup": shapes, **properties} for id in range(4))),
             f"properties {of_tiles}, animations {of_tiles}, collision shapes {of_tiles}"),
            ({"tilesets": [{**tileset, **properties}]}, "properties"),
            ({"tilesets": [tileset, {"firstgid": 9, "name": "other"}]}, "other tilesets"),
            ({"tilesets": [{"firstgid": 1, "source": "dungen-tiles.tsx"}]}, "the file of the tileset"),
            ({"tilesets": [{**tileset, "image": "../tiles.png"}]}, "the image of the tileset"),
            ({"properties": [*made["properties"], extra, extra]}, "properties"),
            ({"class": "cave"}, "classes, colors and looks"),
            ({"backgroundcolor": "#102030"}, "classes, colors and looks"),
        ):  # fmt: skip
            with self.subTest(names, change=change):
                self.assert_not_kept({**made, **change}, names)
        small = self.good("-qs3", "--doors", "-f", "tmj", "--tile-size=8")
        self.assert_not_kept(json.loads(small), "the size of tiles in pixels")
        self.assert_not_kept(json.loads(small), None, "--tile-size=8")
        named = self.good("-qs3", "--doors", "-f", "tmj", "--tileset", "mine.png")
        self.assert_not_kept(json.loads(named), None, "--tileset", "mine.png")
        (tileset,) = json.loads(named)["tilesets"]
        others = [{"firstgid": 9, "name": "other"}, {**tileset, "name": "mine"}]
        self.assert_not_kept({**json.loads(named), "tilesets": others}, "other tilesets", "--tileset", "mine.png")

    def test_all_that_a_map_of_tiled_can_lose_fits_one_sentence(self):
        """No word is cut, however much there is."""
        made = json.loads(self.good("-qs3", "--doors", "-f", "tmj", "--tile-size=8"))
        terrain, rooms, tunnels, marks, doors = made["layers"]
        (tileset,) = made["tilesets"]
        properties = {"properties": [{"name": "a", "type": "int", "value": 1}]}
        room = rooms["objects"][0]
        rooms = {**rooms, "name": "x", "objects": [{**room, "name": "x", "x": room["x"] + 1, "ellipse": True}, *rooms["objects"][1:], {"type": "bat"}]}
        terrain = {**terrain, "name": "x", "class": "x", "data": [1 << 31 | 1, *terrain["data"][1:]]}
        group = {"type": "group", "offsetx": 8, **properties, "layers": [rooms, tunnels, terrain, marks, doors]}
        foreign = [{"type": "imagelayer", "name": 99 * "w"}] * 4
        tile = {"id": 1, "animation": [{"tileid": 1}], "objectgroup": {}, **properties}
        tilesets = [{**tileset, "image": "x.png", "source": "x.tsx", "tiles": [tile]}, {"firstgid": 9}]
        result = self.write({**made, "layers": [*foreign, group], "tilesets": tilesets}, "--input-format", "tmj", "-f", "tmj")
        self.assertEqual(result.stdout, self.good("-qs3", "--doors", "-f", "tmj"))
        layers = 3 * f'layer "{40 * "w"}", '
        self.assertEqual(result.stderr.decode(), f"dungen: standard input: not kept: {layers}more layers, groups, objects, "
                         "the name of the terrain layer, names of object layers, the order of layers, offsets of layers, names of objects, "
                         "places of objects within their tiles, shapes of objects, properties, classes, colors and looks, flips of tiles, "
                         "properties of the tileset's tiles, animations of the tileset's tiles, collision shapes of the tileset's tiles, "
                         "other tilesets, the file of the tileset, the image of the tileset, the size of tiles in pixels\n")  # fmt: skip

    def test_maps_of_dungen_for_tiled_lose_nothing(self):
        """In every shape of a map, and with tiles of odd and even sizes."""
        cases = itertools.product(("tmj", "tmx"), RULES.values(), ("1", "9", "16"), ("none", "exit"))
        for format, options, size, show in cases:
            with self.subTest(format, options=options, size=size):
                looks = ["-f", format, "--tile-size", size, "--show", show]
                written = self.good("-qs3", *options.split(), *looks)
                result = self.write(written, "--input-format", format, *looks)
                self.assertEqual((result.returncode, result.stdout, result.stderr), (0, written, b""))

    def test_a_file_is_not_replaced_by_less(self):
        whole = self.good("-qs1", "-f", "tmj")
        less = whole.replace(b'"layers":[', b'"layers":[{"type":"imagelayer"},')
        os.symlink("level-1.tmj", self.path("link.tmj"))
        for name, *options in (("level-1.tmj",), ("link.tmj",), ("level-%d.tmj", "-s1", "-n1"), ("level-%i.tmj", "-n1")):
            for content, status in ((less, 4), (whole, 0)):
                write(self.path("level-1.tmj"), content)
                result = run("-qi", name, "-o", name, *options, cwd=self.folder)
                self.assertEqual((result.returncode, read(self.path("level-1.tmj"))), (status, content), result.stderr)
        write(self.path("level-1.tmj"), less)
        result = run("-i", "level-1.tmj", "-o", "level-1.tmj", cwd=self.folder)
        self.assert_message(result, 4, 'not kept: layer ""; choose another file for --output')
