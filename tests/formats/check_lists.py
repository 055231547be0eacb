# SPDX-License-Identifier: MIT
"""--walls, --floors, and --tiles in every format that obeys them, compared with the rules of the
manual. @format
"""

import gzip
import io
import itertools
import random
import struct

import numpy
from helper import TestCase, output, read, run, write
from help_text import CHOICES

LETTERS = set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789?")
CHARACTERS = list("#.+*>@ x7~!-|,█ß")
NUMBERS = [0, 1, 2, 3, 4, -1, 5, 100, 255, 256, -7, 70000]

# The lists that are combined: of characters and of numbers.
CHARACTER_LISTS = [None, "#", ".", " ", "#~", ". x", ",-", "@+", ">*7", "█", "ß.", "!|"]
NUMBER_LISTS = [None, "0", "1", "0,1", "100,-1", "2", "3,5", "4,5", "-7,256", "70000,1.0", "1e2,0,"]


def text_file(rows):
    return "".join("".join(row) + "\n" for row in rows).encode()


def xp_file(rows):
    """A drawing of REXPaint: the cells come column by column."""
    data = struct.pack("<iiii", -1, 1, len(rows[0]), len(rows))
    for column in zip(*rows):
        for character in column:
            data += struct.pack("<I", character.encode("cp437")[0]) + bytes(6)
    return gzip.compress(data)


def csv_file(separator):
    return lambda rows: "".join(separator.join(map(str, row)) + "\n" for row in rows).encode()


def savetxt_file(rows):
    file = io.StringIO()
    numpy.savetxt(file, numpy.array(rows, float))
    return file.getvalue().encode()


def npy_file(dtype):
    def file(rows):
        data = io.BytesIO()
        numpy.save(data, numpy.array(rows, dtype))
        return data.getvalue()

    return file


# Name, whether values are characters, and what makes a file of rows of values.
FILES = {
    "text": (True, text_file),
    "xp": (True, xp_file),
    "csv": (False, csv_file(",")),
    "csv of a spreadsheet": (False, csv_file(";")),
    "csv with blanks": (False, csv_file(", ")),
    "csv with tabs": (False, csv_file("\t")),
    "csv of savetxt": (False, savetxt_file),
    "npy of i4": (False, npy_file("<i4")),
    "npy of f8": (False, npy_file("<f8")),
}


def entries(values, is_text):
    if values is None:
        return set()
    return set(values) if is_text else {float(value) for value in values.split(",") if value}


def kind_of(value, walls, floors, name):
    """What a value on a single tile stands for, by the rules in dungen(5): a tile of the text
    format, or None."""
    is_text = FILES[name][0]
    if value in entries(walls, is_text):
        return "#"
    if value in entries(floors, is_text):
        return "."
    marks = {"@": "@", ">": ">", "+": "+"} if is_text else {2: "+", 3: ">", 4: "@"}
    if value in marks:
        return marks[value]
    if walls is not None and floors is not None:
        return None
    if walls is not None:
        return "."
    if floors is not None:
        return "#"
    if is_text and (value == "*" or value in LETTERS):
        return "."
    if is_text:
        return {"#": "#", ".": ".", " ": "#"}.get(value)
    return {0: "#", 1: ".", -1: None if name.startswith("npy") else "#"}.get(value)


def is_door(rows, x, y):
    """Whether a tile is between two walls and two tiles that are not wall."""
    def is_wall(x, y):
        return not (0 <= y < len(rows) and 0 <= x < len(rows[y])) or rows[y][x] == "#"

    sides = [is_wall(x - 1, y), is_wall(x + 1, y), is_wall(x, y - 1), is_wall(x, y + 1)]
    return sides in ([True, True, False, False], [False, False, True, True])


def map_of(rows, walls, floors, name):
    """The map that the values of a file stand for, as lists of tiles, or None if it is rejected."""
    kinds = [[kind_of(value, walls, floors, name) for value in row] for row in rows]
    if walls is None and floors is None:
        return kinds
    other = None if walls and floors else "#" if walls is None else "."
    tiles = [tile for row in kinds for tile in row]
    for mark in "@>":
        if tiles.count(mark) > 1:
            kinds = [[other if tile == mark else tile for tile in row] for row in kinds]
    doors = [(x, y) for y, row in enumerate(kinds) for x, tile in enumerate(row) if tile == "+"]
    if 2 * sum(is_door(kinds, x, y) for x, y in doors) < len(doors):
        listed = entries(walls, FILES[name][0]) | entries(floors, FILES[name][0])
        assert not listed & {"+", 2}
        kinds = [[other if tile == "+" else tile for tile in row] for row in kinds]
    return kinds if all(tile for row in kinds for tile in row) else None


