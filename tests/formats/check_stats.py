# SPDX-License-Identifier: MIT
"""stats: every measure, counted again on the tiles of the JSON document, by the words of the manual. @format"""

import json

from helper import output, write
from maps import FormatTestCase, maps
from shapes import CASES

LARGEST = 100_000  # tiles


def reached(floor, start):
    """The steps from there to each tile that can be reached."""
    steps, last, count = {start: 0}, {start}, 0
    while last:
        count += 1
        beside = {near for x, y in last for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))}
        last = {tile for tile in beside if tile in floor and tile not in steps}
        steps.update(dict.fromkeys(last, count))
    return steps


def groups(tiles):
    """How many groups of neighboring tiles these are."""
    left, count = set(tiles), 0
    while left:
        left -= reached(left, next(iter(left))).keys()
        count += 1
    return count


def openings(floor, room):
    """The groups of neighboring floor tiles in the ring of a room's walls."""
    left, top = room["x"] - 1, room["y"] - 1
    right, bottom = room["x"] + room["width"], room["y"] + room["height"]
    ring = {(x, y) for x in range(left, right + 1) for y in (top, bottom)}
    ring |= {(x, y) for x in (left, right) for y in range(top, bottom + 1)}
    return groups(ring & floor)


def measures(document):
    """What the manual says is measured of a map, and can be known of this one."""
    floor = {(x, y) for y, row in enumerate(document["tiles"]) for x, tile in enumerate(row) if tile != "#"}
    pairs = sum(((x + 1, y) in floor) + ((x, y + 1) in floor) for x, y in floor)
    blocks = sum({(x + 1, y), (x, y + 1), (x + 1, y + 1)} <= floor for x, y in floor)
    regions = groups(floor)
    rooms = document.get("rooms", [])
    inside = {(room["x"] + x, room["y"] + y) for room in rooms for x in range(room["width"]) for y in range(room["height"])}
    spawn, exit = ((at["x"], at["y"]) if at else None for at in (document.get("spawn"), document.get("exit")))
    steps = reached(floor, spawn) if spawn in floor else {}
    stats = {
        **{key: document.get(key) for key in ("seed", "width", "height")},
        "rooms": len(rooms),
        "tunnels": len(document.get("tunnels", [])),
        "doors": len(document.get("doors", [])),
        "floor": len(floor),
        "corridor": len(floor - inside),
        "loops": regions - (len(floor) - pairs + blocks),
        "dead_ends": sum(openings(floor, room) == 1 for room in rooms),
        "exit_distance": steps.get(exit),
        "farthest": max(steps.values(), default=None),
        "regions": regions,
        "unreachable": len(floor) - len(steps) if steps else None,
    }
    unknown = () if "rooms" in document else ("rooms", "tunnels", "doors", "corridor", "dead_ends")
    return {key: value for key, value in stats.items() if value is not None and key not in unknown}


def line(document):
    return json.dumps(measures(document), separators=(",", ":")).encode() + b"\n"


class Stats(FormatTestCase):
    def assert_read(self, document):
        """The measures of a document that is read agree, too; its tiles may be left to the program."""
        path = self.path("map.json")
        write(path, json.dumps(document).encode())
        self.assertEqual(output("-i", path, "-f", "stats"), line(json.loads(output("-i", path, "-f", "json"))))

    def test_every_shape(self):
        shapes = {tuple(shape.options()) for shape, _, tiles in CASES if tiles and shape.width * shape.height <= LARGEST}
        for options in [*(map.options for map in maps()), *sorted(shapes)]:
            with self.subTest(options):
                document = json.loads(output("-s42", *options, "-f", "json"))
                self.assertEqual(output("-s42", *options, "-f", "stats"), line(document))
                if document["width"] * document["height"] < 20000:
                    self.assert_read(document)
                    for key in ("rooms", "tunnels", "doors"):
                        document.pop(key, None)
                    self.assert_read(document)

    def test_maps_that_nothing_made(self):
        document = json.loads(output("-s7", "--preset=level", "-f", "json"))
        del document["tiles"]
        wall = {"x": 0, "y": 0}
        for change in ({"spawn": wall}, {"exit": wall}, {"exit": document["spawn"]}, {"spawn": None}, {"exit": None},
                       {"seed": None}, {"tunnels": []}, {"doors": []}):  # fmt: skip
            with self.subTest(change):
                self.assert_read({key: value for key, value in (document | change).items() if value is not None})
        # Floor on the edges of the map, blocks in all places of a word, rooms that overlap or have floor all around.
        for width in (1, 2, 63, 64, 65, 127):
            for rows in (["." * width] * 3, ["." * width], ["#."[:width] * width] * 2, [".#" * width, "." * width * 2]):
                with self.subTest(width, rows=rows):
                    self.assert_read({"width": len(rows[0]), "height": len(rows), "tiles": rows,
                                      "spawn": {"x": 0, "y": 0}})  # fmt: skip
        room = {"x": 3, "y": 3, "width": 4, "height": 2}
        path = [{"x": x, "y": y} for x, y in ((2, 2), (7, 2), (7, 5), (2, 5), (2, 2))]
        around = {"from": 0, "to": 0, "path": path}
        for rooms, tunnels in (([room, room], []), ([room, {**room, "x": 5, "y": 4}], []), ([room], [around]), ([], [])):
            with self.subTest(rooms):
                self.assert_read({"width": 20, "height": 9, "rooms": rooms, "tunnels": tunnels})
