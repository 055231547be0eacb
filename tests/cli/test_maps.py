# SPDX-License-Identifier: MIT
"""What a map is in each format, and that a batch is its maps one after another."""

import functools
import itertools
import json
import re

from helper import RNGS, TestCase, read, run

SHAPES = [
    "",
    "-W 3 -H 3 --room-min 2 --room-max 2",
    "-W 4 -H 3 --room-min 2 --room-max 2",
    "-W 120 -H 60 --room-min 4 --room-max 15 --max-rooms 200",
    "-W 2000 -H 12",
    "-W 11 -H 2000",
    "-W 200 -H 200 --room-min 2 --room-max 5 --max-rooms 3000",
    "--max-rooms 1",
]


def no_twins(pairs):
    """A JSON object, which must not have a key twice."""
    assert len(dict(pairs)) == len(pairs), pairs
    return dict(pairs)


class Text(TestCase):
    def test_the_smallest_map(self):
        self.assertEqual(self.good("-s1", "-W3", "-H3", "--room-min=2", "--room-max=2"), b"###\n#@#\n###\n")

    def test_text_is_the_default(self):
        self.assertEqual(self.good("-s3"), self.good("-s3", "--format", "text"))


@functools.lru_cache(maxsize=None)
def documents():
    """A document of every shape and rng: its options, and the document as text and as a value."""
    cases = []
    for options, rng in itertools.product(SHAPES, RNGS):
        options = ["-s3", "--rng", rng, *options.split()]
        output = run(*options, "-f", "json").stdout.decode("ascii")
        cases.append((options, output, json.loads(output, object_pairs_hook=no_twins)))
    return cases


class Json(TestCase):
    def test_one_compact_line(self):
        for options, output, document in documents():
            with self.subTest(options=options):
                self.assertEqual(output, json.dumps(document, separators=(",", ":")) + "\n")

    def test_no_tiles(self):
        for options, _, document in documents():
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
        level = "--min-rooms 7 --connect nearest --loops 3 --exit farthest --doors"
        outputs = ("", "--labels", "-f json", "-f json --no-tiles", level, f"{level} -f json")
        shapes = ("", "-W 30 -H 20 --room-min 2 --room-max 5 --max-rooms 99", "-W 20 -H 14000")
        # No generator knows of looks, so one has them all.
        for rng, output, shape in {*itertools.product(["python"], outputs, shapes), *((rng, "", "") for rng in RNGS)}:
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
