# SPDX-License-Identifier: MIT
"""The command line: what is refused and how, what the options mean together, and what is printed."""

import errno
import itertools
import json
import os
import re
import shlex
import subprocess
import unittest

from helper import BATCH_FORMATS, FORMATS, RNGS, SANITIZED, TestCase, help_text, read, run, start, write

ROWS = json.loads(run("--help=json").stdout)["options"]
# Long name: short name, smallest and largest value; or short name and the names that it takes.
NUMBERS = {row["name"]: (row.get("letter"), int(row["lowest"]), int(row["highest"]))
           for row in ROWS if row["kind"] == "number"}  # fmt: skip
NAMES = {row["name"]: (row.get("letter"), [choice["name"] for choice in row["choices"]])
         for row in ROWS if row["kind"] == "choice"}  # fmt: skip
# No option takes one of these for a number. 2^64 + 5 and 2^32 + 5 would be 5 if digits were lost.
NOT_NUMBERS = [
    "", "+5", "-1", "-0", "0x10", "1e3", " 5", "5 ", "\t5", "5\t", "5.0", "5,", "5k", "1_000", "five", "=5", "٥",
    str(2**64), str(2**64 + 5), str(10**30),
]  # fmt: skip
NOT_NAMES = ["", "+5", "-1", "0x10", " text", "text ", "tex", "texts", "TEXT", "Python", "python-", "pyth", "text,json"]


def spellings(long, short, value):
    """Every way to write an option with a value."""
    yield [f"--{long}={value}"]
    yield [f"--{long}", value]
    if short:
        yield [f"-{short}", value]
        if value and value[0] != "=":
            yield [f"-{short}{value}"]


class AnswersCase(TestCase):
    def assert_answers(self, answers):
        """Each line of a text is a command line and what the program says of it; \\r is a carriage return."""
        for answer in answers.strip().splitlines():
            command, line = re.split(" +=> ", answer.strip())
            for environment in ({}, {"POSIXLY_CORRECT": "1"}):
                with self.subTest(command=command, environment=environment):
                    args = [arg.replace("\\r", "\r") for arg in shlex.split(command.replace("\\", "\\\\"))]
                    said = self.assert_refused(*args, cwd=self.folder, env={**os.environ, **environment})
                    self.assertEqual(said, "dungen: " + line)
                    self.assert_holds()


