# SPDX-License-Identifier: MIT
"""The tileset image of maps for Tiled: --tileset, --tileset-image, and the reminder if it is missing."""

import json
import os
import pty
import subprocess
import xml.etree.ElementTree

from helper import DUNGEN, TestCase, read, run, write

TILED = ("tmj", "tmx")
MAP = ("-s1", "-W9", "-H9", "--room-max=6")


class Image(TestCase):
    def setUp(self):
        super().setUp()
        self.image = self.good("--tileset-image")

    def test_its_name_is_escaped(self):
        for name in ('a"b.png', "<&>.png", "back\\slash.png"):
            options = [*MAP, "--tileset", name, "-q", "-f"]
            with self.subTest(name):
                self.assertEqual(json.loads(self.good(*options, "tmj"))["tilesets"][0]["image"], name)
                self.assertEqual(xml.etree.ElementTree.fromstring(self.good(*options, "tmx")).find(".//image").get("source"), name)

    def test_is_a_png(self):
        self.assertEqual(self.image[:8], b"\x89PNG\r\n\x1a\n")

    def test_goes_to_a_file(self):
        path = self.path("tiles.png")
        for options in (("--tileset-image", "-o", path), ("-o", path, "--tileset-image"), ("-qo", path, "--tileset-image")):
            with self.subTest(options):
                self.assertEqual(self.good(*options), b"")
                self.assertEqual(read(path), self.image)
                self.assert_holds("tiles.png")
                os.remove(path)

    def test_is_not_for_a_terminal(self):
        """Nor for a file whose name is not an image's: it was most likely meant for a map."""
        terminal, screen = pty.openpty()
        self.addCleanup(os.close, terminal)
        self.addCleanup(os.close, screen)
        for options in ((), ("-o", "-"), ("-q",)):
            result = run("--tileset-image", *options, stdout=screen)
            self.assert_message(result, 2, "--tileset-image", "terminal", "--output dungen-tiles.png")
        for name in ("map.txt", "tiles.bmp", "tiles", "tiles.png.gz", "dir.png/tiles", "png"):
            self.assert_refused("--tileset-image", "-o", name, mentions=(f"--output {name}", ".png"), cwd=self.folder)
            self.assert_holds()
        self.good("--tileset-image", "-o", "TILES.PNG", cwd=self.folder)
        self.assertEqual(self.good("--tileset-image", "-o", "/dev/stdout"), self.image)
        self.assertEqual(self.good("--tileset-image", "-o", "-"), self.image)

    def test_is_written_whole_or_not_at_all(self):
        self.assert_message(run("--tileset-image", "-o", "/dev/full"), 1, "/dev/full")
        self.assert_message(run("--tileset-image", "-o", self.path("tiles.png"), file_size=100), 1, "tiles.png")
        self.assert_holds()
        self.assert_message(run("--tileset-image", closed=(1,)), 1, "standard output")

    def test_goes_with_no_option_about_maps(self):
        values = {"number": "6", "list": "none", "text": "#.", "path": "tiles.png"}
        for row in json.loads(self.good("--help=json"))["options"]:
            if row["group"] != "Other" and row["name"] not in ("tileset-image", "tile-size", "output"):
                value = row["choices"][0]["name"] if row["kind"] == "choice" else values.get(row["kind"])
                given = [f"--{row['name']}", *([value] if value else [])]
                for options in (["--tileset-image", *given], [*given, "--tileset-image"]):
                    with self.subTest(options):
                        self.assert_refused(*options, mentions=("--tileset-image", f"--{row['name']}"))
        self.assert_refused("--tileset-image", "-o", "tiles-%d.png", mentions=("--output tiles-%d.png", "one image"))


class Path(TestCase):
    def test_is_in_the_map(self):
        for format in TILED:
            with self.subTest(format):
                self.assertIn(b'"art/cave.png"', self.good(*MAP, "-f", format, "--tileset", "art/cave.png"))
                usual = self.good(*MAP, "-f", format)
                self.assertEqual(usual, self.good(*MAP, "-f", format, "--tileset", "dungen-tiles.png"))
                self.assertEqual(usual.count(b'"dungen-tiles.png"'), 1)

    def test_that_no_map_can_hold(self):
        names = (b"", b"a\nb", b"\t", b"\x01", b"a\x7f", "\x85".encode(), b"\xff", b"\xc0\xae", b"\xed\xa0\x80",
                 "\ufffe".encode(), "a\uffff".encode())
        for name in names:
            for format in TILED:
                with self.subTest(name=name, format=format):
                    self.assert_refused(*MAP, "-f", format, "--tileset", name, mentions=("--tileset",))


