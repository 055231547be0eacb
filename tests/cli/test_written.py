# SPDX-License-Identifier: MIT
"""Maps that were read go to every format that can hold them. cli/transcripts has what is lost on the way. @check"""

import itertools
import json

from help_text import FORMATS
from helper import TestCase, run
from shapes import RULES

TEXT = b"#######\n#..+.@#\n###.###\n#>#.###\n#.....#\n"
ROOMS = {"width": 12, "height": 9, "rooms": [{"x": 1, "y": 1, "width": 3, "height": 3}, {"x": 6, "y": 4, "width": 4, "height": 3}],
         "tunnels": [{"from": 0, "to": 1, "path": [{"x": 2, "y": 2}, {"x": 2, "y": 5}, {"x": 7, "y": 5}]}]}  # fmt: skip


class Written(TestCase):
    def write(self, content, *options):
        return run("--input", "-", *options, input=content if isinstance(content, bytes) else json.dumps(content).encode())

    def test_a_text_goes_to_every_format_but_two(self):
        for name in FORMATS:
            for more in ([], ["--show", "all"]):
                found = self.write(TEXT, "-f", name, *more)
                if name in ("dot", "trace"):
                    self.assertFalse(found.stdout)
                    self.assertIn(found.returncode, (2, 4))
                elif b"--show" not in found.stderr:
                    self.assertEqual((found.returncode, found.stderr), (0, b""), name)
        drawn = self.write(TEXT, "-f", "svg").stdout.decode()
        self.assertIn("<title>dungen</title>", drawn)
        self.assertEqual(drawn.count("<rect x="), 6)
        self.assertIn('<rect x="3" y="1" width="1" height="1"/>\n</g>\n<g id="marks"', drawn)
        self.assertNotIn('id="spawn"', self.write(b"###\n#.#\n###\n", "-f", "svg").stdout.decode())
        # The last row of an odd number may be floor.
        self.assertEqual(self.write(TEXT, "-f", "ansi").stdout.count(b"\n"), 3)

    def test_rooms_go_to_a_graph_without_marks(self):
        self.assertNotIn(b"seed", self.write(ROOMS, "-f", "dot").stdout)
        for key, color in (("spawn", b"6cbf73"), ("exit", b"e8835b")):
            self.assertIn(color, self.write({**ROOMS, key: {"x": 2, "y": 2}}, "-f", "dot").stdout)

    def test_a_batch_is_the_same_again(self):
        for options, again in (("-n500", ""), ("-n50 --preset level --rng splitmix64", ""),
                               ("-n5 -W600 -H500 --max-rooms 900 --doors", ""), ("-n9 --no-tiles", "--no-tiles")):  # fmt: skip
            batch = self.good("-s1", "-fjson", *options.split())
            pretty = b"".join(json.dumps(json.loads(line), indent=2).encode() for line in batch.splitlines())
            for text in (batch, pretty):
                self.assertEqual(self.write(text, "-fjson", *again.split()).stdout, batch)

    def test_generator_and_params_are_kept_only_as_dungen_writes_them(self):
        made = json.loads(self.good("-s3", "-f", "json"))
        kept = json.loads(self.write(made, "-f", "json").stdout)
        self.assertEqual(kept, made)
        for change in ({"generator": 1}, {"params": []}, {"generator": {"name": "other", "algorithm": "a", "rng": "b"}},
                       {"generator": {"name": "dungen", "algorithm": "", "rng": "b"}}, {"generator": {"name": "dungen", "algorithm": "a", "rng": "\n"}},
                       {"generator": {"name": "dungen", "algorithm": "a" * 65, "rng": "b"}}, {"params": {"a b": 1, "c": 1}}, {"params": {"a": -1}},
                       {"params": {"a": 1e300}}, {"params": {"a": 1.5}}, {"params": {"a": "<"}}, {"params": {"a": None}},
                       {"params": {f"a{number}": 1 for number in range(99)}}):  # fmt: skip
            found = json.loads(self.write({**made, **change}, "-f", "json").stdout)
            self.assertFalse({"generator", "params"} & set(found), change)

    def test_a_document_is_written_as_its_seed_is(self):
        # Seed 2 has a tunnel without a bend.
        for options in (["-s2"], ["-s1", "--preset", "level"], ["-s4", "-W7", "-H7", "--room-min=2", "--room-max=2", "--doors"]):
            document = self.good(*options, "-f", "json")
            for name in set(FORMATS) - {"trace"}:
                looks = (["-qf", name, *show] for show in (["--show=all"], ["--show=exit"], []))
                look = next(look for look in looks if run(*options, *look).returncode != 2)
                self.assertEqual(self.write(document, *look).stdout, self.good(*options, *look), name)

    def test_a_trace_is_the_map_that_it_made(self):
        for options in (["-s1"], ["-s5", "-W300", "-H200", "--room-min=3", "--max-rooms", "500", "--rng", "libtcod"]):
            trace = self.good(*options, "-f", "trace")
            made, found = json.loads(self.good(*options, "-f", "json")), json.loads(self.write(trace, "-f", "json").stdout)
            self.assertEqual({key: made[key] for key in found}, found)
            self.assertEqual(self.write(trace, "-f", "trace").stdout, trace)

    def test_marks_that_are_not_on_floor(self):
        """Where the mark would hide the tile, and the next reader take it for floor."""
        for mark, at, where in (("spawn", {"x": 0, "y": 0}, "in the wall"), ("exit", {"x": 4, "y": 2}, "on a door")):
            document = {**ROOMS, "doors": [{"x": 4, "y": 2, "room": 0}], mark: at}
            for content in (document, {**document, "rooms": None}):
                if not content["rooms"]:
                    content = {"width": 5, "height": 3, "tiles": ["#####", "#...#", "##..+"], mark: at}
                for name in ("text", "xp", "csv", "ansi", "json", *(["tmj", "tmx"] if mark == "exit" else [])):
                    found = self.write(content, "-qf", name, *([] if name in ("csv", "json") else ["--show", mark]))
                    if name in ("text", "xp", "tmj", "tmx"):
                        self.assert_message(found, 4, f"the {mark} is {where}, where {name} cannot show it; leave it out with --show none")
                        self.assertEqual(self.write(content, "-qf", name, "--show", "none").returncode, 0)
                    else:
                        self.assertEqual(found.returncode, 0, found.stderr)

    def test_maps_of_dungen_for_tiled_lose_nothing(self):
        """In every shape of a map, and with tiles of odd and even sizes."""
        cases = itertools.product(("tmj", "tmx"), RULES.values(), ("1", "9", "16"), ("none", "exit"))
        for format, options, size, show in cases:
            with self.subTest(format, options=options, size=size):
                looks = ["-f", format, "--tile-size", size, "--show", show]
                written = self.good("-qs3", *options.split(), *looks)
                result = self.write(written, "--input-format", format, *looks)
                self.assertEqual((result.returncode, result.stdout, result.stderr), (0, written, b""))
