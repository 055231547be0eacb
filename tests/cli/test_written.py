# SPDX-License-Identifier: MIT
"""Maps that were read go to every format that can hold them. cli/transcripts has what is lost on
the way. @smoke @check
"""

import itertools
import json
import re

from help_text import FORMATS
from helper import TestCase, run
from shapes import RULES

TEXT = b"#######\n#..+.@#\n###.###\n#>#.###\n#.....#\n"
ROOMS = {
    "width": 12,
    "height": 9,
    "rooms": [
        {"x": 1, "y": 1, "width": 3, "height": 3},
        {"x": 6, "y": 4, "width": 4, "height": 3},
    ],
    "tunnels": [
        {"from": 0, "to": 1, "path": [{"x": 2, "y": 2}, {"x": 2, "y": 5}, {"x": 7, "y": 5}]},
    ],
}


class WrittenCase(TestCase):
    def write(self, content, *options):
        """Reads a map, a document or bytes, from standard input."""
        if not isinstance(content, bytes):
            content = json.dumps(content).encode()
        return run("-", *options, input=content)


class Text(WrittenCase):
    def test_it_goes_to_every_format_but_three(self):
        for name, more in itertools.product(FORMATS, ([], ["--show", "all"])):
            with self.subTest(name, more=more):
                found = self.write(TEXT, "-f", name, *more)
                if name in ("dot", "rooms", "trace"):
                    self.assertFalse(found.stdout)
                    self.assertIn(found.returncode, (2, 4))
                elif b"--show" not in found.stderr:
                    note = b"dungen: standard input: 1 door is not between two walls; see --check\n"
                    self.assertEqual((found.returncode, found.stderr), (0, note))

    def test_svg_draws_its_tiles_and_marks(self):
        drawn = self.write(TEXT, "-f", "svg").stdout.decode()
        self.assertIn("<title>dungen</title>", drawn)
        self.assertEqual(len(re.findall("(?m)^M", drawn)), 5)
        door_before_marks = '<path d="M3.75 1.07h.36l0 .86h-.36z"/>\n</g>\n<g id="marks"'
        self.assertIn(door_before_marks, drawn)

    def test_svg_draws_no_spawn_for_a_map_without(self):
        drawn = self.write(b"###\n#.#\n###\n", "-f", "svg").stdout.decode()
        self.assertNotIn('id="spawn"', drawn)

    def test_ansi_draws_floor_in_the_last_row_of_an_odd_number(self):
        """Each line shows two rows."""
        self.assertEqual(self.write(TEXT, "-f", "ansi").stdout.count(b"\n"), 3)


class Documents(WrittenCase):
    def test_rooms_go_to_a_graph_without_marks(self):
        self.assertNotIn(b"seed", self.write(ROOMS, "-f", "dot").stdout)
        for key, color in (("spawn", b"6cbf73"), ("exit", b"e8835b")):
            marked = {**ROOMS, key: {"x": 2, "y": 2}}
            self.assertIn(color, self.write(marked, "-f", "dot").stdout)

    def test_a_batch_is_the_same_again(self):
        for options, again in (
            ("-n500", ""),
            ("-n50 --preset level --rng splitmix64", ""),
            ("-n5 -W600 -H500 --max-rooms 900 --doors", ""),
            ("-n9 --no-tiles", "--no-tiles"),
        ):
            batch = self.good("-s1", "-fjson", *options.split())
            with self.subTest(options):
                self.assertEqual(self.write(batch, "-fjson", *again.split()).stdout, batch)
            first = batch.splitlines(keepends=True)[0]
            indented = json.dumps(json.loads(first), indent=2).encode()
            with self.subTest(options, layout="indented"):
                self.assertEqual(self.write(indented, "-fjson", *again.split()).stdout, first)

    def test_each_of_several_documents_is_one_line(self):
        document = json.dumps(json.loads(self.good("-s1", "-fjson")), indent=2).encode()
        result = run("-", "-fjson", input=document + b"\n" + document)
        self.assert_message(result, 4, "jq -c")

    def test_a_document_is_written_as_its_seed_is(self):
        # Seed 2 has a tunnel without a bend.
        for options in (
            "-s2",
            "-s1 --preset level",
            "-s4 -W7 -H7 --room-min=2 --room-max=2 --doors",
        ):
            recipe = options.split()
            document = self.good(*recipe, "-f", "json")
            for name in set(FORMATS) - {"trace"}:
                # Not every format can show every mark.
                looks = [["-qf", name, *show] for show in (["--show=all"], ["--show=exit"], [])]
                look = next(look for look in looks if run(*recipe, *look).returncode != 2)
                with self.subTest(options, format=name):
                    self.assertEqual(self.write(document, *look).stdout, self.good(*recipe, *look))


