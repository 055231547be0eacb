# SPDX-License-Identifier: MIT
"""The command line: each option in turn, what the options mean together, and what is printed. cli/transcripts has the messages.

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
from helper import SANITIZED, TestCase, run, start, strace

NOT_NAMES = ["", "+5", "-1", " text", "text ", "tex", "texts", "TEXT", "Python", "python-", "pyth", "text,json"]
NOT_LISTS = ["", "foo", "Spawn", "spawn,", ",spawn", "spawn,,exit", "none,exit", "spawn, exit", "spawn,all"]


class Refused(TestCase):
    def refuse(self, command, *mentions):
        """The message about a command line, as it is typed into a shell."""
        line = self.assert_refused(*shlex.split(command), mentions=mentions, cwd=self.folder)
        self.assert_holds()
        return line

    def test_numbers(self):
        for row in ROWS:
            if row["kind"] == "number":
                lowest, highest = int(row["lowest"]), int(row["highest"])
                # The last one would be the highest if it were cut to 32 bits.
                for value in (lowest - 1, highest + 1, highest + 2**32):
                    self.refuse(f"--{row['name']} {value}", f"--{row['name']} {value}: ", f"{lowest} to {highest}")

    def test_names(self):
        for row in ROWS:
            for value in {"choice": NOT_NAMES, "list": NOT_LISTS}.get(row["kind"], ()):
                self.refuse(f"--{row['name']}={shlex.quote(value)}", f"--{row['name']} {value}", *(choice["name"] for choice in row["choices"]))

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

    def test_missing_values_and_those_of_flags(self):
        for name, takes in ((f"--{row['name']}", "argument" in row) for row in ROWS):
            line = self.refuse(f"-q {name}" if takes else f"-q {name}=5", f"{name}: ")
            self.assertEqual(line.endswith(": takes no value"), not takes, line)

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
    def test_a_preset_is_its_options(self):
        for row in ROWS:
            for preset in row["choices"] if row["name"] == "preset" else ():
                self.assertEqual(self.good("-s9", "--preset", preset["name"]), self.good("-s9", *preset["options"].split()), preset["name"])

    def test_the_environment_changes_nothing(self):
        """Of the C library: of getopt, and memory that is not zero before it is written to. tests/symbols.py has the rest."""
        for environment in ({}, {"LC_ALL": "tr_TR.UTF-8", "POSIXLY_CORRECT": "1", "MALLOC_PERTURB_": "85"}):
            self.assertEqual(self.good("-s1", "-f", "json", env=environment), self.good("-s1", "-f", "json"))

    def test_expat_reads_no_environment(self):
        """It would print how it chose its secret, what it allocates, and what it counts."""
        text = self.good("-qs1", "-f", "tmx")
        result = run("-i", "-", "-f", "tmx", input=text, env={f"EXPAT_{name}_DEBUG": "3" for name in ("ACCOUNTING", "ENTITY", "ENTROPY", "MALLOC")})
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, text, b""))


class Messages(TestCase):
    """How a message shows text that is not its own. tests/prove/messages.py tries many more bytes and places."""

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
            bounds = [f"({row['lowest']} to {row['highest']}; "] if row["kind"] == "number" else []
            default = [f"default: {row['default']})"] if "default" in row else []
            for text in (f"{letter}--{row['name']} {argument.lstrip()}{row['help']}", *bounds, *choices, *row.get("formats", ()), *default):
                self.assertIn(text, " ".join(entry.split()))
        for name in ("rng", "format"):
            summaries = " ".join(f"{choice} {row['summary']}" for choice, row in CHOICES[name].items())
            self.assertIn(summaries, " ".join(shown.split()))
        by_extension = help_text.formats_by_extension()
        for name, row in CHOICES["format"].items():
            self.assertEqual(by_extension["." + row["extension"]], name)


class Files(TestCase):
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
