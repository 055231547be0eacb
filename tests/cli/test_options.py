# SPDX-License-Identifier: MIT
"""The command line: what is refused and how, what the options mean together, and what is printed.

@long @format @rng @option
"""

import errno
import json
import os
import re
import shlex
import subprocess
import unittest

import help_text
from help_text import BATCH_FORMATS, CHOICES, FORMATS, READ, RNGS, ROWS
from helper import SANITIZED, TestCase, read, run, start, strace

MEASURES = [choice["name"] for row in ROWS if row["name"] == "where" for choice in row["choices"]]
FORMATS_OF = {row["name"]: help_text.joined(row["formats"]) for row in ROWS if "formats" in row}
LARGEST = 2**64 - 1

# Each form of message once, with its exact words. Everything else is tested for what a message has to name.
FORMS = rf"""
    --width 2                     => --width 2: takes a number from 3 to 2147483647
    -qW                           => --width: takes a number from 3 to 2147483647
    --glyphs                      => --glyphs: takes 2 to 5 characters of one column each: wall, floor, spawn, exit, door
    -o ''                         => --output '': takes the name of a file
    -o --doors                    => --output --doors: takes the name of a file; for a file of this name, ./--doors
    --quiet=5                     => --quiet: takes no value
    --doors 1                     => 1: not an option, and --doors takes no value; did you mean --seed 1?
    --format wav                  => --format wav: unknown format; choose {help_text.joined(FORMATS)}
    --format jsno                 => --format jsno: unknown format; choose {help_text.joined(FORMATS)}; did you mean json?
    --format webp                 => --format webp: unknown format; choose {help_text.joined(FORMATS)}; did you mean svg, png or pgm?
    --show spawn,lables           => --show spawn,lables: unknown mark; choose none, all or any of spawn,exit,labels; did you mean labels?
    --where loop=2                => --where loop=2: unknown measure; choose {help_text.joined(MEASURES)}; did you mean loops?
    --where loops                 => --where loops: takes a range, such as loops=9, loops=2.., loops=..9 or loops=2..9
    --where loops=4..2            => --where loops=4..2: no map has loops of at least 4 and at most 2; change one of them
    --frobnicate                  => --frobnicate: no such option; see dungen --help
    --json                        => --json: no such option; did you mean --format json?
    42                            => 42: not an option; did you mean --seed 42?
    map.txt                       => map.txt: not an option; to read or write a file, use --input FILE or --output FILE
    -- -q                         => -q: not an option; it comes after --
    -o dir.json/map.txt.odd       => --output dir.json/map.txt.odd: no format has the extension .odd; choose {help_text.joined(help_text.extensions())}, or give --format
    -i map.odd                    => --input map.odd: .odd is not read; name another format with --input-format {help_text.joined(READ)}
    -i map.svg                    => --input map.svg: .svg is not read; name another format with --input-format {help_text.joined(READ)}
    -n2 -o maps.csv               => --count 2: .csv files hold one map each; try --output maps-%d.csv
    -n2 -o maps.json              => --count 2: .json files hold one map each; choose .ndjson or .jsonl, or try --output maps-%d.json
    --no-tiles                    => --no-tiles: not with --format text; choose --format json
    -f csv --labels               => --labels: not with --format csv; choose --format {FORMATS_OF["labels"]}
    -o map.txt --no-tiles         => --no-tiles: not with --format text; choose --format json
    --labels --no-tiles           => --no-tiles: not with --format text; leave it out
    -f tmj --show spawn,exit      => --show spawn,exit: tmj has a tile for the exit only, and objects for the rest; choose --show exit
    -f tmx --labels               => --labels: tmx has a tile for the exit only, and objects for the rest; choose --show exit
    -f xp --glyphs '#€'           => --glyphs #€: xp has no €, only the characters of code page 437
    -f xp -W 32768 -H 65536       => --height 65536: an xp has up to 2147483647 tiles; choose a smaller map
    -f png -W {2**27}             => --width {2**27}: with --tile-size 16 a png picture has up to {2**27 - 1} tiles a side; choose a smaller map or tile
    -o map.png --tile-size 64 -H {2**25} => --height {2**25}: with --tile-size 64 a png picture has up to {2**25 - 1} tiles a side; choose a smaller map or tile
    -W9 --room-max 10             => --room-max 10: rooms of 6 to 10 do not fit; try --room-max 8
    -W5                           => --width 5: rooms of 6 to 10 do not fit; try --room-min 4 --room-max 4
    --room-max 5                  => --room-max 5: below --room-min, which is 6; try --room-min 5
    --room-min 11                 => --room-min 11: above --room-max, which is 10; try --room-max 11
    --min-rooms 67                => --min-rooms 67: a map of 80x45 has space for 66 rooms at most; try a larger map or smaller rooms
    --tunnels around --connect previous => --connect previous: --tunnels around joins rooms to near ones; leave out --connect
    --rng libtcod -s {2**32}      => --seed {2**32}: --rng libtcod takes seeds from 0 to {2**32 - 1}
    -s {LARGEST - 5} -n 7         => --count 7: the first seed is {LARGEST - 5}, and the last of --rng python is {LARGEST}; try --count 6
    --first 9 -n 9 -o map-%d      => --first 9: numbers files; give one a name with %i
    --first {LARGEST - 1} -n3 -o %i => --first {LARGEST - 1}: no number is left for the last map; try --first {LARGEST - 2}
    --skip -n 9                   => --skip: leaves out seeds without such a map; give --min-rooms or --where
    --find 9 -n2                  => --count: not with --find, which tries seeds up to its last map; leave one out
    --find 9                      => --find 9: looks for maps with --min-rooms or --where; give one, or --count
    --find 9 --where loops=2 -n 3 => --count: not with --find, which tries seeds up to its last map; leave one out
    --preset level --tileset-image => --preset: not with --tileset-image, which makes no map; leave one out
    --tileset-image -o map-%d.png => --output map-%d.png: the tileset image is one PNG; choose a name that ends in .png, without %d
    --tileset-image -o map.txt    => --output map.txt: the tileset image is one PNG; choose a name that ends in .png, without %d
    --check -o map.txt            => --output: not with --check, which writes nothing; leave one out
    -i map.txt --find 9 --where loops=2 => --find: not with --input, whose maps are made already; leave one out
    --compare map.json -W 90      => --width: not with --compare, which without --seed makes the maps of its documents again; leave one out
    --compare map-%d.json         => --compare map-%d.json: %d is the seed; give --seed
    -i - --compare -              => --compare -: --input reads standard input, too; name a file for one of them
    -i map-%d.json                => --input map-%d.json: %d is the seed; give --seed and --count
    -i map-%i.json                => --input map-%i.json: %i is the number of the map; give --count
    --input-format text           => --input-format text: describes the file of --input or --compare; give one of them
"""

