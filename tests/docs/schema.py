# SPDX-License-Identifier: MIT
"""Checks the JSON Schema in samples/ with the validator of the package python3-jsonschema. @option

Real documents are valid, also with additional keys. A document with one wrong field is invalid
because of that field.
"""

import copy
import itertools
import json

import jsonschema

import help_text
from help_text import RNGS
from helper import ROOT, TestCase, output, write
from shapes import RULES

TEXT = (ROOT / "samples" / "dungen.schema.json").read_text(encoding="ascii")
SHAPES = (
    "--width 3 --height 3 --room-min 2 --room-max 2",
    "--width 200 --height 3 --room-min 2 --room-max 2 --max-rooms 1",
    *RULES.values(),
    "--exit last --doors --max-rooms 1",
    "--tunnels around --width 60 --height 40 --room-min 2 --room-max 4 --max-rooms 1000",
    " ".join(help_text.map_options()),
)
SEEDS = {"python": (2**53 + 1, 2**64 - 1), "libtcod": (2**32 - 1,)}
LARGE = (
    "--width 2147483647 --height 2147483647 --room-max 2147483646 --max-rooms 2147483 --no-tiles"
)

# Documents that nobody's generator made: the smallest, floor at the edge, keys left out.
ROOMS = [{"x": 1, "y": 1, "width": 2, "height": 2}]
LONG_PATH = [{"x": x, "y": y} for x, y in ((0, 0), (0, 4), (8, 4), (8, 1), (3, 1), (3, 3))]
GENERATED = {
    "generator": {"name": "dungen", "algorithm": "a/1", "rng": "r"},
    "params": {},
    "width": 9,
    "height": 5,
    "rooms": ROOMS,
}
EDITED = (
    {"width": 2, "height": 2, "tiles": ["+#", ".#"], "spawn": {"x": 0, "y": 0}, "seed": "7"},
    {
        "width": 9,
        "height": 5,
        "rooms": ROOMS,
        "doors": [{"x": 0, "y": 0, "room": 0}],
        "tunnels": [{"from": 0, "to": 0, "path": LONG_PATH}],
    },
    GENERATED,
    {**GENERATED, "seed": "1"},
    {**GENERATED, "exit": {"x": 1, "y": 1}},
)
# The samples that can be read, by their names.
SAMPLES = (
    "seed-42.txt",
    "small-30x15-seed-1.csv",
    "seed-42.map",
    "small-30x15-seed-1.tmj",
    "level-seed-2.json",
)

DELETED = object()
WRONG_TYPES = {
    bool: (None, 1, "true", False),
    int: (None, "1", 1.5, True, [1], {}, -1),
    str: (None, 1, ["#"], {}, "", "?"),
    list: (None, 1, "", {}),
    dict: (None, 1, "", []),
}
COORDINATES = {"x", "y", "width", "height"}
WRONG_COORDINATES = (0, 2147483646)


def wrong_parameters():
    """The numbers beside the bounds of each option, by their places in a document."""
    for row in help_text.ROWS:
        if help_text.changes_maps(row) and row["kind"] == "number":
            key = row["name"].replace("-", "_")
            place = (key,) if key in COORDINATES else ("params", key)
            yield place, (int(row["lowest"]) - 1, int(row["highest"]) + 1)


WRONG_VALUES = {
    ("version",): (0, 2),
    ("generator", "algorithm"): (
        "rooms-and-tunnels",
        "rooms-and-tunnels/",
        "rooms-and-tunnels/0",
        "caves/1",
    ),
    ("generator", "rng"): ("Python", "my rng"),
    ("seed",): ("-1", "+1", " 1", "01", "0x1", "1e3", "1.0", "one", "1" * 21),
    ("rooms",): ([],),
    ("rooms", 0, "id"): (2147483647,),
    ("tunnels", 0, "from"): (2147483647,),
    ("tunnels", 0, "to"): (2147483647,),
    ("tunnels", 0, "path"): ([], [{"x": 1, "y": 1}], [{"x": 1, "y": 1}] * 5),
    ("doors", 0, "room"): (2147483647,),
    ("legend", "+"): ("floor",),
    ("tiles",): ([], ["###", "###"]),
    ("tiles", 0): ("##", "##@##", "##A##"),
    **dict(wrong_parameters()),
}


def places(document):
    """The path of every value in a document, beginning with the document itself."""
    yield ()
    members = {}
    if isinstance(document, (dict, list)):
        members = document if isinstance(document, dict) else dict(enumerate(document))
    for key, value in members.items():
        for place in places(value):
            yield (key, *place)


