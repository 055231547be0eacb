# SPDX-License-Identifier: MIT
"""text, json and trace: dungen's maps against the reference, which draws from CPython's random and
the real libtcod. @long @format @rng @option

The maps are some hundred for each random number generator, and some hundred of random shapes. `make
nightly` compares four times as many. With MAPS in the environment, they are at least that many, and
every shape with each generator. Every batch is one run of the program for each format, and every
byte is compared. Maps that are not large must also have the properties that hold for every map.
"""

import json
import multiprocessing
import os
import random
import sys
import unittest
from typing import NamedTuple

import reference
from helper import IS_NIGHTLY, ROOT, output, tool
from properties import broken
from reference import RNGS
from shapes import CASES, HUGE, RARE_SEEDS, RARE_SHAPE, Shape

MAPS = int(os.environ.get("MAPS", "0"))
SHAPES = [shape for shape, _, _ in CASES[:5]]  # of which there are most maps
USUAL_MAPS = 400 if IS_NIGHTLY or MAPS else 100
# There are fewer maps of many attempts or tiles, for which Python takes long.
MOST_ATTEMPTS = 75 * USUAL_MAPS
# Five batches of large maps took two thirds of the time. The catalogue has these maps, too.
MANY_OTHERS = bool(IS_NIGHTLY or MAPS)
OTHER_MAPS, OTHER_ATTEMPTS = (10, 2_500) if MANY_OTHERS else (5, 2_000)
OTHER_TILES = 1_000_000 if MANY_OTHERS else 100_000
# Seeds on either side of these are compared too.
BOUNDARIES = [2**31, 2**32, 2**53, 2**63, 2**64]
BESIDE = 6
RANDOM_SHAPES = (300 if IS_NIGHTLY or MAPS else 75) + MAPS // 10
LARGE = 6000  # tiles, for the properties

TUTORIAL = ROOT / "samples" / "tutorial.py"
TUTORIAL_COMMAND = [sys.executable, TUTORIAL]
TUTORIAL_SEEDS = [0, 1, 42, 2**31, 2**32, 2**53 + 1, 2**64 - 1]


class Batch(NamedTuple):
    rng: str
    shape: Shape
    first: int
    count: int

    def with_tiles(self):
        return max(self.shape.width, self.shape.height) < HUGE

    def arguments(self):
        skip = ["--quiet"] if self.shape.min_rooms or self.shape.locks else []
        seeds = ["--seed", str(self.first), "--count", str(self.count)]
        return [*self.shape.options(), *skip, "--rng", self.rng, *seeds]

    def cost(self):
        return self.count * (self.shape.max_rooms + self.shape.height / 10 * self.with_tiles())


def difference(found, expected):
    """Describes where two outputs differ; None if they are equal."""
    if found == expected:
        return None
    at = len(os.path.commonprefix([found, expected]))
    shown = slice(max(0, at - 40), at + 40)
    sizes = f"byte {at} of {len(found)}, reference {len(expected)}"
    return f"{sizes}: {found[shown]!r}, reference {expected[shown]!r}"


def expected_dungeons(batch):
    """The maps of the reference that have enough rooms."""
    for seed in range(batch.first, batch.first + batch.count):
        dungeon = reference.Dungeon(batch.rng, seed, batch.shape)
        if len(dungeon.rectangles) - len(dungeon.wings) >= (batch.shape.min_rooms or 0):
            yield dungeon


def problems_of(batch):
    """Yields what is wrong with the maps of a batch."""
    dungeons = list(expected_dungeons(batch))
    tiles = batch.with_tiles()
    documents = [dungeon.document(tiles) for dungeon in dungeons]
    expected = {
        "json" if tiles else "json --no-tiles": [reference.to_json(it) + "\n" for it in documents],
    }
    if not batch.shape.wings and not batch.shape.halls:
        expected["trace"] = [dungeon.trace() for dungeon in dungeons]
    if tiles:
        expected["text"] = [dungeon.text() for dungeon in dungeons]
    for form, maps in expected.items() if dungeons else ():
        found = output(*batch.arguments(), "-f", *form.split()).decode("ascii")
        yield difference(found, "".join(maps))
    if batch.shape.width * batch.shape.height <= LARGE:
        around = batch.shape.tunnels == "around"
        for document in documents:
            for rule in broken(document, around):
                yield f"seed {document['seed']}: not so: {rule}"


def check_batch(batch):
    """Compares every map of the batch. Returns the batch, and what is wrong with it or None."""
    return batch, next(filter(None, problems_of(batch)), None)