def pairs_of_lists(is_text):
    """--walls and --floors: each list alone, and some pairs."""
    lists = CHARACTER_LISTS if is_text else NUMBER_LISTS
    pairs = list(itertools.product(lists, lists))
    alone = [pair for pair in pairs if None in pair]
    return alone + random.Random(1).sample([pair for pair in pairs if None not in pair], 25)


class Lists(TestCase):
    def read(self, name, rows, walls, floors):
        path = self.path("map")
        write(path, FILES[name][1](rows))
        options = [] if walls is None else [f"--walls={walls}"]
        options += [] if floors is None else [f"--floors={floors}"]
        return run("-q", path, "-f", "text", *options)

    def test_all_rules_in_all_formats(self):
        random.seed(1)
        for name, (is_text, _) in FILES.items():
            values = CHARACTERS if is_text else NUMBERS
            for walls, floors in pairs_of_lists(is_text):
                both = entries(walls, is_text) & entries(floors, is_text)
                known = [v for v in values if both or kind_of(v, walls, floors, name)]
                rows = [[random.choice(known) for _ in range(9)] for _ in range(4)]
                # A map without lists has one spawn and one exit.
                for mark in "@>" if walls is None and floors is None else "":
                    cells = [(y, x) for y, x in itertools.product(range(4), range(9))
                             if kind_of(rows[y][x], walls, floors, name) == mark]
                    for y, x in cells[1:]:
                        rows[y][x] = next(v for v in known
                                          if kind_of(v, walls, floors, name) in "#.")
                expected = None if both else map_of(rows, walls, floors, name)
                with self.subTest(name, walls=walls, floors=floors, rows=rows):
                    result = self.read(name, rows, walls, floors)
                    if both:
                        self.assert_message(result, 4, "--floors", "is also in --walls")
                    elif expected is None:
                        self.assert_message(result, 4, "--floors")
                    elif all(tile in "#+" for row in expected for tile in row):
                        self.assert_message(result, 4, "the map has no floor")
                    else:
                        self.assertEqual(result.returncode, 0, result.stderr)
                        got = result.stdout.decode().splitlines()
                        self.assertEqual(got, ["".join(row) for row in expected])

    def test_each_unknown_value_is_named(self):
        for name, (is_text, _) in FILES.items():
            values = CHARACTERS if is_text else NUMBERS
            for walls, floors in pairs_of_lists(is_text):
                if entries(walls, is_text) & entries(floors, is_text):
                    continue
                for value in values:
                    if kind_of(value, walls, floors, name) is not None:
                        continue
                    floor = next(v for v in values if kind_of(v, walls, floors, name) in ("#", "."))
                    with self.subTest(name, value=value, walls=walls, floors=floors):
                        result = self.read(name, [[floor, floor], [floor, value]], walls, floors)
                        shown = f"character '{value}'" if is_text else f"number {value}"
                        self.assert_message(result, 4, f"unknown {shown}")

    def test_a_list_for_numbers_must_have_numbers(self):
        """In csv, anything else is a word."""
        for name, (is_text, make) in FILES.items():
            if is_text or not name.startswith("npy"):
                continue
            write(self.path("map"), make([[0, 1]]))
            for option, value in (("--walls", "#"), ("--floors", "1,x"), ("--walls", "1 2"),
                                  ("--floors", "0x1"), ("--walls", "1,,2"), ("--floors", "nan")):
                with self.subTest(name, value=value):
                    result = run("-q", self.path("map"), f"{option}={value}")
                    self.assert_message(result, 4, f"{option} ", "is not a number")

    def test_words_and_characters_in_cells_of_csv(self):
        for cells, option, expected in (
                ("TRUE,FALSE\nTRUE,TRUE\n", "--walls=TRUE", b"#.\n##\n"),
                ("TRUE,FALSE\nTRUE,TRUE\n", "--floors=FALSE,x", b"#.\n##\n"),
                ("#,.,#\n#,@,#\n", "--walls=#", b"#.#\n#.#\n"),
                ("X, ,#\n#,.,X\n", "--walls=X#", b"#.#\n#.#\n"),
                ("wall,1,-1\n,2a,wall\n", "--walls=wall,-1", b"#.#\n..#\n")):
            write(self.path("map.csv"), cells.encode())
            with self.subTest(cells, option=option):
                self.assertEqual(self.good("-q", self.path("map.csv"), option), expected)
        write(self.path("map.csv"), b"0,TRUE\n")
        result = run(self.path("map.csv"))
        self.assert_message(result, 4, "line 1, byte 3: expected a number, found 'TRUE'; list the "
                                       "cells that are wall, as with --walls 'TRUE'")
        result = run(self.path("map.csv"), "--walls=0", "--floors=1")
        self.assert_message(result, 4, "found 'TRUE'; add it to --walls or --floors")

    def test_other_formats_are_rejected_with_their_names(self):
        for name, format in CHOICES["format"].items():
            if not format.get("reads") or name in ("text", "xp", "csv", "npy", "tmj", "tmx"):
                continue
            write(self.path("map"), output("-q", "-s1", "-f", name))
            for option in ("--walls", "--floors"):
                result = run("-q", self.path("map"), f"{option}=1")
                file = "document of dungen" if name == "json" else f"{name} file"
                self.assert_message(result, 4, f"{option}: ", f"cannot be used with a {file}")

    def test_a_trace_of_draws_is_no_file(self):
        write(self.path("trace"), output("-q", "-s1", "-f", "trace"))
        write(self.path("map"), output("-q", "-s1").replace(b"#", b"~"))
        self.good("-q", self.path("map"), "--compare", "--draws", self.path("trace"), "--walls=~")

    def test_glyphs_keep_their_other_characters(self):
        write(self.path("map"), "~~~~~~~~\n~:S..D:~\n~~~~~~~~\n".encode())
        expected = "XXXXXXXX\nX SX D X\nXXXXXXXX\n".replace("X D", "  D").replace("SX", "S ")
        glyphs = "--glyphs=X SED"
        self.assertEqual(self.good("-q", self.path("map"), glyphs, "--walls=~").decode(), expected)
        result = run("-q", self.path("map"), glyphs, "--walls=~", "--floors=:")
        self.assert_message(result, 4, "line 2, column 4: unknown character '.'; add it to --walls")

    def test_transparent_cells_of_xp_are_wall(self):
        cell = struct.pack("<I", 32) + bytes(3)
        clear, black = cell + b"\xff\0\xff", cell + b"\0\0\0"
        head = struct.pack("<iiii", -1, 1, 2, 1)
        write(self.path("map"), gzip.compress(head + clear + black))
        for option in ("--walls=#", "--floors= "):
            self.assertEqual(self.good(self.path("map"), option), b"#.\n")

    def test_an_unknown_number_of_a_cell_is_listed_nowhere(self):
        head = struct.pack("<iiii", -1, 1, 2, 1)
        cells = struct.pack("<I", 46) + bytes(6) + struct.pack("<I", 300) + bytes(6)
        write(self.path("map"), gzip.compress(head + cells))
        self.assert_message(run(self.path("map")), 4, "cell 1,0: unknown character 300")
        self.assertEqual(self.good(self.path("map"), "--floors=."), b".#\n")

    def test_lists_that_are_wrong_for_all_files(self):
        for value in ("", "\t", "\033", b"\xff"):
            for option in (b"--walls=", b"--floors="):
                data = value if isinstance(value, bytes) else value.encode()
                result = run("-", option + data, input=b"#.\n")
                self.assert_message(result, 2, option.decode()[:-1])
        for option in ("--walls=#", "--floors=."):
            self.assert_refused(option, mentions=("requires a FILE",))


