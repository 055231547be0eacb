# SPDX-License-Identifier: MIT
"""The tileset image of maps for Tiled: --tileset, --tileset-image, and the reminder if it is missing. @smoke"""

import os
import pty
import re

from help_text import ROWS
from helper import TestCase, read, run, write

MAP = ("-s1", "-W9", "-H9", "--room-max=6")


class Image(TestCase):
    def test_that_no_map_can_name(self):
        for name in (b"", b"a\nb", b"a\x7f", "\x85".encode(), b"\xff", "a\uffff".encode()):
            self.assert_refused(*MAP, "-f", "tmx", "--tileset", name, mentions=("--tileset",))

    def test_is_not_for_a_terminal(self):
        """Nor for a file whose name is not an image's: it was most likely meant for a map."""
        terminal, screen = pty.openpty()
        self.addCleanup(os.close, terminal)
        self.addCleanup(os.close, screen)
        for command, message in (
            ("--tileset-image", "--tileset-image: its bytes are not for a terminal; try --output dungen-tiles.png"),
            ("--tileset-image -qo -", "; try --output dungen-tiles.png"),
            ("-s1 -f png", "--format png: its bytes are not for a terminal; try --output map.png"),
            ("-s1 -f pgm", "; try --output map.pgm"),
        ):
            self.assert_message(run(*command.split(), stdout=screen), 2, message)
        for name in ("tiles.png.gz", "dir.png/tiles", "png"):
            self.assert_refused("--tileset-image", "-o", name, mentions=(f"--output {name}: ",), cwd=self.folder)
            self.assert_holds()
        self.good("--tileset-image", "-o", "TILES.PNG", cwd=self.folder)
        image = read(self.path("TILES.PNG"))
        self.assertEqual(image[:8], b"\x89PNG\r\n\x1a\n")
        for name in ("/proc/self/fd/1", "-"):
            self.assertEqual(self.good("--tileset-image", "-o", name), image)

    def test_goes_with_no_option_about_maps(self):
        values = {"number": "6", "list": "none", "text": "#.", "path": "tiles.png", "ranges": "loops=2"}
        for row in ROWS:
            if row["group"] != "Other" and row["name"] not in ("tileset-image", "tile-size", "output"):
                value = row["choices"][0]["name"] if row["kind"] == "choice" else values.get(row["kind"])
                given = [f"--{row['name']}", *([value] if value else [])]
                self.assert_refused(*given, "--tileset-image", mentions=("--tileset-image", f"--{row['name']}"))


class Reminder(TestCase):
    def remind(self, output, *options):
        """The line that the run prints, in which nothing else may be wrong: the image, and options that create it."""
        line = self.assert_message(run(*MAP, "-o", output, *options, cwd=self.folder), 0, "--tileset-image")
        found = re.fullmatch(r"dungen: (.*): the map uses this tileset image, which does not exist; create it with (.*) FILE", line)
        return found[1], found[2].split()

    def test_tells_what_creates_the_image(self):
        """With these options and the name of the image, dungen creates it, and the next map needs none."""
        os.mkdir(self.path("sub"))
        os.mkdir(self.path("it's a \"dir\" of $HOME"))
        cases = (
            ("map.tmj", "dungen-tiles.png"),
            ("./sub/map.tmx", "sub/dungen-tiles.png"),
            (self.path("sub/../sub/other.tmj"), "sub/own.png", "--tileset=own.png"),
            ("sub/map.tmj", "small.png", "--tileset=../small.png", "--tile-size=8"),
            ("sub/map.tmj", "absolute.png", "--tileset=" + self.path("absolute.png")),
            ("it's a \"dir\" of $HOME/map.tmj", "it's a \"dir\" of $HOME/a 'b'.png", "--tileset=a 'b'.png"),
        )
        for output, image, *options in cases:
            self.assertFalse(os.path.exists(self.path(image)))
            name, command = self.remind(output, *options)
            self.good(*command, name, cwd=self.folder)
            sizes = [option for option in options if option.startswith("--tile-size")]
            self.assertEqual(read(self.path(image)), self.good("--tileset-image", *sizes))
            self.good(*MAP, "-o", output, *options, cwd=self.folder)
            os.remove(self.path(image))

    def test_is_not_for_everyone(self):
        """Not with --quiet, without a folder for the image, in another format, or if the image exists or cannot be made."""
        self.open_pipe("fifo")
        os.symlink("own.png", self.path("link.png"))
        deep = os.path.join(*["directory" * 20] * 10)
        os.makedirs(self.path(deep))
        for name in ("own.png", os.path.join(deep, "dungen-tiles.png")):
            write(self.path(name), b"")
        for options in (
            ("-q", "-o", "map.tmj"),
            ("-f", "tmj"),
            ("-f", "tmj", "-o", "/dev/null"),
            ("-f", "tmj", "-o", "fifo"),
            ("-o", "map.json"),
            ("-o", "map.tmx", "--tileset=link.png"),
            ("-o", os.path.join(deep, "map.tmj")),
            # This name is too long to be created.
            ("-o", "map.tmj", "--tileset=" + "d/" * 2045 + "tiles.png"),
        ):
            self.good(*MAP, *options, cwd=self.folder)
        # Somebody else opened this file, so its name is unknown.
        with open(self.path("map.tmj"), "wb") as file:
            self.good(*MAP, "-f", "tmj", "-o", "/dev/stdout", stdout=file)

    def test_is_told_once(self):
        line = self.assert_message(run(*MAP, "-n3", "-o", self.path("level-%d.tmj")), 0)
        image = self.path("dungen-tiles.png")
        self.assertEqual(line, f"dungen: {image}: the map uses this tileset image, which does not exist; create it with --tileset-image --output FILE")
        self.assert_holds("level-1.tmj", "level-2.tmj", "level-3.tmj")

    def test_is_not_for_a_map_that_is_not_there(self):
        result = run(*MAP, "-o", self.path("map.tmj"), under=["prlimit", "--fsize=100"])
        self.assertNotIn("tileset", self.assert_message(result, 1, "map.tmj"))
        self.assert_holds()
