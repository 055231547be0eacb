# SPDX-License-Identifier: MIT
"""Maps of any height: rows are made as they are read, and memory follows the rooms and the width."""

import json
import re
import signal

from helper import FORMATS, SANITIZED, TestCase, read, start

LIMIT = 16 * 1024  # KiB
PREFIX = 1_000_000  # bytes
TALL = ["-s1", "-W", "200", "-H", "100000000"]
VAST = ["-W", "1000000", "-H", "1000000", "-f", "json", "--no-tiles"]


class Large(TestCase):
    def assert_small(self, process):
        """The program, which waits for its reader, has never used more memory than the limit."""
        self.assertIsNone(process.poll())
        # Not ru_maxrss: that counts what the process that started it used.
        if not SANITIZED:
            peak = int(re.search(rb"VmHWM:\s*(\d+) kB", read(f"/proc/{process.pid}/status")).group(1))
            self.assertLessEqual(peak, LIMIT)

    def start_of(self, *args):
        """The first bytes of a longer output, as `head -c` would take them."""
        with start(*args) as process:
            out = process.stdout.read(PREFIX)
            self.assert_small(process)
            if not SANITIZED:
                process.stdout.read(20 * PREFIX)
                self.assert_small(process)
            process.stdout.close()
            self.assertEqual(process.stderr.read(), b"")
        self.assertEqual(process.returncode, -signal.SIGPIPE)
        return out

    def test_tall_maps_start_at_once(self):
        """tests/unit/rows.c has what their rows are. Two formats have no tiles, and end too soon."""
        text = self.start_of(*TALL, "--show=none")
        rows = text.split(b"\n")
        self.assertEqual({len(row) for row in rows[:-1]}, {200})
        head = self.good(*TALL, "-fjson", "--no-tiles")[: -len(b"}\n")]
        tiles = b'","'.join(rows)
        legend = b',"legend":{"#":"wall",".":"floor"},"tiles":["'
        self.assertTrue((head + legend + tiles).startswith(self.start_of(*TALL, "-fjson")[: PREFIX // 2]))
        for name in set(FORMATS) - {"text", "json", "svg", "dot"}:
            with self.subTest(name):
                self.start_of(*TALL, "-f", name)

    def test_more_equal_rows_than_16_bits_count(self):
        for name in ("text", "csv"):
            rows = self.good(*"-s1 -W3 -H200000 --room-min=2 --room-max=2 --max-rooms=1 -f".split(), name).splitlines()
            self.assertEqual((len(rows), {len(row) for row in rows}), (200000, {len(rows[0])}))

    def test_vast_maps_without_tiles(self):
        alone = self.good("-s1", *VAST)
        document = json.loads(alone)
        self.assertEqual((document["width"], document["height"], len(document["rooms"])), (10**6, 10**6, 30))
        self.assertTrue(self.start_of("-s1", "-n", "1000000", *VAST).startswith(alone))
