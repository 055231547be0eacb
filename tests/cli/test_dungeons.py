# SPDX-License-Identifier: MIT
"""Maps that do not exist: what the message advises, and how --skip and --find leave them out; and loops in time."""

import errno
import fnmatch
import json
import re

from helper import SANITIZED, TestCase, read, run, write

# More rooms than ever fit on 80x45.
TOO_MANY = ("--seed", "7", "--min-rooms", "40")
# The first of these seeds have 8 rooms, and some of the later ones do not.
FIRST_ONES = ("--seed", "1", "--count", "30", "-W30", "-H30", "--room-max", "9", "--min-rooms", "8")


class Impossible(TestCase):
    def assert_impossible(self, *args, message, stdout=b""):
        """There is no such map: status 3, and this message, in which * is any text."""
        result = run(*args)
        line = self.assert_message(result, 3)
        self.assertTrue(fnmatch.fnmatchcase(line, f"dungen: {message}"), line)
        if stdout is not None:
            self.assertEqual(result.stdout, stdout)
        return result


class MinRooms(Impossible):
    def test_too_few_rooms(self):
        most = "40: only 31 rooms fit after 40000 attempts on 80x45 with seed 7; try"
        for args, message in (
            (TOO_MANY, f"{most} another seed, a larger map or a lower --min-rooms"),
            ((*TOO_MANY, "--count", "3"), f"{most} --skip, a larger map or a lower --min-rooms"),
            ("-s2 -W20 -H20 --room-min 9 --room-max 15 --min-rooms 2".split(),
             "2: only 1 room fits after 2000 attempts on 20x20 with seed 2; try another seed, a larger map or a lower --min-rooms"),
            ("-s48 --rng splitmix64 -W12 -H60 --room-min 2 --room-max 5 --tunnels around --min-rooms 9".split(),
             "9: only 7 rooms fit after 30 attempts on 12x60 with seed 48; try another seed, a larger map or a lower --min-rooms"),
        ):  # fmt: skip
            self.assert_impossible(*args, message=f"--min-rooms {message}")

    def test_the_maps_before_are_complete(self):
        done = self.assert_impossible(*FIRST_ONES, message="--min-rooms 8: *", stdout=None)
        whole = [line for line in done.stdout.split(b"\n") if line]
        self.assertTrue(0 < len(whole) < 30 * 30 and len(whole) % 30 == 0, len(whole))
        before = len(whole) // 30
        self.assertEqual(done.stdout, self.good(*FIRST_ONES, "--count", str(before)))
        self.assertIn(b" with seed %d; try --skip, " % (1 + before), done.stderr)
        self.assert_impossible(*FIRST_ONES, "-o", self.path("%d.txt"), message="--min-rooms 8: *")
        self.assert_holds(*(f"{seed}.txt" for seed in range(1, 1 + before)))

    def test_what_can_never_fit_is_refused(self):
        # Rooms of 6 and more take 7x7 tiles with their walls.
        self.assert_impossible("-s1", "--min-rooms", "66", message="--min-rooms 66: only *")
        self.assert_refused("-s1", "-W3", "-H3", "--room-min=2", "--room-max=2", "--min-rooms=2", mentions=("for 1 room at most; try a larger map or smaller rooms",))
        self.good("-s1", "-W3", "-H3", "--room-min=2", "--room-max=2", "--min-rooms=1")

    def test_a_failure_is_told_alone(self):
        """The only message is about the write that failed, although there is no map for a later seed."""
        with open("/dev/full", "wb") as full:
            done = run(*FIRST_ONES, stdout=full)
        self.assert_failed(done, "standard output", errno.ENOSPC)

    def test_no_map_is_made_for_a_file_that_cannot_be(self):
        endless = ("-s1", "-W2000000", "-H2000000", "--max-rooms", "1000000000", "-f", "csv")
        self.assert_failed(run(*endless, "-o", self.path("none", "map")), "map", errno.ENOENT)


