# SPDX-License-Identifier: MIT
"""Rules that hold for every generated map. They are checked on its document."""

import collections
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


def center_of(room):
    """Returns the center of a room as --spawn accepts it."""
    return f"{room['center']['x']},{room['center']['y']}"


def play(document, floor, without=None):
    """What a player reaches who takes every key but one, and finds no secret: tiles and keys."""
    doors = {(door["x"], door["y"]): door for door in document.get("doors", [])}
    keys = {(key["x"], key["y"]): key["lock"] for key in document.get("keys", [])}
    held = {None}
    while True:
        shut = {
            at for at, door in doors.items() if "secret" in door or door.get("lock") not in held
        }
        found = reached(floor - shut, (document["spawn"]["x"], document["spawn"]["y"])).keys()
        taken = {None} | {lock for at, lock in keys.items() if at in found} - {without}
        if taken == held:
            return found, held - {None}
        held = taken


def broken_locks(document, floor):
    """Yield what does not hold for locks and secrets. Searches the tiles, with the keys held."""
    exit = document["exit"]["x"], document["exit"]["y"]
    numbers = {key["lock"] for key in document.get("keys", [])}
    found, held = play(document, floor)
    if exit not in found or held != numbers:
        yield "a player without secrets reaches every key and the exit"
    if {door["lock"] for door in document.get("doors", []) if "lock" in door} != numbers:
        yield "every lock has a door and a key"
    for number in numbers:
        found, held = play(document, floor, without=number)
        if exit in found:
            yield "the exit needs every key"
        if any(later in held for later in numbers if later > number):
            yield "no key lies before the lock of an earlier key"


def broken(document, around):
    """Yield what does not hold for a map; `around`: its tunnels run around rooms."""
    width, height, rooms = document["width"], document["height"], document["rooms"]
    floor = floor_of(document)
    if measures(document)["unreachable"]:
        yield "every floor tile can be reached from the spawn"
    if any(x in (0, width - 1) or y in (0, height - 1) for x, y in floor):
        yield "the map's edge is wall"
    wanted = document["params"].get("spawn", "")
    spawn = document["spawn"]
    if "," in wanted and not f"{spawn['x']},{spawn['y']}" == wanted == center_of(rooms[0]):
        yield "the spawn is on its tile, which is the center of room 0"
    walled = [tiles_of(room, 1) for room in rooms]
    wings = {room["id"]: room["wing_of"] for room in rooms if "wing_of" in room}
    inside = set().union(*map(tiles_of, rooms))
    if len(inside) < sum(room["width"] * room["height"] for room in rooms):
        yield "rooms share no tile"
    users = collections.Counter(itertools.chain(*walled))
    shared = set().union(*(walled[wing] & walled[room] for wing, room in wings.items()))
    if any(count > 1 + (tile in shared) for tile, count in users.items()):
        yield "walls of rooms share no tile, except those of a room and its wing"
    for wing, room in wings.items():
        if room in wings or len(tiles_of(rooms[wing]) & walled[room]) < 2:
            yield "a wing touches its room, which is not a wing, along two tiles or more"
    yield from broken_locks(document, floor)
    if not around:
        return
    corners = set().union(*map(corners_of, rooms)) - inside
    openings = [(tiles - inside) & floor for tiles in walled]
    if corners & floor or any(groups(found) < len(found) for found in openings):
        yield "an opening of a room is one tile, and in no corner"
    blocks = ({(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)} for x, y in floor)
    if any(block <= floor and not block <= inside for block in blocks):
        yield "floor outside of rooms is one tile wide"
    if sum(map(len, openings)) != 2 * (len(document["tunnels"]) - len(wings)):
        yield "a tunnel has an opening of its own in either room, so each loop adds a way around"
    if "doors" in document:
        doors = {(door["x"], door["y"]) for door in document["doors"]}
        if not doors <= set().union(*openings):
            yield "a door is in an opening of a room"
        if document["params"].get("door_percent", 100) < 100:
            return
        shut, seen = floor - doors, set()
        for room in rooms:
            center = room["center"]["x"], room["center"]["y"]
            if center in seen and room["id"] not in wings:
                yield "with all doors shut no room can be reached from another"
            seen |= reached(shut, center).keys()
