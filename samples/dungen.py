# SPDX-License-Identifier: MIT
"""Dungeon maps in Python, made by the program dungen: dungen.make(seed=42, tunnels="around", doors=True)."""
import json
import subprocess

PROGRAM = "dungen"  # or its path

class Error(Exception):
    """What the program printed, without its name; `status` is its exit status."""

def batch(**options):
    """A list of JSON documents, as dungen(5) describes them, by the options of dungen(1): min_rooms=9, count=1000."""
    words = [PROGRAM, "--quiet", "--format=json"]
    for name, value in options.items():
        if value is not None and value is not False:
            words.append("--" + name.replace("_", "-") + ("" if value is True else f"={value}"))
    done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", check=False)
    if done.returncode != 0:
        error = Error(done.stderr.strip().removeprefix("dungen: "))
        error.status = done.returncode
        raise error
    return [json.loads(line) for line in done.stdout.splitlines()]

def make(**options):
    """One JSON document, as an object of Python."""
    [document] = batch(**options)
    return document

def tiles(document):
    """tiles[y][x] is 0 for wall, 1 for floor and 2 for a door. An array if numpy is installed; tcod wants it as tiles.T."""
    numbers = {character: number for number, character in enumerate(document["legend"])}
    rows = [[numbers[character] for character in row] for row in document["tiles"]]
    try:
        import numpy
        return numpy.array(rows, dtype=numpy.uint8)
    except ImportError:
        return rows
