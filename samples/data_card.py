#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Describes a data set for its data card: python3 samples/data_card.py maps.npy maps.stats

dungen writes both files in one run. The array must show no marks, and the numbers of its tiles are
those of the default: 0 is wall.
"""

import json
import sys

import numpy

STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1))


def windows(maps):
    """Returns the number of different windows of 3x3 tiles."""
    height, width = maps.shape[1] - 2, maps.shape[2] - 2
    codes = numpy.zeros((len(maps), height, width), "uint32")
    for y in range(3):
        for x in range(3):
            codes = codes * 3 + maps[:, y : y + height, x : x + width]
    return len(numpy.unique(codes))


def is_solved(tiles, label):
    """Returns whether a greedy walk reaches the exit. It always steps to the new tile that is
    nearest to the exit in columns plus rows, and ends where it finds no new tile.
    """
    goal = label["exit_x"], label["exit_y"]
    at = label["spawn_x"], label["spawn_y"]
    seen = {at}
    while at != goal:
        near = [(at[0] + x, at[1] + y) for x, y in STEPS]
        new = [(x, y) for x, y in near if tiles[y][x] and (x, y) not in seen]
        if not new:
            return False
        at = min(new, key=lambda tile: abs(tile[0] - goal[0]) + abs(tile[1] - goal[1]))
        seen.add(at)
    return True


def main(array_name, stats_name):
    maps = numpy.load(array_name)
    with open(stats_name, encoding="utf-8") as file:
        labels = [json.loads(line) for line in file]
    column = {key: numpy.array([int(label[key]) for label in labels]) for key in labels[0]}
    if not numpy.array_equal(numpy.count_nonzero(maps, axis=(1, 2)), column["floor"]):
        sys.exit("data_card.py: the stats are of other maps, or wall is not 0 in the array")
    print(f"{len(maps)} maps, {len({tiles.tobytes() for tiles in maps})} different")
    for key in ("rooms", "floor", "loops", "dead_ends", "exit_distance"):
        low, middle, high = numpy.percentile(column[key], [5, 50, 95])
        print(f"{key}: half have {middle:.0f} or less, 9 of 10 have {low:.0f} to {high:.0f}")
    manhattan = abs(column["spawn_x"] - column["exit_x"]) + abs(column["spawn_y"] - column["exit_y"])
    r_squared = numpy.corrcoef(manhattan, column["exit_distance"])[0, 1] ** 2
    print(f"R2 of exit_distance from columns plus rows: {r_squared:.2f}")
    print(f"different windows of 3x3 tiles: {windows(maps)} of {3**9}")
    solved = sum(is_solved(*pair) for pair in zip(maps.tolist(), labels))
    print(f"a greedy walk reaches the exit: {100 * solved / len(maps):.0f} %")


if __name__ == "__main__":
    main(*sys.argv[1:])