class BadValues(TestCase):
    def assert_each_spelling_refused(self, long, short, value, *mentions, most=None):
        for option in itertools.islice(spellings(long, short, value), most):
            with self.subTest(option=option):
                # The class Messages tests how bytes are shown that cannot be printed.
                shown = value if value.isprintable() else ""
                self.assert_refused(*option, mentions=(f"--{long}", shown, *mentions))

    def test_numbers(self):
        for long, (short, smallest, largest) in NUMBERS.items():
            # Of 2^32 + 10, 32 bits would be a good number.
            for value in [*NOT_NUMBERS, str(smallest - 1), str(largest + 1)] + ([str(2**32 + 10)] if largest < 2**32 else []):
                # getopt treats a spelling alike for all options, so only one is tried with all of them.
                most = None if long == "width" or value == "-1" else 1
                self.assert_each_spelling_refused(long, short, value, smallest, largest, most=most)

    def test_names(self):
        for long, (short, names) in NAMES.items():
            for value in NOT_NAMES:
                self.assert_each_spelling_refused(long, short, value, *names)

    def test_a_name_that_is_nearly_right(self):
        for option, name, likely in [
            ("format", "jsno", "json"), ("format", "JSON", "json"), ("format", "txt", "text"), ("format", "jso", "json"),
            ("rng", "phyton", "python"), ("rng", "python2020", "python-2020"), ("rng", "splitmix", "splitmix64"),
            ("rng", "mt", "libtcod-mt"), ("rng", "lib", "libtcod or libtcod-mt"),
        ]:  # fmt: skip
            with self.subTest(name=name):
                line = self.assert_refused(f"--{option}", name)
                self.assertTrue(line.endswith(f"; did you mean {likely}?"), line)
        for option, name in [("format", "wav"), ("format", ""), ("rng", "mersenne"), ("rng", "x" * 40), ("rng", "+5")]:
            with self.subTest(name=name):
                self.assertNotIn("did you mean", self.assert_refused(f"--{option}", name))

    def test_a_long_value_does_not_hide_the_reason(self):
        self.assert_refused("--width", "9" * 100000, mentions=("--width", 3, 2**31 - 1))
        self.assert_refused("--rng", "x" * 100000, mentions=("--rng", *RNGS))

    def test_a_later_good_value_does_not_help(self):
        for bad, good in [
            (["--width", "0x10"], ["--width", "20"]),
            (["-s", ""], ["-s", "5"]),
            (["--count=0"], ["--count=1"]),
            (["-f", "xml"], ["-f", "json"]),
            (["--rng", "mt"], ["--rng", "libtcod"]),
            (["-o", ""], ["-o", "-"]),
            (["-o", "a%b"], ["-o", "-"]),
        ]:
            with self.subTest(bad=bad):
                self.assert_refused(*bad, *good, mentions=(bad[-1].split("=")[-1],))

    def test_lists(self):
        for value in ("", "foo", "Spawn", "spawn,", ",spawn", "spawn,,exit", "none,exit", "spawn, exit", "spawn;exit", "spawn,all"):
            self.assert_each_spelling_refused("show", None, value, "none, all or any of spawn,exit,labels")
        self.assertTrue(self.assert_refused("--show=exit,lables").endswith("; did you mean labels?"))

    def test_glyphs(self):
        count, utf8 = "takes 2 to 5 characters: wall, floor, spawn, exit, door", "not valid UTF-8"
        control, mark = "control characters are not drawn", "combining marks take no column of their own"
        none, two = "a character without width takes no column", "a character of two columns would shift its row"
        for value, why in [
            ("", count), ("#", count), ("█", count), ("#.@>+x", count), ("█·@>+x", count), ("#" * 1000, count),
            (b"#\xff", utf8), (b"#\xe2\x96", utf8), (b"\xc0\xaf.", utf8), (b"#\xed\xa0\x80", utf8), (b"#.@>+\xff", count),
            ("#\n", control), ("\x1b[", control), ("#\x7f", control), ("#\x9b", control), ("#\u202e", control),
            ("#\u200f", control), ("#\u2028", control), ("a\u0301", mark), ("#.\ufe0f", mark), ("#\u200d", none), ("#\xad", none),
            # Marks of scripts: Hebrew, Devanagari, Thai; half of a syllable of Hangul; and a tag.
            ("a\u05b0", mark), ("a\u094d", mark), ("a\u0e31", mark), ("a\u1161", mark), ("a\U000e0041", none),
            ("墙.", two), ("#🧱", two), ("#.\u1100", two), ("#.@，", two), ("#.🇦", two), ("#.＃", two), ("#\u3000", two),
        ]:  # fmt: skip
            with self.subTest(value=value):
                self.assert_refused("--glyphs", value, mentions=("--glyphs", why))
        for value in ("█░", "·•◆▲★", "éß☠♥Ω", "\U000f0000.", "аб", "ىס", "\u2591\u2588"):
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
    def test_leading_zeros_are_decimal(self):
        for args in (["--width", "010", "--room-max", "8"], ["--seed", "010"], ["--count", "08"], ["--max-rooms=0017"]):
            plain = [re.sub("(^|=)0+", r"\1", arg) for arg in args]
            with self.subTest(args=args):
                self.assertEqual(self.good("--seed=1", *args), self.good("--seed=1", *plain))
        self.assertEqual(self.good("--seed", "0" * 30 + "5"), self.good("--seed", "5"))

    def test_every_spelling_means_the_same(self):
        for long, short, value in [("width", "W", "50"), ("height", "H", "50"), ("count", "n", "2"), ("format", "f", "json")]:
            with self.subTest(long=long):
                [output] = {self.good("--seed=1", *option) for option in spellings(long, short, value)}
                self.assertNotEqual(output, self.good("--seed=1"))
        self.assertEqual(self.good("-s5", "-qfjson"), self.good("--seed=5", "--quiet", "--format=json"))

    def test_the_largest_maps(self):
        for rooms in ("", f"--room-max {2**31 - 2}", f"--room-min {2**31 - 2} --room-max {2**31 - 2}"):
            with self.subTest(rooms):
                self.good(*f"-s1 --no-tiles -f json -W {2**31 - 1} -H {2**31 - 1} {rooms}".split())

    def test_the_last_one_counts(self):
        for args, same in [
            ("--width 3 --width 50", "--width 50"),
            ("-f text --no-tiles -f json", "-f json --no-tiles"),
            ("-s 7 -s 5", "-s 5"),
            ("--rng splitmix64 --rng libtcod", "--rng libtcod"),
            (f"--rng libtcod -s {2**32} --rng python", f"-s {2**32}"),
            ("--room-max 60 --room-max 9", "--room-max 9"),
            ("--show exit --show none", "--show none"),
            ("--show exit --labels", "--show spawn,labels"),
            ("--labels --show labels,spawn,spawn", "--labels"),
            ("--labels --show spawn", ""),
            ("--show all", "--show exit,labels,spawn"),
            ("--glyphs abcd --glyphs #.", ""),
            ("--glyphs abcd --glyphs #.@", "--glyphs #.@>"),
            ("--glyphs #.@>+ --doors", "--doors"),
            ("-o there/is/no/such.txt -o -", "-o -"),
        ]:
            with self.subTest(args=args):
                self.assertEqual(self.good("-s9", *args.split()), self.good("-s9", *same.split()))
        self.good("-s1", "-o", "first.txt", "-o", "second.txt", cwd=self.folder)
        self.assert_holds("second.txt")


