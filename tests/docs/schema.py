# SPDX-License-Identifier: MIT
"""Checks the JSON Schema in samples/ with the validator of the package python3-jsonschema. @option

Real documents are valid, also with additional keys. A document with one wrong field is invalid because of that field.
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
LARGE = "--width 2147483647 --height 2147483647 --room-max 2147483646 --max-rooms 2147483 --no-tiles"

# Documents that nobody's generator made: the smallest, floor at the edge, keys left out.
MADE = '"generator":{"name":"dungen","algorithm":"a/1","rng":"r"},"params":{},"width":9,"height":5'
EDITED = (
    '{"width":1,"height":2,"tiles":["+","."],"spawn":{"x":0,"y":0},"seed":"7"}',
    '{"width":9,"height":5,"rooms":[{"x":1,"y":1,"width":2,"height":2}],"doors":[{"x":0,"y":0,"room":0}],"tunnels":[{"from":0,'
    '"to":0,"path":[%s]}]}' % ",".join('{"x":%d,"y":%d}' % at for at in ((0, 0), (0, 4), (8, 4), (8, 1), (3, 1), (3, 3))),
    *('{%s,"rooms":[{"x":1,"y":1,"width":2,"height":2}]%s}' % (MADE, rest) for rest in ("", ',"seed":"1"', ',"exit":{"x":1,"y":1}')),
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
# Those of options are made from their bounds.
WRONG_VALUES = {
    ("version",): (0, 2),
    ("generator", "algorithm"): ("rooms-and-tunnels", "rooms-and-tunnels/", "rooms-and-tunnels/0", "caves/1"),
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
    **{(*(["params"] if row["name"] not in COORDINATES else []), row["name"].replace("-", "_")):
       (int(row["lowest"]) - 1, int(row["highest"]) + 1)
       for row in help_text.ROWS if row["group"] == "Map" and row["kind"] == "number"},
}  # fmt: skip


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
        if isinstance(place[-1], str) and (len(place) > 2 or place in plain):
            yield "without " + name, changed(document, place, DELETED), place[:-1]
        values = [*WRONG_VALUES.get(place, ()), *WRONG_TYPES[type(value)]]
        values += WRONG_COORDINATES if len(place) > 1 and place[-1] in COORDINATES else ()
        for wrong in values:
            yield "%s: %r" % (name, wrong), changed(document, place, wrong), place


def strict(part):
    """The same part of the schema, but it allows only keys that it describes, outside of "then"."""
    part.pop("then", None)
    return {**part, "additionalProperties": False} if part.get("type") == "object" and "properties" in part else part


def documents(*options):
    return [json.loads(line) for line in output(*options, "--format", "json").splitlines()]


class Schema(TestCase):
    VALIDATOR = jsonschema.Draft202012Validator(json.loads(TEXT))
    STRICT = jsonschema.Draft202012Validator(json.loads(TEXT, object_hook=strict))
    SMALL = "--seed 2 --width 12 --height 9 --room-min 3 --room-max 4 --max-rooms 5 --min-rooms 2".split()

    def setUp(self):
        """A document to change, with all keys."""
        super().setUp()
        [self.document] = documents(*help_text.map_options(), *self.SMALL)
        self.assertEqual((len(self.document["rooms"]), len(self.document["tunnels"][0]["path"])), (2, 4))

    def assert_valid(self, *options):
        for document in documents(*options):
            with self.subTest(options, seed=document.get("seed")):
                errors = itertools.chain(self.VALIDATOR.iter_errors(document), self.STRICT.iter_errors(document))
                self.assertEqual([error.message for error in errors], [])

    def test_schema(self):
        self.VALIDATOR.check_schema(self.VALIDATOR.schema)

    def test_maps(self):
        # Shapes do not depend on the generator; only the seeds that it takes do.
        for rng, shape, style in {*itertools.product(["python"], SHAPES, ("", "--no-tiles")), *((rng, "", "") for rng in RNGS)}:
            for seed, count in [(0, 5), *((seed, 1) for seed in SEEDS.get(rng, ()))]:
                options = "--rng %s %s %s --seed %d --count %d" % (rng, shape, style, seed, count)
                self.assert_valid(*options.split())
        self.assert_valid("--seed", "1", *LARGE.split())

    def test_maps_that_were_read(self):
        write(self.path("edited.json"), "\n".join(EDITED).encode())
        for name in ("seed-42.txt", "small-30x15-seed-1.csv", "seed-42.map", "small-30x15-seed-1.tmj", "level-seed-2.json", self.path("edited.json")):
            self.assert_valid("--input", str(ROOT / "samples" / name))

    def test_keys_that_were_added(self):
        for place in places(self.document):
            if isinstance(at(self.document, place), dict):
                self.assertTrue(self.VALIDATOR.is_valid(changed(self.document, (*place, "new"), [1])), place)

    def test_wrong_fields(self):
        self.assertEqual(set(WRONG_VALUES) - set(places(self.document)), set())
        for name, made, place in wrong_documents(self.document):
            with self.subTest(name):
                self.assertIn(place, [tuple(error.absolute_path)[: len(place)] for error in self.VALIDATOR.iter_errors(made)])
