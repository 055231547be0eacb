#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The time per map in CPython, with code in the style of the roguelike tutorials.

    tutorial.py SEED MAPS WIDTH HEIGHT MAX_ROOMS

makes the maps of SEED, SEED + 1, ... one after another in this process, each seeded on its own, and prints nanoseconds
per map. The tiles are made but not written. With 0 MAPS it prints the map of SEED instead, as dungen does.
"""

import random
import sys
import time

ROOM_MIN, ROOM_MAX = 6, 10


class Room:
    def __init__(self, x, y, width, height):
        self.x1 = x
        self.y1 = y
        self.x2 = x + width
        self.y2 = y + height

    def center(self):
        return (self.x1 + self.x2) // 2, (self.y1 + self.y2) // 2

    def meets(self, other):
        return self.x1 <= other.x2 and self.x2 >= other.x1 and self.y1 <= other.y2 and self.y2 >= other.y1


class Map:
    def __init__(self, width, height):
        self.width = width
        self.height = height
        self.tiles = [["#"] * width for _ in range(height)]
        self.rooms = []

    def carve_room(self, room):
        for y in range(room.y1 + 1, room.y2):
            for x in range(room.x1 + 1, room.x2):
                self.tiles[y][x] = "."

    def carve_row(self, x1, x2, y):
        for x in range(min(x1, x2), max(x1, x2) + 1):
            self.tiles[y][x] = "."

    def carve_column(self, y1, y2, x):
        for y in range(min(y1, y2), max(y1, y2) + 1):
            self.tiles[y][x] = "."

    def make(self, max_rooms):
        for _ in range(max_rooms):
            width = random.randint(ROOM_MIN, ROOM_MAX)
            height = random.randint(ROOM_MIN, ROOM_MAX)
            x = random.randint(0, self.width - width - 1)
            y = random.randint(0, self.height - height - 1)
            room = Room(x, y, width, height)
            if any(room.meets(other) for other in self.rooms):
                continue
            self.carve_room(room)
            if self.rooms:
                old_x, old_y = self.rooms[-1].center()
                new_x, new_y = room.center()
                if random.randint(0, 1) == 1:
                    self.carve_row(old_x, new_x, old_y)
                    self.carve_column(old_y, new_y, new_x)
                else:
                    self.carve_column(old_y, new_y, old_x)
                    self.carve_row(old_x, new_x, new_y)
            self.rooms.append(room)


def make(seed, width, height, max_rooms):
    random.seed(seed)
    made = Map(width, height)
    made.make(max_rooms)
    return made


def main():
    seed, maps, width, height, max_rooms = map(int, sys.argv[1:])
    if maps == 0:
        made = make(seed, width, height, max_rooms)
        x, y = made.rooms[0].center()
        made.tiles[y][x] = "@"
        print("\n".join("".join(row) for row in made.tiles))
        return
    begin = time.perf_counter_ns()
    for i in range(maps):
        make(seed + i, width, height, max_rooms)
    print((time.perf_counter_ns() - begin) // maps)


if __name__ == "__main__":
    main()
