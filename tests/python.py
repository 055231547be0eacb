# SPDX-License-Identifier: MIT
"""The Python package: its maps are those of the program, also without NumPy. prove/wheel installs
it. @lib @option @rng
"""

import ast
import io
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from unittest import mock

import numpy
from help_text import CHOICES
from helper import ROOT, TestCase, install_python, output
from shapes import RULES

MODULES = tempfile.TemporaryDirectory()
install_python(MODULES.name)
sys.path.insert(0, MODULES.name)
import dungen

HEADER = (ROOT / "src/dungen.h").read_text(encoding="utf-8")
SAID_MOST = 4000  # characters shown of what a child process prints when it fails
SOURCE = (ROOT / "python/dungen/__init__.py").read_text(encoding="utf-8")
MAPS = [
    *(words for words in RULES.values() if ".." not in words),
    *(f"--preset {name}" for name in CHOICES["preset"]),
    *(f"--rng {name}" for name in CHOICES["rng"]),
    "--preset quest --width 60 --no-doors --fill 30",
]


def options_of(words):
    """Options of the program as those of Python."""
    options = {}
    for option, value in re.findall(r"--(\S+)(?: (\w\S*))?", words):
        name = option.replace("-", "_")
        if value.isdigit():
            options[name] = int(value)
        elif "," in value:
            options[name] = tuple(map(int, value.split(",")))
        elif name.startswith("no_"):
            options[name[3:]] = False
        else:
            options[name] = value or True
    return options


