# SPDX-License-Identifier: MIT
"""stats: every measure, counted again on the tiles of the JSON document, by the words of the
manual. @format
"""

import itertools
import json

from helper import output, write
from maps import FormatTestCase, locked_maps, maps
from shapes import CASES

LARGEST = 100_000  # tiles


def neighbors(x, y):
    return (x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)


def reached(floor, start):
    """The steps from there to each tile that can be reached."""
    steps, last, count = {start: 0}, {start}, 0
    while last:
        count += 1
        beside = {near for x, y in last for near in neighbors(x, y)}
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


def floor_of(document):
    """The tiles that are not wall."""
    return {
        (x, y)
        for y, row in enumerate(document["tiles"])
        for x, tile in enumerate(row)
        if tile != "#"
    }


def tiles_of_room(room):
    columns = range(room["x"], room["x"] + room["width"])
    rows = range(room["y"], room["y"] + room["height"])
    return set(itertools.product(columns, rows))


def mark(document, name):
    """The place of the spawn or the exit, or None."""
    point = document.get(name)
    return (point["x"], point["y"]) if point else None


def shut(document, held, secrets):
    """The doors that a player with these keys cannot pass; secrets: who finds no secret door."""
    return {
        (door["x"], door["y"])
        for door in document.get("doors", [])
        if door.get("lock", 0) > held or (secrets and "secret" in door)
    }


def walk_of(document, floor):
    """The steps from the spawn to each key in turn, and to the exit; or None."""
    keys = [(key["x"], key["y"]) for key in document.get("keys", [])]
    at, total = mark(document, "spawn"), 0
    for held, to in enumerate([*keys, mark(document, "exit")]):
        open_floor = floor - shut(document, held, secrets=True)
        steps = reached(open_floor, at) if at in open_floor else {}
        if to not in steps:
            return None
        total += steps[to]
        at = to
    return total


def spaces_reached(document, floor, secrets):
    """The rooms without wings that a player with all keys reaches."""
    floor = floor - shut(document, len(document.get("keys", [])), secrets)
    spawn = mark(document, "spawn")
    found = reached(floor, spawn) if spawn in floor else {}
    rooms = [room for room in document.get("rooms", []) if "wing_of" not in room]
    return sum((room["center"]["x"], room["center"]["y"]) in found for room in rooms)


def measures(document):
    """What the manual says is measured of a map, and can be known of this one."""
    floor = floor_of(document)
    pairs = sum(((x + 1, y) in floor) + ((x, y + 1) in floor) for x, y in floor)
    blocks = sum({(x + 1, y), (x, y + 1), (x + 1, y + 1)} <= floor for x, y in floor)
    regions = groups(floor)
    rooms = document.get("rooms", [])
    inside = set().union(*map(tiles_of_room, rooms))
    spawn = mark(document, "spawn")
    exit = mark(document, "exit")
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
    for name in ("spawn", "exit"):
        for axis in "xy":
            stats[f"{name}_{axis}"] = document.get(name, {}).get(axis)
    stats["spaces"] = sum("wing_of" not in room for room in rooms)
    stats["locks"] = len(document.get("keys", []))
    stats["secrets"] = 0
    if any("secret" in door for door in document.get("doors", [])):
        found = [spaces_reached(document, floor, secrets) for secrets in (False, True)]
        stats["secrets"] = found[0] - found[1] if spawn in floor else None
    stats["walk"] = walk_of(document, floor)
    if "rooms" not in document:
        of_rooms = "rooms tunnels doors corridor dead_ends spaces locks secrets"
        for key in of_rooms.split():
            del stats[key]
    return {key: value for key, value in stats.items() if value is not None}


def line(document):
    return json.dumps(measures(document), separators=(",", ":")).encode() + b"\n"


class Stats(FormatTestCase):
    def assert_read(self, document):
        """The measures of a document that is read agree, too; its tiles may be left to the program.
        """
        path = self.path("map.json")
        write(path, json.dumps(document).encode())
        with_tiles = json.loads(output("-q", path, "-f", "json"))
        self.assertEqual(output("-q", path, "-f", "stats"), line(with_tiles))

    def test_every_shape(self):
        shapes = {
            tuple(shape.options())
            for shape, _, tiles in CASES
            if tiles and shape.width * shape.height <= LARGEST
        }
        shapes = [("-qs42", *options) for options in sorted(shapes)]
        recipes = [map.options for map in maps() + locked_maps()]
        for options in [*recipes, *shapes]:
            with self.subTest(options):
                document = json.loads(output(*options, "-f", "json"))
                self.assertEqual(output(*options, "-f", "stats"), line(document))
                if document["width"] * document["height"] < 20000:
                    self.assert_read(document)
                    for key in ("rooms", "tunnels", "doors", "keys"):
                        document.pop(key, None)
                    self.assert_read(document)

    def test_documents_with_other_marks_or_without_parts(self):
        document = json.loads(output("-s7", "--preset=level", "-f", "json"))
        del document["tiles"]
        wall = {"x": 0, "y": 0}
        for change in (
            {"spawn": wall},
            {"exit": wall},
            {"exit": document["spawn"]},
            {"spawn": None},
            {"exit": None},
            {"seed": None},
            {"tunnels": []},
            {"doors": []},
        ):
            with self.subTest(change):
                changed = document | change
                given = {key: value for key, value in changed.items() if value is not None}
                self.assert_read(given)

    def test_a_walk_that_is_not_possible(self):
        """Keys out of order, keys behind their own lock, and rooms behind secrets."""
        document = json.loads(output("-s4", "--preset=quest", "-f", "json"))
        (first, second), exit = document["keys"], document["exit"]
        spawn = document["spawn"]
        secret = next(door for door in document["doors"] if "secret" in door)
        for change in (
            {"keys": [first | exit, second]},
            {"keys": [first | spawn, second | spawn]},
            {"keys": [first, second | spawn]},
            {"keys": [first | {"x": second["x"], "y": second["y"]}, second]},
            {"exit": {"x": secret["x"], "y": secret["y"]}},
            {"spawn": {"x": secret["x"], "y": secret["y"]}},
            {"spawn": exit},
            {"spawn": {"x": 0, "y": 0}},
        ):
            with self.subTest(change):
                self.assert_read(document | change)
        for door in document["doors"]:
            door["secret"] = True
        self.assert_read(document)

    def test_floor_at_the_edge_and_at_every_bit_of_a_word(self):
        for width in (1, 2, 63, 64, 65, 127):
            for rows in (
                ["." * width] * 3,
                ["." * width],
                ["#."[:width] * width] * 2,
                [".#" * width, "." * width * 2],
            ):
                if "." not in "".join(rows):
                    continue  # no map without floor is read
                with self.subTest(width, rows=rows):
                    size = {"width": len(rows[0]), "height": len(rows)}
                    self.assert_read({**size, "tiles": rows, "spawn": {"x": 0, "y": 0}})

    def test_rooms_that_overlap_or_have_floor_all_around(self):
        room = {"x": 3, "y": 3, "width": 4, "height": 2}
        overlapping = {**room, "x": 5, "y": 4}
        path = [{"x": x, "y": y} for x, y in ((2, 2), (7, 2), (7, 5), (2, 5), (2, 2))]
        around = {"from": 0, "to": 0, "path": path}
        for rooms, tunnels in (
            ([room, room], []),
            ([room, overlapping], []),
            ([room], [around]),
        ):
            with self.subTest(rooms):
                self.assert_read({"width": 20, "height": 9, "rooms": rooms, "tunnels": tunnels})