class Loops(TestCase):
    def test_many_are_dug_fast(self):
        """Among 810 rooms; a slower search took more than 8 seconds."""
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
        alone = {seed: run(*FIRST_ONES, "--count", "1", "-s", str(seed)) for seed in range(1, 31)}
        good = [seed for seed, done in alone.items() if done.returncode == 0]
        self.assertTrue(0 < len(good) < 30)
        every = b"".join(done.stdout for done in alone.values())
        self.assertEqual(self.skipped(*FIRST_ONES), (every, (30 - len(good), 30)))
        self.skipped(*FIRST_ONES, "-o", "maps.txt", cwd=self.folder)
        self.assertEqual(read(self.path("maps.txt")), every)
        # The number of a map is that of its seed in the batch, so that shards agree.
        self.skipped(*FIRST_ONES, "--first", "101", "-o", "%d-%i", cwd=self.folder)
        self.assert_holds("maps.txt", *(f"{seed}-{seed + 100}" for seed in good))
        few = ("-s1", "--count", "4", "--min-rooms", "8")
        self.assertEqual(self.skipped(*few), (self.good(*few), (0, 0)))

    def test_none_is_left(self):
        none = "--min-rooms 40: none of 3 seeds has so many rooms on 80x45; try a larger map or a lower --min-rooms"
        one = "--min-rooms 40: only 31 rooms fit after 40000 attempts on 80x45 with seed 7; try a larger map or a lower --min-rooms"
        for args in ([], ["-o", self.path("map")], ["-o", self.path("%d")]):
            self.assert_impossible(*TOO_MANY, "--skip", "--count", "3", *args, message=none)
            self.assert_impossible(*TOO_MANY, "--skip", *args, message=one)
            self.assert_holds()


