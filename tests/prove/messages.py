#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every message is one line of printable UTF-8, whatever one or two bytes stand in each place that shows a value.

The program's own parts read the command lines, all in one process (tests/prove/messages.c); some of the same values then
go to the program itself, so that it is known to say the same. Every message in the sources has to have been among the
answers, so that a new one is not forgotten.
"""

import multiprocessing
import os
import random
import re
import subprocess
import sys
import tempfile
from typing import NamedTuple

sys.dont_write_bytecode = True
os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
sys.path.insert(0, "tests/lib")
import help_text
import messages_made
from help_text import DUNGEN

DRIVER = os.path.abspath("build/tests/prove/messages")
# All of one byte and all of two, but for the zero byte, which no argument can hold.
BYTES = [bytes([byte]) for byte in range(1, 256)]
VALUES = BYTES + [first + second for first in BYTES for second in BYTES]
SAMPLE = random.Random(20240607).sample(VALUES, 25)
# No C0 nor C1 controls, no DEL, and none of Unicode's characters that turn the direction of text or end a line.
ANSWER = "(?:dungen: [^\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+\n)?"
# Where 65,280 links are soon made.
QUICK = "/dev/shm" if os.path.isdir("/dev/shm") else None
LONG = b"-" * 57  # before the value, so that messages are cut in it or beside it
# A directory that does not exist: what is named in it cannot be written.
NONE = b"none/"
TEXT = [b"-s0", b"-ftext", b"-o"]

class Place(NamedTuple):
    """Where a value is shown: the command line around it, and what comes after a right one, see messages.c."""

    name: str
    around: object
    outcome: str = ""
    prepare: object = None  # what is done for each value before


def places():
    for option in help_text.options():
        name = b"--" + option.name.encode()
        # A flag's value is refused unseen.
        if option.argument:
            yield Place(f"--{option.name}=", lambda value, name=name: [name + b"=" + value])
            yield Place(f"--{option.name}", lambda value, name=name: [name, value])
    yield Place("argument", lambda value: [value])
    yield Place("argument after --", lambda value: [b"--", value])
    yield Place("long option", lambda value: [b"--" + value])
    yield Place("nearly an option", lambda value: [b"--widt" + value])
    yield Place("letters", lambda value: [b"-q" + value])
    yield Place("single dash", lambda value: [b"-seed" + value])
    yield Place("long dash", lambda value: ["\u2013".encode() + b"width=" + value])
    yield Place("file as an argument", lambda value: [b"map.txt" + value])
    yield Place("number as an argument", lambda value: [b"80", b"45" + value])
    yield Place("extension", lambda value: [b"-o", b"map." + value])
    yield Place("pattern", lambda value: [b"-o", b"map-%" + value])
    yield Place("pattern of an image", lambda value: [b"--tileset-image", b"-o", b"%d" + value])
    yield Place("one map a file", lambda value: [b"-n2", b"-o", value + b".json"])
    yield Place("one map a format", lambda value: [b"-n2", b"-fsvg", b"-o", value])
    yield Place("style of the output's format", lambda value: [b"--labels", b"-o", value + b".json"])
    yield Place("number and more", lambda value: [b"-W", b"80" + value])
    yield Place("long value", lambda value: [b"--format", LONG + value + LONG])
    yield Place("long argument", lambda value: [LONG.replace(b"-", b"a") + value + LONG])
    yield Place("output", lambda value: [*TEXT, NONE + value], "failed")
    yield Place("output, left behind", lambda value: [*TEXT, NONE + value], "left")
    yield Place("output's directory, left behind", lambda value: [*TEXT, NONE + value + b"/map"], "left")
    yield Place("output by a link, left behind", lambda value: [*TEXT, link(value)], "left", make_link)
    yield Place("pattern for outputs", lambda value: [*TEXT, NONE + b"%d" + value], "failed")
    yield Place("output beside its tileset", lambda value: [b"-ftmx", b"-o", NONE + value + b"/map"], "written")
    yield Place("missing tileset", lambda value: [b"-ftmx", b"-o", NONE + b"map", b"--tileset", value], "written")


def link(value):
    return b"link-" + value.hex().encode()


def make_link(value):
    os.symlink(NONE + value, link(value))


def encoded(line):
    return bytes([len(line)]) + b"".join(argument + b"\0" for argument in line)


def answers(place, values):
    """What the parts of the program say of the command lines, and after each a line with a NUL."""
    lines = b"".join(encoded(place.around(value)) for value in values)
    command = [DRIVER, *filter(None, [place.outcome])]
    return subprocess.run(command, input=lines, stdout=subprocess.PIPE, check=True).stdout


def good(said, count):
    """Whether these are the answers to so many command lines, each at most one line, and printable."""
    text = said.decode("utf-8", "surrogateescape")
    return (
        re.fullmatch(f"(?:{ANSWER}\0\n)*", text) and not re.search("[\udc80-\udcff]", text) and text.count("\0") == count
    )


def faults(place, said):
    """Which of the answers are wrong."""
    found = said.split(b"\0\n")[:-1]
    if len(found) != len(VALUES):
        yield f"{place.name}: {len(VALUES)} command lines, {len(found)} answers"
    for value, answer in zip(VALUES, found):
        if not good(answer + b"\0\n", 1):
            yield f"{place.name}: {value}: {answer}"


def run_program(line, value=b"dungen", **options):
    """Status, standard output and standard error of the program, under a name and a locale that should not matter."""
    done = subprocess.run([value, *line], executable=DUNGEN, stdin=subprocess.DEVNULL, capture_output=True, check=False,
                          env={**os.environb, b"LANG": value, b"LANGUAGE": value, b"COLUMNS": value}, **options)  # fmt: skip
    return done.returncode, done.stdout, done.stderr


def try_place(number):
    """How many command lines were answered well, what is wrong with the other answers, and some of them all."""
    place = PLACES[number]
    with tempfile.TemporaryDirectory(dir=QUICK) as folder:
        os.chdir(folder)
        for value in VALUES if place.prepare else ():
            place.prepare(value)
        said = answers(place, VALUES)
        wrong = [] if good(said, len(VALUES)) else list(faults(place, said))
        passed = len(VALUES) - len(wrong)
        for value in SAMPLE if place.outcome in ("", "failed") else ():
            expected = answers(place, [value])[: -len(b"\0\n")]
            # What is not refused would make a map.
            if not expected:
                continue
            found = run_program(place.around(value), value)
            if found == (1 if place.outcome and b"--output" not in expected else 2, b"", expected):
                passed += 1
            else:
                wrong.append(f"{place.name}: {value}: the program says {found}, not {expected}")
        os.chdir("/")
    return passed, wrong, said[:200000]


def try_fixed():
    """The command lines that are fixed, as try_place does."""
    answers = {line: run_program(line.split())[2] for line in ["", *messages_made.LINES]}
    no_random = ["strace", "-o/dev/null", "-einject=getrandom:error=EIO", DUNGEN]
    answers["without random numbers"] = subprocess.run(no_random, capture_output=True, check=False).stderr
    wrong = [f"{line}: {said}" for line, said in answers.items() if not said or not good(said + b"\0\n", 1)]
    return len(answers) - len(wrong), wrong, b"".join(answers.values())


def main():
    subprocess.run(["make", "-s", os.path.relpath(DRIVER)], check=True)
    passed, wrong, said = try_fixed()
    expected = set(messages_made.templates())
    unseen = expected - messages_made.formats_of(said)
    # Functions cannot be sent to another process, but what was there before it was forked need not be.
    with multiprocessing.get_context("fork").Pool() as pool:
        for good_here, wrong_here, said_here in pool.imap(try_place, range(len(PLACES))):
            passed += good_here
            wrong += wrong_here[:3]
            unseen -= messages_made.formats_of(said_here)
    for text in sorted(unseen):
        wrong.append(f"none of these command lines makes the message: {text}")
    passed += len(expected) - len(unseen)
    for line in wrong:
        print(f"FAILED: {line}")
    print(f"{len(PLACES)} places, {len(VALUES)} values, {len(expected)} messages")
    print(f"{passed} passed, {len(wrong)} failed")
    return 1 if wrong or not passed else 0


PLACES = list(places())

if __name__ == "__main__":
    sys.exit(main())
