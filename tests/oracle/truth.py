# SPDX-License-Identifier: MIT
"""Judges what --compare says about the map of a port: false_statements() returns what is not true.

A statement is true if the map shows it, whatever its cause, or if it names a mistake of the port.
"""

import functools
import itertools
import pathlib
import re

from ports import FLOOR, MISTAKES, SPAWN, WALL, Port, can_combine, port_with

DEFINITIONS = pathlib.Path(__file__).parents[2] / "src" / "diagnose" / "mistakes.def"


def texts_of_mistakes():
    """Returns what --compare prints for each mistake, in the order of ports.MISTAKES."""
    rows = re.findall(r'^X\((\w+), \w+, "(.*)"\)$', DEFINITIONS.read_text(encoding="utf-8"), re.M)
    texts = [text for name, text in rows if name not in ("ATTEMPTS", "DECISIONS", "DECISIONS_COIN")]
    return [*texts, "the random numbers are those of --rng python-2020"]


TEXT_OF = dict(zip(MISTAKES, texts_of_mistakes(), strict=True))


def statements_of(answer):
    """Returns the statements of an answer. An answer that begins with "as if" only says which
    mistakes make the map, so each of them is a statement, too.
    """
    answer = answer.removeprefix("dungen: standard input: ").replace("the map is as if ", "")
    return re.split(r"; (?:and )?", answer)


def places_of(x1, y1, x2, y2):
    """Returns the tiles of a rectangle."""
    return [
        (x, y)
        for y in range(min(y1, y2), max(y1, y2) + 1)
        for x in range(min(x1, x2), max(x1, x2) + 1)
    ]


@functools.cache
def right_port(seed, port_class=Port):
    return port_class(seed)


class Follower(Port):
    """The right port, but it keeps the rooms that a map has, and drops the others."""

    takes_coin = False

    def __init__(self, seed, tiles):
        self.wanted = tiles
        self.decided = []  # attempts that are decided against the rule
        super().__init__(seed)

    def meets_rooms(self, room):
        is_dropped = super().meets_rooms(room)
        x1, y1, x2, y2 = room
        places = [(x, y) for y in range(y1 + 1, y2) for x in range(x1 + 1, x2)]
        has_room = all(self.wanted[y][x] == FLOOR for x, y in places)
        is_new = any(self.tiles[y][x] == WALL for x, y in places)
        has_room = has_room and (is_new or not is_dropped)
        if has_room == is_dropped:
            self.decided.append((len(self.rooms), len(self.decisions) + 1))
            if not has_room and self.takes_coin and self.rooms:
                self.draw_coin()
        return not has_room


class FollowerWithCoins(Follower):
    takes_coin = True


