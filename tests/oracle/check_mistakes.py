# SPDX-License-Identifier: MIT
"""--compare names the mistakes of ports of the tutorial, one or several, for many seeds each, and
no others. @option

The ports are in ports.py. With MISTAKE_MAPS=N in the environment, the tests compare N maps that
have no mistake of the list, and all pairs of mistakes.
"""

import itertools
import os
import random
import re

import ports
from helper import ROOT, TestCase, run
from ports import MISTAKES, can_combine, draw_map

SEEDS_OF_EACH = 4
PAIR_COUNT = 60
PAIR_SEED = 5
UNRELATED_MAPS = int(os.environ.get("MISTAKE_MAPS", "100"))
ALL_PAIRS = "MISTAKE_MAPS" in os.environ

# What --compare says first if a map is wrong, and what it says about a map without a known mistake.
DIFFERENCE = r"(\d+ of 45 rows differ|expected a map of 80x45, found 45x80)"
FIRST_DIFFERENCE = (
    r"the first missing part is (room|tunnel) \d+ of attempt \d+, "
    r"(\d+x\d+ at \d+,\d+|from room \d+ to room \d+ by [\d]+)"
    r"(; compare a trace of the program, .*)?"
)


def sentences():
    """Returns the messages: each is a symptom, and mostly a colon and the correct behavior."""
    definitions = (ROOT / "src" / "diagnose" / "mistakes.def").read_text(encoding="utf-8")
    texts = re.findall(r'^X\(\w+, "(.*)"\)$', definitions, re.M)
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
        return re.sub(f"^dungen: standard input: {DIFFERENCE}; ", "", message)

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

    def test_three_mistakes_are_named(self):
        three = (ports.HeightFirst, ports.CoinReversed, ports.SharedWallsKept)
        expected = "; and ".join(messages()[mistake] for mistake in three)
        self.assertEqual(self.compare(draw_map(three, 42), 42), expected)

    def test_no_mistake_is_named_for_the_map_of_another_seed(self):
        for seed in range(1, UNRELATED_MAPS + 1):
            other_map = self.good("--seed", str(seed + 5000)).decode()
            self.assertRegex(self.compare(other_map, seed), f"^{FIRST_DIFFERENCE}$", seed)
