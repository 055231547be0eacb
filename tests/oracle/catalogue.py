#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The catalogue of seeds: committed digests of maps, so that no map changes unnoticed.

    python3 tests/oracle/catalogue.py check     compare the program with the catalogue
    python3 tests/oracle/catalogue.py remake    regenerate the catalogue from the program

The first line of the file names the algorithm. As long as the program names the same one, remake adds rows and
refuses to change or drop any. A row holds two SHA-256 digests: one of the text format, byte for byte, and one of the
layout, which is what the JSON document says about the map; the document may gain keys. A file name after the mode
replaces that of the committed catalogue.
"""

import hashlib
import json
import multiprocessing
import os
import pathlib
import sys
from typing import NamedTuple

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "lib"))
import reference
from helper import output
from reference import RNGS, Shape

CATALOGUE = pathlib.Path(__file__).parent / "catalogue.tsv"
COLUMNS = ["rng", "seed", "options", "text", "layout"]
NONE = "-"  # no options, or no text digest since the map has too many tiles

FEW = [0, 42, 2**32 - 1, 2**64 - 1]
MANY = [0, 1, 2, 42, 1000, 2**31, 2**32 - 1, 2**32, 2**53 + 1, 2**64 - 1]
HUGE = 2**31 - 1
# Each shape, its seeds, and whether its tiles can be printed.
CASES = [
    (Shape(), MANY, True),
    (Shape(40, 30, 12, 3, 3), MANY, True),
    (Shape(120, 60, 200, 4, 15), MANY, True),
    (Shape(3, 3, 30, 2, 2), FEW, True),
    (Shape(300, 200, 2000), FEW, True),
    (Shape(80, 45, 1), FEW, True),  # one room, no tunnel
    (Shape(11, 11), FEW, True),  # the largest room fits in one position only
    (Shape(64, 64, 30, 63, 63), FEW, True),
    (Shape(50, 50, 1000, 2, 2), FEW, True),  # floors of one tile
    (Shape(200, 200, 100, 2, 199), FEW, True),  # wide limits
    (Shape(500, 400, 1000, 2, 150), FEW, True),
    (Shape(20, 5000, 300, 4, 12), FEW, True),  # tall
    (Shape(5000, 20, 300, 4, 12), FEW, True),  # wide
    (Shape(3, 2000, 500, 2, 2), FEW, True),  # one column of floor
    (Shape(1000, 1000, 5000, 5, 40), [42], True),
    (Shape(640, 500, 400, 2, 60), FEW, True),  # these three are swept row by row, like all of more than 2^18 tiles
    (Shape(127, 2100, 1200, 2, 2), FEW, True),
    (Shape(3001, 90, 700, 2, 30), FEW, True),
    (reference.RARE_SHAPE, reference.RARE_SEEDS, True),
    (Shape(min_rooms=13), FEW, True),
    (Shape(60, 40, 1, 4, 8, min_rooms=25), FEW, True),
    (Shape(connect="previous"), FEW, True),
    (Shape(connect="nearest"), MANY, True),
    (Shape(500, 400, 2000, connect="nearest"), FEW, True),
    (Shape(300, 300, 2000, 2, 2, connect="nearest"), FEW, True),
    (Shape(HUGE, HUGE, 1000, connect="nearest"), FEW, False),
    (Shape(loops=3), FEW, True),
    (Shape(40, 30, 30, 3, 3, loops=30), FEW, True),
    (Shape(500, 400, 1000, loops=100, connect="nearest"), FEW, True),
    (Shape(HUGE, HUGE, 300, loops=1000), FEW, False),
    (Shape(exit="last"), FEW, True),
    (Shape(exit="farthest"), MANY, True),
    (Shape(500, 300, 1000, 2, 20, exit="farthest"), FEW, True),
    (Shape(doors=True), MANY, True),
    (Shape(50, 50, 1000, 2, 3, doors=True), FEW, True),
    (Shape(20, 5000, 300, 2, 8, doors=True), FEW, True),
    (Shape(5000, 20, 300, 2, 8, doors=True), FEW, True),
    (Shape(min_rooms=12, connect="nearest", loops=5, exit="farthest", doors=True), MANY, True),
    (Shape(1000, 1000, 5000, 5, 20, 1000, connect="nearest", loops=200, exit="farthest", doors=True), FEW, True),
    (Shape(loops=50), FEW, True),  # more loops than there can be
    (Shape(30, 20, 30, 3, 6, loops=1000), FEW, True),
    (Shape(tunnels="through"), [42], True),
    (Shape(tunnels="around"), MANY, True),
    (Shape(tunnels="around", loops=5, exit="farthest", doors=True), MANY, True),
    (Shape(3, 3, 30, 2, 2, tunnels="around", loops=1, doors=True), [42], True),
    (Shape(80, 45, 1, tunnels="around", loops=1), [42], True),
    (Shape(60, 40, 1000, 2, 4, tunnels="around", loops=20, doors=True), MANY, True),  # crowded, so rooms are dropped
    (Shape(60, 40, 1000, 2, 2, tunnels="around", loops=1000), FEW, True),
    (Shape(150, 120, 100, 5, 100, tunnels="around", loops=10, doors=True), FEW, True),
    (Shape(400, 9, 300, 2, 7, tunnels="around", loops=10, doors=True), FEW, True),
    (Shape(9, 400, 300, 2, 7, tunnels="around", loops=10, doors=True), FEW, True),
    (Shape(640, 500, 800, 2, 20, 100, "around", loops=100, exit="farthest", doors=True), [42], True),
    # Each number of the manual's rule matters to one of these: 32 straight tunnels to the first; 16 neighbors to the
    # second; 24 tunnels with bends, 8 neighbors, walks twice as long and doors at three tiles to both.
    (Shape(150, 200, 3000, 3, 60, tunnels="around", loops=300, doors=True), [38], True),
    (Shape(60, 40, 1000, 2, 3, tunnels="around", loops=300, doors=True), [0, 8], True),
    (Shape(2500, 2500, 20000, 33, 33), [42], False),  # large rooms close together
    (Shape(1400, 1400, 60000, 2, 900), [42], False),  # attempts larger than a quarter of the map
    (Shape(HUGE, HUGE, 1000), FEW, False),
    (Shape(HUGE, HUGE, 30, 2, HUGE - 1), FEW, False),
]


class Case(NamedTuple):
    rng: str
    seed: int
    shape: Shape
    with_tiles: bool

    def options(self):
        return self.shape.options() + ([] if self.with_tiles else ["--no-tiles"])

    def arguments(self):
        return [*self.options(), "--rng", self.rng, "--seed", str(self.seed)]

    def key(self):
        """The first three columns of the case's row."""
        return self.rng, str(self.seed), " ".join(self.options()) or NONE


