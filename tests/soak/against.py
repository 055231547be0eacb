#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Run random command lines of a release in its program and in yours, and compare what they write.

    tests/soak/against.py OLD                   OLD is the program of the release
    tests/soak/against.py --lines 100000 OLD    until OLD has accepted so many lines; 10,000 if not
                                                given
    tests/soak/against.py --seed 7 OLD          the lines of this seed; 1 if not given

$DUNGEN, or ./dungen, is your program. The options, values, formats, and measures in the lines come
from OLD's `--help=json`. A line generates maps, searches for them, or reads files that OLD wrote.
In some of these files, sed changes a tile.

If OLD succeeds, your program must exit with the same status, and write the same bytes to standard
output and to the same files. Status 3 with --where, and status 4 with --check or --compare, are
results, too. All other lines are refused by OLD, and do not count. Messages are not compared.

DIFFERENCES lists what may differ. CHANGELOG.md says why under "Changed on purpose" of the release
that made the change. The entry does not apply to this release and later ones.

At the end come tables of the lines, and at most 20 lines that differ, to be pasted into a shell in
an empty folder, after `mkdir maps`. The status is 1 if a line differs. Ctrl-C ends the run early.
"""

import argparse
import collections
import json
import os
import random
import re
import shlex
import signal
import subprocess
import sys
import tempfile
from typing import NamedTuple

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
DUNGEN = os.path.abspath(os.environ.get("DUNGEN", os.path.join(ROOT, "dungen")))
SECONDS = 300  # after which a program is killed
SHOWN = 20  # differences that are printed

# What numbers are usual for an option; for others, the lowest and up to 100 more.
USUAL = {
    "max-rooms": (1, 60),
    "room-min": (2, 8),
    "room-max": (4, 14),
    "min-rooms": (1, 5),
    "fill": (0, 40),
    "halls": (0, 2),
    "loops": (0, 12),
    "spacing": (0, 4),
    "locks": (0, 3),
    "secrets": (0, 3),
    "door-gap": (1, 10),
    "tile-size": (1, 24),
    "pairs": (1, 12),
}
RARE = {"max-rooms": (100, 900), "fill": (60, 100), "loops": (50, 300), "spacing": (5, 1000)}
# Texts for options that take any.
TEXTS = {
    "glyphs": ["#.", " .", "#.@>+*", "X_", "#.@", "|-S", ".#", "%.@x/", "#,@<'~", "# ", "WfseDr"],
    "tileset": ["my tiles.png", "../art/tiles.png", "dungen-tiles.png", "a.png"],
    "tiles": ["wall=1,floor=0", "door=1", "wall=7,floor=8,door=9,exit=5,spawn=6"],
    "title": ["The crypt", "a & b"],
}
UNICODE = ["█·", "▒ ◉▼◊∙", "#·@≥+•"]
# What an option requires, if another value of it or a preset says otherwise.
REQUIRED = {
    **dict.fromkeys(["spacing", "halls", "loop-corners"], [("tunnels", "around")]),
    **dict.fromkeys(["door-percent", "door-gap"], [("tunnels", "around"), ("doors", None)]),
    **dict.fromkeys(["locks", "secrets"], [("doors", None)]),
}
# How often a format is chosen, if not as often as others: pictures take long.
WEIGHTS = {"svg": 0.3, "png": 0.15, "uvtt": 0.15, "json": 2}
TILES_ONLY = {"text", "csv", "movingai", "xp", "npy"}  # without rooms
LARGE = 20_000  # tiles, from which there are only quick formats
SLOW_WHEN_LARGE = {"svg", "png", "uvtt", "xp", "scen", "ansi", "tmj", "tmx", "dot", "rooms"}
# The options of a trace that can be read.
SIMPLE = {"width", "height", "max-rooms", "room-min", "room-max", "fill"}
# A tile that sed changes in files that people edit.
EDITS = {
    "text": ["{row}s/#/./{n}", "{row}s/[.]/#/{n}", "{row}s/[.]/@/{n}"],
    "csv": ["{row}s/0/1/{n}", "{row}s/1/0/{n}"],
    "json": ["s/#/./{many}", "s/[.]/#/{many}", 's/"spawn":{{"x":/&1/', "s/,.tiles.*/}}/"],
    "movingai": ["{row}s/@/./{n}", "{row}s/[.]/@/{n}"],
}


class Line(NamedTuple):
    kind: str  # for the table
    format: str  # that it writes, or of the file that it judges
    arguments: list
    inputs: tuple = ()  # formats of the files that it reads
    stdin: str = "/dev/null"
    before: tuple = ()  # shell commands that write the files which it reads

    def shell(self, program):
        words = shlex.join([program, *self.arguments])
        return words if self.stdin == "/dev/null" else f"{words} < {self.stdin}"


def after(reduce):
    """A function that says whether two outputs are equal after reduce(output)."""
    return lambda old, new: reduce(old) == reduce(new)


def without_neato(data):
    return data.replace(b" // neato -n2 draws the rooms in their places\n", b"\n", 1)


def svg_size(data):
    return re.match(rb"<svg [^>]*>", data)[0]


def png_size(data):
    return data[:24]


def uvtt_size(data):
    document = json.loads(data)
    return document["format"], document["resolution"], sorted(document)


def titles(data):
    """The heading of each room key."""
    return re.findall(rb"^# .*", data, re.MULTILINE)


def with_sorted_params(data):
    return re.sub(rb'(?<="params":\{)[^{}]*', lambda it: b",".join(sorted(it[0].split(b","))), data)


def has_all_measures(old, new):
    """Whether new stats have all measures of the old ones, in the same order."""
    rows = [[json.loads(row) for row in data.splitlines()] for data in (old, new)]
    return len(rows[0]) == len(rows[1]) and all(
        list(before.items()) == [(key, value) for key, value in row.items() if key in before]
        for before, row in zip(*rows)
    )


class Difference(NamedTuple):
    since: tuple  # the release that changed it on purpose
    format: str  # that a line writes
    equal: object  # what has to hold for the outputs of both programs
    inputs: tuple = ()  # only for lines that read one of these formats

    def covers(self, version, line):
        read = not self.inputs or {*self.inputs} & {*line.inputs}
        return version < self.since and line.format == self.format and read


DIFFERENCES = [
    Difference((1, 1), "dot", after(without_neato)),
    Difference((1, 1), "stats", has_all_measures),
    Difference((1, 1), "svg", after(svg_size)),
    Difference((1, 1), "png", after(png_size)),
    Difference((1, 1), "uvtt", after(uvtt_size)),
    Difference((1, 1), "rooms", after(titles)),
    Difference((1, 1), "json", after(with_sorted_params), inputs=("tmj", "tmx")),
]


class Release:
    """The options of a program, as its help lists them."""

    def __init__(self, program):
        text = subprocess.run([program, "--version"], stdout=subprocess.PIPE, check=True).stdout
        self.version = tuple(map(int, re.search(r"(\d+)\.(\d+)", text.decode()).groups()))
        text = subprocess.run([program, "--help=json"], stdout=subprocess.PIPE, check=True).stdout
        self.rows = {row["name"]: row for row in json.loads(text)["options"]}
        self.formats = {choice["name"]: choice for choice in self.rows["format"]["choices"]}
        self.read = [name for name, choice in self.formats.items() if "reads" in choice]
        self.presets = {
            choice["name"]: choice["options"].split() for choice in self.rows["preset"]["choices"]
        }
        self.map_rows = [
            row
            for name, row in self.rows.items()
            if (row["group"] == "Map" or row["group"] == "Tuning" and "formats" not in row)
            and name not in ("preset", "width", "height")
        ]
        # The largest seeds that it accepts.
        self.largest = {}
        for choice in self.rows["rng"]["choices"]:
            name = choice["name"]
            command = [program, "--rng", name, "--seed", str(2**64 - 1)]
            done = subprocess.run(command, capture_output=True, check=False)
            self.largest[name] = 2**64 - 1 if done.returncode == 0 else 2**32 - 1


class Author:
    """Writes random command lines of a release."""

    def __init__(self, release, seed):
        self.release = release
        self.random = random.Random(seed)
        self.used = collections.Counter()  # options

    def chance(self, share):
        return self.random.random() < share

    def option(self, name, value=None):
        """An option in one of its spellings."""
        self.used[name] += 1
        letter = self.release.rows[name].get("letter")
        if value is None:
            return [f"-{letter}" if letter and self.chance(0.5) else f"--{name}"]
        if letter and self.chance(0.4):
            return [f"-{letter}", value] if self.chance(0.5) else [f"-{letter}{value}"]
        return [f"--{name}", value] if self.chance(0.7) else [f"--{name}={value}"]

    def value(self, row):
        """A value of an option; None for a flag or if no value is known."""
        name, kind = row["name"], row["kind"]
        if name == "spawn" and row["argument"] == "PLACE" and self.chance(0.3):
            return f"{self.random.randint(1, 40)},{self.random.randint(1, 20)}"
        if kind == "choice":
            return self.random.choice(row["choices"])["name"]
        if kind == "number":
            lowest, highest = int(row["lowest"]), int(row["highest"])
            usual = USUAL.get(name, (lowest, min(highest, lowest + 100)))
            if name in RARE and self.chance(0.03):
                usual = RARE[name]
            number = self.random.randint(*usual)
            if row.get("ranges") and self.chance(0.3):
                return f"{number}..{self.random.randint(number, usual[1])}"
            return str(number)
        if name in TEXTS:
            return self.random.choice(TEXTS[name])
        return None

    def leave_out_wings(self, chosen):
        """Changes options of a map, because a trace cannot contain wings and halls."""
        preset = self.release.presets.get(chosen.get("preset"), [])
        for name in ("wings", "halls"):
            chosen.pop(name, None)
            if f"--{name}" in preset:
                chosen[name] = "0"

    def size(self):
        """Width and height, or nothing for those of the preset."""
        kind = self.random.random()
        if kind < 0.0005:
            return {"width": "3000", "height": self.random.choice(["30", "3000"])}
        if kind < 0.03:
            return {"width": self.between(100, 600), "height": self.between(60, 300)}
        if kind < 0.1:
            return {"width": self.between(3, 20), "height": self.between(3, 20)}
        if kind < 0.7:
            return {"width": self.between(20, 120), "height": self.between(16, 60)}
        return {}

    def between(self, low, high):
        return str(self.random.randint(low, high))

    def map_options(self):
        """Options of a map, of which most fit together, by name, and how many tiles it has."""
        rows = self.release.rows
        chosen, preset = self.size(), []
        if self.chance(0.4):
            chosen["preset"] = self.random.choice(list(self.release.presets))
            preset = self.release.presets[chosen["preset"]]
        share = self.random.choice([0, 0.1, 0.25, 0.5])
        for row in self.release.map_rows:
            if self.chance(share):
                chosen[row["name"]] = self.value(row)

        def effective(name):
            if name in chosen:
                return chosen[name]
            option = f"--{name}"
            if option in preset:
                return preset[preset.index(option) + 1]
            return rows[name]["default"]

        for name in [*chosen]:
            for needed, value in REQUIRED.get(name, []):
                chosen[needed] = value
                if needed == "doors":
                    chosen.pop("no-doors", None)
        if chosen.get("tunnels") == "through" and ("--spacing" in preset or "--halls" in preset):
            del chosen["tunnels"]
        if effective("tunnels") == "around" and effective("connect") == "previous":
            chosen.pop("connect", None)
        if effective("spawn") == "farthest" and effective("exit") != "farthest":
            chosen["exit"] = "farthest"
        # Rooms that fit into the map, the smallest no larger than the largest.
        smaller = min(int(effective("width")), int(effective("height")))
        if int(effective("room-max").split("..")[-1]) >= smaller:
            chosen["room-max"] = str(smaller - 1)
        if int(effective("room-min")) > int(effective("room-max").split("..")[0]):
            chosen["room-min"] = effective("room-max").split("..")[0]
        return chosen, int(effective("width")) * int(effective("height"))

    def map_words(self, chosen):
        """The words of these options in any order, with a seed and a generator."""
        options = [*chosen.items()]
        rng = "python"
        if self.chance(0.6):
            rng = self.random.choice([*self.release.largest])
            options.append(("rng", rng))
        seed = self.random.getrandbits(self.random.choice([8, 16, 31, 32, 53, 64]))
        if self.chance(0.99):
            seed = min(seed, self.release.largest[rng] - 1000)  # for a batch
        options.append(("seed", str(min(seed, self.release.largest[rng]))))
        self.random.shuffle(options)
        words = [self.option(*option) for option in options]
        if options and self.chance(0.05):
            # The last value applies.
            name = self.random.choice(options)[0]
            other = self.value(self.release.rows[name])
            words.insert(0, self.option(name, other))
        return [word for option in words for word in option]

    def format(self, tiles, formats=None, count=1):
        """A format that can be written within a moment."""
        names = [
            name
            for name in formats or self.release.formats
            if (tiles < LARGE or name not in SLOW_WHEN_LARGE)
            and (count == 1 or self.release.formats[name]["holds"] != "one map")
        ]
        return self.random.choices(names, [WEIGHTS.get(name, 1) for name in names])[0]

    def looks(self, name, readable=False):
        """Options about looks that this format obeys, by name."""
        chosen = {}
        for row in self.release.rows.values():
            option = row["name"]
            if name not in row.get("formats", []) or not self.chance(0.25):
                continue
            value = self.value(row)
            if option == "show":
                shown = self.release.formats[name]["shows"]
                some = ",".join(self.random.sample(shown, self.random.randint(1, len(shown))))
                every = "all" if len(shown) == 3 else some
                value = self.random.choice(["none", every, some, some])
            elif option == "glyphs" and name == "text" and self.chance(0.2):
                value = self.random.choice(UNICODE)
            elif value is None and row["kind"] != "flag" or option == "no-tiles" and readable:
                continue
            chosen[option] = value
        if name in ("png", "uvtt"):
            chosen.setdefault("tile-size", self.between(1, 20))
        return chosen

    def words(self, chosen):
        options = [self.option(*option) for option in chosen.items()]
        self.random.shuffle(options)
        return [word for option in options for word in option]

    def shared(self):
        """Options that change only messages; the first words of a line."""
        words = self.option("messages", "json") if self.chance(0.03) else []
        return words + (self.option("quiet") if self.chance(0.3) else [])

    def values(self, *choices):
        """--walls or --floors."""
        return self.option(*self.random.choice(choices))

    def output(self, name, pattern):
        """An output file, and the format if its extension does not choose it."""
        extension = self.random.choice(self.release.formats[name]["extensions"])
        if self.chance(0.2):
            extension = extension.upper()
        stem = self.random.choice(["%d", "%i", "%05d-a", "x%03i", "%i%%"]) if pattern else "map"
        words = self.option("output", f"maps/{stem}.{extension}")
        if self.chance(0.2):
            words += self.option("format", name)
        return words


class Runner:
    """Runs programs in an empty folder."""

    def __init__(self, folder):
        self.folder, self.inputs = folder, {}
        os.chdir(folder)
        os.mkdir("maps")
        self.child = 0
        signal.signal(signal.SIGALRM, lambda *_: os.kill(self.child, signal.SIGKILL))

    def run(self, program, arguments, stdin="/dev/null"):
        """The status and, by their names, the files that it wrote; "" is standard output."""
        out = os.path.join(self.folder, ".out")
        new = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
        actions = [
            (os.POSIX_SPAWN_OPEN, 0, stdin, os.O_RDONLY, 0),
            (os.POSIX_SPAWN_OPEN, 1, out, new, 0o600),
            (os.POSIX_SPAWN_OPEN, 2, "/dev/null", os.O_WRONLY, 0),
        ]
        command = [program, *arguments]
        self.child = os.posix_spawn(program, command, os.environ, file_actions=actions)
        signal.alarm(SECONDS)
        status = os.waitstatus_to_exitcode(os.waitpid(self.child, 0)[1])
        signal.alarm(0)
        written = {"": self.take(".out")}
        for name in os.listdir():
            if name not in self.inputs and name != "maps":
                written[name] = self.take(name)
            elif name != "maps":
                with open(name, "rb") as file:
                    data = file.read()
                if data != self.inputs[name]:
                    written[name] = data
                    self.put(name, self.inputs[name])
        for name in os.listdir("maps"):
            written[f"maps/{name}"] = self.take(f"maps/{name}")
        return status, written

    def take(self, name):
        with open(name, "rb") as file:
            data = file.read()
        os.unlink(name)
        return data

    def put(self, name, data):
        with open(name, "wb") as file:
            file.write(data)
        self.inputs[name] = data

    def clear(self):
        for name in self.inputs:
            os.unlink(name)
        self.inputs = {}


class Comparison:
    """Runs lines in both programs, and counts them."""

    def __init__(self, old, new, author, runner):
        self.old, self.new, self.author, self.runner = old, new, author, runner
        self.release = author.release
        self.accepted, self.different = 0, 0
        self.kinds, self.formats = (collections.defaultdict(collections.Counter) for _ in range(2))
        self.shown = []

    def try_line(self, line):
        """Compares the programs. Returns what OLD wrote to standard output."""
        before = self.runner.run(self.old, line.arguments, line.stdin)
        found = "refused"
        results = {0, 4} if line.kind in ("check", "compare") else {0}
        if any(word.startswith("--where") for word in line.arguments):
            results.add(3)
        if before[0] in results:
            self.accepted += 1
            found = "compared"
            after = self.runner.run(self.new, line.arguments, line.stdin)
            reason = self.difference(line, before, after)
            if reason:
                self.different += 1
                found = "different"
                commands = " && ".join([*line.before, line.shell(self.new)])
                if len(self.shown) < SHOWN:
                    self.shown.append(f"{reason}:\n  {commands}")
        for table, key in ((self.kinds, line.kind), (self.formats, line.format)):
            table[key][found] += 1
        return before[1][""] if before[0] == 0 else None

    def difference(self, line, before, after):
        """What differs; None if nothing does."""
        if before[0] != after[0]:
            return f"status {before[0]}, now {after[0]}"
        if line.kind in ("check", "compare"):
            return None if before[1] == after[1] else "output"
        if before[1].keys() != after[1].keys():
            return f"files {sorted(before[1])}, now {sorted(after[1])}"
        for name, old in before[1].items():
            new = after[1][name]
            if old != new and not self.allowed(line, old, new):
                return f"{name or 'standard output'} in {line.format}"
        return None

    def allowed(self, line, old, new):
        """Whether DIFFERENCES covers that two outputs of a line differ."""
        for difference in DIFFERENCES:
            if difference.covers(self.release.version, line):
                try:
                    return difference.equal(old, new)
                except (LookupError, TypeError, ValueError):
                    return False  # an output is not of this format
        return False

    def tileset(self):
        """A line that writes the image for Tiled."""
        size = self.author.option("tile-size", self.author.between(1, 24))
        words = self.author.option("tileset-image") + (size if self.author.chance(0.5) else [])
        self.try_line(Line("one map", "tileset", words))

    def generate(self):
        """A line that writes maps of its options."""
        author = self.author
        chosen, tiles = author.map_options()
        count = author.random.randint(2, 6) if tiles < LARGE and author.chance(0.25) else 1
        to_file = author.chance(0.3)
        name = author.format(tiles, count=1 if to_file else count)
        if name == "trace":
            author.leave_out_wings(chosen)
        looks = author.looks(name)
        words = author.shared() + author.map_words(chosen) + author.words(looks)
        if count > 1:
            words += author.option("count", str(count))
        if to_file:
            words += author.output(name, pattern=count > 1 or author.chance(0.3))
        elif name != "text" or author.chance(0.3):
            words += author.option("format", name)
            words += author.option("output", "-") if author.chance(0.03) else []
        kind = "to files" if to_file else "batch" if count > 1 else "one map"
        self.try_line(Line(kind, name, words))

    def search(self):
        """Lines that find a map with some of its measures."""
        author = self.author
        chosen, tiles = author.map_options()
        if tiles > LARGE:
            return
        words = author.map_words(chosen)
        stats = [*words, "--count", "4", "--format", "stats"]
        found = self.try_line(Line("batch", "stats", stats))
        if not found:
            return
        measures = json.loads(author.random.choice(found.splitlines()))
        for _ in range(2):
            conditions = []
            for measure in author.random.sample([*measures], author.random.randint(1, 3)):
                value = int(measures[measure] or 0)
                below, above = max(0, value - 3), value + 3
                ranges = [f"{value}", f"{value}..", f"..{value}", f"{below}..{above}", f"..{above}"]
                conditions.append(f"{measure}={author.random.choice(ranges)}")
            where = author.option("where", ",".join(conditions))
            # One map has these measures. Others can be far away.
            how = author.option("find", "1")
            if author.chance(0.5):
                how = author.option("count", author.between(4, 8))
            elif author.chance(0.3):
                where = author.option("where", "rooms=2..,floor=30..")
                how = author.option("find", "3")
            name = author.format(tiles)
            if name == "trace":
                continue
            many = self.release.formats[name]["holds"] != "maps"
            if many or author.chance(0.2):
                output = author.output(name, pattern=True)
            else:
                output = author.option("format", name)
            search = [*words, *where, *how, *author.words(author.looks(name)), *output]
            self.try_line(Line("search", name, search))

    def read(self):
        """Lines that read a file of OLD."""
        author, runner = self.author, self.runner
        chosen, tiles = author.map_options()
        count = author.random.choice([1, 1, 1, 3])
        source = author.format(tiles, self.release.read, count)
        with_trace = source == "trace" or author.chance(0.1)
        for option in [*chosen]:
            if option not in SIMPLE if with_trace else option == "min-rooms":
                del chosen[option]
        words = author.map_words(chosen)
        looks = author.looks(source, readable=True)
        file = f"in.{self.release.formats[source]['extensions'][0]}"
        words_of_file = [*words, *author.words(looks), "-q", "--format", source, "--output", file]
        if count > 1 and self.release.formats[source]["holds"] != "maps":
            count = 1
        if source in ("text", "csv", "movingai", "trace"):
            count = 1  # in files, several are one tall map
        if count > 1:
            words_of_file += ["--count", str(count)]
        before = [shlex.join([self.old, *words_of_file])]
        status, written = runner.run(self.old, words_of_file)
        if status or file not in written:
            return
        runner.put(file, written[file])
        if source in EDITS and author.chance(0.3):
            rows = int(chosen.get("height", 45))
            edit = author.random.choice(EDITS[source]).format(
                row=author.random.randint(1, rows),
                n=author.random.randint(1, 12),
                many=author.random.randint(1, 2000),
            )
            subprocess.run(["sed", "-i", edit, file], check=True)
            before.append(shlex.join(["sed", "-i", edit, file]))
            runner.put(file, runner.take(file))
        for _ in range(author.random.randint(2, 5)):
            self.try_line(self.reading(file, source, words, looks, count, tiles, tuple(before)))
        if with_trace:
            trace = [*words, "-q", "--format", "trace", "--output", "port.trace"]
            status, written = runner.run(self.old, trace)
            if status == 0:
                runner.put("port.trace", written["port.trace"])
                before.append(shlex.join([self.old, *trace]))
                compare = [file, *author.option("compare"), *author.option("draws", "port.trace")]
                compare += self.glyphs(looks)
                both = [file, "port.trace", *author.option("format", "json"), *self.glyphs(looks)]
                inputs, before = (source, "trace"), tuple(before)
                self.try_line(Line("compare", source, compare, inputs, before=before))
                self.try_line(Line("convert", "json", both, inputs, before=before))
        runner.clear()

    @staticmethod
    def glyphs(looks):
        return [f"--glyphs={looks['glyphs']}"] if "glyphs" in looks else []

    def reading(self, file, source, words, looks, count, tiles, before):
        """A line that reads this file, which has the map of these words."""
        author, glyphs = self.author, self.glyphs(looks)
        marked = "route" in looks or re.search("labels|all", looks.get("show", ""))
        kind = author.random.choice(["convert", "convert", "convert", "check", "compare"])
        where = author.option("where", "rooms=3..,floor=..2000") if author.chance(0.05) else []
        values = []
        if marked or glyphs or "/@/" in before[-1]:
            # 1.0 read letters and routes as floor, even if they were not in the list, and rejected
            # several spawns.
            pass
        elif source in ("text", "xp") and author.chance(0.1):
            values = author.values(["walls", "#"], ["floors", ".@>+"], ["floors", "."])
        elif source in ("csv", "npy") and author.chance(0.1):
            values = author.values(["walls", "0"], ["floors", "1,2"], ["walls", "0,-1"])
        first, stdin, named = [file], "/dev/null", file
        if author.chance(0.2):
            first, stdin, named = ["-"], file, ""
        elif author.chance(0.05):
            first = [file, file]
        arguments = [*values, *where, *glyphs]
        if kind == "check":
            arguments += author.option("check")
            target = source
        elif kind == "compare":
            target = source
            arguments = [*values, *glyphs, *author.option("compare")]
            if source != "json" or author.chance(0.5):
                arguments += words
                if count > 1:
                    arguments += ["--count", str(count)]
        else:
            lacking = {"trace"} - {source} | ({"dot", "rooms"} if source in TILES_ONLY else set())
            formats = [name for name in self.release.formats if name not in lacking]
            target = author.format(tiles, formats, count * len(first))
            looks = author.looks(target)
            if source in TILES_ONLY:
                looks.pop("route", None)
            if glyphs:
                looks.pop("glyphs", None)
            arguments += author.words(looks)
            place = author.random.random()
            # 1.1 does not write in place what makes one number of several.
            if place < 0.05 and named and target == source and not values:
                arguments += ["--output", named, "--format", target]
            elif place < 0.3:
                arguments += author.output(target, pattern=count > 1 or len(first) > 1)
            else:
                arguments += author.option("format", target)
        if author.chance(0.5):
            arguments = first + arguments
        else:
            arguments += ["--", *first] if author.chance(0.1) else first
        arguments = author.shared() + arguments
        return Line(kind, target, arguments, (source,), stdin, before)

    def report(self):
        """Prints the tables and the differences."""
        for title, table in (("lines", self.kinds), ("format", self.formats)):
            print(f"{title:<10}{'accepted':>10}{'refused':>10}{'different':>11}")
            for key in sorted(table):
                row = table[key]
                accepted = row["compared"] + row["different"]
                print(f"{key:<10}{accepted:>10}{row['refused']:>10}{row['different']:>11}")
            print()
        used = self.author.used
        unused = [f"--{name}" for name in self.release.rows if not used[name]]
        print("options of OLD in no line:", *unused)
        for number, text in enumerate(self.shown, 1):
            print(f"\n{number}. {text}")
        print(f"\n{self.accepted} lines accepted, {self.different} different")


def main():
    parser = argparse.ArgumentParser(
        description="Compare random command lines with a release.", allow_abbrev=False
    )
    parser.add_argument("--lines", type=int, default=10_000, help="that OLD accepts")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("old", metavar="OLD", help="the program of the release")
    arguments = parser.parse_args()
    old = os.path.abspath(arguments.old)
    author = Author(Release(old), arguments.seed)
    with tempfile.TemporaryDirectory(prefix="dungen-against-", dir="/dev/shm") as folder:
        comparison = Comparison(old, DUNGEN, author, Runner(folder))
        kinds = [comparison.generate, comparison.search, comparison.read, comparison.tileset]
        try:
            while comparison.accepted < arguments.lines:
                author.random.choices(kinds, [200, 20, 60, 1])[0]()
        except KeyboardInterrupt:
            pass
        os.chdir("/")
    comparison.report()
    sys.exit(comparison.different > 0)


if __name__ == "__main__":
    main()
