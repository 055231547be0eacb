# SPDX-License-Identifier: MIT
"""What a map is in each format, and that a batch is its maps one after another."""

import functools
import itertools
import json
import re
import string
import subprocess

from helper import RNGS, TestCase, read, run

# Options, and the width, height, smallest and largest room that they ask for.
SHAPES = [
    ("", 80, 45, 6, 10),
    ("-W 3 -H 3 --room-min 2 --room-max 2", 3, 3, 2, 2),
    ("-W 4 -H 3 --room-min 2 --room-max 2", 4, 3, 2, 2),
    ("-W 40 -H 30 --room-min 3 --room-max 3 --max-rooms 12", 40, 30, 3, 3),
    ("-W 120 -H 60 --room-min 4 --room-max 15 --max-rooms 200", 120, 60, 4, 15),
    ("-W 2000 -H 12", 2000, 12, 6, 10),
    ("-W 11 -H 2000", 11, 2000, 6, 10),
    ("-W 200 -H 200 --room-min 2 --room-max 5 --max-rooms 3000", 200, 200, 2, 5),
    ("--max-rooms 1", 80, 45, 6, 10),
]
LETTERS = string.ascii_uppercase + string.ascii_lowercase + string.digits


def no_twins(pairs):
    """A JSON object, which must not have a key twice."""
    assert len(dict(pairs)) == len(pairs), pairs
    return dict(pairs)


class Text(TestCase):
    def test_rows(self):
        for (options, width, height, *_), rng in itertools.product(SHAPES, RNGS):
            with self.subTest(options=options, rng=rng):
                lines = self.good("-s3", "--rng", rng, *options.split()).decode("ascii").split("\n")
                self.assertEqual(lines.pop(), "")
                self.assertEqual(len(lines), height)
                self.assertEqual({len(line) for line in lines}, {width})
                tiles = "".join(lines)
                self.assertLessEqual(set(tiles), set("#.@"))
                self.assertEqual(tiles.count("@"), 1)
                edge = lines[0] + lines[-1] + "".join(line[0] + line[-1] for line in lines)
                self.assertEqual(set(edge), {"#"})

    def test_the_smallest_map(self):
        self.assertEqual(self.good("-s1", "-W3", "-H3", "--room-min=2", "--room-max=2"), b"###\n#@#\n###\n")

    def test_text_is_the_default(self):
        self.assertEqual(self.good("-s3"), self.good("-s3", "--format", "text"))

    def test_labels(self):
        for options, *_ in SHAPES:
            options = ["-s3", *options.split()]
            document = json.loads(self.good(*options, "-f", "json"))
            expected = [list(row) for row in document["tiles"]]
            for room in document["rooms"]:
                letter = LETTERS[room["id"]] if room["id"] < len(LETTERS) else "?"
                expected[room["center"]["y"]][room["center"]["x"]] = letter
            expected[document["spawn"]["y"]][document["spawn"]["x"]] = "@"
            with self.subTest(options=options):
                self.assertEqual(self.good(*options, "--labels").decode(), "".join("".join(row) + "\n" for row in expected))
        # The table above has a map with more rooms than there are letters and digits.
        self.assertGreater(len(json.loads(self.good("-s3", *SHAPES[7][0].split(), "-f", "json"))["rooms"]), len(LETTERS) + 1)


@functools.lru_cache(maxsize=None)
def documents():
    """A document of every shape and rng: its options, rng and shape, and the document as text and as a value."""
    cases = []
    for (options, *shape), rng in itertools.product(SHAPES, RNGS):
        options = ["-s3", "--rng", rng, *options.split()]
        output = run(*options, "-f", "json").stdout.decode("ascii")
        cases.append((options, rng, shape, output, json.loads(output, object_pairs_hook=no_twins)))
    return cases


