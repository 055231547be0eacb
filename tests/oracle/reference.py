# SPDX-License-Identifier: MIT
"""The rooms-and-tunnels generator in plain Python, to compare dungen with.

It follows the description of the generator step by step and shares no code with the C program. The
random numbers of `python` and `python-2020` come from CPython's own random module, those of
`libtcod` and `libtcod-mt` from the real library through ctypes.
"""

import collections
import ctypes
import functools
import json
import random
from typing import NamedTuple

import around
import locks

ALGORITHM = "rooms-and-tunnels/1"


# Random number generators: a largest seed, range(lo, hi) with both bounds inclusive, and coin().


class Rng:
    largest_seed = 2**64 - 1

    def coin(self):
        return self.range(0, 1) == 1


class PythonRng(Rng):
    name = "python"

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.range = self.random.randint


class Python2020Rng(PythonRng):
    name = "python-2020"

    def coin(self):
        return self.random.random() < 0.5


@functools.lru_cache(maxsize=None)
def libtcod():
    """The real library, with the three functions used here declared as in its header."""
    library = ctypes.CDLL("libtcod.so.1")
    library.TCOD_random_new_from_seed.argtypes = [ctypes.c_int, ctypes.c_uint32]
    library.TCOD_random_new_from_seed.restype = ctypes.c_void_p
    library.TCOD_random_get_int.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_int]
    library.TCOD_random_get_int.restype = ctypes.c_int
    library.TCOD_random_delete.argtypes = [ctypes.c_void_p]
    library.TCOD_random_delete.restype = None
    return library


class LibtcodRng(Rng):
    name = "libtcod"
    largest_seed = 2**32 - 1
    algorithm = 1  # TCOD_RNG_CMWC

    def __init__(self, seed):
        self.handle = libtcod().TCOD_random_new_from_seed(self.algorithm, seed)
        if not self.handle:
            raise MemoryError("libtcod made no random number generator")
        self.range = functools.partial(libtcod().TCOD_random_get_int, self.handle)

    def __del__(self):
        libtcod().TCOD_random_delete(self.handle)


class LibtcodMtRng(LibtcodRng):
    name = "libtcod-mt"
    algorithm = 0  # TCOD_RNG_MT


class Splitmix64Rng(Rng):
    """Steele, Lea and Flood's SplitMix64, with Lemire's multiplication to map onto a range."""

    name = "splitmix64"

    def __init__(self, seed):
        self.state = seed

    def next(self):
        self.state = (self.state + 0x9E3779B97F4A7C15) & 0xFFFFFFFFFFFFFFFF
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & 0xFFFFFFFFFFFFFFFF
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & 0xFFFFFFFFFFFFFFFF
        return z ^ (z >> 31)

    def range(self, lo, hi):
        n = hi - lo + 1
        m = (self.next() >> 32) * n
        while m % 2**32 < 2**32 % n:
            m = (self.next() >> 32) * n
        return lo + (m >> 32)


RNG_CLASSES = (PythonRng, Python2020Rng, LibtcodRng, LibtcodMtRng, Splitmix64Rng)
RNGS = {rng.name: rng for rng in RNG_CLASSES}


# The generator.


class Rectangle(NamedTuple):
    """A room with its walls: two corners, both inside it."""

    x1: int
    y1: int
    x2: int
    y2: int

    def center(self):
        return (self.x1 + self.x2) // 2, (self.y1 + self.y2) // 2

    def floor(self):
        return Rectangle(self.x1 + 1, self.y1 + 1, self.x2 - 1, self.y2 - 1)


def first_met(rectangle, others):
    """The first of the other rectangles that shares a tile with this one, or None."""
    x1, y1, x2, y2 = rectangle
    for other in others:
        ox1, oy1, ox2, oy2 = other
        if x1 <= ox2 and x2 >= ox1 and y1 <= oy2 and y2 >= oy1:
            return other
    return None


def fit_around(center, side, map_side):
    """Where a side with this center begins, and its length, which shrinks until it fits."""
    while center < side // 2 or center + side - side // 2 > map_side - 1:
        side -= 1
    return center - side // 2, side


class Tunnel(NamedTuple):
    """The rooms that a tunnel joins, its corners as in documents, and the coin for its bend."""

    old: int
    new: int
    path: list
    heads: bool = False


RANGES = ("fill", "room_max", "wings", "loop_percent", "door_percent")


