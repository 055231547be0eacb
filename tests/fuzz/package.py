# SPDX-License-Identifier: MIT
"""Calls everything in the Python package with random arguments, right and wrong, for SECONDS from a
SEED. A call returns, or raises the exception that its arguments deserve. tests/python.py runs it:

    PYTHONPATH=FOLDER package.py SEED SECONDS
"""

import copy
import operator
import pickle
import random
import resource
import sys
import threading
import time

import dungen
import numpy

MEMORY_MOST = 4 << 30  # bytes; larger arrays raise MemoryError
COUNT_MOST = 9  # maps that a search looks for


class Index:
    def __index__(self):
        return 7


NAN = float("nan")
WRONG = [
    *(None, -1, -(2**63), 2**31, 2**32, 2**63, 2**64, 10**30, NAN, float("inf"), 1.5, 2j, True),
    *("", "x", "keep\0", "walk\0", "\ud800", "9" * 5000, "1..2", b"keep", "\u0661"),
    *((), (3,), (3, 4, 5), (3, "x"), (NAN, None), [3, 4], {}, {3: 4}, set(), object(), Index(), bool),
    *(numpy.uint8(250), numpy.int64(-1), numpy.float32(3), numpy.array(5), numpy.array([3, 4])),
    *(numpy.zeros((2, 2), "f8"), numpy.array(["through", "around"]), numpy.array(None)),
]
RIGHT = {
    "preset": ["tutorial", "level", "warren", "dungeon", "keep", "quest"],
    "width": range(20, 60),
    "height": range(20, 40),
    "room_max": range(7, 12),
    "min_rooms": range(9),
    "spawn": ["first", "farthest", (9, 9)],
    "doors": [False, True],
    "loop_corners": [False, True],
    **{name: choices for name, choices in dungen._CHOICES.items() if name != "spawn"},
}
NAMES = [*RIGHT, *dungen._OPTIONS]
WHERE = ["rooms=3..", "loops=1..9,walk=..150", {"locks": "..2", "rooms": 9}, lambda level: True]
PARTS = (
    "text json width height tiles spawn exit exit_distance walk route rooms tunnels doors keys".split()
)


def choose(right):
    return random.choice(WRONG if random.random() < 0.1 else list(right))


def options():
    names = random.sample(NAMES, random.randrange(6))
    return {name: choose(RIGHT.get(name, range(9))) for name in names}


def part_of(level, name):
    part = getattr(level, name)
    return part.tolist() if name == "tiles" else part


def read_in_threads(level):
    """Threads that read the same map find the same."""
    expected = {name: part_of(level, name) for name in PARTS}
    wrong = []

    def compare(names):
        wrong.extend(name for name in names if part_of(level, name) != expected[name])

    shuffled = [random.choices(PARTS, k=30) for _ in range(4)]
    threads = [threading.Thread(target=compare, args=(names,)) for names in shuffled]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong, wrong


def use_map(level):
    twin = random.choice([copy.copy, copy.deepcopy, lambda map: pickle.loads(pickle.dumps(map))])(level)
    assert (twin.json, twin.text, repr(twin)) == (level.json, level.text, repr(level))
    del level
    for name in PARTS:
        part_of(twin, name)
    if random.random() < 0.1:
        read_in_threads(twin)
    twin.measure(choose(["walk", "rooms", "spaces", "seed"]))


def call():
    chosen = options()
    seed = choose([0, 7, 2**32 - 1, 2**64 - 1, random.randrange(2**32)])
    kind = random.randrange(3)
    try:
        if kind == 0:
            use_map(dungen.generate(seed, **chosen))
        elif kind == 1:
            found = dungen.batch(choose(range(5)), seed, **chosen).tolist()
            seeds = range(operator.index(seed), 2**64)
            for level_seed, tiles in zip(seeds, found):
                assert dungen.generate(level_seed, **chosen).tiles.tolist() == tiles
        else:
            count = choose(range(3))
            if isinstance(count, (int, numpy.integer)) and count > COUNT_MOST:
                return
            for level in dungen.find(count, seed, where=choose(WHERE), **chosen):
                use_map(level)
    except (dungen.Error, MemoryError):
        pass


def main():
    seed, seconds = int(sys.argv[1]), float(sys.argv[2])
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_MOST, MEMORY_MOST))
    dungen._TRIES_MAX = 50
    end = time.monotonic() + seconds
    calls = 0
    while time.monotonic() < end:
        random.seed(seed + calls)
        print(f"again: {seed + calls}", file=sys.stderr)
        call()
        calls += 1
    print(calls)


main()