# Words that are not options, by the end of the message about them.
HINTS = {
    "; see dungen --help": ["-é", "-?", "--=5", "-xyzzy", "-q-", "-qS5", "--80x45x3", "--" + 40 * "width"],
    "; to read or write a file, use --input FILE or --output FILE": [
        "foo", "map.txt", "-", "–s42", str(2**64), "--glyphs -- foo", "--show exit foo", "2x45", "80x2", f"{2**31}x45", f"80x{2**31}", "80x", "80x45x3"],
    "; it comes after --": ["--seed 1 -- -q"],
    "; did you mean --width?": ["--widht 80", "-width 80", "-qwidth", "--WIDTH", "width=80"],
    "; did you mean --seed?": ["-seed 42", "-seed=42"],
    "; did you mean --room-max?": ["--Room_Max_Size"],
    "; did you mean --room-min or --room-max?": ["--room 5"],
    "; did you mean --room-min, --room-max or --rng?": ["--r"],
    "; did you mean --width N --height N?": ["--size 40x20"],
    "; did you mean --width 40 --height 20?": ["40x20", "--40x20"],
    "; did you mean --seed 42?": ["-42", "42 --doors", "--doors 42"],
    "; did you mean --format json?": ["json --help", "--json", "-json"],
    "; did you mean --show exit?": ["--stairs"],
}  # fmt: skip

