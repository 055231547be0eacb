# SPDX-License-Identifier: MIT
"""--locks, --secrets, and the faults of locks that --check finds, against a search of its own over
tiles. @long @option

The search holds sets of tiles as the bits of one number, so it has no code in common with dungen or
with the reference. `make nightly` plays 1,000 levels of each kind.
"""

import itertools
import json
import multiprocessing
import random
import re

from helper import IS_NIGHTLY, TestCase, output, run, write

PRESETS = ("dungeon", "keep", "level")
SIZES = ((48, 24), (80, 45), (120, 60), (200, 100))
LOCKS = (1, 2, 3, 5)
SECRETS = (0, 2)
LEVELS = 1000 if IS_NIGHTLY else 8
FILES = 1000 if IS_NIGHTLY else 3  # levels that go through tmj and tmx

SENTENCES = re.compile(
    rb"(the exit cannot be reached with the keys|key \d+ opens no door|lock \d+ has no key"
    rb"|lock \d+ can be walked around|key \d+ at \d+,\d+ is in the wall)\n"
)


class Level:
    """A document as a player sees it. A set of tiles is a number with a bit for each tile."""

    def __init__(self, document):
        self.stride = document["width"] + 1  # with a column of wall, so that rows do not touch
        rows = enumerate(document["tiles"])
        floor = (self.bit(x, y) for y, row in rows for x, tile in enumerate(row) if tile != "#")
        self.floor = sum(floor)
        self.doors = [
            (self.bit(door["x"], door["y"]), door.get("lock"), "secret" in door)
            for door in document.get("doors", [])
        ]
        self.keys = {key["lock"]: self.bit(key["x"], key["y"]) for key in document.get("keys", [])}
        self.spawn, self.exit = (self.bit(**document[mark]) for mark in ("spawn", "exit"))

    def bit(self, x, y):
        return 1 << y * self.stride + x + self.stride

    def play(self, without=None, finds_secrets=True):
        """The tiles and the keys that a player reaches who never takes the key `without`."""
        held, found = set(), self.spawn
        while True:
            walkable = self.floor
            for at, lock, is_secret in self.doors:
                if (lock and lock not in held) or (is_secret and not finds_secrets):
                    walkable &= ~at
            found &= walkable
            last = 0
            while found != last:
                last = found
                found |= found << 1 | found >> 1 | found << self.stride | found >> self.stride
                found &= walkable
            taken = {lock for lock, at in self.keys.items() if at & found} - {without}
            if taken == held:
                return found, held
            held = taken

    def can_be_walked_around(self, lock):
        """Whether a player without this key reaches both sides of one of its doors."""
        found, _ = self.play(without=lock)
        steps = (1, self.stride)
        return any(
            lock_of == lock and any(found & at << step and found & at >> step for step in steps)
            for at, lock_of, _ in self.doors
        )

    def broken(self):
        """What the bars of --locks forbid."""
        found, held = self.play(finds_secrets=False)
        locks = {lock for _, lock, _ in self.doors if lock}
        if not found & self.exit:
            yield "the exit is out of reach"
        if held != self.keys.keys() or locks != held:
            yield "a key is out of reach, or a lock has no key"
        for lock in locks:
            if self.play(without=lock)[0] & self.exit:
                yield f"key {lock} is not needed"
            if self.can_be_walked_around(lock):
                yield f"lock {lock} can be walked around"

    def faults(self):
        """The sentences of --check about locks."""
        locks = {lock for _, lock, _ in self.doors if lock}
        numbers = range(1, max([0, *locks, *self.keys]) + 1)
        for lock in numbers:
            at = self.keys.get(lock, 0)
            if at and not at & self.floor:
                row, column = divmod(at.bit_length() - 1, self.stride)
                yield f"key {lock} at {column},{row - 1} is in the wall"
            if not at:
                yield f"lock {lock} has no key"
            elif lock not in locks:
                yield f"key {lock} opens no door"
        if not numbers or not self.spawn & self.floor:
            return
        if self.exit & self.floor and not self.play()[0] & self.exit:
            yield "the exit cannot be reached with the keys"
        yield from (f"lock {n} can be walked around" for n in numbers if self.can_be_walked_around(n))


def options_of(preset, size, locks, secrets):
    width, height = map(str, size)
    options = ["-q", "-s1", "--preset", preset, "-W", width, "-H", height]
    return [*options, "--locks", str(locks), "--secrets", str(secrets)]


def play_batch(kind):
    """Plays the levels of a kind. Returns the number of locks and secrets, and what is wrong."""
    lines = output(*options_of(*kind), "-n", str(LEVELS), "-f", "json").splitlines()
    documents = [json.loads(line) for line in lines]
    problems = [
        f"{kind}, seed {document['seed']}: {problem}"
        for document in documents
        for problem in Level(document).broken()
    ]
    return kind, sum(len(document.get("keys", [])) for document in documents), problems


