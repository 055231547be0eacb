# SPDX-License-Identifier: MIT
"""The tunnels of --tunnels around in plain Python, tile by tile, without the geometry of the C
program.

A room is its rectangle (x1, y1, x2, y2) with its walls. A tunnel is its corner points, from a tile
in the wall of one room to a tile in the wall of another. dungen-generator(7) has the same rule in
words.
"""

import heapq
import itertools

STRAIGHT, BENT = 32, 24  # the most tunnels tried between two rooms
SPACED_BENT = 8  # instead of BENT with --spacing
NEAREST, NEAREST_MOST = 8, 16  # neighbors that a room may be joined to


class Around:
    def __init__(self, rooms, halls, wings, rng, count_loops, shape, keeps_first):
        self.rng = rng  # keep it alive for the doors
        self.rooms, self.range = rooms, rng.range
        self.halls = halls  # rooms that are halls
        self.wings = wings  # by room: its wing
        self.shape = shape
        self.keeps_first = keeps_first  # keep the group of room 0 instead of the largest
        self.spacing, self.size = shape.spacing or 0, (shape.width, shape.height)
        self.bent_most = SPACED_BENT if self.spacing > 0 else BENT
        self.ignored = ""  # rules of spacing that do not count
        self.tunnels = [(room, wing, self.step(room, wing)) for room, wing in wings.items()]
        self.start()
        self.join_rooms()
        missing = self.dig_loops(count_loops(len(self.rooms)))
        if shape.loop_corners:
            self.ignored = "d"
            self.dig_loops(missing)

    def step(self, room, wing):
        """From the middle of the side that a room and its wing share to the tile beyond it."""
        (ax1, ay1, ax2, ay2), (bx1, by1, bx2, by2) = self.rooms[room], self.rooms[wing]
        column = (max(ax1, bx1) + 1 + min(ax2, bx2) - 1) // 2
        row = (max(ay1, by1) + 1 + min(ay2, by2) - 1) // 2
        if bx1 + 1 == ax2:
            return [(ax2 - 1, row), (ax2, row)]
        if ax1 + 1 == bx2:
            return [(ax1 + 1, row), (ax1, row)]
        if by1 + 1 == ay2:
            return [(column, ay2 - 1), (column, ay2)]
        return [(column, ay1 + 1), (column, ay1)]

    def start(self):
        self.centers = [((x1 + x2) // 2, (y1 + y2) // 2) for x1, y1, x2, y2 in self.rooms]
        self.inside = set()
        for x1, y1, x2, y2 in self.rooms:
            self.inside.update(itertools.product(range(x1, x2 + 1), range(y1, y2 + 1)))
        self.dug = set()  # tiles of tunnels, without steps to wings
        self.legs = []  # for each leg of them: whether it is a row, and its tiles
        for tunnel in self.tunnels[len(self.wings) :]:
            self.remember(tunnel[2])
        self.near = [self.nearest(room) for room in range(len(self.rooms))]

    def dig(self, room, other, corners):
        self.tunnels.append((room, other, corners))
        self.remember(corners)

    def remember(self, corners):
        self.dug.update(tiles(corners))
        self.legs += ((y1 == y2, tiles([(x1, y1), (x2, y2)])) for (x1, y1), (x2, y2) in legs(corners))

    def nearest(self, room):
        """The other rooms with the nearest centers; ties go to the earlier room."""
        x, y = self.centers[room]
        distances = [(other_x - x) ** 2 + (other_y - y) ** 2 for other_x, other_y in self.centers]
        others = sorted(range(len(distances)), key=distances.__getitem__)
        return [other for other in others if other != room][:NEAREST_MOST]

    def fits(self, room, other, corners):
        line = tiles(corners)
        new = set(line)
        if any(tile in self.inside for tile in line[1:-1]):
            return False
        for (x, y), (next_x, _) in (line[0], line[1]), (line[-1], line[-2]):
            beside = [(x - 1, y), (x + 1, y)] if x == next_x else [(x, y - 1), (x, y + 1)]
            if any(tile in self.dug for tile in [(x, y), *beside]):
                return False
            own = room if (x, y) == line[0] else other
            for i in set(self.wings) | set(self.wings.values()):
                if i != own and any(contains(self.rooms[i], tile) for tile in [(x, y), *beside]):
                    return False
        if self.spacing > 0 and not self.is_spaced(room, other, corners):
            return False
        for x, y in line:
            for left, top in (x - 1, y - 1), (x, y - 1), (x - 1, y), (x, y):
                block = [(left, top), (left + 1, top), (left, top + 1), (left + 1, top + 1)]
                if all(tile in new or tile in self.dug for tile in block):
                    return False
        return True

    def is_spaced(self, room, other, corners):
        """Whether a tunnel follows the rules of --spacing, a to d."""
        line = tiles(corners)
        if "d" not in self.ignored:
            for i, (x, y) in (room, line[0]), (other, line[-1]):
                x1, y1, x2, y2 = self.rooms[i]
                along, first, last = (x, x1, x2) if y in (y1, y2) else (y, y1, y2)
                if last - first > 3 and along in (first + 1, last - 1):
                    return False
        if "a" in self.ignored:
            return True
        if len(corners) == 4 and len(tiles(corners[1:3])) - 1 <= self.spacing:
            return False
        for is_row, leg in ((y1 == y2, ((x1, y1), (x2, y2))) for (x1, y1), (x2, y2) in legs(corners)):
            near = self.widen(leg, is_row, self.spacing)
            for is_dug_row, dug in self.legs:
                is_same_line = dug[0][is_row] == leg[0][is_row]
                if is_dug_row == is_row and not is_same_line and meets(near, dug[0], dug[-1]):
                    return False
        if len(line) == 2:
            return True
        # The tunnel without its openings.
        inner = [line[1], *corners[1:-1], line[-2]]
        directions = [y1 == y2 for (_, y1), (_, y2) in legs(corners)]
        for leg, is_row in zip(legs(inner), directions):
            near = self.widen(leg, is_row, self.spacing - 1)
            if any(meets(near, (x1, y1), (x2, y2)) for x1, y1, x2, y2 in self.rooms):
                return False
        return True

    def widen(self, leg, is_row, more):
        """The corners of a leg with `more` rows or columns on both sides, as far as the map goes."""
        (x1, x2), (y1, y2) = (sorted(numbers) for numbers in zip(*leg))
        if is_row:
            return (x1, max(0, y1 - more)), (x2, min(self.size[1] - 1, y2 + more))
        return (max(0, x1 - more), y1), (min(self.size[0] - 1, x2 + more), y2)

    def find(self, room, other):
        """A tunnel between two rooms that fits, or None."""
        a, b = self.rooms[room], self.rooms[other]
        for turned in (False, True):
            for corners in self.straight(turn_room(turned, a), turn_room(turned, b)):
                corners = turn_points(turned, corners)
                if self.fits(room, other, corners):
                    return corners
        for _ in range(self.bent_most):
            shape = self.range(0, 3)
            turned = shape % 2 == 1
            bent = self.one_bend if shape < 2 else self.two_bends
            corners = turn_points(turned, bent(turn_room(turned, a), turn_room(turned, b)))
            if corners and self.fits(room, other, corners):
                return corners
        return None

    def straight(self, a, b):
        """Yield tunnels along the columns that the floors of two rooms share."""
        (ax1, ay1, ax2, ay2), (bx1, by1, bx2, by2) = a, b
        columns = range(max(ax1, bx1) + 1, min(ax2, bx2))
        if columns:
            first = self.range(0, len(columns) - 1)
            start, end = (ay2, by1) if ay2 < by1 else (ay1, by2)
            for i in range(min(len(columns), STRAIGHT)):
                x = columns[(first + i) % len(columns)]
                yield [(x, start), (x, end)]

    def one_bend(self, a, b):
        """Along a row out of a, then along a column into b; no points if that is impossible."""
        (ax1, ay1, ax2, ay2), (bx1, by1, bx2, by2) = a, b
        row = self.range(ay1 + 1, ay2 - 1)
        column = self.range(bx1 + 1, bx2 - 1)
        if ax1 <= column <= ax2 or by1 <= row <= by2:
            return []
        start_x = ax2 if column > ax2 else ax1
        end_y = by2 if row > by2 else by1
        return [(start_x, row), (column, row), (column, end_y)]

    def two_bends(self, a, b):
        """Along a row out of a, a column between the rooms, and another row into b.

        Returns no points if that is impossible.
        """
        (ax1, ay1, ax2, ay2), (bx1, by1, bx2, by2) = a, b
        row = self.range(ay1 + 1, ay2 - 1)
        last = self.range(by1 + 1, by2 - 1)
        between = range(ax2 + 1, bx1) if ax2 < bx1 else range(bx2 + 1, ax1)
        if row == last or not between:
            return []
        column = self.range(between[0], between[-1])
        start, end = (ax2, bx1) if ax2 < bx1 else (ax1, bx2)
        return [(start, row), (column, row), (column, last), (end, last)]

    def join_rooms(self):
        group = list(range(len(self.rooms)))  # by room: a number that joined rooms share
        for room, wing in self.wings.items():
            group[wing] = room
        for most, ignored in self.rounds():
            self.ignored = ignored
            while self.join_each(group, most):
                pass
        self.ignored = ""
        kept_group = max(group, key=lambda number: (group.count(number), -group.index(number)))
        if self.keeps_first:
            kept_group = group[0]
        kept = [room for room in range(len(self.rooms)) if group[room] == kept_group]
        self.tunnels = [
            (kept.index(room), kept.index(other), corners)
            for room, other, corners in self.tunnels
            if room in kept
        ]
        self.halls = [kept.index(room) for room in self.halls if room in kept]
        self.wings = {
            kept.index(room): kept.index(wing) for room, wing in self.wings.items() if room in kept
        }
        self.rooms = [self.rooms[room] for room in kept]
        self.start()

    def rounds(self):
        """How many neighbors the rooms try in each kind of rounds, and rules that do not count."""
        yield NEAREST, ""
        yield NEAREST_MOST, ""
        if self.spacing > 0:
            yield NEAREST_MOST, "d"
            yield NEAREST_MOST, "abcd"

    def join_each(self, group, most):
        """Let each room dig at most one tunnel. Returns whether any did."""
        before = len(self.tunnels)
        for room in range(len(self.rooms)):
            if len(self.tunnels) == len(self.rooms) - 1:
                break
            for other in self.near[room][:most]:
                corners = None if group[room] == group[other] else self.find(room, other)
                if corners:
                    self.dig(room, other, corners)
                    merge_groups(group, group[other], group[room])
                    break
        return len(self.tunnels) > before

    def dig_loops(self, loops):
        """Dig this many loops, or fewer. Returns how many are missing."""
        rooms = list(range(len(self.rooms)))  # those that may still dig a loop
        while loops > 0 and rooms:
            place = self.range(0, len(rooms) - 1)
            if self.dig_loop(rooms[place]):
                loops -= 1
            else:
                rooms[place] = rooms[-1]
                rooms.pop()
        return loops

    def dig_loop(self, room):
        for other in self.near[room][:NEAREST]:
            least = self.steps(room, other, [])
            if self.spacing > 0 and self.walk(room, other) < 2 * least:
                continue
            corners = self.find(room, other)
            if corners and self.walk(room, other) >= 2 * self.steps(room, other, corners):
                self.dig(room, other, corners)
                return True
        return False

    def steps(self, room, other, corners):
        """Steps from center to center through this tunnel."""
        points = [self.centers[room], *corners, self.centers[other]]
        return sum(abs(x2 - x1) + abs(y2 - y1) for (x1, y1), (x2, y2) in zip(points, points[1:]))

    def walk(self, room, goal):
        """Steps of the shortest walk from center to center: Dijkstra (1959)."""
        beside = [[] for _ in self.rooms]
        for a, b, corners in self.tunnels:
            steps = self.steps(a, b, corners)
            beside[a].append((b, steps))
            beside[b].append((a, steps))
        ahead, done = [(0, room)], set()
        while True:
            steps, here = heapq.heappop(ahead)
            if here == goal:
                return steps
            if here not in done:
                done.add(here)
                for other, more in beside[here]:
                    heapq.heappush(ahead, (steps + more, other))

    def paths(self):
        """The tunnels as documents list them, from floor to floor."""
        yield from self.tunnels[: len(self.wings)]
        for room, other, corners in self.tunnels[len(self.wings) :]:
            start = behind(corners[0], corners[1])
            end = behind(corners[-1], corners[-2])
            yield room, other, [start, *corners[1:-1], end]

    def doors(self, percent=100, kept=frozenset()):
        """Triples of x, y and room for each door, by room, and then row by row.

        Below 100 percent, tunnels lose their doors, unless one of them is among those to keep.
        """
        users = {}  # by tile: the tunnels that have it
        for number, (_, _, corners) in enumerate(self.tunnels[len(self.wings) :]):
            for tile in tiles(corners):
                users.setdefault(tile, set()).add(number)
        found = []
        gap = self.shape.door_gap or 1
        for number, (room, other, corners) in enumerate(self.tunnels[len(self.wings) :]):
            line = tiles(corners)
            near = {tile for x, y in line for tile in ((x, y), *neighbors(x, y))}
            is_met = any(users.get(tile, {number}) != {number} for tile in near)
            doors = [(room, corners[0])]
            if len(line) > gap + 2 or is_met:
                doors.append((other, corners[-1]))
            if percent < 100 and self.range(1, 100) > percent:
                doors = doors if any(at in kept for _, at in doors) else []
            found += doors
        found.sort(key=lambda door: (door[0], door[1][1], door[1][0]))
        return [(x, y, room) for room, (x, y) in found]


def legs(corners):
    """Pairs of the corners at both ends of each leg."""
    return list(zip(corners, corners[1:]))


def contains(room, tile):
    x1, y1, x2, y2 = room
    return x1 <= tile[0] <= x2 and y1 <= tile[1] <= y2


def meets(area, *ends):
    """Whether an area shares a tile with the area between two tiles."""
    (left, top), (right, bottom) = area
    (x1, x2), (y1, y2) = (sorted(numbers) for numbers in zip(*ends))
    return left <= x2 and x1 <= right and top <= y2 and y1 <= bottom


def merge_groups(group, old_number, new_number):
    """Gives the rooms of one group the number of another, in a list of the number of each room."""
    for room, number in enumerate(group):
        if number == old_number:
            group[room] = new_number


def neighbors(x, y):
    return (x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)


def tiles(corners):
    """All tiles from the first corner to the last."""
    x, y = corners[0]
    line = [(x, y)]
    for next_x, next_y in corners[1:]:
        while (x, y) != (next_x, next_y):
            x += (next_x > x) - (next_x < x)
            y += (next_y > y) - (next_y < y)
            line.append((x, y))
    return line


def behind(end, corner):
    """The tile beyond the end of a tunnel, seen from the next corner."""
    return tuple(a + (a > b) - (a < b) for a, b in zip(end, corner))


def turn_room(turned, room):
    """The room with x and y exchanged, if `turned`."""
    x1, y1, x2, y2 = room
    return (y1, x1, y2, x2) if turned else room


def turn_points(turned, points):
    return [(y, x) for x, y in points] if turned else points