class Words(AnswersCase):
    """Words that are no option, and options that are used wrongly."""

    def test_unknown_options(self):
        long = 40 * "width"
        unknown = f"""
            --frobnicate      => --frobnicate: see dungen --help
            -z                => -z: see dungen --help
            -é                => -é: see dungen --help
            -?                => -?: see dungen --help
            -:                => -:: see dungen --help
            ---               => ---: see dungen --help
            --=5              => --: see dungen --help
            --{long}          => --{long[:58]}...: see dungen --help
            --widht 80        => --widht: did you mean --width?
            --hight           => --hight: did you mean --height?
            --maxroms         => --maxroms: did you mean --max-rooms?
            --WIDTH 80        => --WIDTH: did you mean --width?
            --no_tiles        => --no_tiles: did you mean --no-tiles?
            --room_m          => --room_m: did you mean --room-min or --room-max?
            --wid 80          => --wid: did you mean --width?
            --rooms 5         => --rooms: did you mean --max-rooms or --min-rooms?
            --room 5          => --room: did you mean --max-rooms, --room-min, --room-max or --min-rooms?
            --room-mxx 5      => --room-mxx: did you mean --room-max?
            --r 5             => --r: see dungen --help
            --v               => --v: did you mean --version?
            -width 80         => -width: long options take two dashes: --width
            -seed 42          => -seed: long options take two dashes: --seed
            -quiet            => -quiet: long options take two dashes: --quiet
            -widht 80         => -widht: did you mean --width?
            -w 80             => -w: did you mean -W?
            -qS5              => -S: did you mean -s?
            -xyzzy            => -x: see dungen --help
            -l                => -l: did you mean --loops or --labels?
            --json            => --json: did you mean --format json?
            -json             => -json: did you mean --format json?
            --libtcod-mt      => --libtcod-mt: did you mean --rng libtcod-mt?
            -s=1              => -s=1: did you mean -s 1 or --seed=1?
            -qs=              => -s=: did you mean -s  or --seed=?
            -o=map.txt        => -o=map.txt: did you mean -o map.txt or --output=map.txt?
            '--seed 42'       => --seed 42: did you mean --seed 42, as two words?
            --seed:42         => --seed:42: did you mean --seed 42, as two words?
            '--sed 42'        => --sed 42: see dungen --help
        """
        self.assert_answers(re.sub(r"(=> .*?): (?=see|did|long)", r"\1: no such option; ", unknown))
        # The letter of --help acts where it stands, so this is an old habit that is served.
        self.assertEqual(self.good("-help"), self.good("--help"))

    def test_the_letter_of_help_before_a_number(self):
        self.assert_answers("""
            -h 20             => -h 20: -h is --help; did you mean -H 20?
            -h=20             => -h 20: -h is --help; did you mean -H 20?
            -W 40 -qh 20      => -h 20: -h is --help; did you mean -H 20?
        """)
        for args in ("-h", "-qh", "-W 40 -h", "-h -H 20", "-hq", "-h help"):
            with self.subTest(args=args):
                self.assertEqual(self.good(*args.split()), self.good("--help"))

    def test_windows_line_ends(self):
        self.assert_answers(r"""
            --width 60\r      => 60: a carriage return follows; the script has Windows line ends, which sed 's/\\r$//' removes
            --help\r          => --help: a carriage return follows; the script has Windows line ends, which sed 's/\\r$//' removes
            -o map.txt\r      => map.txt: a carriage return follows; the script has Windows line ends, which sed 's/\\r$//' removes
            -s 1 \r           => '': a carriage return follows; the script has Windows line ends, which sed 's/\\r$//' removes
        """.replace(r"\\r$", r"\r$"))

    def test_missing_values(self):
        for row in ROWS:
            for option in filter(None, (f"--{row['name']}", row.get("letter") and f"-{row['letter']}")):
                if "argument" in row:
                    self.assert_refused("-q", option, mentions=(f"--{row['name']}",))

    def test_values_that_flags_do_not_take(self):
        for name in (row["name"] for row in ROWS if "argument" not in row):
            self.assertEqual(self.assert_refused("-q", f"--{name}=5"), f"dungen: --{name}: takes no value")

    def test_arguments(self):
        self.assert_answers(f"""
            42                => 42: not an option; did you mean --seed 42?
            {2**64 - 1}       => {2**64 - 1}: not an option; did you mean --seed {2**64 - 1}?
            {2**64}           => {2**64}: not an option; see dungen --help
            80x45             => 80x45: not an option; did you mean --width 80 --height 45?
            80X45             => 80X45: not an option; did you mean --width 80 --height 45?
            80×45             => 80×45: not an option; did you mean --width 80 --height 45?
            80,45             => 80,45: not an option; did you mean --width 80 --height 45?
            80*45             => 80*45: not an option; did you mean --width 80 --height 45?
            80 45             => 80: not an option; did you mean --width 80 --height 45?
            7 map.txt         => 7: not an option; did you mean --seed 7?
            2x45              => 2x45: not an option; see dungen --help
            80x2              => 80x2: not an option; see dungen --help
            80 2              => 80: not an option; did you mean --seed 80?
            {2**31}x45        => {2**31}x45: not an option; see dungen --help
            80y45             => 80y45: not an option; see dungen --help
            80x45x3           => 80x45x3: not an option; see dungen --help
            json              => json: not an option; did you mean --format json?
            libtcod-mt        => libtcod-mt: not an option; did you mean --rng libtcod-mt?
            seed 42           => seed: not an option; did you mean --seed?
            width=80          => width: not an option; did you mean --width?
            –seed 42          => –seed: not an option; did you mean --seed?
            —seed=42          => —seed: not an option; did you mean --seed?
            −-seed            => −-seed: not an option; did you mean --seed?
            −s 42             => −s: not an option; did you mean -s?
            –s42              => –s42: not an option; did you mean -s42?
            –q                => –q: not an option; did you mean -q?
            –q42              => –q42: not an option; see dungen --help
            map.txt           => map.txt: not an option; to write to a file, use -o FILE or > FILE
            -                 => -: not an option; did you mean --output -?
            foo               => foo: not an option; see dungen --help
            ''                => '': not an option; see dungen --help
            --seed 1 foo      => foo: not an option; see dungen --help
            -- foo            => foo: not an option; it comes after --
            --glyphs -- foo   => foo: not an option; see dungen --help
            -- ''             => '': not an option; it comes after --
            --seed 1 -- -q    => -q: not an option; it comes after --
            --doors 1         => --doors 1: --doors takes no value
            -q false          => --quiet false: --quiet takes no value
            --doors 42        => 42: not an option; did you mean --seed 42?
            --show spawn exit    => exit: not an option; did you mean --show spawn,exit?
            --show=spawn,exit labels => labels: not an option; did you mean --show spawn,exit,labels?
            --show none exit  => exit: not an option; did you mean --show exit?
            --show exit foo   => foo: not an option; see dungen --help
            -o --doors        => --output --doors: takes the name of a file; for a file of this name, ./--doors
            --tileset --q     => --tileset --q: takes the name of a file; for a file of this name, ./--q
        """)
        self.good("-s1", "-o", "./--doors", cwd=self.folder)
        self.assert_holds("--doors")


