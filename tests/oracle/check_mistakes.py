# SPDX-License-Identifier: MIT
"""--compare names the mistakes of ports of the tutorial, one or two, and says nothing that is not
true, also about ports with other mistakes. @option

The ports are in ports.py and wrong_ports.py. truth.py judges the answers.
"""

import itertools
import pathlib
import random
import re
import subprocess
import sys

import ports
import wrong_ports
from helper import IS_NIGHTLY, ROOT, TestCase, run
from ports import MISTAKES, can_combine, draw_map, port_with
from truth import TEXT_OF, Judge

SEEDS_OF_EACH = 4
SEEDS_OF_WRONG_PORTS = range(1, 13)
WRONG_PORTS_STEP = 1 if IS_NIGHTLY else 4  # each seed compares one in so many of the wrong ports
PAIR_COUNT = 60
PAIR_SEED = 5
UNRELATED_MAPS = 100
EDITED_MAPS = 60

# Mistakes that show on each of the first twenty maps.
TOGETHER = [
    (ports.YFirst,),
    (ports.CoinReversed, ports.CenterColumnsUp),
    (ports.HeightFirst, ports.TunnelsAfterAllRooms),
]

# Of these, most maps show only which rooms they keep.
DECISIONS = [
    ports.SharedWallsKept,
    ports.Padding,
    ports.OnlyLastRoomCompared,
    ports.OverlapEndsLoop,
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
    r"((all \d+ rooms are there|at least \d+ of \d+ rooms are there); )?"
    r"(tiles of (room|tunnel) \d+ of attempt \d+, "
    r"(\d+x\d+ at \d+,\d+|from room \d+ to room \d+ by [\d, ]+), are wall, such as \d+,\d+"
    r"|tunnel \d+ of attempt \d+: .* leg.*|no floor is missing)"
    rf"; see THE ANSWERS in dungen-compare\(7\)|{DIFFERENCE}"
)


def sentences():
    """Returns the messages: each is a symptom, and mostly a colon and the correct behavior."""
    definitions = (ROOT / "src" / "diagnose" / "mistakes.def").read_text(encoding="utf-8")
    texts = re.findall(r'^X\(\w+, \w+, "(.*)"\)$', definitions, re.M)
    texts.insert(-3, "the random numbers are those of --rng NAME")
    return texts


def symptoms_in_manual():
    """Returns the list of mistakes in the manual."""
    page = (ROOT / "man" / "dungen-compare.7").read_text(encoding="utf-8")
    section = page.partition(".Sh KNOWN MISTAKES")[2].partition("\n.Sh ")[0]
    items = re.findall(r"^\.It (.*)$", section, re.M)
    return [item.replace("\\-", "-") for item in items]


def seeds_that_show(mistake):
    """Yields seeds for which a mistake makes a map of its own.

    It differs from the map of the right port, and from the maps of earlier mistakes. If several
    mistakes make the same map, --compare names the first of them.
    """
    earlier = MISTAKES[: MISTAKES.index(mistake)]
    for seed in range(1, 400):
        other_maps = {draw_map((), seed), *(draw_map((other,), seed) for other in earlier)}
        if draw_map((mistake,), seed) not in other_maps:
            yield seed


def pairs_that_show():
    """Yields pairs of mistakes that make a map, and another one than the right port."""
    pairs = [pair for pair in itertools.combinations(MISTAKES, 2) if can_combine(pair)]
    pairs = random.Random(1).sample(pairs, PAIR_COUNT)
    for pair in pairs:
        try:
            wrong_map = draw_map(pair, PAIR_SEED)
        except IndexError:
            continue  # a floor leaves the map
        if wrong_map != draw_map((), PAIR_SEED):
            yield pair


# Ports that dig one leg of some tunnels, and perhaps at a wrong place the other.
HALF_TUNNELS = [
    wrong_ports.SecondLegMissing,
    wrong_ports.BendWrongForHeads,
    wrong_ports.BendWrongForTails,
    wrong_ports.HorizontalForward,
]

# Mistakes about numbers and tunnels that porters often make, with the seeds that have to name them.
OFTEN_MADE = [
    ports.NumbersModuloOf31Bits,
    ports.CoinOfOneWord,
    ports.SignedTempering,
    ports.NoTunnels,
    ports.TunnelsFromNewRoom,
]

