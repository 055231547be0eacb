# SPDX-License-Identifier: MIT
"""The catalogue of seeds: committed digests of maps, so that no map changes unnoticed.

`make catalogue` runs this file, which adds a row for each case that the catalogue lacks, and keeps
all other rows. The first line names the algorithm. Only if the program names another one, all rows
are computed again. A row holds two SHA-256 digests: one of the text format, byte for byte, and one
of the layout, which is what the JSON document says about the map; the document may gain keys.
"""

import hashlib
import json
import math
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
ROWS_TOLD = 9  # of those that are wrong
NONE = "-"  # no options, or no text digest since the map has too many tiles


class Case(NamedTuple):
    rng: str
    seed: int
    shape: Shape
    with_tiles: bool

    def options(self):
        return self.shape.options() + ([] if self.with_tiles else ["--no-tiles"])

    def arguments(self):
        return ["--quiet", *self.options(), "--rng", self.rng, "--seed", str(self.seed)]

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
        lock = " lock %d" % door["lock"] if "lock" in door else ""
        secret = " secret" if "secret" in door else ""
        lines.append("door %s %d%s%s" % (point(door), door["room"], lock, secret))
    for key in document.get("keys", []):
        lines.append("key %d %s" % (key["lock"], point(key)))
    for tunnel in document["tunnels"]:
        path = " ".join(map(point, tunnel["path"]))
        lines.append("tunnel %d %d %s" % (tunnel["from"], tunnel["to"], path))
    lines += document.get("tiles", [])
    return "\n".join(lines).encode("ascii") + b"\n"


def digest(data):
    return hashlib.sha256(data).hexdigest()


def algorithm_of_program():
    return json.loads(output("--seed", "0", "--format", "json"))["generator"]["algorithm"]


def digests_of_program(case):
    command = ["--quiet", *case.arguments()]  # without notes, such as on locks that do not fit
    text = digest(output(*command)) if case.with_tiles else NONE
    return text, digest(layout(json.loads(output(*command, "--format", "json"))))


def digests_of_reference(case):
    dungeon = reference.Dungeon(case.rng, case.seed, case.shape)
    text = digest(dungeon.text().encode("ascii")) if case.with_tiles else NONE
    return text, digest(layout(dungeon.document(case.with_tiles)))


def digests_of_both(case):
    return digests_of_program(case), digests_of_reference(case)


def read(path):
    """The algorithm's name and the digests by case, in file order."""
    lines = path.read_text(encoding="ascii").splitlines()
    (_, algorithm), _, *rows = (line.split("\t") for line in lines)
    return algorithm, {tuple(row[:3]): tuple(row[3:]) for row in rows}


def each(function, todo):
    """Pairs of a case and what the function makes of it, on all processors. The processes are forks,
    so they have what a test has replaced in this one.
    """
    with multiprocessing.get_context("fork").Pool(os.cpu_count()) as pool:
        yield from zip(todo, pool.imap(function, todo))


ADVICE = {
    "changed": "No map of a release may change: let a new option choose the new rule.",
    "no case": "A row stays forever: put its case back into CASES of tests/lib/shapes.py.",
    "no row": "`make catalogue` adds the rows of new cases.",
}


def check(path, step=1, tiles_max=math.inf):
    """What is wrong with the program or the catalogue, as lines: at most nine rows, in the order of
    the file, and then what to do. Generates the map of one row in `step` rows, among those whose map
    has at most `tiles_max` tiles.
    """
    algorithm, rows = read(path)
    if (programs_algorithm := algorithm_of_program()) != algorithm:
        return [f"the program's algorithm is {programs_algorithm}, the catalogue's {algorithm}"]
    by_key = {case.key(): case for case in cases()}
    known = [by_key[key] for key in rows if key in by_key]
    known = [case for case in known if case.shape.width * case.shape.height <= tiles_max]
    found = {case.key(): digests for case, digests in each(digests_of_program, known[::step])}
    wrong = [("changed", key) for key, digests in found.items() if digests != rows[key]]
    wrong += [("no case", key) for key in rows if key not in by_key]
    wrong += [("no row", key) for key in by_key if key not in rows]
    lines = [f"{problem}: {' '.join(key)}" for problem, key in wrong[:ROWS_TOLD]]
    if len(wrong) > ROWS_TOLD:
        lines.append(f"and {len(wrong) - ROWS_TOLD} more of {len(rows)} rows")
    problems = [problem for problem, _ in wrong]
    return lines + [advice for problem, advice in ADVICE.items() if problem in problems]


def tell_progress(done, total):
    """Prints how many rows are done. On a terminal, the next line overwrites this one."""
    end = "\r" if sys.stderr.isatty() else "\n"
    print(f"{done} of {total} new rows", end=end, file=sys.stderr, flush=True)


def remake(path):
    """Adds the rows that the catalogue lacks, or exits. Returns what was done."""
    algorithm = algorithm_of_program()
    if algorithm != reference.ALGORITHM:
        sys.exit(
            f"the program's algorithm is {algorithm}, the reference's {reference.ALGORITHM}; "
            "nothing written"
        )
    rows = {}
    if path.exists():
        old_algorithm, old_rows = read(path)
        if old_algorithm == algorithm:
            rows = old_rows
    keys = [case.key() for case in cases()]
    for key in rows:
        if key not in keys:
            sys.exit(f"no case: {' '.join(key)}; nothing written")
    new = [case for case in cases() if case.key() not in rows]
    for done, (case, (digests, expected)) in enumerate(each(digests_of_both, new), 1):
        if digests != expected:
            sys.exit("differs from the reference: %s; nothing written" % " ".join(case.key()))
        rows[case.key()] = digests
        tell_progress(done, len(new))
    lines = ["algorithm\t" + algorithm, "\t".join(COLUMNS)]
    lines += ["\t".join(key + rows[key]) for key in keys]
    unfinished = path.with_name(path.name + ".new")
    unfinished.write_text("\n".join(lines) + "\n", encoding="ascii")
    os.replace(unfinished, path)
    return f"{path}: {len(rows)} rows; the {len(new)} new ones match the reference"


if __name__ == "__main__":
    print(remake(CATALOGUE))
