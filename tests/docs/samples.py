# SPDX-License-Identifier: MIT
"""Compares samples/ byte for byte, pictures by their pixels, with what samples/make makes with the program under test.

Every format has a sample.

@smoke @format @option
"""

import os
import pathlib
import tempfile
import unittest

import help_text
from help_text import FORMATS
from helper import DUNGEN, ROOT, tool

SAMPLES = ROOT / "samples"
WRITTEN = {"make", "tutorial.py", "port.js", "dungen.schema.json", "dungen.py", "tcod_map.py", "pygame_map.py", "godot_map.gd",
           "phaser_map.js", "survey", "gallery", "README.md"}  # by hand
LARGEST = 100_000  # bytes in total


class Samples(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with tempfile.TemporaryDirectory() as folder:
            tool("sh", "samples/make", folder, env={**os.environ, "DUNGEN": DUNGEN})
            cls.made = {path.name: path.read_bytes() for path in pathlib.Path(folder).iterdir()}
        cls.there = {path.name: path.read_bytes() for path in SAMPLES.iterdir() if path.is_file()}

    def test_samples_are_what_the_program_makes(self):
        self.assertEqual(sorted(self.there), sorted({*self.made, *WRITTEN}))
        for name, content in self.made.items():
            with self.subTest(name):
                same = self.there[name] == content or name.endswith(".png") and tool("pngtopam", input=self.there[name]) == tool("pngtopam", input=content)
                self.assertTrue(same)
        self.assertLessEqual(sum(len(content) for name, content in self.there.items() if name != "README.md"), LARGEST)

    def test_every_format_has_a_sample(self):
        by_extension = help_text.formats_by_extension()
        sampled = {by_extension.get(os.path.splitext(name)[1]) for name in self.made if name != "dungen-tiles.png"}
        self.assertEqual(set(FORMATS) - sampled, set())
