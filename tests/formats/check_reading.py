# SPDX-License-Identifier: MIT
"""Maps that are read are those that were written, in every format that is read and however it
looks. @format
"""

import itertools
import re

from help_text import READ
from helper import ROOT, output, read, run, write
from maps import FormatTestCase, maps
from shapes import DUNGEON, KEEP, RULES

LOOKS = [
    [],
    ["--no-tiles"],
    ["--show=exit"],
    ["--show=spawn,exit"],
    ["--show=spawn,exit", "--glyphs=█.☺𐌰é"],
    ["--show=spawn,exit", "--glyphs=█.☺Oé"],
    ["--show=exit", "--glyphs= ·SED"],
]

# The formats that can draw an exit on its tile.
DRAWN = ("text", "tmj", "tmx", "csv", "xp")
# The exit has a tile of its own, and there are doors beside it.
LEVEL = ["-qs2", "--preset", "level"]


# A trace is read only if it is one of the tutorials' generator.
FORMATS_TO_READ = [name for name in READ if name != "trace"]

# The formats that the manual calls "tiles, no doors" write a door as floor.
WITHOUT_DOORS = re.findall(
    r"^\.It Cm (\w+) Ta tiles, no doors", (ROOT / "man/dungen.5").read_text(), re.MULTILINE
)

# The formats that hold the seed and all options of a map.
WITH_RECIPES = ("json", "tmj", "tmx")
# JSON does not hold the marks that a preset shows.
PRESETS = {"dungeon": " ".join(DUNGEON.options()), "keep": " ".join(KEEP.options())}


class Recipes(FormatTestCase):
    def write_maps(self, rule):
        """Writes the map of a rule in every format, and returns the files' bytes by format."""
        files = {}
        for name in FORMATS_TO_READ:
            files[name] = output("-qs9", *rule.split(), "-f", name)
            write(self.path(name), files[name])
        return files

    def test_every_reader_keeps_the_map_of_every_rule(self):
        for title, rule in RULES.items():
            for name, expected in self.write_maps(rule).items():
                with self.subTest(title, format=name):
                    self.assertEqual(output("-q", self.path(name), "-f", name), expected)

    def test_a_recipe_is_the_same_through_every_format(self):
        """Also the order of its options."""
        for title, rule in {**RULES, **PRESETS}.items():
            files = self.write_maps(rule)
            for source, target in itertools.product(WITH_RECIPES, WITH_RECIPES):
                with self.subTest(title, source=source, target=target):
                    found = output("-q", self.path(source), "-f", target)
                    self.assertEqual(found, files[target])

    def test_other_formats_hold_no_recipe(self):
        """A new format that holds one also belongs to WITH_RECIPES."""
        self.write_maps("")
        for name in FORMATS_TO_READ:
            found = output("-q", self.path(name), "-f", "json")
            self.assertEqual(b'"params"' in found, name in WITH_RECIPES, name)


