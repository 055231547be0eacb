# SPDX-License-Identifier: MIT
"""scen: the pairs, drawn again from the rule in dungen-generator(7), and the lengths of their paths
as networkx finds them. @prove
"""

import itertools
import json
import math
import os
import random
from decimal import Decimal, getcontext
from typing import NamedTuple

import networkx
from helper import TestCase, output, run, write
from maps import maps
from reference import Splitmix64Rng

getcontext().prec = 60
ROOT = Decimal(2).sqrt()
SMALL = "-W30 -H20 --room-max=8"


class Pair(NamedTuple):
    bucket: int
    map: str
    width: int
    height: int
    start: tuple
    goal: tuple
    length: str


def read_pairs(text):
    """Returns the pairs of a scenario. Raises ValueError if its syntax is wrong."""
    version, *lines = text.decode("ascii").split("\n")
    if version != "version 1" or lines.pop():
        raise ValueError(text)
    pairs = []
    for line in lines:
        bucket, name, *numbers, length = line.split("\t")
        width, height, start_x, start_y, goal_x, goal_y = map(int, numbers)
        start, goal = (start_x, start_y), (goal_x, goal_y)
        pairs.append(Pair(int(bucket), name, width, height, start, goal, length))
    return pairs


def walkable_tiles(rows):
    """The walkable tiles, from top to bottom and from left to right."""
    return [(x, y) for y, row in enumerate(rows) for x, tile in enumerate(row) if tile != "#"]


def straight_graph(tiles):
    graph = networkx.Graph()
    graph.add_nodes_from(tiles)
    for x, y in tiles:
        graph.add_edges_from(((x, y), other) for other in ((x + 1, y), (x, y + 1)) if other in graph)
    return graph


def region_of(rows, spawn):
    """The tiles from which pairs are drawn, in their order."""
    tiles = walkable_tiles(rows)
    regions = [*networkx.connected_components(straight_graph(tiles))]
    if spawn in tiles:
        [region] = (region for region in regions if spawn in region)
    else:
        # Among equally large regions, the one with the first tile.
        region = max(regions, key=lambda each: (len(each), -min(map(tiles.index, each))))
    return [tile for tile in tiles if tile in region]


def draw_pairs(region, seed, count):
    """Draws pairs by the rule of the manual."""
    rng = Splitmix64Rng(seed)
    drawn = []
    while len(drawn) < min(count + 1, len(region)):
        number = rng.range(0, len(region) - 1)
        if number not in drawn:
            drawn.append(number)
    tiles = [region[number] for number in drawn]
    if count == len(region):
        tiles.append(tiles[0])
    return [*itertools.pairwise(tiles)]


def octile_graph(tiles):
    """The steps between tiles, with approximate lengths, and whether they are diagonal."""
    graph = straight_graph(tiles)
    networkx.set_edge_attributes(graph, 1.0, "length")
    for x, y in tiles:
        for side in (-1, 1):
            corner, *beside = (x + side, y + 1), (x + side, y), (x, y + 1)
            if corner in graph and all(tile in graph for tile in beside):
                graph.add_edge((x, y), corner, length=math.sqrt(2))
    return graph


def exact_length(path):
    """Returns the length of a path as a Decimal."""
    diagonals = sum(a[0] != b[0] and a[1] != b[1] for a, b in itertools.pairwise(path))
    return len(path) - 1 - diagonals + diagonals * ROOT


class Scenario(TestCase):
    def assert_pairs(self, pairs, rows, spawn, seed, count=None):
        """The pairs are those of the rule, and their paths are the shortest."""
        region = region_of(rows, spawn)
        count = min(100, len(region)) if count is None else count
        expected = draw_pairs(region, seed, count)
        self.assertEqual([(pair.start, pair.goal) for pair in pairs], expected)
        for pair in pairs:
            self.assertEqual((pair.width, pair.height), (len(rows[0]), len(rows)))
        graph = octile_graph(region)
        for pair in pairs:
            path = networkx.dijkstra_path(graph, pair.start, pair.goal, weight="length")
            length = exact_length(path)
            self.assertEqual(pair.length, f"{length:.8f}", pair)
            self.assertEqual(pair.bucket, int(length / 4), pair)

    def assert_rules_of_benchmarks(self, pairs):
        starts = [pair.start for pair in pairs]
        goals = [pair.goal for pair in pairs]
        self.assertEqual((len({*starts}), len({*goals})), (len(pairs), len(pairs)))
        if len(pairs) > 1:
            self.assertTrue(all(pair.start != pair.goal for pair in pairs))

    def scenario_of(self, rows, *options, seed=None):
        document = {"width": len(rows[0]), "height": len(rows), "tiles": rows}
        if seed is not None:
            document["seed"] = str(seed)
        return output("-q", "-", "-fscen", *options, input=json.dumps(document).encode())


class Generated(Scenario):
    def test_maps_of_all_shapes(self):
        for map in maps():
            if map.width * map.height > 12_000:
                continue
            with self.subTest(map.options):
                document = json.loads(output(*map.options, "-fjson"))
                pairs = read_pairs(output(*map.options, "-fscen"))
                spawn = (document["spawn"]["x"], document["spawn"]["y"])
                self.assert_pairs(pairs, map.rows, spawn, int(document["seed"]))
                self.assert_rules_of_benchmarks(pairs)

    def test_random_maps(self):
        for seed in range(120):
            look = random.Random(seed).choice(("", "--tunnels=around --doors", "--connect=nearest"))
            command = (*SMALL.split(), f"-s{seed}", *look.split())
            with self.subTest(command):
                document = json.loads(output(*command, "-fjson"))
                spawn = (document["spawn"]["x"], document["spawn"]["y"])
                pairs = read_pairs(output(*command, "-fscen", "--pairs=9"))
                self.assert_pairs(pairs, document["tiles"], spawn, seed, 9)

    def test_all_pairs_of_a_map(self):
        command = ("-s3", "-W12", "-H9", "--room-min=3", "--room-max=4")
        rows = json.loads(output(*command, "-fjson"))["tiles"]
        most = len(walkable_tiles(rows))
        for count in (most - 1, most):
            pairs = read_pairs(output(*command, "-fscen", f"--pairs={count}"))
            self.assert_rules_of_benchmarks(pairs)
            self.assertEqual(len(pairs), count)
        result = run(*command, "-fscen", f"--pairs={most + 1}")
        self.assert_message(result, 3, f"--pairs: seed 3: must be at most {most}; try --pairs {most}")


