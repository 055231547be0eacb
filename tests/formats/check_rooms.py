# SPDX-License-Identifier: MIT
"""rooms: the table as the Markdown parser of GitHub reads it. @format"""

import json
import re
from xml.etree import ElementTree

from helper import TestCase, output, read, run, tool, write
from maps import maps
from shapes import RULES

MARKDOWN = "{http://commonmark.org/xml/1.0}"
SIDES = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}
DOCUMENT = {"width": 5, "height": 5, "tunnels": []}
DOCUMENT["rooms"] = [{"x": 1, "y": 1, "width": 3, "height": 3}]
HEAD = ["Room", "Size", "Ways out", "Notes", "Contents"]


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
    """The direction of the step with which a path leaves the floor of a room, and its place."""
    for (x, y), (next_x, next_y) in zip(tiles, tiles[1:]):
        if not is_inside(room, (next_x, next_y)):
            step = next_x - x, next_y - y
            name = next(name for name, direction in SIDES.items() if direction == step)
            return name, x if name in ("north", "south") else y
    raise AssertionError((room, tiles))


def doors_on(document, owners, path, room):
    """The doors on a path, as the row of a room tells them: first its own doors."""
    tiles = set(tiles_of(path))
    own, others = set(), set()
    for door in document.get("doors", []):
        if (door["x"], door["y"]) not in tiles:
            continue
        owner = owners[door["room"]]
        kinds = [(0, door["lock"])] if "lock" in door else []
        kinds += [(1, "secret")] if "secret" in door else []
        if owner == room:
            own |= set(kinds or [(2, "door")])
        else:
            others |= {(owner, *kind) for kind in kinds}
    words = {0: "lock {}", 1: "{}", 2: "{}"}
    found = [words[kind].format(word) for kind, word in sorted(own)]
    found += [f"{words[kind].format(word)} at {owner + 1}" for owner, kind, word in sorted(others)]
    return f" ({', '.join(found)})" if found else ""


def open_rooms(document):
    """The rooms that players with all keys reach without secret doors."""
    rows = [list(row) for row in document["tiles"]]
    for door in document.get("doors", []):
        if "secret" in door:
            rows[door["y"]][door["x"]] = "#"
    waiting = [(document["spawn"]["x"], document["spawn"]["y"])]
    found = set(waiting)
    while waiting:
        x, y = waiting.pop()
        for beside in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
            is_inside = 0 <= beside[0] < len(rows[0]) and 0 <= beside[1] < len(rows)
            if is_inside and rows[beside[1]][beside[0]] != "#" and beside not in found:
                found.add(beside)
                waiting.append(beside)
    return {
        room["id"]
        for room in document["rooms"]
        if (room["center"]["x"], room["center"]["y"]) in found
    }


