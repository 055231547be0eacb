# SPDX-License-Identifier: MIT
"""Maps from anyone: files that no text shows, pipes, devices, memory, and time. cli/transcripts has
the other faults. @format
"""

import base64
import gzip
import itertools
import os
import re
import resource
import select
import struct
import subprocess
import time
import unittest
import zlib

from help_text import FORMATS, READ
from helper import OLD, SANITIZED, TestCase, output_of_process, read, run, run_process
from helper import shell, start, strace, write

ROOM = '{"x":1,"y":1,"width":3,"height":2}'
CODED_LAYER = (
    '{"width":2,"height":1,"tilewidth":4,"tileheight":4,"layers":[{"type":"tilelayer",'
    '"name":"a","encoding":"base64","compression":"%s","data":"%s"}]}'
)


def xml(layers):
    """A map of Tiled of two tiles with these layers."""
    return f"<map width='2' height='1' tilewidth='16' tileheight='16'>{layers}</map>"


def base64_of(data):
    return base64.b64encode(data).decode()


def xp(layers, width, height, *cells, version=-1):
    return gzip.compress(struct.pack("<iIII", version, layers, width, height) + b"".join(cells))


def cell(character, foreground=(0, 0, 0), background=(0, 0, 0)):
    """A cell of a drawing of REXPaint."""
    return struct.pack("<I", character) + bytes(foreground) + bytes(background)


TRANSPARENT = (255, 0, 255)
WALL_CELL = cell(ord("#"))
SMALL_XP = xp(1, 3, 3, *9 * [WALL_CELL])
LARGE_XP = xp(1, 999, 99, *999 * 99 * [WALL_CELL])


def deep_json():
    message = "invalid JSON"
    yield '{"a":' + "\n[" * 100000, f"line 1001, byte 1: {message}"
    yield '{"a":' * 100000, f"line 1, byte 5001: {message}"


def ragged_text():
    """Texts whose longest row would make a map that is much larger than the file."""
    for side in (5000, 70000):
        problem = f"the lengths of the rows differ too much for a map of {side}x{side + 1}"
        yield "#" * side + "\n#" * side, problem


def exploding_tmj():
    """Layers that are much larger than their map."""
    reasons = "must contain 2 tiles as CSV, or as Base64 with zlib or gzip; in Tiled, choose Map"
    for compression, compress in (("zlib", zlib.compress), ("gzip", gzip.compress)):
        data = base64_of(compress(bytes(1 << 24)))
        yield CODED_LAYER % (compression, data), f'layer "a": data: {reasons}'


def large_or_deep_tmx():
    data = base64_of(zlib.compress(bytes(1 << 24)))
    exploding = f"<data encoding='base64' compression='zlib'>{data}</data>"
    yield xml(f"<layer name='a'>{exploding}</layer>"), 'layer "a": data: must contain'
    yield "<map>" + 400 * "<group>", "elements are nested too deep"
    yield "<map>" + 400 * "<a>" + 400 * "</a>", "elements are nested too deep"
    long_name = "a" * (1 << 20)
    yield f"<map {long_name}='1'/>", "width: missing"


