# SPDX-License-Identifier: MIT
"""Runs the transcripts in tests/transcripts/ and compares everything that the program prints with them.

@check @long @format @rng @option

If you have changed a message on purpose, `make transcripts` writes the new one into the pages.
"""

import pathlib
import re

import transcripts
from helper import TestCase, read, write

# The end of a message that suggests options to add to the command line.
SUGGESTION = re.compile(r"\btry (-.*)\n")


class Runner(TestCase):
    """How transcripts are run."""

    def page(self, *lines):
        return "".join(f"{line}\n" for line in ("Text.", "", "```console", *lines, "```", "", "Text."))

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
        right = ["$ cat << END", "> a b", ">  c", "> END", "a b", " c", "$ echo d |", "> tr d e", "e"]
        self.assert_rewritten([line for line in right if line not in ("a b", "e")], right)

    def test_files_stay_for_the_next_command(self):
        self.assert_rewritten(["$ echo a > file", "$ cat file"], ["$ echo a > file", "$ cat file", "a"])

    def test_a_difference_is_a_unified_diff(self):
        difference = transcripts.diff("a\nb\n", "a\nc\n", "page")
        self.assertEqual(difference, "--- page (expected)\n+++ page (actual)\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n")
        self.assertEqual(transcripts.diff("a\n", "a\n", "page"), "")

    def test_output_that_looks_like_a_transcript_is_refused(self):
        for command in ("echo '$ a'", "echo '> a'", "echo '[status 1]'", "echo '```'", "printf a"):
            with self.subTest(command), self.assertRaisesRegex(ValueError, re.escape(command)):
                transcripts.run_page(self.page(f"$ {command}"))
        with self.assertRaisesRegex(ValueError, "begins with a command"):
            transcripts.run_page(self.page("a", "$ true"))
        with self.assertRaisesRegex(ValueError, "does not end"):
            transcripts.run_page("```console\n$ true\n")

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
        """The options that a message suggests are right: with them, the command line succeeds and prints no message."""
        examples = [example for page in transcripts.pages() for example in transcripts.read_page(page.read_text(encoding="utf-8"))]
        count = 0
        for command, output, status in examples:
            suggested = SUGGESTION.search(output)
            # A message does not quote a name that has blanks.
            if status != 2 or not suggested or not command.startswith("dungen ") or re.search("[\"'|&;]", command):
                continue
            count += 1
            better = f"dungen --quiet --seed 1 {command[len('dungen '):]} {suggested[1]} > /dev/null"
            with self.subTest(better), transcripts.workplace() as (work, environment):
                self.assertEqual(transcripts.run_example(better, work, environment), (better, "", 0))
        self.assertGreaterEqual(count, 20)