class Maps(TestCase):
    def test_maps_are_those_of_the_program(self):
        for words in MAPS:
            with self.subTest(words):
                command = ["--quiet", "--seed", "7", *words.split()]
                level = dungen.generate(7, **options_of(words))
                self.assertEqual(level.text, output(*command).decode())
                self.assertEqual(level.json, output(*command, "-fjson").decode())
                document = json.loads(output(*command, "-fjson", "--route"))
                self.check_parts(level, document)
                measures = json.loads(output(*command, "-fstats"))
                del measures["seed"]
                self.assertEqual({name: level.measure(name) for name in measures}, measures)
                self.assertEqual(level.exit_distance, measures["exit_distance"])
                self.assertEqual(level.walk, measures["walk"])

    def check_parts(self, level, document):
        self.assertEqual((level.width, level.height), (document["width"], document["height"]))
        rows = [["#.+".index(tile) for tile in row] for row in document["tiles"]]
        self.assertEqual(level.tiles.tolist(), rows)
        for name in ("spawn", "exit"):
            self.assertEqual(getattr(level, name)._asdict(), document[name])
        self.assertEqual([corner._asdict() for corner in level.route], document["route"])
        for number, (room, expected) in enumerate(zip(level.rooms, document["rooms"], strict=True)):
            found = {"id": number, **room._asdict(), "center": room.center._asdict()}
            self.assertEqual({key: found[key] for key in found if found[key] is not None}, expected)
        for tunnel, expected in zip(level.tunnels, document["tunnels"], strict=True):
            path = [corner._asdict() for corner in tunnel.path]
            found = {"from": tunnel.from_room, "to": tunnel.to_room, "path": path}
            self.assertEqual(found, expected)
        for door, expected in zip(level.doors, document.get("doors", ()), strict=True):
            self.assertEqual(door._asdict(), {"lock": None, "secret": False, **expected})
        self.assertEqual([key._asdict() for key in level.keys], document.get("keys", []))

    def test_batch_is_the_array_of_the_program(self):
        for words in ("", "--preset level --width 40", "--rng libtcod"):
            array = numpy.load(io.BytesIO(output("-s7", "-n99", "-fnpy", *words.split())))
            found = dungen.batch(99, seed=7, **options_of(words))
            numpy.testing.assert_array_equal(found, array, strict=True)

    def test_batch_is_quick(self):
        """The best of several, because the system also takes time to find memory for an array."""
        times = []
        for _ in range(9):
            start = time.process_time()
            dungen.batch(1000)
            times.append(time.process_time() - start)
        self.assertLess(min(times), 1 / 60, "60,000 in a second")

    def test_find_finds_what_the_program_finds(self):
        for words, where in (
            ("--preset level", "walk=80..,loops=3"),
            ("--preset quest", {"locks": 2, "secrets": "1..", "walk": "..250"}),
            ("--min-rooms 20", "dead_ends=..3"),
        ):
            conditions = where
            if isinstance(where, dict):
                conditions = ",".join(f"{name}={value}" for name, value in where.items())
            command = ["--quiet", "-s3", "--find", "9", "--where", conditions, *words.split()]
            expected = output(*command, "-fjson").decode()
            found = dungen.find(9, seed=3, where=where, **options_of(words))
            self.assertEqual("".join(level.json for level in found), expected)
        found = dungen.find(2, where=lambda level: len(level.rooms) == 9)
        self.assertEqual([len(level.rooms) for level in found], [9, 9])

    def test_a_search_ends(self):
        with mock.patch.object(dungen, "_TRIES_MAX", 100):
            with self.assertRaisesRegex(dungen.Error, "found 0 maps of 1, and none of the seeds"):
                dungen.find(1, where="rooms=99")
        self.assertEqual(dungen.find(0, where="rooms=99"), [])
        last = 2**64 - 1
        self.assertEqual(dungen.find(1, seed=last, where="rooms=1..")[0].seed, last)
        with self.assertRaises(dungen.Error):
            dungen.find(2, seed=last, where="rooms=1..")

    def test_errors(self):
        for message, call in (
            ("width: 2 is too small or too large", lambda: dungen.generate(1, width=2)),
            ("fill: -1 is not from 0", lambda: dungen.generate(1, fill=-1)),
            ("fill: 2.5 is not a whole number", lambda: dungen.generate(1, fill=2.5)),
            ("fill: a range comes only with a preset", lambda: dungen.generate(1, fill="1..2")),
            ("preset: 'kee' is unknown", lambda: dungen.generate(1, preset="kee")),
            ("tunnels: 'x' is not one of through, aro", lambda: dungen.generate(1, tunnels="x")),
            ("seed: -1 is not from 0", lambda: dungen.generate(-1)),
            ("seed: 18446744073709551616 is not", lambda: dungen.generate(2**64)),
            ("seed 4294967296: the seed is too large", lambda: dungen.generate(2**32, rng="libtcod")),
            ("seed 1: fewer rooms than min_rooms", lambda: dungen.generate(1, min_rooms=66)),
            ("seed 6: fewer rooms than min_rooms", lambda: dungen.batch(9, 3, min_rooms=30)),
            ("count: -1 is not", lambda: dungen.batch(-1)),
            ("count: -1 is not", lambda: dungen.find(-1, where="rooms=1..")),
            ("preset: 'keep\\x00' is unknown", lambda: dungen.generate(1, preset="keep\0")),
            ("spawn: (3,) is not one of", lambda: dungen.generate(1, spawn=(3,))),
            ("spawn: '3,' is not one of first, f", lambda: dungen.generate(1, spawn="3,")),
            ("spawn: 'last' is not one of first, f", lambda: dungen.generate(1, spawn="last")),
            ("spawn: -1 is not from 0", lambda: dungen.generate(1, spawn=(9, -1))),
            ("spawn: 0,0 is at the edge", lambda: dungen.generate(1, spawn=(0, 0))),
            ("spawn: 9,0 is at the edge", lambda: dungen.generate(1, spawn="9,0")),
            ("where: rooms=x is not a range", lambda: dungen.find(1, where="rooms=x")),
            ("where: rooms= is not a range", lambda: dungen.find(1, where="rooms")),
            ("room is not a measure", lambda: dungen.find(1, where={"room": 1})),
        ):
            with self.subTest(message), self.assertRaises(dungen.Error) as caught:
                call()
            self.assertEqual(str(caught.exception)[: len(message)], message)
        with self.assertRaisesRegex(TypeError, "format is not an option"):
            dungen.generate(1, format="png")
        with self.assertRaisesRegex(TypeError, "linked is not .* pass spawn=level.exit"):
            dungen.generate(1, linked=True)

    def test_spawn_is_a_tile_in_any_form(self):
        expected = output("-s2", "--preset=quest", "--spawn=74,2", "-fjson").decode()
        for tile in ((74, 2), [74, 2], "74,2", dungen.Point(74, 2), numpy.array([74, 2]).tolist()):
            level = dungen.generate(2, preset="quest", spawn=tile)
            self.assertEqual((level.json, level.spawn), (expected, (74, 2)))

    def test_tiles_are_read_only(self):
        """A change would be lost, because each array is new."""
        level = dungen.generate(1)
        with self.assertRaisesRegex(ValueError, "read-only"):
            level.tiles[0, 0] = 1
        copy = level.tiles.copy()
        copy[0, 0] = 1
        dungen.batch(1)[0, 0, 0] = 1
        with mock.patch.dict(sys.modules, numpy=None), self.assertRaisesRegex(TypeError, "read-only"):
            level.tiles[0, 0] = 1

    def test_without_numpy(self):
        """An array has the same indexes."""
        expected = dungen.batch(3)
        with mock.patch.dict(sys.modules, numpy=None):
            found = dungen.batch(3)
            self.assertIsInstance(found, memoryview)
            self.assertEqual(found.tolist(), expected.tolist())
            self.assertEqual(found[2, 21, 72], expected[2, 21, 72])
            self.assertEqual(len(dungen.batch(0)), 0)
            self.assertEqual(dungen.generate(1).tiles.tolist(), expected[0].tolist())