# No option takes one of these for a number. 2^64 + 5 would be 5 if digits were lost.
NOT_NUMBERS = ["", "+5", "-1", "-0", "0x10", "1e3", " 5", "5 ", "\t5", "5.0", "5,", "5k", "1_000", "five", "=5", "٥",
               str(2**64), str(2**64 + 5), str(10**30)]  # fmt: skip
NOT_NAMES = ["", "+5", "-1", " text", "text ", "tex", "texts", "TEXT", "Python", "python-", "pyth", "text,json"]
NOT_LISTS = ["", "foo", "Spawn", "spawn,", ",spawn", "spawn,,exit", "none,exit", "spawn, exit", "spawn,all"]


class Refused(TestCase):
    def refuse(self, command, *mentions):
        """The message about a command line, as it is typed into a shell."""
        line = self.assert_refused(*shlex.split(command), mentions=mentions, cwd=self.folder)
        self.assert_holds()
        return line

    def test_forms(self):
        """What a message proposes to try is good."""
        for form in FORMS.strip().splitlines():
            command, line = re.split(" +=> ", form.strip())
            self.assertEqual(self.refuse(command), f"dungen: {line}")
            if proposed := re.search(r" try (-.*)$", line):
                self.good("-qs1", *shlex.split(f"{command} {proposed[1]}"), cwd=self.folder)
                for name in os.listdir(self.folder):
                    os.remove(self.path(name))

    def test_hints(self):
        for hint, commands in HINTS.items():
            for command in commands:
                line = self.refuse(command)
                self.assertTrue(line.endswith(hint), f"{command}: expected {hint!r} at the end of {line!r}")
        # The letter of --help acts where it stands.
        for args in ("-help", "-h", "-qh", "-h -H 20", "-hq", "-h help", "-h 20"):
            self.assertEqual(self.good(*args.split()), self.good("--help"), args)

    def test_numbers(self):
        for row in ROWS:
            if row["kind"] == "number":
                lowest, highest = int(row["lowest"]), int(row["highest"])
                # The last one would be the highest if it were cut to 32 bits.
                for value in (lowest - 1, highest + 1, highest + 2**32):
                    self.refuse(f"--{row['name']} {value}", f"--{row['name']} {value}: ", f"{lowest} to {highest}")
        for value in NOT_NUMBERS:
            self.refuse(f"--width={shlex.quote(value)}", "--width ", ": takes a number from 3 to 2147483647")

    def test_names(self):
        for row in ROWS:
            for value in {"choice": NOT_NAMES, "list": NOT_LISTS}.get(row["kind"], ()):
                self.refuse(f"--{row['name']}={shlex.quote(value)}", f"--{row['name']} {value}", *(choice["name"] for choice in row["choices"]))
        for option, guesses in {
            "format": {"JSON": "json", "txt": "text", "jso": "json"},
            "rng": {"python2020": "python-2020", "libtcod-m": "libtcod-mt", "libtcod-cmwc": "libtcod", "CMWC": "libtcod", "libt": "libtcod or libtcod-mt", 40 * "x": ""},
            "show": {"spawn,stairs": "exit", "cmwc": ""},
            "where": {"": "", "=2": "", "loops=2,": "", "exit_dist=60..": "exit_distance", "Loops=2": "loops", "filter=2": "", "dead-ends=..3": "dead_ends"},
        }.items():  # fmt: skip
            for value, guess in guesses.items():
                line = self.refuse(f"--{option}={value}", "; choose ")
                self.assertEqual(line.partition("; did you mean ")[2], guess and f"{guess}?", line)

    def test_conditions(self):
        for mention, values in {
            ": takes a range, such as loops=9,": ["loops=", "loops=..", "loops=2-4", "loops=2..x", "loops=2...", "loops=.2", "loops=-1", f"loops={10**20}",
                                                  f"loops=..{10**20}", "loops!=2", "loops>=2", "loops=2 ", "rooms=1,loops"],
            ": no map has loops of at least 4 and at most 2": ["loops=..2,rooms=1,loops=4.."],
        }.items():  # fmt: skip
            for value in values:
                self.refuse(f"--where '{value}'", mention)

    def test_glyphs(self):
        for value in (
            "", "#", "█", "#.@>+x", b"#.@>+\xff", b"#\xff", b"#\x80", b"#\xe2\x96", b"\xc0\xaf.", b"#\xed\xa0\x80",  # too few, too many, no UTF-8
            "#\n", "#\x7f", "#\x9b", "#\u202e", "#\u2028", "#.\ufe0f", "#\u200d", "#\xad", "a\U000e0041",  # control characters, no width
            # Combining marks, also of scripts: Hebrew, Devanagari, Thai; and half of a syllable of Hangul. Then two columns.
            "a\u0301", "a\u05b0", "a\u094d", "a\u0e31", "a\u1161", "墙.", "#🧱", "#⚡", "#⭐", "#☰", "#.\u1100", "#.🇦", "#.＃", "#\u3000",
        ):  # fmt: skip
            self.assert_refused("--glyphs", value, mentions=("--glyphs", ": takes 2 to 5 characters of one column each"))
        for value in ("█░", "·•◆▲★", "⚔☠♣⌂≈", "éß☠♥Ω", "\U000f0000.", "аб", "ىס"):
            self.good("-s1", "--glyphs", value)

    def test_windows_line_ends(self):
        why = "a carriage return follows; the script has Windows line ends, which sed 's/\\r$//' removes"
        for args, shown in ((["--width", "60\r"], "60"), (["--help\r"], "--help"), (["-s", "1", "\r"], "''")):
            self.assertEqual(self.assert_refused(*args), f"dungen: {shown}: {why}")

    def test_missing_values_and_those_of_flags(self):
        for name, takes in ((f"--{row['name']}", "argument" in row) for row in ROWS):
            line = self.refuse(f"-q {name}" if takes else f"-q {name}=5", f"{name}: ")
            self.assertEqual(line.endswith(": takes no value"), not takes, line)

    def test_no_doors_is_refused_for_input_maps(self):
        for option in ("--no-doors", "--doors --no-doors"):
            self.refuse(f"-i map.txt {option}", "--no-doors: not with --input")
        self.refuse("-i map.txt --no-doors --doors", "--doors: not with --input")

    def test_rooms_that_do_not_fit(self):
        """What is proposed does. Smaller rooms do not make the map larger, so it is small enough to run."""
        side = 2**31 - 2
        for command in (f"-W {side + 1} -H {side} --room-max {side}", "-W5 --room-max 10", "--room-min 60 --room-max 50", "--room-min 45",
                        "-W8 --room-min 5", "-H7 -W300", "--room-min 60 --room-max 10"):  # fmt: skip
            proposed = self.refuse(command).split("; try ")[1]
            self.good("-s1", *shlex.split(f"{command} {proposed} -f json --no-tiles"))

    @unittest.skipIf(SANITIZED == "memory", "MemorySanitizer has less memory to give than these maps reserve")
    def test_more_rooms_than_can_be_numbered(self):
        large = "-q -s1 -f json --no-tiles -W 200000 -H 200000 --room-min 2 --room-max 2"
        for tunnels, most in (("around", (2**32 - 1) // 4), ("through", (2**32 - 1) // 3)):
            for option in ("--max-rooms", "--min-rooms"):
                line = self.refuse(f"{large} --tunnels {tunnels} {option} {most + 1}")
                self.assertEqual(line, f"dungen: {option} {most + 1}: a map has at most {most} rooms; try {option} {most}")
        # These would take minutes, so that they begin has to be enough. On a small map there is no space for as many; on
        # the other one 37,666 of the smallest rooms stand side by side, which is just small enough.
        fitting = large.replace("200000", "113000")
        for options, count in (large, most), ("-q -s1", 2**31 - 1), (fitting, 2**31 - 1):
            with self.subTest(options), start(*options.split(), "--max-rooms", str(count)) as process:
                self.assertRaises(subprocess.TimeoutExpired, process.wait, 0.2)
                process.kill()

    def test_batches_that_run_out_of_seeds(self):
        for rng, last in RNGS.items():
            self.good("--rng", rng, "--seed", str(last))
            for seed, count in [(last, 2), (last - 5, 7), (2, last)]:
                self.refuse(f"--rng {rng} -s {seed} -n {count}", f"--count {count}: ", f"; try --count {last - seed + 1}\n")
        self.refuse(f"--rng libtcod -n {2**32 + 1}", f"; try --count {2**32}\n")


class GoodValues(TestCase):
    def test_command_lines_that_mean_the_same(self):
        """Other spellings, and options of which the last one counts. A preset is its options; a format may lack those about looks."""
        presets = {choice["name"]: choice["options"] for row in ROWS if row["name"] == "preset" for choice in row["choices"]}
        level = presets["level"].replace(" --show spawn,exit", "")
        for args, same in [
            ("-W50 -H 30 -n2 -fjson", "--width 50 --height=30 --count 2 --format json"),
            ("-qfjson", "--quiet --format=json"),
            ("--width 010 --room-max=08", "--width 10 --room-max 8"),
            (f"-s {30 * '0'}5", "-s 5"),
            ("--tunnels around --connect nearest", "--tunnels around"),
            ("--tunnels through --connect previous", ""),
            ("--width 3 --width 50", "--width 50"),
            ("-f text --no-tiles -f json", "-f json --no-tiles"),
            (f"--rng libtcod -s {2**32} --rng python", f"-s {2**32}"),
            ("--show exit --show none", "--show none"),
            ("--show exit --labels", "--show spawn,labels"),
            ("--labels --show labels,spawn,spawn", "--labels"),
            ("--labels --show spawn", ""),
            ("--show all", "--show exit,labels,spawn"),
            ("-f tmx --show all --show exit", "-f tmx --show exit"),
            ("--glyphs abcd --glyphs #.", ""),
            ("--glyphs abcd --glyphs #.@", "--glyphs #.@>"),
            ("--glyphs #.@>+ --doors", "--doors"),
            ("-o there/is/no/such.txt -o -", ""),
            *((f"--preset {name}", options) for name, options in presets.items()),
            ("-f json --preset level", f"-f json {level}"),
            ("--preset level --no-tiles -f json", f"-f json {level} --no-tiles"),
            ("--labels --loops 1 --preset level --exit last", f"{level} --labels --loops 1 --exit last"),
            ("--preset warren --preset level", presets["level"]),
            ("--preset level --preset tutorial", ""),
        ]:
            self.assertEqual(self.good("-s9", *args.split()), self.good("-s9", *same.split()), args)

    def test_no_doors_is_the_counterpart_of_doors(self):
        """The last of the two counts, either one wins over a preset, and documents never mention --no-doors."""
        level = next(choice["options"] for row in ROWS if row["name"] == "preset" for choice in row["choices"] if choice["name"] == "level")
        level_without_doors = level.replace("--doors ", "").replace(" --show spawn,exit", "")
        for args, same in [
            ("--no-doors", ""),
            ("--doors --no-doors", ""),
            ("--no-doors --doors", "--doors"),
            ("--no-doors --doors --no-doors", ""),
            ("--doors --no-doors --doors", "--doors"),
            ("--preset level --no-doors", level_without_doors),
            ("--no-doors --preset level", level_without_doors),
            ("--doors --preset level --no-doors", level_without_doors),
            ("--no-doors --preset tutorial --doors", "--doors"),
            ("--no-doors --preset level --doors", level.replace(" --show spawn,exit", "")),
        ]:
            with self.subTest(args):
                self.assertEqual(self.good("-s9", "-fjson", *args.split()), self.good("-s9", "-fjson", *same.split()))

    def test_the_environment_changes_nothing(self):
        """Of the C library: of getopt, and memory that is not zero before it is written to. tests/symbols.py has the rest."""
        for environment in ({}, {"LC_ALL": "tr_TR.UTF-8", "POSIXLY_CORRECT": "1", "MALLOC_PERTURB_": "85"}):
            self.assertEqual(self.good("-s1", "-f", "json", env=environment), self.good("-s1", "-f", "json"))

    def test_expat_reads_no_environment(self):
        """It would print how it chose its secret, what it allocates, and what it counts."""
        text = self.good("-qs1", "-f", "tmx")
        result = run("-i", "-", "-f", "tmx", input=text, env={f"EXPAT_{name}_DEBUG": "3" for name in ("ACCOUNTING", "ENTITY", "ENTROPY", "MALLOC")})
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, text, b""))

    def test_glyphs_that_look_the_same(self):
        """A warning, unless --quiet: both are given, or one is and the map has the other."""
        for args, pair in [
            ("##", "wall and floor"), ("#.@.", "floor and exit"), ("█·@>·", "floor and door"), ("#@ --show=none", ""),
            ("#+ --doors", "floor and door"), ("#+", ""), ("#.@ --doors", ""), (">.", ""), (">. --show=exit", "wall and exit"), ("#.@>+", ""),
        ]:  # fmt: skip
            result = run("-s1", "--glyphs", *args.split())
            warning = f"dungen: --glyphs {args.split()[0]}: {pair} look the same\n" if pair else ""
            self.assertEqual((result.returncode, result.stderr.decode()), (0, warning), args)
            self.assertEqual(self.good("-qs1", "--glyphs", *args.split()), result.stdout)


