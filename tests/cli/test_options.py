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
from help_text import BATCH_FORMATS, CHOICES, FORMATS, RNGS, ROWS
from helper import SANITIZED, TestCase, read, run, start, strace

# No option takes one of these for a number. 2^64 + 5 would be 5 if digits were lost.
NOT_NUMBERS = [
    "", "+5", "-1", "-0", "0x10", "1e3", " 5", "5 ", "\t5", "5.0", "5,", "5k", "1_000", "five", "=5", "٥",
    str(2**64), str(2**64 + 5), str(10**30),
]  # fmt: skip
NOT_NAMES = ["", "+5", "-1", " text", "text ", "tex", "texts", "TEXT", "Python", "python-", "pyth", "text,json"]
NOT_LISTS = ["", "foo", "Spawn", "spawn,", ",spawn", "spawn,,exit", "none,exit", "spawn, exit", "spawn,all"]


class AnswersCase(TestCase):
    def assert_answers(self, answers):
        """Each line is a command line and the message that refuses it. Returns the arguments with their messages."""
        found = []
        for answer in answers.strip().splitlines():
            command, line = re.split(" +=> ", answer.strip())
            with self.subTest(command=command):
                self.assertEqual(self.assert_refused(*shlex.split(command), cwd=self.folder), "dungen: " + line)
                self.assert_holds()
            found.append((shlex.split(command), line))
        return found


class BadValues(AnswersCase):
    def test_numbers(self):
        for row in ROWS:
            if row["kind"] == "number":
                lowest, highest = int(row["lowest"]), int(row["highest"])
                # The last one would be the highest if it were cut to 32 bits.
                for value in (lowest - 1, highest + 1, highest + 2**32):
                    shown = f"--{row['name']} {value}"
                    self.assert_answers(f"{shown} => {shown}: takes a number from {lowest} to {highest}")
        # All options are read alike, however they are spelled.
        for value in NOT_NUMBERS:
            line = self.assert_refused(f"--width={value}", mentions=("--width ", ": takes a number from 3 to 2147483647"))
            for option in (["--width", value], ["-W", value], [f"-W{value}"]):
                # -W alone lacks a value, and -W=5 is answered with -W 5.
                if option not in (["-W"], ["-W=5"]):
                    self.assertEqual(self.assert_refused(*option), line)

    def test_names(self):
        for row in ROWS:
            for value in {"choice": NOT_NAMES, "list": NOT_LISTS}.get(row["kind"], ()):
                with self.subTest(row["name"], value=value):
                    names = [choice["name"] for choice in row["choices"]]
                    self.assert_refused(f"--{row['name']}={value}", mentions=(f"--{row['name']} {value}", *names))

    def test_names_that_are_nearly_right(self):
        for option, noun, names, guesses in [
            ("format", "format", FORMATS, {"jsno": "json", "JSON": "json", "txt": "text", "jso": "json", "wav": ""}),
            ("rng", "random number generator", list(RNGS),
             {"python2020": "python-2020", "mt": "libtcod-mt", "libtcod-cmwc": "libtcod", "CMWC": "libtcod", "lib": "libtcod or libtcod-mt", 40 * "x": ""}),
            ("show", "mark", ["none, all or any of spawn,exit,labels"], {"exit,lables": "labels", "spawn,stairs": "exit", "cmwc": ""}),
        ]:  # fmt: skip
            for value, guess in guesses.items():
                why = f"unknown {noun}; choose {help_text.joined(names)}" + (guess and f"; did you mean {guess}?")
                self.assert_answers(f"--{option} {value} => --{option} {value}: {why}")

    def test_conditions(self):
        ranges = "takes a range, such as loops=9, loops=2.., loops=..9 or loops=2..9"
        for value in ("loops", "loops=", "loops=..", "loops=2-4", "loops=2..x", "loops=2...", "loops=.2", "loops=-1",
                      "loops=99999999999999999999", "loops=..99999999999999999999",
                      "loops!=2", "loops>=2", "loops<2", "loops=2 ", "rooms=1,loops"):  # fmt: skip
            self.assertIn(ranges, self.assert_refused("--where", value))
        for value in ("loops=4..2", "loops=..2,rooms=1,loops=4.."):
            self.assertIn("no map has loops of at least 4 and at most 2", self.assert_refused("--where", value))
        for value, name in (("", ""), ("=2", ""), ("loops=2,", ""), ("loop=2", "loops"), ("exit_dist=60..", "exit_distance"),
                            ("Loops=2", "loops"), ("filter=2", ""), ("dead-ends=..3", "dead_ends")):  # fmt: skip
            line = self.assert_refused("--where", value, mentions=("unknown measure; choose seed, width, height, ",))
            self.assertEqual(line.partition("did you mean ")[2], name and f"{name}?")

    def test_glyphs(self):
        for value in [
            "", "#", "█", "#.@>+x", b"#.@>+\xff",
            b"#\xff", b"#\x80", b"#\xe2\x96", b"\xc0\xaf.", b"#\xed\xa0\x80",
            "#\n", "#\x7f", "#\x9b", "#\u202e", "#\u2028", "a\u0301", "#.\ufe0f", "#\u200d", "#\xad",
            # Marks of scripts: Hebrew, Devanagari, Thai; half of a syllable of Hangul; and a tag.
            "a\u05b0", "a\u094d", "a\u0e31", "a\u1161", "a\U000e0041",
            "墙.", "#🧱", "#.\u1100", "#.🇦", "#.＃", "#\u3000",
        ]:  # fmt: skip
            with self.subTest(value=value):
                self.assert_refused("--glyphs", value, mentions=("--glyphs", ": takes 2 to 5 characters of one column each: wall, floor, spawn, exit, door"))
        for value in ("█░", "·•◆▲★", "éß☠♥Ω", "\U000f0000.", "аб", "ىס"):
            with self.subTest(value=value):
                self.good("-s1", "--glyphs", value)

    def test_glyphs_that_look_the_same(self):
        """A warning, unless --quiet: both are given, or one is and the map has the other."""
        for args, pair in [
            (["##"], "wall and floor"), (["#.@."], "floor and exit"), (["#.#"], "wall and spawn"), (["█·@>·"], "floor and door"),
            (["#@"], "floor and spawn"), (["#@", "--show=none"], ""), (["#+", "--doors"], "floor and door"), (["#+"], ""),
            ([">."], ""), ([">.", "--show=exit"], "wall and exit"), (["#.@>+"], ""),
        ]:  # fmt: skip
            with self.subTest(args=args):
                warning = f"dungen: --glyphs {args[0]}: {pair} look the same\n" if pair else ""
                result = run("-s1", "--glyphs", *args)
                self.assertEqual((result.returncode, result.stderr.decode()), (0, warning))
                self.assertEqual(self.good("-qs1", "--glyphs", *args), result.stdout)


