# SPDX-License-Identifier: MIT
"""Options that only a preset has give way to those on the command line, and their ranges fit the
map. @option @check
"""

import itertools
import json
import re
import subprocess

from help_text import CHOICES, ROWS
from helper import TestCase, output, run, start


class Presets(TestCase):
    def values_of(self, row):
        """Every value of an option, or for a number the limits and the default."""
        if row["kind"] == "number":
            numbers = {row["lowest"], row["highest"], row["default"]}
            yield from sorted(number for number in numbers if number.isdigit())
        elif row["kind"] in ("choice", "list"):
            yield from (choice["name"] for choice in row["choices"])
        elif row["kind"] == "ranges":
            yield "rooms=1..,seed=1"
        elif row["kind"] == "flag":
            yield None

    def test_gives_way_to_every_option(self):
        """A command line with a preset and one more option is never wrong because of an option that
        only the preset has. The output is full, and what still takes long has been accepted.
        """
        options = [
            (row["name"], value)
            for row in ROWS
            for value in self.values_of(row)
            if row["name"] not in ("preset", "messages", "quiet")
        ]
        self.assertGreater(len(options), 90)
        for preset, (name, value) in itertools.product(CHOICES["preset"], options):
            option = f"--{name}" if value is None else f"--{name}={value}"
            command = ["--messages=json", f"--preset={preset}", option]
            with self.subTest(preset, option=option), open("/dev/full", "wb") as full:
                with start(*command, stdout=full) as process:
                    try:
                        process.wait(0.1)
                    except subprocess.TimeoutExpired:
                        process.kill()
                    lines = process.stderr.read().splitlines()
                if process.returncode == 2:
                    [message] = map(json.loads, lines)
                    self.assertIn(message["option"], (name, "preset"))

    def test_gives_way_to_several_options(self):
        """What is left is the map without the options that the note names."""
        for preset, typed, dropped in (
            ("dungeon", "--tunnels through", "--spacing 3"),
            ("dungeon", "--exit last", "--spawn farthest"),
            ("quest", "--no-doors", "--locks 2 and --secrets 1"),
            ("level", "--connect previous", "--tunnels around"),
            ("dungeon", "--connect previous", "--tunnels around and --spacing 3"),
            ("keep", "-W 15 -H 15 --room-min 9", "--min-rooms 2"),
            (
                "quest",
                "--tunnels through --no-doors",
                "--halls 1, --spacing 2, --loop-corners, --locks 2, --secrets 1,"
                " --door-percent 30..65 and --door-gap 8",
            ),
        ):
            with self.subTest(preset, typed=typed):
                result = run("-s9", "--preset", preset, *typed.split())
                note = f"--preset {preset}: dropped {dropped}, which the other options exclude"
                self.assertEqual(result.stderr.decode(), f"dungen: {note}\n")
                rest = CHOICES["preset"][preset]["options"]
                for option in re.split(r", | and ", dropped):
                    self.assertIn(option, rest)
                    rest = rest.replace(option, "")
                if "--room-min 9" in typed:
                    # The only size of rooms that is left on this map.
                    rest = rest.replace("--room-min 4", "").replace("8..17", "9")
                self.assertEqual(result.stdout, self.good("-s9", *rest.split(), *typed.split()))


class Ranges(TestCase):
    """The range of --room-max in the preset `keep`, 8..17, which RANGES of dungen-generator(7) fits
    to small maps.
    """

    def fitted(self, width, height, room_min):
        """The least --room-min, and the ends of the range. `room_min` is None if not typed."""
        shorter, longer = min(width, height), max(width, height)
        least = room_min or min(4, shorter - 1, max(2, (longer - 2) // 3))
        ends = [min(end, shorter - 1, max(2, longer - 2 * least - 2)) for end in (8, 17)]
        if room_min:
            ends = [max(end, room_min) for end in ends]
        return room_min or min(least, ends[0]), *ends

    def test_the_ends_fit_the_map(self):
        """All numbers between the ends are drawn, and no other."""
        for width, height, room_min in (
            (80, 45, None),
            (80, 18, None),
            (20, 20, None),
            (15, 15, None),
            (15, 40, None),
            (12, 9, None),
            (7, 7, None),
            (3, 3, None),
            (90, 4, None),
            (24, 24, 6),
            (30, 20, 12),
            (40, 40, 20),
        ):
            size = ["-W", width, "-H", height] + (["--room-min", room_min] if room_min else [])
            count = ["-qs1", "-n300", "--min-rooms=1", "--fill=0", "--max-rooms=1"]
            with self.subTest(size):
                lines = output("--preset=keep", *map(str, size), *count, "-fjson", "--no-tiles")
                params = [json.loads(line)["params"] for line in lines.splitlines()]
                least, start, end = self.fitted(width, height, room_min)
                self.assertEqual({it["room_min"] for it in params}, {least})
                drawn = {it["room_max"] for it in params}
                self.assertEqual(drawn, set(range(start, end + 1)))

    def test_small_maps_have_two_rooms(self):
        for preset, rng, size in itertools.product(
            ("keep", "quest"), CHOICES["rng"], ("-W15 -H15", "-W20 -H12", "-W12 -H12")
        ):
            with self.subTest(preset, rng=rng, size=size):
                command = f"--preset {preset} --rng {rng} {size} -qs1 -n300 -fstats"
                rooms = [json.loads(line)["rooms"] for line in output(*command.split()).splitlines()]
                self.assertEqual(len(rooms), 300)
                self.assertGreater(min(rooms), 1)
