# SPDX-License-Identifier: MIT
"""The maps that tests choose from: rules to make them by, and shapes. An option that changes maps
is added here.
"""

from typing import NamedTuple, Optional

# Options that change maps, apart from sizes, by name: each alone, and as many as go together. With
# -q, no note says on how many maps the locks fit.
RULES = {
    "plain": "",
    "min-rooms": "--min-rooms 9",
    "connect": "--connect nearest",
    "loops": "--loops 12",
    "exit": "--exit farthest",
    "doors": "--doors",
    "tunnels": "--tunnels around",
    "fill": "--fill 26",
    "wings": "--wings 80",
    "spacing": "--tunnels around --spacing 3",
    "loop-percent": "--loop-percent 25",
    "spawn": "--spawn farthest --exit farthest",
    "spawn-tile": "--spawn 9,6",
    "through": "--connect nearest --loops 20 --exit farthest --doors",
    "around": "--tunnels around --loops 20 --exit farthest --doors",
    "locks": "-q --doors --locks 2",
    "secrets": "--doors --secrets 2",
    "locked": "-q --tunnels around --wings 80 --doors --exit farthest --locks 3 --secrets 2",
    "winged": "--fill 20 --wings 100 --connect nearest --loops 2 --loop-percent 20 --doors",
    "halls": "--tunnels around --halls 2",
    "door-percent": "--tunnels around --doors --door-percent 50",
    "door-gap": "--tunnels around --doors --door-gap 8",
    "loop-corners": "--tunnels around --spacing 2 --loops 20 --loop-corners",
    "ranges": "--room-max 7..20 --fill 0..40 --wings 0..100 --loop-percent 1..100",
    "door-range": "--tunnels around --doors --door-percent 0..100",
    "dungeon": "--preset dungeon",
}


class Shape(NamedTuple):
    """The parameters of a map besides rng and seed; None: not given.

    A range is a text such as "14..32".
    """

    width: int = 80
    height: int = 45
    max_rooms: int = 30
    room_min: int = 6
    room_max: int = 10
    min_rooms: Optional[int] = None
    fill: Optional[int] = None
    halls: Optional[int] = None
    wings: Optional[int] = None
    tunnels: Optional[str] = None
    spacing: Optional[int] = None
    connect: Optional[str] = None
    loops: Optional[int] = None
    loop_percent: Optional[int] = None
    loop_corners: Optional[bool] = None
    spawn: Optional[str] = None
    exit: Optional[str] = None
    doors: Optional[bool] = None
    locks: Optional[int] = None
    secrets: Optional[int] = None
    door_percent: Optional[int] = None
    door_gap: Optional[int] = None

    def options(self):
        """The same as command-line options; defaults are left out."""
        options = []
        for key, value in self._asdict().items():
            if value != Shape._field_defaults[key]:
                options.append("--" + key.replace("_", "-"))
                options += [] if value is True else [str(value)]
        return options

    def params(self):
        """The same as documents name them: without the size, and only those given."""
        return {key: value for key, value in list(self._asdict().items())[2:] if value is not None}


# The preset `dungeon`.
DUNGEON = Shape(
    room_min=4, room_max=14, fill=26, wings=80, tunnels="around", spacing=3, loop_percent=25,
    spawn="farthest", exit="farthest", doors=True,
)  # fmt: skip

# Few doors, more loops, and a hall.
HALLED = DUNGEON._replace(
    min_rooms=2, halls=1, loop_percent=35, loop_corners=True, door_percent=50, door_gap=8
)

# The preset `keep`.
KEEP = DUNGEON._replace(
    room_max="8..17", min_rooms=2, fill="20..32", halls=1, wings="30..80", spacing=2,
    loop_percent=36, loop_corners=True, door_percent="30..65", door_gap=8,
)  # fmt: skip

# Seeds that reach rare carries of libtcod's CMWC: with 693 a sum wraps, as in one draw of 2^19;
# with the others a digit is 2^32 - 1, as in one draw of 2^32.
RARE_SHAPE = Shape(300, 200, 400)
RARE_SEEDS = [693, 127113, 3256499, 3474841]

