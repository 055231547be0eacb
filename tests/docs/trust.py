#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares the figures of README.md's "Why trust it" that the project's lists give with these lists."""

import os
import re
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "lib"))
from report import ROOT, Report

NUMBERS = "no one two three four five six seven eight nine ten eleven twelve".split()


def read(*path):
    return ROOT.joinpath(*path).read_text(encoding="utf-8")


def builds():
    """How many builds `make cross` makes, and for how many processors."""
    rows = [line.split() for line in read("tests", "cross", "builds").splitlines() if line and line[0] != "#"]
    return len(rows), len({emulator for _, _, emulator, *_ in rows})


def main():
    report = Report()
    section = " ".join(re.search(r"^## Why trust it\n(.*?)^## ", read("README.md"), re.M | re.S)[1].split())

    def told(sentence):
        found = re.search(sentence, section)
        return found and tuple(NUMBERS.index(word) if word in NUMBERS else int(word) for word in found.groups())

    report.equal("builds and processors", told(r"(\d+) builds with gcc and clang for (\w+) processors"), builds())
    faults = len(re.findall(r"^== ", read("tests", "prove", "faults.txt"), re.M))
    report.equal("faults", told(r"Of (\d+) faults"), (faults,))
    errnos = re.search(r"^ERRNOS = \((.*?)^\)", read("tests", "prove", "errors.py"), re.M | re.S)[1]
    report.equal("errnos", told(r"with each of (\d+) errors"), (len(re.findall(r"\w+", errnos)),))
    return report.end()


if __name__ == "__main__":
    sys.exit(main())