class GoodValues(TestCase):
    def test_command_lines_that_mean_the_same(self):
        """Other spellings, and options of which the last one counts."""
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
        ]:
            with self.subTest(args=args):
                self.assertEqual(self.good("-s9", *args.split()), self.good("-s9", *same.split()))

    def test_presets(self):
        """Each is its options, as documents record them; options beside it win, and a format may lack those about looks."""
        presets = {choice["name"]: choice["options"] for row in ROWS if row["name"] == "preset" for choice in row["choices"]}
        level = presets["level"].replace(" --show spawn,exit", "")
        for args, same in [
            *((f"--preset {name}", options) for name, options in presets.items()),
            ("-f json --preset level", f"-f json {level}"),
            ("--preset level --no-tiles -f json", f"-f json {level} --no-tiles"),
            ("--labels --loops 1 --preset level --exit last", f"{level} --labels --loops 1 --exit last"),
            ("--preset warren --preset level", presets["level"]),
            ("--preset level --preset tutorial", ""),
        ]:
            with self.subTest(args=args):
                self.assertEqual(self.good("-s9", *args.split()), self.good("-s9", *same.split()))

    def test_the_environment_changes_nothing(self):
        """Of the C library: memory that is not zero before it is written to. tests/symbols.py has the rest."""
        for environment in ({}, {"LC_ALL": "tr_TR.UTF-8", "POSIXLY_CORRECT": "1", "MALLOC_PERTURB_": "85"}):
            self.assertEqual(self.good("-s1", "-f", "json", env=environment), self.good("-s1", "-f", "json"))