class Origin(WrittenCase):
    """The keys generator and params of a document say how it was generated."""

    def setUp(self):
        super().setUp()
        self.made = json.loads(self.good("-s3", "-f", "json"))

    def test_they_are_kept_as_dungen_writes_them(self):
        self.assertEqual(json.loads(self.write(self.made, "-f", "json").stdout), self.made)

    def assert_dropped(self, **change):
        """With this change, neither is kept."""
        with self.subTest(change):
            found = json.loads(self.write({**self.made, **change}, "-f", "json").stdout)
            self.assertEqual({"generator", "params"} & set(found), set())

    def test_another_generator_is_dropped(self):
        self.assert_dropped(generator=1)
        for generator in (
            {"name": "other", "algorithm": "a", "rng": "b"},
            {"name": "dungen", "algorithm": "", "rng": "b"},
            {"name": "dungen", "algorithm": "a", "rng": "\n"},
            {"name": "dungen", "algorithm": "a" * 65, "rng": "b"},
        ):
            self.assert_dropped(generator=generator)

    def test_params_that_are_no_options_are_dropped(self):
        self.assert_dropped(params=[])
        for params in (
            {"a b": 1, "c": 1},
            {"a": -1},
            {"a": 1e300},
            {"a": 1.5},
            {"a": "<"},
            {"a": None},
            {f"a{number}": 1 for number in range(99)},
        ):
            self.assert_dropped(params=params)


class Traces(WrittenCase):
    def test_a_trace_is_the_map_that_it_made(self):
        other_shape = "-s5 -W300 -H200 --room-min=3 --max-rooms 500 --rng libtcod"
        for options in (["-s1"], other_shape.split()):
            with self.subTest(options):
                trace = self.good(*options, "-f", "trace")
                made = json.loads(self.good(*options, "-f", "json"))
                found = json.loads(self.write(trace, "-f", "json").stdout)
                self.assertEqual({key: made[key] for key in found}, found)
                self.assertEqual(self.write(trace, "-f", "trace").stdout, trace)


class MisplacedMarks(WrittenCase):
    """A mark that is not on floor would hide its tile, and the next reader would take it for
    floor.
    """

    TILES = {"width": 5, "height": 3, "tiles": ["#####", "#...#", "##..+"]}
    ROOMS_WITH_DOOR = {**ROOMS, "doors": [{"x": 4, "y": 2, "room": 0}]}
    IN_THE_WALL = {"x": 0, "y": 0}
    ON_A_DOOR = {"x": 4, "y": 2}  # of both maps

    def assert_hidden(self, document, mark, where, name):
        """This format cannot show the mark, but the map without it."""
        with self.subTest(name, document=document):
            found = self.write(document, "-qf", name, "--show", mark)
            problem = f"{name} cannot show the {mark} {where}"
            self.assert_message(found, 4, f"{problem}; leave out marks with --show none")
            found = self.write(document, "-qf", name, "--show", "none")
            self.assertEqual((found.returncode, found.stderr), (0, b""))

    def assert_written(self, document, name, *show):
        with self.subTest(name, document=document):
            found = self.write(document, "-qf", name, *show)
            self.assertEqual(found.returncode, 0, found.stderr)

    def test_a_spawn_in_the_wall(self):
        for document in (self.ROOMS_WITH_DOOR, self.TILES):
            marked = {**document, "spawn": self.IN_THE_WALL}
            for name in ("text", "xp"):
                self.assert_hidden(marked, "spawn", "in the wall", name)
            self.assert_written(marked, "csv")
            self.assert_written(marked, "json")
            self.assert_written(marked, "ansi", "--show", "spawn")

    def test_an_exit_on_a_door(self):
        for document in (self.ROOMS_WITH_DOOR, self.TILES):
            marked = {**document, "exit": self.ON_A_DOOR}
            for name in ("text", "xp", "tmj", "tmx"):
                self.assert_hidden(marked, "exit", "on a door", name)
            self.assert_written(marked, "csv")
            self.assert_written(marked, "json")
            self.assert_written(marked, "ansi", "--show", "exit")


class Tiled(WrittenCase):
    def test_maps_of_dungen_lose_nothing(self):
        """In every shape of a map, and with tiles of odd and even sizes."""
        cases = itertools.product(
            ("tmj", "tmx"), RULES.values(), ("1", "9", "16"), ("none", "exit")
        )
        for format, options, size, show in cases:
            with self.subTest(format, options=options, size=size, show=show):
                looks = ["-f", format, "--tile-size", size, "--show", show]
                written = self.good("-qs3", *options.split(), *looks)
                result = self.write(written, *looks)
                ending = (result.returncode, result.stdout, result.stderr)
                self.assertEqual(ending, (0, written, b""))
