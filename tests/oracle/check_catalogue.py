# SPDX-License-Identifier: MIT
"""Maps have the digests of the catalogue; a changed map is noticed, and never recorded under the
same algorithm. Compares 400 rows, and all of them in `make nightly`.

@rng @option @sanitized
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
        faults = catalogue.check(catalogue.CATALOGUE, step=1 if IS_NIGHTLY else 3)
        if faults:
            self.fail("\n".join(["", *faults]))


class Guard(TestCase):
    """Each test changes a catalogue. check() must notice it, and remake() must not hide it."""

    def setUp(self):
        super().setUp()
        some_cases = mock.patch("catalogue.cases", lambda: SOME_CASES)
        no_progress = mock.patch("catalogue.tell_progress", lambda done, total: None)
        for patch in (some_cases, no_progress):
            patch.start()
            self.addCleanup(patch.stop)
        self.file = pathlib.Path(self.path("catalogue.tsv"))
        catalogue.remake(self.file)
        self.good_lines = self.lines()

    def lines(self):
        return self.file.read_text(encoding="ascii").splitlines()

    def write_lines(self, lines):
        self.file.write_text("\n".join(lines) + "\n", encoding="ascii")

    def assert_remakes(self, lines, message):
        """check() notices that rows are missing. remake() adds them."""
        self.write_lines(lines)
        self.assertTrue(catalogue.check(self.file))
        self.assertIn(message, catalogue.remake(self.file))
        self.assertEqual(self.lines(), self.good_lines)
        self.assertEqual(catalogue.check(self.file), [])

    def assert_keeps(self, lines, *faults):
        """check() names these faults. remake() leaves the known rows alone."""
        self.write_lines(lines)
        self.assertEqual(catalogue.check(self.file), list(faults))
        self.assertIn("the 0 new ones", catalogue.remake(self.file))
        self.assertEqual(self.lines(), lines)

    def test_keeps_the_digest_of_a_text(self):
        lines = replace_field(self.good_lines, 2, TEXT_DIGEST, WRONG_DIGEST)
        self.assert_keeps(lines, "changed: python 0 -", catalogue.ADVICE["changed"])

    def test_keeps_the_digest_of_a_layout(self):
        last = len(self.good_lines) - 1
        lines = replace_field(self.good_lines, last, LAYOUT_DIGEST, WRONG_DIGEST)
        key = " ".join(SOME_CASES[-1].key())
        self.assert_keeps(lines, f"changed: {key}", catalogue.ADVICE["changed"])

    def test_names_nine_rows_in_the_order_of_the_file(self):
        lines = self.good_lines
        for number in range(2, 14):
            lines = replace_field(lines, number, TEXT_DIGEST, WRONG_DIGEST)
        rows = [f"changed: {' '.join(line.split(chr(9))[:3])}" for line in lines[2:11]]
        more = f"and 3 more of {len(SOME_CASES)} rows"
        self.assert_keeps(lines, *rows, more, catalogue.ADVICE["changed"])

    def test_refuses_to_drop_a_row(self):
        row = "\t".join(["python", "7", "--width 81", WRONG_DIGEST, WRONG_DIGEST])
        lines = [*self.good_lines, row]
        self.write_lines(lines)
        faults = ["no case: python 7 --width 81", catalogue.ADVICE["no case"]]
        self.assertEqual(catalogue.check(self.file), faults)
        with self.assertRaisesRegex(SystemExit, "no case: python 7 --width 81"):
            catalogue.remake(self.file)
        self.assertEqual(self.lines(), lines)

    def test_adds_a_row(self):
        self.assert_remakes(self.good_lines[:-1], "the 1 new ones match")

    def test_refuses_a_row_that_differs_from_the_reference(self):
        self.write_lines(self.good_lines[:-1])
        with mock.patch("catalogue.digests_of_reference", lambda case: (WRONG_DIGEST,) * 2):
            with self.assertRaisesRegex(SystemExit, "differs from the reference"):
                catalogue.remake(self.file)
        self.assertEqual(self.lines(), self.good_lines[:-1])

    def test_changes_digests_together_with_the_algorithm(self):
        lines = replace_field(self.good_lines, 0, 1, "rooms-and-tunnels/0")
        lines = replace_field(lines, 2, TEXT_DIGEST, WRONG_DIGEST)
        self.assert_remakes(lines, f"the {len(SOME_CASES)} new ones")