class Words(AnswersCase):
    """Words that are no option, and options that are used wrongly."""

    def test_unknown_options(self):
        long = 40 * "width"
        unknown = f"""
            --frobnicate      => --frobnicate: see dungen --help
            -é                => -é: see dungen --help
            --{long}          => --{long[:58]}...: see dungen --help
            --widht 80        => --widht: did you mean --width?
            --room_m          => --room_m: did you mean --room-min or --room-max?
            --room 5          => --room: did you mean --max-rooms, --room-min, --room-max or --min-rooms?
            -width 80         => -width: did you mean --width?
            -qS5              => -S5: did you mean --seed, --skip, --show or --tile-size?
            -l                => -l: did you mean --loops or --labels?
            --stairs          => --stairs: did you mean --show exit?
            --size            => --size: did you mean --width N --height N?
            --size 40x20      => --size: did you mean --width 40 --height 20?
            --json            => --json: did you mean --format json?
            -s=1              => -s=1: did you mean -s 1?
            -qs=              => -s=: did you mean -s ''?
            --80x45           => --80x45: did you mean --width 80 --height 45?
            -42               => -42: did you mean --seed 42?
            '--seed 42'       => --seed 42: did you mean --seed 42, as two words?
            --seed:42         => --seed:42: did you mean --seed 42, as two words?
        """
        self.assert_answers(re.sub(r"(=> .*?): (?=see|did)", r"\1: no such option; ", unknown))
        meant = {"--WIDTH": "--width", "--room-mxx": "--room-max", "--v": "--version", "-seed": "--seed", "-height": "--height", "-quiet": "--quiet",
                 "-qwidth": "--width", "--Room_Max_Size": "--room-max", "-corridors": "--tunnels", "-json": "--format json",
                 "--grid=40,20": "--width 40 --height 20"}  # fmt: skip
        meant.update(dict.fromkeys(("-?", "-:", "--=5", "--r", "-xyzzy", "--sed 42")))
        for word, guess in meant.items():
            with self.subTest(word):
                self.assertTrue(self.assert_refused(word, mentions=(": no such option; ",)).endswith(f"; did you mean {guess}?" if guess else "; see dungen --help"))
        # The letter of --help acts where it stands, so this is an old habit that is served.
        self.assertEqual(self.good("-help"), self.good("--help"))

    def test_the_letter_of_help_before_a_number(self):
        self.assert_answers("""
            -h 20             => -h 20: -h is --help; did you mean -H 20?
            -h20              => -h 20: -h is --help; did you mean -H 20?
            -h 0              => -h 0: -h is --help; did you mean -H 0?
            -W 40 -qh 20      => -h 20: -h is --help; did you mean -H 20?
        """)
        for args in ("-h", "-qh", "-h -H 20", "-hq", "-h help"):
            with self.subTest(args=args):
                self.assertEqual(self.good(*args.split()), self.good("--help"))

    def test_windows_line_ends(self):
        why = "ends in a carriage return; the script has Windows line ends, which sed 's/\\r$//' removes"
        for args, shown in ((["--width", "60\r"], "--width 60?"), (["-o", "map.txt\r"], "--output map.txt?")):
            with self.subTest(args=args):
                self.assertEqual(self.assert_refused(*args), f"dungen: {shown}: {why}")

    def test_missing_values_and_those_of_flags(self):
        self.assert_refused("-qW", mentions=("--width: takes",))
        for name, takes in ((f"--{row['name']}", "argument" in row) for row in ROWS):
            with self.subTest(name):
                line = self.assert_refused("-q", name if takes else f"{name}=5", mentions=(f"{name}: ",))
                self.assertEqual(line.endswith(": takes no value"), not takes)

    def test_arguments(self):
        self.assert_answers(f"""
            42                => 42: not an option; did you mean --seed 42?
            {2**64}           => {2**64}: not an option; see dungen --help
            80x45             => 80x45: not an option; did you mean --width 80 --height 45?
            80×45             => 80×45: not an option; did you mean --width 80 --height 45?
            80 45             => 80: not an option; did you mean --width 80 --height 45?
            7 map.txt         => 7: not an option; did you mean --seed 7?
            width=80          => width=80: not an option; did you mean --width?
            –seed 42          => –seed: not an option; did you mean --seed?
            −-seed            => −-seed: not an option; did you mean --seed?
            –q                => –q: not an option; did you mean --quiet?
            map.txt           => map.txt: not an option; to write to a file, use -o FILE or > FILE
            /dev/null         => /dev/null: not an option; to read maps from it, use --input
            -                 => -: not an option; did you mean --output -?
            ''                => '': not an option; see dungen --help
            --glyphs -- foo   => foo: not an option; see dungen --help
            -- ''             => '': not an option; it comes after --
            --seed 1 -- -q    => -q: not an option; it comes after --
            --width 0x10 --width 20  => --width 0x10: takes a number from 3 to 2147483647
            --doors 42        => 42: not an option, and --doors takes no value; did you mean --seed 42?
            --show spawn exit => exit: not an option, and --show takes a list without blanks; did you mean --exit?
            -o --doors        => --output --doors: takes the name of a file; for a file of this name, ./--doors
        """)
        for word in ("2x45", "80x2", f"{2**31}x45", f"80x{2**31}", "80y45", "80x45x3"):
            self.assert_refused(word, mentions=(f"{word}: not an option; see dungen --help",))
        # In the process of many.c the order of options and arguments is not the program's own choice.
        self.assert_refused("json", "--help", mentions=("json: not an option; did you mean --format json?",), env=os.environ)
        self.good("-s1", "-o", "./--doors", cwd=self.folder)
        self.assert_holds("--doors")