class Messages(TestCase):
    """How a message shows text that is not its own."""

    def test_a_long_value_is_cut_at_a_character(self):
        for text, shown in [
            (60 * "x", 60 * "x"),
            (61 * "x", 60 * "x" + "..."),
            (30 * "é", 30 * "é"),
            ("x" + 30 * "é", "x" + 29 * "é" + "..."),
            ("xx" + 20 * "█", "xx" + 19 * "█" + "..."),
            ("x" + 15 * "🧱", "x" + 14 * "🧱" + "..."),
            (58 * "x" + "\x80\x80", 58 * "x" + "??"),
            (59 * "x" + "\x80\x80", 59 * "x" + "?..."),
            (60 * "x" + "\x80", 60 * "x" + "..."),
        ]:
            for args in (["--width"], ["--rng"], []):
                with self.subTest(args=args, text=text):
                    line = self.assert_refused(*args, text.encode("latin-1") if "\x80" in text else text)
                    self.assertTrue(line.startswith(f"dungen: {' '.join([*args, shown])}: "), line)

    def test_what_is_not_printable_is_a_question_mark(self):
        unprintable = [chr(code) for code in (*range(1, 32), *range(127, 160))]
        # Those that turn the direction of text, and the separators of lines and paragraphs.
        unprintable += [chr(code) for code in (0x61C, 0x200E, 0x200F, *range(0x2028, 0x202F), *range(0x2066, 0x206A))]
        # Without width, deprecated, tags, or no characters.
        unprintable += list("\xad\u200b\u200d\u2060\u206a\u206f\ufeff\ufdd0\ufffe\uffff\ufff9\U0001ffff\U000e0001\U000e0fff\U0010ffff")
        invalid = [b"\x80", b"\xff", b"\xc3", b"\xe2\x82", b"\xf0\x9f\xa7", b"\xc0\xaf", b"\xed\xa0\x80", b"\xf4\x90\x80\x80",
                   b"\xe0\x80\x80", b"\xf8\x88\x80\x80\x80"]  # fmt: skip
        for bad in [text.encode() for text in unprintable] + invalid:
            result = run(b"--width=a" + bad + b"z")
            with self.subTest(bad=bad):
                self.assertRegex(result.stderr.decode(), r"\Adungen: --width a\?+z: takes a number from 3 to \d+\n\Z")
                # A character is one question mark; how many bytes a broken one has is anyone's guess.
                if bad not in invalid:
                    self.assertEqual(result.stderr.count(b"?"), 1)
        for good in "é ÿ \u0301 \ufe0f \u0600 ‐ • █ 字 🧱 \ufffd".split():
            with self.subTest(good=good):
                self.assertIn(f" a{good}z:".encode(), run(f"--width=a{good}z").stderr)

    def test_the_name_of_a_file_is_shown_whole(self):
        name = self.path(*(["█" * 80] * 10), "map.txt")
        self.assert_message(run("-q", "-o", name), 1, name)


