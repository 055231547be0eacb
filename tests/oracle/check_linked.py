# SPDX-License-Identifier: MIT
"""Linked floors: each begins where the exit of the floor before is, and is the map of its own
document, alone and in a shard. @option
"""

import itertools
import json

from helper import IS_NIGHTLY, TestCase, run
from properties import broken

KINDS = [
    "--preset dungeon --min-rooms 2",
    "--preset keep",
    "--preset quest",
    "--tunnels through --connect nearest --loops 5 --spawn farthest --exit farthest --doors",
]
SIZES = [(48, 24), (80, 45), (200, 100)]
FLOORS = 10  # of a dungeon
DUNGEONS = 500 if IS_NIGHTLY else 3
SEED_STEP = 1000  # between the first seeds of two dungeons
SEARCHED_MAX = 48 * 24  # tiles of maps whose properties are checked in Python, too


class Linked(TestCase):
    def generate(self, kind, size, seed, *options):
        """Returns the lines of JSON of linked floors."""
        sides = ["--width", str(size[0]), "--height", str(size[1])]
        command = [*kind.split(), *sides, "--linked", "--quiet", "--format", "json"]
        return self.good(*command, "--seed", str(seed), *options).splitlines(keepends=True)

    def assert_linked(self, floors):
        """Each floor has the seed after that of the floor before, and its exit as the spawn."""
        for floor, following in zip(floors, floors[1:]):
            self.assertEqual(int(following["seed"]), int(floor["seed"]) + 1)
            self.assertEqual(following["spawn"], floor["exit"])
            tile = f"{floor['exit']['x']},{floor['exit']['y']}"
            self.assertEqual(following["params"]["spawn"], tile)

    def test_dungeons(self):
        for kind, size in itertools.product(KINDS, SIZES):
            every_line = []
            for number in range(DUNGEONS):
                seed = 1 + number * SEED_STEP
                with self.subTest(kind, size=size, seed=seed):
                    lines = self.generate(kind, size, seed, "--count", str(FLOORS))
                    every_line += lines
                    floors = [json.loads(line) for line in lines]
                    self.assertEqual(len(floors), FLOORS)
                    self.assert_linked(floors)
                    # A shard begins in the middle of the dungeon.
                    first = 1 + number % (FLOORS - 1)
                    spawn = ["--spawn", floors[first]["params"]["spawn"]]
                    rest = ["--count", str(FLOORS - first), *spawn]
                    self.assertEqual(self.generate(kind, size, seed + first, *rest), lines[first:])
                    if size[0] * size[1] <= SEARCHED_MAX and number < 20:
                        for floor in floors:
                            around = floor["params"]["tunnels"] == "around"
                            self.assertEqual([*broken(floor, around)], [], floor["seed"])
            with self.subTest(kind, size=size):
                for judge in ("--check", "--compare"):
                    result = run("-", judge, input=b"".join(every_line))
                    self.assertEqual((result.returncode, result.stdout), (0, b""), judge)

    def test_the_spawn_stays_while_where_skips_maps(self):
        """--find numbers only the floors that pass, and --count also counts the others."""
        for kind, choice in itertools.product(KINDS, (["--find", "5"], ["--count", "60"])):
            with self.subTest(kind, choice=choice):
                options = [*choice, "--where", "exit_distance=110.."]
                floors = [json.loads(line) for line in self.generate(kind, (80, 45), 7, *options)]
                seeds = [int(floor["seed"]) for floor in floors]
                self.assertGreater(seeds[-1] - seeds[0], len(seeds) - 1, "some map is skipped")
                for floor, following in zip(floors, floors[1:]):
                    self.assertEqual(following["spawn"], floor["exit"])
