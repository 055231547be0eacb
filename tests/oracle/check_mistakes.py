# SPDX-License-Identifier: MIT
"""--compare names the mistakes of ports of the tutorial, one or several, for many seeds each, and no others. @option

Each is a change of samples/tutorial.py, in the order of src/diagnose/mistakes.def. The table in dungen-compare(7) has the
same order. MISTAKE_MAPS=N in the environment makes N maps without a mistake of the list, and all pairs of it.
"""

import contextlib
import functools
import io
import itertools
import os
import random
import re
import sys

from helper import ROOT, TestCase, run

SEEDS, PAIRS, UNRELATED = 4, 60, int(os.environ.get("MISTAKE_MAPS", "100"))
# The tutorial digs rows and columns by functions of their own, in which there are mistakes to make, as in the coin.
FUNCTIONS = """def row(a, b, y):
    for x in range(min(a, b), max(a, b) + 1):
        tiles[y][x] = "."
def column(c, d, x):
    for y in range(min(c, d), max(c, d) + 1):
        tiles[y][x] = "."
def coin():
    return random.randint(0, 1) == 1
random.seed("""
TUNNEL = """        dig(old_x, old_y, bend_x, bend_y)
        dig(bend_x, bend_y, new_x, new_y)
"""
LEGS = """        if along == "row":
            row(old_x, new_x, old_y), column(old_y, new_y, new_x)
        else:
            column(old_y, new_y, old_x), row(old_x, new_x, new_y)
"""
TUTORIAL = (ROOT / "samples" / "tutorial.py").read_text(encoding="ascii").replace("random.randint(0, 1) == 1", "coin()")
TUTORIAL = TUTORIAL.replace("random.seed(", FUNCTIONS).replace(TUNNEL, LEGS)
AREA = "dig(x + 1, y + 1, x + w - 1, y + h - 1)"
OVERLAP = "a[0] <= b[2] and a[2] >= b[0] and a[1] <= b[3] and a[3] >= b[1]"
SIZES = "random.randint(ROOM_MIN, ROOM_MAX), random.randint(ROOM_MIN, ROOM_MAX)"
X, Y = "random.randint(0, WIDTH - w - 1)", "random.randint(0, HEIGHT - h - 1)"
COIN, ROOM = "random.randint(0, 1) == 1", "room = (x, y, x + w, y + h)"
CENTER = "(room[0] + room[2]) // 2, (room[1] + room[3]) // 2"


def numbers(body, seed="right.seed"):
    """The random module with another randint."""
    head = f"import random as right\nclass random:\n    seed, random = {seed}, right.random\n"
    randint = f"    def randint(lo, hi):\n        n = hi - lo + 1\n        {body}\n"
    return ["import random\n", f"{head}{randint}    def randrange(lo, hi): return random.randint(lo, hi - 1)\n"]


GENRAND = ("lambda seed: right.setstate((3, (*__import__('itertools').accumulate(range(1, 624), lambda s, i: "
           "(1812433253 * (s ^ s >> 30) + i) % 2**32, initial=seed % 2**32), 624), None))")  # fmt: skip
AGAIN = "while (bits := {}) >= n: pass\n        return lo + bits"

