# SPDX-License-Identifier: MIT
"""Maps have the digests of the catalogue; a changed map is noticed, and never recorded under the same algorithm.

@smoke @rng @option @clang @sanitized
"""

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


class Catalogue(TestCase):
    def test_digests(self):
        faults = list(catalogue.check(catalogue.CATALOGUE))
        self.assertFalse(faults, "\n".join(faults))

    @mock.patch("catalogue.cases", lambda: SOME_CASES)
    def test_guard(self):
        path = pathlib.Path(self.path("catalogue.tsv"))
        catalogue.remake(path)
        good = path.read_text(encoding="ascii").splitlines()
        unknown_row = "\t".join(["python", "7", "--width 81", "0" * 64, "0" * 64])
        older = edit(good, 0, 1, "rooms-and-tunnels/0")
        # What was done to the file; its lines; whether it is made anew, or else left alone; part of what that says.
        for name, lines, remade, part in [
            ("nothing", good, True, "all match the reference"),
            ("another text digest", edit(good, 2, 3, "0" * 64), False, "would change or drop: python 0 -"),
            ("another layout digest", edit(good, len(good) - 1, 4, "0" * 64), False, "1 rows would change"),
            ("an unknown row", [*good, unknown_row], False, "would change or drop: python 7 --width 81"),
            ("a row fewer", good[:-1], True, "%d of them unchanged" % (len(SOME_CASES) - 1)),
            ("another algorithm and digest", edit(older, 2, 3, "0" * 64), True, "%d of them" % (len(SOME_CASES) - 1)),
        ]:
            with self.subTest(name):
                path.write_text("\n".join(lines) + "\n", encoding="ascii")
                self.assertEqual(any(catalogue.check(path)), lines != good)
                if remade:
                    self.assertIn(part, catalogue.remake(path))
                else:
                    with self.assertRaisesRegex(SystemExit, part):
                        catalogue.remake(path)
                self.assertEqual(path.read_text(encoding="ascii").splitlines(), good if remade else lines)
