# SPDX-License-Identifier: MIT
"""svg: its shapes as a reader of XML finds them, and its pixels as librsvg draws them. @format"""

import functools
import itertools
import json
import re
import xml.etree.ElementTree as ElementTree

from check_png import cropped, frame
import numpy
from help_text import CHOICES
from helper import output, tool
from maps import SHOWN, FormatTestCase, load_map, make_map, maps, pixels

SVG = "{http://www.w3.org/2000/svg}"
SCALE = 5  # pixels per tile; the one compared is not reached by grid, walls, or frames of doors
INSIDE = 2
FLOOR = 0xE6DCC3
WALLS = (0x22252E, 0x5B6072, 0x14161C)
COLORS = {FLOOR: ".", 0x2B8046: "@", 0xC4461F: ">"}
DIGIT = (0.64, 0.73)  # width and height of a digit, in units of the font size


def group(root, name):
    found = [element for element in root.iter(SVG + "g") if element.get("id") == name]
    assert len(found) == 1, name
    return found[0]


def place(element, *names):
    """Attributes of an element as numbers, which have to be whole tiles."""
    return tuple(int(element.get(name)) for name in names)


def rectangle(element):
    return place(element, "x", "y", "width", "height")


def outline(element):
    """The left, top, right, and bottom of a rectangle or a trapezoid."""
    number = r"(-?[0-9.]+)"
    path = rf"M{number} {number}h{number}l{number} {number}h{number}z"
    left, top, wide, slant, height, back = map(float, re.fullmatch(path, element.get("d")).groups())
    assert abs(wide + 2 * slant + back) < 0.001, element.get("d")
    return left, top, left + wide, top + height


def leaf(element):
    """The middle of the leaf of a door, and whether it is upright."""
    left, top, right, bottom = outline(element)
    sides = (round(right - left, 2), round(bottom - top, 2))
    # Half of the frame is outside.
    assert sorted(sides) == [0.36, 0.86], sides
    return round((left + right) / 2, 2), round((top + bottom) / 2, 2), sides[0] < sides[1]


def expected_leaf(map, door):
    """The leaf lies on the wall of its room, whose line is just outside of the floor."""
    x, y, room = door["x"], door["y"], map.document["rooms"][door["room"]]
    if x in (room["x"] - 1, room["x"] + room["width"]):
        return (round(x + (0.93 if x < room["x"] else 0.07), 2), y + 0.5, True)
    return (x + 0.5, round(y + (0.93 if y < room["y"] else 0.07), 2), False)


def spans(map):
    """By the number of a label: the largest rectangle of the room and its wings."""
    rooms = map.document["rooms"]
    found = {}
    for room in rooms:
        owner = room["id"]
        while "wing_of" in rooms[owner]:
            owner = rooms[owner]["wing_of"]
        found.setdefault(owner + 1, []).append(room)
    return {
        number: max(parts, key=lambda room: room["width"] * room["height"])
        for number, parts in found.items()
    }


def map_outlines(elements):
    return [tuple(round(side, 2) for side in outline(element)) for element in elements]


def map_strings(numbers):
    return [str(number) for number in numbers]


def label_box(element):
    """The left, top, right, and bottom of a number, and its font size."""
    x, y, size = (float(element.get(name)) for name in ("x", "y", "font-size"))
    half = size * DIGIT[0] * len(element.text) / 2
    return x - half, y - size * DIGIT[1], x + half, y, size


def floor_areas(root):
    """The rectangles that the path of the floor consists of."""
    [path] = group(root, "floor")
    lines = path.get("d").split("z")
    found = [re.fullmatch(r"\s*M(\d+) (\d+)h(\d+)v(\d+)h-\3", line) for line in lines[:-1]]
    assert lines[-1].isspace()
    return [tuple(map(int, match.groups())) for match in found]


def rooms_of(document):
    """The names and the rectangles of the rooms."""
    return {
        f"room{room['id']}": (room["x"], room["y"], room["width"], room["height"])
        for room in document["rooms"]
    }


