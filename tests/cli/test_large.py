# SPDX-License-Identifier: MIT
"""Maps of any height: rows are made as they are read, and memory follows the rooms and the width; and the widest maps."""

import re
import signal

from help_text import FORMATS
from helper import SANITIZED, TestCase, read, start
from shapes import HUGE

LIMIT = 16 * 1024  # KiB
PREFIX = 1_000_000  # bytes


class Large(TestCase):
    def test_tunnels_around_rooms_that_are_far_apart(self):
        """The sanitizers watch the numbers of the largest coordinates."""
        for size in (f"-W{HUGE} -H12", f"-W12 -H{HUGE}", f"-W{HUGE} -H{HUGE} --room-max 40000000"):
            self.good(*f"-s1 --max-rooms 400 --room-min 3 --room-max 5 {size} --tunnels around --loops 40 --doors -fjson --no-tiles".split())

    def test_tall_maps_start_at_once(self):
        """tests/unit/rows.c compares their rows. Some formats have no tiles; xp begins with columns."""
        for name in set(FORMATS) - {"svg", "dot", "xp", "stats", "trace"}:
            with self.subTest(name), start("-s1", "-W", "200", "-H", "100000000", "-f", name) as process:
                # 20 MB of png would be 20 GB of pixels.
                for length in [PREFIX] if SANITIZED or name == "png" else [PREFIX, 20 * PREFIX]:
                    process.stdout.read(length)
                    self.assertIsNone(process.poll())
                    # Not ru_maxrss: that counts what the process that started it used.
                    peak = int(re.search(rb"VmHWM:\s*(\d+) kB", read(f"/proc/{process.pid}/status"))[1])
                    self.assertTrue(SANITIZED or peak <= LIMIT, peak)
                process.stdout.close()
                self.assertEqual((process.stderr.read(), process.wait()), (b"", -signal.SIGPIPE))
