# SPDX-License-Identifier: MIT
"""--route: the shortest walk, found again from the rule in dungen-generator(7), in every format that
shows it. @format
"""

import gzip
import itertools
import json
import random
import re
import struct
import xml.etree.ElementTree as xml

from check_ansi import TILES, cells
from check_png import DOOR, FRAME
from check_png import read as read_png
from helper import TestCase, output, run, write
from maps import SHOWN
from shapes import RULES

DIRECTIONS = ((-1, 0), (1, 0), (0, -1), (0, 1))  # in the order of the rule
GENERATED = [
    *(f"-s{seed} {rules}" for seed in range(8) for rules in RULES.values()),
    *(f"-s{seed} -W{width} -H20 --preset level" for seed in (1, 2) for width in (63, 64, 65, 129)),
    "-s1 --max-rooms 1",
    "-s3 -W520 -H510 --max-rooms 300",  # swept
]


def step(tile, direction):
    return tile[0] + direction[0], tile[1] + direction[1]


def distances_to(exit, walkable):
    """By tile: the number of steps to the exit."""
    distances = {exit: 0}
    newest = [exit]
    while newest:
        found = []
        for tile in newest:
            for neighbor in (step(tile, direction) for direction in DIRECTIONS):
                if neighbor in walkable and neighbor not in distances:
                    distances[neighbor] = distances[tile] + 1
                    found.append(neighbor)
        newest = found
    return distances


def route_of(rows, spawn, exit, secrets=frozenset()):
    """The tiles of the route, or None if there is none; secrets: the secret doors."""
    walkable = {(x, y) for y, row in enumerate(rows) for x, tile in enumerate(row) if tile != "#"}
    walkable -= secrets
    distances = distances_to(exit, walkable)
    if spawn not in distances:
        return None
    tiles = [spawn]
    direction = None
    while tiles[-1] != exit:
        here = tiles[-1]
        nearer = [
            each for each in DIRECTIONS if distances.get(step(here, each)) == distances[here] - 1
        ]
        if direction not in nearer:
            direction = nearer[0]
        tiles.append(step(here, direction))
    return tiles


def corners_of(tiles):
    """The first tile, those where the route turns, and the last."""
    return [
        tile
        for before, tile, after in zip([None, *tiles], tiles, [*tiles[1:], None])
        if not (before and after and (before[0] == after[0] or before[1] == after[1]))
    ]


def point(at):
    return at["x"], at["y"]


def draw(document, route, show):
    """The rows of the text with the route."""
    rows = [list(row) for row in document["tiles"]]
    for x, y in route:
        if rows[y][x] == ".":
            rows[y][x] = "*"
    if "labels" in show:
        for i, room in enumerate(document["rooms"][:26]):
            if "wing_of" not in room:
                x, y = point(room["center"])
                rows[y][x] = chr(ord("A") + i)
    for mark, glyph in (("exit", ">"), ("spawn", "@")):
        if mark in show:
            x, y = point(document[mark])
            rows[y][x] = glyph
    return ["".join(row) for row in rows]


def read_xp(drawing):
    """The characters of a drawing of REXPaint, as rows."""
    data = gzip.decompress(drawing)
    _, _, width, height = struct.unpack("<4i", data[:16])
    cells = [chr(number) for number, _ in struct.iter_unpack("<I6s", data[16:])]
    return ["".join(cells[x * height + y] for x in range(width)) for y in range(height)]


def line_pixels(route, size):
    """The pixels of the dashes. There is one in each tile, and it leads toward the tiles beside it."""
    width = 1 if size < 5 else (2 * size + 5) // 10
    start = (size - width) // 2
    reach = (30 * size + 50) // 100 - width // 2
    pixels = set()
    for i, (x, y) in enumerate(route):
        left, top = x * size + start, y * size + start
        pixels.update(itertools.product(range(left, left + width), range(top, top + width)))
        for next_x, next_y in route[max(i - 1, 0) : i] + route[i + 1 : i + 2]:
            for step in range(reach + 1):
                shift_x, shift_y = step * (next_x - x), step * (next_y - y)
                columns = range(left + shift_x, left + shift_x + width)
                rows = range(top + shift_y, top + shift_y + width)
                pixels.update(itertools.product(columns, rows))
    return pixels


