# SPDX-License-Identifier: MIT
"""Prints the map of `dungen --seed SEED`. A rewrite, in plain Python, of the generator of the roguelike tutorials."""
import random
import sys

WIDTH, HEIGHT, MAX_ROOMS, ROOM_MIN, ROOM_MAX = 80, 45, 30, 6, 10
tiles = [["#"] * WIDTH for _ in range(HEIGHT)]
rooms = []  # left, top, right and bottom, walls included

def center(room):
    return (room[0] + room[2]) // 2, (room[1] + room[3]) // 2

def overlap(a, b):
    return a[0] <= b[2] and a[2] >= b[0] and a[1] <= b[3] and a[3] >= b[1]

def dig(x1, y1, x2, y2):
    for y in range(min(y1, y2), max(y1, y2) + 1):
        for x in range(min(x1, x2), max(x1, x2) + 1):
            tiles[y][x] = "."

random.seed(int(sys.argv[1]))
for _ in range(MAX_ROOMS):
    w = random.randint(ROOM_MIN, ROOM_MAX)
    h = random.randint(ROOM_MIN, ROOM_MAX)
    x = random.randint(0, WIDTH - w - 1)
    y = random.randint(0, HEIGHT - h - 1)
    room = (x, y, x + w, y + h)
    if any(overlap(room, other) for other in rooms):
        continue  # drop it
    dig(x + 1, y + 1, x + w - 1, y + h - 1)
    if rooms:  # an L-shaped tunnel from the previous room; a coin decides where it bends
        (old_x, old_y), (new_x, new_y) = center(rooms[-1]), center(room)
        bend_x, bend_y = (new_x, old_y) if random.randint(0, 1) == 1 else (old_x, new_y)
        dig(old_x, old_y, bend_x, bend_y)
        dig(bend_x, bend_y, new_x, new_y)
    rooms.append(room)
spawn_x, spawn_y = center(rooms[0])
tiles[spawn_y][spawn_x] = "@"
print("\n".join("".join(row) for row in tiles))
