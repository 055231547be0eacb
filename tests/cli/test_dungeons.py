# SPDX-License-Identifier: MIT
"""Maps with more than the tutorials' generator gives, and those that do not exist."""

import errno
import json
import os
import re
import shlex

from helper import SANITIZED, TestCase, read, run

# Of 80x45 with seed 7 the first attempts place 8 rooms; far more are wanted than ever fit.
TOO_MANY = ("--seed", "7", "--min-rooms", "40")
# Of these seeds the first ones have so many rooms, until one does not.
FIRST_ONES = ("--seed", "1", "--count", "30", "-W30", "-H30", "--room-max", "9", "--min-rooms", "8")


class Impossible(TestCase):
    def assert_impossible(self, *args, message, stdout=b""):
        """There is no such map: status 3, and a message that this pattern matches."""
        result = run(*args)
        self.assertEqual(result.returncode, 3, args)
        self.assertRegex(result.stderr, rb"\Adungen: " + message + rb"\n\Z")
        if stdout is not None:
            self.assertEqual(result.stdout, stdout)
        return result


class MinRooms(Impossible):
    def documents(self, *args):
        return [json.loads(line) for line in self.good("--format", "json", *args).splitlines()]

    def test_a_seed_with_enough_rooms_has_the_same_map(self):
        usual = self.documents("--seed", "1", "--count", "20")
        for wanted in (1, 6, 9, 12, 16):
            for few, enough in zip(usual, self.documents("--seed", "1", "--count", "20", "--min-rooms", str(wanted))):
                self.assertGreaterEqual(len(enough["rooms"]), wanted)
                # Attempts go on after those that were made anyway.
                self.assertEqual(enough["rooms"][: len(few["rooms"])], few["rooms"])
                self.assertEqual(enough == {**few, "params": enough["params"]}, len(few["rooms"]) >= wanted)

    def test_too_few_rooms(self):
        few = rb"--min-rooms %d: only %d rooms? fits? after %d attempts on %s with seed %d; try %s"
        for args, *numbers, hint in (
            (TOO_MANY, 40, 31, 40000, b"80x45", 7, b"another seed, --min-rooms 21 or a larger map"),
            ((*TOO_MANY, "--count", "3"), 40, 31, 40000, b"80x45", 7, b"--skip, --min-rooms 21 or a larger map"),
            ((*TOO_MANY, "--max-rooms", "50000"), 40, 31, 50000, b"80x45", 7, b"another seed, --min-rooms 21 or a larger map"),
            ("-s2 -W20 -H20 --room-min 9 --room-max 15 --min-rooms 2".split(), 2, 1, 2000, b"20x20", 2,
             b"another seed, --min-rooms 1 or a larger map"),
            # So many have nearly all seeds, but not this one.
            ("-s48 --rng splitmix64 -W12 -H60 --room-min 2 --room-max 5 --tunnels around --min-rooms 9".split(),
             9, 7, 30, b"12x60", 48, b"another seed or a larger map"),
        ):  # fmt: skip
            with self.subTest(args=args):
                self.assert_impossible(*args, message=few % (*numbers, hint))

    def test_the_maps_before_are_complete(self):
        done = self.assert_impossible(*FIRST_ONES, message=rb"--min-rooms 8: .*", stdout=None)
        whole = [line for line in done.stdout.split(b"\n") if line]
        self.assertTrue(0 < len(whole) < 30 * 30 and len(whole) % 30 == 0, len(whole))
        before = len(whole) // 30
        self.assertEqual(done.stdout, self.good(*FIRST_ONES, "--count", str(before)))
        self.assertIn(b" with seed %d; try --skip, " % (1 + before), done.stderr)
        self.assert_impossible(*FIRST_ONES, "-o", self.path("%d.txt"), message=rb"--min-rooms 8: .*")
        self.assert_holds(*(f"{seed}.txt" for seed in range(1, 1 + before)))

    def test_what_can_never_fit_is_refused(self):
        # Rooms of 6 and more take 7x7 tiles with their walls.
        self.assert_refused("-s1", "--min-rooms", "67", mentions=("--min-rooms 67", "66", "80x45"))
        self.assert_impossible("-s1", "--min-rooms", "66", message=rb"--min-rooms 66: only .*")
        self.assert_refused("-s1", "-W3", "-H3", "--room-min=2", "--room-max=2", "--min-rooms=2", mentions=("try --min-rooms 1",))
        self.good("-s1", "-W3", "-H3", "--room-min=2", "--room-max=2", "--min-rooms=1")

    def test_a_failure_is_told_alone(self):
        """The only message is about the write that failed, whether there was a map or not."""
        self.assert_failed(run(*TOO_MANY, "-o", self.path("none", "map.txt")), "map.txt", errno.ENOENT)
        with open("/dev/full", "wb") as full:
            done = run(*FIRST_ONES, stdout=full)
        self.assert_failed(done, "standard output", errno.ENOSPC)

    def test_no_map_is_made_for_a_file_that_cannot_be(self):
        endless = ("-s1", "-W2000000", "-H2000000", "--max-rooms", "1000000000", "-f", "csv")
        self.assert_failed(run(*endless, "-o", self.path("none", "map")), "map", errno.ENOENT)


