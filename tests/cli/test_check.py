# SPDX-License-Identifier: MIT
"""--check finds no fault in generated maps, and is quick. cli/transcripts has the faults that it finds."""

from helper import SANITIZED, TestCase, run
from shapes import RULES


class Check(TestCase):
    def test_overlaps_take_as_long_as_other_rooms(self):
        """100,000 pairs, of which ten are printed."""
        places = [(1 + 2 * (i % 400), 1 + 2 * (i // 400)) for i in range(100000)]
        rooms = ",".join('{"x":%d,"y":%d,"width":1,"height":1}' % place for place in places for _ in "ab")
        limited = ("prlimit", f"--cpu={30 if SANITIZED else 2}")
        found = run("-i", "-", "--check", input=('{"width":803,"height":603,"rooms":[%s]}' % rooms).encode(), under=limited)
        self.assertIn(b"\ndungen: and 99991 more\n", found.stderr)

    def test_maps_that_are_made_are_sound(self):
        count = 2000 if SANITIZED else 100000
        for options in (*RULES.values(), "--room-min 2 --room-max 5 --max-rooms 100 --doors", "-W 20 -H 200"):
            batch = [f"-n{count if not options else count // 50}", *options.split()]
            self.assertEqual(self.good("--check", "-qs1", *batch, *["--skip"] * ("--min-rooms" in options)), b"")
        # Swept, not drawn whole.
        self.assertEqual(self.good(*"--check -qs1 -W 2000 -H 1000 --max-rooms 9000 --doors".split()), b"")
