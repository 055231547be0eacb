# SPDX-License-Identifier: MIT
"""Maps have the digests of the catalogue; a changed map is noticed, and never recorded under the same algorithm.

@smoke @rng @option
"""

import contextlib
import io
import pathlib
from unittest import mock

import catalogue
from helper import TestCase

SOME_CASES = [case for case in catalogue.cases() if case.shape == catalogue.Shape() and case.seed < 1000]


def edit(lines, number, column, value):
    """The lines with one field replaced."""
    fields = lines[number].split("\t")
    assert fields[column] != value
    fields[column] = value
    return [*lines[:number], "\t".join(fields), *lines[number + 1 :]]


def run(mode, path):
    """The exit status of the mode and its output."""
    with contextlib.redirect_stdout(io.StringIO()) as said:
        status = catalogue.main([mode, str(path)])
    return status, said.getvalue()


class Catalogue(TestCase):
    def test_digests(self):
        faults = list(catalogue.check(catalogue.CATALOGUE))
        self.assertFalse(faults, "\n".join(faults))

    @mock.patch("catalogue.cases", lambda: SOME_CASES)
    def test_guard(self):
        path = pathlib.Path(self.path("catalogue.tsv"))
        self.assertEqual(run("remake", path)[0], 0)
        good = path.read_text(encoding="ascii").splitlines()
        unknown_row = "\t".join(["python", "7", "--width 81", "0" * 64, "0" * 64])
        older = edit(good, 0, 1, "rooms-and-tunnels/0")
        # What was done to the file; its lines; the status of check; the status of remake (0: the file is good again,
        # 1: it is left alone); part of remake's output.
        for name, lines, check_status, remake_status, part in [
            ("nothing", good, 0, 0, "all match the reference"),
            ("another text digest", edit(good, 2, 3, "0" * 64), 1, 1, "would change or drop: python 0 -"),
            ("another layout digest", edit(good, len(good) - 1, 4, "0" * 64), 1, 1, "1 rows would change"),
            ("an unknown row", [*good, unknown_row], 1, 1, "would change or drop: python 7 --width 81"),
            ("a row fewer", good[:-1], 1, 0, "%d of them unchanged" % (len(SOME_CASES) - 1)),
            ("another algorithm and digest", edit(older, 2, 3, "0" * 64), 1, 0, "%d of them" % (len(SOME_CASES) - 1)),
        ]:
            with self.subTest(name):
                before = "\n".join(lines) + "\n"
                path.write_text(before, encoding="ascii")
                self.assertEqual((run("check", path)[0], path.read_text(encoding="ascii")), (check_status, before))
                status, said = run("remake", path)
                self.assertEqual((status, path.read_text(encoding="ascii")), (remake_status, before if status else "\n".join(good) + "\n"))
                self.assertIn(part, said)