# --tiles, and the --walls or --floors with which the file has the same tiles again.
NUMBERS_OF_TILES = {
    "wall=1,floor=0": ["--walls=1", "--floors=0,2"],
    "wall=1,floor=0,door=2": ["--walls=1"],
    "floor=0,wall=255": ["--walls=255"],
    "wall=100,floor=12": ["--walls=100", "--floors=12,2"],
    "wall=9,floor=10,exit=1,spawn=0": ["--walls=9"],
    "wall=0,floor=255": ["--walls=0", "--floors=255,2"],
    "wall=1,floor=0,door=0": ["--walls=1"],
}
TILE_DEFAULTS = {"wall": 0, "floor": 1, "door": 2, "exit": 3, "spawn": 4}


class NumbersOfTiles(TestCase):
    """--tiles, as NumPy reads it, and read back."""

    def load(self, name):
        path = self.path(name)
        return numpy.load(path) if name.endswith("npy") else numpy.loadtxt(path, int, delimiter=",")

    def test_numbers_replace_those_of_the_default(self):
        for recipe in ("-s1", "-s2 --preset=keep", "-s3 -W9 -H7 --room-max=4", "-s4 -W600 -H520"):
            for name, show in itertools.product(("m.csv", "m.npy"), ("none", "spawn", "spawn,exit")):
                command = ["-q", *recipe.split(), f"--show={show}", "-o", self.path(name)]
                self.good(*command)
                expected = self.load(name)
                for numbers in NUMBERS_OF_TILES:
                    with self.subTest(recipe, name=name, show=show, tiles=numbers):
                        self.good(*command, f"--tiles={numbers}")
                        given = dict(item.split("=") for item in numbers.split(","))
                        values = [int(given.get(key, value)) for key, value in TILE_DEFAULTS.items()]
                        found = self.load(name)
                        self.assertTrue((found == numpy.array(values)[expected]).all())

    def test_a_list_reads_it_back(self):
        """As csv and npy, one map and a batch. Doors come back if they are 2."""
        for preset, (numbers, lists) in itertools.product(
                ("tutorial", "keep", "quest"), NUMBERS_OF_TILES.items()):
            for name, count in (("m.csv", 1), ("m.npy", 1), ("m.npy", 3)):
                command = ["-q", "-s5", f"--preset={preset}", "--show=none", f"-n{count}"]
                self.good(*command, f"--tiles={numbers}", "-o", self.path(name))
                expected = self.good(*command)
                for option in lists:
                    with self.subTest(preset, name=name, tiles=numbers, option=option):
                        keeps_doors = "door=0" not in numbers and "floors" not in option
                        rows = expected if keeps_doors else expected.replace(b"+", b".")
                        self.assertEqual(self.good("-q", self.path(name), option), rows)

    def test_marks_come_back_without_doubt(self):
        for name in ("m.csv", "m.npy"):
            command = ["-s1", "--preset=keep", "--show=spawn,exit"]
            self.good(*command, "--tiles=wall=1,floor=0", "-o", self.path(name))
            found = self.good("-q", self.path(name), "--walls=1", "--show=spawn,exit")
            self.assertEqual(found, output(*command))

    def test_an_input_map_is_written_with_them(self):
        """--tiles says nothing about the file that is read."""
        self.good("-s1", "--doors", "-o", self.path("m.npy"))
        numbers = "--tiles=wall=1,floor=0"
        self.good(self.path("m.npy"), numbers, "-o", self.path("m.csv"))
        self.assertEqual(read(self.path("m.csv")), output("-s1", "--doors", numbers, "-f", "csv"))

    def test_a_port_with_these_numbers_is_the_same(self):
        for name in ("m.csv", "m.npy"):
            self.good("-s1", "--tiles=wall=1,floor=0", "-o", self.path(name))
            self.good("-s1", "--compare", "--walls=1", self.path(name))
            result = run("-s1", "--compare", self.path(name))
            self.assertEqual(result.returncode, 4)
            self.assertIn(b"--walls 1", result.stderr)

    def test_what_is_rejected(self):
        for value in ("", "1", "wall", "wall=", "wall=1,", "wall=1 ,floor=0", "wall=256,floor=0",
                      "wall=-1,floor=0", "walls=1,floor=0", "wall=0x1,floor=0", "label=1",
                      "wall=1;floor=0", "wall=18446744073709551616,floor=0"):
            self.assert_refused(f"--tiles={value}", mentions=("--tiles", "numbers from 0 to 255"))
        for value in ("wall=1", "floor=0", "wall=7,floor=7", "wall=1,wall=2,floor=2"):
            self.assert_refused(f"--tiles={value}", mentions=("different", "wall=1,floor=0"))
        for name in CHOICES["format"].keys() - {"csv", "npy"}:
            result = run("-s1", "-f", name, "--tiles=wall=1,floor=0")
            self.assert_message(result, 2, "--tiles: ", "choose --format csv or npy")
        self.assert_message(run("--check", "x", "--tiles=wall=1,floor=0"), 2, "--tiles: ")
