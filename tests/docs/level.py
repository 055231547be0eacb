#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The level of README.md exists for each of 300 seeds, with the rooms and doors that README promises."""

import json
import os
import re
import shlex
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "lib"))
from report import ROOT, Report, run

README = (ROOT / "README.md").read_text(encoding="utf-8")
SEEDS = 300
NOT_THE_MAP = {"--seed", "--show", "--output"}  # options of the picture, and the seed, each with a value


def command():
    """The options of README's level that make the map."""
    lines = re.search(r"^\$ dungen (.*--output level\.svg)$", README.replace("\\\n>", ""), re.M)
    words = shlex.split(lines[1]) if lines else []
    return [word for word, before in zip(words, ["", *words]) if not {word, before} & NOT_THE_MAP]


def main():
    report = Report()
    options = command()
    if not report.check("README.md has a level with --tunnels around and --min-rooms",
                        {"around", "--min-rooms", "--doors"} <= set(options), options):
        return report.end()
    least = int(options[options.index("--min-rooms") + 1])
    lines = run(*options, "--seed", "0", "--count", str(SEEDS), "--format", "json", "--no-tiles").splitlines()
    levels = [json.loads(line) for line in lines]
    report.equal("seeds that have a level", len(levels), SEEDS)
    report.equal("levels with fewer rooms", [level["seed"] for level in levels if len(level["rooms"]) < least], [])
    report.equal("levels without doors", [level["seed"] for level in levels if not level["doors"]], [])
    return report.end()


if __name__ == "__main__":
    sys.exit(main())
