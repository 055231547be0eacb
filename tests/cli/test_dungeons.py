# SPDX-License-Identifier: MIT
"""--where measures what stats prints, and many loops are dug fast. cli/transcripts has searches and
their messages. @smoke
"""

import json

from helper import SANITIZED, TestCase, output_of_process, run, write


class Loops(TestCase):
    def test_many_are_dug_fast(self):
        """Among 810 rooms."""
        args = "-s1 -W400 -H400 --max-rooms 3000 -f json --no-tiles --loops 100000"
        limited = ("prlimit", f"--cpu={60 if SANITIZED else 4}")
        self.assertEqual(output_of_process(*args.split(), under=limited).count(b'"from"'), 100809)


class Where(TestCase):
    """Each measure alone has the value that the format stats prints. dungen measures only what a
    condition asks for.
    """

    def stats_where(self, source, measure, value):
        """The status of a search for this value, and whether the map was printed."""
        done = run(*source, "--format", "stats", "--where", f"{measure}={value}")
        return done.returncode, bool(done.stdout)

    def assert_each_measure_has_its_value(self, *source):
        stats = json.loads(self.good(*source, "--format", "stats"))
        for measure, value in stats.items():
            with self.subTest(source, measure=measure, value=value):
                self.assertEqual(self.stats_where(source, measure, int(value)), (0, True))
                self.assertEqual(self.stats_where(source, measure, int(value) + 1), (3, False))

    def test_generated_maps(self):
        self.assert_each_measure_has_its_value("--seed", "3")
        self.assert_each_measure_has_its_value("--seed", "3", "--preset", "level")
        options = ["--exit", "farthest", "--loops", "9", "--doors"]
        self.assert_each_measure_has_its_value("--seed", "3", *options)

    def test_an_input_map_whose_marks_are_not_connected(self):
        write(self.path("apart.txt"), b"#########\n#@.#...##\n####...##\n#.####.##\n#########\n")
        self.assert_each_measure_has_its_value(self.path("apart.txt"))

    def test_an_input_map_is_measured_whatever_its_document_says(self):
        level = json.loads(self.good("--seed", "3", "--preset", "level", "--format", "json"))
        level["exit_distance"] += 1
        write(self.path("document.json"), json.dumps(level).encode())
        self.assert_each_measure_has_its_value(self.path("document.json"))
