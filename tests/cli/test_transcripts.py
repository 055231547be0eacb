# SPDX-License-Identifier: MIT
"""Runs the transcripts in tests/transcripts/ and compares everything that the program prints with
them.

@check @once @long @format @rng @option

If you have changed a message on purpose, `make transcripts` writes the new one into the pages.
"""

import itertools
import pathlib
import re
from unittest import mock

import transcripts
from helper import TestCase, read, write

# The end of a message that suggests options to add to the command line.
SUGGESTION = re.compile(r"\btry (-.*)\n")


class Runner(TestCase):
    """How transcripts are run."""

    def page(self, *lines):
        all_lines = ("Text.", "", "```console", *lines, "```", "", "Text.")
        return "".join(f"{line}\n" for line in all_lines)

    def assert_rewritten(self, before, after):
        self.assertEqual(transcripts.run_page(self.page(*before)), self.page(*after))

    def test_output_and_status_are_replaced(self):
        right = ["$ echo a; echo b >&2; exit 3", "a", "b", "[status 3]", "$ true"]
        self.assert_rewritten(right, right)
        for wrong in (
            [right[0], "a", "[status 3]", right[4]],
            [right[0], "b", "a", "[status 3]", right[4]],
            [*right[:3], right[4]],
            [*right[:3], "[status 2]", right[4]],
            [*right, "a"],
            [*right, "[status 1]"],
            [right[0], right[4]],
        ):
            self.assert_rewritten(wrong, right)

    def test_lines_that_continue_a_command(self):
        cat = ["$ cat << END", "> a b", ">  c", "> END", "a b", " c"]
        right = [*cat, "$ echo d |", "> tr d e", "e"]
        self.assert_rewritten([line for line in right if line not in ("a b", "e")], right)

    def test_files_stay_for_the_next_command(self):
        commands = ["$ echo a > file", "$ cat file"]
        self.assert_rewritten(commands, [*commands, "a"])

    def test_a_difference_is_a_unified_diff(self):
        difference = transcripts.diff("a\nb\n", "a\nc\n", "page")
        head = "--- page (expected)\n+++ page (actual)\n"
        self.assertEqual(difference, head + "@@ -1,2 +1,2 @@\n a\n-b\n+c\n")
        self.assertEqual(transcripts.diff("a\n", "a\n", "page"), "")

    def test_output_that_looks_like_a_transcript_is_refused(self):
        for command in ("echo '$ a'", "echo '> a'", "echo '[status 1]'", "echo '```'", "printf a"):
            with self.subTest(command), self.assertRaisesRegex(ValueError, re.escape(command)):
                transcripts.run_page(self.page(f"$ {command}"))

    def test_a_block_without_a_command_or_an_end_is_refused(self):
        with self.assertRaisesRegex(ValueError, "begins with a command"):
            transcripts.run_page(self.page("a", "$ true"))
        with self.assertRaisesRegex(ValueError, "does not end"):
            transcripts.run_page("```console\n$ true\n")

    def test_a_command_that_times_out_is_killed_with_all_it_started(self):
        """The next command runs."""
        pid = self.path("pid")
        command = f"$ sleep 1000 & echo $! > {pid}; wait"
        with mock.patch("helper.TIME_LIMIT", 1):
            page = transcripts.run_page(self.page(command, "$ echo a"))
        after = [command, "not finished within 1 seconds", "[status 124]", "$ echo a", "a"]
        self.assertEqual(page, self.page(*after))
        state = pathlib.Path("/proc", read(pid).decode().strip(), "stat")
        self.assertTrue(not state.exists() or " Z " in state.read_text(encoding="ascii"))

    def test_a_page_is_rewritten_in_place(self):
        write(self.path("page.md"), self.page("$ echo a", "b").encode())
        page = pathlib.Path(self.path("page.md"))
        self.assertTrue(transcripts.rewrite(page))
        self.assertEqual(read(page).decode(), self.page("$ echo a", "a"))
        self.assertFalse(transcripts.rewrite(page))


class Transcripts(TestCase):
    def test_pages(self):
        """What the program prints is what the page shows."""
        self.assertTrue(transcripts.pages())
        for page in transcripts.pages():
            with self.subTest(page.name):
                expected = page.read_text(encoding="utf-8")
                difference = transcripts.diff(expected, transcripts.run_page(expected), page.name)
                if difference:
                    self.fail(f"\n{difference}If the new output is right, run make transcripts.")

    def test_suggestions(self):
        """The options that a message suggests are right: with them, the command line succeeds and
        prints no message.
        """
        commands = list(self.improved_commands())
        self.assertGreaterEqual(len(commands), 20)
        for command in commands:
            with self.subTest(command), transcripts.workplace() as (work, environment):
                found = transcripts.run_example(command, work, environment)
                self.assertEqual(found, (command, "", 0))

    def improved_commands(self):
        """The command lines for which a transcript suggests options, with these options."""
        pages = [page.read_text(encoding="utf-8") for page in transcripts.pages()]
        for command, output, status in itertools.chain(*map(transcripts.read_page, pages)):
            suggested = SUGGESTION.search(output)
            # A message does not quote a name that has blanks, and FILEs such as 1.json are missing.
            is_simple = command.startswith("dungen ") and not re.search("[\"'|&;]|1.json", command)
            if status == 2 and suggested and is_simple:
                options = command[len("dungen ") :]
                # What is suggested replaces the same option. Most options can be repeated, but each
                # --output adds up, and each --tiles is checked.
                if "--output" in suggested[1]:
                    options = re.sub(r"(^| )(-o ?|--output[ =])\S+", "", options)
                if "--tiles" in suggested[1]:
                    options = re.sub(r"(^| )--tiles[ =]\S+", "", options)
                yield f"dungen --quiet --seed 1 {options} {suggested[1]} > /dev/null"
