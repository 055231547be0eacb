# SPDX-License-Identifier: MIT
"""ansi: the screen of a terminal after it has shown a map, as tmux captures it. @prove"""

import itertools
import os
import re
import shlex
import subprocess
import time

from helper import output, tool, write
from maps import SHOWN, FormatTestCase, letter, make_map, maps

TILES = {"236": "#", "187": ".", "130": "+", "28": "@", "160": ">", None: " "}  # by color
COLORS = {tile: color for color, tile in TILES.items()}
LETTER, FLOOR = "16", "187"
TIME_LIMIT = 60  # seconds; only a test that fails reaches it
SHOWN_BELOW = "end of the map"


class Terminal:
    """A detached terminal of tmux that shows a file, and can be asked for the cells of its screen.
    """

    def __init__(self, folder, path, width, height):
        self.tmux = ["tmux", "-u", "-f", "/dev/null", "-S", os.path.join(folder, "tmux")]
        show_file = f"cat {shlex.quote(path)}"
        show_end = f"printf %s {shlex.quote(SHOWN_BELOW)}"
        command = f"{show_file}; {show_end}; exec sleep {TIME_LIMIT}"
        environment = {**os.environ, "LC_ALL": "C.UTF-8", "TERM": "xterm-256color"}
        size = ["-x", str(width), "-y", str(height)]
        tool(*self.tmux, "new-session", "-d", *size, command, env=environment)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        subprocess.run([*self.tmux, "kill-server"], check=True)

    def lines(self):
        """The lines of the screen above the cursor, with the codes of their colors, once the whole
        file is shown.
        """
        deadline = time.monotonic() + TIME_LIMIT
        while time.monotonic() < deadline:
            lines = tool(*self.tmux, "capture-pane", "-p", "-e", "-N").decode().split("\n")
            for i, line in enumerate(lines):
                if re.sub(r"\033\[[\d;]*m", "", line).startswith(SHOWN_BELOW):
                    return lines[:i]
            time.sleep(0.01)
        raise TimeoutError("the terminal does not show the end of the file")

    def scrolled(self):
        return int(tool(*self.tmux, "display-message", "-p", "#{history_size}"))


def cells(lines):
    """Yield a list of cells for each line: character, color of text, color of background; None is
    the default.
    """
    text = background = None
    for line in lines:
        row = []
        for codes, character in re.findall(r"\033\[([\d;]*)m|(.)", line):
            codes = codes.split(";") if not character else []
            while codes:
                code = codes.pop(0)
                if code in ("38", "48"):
                    assert codes.pop(0) == "5", line
                    color = codes.pop(0)
                else:
                    assert code in ("0", "", "39", "49"), line
                    color = None
                text = color if code not in ("48", "49") else text
                background = color if code not in ("38", "39") else background
            if character:
                row.append((character, text, background))
        yield row


def halves(cell):
    """The colors of the upper and the lower half of a cell."""
    character, text, background = cell
    return {
        " ": (background, background),
        "█": (text, text),
        "▀": (text, background),
        "▄": (background, text),
    }[character]


class Ansi(FormatTestCase):
    def screen(self, map, *options):
        """The cells of the map's lines in the smallest terminal that it fits, which is 80 x 24 for
        80 x 45 tiles.
        """
        write(self.path("map"), output(*map.options, *options, "-f", "ansi"))
        width = max(map.width, len(SHOWN_BELOW))
        height = (map.height + 1) // 2 + 1
        with Terminal(self.folder, self.path("map"), width, height) as terminal:
            lines = terminal.lines()
            self.assertEqual(terminal.scrolled(), 0)
        os.remove(self.path("tmux"))
        self.assertEqual(len(lines), (map.height + 1) // 2)
        return [row[: map.width] for row in cells(lines)]

    def assert_colors(self, map, show, screen):
        """The colors are those of the tiles in text. Below the last row of an odd number is wall if
        the row has floor, and otherwise nothing.
        """
        expected = output(*map.options, "--show", show).decode("ascii").splitlines()
        below = " " if set(map.rows[-1]) == {"#"} else "#"
        expected += [below * map.width] * (map.height % 2)
        found = []
        for line in screen:
            for half in zip(*(halves(cell) for cell in line)):
                found.append("".join(TILES.get(color, "?") for color in half))
        self.assert_rows(found, expected)

    def test_the_screen_has_the_tiles(self):
        for map, show in itertools.product(maps(), ("none", "spawn,exit")):
            with self.subTest(map.options, show=show):
                self.assert_colors(map, show, self.screen(map, "--show", show))

    def test_labels(self):
        """A letter takes the place of two tiles, unless spawn or exit is one of them. Beside a wall
        or a door, its colors are theirs and the floor's.
        """
        small = make_map("-s1 -W40 -H40 --room-min=2 --room-max=3 --doors --max-rooms=60")
        for map, show in itertools.product([small, *maps()[1::3]], ("labels", "spawn,exit,labels")):
            with self.subTest(map.options, show=show):
                expected = {(x, y // 2): letter(room) for (x, y), room in map.labeled.items()}
                for name, (x, y) in (("spawn", map.spawn), ("exit", map.exit)):
                    if name in show:
                        expected.pop((x, y // 2), None)
                rows = self.screen(map, "--show", show)
                found = {
                    (x, y): cell
                    for y, row in enumerate(rows)
                    for x, cell in enumerate(row)
                    if cell[0] not in " █▀▄"
                }
                self.assertEqual({place: cell[0] for place, cell in found.items()}, expected)
                for (x, y), (_, *colors) in found.items():
                    others = {row[x] for row in map.rows[2 * y : 2 * y + 2]} - {"."}
                    expected_colors = [FLOOR, COLORS[others.pop()]] if others else [LETTER, FLOOR]
                    self.assertEqual(colors, expected_colors)

    def test_two_labels_in_a_cell(self):
        """Rooms that are read may be so close: the one placed last shows."""
        for places in ((2, 3), (3, 2)):
            rooms = ",".join('{"x":1,"y":%d,"width":1,"height":1}' % y for y in places)
            document = '{"width":5,"height":6,"rooms":[%s]}' % rooms
            ansi = ["-f", "ansi", "--show", "labels"]
            shown = output("-", *ansi, input=document.encode()).decode()
            self.assertEqual(list(cells(shown.splitlines()))[1][1], ("B", LETTER, FLOOR))

    def test_every_line_ends_in_the_terminals_own_colors(self):
        for map in maps():
            for show in SHOWN:
                with self.subTest(map.options, show=show):
                    lines = output(*map.options, "--show", show, "-f", "ansi").split(b"\n")
                    self.assertEqual((len(lines), lines.pop()), ((map.height + 1) // 2 + 1, b""))
                    for line in lines:
                        self.assertTrue(line.startswith(b"\033["), line)
                        self.assertTrue(line.endswith(b"\033[0m"), line)
