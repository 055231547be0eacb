# SPDX-License-Identifier: MIT
"""--compare names the mistakes of ports of the tutorial, one or several, for many seeds each, and
no others. @option

The ports are in ports.py. With MISTAKE_MAPS=N in the environment, the tests compare N maps that
have no mistake of the list, and all pairs of mistakes.
"""

import itertools
import os
import pathlib
import random
import re
import subprocess
import sys

import ports
from helper import ROOT, TestCase, run
from ports import MISTAKES, can_combine, draw_map

SEEDS_OF_EACH = 4
PAIR_COUNT = 60
PAIR_SEED = 5
UNRELATED_MAPS = int(os.environ.get("MISTAKE_MAPS", "100"))
ALL_PAIRS = "MISTAKE_MAPS" in os.environ
EDITED_MAPS = 60

# Mistakes that show on each of the first twenty maps.
TOGETHER = [
    (ports.YFirst,),
    (ports.CoinReversed, ports.CentersRoundedUp),
    (ports.HeightFirst, ports.TunnelsAfterAllRooms),
]


class PathsOfAWalker(ports.Port):
    """Digs at random, one tile after the other."""

    def __init__(self, seed):
        self.numbers = self.numbers_class(seed)
        self.tiles = [[ports.WALL] * self.width for _ in range(self.height)]
        x, y = self.width // 2, self.height // 2
        for _ in range(2000):
            self.tiles[y][x] = ports.FLOOR
            step_x, step_y = [(1, 0), (-1, 0), (0, 1), (0, -1)][self.numbers.below(4)]
            x = min(max(x + step_x, 1), self.width - 2)
            y = min(max(y + step_y, 1), self.height - 2)


class RoomsInCells(ports.Port):
    """Places a room in each cell of a grid, and joins them in the order of the cells."""

    attempts = 18

    def draw_place(self, w, h):
        cell = 17 - len(self.rooms)
        return cell % 6 * 13 + self.draw(0, 12 - w), cell // 6 * 15 + self.draw(0, 14 - h)


