# SPDX-License-Identifier: MIT
"""An allocation that fails ends in one message, and no file changes; a batch allocates what its first map does. @once @format"""

import os
import re
import subprocess

from help_text import FORMATS, READ
from helper import OLD, TestCase, preloaded, read, run, write
from shapes import RULES

SHAPE = "-W12 -H5 --room-min 2 --room-max 3 --max-rooms 2 --doors"  # of most files that are read

# One for each way to allocate, beside what commands() adds.
COMMANDS = [
    f"-s7 -W60 -H20000 --max-rooms 2000 --room-min 2 --room-max 20 {RULES['through']}",
    # Around rooms: many tunnels, some rooms that none leads to, and none at all.
    "-s2 -W120 -H80 --max-rooms 4000 --room-min 2 --room-max 2 --tunnels around --loops 9",
    # Its 1820 tunnels fill their array, so that the first loop needs memory.
    "-s0 -W700 -H700 --room-min 4 --room-max 8 --max-rooms 2640 --tunnels around --loops 3 -f json --no-tiles",
    "-s1 -W11 -H11 --max-rooms 1 --tunnels around --loops 1 --glyphs █·",
    "-s1 --labels",
    "-s1 --labels -f ansi",
    "-s1 -W600 -H500 --max-rooms 100 --tile-size 2 -f png --labels",
    "-s1 -W90 -H90 --show exit,labels -f xp",
    "-s1 -W90 -H90 --max-rooms 900 --room-min 2 --room-max 3 --check",
    "--tileset-image --tile-size 3",
    # Read from a file; one of the documents is swept.
    "-i short",
    "-i map-csv --input-format csv --check",
    "-i map-csv --input-format csv -f svg",
    "-i map-text -f stats",
    "-i swept -f stats",
    # A file whose map has another size, or fewer rooms.
    "-s1 -W5 -H5 --room-min 2 --room-max 3 --compare swept",
    "-s2 -W50 -H9000 --max-rooms 400 --compare swept",
]
SWEPT = "-W24 -H17000 --max-rooms 400"


def commands():
    yield from COMMANDS
    yield from (f"-i map-{name} --input-format {name} -f csv" for name in READ)
    # A format sees two kinds of map: those that are drawn whole, and those that are swept.
    for size in ("", SWEPT):
        yield from (f"-s7 {size} -f {name} {rules} -qo link" for name in FORMATS for rules in ("", RULES["through"]))
        yield from (f"-s7 {size} {rules}" for rules in RULES.values())


class Memory(TestCase):
    def setUp(self):
        super().setUp()
        write(self.path("map"), OLD)
        os.symlink("map", self.path("link"))
        for format in READ:
            # cJSON allocates for each tile of a tmj.
            shape = "-W5 -H4" if format in ("tmj", "tmx") else "-W400 -H300" if format == "text" else ""
            options = f"-q -s1 {SHAPE} {shape} -f {format}".replace(*(("--doors", "") if format == "trace" else ("", "")))
            write(self.path(f"map-{format}"), run(*options.split()).stdout)
        write(self.path("swept"), b'{"width":50,"height":9000,"rooms":[{"x":1,"y":1,"width":30,"height":4000}]}')
        write(self.path("short"), b"#" * 300 + b"\n#" * 300)

    def run_with(self, command, **variables):
        environment = {**os.environ, **preloaded("failing_malloc"), **variables}
        return run(*command.split(), env=environment, cwd=self.folder, stdout=subprocess.DEVNULL)

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
        for command in commands():
            count = self.allocations(command)
            self.assertGreater(count, 0)
            write(self.path("map"), OLD)
            result = self.run_with(command, MALLOC_FAILS=str(count))
            told = result.stderr.decode()
            self.assertEqual(result.returncode, 0, (command, told))
            runs = re.findall(r"dungen: out of memory: [^\n]+\nstatus 1\n", told)
            self.assertEqual("".join(runs), told, command)
            self.assertEqual(len(runs), 2 * count, command)
            self.assertEqual(read(self.path("map")), OLD)
            self.assert_holds("link", "map", "swept", "short", *(f"map-{format}" for format in READ))
            self.assertTrue(os.path.islink(self.path("link")))

    def test_more_loops_than_there_is_memory_for(self):
        options = "-q -s1 -W20000 -H20000 --room-min=2 --room-max=2 --max-rooms=60000 --loops=1400000000"
        result = run(*options.split(), under=["prlimit", f"--as={2 * 10**9}"])
        self.assertEqual(self.assert_message(result, 1),
                         "dungen: out of memory: for a map of 20000x20000 with up to 60000 rooms and 1400000000 loops; "
                         "fewer --max-rooms or --loops take less")  # fmt: skip

    def test_a_batch_allocates_no_more_than_its_first_map(self):
        for rng in ("python", "libtcod"):
            for shape, count in (("", 200), ("-W300 -H200 --max-rooms 2000", 50)):
                for output in ("", "--labels", "-f json", "-f json --no-tiles", "--connect nearest --loops 3 --doors",
                               "--tunnels around --loops 3"):
                    command = f"-s1 --rng {rng} {shape} {output} --count"
                    self.assertEqual(self.allocations(f"{command} {count}"), self.allocations(f"{command} 1"), command)