class Random(TestCase):
    def test_any_arguments(self):
        """An exception at most, and never a crash. FUZZ_SECONDS is for longer runs."""
        seconds = os.environ.get("FUZZ_SECONDS", "2")
        done = subprocess.run(
            [sys.executable, "-X", "faulthandler", "-W", "error", ROOT / "tests/fuzz/package.py"]
            + ["1" if seconds == "2" else str(time.time_ns()), seconds],
            env={**os.environ, "PYTHONPATH": MODULES.name},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            check=False,
        )
        self.assertEqual(done.returncode, 0, done.stderr.decode()[-SAID_MOST:])
        self.assertGreater(int(done.stdout), 9)


class Source(TestCase):
    def test_options_and_choices_are_those_of_the_header(self):
        enum = re.search(r"enum dungen_option \{(.*?)\n\};", HEADER, re.S)[1]
        names = re.findall(r"DUNGEN_(\w+) = \d+", re.sub(r"/\*.*?\*/", "", enum, flags=re.S))
        self.assertEqual([name.lower() for name in names], dungen._OPTIONS)
        for name, choices in dungen._CHOICES.items():
            self.assertEqual(choices, [*CHOICES[name]])

    def test_types_name_every_option(self):
        typed = re.search(r"class Options\(.*?\n\n", SOURCE, re.S)[0]
        names = set(re.findall(r"^        (\w+):", typed, re.M))
        self.assertEqual(names, {"preset", *dungen._OPTIONS} - {"spawn_x", "spawn_y"})
        for name in ("preset", *dungen._CHOICES):
            literal = re.search(rf"^        {name}: .*?Literal\[(.*?)\]", typed, re.M)[1]
            self.assertEqual(re.findall(r'"(.*?)"', literal), [*CHOICES[name]])

    def test_version_is_that_of_the_header(self):
        self.assertEqual(dungen.__version__, re.search(r'DUNGEN_VERSION "(.*)"', HEADER)[1])

    def test_results_are_those_of_the_header(self):
        for name in ("NO_MEMORY", "WRONG_OPTION", "TOO_FEW_ROOMS"):
            number = re.search(rf"DUNGEN_{name} = (\d+)", HEADER)[1]
            self.assertEqual(getattr(dungen, f"_{name}"), int(number))

    def test_runs_in_python_3_8(self):
        ast.parse(SOURCE, feature_version=(3, 8))
