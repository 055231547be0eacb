# SPDX-License-Identifier: MIT
"""The tutorials' generator in plain Python. Prints the map of a seed: tutorial.py SEED [--trace]"""
import random
import sys
WIDTH, HEIGHT, MAX_ROOMS, ROOM_MIN, ROOM_MAX = 80, 45, 30, 6, 10
tiles = [["#"] * WIDTH for _ in range(HEIGHT)]
rooms, trace = [], []  # rooms: left, top, right and bottom, walls included

def center(room):
    return (room[0] + room[2]) // 2, (room[1] + room[3]) // 2
def overlap(a, b):
    return a[0] <= b[2] and a[2] >= b[0] and a[1] <= b[3] and a[3] >= b[1]
def dig(x1, y1, x2, y2):
    for y in range(min(y1, y2), max(y1, y2) + 1):
        for x in range(min(x1, x2), max(x1, x2) + 1):
            tiles[y][x] = "."

random.seed(int(sys.argv[1]))
for attempt in range(1, MAX_ROOMS + 1):
    w, h = random.randint(ROOM_MIN, ROOM_MAX), random.randint(ROOM_MIN, ROOM_MAX)
    x, y = random.randint(0, WIDTH - w - 1), random.randint(0, HEIGHT - h - 1)
    room = (x, y, x + w, y + h)
    met = [f"overlaps room {i}" for i, other in enumerate(rooms) if overlap(room, other)]
    trace += [f"{attempt}: w {w}, h {h}, x {x}, y {y}: {met[0] if met else f'room {len(rooms)}'}"]
    if met:
        continue  # drop it
    dig(x + 1, y + 1, x + w - 1, y + h - 1)
    if rooms:  # an L-shaped tunnel from the previous room; a coin decides where it bends
        (old_x, old_y), (new_x, new_y) = center(rooms[-1]), center(room)
        along, bend_x, bend_y = ("row", new_x, old_y) if random.randint(0, 1) == 1 else ("column", old_x, new_y)
        trace[-1] += f", {along} first"
        dig(old_x, old_y, bend_x, bend_y)
        dig(bend_x, bend_y, new_x, new_y)
    rooms.append(room)
spawn_x, spawn_y = center(rooms[0])
tiles[spawn_y][spawn_x] = "@"
trace += [f"spawn: {spawn_x},{spawn_y}", "exit: %d,%d" % center(rooms[-1]),
          f"map: {WIDTH}x{HEIGHT}, {MAX_ROOMS} attempts, rooms {ROOM_MIN} to {ROOM_MAX}"]
print("\n".join(trace if sys.argv[2:] == ["--trace"] else map("".join, tiles)))
