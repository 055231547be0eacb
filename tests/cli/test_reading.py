# SPDX-License-Identifier: MIT
"""Maps from anyone: files that no text shows, pipes, devices, memory, and time. cli/transcripts has the other faults. @format"""

import base64
import gzip
import itertools
import os
import select
import struct
import subprocess
import time
import unittest
import zlib

from help_text import FORMATS, READ
from helper import OLD, SANITIZED, TestCase, read, run, shell, start, strace, write

ROOM = '{"x":1,"y":1,"width":3,"height":2}'
CODED_LAYER = '{"width":2,"height":1,"tilewidth":4,"tileheight":4,"layers":[{"type":"tilelayer","name":"a","encoding":"base64","compression":"%s","data":"%s"}]}'


def xml(layers):
    """A map of Tiled of two tiles with these layers."""
    return f"<map width='2' height='1' tilewidth='16' tileheight='16'>{layers}</map>"


def base64_of(data):
    return base64.b64encode(data).decode()


def xp(layers, width, height, *cells, version=-1):
    return gzip.compress(struct.pack("<iIII", version, layers, width, height) + b"".join(cells))


SMALL_XP = xp(1, 3, 3, *9 * [b"#\0\0\0" + bytes(6)])
LARGE_XP = xp(1, 999, 99, *999 * 99 * [b"#\0\0\0" + bytes(6)])

