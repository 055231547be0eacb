#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""ansi: the screen of a terminal after it has shown a map, as tmux captures it."""

import os
import re
import shlex
import subprocess
import time

from maps import TestCase, main, maps, output, tool, write

WALL, FLOOR, SPAWN = "236", "187", "28"
SHOWN_BELOW = "end of the map"


class Terminal:
    """A detached terminal of tmux that shows a file; it is asked for the cells of its screen."""

    def __init__(self, folder, path, width, height):
        self.tmux = ["tmux", "-u", "-f", "/dev/null", "-S", os.path.join(folder, "tmux")]
        command = f"cat {shlex.quote(path)}; printf %s {shlex.quote(SHOWN_BELOW)}; exec sleep {60}"
        environment = {**os.environ, "LC_ALL": "C.UTF-8", "TERM": "xterm-256color"}
        tool(*self.tmux, "new-session", "-d", "-x", str(width), "-y", str(height), command, env=environment)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        subprocess.run([*self.tmux, "kill-server"], check=True)

    def lines(self):
        """The lines of the screen up to the cursor's, with the codes of their colors; all have been shown."""
        deadline = time.monotonic() + 60
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
    """Of each line its cells: character, color of the text, color of the background; None is the terminal's own."""
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
    return {" ": (background, background), "█": (text, text), "▀": (text, background), "▄": (background, text)}[character]


class Ansi(TestCase):
    def screen(self, map, *options, size=None):
        """The cells of the map's lines."""
        write(self.path("map"), output(*map.options, *options, "-f", "ansi"))
        width, height = size or (map.width + len(SHOWN_BELOW), (map.height + 1) // 2 + 1)
        with Terminal(self.folder, self.path("map"), width, height) as terminal:
            lines = terminal.lines()
            self.assertEqual(terminal.scrolled(), 0)
        os.remove(self.path("tmux"))
        self.assertEqual(len(lines), (map.height + 1) // 2)
        return [row[: map.width] for row in cells(lines)]

    def assert_colors(self, map, rows):
        """The colors of all tiles, and under the last row of an odd number nothing."""
        expected = [[FLOOR if tile == "." else WALL for tile in row] for row in map.rows]
        x, y = map.spawn
        expected[y][x] = SPAWN
        if map.height % 2:
            expected.append([None] * map.width)
        found = []
        for row in rows:
            pairs = [halves(cell) for cell in row]
            found += [[upper for upper, _ in pairs], [lower for _, lower in pairs]]
        self.assertEqual(found, expected)

    def test_the_screen_has_the_tiles(self):
        for map in maps():
            with self.subTest(map.options):
                self.assert_colors(map, self.screen(map))

    def test_the_default_map_fits_the_smallest_terminal(self):
        map = maps()[6]
        self.assertEqual((map.width, map.height), (80, 45))
        self.assert_colors(map, self.screen(map, size=(80, 24)))

    def test_labels(self):
        letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
        for map in maps():
            with self.subTest(map.options):
                expected = {}
                for room in map.document["rooms"]:
                    letter = letters[room["id"]] if room["id"] < len(letters) else "?"
                    expected[room["center"]["x"], room["center"]["y"] // 2] = letter
                x, y = map.spawn
                del expected[x, y // 2]
                rows = self.screen(map, "--labels")
                found = {(x, y): cell[0] for y, row in enumerate(rows) for x, cell in enumerate(row) if cell[0] not in " █▀▄"}
                self.assertEqual(found, expected)
                self.assertEqual({rows[y][x][2] for x, y in found} - {FLOOR}, set())

    def test_every_line_ends_in_the_terminals_own_colors(self):
        for map in maps():
            for options in ([], ["--labels"]):
                with self.subTest(map.options, options=options):
                    lines = output(*map.options, *options, "-f", "ansi").split(b"\n")
                    self.assertEqual((len(lines), lines.pop()), ((map.height + 1) // 2 + 1, b""))
                    for line in lines:
                        self.assertTrue(line.startswith(b"\033["), line)
                        self.assertTrue(line.endswith(b"\033[0m"), line)


if __name__ == "__main__":
    main()