class Bars(TestCase):
    def test_levels_can_be_won_and_need_every_key(self):
        kinds = list(itertools.product(PRESETS, SIZES, LOCKS, SECRETS))
        with multiprocessing.Pool() as pool:
            for kind, count, problems in pool.imap_unordered(play_batch, kinds):
                self.assertEqual(problems, [], kind)
                self.assertGreater(count, 0, kind)

    def test_round_trips(self):
        """The same bytes, so the levels are as good as before."""
        names = [self.path(f"{i}.tmj") for i in range(1, FILES + 1)]
        for preset, size, secrets in itertools.product(PRESETS, SIZES, SECRETS):
            options = [*options_of(preset, size, 5, secrets), "-n", str(FILES)]
            expected = output(*options, "-f", "json")
            with self.subTest(options):
                write(self.path("maps.ndjson"), expected)
                self.assertEqual(output("-q", self.path("maps.ndjson"), "-f", "json"), expected)
                for extension in ("tmj", "tmx"):
                    output(*options, "-f", extension, "-o", self.path("%i.tmj"))
                    self.assertEqual(output("-q", *names, "-f", "json"), expected, extension)

    def test_most_levels_have_all_locks(self):
        """3 locks on 99 % of dungeon and keep at 80x45."""
        for preset in ("dungeon", "keep"):
            count = 2000 if IS_NIGHTLY else 300
            options = options_of(preset, (80, 45), 3, 0)
            text = output(*options, "-n", str(count), "-f", "stats").decode()
            full = sum(json.loads(line)["locks"] == 3 for line in text.splitlines())
            self.assertGreaterEqual(full, 0.99 * count, preset)


def edit(document, draw):
    """Changes something about tiles, doors, keys, or marks."""
    doors, keys = document["doors"], document["keys"]
    floor = [
        {"x": x, "y": y}
        for y, row in enumerate(document["tiles"])
        for x, tile in enumerate(row)
        if tile == "."
    ]
    locked = [door for door in doors if "lock" in door]

    def set_tile(x, y, tile):
        row = document["tiles"][y]
        document["tiles"][y] = row[:x] + tile + row[x + 1 :]

    def open_wall_beside_a_lock():
        door = draw.choice(locked)
        across, along = draw.choice([((1, 0), (0, 1)), ((0, 1), (1, 0))])
        distance = draw.choice((-2, -1, 1, 2))
        for step in (-1, 0, 1):
            x = door["x"] + across[0] * step + along[0] * distance
            y = door["y"] + across[1] * step + along[1] * distance
            if 0 < x < document["width"] - 1 and 0 < y < document["height"] - 1:
                set_tile(x, y, ".")

    edits = [
        open_wall_beside_a_lock,
        lambda: set_tile(*draw.choice(floor).values(), "#"),
        lambda: draw.choice(keys).update(draw.choice(floor)),
        lambda: draw.choice(keys).update(x=draw.randrange(document["width"])),
        lambda: draw.choice(keys).update(lock=draw.randint(1, 4)),
        lambda: draw.choice(locked).update(lock=draw.randint(1, 4)),
        lambda: draw.choice(doors).update(lock=draw.randint(1, 4)),
        lambda: draw.choice(locked).pop("lock", None),
        lambda: draw.choice(doors).update(secret=True),
        lambda: keys.pop(draw.randrange(len(keys))),
        lambda: document["exit"].update(draw.choice(floor)),
        lambda: document["spawn"].update(draw.choice(floor)),
    ]
    draw.choice(edits)()
    taken = [key["lock"] for key in keys]
    document["keys"] = [key for i, key in enumerate(keys) if key["lock"] not in taken[:i]]


class Faults(TestCase):
    def test_check_finds_what_the_search_finds(self):
        """In maps that somebody edited, each of the sentences, and no other."""
        kinds = set()
        draw = random.Random(7)
        for seed in range(3000 if IS_NIGHTLY else 300):
            options = options_of(draw.choice(("dungeon", "level")), (60, 30), 3, 1)
            document = json.loads(output(*options, "-s", str(seed), "-f", "json"))
            for _ in range(draw.randint(1, 3)):
                if any("lock" in door for door in document["doors"]) and document.get("keys"):
                    edit(document, draw)
            # What the program keeps of the map, except locks, which it drops if they do not fit.
            text = json.dumps(document)
            result = run("--check", "-", input=text.encode())
            kept = json.loads(output("-q", "-", "-f", "json", input=text.encode()))
            places = {(door["x"], door["y"]) for door in kept["doors"]}
            document["doors"] = [at for at in document["doors"] if (at["x"], at["y"]) in places]
            expected = sorted(Level(document).faults())
            found = sorted(line.decode() for line in SENTENCES.findall(result.stderr))
            with self.subTest(seed):
                self.assertEqual(found, expected)
            kinds.update(re.sub(r"\d+", "N", sentence) for sentence in found)
        self.assertEqual(len(kinds), 5, kinds)


class Options(TestCase):
    def test_doors_of_locks_and_secrets_are_never_removed(self):
        """--door-percent removes doors of other tunnels only."""
        options = "-qs1 -n 300 --tunnels around --loops 4 --doors --locks 3 --secrets 3".split()
        batches = [
            output(*options, "--door-percent", percent, "-f", "json").splitlines()
            for percent in ("100", "0")
        ]
        removed = 0
        for all_doors, few_doors in zip(*(map(json.loads, batch) for batch in batches)):
            with self.subTest(all_doors["seed"]):
                self.assertEqual(few_doors.get("keys"), all_doors.get("keys"))
                chosen = [door for door in all_doors["doors"] if door.keys() & {"lock", "secret"}]
                tunnels = set().union(*(door["tunnels"] for door in chosen))
                kept = [door for door in all_doors["doors"] if tunnels & set(door["tunnels"])]
                self.assertEqual(few_doors["doors"], kept)
                removed += len(all_doors["doors"]) - len(kept)
        self.assertGreater(removed, 0)

    def test_the_spawn_is_never_locked(self):
        """On any tile, and where the last level had its exit."""
        for options in (["--spawn", "60,30"], ["--linked"], ["--spawn", "8,8", "--linked"]):
            common = options_of("keep", (80, 45), 3, 2)
            text = output(*common, *options, "-n", str(LEVELS * 4), "-f", "json")
            for document in map(json.loads, text.splitlines()):
                with self.subTest(options, seed=document["seed"]):
                    self.assertEqual(list(Level(document).broken()), [])