class Messages(TestCase):
    """How a message shows text that is not its own. tests/prove/messages.py tries many more bytes and places."""

    def test_a_long_value_is_cut_at_a_character(self):
        for text, shown in [
            (60 * "x", 60 * "x"),
            (100000 * "x", 60 * "x" + "..."),
            ("x" + 30 * "é", "x" + 29 * "é" + "..."),
            ("x" + 15 * "🧱", "x" + 14 * "🧱" + "..."),
            (59 * "x" + "\x80\x80", 59 * "x" + "?..."),
        ]:
            self.assert_refused("--width", text.encode("latin-1") if "\x80" in text else text, mentions=(f"--width {shown}: ",))

    def test_controls_and_broken_characters_are_question_marks(self):
        controls = "\x01\x1b\x1f\x7f\x80\x9f"
        # Those that turn the direction of text, and the separators of lines and paragraphs.
        controls += "\u061c\u200e\u200f\u2028\u202e\u2066\u2069"
        for character in controls:
            self.assert_refused(f"--width=a{character}z", mentions=("--width a?z: ",))
        for character in "é ÿ \u0301 \u0600 ‐ • █ 字 🧱 \ufffd \u200d \ue000".split():
            self.assert_refused(f"--width=a{character}z", mentions=(f"--width a{character}z: ",))
        # How many question marks a broken character gets is anyone's guess.
        for broken in (b"\x80", b"\xff", b"\xc3", b"\xe2\x82", b"\xf0\x9f\xa7", b"\xc0\xaf", b"\xed\xa0\x80", b"\xf4\x90\x80\x80"):
            self.assertRegex(self.assert_refused(b"--width=a" + broken + b"z"), r"--width a\?+z: ")


