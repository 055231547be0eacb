#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints utf8_ranges.def, from the Unicode data that Python has: utf8_ranges.py > utf8_ranges.def

A range goes on over code points that are not assigned, so that the table is small and later characters of a script are
likely to have its class.
"""

import unicodedata

# C0, DEL and C1; the marks, separators and embeddings that change the direction or the end of a line.
CONTROL = [*range(0x20), *range(0x7F, 0xA0), 0x61C, 0x200E, 0x200F, *range(0x2028, 0x202F), *range(0x2066, 0x206A),
           *range(0xFFF9, 0xFFFC)]  # fmt: skip
# Default_Ignorable_Code_Point, but for the format characters, which unicodedata knows, and variation selectors.
IGNORABLE = [0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2065, 0x3164, 0xFFA0, *range(0xFFF0, 0xFFF9), *range(0xE0000, 0xE1000)]
NONCHARACTERS = range(0xFDD0, 0xFDF0)
# Signs before numbers, which have the category of format characters and are seen.
SEEN = [*range(0x600, 0x606), 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD]
VOWELS = [*range(0x1160, 0x1200), *range(0xD7B0, 0xD800)]  # of Hangul, and final consonants: part of a syllable
REGIONAL = range(0x1F1E6, 0x1F200)  # flags
WIDE_BLOCKS = [*range(0x20000, 0x2FFFE), *range(0x30000, 0x3FFFE)]

control, invisible = set(CONTROL), {*IGNORABLE, *NONCHARACTERS}
wide, vowels, seen = {*REGIONAL, *WIDE_BLOCKS}, set(VOWELS), set(SEEN)


def kind(code):
    character = chr(code)
    category = unicodedata.category(character)
    if code in control:
        return "UTF8_CONTROL"
    if code in invisible or (category == "Cf" and code not in seen):
        return "UTF8_INVISIBLE"
    if category in ("Mn", "Me") or code in vowels:
        return "UTF8_MARK"
    if code in wide:
        return "UTF8_WIDE"
    if category in ("Cn", "Cs"):
        return ""
    return "UTF8_WIDE" if unicodedata.east_asian_width(character) in "WF" else "UTF8_NARROW"


ranges = []  # first, last, kind
for code in range(0x110000):
    found = kind(code)
    if found and ranges and ranges[-1][2] == found:
        ranges[-1][1] = code
    elif found:
        ranges.append([code, code, found])

print("/* SPDX-License-Identifier: MIT */")
print("/* Made by utf8_ranges.py from Unicode %s: the class of a range, its first and its last character. */" % unicodedata.unidata_version)
line = ""
for first, last, found in ranges:
    if found == "UTF8_NARROW":
        continue
    entry = "%s(0x%x, 0x%x) " % (found[5], first, last)
    if len(line) + len(entry) > 112:
        print(line.rstrip())
        line = ""
    line += entry
print(line.rstrip())
