# SPDX-License-Identifier: MIT
"""The tileset image of maps for Tiled: terminals, options, and names that no transcript can show.
@smoke
"""

import os
import pty
import re

from help_text import ROWS
from helper import TestCase, output_of_process, read, run_process, write

MAP = ("-s1", "-W9", "-H9", "--room-max=6")


class Image(TestCase):
    def test_is_not_for_a_terminal(self):
        terminal, screen = pty.openpty()
        self.addCleanup(os.close, terminal)
        self.addCleanup(os.close, screen)
        problem = "cannot write binary data to a terminal"
        for command, message in (
            ("--tileset-image", f"--tileset-image: {problem}; try --output dungen-tiles.png"),
            ("--tileset-image -qo -", "; try --output dungen-tiles.png"),
            ("-s1 -f png", f"--format png: {problem}; try --output map.png"),
            ("-s1 -f pgm", "; try --output map.pgm"),
        ):
            self.assert_message(run_process(*command.split(), stdout=screen), 2, message)

    def test_goes_with_no_option_about_maps(self):
        values = {
            "number": "6",
            "list": "none",
            "text": "#.",
            "path": "tiles.png",
            "ranges": "loops=2",
        }
        for row in ROWS:
            if row["group"] == "Other" or row["name"] in ("tileset-image", "tile-size", "output"):
                continue
            option = f"--{row['name']}"
            value = values.get(row["kind"])
            if row["name"] == "tiles":
                value = "wall=1,floor=0"
            if row["kind"] == "choice":
                value = row["choices"][0]["name"]
            given = [option, value] if value else [option]
            mentions = ("--tileset-image", option)
            self.assert_refused(*given, "--tileset-image", mentions=mentions)


class Reminder(TestCase):
    def remind(self, output, *options):
        """The line that the run prints, in which nothing else may be wrong: the image, and options
        that create it.
        """
        result = run_process(*MAP, "-o", output, *options, cwd=self.folder)
        line = self.assert_message(result, 0, "--tileset-image")
        problem = "missing tileset image of the map"
        reminder = rf"\Adungen: (.*): {problem}; create the image with (.*) FILE\Z"
        self.assertRegex(line, reminder)
        found = re.match(reminder, line)
        return found[1], found[2].split()

    def test_tells_what_creates_the_image(self):
        """With these options and the name of the image, dungen creates it, and the next map needs
        none. Names are absolute.
        """
        os.mkdir(self.path("sub"))
        cases = (
            (self.path("sub/../sub/other.tmj"), "sub/own.png", "--tileset=own.png"),
            ("sub/map.tmj", "absolute.png", "--tileset=" + self.path("absolute.png")),
        )
        for output, image, *options in cases:
            self.assertFalse(os.path.exists(self.path(image)))
            name, command = self.remind(output, *options)
            output_of_process(*command, name, cwd=self.folder)
            self.assertEqual(read(self.path(image)), self.good("--tileset-image"))
            output_of_process(*MAP, "-o", output, *options, cwd=self.folder)

    def test_is_not_for_everyone(self):
        """Not for a map in a pipe, or if the image exists or cannot be made."""
        self.open_pipe("fifo")
        deep = os.path.join(*["directory" * 20] * 10)
        os.makedirs(self.path(deep))
        write(self.path(deep, "dungen-tiles.png"), b"")
        for options in (
            ("-f", "tmj", "-o", "fifo"),
            ("-o", os.path.join(deep, "map.tmj")),
            # This name is too long to be created.
            ("-o", "map.tmj", "--tileset=" + "d/" * 2045 + "tiles.png"),
        ):
            output_of_process(*MAP, *options, cwd=self.folder)

    def test_is_not_for_a_map_that_is_not_there(self):
        result = run_process(*MAP, "-o", self.path("map.tmj"), under=["prlimit", "--fsize=100"])
        self.assertNotIn("tileset", self.assert_message(result, 1, "map.tmj"))
        self.assert_holds()