class RouteTestCase(TestCase):
    def document(self, *options, **how):
        """The JSON document with its route, whose tiles are in document["way"]."""
        document = json.loads(output("-q", *options, "--route", "-fjson", **how))
        spawn, exit = point(document["spawn"]), point(document["exit"])
        secrets = {point(door) for door in document.get("doors", []) if "secret" in door}
        way = route_of(document["tiles"], spawn, exit, secrets)
        self.assertEqual([point(corner) for corner in document["route"]], corners_of(way))
        with_secrets = route_of(document["tiles"], spawn, exit)
        self.assertEqual(document["exit_distance"], len(with_secrets) - 1)
        keys = list(document)
        self.assertEqual(keys[keys.index("exit") :][:3], ["exit", "exit_distance", "route"])
        document["way"] = way
        return document


class Json(RouteTestCase):
    def test_generated_maps(self):
        for recipe in GENERATED:
            with self.subTest(recipe):
                self.document(*recipe.split())

    def test_secret_doors_are_wall(self):
        """exit_distance stays as it was in 1.0, with all doors open."""
        options = "--preset quest --locks 0 --secrets 5".split()
        longer = 0
        for seed in map(str, range(30)):
            with self.subTest(seed):
                document = self.document("-s", seed, *options)
                longer += len(document["way"]) - 1 > document["exit_distance"]
        self.assertIn(longer, range(1, 20))

    def test_every_map_of_a_batch_has_its_route(self):
        batch = output("-s1", "-n3", "--route", "-fjson").decode().splitlines()
        for seed, line in zip("123", batch, strict=True):
            self.assertEqual(line, output("-s", seed, "--route", "-fjson").decode().strip())

    def test_spawn_and_exit_on_one_tile(self):
        document = self.document("-s1", "--max-rooms=1")
        self.assertEqual(document["route"], [document["spawn"]])
        self.assertEqual(document["exit_distance"], 0)

    def test_only_the_route_is_new(self):
        for options in (["-s7"], ["-s7", "--preset=level"]):
            plain = json.loads(output(*options, "-fjson"))
            with_route = json.loads(output(*options, "-fjson", "--route"))
            del with_route["route"]
            with_route.pop("exit_distance")
            plain.pop("exit_distance", None)
            self.assertEqual(with_route, plain)

    def test_an_old_route_and_distance_are_replaced(self):
        document = json.loads(output("-s7", "--preset=level", "-fjson", "--route"))
        route, distance = document["route"], document["exit_distance"]
        document["exit_distance"] = 999
        document["route"] = [{"x": 0, "y": 0}]
        found = json.loads(output("-", "--route", "-fjson", input=json.dumps(document).encode()))
        self.assertEqual((found["route"], found["exit_distance"]), (route, distance))


class InputMaps(RouteTestCase):
    def random_text(self, rng):
        """A text with a spawn and an exit, on floor or doors, that may be disconnected."""
        width, height = rng.choice((3, 9, 64, 70)), rng.randint(2, 9)
        tiles = [rng.choices("#.+", (rng.choice((2, 4)), 9, 1), k=width) for _ in range(height)]
        places = rng.sample([*itertools.product(range(width), range(height))], 2)
        for (x, y), mark in zip(places, "@>"):
            tiles[y][x] = mark
        return ["".join(row) for row in tiles], *places

    def test_random_maps(self):
        rng = random.Random(1)
        found = 0
        for _ in range(150):
            rows, spawn, exit = self.random_text(rng)
            text = "\n".join(rows).encode() + b"\n"
            with self.subTest(text):
                if route_of(rows, spawn, exit):
                    found += 1
                    self.document("-", input=text)
                else:
                    result = run("-", "--route", input=text)
                    self.assert_message(result, 4, "the exit cannot be reached from the spawn")
        self.assertIn(found, range(50, 140))

    def test_a_long_way_with_many_corners(self):
        """A snake of 200 turns."""
        rows = ["." * 30 if y % 2 == 0 else "#" * 30 for y in range(200)]
        for y in range(1, 199, 2):
            x = 29 if y % 4 == 1 else 0
            rows[y] = "#" * x + "." + "#" * (29 - x)
        rows[0] = "@" + rows[0][1:]
        rows[198] = "." * 29 + ">" if 198 % 4 == 0 else ">" + "." * 29
        document = self.document("-", input="\n".join(rows[:199]).encode() + b"\n")
        self.assertEqual(len(document["route"]), 200)