class Judge:
    """Knows a port, its map, and the map of the right port."""

    def __init__(self, port, seed, mistakes, right_class=Port):
        self.port = port
        self.seed = seed
        self.right_class = right_class
        self.right = right_port(seed, right_class)
        self.tiles = self.rows_of(port)
        self.mistakes = mistakes
        self.names = [TEXT_OF[mistake] for mistake in mistakes if mistake in TEXT_OF]
        self.names += [name for mistake in mistakes for name in getattr(mistake, "names", ())]

    def rows_of(self, port):
        return port.text().replace("@", FLOOR).splitlines()

    def wall_of(self, x1, y1, x2, y2):
        """Returns the tiles of a rectangle that are wall."""
        return [(x, y) for x, y in places_of(x1, y1, x2, y2) if self.tiles[y][x] == WALL]

    def is_made_by(self, changes):
        """Returns whether the right port makes the map if some of its attributes are changed."""
        return self.rows_of(type("Changed", (self.right_class,), changes)(self.seed)) == self.tiles

    # Statements. Each function returns whether its statement is true.

    def names_mistake(self, statement):
        return any(statement.startswith(name) for name in self.names)

    def gaps_of_rooms(self):
        """Returns how many columns and rows lie between the rectangles of each two rooms."""
        return [
            (max(a[0], b[0]) - min(a[2], b[2]), max(a[1], b[1]) - min(a[3], b[3]))
            for a, b in itertools.combinations(self.port.rooms, 2)
        ]

    def shows_rule(self, statement):
        """Returns whether rooms are as a mistake says, whatever rule the port has for them."""
        gaps = self.gaps_of_rooms()
        if statement.startswith("rooms keep at least one tile of padding"):
            return all(max(x, y) > 1 for x, y in gaps)
        if statement.startswith("rooms that share only a wall are kept"):
            return any(max(x, y) == 0 for x, y in gaps)
        if statement.startswith("overlapping rooms are kept"):
            return any(x < 0 and y < 0 for x, y in gaps)
        return False

    def is_as_if(self, room, attempt, decision, others):
        for follower_class in Follower, FollowerWithCoins:
            changes = (follower_class, self.right_class)
            try:
                follower = type("F", changes, {})(self.seed, self.tiles)
            except IndexError:
                continue  # it has no room
            decided = follower.decided
            if self.rows_of(follower) != self.tiles or decided[0] != (int(room), int(attempt)):
                continue
            rectangle, is_kept = follower.decisions[int(attempt) - 1]
            if (decision == "dropped, although it overlaps no room") == is_kept:
                continue
            if is_kept:
                verb, other = re.fullmatch(r"kept, although it (.*) room (\d+)", decision).groups()
                other = follower.rooms[int(other)]
                shares_wall = verb == "shares a wall with"
                columns = min(rectangle[2], other[2]) - max(rectangle[0], other[0])
                rows = min(rectangle[3], other[3]) - max(rectangle[1], other[1])
                if min(columns, rows) < 0 or shares_wall != (min(columns, rows) == 0):
                    continue
            return len(decided) - 1 == int(others or 0)
        # Another mistake that is named makes the rest of the map.
        return len(self.mistakes) > 1

    def has_ended(self, attempts, rooms, rule):
        if len(self.mistakes) > 1:
            return rule == "30"
        kept = [is_kept for _, is_kept in self.right.decisions[: int(attempts)]]
        return (
            rule == "30"
            and kept.count(True) == int(rooms)
            and self.is_made_by({"attempts": int(attempts)})
        )

    def has_more_attempts(self, attempts, _rule):
        return len(self.port.decisions) >= int(attempts)

    def draws_in_between(self, room, next_room):
        return int(next_room) == int(room) + 1 and any(
            getattr(mistake, "draws_in_between", False) for mistake in self.mistakes
        )

    def has_rooms(self, count):
        return sum(room in self.port.rooms for room in self.right.rooms) >= int(count)

    def has_all_rooms(self, count):
        return int(count) == len(self.right.rooms) and self.has_rooms(count)

    def has_wall_in_room(self, room, _attempt, w, h, x, y, wall_x, wall_y):
        x1, y1, x2, y2 = self.right.rooms[int(room)]
        sizes = (x1 + 1, y1 + 1, x2 - x1 - 1, y2 - y1 - 1)
        walls = self.wall_of(x1 + 1, y1 + 1, x2 - 1, y2 - 1)
        return (int(x), int(y), int(w), int(h)) == sizes and (int(wall_x), int(wall_y)) in walls

    def has_wall_in_tunnel(self, tunnel, _attempt, room, next_room, corners, wall_x, wall_y):
        corners = [tuple(map(int, corner.split(","))) for corner in corners.split()]
        walls = [
            place for one, other in zip(corners, corners[1:]) for place in self.wall_of(*one, *other)
        ]
        return (
            tunnel == room
            and int(next_room) == int(room) + 1
            and corners[0] == self.right.center(self.right.rooms[int(room)])
            and corners[-1] == self.right.center(self.right.rooms[int(next_room)])
            and (int(wall_x), int(wall_y)) in walls
        )

    def has_leg(self, x1, y1, x2, y2):
        return self.wall_of(*map(int, (x1, y1, x2, y2))) == []

    def has_leg_with_walls(self, x1, y1, x2, y2, walls, size):
        x1, y1, x2, y2 = map(int, (x1, y1, x2, y2))
        length = abs(x1 - x2) + abs(y1 - y2) + 1
        return len(self.wall_of(x1, y1, x2, y2)) == int(walls) and length == int(size)

    def lacks_leg(self, _leg, x1, y1, x2, y2):
        """Returns whether all tiles of a leg are wall that no room and no other leg shares."""
        leg = {(int(x1), int(y1)), (int(x2), int(y2))}
        tiles = places_of(int(x1), int(y1), int(x2), int(y2))
        shared = set()
        for x1, y1, x2, y2 in self.right.rooms:
            shared.update(places_of(x1 + 1, y1 + 1, x2 - 1, y2 - 1))
        for ends in self.right.legs:
            if set(ends) != leg:
                shared.update(places_of(*ends[0], *ends[1]))
        alone = [(x, y) for x, y in tiles if (x, y) not in shared]
        return bool(alone) and all(self.tiles[y][x] == WALL for x, y in alone)

    def lacks_no_floor(self):
        rows = self.rows_of(self.right)
        return all(
            tile != FLOOR or actual == FLOOR
            for row, actual_row in zip(rows, self.tiles)
            for tile, actual in zip(row, actual_row)
        )

    def has_other_spawn(self, x, y, found_x, found_y):
        right = self.right.text().splitlines()
        actual = self.port.text().splitlines()
        return right[int(y)][int(x)] == actual[int(found_y)][int(found_x)] == SPAWN

    def always(self, *_):
        return True

    STATEMENTS = (
        (r"room (\d+) of attempt (\d+) was (.*? room(?: \d+)?)"
         r"(?:, and (\d+) other rooms? (?:were|was) kept or dropped against the rule)?", is_as_if),
        (r"the port made at most (\d+) attempts, or kept at most (\d+) rooms: make (\d+) attempts",
         has_ended),
        (r"the port makes at least (\d+) attempts: make (\d+)", has_more_attempts),
        (r"numbers were drawn between room (\d+) and room (\d+)", draws_in_between),
        (r"all (\d+) rooms are there", has_all_rooms),
        (r"at least (\d+) of \d+ rooms are there", has_rooms),
        (r"tiles of room (\d+) of attempt (\d+), (\d+)x(\d+) at (\d+),(\d+), "
         r"are wall, such as (\d+),(\d+)", has_wall_in_room),
        (r"tiles of tunnel (\d+) of attempt (\d+), from room (\d+) to room (\d+) by ([\d, ]+), "
         r"are wall, such as (\d+),(\d+)", has_wall_in_tunnel),
        (r"(?:tunnel \d+ of attempt \d+: )?its (?:first|second) leg, "
         r"(\d+),(\d+) to (\d+),(\d+), has (\d+) tiles? of wall among (\d+)", has_leg_with_walls),
        (r"(?:tunnel \d+ of attempt \d+: )?its (first|second) leg, "
         r"(\d+),(\d+) to (\d+),(\d+), is missing", lacks_leg),
        (r"(?:tunnel \d+ of attempt \d+: )?its (?:first|second) leg, "
         r"(\d+),(\d+) to (\d+),(\d+), is floor", has_leg),
        (r"no floor is missing", lacks_no_floor),
        (r"see (THE ANSWERS|MONSTERS AND ITEMS) in dungen-compare\(7\)", always),
        (r"(?:1 of 45 rows differs|\d+ of 45 rows differ)", always),
        (r"the first difference is at \d+,\d+: found (?:wall|floor), expected (?:wall|floor)", always),
        (r"expected a map of 80x45, found 45x80", always),
        (r"spawn: expected (\d+),(\d+), found (\d+),(\d+)", has_other_spawn),
    )

    def is_true(self, statement):
        if self.names_mistake(statement) or self.shows_rule(statement):
            return True
        for pattern, judge in self.STATEMENTS:
            match = re.fullmatch(pattern, statement)
            if match:
                return judge(self, *match.groups())
        return False

    def is_made_by_mistakes(self, statements):
        """Returns whether statements only name mistakes, and these make the tiles of the map."""
        mistake_of = {text: mistake for mistake, text in TEXT_OF.items()}
        named = tuple(map(mistake_of.get, statements))
        if not named or None in named or not can_combine(named):
            return False
        return self.rows_of(port_with(named)(self.seed)) == self.tiles

    def false_statements(self, answer):
        """Returns the statements of an answer that are not true."""
        statements = statements_of(answer)
        doubtful = [statement for statement in statements if not self.is_true(statement)]
        names = [statement for statement in statements if statement in TEXT_OF.values()]
        return [] if set(doubtful) <= set(names) and self.is_made_by_mistakes(names) else doubtful

    def is_named(self, answer):
        """Returns whether an answer names a mistake of the port."""
        return any(map(self.names_mistake, statements_of(answer)))

    def false_facts(self, line):
        """Returns what a line says about all maps that is true only of some, or that only looks true.

        A mistake that the port does not have may only be named after "as if".
        """
        facts = re.sub(r"as if (?:(?!dungen found).)*", "", line.partition(": ")[2])
        named = [text for text in TEXT_OF.values() if text in facts]
        return [text for text in named if not self.names_mistake(text) and not self.shows_rule(text)]