class Loops(Impossible):
    def test_as_many_as_there_are(self):
        """Of 13 rooms 78 pairs can be joined, 12 by the tunnels that there are anyway."""
        most = json.loads(self.good("-s7", "-f", "json", "--loops", "66"))["tunnels"]
        self.assertEqual(len({frozenset((tunnel["from"], tunnel["to"])) for tunnel in most}), 78)
        for loops in ("67", str(2**31 - 1)):
            self.assertEqual(json.loads(self.good("-s7", "-f", "json", "--loops", loops))["tunnels"], most)
        self.assertEqual(self.good("-s7", "--max-rooms", "1", "--loops", "1"), self.good("-s7", "--max-rooms", "1"))

    def test_many_are_dug_fast(self):
        """Among 810 rooms; it took 8 s and more."""
        args = "-s1 -W400 -H400 --max-rooms 3000 -f json --no-tiles --loops 300000"
        limited = ("prlimit", f"--cpu={60 if SANITIZED else 4}")
        self.assertEqual(self.good(*args.split(), under=limited).count(b'"from"'), 300809)


class Skip(Impossible):
    """Seeds without a map are left out of a batch."""

    def skipped(self, *args, **options):
        """Return what a batch writes, how many seeds it says it left out, and of how many."""
        done = run(*args, "--skip", **options)
        self.assertEqual(done.returncode, 0, done.stderr)
        said = re.fullmatch(rb"(?:dungen: --skip: (\d+) of (\d+) seeds left out, which have fewer than \d+ rooms\n)?", done.stderr)
        self.assertTrue(said, done.stderr)
        self.assertEqual(self.good(*args, "--skip", "-q", **options), done.stdout)
        return done.stdout, tuple(int(number or 0) for number in said.groups())

    def test_the_other_maps_are_written(self):
        alone = [run(*FIRST_ONES, "--count", "1", "-s", str(seed)) for seed in range(1, 31)]
        left_out = [done.returncode for done in alone].count(3)
        self.assertTrue(0 < left_out < 30)
        every = b"".join(done.stdout for done in alone)
        self.assertEqual(self.skipped(*FIRST_ONES), (every, (left_out, 30)))
        shards = [self.skipped(*FIRST_ONES, "--count", "10", "-s", str(seed))[0] for seed in (1, 11, 21)]
        self.assertEqual(b"".join(shards), every)
        self.skipped(*FIRST_ONES, "-o", "maps.txt", cwd=self.folder)
        self.assertEqual(read(self.path("maps.txt")), every)
        self.assertEqual(self.skipped("-s1", "--count", "4"), (self.good("-s1", "--count", "4"), (0, 0)))

    def test_a_file_for_each_map(self):
        """The number of a map is that of its seed in the batch, so that shards agree."""
        good = [seed for seed in range(1, 31) if run(*FIRST_ONES, "--count", "1", "-s", str(seed)).returncode == 0]
        os.mkdir(self.path("whole"))
        os.mkdir(self.path("shards"))
        self.skipped(*FIRST_ONES, "--first", "101", "-o", self.path("whole", "%d-%i"))
        self.assertEqual(sorted(os.listdir(self.path("whole"))), sorted(f"{seed}-{seed + 100}" for seed in good))
        for seed in (1, 11, 21):
            shard = ("-s", str(seed), "--count", "10", "--first", str(seed + 100))
            self.skipped(*FIRST_ONES, *shard, "-o", self.path("shards", "%d-%i"))
        self.assertEqual(sorted(os.listdir(self.path("shards"))), sorted(os.listdir(self.path("whole"))))

    def test_none_is_left(self):
        none = rb"--min-rooms 40: none of 3 seeds has so many rooms on 80x45; try --min-rooms 21 or a larger map"
        one = rb"--min-rooms 40: only 31 rooms fit after 40000 attempts on 80x45 with seed 7; try --min-rooms 21 or a larger map"
        for args in ([], ["-o", self.path("map")], ["-o", self.path("%d")]):
            self.assert_impossible(*TOO_MANY, "--skip", "--count", "3", *args, message=none)
            self.assert_impossible(*TOO_MANY, "--skip", *args, message=one)
            self.assert_holds()


