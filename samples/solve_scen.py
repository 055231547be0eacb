# SPDX-License-Identifier: MIT
"""Solves a scenario with networkx, and compares the lengths with those in the file:

    dungen --seed 42 --output maze.map && dungen --seed 42 --output maze.scen
    python3 solve_scen.py maze.scen
"""
import math
import pathlib
import sys

import networkx

def read_graph(path):
    """Returns the steps between the walkable tiles of a map, with their lengths."""
    rows = path.read_text().splitlines()[4:]
    tiles = {(x, y) for y, row in enumerate(rows) for x, tile in enumerate(row) if tile == "."}
    graph = networkx.Graph()
    for x, y in tiles:
        for near in tiles & {(x + 1, y), (x, y + 1)}:
            graph.add_edge((x, y), near, length=1)
        for side in (-1, 1):
            # A diagonal step needs both tiles beside it.
            if tiles >= {(x + side, y), (x, y + 1), (x + side, y + 1)}:
                graph.add_edge((x, y), (x + side, y + 1), length=math.sqrt(2))
    return graph

scenario = pathlib.Path(sys.argv[1])
_, *lines = scenario.read_text().splitlines()
graphs = {}
right_count = 0
for line in lines:
    _, name, _, _, *numbers, length = line.split("\t")
    x, y, goal_x, goal_y = map(int, numbers)
    if name not in graphs:
        graphs[name] = read_graph(scenario.with_name(name))
    found = networkx.dijkstra_path_length(graphs[name], (x, y), (goal_x, goal_y), weight="length")
    right_count += math.isclose(found, float(length), abs_tol=1e-7)
print(f"{right_count} of {len(lines)} lengths are right")
