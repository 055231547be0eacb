# SPDX-License-Identifier: MIT
"""Options that only a preset has give way to those on the command line. @option @check"""

import itertools
import json
import re
import subprocess

from help_text import CHOICES, ROWS
from helper import TestCase, run, start


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
            ("keep", "-f trace", "--halls 1 and --wings 80"),
            (
                "quest",
                "--tunnels through --no-doors",
                "--halls 1, --spacing 3, --loop-corners, --locks 2, --secrets 1,"
                " --door-percent 50 and --door-gap 8",
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
                if "trace" in typed:
                    rest = rest.partition("--show")[0]
                rest = rest.replace("--room-min 4", "") if "--room-min" in typed else rest
                self.assertEqual(result.stdout, self.good("-s9", *rest.split(), *typed.split()))