class Read(Scenario):
    def test_random_tiles(self):
        for seed in range(80):
            numbers = random.Random(seed)
            width, height = numbers.randint(1, 14), numbers.randint(1, 14)
            rows = ["".join(numbers.choices("#.+", (4, 9, 1), k=width)) for _ in range(height)]
            if not any(walkable_tiles(rows)):
                continue
            with self.subTest(rows=rows):
                self.assert_pairs(read_pairs(self.scenario_of(rows)), rows, None, 0)
                pairs = read_pairs(self.scenario_of(rows, seed=seed))
                self.assert_pairs(pairs, rows, None, seed)

    def test_a_diagonal_step_needs_both_tiles_beside_it(self):
        for rows, length in ((["..", ".."], "1.41421356"), (["..", "#."], "2.00000000")):
            lengths = {
                pair.length
                for seed in range(20)
                for pair in read_pairs(self.scenario_of(rows, seed=seed))
                if {pair.start, pair.goal} == {(0, 0), (1, 1)}
            }
            self.assertEqual(lengths, {length}, rows)

    def test_a_region_of_one_tile_has_one_pair(self):
        for rows in (["."], [".#."]):
            self.assert_pairs(read_pairs(self.scenario_of(rows)), rows, None, 0, 1)
        write(self.path("map"), b"#@#.\n")
        [pair] = read_pairs(self.good(self.path("map"), "-fscen", "--pairs=1"))
        self.assertEqual((pair.start, pair.goal, pair.length), ((1, 0), (1, 0), "0.00000000"))
        result = run(self.path("map"), "-fscen", "--pairs=2")
        self.assert_message(result, 4, "must be at most 1; try --pairs 1")

    def test_long_lengths_are_rounded_to_nearest(self):
        """Stairs of many diagonal steps: every length has its eight decimals."""
        side = 900
        rows = ["".join("." if abs(x - y) < 2 else "#" for x in range(side)) for y in range(side)]
        for pair in read_pairs(self.scenario_of(rows)):
            (start_x, start_y), (goal_x, goal_y) = pair.start, pair.goal
            diagonals = min(abs(start_x - goal_x), abs(start_y - goal_y))
            rest = max(abs(start_x - goal_x), abs(start_y - goal_y)) - diagonals
            if (start_x - goal_x) * (start_y - goal_y) > 0 and start_x != start_y != goal_y - 1:
                shortest = rest + diagonals * ROOT
                self.assertGreaterEqual(Decimal(pair.length) + Decimal("1e-8"), shortest)


class Names(Scenario):
    def names(self, *options, **how):
        text = output("-q", *options, **how)
        return {pair.map for pair in read_pairs(text)}

    def test_on_standard_output(self):
        self.assertEqual(self.names("-s7", "-fscen"), {"seed-7.map"})
        write(self.path("cellar.txt"), b"....\n")
        self.assertEqual(self.names(self.path("cellar.txt"), "-fscen"), {"cellar.map"})
        self.assertEqual(self.names("-", "-fscen", input=b"....\n"), {"map.map"})

    def test_in_a_file(self):
        self.assertEqual(self.names("-s7", "-fscen", "-o", "/dev/stdout"), {"seed-7.map"})
        names = {"a.scen": "a.map", "b.c.scen": "b.c.map", "d": "d.map", ".scen": ".scen.map"}
        for name, map_name in names.items():
            self.good("-s7", "-fscen", "-o", self.path(name))
            with open(self.path(name), "rb") as file:
                self.assertEqual({pair.map for pair in read_pairs(file.read())}, {map_name})

    def test_with_a_pattern(self):
        self.good("-s7", "-n2", "-o", self.path("m-%d.scen"))
        for seed in (7, 8):
            with open(self.path(f"m-{seed}.scen"), "rb") as file:
                names = {pair.map for pair in read_pairs(file.read())}
                self.assertEqual(names, {f"m-{seed}.map"})

    def test_folders_do_not_matter(self):
        folder = self.path(" a  folder \t")
        os.mkdir(folder)
        self.good("-s7", "-o", f"{folder}/m.map")
        self.assertEqual(self.names(f"{folder}/m.map", "-fscen"), {"m.map"})
        self.good("-s7", "-o", f"{folder}/m.scen")
        with open(f"{folder}/m.scen", "rb") as file:
            self.assertEqual({pair.map for pair in read_pairs(file.read())}, {"m.map"})

    def test_names_with_white_space_are_refused(self):
        problem = "must not contain white space, because a scen file contains the name"
        for command in (("-s1", "-o", "a b.scen"), ("-s1", "-fscen", "-o", "a\tb")):
            self.assert_message(run(*command), 2, problem)
        write(self.path("a b.txt"), b"....\n")
        self.assert_message(run(self.path("a b.txt"), "-fscen"), 4, problem)
        self.assert_message(run("-s1", "-fscen", "-o", "no such folder/a"), 1)