class HelpAndVersion(TestCase):
    def test_streams_and_width(self):
        for option in ("--help", "--version"):
            self.assertRegex(self.good(option).decode("ascii"), r"\A(.{0,80}\n)+\Z")
        self.assertEqual(self.good("-V"), self.good("--version"))
        self.assertEqual(self.good("-o", "none/map", "--help"), self.good("--help"))

    def test_json_has_what_help_has(self):
        document = json.loads(self.good("--help=json"))
        self.assertRegex(document["version"], r"\A\d+\.\d+\.\d+(-dev)?\Z")
        self.assertEqual(f"dungen {document['version']}\n".encode(), self.good("--version").splitlines(True)[0])
        self.assertEqual([row["name"] for row in ROWS if row.get("alias")], ["labels"])
        shown = self.good("--help").decode("ascii")
        entries = re.findall(r"^ {2}(?:-\w,| {3}) --(?:.*\n)(?: {20,}.*\n)*", shown, re.MULTILINE)
        for entry, row in zip(entries, ROWS, strict=True):
            letter, argument = (f"-{row['letter']}, " if "letter" in row else ""), f"{row.get('argument', '')} "
            choices = [choice["name"] for choice in row.get("choices", ()) if "summary" not in choice]
            bounds = [f", {row['lowest']} to {row['highest']}"] if row["kind"] == "number" else []
            default = [f"({row['default']})"] if "default" in row else []
            for text in (f"{letter}--{row['name']} {argument.lstrip()}{row['help']}", *bounds, *choices, *row.get("formats", ()), *default):
                self.assertIn(text, " ".join(entry.split()))
        for name in ("rng", "format"):
            summaries = " ".join(f"{choice} {row['summary']}" for choice, row in CHOICES[name].items())
            self.assertIn(summaries, " ".join(shown.split()))
        by_extension = help_text.formats_by_extension()
        for name, row in CHOICES["format"].items():
            self.assertEqual(by_extension["." + row["extension"]], name)


