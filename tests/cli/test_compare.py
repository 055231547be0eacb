# SPDX-License-Identifier: MIT
"""--compare reads the map again, in any format that is read. cli/transcripts has what it prints if
maps differ. @smoke
"""

import os
import subprocess

from help_text import CHOICES, READ
from helper import TestCase, run
from shapes import RULES


class CompareCase(TestCase):
    def path_of(self, stem, name):
        """The path of a file of this format."""
        return self.path(f"{stem}.{CHOICES['format'][name]['extensions'][0]}")

    def assert_same(self, *args, **how):
        """The two maps of the command line are the same, so nothing is printed."""
        self.assertEqual(self.good(*args, **how), b"")


class WithASeed(CompareCase):
    def test_every_format_that_is_read_is_compared(self):
        for name in READ:
            with self.subTest(name):
                file = self.path_of("map", name)
                self.good("-qs1", "-o", file)
                self.assert_same("-s1", "--compare", file)
                self.assertEqual(run("-s2", "--compare", file).returncode, 4)

    def test_the_content_decides_the_format_of_the_compared_map(self):
        for name in READ:
            with self.subTest(name):
                file = self.path_of("map", name)
                self.good("-qs1", "-o", file)
                os.rename(file, self.path("map"))
                self.assert_same("-s1", "--compare", self.path("map"))

    def test_every_rule_and_size_gives_the_map_that_was_written(self):
        shapes = [
            *RULES.values(),
            "--preset level",
            "-W600 -H500 --max-rooms 900",
            "-W3 -H3 --room-min 2 --room-max 2",
        ]
        for shape in shapes:
            for name in ("json", "text"):
                with self.subTest(shape, format=name):
                    options = ["-s1", *shape.split()]
                    written = self.good(*options, "-f", name)
                    self.assert_same(*options, "--compare", "-", input=written)


class ValuesOfADocument(CompareCase):
    OPTIONS = "-s5 --exit farthest --doors --locks 1 --rng libtcod".split()
    CHANGES = [
        '.generator.algorithm = "rooms-and-tunnels/2"',
        ".exit_distance += 1",
        ".rooms[3].distance += 1",
        ".rooms[3].center.x += 1",
        ".rooms[3].width -= 1",
        ".tunnels[1].to = 5",
        ".doors[2].room = 0",
        "del(.doors[-1].lock)",
        ".keys[0].room += 1",
        ".keys[0].y += 1",
        ".keys[0].lock = 2",
        '.tiles[9] |= sub("[.]"; "#")',
        ".spawn.x += 1",
    ]
    WITH_A_SEED = ['.generator.rng = "python"', ".params.max_rooms = 31", '.params.exit = "last"']
    ABSENT = [
        "del(.generator)",
        "del(.params)",
        "del(.seed)",
        "del(.exit_distance)",
        "del(.spawn, .exit)",
        "del(.rooms[].distance)",
        "del(.rooms[].center)",
        "del(.tunnels)",
        "del(.doors, .keys)",
        "del(.keys)",
        "del(.keys[].room)",
        "del(.tiles, .legend)",
    ]

    def status_after(self, change, *options):
        document = self.good("-q", *self.OPTIONS, "-f", "json")
        changed = subprocess.run(
            ["jq", "-c", change], input=document, stdout=subprocess.PIPE, check=True
        ).stdout
        self.assertTrue(changed != document, change)
        return run(*options, "--compare", "-", input=changed).returncode

    def test_a_changed_value_differs(self):
        for change in self.CHANGES:
            with self.subTest(change):
                self.assertEqual(self.status_after(change), 4)
        for change in self.CHANGES + self.WITH_A_SEED:
            with self.subTest(change):
                self.assertEqual(self.status_after(change, *self.OPTIONS), 4)

    def test_an_absent_key_does_not_differ(self):
        for change in self.ABSENT:
            with self.subTest(change):
                self.assertEqual(self.status_after(change, *self.OPTIONS), 0)


class Converted(CompareCase):
    def test_a_map_is_the_same_after_conversion(self):
        level = self.path("map.json")
        self.good("-s1", "--preset", "level", "-o", level)
        for number, name in enumerate(set(READ) - {"trace"}, 1):
            with self.subTest(name):
                other = self.path_of(f"map-{number}", name)
                self.good("-q", level, "-f", name, "-o", other)
                self.assert_same("-s1", "--preset", "level", "--compare", other)
