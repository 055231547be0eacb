#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What the levels of a preset are like: a table of measures, one column for each size of map.

    levels.py                  the preset `dungeon`
    levels.py --preset level   another preset
    levels.py --maps N         how many maps of each size; 1000 if not given, or 20 of 500x500

Options after -- are added to each command. The places of rooms, tunnels, and doors come from the
documents that dungen writes.
"""

import argparse
import collections
import json
import multiprocessing
import os
import pathlib
import statistics
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
DUNGEN = os.environ.get("DUNGEN", ROOT / "dungen")
SIZES = [
    (15, 15, 1000), (48, 24, 1000), (80, 45, 1000), (120, 60, 1000), (200, 100, 1000), (500, 500, 20)
]  # fmt: skip

THROUGH = "--tunnels through --spacing 0 --no-loop-corners --door-percent 100 --door-gap 1".split()


def lines_of(*arguments):
    """Yields the lines that dungen prints."""
    command = [DUNGEN, "--quiet", *map(str, arguments)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        yield from process.stdout


def tiles_of(path):
    """Returns the tiles of a tunnel, from one end to the other."""
    x, y = path[0]["x"], path[0]["y"]
    tiles = [(x, y)]
    for corner in path[1:]:
        while (x, y) != (corner["x"], corner["y"]):
            x += (corner["x"] > x) - (corner["x"] < x)
            y += (corner["y"] > y) - (corner["y"] < y)
            tiles.append((x, y))
    return tiles


def opening(room, tile):
    """Returns the side of a room in which a tile of its wall lies, and its place along the side."""
    left, right = room["x"] - 1, room["x"] + room["width"]
    if tile[0] in (left, right):
        return (tile[0] == right, "x"), tile[1] - room["y"], room["height"]
    return (tile[1] == room["y"] + room["height"], "y"), tile[0] - room["x"], room["width"]


def is_stretch(tiles, one, other):
    """Returns whether three tiles in a row along `one` have floor beyond one wall along `other`."""
    return all(
        (x, y) in tiles and (x + other[0], y + other[1]) in tiles
        for x, y in ((one[0] + i * one[2], one[1] + i * one[3]) for i in range(3))
    )


def measure(line):
    """Returns the measures of a document."""
    document = json.loads(line)
    width, height, rooms = document["width"], document["height"], document["rooms"]
    found = dict.fromkeys(
        ("openings", "twins", "at_corners", "corridors", "beside", "at_edge", "same"), 0
    )
    places = {}  # by room and side: the openings
    corridor = set()
    pairs = set()
    tunnels = [(it, tiles_of(it["path"])) for it in document["tunnels"]]
    wings = sum(len(tiles) == 2 for _, tiles in tunnels)
    for tunnel, tiles in tunnels:
        if len(tiles) == 2:
            continue
        corridor.update(tiles[1:-1])
        pair = frozenset((tunnel["from"], tunnel["to"]))
        found["same"] += pair in pairs
        pairs.add(pair)
        for room, tile in (tunnel["from"], tiles[1]), (tunnel["to"], tiles[-2]):
            side, place, length = opening(rooms[room], tile)
            places.setdefault((room, side), []).append(place)
            found["openings"] += 1
            found["at_corners"] += length > 2 and place in (0, length - 1)
    for several in places.values():
        several.sort()
        found["twins"] += sum(b - a == 2 for a, b in zip(several, several[1:]))
    floor = {
        (x, y) for y, row in enumerate(document["tiles"]) for x, c in enumerate(row) if c != "#"
    }
    found["corridors"] = len(corridor)
    # Two stretches of three tiles of corridor, with only a wall between them.
    found["beside"] = sum(
        is_stretch(corridor, (x, y, 0, 1), (2, 0))
        and not any((x + 1, y + i) in floor for i in range(3))
        or is_stretch(corridor, (x, y, 1, 0), (0, 2))
        and not any((x + i, y + 1) in floor for i in range(3))
        for x, y in corridor
    )
    found["at_edge"] = sum(
        x in (1, width - 2) or y in (1, height - 2) for x, y in corridor
    )
    largest = largest_square(floor, width, height)
    found["loops"] = len(document["tunnels"]) - len(rooms) + 1
    found["rooms"] = len(rooms) - wings
    found["wings"] = wings
    found["floor"] = 100 * len(floor) / (width * height)
    found["hole"] = largest
    found["walk"] = document.get("exit_distance", 0)
    found["turns"] = sum(len(it["path"]) - 2 for it in document["tunnels"])
    found.update(measure_play(document, floor, [tunnel for tunnel, tiles in tunnels if len(tiles) > 2]))
    return found


def measure_play(document, floor, tunnels):
    """Returns the measures of what players notice."""
    rooms = document["rooms"]
    spaces = {}  # by room that is no wing: the area of its floor and that of its wing
    for room in rooms:
        space = room.get("wing_of", room["id"])
        spaces[space] = spaces.get(space, 0) + room["width"] * room["height"]
    areas = list(spaces.values())
    doors = {(door["x"], door["y"]) for door in document.get("doors", [])}
    steps = steps_from(floor, document["spawn"])
    walk = walk_back(steps, document["exit"])
    ends = [
        next(room.get("wing_of", room["id"]) for room in rooms if room["center"] == document[mark])
        for mark in ("spawn", "exit")
    ]
    edges = [
        [rooms[it[end]].get("wing_of", it[end]) for end in ("from", "to")] for it in tunnels
    ]
    return {
        "doors": len(doors),
        "doors on the walk": sum(tile in doors for tile in walk),
        "unavoidable": count_unavoidable(edges, *ends),
        "variation": 100 * statistics.pstdev(areas) / statistics.mean(areas),
        "spaces": len(areas),
        "largest": max(areas),
        "doors that touch": any((x + 1, y) in doors or (x, y + 1) in doors for x, y in doors),
        "unreached": len(floor) - len(steps),
        "share": (len(walk) - 1) / (document["width"] + document["height"]),
    }


def steps_from(floor, start):
    """Returns the steps from a tile to each tile that can be reached."""
    start = start["x"], start["y"]
    steps = {start: 0}
    ahead = collections.deque(steps)
    while ahead:
        x, y = here = ahead.popleft()
        for tile in (x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1):
            if tile in floor and tile not in steps:
                steps[tile] = steps[here] + 1
                ahead.append(tile)
    return steps


def walk_back(steps, end):
    """Returns the tiles of a shortest walk to a tile."""
    walk = [(end["x"], end["y"])]
    while steps[walk[-1]]:
        x, y = walk[-1]
        near = (x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)
        walk.append(min(near, key=lambda tile: steps.get(tile, len(steps))))
    return walk


def count_unavoidable(edges, start, end):
    """Returns how many tunnels each walk between two rooms uses."""
    def is_joined(without):
        reached, ahead = {start}, [start]
        while ahead:
            here = ahead.pop()
            for i, (a, b) in enumerate(edges):
                other = b if a == here else a
                if here in (a, b) and i != without and other not in reached:
                    reached.add(other)
                    ahead.append(other)
        return end in reached

    return sum(not is_joined(i) for i in range(len(edges)))


def spread(values):
    """Returns the standard deviation as a share of the mean, in percent."""
    values = list(values)
    return f"{100 * statistics.pstdev(values) / statistics.mean(values):.0f}"


def largest_square(floor, width, height):
    """Returns the side of the largest square of wall."""
    above = [0] * (width + 1)
    largest = 0
    for y in range(height):
        row = [0] * (width + 1)
        for x in range(width):
            if (x, y) not in floor:
                row[x] = 1 + min(above[x], row[x - 1], above[x - 1])
        largest = max(largest, *row)
        above = row
    return largest


def count_rooms(arguments):
    """Returns the number of rooms of all maps together, and the number of maps."""
    stats = [json.loads(line) for line in lines_of(*arguments, "--format", "stats")]
    return sum(it["rooms"] for it in stats), len(stats)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--preset", default="dungeon")
    parser.add_argument("--maps", type=int)
    parser.add_argument("options", nargs="*")
    given = parser.parse_args()
    columns = []
    for width, height, maps in SIZES:
        count = min(given.maps or maps, maps)
        arguments = ["--preset", given.preset, "--width", width, "--height", height, "--seed", 1]
        arguments += ["--count", count, *given.options]
        with multiprocessing.Pool(os.cpu_count()) as pool:
            found = list(pool.imap(measure, lines_of(*arguments, "--format", "json"), 8))
        total = {key: sum(it[key] for it in found) for key in found[0]}
        rooms = total["rooms"] + total["wings"]
        placed, _ = count_rooms([*arguments, *THROUGH, "--halls", 0])
        few = sorted(it["rooms"] for it in found)[count // 2]
        _, enough = count_rooms([*arguments, "--min-rooms", few])
        columns.append(
            {
                "size": f"{width}x{height}",
                "maps": f"{count}",
                "floor, %": f"{total['floor'] / count:.1f}",
                "least floor, %": f"{min(it['floor'] for it in found):.1f}",
                "rooms": f"{total['rooms'] / count:.1f}",
                "fewest rooms": f"{min(it['rooms'] for it in found)}",
                "wings": f"{total['wings'] / count:.1f}",
                "loops": f"{total['loops'] / count:.1f}",
                "walk to the exit": f"{total['walk'] / count:.0f}",
                "bends of a tunnel": f"{total['turns'] / (total['openings'] / 2):.2f}",
                "maps with twin openings": f"{sum(it['twins'] > 0 for it in found)}",
                "maps with corridors one wall apart": f"{sum(it['beside'] > 0 for it in found)}",
                "openings at corners, %": f"{100 * total['at_corners'] / total['openings']:.1f}",
                "corridor at the edge, %": f"{100 * total['at_edge'] / total['corridors']:.1f}",
                "second tunnels of two rooms": f"{total['same'] / count:.2f}",
                "largest square of wall": f"{sum(it['hole'] for it in found) / count:.1f}",
                "rooms dropped, %": f"{100 * (placed - rooms) / max(placed, 1):.2f}",
                "doors, % of openings": f"{100 * total['doors'] / total['openings']:.1f}",
                "doors on the walk": f"{total['doors on the walk'] / count:.1f}",
                "maps with 4 loops, %": f"{100 * sum(it['loops'] > 3 for it in found) / count:.1f}",
                "tunnels that the walk needs": f"{total['unavoidable'] / count:.2f}",
                "variation of areas, %": f"{total['variation'] / count:.0f}",
                "maps with doors that touch": f"{total['doors that touch']}",
                "tiles not reached": f"{total['unreached']}",
                "walk, share of width + height": f"{total['share'] / count:.2f}",
                "spread of rooms, %": spread(it["rooms"] for it in found),
                "spread of largest rooms, %": spread(it["largest"] for it in found),
                f"failures, median as --min-rooms": f"{count - enough}",
            }
        )
    for key in columns[0]:
        print("| " + " | ".join([key, *(column[key] for column in columns)]) + " |")
        if key == "size":
            print("|---" * (len(columns) + 1) + "|")


if __name__ == "__main__":
    main()
