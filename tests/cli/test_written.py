# SPDX-License-Identifier: MIT
"""Maps that were read go to every format that can hold them, which leaves out what they lack. @check"""

import json
import os

from help_text import FORMATS
from helper import TestCase, read, run, write

TEXT = b"#######\n#..+.@#\n###.###\n#>#.###\n#.....#\n"
ROOMS = {"width": 12, "height": 9, "rooms": [{"x": 1, "y": 1, "width": 3, "height": 3}, {"x": 6, "y": 4, "width": 4, "height": 3}],
         "tunnels": [{"from": 0, "to": 1, "path": [{"x": 2, "y": 2}, {"x": 2, "y": 5}, {"x": 7, "y": 5}]}]}  # fmt: skip


KINDS = {"#": "wall", ".": "floor", "+": "a door"}


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
                       {"params": {"a": 1e300}}, {"params": {"a": 1.5}}, {"params": {"a": "<"}}, {"params": {"a": None}}):  # fmt: skip
            found = json.loads(self.write({**made, **change}, "-f", "json").stdout)
            self.assertFalse({"generator", "params"} & set(found), change)

    def test_tiles_that_rooms_do_not_make(self):
        second = {"from": 0, "to": 1, "path": [{"x": 2, "y": 2}, {"x": 8, "y": 2}, {"x": 8, "y": 5}]}
        crossed = {**ROOMS, "tunnels": [*ROOMS["tunnels"], second]}
        rows = self.write(crossed, "--show", "none").stdout.decode().split()
        for x, y, tile in ((3, 3, "#"), (9, 6, "#"), (2, 4, "#"), (5, 5, "#"), (7, 2, "#"), (0, 0, "."), (6, 4, "+")):
            wrong = [*rows[:y], rows[y][:x] + tile + rows[y][x + 1 :], *rows[y + 1 :]]
            should = f"tile {x},{y} is {KINDS[tile]}, but rooms, tunnels and doors make it {KINDS[rows[y][x]]}; leave out \"tiles\" to draw them anew"
            self.assert_message(self.write({**crossed, "tiles": wrong}), 4, should)
        door = {"x": 4, "y": 2, "room": 0}
        self.assert_message(self.write({**crossed, "doors": [door], "tiles": rows}), 4, "tile 4,2 is floor, but rooms, tunnels and doors make it a door;")
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
        self.assertIn(f": the exit is at {wanted['exit']['x']},{wanted['exit']['y']}, its object, not at the stairs at {x},{y}; not kept: 5 properties\n", result.stderr.decode())
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
        """Tiles that rooms and tunnels do not make count; numbers that make no sense are refused."""
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
        data = list(terrain["data"])
        data[21] = 2
        # tests/formats/check_tiled.py has it for rooms that are moved, too.
        result = found({**terrain, "data": data}, rooms, tunnels, marks, doors)
        self.assertTrue(result.stderr.endswith(b": rooms and tunnels no longer make the tiles (first at 21,0), and are left out; not kept: 6 properties\n"))
        document = json.loads(result.stdout)
        self.assertFalse({"rooms", "tunnels", "doors", "params", "exit_distance"} & set(document))
        self.assertEqual([document[key] for key in ("seed", "spawn", "exit")], [whole[key] for key in ("seed", "spawn", "exit")])
        for changed, why in (
            (change(rooms, x=0), f'layer "rooms", object {room["id"]}: x: takes a whole number from 1 to 78'),
            (change(rooms, width=9999), f'layer "rooms", object {room["id"]}: width: takes a whole number from 1 to '),
            *((change(rooms, **number("room", value)), f'layer "rooms", object {room["id"]}: room: should be 0; rooms are numbered in their order, without gaps') for value in (1, "0")),
            (change(tunnels, **number("from", 0)), f'layer "tunnels", object {tunnel["id"]}: to: takes a whole number from 0 to '),
            (change(tunnels, polyline=[{"x": 0, "y": 0}]), f'layer "tunnels", object {tunnel["id"]}: path: takes an array of 2 or more points'),
            (change(tunnels, polyline=[{"x": 0, "y": 0}, {"x": 50, "y": 50}]), "is not straight from"),
            (change(tunnels, x=-9999), f'layer "tunnels", object {tunnel["id"]}: path.x: takes a whole number from 0 to 79'),
            (change(doors, **number("room", 999)), f'layer "doors", object {doors["objects"][0]["id"]}: room: takes a whole number from 0 to '),
        ):
            layers = [changed if layer["name"] == changed["name"] else layer for layer in made["layers"]]
            self.assert_message(found(*layers), 4, why)
        # Rooms, tunnels, doors and properties of other people.
        others = {"seed": "none", "algorithm": 3, "exit_distance": "far", "max_rooms": True}
        result = found(terrain, {**rooms, "objects": [{**room, "properties": []}]}, marks, properties=[{"name": name, "value": value} for name, value in others.items()])
        self.assertEqual(set(json.loads(result.stdout)), {"format", "version", "width", "height", "spawn", "exit", "legend", "tiles"})

    def test_what_of_a_map_of_tiled_is_not_kept(self):
        made = json.loads(self.good("-qs3", "-f", "tmj"))
        wanted = self.good("-qs3", "-f", "tmj")
        extra = {"properties": [{"name": "a", "type": "int", "value": 1}]}
        group = lambda name, *objects: {"type": "objectgroup", "name": name, "objects": objects}
        tiles = lambda name: {"type": "tilelayer", "name": name, "data": []}
        terrain, rooms, tunnels, marks = made["layers"]
        flipped = {**terrain, "data": [1 << 31 | 1, *terrain["data"][1:]]}
        room = rooms["objects"][0]
        more = {**rooms, "objects": [{**room, "properties": room["properties"] + extra["properties"]}, *rooms["objects"][1:], {"type": "bat"}]}
        properties = made["properties"] + 2 * extra["properties"]
        other = {"firstgid": 9, "name": "other"}
        for change, what in (
            ({"layers": [*made["layers"], group("marks")], "orientation": "orthogonal"}, None),
            ({"layers": [*made["layers"], tiles("doors")]}, 'layer "doors"'),
            ({"layers": [*made["layers"], group("empty")]}, 'layer "empty"'),
            ({"layers": [terrain, {**rooms, "objects": [{**room, "name": "Throne", "rotation": 5, "visible": True}, *rooms["objects"][1:]]}, tunnels, marks]},
             "1 name of an object, 1 class, color or look"),
            ({"layers": [{**terrain, "class": "ground", "opacity": 0.5, "visible": False}, rooms, tunnels, {**marks, "tintcolor": "#ff0000", "color": "#a0a0a4"}], "backgroundcolor": "#102030"},
             "6 classes, colors and looks"),
            ({"tilesets": [{"firstgid": 1, "source": "dungen-tiles.tsx"}]}, 'tileset "dungen-tiles.tsx"'),
            ({"layers": [*made["layers"], group("monsters", {"type": "bat", **extra}), {"type": "imagelayer"}, {"type": "imagelayer"}]}, 'layer "monsters", 2 image layers'),
            ({"layers": [{"type": "group", "layers": [more, tunnels]}, flipped, marks]}, "1 group, 1 object, 1 property, 1 flip of a tile"),
            ({"layers": [{**layer, **extra} for layer in made["layers"]], "properties": properties}, "6 properties"),
            ({"layers": [*made["layers"], *(tiles(name * 50) for name in "abcde")], "tilesets": [*made["tilesets"], other]},
             ", ".join(f'layer "{name * 40}"' for name in "abc") + ", 2 more layers, 1 tileset"),
            ({"tilesets": [{**made["tilesets"][0], "image": "../tiles.png"}]}, 'image "../tiles.png"'),
        ):  # fmt: skip
            result = self.write({**made, **change}, "--input-format", "tmj", "-f", "tmj")
            note = f"dungen: standard input: not kept: {what}\n".encode() if what else b""
            self.assertEqual((result.returncode, result.stdout, result.stderr), (0, wanted, note))
        named = self.write({**made, "layers": [*made["layers"], tiles("a\n\x1b\u202e\x7f\u00e9" + 30 * "\u00fc")]}, "--input-format", "tmj")
        self.assertRegex(named.stderr.decode(), r'^dungen: standard input: not kept: layer "a\?+\u00e9\u00fc+\?"\n$')
        self.assertIn(b"not kept: tiles of 8x8 pixels", self.write(self.good("-qs3", "-f", "tmj", "--tile-size=8"), "-f", "text").stderr)
        self.assertEqual(self.write(self.good("-qs3", "-f", "tmj", "--tile-size=8"), "-f", "tmj", "--tile-size=8").stderr, b"")

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
        self.assert_message(result, 4, "not kept: 1 image layer; choose another file for --output")
