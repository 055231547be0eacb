# SPDX-License-Identifier: MIT
"""Maps that are read are those that were written, in every format that is read and however it looks. @format"""

import itertools

from help_text import CHOICES
from helper import TestCase, output, read, run, write
from maps import maps

LOOKS = [[], ["--no-tiles"], ["--show=exit"], ["--show=spawn,exit"], ["--show=spawn,exit", "--glyphs=█.☺𐌰é"],
         ["--show=spawn,exit", "--glyphs=█.☺Oé"], ["--show=exit", "--glyphs= ·SED"]]  # fmt: skip

# The formats that can draw an exit on its tile.
DRAWN = ("text", "tmj", "tmx", "csv", "xp")
# The exit has a tile of its own, and there are doors beside it.
LEVEL = ["-qs2", "--preset", "level"]


class Reading(TestCase):
    def test_back_and_forth(self):
        tried = set()
        for name, map, look in itertools.product(CHOICES["input-format"], maps(), LOOKS):
            written = run(*map.options, "-qf", name, *look)
            if written.returncode == 2 or name == "trace":
                continue  # it has no such look, or is no trace of the tutorials' generator
            tried |= {name, tuple(look)}
            write(self.path("map"), written.stdout)
            file = ["-i", self.path("map"), "--input-format", name]
            with self.subTest(map.options, format=name, look=look):
                self.assertTrue(output(*file, "-qf", name, *look) == written.stdout)
                if name != "movingai" or "doors" not in map.document:
                    text = ["-f", "text", "--show=none", *(option for option in look if option != "--no-tiles")]
                    self.assertTrue(output(*file, *text) == output(*map.options, *text))
        self.assertEqual(tried, {*CHOICES["input-format"], *(tuple(look) for look in LOOKS)} - {"trace"})

    def rewritten(self, source, target, *options):
        """Reads a file of the folder and writes another one. No message may say that anything was lost."""
        result = run("-i", self.path(source), "-o", self.path(target), *options)
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
                again = run("-i", self.path("map"), "--input-format", name, "-f", name)
                self.assertTrue(again.stdout == made.stdout or b"not kept" in again.stderr)

    def test_an_exit_that_is_drawn_stays_drawn(self):
        """From each format to each other one, and back again."""
        expected = output(*LEVEL, "--show", "exit")
        for source, target in itertools.product(DRAWN, DRAWN):
            with self.subTest(source, target=target):
                self.draw_exit(source)
                once = self.rewritten(f"first.{source}", f"second.{target}", "-f", target, "--input-format", source)
                self.assertEqual(output("-i", self.path(f"second.{target}"), "--input-format", target, "--show", "exit"), expected)
                twice = self.rewritten(f"second.{target}", f"third.{target}", "-f", target, "--input-format", target)
                self.assertEqual(twice, once)

    def test_pictures_show_an_exit_that_is_drawn(self):
        self.draw_exit("tmj")
        for name in ("svg", "png", "ansi"):
            shown = output("-i", self.path("first.tmj"), "-f", name, "--show", "spawn,exit")
            self.assertEqual(output("-i", self.path("first.tmj"), "-f", name), shown, name)

    def test_an_explicit_show_wins(self):
        self.draw_exit("tmj")
        for name, show in (("text", "spawn"), ("text", "none"), ("xp", "spawn"), ("tmj", "none"), ("tmx", "none")):
            with self.subTest(name, show=show):
                self.assertEqual(output("-i", self.path("first.tmj"), "-f", name, "--show", show), output(*LEVEL, "-f", name, "--show", show))
        self.assertNotIn(b">", output("-i", self.path("first.tmj"), "--labels"))

    def test_an_exit_that_is_not_drawn_stays_so(self):
        output(*LEVEL, "-f", "json", "-o", self.path("map.json"))
        output(*LEVEL, "-f", "tmj", "--show", "none", "-o", self.path("map.tmj"))
        for source, target in itertools.product(("map.json", "map.tmj"), DRAWN):
            with self.subTest(source, target=target):
                default = ["--show", "spawn"] if target in ("text", "xp") else []
                if target in ("tmj", "tmx"):
                    default = ["--show", "none"]
                self.assertEqual(output("-i", self.path(source), "-f", target), output(*LEVEL, "-f", target, *default))
