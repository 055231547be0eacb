# SPDX-License-Identifier: MIT
"""--compare reads the map again, in any format that is read. cli/transcripts has what it prints if maps differ."""

import os

from help_text import CHOICES, READ
from helper import TestCase, run
from shapes import RULES


class Compare(TestCase):
    def test_every_format_that_is_read(self):
        for name in READ:
            file = self.path(f"map.{CHOICES['format'][name]['extension']}")
            self.good("-qs1", "-o", file)
            self.assertEqual(self.good("-s1", "--compare", file), b"")
            self.assertEqual(run("-s2", "--compare", file).returncode, 4)
            os.rename(file, self.path("map"))
            self.assertEqual(self.good("-s1", "--compare", self.path("map"), "--input-format", name), b"")
        for shape in (*RULES.values(), "--preset level", "-W600 -H500 --max-rooms 900", "-W3 -H3 --room-min 2 --room-max 2"):
            for name in ("json", "text"):
                options = ["-s1", *shape.split()]
                self.assertEqual(self.good(*options, "--compare", "-", input=self.good(*options, "-f", name)), b"")

    def test_two_files(self):
        self.good("-s1", "--preset", "level", "-o", self.path("map.json"))
        for number, name in enumerate(set(READ) - {"trace"}, 1):
            other = self.path(f"map-{number}.{CHOICES['format'][name]['extension']}")
            self.good("-q", "-i", self.path("map.json"), "-f", name, "-o", other)
            self.good("-i", self.path("map.json"), "--compare", other)
            self.good("-i", other, "--compare", self.path("map.json"))
            self.good("-s1", "--preset", "level", "--compare", other)