def cut_or_damaged_xp():
    for data in (
        *(SMALL_XP[:length] for length in range(2, len(SMALL_XP))),
        LARGE_XP[:40],
        LARGE_XP[: len(LARGE_XP) // 2],
        LARGE_XP[:-1],
        xp(2, 1, 1, b"#" + bytes(9), bytes(18))[:-1],
        SMALL_XP[:-8] + b"12345678",  # another checksum
        gzip.compress(b""),
        xp(1, 1, 1),
        xp(1, 2**16, 2**15),
    ):
        yield data, "expected a drawing of REXPaint, found an incomplete, damaged, or"


def large_or_empty_xp():
    yield xp(0, 1, 1), "expected a drawing of REXPaint, found an incomplete, damaged, or"
    limit = f"must have at most 4294967295 tiles, but has a size of {2**30}x{2**30}"
    yield xp(1, 2**30, 2**30), limit
    limits = "must be a whole number from 1 to 2147483647"
    for side, width, height in (("width", 0, 1), ("width", 2**31, 1), ("height", 1, 2**31)):
        yield xp(1, width, height), f"{side}: {limits}"


def xp_of_wrong_cells():
    exclamation_marks = 99 * 999 * [cell(ord("!"))]
    yield xp(1, 999, 99, *exclamation_marks), "cell 0,0: unknown character '!'"
    yield xp(1, 1, 1, cell(256)), "cell 0,0: unknown character 256"
    for more in (SMALL_XP, b"x"):
        yield SMALL_XP + more, "unexpected data after the end of the map"
    for mark, name in ((ord("@"), "spawn"), (ord(">"), "exit")):
        # These backgrounds are not the transparent one, so the cells before the marks are floor.
        floor = [cell(ord("."), background=(255, 0, 0)), cell(ord("."), background=(255, 1, 0))]
        two_marks = xp(1, 4, 1, *floor, cell(mark), cell(mark))
        yield two_marks, f"cell 3,0: duplicate {name} '{chr(mark)}'"


class Faults(TestCase):
    """Files that are no map, and that no page of tests/transcripts can show. A message says what is
    wrong and where, and no file is replaced.
    """

    def assert_rejected(self, format, faults):
        for content, why in faults:
            with self.subTest(format, content=content[:100], why=why):
                data = content if isinstance(content, bytes) else content.encode()
                write(self.path("map"), data)
                write(self.path("out"), OLD)
                command = ["map", "-o", "out"]
                result = run(*command, cwd=self.folder)
                self.assert_message(result, 4, f"dungen: map: {why}")
                self.assertEqual(read(self.path("out")), OLD)
                self.assert_holds("map", "out")

    def test_json_that_is_nested_too_deep(self):
        self.assert_rejected("json", deep_json())

    def test_a_text_whose_rows_differ_too_much(self):
        self.assert_rejected("text", ragged_text())

    def test_a_tmj_with_a_layer_that_is_too_large(self):
        self.assert_rejected("tmj", exploding_tmj())

    def test_a_tmx_with_a_layer_an_element_or_a_name_that_is_too_large(self):
        self.assert_rejected("tmx", large_or_deep_tmx())

    def test_an_xp_that_is_cut_off_or_damaged(self):
        self.assert_rejected("xp", cut_or_damaged_xp())

    def test_an_xp_without_layers_or_of_a_wrong_size(self):
        self.assert_rejected("xp", large_or_empty_xp())

    def test_an_xp_whose_cells_are_no_map(self):
        self.assert_rejected("xp", xp_of_wrong_cells())


DOCUMENT_TYPE = "a map cannot declare a document type; open the map in Tiled and save it"


class Entities(TestCase):
    """Entities of a tmx. Tiled writes none, and they can expand to more than memory holds."""

    def setUp(self):
        super().setUp()
        write(self.path("secret"), b"1,2")

    def assert_refused(self, text, line, why):
        write(self.path("map.tmx"), text.encode())
        under = strace("trace=openat,open", trace=self.path("calls"))
        result = run_process("map.tmx", "-o", "out.txt", cwd=self.folder, under=under)
        self.assert_message(result, 4, f"dungen: map.tmx: line {line}, byte ", f": {why}\n")
        calls = read(self.path("calls"))
        self.assertIn(b'"map.tmx"', calls)
        self.assertNotIn(b"secret", calls)
        self.assert_holds("map.tmx", "secret", "calls")

    def test_a_document_type_is_refused_with_its_line(self):
        layer = xml("<layer><data encoding='csv'>1,2</data></layer>")
        for declaration in (
            "",
            "<!ENTITY wall '1'>",
            "<!ENTITY wall SYSTEM 'secret'>",
            "<!NOTATION png SYSTEM 'png'><!ENTITY wall SYSTEM 'secret' NDATA png>",
            "<!ENTITY % wall SYSTEM 'secret'> %wall;",
            "<!ATTLIST map name CDATA 'a'><!ENTITY wall '1'>",
        ):
            for dtd in ("", "SYSTEM 'secret' ", "PUBLIC '-//wall' 'secret' "):
                with self.subTest(declaration, dtd=dtd):
                    doctype = f"<!DOCTYPE map {dtd}[{declaration}]>"
                    text = f"<?xml version='1.0'?>\n{doctype}\n{layer}"
                    self.assert_refused(text, 2, DOCUMENT_TYPE)

    def test_an_unknown_entity_is_not_left_out(self):
        """What such an entity stands for would be missing from the map."""
        layer = xml("\n<layer><data encoding='csv'>1,2&wall;</data></layer>")
        self.assert_refused(layer, 2, "undefined entity")
        self.assert_refused(f"<!DOCTYPE map SYSTEM 'secret'>{layer}", 2, "undefined entity")

    def test_a_document_type_that_declares_nothing_is_ignored(self):
        layer = xml("<layer><data encoding='csv'>1,2</data></layer>")
        for dtd in ("", " SYSTEM 'secret'", " PUBLIC '-//wall' 'secret'"):
            write(self.path("map.tmx"), f"<!DOCTYPE map{dtd}>{layer}".encode())
            under = strace("trace=openat,open", trace=self.path("calls"))
            result = run_process("-q", "map.tmx", cwd=self.folder, under=under)
            self.assertEqual((result.returncode, result.stdout), (0, b"#.\n"), result.stderr)
            self.assertNotIn(b"secret", read(self.path("calls")))

    def test_a_chain_of_entities_ends_in_a_message(self):
        """Expat called itself for each of them, until the stack was full."""
        count = 30000
        entities = [f'<!ENTITY a{i + 1} "&a{i};">' for i in range(count)]
        chain = "".join([*entities, '<!ENTITY a0 "x">'])
        in_text = f"<map>&a{count};</map>"
        in_attribute = f"<map width='&a{count};'/>"
        for use in (in_text, in_attribute):
            self.assert_refused(f"<!DOCTYPE m [{chain}]>{use}", 1, DOCUMENT_TYPE)

    def test_entities_of_xml_itself_are_read(self):
        data = "<data encoding='csv'>&#49;,&#x32;</data>"
        layer = f"<layer name='a &amp; &lt;b&gt; &#65;'>{data}</layer>"
        write(self.path("map.tmx"), xml(layer).encode())
        self.assertEqual(self.good("-q", self.path("map.tmx")), b"#.\n")


class Others(TestCase):
    def test_a_drawing_of_another_program(self):
        """What is transparent or empty is wall, letters and digits are floor, and layers cover
        what is below them unless they are transparent.
        """
        cells = [
            cell(ord("."), background=TRANSPARENT),
            cell(ord("."), background=(255, 1, 255)),
            *(cell(character) for character in b"\0 a8+#"),
        ]
        clear = cell(ord("#"), background=TRANSPARENT)
        second_layer = struct.pack("<ii", 4, 2) + 6 * clear + cell(ord(".")) + clear
        write(self.path("map"), xp(2, 4, 2, *cells, second_layer, version=0))
        found = self.good("-q", self.path("map"))
        self.assertEqual(found, b"##..\n.#.#\n")


class Recognized(TestCase):
    """A format is recognized by the first bytes of a map."""

    def setUp(self):
        super().setUp()
        self.without_doors = self.good("-s1", "--show", "none")
        self.plain = self.good("-s1", "--doors", "--show", "none")

    def read_as(self, name, *options):
        """Reads a map of a format that no option names."""
        file = self.good("-qs1", *(options or ["--doors"]), "-f", name)
        return run("-", "--show", "none", input=file)

    def test_formats_that_are_read(self):
        for name in READ:
            with self.subTest(name):
                found = self.read_as(name, "--no-doors")
                self.assertEqual(found.stdout, self.without_doors)

    def test_formats_that_are_read_with_doors(self):
        for name in set(READ) - {"trace"}:
            with self.subTest(name):
                command = ["-qs1", "-f", name]
                has_doors = self.good(*command) != self.good(*command, "--doors")
                expected = self.plain if has_doors else self.without_doors
                self.assertEqual(self.read_as(name).stdout, expected)

    def test_formats_that_are_not_read(self):
        for name in set(FORMATS) - set(READ):
            with self.subTest(name):
                problem = f"dungen cannot read {name} files; "
                self.assert_message(self.read_as(name), 4, f"standard input: {problem}")

    def test_a_text_map_may_begin_with_their_words(self):
        for name in FORMATS:
            # White space after its first word can make the file one of a format that is read.
            words = rb"[#\w]+" if name in READ else rb"[#\w]+( \w+)?"
            words = re.match(words, self.good("-qs1", "-f", name))
            for row in {words[0], words[0].split(b" ")[0]} if words else ():
                with self.subTest(name, row=row):
                    map = row.ljust(12, b"#") + b"\n#..........#\n############\n"
                    result = run("-", "-q", input=map)
                    self.assertEqual((result.returncode, result.stderr), (0, b""))

    def test_a_plain_pgm_is_named(self):
        result = run("-", input=b"P2\n2 1\n1\n0 1\n")
        self.assert_message(result, 4, "standard input: dungen cannot read pgm files; ")

    def test_a_trace_of_a_map_with_doors(self):
        problem = "standard input: line 31: expected an attempt, "
        self.assert_message(self.read_as("trace"), 4, problem)

    def test_a_map_of_tiled_with_the_extension_of_documents(self):
        write(self.path("map.json"), self.good("-qs1", "--doors", "-f", "tmj"))
        found = self.good(self.path("map.json"), "--show", "none")
        self.assertEqual(found, self.plain)


class Losses(TestCase):
    """What a grid has but dungen does not keep is named once, and counts as a loss."""

    def assert_named(self, text, format, note):
        """Reading names the loss, --quiet does not, and the file is not replaced by what is left of
        it.
        """
        write(self.path("map"), text)
        reading = ["map"]
        self.assertEqual(run(*reading, cwd=self.folder).stderr.decode(), f"dungen: map: {note}\n")
        self.assertEqual(run(*reading, "-q", cwd=self.folder).stderr, b"")
        result = run(*reading, "-f", format, "-o", "map", cwd=self.folder)
        self.assert_message(result, 4, f"dungen: map: {note}; write to another file")
        self.assertEqual(read(self.path("map")), text)

    def test_letters_of_xp(self):
        labels = self.good("-qs1", "--show", "spawn,labels", "-fxp")
        self.assert_named(labels, "xp", "not kept: letters on 13 tiles")
        letter_and_floor = [cell(character) for character in b"a."]
        wall = xp(1, 3, 1, *letter_and_floor, cell(ord("#")))
        self.assert_named(wall, "xp", "not kept: letters on 1 tile")
        write(self.path("map"), xp(1, 3, 1, *letter_and_floor, letter_and_floor[0]))
        self.assert_message(run(self.path("map")), 4, "the map has no wall; try --walls a")


class Files(TestCase):
    """Files that cannot be read, and files without end."""

    def test_one_without_permission(self):
        write(self.path("locked.txt"), b"#\n")
        os.chmod(self.path("locked.txt"), 0)
        command = [self.path("locked.txt"), "-o", "out"]
        result = run_process(*command, cwd=self.folder, ordinary=True)
        self.assert_message(result, 1, "locked.txt: Permission denied")
        self.assert_holds("locked.txt")

    def test_devices_without_end(self):
        self.assert_message(run("/dev/zero"), 4, "dungen: /dev/zero: ")

    @unittest.skipIf(SANITIZED, "the sanitizer reserves all addresses")
    def test_pipes_without_end(self):
        for endless in ("yes '#'", "yes '' | tr '\\n' '#'", "echo '{\"a\":['; yes 1,"):
            with self.subTest(endless):
                command = ["sh", "-c", f"({endless}) 2> /dev/null"]
                limited = ["prlimit", f"--as={50 << 20}"]
                with subprocess.Popen(command, stdout=subprocess.PIPE) as source:
                    result = run_process("-", stdin=source.stdout, under=limited)
                    source.stdout.close()
                message = self.assert_message(result, 1)
                expected = "dungen: standard input: out of memory"
                self.assertEqual(message, expected)


@unittest.skipIf(SANITIZED, "the sanitizer takes more memory")
class MemoryFollowsTheFile(TestCase):
    """A line of 64 MiB, and many small values, in at most 8 bytes a tile and 100 for each of
    JSON.
    """

    LONG = 1 << 26
    MANY = 1 << 20

    def assert_read(self, format, text, bytes_each, status, *options):
        """The program ends with this status, and with this many bytes of memory for each byte of
        the text.
        """
        name = f"map.{format}"
        write(self.path(name), text)
        limited = ["prlimit", f"--as={(8 << 20) + int(len(text) * bytes_each)}"]
        command = [name, *(options or ["-f", "csv"])]
        where = {"cwd": self.folder, "stdout": subprocess.DEVNULL}
        with self.subTest(format, text=text[:20]):
            result = run_process(*command, under=limited, **where)
            self.assertEqual(result.returncode, status, result.stderr)

    def test_text(self):
        self.assert_read("text", b"#" * self.LONG + b".", 8, 0)
        self.assert_read("text", b"#\n" * self.MANY + b".", 8 / 2, 0)

    def test_text_that_is_checked(self):
        self.assert_read("text", b"." * self.LONG, 4, 4, "--check")

    def test_csv(self):
        self.assert_read("csv", b"0," * self.MANY + b"1", 8 / 2, 0)
        self.assert_read("csv", b"0" * self.LONG, 8, 4)

    def test_movingai(self):
        head = b"type octile\nheight 1\nwidth %d\nmap\n" % self.LONG
        self.assert_read("movingai", head + b"." * self.LONG + b"\n", 8, 0)

    def test_json(self):
        self.assert_read("json", b'{"a":"%s"}' % (b"1" * self.LONG), 100, 4)
        self.assert_read("json", b'{"a":[%s1]}' % (b"1," * self.MANY), 100, 4)
        self.assert_read("json", b'{"a":[%s1]}' % (b"[]," * self.MANY), 100, 4)
        self.assert_read("json", b'{"a":{%s"":1}}' % (b'"":1,' * self.MANY), 100, 4)

    def test_tmj(self):
        size = b'"width":%d,"height":1,"tilewidth":1,"tileheight":1' % (self.MANY + 1)
        layer = b'{"type":"tilelayer","data":[%s2]}' % (b"1," * self.MANY)
        self.assert_read("tmj", b'{%s,"layers":[%s]}' % (size, layer), 100, 0)

    def test_tmx(self):
        """Many objects with an attribute that is not read."""
        objects = "<object b='1'/>" * 5000
        layers = f"<layer><data>1,2</data></layer><objectgroup>{objects}</objectgroup>"
        self.assert_read("tmx", xml(layers).encode(), 45, 0)


class Time(TestCase):
    def seconds(self, comment_length):
        """How long the program takes for a tmx with a comment."""
        comment = f"<!--{'x' * comment_length}-->"
        text = xml(f"{comment}<layer name='terrain'><data>1,2</data></layer>")
        write(self.path("map.tmx"), text.encode())
        # os.times() counts in hundredths of a second, which is too coarse for a fast machine.
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.assertEqual(output_of_process(self.path("map.tmx")), b"#.\n")
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    @unittest.skipIf(SANITIZED, "the sanitizer takes more time")
    def test_it_follows_the_length_of_a_comment(self):
        """Expat reads an unfinished comment again with each piece of the file."""
        self.seconds(1 << 20)  # so that the program is in memory
        short = min(self.seconds(1 << 23) for _ in range(3))
        long = min(self.seconds(1 << 26) for _ in range(3))
        # Eight times the length takes eight times as long, and took more than thirty.
        self.assertLess(long / short, 20)


class Pipes(TestCase):
    def trickle(self, data):
        """What is printed of a map whose first bytes come one by one."""
        with start("-", stdin=subprocess.PIPE, bufsize=0) as process:
            for byte in data[:40]:
                process.stdin.write(bytes([byte]))
                time.sleep(0.003)
            return process.communicate(data[40:])

    def test_the_format_is_known_from_the_first_bytes_however_they_come(self):
        for name in READ:
            with self.subTest(name):
                file = self.good("-s1", "-f", name)
                write(self.path("map"), file)
                at_once = self.good(self.path("map"))
                self.assertEqual(self.trickle(file), (at_once, b""))

    def test_a_byte_order_mark_long_before_the_document(self):
        slow = shell("{ printf '\ufeff'; sleep 0.2; cat; } | \"$@\"")
        found = run_process("-", input=self.good("-s1", "-f", "json"), under=slow)
        self.assertEqual((found.stdout, found.stderr), (self.good("-s1"), b""))

    def test_blank_lines_in_pieces(self):
        self.assertEqual(self.trickle(b" \n."), (b"#\n.\n", b""))
        small = b'{"width":2,"height":1,"tiles":["#."]}'
        self.assertEqual(self.trickle(small + b" \n" + small), (b"#.\n#.\n", b""))
        document = self.good("-s1", "-f", "json")
        self.assertEqual(self.trickle(b" \n" + document), (self.good("-s1"), b""))

    def test_documents_in_a_stream_do_not_wait_for_the_next(self):
        """If the first line is a document, each line is read and written when it arrives."""
        document = b'{"width":2,"height":1,"tiles":["#."]}'
        with start("-", stdin=subprocess.PIPE, bufsize=0) as process:
            for line in (document + b"\n", b"\r\n" + document + b" \r\n"):
                process.stdin.write(line)
                arrived, _, _ = select.select([process.stdout], [], [], 60)
                late = "the map of a document did not come before the next document"
                self.assertTrue(arrived, late)
                self.assertEqual(process.stdout.read(3), b"#.\n")
            process.stdin.close()
            self.assertEqual(process.wait(), 0)

    @unittest.skipIf(SANITIZED, "the sanitizer reserves all addresses")
    def test_memory_for_lines_follows_the_longest(self):
        """A thousand documents need no more memory than one. If the first is on several lines, they
        do.
        """
        line = b'{"width":1,"height":1,"tiles":["."],"a":"%s"}\n' % (b"b" * 100_000)
        two_lines = b"{\n" + line[1:]
        limited = ["prlimit", f"--as={32 << 20}"]
        where = {"cwd": self.folder, "stdout": subprocess.DEVNULL}
        for first, status in ((line, 0), (two_lines, 1)):
            write(self.path("map"), first + line * 1000)
            with self.subTest(first=first[:20]):
                result = run_process("map", "-f", "csv", under=limited, **where)
                self.assertEqual(result.returncode, status, result.stderr)


class Limits(TestCase):
    def test_a_file_does_not_grow_while_it_is_read(self):
        """Nor is it written over, by whatever name it is reached."""
        text = self.good("-s1", "-n2", "-fjson")
        write(self.path("map"), text)
        os.link(self.path("map"), self.path("hard"))
        inputs = ("map", "hard", "-")
        outputs = ("", "-o /dev/stdout", "-o /proc/self/fd/1", "-o /dev/fd/%i")
        problem = "is also one of the files to read"
        for name, way, mode in itertools.product(inputs, outputs, ("ab", "r+b")):
            with self.subTest(input=name, output=way, mode=mode):
                command = [name, "-fjson", *way.split()]
                with open(self.path("map"), "rb") as file, open(self.path("map"), mode) as end:
                    result = run_process(*command, stdin=file, stdout=end, cwd=self.folder)
                self.assert_message(result, 4, problem)
        self.assertEqual(read(self.path("map")), text)

    @unittest.skipIf(SANITIZED, "the sanitizer reserves all addresses")
    def test_maps_with_too_many_tiles(self):
        """They are refused before anything takes memory for their columns or tiles, whatever is
        done with the map.
        """
        trace = b"1: w 6, h 6, x 0, y 0: room 0\nmap: 2147483647x45, 1 attempts, rooms 6 to 10\n"
        small, large = (
            b'{"width":%d,"height":%d,"rooms":[%s]}\n' % (side, side, ROOM.encode())
            for side in (9, 65536)
        )
        why = "must have at most 4294967295 tiles, but has a size of"
        reading = [f"- {way}" for way in ("--check", "--where rooms=1", "-f stats", "-f csv")]
        comparing = "-s1 --compare -"  # which reads one document
        for text, message, ways in (
            (trace, f"{why} 2147483647x45", [*reading, comparing]),
            (large, f"{why} 65536x65536", [*reading, comparing]),
            (small + large, f"document 2: {why} 65536x65536", reading),
        ):
            for way in ways:
                with self.subTest(way, message=message):
                    limited = ["prlimit", f"--as={16 << 20}"]
                    found = run_process(*way.split(), input=text, under=limited, stdout=subprocess.DEVNULL)
                    self.assert_message(found, 4, f"standard input: {message}")