# Of each format, files that are no map and that no page of tests/transcripts can show, and what the message says.
FAULTS = {
    "json": [
        ('{"a":' + "\n[" * 100000, "line 1001, byte 1: this is no JSON, or nested too deep"),
        ('{"a":' * 100000, "line 1, byte 5001: this is no JSON, or nested too deep"),
    ],
    "text": [
        ("#" * side + "\n#" * side, f"its rows differ too much; filled up with wall, it would be a map of {side}x{side + 1}")
        for side in (5000, 70000)
    ],
    "tmj": [
        (CODED_LAYER % (compression, base64_of(data)),
         'layer "a": data: is damaged, of another size, or compressed by Zstandard; in Tiled, choose Map > Map Properties > ')
        for compression, data in (("zlib", zlib.compress(bytes(1 << 24))), ("gzip", gzip.compress(bytes(1 << 24))))
    ],
    "tmx": [
        (xml("<layer name='a'><data encoding='base64' compression='zlib'>%s</data></layer>" % base64_of(zlib.compress(bytes(1 << 24)))),
         'layer "a": data: is damaged'),
        ("<map>" + 400 * "<group>", "elements are nested too deep"),
        ("<map>" + 400 * "<a>" + 400 * "</a>", "elements are nested too deep"),
        ("<map %s='1'/>" % ("a" * (1 << 20)), "width: takes a whole number from 1 to 2147483647"),
    ],
    "xp": [
        *((data, "is cut off, damaged, or no drawing of REXPaint")
          for data in (*(SMALL_XP[:i] for i in range(len(SMALL_XP))), LARGE_XP[:40], LARGE_XP[: len(LARGE_XP) // 2], LARGE_XP[:-1],
                       xp(2, 1, 1, b"#" + bytes(9)), xp(2, 1, 1, b"#" + bytes(26)), xp(2, 1, 1, b"#" + bytes(28)),
                       SMALL_XP[:-8] + b"12345678", b"no gzip" * 9, gzip.compress(b""), xp(1, 1, 1), xp(1, 2**16, 2**15))),
        *((xp(*head), f"is no drawing of REXPaint, or too large: {head[1]}x{head[2]}; a map has up to 4294967295 tiles")
          for head in ((0, 1, 1), (1, 0, 1), (1, 2**31, 1), (1, 1, 2**31), (1, 2**30, 2**30))),
        (xp(1, 999, 99, *99 * 999 * [b"!\0\0\0" + bytes(6)]), "cell 0,0: no tile looks like character 33"),
        *((SMALL_XP + more, "has data after its end; a file has one map") for more in (SMALL_XP, b"x")),
        (xp(1, 1, 1, b"\0\1" + bytes(8)), "cell 0,0: no tile looks like character 256"),
        # Other colors than that of a transparent background.
        *((xp(1, 4, 1, *(b"%c\0\0\0\0\0\0%c%c%c" % cell for cell in ((46, 255, 0, 0), (46, 255, 1, 0), (*mark, 0, 0, 0), (*mark, 0, 0, 0)))),
           f"cell 3,0: a second {name}; a map has one") for mark, name in ((b"@", "spawn"), (b">", "exit"))),
    ],
}  # fmt: skip


class Faults(TestCase):
    def test_each_is_told_with_its_place(self):
        for format, text, why in ((format, *fault) for format, faults in FAULTS.items() for fault in faults):
            with self.subTest(format, text=text[:100], why=why):
                write(self.path("map"), text if isinstance(text, bytes) else text.encode())
                write(self.path("out"), OLD)
                result = run("--input", "map", "--input-format", format, "-o", "out", cwd=self.folder)
                self.assert_message(result, 4, f"dungen: map: {why}")
                self.assertEqual(read(self.path("out")), OLD)
                self.assert_holds("map", "out")


DECLARATION = "a map cannot declare entities; open and save it in Tiled"
REFERENCE = "an entity of another file, which is not opened"


class Entities(TestCase):
    """Entities of a tmx. Tiled writes none, and they can expand to more than memory holds."""

    def setUp(self):
        super().setUp()
        write(self.path("secret"), b"1,2")

    def assert_refused(self, text, line, why):
        write(self.path("map.tmx"), text.encode())
        under = strace("trace=openat,open", trace=self.path("calls"))
        result = run("-i", "map.tmx", "-o", "out.txt", cwd=self.folder, under=under)
        self.assert_message(result, 4, f"dungen: map.tmx: line {line}, byte ", f": {why}\n")
        calls = read(self.path("calls"))
        self.assertIn(b'"map.tmx"', calls)
        self.assertNotIn(b"secret", calls)
        self.assert_holds("map.tmx", "secret", "calls")

    def test_each_declaration_is_refused_with_its_line(self):
        layer = xml("<layer><data encoding='csv'>1,2</data></layer>")
        for declaration in (
            "<!ENTITY wall '1'>",
            "<!ENTITY wall SYSTEM 'secret'>",
            "<!ENTITY wall PUBLIC '-//wall' 'secret'>",
            "<!NOTATION png SYSTEM 'png'><!ENTITY wall SYSTEM 'secret' NDATA png>",
            "<!ENTITY % wall '1'>",
            "<!ENTITY % wall SYSTEM 'secret'>",
            "<!ATTLIST map name CDATA 'a'><!ENTITY wall '1'>",
        ):
            for dtd in ("", "SYSTEM 'secret' "):
                with self.subTest(declaration, dtd=dtd):
                    self.assert_refused(f"<?xml version='1.0'?>\n<!DOCTYPE map {dtd}[\n{declaration}]>\n{layer}", 3, DECLARATION)

    def test_an_entity_of_another_file_is_not_left_out(self):
        """What such an entity stands for would be missing from the map."""
        layer = "<layer><data encoding='csv'>%s</data></layer>"
        for subset, data, line in (
            ("SYSTEM 'secret'", "\n1,2&wall;", 3),
            ("[\n%walls;]", "1,2", 2),
            ("[\n%walls; <!ENTITY wall '1'>]", "1,2", 2),
            ("SYSTEM 'secret' [\n%walls;]", "1,2", 2),
        ):
            with self.subTest(subset):
                self.assert_refused(f"<!DOCTYPE map {subset}>\n{xml(layer % data)}", line, REFERENCE)

    def test_a_chain_of_entities_ends_in_a_message(self):
        """Expat called itself for each of them, until the stack was full."""
        count = 30000
        chain = "".join(f'<!ENTITY a{i + 1} "&a{i};">' for i in range(count)) + '<!ENTITY a0 "x">'
        in_text = f"<map>&a{count};</map>"
        in_attribute = f"<map width='&a{count};'/>"
        for use in (in_text, in_attribute):
            self.assert_refused(f"<!DOCTYPE m [{chain}]>{use}", 1, DECLARATION)

    def test_entities_of_xml_itself_are_read(self):
        layer = "<layer name='a &amp; &lt;b&gt; &#65;'><data encoding='csv'>&#49;,&#x32;</data></layer>"
        write(self.path("map.tmx"), xml(layer).encode())
        self.assertEqual(self.good("-qi", self.path("map.tmx")), b"#.\n")


class Others(TestCase):
    def test_a_drawing_of_another_program(self):
        """What is transparent or empty is wall, letters and digits are floor, and layers above the first are dropped."""
        drawing = xp(2, 4, 2, b".\0\0\0\0\0\0\xff\0\xff", b".\0\0\0\0\0\0\xff\1\xff", *(bytes([tile]) + bytes(9) for tile in b"\0 a8+#"),
                     struct.pack("<ii", 4, 2) + bytes(80), version=0)  # fmt: skip
        write(self.path("map"), drawing)
        self.assertEqual(self.good("-qi", self.path("map"), "--input-format", "xp"), b"##.+\n.#.#\n")

    def test_what_is_recognized_by_its_first_bytes(self):
        plain = self.good("-s1", "--doors", "--show", "none")
        for name in FORMATS:
            found = run("-i", "-", "--show", "none", input=self.good("-qs1", "--doors", "-f", name))
            if name in ("svg", "png", "pgm", "dot", "ansi"):
                self.assertIn(f"standard input: is {name}, which is not read; ", self.assert_message(found, 4))
            elif name == "trace":
                self.assertIn("standard input: line 31: takes an attempt, ", self.assert_message(found, 4))
            elif name not in ("movingai", "stats"):
                self.assertEqual(found.stdout, plain, name)
        write(self.path("map.json"), self.good("-qs1", "--doors", "-f", "tmj"))
        self.assertEqual(self.good("-i", self.path("map.json"), "--show", "none"), plain)


class Losses(TestCase):
    """What a grid has but dungen does not keep is named once, and counts as a loss."""

    def assert_named(self, text, format, note):
        """Reading names the loss, --quiet does not, and the file is not replaced by what is left of it."""
        write(self.path("map"), text)
        reading = ["-i", "map", "--input-format", format]
        self.assertEqual(run(*reading, cwd=self.folder).stderr.decode(), f"dungen: map: {note}\n")
        self.assertEqual(run(*reading, "-q", cwd=self.folder).stderr, b"")
        result = run(*reading, "-f", format, "-o", "map", cwd=self.folder)
        self.assert_message(result, 4, f"dungen: map: {note}; choose another file for --output")
        self.assertEqual(read(self.path("map")), text)

    def test_letters_of_xp(self):
        self.assert_named(self.good("-qs1", "--labels", "-fxp"), "xp", "not kept: letters on 13 tiles")
        letter_and_floor = [bytes([character]) + bytes(9) for character in b"a."]
        two_layers = xp(2, 2, 1, *letter_and_floor, struct.pack("<ii", 2, 1) + bytes(20))
        self.assert_named(two_layers, "xp", "not kept: letters on 1 tile; not kept: the layers above the first")


class Files(TestCase):
    """Files that are none, and files without end."""

    def test_that_cannot_be_read(self):
        write(self.path("locked.txt"), b"#\n")
        os.chmod(self.path("locked.txt"), 0)
        self.assert_message(run("-i", self.path("locked.txt"), "-o", "out", cwd=self.folder, ordinary=True), 1, "locked.txt: Permission denied")
        self.assert_holds("locked.txt")

    def test_devices_without_end(self):
        for format in READ:
            result = run("-i", "/dev/zero", "--input-format", format)
            self.assert_message(result, 4, "dungen: /dev/zero: ")

    @unittest.skipIf(SANITIZED, "the sanitizer reserves all addresses")
    def test_pipes_without_end(self):
        for endless in ("yes '#'", "yes '' | tr '\\n' '#'", "echo '{\"a\":['; yes 1,"):
            with self.subTest(endless):
                with subprocess.Popen(["sh", "-c", f"({endless}) 2> /dev/null"], stdout=subprocess.PIPE) as source:
                    result = run("-i", "-", stdin=source.stdout, under=["prlimit", f"--as={50 << 20}"])
                    source.stdout.close()
                self.assertEqual(self.assert_message(result, 1), "dungen: out of memory: for the map in standard input")

    @unittest.skipIf(SANITIZED, "the sanitizer takes more memory")
    def test_memory_follows_the_file(self):
        """A line of 64 MiB, and many small values, in at most 8 bytes a tile and 100 for each of JSON."""
        many = 1 << 20
        objects_of_tiled = "<layer><data>1,2</data></layer><objectgroup>%s</objectgroup>" % ("<object b='1'/>" * 5000)
        defaults = " ".join(f'a{i} CDATA ""' for i in range(1000))
        layer = b'{"width":%d,"height":1,"tilewidth":1,"tileheight":1,"layers":[{"type":"tilelayer","data":[%s1]}]}'
        for format, text, bytes_each, status in (
            ("text", b"#" * (1 << 26), 8, 0),
            ("text --check", b"." * (1 << 26), 4, 4),
            ("text", b"#\n" * many, 8 / 2, 0),
            ("csv", b"0," * many + b"0", 8 / 2, 0),
            ("csv", b"0" * (1 << 26), 8, 4),
            ("movingai", b"type octile\nheight 1\nwidth %d\nmap\n%s\n" % (1 << 26, b"." * (1 << 26)), 8, 0),
            ("json", b'{"a":"%s"}' % (b"1" * (1 << 26)), 100, 4),
            ("json", b'{"a":[%s1]}' % (b"1," * many), 100, 4),
            ("json", b'{"a":[%s1]}' % (b"[]," * many), 100, 4),
            ("json", b'{"a":{%s"":1}}' % (b'"":1,' * many), 100, 4),
            ("tmj", layer % (many + 1, b"1," * many), 100, 0),
            # Attributes that are not read, by default and given.
            ("tmx", f"<!DOCTYPE map [<!ATTLIST object {defaults}>]>{xml(objects_of_tiled)}".encode(), 45, 0),
        ):
            with self.subTest(format, text=text[:20]):
                write(self.path("map"), text)
                format, *check = format.split()
                options = check or ["-f", "csv"]
                result = run("-i", "map", "--input-format", format, *options, cwd=self.folder, stdout=subprocess.DEVNULL,
                             under=["prlimit", f"--as={(8 << 20) + int(len(text) * bytes_each)}"])  # fmt: skip
                self.assertEqual(result.returncode, status, result.stderr)

    @unittest.skipIf(SANITIZED, "the sanitizer takes more time")
    def test_time_follows_the_length_of_a_comment(self):
        """Expat reads an unfinished comment again with each piece of the file."""

        def seconds(size):
            write(self.path("map.tmx"), xml("<!--%s--><layer><data>1,2</data></layer>" % ("x" * size)).encode())
            before = os.times().children_user
            self.assertEqual(self.good("-i", self.path("map.tmx")), b"#.\n")
            return os.times().children_user - before

        seconds(1 << 20)  # so that the program is in memory
        short, long = (min(seconds(size) for _ in range(3)) for size in (1 << 23, 1 << 26))
        # Eight times the length takes eight times as long, and took more than thirty.
        self.assertLess(long / short, 20)

    def trickle(self, data):
        """What is printed of a map whose first bytes come one by one."""
        with start("-i", "-", stdin=subprocess.PIPE, bufsize=0) as process:
            for byte in data[:40]:
                process.stdin.write(bytes([byte]))
                time.sleep(0.003)
            return process.communicate(data[40:])

    def test_a_pipe_in_pieces(self):
        """The format is known from the first bytes, however they come."""
        for name in ("json", "movingai", "xp", "text"):
            plain = ["--show", "none"] if name == "movingai" else []
            self.assertEqual(self.trickle(self.good("-s1", "-f", name)), (self.good("-s1", *plain), b""))
        found = run("-i", "-", input=self.good("-s1", "-f", "json"), under=shell("{ printf '\ufeff'; sleep 0.2; cat; } | \"$@\""))
        self.assertEqual((found.stdout, found.stderr), (self.good("-s1"), b""))
        self.assertEqual(self.trickle(b" \n"), (b"#\n", b""))
        wall = b'{"width":1,"height":1,"tiles":["#"]}'
        self.assertEqual(self.trickle(wall + b" \n" + wall), (b"#\n#\n", b""))
        self.assertEqual(self.trickle(b" \n" + self.good("-s1", "-f", "json")), (self.good("-s1"), b""))

    def test_documents_in_a_stream_do_not_wait_for_the_next(self):
        """If the first line is a document, each line is read and written when it arrives."""
        with start("-i", "-", stdin=subprocess.PIPE, bufsize=0) as process:
            for line in (b'{"width":2,"height":1,"tiles":["#."]}\n', b'\r\n{"width":2,"height":1,"tiles":["#."]} \r\n'):
                process.stdin.write(line)
                arrived, _, _ = select.select([process.stdout], [], [], 60)
                self.assertTrue(arrived, "the map of a document did not come before the next document")
                self.assertEqual(process.stdout.read(3), b"#.\n")
            process.stdin.close()
            self.assertEqual(process.wait(), 0)

    @unittest.skipIf(SANITIZED, "the sanitizer reserves all addresses")
    def test_memory_for_lines_follows_the_longest(self):
        """A thousand documents need no more memory than one. If the first is on several lines, they do."""
        line = b'{"width":1,"height":1,"tiles":["."],"a":"%s"}\n' % (b"b" * 100_000)
        for first, status in ((line, 0), (b"{\n" + line[1:], 1)):
            write(self.path("map"), first + line * 1000)
            with self.subTest(status):
                result = run("-i", "map", "-f", "csv", cwd=self.folder, stdout=subprocess.DEVNULL, under=["prlimit", f"--as={32 << 20}"])
                self.assertEqual(result.returncode, status, result.stderr)

    def test_a_file_does_not_grow_while_it_is_read(self):
        """Nor is it written over, by whatever name it is reached."""
        text = self.good("-s1", "-n2", "-fjson")
        write(self.path("map"), text)
        os.link(self.path("map"), self.path("hard"))
        for name, way in itertools.product(("map", "hard", "-"), ("", "-o /dev/stdout", "-o /proc/self/fd/1", "-o /dev/fd/%i --first 1")):
            for mode in ("ab", "r+b"):
                with open(self.path("map"), "rb") as file, open(self.path("map"), mode) as end:
                    result = run("-i", name, "-fjson", *way.split(), stdin=file, stdout=end, cwd=self.folder)
                self.assert_message(result, 1, "leads to the file that is read; --output with its name replaces it")
        self.assertEqual(read(self.path("map")), text)

    @unittest.skipIf(SANITIZED, "the sanitizer reserves all addresses")
    def test_maps_with_too_many_tiles(self):
        """They are refused before anything takes memory for their columns or tiles, whatever is done with the map."""
        trace = b"1: w 6, h 6, x 0, y 0: room 0\nmap: 2147483647x45, 1 attempts, rooms 6 to 10\n"
        sized = '{"width":%d,"height":%d,"rooms":[' + ROOM + "]}\n"
        large = (sized % (65536, 65536)).encode()
        why = "a map that is read has at most 4294967295 tiles, and this one is"
        for text, message in (
            (trace, f"standard input: {why} 2147483647x45"),
            (large, f"standard input: {why} 65536x65536"),
            ((sized % (9, 9)).encode() + large, f"standard input: document 2: {why} 65536x65536"),
        ):
            for way in ("--check", "-s1 --compare -", "--where rooms=1", "-f stats", "-f csv"):
                options = way.split() if "--compare" in way else ["-i", "-", *way.split()]
                found = run(*options, input=text, under=["prlimit", f"--as={16 << 20}"], stdout=subprocess.DEVNULL)
                if "document 2" not in message or "--compare" not in way:
                    self.assertIn(message, self.assert_message(found, 4))