class HelpAndVersion(TestCase):
    def test_streams_and_width(self):
        for option in ("--help", "-h", "--version", "-V"):
            with self.subTest(option=option):
                lines = self.good(option).decode("ascii").split("\n")
                self.assertEqual(lines.pop(), "")
                self.assertLessEqual(max(map(len, lines)), 80)
        self.assertEqual(self.good("-h"), self.good("--help"))
        self.assertEqual(self.good("-V"), self.good("--version"))

    def test_json_has_what_help_has(self):
        document = json.loads(self.good("--help=json"))
        self.assertEqual(document["version"].encode(), self.good("--version").split()[1])
        found, kinds = [], {}
        for row in ROWS:
            kinds.setdefault(row["kind"], row["name"])
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
            found.append((row.get("letter", ""), row["name"], row.get("argument", ""), text))
        self.assertEqual(found, help_text.options())
        self.assertEqual(kinds, {"number": "width", "choice": "tunnels", "flag": "doors", "path": "output", "list": "show",
                                 "text": "glyphs"})  # fmt: skip
        self.assertEqual({row["group"] for row in ROWS}, {"Map", "Random numbers", "Output", "Other"})
        choices = {row["name"]: row.get("choices") for row in ROWS}
        for name, title in (("rng", "Random number generators"), ("format", "Formats")):
            self.assertEqual({choice["name"]: choice["summary"] for choice in choices[name]}, help_text.summaries(title))
        by_extension = help_text.formats_by_extension()
        for choice in choices["format"]:
            self.assertEqual(by_extension["." + choice["extension"]], choice["name"])

    def test_version_is_in_gnu_form(self):
        self.assertRegex(self.good("--version").decode(), r"\Adungen \d+\.\d+\.\d+\n")

