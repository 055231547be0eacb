# SPDX-License-Identifier: MIT
"""Runs the quick pages of tests/transcripts/, for `make smoke`. cli/transcripts runs all pages.

@smoke @nightly @once
"""

import transcripts
from helper import TestCase

# Each takes 0.4 to 1.6 seconds.
QUICK = ["check", "edited", "files", "formats", "input", "messages"]


class Pages(TestCase):
    def test_quick_pages(self):
        for name in QUICK:
            with self.subTest(name):
                page = transcripts.FOLDER / f"{name}.md"
                expected = page.read_text(encoding="utf-8")
                difference = transcripts.diff(expected, transcripts.run_page(expected), page.name)
                self.assertEqual(difference, "", f"\n{difference}")