# What is replaced by what, in the order of the manual.
CHANGES = [
    ['"".join, tiles', '"".join, zip(*tiles)'],
    ['"".join, tiles', '"".join, tiles[::-1]'],
    ["w, h = ", "h, w = "],
    [f"x, y = {X}, {Y}", f"y, x = {Y}, {X}"],
    [f"    w, h = {SIZES}\n    x, y = {X}, {Y}", f"    w = random.randint(ROOM_MIN, ROOM_MAX)\n    x = {X}\n    h = random.randint(ROOM_MIN, ROOM_MAX)\n    y = {Y}"],
    ["WIDTH - w - 1", "WIDTH - w", "HEIGHT - h - 1", "HEIGHT - h"],
    ["WIDTH - w - 1", "WIDTH - w - 2", "HEIGHT - h - 1", "HEIGHT - h - 2"],
    ["(0, WIDTH", "(1, WIDTH", "(0, HEIGHT", "(1, HEIGHT"],
    [SIZES, SIZES.replace("randint", "randrange")],
    ["random.randint(0, WIDTH", "random.randrange(0, WIDTH", "random.randint(0, HEIGHT", "random.randrange(0, HEIGHT",
     SIZES, SIZES.replace("randint", "randrange"), "random.randint(0, 1)", "random.randrange(0, 1)"],
    [COIN, COIN.replace("== 1", "== 0")],
    ["    if rooms:", "    if not rooms: coin()\n    if rooms:"],
    [COIN, "True"],
    [COIN, "False"],
    [COIN, f"{COIN} or True"],
    [COIN, f"{COIN} and False"],
    [OVERLAP, OVERLAP.replace("=", "")],
    [OVERLAP, "False"],
    ["enumerate(rooms) if", "enumerate(rooms[-1:]) if"],
    ["continue  #", "break  #"],
    [AREA, "dig(x, y, x + w - 1, y + h - 1)"],
    [AREA, "dig(x + 1, y + 1, x + w, y + h)"],
    [AREA, "dig(x, y, x + w, y + h)"],
    [AREA, "dig(x + 1, y + 1, x + w - 2, y + h - 2)"],
    [AREA, "dig(x + 1, y + 1, x + w - 2, y + h - 1)"],
    [AREA, "dig(x + 1, y + 1, x + w - 1, y + h - 2)"],
    [AREA, "dig(x + 1, y + 1, x + w, y + h - 1)"],
    [AREA, "dig(x + 1, y + 1, x + w - 1, y + h)"],
    [ROOM, "room = (x, y, x + w - 1, y + h - 1)", AREA, "dig(x + 1, y + 1, x + w - 2, y + h - 2)"],
    ["max(a, b) + 1", "max(a, b)", "max(c, d) + 1", "max(c, d)"],
    ["min(a, b), max(a, b)", "a, b", "min(c, d), max(c, d)", "c, d"],
    ["column(old_y, new_y, new_x)", "column(old_y, new_y, old_x)", "row(old_x, new_x, new_y)", "row(old_x, new_x, old_y)"],
    ["column(old_y, new_y, old_x)", "column(old_y, new_y, new_x)", "row(old_x, new_x, old_y)", "row(old_x, new_x, new_y)"],
    ["center(rooms[-1]), center(room)", "center(rooms[0]), center(room)"],
    ["    if rooms:", "    if False:"],
    [CENTER, CENTER.replace("]) /", "] + 1) /")],
    numbers("return right.randint(lo, hi)", GENRAND),
    numbers("return lo + right.getrandbits(32) % n"),
    numbers("return lo + int(right.random() * n)"),
    numbers("return lo + int(right.getrandbits(32) / 2**32 * n)"),
    numbers(AGAIN.format("right.getrandbits(32) % 2**n.bit_length()")),
    numbers("return lo + right.getrandbits(n.bit_length()) % n"),
    numbers(AGAIN.format("right.getrandbits((n - 1).bit_length())")),
    ["MAX_ROOMS + 1", "MAX_ROOMS"],
    ["MAX_ROOMS + 1", "MAX_ROOMS + 2"],
    ["int(sys.argv[1])", "int(sys.argv[1]) + 1"],
    ["int(sys.argv[1])", "int(sys.argv[1]) - 1"],
    [COIN, "random.random() < 0.5"],
]  # fmt: skip


def sentences():
    """The messages: a symptom, and mostly a colon and the correct behavior."""
    definitions = (ROOT / "src" / "diagnose" / "mistakes.def").read_text(encoding="utf-8")
    messages = re.findall(r'^X\(\w+, "(.*)"\)$', definitions, re.M)
    return [*messages, "the numbers are those of --rng NAME"]


def symptoms_in_manual():
    """The first column of the table in the manual."""
    page = (ROOT / "man" / "dungen-compare.7").read_text(encoding="utf-8")
    table = page.partition(".Sh TABLE OF MISTAKES")[2].partition("\n.Sh ")[0]
    cells = re.findall(r"^T\{\n(.*?)\nT\}\|T\{$", table, re.M | re.S)
    return [cell.replace("\n", " ").replace("\\-", "-") for cell in cells]


