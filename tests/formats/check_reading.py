# SPDX-License-Identifier: MIT
"""Maps that are read are those that were written, in every format that is read and however it looks. @format"""

import itertools

from help_text import CHOICES
from helper import TestCase, output, run, write
from maps import maps

LOOKS = [[], ["--no-tiles"], ["--show=exit"], ["--show=spawn,exit"], ["--show=spawn,exit", "--glyphs=█.☺𐌰é"],
         ["--show=spawn,exit", "--glyphs=█.☺Oé"], ["--show=exit", "--glyphs= ·SED"]]  # fmt: skip


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
