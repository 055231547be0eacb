# SPDX-License-Identifier: MIT
"""What holds for every map that is made, asked of its document: of tiles, and of rooms, tunnels and doors."""

from check_stats import groups, measures, reached


def tiles_of(room, walls=0):
    """The tiles of its floor, perhaps with those of its walls."""
    return {(x, y) for x in range(room["x"] - walls, room["x"] + room["width"] + walls)
            for y in range(room["y"] - walls, room["y"] + room["height"] + walls)}  # fmt: skip


def broken(document, around):
    """Yield what does not hold for a map; `around`: its tunnels run around rooms."""
    width, height, rooms = document["width"], document["height"], document["rooms"]
    floor = {(x, y) for y, row in enumerate(document["tiles"]) for x, tile in enumerate(row) if tile != "#"}
    if measures(document)["unreachable"]:
        yield "every floor tile can be reached from the spawn"
    if any(x in (0, width - 1) or y in (0, height - 1) for x, y in floor):
        yield "the map's edge is wall"
    walled = [tiles_of(room, 1) for room in rooms]
    if len(set().union(*walled)) < sum(map(len, walled)):
        yield "rooms share no tile, nor do their walls"
    if not around:
        return
    inside = set().union(*map(tiles_of, rooms))
    corners = {(room["x"] + x, room["y"] + y) for room in rooms for x in (-1, room["width"]) for y in (-1, room["height"])}
    openings = [(tiles - inside) & floor for tiles in walled]
    if corners & floor or any(groups(found) < len(found) for found in openings):
        yield "an opening of a room is one tile, and in no corner"
    blocks = ({(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)} for x, y in floor)
    if any(block <= floor and not block <= inside for block in blocks):
        yield "floor outside of rooms is one tile wide"
    if sum(map(len, openings)) != 2 * len(document["tunnels"]):
        yield "a tunnel has an opening of its own in either room, so that each loop adds a way around"
    if "doors" in document:
        doors = {(door["x"], door["y"]) for door in document["doors"]}
        if not doors <= set().union(*openings):
            yield "a door is in an opening of a room"
        shut, seen = floor - doors, set()
        for room in rooms:
            center = room["center"]["x"], room["center"]["y"]
            if center in seen:
                yield "with all doors shut no room can be reached from another"
            seen |= reached(shut, center).keys()
