# SPDX-License-Identifier: MIT
"""--input reads what it is given, however it arrives, and refuses what is no map: status, message, and nothing written."""

import array
import fcntl
import json
import subprocess
import termios
import time

from helper import OLD, TestCase, read, run, shell, start, write

ROOM = {"x": 2, "y": 2, "width": 3, "height": 3}
OCTILE = b"type octile\nheight 2\nwidth 3\nmap\n@@@\n@.@\n"


class Input(TestCase):
    def refused(self, data, message, *args, status=4):
        """The whole message, and an old file that stays."""
        write(self.path("out"), OLD)
        found = run("--input", "-", "-f", "text", "--output", self.path("out"), *args, input=data)
        self.assertEqual((found.stderr.decode(), found.returncode),
                         (f"dungen: standard input: {message}\n", status))  # fmt: skip
        self.assertEqual(read(self.path("out")), OLD)

    def trickle(self, data):
        """What is printed of a map that comes byte by byte."""
        with start("--input", "-", stdin=subprocess.PIPE) as process:
            left = array.array("i", [0])
            for byte in data[:40]:
                process.stdin.write(bytes([byte]))
                process.stdin.flush()
                while fcntl.ioctl(process.stdin, termios.FIONREAD, left) == 0 and left[0] > 0:
                    time.sleep(0.001)
            return process.communicate(data[40:])

    def test_format_of_bytes_that_trickle(self):
        for style in ("json", "movingai", "xp", "text"):
            self.assertEqual(self.trickle(self.good("-s1", "-f", style, "-q")),
                             (self.good("-s1", *(["--show=none"] if style == "movingai" else [])), b""))  # fmt: skip
        self.assertEqual(self.trickle(b"  \n" + self.good("-s1", "-f", "json"))[0], self.good("-s1"))

    def test_streams(self):
        for commands, why in (('exec "$@" <&-', "Bad file descriptor"), ('exec "$@" </', "Is a directory")):
            found = run("--input", "-", under=shell(commands))
            self.assertEqual((found.stdout, found.stderr.decode(), found.returncode),
                             (b"", f"dungen: standard input: {why}\n", 1))  # fmt: skip
        # The output may be the file that is read.
        write(self.path("map.txt"), b"  . \n\n  \n")
        self.good("--input", self.path("map.txt"), "--output", self.path("map.txt"))
        self.assertEqual(read(self.path("map.txt")), b"##.#\n####\n####\n")

    def test_documents_before_the_fault_are_whole(self):
        room = json.dumps({"width": 9, "height": 9, "rooms": [ROOM]}).encode()
        found = run("--input", "-", "--output", self.path("%i.json"), input=room * 2 + b'\n{"tiles": [')
        self.assertEqual(found.stderr, b"dungen: standard input: line 2, byte 1: the document that begins here is cut off\n")
        self.assert_holds("1.json", "2.json")
        self.assertEqual(read(self.path("1.json")), read(self.path("2.json")))

    def test_refused(self):
        self.refused(OCTILE.replace(b".", b"\0"), "line 6, column 2: no terrain is ''; it is one of .G@OTSW")
        self.refused(OCTILE + b"\n@@@\n"[1:], "line 7: the header says 2 rows, and here is one more")
        self.refused(OCTILE[:-4], "ends after 1 of 2 rows")
        self.assertEqual(self.good("--input", "-", input=OCTILE + b"\n"), b"###\n#.#\n")
        self.refused(b"." * 9999 + b"\n" * 9999 + b".",
                     "its rows differ too much; filled up with wall, it would be a map of 9999x10000")  # fmt: skip
        huge = json.dumps({"width": 2**20, "height": 2**20, "rooms": [ROOM]}).encode()
        self.refused(huge, "1099511627776 tiles; an xp has up to 2147483647", "-f", "xp")
        self.refused(b"#.#", "has no rooms, which dot needs; choose --format json or text", "-f", "dot")

    def test_rooms_of_one_tile(self):
        """So many that their index has cells of one tile."""
        rooms = [{"x": 1 + i % 30, "y": 1 + i // 30, "width": 1, "height": 1} for i in range(900)]
        document = json.dumps({"width": 32, "height": 32, "rooms": rooms}).encode()
        self.assertEqual(self.good("--input", "-", "--check", input=document), b"")
