# SPDX-License-Identifier: MIT
"""The tunnels of --tunnels around in plain Python: a page, tile by tile, with nothing of the C program's geometry.

Rooms are rectangles (x1, y1, x2, y2) with their walls; a tunnel is its corner points from the wall of one room to that
of another. The manual's THE GENERATOR has the same rule in words.
"""

import collections
import heapq

STRAIGHT, BENT, LOOKS = 32, 24, (8, 16)


class Around:
    def __init__(self, rooms, rng, loops):
        self.rooms, self.range = list(rooms), rng.range
        self.tunnels = []  # (room, room, corners)
        self.index()
        self.join()
        self.dig_loops(loops)

    def index(self):
        """The rooms by the 8x8 squares that they touch, and what was dug."""
        self.squares = collections.defaultdict(list)
        for x1, y1, x2, y2 in self.rooms:
            for x in range(x1 // 8, x2 // 8 + 1):
                for y in range(y1 // 8, y2 // 8 + 1):
                    self.squares[x, y].append((x1, y1, x2, y2))
        self.centers = [((x1 + x2) // 2, (y1 + y2) // 2) for x1, y1, x2, y2 in self.rooms]
        self.dug = {tile for tunnel in self.tunnels for tile in tiles(tunnel[2])}

    def nearest(self, room, most):
        """Other rooms by the distance of their centers; ties go to the earlier room."""
        x, y = self.centers[room]
        distances = ((cx - x) ** 2 + (cy - y) ** 2 for cx, cy in self.centers)
        return [other for _, other in heapq.nsmallest(most + 1, zip(distances, range(len(self.rooms))))
                if other != room][:most]

    def fits(self, corners):
        line = tiles(corners)
        for (x, y), (next_x, _) in (line[0], line[1]), (line[-1], line[-2]):
            along_x, along_y = (1, 0) if x == next_x else (0, 1)
            if self.dug & {(x, y), (x - along_x, y - along_y), (x + along_x, y + along_y)}:
                return False
        for x, y in line[1:-1]:
            if any(x1 <= x <= x2 and y1 <= y <= y2 for x1, y1, x2, y2 in self.squares.get((x // 8, y // 8), ())):
                return False
        new = set(line)
        for x, y in line:
            for left in (x - 1, x):
                for top in (y - 1, y):
                    block = [(left, top), (left + 1, top), (left, top + 1), (left + 1, top + 1)]
                    if all(tile in new or tile in self.dug for tile in block):
                        return False
        return True

    def find(self, room, other):
        """A tunnel between two rooms that fits, or None."""
        a, b = self.rooms[room], self.rooms[other]
        for turned in (False, True):
            (ax1, ay1, ax2, ay2), (bx1, by1, bx2, by2) = turn(turned, a, b)
            first, count = max(ax1, bx1) + 1, min(ax2, bx2) - max(ax1, bx1) - 1
            if count < 1:
                continue
            drawn = self.range(0, count - 1)
            ends = (ay2, by1) if ay2 < by1 else (ay1, by2)
            for i in range(min(count, STRAIGHT)):
                x = first + (drawn + i) % count
                corners = turn_points(turned, [(x, ends[0]), (x, ends[1])])
                if self.fits(corners):
                    return corners
        for _ in range(BENT):
            shape = self.range(0, 3)
            (ax1, ay1, ax2, ay2), (bx1, by1, bx2, by2) = turn(shape % 2, a, b)
            row = self.range(ay1 + 1, ay2 - 1)
            if shape < 2:
                column = self.range(bx1 + 1, bx2 - 1)
                if ax1 <= column <= ax2 or by1 <= row <= by2:
                    continue
                corners = [(ax2 if column > ax2 else ax1, row), (column, row), (column, by2 if row > by2 else by1)]
            else:
                last_row = self.range(by1 + 1, by2 - 1)
                start, end = (ax2, bx1) if ax2 < bx1 else (ax1, bx2)
                if row == last_row or abs(end - start) < 2 or ax1 <= bx2 and bx1 <= ax2:
                    continue
                column = self.range(min(start, end) + 1, max(start, end) - 1)
                corners = [(start, row), (column, row), (column, last_row), (end, last_row)]
            corners = turn_points(shape % 2, corners)
            if self.fits(corners):
                return corners
        return None

    def add(self, room, other, corners):
        self.tunnels.append((room, other, corners))
        self.dug |= set(tiles(corners))

    def join(self):
        groups = [{room} for room in range(len(self.rooms))]  # by room, what it is joined to; one object for a group
        for most in LOOKS:
            dug = None
            while len(groups[0]) < len(groups) and dug != len(self.tunnels):
                dug = len(self.tunnels)
                for room in range(len(self.rooms)):
                    for other in self.nearest(room, most) if len(groups[0]) < len(groups) else []:
                        corners = None if groups[room] is groups[other] else self.find(room, other)
                        if corners:
                            self.add(room, other, corners)
                            groups[room] |= groups[other]
                            for joined in groups[other]:
                                groups[joined] = groups[room]
                            break
        kept = sorted(max(groups, key=lambda group: (len(group), -min(group))))
        if len(kept) < len(groups):
            numbers = {room: number for number, room in enumerate(kept)}
            self.tunnels = [(numbers[a], numbers[b], corners) for a, b, corners in self.tunnels if a in numbers]
            self.rooms = [self.rooms[room] for room in kept]
            self.index()

    def steps(self, room, other, corners):
        """From center to center by this tunnel."""
        points = [self.centers[room], *corners, self.centers[other]]
        return sum(abs(x2 - x1) + abs(y2 - y1) for (x1, y1), (x2, y2) in zip(points, points[1:]))

    def walk(self, room, goal, limit):
        """From center to center along rooms and tunnels; at most the limit."""
        ends = collections.defaultdict(list)
        for a, b, corners in self.tunnels:
            ends[a].append((b, self.steps(a, b, corners)))
            ends[b].append((a, self.steps(a, b, corners)))
        ahead, done = [(0, room)], set()
        while ahead:
            steps, here = heapq.heappop(ahead)
            if here == goal or steps >= limit:
                return min(steps, limit)
            if here not in done:
                done.add(here)
                for beside, more in ends[here]:
                    heapq.heappush(ahead, (steps + more, beside))
        return limit

    def dig_loops(self, loops):
        rooms = list(range(len(self.rooms)))  # from which a loop may still be dug
        while loops > 0 and rooms:
            place = self.range(0, len(rooms) - 1)
            room = rooms[place]
            for other in self.nearest(room, LOOKS[0]):
                corners = self.find(room, other)
                if corners:
                    least = 2 * self.steps(room, other, corners)
                    if self.walk(room, other, least) == least:
                        self.add(room, other, corners)
                        loops -= 1
                        break
            else:
                rooms[place] = rooms[-1]
                rooms.pop()

    def paths(self):
        """The tunnels as documents have them: their ends are floor of the rooms."""
        for room, other, corners in self.tunnels:
            yield room, other, [behind(corners[0], corners[1]), *corners[1:-1], behind(corners[-1], corners[-2])]

    def doors(self):
        """The doors, as their x, y and room: by room, each room's from top to bottom and left to right."""
        found = []
        for number, (room, other, corners) in enumerate(self.tunnels):
            found.append((room, corners[0][1], corners[0][0]))
            line = tiles(corners)
            others = {tile for k, tunnel in enumerate(self.tunnels) if k != number for tile in tiles(tunnel[2])}
            beside = {(x + dx, y + dy) for x, y in line for dx, dy in ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1))}
            if len(line) > 3 or others & beside:
                found.append((other, corners[-1][1], corners[-1][0]))
        return [(x, y, room) for room, y, x in sorted(found)]


def tiles(corners):
    """All tiles from the first corner to the last."""
    line = [corners[0]]
    for x, y in corners[1:]:
        while line[-1] != (x, y):
            last_x, last_y = line[-1]
            line.append((last_x + (x > last_x) - (x < last_x), last_y + (y > last_y) - (y < last_y)))
    return line


def behind(end, corner):
    """The tile beyond the end of a tunnel, seen from the next corner."""
    return tuple(a + (a > b) - (a < b) for a, b in zip(end, corner))


def turn(turned, *rooms):
    return [(y1, x1, y2, x2) if turned else (x1, y1, x2, y2) for x1, y1, x2, y2 in rooms]


def turn_points(turned, points):
    return [(y, x) for x, y in points] if turned else points