class Pictures(RouteTestCase):
    def test_text_and_xp(self):
        for recipe, show in itertools.product(GENERATED[:40:7], SHOWN):
            with self.subTest(recipe, show=show):
                options = [*recipe.split(), f"--show={show}", "--route"]
                document = self.document(*recipe.split())
                rows = draw(document, document["way"], show.split(","))
                self.assertEqual(output("-q", *options).decode().splitlines(), rows)
                self.assertEqual(read_xp(output("-q", *options, "-fxp")), rows)

    def test_ansi(self):
        colors = {**TILES, "67": "*"}
        for recipe in GENERATED[:40:7]:
            with self.subTest(recipe):
                document = self.document(*recipe.split())
                rows = draw(document, document["way"], ["spawn"])
                lines = output("-q", *recipe.split(), "--route", "-fansi").decode().splitlines()
                found = []
                for row in cells(lines):
                    upper = ["█▀".find(text) >= 0 for text, _, _ in row]
                    lower = ["█▄".find(text) >= 0 for text, _, _ in row]
                    for is_text in (upper, lower):
                        found.append("".join(
                            colors[color if own else background]
                            for own, (_, color, background) in zip(is_text, row)))  # fmt: skip
                self.assertEqual(found[: len(rows)], rows)

    def test_tiled(self):
        for recipe, size in itertools.product(GENERATED[:40:7], (1, 16, 31)):
            with self.subTest(recipe, size=size):
                options = [*recipe.split(), "--route", f"--tile-size={size}"]
                document = self.document(*recipe.split())
                places = [(x * size + size // 2, y * size + size // 2) for x, y in
                          (point(corner) for corner in document["route"])]  # fmt: skip
                tmj = json.loads(output("-q", *options, "-ftmj"))
                layer = tmj["layers"][-1]
                [line] = layer["objects"]
                self.assertEqual((layer["name"], line["name"], line["type"]), ("route",) * 3)
                self.assertEqual(tmj["nextlayerid"], layer["id"] + 1)
                self.assertEqual(tmj["nextobjectid"], line["id"] + 1)
                found = [(at["x"] + line["x"], at["y"] + line["y"]) for at in line["polyline"]]
                self.assertEqual(found, places)
                tmx = xml.fromstring(output("-q", *options, "-ftmx"))
                line = tmx.find("objectgroup[@name='route']/object[@name='route']")
                x, y = int(line.get("x")), int(line.get("y"))
                points = line.find("polyline").get("points").split()
                moved = [tuple(map(int, at.split(","))) for at in points]
                self.assertEqual([(x + dx, y + dy) for dx, dy in moved], places)

    def test_svg(self):
        for recipe in GENERATED[:40:7]:
            document = self.document(*recipe.split())
            svg = output("-q", *recipe.split(), "--route", "-fsvg", "--show", "all")
            svg = xml.fromstring(svg)
            ids = [element.get("id") for element in svg]
            line = svg[ids.index("route")]
            shown = [name for name in ids[ids.index("route") :] if name]
            self.assertEqual([shown[0], shown[-1]], ["route", "marks"])
            self.assertIn("labels", shown)
            points = [tuple(map(int, at.split(","))) for at in line.get("points").split()]
            self.assertEqual(points, [point(corner) for corner in document["route"]])

    def test_png(self):
        """Exactly the pixels of the line have another color, if no mark or door is drawn over it."""
        for recipe, size in itertools.product(GENERATED[:40:13], (1, 2, 4, 5, 16, 23)):
            with self.subTest(recipe, size=size):
                options = [*recipe.split(), "-q", "-fpng", "--show=none", f"--tile-size={size}"]
                plain = [list(row) for row in read_png(output(*options))]
                for x, y in line_pixels(self.document(*recipe.split())["way"], size):
                    if plain[y][x] not in (DOOR, FRAME):
                        plain[y][x] = "?"
                found = read_png(output(*options, "--route"))
                self.assertEqual(found, ["".join(row) for row in plain])


class Reading(RouteTestCase):
    NOTE = "not kept: the route; add --route"

    def test_a_route_is_dropped_with_a_note_or_found_again(self):
        for format, again in itertools.product(("text", "json", "tmj", "tmx", "xp"), (False, True)):
            with self.subTest(format, again=again):
                show = [] if format == "json" else ["--show=exit"]
                if format in ("text", "xp"):
                    show = ["--show=spawn,exit"]
                path = self.path("map")
                write(path, output("-s7", "-f", format, "--route", *show))
                options = [path, "-f", format, *show]
                if again:
                    result = run(*options, "--route")
                    self.assertEqual((result.returncode, result.stderr), (0, b""))
                    with open(path, "rb") as file:
                        self.assertEqual(result.stdout, file.read())
                else:
                    result = run(*options)
                    self.assertEqual(result.stderr.decode(), f"dungen: {path}: {self.NOTE}\n")
                    expected = output("-s7", "-f", format, *show)
                    if format == "json":
                        # The distance stays true, so it is kept.
                        with open(path, "rb") as file:
                            expected = re.sub(rb'"route":\[[^]]*\],', b"", file.read())
                    self.assertEqual(result.stdout, expected)

    def test_checks_and_comparisons_do_not_mention_it(self):
        write(self.path("map.json"), output("-s7", "-fjson", "--route"))
        write(self.path("map.txt"), output("-s7", "--route"))
        self.good(self.path("map.json"), "--check")
        self.good(self.path("map.txt"), "--check")
        self.good("--compare", self.path("map.json"))
        self.good("-s7", "--compare", self.path("map.txt"))

    def test_a_file_is_not_replaced_by_one_without_its_route(self):
        path = self.path("map.json")
        write(path, output("-s7", "-fjson", "--route"))
        self.assert_message(run(path, "-o", path), 4, self.NOTE, "write to another file")

    def test_other_objects_called_route_are_named(self):
        document = json.loads(output("-s7", "-ftmj", "--route"))
        document["layers"][-1]["objects"][0]["name"] = "patrol"
        result = run("-", "-ftmj", "--route", input=json.dumps(document).encode())
        self.assertIn(b"not kept: other objects (1)", result.stderr)


class Missing(TestCase):
    def assert_missing(self, map, problem):
        result = run("-", "--route", "-fjson", input=map.encode())
        self.assert_message(result, 4, f"cannot show the route, because {problem}", "leave out --route")
        self.assertEqual(result.stdout, b"")

    def test_what_the_map_lacks(self):
        self.assert_missing("#.>#\n", "the map has no spawn")
        self.assert_missing("#@.#\n", "the map has no exit")
        self.assert_missing("@#>\n", "the exit cannot be reached from the spawn")
        rows = {"width": 3, "height": 1, "tiles": ["#.."]}
        wall, floor = {"x": 0, "y": 0}, {"x": 1, "y": 0}
        for spawn, exit, name in ((wall, floor, "spawn"), (floor, wall, "exit")):
            map = json.dumps({**rows, "spawn": spawn, "exit": exit})
            self.assert_missing(map, f"the {name} is in the wall")

    def test_secret_doors_in_every_way(self):
        """The whole way, or a mark itself."""
        secret = {"x": 2, "y": 1, "room": 0, "secret": True}
        rows = {"width": 5, "height": 3, "tiles": ["#####", "#.+.#", "#####"]}
        map = {**rows, "rooms": [{"x": 1, "y": 1, "width": 1, "height": 1}], "doors": [secret]}
        ends = [{"x": x, "y": 1} for x in (1, 2, 3)]
        for spawn, exit in itertools.permutations(ends, 2):
            text = json.dumps({**map, "spawn": spawn, "exit": exit})
            self.assert_missing(text, "every way to the exit leads through a secret door")

    def test_nothing_is_written(self):
        write(self.path("a.txt"), b"#.#\n")
        run(self.path("a.txt"), "--route", "-o", self.path("b.json"))
        self.assert_holds("a.txt")