def at(document, place):
    for key in place:
        document = document[key]
    return document


def changed(document, place, value):
    document = copy.deepcopy(document)
    if value is DELETED:
        del at(document, place[:-1])[place[-1]]
    else:
        at(document, place[:-1])[place[-1]] = value
    return document


def wrong_documents(document):
    """Triples of a name, a document with one wrong field, and the path of the error to expect."""
    # A document has some keys only with their options.
    plain = set(places(json.loads(output("--format", "json", "--seed", "1"))))
    for whole in ([document], None, 1, "{}"):
        yield "the document: %.20r" % (whole,), whole, ()
    for place in places(document):
        if not place:
            continue
        name = ".".join(map(str, place))
        value = at(document, place)
        is_optional = place[-1] == "distance" or (len(place) <= 2 and place not in plain)
        if isinstance(place[-1], str) and not is_optional:
            yield "without " + name, changed(document, place, DELETED), place[:-1]
        values = [*WRONG_VALUES.get(place, ()), *WRONG_TYPES[type(value)]]
        values += WRONG_COORDINATES if len(place) > 1 and place[-1] in COORDINATES else ()
        for wrong in values:
            yield "%s: %r" % (name, wrong), changed(document, place, wrong), place


def strict(part):
    """The same part of the schema, but it allows only keys that it describes, outside of "then"."""
    part.pop("then", None)
    if part.get("type") == "object" and "properties" in part:
        return {**part, "additionalProperties": False}
    return part


def documents(*options):
    return [json.loads(line) for line in output(*options, "--format", "json").splitlines()]


class Schema(TestCase):
    VALIDATOR = jsonschema.Draft202012Validator(json.loads(TEXT))
    STRICT = jsonschema.Draft202012Validator(json.loads(TEXT, object_hook=strict))
    SMALL = "--seed 2 --width 12 --height 9 --room-min 3 --room-max 4 --max-rooms 5".split()

    def setUp(self):
        """A document to change, with all keys."""
        super().setUp()
        [self.document] = documents(*help_text.map_options(), *self.SMALL, "--min-rooms", "2")
        self.assertEqual(len(self.document["rooms"]), 2)
        self.assertEqual(len(self.document["tunnels"][0]["path"]), 4)

    def assert_valid(self, *options):
        for document in documents(*options):
            with self.subTest(options, seed=document.get("seed")):
                for validator in (self.VALIDATOR, self.STRICT):
                    errors = [error.message for error in validator.iter_errors(document)]
                    self.assertEqual(errors, [])

    def test_schema_is_a_schema(self):
        self.VALIDATOR.check_schema(self.VALIDATOR.schema)

    def test_generated_maps_are_valid(self):
        # Shapes do not depend on the generator. Only the seeds that it accepts do.
        shapes = itertools.product(["python"], SHAPES, ["", "--no-tiles"])
        plain = ((rng, "", "") for rng in RNGS)
        for rng, shape, style in {*shapes, *plain}:
            options = ["--rng", rng, *shape.split(), *style.split()]
            self.assert_valid(*options, "--seed", "0", "--count", "5")
            for seed in SEEDS.get(rng, ()):
                self.assert_valid(*options, "--seed", str(seed), "--count", "1")

    def test_largest_map_is_valid(self):
        self.assert_valid("--seed", "1", *LARGE.split())

    def test_input_maps_are_valid(self):
        for name in SAMPLES:
            self.assert_valid(str(ROOT / "samples" / name))

    def test_edited_documents_are_valid(self):
        write(self.path("edited.json"), "\n".join(map(json.dumps, EDITED)).encode())
        self.assert_valid(self.path("edited.json"))

    def test_additional_keys_are_valid(self):
        for place in places(self.document):
            if isinstance(at(self.document, place), dict):
                document = changed(self.document, (*place, "new"), [1])
                errors = [error.message for error in self.VALIDATOR.iter_errors(document)]
                self.assertEqual(errors, [], place)

    def test_wrong_fields_are_invalid(self):
        self.assertEqual(set(WRONG_VALUES) - set(places(self.document)), set())
        for name, wrong, place in wrong_documents(self.document):
            with self.subTest(name):
                paths = [tuple(error.absolute_path) for error in self.VALIDATOR.iter_errors(wrong)]
                self.assertIn(place, [path[: len(place)] for path in paths])
