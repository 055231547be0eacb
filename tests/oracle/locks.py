# SPDX-License-Identifier: MIT
"""The rules of --locks and --secrets in plain Python, tile by tile. dungen-generator(7) has the same
rules in words.
"""


def beside(x, y):
    return (x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)


def reached(floor, start):
    """The tiles of the floor that can be reached from there."""
    found = {start} & floor
    ahead = list(found)
    while ahead:
        for tile in beside(*ahead.pop()):
            if tile in floor and tile not in found:
                found.add(tile)
                ahead.append(tile)
    return found


class Locks:
    """The locks and secrets of a map, given by its tiles, its parts, and its marks."""

    def __init__(self, floor, doors, centers, wings, tunnels, spawn, exit):
        self.floor, self.centers, self.wings = floor, centers, wings
        self.doors = [(x, y) for x, y, _ in doors]
        self.spawn, self.exit = spawn, exit
        self.spawn_area = self.area(spawn)
        self.lock_of, self.keys, self.secret = {}, [], set()
        owner = {wing: room for room, wing in wings.items()}
        self.ways = [0] * len(centers)
        for tunnel in tunnels:
            if owner.get(tunnel.new) != tunnel.old:
                self.ways[owner.get(tunnel.old, tunnel.old)] += 1
                self.ways[owner.get(tunnel.new, tunnel.new)] += 1

    def area(self, center):
        return reached(self.floor - set(self.doors), center)

    def choose(self, found, last, barred=frozenset()):
        """The center of the room to close next, or None; `last`: the center closed before."""

        def distance(a, b):
            return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2

        rooms = [
            room
            for room, center in enumerate(self.centers)
            if room not in self.wings.values()
            and center in found
            and center not in self.spawn_area
            and center not in barred
        ]
        if not rooms:
            return None
        fewest = min(self.ways[room] for room in rooms)
        rooms = [self.centers[room] for room in rooms if self.ways[room] == fewest]
        return max(rooms, key=lambda at: min(distance(at, self.spawn), distance(at, last)))

    def lock(self, count):
        opened, center, doors_of = self.floor, self.exit, []
        while len(self.keys) < count:
            area = self.area(center)
            if self.spawn in area:
                break
            opened = opened - area
            found = reached(opened, self.spawn)
            key = self.choose(found, center)
            if key is None:
                break
            doors_of.append([at for at in self.doors if at in found and area & set(beside(*at))])
            self.keys.append(key)
            center = key
        self.keys.reverse()
        for number, doors in enumerate(reversed(doors_of), 1):
            self.lock_of.update(dict.fromkeys(doors, number))

    def hide(self, count):
        opened, last = self.floor - self.lock_of.keys(), self.exit
        barred = set().union(*map(self.area, [self.exit, *self.keys]))
        hidden = 0
        while hidden < count:
            before = self.needed(reached(opened, self.spawn))
            room = self.choose(reached(opened, self.spawn), last, barred)
            if room is None:
                break
            area = self.area(room)
            barred |= area
            if before - area <= self.needed(reached(opened - area, self.spawn)):
                opened, last, hidden = opened - area, room, hidden + 1
                self.secret.update(at for at in self.doors if area & set(beside(*at)))

    def needed(self, found):
        """The centers that were found, and the locked doors beside what was found."""
        doors = {("door", *at) for at in self.lock_of if found & set(beside(*at))}
        return found & set(self.centers) | doors