class Json(TestCase):
    def test_one_compact_line(self):
        for options, _, _, output, document in documents():
            with self.subTest(options=options):
                self.assertEqual(output, json.dumps(document, separators=(",", ":")) + "\n")

    def test_keys_and_their_order(self):
        keys = "format version generator params width height seed spawn exit rooms tunnels legend tiles".split()
        for options, _, _, _, document in documents():
            with self.subTest(options=options):
                self.assertEqual(list(document), keys)
                self.assertEqual(list(document["generator"]), ["name", "algorithm", "rng"])
                self.assertEqual(list(document["params"]), ["max_rooms", "room_min", "room_max"])
                for room in document["rooms"]:
                    self.assertEqual(list(room), ["id", "x", "y", "width", "height", "center"])
                for tunnel in document["tunnels"]:
                    self.assertEqual(list(tunnel), ["from", "to", "path"])
                points = [document["spawn"], document["exit"], *(room["center"] for room in document["rooms"])]
                for point in itertools.chain(points, *(tunnel["path"] for tunnel in document["tunnels"])):
                    self.assertEqual(list(point), ["x", "y"])

    def test_what_was_asked_for_is_in_it(self):
        for options, rng, (width, height, smallest, largest), _, document in documents():
            tries = int(options[options.index("--max-rooms") + 1]) if "--max-rooms" in options else 30
            with self.subTest(options=options):
                self.assertEqual((document["format"], document["version"]), ("dungen", 1))
                self.assertEqual(document["generator"], {"name": "dungen", "algorithm": "rooms-and-tunnels/1", "rng": rng})
                self.assertEqual(document["params"], {"max_rooms": tries, "room_min": smallest, "room_max": largest})
                self.assertEqual((document["width"], document["height"], document["seed"]), (width, height, "3"))
                self.assertEqual(document["legend"], {"#": "wall", ".": "floor"})

    def test_rooms(self):
        for options, _, (_, _, smallest, largest), _, document in documents():
            rooms = document["rooms"]
            with self.subTest(options=options):
                self.assertTrue(1 <= len(rooms) <= document["params"]["max_rooms"])
                self.assertEqual([room["id"] for room in rooms], list(range(len(rooms))))
                self.assertEqual(document["spawn"], rooms[0]["center"])
                self.assertEqual(document["exit"], rooms[-1]["center"])
                for room in rooms:
                    self.assertLessEqual(smallest - 1, min(room["width"], room["height"]))
                    self.assertGreaterEqual(largest - 1, max(room["width"], room["height"]))
                    # The rectangle with its walls reaches from x - 1 to x + width.
                    center = {axis: (2 * room[axis] + room[size] - 1) // 2 for axis, size in (("x", "width"), ("y", "height"))}
                    self.assertEqual(room["center"], center)

    def test_tunnels(self):
        bent = 0
        for options, _, _, _, document in documents():
            rooms, tunnels = document["rooms"], document["tunnels"]
            with self.subTest(options=options):
                self.assertEqual([(t["from"], t["to"]) for t in tunnels], [(i, i + 1) for i in range(len(rooms) - 1)])
                for tunnel in tunnels:
                    old, *bends, new = tunnel["path"]
                    self.assertEqual([old, new], [rooms[tunnel[end]]["center"] for end in ("from", "to")])
                    possible = [[{"x": new["x"], "y": old["y"]}], [{"x": old["x"], "y": new["y"]}]]
                    straight = old["x"] == new["x"] or old["y"] == new["y"]
                    self.assertIn(bends, [[]] if straight else possible)
                    bent += len(bends)
        self.assertTrue(bent)

    def test_tiles_are_the_text_without_marks(self):
        for options, _, _, output, _ in documents():
            with self.subTest(options=options):
                jq = subprocess.run(["jq", "-r", ".tiles[]"], input=output.encode(), stdout=subprocess.PIPE, check=True)
                self.assertEqual(jq.stdout, self.good(*options).replace(b"@", b"."))

    def test_no_tiles(self):
        for options, _, _, _, document in documents():
            shorter = {key: value for key, value in document.items() if key not in ("legend", "tiles")}
            expected = json.dumps(shorter, separators=(",", ":")) + "\n"
            with self.subTest(options=options):
                self.assertEqual(self.good(*options, "-f", "json", "--no-tiles").decode(), expected)

    def test_the_seed_is_a_string(self):
        for seed in (0, 1, 2**31, 2**32 - 1, 2**32, 2**53 + 1, 10**19, 2**64 - 1):
            for rng, largest in RNGS.items():
                if seed <= largest:
                    with self.subTest(seed=seed, rng=rng):
                        output = self.good("-s", str(seed), "--rng", rng, "-fjson", "--no-tiles").decode()
                        self.assertIn(f'"seed":"{seed}",', output)
        self.assertIn('"seed":"10",', self.good("-s", "010", "-fjson").decode())

    def test_it_does_not_depend_on_the_release(self):
        version = re.search(r"\d+\.\d+\.\d+", self.good("--version").decode()).group()
        self.assertNotIn(version, self.good("-s1", "-fjson", "--no-tiles").decode())


class Batch(TestCase):
    def test_is_its_maps_one_after_another(self):
        outputs = ("", "--labels", "-f json", "-f json --no-tiles")
        shapes = ("", "-W 30 -H 20 --room-min 2 --room-max 5 --max-rooms 99", "-W 20 -H 14000")
        for rng, output, shape in itertools.product(RNGS, outputs, shapes):
            options = ["--rng", rng, *output.split(), *shape.split()]
            for seed, count in ((0, 1), (40, 5), (RNGS[rng] - 2, 3), (min(2**32 - 2, RNGS[rng] - 3), 4)):
                with self.subTest(options=options, seed=seed):
                    alone = [self.good("-s", str(number), *options) for number in range(seed, seed + count)]
                    self.assertEqual(self.good("-s", str(seed), "-n", str(count), *options), b"".join(alone))
                    # Two equal maps in a row would hide a seed that stands still.
                    self.assertEqual(len(set(alone)), count)

    def test_into_a_file(self):
        for name in ("maps.txt", "maps.json"):
            options = ["-s5", "-n50", "-f", {"txt": "text"}.get(name[5:], "json")]
            self.assertEqual(self.good(*options, "-o", name, cwd=self.folder), b"")
            self.assertEqual(read(self.path(name)), self.good(*options))
        self.assert_holds("maps.json", "maps.txt")


class Steadiness(TestCase):
    def test_the_environment_changes_nothing(self):
        for options in ("", "-f json", "--labels"):
            plain = self.good("-s1", *options.split())
            for environment in (
                {},
                {"LC_ALL": "tr_TR.UTF-8", "TZ": "Asia/Tokyo", "COLUMNS": "20"},
                {"POSIXLY_CORRECT": "1"},
                {"MALLOC_PERTURB_": "85"},  # glibc: memory that is not zero before it is written to
            ):
                with self.subTest(options=options, environment=environment):
                    self.assertEqual(self.good("-s1", *options.split(), env=environment), plain)