class Files(TestCase):
    def test_the_name_picks_the_format(self):
        for name, paths in {
            "text": "map.txt map .json dir/.json map. ../{here}/map dir.json/map a.json.txt",
            "json": "map.json dir.xml/map.json map.JSON map.ndjson 50%/map%.d/map.json",
        }.items():
            for path in paths.format(here=os.path.basename(self.folder)).split():
                os.makedirs(os.path.dirname(self.path(path)), exist_ok=True)
                self.good("-s1", "-o", path, cwd=self.folder)
                self.assertEqual(read(self.path(path)), self.good("-s1", "-f", name), path)
                os.remove(self.path(path))
        # Two maps, in files that programs do not take for one.
        for name, format, *options in [("map.xml", "json", "-fjson"), ("maps.json", "json", "-fjson"), ("maps.JSONL", "json"), ("maps.ansi", "ansi")]:
            self.good("-s1", "-n2", *options, "-o", name, cwd=self.folder)
            self.assertEqual(read(self.path(name)), self.good("-s1", "-n2", "-f", format))

    def test_formats_for_one_map(self):
        """What the message proposes, as a shell reads it, makes a file for each map."""
        self.assertEqual(set(FORMATS) - set(BATCH_FORMATS), {"tmj", "tmx", "svg", "png", "dot", "xp"})
        for name in set(FORMATS) - set(BATCH_FORMATS):
            for args, stem, end in [
                (["-f", name], "map", f".{name}"),
                (["-f", name, "-o", "-"], "map", f".{name}"),
                (["-f", name, "-o", "/dev/stdout"], "map", f".{name}"),
                (["-f", name, "-o", "maps"], "maps", ""),
                (["-f", name, "-o", "x" * 100], "map", f".{name}"),
                (["-o", f"it's 100%%.{name}"], "it's 100%", f".{name}"),
            ]:
                line = self.assert_refused("-q", "-s1", "-n3", *args, mentions=(f"--count 3: {name} files",), cwd=self.folder)
                self.good("-q", "-s1", "-n3", *args, *line.split("; try ")[1].split(" ", 1), cwd=self.folder)
                self.assert_holds(*(f"{stem}-{seed}{end}" for seed in (1, 2, 3)))
                for seed in (1, 2, 3):
                    os.remove(self.path(f"{stem}-{seed}{end}"))


    def test_a_search_for_one_map_may_go_to_a_file_for_one_map(self):
        search = ("-s1", "--where", "rooms=1..", "--find")
        self.assert_refused(*search, "2", "-o", self.path("a.json"), mentions=("--find 2: .json files hold one map each",))
        self.good(*search, "1", "-o", self.path("a.json"))
        self.good(*search, "1", "-f", "svg")


