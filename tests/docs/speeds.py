#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares the speeds in README.md with the table of the benchmarks: each line cites its rows, each figure is in one."""

import os
import re
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "lib"))
from report import ROOT, Report

SECONDS = {"us": 1e-6, "ms": 1e-3, "s": 1}


def figure(number, unit):
    """A value and its kind: seconds, MiB, or a ratio."""
    if unit in SECONDS:
        return "seconds", float(number) * SECONDS[unit]
    return ("MiB", float(number)) if unit == "MiB" else ("ratio", float(number))


def table_figures():
    """The figures of each row: 1.16x, 1/26.9, 888 us, 26.9 MiB."""
    page = (ROOT / "tests" / "bench" / "README.md").read_text(encoding="utf-8")
    table = {}
    for name, text in re.findall(r"^\| (\d+[a-z]?) \| (.*) \|$", page, re.M):
        found = re.findall(r"(?<![\w./])(?:1/)?([\d.]+)(x| us| ms| s| MiB|)(?![\w.])", text.replace("<= ", "bar"))
        table.setdefault(name, []).extend(figure(number, unit.strip()) for number, unit in found)
    return table


def readme_lines():
    section = re.search(r"^## Speed\n(.*?)(?=^## )", (ROOT / "README.md").read_text(encoding="utf-8"), re.M | re.S)[1]
    return [" ".join(line.split()) for line in re.findall(r"^- (.*(?:\n  .*)*)", section, re.M)]


def is_rounded(number, unit, found):
    """Whether the number is the value found, rounded to as many digits as it has."""
    kind, value = found
    if figure(number, unit)[0] != kind:
        return False
    digits = len(number.partition(".")[2])
    return round(value / SECONDS.get(unit, 1) + 1e-9, digits) == float(number)


def main():
    report = Report()
    table = table_figures()
    report.check("the benchmarks have rows", len(table) >= 20)
    lines = readme_lines()
    report.check("README.md has speeds", len(lines) >= 5)
    for line in lines:
        rows = [row for cited in re.findall(r"\(rows? (.*?)\)", line) for row in cited.split(", ")]
        text = re.sub(r"\(rows? .*?\)", "", line)
        report.check("cites rows that there are: %s" % line, rows and set(rows) <= set(table))
        figures = re.findall(r"(?<![\w.])([\d.]*\d) (us|ms|s|MiB|times)(?!\w)", text)
        report.check("has figures: %s" % line, figures)
        for number, unit in figures:
            report.check("%s %s is in row %s" % (number, unit, ", ".join(rows)),
                         any(is_rounded(number, unit, found) for row in rows for found in table.get(row, [])))
    return report.end()


if __name__ == "__main__":
    sys.exit(main())
