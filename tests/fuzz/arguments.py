#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Random argument lists for the program, and the outcome that each must have.

    DUNGEN=./dungen python3 tests/fuzz/arguments.py [SEED]

The rules for right and wrong lists are written here a second time, apart from the program; only the names of formats
and random number generators come from it. The program always ends by itself, with status 0 or 2, or 3 if there are too
few rooms. With 2 it prints nothing on standard output and one line on standard error; with 0 at most the line with the
seed, a reminder of a tileset image and a warning about glyphs.
"""

import os
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))
import help_text
from help_text import DUNGEN

SEED = 20240607
LISTS = 600 if os.environ.get("SANITIZED") else 3000

# By name: the letter, and the kind of value, which follows from its name in --help.
KINDS = {"N": "number", "NAME": "choice", "FILE": "output", "LIST": "list", "STRING": "glyphs", "PATH": "image", "": None}
OPTIONS = {option.name: (option.letter, KINDS[option.argument]) for option in help_text.options()}
CHOICES = help_text.choices()
BY_LETTER = {letter: name for name, (letter, _) in OPTIONS.items() if letter}
BOUNDS = {option.name: tuple(map(int, re.search(r"(\d+) to (\d+)", option.text).groups()))
          for option in help_text.options() if option.argument == "N"}  # fmt: skip
RNGS = help_text.largest_seeds()
FORMATS = CHOICES["format"]
STYLES = {option.name: re.split(", | or ", of[1]) for option in help_text.options()
          for of in re.finditer("; (.*) only", option.text)}  # fmt: skip


EXTENSIONS = {extension[1:]: name for extension, name in help_text.formats_by_extension().items()}
# Formats and extensions for one map: .json is one, but .ndjson, the same format, is not.
SINGLE = set(FORMATS) - set(help_text.batch_formats())


def refuses_batch(extension):
    with tempfile.TemporaryDirectory() as folder:
        command = [DUNGEN, "-qn2", "-o", os.path.join(folder, "map." + extension)]
        return subprocess.run(command, stderr=subprocess.DEVNULL, check=False).returncode != 0


SINGLE_EXTENSIONS = set(filter(refuses_batch, EXTENSIONS))

# For options that are not named below: values next to the bounds.
USUAL_NUMBERS = {
    **{name: (str(least), str(least + 1), "7", str(most)) for name, (least, most) in BOUNDS.items()},
    "width": ("3", "4", "5", "11", "40", "80", "080", "200", "300"),
    "height": ("3", "4", "5", "11", "25", "45", "045", "120", "300"),
    "seed": ("0", "1", "42", "0042", "4294967295", "4294967296", "18446744073709551614", "18446744073709551615"),
    "max-rooms": ("1", "2", "30", "500"),
    "room-min": ("2", "3", "6", "10", "11", "44", "298"),
    "room-max": ("2", "3", "6", "10", "11", "39", "44", "45", "299"),
    "loops": ("0", "1", "5", "60", "2147483647"),
    "min-rooms": ("1", "2", "9", "12", "20", "66", "67", "2147483647"),
    "count": ("1", "2", "3", "03", "4294967296", "18446744073709551615"),
}
STRANGE_VALUES = (
    "", "-1", "+5", " 5", "5 ", "0x10", "1e3", "5.0", "five", "-", "--", "%", "0", "1", "2", "2147483647", "2147483648",
    "4294967296", "18446744073709551616", "99999999999999999999999", "9" * 300, "\t", "5\n", "\x1b[31m", "é", "x" * 5000,
    "--seed", "-q", "\x9b31m", "\u202egnp.pam", "\udcff\udc80", "█" * 30,
)  # fmt: skip
NAMES = {
    "output": (
        "-", "map", "map.txt", "map.json", "map.png", "map.", ".txt", ".json", ".png", "a.b/map", "./map.json", "50%.txt",
        "50%/map", "map.JSON", "%d", "map-%05d.txt", "%20d%%.json", "%i.txt", "%d-%03i.svg", "%%d.txt", "%021d", "map%s", "%5", "m%d/map",
        *("map." + name for name in EXTENSIONS), "",
    ),  # fmt: skip
    "image": ("tiles.png", "a/b c.png", "", "\u202e", "é.png", "a&b<c>.png"),
    "list": ("spawn", "exit", "labels", "none", "all", "spawn,exit", "spawn,all", "labels,spawn,exit,exit", "spawn,none", "exit,", "label", ""),
    "glyphs": ("#.", "█·", "#.@", "#.@>", "#.@>!", "#.@>!?", "#", "█  ▒", "#🚪", "a\u0301", "#\x9b", "#\u202e", ""),
}
SHOWN = {"spawn", "exit", "labels"}
STRANGE_ARGUMENTS = ("", "-", "--", "map", "-x", "--unknown", "--unknown=5", "--=5", "---", "-é", "--seed\n", "-q=", "-:", "-W",
                     "-seed", "-height", "-output=map", "-help", "80x45", "\u2013seed", "--\x85\udc80")  # fmt: skip


# UTF-8 without control characters and those that change the direction of text.
PLAIN = "[^\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
PLAIN_LINE = re.compile("dungen: %s+\n" % PLAIN)


# A valid last component of a path, and the parts of it that stand for the seed or the number of the map.
GOOD_NAME = re.compile("(?:[^%]|%%|%0?(?:[1-9]|1[0-9]|20)?[di])+")
PERCENT = re.compile("%(?:%|(0?)([0-9]*)([di]))")


def fill_in(path, seed, number):
    """The path for this seed and number."""
    folder, name = os.path.split(path)

    def fill(found):
        return "%" if found[0] == "%%" else f"%{found[1]}{found[2]}d" % (seed if found[3] == "d" else number)

    return os.path.join(folder, PERCENT.sub(fill, name))


def is_pattern(path, numbers=(1, 1)):
    """Whether a path is a pattern; with numbers (0, 1), whether it has %i."""
    return path != "-" and fill_in(path, 0, 0) != fill_in(path, *numbers)


class Wrong(Exception):
    """The program has to refuse the list."""


class Information(Exception):
    """The program has to write something other than maps, such as --help; the argument is the options that matter."""


def choose_value(chance, name):
    kind = OPTIONS[name][1]
    if chance.random() < 0.06:
        return chance.choice(STRANGE_VALUES)
    if kind == "choice":
        right = chance.choice(CHOICES[name])
        return chance.choice((right, right, right, right, right.upper(), right[:-1]))
    return chance.choice(USUAL_NUMBERS[name] if kind == "number" else NAMES[kind])


def choose_arguments(chance):
    """A list of arguments, right about as often as wrong."""
    arguments = []
    for _ in range(chance.choice((0, 1, 1, 2, 2, 3, 3, 4, 5, 8))):
        name = chance.choice(tuple(OPTIONS))
        if name in ("help", "version", "completion", "tileset-image") and chance.random() < 0.7:
            continue
        letter, kind = OPTIONS[name]
        shown = "--" + name
        if chance.random() < 0.03:
            shown = shown[: chance.randint(2, len(shown))]
        value = choose_value(chance, name) if kind else chance.choice(("", "5", "yes"))
        form = chance.random()
        if letter and form < 0.15:
            arguments.append("-" + letter + (value if kind else ""))
        elif letter and form < 0.3:
            arguments += ["-" + letter] + [value] * bool(kind)
        elif letter and form < 0.35:
            arguments.append("-q" + letter + (value if kind else "q"))
        elif kind and form < 0.65:
            arguments.append(shown + "=" + value)
        elif kind:
            arguments += [shown, value]
        else:
            arguments.append(shown + "=" + value if form > 0.96 else shown)
    if arguments and chance.random() < 0.03:
        arguments.pop()
    if chance.random() < 0.08:
        arguments.insert(chance.randint(0, len(arguments)), chance.choice(STRANGE_ARGUMENTS))
    return arguments


def split(arguments):
    """Yield the options of a list in order: name and value."""
    rest = list(arguments)
    while rest:
        argument = rest.pop(0)
        if argument == "--":
            if rest:
                raise Wrong("an argument")
            return
        if argument == "-" or not argument.startswith("-"):
            raise Wrong("an argument")
        if argument.startswith("--"):
            name, equals, value = argument[2:].partition("=")
            if name not in OPTIONS:
                raise Wrong("unknown")
            if OPTIONS[name][1] is None:
                if equals:
                    raise Wrong("takes no value")
                value = None
            elif not equals:
                if not rest:
                    raise Wrong("needs a value")
                value = rest.pop(0)
            yield name, value
            continue
        if argument[1:].partition("=")[0] in set(OPTIONS) - {"help"}:
            raise Wrong("two dashes")
        letters = argument[1:]
        while letters:
            name = BY_LETTER.get(letters[0])
            letters = letters[1:]
            if name is None:
                raise Wrong("unknown")
            if OPTIONS[name][1] is None:
                yield name, None
                continue
            if not letters and not rest:
                raise Wrong("needs a value")
            yield name, letters or rest.pop(0)
            letters = ""


def read(arguments):
    """The options given, as a dict. Raises Wrong or Information."""
    given = {}
    for name, value in split(arguments):
        kind = OPTIONS[name][1]
        if name in ("help", "version"):
            raise Information({})
        if kind == "number":
            if not re.fullmatch("[0-9]+", value, re.ASCII) or not BOUNDS[name][0] <= int(value) <= BOUNDS[name][1]:
                raise Wrong(name)
            value = int(value)
        elif kind == "choice" and value not in CHOICES[name]:
            raise Wrong(name)
        elif name == "completion":
            raise Information({})
        elif kind == "list" and value not in ("none", "all") and not set(value.split(",")) <= SHOWN:
            raise Wrong(name)
        elif kind == "image" and not re.fullmatch(PLAIN + "+", value):
            raise Wrong(name)
        elif kind == "glyphs" and (not re.fullmatch(PLAIN + "{2,5}", value) or re.search("[\u0301🚪]", value)):
            raise Wrong(name)
        elif kind == "output" and (value == "" or value.startswith("--") or not GOOD_NAME.fullmatch(os.path.basename(value) or "-")):
            raise Wrong(name)
        given[name] = value
    return given


def check(given):
    """The options with their defaults. Raises Wrong if they contradict each other."""
    if "tileset-image" in given:
        output = given.get("output", "-")
        if set(given) - {"tileset-image", "tile-size", "output", "quiet"} or is_pattern(output):
            raise Wrong("no map")
        if output != "-" and not os.path.basename(output).lower().endswith(".png"):
            raise Wrong("no name of a PNG")
        raise Information(given)
    options = {"width": 80, "height": 45, "max-rooms": 30, "room-min": 6, "room-max": 10, "count": 1, "rng": "python"}
    options.update(given)
    in_one = options["count"] > 1 and not is_pattern(options.get("output", "-"))
    if "format" not in options:
        base, dot, extension = os.path.basename(options.get("output", "")).rpartition(".")
        options["format"] = FORMATS[0]
        if dot and base and extension:
            if extension.lower() not in EXTENSIONS:
                raise Wrong("extension")
            options["format"] = EXTENSIONS[extension.lower()]
            if extension.lower() in SINGLE_EXTENSIONS and in_one:
                raise Wrong("count")
    if options["format"] in SINGLE and in_one:
        raise Wrong("count")
    for name, formats in STYLES.items():
        if name in options and options["format"] not in formats:
            raise Wrong(name)
    if not options["room-min"] <= options["room-max"] < min(options["width"], options["height"]):
        raise Wrong("rooms")
    side = options["room-min"] + 1
    if options.get("min-rooms", 0) > (options["width"] // side) * (options["height"] // side):
        raise Wrong("min-rooms")
    largest = RNGS[options["rng"]]
    if options.get("seed", 0) > largest or options["count"] - 1 > largest - options.get("seed", 0):
        raise Wrong("seeds")
    if given.get("connect") == "previous" and given.get("tunnels") == "around":
        raise Wrong("connect")
    if "first" in given and not is_pattern(options.get("output", "-"), (0, 1)):
        raise Wrong("first")
    if options["count"] - 1 > 2**64 - 1 - options.get("first", 1):
        raise Wrong("numbers")
    return options


def costly(options):
    """Whether the maps would take too long for a test."""
    tiles = options["width"] * options["height"] * options["count"]
    attempts = options["max-rooms"] + 1000 * options.get("min-rooms", 0)
    return tiles > 10**6 or options["count"] * attempts > 10**5


def impossible(options):
    """Whether no file can have that name here: its folder is missing, or it is too long."""
    name = options.get("output", "").removeprefix("./")
    return "/" in name or len(os.fsencode(name)) > 255


def judge(arguments, folder):
    """What is wrong with a run of the program, None if nothing is, or "skipped" if it was not run."""
    information, expected = False, 0
    try:
        options = check(read(arguments))
        if costly(options):
            return "skipped"
    except Information as what:
        information, options = True, what.args[0]
    except Wrong:
        options, expected = {}, 2
    if impossible(options):
        return "skipped"

    with tempfile.TemporaryFile() as out:
        streams = {"stdin": subprocess.DEVNULL, "stdout": out, "stderr": subprocess.PIPE}
        try:
            done = subprocess.run([DUNGEN] + arguments, cwd=folder, timeout=20, **streams)
        except subprocess.TimeoutExpired:
            return "did not end"
        out.seek(0)
        done.stdout = out.read()
    printed = not information and "seed" not in options and "quiet" not in options
    glyphs = "" if information or "quiet" in options else options.get("glyphs", "")
    told = rb"dungen: --glyphs .* look the same\n" if len(set(glyphs)) < len(glyphs) else rb""
    told += rb"dungen: seed [0-9]+\n" if printed else rb""
    if done.returncode == 3 and "min-rooms" in options:
        told += rb"dungen: --min-rooms ([0-9]+): only ([0-9]+) .* with seed [0-9]+; try .*\n"
        match = re.fullmatch(told, done.stderr)
        right = match and int(match[1]) == options["min-rooms"] > int(match[2])
        return None if right else "wrong with status 3: %r" % done.stderr
    if done.returncode != expected:
        return "status %d, not %d; %r" % (done.returncode, expected, done.stderr[:300])
    if expected == 2:
        if done.stdout:
            return "%d bytes on standard output" % len(done.stdout)
        if not PLAIN_LINE.fullmatch(done.stderr.decode("utf-8", "surrogateescape")):
            return "not one plain line: %r" % done.stderr[:300]
        if os.listdir(folder):
            return "left %s" % os.listdir(folder)
        return None
    output = options.get("output", "-")
    if output != "-" and not information and "quiet" not in options and options["format"] in STYLES["tileset"]:
        told += rb"(dungen: .*: the map uses this tileset image, .*\n)?"
    if not re.fullmatch(told, done.stderr):
        return "on standard error: %r" % done.stderr[:300]
    seed, first = options.get("seed", 0), options.get("first", 1)
    files = range(options.get("count", 1) if is_pattern(output) else 1)
    wanted = [] if output == "-" else [os.path.normpath(fill_in(output, seed + i, first + i)) for i in files]
    found = os.listdir(folder)
    if len(found) != len(wanted) or ("seed" in options and set(found) != set(wanted)):
        return "made %s" % found
    text = done.stdout
    if wanted and text:
        return "%d bytes on standard output" % len(text)
    for name in found:
        with open(os.path.join(folder, name), "rb") as file:
            text += file.read()
    if not text:
        return "wrote nothing"
    lines = {"text": options["height"], "json": 1}.get(options["format"]) if not information else None
    if lines and (text.count(b"\n") != lines * options["count"] or not text.endswith(b"\n")):
        return "wrote %d lines, not %d" % (text.count(b"\n"), lines * options["count"])
    return None


def main():
    start = int(sys.argv[1]) if len(sys.argv) > 1 else SEED
    chance = random.Random(start)
    # Endless writing fails before it fills the disk.
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 27, 1 << 27))
    folder = tempfile.mkdtemp(prefix="dungen-fuzz-")
    passed = failed = skipped = 0
    try:
        while passed + failed < LISTS:
            arguments = choose_arguments(chance)
            wrong = judge(arguments, folder)
            skipped += wrong == "skipped"
            passed += wrong is None
            if wrong not in (None, "skipped"):
                failed += 1
                print("not so: %.400s: %s" % (arguments, wrong))
            for name in os.listdir(folder):
                os.unlink(os.path.join(folder, name))
    finally:
        shutil.rmtree(folder)
    print("argument lists, chosen from %d on; %d others could not be run here" % (start, skipped))
    print("%d passed, %d failed" % (passed, failed))
    return 0 if failed == 0 and passed > 0 else 1


if __name__ == "__main__":
    sys.exit(main())
