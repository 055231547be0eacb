# SPDX-License-Identifier: MIT
"""The messages in the sources, and command lines that make them."""

import glob
import re

# Those that show numbers and names of the program's own, so that one command line each is enough.
LINES = """
    --completion=ba
    --count=2 --seed=18446744073709551615
    --glyphs=#. --format=svg
    --glyphs=#. --no-tiles
    --loops=99 --max-rooms=2 --seed=1
    --max-rooms=2147483647 --width=2147483647 --height=2147483647
    --min-rooms=60 --seed=1
    --min-rooms=99
    --quiet=5
    --room-max=5
    --room-max=5 --room-min=6
    --room-max=50
    --room-min=20
    --room-min=50 --room-max=20
    --seed=5000000000 --rng=libtcod
    --show
    --tileset-image --labels
    --width=5
    -
    --width
    --output
    --glyphs
    json
    80x45
    42
""".strip().splitlines()


def templates():
    """
    Every message in the sources: its format, and a regular expression of what it makes. Those with more text of their own
    come first, so that the first one that matches a line is what made it.
    """
    found = {}
    for path in sorted(glob.glob("src/**/*.c", recursive=True)):
        with open(path, encoding="ascii") as file:
            source = file.read()
        for literals in re.findall(r'\bmessage\(((?:\s*"(?:[^"\\]|\\.)*"|\s*PRI\w+)+)', source):
            text = re.sub(r'"\s*"', "", re.sub(r'"\s*PRI\w+\s*"?', "d", literals)).strip().strip('"')
            kinds = {"%d": "[0-9]+", "%s": ".*", "%%": "%"}
            made = "".join(kinds.get(part, re.escape(part)) for part in re.split("(%.)", text))
            found[text] = re.compile(f"dungen: {made}".encode())
    return dict(sorted(found.items(), key=lambda item: -len(re.sub("%.", "", item[0]))))


def formats_of(said):
    """The formats of the messages that these lines are."""
    known = templates()
    return {next((text for text, made in known.items() if made.fullmatch(line)), None) for line in set(said.split(b"\n"))}