def cases():
    return [Case(name, seed, shape, with_tiles) for name, rng in RNGS.items() for shape, seeds, with_tiles in CASES
            for seed in seeds if seed <= rng.largest_seed]


class Failure(Exception):
    pass


def layout(document):
    """The rooms, tunnels, doors and tiles of a document, as lines of text."""

    def point(xy):
        return "%d,%d" % (xy["x"], xy["y"])

    lines = [
        "seed %s" % document["seed"],
        "size %d %d" % (document["width"], document["height"]),
        "spawn %s" % point(document["spawn"]),
        "exit %s" % point(document["exit"]),
    ]
    for room in document["rooms"]:
        lines.append("room %d %d %d %d %d %s" % (room["id"], room["x"], room["y"], room["width"], room["height"],
                                                 point(room["center"])))
    if "exit_distance" in document:
        lines.append("exit_distance %d" % document["exit_distance"])
    for door in document.get("doors", []):
        lines.append("door %s %d" % (point(door), door["room"]))
    for tunnel in document["tunnels"]:
        lines.append("tunnel %d %d %s" % (tunnel["from"], tunnel["to"], " ".join(map(point, tunnel["path"]))))
    lines += document.get("tiles", [])
    return "\n".join(lines).encode("ascii") + b"\n"


def digest(data):
    return hashlib.sha256(data).hexdigest()


def digests_of_program(case):
    """The algorithm's name and the two digests."""
    document = json.loads(output(*case.arguments(), "--format", "json"))
    text = digest(output(*case.arguments())) if case.with_tiles else NONE
    return document["generator"]["algorithm"], (text, digest(layout(document)))


