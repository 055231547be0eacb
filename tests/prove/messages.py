#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every message is one line of printable UTF-8, whatever one or two bytes stand in each place that shows a value.

The command line is read in one process, by the program's own parts (tests/prove/messages.c); some of the same values
then go to the program itself, so that it is known to say the same.
"""

import multiprocessing
import os
import random
import subprocess
import sys
import unicodedata

DRIVER = "build/tests/prove/messages"
DUNGEN = os.path.abspath(os.environ.get("DUNGEN", "./dungen"))
BIDIRECTIONAL = {0x61C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)}
LONG = b"-" * 57  # before the value, so that messages are cut in it or beside it


def values():
    """All of one byte and all of two, but for the zero byte, which no argument can hold."""
    for first in range(1, 256):
        yield bytes([first])
    for first in range(1, 256):
        for second in range(1, 256):
            yield bytes([first, second])


def help_options():
    """The names of the options that take a value, and of those that do not, from --help."""
    text = subprocess.run([DUNGEN, "--help"], stdout=subprocess.PIPE, check=True).stdout.decode()
    takes, flags = [], []
    for line in text.splitlines():
        words = line.replace(",", " ").split()
        names = [word for word in words if word.startswith("--") and len(word) > 2]
        if names and line.startswith("  ") and line.lstrip().startswith("-"):
            following = words[words.index(names[0]) + 1 : words.index(names[0]) + 2]
            (takes if following and following[0].isupper() and len(following[0]) > 0 else flags).append(names[0])
    return takes, flags


def places():
    """Each place in which a value is shown: the name of the place, and the command line around the value."""
    takes, flags = help_options()
    for name in takes:
        yield name, lambda value, name=name: [name.encode(), value]
        yield f"{name}=", lambda value, name=name: [name.encode() + b"=" + value]
    yield flags[0] + "=", lambda value: [flags[0].encode() + b"=" + value]
    yield "argument", lambda value: [value]
    yield "argument after --", lambda value: [b"--", value]
    yield "long option", lambda value: [b"--" + value]
    yield "nearly an option", lambda value: [b"--widt" + value]
    yield "letters", lambda value: [b"-q" + value]
    yield "single dash", lambda value: [b"-seed" + value]
    yield "extension", lambda value: [b"-o", b"map." + value]
    yield "pattern", lambda value: [b"-o", b"map-%" + value]
    yield "number and more", lambda value: [b"-W", b"80" + value]
    yield "long value", lambda value: [b"--format", LONG + value + LONG]
    yield "long argument", lambda value: [LONG.replace(b"-", b"a") + value + LONG]


def run(lines):
    """What the parts of the program say of each command line."""
    text = b"".join(bytes([len(line)]) + b"".join(argument + b"\0" for argument in line) for line in lines)
    result = subprocess.run([DRIVER], input=text, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, check=True)
    said = result.stderr.split(b"\0\n")
    if len(said) != len(lines) + 1 or said[-1]:
        sys.exit(f"{len(lines)} command lines, {len(said) - 1} answers")
    return said[:-1]


def fault(said):
    """What is wrong with the messages about one command line; None where there is nothing."""
    try:
        text = said.decode("utf-8")
    except UnicodeDecodeError as error:
        return str(error)
    if not text:
        return None
    if text.count("\n") != 1 or not text.endswith("\n") or not text.startswith("dungen: "):
        return "not one line"
    for character in text[:-1]:
        if unicodedata.category(character) == "Cc" or ord(character) in BIDIRECTIONAL:
            return f"U+{ord(character):04X} is in it"
    return None


EVERYTHING = list(values())
SAMPLE = random.Random(20240607).sample(EVERYTHING, 25)


def try_place(place):
    """How many command lines were answered well, and what is wrong with the other answers."""
    name, around = place
    lines = [around(value) for value in EVERYTHING]
    answers = list(zip(lines, run(lines)))
    faults = [f"{name}: {line}: {said}: {fault(said)}" for line, said in answers if fault(said)]
    passed = len(answers) - len(faults)
    for value in SAMPLE:
        line = around(value)
        said = run([line])[0]
        # What is not refused would make a map.
        if not said:
            continue
        result = subprocess.run([DUNGEN, *line], stdin=subprocess.DEVNULL, capture_output=True, check=False)
        if (result.returncode, result.stdout, result.stderr) == (2, b"", said):
            passed += 1
        else:
            faults.append(f"{name}: {line}: the program says {result.stderr}, not {said}")
    return passed, faults


def main():
    passed = failed = 0
    with multiprocessing.get_context("fork").Pool() as pool:
        # Functions cannot be sent to another process, but what was there before it was forked need not be.
        for good, faults in pool.imap(try_numbered, range(len(PLACES))):
            passed += good
            failed += len(faults)
            for line in faults[:3]:
                print(f"FAILED: {line}")
    print(f"{len(PLACES)} places, {len(EVERYTHING)} values")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


PLACES = list(places())


def try_numbered(number):
    return try_place(PLACES[number])


if __name__ == "__main__":
    sys.exit(main())
