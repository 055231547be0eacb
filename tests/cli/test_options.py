# SPDX-License-Identifier: MIT
"""The command line: each option in turn, what the options mean together, and what is printed.
cli/transcripts has the messages.

@smoke @long @format @rng @option
"""

import errno
import json
import os
import re
import shlex
import subprocess
import unittest

import help_text
from help_text import CHOICES, ONE_MAP_FORMATS, RNGS, ROWS, SMALL
from helper import SANITIZED, TestCase, output_of_process, run, run_process, start
from helper import strace

NOT_NAMES = [
    *("", "+5", "-1", " text", "text ", "text,json"),
    *("tex", "texts", "TEXT", "Python", "python-", "pyth"),
]
NOT_LISTS = [
    *("", "foo", "Spawn", "spawn,", ",spawn", "spawn,,exit"),
    *("none,exit", "spawn, exit", "spawn,all"),
]


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
                    option = f"--{row['name']} {value}"
                    self.refuse(option, f"{option}: ", f"{lowest} to {highest}")

    def test_names(self):
        """The message suggests names that exist, or says where they are."""
        fix = r": unknown [\w ]+; (?:did you mean (.*)\?|choose (.*)|see dungen --help=all)$"
        for row in ROWS:
            choices = {choice["name"] for choice in row.get("choices", ())}
            for value in {"choice": NOT_NAMES, "list": NOT_LISTS}.get(row["kind"], ()):
                option = f"--{row['name']}"
                line = self.refuse(f"{option}={shlex.quote(value)}", f"{option} {value}")
                similar, all_names = re.search(fix, line).groups("")
                self.assertLessEqual({*re.split(", | or ", similar)} - {""}, choices, line)
                if all_names:
                    self.assertEqual([name for name in choices if name not in all_names], [])

    def test_missing_values(self):
        for row in ROWS:
            if "argument" in row:
                name = f"--{row['name']}"
                line = self.refuse(f"-q {name}", f"{name}: ")
                self.assertNotRegex(line, ": cannot have a value$")

    def test_values_of_flags(self):
        for row in ROWS:
            if "argument" not in row:
                name = f"--{row['name']}"
                line = self.refuse(f"-q {name}=5", f"{name}: ")
                problem = "cannot have a value"
                if name == "--help":
                    problem = "unknown kind of help; choose all or json"
                self.assertRegex(line, f": {problem}$")

    def test_batches_that_run_out_of_seeds(self):
        for rng, last in RNGS.items():
            self.good("--rng", rng, "--seed", str(last))
            for seed, count in [(last, 2), (last - 5, 7), (2, last)]:
                fix = f"; try --count {last - seed + 1}\n"
                self.refuse(f"--rng {rng} -s {seed} -n {count}", f"--count {count}: ", fix)
        self.refuse(f"--rng libtcod -n {2**32 + 1}", f"; try --count {2**32}\n")


class Glyphs(TestCase):
    def assert_no_glyphs(self, *values):
        problem = ": must be 2 to 6 characters: wall"
        for value in values:
            with self.subTest(value):
                self.assert_refused("--glyphs", value, mentions=("--glyphs", problem))

    def test_too_few_or_too_many(self):
        self.assert_no_glyphs("", "#", "█", "#.@>+*x")

    def test_broken_utf8(self):
        self.assert_no_glyphs(b"#.@>+\xff", b"#\xff", b"#\x80", b"#\xe2\x96", b"\xc0\xaf.")
        self.assert_no_glyphs(b"#\xed\xa0\x80")

    def test_control_characters(self):
        self.assert_no_glyphs("#\n", "#\x7f", "#\x9b", "#\u202e", "#\u2028", "#\ufeff")

    def test_all_other_characters_are_accepted_and_read_back(self):
        """Also those that fill two columns, or none."""
        symbols = ("█░", "·•◆▲★", "⚔☠♣⌂≈", "\U000f0000.")
        letters = ("éß☠♥Ω", "аб", "ىס")
        wide = ("墙.", "🧱⬜", "#.🇦", "#.＃", "#\u3000")
        marks = ("a\u0301", "a\u1161", "#\u200d", "#.\ufe0f", "a\U000e0041")
        for value in (*symbols, *letters, *wide, *marks):
            with self.subTest(value):
                text = self.good("-s1", "--glyphs", value)
                again = self.good("-", "--glyphs", value, input=text)
                self.assertEqual(again, text)