FEW = [0, 42, 2**32 - 1, 2**64 - 1]
MANY = [0, 1, 2, 42, 1000, 2**31, 2**32 - 1, 2**32, 2**53 + 1, 2**64 - 1]
HUGE = 2**31 - 1
# Each shape, its seeds, and whether its tiles can be printed.
CASES = [
    (Shape(), MANY, True),
    (Shape(40, 30, 12, 3, 3), MANY, True),
    (Shape(120, 60, 200, 4, 15), MANY, True),
    (Shape(3, 3, 30, 2, 2), FEW, True),
    (Shape(300, 200, 2000), FEW, True),
    (Shape(80, 45, 1), FEW, True),  # one room, no tunnel
    (Shape(11, 11), FEW, True),  # the largest room fits in one position only
    (Shape(64, 64, 30, 63, 63), FEW, True),
    (Shape(50, 50, 1000, 2, 2), FEW, True),  # floors of one tile
    (Shape(200, 200, 100, 2, 199), FEW, True),  # wide limits
    (Shape(500, 400, 1000, 2, 150), FEW, True),
    (Shape(20, 5000, 300, 4, 12), FEW, True),  # tall
    (Shape(5000, 20, 300, 4, 12), FEW, True),  # wide
    (Shape(3, 2000, 500, 2, 2), FEW, True),  # one column of floor
    (Shape(1000, 1000, 5000, 5, 40), [42], True),
    (Shape(640, 500, 400, 2, 60), FEW, True),  # these three are swept row by row
    (Shape(127, 2100, 1200, 2, 2), FEW, True),
    (Shape(3001, 90, 700, 2, 30), FEW, True),
    (RARE_SHAPE, RARE_SEEDS, True),
    (Shape(min_rooms=13), FEW, True),
    (Shape(60, 40, 1, 4, 8, min_rooms=25), FEW, True),
    (Shape(connect="previous"), FEW, True),
    (Shape(connect="nearest"), MANY, True),
    (Shape(500, 400, 2000, connect="nearest"), FEW, True),
    (Shape(300, 300, 2000, 2, 2, connect="nearest"), FEW, True),
    (Shape(HUGE, HUGE, 1000, connect="nearest"), FEW, False),
    (Shape(loops=3), FEW, True),
    (Shape(40, 30, 30, 3, 3, loops=30), FEW, True),
    (Shape(500, 400, 1000, loops=100, connect="nearest"), FEW, True),
    (Shape(HUGE, HUGE, 300, loops=1000), FEW, False),
    (Shape(exit="last"), FEW, True),
    (Shape(exit="farthest"), MANY, True),
    (Shape(500, 300, 1000, 2, 20, exit="farthest"), FEW, True),
    (Shape(doors=True), MANY, True),
    (Shape(50, 50, 1000, 2, 3, doors=True), FEW, True),
    (Shape(20, 5000, 300, 2, 8, doors=True), FEW, True),
    (Shape(5000, 20, 300, 2, 8, doors=True), FEW, True),
    (Shape(min_rooms=12, connect="nearest", loops=5, exit="farthest", doors=True), MANY, True),
    (
        Shape(
            1000, 1000, 5000, 5, 20, 1000,
            connect="nearest", loops=200, exit="farthest", doors=True,
        ),
        FEW,
        True,
    ),
    (Shape(loops=50), FEW, True),  # more loops than there can be
    (Shape(30, 20, 30, 3, 6, loops=1000), FEW, True),
    (Shape(tunnels="through"), [42], True),
    (Shape(tunnels="around"), MANY, True),
    (Shape(tunnels="around", loops=5, exit="farthest", doors=True), MANY, True),
    (Shape(3, 3, 30, 2, 2, tunnels="around", loops=1, doors=True), [42], True),
    (Shape(80, 45, 1, tunnels="around", loops=1), [42], True),
    # Crowded, so rooms are dropped.
    (Shape(60, 40, 1000, 2, 4, tunnels="around", loops=20, doors=True), MANY, True),
    (Shape(60, 40, 1000, 2, 2, tunnels="around", loops=1000), FEW, True),
    (Shape(150, 120, 100, 5, 100, tunnels="around", loops=10, doors=True), FEW, True),
    (Shape(400, 9, 300, 2, 7, tunnels="around", loops=10, doors=True), FEW, True),
    (Shape(9, 400, 300, 2, 7, tunnels="around", loops=10, doors=True), FEW, True),
    (
        Shape(640, 500, 800, 2, 20, 100, tunnels="around", loops=100, exit="farthest", doors=True),
        [42],
        True,
    ),
    # Each number of the manual's rule matters to one of these: 32 straight tunnels to the first; 16
    # neighbors to the second; 24 tunnels with bends, 8 neighbors, walks twice as long and doors at
    # three tiles to both.
    (Shape(150, 200, 3000, 3, 60, tunnels="around", loops=300, doors=True), [38], True),
    (Shape(60, 40, 1000, 2, 3, tunnels="around", loops=300, doors=True), [0, 8], True),
    (Shape(fill=26), FEW, True),
    # Each has as much floor as this percentage, but rounded down. `make check` compares one of three.
    (Shape(81, 45, fill=26), [33, 35, 43], True),
    (Shape(40, 30, 1, 2, 5, 9, fill=100), FEW, True),  # never full
    (Shape(90, 70, 1, 4, 12, fill=40, wings=50, connect="nearest"), FEW, True),
    (Shape(room_min=2, wings=100, loop_percent=100, doors=True), FEW, True),
    (Shape(60, 60, 100, 2, 9, wings=100, loops=300, doors=True), FEW, True),
    (Shape(spawn="farthest", exit="farthest"), FEW, True),
    (Shape(60, 40, 1000, 2, 4, tunnels="around", spacing=1, loops=20, doors=True), FEW, True),
    (Shape(80, 45, 60, 2, 6, tunnels="around", spacing=2, loop_percent=50, doors=True), FEW, True),
    (Shape(80, 45, 60, 2, 6, wings=100, tunnels="around", loops=9, doors=True), FEW, True),
    (
        Shape(
            150, 20, 300, 2, 9,
            min_rooms=20, fill=30, wings=100, tunnels="around", spacing=9, loop_percent=100,
        ),
        FEW,
        True,
    ),
    (Shape(HUGE, HUGE, 300, wings=100), FEW, False),
    (Shape(80, 45, 60, 2, 9, wings=100, tunnels="around", spacing=HUGE), FEW, True),
    (DUNGEON, MANY, True),
    (DUNGEON._replace(width=40, height=25), MANY, True),
    (DUNGEON._replace(width=120, height=100, min_rooms=50), FEW, True),
    (DUNGEON._replace(width=15, height=300), FEW, True),
    (DUNGEON._replace(width=300, height=200), [42], True),
    (HALLED, MANY, True),
    (HALLED._replace(width=48, height=24), FEW, True),
    (HALLED._replace(width=200, height=100, halls=3), [42], True),
    (Shape(80, 45, 2, 4, 9, halls=9, tunnels="around", doors=True), FEW, True),  # only halls
    # Rooms and halls are dropped.
    (
        Shape(
            80, 45, 400, 2, 6, halls=12, tunnels="around", loops=20, loop_corners=True,
            spawn="farthest", exit="farthest", doors=True, door_percent=0, door_gap=20,
        ),
        FEW,
        True,
    ),
    (Shape(60, 40, 1000, 2, 4, tunnels="around", loops=300, doors=True, door_gap=9), FEW, True),
    (Shape(spawn="40,22"), MANY, True),
    (Shape(spawn="3,41"), FEW, True),  # the smallest room, in a corner
    (Shape(21, 11, 30, 3, 10, spawn="5,5", exit="farthest", tunnels="through"), FEW, True),
    (Shape(12, 9, 30, 2, 8, spawn="10,7", connect="nearest", doors=True), FEW, True),
    (Shape(HUGE, HUGE, 30, 2, 1000, spawn=f"{HUGE - 2},1"), FEW, False),
    # Crowded, so rooms are dropped, and the group of the spawn stays.
    (Shape(60, 40, 1000, 2, 4, tunnels="around", spawn="1,1", loops=20, doors=True), MANY, True),
    (DUNGEON._replace(spawn="75,5"), MANY, True),
    (DUNGEON._replace(width=48, height=24, spawn="4,20", min_rooms=2), FEW, True),
    (HALLED._replace(spawn="6,40"), MANY, True),
    (HALLED._replace(width=200, height=100, halls=3, spawn="100,50", exit=None), [42, 43], True),
    (Shape(80, 45, 2, 4, 9, halls=9, tunnels="around", spawn="40,22"), FEW, True),  # one room
    (Shape(doors=True, locks=2, secrets=2), FEW, True),
    (Shape(80, 45, 60, 2, 9, wings=100, loops=9, doors=True, locks=5, secrets=9), FEW, True),
    (DUNGEON._replace(locks=3, secrets=2), MANY, True),
    (DUNGEON._replace(width=48, height=24, locks=18, secrets=HUGE), FEW, True),
    (Shape(60, 40, 1000, 2, 4, tunnels="around", doors=True, locks=18, secrets=18), FEW, True),
    (HALLED._replace(locks=2, secrets=1), MANY, True),
    (Shape(fill="14..32"), MANY, True),
    (Shape(room_max="7..30", wings="0..100", loop_percent="0..100", doors=True), MANY, True),
    (
        HALLED._replace(
            room_max="6..20", fill="10..40", wings="30..100", loop_percent="20..60",
            door_percent="0..100",
        ),
        MANY,
        True,
    ),
    (KEEP, MANY, True),
    (KEEP._replace(width=48, height=24), FEW, True),
    (KEEP._replace(width=200, height=100), [42], True),
    (KEEP._replace(locks=2, secrets=1), MANY, True),
    (Shape(2500, 2500, 20000, 33, 33), [42], False),  # large rooms close together
    (Shape(1400, 1400, 60000, 2, 900), [42], False),  # attempts larger than a quarter of the map
    (Shape(HUGE, HUGE, 1000), FEW, False),
    (Shape(HUGE, HUGE, 30, 2, HUGE - 1), FEW, False),
]