def expected_rows(document):
    """The rows of the table, from the definition in dungen(5)."""
    rooms = document["rooms"]
    owners = [room.get("wing_of", room["id"]) for room in rooms]
    ways = [[] for _ in rooms]
    reached = open_rooms(document)
    for tunnel in document["tunnels"]:
        tiles = tiles_of(tunnel["path"])
        ends = [(tunnel["from"], tunnel["to"], tiles), (tunnel["to"], tunnel["from"], tiles[::-1])]
        for room, other, line in ends:
            if owners[room] != owners[other]:
                doors = doors_on(document, owners, tunnel["path"], owners[room])
                way = f"{owners[other] + 1}{doors}"
                ways[owners[room]].append((*side(rooms[room], line), way))
    for number, of_room in enumerate(ways):
        if owners[number] != number:
            continue
        parts = [room for room, owner in zip(rooms, owners) if owner == number]
        of_room.sort(key=lambda way: (list(SIDES).index(way[0]), way[1]))
        marks = [("start", document["spawn"]), ("stairs", document["exit"])]
        marks += [(f"key {key['lock']}", key) for key in document.get("keys", [])]
        notes = [
            note
            for note, mark in marks
            if any(is_inside(room, (mark["x"], mark["y"])) for room in parts)
        ]
        if number not in reached:
            notes.append("secret")
        if len(of_room) == 1:
            notes.append("dead end")
        yield [
            str(number + 1),
            " + ".join(f"{room['width']}x{room['height']}" for room in parts),
            ", ".join(f"{name} to {way}" for name, _, way in of_room) or "none",
            ", ".join(notes),
            "",
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
        self.assertEqual(rows[1:], [["1", "5x3 + 5x3", "none", "", ""]])

    def test_locks_keys_and_secrets(self):
        seen = ""
        for seed in range(1, 20):
            options = f"-s{seed} --preset=quest -W60 -H40 --locks=3 --secrets=2".split()
            text = output(*options, "-frooms")
            self.check([json.loads(output(*options, "-fjson"))], text)
            seen += text.decode()
        for word in ("(lock 3)", "(secret)", "(door)", "key 2", "| secret"):
            self.assertIn(word, seen)
        for form in (r"\(lock 1 at \d", r"\(secret at \d", r"\(door, lock \d at", r"lock \d, secret at"):
            self.assertTrue(re.search(form, seen), form)

    def test_doors_are_at_their_rooms(self):
        """A secret door is at one end of its tunnel. The others are plain, locked, or open."""
        rooms = [{"x": x, "y": 1, "width": 3, "height": 3} for x in (1, 9, 17)]
        document = {"width": 21, "height": 5, "rooms": rooms}
        document["tunnels"] = [
            {"from": 0, "to": 1, "path": [{"x": 3, "y": 3}, {"x": 9, "y": 3}]},
            {"from": 0, "to": 1, "path": [{"x": 3, "y": 1}, {"x": 9, "y": 1}]},
            {"from": 2, "to": 1, "path": [{"x": 17, "y": 2}, {"x": 11, "y": 2}]},
        ]
        document["doors"] = [
            {"x": 4, "y": 1, "room": 0},
            {"x": 4, "y": 3, "room": 0},
            {"x": 8, "y": 3, "room": 1, "secret": True},
            {"x": 12, "y": 2, "room": 1, "lock": 1},
            {"x": 16, "y": 2, "room": 2, "lock": 1, "secret": True},
        ]
        document["keys"] = [{"lock": 1, "x": 2, "y": 2, "room": 0}]
        write(self.path("map.json"), json.dumps(document).encode())
        [(_, [_, *rows])] = parsed(output("-q", self.path("map.json"), "-f", "rooms"))
        ways = [
            "east to 2 (door), east to 2 (door, secret at 2)",
            "east to 3 (lock 1, lock 1 at 3, secret at 3), west to 1, west to 1 (secret)",
            "west to 2 (lock 1, secret, lock 1 at 2)",
        ]
        self.assertEqual([row[2] for row in rows], ways)

    def test_a_door_of_a_wing_is_one_of_its_room(self):
        """Two doors with one lock on one way are told once."""
        rooms = [
            {"x": 1, "y": 1, "width": 3, "height": 3},
            {"x": 4, "y": 2, "width": 2, "height": 2},
            {"x": 9, "y": 1, "width": 3, "height": 3},
        ]
        document = {"width": 13, "height": 5, "rooms": rooms}
        document["tunnels"] = [
            {"from": 0, "to": 1, "path": [{"x": 3, "y": 2}, {"x": 4, "y": 2}]},
            {"from": 1, "to": 2, "path": [{"x": 5, "y": 2}, {"x": 9, "y": 2}]},
        ]
        document["doors"] = [
            {"x": 6, "y": 2, "room": 1, "lock": 1},
            {"x": 8, "y": 2, "room": 2, "lock": 2},
        ]
        document["keys"] = [{"lock": lock, "x": lock, "y": 1, "room": 0} for lock in (1, 2)]
        write(self.path("map.json"), json.dumps(document).encode())
        [(_, [_, *rows])] = parsed(output("-q", self.path("map.json"), "-f", "rooms"))
        self.assertEqual(
            [row[:3] for row in rows],
            [
                ["1", "3x3 + 2x2", "east to 3 (lock 1, lock 2 at 3)"],
                ["3", "3x3", "west to 1 (lock 2, lock 1 at 1)"],
            ],
        )

    def test_columns_line_up(self):
        for options in (["-s2", "--preset=quest"], ["-s3", "--preset=warren"]):
            lines = output(*options, "-frooms").decode().splitlines()[2:]
            bars = {tuple(i for i, letter in enumerate(line) if letter == "|") for line in lines}
            self.assertEqual(len(bars), 1)
            self.assertEqual(len(next(iter(bars))), len(HEAD) + 1)

    def test_title(self):
        """It is the heading, whatever characters it has."""
        for title in ("Crypt", "The *Crypt* of <Ash> & [Co] `x` _y_ #1 | \\ ~~z~~", "Gruft für ☠"):
            text = output("-s3", "-frooms", "--title", title)
            xml = ElementTree.fromstring(
                tool("cmark-gfm", "--extension", "table", "--to", "xml", input=text)
            )
            self.assertEqual(text_of(xml.find(MARKDOWN + "heading")), title)
            self.assertIn(b"\n\nRooms of seed 3\n\n| Room", text)
        for title in ("", "a\nb", b"\xff", "50% off", "%s", "a/%/b"):
            self.assertEqual(run("-s3", "-frooms", "--title", title).returncode, 2)
        for title, names in (("F %i/%d, 1/2: 100%%", ["F 1/3, 1/2: 100%", "F 2/4, 1/2: 100%"]),
                             ("%020d%02i" * 9, [f"{3:020}01" * 9, f"{4:020}02" * 9])):  # fmt: skip
            lines = output("-s3", "-n2", "-frooms", "--title", title).decode().splitlines()
            self.assertEqual([line[2:] for line in lines if line[:1] == "#"], names)
            output("-s3", "-n2", "--title", title, "-o", self.path("%i.svg"))
            for number, name in enumerate(names, start=1):
                self.assertIn(f"<title>{name}<", read(self.path(f"{number}.svg")).decode())
        write(self.path("map.json"), json.dumps(DOCUMENT).encode())
        result = run(self.path("map.json"), "-frooms", "--title", "%d")
        self.assertEqual(result.returncode, 4)
        self.assertIn(b"missing seed for the %d of --title; use %i", result.stderr)
        self.assertIn(b"# 1\n", output(self.path("map.json"), "-frooms", "--title", "%i"))
        for format in ("png", "uvtt", "text", "json"):
            self.assertEqual(run("-s3", "-f", format, "--title", "Crypt").returncode, 2)

    def test_a_map_without_rooms_is_refused(self):
        write(self.path("map.txt"), b"####\n#..#\n####\n")
        result = run(self.path("map.txt"), "-f", "rooms")
        self.assertEqual((result.returncode, result.stdout), (4, b""))
        self.assertIn(b"cannot be written as rooms without rooms", result.stderr)
