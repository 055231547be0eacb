# SPDX-License-Identifier: MIT
"""uvtt: its keys, its walls and doors against the tiles, what tokens see between them, and its
picture. @prove
"""

import base64
import collections
import itertools
import json
import random

import numpy
from check_png import frame
from helper import TestCase, output, write
from maps import Map, make_map, maps, pixels
from shapes import RULES

KEYS = [
    "format",
    "resolution",
    "line_of_sight",
    "objects_line_of_sight",
    "portals",
    "lights",
    "environment",
    "image",
]
LARGEST = 100_000  # tiles of a map whose picture is compared
GRID, FLOOR, DOOR, FRAME = 0xCEC5B1, 0xE6DCC3, 0x8A5A2B, 0x4A2F16


def read(*options, **how):
    return json.loads(output("-q", *options, "-f", "uvtt", "--tile-size=1", **how))


def points_of(line):
    return [(point["x"], point["y"]) for point in line]


def unit_edges(line):
    """The edges of tiles along a line, each as its upper or left end and whether it is upright."""
    for (x1, y1), (x2, y2) in itertools.pairwise(line):
        assert (x1 == x2) != (y1 == y2), "a line that is not straight, or has no length"
        if x1 == x2:
            yield from ((x1, y, True) for y in range(min(y1, y2), max(y1, y2)))
        else:
            yield from ((x, y1, False) for x in range(min(x1, x2), max(x1, x2)))


def edges_of(rows):
    """The edges between floor and wall. Everything outside of the map is wall."""
    floor = {(x, y) for y, row in enumerate(rows) for x, tile in enumerate(row) if tile != "#"}
    for x, y in floor:
        if (x - 1, y) not in floor:
            yield x, y, True
        if (x + 1, y) not in floor:
            yield x + 1, y, True
        if (x, y - 1) not in floor:
            yield x, y, False
        if (x, y + 1) not in floor:
            yield x, y + 1, False


def is_open(map, x, y):
    return 0 <= x < map.width and 0 <= y < map.height and map.rows[y][x] != "#"


def guessed_line(map, x, y):
    """Whether a door whose room is unknown is upright, and whether it is on the right or below: on
    the side with more floor.
    """
    is_upright = is_open(map, x - 1, y) or is_open(map, x + 1, y)
    is_upright = is_upright or not (is_open(map, x, y - 1) or is_open(map, x, y + 1))
    sides = [
        sum(is_open(map, x + d, y + i) if is_upright else is_open(map, x + i, y + d) for i in (-1, 0, 1))
        for d in (-1, 1)
    ]
    return is_upright, sides[1] >= sides[0]


def known_line(map, door):
    """The same of a door in the wall of a room."""
    x, y, room = door["x"], door["y"], map.document["rooms"][door["room"]]
    if x in (room["x"] - 1, room["x"] + room["width"]):
        return True, x < room["x"]
    return False, y < room["y"]


def expected_portals(map):
    """The doors lie on the walls of their rooms, where the picture draws them."""
    known = {(door["x"], door["y"]): known_line(map, door) for door in map.document.get("doors", [])}
    for y, row in enumerate(map.rows):
        for x in (x for x, tile in enumerate(row) if tile == "+"):
            is_upright, is_far = known.get((x, y)) or guessed_line(map, x, y)
            ends = [(x, y + is_far), (x + 1, y + is_far)]
            if is_upright:
                ends = [(x + is_far, y), (x + is_far, y + 1)]
            yield {
                "position": {"x": sum(x for x, _ in ends) / 2, "y": sum(y for _, y in ends) / 2},
                "bounds": [{"x": x, "y": y} for x, y in ends],
                "rotation": 1.570796 if is_upright else 0,
                "closed": True,
                "freestanding": False,
            }


def moved(portals, columns, rows):
    """Portals of the part of a map that begins at a column and a row."""
    for portal in portals:
        for point in (portal["position"], *portal["bounds"]):
            point["x"] -= columns
            point["y"] -= rows
        yield portal


def by_place(portals):
    return sorted(portals, key=lambda portal: (portal["position"]["y"], portal["position"]["x"]))


