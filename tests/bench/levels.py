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
import json
import multiprocessing
import os
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
DUNGEN = os.environ.get("DUNGEN", ROOT / "dungen")
SIZES = [(40, 25, 1000), (80, 45, 1000), (200, 100, 1000), (500, 500, 20)]


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
    return found


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
        placed, _ = count_rooms([*arguments, "--tunnels", "through", "--spacing", 0, "--no-doors"])
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
                "rooms dropped, %": f"{100 * (placed - rooms) / placed:.2f}",
                f"failures, median as --min-rooms": f"{count - enough}",
            }
        )
    for key in columns[0]:
        print("| " + " | ".join([key, *(column[key] for column in columns)]) + " |")
        if key == "size":
            print("|---" * (len(columns) + 1) + "|")


if __name__ == "__main__":
    main()
