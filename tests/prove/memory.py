# SPDX-License-Identifier: MIT
"""Every allocation fails in turn, alone and with all later ones, for every format and all kinds of maps. @format

These are the checks of tests/cli/test_memory.py, for more command lines.
"""

import test_memory
from help_text import BATCH_FORMATS, FORMATS, RNGS

# Each has its own way to find rooms that meet, or to draw rows.
MAPS = [
    "",
    "-W24 -H17000 --max-rooms 400",
    "-W400 -H300 --max-rooms 3000",
    "-W300 -H300 --max-rooms 2000 --room-min 2 --room-max 250",
    "-W60 -H20000 --max-rooms 2000 --room-min 2 --room-max 20",
]
LEVEL = "--min-rooms 9 --connect nearest --loops 9 --doors --exit farthest"
PARTS_OF_A_LEVEL = ["--min-rooms 15", "--connect nearest", "--loops 12", "--doors", "--exit farthest"]
# What only some formats take.
LOOKS = [
    *[f"-f {name} {look}" for name in ("text", "svg", "ansi") for look in ("--labels", "--show spawn,exit,labels")],
    "-f text --glyphs 01",
    "-f json --no-tiles",
    *[f"-f {name} --tileset tiles.png" for name in ("tmj", "tmx")],
]


def commands():
    # A format pulls rows, and knows but two kinds of map: those that are drawn whole, and those that are swept.
    for size in MAPS:
        for name in FORMATS if size in MAPS[:2] else ("text", "json"):
            yield from (f"-s7 {size} -f {name} {level}" for level in ("", LEVEL))
        yield from (f"-s7 {size} {part}" for part in PARTS_OF_A_LEVEL)
    yield from (f"-s7 {size} {look} {LEVEL}" for size in MAPS[:2] for look in LOOKS)
    yield from (f"-s7 -n2 --rng {name}" for name in RNGS)
    yield from (f"-s7 -n3 -f {name}" for name in BATCH_FORMATS)
    yield from (f"-s7 -f {name} {LEVEL} -qo link" for name in FORMATS)


class EveryFormat(test_memory.MemoryCase):
    def test_every_allocation_that_fails_is_told(self):
        self.check_commands(commands(), ["", "+"])