def random_map(rng):
    """A map of random tiles, with tiles that touch only at a corner and floor at the edges."""
    width, height = rng.choice((1, 2, 7, 63, 64, 65)), rng.randint(1, 9)
    share = rng.choice((1, 3, 9))
    rows = ["".join(rng.choices("#.+", (3, share, 1), k=width)) for _ in range(height)]
    return Map([], {}, width, height, rows, None, None, [])


class Document(TestCase):
    def assert_walls_and_doors(self, map, document, portals=None):
        """Compares the walls, and the doors with those of the map or with `portals`. The ends of a
        door are on walls, which leave no gap beside it.
        """
        lines = [points_of(line) for line in document["line_of_sight"]]
        for line in lines:
            self.assertEqual(line[0], line[-1], "a closed line")
            around = [line[-2], *line]
            for before, corner, after in zip(around, line, line[1:]):
                is_straight = before[0] == corner[0] == after[0] or before[1] == corner[1] == after[1]
                self.assertFalse(is_straight, "a point that is not a corner")
        found = collections.Counter(edge for line in lines for edge in unit_edges(line))
        self.assertEqual(found, collections.Counter(edges_of(map.rows)))
        expected = portals or expected_portals(map)
        self.assertEqual(by_place(document["portals"]), by_place(expected))
        if not map.is_edited and map.document:
            ends = {point for x, y, upright in found for point in ((x, y), (x + (not upright), y + upright))}
            for portal in document["portals"]:
                self.assertLessEqual(set(points_of(portal["bounds"])), ends)

    def test_walls_and_doors(self):
        for map in maps():
            with self.subTest(map.options):
                document = read(*map.options)
                self.assertEqual(list(document), KEYS)
                self.assert_walls_and_doors(map, document)

    def test_walls_and_doors_of_input_maps(self):
        rng = random.Random(1)
        for _ in range(200):
            map = random_map(rng)
            text = "\n".join(map.rows).encode() + b"\n"
            if set("".join(map.rows)) <= set("#+"):
                continue  # no map without floor is read
            with self.subTest(text):
                document = read("-", input=text)
                self.assert_walls_and_doors(map, document)

    def test_crop(self):
        """Walls, doors, and the size are those of the picture."""
        for map in maps()[:24]:
            if map.width * map.height > LARGEST:
                continue
            with self.subTest(map.options):
                document = read(*map.options, "--crop")
                rows, columns = frame(map)
                part = [row[columns] for row in map.rows[rows]]
                size = {"x": len(part[0]), "y": len(part)}
                self.assertEqual(document["resolution"]["map_size"], size)
                self.assertEqual(document["resolution"]["map_origin"], {"x": 0, "y": 0})
                image = pixels(base64.b64decode(document["image"]))
                self.assertEqual(image.shape, (size["y"], size["x"]))
                shown = map._replace(rows=part, width=size["x"], height=size["y"])
                portals = moved(expected_portals(map), columns.start, rows.start)
                self.assert_walls_and_doors(shown, document, portals)

    def test_the_other_keys(self):
        document = json.loads(output("-s42", "-W90", "-f", "uvtt"))
        self.assertEqual(document["format"], 0.3)
        size, origin = {"x": 90, "y": 45}, {"x": 0, "y": 0}
        resolution = {"map_origin": origin, "map_size": size, "pixels_per_grid": 70}
        self.assertEqual(document["resolution"], resolution)
        self.assertEqual(document["objects_line_of_sight"], [])
        self.assertEqual(document["lights"], [])
        light = {"baked_lighting": False, "ambient_light": "ffffffff"}
        self.assertEqual(document["environment"], light)

    def test_large_coordinates(self):
        """They are written exactly."""
        row = b"#" * 1_000_000 + b".+.\n"
        text = output("-q", "-", "-fuvtt", "--tile-size=1", input=row)
        self.assertIn(b'"position":{"x":1000002,"y":0.5}', text)
        self.assertIn(b'{"x":1000002,"y":1}', text)