@unittest.skipIf(
    SANITIZED == "memory", "MemorySanitizer has less memory to give than these maps reserve"
)
class ManyRooms(TestCase):
    """A map has no more rooms than can be numbered."""

    LARGE = "-q -s1 -f json --no-tiles -W 200000 -H 200000 --room-min 2 --room-max 2"
    MOST = 2**29 - 1

    def test_more_are_refused(self):
        for tunnels in ("through", "around"):
            for option in ("--max-rooms", "--min-rooms"):
                command = f"{self.LARGE} --tunnels {tunnels} {option} {self.MOST + 1}"
                line = self.assert_refused(*command.split(), cwd=self.folder)
                self.assert_holds()
                problem = f"a map of 200000x200000 can contain at most {self.MOST} rooms"
                self.assertEqual(line, f"dungen: {option} {self.MOST + 1}: {problem}")

    def assert_begins(self, options, count):
        """The map would take minutes, so that it begins has to be enough."""
        with start(*options.split(), "--max-rooms", str(count)) as process:
            self.assertRaises(subprocess.TimeoutExpired, process.wait, 0.2)
            process.kill()

    def test_as_many_as_can_be_numbered(self):
        self.assert_begins(self.LARGE, self.MOST)

    def test_more_attempts_than_the_map_has_space_for(self):
        self.assert_begins("-q -s1", 2**31 - 1)
        # 23,170 of the smallest rooms stand side by side, which is just small enough.
        self.assert_begins(self.LARGE.replace("200000", "69510"), 2**31 - 1)


class GoodValues(TestCase):
    def test_a_preset_is_its_options(self):
        [presets] = [row["choices"] for row in ROWS if row["name"] == "preset"]
        for preset in presets:
            with self.subTest(preset["name"]):
                expected = self.good("-s9", *preset["options"].split())
                self.assertEqual(self.good("-s9", "--preset", preset["name"]), expected)

    def test_the_environment_changes_nothing(self):
        """Of the C library: of getopt, and memory that is not zero before it is written to.
        tests/symbols.py has the rest.
        """
        unusual = {"LC_ALL": "tr_TR.UTF-8", "POSIXLY_CORRECT": "1", "MALLOC_PERTURB_": "85"}
        for environment in ({}, unusual):
            found = output_of_process("-s1", "-f", "json", env=environment)
            self.assertEqual(found, self.good("-s1", "-f", "json"), environment)

    def test_expat_reads_no_environment(self):
        """It would print how it chose its secret, what it allocates, and what it counts."""
        text = self.good("-qs1", "-f", "tmx")
        names = ("ACCOUNTING", "ENTITY", "ENTROPY", "MALLOC")
        debugging = {f"EXPAT_{name}_DEBUG": "3" for name in names}
        result = run_process("-", "-f", "tmx", input=text, env=debugging)
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, text, b""))


class Messages(TestCase):
    """How a message shows text that is not its own. tests/prove/messages.py tries many more bytes
    and places.
    """

    def assert_shown(self, character, shown):
        self.assert_refused(f"--width=a{character}z", mentions=(f"--width a{shown}z: ",))

    def test_controls_are_question_marks(self):
        for character in "\x01\x1b\x1f\x7f\x80\x9f":
            self.assert_shown(character, "?")

    def test_direction_marks_and_separators_are_question_marks(self):
        """They turn the direction of text, and separate lines and paragraphs."""
        for character in "\u061c\u200e\u200f\u2028\u202e\u2066\u2069":
            self.assert_shown(character, "?")

    def test_other_characters_are_themselves(self):
        for character in "é ÿ \u0301 \u0600 ‐ • █ 字 🧱 \ufffd \u200d \ue000".split():
            self.assert_shown(character, character)

    def test_broken_characters_are_question_marks(self):
        """How many question marks a broken character gets is anyone's guess."""
        for broken in (
            *(b"\x80", b"\xff", b"\xc3", b"\xe2\x82", b"\xf0\x9f\xa7"),
            *(b"\xc0\xaf", b"\xed\xa0\x80", b"\xf4\x90\x80\x80"),
        ):
            line = self.assert_refused(b"--width=a" + broken + b"z")
            self.assertRegex(line, r"--width a\?+z: ", broken)


