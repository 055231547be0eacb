# SPDX-License-Identifier: MIT
"""--compare names the cause of each of the mistakes that ports of the tutorial make, for ten seeds each. @option

Each is a change of samples/tutorial.py.
"""

import contextlib
import io
import sys

from helper import ROOT, TestCase, run

TUTORIAL = (ROOT / "samples" / "tutorial.py").read_text(encoding="ascii")
SEEDS = 10
FLOOR = r"room \d+ \(attempt \d+\) has its floor at \S+ to \S+; "
TUNNEL = r"tunnel \d+, from room \d+ to room \d+, "
AREA, OVERLAP = "dig(x + 1, y + 1, x + w - 1, y + h - 1)", "a[0] <= b[2] and a[2] >= b[0] and a[1] <= b[3] and a[3] >= b[1]"
SIZES = "random.randint(ROOM_MIN, ROOM_MAX), random.randint(ROOM_MIN, ROOM_MAX)"
PLACES = "random.randint(0, WIDTH - w - 1), random.randint(0, HEIGHT - h - 1)"
CENTER = "(room[0] + room[2]) // 2, (room[1] + room[3]) // 2"
# From another sequence of draws it can only name the first room or tunnel that is not in its place.
PLACE = rf"{FLOOR}\d+ of its \d+ tiles (is|are) wall there|{FLOOR}there it is one|{TUNNEL}|attempt \d+, |there is floor at"

# What is wrong, the change, what the message says, and the first seed, for one that few maps show.
MISTAKES = [
    ("inner area one short", AREA, AREA.replace(" - 1", " - 2"), FLOOR + "there it is one column and one row short"),
    ("inner area one too large", AREA, AREA.replace(" - 1", ""), FLOOR + "there every room is one column and one row too large"),
    ("walls dug as well", AREA, "dig(x, y, x + w, y + h)", FLOOR + "there every room is one tile too large on every side"),
    ("h before w", "w, h = ", "h, w = ", FLOOR + "there its width and height are exchanged"),
    ("x before h", f"    w, h = {SIZES}\n    x, y = {PLACES}",
     "    w, x, h, y = ((w := random.randint(ROOM_MIN, ROOM_MAX)), random.randint(0, WIDTH - w - 1),"
     "(h := random.randint(ROOM_MIN, ROOM_MAX)), random.randint(0, HEIGHT - h - 1))", PLACE),
    ("< for <=", OVERLAP, OVERLAP.replace("=", ""), r"attempt \d+, \S+ at \S+, is dug there, but it overlaps room \d+, if only"),
    ("no overlap test", OVERLAP, "False", r"attempt \d+, \S+ at \S+, is dug there, but it overlaps room \d+"),
    ("coin inverted", "randint(0, 1) == 1", "randint(0, 1) == 0",
     TUNNEL + "goes along the (column first, not along the row|row first, not along the column)$"),
    ("the coin of 2020", "randint(0, 1) == 1", "random() < 0.5", "it is the map of --rng python-2020$"),
    ("center rounded up", CENTER, CENTER.replace("]) /", "] + 1) /"), TUNNEL + "runs between centers that are rounded up there"),
    ("bounds without -1", PLACES, PLACES.replace(" - 1", ""), PLACE),
    ("randrange for randint", SIZES, SIZES.replace("randint", "randrange"), PLACE),
    ("tunnel without its last tile", 'tiles[y][x] = "."',
     'tiles[y][x] = "." if x1 != x2 and y1 != y2 or (x, y) != (max(x1, x2), max(y1, y2)) else tiles[y][x]',
     TUNNEL + r"lacks the last tile of a leg there, \d+,\d+$"),
    ("29 attempts", "MAX_ROOMS + 1", "MAX_ROOMS", r"room \d+ \(attempt 30, the last\) has its floor at"),
    ("tunnels from the first room", "center(rooms[-1]), center(room)", "center(rooms[0]), center(room)",
     TUNNEL + "comes from room 0 there$"),
    ("transposed", "map(\"\".join, tiles)", "map(\"\".join, zip(*tiles))",
     "is 45x80, and should be 80x45; rows and columns are exchanged$"),
    ("seed off by one", "int(sys.argv[1])", "int(sys.argv[1]) + 1", r"it is the map of seed \d+$"),
    ("seed one too small", "int(sys.argv[1])", "int(sys.argv[1]) - 1", r"it is the map of seed \d+$"),
]  # fmt: skip


def draw(code, seed):
    """What the tutorial with that code prints."""
    sys.argv = ["tutorial.py", str(seed)]
    with contextlib.redirect_stdout(io.StringIO()) as out:
        exec(code, {})
    return out.getvalue()


def maps(code):
    """The first seeds whose maps the mistake changes, with these, and how many seeds it took."""
    right, found, seed = compile(TUTORIAL, "right", "exec"), {}, 0
    while len(found) < SEEDS:
        seed += 1
        wrong = draw(code, seed)
        if wrong != draw(right, seed):
            found[seed] = wrong
    return found


class Mistakes(TestCase):
    def test_each_is_named(self):
        for name, line, change, message in MISTAKES:
            self.assertEqual(TUTORIAL.count(line), 1, name)
            for seed, text in maps(compile(TUTORIAL.replace(line, change), name, "exec")).items():
                with self.subTest(name, seed=seed):
                    found = run("--seed", str(seed), "--compare", "-", input=text.encode())
                    said = self.assert_message(found, 4)
                    self.assertRegex(said.replace("dungen: standard input: ", "").split(" rows differ; ")[-1], f"^(?:{message})")