def with_mistakes(mistakes):
    """The tutorial with them, or None if they are in the same place."""
    code = TUTORIAL
    for change in mistakes:
        for old, new in zip(change[::2], change[1::2], strict=True):
            if code.count(old) != 1:
                return None
            code = code.replace(old, new)
    return code


@functools.cache
def draw(code, seed):
    """What the tutorial with that code prints."""
    sys.argv = ["tutorial.py", str(seed)]
    with contextlib.redirect_stdout(io.StringIO()) as out:
        exec(compile(code, "tutorial", "exec"), {})
    return out.getvalue()


class Mistakes(TestCase):
    def test_manual_lists_each_symptom(self):
        self.assertEqual(symptoms_in_manual(), [sentence.partition(": ")[0] for sentence in sentences()])

    def answer(self, text, seed):
        """The mistakes that are named, or what is said instead."""
        found = self.assert_message(run("--seed", str(seed), "--compare", "-", input=text.encode()), 4)
        return re.sub(r"^dungen: standard input: (\d+ of 45 rows differ|is 45x80, and should be 80x45); ", "", found)

    def test_each_is_named(self):
        ports = [with_mistakes([change]) for change in CHANGES]
        names = sentences()
        self.assertEqual(len(names), len(CHANGES))
        self.assertEqual(draw(TUTORIAL, 7).encode(), self.good("--seed", "7"))
        for number, (name, port) in enumerate(zip(names, ports, strict=True)):
            # Of mistakes that make the same map, the first is named.
            shown = (seed for seed in range(1, 200) if draw(port, seed) not in {draw(other, seed) for other in [TUTORIAL, *ports[:number]]})
            seeds = list(itertools.islice(shown, SEEDS))
            self.assertEqual(len(seeds), SEEDS, name)
            for seed in seeds:
                wrong = draw(port, seed)
                with self.subTest(name, seed=seed):
                    self.assertEqual(self.answer(wrong, seed), name.replace("NAME", "python-2020"))

    def test_pairs(self):
        names = [*sentences()[:-1], "the numbers are those of --rng python-2020"]
        changes = dict(zip(names, CHANGES, strict=True))
        pairs = [pair for pair in itertools.combinations(names, 2) if with_mistakes(map(changes.get, pair))]
        if "MISTAKE_MAPS" not in os.environ:
            pairs = random.Random(1).sample(pairs, PAIRS)
        same = shown = 0
        for pair in pairs:
            try:
                wrong = draw(with_mistakes(map(changes.get, pair)), 5)
            except IndexError:
                continue  # a floor leaves the map
            if wrong == draw(TUTORIAL, 5):
                continue
            shown += 1
            answer = self.answer(wrong, 5)
            same += answer == "; and ".join(pair)
            if answer != "; and ".join(pair):  # then others make the same map
                named = answer.split("; and ")
                with self.subTest(pair, answer=answer):
                    self.assertLessEqual(len(named), 2)
                    self.assertEqual(draw(with_mistakes(map(changes.get, named)), 5), wrong)
        self.assertGreater(same, shown * 2 / 3, f"pairs named as such, of {len(pairs)} with {shown} maps")

    def test_three(self):
        names = sentences()
        three = [names.index(next(name for name in names if name.startswith(start)))
                 for start in ("h is drawn before w", "the coin is the other way around", "rooms that share only a wall")]  # fmt: skip
        port = with_mistakes(CHANGES[number] for number in three)
        self.assertEqual(self.answer(draw(port, 42), 42), "; and ".join(names[number] for number in three))

    def test_none_is_named_for_another_map(self):
        for seed in range(1, UNRELATED + 1):
            answer = self.answer(self.good("--seed", str(seed + 5000)).decode(), seed)
            self.assertRegex(answer, r"^the first that is not there is (room|tunnel) \d+ of attempt \d+, (\d+x\d+ at \d+,\d+|from room \d+ to room \d+ by [\d, ]+)(; if the program has its own random numbers, .*)?$", seed)