class Messages(TestCase):
    """How a message shows text that is not its own. tests/prove/messages.py tries many more bytes and places."""

    def test_a_long_value_is_cut_at_a_character(self):
        for text, shown in [
            (60 * "x", 60 * "x"),
            (61 * "x", 60 * "x" + "..."),
            (100000 * "x", 60 * "x" + "..."),
            ("x" + 30 * "é", "x" + 29 * "é" + "..."),
            ("xx" + 20 * "█", "xx" + 19 * "█" + "..."),
            ("x" + 15 * "🧱", "x" + 14 * "🧱" + "..."),
            (58 * "x" + "\x80\x80", 58 * "x" + "??"),
            (59 * "x" + "\x80\x80", 59 * "x" + "?..."),
        ]:
            with self.subTest(text=text[:100]):
                line = self.assert_refused("--width", text.encode("latin-1") if "\x80" in text else text)
                self.assertEqual(line, f"dungen: --width {shown}: takes a number from 3 to {2**31 - 1}")

    def test_what_is_not_printable_is_a_question_mark(self):
        unprintable = "\x01\x1b\x1f\x7f\x80\x9f"
        # Those that turn the direction of text, and the separators of lines and paragraphs.
        unprintable += "\u061c\u200e\u200f\u2028\u202e\u2066\u2069"
        # Without width, deprecated, tags, variation selectors, of private use, not assigned, or no characters.
        unprintable += "\xad\u200b\u200d\u2060\u206a\u206f\ufeff\ufe0f\ue000\u0378\U00010ffd\ufdd0\ufffe\uffff\ufff9"
        unprintable += "\U0001ffff\U000e0001\U000e0fff\U0010ffff"
        # How many question marks a broken character gets is anyone's guess.
        broken = [b"\x80", b"\xff", b"\xc3", b"\xe2\x82", b"\xf0\x9f\xa7", b"\xc0\xaf", b"\xed\xa0\x80", b"\xe0\x80\x80",
                  b"\xf4\x90\x80\x80", b"\xf8\x88\x80\x80\x80"]  # fmt: skip
        shown = {character.encode(): character for character in "é ÿ \u0301 \u0600 ‐ • █ 字 🧱 \ufffd".split()}
        shown.update((character.encode(), r"\?") for character in unprintable)
        shown.update((character, r"\?+") for character in broken)
        for character, answer in shown.items():
            with self.subTest(character=character):
                line = self.assert_refused(b"--width=a" + character + b"z")
                self.assertRegex(line, f"--width a{answer}z: ")

    def test_the_name_of_a_file_is_shown_whole(self):
        name = self.path(*(["█" * 80] * 10), "map.txt")
        self.assert_message(run("-q", "-o", name), 1, name)