def random_shape(number):
    """Any shape. Most are small, because there rooms often do not fit, and tunnels often meet."""
    draw = random.Random(number)
    widest, highest = draw.choice([(40, 30), (40, 30), (96, 96), (400, 9), (9, 200)])
    width, height = draw.randint(3, widest), draw.randint(3, highest)
    side = min(width, height) - 1
    room_min = draw.randint(2, min(side, draw.choice([3, 6, side])))
    room_max = draw.randint(room_min, min(side, draw.choice([room_min + 2, side])))
    if draw.randint(0, 9) == 0:
        room_max = f"{room_max}..{side}"
    max_rooms = draw.randint(1, draw.choice([60, 500]))
    space = (width // (room_min + 1)) * (height // (room_min + 1))

    def perhaps(value):
        return draw.choice([None, value])

    level = random_level(draw)
    if draw.randint(0, 3) == 0:
        before, after = room_min // 2, 1 + (room_min + 1) // 2
        x, y = (draw.randint(before, side - after) for side in (width, height))
        level["spawn"] = f"{x},{y}"
    return Shape(
        width, height, max_rooms, room_min, room_max,
        min_rooms=perhaps(draw.randint(1, min(12, space))),
        connect=perhaps("nearest"),
        loops=perhaps(draw.randint(0, draw.choice([12, 300]))),
        **level,
        **random_doors(draw),
    )  # fmt: skip


def random_level(draw):
    """Any of the options that the preset `dungeon` has more than others."""
    exit_rule = draw.choice([None, "farthest"])
    tunnels = draw.choice([None, "around"])
    return {
        "tunnels": tunnels,
        "exit": exit_rule,
        "spawn": draw.choice([None, "farthest"]) if exit_rule else None,
        "spacing": draw.choice([None, 1, 2, 3, 9]) if tunnels else None,
        "halls": draw.choice([None, 1, 4]) if tunnels else None,
        "loop_corners": draw.choice([None, True]) if tunnels else None,
        "door_percent": draw.choice([None, draw.randint(0, 100), "9..90"]) if tunnels else None,
        "door_gap": draw.choice([None, 2, 20]) if tunnels else None,
        "fill": draw.choice([None, None, 10, 26, 50, 100, "0..50"]),
        "wings": draw.choice([None, 30, 100, "0..99"]),
        "loop_percent": draw.choice([None, draw.randint(0, 100), "0..100"]),
    }


def random_doors(draw):
    """Doors, and perhaps locks and secrets."""
    if draw.randint(0, 1):
        return {}
    return {
        "doors": True,
        "locks": draw.choice([None, 1, 2, 5, 18]),
        "secrets": draw.choice([None, 1, 2, 100]),
    }


def batches():
    """The batches to compare.

    Options work alike with each of them, so the other shapes take them in turn, unless there is
    time for all.
    """
    # In this map, the two largest groups of joined rooms are equally large.
    found = [Batch("python", Shape(5, 9, 30, 2, 3, tunnels="around"), 3, 1)]
    others = [
        shape
        for shape, _, _ in CASES
        if shape.max_rooms <= 2 * OTHER_ATTEMPTS and shape not in SHAPES
    ]
    for turn, (name, rng) in enumerate(RNGS.items()):
        usual = {shape: min(USUAL_MAPS, MOST_ATTEMPTS // shape.max_rooms) for shape in SHAPES}
        for shape in SHAPES:
            count = usual[shape] * max(1, -(-MAPS // sum(usual.values())))
            for first in range(0, count, usual[shape]):
                found.append(Batch(name, shape, first, usual[shape]))
        for boundary in BOUNDARIES:
            if boundary <= rng.largest_seed + 1:
                first, last = boundary - BESIDE, min(boundary + BESIDE, rng.largest_seed)
                found += [Batch(name, shape, first, last - first + 1) for shape in SHAPES[:2]]

        for shape in others if MAPS else others[turn :: len(RNGS)]:
            count = min(OTHER_MAPS, OTHER_ATTEMPTS // shape.max_rooms)
            if max(shape.width, shape.height) < HUGE:
                count = min(count, OTHER_TILES // (shape.width * shape.height))
            found.append(Batch(name, shape, 0, max(count, 1)))
        found.append(Batch(name, Shape(HUGE, HUGE, 500), rng.largest_seed - 4, 5))
        for seed in RARE_SEEDS:
            found.append(Batch(name, RARE_SHAPE, seed, 1))
    for number in range(RANDOM_SHAPES):
        rng = list(RNGS)[number % len(RNGS)]
        found.append(Batch(rng, random_shape(number), number, 4))
    return sorted(found, key=Batch.cost, reverse=True)


def broken_around(line):
    """What does not hold for a document with tunnels around rooms."""
    return list(broken(json.loads(line), True))


class Oracle(unittest.TestCase):
    def test_maps_are_those_of_the_reference(self):
        with multiprocessing.Pool(os.cpu_count()) as pool:
            for batch, problem in pool.imap_unordered(check_batch, batches()):
                with self.subTest(" ".join(batch.arguments())):
                    self.assertIsNone(problem)

    def test_no_area_without_doors_has_two_rooms(self):
        """--door-gap leaves out a door only where no other tunnel is near. Map 132 is one of three
        in a thousand that would have an area of two rooms if tunnels could touch along an edge.
        """
        crowded = "--preset dungeon --spacing 0 --fill 40 --door-gap 20".split()
        seeds = ["-s1", "-n1000"] if IS_NIGHTLY else ["-s125", "-n10"]
        lines = output("-q", *seeds, *crowded, "-fjson").splitlines()
        with multiprocessing.Pool(os.cpu_count()) as pool:
            for document, rules in zip(lines, pool.imap(broken_around, lines, 8)):
                self.assertEqual(rules, [], document[:200])

    def test_tutorial_has_fewer_than_40_lines(self):
        """samples/README.md says so."""
        self.assertLess(len(TUTORIAL.read_text(encoding="ascii").splitlines()), 40)

    def test_tutorial_prints_the_maps_and_traces_of_the_reference(self):
        for seed in TUTORIAL_SEEDS:
            dungeon = reference.Dungeon("python", seed, Shape())
            for arguments, expected in ([], dungeon.text()), (["--trace"], dungeon.trace()):
                with self.subTest(seed, arguments=arguments):
                    found = tool(*TUTORIAL_COMMAND, str(seed), *arguments)
                    self.assertEqual(found.decode(), expected)
