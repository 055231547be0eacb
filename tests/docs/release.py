#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares version and date of the Makefile with the program, CHANGELOG.md and the manual.

The Makefile is the one place to change them.
"""

import datetime
import os
import re
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "lib"))
from report import ROOT, Report, run

MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
CHANGELOG = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
MANUAL = (ROOT / "man" / "dungen.1").read_text(encoding="utf-8")


def main():
    report = Report()
    version = re.search(r"^VERSION = (\d+\.\d+\.\d+)$", MAKEFILE, re.M)[1]
    date = datetime.date.fromisoformat(re.search(r"^DATE = (\S+)$", MAKEFILE, re.M)[1])
    report.equal("--version", run("--version").decode("ascii").splitlines()[0], "dungen " + version)
    report.equal("the manual's date", re.search(r"^\.Dd (.*)$", MANUAL, re.M)[1], f"{date:%B} {date.day}, {date.year}")

    releases = [(heading, text) for heading, text in re.findall(r"^## (.*)\n((?:(?!## ).*\n)*)", CHANGELOG, re.M)]
    # Changes that are not released yet may come first.
    if releases[0][0] == "Unreleased":
        del releases[0]
    report.equal("the newest release in CHANGELOG.md", releases[0][0], f"{version} - {date}")
    for heading, text in releases:
        report.check(f"CHANGELOG.md, {heading}: a version and a date", re.fullmatch(r"\d+\.\d+\.\d+ - \d{4}-\d\d-\d\d", heading))
        report.check(f"CHANGELOG.md, {heading}: says whether maps changed", re.search(r"^Maps: \S", text, re.M))
    order = [[int(number) for number in re.findall(r"\d+", heading)] for heading, _ in releases]
    report.equal("releases in CHANGELOG.md, newest first", order, sorted(order, reverse=True))
    return report.end()


if __name__ == "__main__":
    sys.exit(main())