class HelpAndVersion(TestCase):
    def test_streams_and_width(self):
        for option in ("--help", "--version"):
            with self.subTest(option=option):
                lines = self.good(option).decode("ascii").split("\n")
                self.assertEqual(lines.pop(), "")
                self.assertLessEqual(max(map(len, lines)), 80)
        self.assertEqual(self.good("-V"), self.good("--version"))
        self.assertEqual(self.good("-o", "none/map", "--help"), self.good("--help"))

    def test_json_has_what_help_has(self):
        document = json.loads(self.good("--help=json"))
        self.assertRegex(document["version"], r"\A\d+\.\d+\.\d+(-dev)?\Z")
        self.assertEqual(f"dungen {document['version']}\n".encode(), self.good("--version").splitlines(True)[0])
        self.assertEqual([row["name"] for row in ROWS if row.get("alias")], ["labels"])
        sections = {}
        for row in ROWS:
            names = [choice["name"] for choice in row.get("choices", [])]
            text = row["help"]
            if row["kind"] == "number":
                text += f", {row['lowest']} to {row['highest']}"
            elif any("summary" in choice for choice in row.get("choices", [])):
                text += ", see below"
            elif row["kind"] == "list":
                text += ": none, all or any of " + ",".join(names)
            elif names:
                text += ": " + help_text.joined(names)
            text += f"; {help_text.joined(row['formats'])} only" if "formats" in row else ""
            text += f" ({row['default']})" if "default" in row else ""
            letter, argument = (f"-{row['letter']}, " if "letter" in row else ""), f"{row.get('argument', '')} "
            sections.setdefault(row["group"], []).append(f"{letter}--{row['name']} {argument.lstrip()}{text}")
        for name, title in (("rng", "Random number generators"), ("format", "Formats")):
            sections[title] = [f"{choice} {row['summary']}" for choice, row in CHOICES[name].items()]
        shown = " ".join(self.good("--help").decode("ascii").replace("\n\n", " | ").split())
        for title, entries in sections.items():
            self.assertIn(f" | {title}: {' '.join(entries)} | ", shown)
        by_extension = help_text.formats_by_extension()
        for name, row in CHOICES["format"].items():
            self.assertEqual(by_extension["." + row["extension"]], name)


class Formats(AnswersCase):
    def test_the_file_name_picks_the_format(self):
        for name, paths in {
            "text": "map.txt map .json dir/.json map. ../{here}/map dir.json/map a.json.txt",
            "json": "map.json dir.xml/map.json map.JSON map.ndjson 50%/map%.d/map.json",
        }.items():
            for path in paths.format(here=os.path.basename(self.folder)).split():
                os.makedirs(os.path.dirname(self.path(path)), exist_ok=True)
                with self.subTest(path):
                    self.good("-s1", "-o", path, cwd=self.folder)
                    self.assertEqual(read(self.path(path)), self.good("-s1", "-f", name))
                    os.remove(self.path(path))
        self.good("-s1", "-f", "json", "-o", "map.xml", cwd=self.folder)
        self.assertEqual(read(self.path("map.xml")), self.good("-s1", "-f", "json"))

    def test_an_extension_that_no_format_has(self):
        choose = f"choose {help_text.joined(help_text.extensions())}, or give --format"
        self.assert_answers(f"""
            -o map.xml           => --output map.xml: no format has the extension .xml; {choose}
            -o map.txt.gz        => --output map.txt.gz: no format has the extension .gz; {choose}
            -o dir.json/map.tex  => --output dir.json/map.tex: no format has the extension .tex; {choose}
        """)

    def test_pictures(self):
        """A refused format that sounds like a picture is answered with those that are."""
        for name in ("bmp", "JPG", "webp"):
            self.assertRegex(self.assert_refused("-f", name, mentions=FORMATS), r"; did you mean svg, png or pgm\?$")

    def test_a_file_that_readers_take_for_one_map(self):
        self.assert_answers("""
            -n2 -o maps.csv   => --count 2: .csv files hold one map each; try --output 'maps-%d.csv'
            -n2 -o maps.map   => --count 2: .map files hold one map each; try --output 'maps-%d.map'
            -n2 -o maps.PGM   => --count 2: .PGM files hold one map each; try --output 'maps-%d.PGM'
            -n2 -o maps.json  => --count 2: .json files hold one map each; choose .ndjson or .jsonl, or """
                            "try --output 'maps-%d.json'")
        for name, format, *options in [
            ("maps.json", "json", "-fjson"), ("maps.ndjson", "json"), ("maps.JSONL", "json"), ("maps.ansi", "ansi"),
        ]:  # fmt: skip
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
                with self.subTest(args=args):
                    line = self.assert_refused("-q", "-s1", "-n3", *args, cwd=self.folder)
                    why, advice = line.split("; try ")
                    self.assertEqual(why, f"dungen: --count 3: {name} files hold one map each")
                    self.good("-q", "-s1", "-n3", *args, *shlex.split(advice), cwd=self.folder)
                    self.assert_holds(*(f"{stem}-{seed}{end}" for seed in (1, 2, 3)))
                    for seed in (1, 2, 3):
                        os.remove(self.path(f"{stem}-{seed}{end}"))

    def test_options_of_another_format(self):
        labeled, spelled = (help_text.joined(next(row["formats"] for row in ROWS if row["name"] == name)) for name in ("labels", "glyphs"))
        self.assert_answers(f"""
            --no-tiles                   => --no-tiles: not with --format text; choose --format json
            --no-tiles -f text           => --no-tiles: not with --format text; choose --format json
            -o map.txt --no-tiles        => --no-tiles: not with --format text; choose --format json
            -f json --labels             => --labels: not with --format json; choose --format {labeled}
            -f csv --labels --glyphs #.  => --labels: not with --format csv; choose --format {spelled}
            --preset level --no-tiles    => --no-tiles: not with --format text; choose --format json
            --labels --no-tiles          => --no-tiles: not with --format text; leave it out
            --labels --no-tiles -f json  => --labels: not with --format json; leave it out
        """)


