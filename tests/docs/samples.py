# SPDX-License-Identifier: MIT
"""Compares samples/ byte for byte, pictures by their pixels, with what samples/make makes with the
program under test.

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
WRITTEN_BY_HAND = {
    "make",
    "tutorial.py",
    "port.js",
    "dungen.schema.json",
    "dungen.py",
    "tcod_map.py",
    "pygame_map.py",
    "godot_map.gd",
    "grid_env.py",
    "phaser_map.js",
    "ros_map",
    "solve_scen.py",
    "survey",
    "gallery",
    "README.md",
}
BYTES_MAX = 20_000  # of a sample


def pixels(picture):
    return tool("pngtopam", input=picture)


class Samples(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with tempfile.TemporaryDirectory() as folder:
            tool("sh", "samples/make", folder, env={**os.environ, "DUNGEN": DUNGEN})
            cls.made = {path.name: path.read_bytes() for path in pathlib.Path(folder).iterdir()}
        cls.there = {path.name: path.read_bytes() for path in SAMPLES.iterdir() if path.is_file()}

    def test_samples_has_no_other_files(self):
        self.assertEqual(sorted(self.there), sorted({*self.made, *WRITTEN_BY_HAND}))

    def test_samples_are_what_the_program_makes(self):
        for name, content in self.made.items():
            with self.subTest(name):
                if name.endswith(".png") and self.there[name] != content:
                    self.assertEqual(pixels(self.there[name]), pixels(content))
                else:
                    self.assertEqual(self.there[name], content)

    def test_samples_are_small(self):
        large = [name for name, content in self.there.items() if len(content) > BYTES_MAX]
        self.assertEqual(large, [])

    def test_every_format_has_a_sample(self):
        by_extension = help_text.formats_by_extension()
        maps = [name for name in self.made if name != "dungen-tiles.png"]
        sampled = {by_extension.get(os.path.splitext(name)[1]) for name in maps}
        self.assertEqual(set(FORMATS) - sampled, set())