HALF_TUNNEL = (
    r"its second leg, \d+,\d+ to \d+,\d+, is missing; its first leg, \d+,\d+ to \d+,\d+, is floor"
    r"|its second leg, \d+,\d+ to \d+,\d+, is floor; its first leg, \d+,\d+ to \d+,\d+, is missing"
)


class Mistakes(TestCase):
    def compare(self, text, seed, *options):
        """Returns what --compare says about a wrong map after the number of rows that differ."""
        done = run("--seed", str(seed), "--compare", "-", *options, input=text.encode())
        message = self.assert_message(done, 4)
        return re.sub(f"^dungen: standard input: ({DIFFERENCE}; )?", "", message)

    def judge(self, mistakes, seed):
        """Compares the map of a port. Returns whether the answer names one of its mistakes, or None
        if the map is right."""
        needs_fraction = ports.CoinOfOneWord in mistakes
        right = ports.CoinOfPython2020 if needs_fraction else ports.Port
        options = ("--rng", "python-2020") if needs_fraction else ()
        port = port_with(mistakes)(seed)
        if port.text() == draw_map((right,) if needs_fraction else (), seed):
            return None
        answer = self.compare(port.text(), seed, *options)
        judge = Judge(port, seed, mistakes, right)
        with self.subTest(mistakes, seed=seed, answer=answer):
            self.assertEqual(judge.false_statements(answer), [])
        return judge.is_named(answer)

    def test_port_without_mistakes_makes_the_map(self):
        self.assertEqual(draw_map((), 7), self.good("--seed", "7").decode())

    def test_manual_lists_each_symptom(self):
        symptoms = [sentence.partition(": ")[0] for sentence in sentences()]
        self.assertEqual(symptoms_in_manual(), symptoms)

    def test_each_mistake_is_named(self):
        for mistake in MISTAKES:
            seeds = list(itertools.islice(seeds_that_show(mistake), SEEDS_OF_EACH))
            self.assertEqual(len(seeds), SEEDS_OF_EACH, f"seeds that show {mistake.__name__}")
            named = [self.judge((mistake,), seed) for seed in seeds]
            if mistake not in DECISIONS:
                self.assertGreaterEqual(named.count(True), SEEDS_OF_EACH - 1, mistake.__name__)

    def test_mistakes_that_are_often_made_are_named_on_each_map(self):
        for mistake in OFTEN_MADE:
            for seed in SEEDS_OF_WRONG_PORTS:
                with self.subTest(mistake.__name__, seed=seed):
                    self.assertTrue(self.judge((mistake,), seed))

    def test_the_missing_half_of_a_tunnel_is_named(self):
        for mistake in HALF_TUNNELS:
            answers = [self.compare(mistake(seed).text(), seed) for seed in SEEDS_OF_WRONG_PORTS]
            named = [answer for answer in answers if re.search(HALF_TUNNEL, answer)]
            with self.subTest(mistake.__name__, answers=answers):
                self.assertGreater(len(named), len(answers) / 2)

    def test_two_mistakes_are_named(self):
        """--compare names other mistakes if they make the same map, but usually it names the pair.

        """
        named = [self.judge(pair, PAIR_SEED) for pair in pairs_that_show()]
        self.assertGreater(named.count(True), len(named) * 2 / 3, f"of {len(named)} pairs")

    def test_nothing_false_is_said_about_other_mistakes(self):
        wrong = wrong_ports.wrong_ports()
        self.assertGreater(len(wrong), 120)
        for number, mistake in enumerate(wrong):
            for seed in SEEDS_OF_WRONG_PORTS:
                if (number + seed) % WRONG_PORTS_STEP == 0:
                    self.judge((mistake,), seed)

    def test_several_maps_name_the_rule(self):
        """A single map shows which rooms a port keeps, and several show why."""
        for mistake in DECISIONS:
            files = self.write_maps((mistake,), range(1, 31))
            with self.subTest(mistake.__name__):
                self.assertIn(TEXT_OF[mistake], self.summary(1, files))

    def test_each_map_of_a_batch_is_searched_anew(self):
        """Three searches for pairs of mistakes take more work than the search for the mistakes of one
        map may.
        """
        size = "--quiet --width 1400 --height 1400 --max-rooms 600".split()
        first, *others = ("python-2020", "libtcod", "libtcod-mt")
        for last in others:
            # The last map lets the summary name what was found for an earlier one.
            rngs = (first, *others, last)
            files = [self.path(f"{number}.txt") for number in range(len(rngs))]
            for seed, (rng, file) in enumerate(zip(rngs, files), 2):
                self.good(*size, "--seed", str(seed), "--rng", rng, "-o", file)
            lines = run(*size, "--seed", "1", "--compare", *files).stderr.decode().splitlines()
            self.assertEqual(len(lines), len(rngs))
            for line, rng in (lines[0], first), (lines[-1], last):
                self.assertIn("the seed is one too large", line)
                self.assertIn(f"those of --rng {rng}", line)

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
                names = "; and ".join(TEXT_OF[mistake] for mistake in mistakes)
                self.assertEqual(self.summary(1, files), f"all 20 maps that differ: {names}")

    def test_a_map_with_another_cause_has_no_common_mistake(self):
        files = self.write_maps((ports.CenterColumnsUp,), range(1, 6))
        pathlib.Path(files[3]).write_text(
            draw_map((ports.HeightFirst,), 4), encoding="utf-8"
        )
        self.assertEqual(
            self.summary(1, files),
            f"all 5 maps that differ: 4 are as if {TEXT_OF[ports.CenterColumnsUp]}; "
            "dungen found no known mistake that explains all maps",
        )

    def test_a_map_that_is_right_refutes_a_mistake(self):
        """The mistake would also change the map of seed 2."""
        files = self.write_maps((ports.XMaxTooSmall,), [3, 4])
        text = TEXT_OF[ports.XMaxTooSmall]
        self.assertEqual(self.summary(3, files), f"all 2 maps that differ: {text}")
        files = self.write_maps((), [2]) + files
        lines = run("--seed", "2", "--compare", *files).stderr.decode().splitlines()
        self.assertNotIn(text, lines[0])
        self.assertIn(f"the map is as if {text}", lines[1])
        self.assertTrue(
            lines[2].endswith(f"2 are as if {text}; but then a map that is right would differ, too")
        )

    def test_the_first_wrong_map_comes_after_many_that_are_right(self):
        """dungen does not remember all of them, and names the mistake nevertheless."""
        port = type("OneAttempt", (ports.XMaxTooSmall,), {"attempts": 1})
        files = [self.path(f"{seed}.txt") for seed in range(1, 102)]
        for seed, file in enumerate(files, 1):
            pathlib.Path(file).write_text(port(seed).text(), encoding="utf-8")
        done = run("--seed", "1", "--max-rooms", "1", "--compare", *files)
        lines = done.stderr.decode().splitlines()
        self.assertIn(f"{files[91]}: 18 of 45 rows differ", lines[0])
        text = TEXT_OF[ports.XMaxTooSmall]
        self.assertEqual(lines[-1], f"dungen: all 3 maps that differ: {text}")

    def test_a_pair_is_named_if_some_maps_show_only_one_of_its_mistakes(self):
        pair = (ports.XMaxTooSmall, ports.CoinReversed)
        self.assertEqual(draw_map(pair, 1), draw_map(pair[1:], 1))
        files = self.write_maps(pair, range(1, 9))
        names = "; and ".join(TEXT_OF[mistake] for mistake in pair)
        self.assertEqual(self.summary(1, files), f"all 8 maps that differ: {names}")

    def test_no_mistake_of_another_port_is_stated_as_a_fact(self):
        for mistake in wrong_ports.wrong_ports():
            files = self.write_maps((mistake,), SEEDS_OF_WRONG_PORTS)
            lines = run("--seed", "1", "--compare", *files).stderr.decode().splitlines()
            judges = [Judge(mistake(seed), seed, (mistake,)) for seed in SEEDS_OF_WRONG_PORTS]
            for line in lines:
                with self.subTest(mistake.__name__, line=line):
                    false = [set(judge.false_facts(line)) for judge in judges]
                    self.assertEqual(set.intersection(*false), set())

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
        self.assertTrue(message.endswith(TEXT_OF[ports.SharedWallsKept]), message)
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