class Formats(AnswersCase):
    def test_the_file_name_picks_the_format(self):
        for name, paths in {
            "text": "map.txt map .json dir/.json map. ../{here}/map dir.json/map a.json.txt 50%/map",
            "json": "map.json dir.xml/map.json map.JSON map.ndjson 50%/map%.d/map.json",
            "ansi": "map.ansi map.ANS",
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
        for name in ("map.xml", "map.tex", "map.jsonx", "map.XML", "map.txt.gz", "dir.json/map.doc"):
            with self.subTest(name=name):
                self.assert_refused("-s1", "-o", name, mentions=("--output", name, *help_text.extensions()), cwd=self.folder)
                self.assert_holds()

    def test_pictures(self):
        """A refused format that sounds like a picture is answered with those that are."""
        for args in ("-f bmp", "--format=JPG", "-f webp"):
            line = self.assert_refused(*args.split(), mentions=FORMATS)
            self.assertRegex(line, r"; for a picture choose .*\bsvg\b")
        for name in ("map.jpg", "dir.json/map.BMP", "map.pdf"):
            line = self.assert_refused("-o", name, mentions=("--output", name), cwd=self.folder)
            self.assertRegex(line, r"; for a picture choose .*\.svg\b.*, or give --format")
            self.assertNotIn(".txt", line)
            self.assert_holds()

    def test_a_file_that_readers_take_for_one_map(self):
        for name, extension in (("csv", "csv"), ("pgm", "PGM"), ("movingai", "map"), ("json", "json")):
            with self.subTest(name=name):
                line = self.assert_refused("-s1", "-n2", "-o", f"maps.{extension}", cwd=self.folder)
                other = "for --count 2 choose .ndjson or .jsonl, or " if name == "json" else ""
                self.assertEqual(line, f"dungen: --output maps.{extension}: a .{extension.lower()} file holds one map; "
                                       f"{other}try --output 'maps-%d.{extension}'")
                self.assert_holds()
                self.good("-s1", "-n2", "-f", name, "-o", f"maps.{extension}", cwd=self.folder)
                self.assertEqual(read(self.path(f"maps.{extension}")), self.good("-s1", "-n2", "-f", name))
                os.remove(self.path(f"maps.{extension}"))
        for extension in ("txt", "ansi", "ndjson", "JSONL"):
            self.good("-s1", "-n2", "-o", f"maps.{extension}", cwd=self.folder)
        self.assertEqual(read(self.path("maps.ndjson")), self.good("-s1", "-n2", "-f", "json"))

    def test_formats_for_one_map(self):
        for name in set(FORMATS) - set(BATCH_FORMATS):
            for args, stem, end in [
                (["-f", name], "map", f".{name}"),
                (["-f", name, "-o", "-"], "map", f".{name}"),
                (["-f", name, "-o", "/dev/stdout"], "map", f".{name}"),
                (["-f", name, "-o", "/proc/self/fd/1"], "map", f".{name}"),
                (["-f", name, "-o", "maps"], "maps", ""),
                (["-f", name, "-o", "x" * 100], "map", f".{name}"),
                (["-o", f"maps.{name}"], "maps", f".{name}"),
                (["-o", f"it's 100%%.{name}"], "it's 100%", f".{name}"),
            ]:
                with self.subTest(args=args):
                    line = self.assert_refused("-q", "-s1", "-n3", *args, cwd=self.folder)
                    self.assertTrue(line.startswith(f"dungen: --count 3: {name} files hold one map each; try --output "), line)
                    self.assert_holds()
                    # What it proposes, as a shell reads it, makes a file for each map.
                    self.good("-q", "-s1", "-n3", *args, *shlex.split(line.partition("; try ")[2]), cwd=self.folder)
                    self.assert_holds(*(f"{stem}-{seed}{end}" for seed in (1, 2, 3)))
                    for seed in (1, 2, 3):
                        os.remove(self.path(f"{stem}-{seed}{end}"))

    def test_options_of_another_format(self):
        labeled = re.search(r"; ([\w, ]+) only", next(option.text for option in help_text.options() if option.name == "labels"))[1]
        self.assert_answers(f"""
            --no-tiles                   => --no-tiles: not with text, the default format; choose --format json
            --no-tiles -f text           => --no-tiles: not with --format text; choose --format json
            -o map.txt --no-tiles        => --no-tiles: not with --output map.txt, which is text; choose --format json
            -f json --labels             => --labels: not with --format json; choose --format {labeled}
            --labels -o map.json         => --labels: not with --output map.json, which is json; choose --format {labeled}
            --labels --no-tiles          => --no-tiles: no format takes it with --labels; leave one out
            --labels --no-tiles -f json  => --labels: no format takes it with --no-tiles; leave one out
        """)


class Folders(TestCase):
    def test_one_that_is_missing(self):
        """The command in the message creates it; folders that exist are not mentioned."""
        for name, folder in [
            ("levels/level-%03d.tmj", "levels"), ("a/b/map.txt", "a/b"), ("it's a/map.txt", "it's a"), (self.path("c", "map"), self.path("c")),
        ]:  # fmt: skip
            with self.subTest(name=name):
                line = self.assert_message(run("-qs1", "-o", name, cwd=self.folder), 1, os.strerror(errno.ENOENT), "does not exist")
                words = shlex.split(line.partition(", create it with ")[2])
                self.assertEqual((words[0], words[-1]), ("mkdir", folder))
                subprocess.run(words, cwd=self.folder, check=True)
                self.good("-qs1", "-o", name, cwd=self.folder)
        # A folder in which a file may be written, but none be created beside it.
        write(self.path("levels", "my map.txt"), b"")
        os.chmod(self.path("levels", "my map.txt"), 0o666)
        os.chmod(self.path("levels"), 0o555)
        self.assert_message(run("-qs1", "-o", "levels/my map.txt", cwd=self.folder, ordinary=True), 1,
                            "-o writes beside levels/my map.txt, use > 'levels/my map.txt' to write in place")
        os.symlink("/dev/full", self.path("full"))
        os.symlink("a/none/map", self.path("link"))
        for name in ("full", "a", "a/b/map.txt/map", "link"):
            self.assertNotIn("mkdir", self.assert_message(run("-qs1", "-o", name, cwd=self.folder), 1))


class Contradictions(AnswersCase):
    """Options that are good alone and cannot be together."""

    def follow(self, args, line):
        """The command line that a message asks for."""
        attempt = re.search(r"\btry ((?:--[a-z-]+ \w+ ?)+)", line)
        if attempt:
            return args + attempt.group(1).split()
        option, limit = re.search(r"dungen: (--[a-z-]+) .*\bthe largest that fits is (\d+)", line).groups()
        return args + [option, limit]

    def test_rooms_that_do_not_fit_and_what_would(self):
        for args, *mentions in [
            ("--width 9 --room-max 10", "dungen: --room-max 10: too large for a map of 9x45; the largest that fits is 8"),
            ("--width 5", "dungen: --width 5: rooms of 6 to 10 do not fit; try --room-min 4 --room-max 4"),
            ("--width 8 --room-min 5", "dungen: --width 8: rooms of 5 to 10 do not fit; try --room-max 7"),
            ("--height 5", "--height", 5),
            ("--height 7 --width 300", "--height", 7),
            ("--width 7 --height 5", 5),
            ("--width 5 --room-max 10", "--room-max", 10),
            ("--width 5 --room-min 5 --room-max 5", 5),
            ("--room-min 45 --room-max 45", 45, 44),
            ("--room-min 45", "--room-min", 45),
            ("--room-min 11", "--room-min", 11),
            ("--room-max 5", "--room-max", 5),
            ("--room-min 8 --room-max 7", "--room-min", 8, "--room-max", 7),
            ("--room-min 60 --room-max 50", "--room-max", 50, 44),
            ("--room-min 60 --room-max 10", "--room-min", 60, "--room-max", 10),
            ("--width 12 --room-min 12", "--room-min", 12),
            (f"--room-max {2**31 - 2}", "--room-max", 2**31 - 2, 44),
            (f"--room-min {2**31 - 2}", "--room-min", 2**31 - 2),
            (f"--width {2**31 - 1} --height {2**31 - 2} --room-max {2**31 - 2}", "--room-max", 2**31 - 2, 2**31 - 3),
        ]:
            args = ["-s1", *args.split()]
            with self.subTest(args=args):
                line = self.assert_refused(*args, mentions=mentions)
                # The room sizes alone cannot make a map larger, so what the message proposes is small enough to run.
                self.assertTrue(self.good(*self.follow(args, line), "-f", "json", "--no-tiles"))

    @unittest.skipIf(SANITIZED == "memory", "MemorySanitizer has less memory to give than these maps reserve")
    def test_more_rooms_than_can_be_numbered(self):
        large = "-q -s1 -f json --no-tiles -W 200000 -H 200000 --room-min 2 --room-max 2 --max-rooms"
        around, most = (2**32 - 1) // 4, (2**32 - 1) // 3
        for tunnels, limit, count in (("through", most, 2**31 - 1), ("through", most, most + 1), ("around", around, around + 1)):
            with self.subTest(tunnels=tunnels, count=count):
                kind = (str(count), "--tunnels", tunnels)
                self.assert_refused(*large.split(), *kind, mentions=(f"--max-rooms {count}", f"try --max-rooms {limit}"))
                few = ("30", "--tunnels", tunnels, "--min-rooms", str(count))
                self.assert_refused(*large.split(), *few, mentions=(f"--min-rooms {count}", f"try --min-rooms {limit}"))
        # These would take minutes, so that they begin has to be enough. On a small map there is no space for as many; on
        # the other one 37,666 of the smallest rooms stand side by side, which is just small enough.
        fitting = large.replace("200000", "113000")
        for args in (f"{large} {most}", f"-q -s1 --max-rooms {2**31 - 1}", f"{fitting} {2**31 - 1}"):
            with self.subTest(args=args), start(*args.split()) as process:
                self.assertRaises(subprocess.TimeoutExpired, process.wait, 0.2)
                process.kill()

    def test_tunnels_around_join_near_rooms(self):
        self.assert_answers("""
            --tunnels around --connect previous  => --connect previous: --tunnels around joins rooms to near ones; leave out --connect
        """)
        self.good("-s1", "--tunnels", "through", "--connect", "previous")
        around = self.good("-s1", "--tunnels", "around")
        self.assertEqual(self.good("-s1", "--tunnels", "around", "--connect", "nearest"), around)
        self.assertNotEqual(self.good("-s1"), around)

    def test_batches_that_run_out_of_seeds(self):
        for rng, largest in RNGS.items():
            self.assert_refused("--rng", rng, "--seed", str(largest + 1), mentions=("--seed", largest + 1, largest))
            self.good("--rng", rng, "--seed", str(largest))
            for seed, count in [(largest, 2), (largest - 5, 7), (2, largest), (1, largest + 1), (largest, largest)]:
                with self.subTest(rng=rng, seed=seed, count=count):
                    line = self.assert_refused(f"--count={count}", f"--rng={rng}", f"--seed={seed}", mentions=("--count", count))
                    if count < 2**64:
                        self.assertTrue(line.endswith(f"{largest}; try --count {largest - seed + 1}"), line)
        for rng in ("libtcod", "libtcod-mt"):
            self.assert_refused("--rng", rng, "--count", str(2**32 + 1), mentions=("--count", 2**32 + 1, 2**32))

    def test_the_largest_batches_start(self):
        for rng, largest in RNGS.items():
            with self.subTest(rng=rng), start("--rng", rng, "--seed", "1", "--count", str(largest)) as process:
                first = process.stdout.read(81 * 45)
                process.stdout.close()
                self.assertEqual(process.stderr.read(), b"")
            self.assertEqual(first, self.good("--rng", rng, "--seed", "1"))


class Seed(TestCase):
    """A seed that was not given is random, and printed."""

    def printed(self, line):
        match = re.fullmatch(rb"dungen: seed (0|[1-9][0-9]*)\n", line)
        self.assertTrue(match, line)
        return int(match.group(1))

    def test_is_printed_and_gives_the_same_map(self):
        for args in ("", "-f json", "--rng libtcod", "--rng splitmix64 -f json --no-tiles", "--rng libtcod --count 1000", "-o /dev/stdout"):
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

    def test_an_operating_system_without_random_numbers(self):
        broken = ("strace", "-f", "-o", "/dev/null", "-e", "trace=getrandom", "-e", "inject=getrandom:error=ENOSYS")
        # The sanitizer's search for leaks and strace exclude each other.
        environment = {**os.environ, "ASAN_OPTIONS": "detect_leaks=0"}
        line = self.assert_message(run("-o", "map.txt", under=broken, cwd=self.folder, env=environment), 1)
        self.assertEqual(line, f"dungen: random seed: {os.strerror(errno.ENOSYS)}; choose one with --seed")
        self.assert_holds()
        self.assertTrue(self.good("--seed", "1", under=broken, env=environment))