class Folders(TestCase):
    def test_one_that_is_missing(self):
        """The message says so; it does not if the folder exists."""
        for name in ("levels/level-%03d.tmj", "a/b/map.txt"):
            line = self.assert_message(run("-qs1", "-o", name, cwd=self.folder), 1)
            self.assertTrue(line.endswith(f": {os.strerror(errno.ENOENT)}; the folder does not exist"), line)
            os.makedirs(self.path(os.path.dirname(name)))
            self.good("-qs1", "-o", name, cwd=self.folder)
        os.symlink("/dev/full", self.path("full"))
        os.symlink("a/none/map", self.path("link"))
        for name in ("full", "a", "a/b/map.txt/map", "link"):
            self.assertNotIn("folder does not", self.assert_message(run("-qs1", "-o", name, cwd=self.folder), 1))

    def test_one_that_is_the_file(self):
        """The message proposes a name of the chosen format."""
        os.mkdir(self.path("my levels"))
        for output_format, extension in (("text", "txt"), ("tmj", "tmj")):
            for name in ("my levels", "my levels/"):
                line = self.assert_message(run("-qs1", "-o", name, "-f", output_format, cwd=self.folder), 1, os.strerror(errno.EISDIR))
                self.assertTrue(line.endswith(f"; add the name of a file, such as %d.{extension}"), line)
        line = self.assert_refused("-qs1", "-n2", "-o", "my levels/", "-f", "tmj", cwd=self.folder)
        self.assertTrue(line.endswith("try --output my levels/%d.tmj"), line)
        os.mkdir(self.path("a.png"))
        self.assert_failed(run("--tileset-image", "-o", "a.png", cwd=self.folder), "a.png", errno.EISDIR)


