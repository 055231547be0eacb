# SPDX-License-Identifier: MIT
"""Compares samples/ byte for byte, pictures by their pixels, with what samples/make makes with the
program under test.

Every format has a sample, and the project for Godot has all its files.

@smoke @format @option
"""

import json
import os
import pathlib
import re
import tempfile
import unittest

import help_text
from help_text import FORMATS
from helper import DUNGEN, ROOT, tool

SAMPLES = ROOT / "samples"
WRITTEN_BY_HAND = {
    "make",
    "tutorial.py",
    "rng.py",
    "data_card.py",
    "port.js",
    "dungen.schema.json",
    "tcod_map.py",
    "populate.py",
    "pygame_map.py",
    "godot/project.godot",
    "godot/level.tscn",
    "godot/level.gd",
    "godot/player.gd",
    "grid_env.py",
    "phaser_map.js",
    "ros_map",
    "solve_scen.py",
    "sheet",
    "survey",
    "gallery",
    "README.md",
    "levels.md",
    "tabletop.md",
    "port.md",
    "data.md",
    "edit.md",
    "code.md",
}
BYTES_MAX = 20_000  # of a sample


def read_files(folder):
    """Returns the content of each file by its name. The only folder in it is godot."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for parent in (folder, folder / "godot")
        for path in parent.iterdir()
        if path.is_file()
    }


def pixels(picture):
    return tool("pngtopam", input=picture)


class Samples(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with tempfile.TemporaryDirectory() as folder:
            tool("sh", "samples/make", folder, env={**os.environ, "DUNGEN": DUNGEN})
            cls.made = read_files(pathlib.Path(folder))
        cls.there = read_files(SAMPLES)

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
        maps = [name for name in self.made if not name.endswith("dungen-tiles.png")]
        sampled = {by_extension.get(os.path.splitext(name)[1]) for name in maps}
        self.assertEqual(set(FORMATS) - sampled, set())


class Godot(unittest.TestCase):
    """samples/godot, without Godot, which Debian 12 does not have in version 4."""

    def test_each_file_that_the_project_names_is_there(self):
        names = set()
        for path in (SAMPLES / "godot").iterdir():
            if path.suffix in (".godot", ".tscn", ".gd"):
                text = path.read_text(encoding="utf-8").replace("%d", "1")
                names.update(re.findall(r'"res://([^"]*)"', text))
        self.assertGreater(len(names), 4)
        missing = [name for name in names if not (SAMPLES / "godot" / name).is_file()]
        self.assertEqual(missing, [])

    def test_there_are_as_many_levels_as_the_script_says(self):
        script = (SAMPLES / "godot" / "level.gd").read_text(encoding="utf-8")
        count = int(re.search(r"const LEVELS = (\d+)", script)[1])
        names = {path.name for path in (SAMPLES / "godot").glob("*.json")}
        self.assertEqual(names, {f"level-{number}.json" for number in range(1, count + 1)})

    def test_levels_are_linked_and_have_locks(self):
        paths = sorted((SAMPLES / "godot").glob("*.json"))
        levels = [json.loads(path.read_text(encoding="utf-8")) for path in paths]
        for level, following in zip(levels, levels[1:]):
            self.assertEqual(level["exit"], following["spawn"])
        self.assertEqual([len(level["keys"]) for level in levels], [2] * len(levels))
        self.assertTrue(any("secret" in door for level in levels for door in level["doors"]))

    def test_the_script_knows_each_kind_of_tile(self):
        script = (SAMPLES / "godot" / "level.gd").read_text(encoding="utf-8")
        known = set(re.findall(r'"(\w+)": Vector2i', script))
        for path in (SAMPLES / "godot").glob("*.json"):
            legend = json.loads(path.read_text(encoding="utf-8"))["legend"]
            self.assertLessEqual(set(legend.values()), known)


class Games(unittest.TestCase):
    def test_locks_have_the_same_colors_in_all_games(self):
        """Keys must look like their locks, and not like the player."""
        colors = []
        for name in ("phaser_map.js", "pygame_map.py", "godot/level.gd"):
            source = (SAMPLES / name).read_text(encoding="utf-8")
            colors.append(re.findall(r"[0-9a-f]{6}", re.search(r"LOCK_COLORS = \[.*?\]", source, re.S)[0]))
        self.assertEqual(colors, [colors[0]] * 3)
        self.assertEqual(len(set(colors[0]) - {"6cbf73"}), 6)