class Reminder(TestCase):
    def remind(self, output, *options, **where):
        """The line that the run gives, in which nothing else may be wrong."""
        result = run(*MAP, "-o", output, *options, **where)
        return self.assert_message(result, 0, "--tileset-image") if result.stderr else None

    def test_tells_what_creates_the_image(self):
        """A shell runs the command in the reminder, and the next map needs none."""
        os.mkdir(self.path("sub"))
        os.mkdir(self.path("it's a \"dir\" of $HOME"))
        cases = (
            ("map.tmj", "dungen-tiles.png"),
            ("./map.tmx", "dungen-tiles.png"),
            ("sub/map.tmj", "sub/dungen-tiles.png"),
            (self.path("sub/../sub/other.tmj"), "sub/own.png", "--tileset=own.png"),
            ("sub/map.tmj", "up.png", "--tileset=../up.png"),
            ("sub/map.tmj", "small.png", "--tileset=../small.png", "--tile-size=8"),
            ("sub/map.tmj", "absolute.png", "--tileset=" + self.path("absolute.png")),
            ("it's a \"dir\" of $HOME/map.tmj", "it's a \"dir\" of $HOME/a 'b'.png", "--tileset=a 'b'.png"),
        )
        for output, image, *options in cases:
            with self.subTest(output, options=options):
                self.assertFalse(os.path.exists(self.path(image)))
                line = self.remind(output, *options, cwd=self.folder)
                command = line[line.index("dungen --tileset-image") :]
                script = f'dungen() {{ "$DUNGEN" "$@"; }}; {command}'
                subprocess.run(["sh", "-c", script], env={**os.environ, "DUNGEN": DUNGEN}, cwd=self.folder, check=True)
                sizes = [option for option in options if option.startswith("--tile-size")]
                self.assertEqual(read(self.path(image)), self.good("--tileset-image", *sizes))
                self.assertIsNone(self.remind(output, *options, cwd=self.folder))
                os.remove(self.path(image))

    def test_a_path_too_long_to_be_quoted(self):
        """The command has no part of a path, which would leave a quote open."""
        for deep in (["directory" * 20] * 6, ["it's" * 40] * 5, ["'" * 250] * 2):
            folder = self.path(*deep)
            os.makedirs(folder)
            line = self.remind(os.path.join(folder, "map.tmj"))
            command = line[line.index("create it with ") + 15 :]
            self.assertEqual(command, "dungen --tileset-image > ...")
        self.assertIn("dungen-tiles.png'", self.remind(self.path("it's" * 40, "map.tmj")))

    def test_is_not_for_everyone(self):
        """Not with --quiet, without a folder for the image, or for a map in another format."""
        os.mkfifo(self.path("fifo"))
        reader = os.open(self.path("fifo"), os.O_RDONLY | os.O_NONBLOCK)
        self.addCleanup(os.close, reader)
        for options in (
            ("-q", "-o", self.path("map.tmj")),
            ("-f", "tmj"),
            ("-f", "tmj", "-o", "-"),
            ("-f", "tmj", "-o", "/dev/null"),
            ("-f", "tmj", "-o", "/dev/stdout"),
            ("-f", "tmj", "-o", self.path("fifo")),
            ("-o", self.path("map.json")),
        ):
            with self.subTest(options):
                self.good(*MAP, *options)

    def test_is_not_for_a_redirection(self):
        """Somebody else opened the file, so its name is unknown."""
        with open(self.path("map.tmj"), "wb") as file:
            self.assertEqual(self.good(*MAP, "-f", "tmj", "-o", "/dev/stdout", stdout=file), None)

    def test_is_told_once(self):
        line = self.assert_message(run(*MAP, "-n3", "-o", self.path("level-%d.tmj")), 0)
        self.assertTrue(line.endswith("dungen --tileset-image > " + self.path("dungen-tiles.png")), line)
        self.assert_holds("level-1.tmj", "level-2.tmj", "level-3.tmj")

    def test_is_not_for_a_map_that_is_not_there(self):
        result = run(*MAP, "-o", self.path("map.tmj"), file_size=100)
        self.assertNotIn("tileset", self.assert_message(result, 1, "map.tmj"))
        self.assert_holds()

    def test_is_not_needed_where_the_image_is(self):
        write(self.path("dungen-tiles.png"), b"")
        self.assertIsNone(self.remind(self.path("map.tmj")))
        os.symlink("dungen-tiles.png", self.path("link.png"))
        deep = self.path(*["directory" * 20] * 10)
        os.makedirs(deep)
        write(os.path.join(deep, "dungen-tiles.png"), b"")
        self.assertIsNone(self.remind(os.path.join(deep, "map.tmj")))
        self.assertIsNone(self.remind(self.path("map.tmx"), "--tileset=link.png"))

    def test_is_not_for_a_name_too_long_to_be_created(self):
        self.assertIsNone(self.remind(self.path("map.tmj"), "--tileset=" + "d/" * 2045 + "tiles.png"))