class CenteredRooms(ports.Port):
    """Draws the center of a room instead of its corner."""

    def draw_place(self, w, h):
        x = self.draw(w // 2, self.width - w + w // 2 - 1) - w // 2
        y = self.draw(h // 2, self.height - h + h // 2 - 1) - h // 2
        return max(0, y - 2), x % (self.height - h)


OTHER_ALGORITHMS = [PathsOfAWalker, RoomsInCells, CenteredRooms]

# What --compare says first if a map is wrong, and what it says about a map without a known mistake.
FIRST_TILE = r"the first difference is at \d+,\d+: found (wall|floor), expected (wall|floor)"
DIFFERENCE = rf"((?:1 of 45 rows differs|\d+ of 45 rows differ); {FIRST_TILE}|expected a map of 80x45, found 45x80)"
FIRST_DIFFERENCE = (
    r"(all rooms are right; )?the first missing part is (room|tunnel) \d+ of attempt \d+, "
    r"(\d+x\d+ at \d+,\d+|from room \d+ to room \d+ by [\d, ]+)"
    rf"; see THE ANSWERS in dungen-compare\(7\)|{DIFFERENCE}"
)


def sentences():
    """Returns the messages: each is a symptom, and mostly a colon and the correct behavior."""
    definitions = (ROOT / "src" / "diagnose" / "mistakes.def").read_text(encoding="utf-8")
    texts = re.findall(r'^X\(\w+, \w+, "(.*)"\)$', definitions, re.M)
    return [*texts, "the random numbers are those of --rng NAME"]


def symptoms_in_manual():
    """Returns the first column of the table of mistakes in the manual."""
    page = (ROOT / "man" / "dungen-compare.7").read_text(encoding="utf-8")
    table = page.partition(".Sh TABLE OF MISTAKES")[2].partition("\n.Sh ")[0]
    cells = re.findall(r"^T\{\n(.*?)\nT\}\|T\{$", table, re.M | re.S)
    return [cell.replace("\n", " ").replace("\\-", "-") for cell in cells]


def messages():
    """Returns the message for each mistake, by its class."""
    return {
        mistake: sentence.replace("NAME", "python-2020")
        for mistake, sentence in zip(MISTAKES, sentences(), strict=True)
    }


def seeds_that_show(mistake):
    """Yields seeds for which a mistake makes a map of its own.

    It differs from the map of the right port, and from the maps of earlier mistakes. If several
    mistakes make the same map, --compare names the first of them.
    """
    earlier = MISTAKES[: MISTAKES.index(mistake)]
    for seed in range(1, 200):
        other_maps = {draw_map((), seed), *(draw_map((other,), seed) for other in earlier)}
        if draw_map((mistake,), seed) not in other_maps:
            yield seed


def pairs_that_show():
    """Yields pairs of mistakes that make a map, and another one than the right port."""
    pairs = [pair for pair in itertools.combinations(MISTAKES, 2) if can_combine(pair)]
    if not ALL_PAIRS:
        pairs = random.Random(1).sample(pairs, PAIR_COUNT)
    for pair in pairs:
        try:
            wrong_map = draw_map(pair, PAIR_SEED)
        except IndexError:
            continue  # a floor leaves the map
        if wrong_map != draw_map((), PAIR_SEED):
            yield pair


class Mistakes(TestCase):
    def compare(self, text, seed):
        """Returns what --compare says about a wrong map after the number of rows that differ."""
        done = run("--seed", str(seed), "--compare", "-", input=text.encode())
        message = self.assert_message(done, 4)
        return re.sub(f"^dungen: standard input: ({DIFFERENCE}; )?", "", message)

    def test_port_without_mistakes_makes_the_map(self):
        self.assertEqual(draw_map((), 7), self.good("--seed", "7").decode())

    def test_manual_lists_each_symptom(self):
        symptoms = [sentence.partition(": ")[0] for sentence in sentences()]
        self.assertEqual(symptoms_in_manual(), symptoms)

    def test_each_mistake_is_named(self):
        for mistake, message in messages().items():
            seeds = list(itertools.islice(seeds_that_show(mistake), SEEDS_OF_EACH))
            self.assertEqual(len(seeds), SEEDS_OF_EACH, f"seeds that show {mistake.__name__}")
            for seed in seeds:
                with self.subTest(mistake.__name__, seed=seed):
                    self.assertEqual(self.compare(draw_map((mistake,), seed), seed), message)

    def test_two_mistakes_are_named(self):
        """--compare names other mistakes if they make the same map, but usually it names the pair.

        """
        message_of = messages()
        mistake_of = {message: mistake for mistake, message in message_of.items()}
        pairs = list(pairs_that_show())
        named_pairs = 0
        for pair in pairs:
            wrong_map = draw_map(pair, PAIR_SEED)
            answer = self.compare(wrong_map, PAIR_SEED)
            if answer == "; and ".join(message_of[mistake] for mistake in pair):
                named_pairs += 1
                continue
            named = answer.split("; and ")
            with self.subTest(pair, answer=answer):
                self.assertLessEqual(len(named), 2)
                other_mistakes = tuple(mistake_of[message] for message in named)
                self.assertEqual(draw_map(other_mistakes, PAIR_SEED), wrong_map)
        self.assertGreater(named_pairs, len(pairs) * 2 / 3, f"of {len(pairs)} pairs")

    def test_the_second_of_two_maps_can_decide(self):
        """The sets of mistakes that explain one map are struck by the next one."""
        kept_in_x = ports.SharedWallsKeptInX
        seed = next(
            seed
            for seed in range(1, 100)
            if draw_map((), seed)
            != draw_map((kept_in_x,), seed)
            == draw_map((ports.SharedWallsKept,), seed)
        )
        self.assertEqual(
            self.compare(draw_map((kept_in_x,), seed), seed), messages()[ports.SharedWallsKept]
        )
        files = self.write_maps((kept_in_x,), range(seed, seed + 10))
        self.assertRegex(
            self.summary(seed, files), f"^all \\d+ maps( that differ)?: {messages()[kept_in_x]}$"
        )

    def test_each_map_of_a_batch_is_searched_anew(self):
        """Two of these maps take more work than the search for the mistakes of one map may."""
        size = "--quiet --width 1400 --height 1400 --max-rooms 600".split()
        cases = [("2", "python"), ("2", "python-2020"), ("4", "python")]
        for number, (seed, rng) in enumerate(cases, 1):
            self.good(*size, "--seed", seed, "--rng", rng, "-o", self.path(f"{number}.txt"))
        files = [self.path(f"{number}.txt") for number in (1, 2, 3)]
        lines = run(*size, "--seed", "1", "--compare", *files).stderr.decode().splitlines()
        for line, (_, rng) in zip(lines, cases):
            named = "the seed is one too large" if rng == "python" else f"those of --rng {rng}"
            self.assertIn(named, line)

    def write_maps(self, mistakes, seeds):
        """Writes the maps of a port, and returns the names of the files."""
        files = []
        for seed in seeds:
            files.append(self.path(f"{seed}.txt"))
            pathlib.Path(files[-1]).write_text(draw_map(mistakes, seed), encoding="utf-8")
        return files

    def summary(self, seed, files):
        """Returns what --compare says about all of several maps that differ, or None."""
        done = run("--seed", str(seed), "--compare", *files)
        self.assertEqual(done.returncode, 4)
        lines = done.stderr.decode().splitlines()
        self.assertLessEqual(len(lines), 12, lines)
        found = [line for line in lines if line.startswith("dungen: all ")]
        self.assertLessEqual(len(found), 1, lines)
        return found[0].removeprefix("dungen: ") if found else None

    def test_one_line_names_the_mistakes_of_twenty_maps(self):
        for mistakes in TOGETHER:
            with self.subTest(mistakes):
                files = self.write_maps(mistakes, range(1, 21))
                names = "; and ".join(messages()[mistake] for mistake in mistakes)
                self.assertEqual(self.summary(1, files), f"all 20 maps that differ: {names}")

    def test_a_map_with_another_cause_has_no_common_mistake(self):
        files = self.write_maps((ports.CentersRoundedUp,), range(1, 6))
        pathlib.Path(files[3]).write_text(
            draw_map((ports.HeightFirst,), 4), encoding="utf-8"
        )
        self.assertIsNone(self.summary(1, files))

    def test_a_trace_can_have_rooms_that_share_walls(self):
        """The mistake is named as for a map, in the trace itself and in the numbers of a seed."""
        source = (ROOT / "samples" / "tutorial.py").read_text(encoding="utf-8")
        port = self.path("port.py")
        pathlib.Path(port).write_text(
            source.replace("<=", "<").replace(">=", ">"), encoding="utf-8"
        )
        trace = subprocess.run(
            [sys.executable, port, "42", "--trace"], stdout=subprocess.PIPE, check=True
        ).stdout
        message = self.assert_message(run("--seed", "42", "--compare", "-", input=trace), 4)
        self.assertRegex(message, 'attempt 8: expected "overlaps", found "room, row first"')
        self.assertTrue(message.endswith(messages()[ports.SharedWallsKept]), message)
        pathlib.Path(self.path("trace")).write_bytes(trace)
        drawn = self.good("--quiet", self.path("trace"))
        done = run("--draws", self.path("trace"), "--compare", "-", input=drawn)
        self.assertRegex(self.assert_message(done, 4), "shares a wall .*use <= instead of <$")

    def test_no_mistake_is_named_for_an_edited_map(self):
        rng = random.Random(1)
        for seed in range(1, EDITED_MAPS + 1):
            rows = [list(row) for row in draw_map((), seed).splitlines()]
            for _ in range(rng.randint(2, 40)):
                row = rng.choice(rows)
                column = rng.randrange(len(row))
                row[column] = rng.choice("#.")
            text = "".join("".join(row) + "\n" for row in rows)
            if text == draw_map((), seed):
                continue
            self.assertRegex(self.compare(text, seed), f"^({FIRST_DIFFERENCE})$", seed)

    def test_no_mistake_is_named_for_other_algorithms(self):
        for port in OTHER_ALGORITHMS:
            for seed in range(1, EDITED_MAPS // len(OTHER_ALGORITHMS) + 1):
                with self.subTest(port.__name__, seed=seed):
                    answer = self.compare(port(seed).text(), seed)
                    self.assertRegex(answer, f"^({FIRST_DIFFERENCE})$")

    def test_no_mistake_is_named_for_the_map_of_another_seed(self):
        for seed in range(1, UNRELATED_MAPS + 1):
            other_map = self.good("--seed", str(seed + 5000)).decode()
            self.assertRegex(self.compare(other_map, seed), f"^({FIRST_DIFFERENCE})$", seed)
