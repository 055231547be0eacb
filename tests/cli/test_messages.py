# SPDX-License-Identifier: MIT
"""--messages json: each message is one JSON object, which says the same as the line of text. @option

The messages are those of some transcripts, as far as a command only runs dungen. Whatever a message
is about, its object has only keys that dungen-programs(7) lists, in their order.
"""

import itertools
import json
import os
import re
import shlex

import transcripts
from help_text import ROWS
from helper import ROOT, TestCase, run, run_process

KEYS = """
    level status option value file document line column x y seed problem fix try
    maps skipped last_seed tried missed text
    """.split()
LETTERS = {row["name"]: row["letter"] for row in ROWS if "letter" in row}

# The pages that have every key, and nearly every kind of message.
PAGES = ("options", "batches", "check", "input", "searches")


def parse_message(line):
    """Returns the object of a message, or None if the line is something else."""
    if not line.startswith('{"level":'):
        return None
    return json.loads(line)


def is_plain(command):
    """Whether a command of a transcript only runs dungen, and shows its messages."""
    return command.startswith("dungen ") and not re.search(r"[|&;<>$*?\n]|--messages", command)


# A command of a transcript that leaves files for the next commands: it writes to them, or it starts
# with a program that creates or changes them.
LEAVES_FILES = re.compile(
    r">(?!&)|-\w*o|--output"
    r"|^(chmod|cp|dd|gzip|head|ln|mkdir|mkfifo|mv|rm|rmdir|sed|split|tee|touch|truncate)\b"
)


def with_options(command, message):
    """Returns the elements of the command, changed as dungen-programs(7) says: a suggested option replaces
    the same option, or the word that the message is about, or it is added.
    """
    words = shlex.split(command)[1:]
    if "option" not in message and message.get("value") in words:
        words.remove(message["value"])
    for suggestion in message["try"]:
        name, value = suggestion["option"], suggestion["value"]
        names = {f"--{name}", f"-{LETTERS.get(name, '-')}"}
        while names & set(words):
            index = min(words.index(spelling) for spelling in names & set(words))
            del words[index : index + (2 if value else 1)]
        words = [word for word in words if not word.startswith(f"--{name}=")]
        words.append(f"--{name}={value}" if value else f"--{name}")
    return words


class Messages(TestCase):
    @classmethod
    def setUpClass(cls):
        """Runs the plain commands of a few transcripts with --messages json. Keeps each with what the
        transcript shows, the result, and its messages.
        """
        super().setUpClass()
        cls.runs = []
        for page in (transcripts.FOLDER / f"{name}.md" for name in PAGES):
            with transcripts.workplace() as (work, environment):
                for example in transcripts.read_page(page.read_text(encoding="utf-8")):
                    if is_plain(example.command):
                        words = shlex.split(example.command)[1:]
                        result = run("--messages", "json", *words, cwd=work)
                        lines = result.stderr.decode().splitlines()
                        messages = [*filter(None, map(parse_message, lines))]
                        cls.runs.append((f"{page.name}: {example.command}", example, result, messages))
                    elif LEAVES_FILES.search(example.command):
                        transcripts.run_example(example.command, work, environment)

    def test_text_is_the_line_that_is_printed_otherwise(self):
        for name, example, result, messages in self.runs:
            with self.subTest(name):
                lines = example.output.splitlines(keepends=True)
                is_message = [line.startswith("dungen: ") for line in lines]
                texts = [f"dungen: {message['text']}\n" for message in messages]
                self.assertEqual(texts, [*itertools.compress(lines, is_message)])
                others = [line for line in lines if not line.startswith("dungen: ")]
                self.assertEqual(result.stdout.decode(), "".join(others))
                self.assertEqual(result.returncode, example.status)

    def test_no_message_is_left_as_text(self):
        for name, _, result, _ in self.runs:
            with self.subTest(name):
                self.assertNotRegex(result.stderr, b"(?m)^dungen: ")

    def test_keys(self):
        messages = [message for *_, found in self.runs for message in found]
        self.assertGreater(len(messages), 300)
        for message in messages:
            with self.subTest(message["text"]):
                self.assertEqual([*message], [key for key in KEYS if key in message])
                self.assertIn(message["level"], ("error", "warning", "note"))
        unused = set(KEYS).difference(*messages)
        self.assertEqual(unused, set(), "keys that no transcript has")

    def test_status_of_errors(self):
        """The last error has the exit status of the run, which a worse error may have changed."""
        for name, _, result, messages in self.runs:
            errors = [message for message in messages if message["level"] == "error"]
            with self.subTest(name):
                for message in messages:
                    self.assertEqual("status" in message, message in errors, message["text"])
                statuses = [message["status"] for message in errors]
                self.assertIn(result.returncode, statuses or [0])
                self.assertLessEqual(set(statuses), {1, 2, 3, 4})
                if 1 not in statuses:
                    self.assertEqual(statuses, [result.returncode] * len(statuses))

    def test_problem_and_fix_are_the_end_of_the_text(self):
        for name, _, _, messages in self.runs:
            for message in messages:
                with self.subTest(name, text=message["text"]):
                    parts = [message[key] for key in ("problem", "fix") if key in message]
                    self.assertTrue(message["text"].endswith("; ".join(parts)), parts)

    def test_what_came_nearest_is_in_the_text(self):
        for name, _, _, messages in self.runs:
            for message in messages:
                for miss in message.get("missed", []):
                    with self.subTest(name, text=message["text"]):
                        self.assertEqual(message["status"], 3)
                        self.assertGreater(message["tried"], 0)
                        self.assertLessEqual(miss.get("min", 0), miss.get("max", 2**64))
                        end = miss["measure"] + "="
                        if "nearest" in miss:
                            least, most = miss.get("min", 0), miss.get("max", 2**64)
                            self.assertFalse(least <= miss["nearest"] <= most)
                            end = f" (nearest: {miss['nearest']})"
                        self.assertIn(miss["measure"], message["text"])
                        self.assertIn(end, message["text"])

    def test_numbers_of_skipped_maps_are_in_the_text(self):
        found = set()
        for name, _, _, messages in self.runs:
            for message in messages:
                with self.subTest(name, text=message["text"]):
                    if "maps" in message:
                        self.assertEqual(message["level"], "note")
                        text = f"skipped {message['skipped']} of {message['maps']} maps"
                        if "last_seed" in message:
                            text += f"; the last seed was {message['last_seed']}"
                        self.assertEqual(message["text"], text)
                    elif "last_seed" in message:
                        first = int(message["last_seed"]) - message["tried"] + 1
                        seeds = f"no seed from {first} to {message['last_seed']} meets "
                        self.assertIn(seeds, message["text"])
                    found.add(frozenset({"maps", "last_seed", "tried"} & {*message}))
        self.assertEqual(len(found), 5, "the kinds of messages with numbers")

    def test_suggested_options_work(self):
        """With the options of `try`, a wrong command line is right."""
        os.mkdir(self.path("my levels"))
        tried = 0
        for name, example, _, messages in self.runs:
            for message in messages:
                is_usage = message.get("status") == 2 and "try" in message
                if not is_usage or "1.json" in example.command:
                    continue
                tried += 1
                words = with_options(example.command, message)
                with self.subTest(name, words=words):
                    result = run("-q", "-s1", *words, cwd=self.folder)
                    self.assertEqual((result.returncode, result.stderr), (0, b""))
        self.assertGreater(tried, 20)


