# SPDX-License-Identifier: MIT
"""An allocation that fails ends in one message, and no file changes; a batch allocates what its
first map does. @once @format
"""

import itertools
import json
import os
import re
import subprocess

from help_text import FORMATS, READ
from helper import OLD, TestCase, preloaded, read, run, run_process, write
from shapes import RULES

SHAPE = "-W12 -H5 --room-min 2 --room-max 3 --max-rooms 2"
LARGER = "-W400 -H300"

# One for each way to allocate, beside what commands() adds.
COMMANDS = [
    f"-s7 -W60 -H20000 --max-rooms 2000 --room-min 2 --room-max 20 {RULES['through']}",
    # Around rooms: many tunnels, some rooms that none leads to, and none at all.
    "-s2 -W120 -H80 --max-rooms 4000 --room-min 2 --room-max 2 --tunnels around --loops 9",
    # Its 1820 tunnels fill their array, so that the first loop needs memory.
    "-s0 -W700 -H700 --room-min 4 --room-max 8 --max-rooms 2640 --tunnels around --loops 3"
    " -f json --no-tiles",
    "-qs1 -W11 -H11 --max-rooms 1 --tunnels around --loops 1 --glyphs █·",
    "-s1 --show spawn,labels",
    "-s1 --show spawn,labels -f ansi",
    "-s5 --preset quest -W48 -H24 --show all",
    "-s5 --preset quest -W48 -H24 --show all -f svg",
    "-s5 --preset quest -W48 -H24 --show labels -f svg",
    "-s5 --preset quest -W48 -H24 --show none --theme hatch --tile-size 3 -f png",
    "-s5 --preset quest -W48 -H24 --tile-size 3 -f uvtt",
    "-s5 --preset quest -W48 -H24 -f rooms",
    "-s1 -W600 -H500 --max-rooms 100 --tile-size 2 -f png --show spawn,labels",
    "-s1 -W90 -H90 --show exit,labels -f xp",
    "crowded --check",
    "--tileset-image --tile-size 3",
    # Read from a file; one of the documents is swept.
    "-q short",
    "map-csv --check",
    "map-csv -f svg",
    "map-text -f stats",
    "-q short -f scen",
    "-s1 -W9 -H9 --room-max 7 --route",
    "-s1 -W600 -H600 --route -f png --tile-size 1",
    "-s1 -W600 -H600 --max-rooms 100 -f uvtt --tile-size 1",
    "map-csv -f uvtt",
    "map-csv -f scen",
    "swept -f stats",
    # A file whose map has another size, or fewer rooms.
    "-s1 -W5 -H5 --room-min 2 --room-max 3 --compare swept",
    "-s2 -W50 -H9000 --max-rooms 400 --compare swept",
    # Another seed of the batch, the seed of the document itself, and a trace.
    f"-s1 -n2 {SHAPE} --compare second",
    "--compare map-json",
    "--draws map-trace --compare map-text",
]
SWEPT = "-W24 -H17000 --max-rooms 400"
# What is dropped first from a document with edited tiles, which needs memory for it.
EDITED = ("room", "tunnel", "door", "options", "distance")


def commands():
    yield from COMMANDS
    yield from (f"map-{name} -f csv" for name in READ)
    yield from (f"-q edited-{part} -f csv" for part in EDITED)
    # A format sees two kinds of map: those that are drawn whole, and those that are swept.
    for size in ("", SWEPT):
        for name in FORMATS:
            yield f"-s7 {size} -f {name} -qo link"
            yield f"-s7 {size} -f {name} {RULES['through']} -qo link"
        yield from (f"-qs7 {size} {rules}" for rules in RULES.values())


def file_to_read(format):
    """A file of the format. It is larger than a buffer, but JSON and XML are small, because their
    parsers allocate memory for each value.
    """
    # A trace has no doors.
    doors = "" if format == "trace" else "--doors"
    small = f"-q -s1 {SHAPE} {doors} -f {format}".split()
    file = run(*small).stdout
    if file.startswith((b"{", b"<")):
        return file
    return run(*small, *LARGER.split()).stdout


