# SPDX-License-Identifier: MIT
"""Rules that hold for every generated map. They are checked on its document."""

import itertools

from check_stats import floor_of, groups, measures, reached


def tiles_of(room, walls=0):
    """Returns the tiles of a room's floor. With walls=1, includes its walls."""
    columns = range(room["x"] - walls, room["x"] + room["width"] + walls)
    rows = range(room["y"] - walls, room["y"] + room["height"] + walls)
    return set(itertools.product(columns, rows))


def corners_of(room):
    """Returns the corners of a room's walls."""
    columns = (room["x"] - 1, room["x"] + room["width"])
    rows = (room["y"] - 1, room["y"] + room["height"])
    return set(itertools.product(columns, rows))


def broken(document, around):
    """Yield what does not hold for a map; `around`: its tunnels run around rooms."""
    width, height, rooms = document["width"], document["height"], document["rooms"]
    floor = floor_of(document)
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
    corners = set().union(*map(corners_of, rooms))
    openings = [(tiles - inside) & floor for tiles in walled]
    if corners & floor or any(groups(found) < len(found) for found in openings):
        yield "an opening of a room is one tile, and in no corner"
    blocks = ({(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)} for x, y in floor)
    if any(block <= floor and not block <= inside for block in blocks):
        yield "floor outside of rooms is one tile wide"
    if sum(map(len, openings)) != 2 * len(document["tunnels"]):
        yield "a tunnel has an opening of its own in either room, so each loop adds a way around"
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