class HelpAndVersion(TestCase):
    def test_lines_have_at_most_80_columns_of_ascii(self):
        for option in ("--help", "--help=all", "--version"):
            self.assertRegex(self.good(option).decode("ascii"), r"\A(.{0,80}\n)+\Z")

    def test_help_fits_on_60_lines_and_names_the_complete_help(self):
        shown = self.good("--help").decode()
        self.assertLessEqual(shown.count("\n"), 60)
        self.assertIn("dungen --help=all lists all options", shown)

    def test_help_agrees_with_the_complete_help(self):
        """It shows options as they are, with their defaults, and names that they accept."""
        shown = self.good("--help").decode()
        complete = self.good("--help=all").decode()
        rows = {row["name"]: row for row in ROWS}
        entries = re.findall(r"^( {2}(?:-\w,| {3}) --([\w-]+).*?) {2,}(.*)$", shown, re.MULTILINE)
        self.assertGreater(len(entries), 15)
        for term, name, text in entries:
            self.assertRegex(complete, rf"(?m)^{re.escape(term)}( |$)")
            default = re.search(r"\(default: (.*)\)$", text)
            if default:
                self.assertEqual(default[1], rows[name]["default"], name)
            choices = re.search(r"(?:: |such as )([a-z]+(?:, [a-z]+)* or [a-z]+)$", text)
            if choices:
                self.assertLessEqual({*re.findall("[a-z]{3,}", choices[1])}, {*CHOICES[name]})

    def test_examples_of_help_work(self):
        shown = self.good("--help").decode()
        examples = re.findall(r"^ {2}dungen\b(.*?)(?: {2,}.*)$", shown, re.MULTILINE)
        self.assertGreater(len(examples), 3)
        for example in examples:
            result = run(*shlex.split(example), cwd=self.folder)
            self.assertEqual(result.returncode, 0, (example, result.stderr))

    def test_short_option_and_other_options(self):
        self.assertEqual(self.good("-V"), self.good("--version"))
        self.assertEqual(self.good("-o", "none/map", "--help"), self.good("--help"))

    def test_json_has_the_version(self):
        version = json.loads(self.good("--help=json"))["version"]
        self.assertRegex(version, r"\A\d+\.\d+\.\d+(-dev)?\Z")
        first_line = self.good("--version").splitlines(True)[0]
        self.assertEqual(f"dungen {version}\n".encode(), first_line)

    def texts_of(self, row):
        """What help has to say about an option of `--help=json`."""
        option = f"-{row['letter']}, --{row['name']}" if "letter" in row else f"--{row['name']}"
        yield " ".join(filter(None, (option, row.get("argument"), row["help"])))
        if row["kind"] == "number":
            yield f"({row['lowest']} to {row['highest']}; "
        for choice in row.get("choices", ()):
            if "summary" not in choice:
                yield choice["name"]
        yield from row.get("formats", ())
        if "default" in row:
            yield f"default: {row['default']})"

    def test_json_has_the_options_of_help(self):
        shown = self.good("--help=all").decode("ascii")
        entry = r"^ {2}(?:-\w,| {3}) --(?:.*\n)(?: {20,}.*\n)*"
        entries = re.findall(entry, shown, re.MULTILINE)
        for entry, row in zip(entries, ROWS, strict=True):
            for text in self.texts_of(row):
                self.assertIn(text, " ".join(entry.split()))

    def test_json_has_the_summaries_of_help(self):
        shown = " ".join(self.good("--help=all").decode("ascii").split())
        for name in ("rng", "format"):
            for choice, row in CHOICES[name].items():
                extensions = [f".{extension}" for extension in row.get("extensions", ())]
                note = f" ({help_text.joined(extensions)})" if extensions else ""
                self.assertIn(f" {choice} {row['summary']}{note} ", shown)

    def test_json_has_the_extensions_of_formats(self):
        by_extension = help_text.formats_by_extension()
        for name, row in CHOICES["format"].items():
            self.assertEqual(by_extension["." + row["extensions"][0]], name)

    def what_it_holds(self, name):
        """What a file of a format holds, found by writing a batch."""
        write = ["--format", name, *SMALL]
        batch = run(*write, "--count", "2")
        if batch.returncode:
            return "one map"
        maps = self.good(*write) + self.good(*write, "--seed", "2")
        return "maps" if batch.stdout == maps else "counted maps"

    def test_json_says_what_a_format_holds(self):
        for name, row in CHOICES["format"].items():
            self.assertEqual(row["holds"], self.what_it_holds(name), name)

    def test_json_says_which_formats_are_binary(self):
        """A text is UTF-8."""
        for name, row in CHOICES["format"].items():
            with self.subTest(name):
                if "binary" in row:
                    with self.assertRaises(UnicodeDecodeError):
                        self.good("--format", name, *SMALL).decode()
                else:
                    self.good("--format", name, *SMALL).decode()