def legs_of(document):
    """The rectangles of the legs of tunnels."""
    for tunnel in document["tunnels"]:
        for start, end in zip(tunnel["path"], tunnel["path"][1:]):
            left, right = sorted((start["x"], end["x"]))
            top, bottom = sorted((start["y"], end["y"]))
            yield left, top, right - left + 1, bottom - top + 1


def runs_of(rows):
    """The rectangles of the runs of floor in each row."""
    for y, row in enumerate(rows):
        for run in re.finditer("[.+]+", row):
            yield run.start(), y, len(run[0]), 1


@functools.lru_cache(maxsize=None)
def drawings():
    """Triples of a map, the value of --show or None, and its drawing as a tree of elements."""
    found = []
    for map, show in zip(maps(), itertools.cycle([*SHOWN, None])):
        options = ["--show", show] if show else []
        root = ElementTree.fromstring(output(*map.options, *options, "-f", "svg"))
        found.append((map, show, root))
    return found


class Svg(FormatTestCase):
    def pixels(self, map, scale, *options, page=b""):
        """Rows of colors, `scale` pixels per tile. `page` is markup of a page around the picture.
        """
        command = ["rsvg-convert", f"--width={map.width * scale}", f"--height={map.height * scale}"]
        svg = output(*map.options, *options, "-f", "svg").replace(b"<style>", page + b"<style>")
        return pixels(tool(*command, input=svg))

    def assert_drawn(self, map, show, colors, *options, page=b""):
        """The color in the middle of each tile is next to that of its character in the text. Edges
        of shapes are mixed with the floor.
        """
        image = self.pixels(map, SCALE, *options, page=page)[INSIDE::SCALE, INSIDE::SCALE]
        colors = {**dict.fromkeys(WALLS, "#"), **colors}
        parts = lambda color: numpy.stack([color >> shift & 255 for shift in (16, 8, 0)]).astype(int)
        distances = [numpy.abs(parts(image) - parts(numpy.full_like(image, c))).sum(0) for c in colors]
        characters = numpy.array(list(colors.values()))[numpy.argmin(distances, axis=0)]
        found = ["".join(row) for row in characters]
        text = output(*map.options, "--show", show).decode("ascii")
        self.assert_rows(found, text.replace("+", ".").splitlines())

    def test_pixels(self):
        for map, show in itertools.product(maps(), ("none", "spawn,exit")):
            with self.subTest(map.options, show=show):
                self.assert_drawn(map, show, COLORS, "--show", show)

    def test_it_is_the_picture_of_png(self):
        """Walls reach as far beyond the floor. Only the first two rows and columns of a tile may
        differ, because the grid is there. All lengths are whole pixels.
        """
        scale = 50
        # Lines that are not upright, such as the strokes of hatch, have other pixels.
        for map, theme in zip(maps()[5:16:2], itertools.cycle(("dark", "print"))):
            with self.subTest(map.options):
                picture = ["--show=none", "--theme", theme]
                png = pixels(output(*map.options, "-fpng", f"--tile-size={scale}", *picture))
                svg = self.pixels(map, scale, *picture)
                different = (png != svg).reshape(map.height, scale, map.width, scale)
                self.assertFalse(different[:, 2:, :, 2:].any())

    def test_hatch_differs_from_print_only_outside_of_the_floor(self):
        """svg and png have about the same share of strokes there."""
        map = load_map("-s3 --preset=dungeon -W60 -H40")
        images = [
            pixels(output(*map.options, "-fpng", "--tile-size=16", "--theme", theme))
            for theme in ("print", "hatch")
        ]
        floor = numpy.array([list(row) for row in map.rows]) != "#"
        floor = floor.repeat(16, axis=0).repeat(16, axis=1)
        self.assertTrue((images[0] == images[1])[floor].all())
        svg = self.pixels(map, 16, "--theme=hatch")
        shares = [((image & 255) < 128)[~floor].mean() for image in (images[1], svg)]
        self.assertGreater(shares[1], 0.05)
        self.assertLess(abs(shares[0] - shares[1]), 0.05)
        self.assertEqual(output(*map.options, "-fsvg", "--theme=hatch"), output(
            *map.options, "-fsvg", "--theme=hatch"))  # fmt: skip

    def test_no_wall_side_lacks_a_dark_line(self):
        """At the sizes of web pages and of print. In an old release, browsers lost 15 % at 604
        pixels, and 58 % at 358.
        """
        map = load_map("-s1 --preset=dungeon")
        svg = output(*map.options, "-fsvg", "--theme=print", "--show=none")
        tiles = numpy.array([list(row) for row in map.rows]) != "#"
        sides = []
        for y, x in numpy.argwhere(tiles):
            for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                if not tiles[y + dy, x + dx]:
                    sides.append((x + 0.5 + dx / 2, y + 0.5 + dy / 2, dx, dy))
        for width in (358, 604, 1200, 2480):
            image = pixels(tool("rsvg-convert", f"--width={width}", input=svg)) & 255
            scale = width / map.width
            lost = 0
            for x, y, dx, dy in sides:
                # Along the middle of the side, up to a fifth of a tile into the wall.
                steps = numpy.arange(-0.3 * scale, 0.3 * scale + 1, 0.25)
                columns = numpy.clip((x * scale + dx * steps).astype(int), 0, image.shape[1] - 1)
                rows = numpy.clip((y * scale + dy * steps).astype(int), 0, image.shape[0] - 1)
                lost += image[rows, columns].min() > 160
            with self.subTest(width=width):
                self.assertEqual(lost, 0, f"of {len(sides)}")

    def test_title(self):
        """It is above the map, which does not change."""
        map = maps()[7]
        for theme, title in zip(CHOICES["theme"], ("Crypt", 'Ash & "Co" <x>', "A " * 200 + "ü")):
            svg = output(*map.options, "-fsvg", "--theme", theme, "--title", title)
            root = ElementTree.fromstring(svg)
            self.assertEqual(root[0].text, title)
            [text] = [element for element in root.iter() if element.get("id") == "title"]
            self.assertEqual(text.text, title)
            self.assertEqual(root.get("viewBox"), f"0 -3 {map.width} {map.height + 3}")
            size = place(root, "width", "height")
            self.assertEqual(size, (16 * map.width, 16 * map.height + 48))
            found = pixels(tool("rsvg-convert", input=svg))
            plain = pixels(tool("rsvg-convert", input=output(
                *map.options, "-fsvg", "--theme", theme)))  # fmt: skip
            self.assertTrue((found[48:] == plain).all())
            changed = (found[:48] != found[0, 0]).any(axis=0)
            self.assertTrue(changed.any())
            self.assertFalse(changed[:8].any() or changed[-8:].any(), "cut off")

    def test_crop(self):
        """The part of the picture has the same pixels, and the same coordinates."""
        scale = 8
        for map in maps()[3:16]:
            with self.subTest(map.options):
                whole = self.pixels(map, scale, "--show=all")
                svg = output(*map.options, "-fsvg", "--show=all", "--crop", f"--tile-size={scale}")
                found = pixels(tool("rsvg-convert", input=svg))
                self.assertTrue(numpy.array_equal(found, cropped(whole, map, scale)))
                rows, columns = frame(map)
                box = [columns.start, rows.start, *(found.shape[i] // scale for i in (1, 0))]
                root = ElementTree.fromstring(svg)
                self.assertEqual(root.get("viewBox"), " ".join(str(side) for side in box))

    def test_a_page_can_override_its_style(self):
        for map in maps()[:8]:
            with self.subTest(map.options):
                page = b"<style>#floor{fill:#0000ff} #exit{fill:#00ff00}</style>"
                colors = {0x0000FF: ".", 0x00FF00: ">"}
                self.assert_drawn(map, "exit", colors, "--show", "exit", page=page)

    def test_pictures_of_two_seeds_in_one_document(self):
        """Each has walls of its own, although all other names are the same."""
        # With one pixel per tile, a picture has the size of its map.
        first, second = (output(f"-s{seed}", "--tile-size=1", "-f", "svg") for seed in (1, 2))
        below = second.replace(b"<svg ", b'<svg y="45" ', 1)
        root = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 90">'
        page = root + first + below + b"</svg>"
        both = pixels(tool("rsvg-convert", "--width=800", "--height=900", input=page))
        for picture, found in ((first, both[:450]), (second, both[450:])):
            expected = pixels(tool("rsvg-convert", "--width=800", "--height=450", input=picture))
            self.assertTrue((found == expected).all())

    def test_sizes_and_titles(self):
        for map, show, root in drawings():
            with self.subTest(map.options, show=show):
                self.assertEqual(root.tag, SVG + "svg")
                self.assertEqual(root.get("viewBox"), f"0 0 {map.width} {map.height}")
                size = place(root, "width", "height")
                self.assertEqual(size, (16 * map.width, 16 * map.height))
                self.assertEqual(root[0].tag, SVG + "title")
                self.assertEqual(root[0].text, "dungen")
                self.assertEqual(len(root.findall(SVG + "style")), 1)

    def test_names_are_unique(self):
        for map, show, root in drawings():
            with self.subTest(map.options, show=show):
                names = [element.get("id") for element in root.iter() if element.get("id")]
                self.assertEqual(sorted(names), sorted(set(names)))

    def test_floor(self):
        """It does not tell which room was the first, which has the spawn."""
        for map, show, root in drawings():
            with self.subTest(map.options, show=show):
                areas = floor_areas(root)
                self.assertEqual([area[1] for area in areas], sorted(area[1] for area in areas))
                # A straight tunnel has a second leg of a single tile.
                areas = {area for area in areas if area[2:] != (1, 1)}
                expected = {*rooms_of(map.document).values(), *legs_of(map.document)}
                if map.is_edited:
                    expected = {*runs_of(map.rows)}
                self.assertEqual(areas, {area for area in expected if area[2:] != (1, 1)})

    def test_rooms(self):
        """They are shapes for a page, and have numbers, so they come with the labels."""
        for map, show, root in drawings():
            with self.subTest(map.options, show=show):
                found = {
                    element.get("id"): rectangle(element)
                    for element in root.iter(SVG + "rect")
                    if element.get("id")
                }
                has_labels = "labels" in (show or "")
                self.assertEqual(found, rooms_of(map.document) if has_labels else {})

    def test_a_page_can_show_a_room_below_the_grid(self):
        map = maps()[7]
        page = b"<style>#room2{fill:#0000ff}</style>"
        found = self.pixels(map, 16, "--show", "labels", page=page)
        room = map.document["rooms"][2]
        x, y = room["x"], room["y"]
        self.assertEqual(found[16 * y + 8, 16 * x + 8], 0x0000FF)
        self.assertNotIn(found[16 * y, 16 * x + 8], (0x0000FF, FLOOR))

    def test_labels(self):
        """Each is in the middle of its room, or beside a mark that is there. It touches no wall."""
        shapes = ("-s1 --preset=dungeon", "-s2 --preset=warren", "-s3 --preset=keep")
        found = [drawing for drawing in drawings() if "labels" in (drawing[1] or "")]
        for options in shapes:
            map = load_map(options)
            svg = output(*map.options, "--show=all", "-fsvg")
            found.append((map, "spawn,exit,labels", ElementTree.fromstring(svg)))
        moved = 0
        for map, show, root in found:
            rooms = spans(map)
            labels = {int(element.text): label_box(element) for element in group(root, "labels")}
            self.assertEqual(list(labels), sorted(rooms))
            marks = [
                (x + 0.5, y + 0.5)
                for name, (x, y) in (("spawn", map.spawn), ("exit", map.exit))
                if name in show
            ]
            for number, (left, top, right, bottom, size) in labels.items():
                room = rooms[number]
                middle_x = room["x"] + room["width"] / 2
                middle_y = room["y"] + room["height"] / 2
                side = min(room["width"], room["height"])
                wished = min(max(0.4 + 0.1 * side, 0.7), 1.2)
                with self.subTest(map.options, show=show, number=number):
                    self.assertTrue(0.7 <= size <= wished + 0.001, size)
                    x, y = (left + right) / 2, (top + bottom) / 2
                    is_middle = abs(x - middle_x) < 0.02 and abs(y - middle_y) < 0.02
                    if side < 3:
                        continue
                    self.assertGreaterEqual(round(left - room["x"], 2), 0.1)
                    self.assertGreaterEqual(round(room["x"] + room["width"] - right, 2), 0.1)
                    self.assertGreaterEqual(round(top - room["y"], 2), 0.1)
                    self.assertGreaterEqual(round(room["y"] + room["height"] - bottom, 2), 0.1)
                    for mark_x, mark_y in marks:
                        gap_x = abs(x - mark_x) - (right - left) / 2 - 0.6
                        gap_y = abs(y - mark_y) - (bottom - top) / 2 - 0.6
                        self.assertGreater(max(gap_x, gap_y), 0.05)
                    is_free = all(
                        abs(middle_x - mark_x) > 2 or abs(middle_y - mark_y) > 2
                        for mark_x, mark_y in marks
                    )
                    if is_free:
                        self.assertTrue(is_middle, (x, y, middle_x, middle_y))
                        wide = wished * DIGIT[0] * len(str(number)) + 0.3
                        if wide < room["width"]:
                            self.assertAlmostEqual(size, wished)
                    moved += not is_middle
        self.assertGreater(moved, 10)

    def test_marks(self):
        """The spawn is an arrow. The exit is a stair, whose steps get shorter."""
        for map, show, root in drawings():
            names = {element.get("id") for element in root.iter()}
            with self.subTest(map.options, show=show):
                if "spawn" in names:
                    shaft, head = map_outlines(group(root, "spawn"))
                    x, y = map.spawn
                    self.assertEqual(shaft, (x + 0.28, y - 0.1, x + 0.72, y + 0.6))
                    self.assertEqual(head, (x - 0.1, y + 0.5, x + 1.1, y + 1.1))
                if "exit" in names:
                    steps = map_outlines(group(root, "exit"))
                    x, y = map.exit
                    self.assertEqual(steps[0], (x - 0.1, y - 0.1, x + 1.1, y + 0.03))
                    self.assertEqual(steps[-1][3], y + 1.1)
                    for step, next_step in itertools.pairwise(steps):
                        self.assertGreater(next_step[1], step[3])
                        self.assertAlmostEqual(next_step[0] - step[0], 0.1)
                        self.assertAlmostEqual(next_step[2] - step[2], -0.1)

    def test_labels_look_like_those_of_png(self):
        """They are as large, at the same places, and have the same colors."""
        map = make_map("-s2 --room-min=4 --wings=80 --tunnels=around --doors")
        look = ["--show=labels", "--theme=print"]
        images = (
            pixels(output(*map.options, "-fpng", "--tile-size=32", *look)),
            self.pixels(map, 32, *look),
        )
        root = ElementTree.fromstring(output(*map.options, "-fsvg", *look))
        for element in group(root, "labels"):
            left, top, right, bottom, _ = (round(32 * side) for side in label_box(element))
            boxes = []
            for image in images:
                part = image[top - 8 : bottom + 8, left - 8 : right + 8]
                dark = numpy.argwhere(part == 0)
                boxes.append((dark.min(axis=0), dark.max(axis=0)))
            with self.subTest(room=element.text):
                self.assertLessEqual(numpy.abs(numpy.subtract(*boxes)).max(), 7)

    def test_locks_and_secrets(self):
        """The master's map has bars with numbers, keys with numbers, and an S for secret doors."""
        for seed in range(1, 9):
            map = load_map(f"-s{seed} --preset=quest -W60 -H40 --locks=3 --secrets=2")
            doors = map.document["doors"]
            root = ElementTree.fromstring(output(*map.options, "-fsvg", "--show=all"))
            plain = [door for door in doors if "lock" not in door and "secret" not in door]
            locks = [door["lock"] for door in doors if "lock" in door]
            keys = [key["lock"] for key in map.document.get("keys", [])]
            secrets = ["S" for door in doors if "secret" in door]
            texts = [element.text for element in root.iter(SVG + "text")]
            rooms = [str(number) for number in spans(map)]
            expected = [*map_strings(locks), *map_strings(keys), *secrets, *rooms]
            names = {element.get("id") for element in root.iter()}
            with self.subTest(map.options):
                self.assertEqual(len(group(root, "doors")), len(plain))
                self.assertEqual(sorted(texts), sorted(expected))
                self.assertEqual("secrets" in names, bool(secrets))
                if locks:
                    self.assertEqual(len(group(root, "locks")), 2 * len(locks))
                    # A disc with the number of the lock, a shaft, and two teeth.
                    shapes = [element.tag for element in group(root, "keys")]
                    shape = [SVG + name for name in ("circle", "path", "path", "path")]
                    self.assertEqual(shapes, shape * len(keys))
                    discs = {
                        (float(disc.get("cx")), float(disc.get("cy")))
                        for disc in (*group(root, "keys"), *group(root, "locks"))
                        if disc.tag == SVG + "circle"
                    }
                    self.assertEqual(len(discs), len(keys) + len(locks))
                    places = {(round(key["x"] + 0.26, 2), key["y"] + 0.5) for key in map.document["keys"]}
                    self.assertLessEqual(places, discs)
                    for number in group(root, "numbers"):
                        middle = float(number.get("y")) - 0.6 * DIGIT[1] / 2
                        self.assertIn((float(number.get("x")), round(middle, 1)), {
                            (x, round(y, 1)) for x, y in discs})  # fmt: skip

    def test_players_see_wall_in_place_of_secret_doors(self):
        """The bytes are those of the map whose secret doors are wall. Locked doors are doors."""
        seen = 0
        for seed in range(1, 13):
            map = load_map(f"-s{seed} --preset=quest -W60 -H40 --secrets=2")
            document = map.document
            secrets = [door for door in document["doors"] if "secret" in door]
            rows = [list(row) for row in map.rows]
            for door in secrets:
                rows[door["y"]][door["x"]] = "#"
            walled = {name: document[name] for name in ("width", "height", "spawn", "exit", "rooms")}
            walled["doors"] = [door for door in document["doors"] if door not in secrets]
            walled["tiles"] = ["".join(row) for row in rows]
            text = json.dumps(walled).encode()
            for format, look in itertools.product(("svg", "png", "uvtt"), ([], ["--show=exit"])):
                options = ["-f", format, "--tile-size=10", *look, "--crop"]
                look = look or ["--show=none"]
                found = output(*map.options, *options, *look)
                expected = output("-q", "-", *options, *look, input=text)
                with self.subTest(map.options, format=format, look=look):
                    if secrets:
                        seen += 1
                        self.assertNotIn(b"secret", found)
                    self.assertEqual(found, expected)
        self.assertGreater(seen, 10)

    def test_doors(self):
        for map, show, root in drawings():
            with self.subTest(map.options, show=show):
                names = [element.get("id") for element in root.iter()]
                self.assertEqual("doors" in names, "doors" in map.document)
                if "doors" in names:
                    found = [leaf(element) for element in group(root, "doors")]
                    expected = {expected_leaf(map, door) for door in map.document["doors"]}
                    self.assertEqual(set(found), expected)

    def test_it_contains_only_what_it_shows(self):
        for map, show, root in drawings():
            with self.subTest(map.options, show=show):
                names = {element.get("id") for element in root.iter()}
                found = {"spawn", "exit", "labels"} & names
                shown = show or "spawn"
                self.assertEqual(found, set(shown.split(",")) - {"none"})
                self.assertEqual("marks" in names, bool(found & {"spawn", "exit"}))
                self.assertNotIn("none", [element.get("display") for element in root.iter()])

    def test_it_does_not_tell_the_seed(self):
        """A picture of the same map with another seed in its document has the same bytes."""
        for options in ("-s42", "-s42 --doors --tunnels=around --wings=50"):
            document = json.loads(output(*options.split(), "-fjson", "--no-tiles"))
            document["seed"] = "18446744073709551615"
            other = json.dumps(document).encode()
            for show in ("none", "all"):
                for format in ("svg", "png", "uvtt"):
                    with self.subTest(options, show=show, format=format):
                        look = ["-f", format, "--show", show]
                        expected = output(*options.split(), *look)
                        self.assertEqual(output("-q", "-", *look, input=other), expected)

    def test_size_beyond_32_bits(self):
        options = "-s1 -W2147483647 -H2147483647 --max-rooms=1".split()
        root = ElementTree.fromstring(output(*options, "-f", "svg"))
        self.assertEqual(place(root, "width", "height"), (16 * 2147483647, 16 * 2147483647))