class Picture(TestCase):
    def assert_picture(self, document, png):
        found = pixels(base64.b64decode(document["image"], validate=True))
        expected = pixels(png)
        expected[expected == GRID] = FLOOR
        self.assertTrue(numpy.array_equal(found, expected))

    def test_it_is_the_picture_of_png_without_grid(self):
        for map in maps():
            if map.width * map.height > LARGEST:
                continue
            with self.subTest(map.options):
                document = json.loads(output(*map.options, "-fuvtt", "--tile-size=9"))
                png = output(*map.options, "-fpng", "--tile-size=9", "--show=none")
                self.assert_picture(document, png)

    def test_portals_lie_on_the_doors_of_the_picture(self):
        for seed, options in enumerate(("--preset=dungeon", "--preset=quest --crop", "--preset=keep")):
            run = [f"-s{seed}", *options.split(), "-W50", "-H40", "--tile-size=20"]
            document = json.loads(output(*run, "-fuvtt"))
            image = pixels(base64.b64decode(document["image"]))
            self.assertGreater(len(document["portals"]), 5)
            for portal in document["portals"]:
                (x1, y1), (x2, y2) = points_of(portal["bounds"])
                line = image[int(20 * y1) : int(20 * y2) + 1, int(20 * x1) : int(20 * x2) + 1].ravel()
                self.assertEqual(line.tolist()[:20], [FRAME] * 3 + [DOOR] * 14 + [FRAME] * 3)

    def test_lengths(self):
        """The picture has lengths of every remainder by three, so the padding differs."""
        endings = set()
        for width in range(20, 40):
            document = read("-s1", f"-W{width}", "-H20")
            self.assert_picture(document, output("-s1", f"-W{width}", "-H20", "-fpng",
                                                 "--tile-size=1", "--show=none"))  # fmt: skip
            endings.add(document["image"].count("="))
        self.assertEqual(endings, {0, 1, 2})

    def test_marks_are_for_the_game_master(self):
        """Without --show, nothing is shown, even if a preset or an input map shows marks."""
        level = ["-s2", "--preset=level", "-W40", "-H25", "--tile-size=20"]
        plain = output(*level, "-fpng", "--show=none")
        for options in ([], ["--show=none"]):
            self.assert_picture(json.loads(output(*level, "-fuvtt", *options)), plain)
        for show in ("all", "spawn,exit,labels", "labels"):
            document = json.loads(output(*level, "-fuvtt", "--show", show))
            self.assert_picture(document, output(*level, "-fpng", "--show", show))
        write(self.path("map.txt"), output(*level[:-1], "--show=spawn,exit"))
        document = json.loads(output(self.path("map.txt"), "-fuvtt", "--tile-size=20"))
        self.assert_picture(document, plain)

    def test_tiles_have_70_pixels(self):
        document = json.loads(output("-s1", "-W20", "-H15", "-fuvtt"))
        image = pixels(base64.b64decode(document["image"]))
        self.assertEqual(image.shape, (15 * 70, 20 * 70))


class Scene:
    """A map on a virtual tabletop: walls and closed doors that block sight."""

    def __init__(self, map, document):
        self.map = map
        self.walls = self.segments(points_of(line) for line in document["line_of_sight"])
        self.doors = self.segments(points_of(portal["bounds"]) for portal in document["portals"])

    @staticmethod
    def segments(lines):
        pairs = [pair for line in lines for pair in itertools.pairwise(line)]
        return numpy.array(pairs, float).reshape(-1, 2, 2)

    def sees(self, eye, targets, with_doors=True):
        """For each target point, whether the eye sees it."""
        blocking = numpy.concatenate([self.walls, self.doors]) if with_doors else self.walls
        start, end = blocking[:, 0], blocking[:, 1]
        eye = numpy.array(eye)

        def side(a, b, c):
            """The sign of the area of triangles."""
            u, v = b - a, c - a
            return u[..., 0] * v[..., 1] - u[..., 1] * v[..., 0]

        ends = targets[:, None, :]
        crosses_ray = side(eye, ends, start) * side(eye, ends, end) <= 0
        crosses_wall = side(start, end, eye) * side(start, end, ends) <= 0
        return ~(crosses_ray & crosses_wall).any(axis=1)

    def walkable(self):
        rows = self.map.rows
        return [(x, y) for y, row in enumerate(rows) for x, tile in enumerate(row) if tile != "#"]

    def area(self, start):
        """The floor that can be reached without a door, and the doors next to it."""
        rows, found, waiting = self.map.rows, {start}, [start]
        while waiting:
            x, y = waiting.pop()
            for neighbor in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
                tile = rows[neighbor[1]][neighbor[0]]
                if tile == "#" or neighbor in found:
                    continue
                found.add(neighbor)
                if tile == ".":
                    waiting.append(neighbor)
        return found

    def crosses_wall_tile(self, eye, target):
        """Whether a line of sight leads through a tile of wall."""
        steps = numpy.linspace(eye, target, 400)
        return any(self.map.rows[int(y)][int(x)] == "#" for x, y in steps)


