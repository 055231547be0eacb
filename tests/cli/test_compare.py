# SPDX-License-Identifier: MIT
"""--compare reads the map again, in any format that is read. cli/transcripts has what it prints if
maps differ. @smoke
"""

import os

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


class Converted(CompareCase):
    def test_a_map_is_the_same_after_conversion(self):
        level = self.path("map.json")
        self.good("-s1", "--preset", "level", "-o", level)
        for number, name in enumerate(set(READ) - {"trace"}, 1):
            with self.subTest(name):
                other = self.path_of(f"map-{number}", name)
                self.good("-q", level, "-f", name, "-o", other)
                self.assert_same("-s1", "--preset", "level", "--compare", other)