def edited(part):
    """A document whose tiles were edited so that this part is dropped, and none before it."""
    options = f"-q -s1 {SHAPE} --doors --exit farthest --tunnels around -f json"
    document = json.loads(run(*options.split()).stdout)
    room = document["rooms"][0]
    corner = document["tunnels"][0]["path"][1]
    door = document["doors"][0]
    tiles = {
        "room": [
            (room["x"] + x, room["y"] + y, "#")
            for x in range(room["width"])
            for y in range(room["height"])
        ],
        "tunnel": [(corner["x"], corner["y"], "#")],
        "door": [(door["x"], door["y"], ".")],
        "options": [(room["x"], room["y"], "#")],
        "distance": [(room["x"], room["y"], "#")],
    }
    for x, y, tile in tiles[part]:
        row = document["tiles"][y]
        document["tiles"][y] = row[:x] + tile + row[x + 1 :]
    if part == "distance":
        del document["generator"], document["params"]
    return json.dumps(document).encode()


class Memory(TestCase):
    def setUp(self):
        super().setUp()
        write(self.path("map"), OLD)
        os.symlink("map", self.path("link"))
        for format in READ:
            write(self.path(f"map-{format}"), file_to_read(format))
        room = b'{"x":1,"y":1,"width":30,"height":4000}'
        write(self.path("swept"), b'{"width":50,"height":9000,"rooms":[%s]}' % room)
        write(self.path("short"), b"." * 300 + b"\n#" * 300)
        crowded = "-q -s1 -W14 -H14 --max-rooms 40 --room-min 2 --room-max 3 -f json --no-tiles"
        write(self.path("crowded"), run(*crowded.split()).stdout)
        second = f"-q -s2 {SHAPE} -f text"
        write(self.path("second"), run(*second.split()).stdout)
        for part in EDITED:
            write(self.path(f"edited-{part}"), edited(part))

    def run_with(self, command, **variables):
        environment = {**os.environ, **preloaded("failing_malloc"), **variables}
        return run_process(*command.split(), env=environment, cwd=self.folder, stdout=subprocess.DEVNULL)

    def allocations(self, command):
        """How often a run allocates that does not fail."""
        result = self.run_with(command)
        *message, count = result.stderr.splitlines()
        # The status is 4 if maps differ.
        self.assertIn(result.returncode, (0, 4) if "--compare" in command else (0,), command)
        self.assertEqual(result.returncode == 0, not message, command)
        return int(count)

    def test_every_allocation_that_fails_is_told(self):
        """Alone, and with all later ones."""
        inputs = ["swept", "short", "crowded", "second", *(f"map-{format}" for format in READ)]
        inputs += [f"edited-{part}" for part in EDITED]
        for command in commands():
            count = self.allocations(command)
            self.assertGreater(count, 0)
            write(self.path("map"), OLD)
            result = self.run_with(command, MALLOC_FAILS=str(count))
            told = result.stderr.decode()
            self.assertEqual(result.returncode, 0, (command, told))
            runs = re.findall(r"dungen: [^\n]*out of memory\nstatus 1\n", told)
            self.assertEqual("".join(runs), told, command)
            self.assertEqual(len(runs), 2 * count, command)
            self.assertEqual(read(self.path("map")), OLD)
            self.assert_holds("link", "map", *inputs)
            self.assertTrue(os.path.islink(self.path("link")))

    def test_more_loops_than_there_is_memory_for(self):
        large = "-q -s1 -W20000 -H20000 --room-min=2 --room-max=2 --max-rooms=60000"
        command = [*large.split(), "--loops=1400000000"]
        result = run_process(*command, under=["prlimit", f"--as={2 * 10**9}"])
        self.assertEqual(self.assert_message(result, 1), "dungen: seed 1: out of memory")

    def test_a_batch_allocates_no_more_than_its_first_map(self):
        rngs = ("python", "libtcod")
        sizes = (("", 200), ("-W300 -H200 --max-rooms 2000", 50))
        uses = (
            "",
            "--show spawn,labels",
            "-f json",
            "-f json --no-tiles",
            "--connect nearest --loops 3 --doors",
            "--tunnels around --loops 3",
        )
        for rng, (size, count), use in itertools.product(rngs, sizes, uses):
            command = f"-s1 --rng {rng} {size} {use} --count"
            for_one = self.allocations(f"{command} 1")
            self.assertEqual(self.allocations(f"{command} {count}"), for_one, command)
