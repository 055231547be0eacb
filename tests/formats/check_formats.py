#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every format has a sample, and a test that is named for it."""

import glob
import os
import re

from maps import FORMATS, TestCase, main, output

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
SMALL = "-s5 -W20 -H10 --room-max=8".split()


class Formats(TestCase):
    def test_each_has_a_sample(self):
        """The format of a sample is the one that its extension stands for."""
        by_bytes = {output(*SMALL, "-f", name): name for name in FORMATS}
        self.assertEqual(len(by_bytes), len(FORMATS))
        with open(os.path.join(ROOT, "samples", "make"), encoding="utf-8") as file:
            names = re.findall(r"^sample \S+\.(\w+) (?!--tileset-image)", file.read(), re.M)
        found = set()
        for extension in set(names):
            output(*SMALL, "-q", "-o", self.path("map." + extension))
            with open(self.path("map." + extension), "rb") as file:
                found.add(by_bytes[file.read()])
        self.assertEqual(found, set(FORMATS))

    def test_each_has_a_test(self):
        """A test begins with the formats that it is for, and a colon."""
        named = set()
        for path in glob.glob(os.path.join(ROOT, "tests/formats/check_*.py")) + [os.path.join(ROOT, "tests/oracle/check_oracle.py")]:
            with open(path, encoding="utf-8") as file:
                first = re.search(r'^"""(.*)', file.read(), re.M)[1]
            names, colon, _ = first.partition(":")
            named.update(re.findall(r"\w+", names) if colon else [])
        self.assertLessEqual(set(FORMATS), named)


if __name__ == "__main__":
    main()