class Seed(TestCase):
    """A seed that was not given is random, and printed."""

    def printed(self, line):
        match = re.fullmatch(rb"dungen: seed (0|[1-9][0-9]*)\n", line)
        self.assertTrue(match, line)
        return int(match.group(1))

    def test_is_printed_and_gives_the_same_map(self):
        for args in ("", "-f json", "--rng libtcod --count 1000", "-o /dev/stdout"):
            result = run(*args.split())
            self.assertEqual(result.returncode, 0)
            seed = self.printed(result.stderr)
            self.assertLess(seed, 2**32)
            self.assertEqual(self.good(*args.split(), "--seed", str(seed)), result.stdout)

    def test_is_not_printed_with_quiet(self):
        self.assertEqual(run("--quiet").stderr, b"")

    def test_differs_from_run_to_run(self):
        self.assertGreater(len({self.printed(run("-W20", "-H20").stderr) for _ in range(4)}), 1)

    def test_leaves_room_for_the_batch(self):
        for rng, largest in RNGS.items():
            for count in {min(2**64 - 1, largest + 1), largest - 1, largest - 2**16, min(2**33, largest)}:
                with self.subTest(rng=rng, count=count), start("--rng", rng, "--count", str(count), "-fjson") as process:
                    document = json.loads(process.stdout.readline())
                    process.stdout.close()  # ends it
                    seed = self.printed(process.stderr.read())
                    self.assertLessEqual(seed, min(2**32 - 1, largest - count + 1))
                    self.assertEqual(document["seed"], str(seed))

    def test_leaves_room_for_a_search(self):
        for find, room in (("1", 10**5), ("20000", 10**9)) * 8:
            done = run("--rng=libtcod", f"--find={find}", "--where=loops=0", *"-W3 -H3 --room-min 2 --room-max 2 -o /dev/null".split())
            self.assertLess(self.printed(done.stderr.splitlines(True)[0]), 2**32 - room)

    def test_an_operating_system_without_random_numbers(self):
        broken = strace("inject=getrandom:error=ENOSYS")
        line = self.assert_message(run("-o", "map.txt", under=broken, cwd=self.folder), 1)
        self.assertEqual(line, f"dungen: random seed: {os.strerror(errno.ENOSYS)}; choose one with --seed")
        self.assert_holds()
        self.assertTrue(self.good("--seed", "1", under=broken))
