# SPDX-License-Identifier: MIT
"""Shared by the tests of formats: the maps to compare, read from JSON and text."""

import functools
import json
import string
from typing import NamedTuple

import numpy
from helper import TestCase, output, tool
from shapes import RULES

SMALLEST = "-W3 -H3 --room-min=2 --room-max=2"
RECIPES = [
    f"-s0 {SMALLEST}",
    f"-s18446744073709551615 {SMALLEST}",
    "-s1 -W4 -H3 --room-min=2 --room-max=2",
    "-s1 -W3 -H4 --room-min=2 --room-max=2",
    "-s5 -W9 -H8 --room-min=2 --room-max=3",
    "-s0",
    "-s1",
    "-s42",
    "-s18446744073709551615",
    "-s42 --max-rooms=1",
    "-s42 --rng=python-2020",
    "-s7 --rng=libtcod",
    "-s7 --rng=libtcod-mt",
    "-s7 --rng=splitmix64",
    "-s3 -H46",
    "-s4 -W81 -H44 --room-min=3 --room-max=20",
    "-s9 -W120 -H60 --max-rooms=200 --room-min=4 --room-max=15",
    "-s2 -W100 -H100 --max-rooms=3000 --room-min=2 --room-max=5",
    "-s6 -W400 -H11",
    "-s6 -W11 -H400",
    "-s8 -W300 -H250 --max-rooms=500",
    "-s8 -W251 -H301 --max-rooms=20",
    f"-s1 {RULES['doors']}",
    f"-s2 -W300 -H250 --max-rooms=300 --min-rooms=9 {RULES['through']}",
    f"-s5 {RULES['around']}",
    f"-s3 -W520 -H510 --max-rooms=300 {RULES['through']}",  # swept
    f"-s4 -W520 -H510 --max-rooms=300 {RULES['around']} --exit last",  # swept
    f"-s6 -W46 -H31 {RULES['winged']}",
    f"-s8 -W61 -H35 --fill=26 --wings=80 --halls=1 --spawn=farthest {RULES['around']}",
    # Its tiles were edited: on each side, floor is at the edge. The last row has no row below it in
    # ansi.
    "tests/cases/edited.json",
]

# With locks and secrets, which most formats do not show.
LOCKED_RECIPES = [
    f"-s4 {RULES['locked']}",
    f"-s3 -W90 -H50 {RULES['locks']} --locks 5",
    f"-s6 {RULES['winged']} --secrets 4",
    f"-s2 -W48 -H24 {RULES['door-percent']} --locks 2 --secrets 1",
]

# Values of --show: every choice of marks.
SHOWN = [
    "none",
    "spawn",
    "exit",
    "labels",
    "spawn,exit",
    "spawn,labels",
    "exit,labels",
    "spawn,exit,labels",
]
LETTERS = string.ascii_uppercase + string.ascii_lowercase + string.digits


class Map(NamedTuple):
    """A map. Points are pairs of x and y."""

    options: list
    document: dict  # its JSON
    width: int
    height: int
    rows: list  # strings of #, . and +
    spawn: tuple
    exit: tuple
    centers: list  # of the rooms
    labeled: dict = {}  # by the center of a room that is no wing: its number
    is_edited: bool = False  # so that its rooms and tunnels do not describe its tiles


def letter(room):
    """The label of that room."""
    return LETTERS[room] if room < len(LETTERS) else "?"


def load_map(recipe):
    """The map of a recipe, which may be a preset."""
    options = recipe.split()
    document = json.loads(output(*options, "--format", "json"))
    points = [document["spawn"], document["exit"], *(room["center"] for room in document["rooms"])]
    spawn, exit, *centers = ((point["x"], point["y"]) for point in points)
    size = document["width"], document["height"]
    labeled = {
        center: number
        for number, center in enumerate(centers)
        if "wing_of" not in document["rooms"][number]
    }
    is_edited = "generator" not in document
    return Map(
        options, document, *size, document["tiles"], spawn, exit, centers, labeled, is_edited
    )


def make_map(recipe):
    """The same, after a look at its text, which shows the spawn."""
    map = load_map(recipe)
    text = output(*map.options).decode("ascii")
    spawn_index = map.spawn[1] * (map.width + 1) + map.spawn[0]
    without_spawn = "".join(row + "\n" for row in map.rows)
    assert text[spawn_index] == "@", recipe
    assert text[:spawn_index] == without_spawn[:spawn_index], recipe
    assert len(text.split()) == len(map.rows), recipe
    return map


@functools.lru_cache(maxsize=None)
def maps():
    """All of them."""
    return [make_map(recipe) for recipe in RECIPES]


@functools.lru_cache(maxsize=None)
def locked_maps():
    """All maps with locks and secrets."""
    return [make_map(recipe) for recipe in LOCKED_RECIPES]


def pixels(image):
    """The colors of a PNG, as netpbm reads it: rows of numbers, red << 16 | green << 8 | blue."""
    kind, size, depth, data = tool("pngtopam", input=image).split(b"\n", 3)
    width, height = map(int, size.split())
    assert depth == b"255"
    numbers = numpy.frombuffer(data, numpy.uint8).astype(numpy.uint32)
    if kind == b"P5":
        # All colors are gray.
        return numbers.reshape(height, width) * 0x010101
    red, green, blue = numbers.reshape(height, width, 3).transpose(2, 0, 1)
    return red << 16 | green << 8 | blue


class FormatTestCase(TestCase):
    def assert_rows(self, found, expected):
        """Compare the rows of a map, one after another, because comparing all at once is slow."""
        self.assertEqual(len(found), len(expected))
        for y, (row, right) in enumerate(zip(found, expected)):
            self.assertEqual(row, right, f"row {y}")
