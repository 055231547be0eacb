#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks the guard of the catalogue: a changed map is noticed, and never recorded under the same algorithm. @rng @option

It works on a small catalogue in a temporary directory.
"""

import contextlib
import io
import pathlib
import sys
import tempfile

sys.dont_write_bytecode = True
import catalogue

SOME_CASES = [case for case in catalogue.cases() if case.shape == catalogue.Shape() and case.seed < 1000]


def edit(lines, number, column, value):
    """The lines with one field replaced."""
    fields = lines[number].split("\t")
    if fields[column] == value:
        raise ValueError("the edit changes nothing")
    fields[column] = value
    return [*lines[:number], "\t".join(fields), *lines[number + 1 :]]


def run(mode, path):
    """The exit status of the mode and all its output."""
    said = io.StringIO()
    sys.argv = ["catalogue.py", mode, str(path)]
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        status = catalogue.main()
    return status, said.getvalue()


def main():
    passed = failed = 0
    catalogue.cases = lambda: SOME_CASES
    with tempfile.TemporaryDirectory() as directory:
        path = pathlib.Path(directory) / "catalogue.tsv"
        status, said = run("remake", path)
        if status:
            print("FAILED: could not make a catalogue: %s0 passed, 1 failed" % said)
            return 1
        good = path.read_text(encoding="ascii").splitlines()
        unknown_row = "\t".join(["python", "7", "--width 81", "0" * 64, "0" * 64])
        older = edit(good, 0, 1, "rooms-and-tunnels/0")
        # What was done to the file; its lines; the status of check; the status of remake (0: the file is good again,
        # 1: it is left alone); part of remake's output.
        trials = [
            ("nothing", good, 0, 0, "all match the reference"),
            ("another text digest", edit(good, 2, 3, "0" * 64), 1, 1, "would change or drop: python 0 -"),
            ("another layout digest", edit(good, len(good) - 1, 4, "0" * 64), 1, 1, "1 rows would change"),
            ("an unknown row", [*good, unknown_row], 1, 1, "would change or drop: python 7 --width 81"),
            ("a row fewer", good[:-1], 1, 0, "%d of them unchanged" % (len(SOME_CASES) - 1)),
            ("another algorithm and digest", edit(older, 2, 3, "0" * 64), 1, 0, "%d of them" % (len(SOME_CASES) - 1)),
        ]
        for name, lines, check_status, remake_status, part in trials:
            before = "\n".join(lines) + "\n"
            path.write_text(before, encoding="ascii")
            after = "\n".join(good) + "\n" if remake_status == 0 else before
            problems = []
            status, said = run("check", path)
            if status != check_status or path.read_text(encoding="ascii") != before:
                problems.append("check: status %d, said %r" % (status, said))
            status, said = run("remake", path)
            if status != remake_status or part not in said or path.read_text(encoding="ascii") != after:
                problems.append("remake: status %d, said %r" % (status, said))
            if problems:
                print("FAILED: a catalogue with %s: %s" % (name, "; ".join(problems)))
                failed += 1
            else:
                passed += 1
    print("%d catalogues, intact and damaged, are accepted, remade or refused as they should be" % passed)
    print("%d passed, %d failed" % (passed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
