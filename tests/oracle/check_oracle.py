# SPDX-License-Identifier: MIT
"""text, json and trace: dungen's maps against the reference, which draws from CPython's random and the real libtcod. @long @format @rng @option

These are a thousand maps of each random number generator; with MAPS in the environment, at least as many, and every shape
with each generator. Every batch is one run of the program for each format, and every byte is compared.
"""

import multiprocessing
import os
import subprocess
import sys
import unittest
from typing import NamedTuple

import reference
from helper import ROOT, output
from reference import RNGS
from shapes import CASES, HUGE, MORE_SHAPES, RARE_SEEDS, RARE_SHAPE, Shape

MAPS = int(os.environ.get("MAPS", "0"))
SHAPES = [shape for shape, _, _ in CASES[:5]]  # of which there are most maps
USUAL_MAPS = 400
# There are fewer maps of many attempts or tiles, for which Python takes long.
MOST_ATTEMPTS, OTHER_MAPS, OTHER_ATTEMPTS, OTHER_TILES = 30_000, 10, 2_500, 1_000_000
# Seeds on either side of these are compared too.
BOUNDARIES = [2**31, 2**32, 2**53, 2**63, 2**64]
BESIDE = 6

# README says that it has fewer than 40 lines.
TUTORIAL = ROOT / "samples" / "tutorial.py"
TUTORIAL_SEEDS = [0, 1, 42, 2**31, 2**32, 2**53 + 1, 2**64 - 1]


class Batch(NamedTuple):
    rng: str
    shape: Shape
    first: int
    count: int

    def with_tiles(self):
        return max(self.shape.width, self.shape.height) < HUGE

    def arguments(self):
        return [*self.shape.options(), "--rng", self.rng, "--seed", str(self.first), "--count", str(self.count)]

    def cost(self):
        return self.count * (self.shape.max_rooms + self.shape.height / 10 * self.with_tiles())


def difference(found, expected):
    """Describes where two outputs differ; None if they are equal."""
    if found == expected:
        return None
    at = len(os.path.commonprefix([found, expected]))
    shown = slice(max(0, at - 40), at + 40)
    return "byte %d of %d, reference %d: %r, reference %r" % (at, len(found), len(expected), found[shown],
                                                              expected[shown])


def check_batch(batch):
    """Compares every map of the batch; returns the batch and what is wrong with it, or None."""
    dungeons = [reference.Dungeon(batch.rng, batch.first + i, batch.shape) for i in range(batch.count)]
    tiles = batch.with_tiles()
    expected = {"json" if tiles else "json --no-tiles": [reference.to_json(dungeon.document(tiles)) + "\n" for dungeon in dungeons],
                "trace": [dungeon.trace() for dungeon in dungeons]}  # fmt: skip
    if tiles:
        expected["text"] = [dungeon.text() for dungeon in dungeons]
    problems = [difference(output(*batch.arguments(), "-f", *form.split()).decode("ascii"), "".join(maps))
                for form, maps in expected.items()]  # fmt: skip
    return batch, next(filter(None, problems), None)


def batches():
    """The batches to compare.

    Options work alike with each of them, so the other shapes take them in turn, unless there is time for all.
    """
    # In this map, the two largest groups of joined rooms are equally large.
    found = [Batch("python", Shape(5, 9, 30, 2, 3, tunnels="around"), 3, 1)]
    shapes = [shape for shape, _, _ in CASES if shape.max_rooms <= 2 * OTHER_ATTEMPTS] + MORE_SHAPES
    others = [shape for shape in shapes if shape not in SHAPES]
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
    return sorted(found, key=Batch.cost, reverse=True)


class Oracle(unittest.TestCase):
    def test_maps(self):
        with multiprocessing.Pool(os.cpu_count()) as pool:
            for batch, problem in pool.imap_unordered(check_batch, batches()):
                with self.subTest(" ".join(batch.arguments())):
                    self.assertIsNone(problem)

    def test_tutorial(self):
        """samples/tutorial.py prints what the reference does."""
        self.assertLess(len(TUTORIAL.read_text(encoding="ascii").splitlines()), 40)
        for seed in map(str, TUTORIAL_SEEDS):
            dungeon = reference.Dungeon("python", int(seed), Shape())
            for arguments, expected in ([], dungeon.text()), (["--trace"], dungeon.trace()):
                run = subprocess.run([sys.executable, TUTORIAL, seed, *arguments], capture_output=True, check=False, text=True)
                with self.subTest(seed, arguments=arguments):
                    self.assertEqual((run.returncode, run.stdout, run.stderr), (0, expected, ""))
