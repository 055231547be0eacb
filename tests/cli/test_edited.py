# SPDX-License-Identifier: MIT
"""Maps whose tiles somebody has edited: the tiles count, and what no longer fits them is dropped.
cli/transcripts has the messages. @smoke @check
"""

import copy
import itertools
import json

from helper import TestCase, output, run, write

LEVEL = ["--seed", "3", "--preset", "level"]
WALL, FLOOR, DOOR = "#.+"
ADVICE = '; delete "tiles" to draw the map from its rooms'
SEEDS = range(1, 21)


def level(*options):
    """The document of a level with rooms, tunnels around rooms, loops, and doors."""
    return json.loads(output(*(options or LEVEL), "--format", "json"))


def paint(document, tile, *points):
    """Sets the kind of the tiles at these points."""
    for x, y in points:
        row = document["tiles"][y]
        document["tiles"][y] = row[:x] + tile + row[x + 1 :]


def floor_of(room):
    """The tiles of a room."""
    columns = range(room["x"], room["x"] + room["width"])
    rows = range(room["y"], room["y"] + room["height"])
    return list(itertools.product(columns, rows))


def tiles_of(tunnel):
    """The tiles of a tunnel, from one corner to the next."""
    corners = [(corner["x"], corner["y"]) for corner in tunnel["path"]]
    tiles = corners[:1]
    for x, y in corners[1:]:
        while tiles[-1] != (x, y):
            last_x, last_y = tiles[-1]
            step_x = (x > last_x) - (x < last_x)
            step_y = (y > last_y) - (y < last_y)
            tiles.append((last_x + step_x, last_y + step_y))
    return tiles


def settled(edited):
    """What dungen should make of an edited document, by the rules of dungen(5)."""
    found = copy.deepcopy(edited)

    def tile_at(x, y):
        return edited["tiles"][y][x]

    for key in ("generator", "params", "exit_distance"):
        found.pop(key, None)
    new_ids = {}
    found["rooms"] = []
    for room in edited["rooms"]:
        if any(tile_at(x, y) != WALL for x, y in floor_of(room)):
            new_ids[room["id"]] = len(new_ids)
            found["rooms"].append({**room, "id": new_ids[room["id"]]})
            found["rooms"][-1].pop("distance", None)
    kept = [
        number
        for number, tunnel in enumerate(edited["tunnels"])
        if {tunnel["from"], tunnel["to"]} <= set(new_ids)
        and all(tile_at(x, y) != WALL for x, y in tiles_of(tunnel))
    ]
    found["tunnels"] = [
        {**tunnel, "from": new_ids[tunnel["from"]], "to": new_ids[tunnel["to"]]}
        for tunnel in (edited["tunnels"][number] for number in kept)
    ]
    found["doors"] = [
        {
            **door,
            "room": new_ids[door["room"]],
            "tunnels": [kept.index(number) for number in door["tunnels"] if number in kept],
        }
        for door in edited["doors"]
        if door["room"] in new_ids and tile_at(door["x"], door["y"]) == DOOR
    ]
    return found


def pillar(document):
    center = document["rooms"][2]["center"]
    paint(document, WALL, (center["x"], center["y"]))


def filled_room(document):
    paint(document, WALL, *floor_of(document["rooms"][3]))


def opened_door(document):
    door = document["doors"][0]
    paint(document, FLOOR, (door["x"], door["y"]))