class OneMapPerFile(TestCase):
    """What the message proposes makes a file for each map."""

    def assert_proposed(self, name, args, file="map"):
        """The proposal for a batch of this format gives files that are named after it, and after the
        file of the user.
        """
        batch = ["-q", "-s1", "-n3", *args]
        problem = f"--count 3: cannot write several maps to one {name} file"
        line = self.assert_refused(*batch, mentions=[problem], cwd=self.folder)
        option, pattern = line.split("; try ")[1].split(" ", 1)
        # It replaces an --output of the command line.
        others = batch[: batch.index("-o")] if "-o" in batch else batch
        self.good(*others, option, pattern, cwd=self.folder)
        stem = file.replace("%%", "%").partition(".")[0]
        files = [f"{stem}-{seed}.{name}" for seed in (1, 2, 3)]
        self.assert_holds(*files)
        for file in files:
            os.remove(self.path(file))

    def test_standard_output(self):
        for name in ONE_MAP_FORMATS:
            for args in ([], ["-o", "-"], ["-o", "/dev/stdout"]):
                self.assert_proposed(name, ["-f", name, *args])

    def test_a_file(self):
        for name in ONE_MAP_FORMATS:
            for file in ("maps", "x" * 100, "it's 100%%", f"maps.{name}"):
                if name == "scen" and " " in file:
                    continue  # such a name cannot be in a scenario
                self.assert_proposed(name, ["-f", name, "-o", file], file)

    def test_a_file_that_could_hold_several_maps(self):
        """Both proposals work."""
        os.mkdir(self.path("out"))
        line = self.assert_refused("-n3", "-o", "out/maps.json", cwd=self.folder)
        one, other = line.split("; choose --output ")[1].split(" or ")
        self.good("-qs1", "-n3", "-o", one, cwd=self.folder)
        self.good("-qs1", "-n3", "-o", other, cwd=self.folder)
        names = ["maps-1.json", "maps-2.json", "maps-3.json", "maps.ndjson"]
        self.assertEqual(sorted(os.listdir(self.path("out"))), names)


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
            again = self.good(*args.split(), "--seed", str(seed))
            self.assertEqual(again, result.stdout, args)

    def test_is_not_printed_with_quiet(self):
        self.assertEqual(run("--quiet").stderr, b"")

    def test_differs_from_run_to_run(self):
        seeds = {self.printed(run("-W20", "-H20").stderr) for _ in range(4)}
        self.assertGreater(len(seeds), 1, seeds)

    def test_leaves_room_for_the_batch(self):
        for rng, largest in RNGS.items():
            most = min(2**64 - 1, largest + 1)
            for count in {most, largest - 1, largest - 2**16, min(2**33, largest)}:
                command = ["--rng", rng, "--count", str(count), "-fjson"]
                with self.subTest(rng=rng, count=count), start(*command) as process:
                    document = json.loads(process.stdout.readline())
                    process.stdout.close()  # ends it
                    seed = self.printed(process.stderr.read())
                    self.assertLessEqual(seed, min(2**32 - 1, largest - count + 1))
                    self.assertEqual(document["seed"], str(seed))

    def test_leaves_room_for_a_search(self):
        small = "-W3 -H3 --room-min 2 --room-max 2 -o /dev/null".split()
        for find, room in (("1", 10**5), ("20000", 10**9)) * 8:
            done = run("--rng=libtcod", f"--find={find}", "--where=loops=0", *small)
            seed = self.printed(done.stderr.splitlines(True)[0])
            self.assertLess(seed, 2**32 - room, find)

    def test_an_operating_system_without_random_numbers(self):
        broken = strace("inject=getrandom:error=ENOSYS")
        line = self.assert_message(run_process("-o", "map.txt", under=broken, cwd=self.folder), 1)
        problem = f"random seed: {os.strerror(errno.ENOSYS)}"
        self.assertEqual(line, f"dungen: {problem}; choose a seed with --seed")
        self.assert_holds()
        self.assertTrue(output_of_process("--seed", "1", under=broken))