class Advice(TestCase):
    """At least 99 of 100 seeds have as many rooms as a message suggests for --min-rooms."""

    SIZES = ("20x20", "30x20", "12x60", "40x40", "80x25", "60x40", "80x45", "100x100", "150x60", "200x200")
    ROOMS = ((2, 2), (2, 5), (4, 15), (6, 10), (9, 15), (2, 40))

    def test_it_works(self):
        for size in self.SIZES:
            width, height = size.split("x")
            for smallest, largest in self.ROOMS:
                if largest >= min(int(width), int(height)) or (SANITIZED and int(width) * int(height) > 5000):
                    continue
                for tunnels in ("through", "around"):
                    args = f"-qs1 --rng splitmix64 -W{width} -H{height} --room-min {smallest} --room-max {largest} --tunnels {tunnels}"
                    with self.subTest(args=args):
                        line = self.assert_refused(*args.split(), "--min-rooms", str(2**31 - 1))
                        space, advice = map(int, re.search(r"space for (\d+) rooms at most; try --min-rooms (\d+)", line).groups())
                        # Not so few that the advice is worth nothing.
                        self.assertGreaterEqual(6 * advice + 6, space if tunnels == "through" and largest <= 2 * smallest else 0)
                        # More seeds where they are cheap, since one in a hundred may fail.
                        seeds = 100 if int(width) * int(height) > 5000 else 400
                        batch = self.good(*args.split(), f"-n{seeds}", "--skip", "-fjson", "--no-tiles", "--min-rooms", str(advice))
                        self.assertGreaterEqual(batch.count(b"\n"), seeds * 99 // 100)

    def test_after_a_map_that_does_not_exist(self):
        line = self.assert_message(run(*TOO_MANY), 3)
        advice = shlex.split(re.search(r"(--min-rooms \d+) or a larger map", line)[1])
        self.good(*TOO_MANY, *advice)


class ExitAndDoors(TestCase):
    def test_what_a_document_has_only_on_request(self):
        usual = json.loads(self.good("-s1", "--format", "json"))
        self.assertEqual({"exit_distance", "doors", "+"} & {*usual, *usual["legend"], *usual["params"]}, set())
        last = json.loads(self.good("-s1", "--format", "json", "--exit", "last"))
        self.assertEqual(last, {**usual, "params": {**usual["params"], "exit": "last"}})
        doors = json.loads(self.good("-s1", "--format", "json", "--doors"))
        self.assertEqual(doors["legend"]["+"], "door")
        found = [(x, y) for y, row in enumerate(doors["tiles"]) for x, tile in enumerate(row) if tile == "+"]
        self.assertEqual(sorted((door["y"], door["x"]) for door in doors["doors"]), sorted((y, x) for x, y in found))
        self.assertGreater(len(found), 5)
        # A door is a tile that was floor.
        self.assertEqual([row.replace("+", ".") for row in doors["tiles"]], usual["tiles"])

    def test_one_room(self):
        alone = json.loads(self.good("-s1", "--format", "json", "--max-rooms", "1", "--exit", "farthest", "--doors"))
        self.assertEqual((alone["exit"], alone["exit_distance"], alone["doors"]), (alone["spawn"], 0, []))
