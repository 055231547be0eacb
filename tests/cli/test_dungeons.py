# SPDX-License-Identifier: MIT
"""--where measures what stats prints, and many loops are dug fast. cli/transcripts has searches and their messages."""

import json

from helper import SANITIZED, TestCase, run, write


class Loops(TestCase):
    def test_many_are_dug_fast(self):
        """Among 810 rooms; a slower search took more than 8 seconds."""
        args = "-s1 -W400 -H400 --max-rooms 3000 -f json --no-tiles --loops 300000"
        limited = ("prlimit", f"--cpu={60 if SANITIZED else 4}")
        self.assertEqual(self.good(*args.split(), under=limited).count(b'"from"'), 300809)


class Where(TestCase):
    """The measures that conditions are about are those of the format stats."""

    def test_each_measure_alone_has_the_value_that_stats_prints(self):
        """dungen measures only what a condition asks for."""
        apart = self.path("apart.txt")
        write(apart, b"#########\n#@.#...##\n####...##\n#.####.##\n#########\n")
        document = self.path("document.json")
        # dungen measures an input map itself and does not believe what its document says.
        level = json.loads(self.good("--seed", "3", "--preset", "level", "--format", "json"))
        level["exit_distance"] += 1
        write(document, json.dumps(level).encode())
        for source in (
            ["--seed", "3"],
            ["--seed", "3", "--preset", "level"],
            ["--seed", "3", "--exit", "farthest", "--loops", "9", "--doors"],
            ["--input", apart],
            ["--input", document],
        ):
            stats = json.loads(self.good(*source, "--format", "stats"))
            for key, value in stats.items():
                # Nothing is printed of a map that does not meet the condition.
                for asked, found in ((int(value), True), (int(value) + 1, False)):
                    done = run(*source, "--format", "stats", "--where", f"{key}={asked}")
                    self.assertEqual((done.returncode, bool(done.stdout)), (0, True) if found else (3, False), (source, key, asked))
