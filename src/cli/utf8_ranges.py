#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints utf8_ranges.def, from the Unicode data that Python has: utf8_ranges.py > utf8_ranges.def"""

import itertools
import textwrap
import unicodedata

# C0, DEL and C1; what changes the direction or the end of a line.
CONTROL = {*range(0x20), *range(0x7F, 0xA0), 0x61C, 0x200E, 0x200F, *range(0x2028, 0x202F), *range(0x2066, 0x206A),
           *range(0xFFF9, 0xFFFC)}  # fmt: skip
# Default_Ignorable_Code_Point, but for the format characters, which unicodedata knows; and noncharacters,
# but for those at the end of each plane, which utf8.c knows.
IGNORABLE = {0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, *range(0x180B, 0x1810), 0x2065, 0x3164, *range(0xFE00, 0xFE10), 0xFFA0,
             *range(0xFFF0, 0xFFF9), *range(0xE0000, 0xE1000), *range(0xFDD0, 0xFDF0)}  # fmt: skip
# Signs before numbers, which have the category of format characters and are seen.
SEEN = [*range(0x600, 0x606), 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD]
VOWELS = [*range(0x1160, 0x1200), *range(0xD7B0, 0xD800)]  # of Hangul, and final consonants: part of a syllable
REGIONAL = range(0x1F1E6, 0x1F200)  # flags


def letter(code):
    """The letter of the class of a code point, as in utf8.c."""
    category = unicodedata.category(chr(code))
    if code in CONTROL:
        return "X"
    if code in IGNORABLE or (category == "Cf" and code not in SEEN):
        return "I"
    if category in ("Cn", "Co", "Cs"):
        return "U"
    if category in ("Mn", "Me") or code in VOWELS:
        return "M"
    return "W" if code in REGIONAL or unicodedata.east_asian_width(chr(code)) in "WF" else "N"


print("/* SPDX-License-Identifier: MIT */")
print(f"/* Made by utf8_ranges.py from Unicode {unicodedata.unidata_version}: classes, and how many code points after the first have each. */")
runs = ((kind, len(list(codes)) - 1) for kind, codes in itertools.groupby(range(0x110000), letter))
for line in textwrap.wrap(" ".join(f"{kind}{more:x}" if more else kind for kind, more in runs), 155):
    print(f'"{line.replace(" ", "")}"')
