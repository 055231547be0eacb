# SPDX-License-Identifier: MIT
"""The catalogue of seeds: committed digests of maps, so that no map changes unnoticed.

`make catalogue` runs this file, which makes the catalogue anew from the program. The first line
names the algorithm. As long as the program names the same one, rows are added, and none is changed
or dropped. A row holds two SHA-256 digests: one of the text format, byte for byte, and one of the
layout, which is what the JSON document says about the map; the document may gain keys.
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
from reference import RNGS
from shapes import CASES, Shape

CATALOGUE = pathlib.Path(__file__).parent / "catalogue.tsv"
COLUMNS = ["rng", "seed", "options", "text", "layout"]
NONE = "-"  # no options, or no text digest since the map has too many tiles


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
    return [
        Case(name, seed, shape, with_tiles)
        for name, rng in RNGS.items()
        for shape, seeds, with_tiles in CASES
        for seed in seeds
        if seed <= rng.largest_seed
    ]


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
        numbers = [room[key] for key in ("id", "x", "y", "width", "height")]
        lines.append("room %d %d %d %d %d %s" % (*numbers, point(room["center"])))
    if "exit_distance" in document:
        lines.append("exit_distance %d" % document["exit_distance"])
    for door in document.get("doors", []):
        lines.append("door %s %d" % (point(door), door["room"]))
    for tunnel in document["tunnels"]:
        path = " ".join(map(point, tunnel["path"]))
        lines.append("tunnel %d %d %s" % (tunnel["from"], tunnel["to"], path))
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
    text = digest(dungeon.text().encode("ascii")) if case.with_tiles else NONE
    return text, digest(layout(dungeon.document(case.with_tiles)))


def read(path):
    """The algorithm's name and the digests by case, in file order."""
    lines = path.read_text(encoding="ascii").splitlines()
    (_, algorithm), _, *rows = (line.split("\t") for line in lines)
    return algorithm, {tuple(row[:3]): tuple(row[3:]) for row in rows}


def each(function, todo):
    """Pairs of a case and what the function makes of it, on all processors."""
    with multiprocessing.Pool(os.cpu_count()) as pool:
        yield from zip(todo, pool.imap(function, todo, 4))


def run_all(some_cases):
    """The program's algorithm and the digests of these cases, as read() gives them."""
    found = list(each(digests_of_program, some_cases))
    (algorithm,) = {algorithm for _, (algorithm, _) in found}
    return algorithm, {case.key(): digests for case, (_, digests) in found}


def differences(old, new):
    """The rows of old that new changes or drops."""
    return [" ".join(key) for key, digests in old.items() if new.get(key) != digests]


def check(path, step=1):
    """What is wrong with the program or the catalogue, as sentences. Generates the map of one row
    in `step` rows.
    """
    algorithm, rows = read(path)
    programs_algorithm, programs_rows = run_all(cases()[::step])
    if programs_algorithm != algorithm:
        yield "the program's algorithm is %s, the catalogue's %s" % (programs_algorithm, algorithm)
    keys = {case.key() for case in cases()}
    known = {key: digests for key, digests in rows.items() if key in programs_rows or key not in keys}
    yield from ("changed or dropped: %s" % name for name in differences(known, programs_rows))
    for key in keys:
        if key not in rows:
            yield "not in the catalogue: %s" % " ".join(key)


def remake(path):
    """Write the catalogue anew, or exit. Returns what was done."""
    algorithm, rows = run_all(cases())
    kept = 0
    if path.exists():
        old_algorithm, old_rows = read(path)
        wrong = differences(old_rows, rows)
        if old_algorithm == algorithm and wrong:
            sys.exit(
                f"would change or drop: {', '.join(wrong)}\n"
                f"{len(wrong)} rows would change, but the algorithm is still {algorithm}: "
                "maps may change only together with the algorithm's number; nothing written"
            )
        kept = len(old_rows) - len(wrong)
    if algorithm != reference.ALGORITHM:
        sys.exit(
            f"the program's algorithm is {algorithm}, the reference's {reference.ALGORITHM}; "
            "nothing written"
        )
    for case, digests in each(digests_of_reference, cases()):
        if rows[case.key()] != digests:
            sys.exit("differs from the reference: %s; nothing written" % " ".join(case.key()))
    lines = ["algorithm\t" + algorithm, "\t".join(COLUMNS)]
    lines += ["\t".join(key + digests) for key, digests in rows.items()]
    unfinished = path.with_name(path.name + ".new")
    unfinished.write_text("\n".join(lines) + "\n", encoding="ascii")
    os.replace(unfinished, path)
    return "%s: %d rows, %d of them unchanged; all match the reference" % (path, len(rows), kept)


if __name__ == "__main__":
    print(remake(CATALOGUE))
