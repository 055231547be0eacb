# SPDX-License-Identifier: MIT
"""Maps have the digests of the catalogue; a changed map is noticed, and never recorded under the
same algorithm. Compares 400 rows, and all of them in `make nightly`.

@smoke @rng @option @sanitized
"""

import pathlib
from unittest import mock

import catalogue
from helper import IS_NIGHTLY, TestCase

SOME_CASES = [
    case for case in catalogue.cases() if case.shape == catalogue.Shape() and case.seed < 1000
]
TEXT_DIGEST = 3  # columns of the catalogue
LAYOUT_DIGEST = 4
WRONG_DIGEST = "0" * 64


def replace_field(lines, number, column, value):
    """Returns the lines with one field replaced."""
    fields = lines[number].split("\t")
    assert fields[column] != value
    fields[column] = value
    return [*lines[:number], "\t".join(fields), *lines[number + 1 :]]


class Catalogue(TestCase):
    def test_maps_have_the_digests_of_the_catalogue(self):
        faults = list(catalogue.check(catalogue.CATALOGUE, step=1 if IS_NIGHTLY else 3))
        self.assertFalse(faults, "\n".join(faults))


class Guard(TestCase):
    """Each test changes a catalogue, which check() must notice, and then calls remake()."""

    def setUp(self):
        super().setUp()
        some_cases = mock.patch("catalogue.cases", lambda: SOME_CASES)
        some_cases.start()
        self.addCleanup(some_cases.stop)
        self.file = pathlib.Path(self.path("catalogue.tsv"))
        catalogue.remake(self.file)
        self.good_lines = self.lines()

    def lines(self):
        return self.file.read_text(encoding="ascii").splitlines()

    def write_lines(self, lines):
        self.file.write_text("\n".join(lines) + "\n", encoding="ascii")
        faults = list(catalogue.check(self.file))
        self.assertEqual(bool(faults), lines != self.good_lines, faults)

    def assert_remakes(self, lines, message):
        """remake() repairs the catalogue and says so."""
        self.write_lines(lines)
        self.assertIn(message, catalogue.remake(self.file))
        self.assertEqual(self.lines(), self.good_lines)

    def assert_refuses(self, lines, message):
        """remake() says why it leaves the catalogue alone."""
        self.write_lines(lines)
        with self.assertRaisesRegex(SystemExit, message):
            catalogue.remake(self.file)
        self.assertEqual(self.lines(), lines)

    def test_catalogue_without_changes(self):
        self.assert_remakes(self.good_lines, "all match the reference")

    def test_refuses_to_change_the_digest_of_a_text(self):
        lines = replace_field(self.good_lines, 2, TEXT_DIGEST, WRONG_DIGEST)
        self.assert_refuses(lines, "would change or drop: python 0 -")

    def test_refuses_to_change_the_digest_of_a_layout(self):
        last = len(self.good_lines) - 1
        lines = replace_field(self.good_lines, last, LAYOUT_DIGEST, WRONG_DIGEST)
        self.assert_refuses(lines, "1 rows would change")

    def test_refuses_to_drop_a_row(self):
        row = "\t".join(["python", "7", "--width 81", WRONG_DIGEST, WRONG_DIGEST])
        self.assert_refuses([*self.good_lines, row], "would change or drop: python 7 --width 81")

    def test_adds_a_row(self):
        self.assert_remakes(self.good_lines[:-1], f"{len(SOME_CASES) - 1} of them unchanged")

    def test_changes_digests_together_with_the_algorithm(self):
        lines = replace_field(self.good_lines, 0, 1, "rooms-and-tunnels/0")
        lines = replace_field(lines, 2, TEXT_DIGEST, WRONG_DIGEST)
        self.assert_remakes(lines, f"{len(SOME_CASES) - 1} of them")
