# SPDX-License-Identifier: MIT
"""rooms: the table as the Markdown parser of GitHub reads it. @format"""

import json
from xml.etree import ElementTree

from helper import TestCase, output, run, tool, write
from maps import maps
from shapes import RULES

MARKDOWN = "{http://commonmark.org/xml/1.0}"
SIDES = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}
HEAD = ["Room", "Size", "Ways out", "Notes"]


def text_of(element):
    return "".join(text.text for text in element.iter(MARKDOWN + "text"))


def parsed(text):
    """Pairs of a heading and its table, which is a list of rows of cells."""
    xml = tool("cmark-gfm", "--extension", "table", "--to", "xml", input=text)
    blocks = list(ElementTree.fromstring(xml))
    for heading, table in zip(blocks[::2], blocks[1::2], strict=True):
        assert heading.tag == MARKDOWN + "heading", heading.tag
        assert table.tag == MARKDOWN + "table", table.tag
        yield text_of(heading), [[text_of(cell) for cell in row] for row in table]


def is_inside(room, tile):
    x, y = tile
    return 0 <= x - room["x"] < room["width"] and 0 <= y - room["y"] < room["height"]


def tiles_of(path):
    """All tiles of a path, from its start to its end."""
    x, y = path[0]["x"], path[0]["y"]
    tiles = [(x, y)]
    for corner in path[1:]:
        while (x, y) != (corner["x"], corner["y"]):
            x += (corner["x"] > x) - (corner["x"] < x)
            y += (corner["y"] > y) - (corner["y"] < y)
            tiles.append((x, y))
    return tiles


def side(room, tiles):
    """The direction of the step with which a path leaves the floor of a room."""
    for (x, y), (next_x, next_y) in zip(tiles, tiles[1:]):
        if not is_inside(room, (next_x, next_y)):
            step = next_x - x, next_y - y
            return next(name for name, direction in SIDES.items() if direction == step)
    raise AssertionError((room, tiles))


def expected_rows(document):
    """The rows of the table, from the definition in dungen(5)."""
    rooms = document["rooms"]
    ways = [[] for _ in rooms]
    exits = [0 for _ in rooms]
    for tunnel in document["tunnels"]:
        tiles = tiles_of(tunnel["path"])
        owners = [rooms[end].get("wing_of", end) for end in (tunnel["from"], tunnel["to"])]
        for end, other, steps, owner in (
            (tunnel["from"], tunnel["to"], tiles, owners[0]),
            (tunnel["to"], tunnel["from"], tiles[::-1], owners[1]),
        ):
            owner_there = rooms[other].get("wing_of", end)
            named = other if owner_there == end else owner_there
            wing = "wing " if rooms[other].get("wing_of") == end else ""
            ways[end].append((side(rooms[end], steps), f"{wing}{named + 1}"))
            exits[owner] += owners[0] != owners[1]
    for room in rooms:
        of_room = sorted(ways[room["id"]], key=lambda way: list(SIDES).index(way[0]))
        notes = [
            note
            for note, mark in (("start", document["spawn"]), ("exit", document["exit"]))
            if is_inside(room, (mark["x"], mark["y"]))
        ]
        if "wing_of" in room:
            notes.append(f"wing of {room['wing_of'] + 1}")
        elif exits[room["id"]] == 1:
            notes.append("dead end")
        yield [
            str(room["id"] + 1),
            f"{room['width']}x{room['height']}",
            ", ".join(f"{name} to {other}" for name, other in of_room) or "none",
            ", ".join(notes),
        ]


class Rooms(TestCase):
    def check(self, documents, text):
        tables = list(parsed(text))
        self.assertEqual(len(tables), len(documents))
        for document, (heading, (head, *rows)) in zip(documents, tables):
            self.assertEqual(heading, f"Rooms of seed {document['seed']}")
            self.assertEqual(head, HEAD)
            self.assertEqual(rows, list(expected_rows(document)))

    def test_tables_are_those_of_the_manual(self):
        for map in maps():
            with self.subTest(map.options):
                self.check([map.document], output(*map.options, "-f", "rooms"))

    def test_maps_of_a_batch_have_headings(self):
        for rules in RULES.values():
            with self.subTest(rules):
                options = ["-s1", "-n9", *rules.split()]
                documents = map(json.loads, output(*options, "-f", "json").splitlines())
                self.check(list(documents), output(*options, "-f", "rooms"))

    def test_a_tunnel_that_stays_in_its_room_has_no_direction(self):
        room = {"x": 1, "y": 1, "width": 5, "height": 3}
        path = [{"x": 2, "y": 2}, {"x": 4, "y": 2}]
        document = {"width": 7, "height": 5, "rooms": [room, room]}
        document["tunnels"] = [{"from": 0, "to": 1, "path": path}]
        write(self.path("map.json"), json.dumps(document).encode())
        [(heading, rows)] = parsed(output(self.path("map.json"), "-f", "rooms"))
        self.assertEqual(heading, "Rooms")
        # Their floors touch, so the second room is a wing.
        wing = ["2", "5x3", "to 1", "wing of 1"]
        self.assertEqual(rows[1:], [["1", "5x3", "to wing 2", ""], wing])

    def test_a_map_without_rooms_is_refused(self):
        write(self.path("map.txt"), b"####\n#..#\n####\n")
        result = run(self.path("map.txt"), "-f", "rooms")
        self.assertEqual((result.returncode, result.stdout), (4, b""))
        self.assertIn(b"cannot be written as rooms without rooms", result.stderr)