class Folders(TestCase):
    def test_one_that_is_missing(self):
        """The command in the message creates it; folders that exist are not mentioned."""
        for name, command in [
            ("levels/level-%03d.tmj", "mkdir 'levels'"),
            ("a/b/map.txt", "mkdir -p 'a/b'"),
            ("it's a/map.txt", "mkdir 'it'\\''s a'"),
        ]:
            with self.subTest(name=name):
                line = self.assert_message(run("-qs1", "-o", name, cwd=self.folder), 1, os.strerror(errno.ENOENT))
                self.assertTrue(line.endswith("; its folder does not exist, create it with " + command), line)
                subprocess.run(shlex.split(command), cwd=self.folder, check=True)
                self.good("-qs1", "-o", name, cwd=self.folder)
        os.symlink("/dev/full", self.path("full"))
        os.symlink("a/none/map", self.path("link"))
        for name in ("full", "a", "a/b/map.txt/map", "link"):
            self.assertNotIn("mkdir", self.assert_message(run("-qs1", "-o", name, cwd=self.folder), 1))

    def test_one_that_is_the_file(self):
        """What the message proposes is files in it, of the chosen format."""
        os.mkdir(self.path("my levels"))
        for args in (["-o", "my levels"], ["-o", "my levels/", "-f", "tmj"], ["-o", "my levels/", "-f", "tmj", "-n2"]):
            with self.subTest(args=args):
                done = run("-qs1", *args, cwd=self.folder)
                line = self.assert_message(done, 2 if "-n2" in args else 1)
                extension = "tmj" if "tmj" in args else "txt"
                self.assertEqual(line.split("; ")[-1].split("try ")[1], f"--output 'my levels/%d.{extension}'")
        os.mkdir(self.path("a.png"))
        self.assert_failed(run("--tileset-image", "-o", "a.png", cwd=self.folder), "a.png", errno.EISDIR)


