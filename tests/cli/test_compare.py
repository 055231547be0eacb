# SPDX-License-Identifier: MIT
"""--compare reads the map again, in any format that is read. cli/transcripts has what it prints if
maps differ. @smoke @format
"""

import json
import os
import pathlib
import re
import shlex
import subprocess

from help_text import CHOICES, READ
from helper import DUNGEN, TestCase, run
from shapes import RULES


class CompareCase(TestCase):
    def path_of(self, stem, name):
        """The path of a file of this format."""
        return self.path(f"{stem}.{CHOICES['format'][name]['extensions'][0]}")

    def assert_same(self, *args, **how):
        """The two maps of the command line are the same, so nothing is printed."""
        self.assertEqual(self.good(*args, **how), b"")


class WithASeed(CompareCase):
    def test_every_format_that_is_read_is_compared(self):
        for name in READ:
            with self.subTest(name):
                file = self.path_of("map", name)
                self.good("-qs1", "-o", file)
                self.assert_same("-s1", "--compare", file)
                self.assertEqual(run("-s2", "--compare", file).returncode, 4)

    def test_the_content_decides_the_format_of_the_compared_map(self):
        for name in READ:
            with self.subTest(name):
                file = self.path_of("map", name)
                self.good("-qs1", "-o", file)
                os.rename(file, self.path("map"))
                self.assert_same("-s1", "--compare", self.path("map"))

    def test_every_rule_and_size_gives_the_map_that_was_written(self):
        shapes = [
            *RULES.values(),
            "--preset level",
            "-W600 -H500 --max-rooms 900",
            "-W3 -H3 --room-min 2 --room-max 2",
        ]
        for shape in shapes:
            for name in ("json", "text"):
                with self.subTest(shape, format=name):
                    options = ["-s1", *shape.split()]
                    written = self.good(*options, "-f", name)
                    self.assert_same(*options, "--compare", "-", input=written)


class FormOfAMap(CompareCase):
    """The command of a message makes a port's output readable, and compares it again."""

    # How the output differs from a map: the problem, and the output for a map.
    FORMS = {
        "a comma follows each character": lambda text: re.sub("(.)", r"\1,", text),
        "a blank follows each character": lambda text: re.sub("(.)", r"\1 ", text),
        "each row begins or ends with blanks": lambda text: text.replace("\n", " \n"),
        "each row begins or ends with blanks;": lambda text: re.sub("(.+)", r"  \1", text),
        "column 81: row 1 has other characters around its walls": lambda text: text.replace("\n", ",\n"),
        "column 1: row 1 has other characters around its walls": lambda text: re.sub("(.+)", r'"\1",', text),
        "line 1, column 1: row 1 has other": lambda text: re.sub("(.+)", r"['\1'],", text),
        "column 81: row 1 has other": lambda text: text.replace("\n", "\t\n"),
        "column 1: row 1 has other": lambda text: re.sub("(.+)", r"|\1|", text),
        "line 1 is not a row of tiles": lambda text: "Level one\n" + text,
        "lines 1 to 2 and line 48 are not rows of tiles": lambda text: f"Level one\nof 2\n{text}The end\n",
        "expected an object, found an array": lambda text: json.dumps(
            [[int(tile == "#") for tile in row] for row in text.splitlines()]
        ),
        "the file is not UTF-8": None,
    }

    def run_advice(self, problem, output, *options):
        """Compares the output of a port, and runs the command of the message. Returns its result."""
        file = self.path("port.txt")
        pathlib.Path(file).write_bytes(output)
        done = run(*options, "--compare", file)
        message = self.assert_message(done, 4)
        self.assertIn(problem, message)
        command = message.partition(", as with ")[2].replace("FILE", shlex.quote(file))
        self.assertRegex(command, r"\| dungen .*--compare -$")
        command = command.replace("TRACE", shlex.quote(self.path("port.trace")))
        command = command.replace("| dungen", f"| {shlex.quote(str(DUNGEN))}")
        return subprocess.run(["sh", "-c", command], capture_output=True)

    def form(self, problem, text):
        change = self.FORMS[problem]
        return change(text).encode() if change else text.encode("utf-16")

    def test_the_command_leads_back_to_the_comparison(self):
        right = self.good("-qs3").decode()
        for problem in self.FORMS:
            with self.subTest(problem):
                done = self.run_advice(problem, self.form(problem, right), "-s3")
                self.assertEqual((done.returncode, done.stderr), (0, b""))
                done = self.run_advice(problem, self.form(problem, right), "-s4")
                self.assertEqual(done.returncode, 4)
                self.assertIn(b"rows differ", done.stderr)

    def test_the_character_of_walls_is_quoted_for_a_shell(self):
        right = self.good("-qs3").decode()
        for wall in "'", '"', ";", "|", "x", "█":
            with self.subTest(wall):
                file = self.path("port.txt")
                pathlib.Path(file).write_text(right.replace("#", wall), encoding="utf-8")
                message = self.assert_message(run("-s3", "--compare", file), 4)
                walls = message.partition("; add ")[2]
                self.assert_same("-s3", "--compare", file, *shlex.split(walls))

    def test_the_command_names_the_seed_of_its_file(self):
        self.good("-qs3", "-o", self.path("first.txt"))
        text = self.good("-qs4").decode()
        pathlib.Path(self.path("second.txt")).write_text("Level two\n" + text, encoding="utf-8")
        done = run("-s3", "--compare", self.path("first.txt"), self.path("second.txt"))
        self.assertTrue(self.assert_message(done, 4).endswith(" | dungen --seed 4 --compare -"))

    def test_the_command_keeps_the_trace(self):
        self.good("-qs3", "-f", "trace", "-o", self.path("port.trace"))
        right = self.good("-q", self.path("port.trace")).decode()
        done = self.run_advice("line 1", f"Level one\n{right}".encode(), "--draws", self.path("port.trace"))
        self.assertEqual((done.returncode, done.stderr), (0, b""))


    def test_blanks_that_are_wall_stay_wall(self):
        right = self.good("-qs3").decode()
        self.assert_same("-s3", "--compare", "-", input=right.replace("#", " ").encode())
        rows = right.splitlines()
        near = [
            "".join(
                tile if any(set(row[max(x - 1, 0) : x + 2]) - {"#"} for row in rows[max(y - 1, 0) : y + 2])
                else " "
                for x, tile in enumerate(row)
            )
            for y, row in enumerate(rows)
        ]
        self.assert_same("-s3", "--compare", "-", input="\n".join(near).encode())