def digests_of_reference(case):
    dungeon = reference.Dungeon(case.rng, case.seed, case.shape)
    text = digest(dungeon.text()) if case.with_tiles else NONE
    return text, digest(layout(dungeon.document(case.with_tiles)))


def read(path):
    """The algorithm's name and a dict of the rows, in file order."""
    lines = path.read_text(encoding="ascii").splitlines()
    table = [line.split("\t") for line in lines]
    if len(table) < 2 or len(table[0]) != 2 or table[0][0] != "algorithm" or table[1] != COLUMNS:
        raise Failure("%s: not a catalogue" % path)
    rows = {}
    for number, row in enumerate(table[2:], 3):
        if len(row) != len(COLUMNS) or tuple(row[:3]) in rows:
            raise Failure("%s:%d: malformed row or duplicate case" % (path, number))
        rows[tuple(row[:3])] = tuple(row[3:])
    return table[0][1], rows


def each(function, todo):
    """Pairs of a case and what the function makes of it, on all processors."""
    with multiprocessing.Pool(os.cpu_count()) as pool:
        yield from zip(todo, pool.imap(function, todo, 4))


def run_all():
    """The program's algorithm and the rows of all cases, as read() gives them."""
    rows = {}
    algorithms = set()
    for case, (algorithm, digests) in each(digests_of_program, cases()):
        algorithms.add(algorithm)
        rows[case.key()] = digests
    if len(algorithms) != 1:
        raise Failure("the program names several algorithms: %s" % ", ".join(sorted(algorithms)))
    return algorithms.pop(), rows


def differences(old, new):
    """The rows of old that new changes or drops."""
    return [" ".join(key) for key, digests in old.items() if new.get(key) != digests]


def check(path):
    """What is wrong with the program or the catalogue, as sentences."""
    algorithm, rows = read(path)
    programs_algorithm, programs_rows = run_all()
    if programs_algorithm != algorithm:
        yield "the program's algorithm is %s, the catalogue's %s" % (programs_algorithm, algorithm)
    yield from ("changed or dropped: %s" % name for name in differences(rows, programs_rows))
    yield from ("not in the catalogue: %s" % " ".join(key) for key in programs_rows if key not in rows)


def remake(path):
    """Write the catalogue anew. Returns what was done."""
    algorithm, rows = run_all()
    kept = 0
    if path.exists():
        old_algorithm, old_rows = read(path)
        wrong = differences(old_rows, rows)
        if old_algorithm == algorithm and wrong:
            raise Failure("would change or drop: %s\n%d rows would change, but the algorithm is still %s: maps may change "
                          "only together with the algorithm's number; nothing written"
                          % (", ".join(wrong), len(wrong), algorithm))
        kept = len(old_rows) - len(wrong)
    if algorithm != reference.ALGORITHM:
        raise Failure("the program's algorithm is %s, the reference's %s; nothing written"
                      % (algorithm, reference.ALGORITHM))
    for case, digests in each(digests_of_reference, cases()):
        if rows[case.key()] != digests:
            raise Failure("differs from the reference: %s; nothing written" % " ".join(case.key()))
    lines = ["algorithm\t" + algorithm, "\t".join(COLUMNS)]
    lines += ["\t".join(key + digests) for key, digests in rows.items()]
    unfinished = path.with_name(path.name + ".new")
    unfinished.write_text("\n".join(lines) + "\n", encoding="ascii")
    os.replace(unfinished, path)
    return "%s: %d rows, %d of them unchanged; all match the reference" % (path, len(rows), kept)


def main(arguments):
    if len(arguments) not in (1, 2) or arguments[0] not in ("check", "remake"):
        sys.exit("usage: catalogue.py check|remake [FILE]")
    path = pathlib.Path(arguments[1]) if len(arguments) == 2 else CATALOGUE
    try:
        if arguments[0] == "remake":
            print(remake(path))
            return 0
        faults = list(check(path))
        print("\n".join(faults) or "all maps have their digests")
        return 1 if faults else 0
    except (Failure, AssertionError, RuntimeError, OSError, ValueError, LookupError) as failure:
        print("catalogue: %s" % failure)
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
