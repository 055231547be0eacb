# SPDX-License-Identifier: MIT
"""A port that places monsters and items generates dungen's maps if it follows dungen-compare(7).

@smoke @option

The port is the generator of the tutorials, starting with part 5: it places monsters and items in
each new room, before it draws the next room. Starting with part 7, its maps have 43 rows.
"""

import random

from helper import TestCase, run

SEEDS = range(1, 21)
WIDTH = 80
ATTEMPTS = 30
ROOM_MIN = 6
ROOM_MAX = 10


class Room:
    def __init__(self, x, y, w, h):
        self.x1 = x
        self.y1 = y
        self.x2 = x + w
        self.y2 = y + h

    def center(self):
        return (self.x1 + self.x2) // 2, (self.y1 + self.y2) // 2

    def overlaps(self, other):
        overlaps_x = self.x1 <= other.x2 and self.x2 >= other.x1
        overlaps_y = self.y1 <= other.y2 and self.y2 >= other.y1
        return overlaps_x and overlaps_y


class Port:
    """Generates a map from the numbers of the random module, like the tutorials.

    `numbers` draws the numbers of monsters and items. None leaves out the call that places them.
    """

    def __init__(self, seed, numbers, height=45, monsters_max=3, items_max=2):
        self.numbers = numbers
        self.monsters_max = monsters_max
        self.items_max = items_max
        self.tiles = [["#"] * WIDTH for _ in range(height)]
        self.rooms = []
        self.entities = []
        random.seed(seed)
        for _ in range(ATTEMPTS):
            self.try_room(height)

    def try_room(self, height):
        w = random.randint(ROOM_MIN, ROOM_MAX)
        h = random.randint(ROOM_MIN, ROOM_MAX)
        x = random.randint(0, WIDTH - w - 1)
        y = random.randint(0, height - h - 1)
        room = Room(x, y, w, h)
        if any(room.overlaps(other) for other in self.rooms):
            return
        self.dig(room.x1 + 1, room.y1 + 1, room.x2 - 1, room.y2 - 1)
        if self.rooms:
            self.dig_tunnel(self.rooms[-1].center(), room.center())
        if self.numbers:
            self.place_entities(room)
        self.rooms.append(room)

    def dig(self, x1, y1, x2, y2):
        for y in range(min(y1, y2), max(y1, y2) + 1):
            for x in range(min(x1, x2), max(x1, x2) + 1):
                self.tiles[y][x] = "."

    def dig_tunnel(self, old, new):
        old_x, old_y = old
        new_x, new_y = new
        bend_x, bend_y = (new_x, old_y) if self.flip_coin() else (old_x, new_y)
        self.dig(old_x, old_y, bend_x, bend_y)
        self.dig(bend_x, bend_y, new_x, new_y)

    def flip_coin(self):
        """Returns whether the tunnel goes along the row first."""
        return random.randint(0, 1) == 1

    def place_entities(self, room):
        monster_count = self.numbers.randint(0, self.monsters_max)
        item_count = self.numbers.randint(0, self.items_max)
        for _ in range(monster_count):
            name = "o" if self.numbers.random() < 0.8 else "T"
            self.place_entity(room, name)
        for _ in range(item_count):
            self.place_entity(room, "p")

    def place_entity(self, room, name):
        x = self.numbers.randint(room.x1 + 1, room.x2 - 1)
        y = self.numbers.randint(room.y1 + 1, room.y2 - 1)
        if not any((x, y) == place for place, _ in self.entities):
            self.entities.append(((x, y), name))

    def text(self):
        return "".join("".join(row) + "\n" for row in self.tiles)

    def text_with_entities(self):
        for (x, y), name in self.entities:
            self.tiles[y][x] = name
        return self.text()


class PortOf2020(Port):
    def flip_coin(self):
        return random.random() < 0.5


class Monsters(TestCase):
    def status(self, seed, text, *options):
        """The exit status of --compare: 0 if the maps are the same, and 4 if they differ."""
        done = run("--quiet", "--seed", str(seed), *options, "--compare", "-", input=text.encode())
        return done.returncode

    def assert_all_same(self, make_port, *options):
        for seed in SEEDS:
            with self.subTest(seed=seed):
                self.assertEqual(self.status(seed, make_port(seed).text(), *options), 0)

    def assert_all_differ(self, make_port, *options):
        for seed in SEEDS:
            with self.subTest(seed=seed):
                self.assertEqual(self.status(seed, make_port(seed).text(), *options), 4)

    def test_numbers_of_the_map(self):
        """Monsters and items that use up the numbers of the map change all later rooms."""
        self.assert_all_differ(lambda seed: Port(seed, random))

    def test_message_names_the_section(self):
        """On a few maps, a tunnel hides the evidence."""
        section = b"; numbers were drawn between room "
        named = 0
        for seed in SEEDS:
            text = Port(seed, random).text()
            done = run("--seed", str(seed), "--compare", "-", input=text.encode())
            named += section in done.stderr
        self.assertGreater(named, len(SEEDS) * 3 / 4)

    def test_call_left_out(self):
        self.assert_all_same(lambda seed: Port(seed, None))

    def test_generator_of_their_own(self):
        self.assert_all_same(lambda seed: Port(seed, random.Random()))

    def test_monsters_are_placed_by_this_generator(self):
        for seed in SEEDS:
            self.assertGreater(len(Port(seed, random.Random(seed)).entities), 0)

    def test_maximum_of_0(self):
        """randint(0, 0) also uses up numbers."""
        self.assert_all_differ(lambda seed: Port(seed, random, monsters_max=0, items_max=0))

    def test_43_rows(self):
        self.assert_all_same(lambda seed: Port(seed, None, height=43), "--height", "43")
        self.assert_all_same(lambda seed: Port(seed, random.Random(), height=43), "--height", "43")
        self.assert_all_differ(lambda seed: Port(seed, random.Random(), height=43))

    def test_edition_of_2020(self):
        options = ("--rng", "python-2020")
        self.assert_all_same(lambda seed: PortOf2020(seed, None), *options)
        self.assert_all_same(lambda seed: PortOf2020(seed, random.Random()), *options)
        self.assert_all_differ(lambda seed: PortOf2020(seed, random), *options)

    def test_letters_are_floor(self):
        """The map can be printed with its monsters and items."""
        for seed in SEEDS:
            with self.subTest(seed=seed):
                text = Port(seed, random.Random(seed)).text_with_entities()
                self.assertRegex(text, "[oTp]")
                self.assertEqual(self.status(seed, text), 0)