class ValuesOfADocument(CompareCase):
    OPTIONS = "-s5 --exit farthest --doors --locks 1 --rng libtcod".split()
    CHANGES = [
        '.generator.algorithm = "rooms-and-tunnels/2"',
        ".exit_distance += 1",
        ".rooms[3].distance += 1",
        ".rooms[3].center.x += 1",
        ".rooms[3].width -= 1",
        ".tunnels[1].to = 5",
        ".doors[2].room = 0",
        "del(.doors[-1].lock)",
        ".keys[0].room += 1",
        ".keys[0].y += 1",
        ".keys[0].lock = 2",
        '.tiles[9] |= sub("[.]"; "#")',
        ".spawn.x += 1",
    ]
    WITH_A_SEED = ['.generator.rng = "python"', ".params.max_rooms = 31", '.params.exit = "last"']
    ABSENT = [
        "del(.generator)",
        "del(.params)",
        "del(.seed)",
        "del(.exit_distance)",
        "del(.spawn, .exit)",
        "del(.rooms[].distance)",
        "del(.rooms[].center)",
        "del(.tunnels)",
        "del(.doors, .keys)",
        "del(.keys)",
        "del(.keys[].room)",
        "del(.tiles, .legend)",
    ]

    def status_after(self, change, *options):
        document = self.good("-q", *self.OPTIONS, "-f", "json")
        changed = subprocess.run(
            ["jq", "-c", change], input=document, stdout=subprocess.PIPE, check=True
        ).stdout
        self.assertTrue(changed != document, change)
        return run(*options, "--compare", "-", input=changed).returncode

    def test_a_changed_value_differs(self):
        for change in self.CHANGES:
            with self.subTest(change):
                self.assertEqual(self.status_after(change), 4)
        for change in self.CHANGES + self.WITH_A_SEED:
            with self.subTest(change):
                self.assertEqual(self.status_after(change, *self.OPTIONS), 4)

    def test_an_absent_key_does_not_differ(self):
        for change in self.ABSENT:
            with self.subTest(change):
                self.assertEqual(self.status_after(change, *self.OPTIONS), 0)


class Converted(CompareCase):
    def test_a_map_is_the_same_after_conversion(self):
        level = self.path("map.json")
        self.good("-s1", "--preset", "level", "-o", level)
        for number, name in enumerate(set(READ) - {"trace"}, 1):
            with self.subTest(name):
                other = self.path_of(f"map-{number}", name)
                self.good("-q", level, "-f", name, "-o", other)
                self.assert_same("-s1", "--preset", "level", "--compare", other)