def fnv(text):
    """The hash FNV-1a in 64 bits."""
    number = 0xCBF29CE484222325
    for byte in text.encode("ascii"):
        number = (number ^ byte) * 0x100000001B3 % 2**64
    return number


def drawn(shape, seed):
    """The shape of a seed: a number for each range."""
    for key in RANGES:
        lo, dots, hi = str(getattr(shape, key)).partition("..")
        if dots:
            number = Splitmix64Rng(seed ^ fnv(key)).range(int(lo), int(hi))
            shape = shape._replace(**{key: number})
    return shape


class Dungeon:
    """The map of one rng, seed and shape. Tiles are carved only on demand."""

    def __init__(self, rng_name, seed, shape):
        self.rng_name = rng_name
        self.seed = seed
        self.shape = shape = drawn(shape, seed)
        self.attempts = []  # a rectangle for each, and the first room that it meets, or None
        self.rectangles = []  # of the rooms, in placement order
        self.centers = []  # of the rooms
        self.tunnels = []
        self.spawn_tile = None
        if "," in (shape.spawn or ""):
            self.spawn_tile = tuple(map(int, shape.spawn.split(",")))
        rng = RNGS[rng_name](seed)
        self.halls = []  # rooms that are halls
        self._place_rooms(rng)
        self._add_wings(rng)
        if shape.tunnels == "around":
            self._go_around(rng)
        else:
            self._add_loops(rng)

    def _nearest(self, center, rooms):
        """The room whose center is nearest; ties go to the earliest, which min() returns."""
        x, y = center

        def squared_distance(room):
            other_x, other_y = self.centers[room]
            return (x - other_x) ** 2 + (y - other_y) ** 2

        return min(rooms, key=squared_distance)

    def _dig(self, old, new, heads):
        (old_x, old_y), (new_x, new_y) = start, end = self.centers[old], self.centers[new]
        bend = (new_x, old_y) if heads else (old_x, new_y)
        path = [start, end] if bend in (start, end) else [start, bend, end]
        self.tunnels.append(Tunnel(old, new, path, heads))

    def _loops(self, rooms):
        """The number of loops to dig."""
        return (self.shape.loops or 0) + rooms * (self.shape.loop_percent or 0) // 100

    def _add_loops(self, rng):
        count = len(self.rectangles)
        joined = [{room} for room in range(count)]
        for tunnel in self.tunnels:
            joined[tunnel.old].add(tunnel.new)
            joined[tunnel.new].add(tunnel.old)
        for _ in range(self._loops(count)):
            if all(len(rooms) == count for rooms in joined):
                return
            room = rng.range(0, count - 1)
            while len(joined[room]) == count:
                room = rng.range(0, count - 1)
            candidates = [i for i in range(count) if i not in joined[room]]
            other = self._nearest(self.centers[room], candidates)
            self._dig(room, other, rng.coin())
            joined[room].add(other)
            joined[other].add(room)

    def _continues(self):
        """Whether there is another attempt to place a room."""
        min_rooms = self.shape.min_rooms or 0
        lacks_rooms = len(self.rectangles) < min_rooms
        count = len(self.attempts)
        if count < self.shape.max_rooms:
            return True
        if lacks_rooms:
            return count < 1000 * min_rooms
        tiles = self.shape.width * self.shape.height
        return 100 * self.room_tiles < (self.shape.fill or 0) * tiles and count < tiles // 4

    def _place_rooms(self, rng):
        width, height, _, room_min, room_max = self.shape[:5]
        halls = self.shape.halls or 0
        hall_width, hall_height = width // 3, 2 * (height // 5)
        self.room_tiles = 0  # of the floors of all rooms but halls
        while self._continues():
            number = len(self.attempts) - bool(self.spawn_tile)
            is_hall = 0 <= number < halls and min(hall_width, hall_height) > room_max
            if is_hall:
                w = rng.range(room_max, min(2 * room_max, hall_width))
                h = rng.range(room_max, min(2 * room_max, hall_height))
            else:
                w = rng.range(room_min, room_max)
                h = rng.range(room_min, room_max)
            x = rng.range(0, width - w - 1)
            y = rng.range(0, height - h - 1)
            if self.spawn_tile and not self.attempts:
                x, w = fit_around(self.spawn_tile[0], w, width)
                y, h = fit_around(self.spawn_tile[1], h, height)
            rectangle = Rectangle(x, y, x + w, y + h)
            met = first_met(rectangle, self.rectangles)
            self.attempts.append((rectangle, met))
            if met:
                continue
            room = len(self.rectangles)
            self.rectangles.append(rectangle)
            self.room_tiles += 0 if is_hall else (w - 1) * (h - 1)
            self.halls += [room] if is_hall else []
            self.centers.append(rectangle.center())
            if room > 0:
                nearest = self.shape.connect == "nearest"
                old = self._nearest(self.centers[room], range(room)) if nearest else room - 1
                self._dig(old, room, rng.coin())

    def _add_wings(self, rng):
        self.wings = {}  # by room: its wing
        for room in range(len(self.rectangles)) if self.shape.wings else ():
            if room in self.halls:
                continue
            if rng.range(1, 100) > self.shape.wings:
                continue
            for _ in range(4):
                wing = self._draw_wing(rng, self.rectangles[room])
                others = [other for other in self.rectangles if other != self.rectangles[room]]
                if wing and not first_met(wing, others):
                    self.wings[room] = len(self.rectangles)
                    self.rectangles.append(wing)
                    self.centers.append(wing.center())
                    self._dig(room, self.wings[room], False)
                    break

    def _draw_wing(self, rng, room):
        """Draw a wing. Returns None if it does not suit its room or leaves the map."""
        width = rng.range(self.shape.room_min, self.shape.room_max) - 1
        height = rng.range(self.shape.room_min, self.shape.room_max) - 1
        side = ("right", "left", "below", "above")[rng.range(0, 3)]
        place = rng.range(0, 2)
        left, top, right, bottom = room.floor()
        along = right - left + 1 if side in ("below", "above") else bottom - top + 1
        length = width if side in ("below", "above") else height
        if length < along:
            shift = (along - length) * place // 2
        else:
            shift = -((length - along) * place // 2)
        x, y = {
            "right": (right + 1, top + shift),
            "left": (left - width, top + shift),
            "below": (left + shift, bottom + 1),
            "above": (left + shift, top - height),
        }[side]
        wing = Rectangle(x - 1, y - 1, x + width, y + height)
        is_on_map = wing.x1 >= 0 and wing.y1 >= 0
        is_on_map = is_on_map and wing.x2 < self.shape.width and wing.y2 < self.shape.height
        suits = abs(along - length) >= 2 and min(along, length) >= 2
        return wing if is_on_map and suits else None

    def _go_around(self, rng):
        self.around = around.Around(
            self.rectangles, self.halls, self.wings, rng, self._loops, self.shape,
            bool(self.spawn_tile),
        )
        self.rectangles, self.centers = self.around.rooms, self.around.centers
        self.wings = self.around.wings
        self.halls = self.around.halls
        self.tunnels = [Tunnel(*tunnel) for tunnel in self.around.paths()]

    def _marked(self):
        """The centers where marks can be: without halls, unless all rooms are halls."""
        others = [it for room, it in enumerate(self.centers) if room not in self.halls]
        return others or self.centers

    @functools.lru_cache(maxsize=1)
    def spawn(self):
        first = self._marked()[0]
        return self._farthest_from(first)[0] if self.shape.spawn == "farthest" else first

    def exit(self):
        return self.farthest()[0] if self.shape.exit == "farthest" else self._marked()[-1]

    @functools.lru_cache(maxsize=1)
    def farthest(self):
        """The center farthest from the spawn, and its steps."""
        return self._farthest_from(self.spawn())

    def _farthest_from(self, start):
        """The center farthest from a tile, and its steps; ties go to the earliest room.

        It is that of a hall only if no other room is left.
        """
        found = list(zip(self.centers, self._distances_from(start)))
        others = [it for room, it in enumerate(found) if room not in self.halls and it[1] > 0]
        return max(others or found, key=lambda found: found[1])

    @functools.lru_cache(maxsize=2)
    def _distances_from(self, start):
        """The steps from a tile to each center."""
        stride = self.shape.width + 1
        x, y = start
        steps = {y * stride + x: 0}
        ahead = collections.deque(steps)
        while ahead:
            here = ahead.popleft()
            for beside in (here - 1, here + 1, here - stride, here + stride):
                if self.floor[beside] == ord(".") and beside not in steps:
                    steps[beside] = steps[here] + 1
                    ahead.append(beside)
        return [steps[center[1] * stride + center[0]] for center in self.centers]

    @functools.cached_property
    def doors(self):
        """Triples of x, y and room for each door, by room, and then row by row."""
        if self.shape.tunnels == "around":
            percent = 100 if self.shape.door_percent is None else self.shape.door_percent
            return self.around.doors(percent, self.locks.lock_of.keys() | self.locks.secret)
        stride = self.shape.width + 1

        def is_floor(x, y):
            is_inside = 0 <= x < self.shape.width and 0 <= y < self.shape.height
            return is_inside and self.floor[y * stride + x] == ord(".")

        doorways = {}  # the room by place; not sorted
        for room, (x1, y1, x2, y2) in enumerate(self.rectangles):
            level = [(x, y, 1, 0) for x in range(x1 + 1, x2) for y in (y1, y2)]
            upright = [(x, y, 0, 1) for y in range(y1 + 1, y2) for x in (x1, x2)]
            for x, y, along_x, along_y in level + upright:
                sides = is_floor(x - along_x, y - along_y) or is_floor(x + along_x, y + along_y)
                through = is_floor(x - along_y, y - along_x) and is_floor(x + along_y, y + along_x)
                if is_floor(x, y) and through and not sides:
                    doorways[x, y] = room
        doors = []
        for (x, y), room in doorways.items():
            places = ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))
            if min(doorways.get(place, room) for place in places) >= room:
                doors.append((room, y, x))
        return [(x, y, room) for room, y, x in sorted(doors)]

    @functools.cached_property
    def locks(self):
        """The locks and secrets."""
        floor = {
            (x, y)
            for y, row in enumerate(self.floor.decode("ascii").splitlines())
            for x, tile in enumerate(row)
            if tile == "."
        }
        doors = self.around.doors() if self.shape.tunnels == "around" else self.doors
        placed = locks.Locks(
            floor, doors, self.centers, self.wings, self.tunnels, self.spawn(), self.exit()
        )
        placed.lock(self.shape.locks or 0)
        placed.hide(self.shape.secrets or 0)
        return placed

    def door(self, x, y, room):
        """A door as in documents."""
        door = {"x": x, "y": y, "room": room, "tunnels": self._tunnels_through((x, y))}
        if self.shape.locks or self.shape.secrets:
            if (x, y) in self.locks.lock_of:
                door["lock"] = self.locks.lock_of[x, y]
            if (x, y) in self.locks.secret:
                door["secret"] = True
        return door

    @functools.cached_property
    def tiles(self):
        """All tiles as bytes, row by row, each row ending in LF."""
        tiles = bytearray(self.floor)
        for x, y, _ in self.doors if self.shape.doors else []:
            tiles[y * (self.shape.width + 1) + x] = ord("+")
        return bytes(tiles)

    @functools.cached_property
    def floor(self):
        """The tiles without doors."""
        width, height = self.shape.width, self.shape.height
        stride = width + 1
        tiles = bytearray((b"#" * width + b"\n") * height)

        def carve(x1, y1, x2, y2):
            for y in range(y1, y2 + 1):
                tiles[y * stride + x1 : y * stride + x2 + 1] = b"." * (x2 - x1 + 1)

        for rectangle in self.rectangles:
            carve(*rectangle.floor())
        for tunnel in self.tunnels:
            for (x1, y1), (x2, y2) in zip(tunnel.path, tunnel.path[1:]):
                carve(min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2))
        return bytes(tiles)

    def rows(self):
        """The rows without marks, as strings."""
        return self.tiles.decode("ascii").splitlines()

    def text(self):
        """The text format: the tiles with '@' at the spawn."""
        x, y = self.spawn()
        offset = y * (self.shape.width + 1) + x
        return (self.tiles[:offset] + b"@" + self.tiles[offset + 1 :]).decode("ascii")

    def _goes_around(self):
        return self.shape.tunnels == "around"

    def _attempt_line(self, attempt, rectangle, outcome):
        """The line of a trace for an attempt, counted from 1."""
        x1, y1, x2, y2 = rectangle
        return f"{attempt}: w {x2 - x1}, h {y2 - y1}, x {x1}, y {y1}: {outcome}"

    def _room_outcome(self, number):
        """What a trace says about an attempt that placed the room of a number, or None."""
        if number is None:
            return "left out, no tunnel fits"
        outcome = f"room {number}"
        if number > 0 and not self._goes_around():
            tunnel = self.tunnels[number - 1]
            if self.shape.connect == "nearest":
                outcome += f", from room {tunnel.old}"
            outcome += ", row first" if tunnel.heads else ", column first"
        return outcome

    def _tunnel_line(self, tunnel, is_loop):
        """The line of a trace for a loop, or for a tunnel around rooms."""
        if self._goes_around():
            course = " to ".join("%d,%d" % point for point in tunnel.path)
        else:
            course = "row first" if tunnel.heads else "column first"
        name = "loop" if is_loop else "tunnel"
        return f"{name}: room {tunnel.old} to room {tunnel.new}, {course}"

    def trace(self):
        """The trace format."""
        shape = self.shape
        numbers = {rectangle: number for number, rectangle in enumerate(self.rectangles)}
        lines = []
        for attempt, (rectangle, met) in enumerate(self.attempts, 1):
            if met in numbers:
                outcome = f"overlaps room {numbers[met]}"
            elif met:
                outcome = "overlaps a room left out"
            else:
                outcome = self._room_outcome(numbers.get(rectangle))
            lines.append(self._attempt_line(attempt, rectangle, outcome))
        for i, tunnel in enumerate(self.tunnels):
            is_loop = i >= len(self.rectangles) - 1
            if is_loop or self._goes_around():
                lines.append(self._tunnel_line(tunnel, is_loop))
        if shape.doors:
            lines += ["door: %d,%d, room %d" % door for door in self.doors]
        lines.append("spawn: %d,%d" % self.spawn())
        exit_line = "exit: %d,%d" % self.exit()
        if shape.exit == "farthest":
            exit_line += f", {self.farthest()[1]} steps away"
        lines.append(exit_line)
        rooms = f"rooms {shape.room_min} to {shape.room_max}"
        lines.append(f"map: {shape.width}x{shape.height}, {len(self.attempts)} attempts, {rooms}")
        return "\n".join(lines) + "\n"

    def _tunnels_through(self, tile):
        """The numbers of the tunnels whose paths contain a tile."""

        def contains(tunnel):
            for start, end in zip(tunnel.path, tunnel.path[1:]):
                corners = sorted([start, end])
                if all(corners[0][i] <= tile[i] <= corners[1][i] for i in (0, 1)):
                    return True
            return False

        return [number for number, tunnel in enumerate(self.tunnels) if contains(tunnel)]

    def document(self, with_tiles=True):
        """The JSON document as a dict, with its keys in order."""

        def point(xy):
            return {"x": xy[0], "y": xy[1]}

        farthest = self.shape.exit == "farthest"
        distances = self._distances_from(self.spawn()) if farthest else []
        rooms = []
        room_of = {wing: room for room, wing in self.wings.items()}
        for number, rectangle in enumerate(self.rectangles):
            x1, y1, x2, y2 = rectangle.floor()
            rooms.append(
                {
                    "id": number,
                    "x": x1,
                    "y": y1,
                    "width": x2 - x1 + 1,
                    "height": y2 - y1 + 1,
                    **({"distance": distances[number]} if farthest else {}),
                    "center": point(rectangle.center()),
                }
            )
            if number in room_of:
                rooms[-1]["wing_of"] = room_of[number]
        tunnels = [
            {"from": tunnel.old, "to": tunnel.new, "path": list(map(point, tunnel.path))}
            for tunnel in self.tunnels
        ]
        document = {
            "format": "dungen",
            "version": 1,
            "generator": {"name": "dungen", "algorithm": ALGORITHM, "rng": self.rng_name},
            "params": self.shape.params(),
            "width": self.shape.width,
            "height": self.shape.height,
            "seed": str(self.seed),
            "spawn": point(self.spawn()),
            "exit": point(self.exit()),
            **({"exit_distance": self.farthest()[1]} if farthest else {}),
            "rooms": rooms,
            "tunnels": tunnels,
        }
        if self.shape.doors:
            document["doors"] = [self.door(*door) for door in self.doors]
        if self.shape.locks and self.locks.keys:
            document["keys"] = [
                {"lock": number, **point(at), "room": self.centers.index(at)}
                for number, at in enumerate(self.locks.keys, 1)
            ]
        if with_tiles:
            document["legend"] = {"#": "wall", ".": "floor"}
            if self.shape.doors:
                document["legend"]["+"] = "door"
            document["tiles"] = self.rows()
        return document


def to_json(document):
    """One compact line, without the LF."""
    return json.dumps(document, separators=(",", ":"))