class Contradictions(AnswersCase):
    """Options that are good alone and cannot be together."""

    def test_rooms_that_do_not_fit_and_what_would(self):
        width, side = 2**31 - 1, 2**31 - 2
        both = "do not fit; try --room-min {0} --room-max {0}".format
        for args, line in self.assert_answers(f"""
            -W {width} -H {side} --room-max {side} => --room-max {side}: rooms of 6 to {side} do not fit; try --room-max {side - 1}
            --width 9 --room-max 10     => --room-max 10: rooms of 6 to 10 do not fit; try --room-max 8
            --width 5 --room-max 10     => --room-max 10: rooms of 6 to 10 {both(4)}
            --room-min 60 --room-max 50 => --room-max 50: rooms of 60 to 50 {both(44)}
            --room-min 45               => --room-min 45: rooms of 45 to 10 {both(44)}
            --width 8 --room-min 5      => --width 8: rooms of 5 to 10 do not fit; try --room-max 7
            --width 5                   => --width 5: rooms of 6 to 10 {both(4)}
            --height 7 --width 300      => --height 7: rooms of 6 to 10 do not fit; try --room-max 6
            --room-max 5                => --room-max 5: rooms of 6 to 5 do not fit; try --room-min 5
            --room-min 11               => --room-min 11: rooms of 11 to 10 do not fit; try --room-max 11
            --room-min 60 --room-max 10 => --room-max 10: rooms of 60 to 10 do not fit; try --room-min 10
        """):
            with self.subTest(args=args):
                # Smaller rooms do not make the map larger, so it is small enough to run.
                better = shlex.split(line.split("; try ")[1])
                self.assertTrue(self.good("-s1", *args, *better, "-f", "json", "--no-tiles"))

    @unittest.skipIf(SANITIZED == "memory", "MemorySanitizer has less memory to give than these maps reserve")
    def test_more_rooms_than_can_be_numbered(self):
        large = "-q -s1 -f json --no-tiles -W 200000 -H 200000 --room-min 2 --room-max 2"
        for tunnels, most in (("around", (2**32 - 1) // 4), ("through", (2**32 - 1) // 3)):
            for option in ("--max-rooms", "--min-rooms"):
                with self.subTest(tunnels=tunnels, option=option):
                    line = self.assert_refused(*large.split(), "--tunnels", tunnels, option, str(most + 1))
                    self.assertEqual(line, f"dungen: {option} {most + 1}: a map has at most {most} rooms; try {option} {most}")
        # These would take minutes, so that they begin has to be enough. On a small map there is no space for as many; on
        # the other one 37,666 of the smallest rooms stand side by side, which is just small enough.
        fitting = large.replace("200000", "113000")
        for options, count in (large, most), ("-q -s1", 2**31 - 1), (fitting, 2**31 - 1):
            with self.subTest(options), start(*options.split(), "--max-rooms", str(count)) as process:
                self.assertRaises(subprocess.TimeoutExpired, process.wait, 0.2)
                process.kill()

    def test_options_that_would_do_nothing(self):
        self.assert_answers("""
            --skip -n 9                 => --skip: leaves out seeds without such a map; give --min-rooms or --where
            --find 9                    => --find 9: looks for maps with --min-rooms or --where; give one, or --count
            --find 9 --where loops=2 -n 3 => --count: not with --find, which tries seeds up to its last map; leave one out
            --find 9 --where loops=2 --first 3 -o %i => --first: not with --find, which tries seeds up to its last map; leave one out
            --find 9 --where loops=2 --skip => --skip: not with --find, which tries seeds up to its last map; leave one out
            --find 9 --where loops=2 -i map.txt => --find: not with --input, whose maps are made already; leave one out
            --preset level --tileset-image => --preset: not with --tileset-image, which makes no map; leave one out
            --first 9 -n 9 -o map-%d    => --first 9: numbers files; give one a name with %i
            --tunnels around --connect previous => --connect previous: --tunnels around joins rooms to near ones; leave out --connect
        """)

    def test_batches_that_run_out_of_seeds(self):
        for rng, last in RNGS.items():
            self.good("--rng", rng, "--seed", str(last))
            for seed, count in [(last, 2), (last - 5, 7), (2, last)]:
                why = f"the first seed is {seed}, and the last of --rng {rng} is {last}; try --count {last - seed + 1}"
                self.assert_answers(f"--rng {rng} -s {seed} -n {count} => --count {count}: {why}")
        why = f"the first seed is 0, and the last of --rng libtcod is {2**32 - 1}; try --count {2**32}"
        self.assert_answers(f"""
            --rng libtcod -n {2**32 + 1}  => --count {2**32 + 1}: {why}
            --rng libtcod -s {2**32}      => --seed {2**32}: --rng libtcod takes seeds from 0 to {2**32 - 1}
        """)


class Seed(TestCase):
    """A seed that was not given is random, and printed."""

    def printed(self, line):
        match = re.fullmatch(rb"dungen: seed (0|[1-9][0-9]*)\n", line)
        self.assertTrue(match, line)
        return int(match.group(1))

    def test_is_printed_and_gives_the_same_map(self):
        for args in ("", "-f json", "--rng libtcod --count 1000", "-o /dev/stdout"):
            result = run(*args.split())
            with self.subTest(args=args):
                self.assertEqual(result.returncode, 0)
                seed = self.printed(result.stderr)
                self.assertLess(seed, 2**32)
                self.assertEqual(self.good(*args.split(), "--seed", str(seed)), result.stdout)

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