class Where(Impossible):
    """The measures that conditions are about are those of the format stats."""

    LEVELS = ("--seed", "1", "--preset", "level", "-f", "stats")
    SMALLEST = "-W3 -H3 --room-min 2 --room-max 2".split()

    def test_those_that_are_kept(self):
        levels = self.good(*self.LEVELS, "-n", "150").splitlines(True)
        for where, *ranges in (
            ("exit_distance=90..", ("exit_distance", 90, 999)),
            ("dead_ends=..2", ("dead_ends", 0, 2)),
            ("loops=4", ("loops", 4, 4)),
            ("rooms=12..14,loops=3..,loops=..4", ("rooms", 12, 14), ("loops", 3, 4)),
            ("unreachable=..0,regions=1,exit_distance=60..,loops=2..,dead_ends=..3", ("exit_distance", 60, 999),
             ("loops", 2, 99), ("dead_ends", 0, 3)),
        ):  # fmt: skip
            lines = [line for line in levels if all(least <= json.loads(line)[key] <= most for key, least, most in ranges)]
            self.assertTrue(10 < len(lines) < 140, len(lines))
            done = run(*self.LEVELS, "-n", "150", "--where", where, "--skip")
            said = f"dungen: --skip: {150 - len(lines)} of 150 seeds left out\n".encode()
            self.assertEqual((done.returncode, done.stderr, done.stdout), (0, said, b"".join(lines)))
            last = json.loads(lines[9])["seed"]
            done = run(*self.LEVELS, "--where", where, "--find", "10", "-o", self.path("%02i.stats"))
            said = f"dungen: --find: {int(last) - 10} of {last} seeds left out; the last was {last}\n".encode()
            self.assertEqual((done.returncode, done.stderr), (0, said))
            self.assertEqual([read(self.path(f"{i:02}.stats")) for i in range(1, 11)], lines[:10])

    def test_each_measure_alone_has_the_value_that_stats_prints(self):
        """dungen measures only what a condition asks for."""
        apart = self.path("apart.txt")
        write(apart, b"#########\n#@.#...##\n####...##\n#.####.##\n#########\n")
        document = self.path("document.json")
        # dungen measures an input map itself and does not believe what its document says.
        level = json.loads(self.good("--seed", "3", "--preset", "level", "--format", "json"))
        level["exit_distance"] += 1
        write(document, json.dumps(level).encode())
        for source in (
            ["--seed", "3"],
            ["--seed", "3", "--preset", "level"],
            ["--seed", "3", "--exit", "farthest", "--loops", "9", "--doors"],
            ["--input", apart],
            ["--input", document],
        ):
            stats = json.loads(self.good(*source, "--format", "stats"))
            for key, value in stats.items():
                # Nothing is printed of a map that does not meet the condition.
                for asked, found in ((int(value), True), (int(value) + 1, False)):
                    done = run(*source, "--format", "stats", "--where", f"{key}={asked}")
                    self.assertEqual((done.returncode, bool(done.stdout)), (0, True) if found else (3, False), (source, key, asked))

    def test_a_seed_without_such_a_map(self):
        for args, message in (
            ("-s7 --where exit_distance=60..", "exit_distance=60..: 43 with seed 7; try another seed, or --find 1"),
            ("-s7 --where farthest=60..,loops=..5,rooms=9 -q", "rooms=9: 13, and loops=..5: 8 with seed 7; try another seed, or --find 1"),
            ("-s7 -n3 --where rooms=..12", "rooms=..12: 13 with seed 7; try --skip"),
        ):
            self.assert_impossible(*args.split(), message=f"--where {message}")

    def test_a_search_that_ends(self):
        for args, written, message in (
            ("-s1 --where loops=1..", "", "no seed from 1 to 100000 has loops=1..; the largest was 0"),
            ("-s5 --where floor=0,doors=2..4", "", "no seed from 5 to 100004 has doors=2..4; the nearest was 0; nor floor=0; the smallest was 1"),
            ("-s1 --where seed=1..3,rooms=1", "; 3 maps were written before", "no seed from 4 to 100003 has seed=1..3; the nearest was 4"),
            ("-s4294967290 --where seed=4294967294 --rng libtcod", "; 1 map was written before",
             "no seed from 4294967295 to 4294967295 has seed=4294967294; the nearest was 4294967295"),
        ):  # fmt: skip
            args = [*self.SMALLEST, *args.split(), "--find", "5"]
            # Of a file for all maps, nothing is left.
            self.assert_impossible(*args, "-o", self.path("all"), message=f"--find 5: {message}")
            self.assert_holds()
            self.assert_impossible(*args, stdout=None, message=f"--find 5: {message}{written}")
        self.assert_impossible(*self.SMALLEST, *"-s1 --where seed=1..3 --find 5 -o".split(), self.path("%i"), message="--find 5: *; 3 maps were written before")
        self.assert_holds("1", "2", "3")
        for args, message in (
            (" ".join([*self.SMALLEST, "-s1 -n 9 --skip --where loops=1.."]), "--skip: no seed from 1 to 9 has loops=1..; the largest was 0"),
            ("-s1 -n 9 --skip --where rooms=..13,loops=15", "--skip: no seed from 1 to 9 has all of it at once"),
            ("-s18446744073709551610 --where rooms=1.. --find 100 -fstats", f"--find 100: 6 maps were found, and seed {2**64 - 1} is the last of --rng python; try *"),
            ("-s18446744073709551610 --min-rooms 1 --find 100 -fstats", "--find 100: 6 maps were found, *"),
            ("--rng libtcod -s4294967293 --min-rooms 40 --find 2", "--min-rooms 40: none of 3 seeds has so many rooms on 80x45; *"),
        ):
            self.assert_impossible(*args.split(), stdout=None, message=message)
        # A comparison makes other maps, too, if it finds a difference.
        found = run(*"-s1 --find 1 --where rooms=16 --compare -".split(), input=self.good("-s3"))
        self.assertRegex(found.stderr.decode(), r"; the seed is one too large\ndungen: --find: 1 of 2 seeds left out; the last was 2\n$")

    def test_maps_that_were_read(self):
        path = self.path("maps.ndjson")
        write(path, self.good("-s7", "-n3", "-f", "json"))
        asked = ("-i", path, "--where", "rooms=..14", "-f", "json")
        done = run(*asked, "--skip")
        self.assertEqual((done.returncode, done.stderr), (0, b"dungen: --skip: 1 of 3 maps left out\n"))
        self.assertEqual(done.stdout, b"".join(read(path).splitlines(True)[:2]))
        self.assert_impossible(*asked, stdout=None, message="--where rooms=..14: 15 in *maps.ndjson: document 3; try --skip")
        self.assert_impossible(*asked[:2], "--skip", "--where", "loops=99..", message="--skip: none of 3 maps has loops=99..; the largest was *")
        # Whether others follow is asked only if the first map is not wanted.
        for name, count, hint in (("map.ndjson", 1, ""), ("map.ndjson", 2, "; try --skip"), ("map-%d.json", 1, "; try --skip")):
            self.good("-s7", f"-n{count}", "-o", self.path(name))
            read_from = ("-i", self.path(name), *(["-s7", "-n2"] if "%" in name else []))
            self.assert_impossible(*read_from, "--where", "rooms=1", message="--where rooms=1: 13 in *json" + hint)
        for count, message in ((1, "--where farthest=0..: it is unknown in *map.json"),
                               (2, "--skip: none of 2 maps has farthest=0..; it is unknown")):  # fmt: skip
            write(self.path("map.json"), b'{"width":1,"height":1,"tiles":["."]}' * count)
            self.assert_impossible("-i", self.path("map.json"), "--where", "farthest=0..", "--skip", message=message)
