#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares samples/ byte for byte, pictures by their pixels, with what samples/make makes with the program under test.

Every format has a sample, and a suite whose docstring begins with its name.

@smoke @format @option
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))
import help_text
import png
from report import DUNGEN, ROOT, check, end, equal

SAMPLES = ROOT / "samples"
WRITTEN = {"make", "tutorial.py", "dungen.schema.json", "dungen.py", "tcod_map.py", "pygame_map.py", "godot_map.gd",
           "phaser_map.js", "survey"}  # by hand
LARGEST = 100_000  # bytes in total


def main():
    with tempfile.TemporaryDirectory() as folder:
        made = subprocess.run(["sh", str(SAMPLES / "make"), folder], env={**os.environ, "DUNGEN": DUNGEN},
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        equal("samples/make", (made.returncode, made.stdout), (0, b""))
        now = {path.name: path.read_bytes() for path in pathlib.Path(folder).iterdir()}
    there = {path.name: path.read_bytes() for path in SAMPLES.iterdir() if path.is_file()}
    expected = sorted({*now, *WRITTEN})
    equal("samples/ holds what samples/make makes and what was written by hand", sorted(there), expected)
    for name in sorted(now):
        same = there.get(name) == now[name] or name.endswith(".png") and png.read(there[name]) == png.read(now[name])
        check("samples/%s is what the program makes" % name, same)
    by_extension = help_text.formats_by_extension()
    sampled = {by_extension.get(os.path.splitext(name)[1]) for name in now if name != "dungen-tiles.png"}
    suites = [*ROOT.glob("tests/formats/check_*.py"), ROOT / "tests/oracle/check_oracle.py"]
    docstrings = [re.search('^"""(.*?):', path.read_text(encoding="utf-8"), re.M) for path in suites]
    tested = {name for found in docstrings if found for name in re.findall(r"\w+", found[1])}
    for name in help_text.summaries("Formats"):
        check(f"{name} has a sample and a suite", name in sampled and name in tested, (sampled, tested))
    readme = (ROOT / "README.md").read_text(encoding="utf-8").replace(" \\\n> ", " ")
    makes = (SAMPLES / "make").read_text(encoding="utf-8").replace(" \\\n\t", " ")
    command = re.search(r"\]\(samples/(\S+)\)\n(?:.*\n)*?```console\n\$ dungen (.*) --output ", readme)
    check("the picture in README.md is made by the command below it",
          command and "\nsample %s %s\n" % command.groups() in makes, command)
    check("samples/ is small", sum(map(len, there.values())) <= LARGEST, sum(map(len, there.values())))
    return end()


if __name__ == "__main__":
    sys.exit(main())