class Choice(TestCase):
    """The option must stand before a mistake on the command line."""

    def messages(self, *words, **how):
        lines = run_process(*words, **how).stderr.decode().splitlines()
        return [parse_message(line) for line in lines]

    def test_the_option_applies_to_errors_after_it(self):
        for words in (
            ("--messages=json", "--width", "2"),
            ("--messages", "text", "--messages", "json", "--width", "2"),
            ("--messages", "json", "--width", "2", "--messages", "text"),
            ("-q", "--messages", "json", "--frobnicate"),
            ("--messages=json", "80x45"),
        ):
            with self.subTest(words):
                [message] = self.messages(*words)
                self.assertEqual((message["level"], message["status"]), ("error", 2))

    def test_the_option_applies_to_combinations_wherever_it_stands(self):
        [message] = self.messages("--check", "-", "--doors", "--messages", "json")
        self.assertEqual((message["option"], message["status"]), ("doors", 2))

    def test_an_error_before_the_option_is_text(self):
        result = run("--width", "2", "--messages", "json")
        self.assert_message(result, 2, "--width 2: must be")

    def test_a_word_after_two_dashes_is_no_option(self):
        result = run("--", "--messages", "json")
        self.assert_message(result, 1, "--messages: No such file or directory")

    def test_an_unknown_format_is_an_error_in_text(self):
        result = run("--messages", "xml")
        self.assert_message(result, 2, "--messages xml: unknown message format; choose text or json")
        self.assert_message(run("--messages"), 2, "--messages: requires a value; choose text or json")

    def test_a_seed_that_was_drawn_is_a_note(self):
        [note] = self.messages("--messages", "json", "-W5", "-H5", "--room-min=2", "--room-max=2")
        self.assertEqual([*note], ["level", "seed", "text"])
        self.assertEqual(note["level"], "note")
        self.assertEqual(note["text"], f"seed {note['seed']}")

    def test_quiet_leaves_only_errors(self):
        small = ("-q", "--messages", "json", "-W5", "-H5", "--room-min=2", "--room-max=2")
        self.assertEqual(self.messages(*small), [])
        [message] = self.messages(*small, "--width", "2")
        self.assertEqual(message["level"], "error")

    def test_a_fault_has_its_tile(self):
        map_text = b"####\n#@.#\n#.##\n#.##\n"
        [message] = self.messages("--check", "-", "--messages", "json", input=map_text)
        self.assertEqual((message["x"], message["y"], message["status"]), (1, 3, 4))

    def test_text_is_utf_8_whatever_the_name_of_the_file(self):
        for name in (b"\xff\x01", b'"', b"\\", "ü\u202e".encode(), b"\xed\xa0\x80", b"a" * 4095):
            with self.subTest(name):
                [message] = self.messages("--messages", "json", name)
                self.assertEqual(message["level"], "error")
                self.assertIn(message["file"][:60], message["text"])

    def test_the_manual_lists_the_keys(self):
        page = (ROOT / "man" / "dungen-programs.7").read_text(encoding="utf-8")
        section = page.partition(".Sh MESSAGES\n")[2].partition("\n.Sh ")[0]
        keys = re.findall(r"^\.It Va (.*)$", section, re.MULTILINE)
        self.assertEqual(", ".join(keys).replace(" , ", ", ").split(", "), KEYS)
