# SPDX-License-Identifier: MIT
"""--compare reads the map again, in any format that is read, and prints how it differs."""

import json
import os
import re

from help_text import CHOICES, READ
from helper import TestCase, run, shell, write
from shapes import RULES


class Compare(TestCase):
    def document(self, *options):
        return json.loads(self.good("-s1", "-fjson", *options))

    def compare(self, text, *options, status=4):
        """The lines that the program prints about this text as FILE."""
        text = text if isinstance(text, bytes) else (json.dumps(text) if isinstance(text, dict) else text).encode()
        found = run("-s1", "--compare", "-", *options, input=text)
        self.assertEqual((found.stdout, found.returncode), (b"", status), found.stderr)
        lines = found.stderr.decode().splitlines()
        self.assertTrue(all(line.startswith("dungen: ") for line in lines))
        return [line.replace("dungen: ", "").replace("standard input: ", "", 1) for line in lines]

    def test_every_format_that_is_read(self):
        for name in READ:
            file = self.path(f"map.{CHOICES['format'][name]['extension']}")
            self.good("-qs1", "-o", file)
            self.assertEqual(self.good("-s1", "--compare", file), b"")
            self.assertEqual(run("-s2", "--compare", file).returncode, 4)
            os.rename(file, self.path("map"))
            self.assertEqual(self.good("-s1", "--compare", self.path("map"), "--input-format", name), b"")
        for shape in (*RULES.values(), "--preset level", "-W600 -H500 --max-rooms 900", "-W3 -H3 --room-min 2 --room-max 2"):
            for name in ("json", "text"):
                text = self.good("-s1", *shape.split(), "-f", name)
                self.assertEqual(self.compare(text, *shape.split(), status=0), [])
        self.assertEqual(self.compare(self.good("-s1", "--glyphs", "█·o"), "--glyphs", "█·o", status=0), [])

    def test_batches(self):
        for pattern in ("map-%d.txt", "map-%03i.json"):
            self.good("-s1", "-n30", "-o", self.path(pattern))
            self.assertEqual(self.good("-s1", "-n30", "--compare", self.path(pattern)), b"")
        self.assertEqual(self.good("-s5", "-n26", "--first=5", "--compare", self.path("map-%03i.json")), b"")
        batch = self.good("-s1", "-n30", "-fjson")
        self.assertEqual(self.compare(batch, "-n30", status=0), [])
        self.assertEqual(self.compare(batch, "-n29"), ["has more maps than were made (29); ask for more with --count"])
        self.assertIn("ends after 30 maps", self.compare(batch, "-n31")[0])
        self.assertIn("is cut off", self.compare(batch + b"{", "-n30")[0])
        self.assertEqual(self.compare(self.good("-s1", "-fjson"), "-n2"),
                         ["ends after 1 map; if each file has one map, try --compare with %d in its name"])  # fmt: skip
        # Of the seeds from 1 on, 3 is the second whose map has 14 rooms.
        line, _ = self.compare(self.good("-s1", "-n2", "-fjson"), "--find", "2", "--where", "rooms=14")
        self.assertRegex(line, r"^seed 3: \d+ of 45 rows differ, the first tile at .* here; the seed is one too small$")
        moved = re.sub(rb'"spawn":{"x":\d+,"y":\d+}', b'"spawn":{"x":1,"y":2}', batch)
        found = self.compare(moved, "-n30")
        self.assertEqual((len(found), found[10]), (11, "and 20 more"))
        self.assertEqual(found[0], "seed 1: the spawn is at 1,2, and should be at 11,21")
        write(self.path("map-002.json"), self.good("-s2", "-n2", "-fjson"))
        for count in ("2", "3"):
            self.assertRegex(self.assert_message(run("-s1", "-n", count, "--compare", self.path("map-%03i.json")), 4), "map-002.json: has more than one map;")
        write(self.path("map-7.txt"), self.good("-s7", "--rng", "libtcod"))
        found = run("-s1", "-n30", "--compare", self.path("map-%d.txt"))
        self.assertRegex(found.stderr.decode(), r"^dungen: \S+/map-7.txt: seed 7: \d+ of 45 rows differ, the first tile at "
                         r"\d+,\d+: (wall there, floor|floor there, wall) here; the numbers are those of --rng libtcod\n$")  # fmt: skip

    def test_documents(self):
        right = self.document("--doors")
        changes = [
            (lambda map: map["rooms"][3].update(width=3), r"room 3 is 3x9 at 1,29, and should be 8x9 at 1,29$"),
            (lambda map: map["rooms"].append({**map["rooms"][0], "id": 14}), "room 14, 6x9 at 9,17, should not be there"),
            (lambda map: map["tunnels"].pop(), "tunnel 12, from room 12 to room 13 by .*, is missing"),
            (lambda map: map["tunnels"][2].update(to=5), "tunnel 2 is from room 2 to room 5 by .*, and should be from room 2 to room 3 by"),
            (lambda map: map["tunnels"][0].update({"from": 2}), "tunnel 0 is from room 2 to room 1 by "),
            (lambda map: map["tunnels"][0]["path"].pop(), "tunnel 0 is from room 0 to room 1 by "),
            (lambda map: map["tunnels"][0]["path"][2].update(map["spawn"]), "tunnel 0 is from room 0 to room 1 by "),
            (lambda map: map["doors"].pop(), r"door \d+, at .*, is missing"),
            (lambda map: map["doors"][6].update(room=3), "door 6 is at 65,7 of room 3, and should be at 65,7 of room 2$"),
            (lambda map: map["doors"][0].update(x=1), "door 0 is at 1,"),
            (lambda map: map["spawn"].update(x=1), "the spawn is at 1,"),
            (lambda map: map["exit"].update(y=1), "the exit is at"),
        ]  # fmt: skip
        for change, message in changes:
            map = json.loads(json.dumps(right))
            del map["tiles"]
            change(map)
            [line] = self.compare(map, "--doors")
            self.assertRegex(line, "^" + message)
        self.assertEqual(self.compare(self.document("--rng", "splitmix64")),
                         ["43 of 45 rows differ; the numbers are those of --rng splitmix64"])  # fmt: skip

    def test_tiles(self):
        text = self.good("-s1").decode()
        self.assertEqual(self.compare(text.replace("@", "."), status=0), [])
        self.assertRegex(self.compare(text.replace("@", ".").replace(".", "@", 1))[0], "^the spawn is at .*, and should be at ")
        self.assertEqual(self.compare("#" * 80), ["is 80x1, and should be 80x45"])
        self.assertEqual(self.compare("#" * 45, "--find", "1", "--where", "rooms=14"), ["seed 1: is 45x1, and should be 80x45"])
        self.assertEqual(self.compare(self.document("-W90")), ["is 90x45, and should be 80x45"])
        self.assertEqual(self.compare(self.document("-W50", "-H80")), ["is 50x80, and should be 80x45"])
        self.assertEqual(self.compare('{"width":2147483647,"height":2,"rooms":[]}'), ["is 2147483647x2, and should be 80x45"])
        dug = self.compare(text.replace("#", ".", 1))
        self.assertEqual(dug, ["the tile at 0,0 is floor, and should be wall"])
        doors = self.good("-s1", "--doors").decode()
        self.assertRegex(self.compare(doors)[0], r"^\d+ of 45 rows differ, the first tile at \d+,\d+: door there, floor here$")
        # tests/oracle/check_mistakes.py has it in a map that is not square.
        size = ["-W45", "-H45", "--room-max", "8"]
        rows = self.good("-s1", *size, "--show", "none").decode().splitlines()
        turned = "\n".join(map("".join, zip(*rows)))
        self.assertRegex(self.compare(turned, *size)[0], "; rows and columns are exchanged: ")

    def test_without_a_mistake(self):
        """What is said of a map in which some tiles are the other kind."""
        small, around = "-W20 -H10 --room-min 2 --room-max 5 --max-rooms 6", "-W16 -H12 --room-min 2 --room-max 2 --max-rooms 40 --tunnels around"
        for options, tiles, cause in (
            ("-s42", "40,17", "the tile at 40,17 is wall, and should be floor"),
            (f"-s4 {small}", "1,1", "the tile at 1,1 is floor, and should be wall"),
            (f"-s4 {small}", "4,6 5,8", "2 of 10 rows differ; the first that is not there is room 0 of attempt 1, 2x3 at 4,6"),
            (f"-s4 {small}", "13,5 1,1", "2 of 10 rows differ; the first that is not there is room 1 of attempt 3, 1x1 at 13,5"),
            (f"-s4 {small}", "8,5 1,1", "2 of 10 rows differ; the first that is not there is tunnel 0 of attempt 3, from room 0 to room 1 by 4,7 4,5 13,5"),
            (f"-s4 {small}", "1,1 11,2", "2 of 10 rows differ, the first tile at 1,1: floor there, wall here"),
            # No mistake is looked for with these options.
            (f"-s4 {small} --loops 3", "5,3 1,1", "2 of 10 rows differ, the first tile at 1,1: floor there, wall here"),
            (f"-s4 {small} --tunnels around", "7,5 1,1", "2 of 10 rows differ, the first tile at 1,1: floor there, wall here"),
            (f"-s1 {around}", "5,4", "the tile at 5,4 is floor, and should be wall"),
        ):  # fmt: skip
            rows = [list(row) for row in self.good(*options.split(), "--show", "none").decode().splitlines()]
            for tile in tiles.split():
                x, y = map(int, tile.split(","))
                rows[y][x] = "." if rows[y][x] == "#" else "#"
            self.assertEqual(self.compare("\n".join(map("".join, rows)) + "\n", *options.split()), [cause], options)
        for options in ("--tunnels around", "--connect nearest", "--loops 3", "--doors"):
            [line] = self.compare(self.good("-s2", *options.split()), *options.split())
            self.assertRegex(line, r"^\d+ of 45 rows differ, the first tile at [^;]* here$")

    def test_documents_without_a_seed_on_the_command_line(self):
        text = b"".join(self.good("-q", *line.split(), "-fjson") for line in (
            "-s7 --preset level", "-s3 -n2 --rng libtcod --min-rooms 9 --connect nearest", "-s1 --preset warren"))  # fmt: skip
        self.good("--compare", "-", input=text)
        line = self.assert_message(run("--compare", "-", input=text.replace(b'"seed":"3"', b'"seed":"4"')), 4)
        self.assertRegex(line, r"input: document 2: room 0 is 5x8 at 50,5, and should be 6x5 at 41,16$")
        text = self.good("-s1", "-fjson")
        for wrong in (self.good("-s1"), text.replace(b'"seed":"1",', b""), text.replace(b'"python"', b'"basic"'),
                      text.replace(b'"python"', b'"libtcod"').replace(b'"seed":"1"', b'"seed":"9223372036854775808"'),
                      text.replace(b'"room_min":6', b'"room_min":1'),
                      text.replace(b'"max_rooms":30,', b""), text.replace(b'"max_rooms":30', b'"max_rooms":"30"'), text.replace(b'"max_rooms":30', b'"tunnels":"by"')):  # fmt: skip
            self.assert_message(run("--compare", "-", input=wrong), 2, "standard input has no seed and options that make a map; give --seed")

    def test_two_files(self):
        for name, count in (("a", 2), ("b", 3)):
            self.good("-s1", f"-n{count}", "-fjson", "-o", self.path(f"{name}.ndjson"))
        self.good("-s1", "--preset", "level", "-o", self.path("map.json"))
        for number, name in enumerate(set(READ) - {"trace"}, 1):
            other = self.path(f"map-{number}.{CHOICES['format'][name]['extension']}")
            self.good("-q", "-i", self.path("map.json"), "-f", name, "-o", other)
            self.good("-i", self.path("map.json"), "--compare", other)
            self.good("-i", other, "--compare", self.path("map.json"))
            self.good("-s1", "--preset", "level", "--compare", other)
        for one, other, end in (("a", "b", "b.ndjson: has more maps than {a.ndjson} (2)"), ("b", "a", "a.ndjson: ends after 2 maps; {b.ndjson} has more")):
            found = self.assert_message(run("-i", self.path(one + ".ndjson"), "--compare", self.path(other + ".ndjson")), 4)
            self.assertIn(re.sub("{(.*)}", lambda name: self.path(name[1]), end), found)
        self.good("-s1", "-n3", "-o", self.path("map-%d.txt"))
        found = self.assert_message(run("-i", self.path("map-1.txt"), "--compare", self.path("map-2.txt")), 4)
        self.assertRegex(found, "map-2.txt: .* rows differ, the first tile at [^;]*$")  # and no cause
        self.good("-i", self.path("b.ndjson"), "--compare", self.path("map-%d.txt"))
        self.good("-s1", "-n3", "-i", self.path("map-%d.txt"), "--compare", self.path("b.ndjson"))
        self.assert_message(run("-i", self.path("map-1.txt"), "--compare", self.path("map-%d.txt")), 4, "has no seed for the %d of --compare; use %i")

    def test_traces(self):
        """Draw by draw, and with the mistakes that do not concern numbers."""
        trace = self.good("-s42", "-f", "trace").decode()
        file, other = self.path("port.trace"), self.path("other.trace")
        write(file, trace.encode())
        for old, new, why in (
            ("", "", None),
            ("\n1: w 6", "\n1: w 7", "attempt 1: w is 7, and should be 6: the first number, from 6 to 10; check the seeding"),
            ("\n1: w 6, h 6", "\n1: w 6, h 7", "attempt 1: h is 7, and should be 6: the second number, from 6 to 10; all before it are right"),
            ("7: w 7, h 7, x 43", "7: w 7, h 7, x 44", "attempt 7: x is 44, and should be 43: the third number, from 0 to 72; all before it are right"),
            ("x 43, y 6", "x 43, y 7", "attempt 7: y is 7, and should be 6: the fourth number, from 0 to 37; all before it are right"),
            ("room 4, row", "room 4, column", "attempt 5: the tunnel goes along the column first, and should go along the row; all numbers before it are right"),
            ("room 1, column", "room 1, row", "attempt 2: the tunnel goes along the row first, and should go along the column; all numbers before it are right"),
        ):  # fmt: skip
            write(other, ("\n" + trace).replace(old, new, 1).encode())
            found = run("-s42", "--compare", other)
            self.assertEqual(found.stderr.decode(), f"dungen: {other}: {why}\n" if why else "")
        self.assertIn("is 80x45, and should be 90x45", self.assert_message(run("-s42", "-W90", "--compare", file), 4))
        # The maps are the same, and the numbers are not.
        self.assertIn("has 30 attempts, and should have 31; all numbers are right", self.assert_message(run("-s42", "--max-rooms", "31", "--compare", file), 4))
        write(other, trace.replace("\n30: w 8, h 10", "\n30: w 8, h 9").encode())
        for ours in (["-s42"], ["-i", file]):
            self.assertIn("attempt 30: h is 9, and should be 10: the second number", self.assert_message(run(*ours, "--compare", other), 4))
        # Tunnels around rooms do not depend on the coin.
        found = self.assert_message(run("-s42", "--tunnels", "around", "--compare", file), 4)
        self.assertNotIn("the tunnel goes along", found)
        text = self.good("-s42", "--show", "none").decode()
        write(self.path("port.txt"), text.encode())
        self.good("-i", "-", "--compare", self.path("port.txt"), input=trace.encode())
        write(other, trace.replace("row f", "old f").replace("column f", "row f").replace("old f", "column f").encode())
        self.assertIn("; the coin is the other way around: ", self.assert_message(run("-i", other, "--compare", self.path("port.txt")), 4))
        # A floor that is dug one row too high is named, and one from room 0 to every room.
        tiles = [list(line) for line in text.splitlines()]
        for room in json.loads(self.good("-s42", "-f", "json"))["rooms"]:
            tiles[room["y"] + room["height"]][room["x"] : room["x"] + room["width"]] = "." * room["width"]
        write(self.path("port.txt"), "\n".join(map("".join, tiles)).encode())
        found = self.assert_message(run("-i", file, "--compare", self.path("port.txt")), 4)
        self.assertTrue(found.endswith("rows differ; floors are one row too high: they end at y2 - 1"), found)

    def test_numbers_that_never_reach_the_end_of_their_range(self):
        """One size smaller, the numbers are those of a port whose randint(min, max) leaves max out."""
        for options, usual, note in (
            ("-W79 -H44 --room-max 9", "80x45, 30 attempts, rooms 6 to 10", "none of its 120 numbers is the highest in its range, such as w 10"),
            ("-W79 -H44 --room-max 9 --max-rooms 20", "80x45, 20 attempts, rooms 6 to 10", None),
            ("-W79 -H44", "80x45, 30 attempts, rooms 6 to 10", None),
            ("", "80x45, 30 attempts, rooms 6 to 10", None),
            ("--room-min 10", "80x45, 30 attempts, rooms 10 to 10", None),
            ("-s43 -H44 --room-max 9", "80x45, 30 attempts, rooms 6 to 10", None),
            ("-s43 -W79 --room-max 9", "80x45, 30 attempts, rooms 6 to 10", None),
        ):
            trace = self.good("-s42", "-f", "trace", *options.split()).decode()
            found = run("-i", "-", "-f", "csv", input=re.sub("map: .*", "map: " + usual, trace).encode())
            self.assertEqual((found.returncode, found.stderr.decode()),
                             (0, f"dungen: standard input: {note}; randint(min, max) includes max\n" if note else ""))  # fmt: skip

    def test_coins_that_never_change(self):
        """In a trace of 20 or more rooms, that is no chance."""
        for rooms, attempts in ((19, 80), (20, 85)):
            trace = self.good("-s42", "--max-rooms", str(attempts), "-f", "trace").decode()
            self.assertIn(f"room {rooms - 1}, ", trace)
            self.assertNotIn(f"room {rooms}, ", trace)
            for first in ("row", "column"):
                same = re.sub("(row|column) first", f"{first} first", trace).encode()
                found = run("-i", "-", "-f", "csv", input=same)
                note = f"dungen: standard input: the coin never changes: all of its 19 tunnels go along the {first} first; flip the coin for every tunnel\n"
                self.assertEqual((found.returncode, found.stderr.decode()), (0, note if rooms == 20 else ""))

    def test_mistakes_of_a_trace_are_faults(self):
        """A trace that shows a mistake does not pass the comparison, although the map is the one of its numbers."""
        trace = self.good("-s42", "-W79", "-H44", "--room-max", "9", "-f", "trace").decode()
        excluded = re.sub("map: .*", "map: 80x45, 30 attempts, rooms 6 to 10", trace)
        steady = re.sub("column first", "row first", self.good("-s42", "--max-rooms", "200", "-f", "trace").decode())
        for text, note in ((excluded, "none of its 120 numbers is the highest in its range"), (steady, "the coin never changes: ")):
            write(self.path("port.trace"), text.encode())
            write(self.path("port.txt"), self.good("-q", "-i", self.path("port.trace"), "-f", "text"))
            for options in ([], ["-q"]):
                found = run("-i", self.path("port.trace"), "--compare", self.path("port.txt"), *options)
                self.assertIn(note, self.assert_message(found, 4))

    def test_other_characters_than_those_of_glyphs(self):
        """The message asks for --glyphs, and with the right ones the maps are the same."""
        for wall, floor, missing in (("#", " ", "."), (" ", "#", "."), ("1", "0", "#"), ("0", "1", "#"), ("X", "O", "#"), ("X", ".", "#")):
            text = self.good("-s42", "--show", "none").decode().translate({ord("#"): wall, ord("."): floor})
            write(self.path("port.txt"), text.encode())
            with self.subTest(wall=wall, floor=floor):
                found = self.assert_message(run("-s42", "--compare", self.path("port.txt")), 4)
                self.assertRegex(found, rf" rows differ; the map does not contain '{re.escape(missing)}'; use --glyphs to define ")
                self.good("-s42", "--compare", self.path("port.txt"), "--glyphs", wall + floor)
                write(self.path("own.json"), self.good("-s42", "-f", "json"))
                found = self.assert_message(run("-qi", self.path("port.txt"), "--compare", self.path("own.json")), 4)
                self.assertIn(f"does not contain '{missing}'", found)
        # Walls that are blanks are read without --glyphs.
        write(self.path("port.txt"), self.good("-s42", "--show", "none").replace(b"#", b" "))
        self.good("-s42", "--compare", self.path("port.txt"))

    def test_a_map_of_other_random_numbers(self):
        """The message mentions traces."""
        write(self.path("port.txt"), self.good("-s7"))
        found = self.assert_message(run("-s42", "--compare", self.path("port.txt")), 4)
        self.assertTrue(found.endswith("; if the program has its own random numbers, give its trace to --input"), found)

    def test_several_files_without_seeds(self):
        for seed in "12":
            self.good(f"-s{seed}", "-n2", "-o", self.path(f"{seed}-%i.csv"))
        found = run("-n2", "-i", self.path("1-%i.csv"), "--compare", self.path("2-%i.csv"))
        self.assertRegex(found.stderr.decode(), r"^.*/2-1\.csv: \d+ of 45 rows differ.*\n.*/2-2\.csv: \d+ of 45 rows differ.*\n$")

    def test_files_that_are_missing_or_wrong_do_not_end_the_run(self):
        self.good("-s1", "-n30", "-o", self.path("map-%d.txt"))
        write(self.path("map-9.txt"), self.good("-s10"))
        write(self.path("map-11.txt"), b"!")
        every = ("-s1", "-n30", "--compare", self.path("map-%d.txt"))
        found = run(*every)
        self.assertEqual((found.returncode, found.stdout), (4, b""))
        for line, start in zip(found.stderr.decode().splitlines(), ("9.txt: seed 9: ", "11.txt: line 1, column 1: "), strict=True):
            self.assertIn("map-" + start, line)
        for seed in range(2, 31, 2):
            os.remove(self.path(f"map-{seed}.txt"))
        looked = run("-i", self.path("map-%d.txt"), *every[:2], "--check")
        for found, wrong in ((run(*every), 17), (looked, 16)):
            lines = found.stderr.decode().splitlines()
            self.assertEqual((found.returncode, len(lines), lines[10]), (1, 11, f"dungen: and {wrong - 10} more"))
            self.assertIn("map-2.txt: No such file or directory", lines[0])
        self.assert_message(run("-i", self.path("map-%d.txt"), "-s1", "-n3", "-fjson"), 1, "map-2.txt: No such file")
        self.assertEqual(self.good("-i", self.path("map-%i.txt"), "--first", "3", "-n1"), self.good("-s3"))
        self.assert_refused("-i", "%i", "-n2", "-s1", mentions=["--seed: not with --input"])

    def test_a_missing_file_leaves_out_the_document_that_it_belongs_to(self):
        """The other maps are compared with their own documents, also if the file is the first or the last."""
        maps, documents = self.path("%i.json"), self.path("all.ndjson")
        for missing in "1", "2", "4":
            self.good("-s1", "-n4", "-o", maps)
            self.good("-s1", "-n4", "-fjson", "-o", documents)
            os.remove(self.path(f"{missing}.json"))
            found = run("-n4", "-i", maps, "--compare", documents)
            self.assert_message(found, 1, f"{missing}.json: No such file or directory")
        self.good("-s1", "-n1", "-fjson", "-o", documents)
        os.remove(self.path("2.json"))
        lines = run("-n4", "-i", maps, "--compare", documents).stderr.decode().splitlines()
        self.assertRegex(lines[-1], "all.ndjson: ends after 1 map; .*3.json has more")

    def test_a_missing_file_belongs_to_a_file_that_is_wrong(self):
        self.good("-s1", "-n2", "-o", self.path("%i.json"))
        os.remove(self.path("1.json"))
        write(self.path("wrong.ndjson"), b"{}")
        files = run("-n2", "-i", self.path("%i.json"), "--compare", self.path("wrong.ndjson"))
        missing, wrong = files.stderr.decode().splitlines()
        self.assertIn("1.json: No such file or directory", missing)
        self.assertIn("wrong.ndjson: has neither rooms nor tiles", wrong)
        both = run("-n2", "-i", self.path("%i.json"), "--compare", self.path("%i.json"))
        self.assert_message(both, 1, "1.json: No such file or directory")

    def test_a_document_after_the_last_map_may_be_wrong(self):
        write(self.path("maps.ndjson"), self.good("-s1", "-fjson") + b"{}\n")
        self.assert_message(run("-s1", "--compare", self.path("maps.ndjson")), 4, "document 2: has neither rooms nor tiles")

    def test_files_of_two_patterns_are_named_without_their_seeds(self):
        self.good("-s1", "-n2", "-o", self.path("a%i.json"))
        self.good("-s2", "-n2", "-o", self.path("b%i.json"))
        found = run("-n2", "-i", self.path("a%i.json"), "--compare", self.path("b%i.json"))
        self.assertRegex(found.stderr.decode(), r"^dungen: \S*b1\.json: .*\ndungen: \S*b2\.json: .*\n$")

    def test_documents_of_a_pattern_are_named_without_their_seeds(self):
        for number in 1, 2:
            document = self.document()
            document["rooms"][0]["x"] += number
            del document["tiles"]
            write(self.path(f"{number}.json"), json.dumps(document).encode())
        found = run("-n2", "--compare", self.path("%i.json"))
        self.assertRegex(found.stderr.decode(), r"^dungen: \S*1\.json: .*\ndungen: \S*2\.json: .*\n$")

    def test_a_document_whose_options_make_no_map(self):
        """Its rooms would have to be placed so closely that no attempt finds a place for the last."""
        document = self.document("-W10", "-H10", "--room-min", "2", "--room-max", "4", "--min-rooms", "2")
        document["params"]["min_rooms"] = 9
        write(self.path("map.json"), json.dumps(document).encode())
        found = run("--compare", self.path("map.json"))
        self.assert_message(found, 2, "map.json has no seed and options that make a map; give --seed")

    def test_a_missing_file_is_not_left_out_by_skip(self):
        self.good("-s1", "-n3", "-o", self.path("%i.json"))
        os.remove(self.path("2.json"))
        check = ("-n2", "--first", "2", "-i", self.path("%i.json"), "--check", "--where", "rooms=99")
        missing, reason = run(*check).stderr.decode().splitlines()
        self.assertIn("2.json: No such file or directory", missing)
        self.assertRegex(reason, "^dungen: --where rooms=99: .* in .*3.json; try --skip$")
        missing, reason = run(*check, "--skip").stderr.decode().splitlines()
        self.assertIn("2.json: No such file or directory", missing)
        self.assertEqual(reason, "dungen: --skip: 1 of 1 maps left out")

    def test_where_leaves_out_files_together_with_their_maps(self):
        """Each file belongs to its map. In a batch, the next document belongs to the next map that is kept."""
        self.good("-s1", "-n3", "-f", "json", "-o", self.path("%i.json"))
        rooms = ("--where", "rooms=14")
        self.good("-n3", "-i", self.path("%i.json"), "--compare", self.path("%i.json"), "-q", "--skip", *rooms)
        kept = self.good("-n3", "-i", self.path("%i.json"), "-f", "json", "--skip", "-q", *rooms)
        self.assertEqual(len(kept.splitlines()), 2)
        self.good("-n3", "-i", self.path("%i.json"), "--compare", "-", "-q", "--skip", *rooms, input=kept)

    def test_where_looks_at_documents_that_are_made_again(self):
        self.good("-s1", "-f", "json", "-o", self.path("1.json"))
        left_out = self.assert_message(run("--compare", self.path("1.json"), "--where", "rooms=99"), 3)
        self.assertRegex(left_out, r"^dungen: --where rooms=99: .* in .*1\.json$")

    def test_refused(self):
        without_seed = "--width 90", "--rng libtcod", "--preset level", "-n2", "--find 2 --where rooms=1"
        for option in ("-o map.txt", "-f json", "--show none", "--check", "--no-tiles", *without_seed):
            self.assert_refused("--compare", "x", *option.split(), mentions=["not with --compare"])
        for option, name in (("--compare", "map.svg"), ("--compare", "map.odd"), ("--compare", "%x"), ("--first", "2")):
            self.assert_refused("--compare", "x", option, name, mentions=[f"{option} {name}: "])
        self.assert_refused("--input", "map.txt", "--first", "2", mentions=["--first 2: "])
        self.assert_message(run("-s1", "--compare", self.path("none.txt")), 1, "none.txt: No such file")
        self.assertEqual(run("-s1", "--compare", "x" * 4095 + "%d").returncode, 1)
        self.assertIn("line 1, column 1: no tile looks like '!'", self.compare("!\n")[0])
        self.good("-s1", "--compare", "-", input=self.good("-s1"), under=shell('exec "$@" >&-'))

    def test_seeds_at_the_ends(self):
        most = str(2**64 - 1)
        for seed, other, named in (("0", "1", "one too large"), (most, str(2**64 - 2), "one too small"), (most, "0", ""), ("0", most, "")):
            found = self.assert_message(run("-s", seed, "--compare", "-", input=self.good("-s", other)), 4)
            self.assertEqual(found.partition("; the seed is ")[2], named)
