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
    owners = [room.get("wing_of", room["id"]) for room in rooms]
    ways = [[] for _ in rooms]
    for tunnel in document["tunnels"]:
        tiles = tiles_of(tunnel["path"])
        begin, end = tunnel["from"], tunnel["to"]
        if owners[begin] != owners[end]:
            ways[owners[begin]].append((side(rooms[begin], tiles), owners[end] + 1))
            ways[owners[end]].append((side(rooms[end], tiles[::-1]), owners[begin] + 1))
    for number, of_room in enumerate(ways):
        if owners[number] != number:
            continue
        parts = [room for room, owner in zip(rooms, owners) if owner == number]
        of_room.sort(key=lambda way: list(SIDES).index(way[0]))
        notes = [
            note
            for note, mark in (("start", document["spawn"]), ("exit", document["exit"]))
            if any(is_inside(room, (mark["x"], mark["y"])) for room in parts)
        ]
        if len(of_room) == 1:
            notes.append("dead end")
        yield [
            str(number + 1),
            " + ".join(f"{room['width']}x{room['height']}" for room in parts),
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

    def test_a_tunnel_to_a_wing_is_no_way_out(self):
        room = {"x": 1, "y": 1, "width": 5, "height": 3}
        path = [{"x": 2, "y": 2}, {"x": 4, "y": 2}]
        document = {"width": 7, "height": 5, "rooms": [room, room]}
        document["tunnels"] = [{"from": 0, "to": 1, "path": path}]
        write(self.path("map.json"), json.dumps(document).encode())
        [(heading, rows)] = parsed(output(self.path("map.json"), "-f", "rooms"))
        self.assertEqual(heading, "Rooms")
        # Their floors touch, so the second room is a wing.
        self.assertEqual(rows[1:], [["1", "5x3 + 5x3", "none", ""]])

    def test_a_map_without_rooms_is_refused(self):
        write(self.path("map.txt"), b"####\n#..#\n####\n")
        result = run(self.path("map.txt"), "-f", "rooms")
        self.assertEqual((result.returncode, result.stdout), (4, b""))
        self.assertIn(b"cannot be written as rooms without rooms", result.stderr)
