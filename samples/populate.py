# SPDX-License-Identifier: MIT
"""Puts monsters and treasure into levels: dungen --preset quest -f json | python3 populate.py"""
import json
import random
import sys

for level in map(json.loads, sys.stdin):
    rng = random.Random(int(level["seed"]))  # a level always has the same monsters
    rooms = level["rooms"]
    owners = [room.get("wing_of", room["id"]) for room in rooms]  # a wing is a part of its room
    closed = {(door["x"], door["y"]) for door in level["doors"] if "secret" in door}
    ahead, open_tiles = [(level["spawn"]["x"], level["spawn"]["y"])], set()  # without secret doors
    while ahead:
        x, y = at = ahead.pop()
        if level["tiles"][y][x] != "#" and at not in closed and at not in open_tiles:
            open_tiles.add(at)
            ahead += (x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)
    ways = [set() for _ in rooms]
    for i, tunnel in enumerate(level["tunnels"]):
        begin, end = owners[tunnel["from"]], owners[tunnel["to"]]
        if begin != end:
            ways[begin].add(i)
            ways[end].add(i)
    taken = [(at["x"], at["y"]) for at in (level["spawn"], level["exit"], *level.get("keys", []))]
    farthest = max(room["distance"] for room in rooms)
    level["monsters"], level["treasures"] = [], []
    for room in rooms:
        free = [(x, y) for y in range(room["y"], room["y"] + room["height"])
                for x in range(room["x"], room["x"] + room["width"])
                if level["tiles"][y][x] == "." and (x, y) not in taken]  # fmt: skip
        strength = 5 * room["distance"] // (farthest + 1)  # from 0 near the spawn to 4
        rng.shuffle(free)
        for x, y in free[1 : 1 + rng.randint(0, strength)]:
            level["monsters"].append({"x": x, "y": y, "room": room["id"], "strength": strength})
        center = room["center"]["x"], room["center"]["y"]
        is_secret = bool(ways[room["id"]]) and center not in open_tiles
        if free and strength > 0 and (is_secret or len(ways[room["id"]]) == 1):
            x, y = free[0]
            level["treasures"].append({"x": x, "y": y, "room": room["id"], "secret": is_secret})
    print(json.dumps(level, separators=(",", ":")))
