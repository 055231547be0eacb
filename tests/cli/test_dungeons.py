# SPDX-License-Identifier: MIT
"""Maps with more than the tutorials' generator gives, and those that do not exist."""

import errno
import json
import os

from helper import TestCase, read, run, write

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
        for args, message in (
            (TOO_MANY, rb"--min-rooms 40: only \d+ rooms fit after 40000 attempts on 80x45 with seed 7"),
            ((*TOO_MANY, "--max-rooms", "50000"), rb"--min-rooms 40: only \d+ rooms fit after 50000 attempts on 80x45 .*"),
            (("-s1", "-W30", "-H30", "--room-min", "6", "--room-max", "29", "--min-rooms", "15"), rb".* after 15000 attempts .*"),
            (("-s2", "-W20", "-H20", "--room-min", "9", "--room-max", "15", "--min-rooms", "2"), rb".* only 1 room fits .*"),
        ):
            with self.subTest(args=args):
                self.assert_impossible(*args, message=message)

    def test_the_maps_before_are_complete(self):
        done = self.assert_impossible(*FIRST_ONES, message=rb"--min-rooms 8: .*", stdout=None)
        whole = [line for line in done.stdout.split(b"\n") if line]
        self.assertTrue(0 < len(whole) < 30 * 30 and len(whole) % 30 == 0, len(whole))
        before = len(whole) // 30
        self.assertEqual(done.stdout, self.good(*FIRST_ONES, "--count", str(before)))
        self.assertTrue(done.stderr.endswith(b" with seed %d\n" % (1 + before)), done.stderr)

    def test_a_file_stays_as_it_was(self):
        for old in (None, b"old\n"):
            path = self.path("map.txt")
            if old:
                write(path, old)
            for args in (TOO_MANY, (*TOO_MANY, "--count", "3"), FIRST_ONES):
                self.assert_impossible(*args, "-o", path, message=rb"--min-rooms \d+: .*")
                self.assertEqual(os.listdir(self.folder), ["map.txt"] if old else [])
                if old:
                    self.assertEqual(read(path), old)

    def test_what_can_never_fit_is_refused(self):
        # Rooms of 6 and more take 7x7 tiles with their walls.
        self.assert_refused("-s1", "--min-rooms", "67", mentions=("--min-rooms 67", "66", "80x45"))
        self.assert_impossible("-s1", "--min-rooms", "66", message=rb"--min-rooms 66: only .*")
        self.assert_refused("-s1", "-W3", "-H3", "--room-min=2", "--room-max=2", "--min-rooms=2", mentions=("try --min-rooms 1",))
        self.good("-s1", "-W3", "-H3", "--room-min=2", "--room-max=2", "--min-rooms=1")


    def test_a_failure_is_told_alone(self):
        """What could not be written is the one line, whether there was a map or not."""
        self.assert_failed(run(*TOO_MANY, "-o", self.path("none", "map.txt")), "map.txt", errno.ENOENT)
        with open("/dev/full", "wb") as full:
            done = run(*FIRST_ONES, stdout=full)
        self.assert_failed(done, "standard output", errno.ENOSPC)

    def test_no_map_is_made_for_a_file_that_cannot_be(self):
        endless = ("-s1", "-W2000000", "-H2000000", "--max-rooms", "1000000000", "-f", "csv")
        self.assert_failed(run(*endless, "-o", self.path("none", "map")), "map", errno.ENOENT)


class Connect(TestCase):
    def test_previous_is_the_default(self):
        usual = self.good("--seed", "5", "--count", "20")
        self.assertEqual(self.good("--seed", "5", "--count", "20", "--connect", "previous"), usual)
        self.assertNotEqual(self.good("--seed", "5", "--count", "20", "--connect", "nearest"), usual)
        tunnels = json.loads(self.good("--seed", "5", "--format", "json"))["tunnels"]
        self.assertTrue(all(tunnel["to"] == tunnel["from"] + 1 for tunnel in tunnels))


class Loops(Impossible):
    def test_none_is_the_same_map(self):
        usual = self.good("--seed", "5", "--count", "20")
        self.assertEqual(self.good("--seed", "5", "--count", "20", "--loops", "0"), usual)

    def test_too_many_loops(self):
        for args, message in (
            (("-s7", "--loops", "500"), rb"--loops 500: only 66 loops fit between the 13 rooms on 80x45 with seed 7"),
            (("-s7", "--loops", str(2**31 - 1)), rb"--loops 2147483647: only 66 loops fit .*"),
            (("-s7", "--max-rooms", "1", "--loops", "1"), rb"--loops 1: no loop fits between the 1 room .*"),
            (("-s1", "-W30", "-H30", "--max-rooms", "4", "--loops", "2"), rb"--loops 2: only 1 loop fits between the 3 rooms .*"),
        ):
            with self.subTest(args=args):
                self.assert_impossible(*args, message=message)
                path = self.path("map.txt")
                self.assert_impossible(*args, "-o", path, message=message)
                self.assertEqual(os.listdir(self.folder), [])
        self.good("-s7", "--loops", "66")


class Patterns(Impossible):
    def test_the_files_of_the_maps_before_stay(self):
        """Seed 5 has too few rooms; the maps of seeds 1 to 4 are files of their own."""
        args = ("-s1", "--count", "30", "-W30", "-H30", "--room-max", "9", "--min-rooms", "8")
        self.assert_impossible(*args, "-o", self.path("%d.txt"), message=rb"--min-rooms 8: .* with seed 5")
        self.assertEqual(sorted(os.listdir(self.folder)), [f"{seed}.txt" for seed in (1, 2, 3, 4)])


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

    def test_keys_and_their_order(self):
        every = "--doors --exit farthest --loops 3 --connect nearest --min-rooms 5"
        document = json.loads(self.good("-s1", "--format", "json", *every.split()))
        self.assertEqual(list(document), ["format", "version", "generator", "params", "width", "height", "seed", "spawn", "exit",
                                          "exit_distance", "rooms", "tunnels", "doors", "legend", "tiles"])
        self.assertEqual(list(document["params"]), ["max_rooms", "room_min", "room_max", "min_rooms", "connect", "loops",
                                                    "exit", "doors"])
        self.assertEqual(list(document["doors"][0]), ["x", "y", "room"])

    def test_one_room(self):
        alone = json.loads(self.good("-s1", "--format", "json", "--max-rooms", "1", "--exit", "farthest", "--doors"))
        self.assertEqual((alone["exit"], alone["exit_distance"], alone["doors"]), (alone["spawn"], 0, []))