class Sight(TestCase):
    """Points are a little beside the middle of a tile, so that no ray meets a corner exactly."""

    PLACES = ((0.503, 0.4971), (0.1031, 0.1017), (0.8973, 0.1051), (0.1009, 0.8911), (0.8931, 0.8977))

    def scenes(self, count, rules):
        for seed in range(count):
            options = f"-s{seed} -W44 -H26 --max-rooms 14 --room-max 8 {rules}"
            map = make_map(options)
            yield Scene(map, read(*map.options))

    def seen_tiles(self, scene, eye):
        """The walkable tiles that an eye sees a part of, with the points that it sees."""
        tiles = scene.walkable()
        points = [(x + dx, y + dy) for x, y in tiles for dx, dy in self.PLACES]
        visible = scene.sees(eye, numpy.array(points))
        return {
            tiles[i // len(self.PLACES)]: points[i] for i, is_seen in enumerate(visible) if is_seen
        }

    def assert_sees_only(self, scene, eye, area):
        seen = self.seen_tiles(scene, eye)
        self.assertEqual(set(seen) - area, set(), f"seen from {eye}")
        for point in seen.values():
            self.assertFalse(scene.crosses_wall_tile(eye, point), f"{point} seen from {eye}")

    def test_closed_doors(self):
        """A token sees its own room or corridor, and the tiles of its doors that are outside of rooms."""
        rng = random.Random(1)
        for scene in self.scenes(100, RULES["around"]):
            floor = [at for at in scene.walkable() if scene.map.rows[at[1]][at[0]] == "."]
            for x, y in rng.sample(floor, 4):
                dx, dy = rng.choice(self.PLACES)
                self.assert_sees_only(scene, (x + dx, y + dy), scene.area((x, y)))

    def test_from_a_door(self):
        """The tile of a door is outside of the room, so a token on it does not see the room."""
        rng = random.Random(2)
        for scene in self.scenes(100, RULES["around"]):
            doors = scene.map.document["doors"]
            for door in rng.sample(doors, min(2, len(doors))):
                x, y = door["x"], door["y"]
                is_upright, is_far = known_line(scene.map, door)
                step = -1 if is_far else 1
                outside = (x + step, y) if is_upright else (x, y + step)
                dx, dy = rng.choice(self.PLACES)
                self.assert_sees_only(scene, (x + dx, y + dy), scene.area(outside) | {(x, y)})

    def test_open_doors(self):
        """A token sees through an open door, and not through a closed one."""
        for scene in self.scenes(100, RULES["around"]):
            for y, row in enumerate(scene.map.rows):
                for x, tile in enumerate(row):
                    if tile != "+":
                        continue
                    dx, dy = (1, 0) if guessed_line(scene.map, x, y)[0] else (0, 1)
                    eye = (x - dx + 0.503, y - dy + 0.497)
                    target = numpy.array([(x + dx + 0.503, y + dy + 0.497)])
                    self.assertTrue(scene.sees(eye, target, with_doors=False)[0], (x, y))
                    self.assertFalse(scene.sees(eye, target)[0], (x, y))

    def test_corners_that_touch(self):
        """Rooms that touch at a corner are dark for each other."""
        rows = ["######", "#..###", "#..###", "###..#", "###..#", "######"]
        text = "\n".join(rows).encode() + b"\n"
        map = Map([], {}, 6, 6, rows, None, None, [])
        scene = Scene(map, read("-", input=text))
        for x, y in scene.walkable():
            own = scene.area((x, y))
            self.assertEqual(len(own), 4)
            for dx, dy in self.PLACES:
                self.assert_sees_only(scene, (x + dx, y + dy), own)
