# SPDX-License-Identifier: MIT
"""Maps of any height: rows are made as they are read, and memory follows the rooms and the width;
and the widest maps.
"""

import re
import signal

from help_text import FORMATS, formats_that_count_tiles
from helper import SANITIZED, TestCase, read, start
from shapes import HUGE

LIMIT = 16 * 1024  # KiB
PREFIX = 1_000_000  # bytes


class Large(TestCase):
    def test_tunnels_around_rooms_that_are_far_apart(self):
        """The sanitizers watch the numbers of the largest coordinates."""
        rooms = "--max-rooms 400 --room-min 3 --room-max 5"
        around = "--tunnels around --loops 40 --doors"
        wide, tall = f"-W{HUGE} -H12", f"-W12 -H{HUGE}"
        large = f"-W{HUGE} -H{HUGE} --room-max 40000000"
        for size in (wide, tall, large):
            with self.subTest(size):
                self.good(*f"-s1 {rooms} {size} {around} -fjson --no-tiles".split())

    def assert_small(self, process):
        """The process runs, and has not needed more memory than the limit so far."""
        self.assertIsNone(process.poll())
        if not SANITIZED:
            # Not ru_maxrss: that counts what the process that started it used.
            status = read(f"/proc/{process.pid}/status")
            peak = int(re.search(rb"VmHWM:\s*(\d+) kB", status)[1])
            self.assertLessEqual(peak, LIMIT)

    def test_tall_maps_start_at_once(self):
        """tests/unit/rows.c compares their rows."""
        for name in set(FORMATS) - formats_that_count_tiles():
            tall = ["-s1", "-W", "200", "-H", "100000000", "-f", name]
            with self.subTest(name), start(*tall) as process:
                beginning = process.stdout.read(PREFIX)
                if len(beginning) < PREFIX:
                    # The whole file of a format without tiles.
                    self.assertEqual((process.stderr.read(), process.wait()), (b"", 0))
                    continue
                self.assert_small(process)
                # 20 MB of png would be 20 GB of pixels.
                if not SANITIZED and name != "png":
                    process.stdout.read(20 * PREFIX)
                    self.assert_small(process)
                process.stdout.close()
                self.assertEqual((process.stderr.read(), process.wait()), (b"", -signal.SIGPIPE))