class Reading(FormatTestCase):
    def test_formats_without_doors(self):
        """--compare ignores differences in doors if .has_no_doors is set."""
        write(self.path("doors.json"), output("-qs1", "--doors", "-f", "json"))
        for name in FORMATS_TO_READ:
            with self.subTest(name):
                output(self.path("doors.json"), "-qf", name, "-o", self.path("map"))
                found = output(self.path("map"), "-qf", "text")
                says = "without" if name in WITHOUT_DOORS else "with"
                message = f"man/dungen.5 describes {name} {says} doors, in the table of FORMATS"
                self.assertEqual(b"+" not in found, name in WITHOUT_DOORS, message)
                same = run("-qs1", "--doors", "--compare", self.path("map")).returncode == 0
                self.assertTrue(same, ".has_no_doors in src/formats/")

    def write_map(self, map, name, look):
        """Writes a map to a file, and returns the options that read it, or None.

        Some formats have no such look, and tiles that were edited cannot be left out.
        """
        written = run(*map.options, "-qf", name, *look)
        if written.returncode == 2 or (map.is_edited and written.returncode == 4):
            return None
        write(self.path("map"), written.stdout)
        return [self.path("map")]

    def test_every_format_and_look_is_tried(self):
        tried = [
            (name, look)
            for name, look in itertools.product(FORMATS_TO_READ, LOOKS)
            if self.write_map(maps()[0], name, look)
        ]
        self.assertEqual({name for name, _ in tried}, set(FORMATS_TO_READ))
        self.assertEqual({tuple(look) for _, look in tried}, set(map(tuple, LOOKS)))

    def test_a_map_is_written_again_as_it_was(self):
        for name, map, look in itertools.product(FORMATS_TO_READ, maps(), LOOKS):
            source = self.write_map(map, name, look)
            if source:
                with self.subTest(map.options, format=name, look=look):
                    found = output(*source, "-qf", name, *look)
                    is_same = found == read(self.path("map"))
                    self.assertTrue(is_same, f"{len(found)} bytes")

    def test_a_map_that_is_read_has_the_tiles_of_the_generated_map(self):
        for name, map, look in itertools.product(FORMATS_TO_READ, maps(), LOOKS):
            source = self.write_map(map, name, look)
            if source:
                glyphs = [option for option in look if option != "--no-tiles"]
                text = ["-f", "text", "--show=none", *glyphs]
                with self.subTest(map.options, format=name, look=look):
                    expected = output(*map.options, *text)
                    if name in WITHOUT_DOORS:
                        expected = expected.replace(b"+", b".")
                    found = output(*source, *text)
                    self.assert_rows(found.split(b"\n"), expected.split(b"\n"))

    def rewritten(self, source, target, *options):
        """Reads a file of the folder and writes another one. No message may say that anything was
        lost.
        """
        result = run(self.path(source), "-o", self.path(target), *options)
        messages = [line for line in result.stderr.splitlines() if b"tileset image" not in line]
        self.assertEqual((result.returncode, messages), (0, []))
        return read(self.path(target))

    def draw_exit(self, name):
        """Writes a map whose exit is drawn to a file of this format."""
        output(*LEVEL, "-f", "tmj", "-o", self.path("level.tmj"))
        self.rewritten("level.tmj", f"first.{name}", "-f", name)

    def test_written_again_without_show(self):
        """The same bytes, or a message that says what was lost."""
        for name, show in itertools.product(DRAWN, ("none", "spawn", "exit", "spawn,exit", "all")):
            made = run(*LEVEL, "-f", name, "--show", show)
            if made.returncode == 2:
                continue  # this format has no such mark
            write(self.path("map"), made.stdout)
            with self.subTest(name, show=show):
                again = run(self.path("map"), "-f", name)
                self.assertTrue(again.stdout == made.stdout or b"not kept" in again.stderr)

    def test_an_exit_that_is_drawn_stays_drawn(self):
        """From each format to each other one, and back again."""
        expected = output(*LEVEL, "--show", "exit")
        for source, target in itertools.product(DRAWN, DRAWN):
            with self.subTest(source, target=target):
                self.draw_exit(source)
                first, second, third = f"first.{source}", f"second.{target}", f"third.{target}"
                from_source = ["-f", target]
                from_target = ["-f", target]
                once = self.rewritten(first, second, *from_source)
                shown = output(self.path(second), "--show", "exit")
                self.assertEqual(shown, expected)
                self.assertEqual(self.rewritten(second, third, *from_target), once)

    def test_pictures_show_an_exit_that_is_drawn(self):
        self.draw_exit("tmj")
        for name in ("svg", "png", "ansi"):
            shown = output(self.path("first.tmj"), "-f", name, "--show", "spawn,exit")
            self.assertEqual(output(self.path("first.tmj"), "-f", name), shown, name)

    def test_an_explicit_show_wins(self):
        self.draw_exit("tmj")
        for name, show in (
            ("text", "spawn"),
            ("text", "none"),
            ("xp", "spawn"),
            ("tmj", "none"),
            ("tmx", "none"),
        ):
            with self.subTest(name, show=show):
                look = ["-f", name, "--show", show]
                found = output(self.path("first.tmj"), *look)
                self.assertEqual(found, output(*LEVEL, *look))
        self.assertNotIn(b">", output(self.path("first.tmj"), "--show", "spawn,labels"))

    def test_an_exit_that_is_not_drawn_stays_so(self):
        output(*LEVEL, "-f", "json", "-o", self.path("map.json"))
        output(*LEVEL, "-f", "tmj", "--show", "none", "-o", self.path("map.tmj"))
        for source, target in itertools.product(("map.json", "map.tmj"), DRAWN):
            with self.subTest(source, target=target):
                default = ["--show", "spawn"] if target in ("text", "xp") else []
                if target in ("tmj", "tmx"):
                    default = ["--show", "none"]
                found = output(self.path(source), "-f", target)
                self.assertEqual(found, output(*LEVEL, "-f", target, *default))
