# SPDX-License-Identifier: MIT
"""--check finds no fault in generated maps, and is quick. cli/transcripts has the faults that it
finds.
"""

import json
import subprocess

from helper import SANITIZED, TestCase, output_of_process, run_process, start
from shapes import RULES


class Check(TestCase):
    def test_rooms_that_overlap_are_checked_fast(self):
        """There are 100,000 pairs, of which ten are printed."""
        rooms = []
        for i in range(100000):
            room = {"x": 1 + 2 * (i % 400), "y": 1 + 2 * (i // 400), "width": 1, "height": 1}
            rooms += [room, room]
        document = json.dumps({"width": 803, "height": 603, "rooms": rooms})
        limited = ["prlimit", f"--cpu={30 if SANITIZED else 2}"]
        found = run_process("-", "--check", input=document.encode(), under=limited)
        self.assertIn(b"\ndungen: found 99991 more problems\n", found.stderr)

    def assert_sound(self, *options):
        """The maps of these options have no faults."""
        document = ["--format", "json", "--no-tiles"]
        with start("--quiet", "--seed", "1", *options, *document, stdout=subprocess.PIPE) as source:
            self.assertEqual(output_of_process("--check", "-", stdin=source.stdout), b"")

    def test_generated_maps_have_no_faults(self):
        count = 2000 if SANITIZED else 100000
        crowded = "--room-min 2 --room-max 5 --max-rooms 100 --doors"
        tall = "--width 20 --height 200"
        for options in (*RULES.values(), crowded, tall):
            with self.subTest(options):
                # Only plain maps are quick enough for all of them.
                batch = ["--count", str(count // 50 if options else count)]
                self.assert_sound(*batch, *options.split())

    def test_a_large_map_that_is_swept_row_by_row_has_no_faults(self):
        self.assert_sound(*"--width 2000 --height 1000 --max-rooms 9000 --doors".split())