def new_door(document):
    # In the middle of a tunnel, where no room has its wall.
    longest = max(document["tunnels"], key=lambda tunnel: len(tiles_of(tunnel)))
    tiles = tiles_of(longest)
    paint(document, DOOR, tiles[len(tiles) // 2])


def cut_tunnel(document):
    paint(document, WALL, tiles_of(document["tunnels"][0])[2])


def cut_last_tunnel(document):
    paint(document, WALL, tiles_of(document["tunnels"][-1])[2])


def filled_last_room(document):
    paint(document, WALL, *floor_of(document["rooms"][-1]))


def opened_last_door(document):
    door = document["doors"][-1]
    paint(document, FLOOR, (door["x"], door["y"]))


def new_cave(document):
    # At the edge, where nothing is generated.
    paint(document, FLOOR, (0, 0), (1, 0))


def only_wall(document):
    for room in document["rooms"]:
        paint(document, WALL, *floor_of(room))


EDITS = [
    *(pillar, filled_room, opened_door, new_door, cut_tunnel, new_cave, only_wall),
    *(filled_last_room, opened_last_door, cut_last_tunnel),
]


def as_tiled(document, made):
    """The map of Tiled that `made` is, with the tiles of the document."""
    edited = copy.deepcopy(made)
    tiles = "".join(document["tiles"])
    edited["layers"][0]["data"] = [1 + "#.+".index(tile) for tile in tiles]
    return edited


class EditedCase(TestCase):
    def edit(self, change, *options):
        """Writes a level with a change as a document to edited.json and returns it."""
        document = level(*options)
        change(document)
        write(self.path("edited.json"), json.dumps(document).encode())
        return document

    def convert(self, *options):
        """The document that dungen makes of edited.json, and what it says."""
        result = run(self.path("edited.json"), "--format", "json", *options)
        self.assertEqual(result.returncode, 0, result.stderr)
        return json.loads(result.stdout), result.stderr.decode()

    def convert_quietly(self, *options):
        """What dungen writes of edited.json with these options."""
        return output("--quiet", self.path("edited.json"), *options)

    def assert_read_as(self, name, expected):
        """The file is read, without a message, as this document."""
        found = run(self.path(name), "--format", "json")
        self.assertEqual((found.stdout, found.stderr), (expected, b""), name)


class Edited(EditedCase):
    def test_what_fits_stays_and_the_rest_is_dropped(self):
        for seed, change in itertools.product(SEEDS, EDITS):
            with self.subTest(change.__name__, seed=seed):
                options = ["--seed", str(seed), "--preset", "level"]
                expected = settled(self.edit(change, *options))
                found, note = self.convert()
                if not any("+" in row for row in expected["tiles"]):
                    del expected["doors"], expected["legend"]["+"]
                self.assertEqual(found, expected)
                self.assertIn("the tiles differ from the rooms, tunnels, and doors, first at ", note)
                self.assertTrue(note.endswith(ADVICE + "\n"), note)

    def test_the_result_is_read_as_it_was_written(self):
        """Nothing is left that does not fit, so there is nothing to say, either."""
        for change in EDITS:
            with self.subTest(change.__name__):
                self.edit(change)
                written = self.convert_quietly("--format", "json")
                write(self.path("written.json"), written)
                self.assert_read_as("written.json", written)

    def test_edits_that_change_nothing(self):
        """A map that agrees with its rooms stores no tiles, and is the generated map."""
        write(self.path("edited.json"), json.dumps(level()).encode())
        for look in (
            ["--show", "all"],
            ["--format", "json"],
            ["--format", "svg", "--show", "all"],
            ["--format", "stats"],
        ):
            found = output(self.path("edited.json"), *look)
            self.assertEqual(found, output(*LEVEL, *look), look)

    def test_measures_count_tiles_and_what_is_left(self):
        for change in (pillar, filled_room, new_door, new_cave, cut_tunnel):
            expected = settled(self.edit(change))
            walkable = {
                (x, y)
                for y, row in enumerate(expected["tiles"])
                for x, tile in enumerate(row)
                if tile != WALL
            }
            in_rooms = {tile for room in expected["rooms"] for tile in floor_of(room)}
            counts = {name: len(expected[name]) for name in ("rooms", "tunnels", "doors")}
            counts.update(floor=len(walkable), corridor=len(walkable - in_rooms))
            stats = json.loads(self.convert_quietly("--format", "stats"))
            found = {name: stats[name] for name in counts}
            self.assertEqual(found, counts, change.__name__)


class InTiled(EditedCase):
    """The same edits in a map of Tiled."""

    def test_an_edited_map_is_the_edited_document(self):
        made = json.loads(output("--quiet", *LEVEL, "--format", "tmj"))
        for change in EDITS:
            with self.subTest(change.__name__):
                document = self.edit(change)
                write(self.path("edited.tmj"), json.dumps(as_tiled(document, made)).encode())
                found = run(self.path("edited.tmj"), "--format", "json")
                self.assertEqual(found.returncode, 0, found.stderr)
                self.assertEqual(found.stdout, self.convert_quietly("--format", "json"))
                self.assertIn(b"; not kept: ", found.stderr)
                self.assertNotIn(b'"tiles"', found.stderr)

    def test_an_edited_document_is_the_same_after_tiled(self):
        for change in EDITS:
            # A map of Tiled cannot say that it has no rooms.
            if change == only_wall:
                continue
            self.edit(change)
            expected = self.convert_quietly("--format", "json")
            for name in ("tmj", "tmx"):
                with self.subTest(change.__name__, format=name):
                    write(self.path(f"written.{name}"), self.convert_quietly("--format", name))
                    self.assert_read_as(f"written.{name}", expected)


class Drawn(EditedCase):
    """Formats show the tiles, and the rooms and tunnels that are left."""

    def setUp(self):
        super().setUp()
        self.expected = settled(self.edit(filled_room))

    def test_text_shows_the_tiles(self):
        rows = self.convert_quietly("--show", "none").decode().split()
        self.assertEqual(rows, self.expected["tiles"])

    def test_svg_draws_the_rooms_that_are_left(self):
        drawn = self.convert_quietly("--format", "svg", "--show", "labels").decode()
        self.assertIn('<g class="rooms" fill="none">', drawn)
        for room in self.expected["rooms"]:
            place = f'x="{room["x"]}" y="{room["y"]}"'
            size = f'width="{room["width"]}" height="{room["height"]}"'
            self.assertIn(f'<rect id="room{room["id"]}" {place} {size}/>', drawn)
        self.assertEqual(drawn.count('<rect id="room'), len(self.expected["rooms"]))
        self.assertEqual(drawn.count("<text "), len(self.expected["rooms"]))

    def test_dot_has_the_tunnels_that_are_left(self):
        lines = self.convert_quietly("--format", "dot").decode().splitlines()
        edges = [line.strip(" \t;") for line in lines if " -- " in line]
        tunnels = self.expected["tunnels"]
        self.assertEqual(edges, [f"{tunnel['from']} -- {tunnel['to']}" for tunnel in tunnels])

    def test_dot_needs_a_room(self):
        self.edit(only_wall)
        result = run("--quiet", self.path("edited.json"), "--format", "dot")
        self.assert_message(result, 4, "cannot be written as dot without rooms")

    def test_a_label_does_not_hide_a_pillar(self):
        """It would be read as floor."""
        self.edit(pillar)
        tiles = self.convert_quietly("--format", "csv")
        for name in ("text", "xp"):
            with self.subTest(name):
                write(self.path("labels"), self.convert_quietly("--show", "spawn,labels", "--format", name))
                reading = [self.path("labels")]
                self.assertEqual(output("--quiet", *reading, "--format", "csv"), tiles)
        drawn = self.convert_quietly("--show", "spawn,labels", "--format", "text").decode()
        self.assertEqual(drawn.split()[39][72], WALL)
        # ansi is not read.
        self.convert_quietly("--show", "spawn,labels", "--format", "ansi")
