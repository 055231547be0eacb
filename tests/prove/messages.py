# SPDX-License-Identifier: MIT
"""Every message is one line of printable UTF-8, whatever bytes stand in each place that shows a
value.

The values are all single bytes, pairs of bytes of every kind, and characters that terminals act on.
Most command lines are run in one process; some also by the program itself, which has to answer the
same. tests/cli/ compares the messages that show no value.
"""

import itertools
import os
import random
import re
import subprocess

from help_text import ROWS
from helper import DUNGEN, MANY, TestCase, run_many

# The first and the last of every kind: controls, separators, letters, and the bytes of UTF-8.
KINDS = bytes.fromhex(
    "01 0a 0d 1b 20 25 27 2c 2d 2e 2f 30 3d 5c 61 7f 80 9b bf c0 c2 cc d8 e2 ed ef f0 f4 ff"
)
SPECIAL = (
    "\u0301 \u061c \u200b \u200e \u2028 \u2029 \u202e \u2066 \u2069 \ufeff \ufffe \ufe0f \ue000 "
    "\u0378 \U0001f9f1 \U000e0001 \x85"
).split(" ")
ALONE = [
    *(bytes([byte]) for byte in range(1, 256)),
    *(text.encode() for text in SPECIAL),
    *(text.encode()[:-1] for text in SPECIAL),
    *(b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xe0\x80\xaf", b"a" * 5000),
]
PAIRS = [bytes(pair) for pair in itertools.product(KINDS, repeat=2)]
# No C0 nor C1 controls, no DEL, and none of Unicode's characters that turn the direction of text or
# end a line.
CONTROLS = "\0-\x1f\x7f-\x9f"
DIRECTIONS = "\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069"
SURROGATES = "\ud800-\udfff"
ANSWER = re.compile(f"dungen: [^{CONTROLS}{DIRECTIONS}{SURROGATES}]+\n")
LONG = b"-" * 57  # before the value, so that messages are cut in it or beside it
NONE = b"none/"  # a folder that does not exist


# Names of places, and words with "%" for the value and "\1" for a percent sign.
LINES = (
    ("argument", b"%"),
    ("argument after --", b"--", b"%"),
    ("long option", b"--%"),
    ("nearly an option", b"--widt%"),
    ("letters", b"-q%"),
    ("single dash", b"-seed%"),
    ("long dash", "\u2013width=%".encode()),
    ("file as an argument", b"map.txt%"),
    ("number as an argument", b"80", b"45%"),
    ("extension", b"-qo", b"map.%"),
    ("pattern", b"-qo", b"map-\1%"),
    ("pattern of an image", b"--tileset-image", b"-o", b"\1d%"),
    ("one map a file", b"-qn2", b"-o", b"%.json"),
    ("one map a format", b"-qn2", b"-fsvg", b"-o", b"%"),
    ("style of a format", b"-q", b"--show=spawn,labels", b"-o", b"%.json"),
    ("trace of a comparison", b"--draws", b"%", b"--compare", b"none"),
    ("file to compare", b"-s1", b"--compare", NONE + b"%"),
    ("value of --compare", b"--compare=%"),
    ("number and more", b"-qW", b"80%"),
    ("long value", b"--format", LONG + b"%" + LONG),
    ("long argument", b"a" * 57 + b"%" + LONG),
    ("output", b"-s0", b"-ftext", b"-o", NONE + b"%"),
    ("pattern for outputs", b"-s0", b"-ftext", b"-o", NONE + b"\1d%"),
    ("missing tileset", b"-s0", b"-ftmx", b"-omap", b"--tileset", b"%"),
    ("output beside its tileset", b"-s0", b"-ftmx", b"-o", b"map%"),
)


def insert(value, word):
    return word.replace(b"%", value).replace(b"\1", b"%")


def places():
    """Names of places, functions that put a value there in a command line, and the values, most of
    which are wrong.
    """
    values = ALONE + PAIRS
    for option in ROWS:
        name = b"--" + option["name"].encode()
        # A flag's value is refused unseen.
        if "argument" in option:
            in_one_word = lambda value, name=name: [b"-q", name + b"=" + value]
            yield f"--{option['name']}=", in_one_word, values
            # The messages are the same, unless the value looks like an option.
            yield f"--{option['name']}", lambda value, name=name: [b"-q", name, value], ALONE
    for name, *words in LINES:
        yield name, lambda value, words=words: [insert(value, word) for word in words], values


def is_good(status, out, err):
    """Whether a command that failed printed one plain line and nothing else; one that succeeded may
    print a line.
    """
    said = err.decode("utf-8", "surrogateescape")
    if status == 0:
        return not said or ANSWER.fullmatch(said)
    return status in (1, 2, 3, 4) and not out and ANSWER.fullmatch(said)


def run_program(line, value, folder):
    """Status and streams of the program. The value is also its own name and its locale, which
    should not matter.
    """
    environment = {**os.environb, b"LANG": value, b"LANGUAGE": value, b"COLUMNS": value}
    done = subprocess.run(
        [value, *line],
        executable=DUNGEN,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        cwd=folder,
        env=environment,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


class Messages(TestCase):
    def check_answer(self, answer, line, value, is_sample):
        """The answer to a command line is good. For a sample, the program itself gives the same."""
        if not is_good(*answer):
            self.fail(answer)
        if is_sample and answer[0] != 0:
            self.assertEqual(run_program(line, value, self.folder), answer)

    def test_every_place(self):
        for name, around, values in places():
            # Not as names of files, which could be anywhere.
            values = [value for value in values if not value.startswith(b"/")]
            sample = set(random.Random(20240607).sample(range(len(values)), 12))
            found = list(run_many([MANY], map(around, values), self.folder))
            with self.subTest(name):
                self.assertEqual(len(found), len(values), values[len(found) : len(found) + 1])
            for i, (value, answer) in enumerate(zip(values, found)):
                with self.subTest(name, value=value[:99]):
                    self.check_answer(answer, around(value), value, i in sample)
            for file in os.scandir(self.folder):
                os.remove(file)
