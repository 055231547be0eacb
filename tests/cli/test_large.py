# SPDX-License-Identifier: MIT
"""Maps of any height: rows are made as they are read, and memory follows the rooms and the width."""

import json
import re
import signal

from helper import SANITIZED, TestCase, read, start

LIMIT = 16 * 1024  # KiB
PREFIX = 1_000_000
WIDTH = 200
TALL = ["-W", str(WIDTH), "-H", "100000000"]
NUMBERS = bytes.maketrans(b"#.", b"01")
PIXELS = bytes.maketrans(b"#.", b"\0\xff")
VAST = ["-W", "1000000", "-H", "1000000", "-f", "json", "--no-tiles"]
# A seed whose first room lies in the first rows of the map, where the tests look.
SEED = "6241"


def top_rows(document, count):
    """The first rows of the map, drawn from its rooms and tunnels."""
    rows = [bytearray(b"#" * document["width"]) for _ in range(count)]

    def carve(left, top, right, bottom):
        for y in range(top, min(bottom + 1, count)):
            rows[y][left : right + 1] = b"." * (right + 1 - left)

    for room in document["rooms"]:
        carve(room["x"], room["y"], room["x"] + room["width"] - 1, room["y"] + room["height"] - 1)
    for tunnel in document["tunnels"]:
        path = tunnel["path"]
        for a, b in zip(path, path[1:]):
            carve(min(a["x"], b["x"]), min(a["y"], b["y"]), max(a["x"], b["x"]), max(a["y"], b["y"]))
    return rows


class Large(TestCase):
    def assert_small(self, process):
        """The program, which waits for its reader, has never used more memory than the limit."""
        self.assertIsNone(process.poll())
        # Not ru_maxrss: that counts what the process that started it used.
        peak = int(re.search(rb"VmHWM:\s*(\d+) kB", read(f"/proc/{process.pid}/status")).group(1))
        if not SANITIZED:
            self.assertLessEqual(peak, LIMIT)

    def start_of(self, *args):
        """The first bytes of a longer output, as `head -c` would take them."""
        with start(*args) as process:
            out = process.stdout.read(PREFIX)
            self.assert_small(process)
            process.stdout.read(20 * PREFIX)
            self.assert_small(process)
            process.stdout.close()
            self.assertEqual(process.stderr.read(), b"")
        self.assertEqual(process.returncode, -signal.SIGPIPE)
        return out

    def test_tall_maps_start_at_once(self):
        options = ["-s", SEED, *TALL]
        head = self.good(*options, "-f", "json", "--no-tiles")
        document = json.loads(head)
        rows = top_rows(document, PREFIX // WIDTH)
        spawn = document["spawn"]
        # The part that is looked at holds the spawn's row in both formats.
        self.assertLess(spawn["y"] * (WIDTH + len('"",')) + len(head), PREFIX)

        with self.subTest(format="json"):
            tiles = b"".join(b'"%s",' % row for row in rows)
            expected = head[: -len(b"}\n")] + b',"legend":{"#":"wall",".":"floor"},"tiles":[' + tiles
            self.assertTrue(self.start_of(*options, "-f", "json") == expected[:PREFIX])
        for name, header, row in [
            ("csv", b"", lambda row: b"%s\n" % b",".join(row[x : x + 1] for x in range(WIDTH)).translate(NUMBERS)),
            ("pgm", b"P5\n200 100000000\n255\n", lambda row: row.translate(PIXELS)),
            ("movingai", b"type octile\nheight 100000000\nwidth 200\nmap\n", lambda row: b"%s\n" % row.replace(b"#", b"@")),
        ]:
            with self.subTest(format=name):
                expected = header + b"".join(map(row, rows))
                found = self.start_of(*options, "-f", name)
                self.assertTrue(found == expected[: len(found)])
        with self.subTest(format="ansi"):
            self.assertTrue(self.start_of(*options, "-f", "ansi").startswith(b"\033["))
        with self.subTest(format="text"):
            rows[spawn["y"]][spawn["x"]] = ord("@")
            self.assertTrue(self.start_of(*options) == b"".join(b"%s\n" % row for row in rows)[:PREFIX])

    def test_vast_maps_without_tiles(self):
        alone = self.good("-s1", *VAST)
        document = json.loads(alone)
        self.assertEqual((document["width"], document["height"], len(document["rooms"])), (10**6, 10**6, 30))
        self.assertTrue(self.start_of("-s1", "-n", "1000000", *VAST).startswith(alone))
