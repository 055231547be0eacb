# SPDX-License-Identifier: MIT
"""A port of the tutorials' generator, and a class for each mistake that dungen-compare(7) lists.

A mistake overrides the part of Port that it gets wrong. port_with() combines mistakes.
"""

import functools
import itertools
import math
import random

WALL = "#"
FLOOR = "."
SPAWN = "@"


class Numbers:
    """The random numbers of CPython."""

    def __init__(self, seed):
        self.generator = random.Random()
        self.set_seed(seed)

    def set_seed(self, seed):
        self.generator.seed(seed)

    def bits(self, count):
        return self.generator.getrandbits(count)

    def fraction(self):
        """A number from 0 to 1, without 1."""
        return self.generator.random()

    def below(self, count):
        """A number from 0 to count - 1."""
        return self.generator.randint(0, count - 1)


class Port:
    """The generator as the tutorials write it. A room is x1, y1, x2, y2, walls included."""

    width = 80
    height = 45
    attempts = 30
    room_min = 6
    room_max = 10
    numbers_class = Numbers
    place_min = 0

    def __init__(self, seed):
        self.numbers = self.numbers_class(self.seed_for_numbers(seed))
        self.tiles = [[WALL] * self.width for _ in range(self.height)]
        self.rooms = []
        self.legs = []  # the two ends of each
        self.decisions = []  # of all attempts: the room, and whether it is kept
        self.last_attempt = None
        self.has_ended = False
        self.before_rooms()
        while self.goes_on() and not self.has_ended:
            self.make_attempt()
        self.after_rooms()
        spawn_x, spawn_y = self.center(self.rooms[0])
        if spawn_x < self.width and spawn_y < self.height:
            self.tiles[spawn_y][spawn_x] = SPAWN

    def goes_on(self):
        return len(self.decisions) < self.attempts

    def make_attempt(self):
        x, y, w, h = self.draw_room()
        room = self.make_room(x, y, w, h)
        self.before_overlap_test()
        is_kept = not self.meets_rooms(room)
        self.decisions.append((room, is_kept))
        if is_kept:
            self.add_room(room, x, y, w, h)
        else:
            self.drop_room(room)
        self.last_attempt = room

    def meets_rooms(self, room):
        return any(self.overlaps(room, other) for other in self.rooms_to_compare())

    def add_room(self, room, x, y, w, h):
        self.dig(*self.floor(x, y, w, h))
        self.connect(room)
        self.rooms.append(room)

    def drop_room(self, room):
        self.has_ended = self.ends_at_overlap()

    def text(self):
        return "".join("".join(row) + "\n" for row in self.rows_to_print())

    def rows_to_print(self):
        return self.tiles

    # Numbers.

    def seed_for_numbers(self, seed):
        return seed

    def draw(self, low, high):
        return low + self.numbers.below(high - low + 1)

    def draw_room(self):
        w, h = self.draw_size()
        x, y = self.draw_place(w, h)
        return x, y, w, h

    def draw_side(self):
        return self.draw(self.room_min, self.room_max)

    def draw_size(self):
        w = self.draw_side()
        h = self.draw_side()
        return w, h

    def place_max(self, length, side):
        return length - side - 1

    def draw_x(self, w):
        return self.draw(self.place_min, self.place_max(self.width, w))

    def draw_y(self, h):
        return self.draw(self.place_min, self.place_max(self.height, h))

    def draw_place(self, w, h):
        x = self.draw_x(w)
        y = self.draw_y(h)
        return x, y

    def before_rooms(self):
        pass

    def before_overlap_test(self):
        pass

    def after_rooms(self):
        pass

    def draw_coin(self):
        return self.draw(0, 1) == 1

    def goes_row_first(self):
        return self.draw_coin()

    # Rooms.

    def make_room(self, x, y, w, h):
        return x, y, x + w, y + h

    def floor(self, x, y, w, h):
        """Returns the corners of the floor of a room."""
        return self.floor_x1(x), self.floor_y1(y), self.floor_x2(x + w), self.floor_y2(y + h)

    def floor_x1(self, x1):
        return x1 + 1

    def floor_y1(self, y1):
        return y1 + 1

    def floor_x2(self, x2):
        return x2 - 1

    def floor_y2(self, y2):
        return y2 - 1

    def overlaps(self, a, b):
        return a[0] <= b[2] and a[2] >= b[0] and a[1] <= b[3] and a[3] >= b[1]

    def rooms_to_compare(self):
        return self.rooms

    def ends_at_overlap(self):
        return False

    def center(self, room):
        x1, y1, x2, y2 = room
        return self.center_x(x1, x2), self.center_y(y1, y2)

    def center_x(self, x1, x2):
        return (x1 + x2) // 2

    def center_y(self, y1, y2):
        return (y1 + y2) // 2

    # Tunnels.

    def connect(self, room):
        if self.rooms:
            self.dig_tunnel(self.center(self.start_of_tunnel(room)), self.center(room))

    def start_of_tunnel(self, room):
        """Returns the room at the other end of the tunnel to a new room."""
        return self.rooms[-1]

    def dig_tunnel(self, old_center, new_center):
        (old_x, old_y), (new_x, new_y) = old_center, new_center
        leg_x, leg_y = self.leg_places(old_center, new_center, self.goes_row_first())
        self.legs += [((old_x, leg_y), (new_x, leg_y)), ((leg_x, old_y), (leg_x, new_y))]
        for x in self.leg(old_x, new_x):
            self.dig(x, leg_y, x, leg_y)
        for y in self.leg(old_y, new_y):
            self.dig(leg_x, y, leg_x, y)

    def leg_places(self, old_center, new_center, is_row_first):
        """Returns the column of the leg that goes up or down, and the row of the other leg."""
        (old_x, old_y), (new_x, new_y) = old_center, new_center
        return (new_x, old_y) if is_row_first else (old_x, new_y)

    def leg_ends(self, a, b):
        return min(a, b), max(a, b)

    def leg(self, a, b):
        first, last = self.leg_ends(a, b)
        return range(first, last + 1)

    def dig(self, x1, y1, x2, y2):
        """Digs the part of a rectangle that is on the map."""
        for y in range(y1, min(y2 + 1, self.height)):
            for x in range(x1, min(x2 + 1, self.width)):
                self.tiles[y][x] = FLOOR


# How the map is printed.


class Transposed(Port):
    def rows_to_print(self):
        return zip(*self.tiles)


class UpsideDown(Port):
    def rows_to_print(self):
        return self.tiles[::-1]


class Mirrored(Port):
    def rows_to_print(self):
        return [row[::-1] for row in self.tiles]


class FirstRowNotPrinted(Port):
    def rows_to_print(self):
        return self.tiles[1:] + [[WALL] * self.width]


class FirstColumnNotPrinted(Port):
    def rows_to_print(self):
        return [row[1:] + [WALL] for row in self.tiles]


# The order of the numbers.


class HeightFirst(Port):
    def draw_size(self):
        h = self.draw_side()
        w = self.draw_side()
        return w, h


class YFirst(Port):
    def draw_place(self, w, h):
        y = self.draw_y(h)
        x = self.draw_x(w)
        return x, y


# The bounds of the numbers.


class XMaxTooSmall(Port):
    def draw_x(self, w):
        return self.draw(self.place_min, self.place_max(self.width, w) - 1)


class YMaxTooSmall(Port):
    def draw_y(self, h):
        return self.draw(self.place_min, self.place_max(self.height, h) - 1)


class XMaxTooLarge(Port):
    def draw_x(self, w):
        return self.draw(self.place_min, self.place_max(self.width, w) + 1)


class YMaxTooLarge(Port):
    def draw_y(self, h):
        return self.draw(self.place_min, self.place_max(self.height, h) + 1)


class XMaxFromH(Port):
    def draw_place(self, w, h):
        return self.draw_x(h), self.draw_y(h)


class YMaxFromW(Port):
    def draw_place(self, w, h):
        return self.draw_x(w), self.draw_y(w)


class PlaceFromOne(Port):
    place_min = 1


class SideBelowMax(Port):
    def draw_side(self):
        return self.draw(self.room_min, self.room_max - 1)


class EveryNumberBelowMax(Port):
    def draw(self, low, high):
        return super().draw(low, high - 1)


# The coin.


class CoinReversed(Port):
    def goes_row_first(self):
        return not self.draw_coin()


class CoinForFirstRoom(Port):
    def connect(self, room):
        if not self.rooms:
            self.goes_row_first()
        super().connect(room)


class CoinOfOneWord(Port):
    """The coin of python-2020, from one number instead of two."""

    def draw_coin(self):
        return self.numbers.bits(32) < 2**31


class AlwaysRowFirst(Port):
    def goes_row_first(self):
        return True


class AlwaysColumnFirst(Port):
    def goes_row_first(self):
        return False


class RowFirstDespiteCoin(Port):
    def goes_row_first(self):
        self.draw_coin()
        return True


class ColumnFirstDespiteCoin(Port):
    def goes_row_first(self):
        self.draw_coin()
        return False


# Rooms that overlap.


class SharedWallsKept(Port):
    def overlaps(self, a, b):
        return a[0] < b[2] and a[2] > b[0] and a[1] < b[3] and a[3] > b[1]


class Padding(Port):
    def overlaps(self, a, b):
        return a[0] <= b[2] + 1 and a[2] >= b[0] - 1 and a[1] <= b[3] + 1 and a[3] >= b[1] - 1


class OverlapsKept(Port):
    def overlaps(self, a, b):
        return False


class OnlyLastRoomCompared(Port):
    def rooms_to_compare(self):
        return self.rooms[-1:]


class OverlapEndsLoop(Port):
    def ends_at_overlap(self):
        return True


# The floor of a room.


class FloorBeginsInLeftWall(Port):
    def floor_x1(self, x):
        return x


class FloorBeginsInUpperWall(Port):
    def floor_y1(self, y):
        return y


class FloorBeginsLateInX(Port):
    def floor_x1(self, x):
        return x + 2


class FloorBeginsLateInY(Port):
    def floor_y1(self, y):
        return y + 2


class FloorIncludesWalls(Port):
    def floor(self, x, y, w, h):
        return x, y, x + w, y + h


class FloorTooNarrow(Port):
    def floor_x2(self, x2):
        return x2 - 2


class FloorTooLow(Port):
    def floor_y2(self, y2):
        return y2 - 2


class FloorTooWide(Port):
    def floor_x2(self, x2):
        return x2


class FloorTooHigh(Port):
    def floor_y2(self, y2):
        return y2


class RectangleTooSmall(Port):
    def make_room(self, x, y, w, h):
        return x, y, x + w - 1, y + h - 1

    def floor(self, x, y, w, h):
        return x + 1, y + 1, x + w - 2, y + h - 2


class SidesExchanged(Port):
    def make_room(self, x, y, w, h):
        return x, y, x + h, y + w

    def floor(self, x, y, w, h):
        return super().floor(x, y, h, w)


# Tunnels.


class CenterColumnsUp(Port):
    def center_x(self, x1, x2):
        return (x1 + x2 + 1) // 2


class CenterRowsUp(Port):
    def center_y(self, y1, y2):
        return (y1 + y2 + 1) // 2


class LegsLackLastTile(Port):
    def leg(self, a, b):
        first, last = self.leg_ends(a, b)
        return range(first, last)


class LegsOnlyForward(Port):
    def leg_ends(self, a, b):
        return a, b


class TunnelsFromFirstRoom(Port):
    def start_of_tunnel(self, room):
        return self.rooms[0]


class TunnelsFromLastAttempt(Port):
    def start_of_tunnel(self, room):
        return self.last_attempt


class TunnelsFromNewRoom(Port):
    def start_of_tunnel(self, room):
        return room


class NoTunnels(Port):
    def dig_tunnel(self, old_center, new_center):
        pass


class TunnelsAfterAllRooms(Port):
    def connect(self, room):
        pass

    def after_rooms(self):
        rooms = self.rooms
        self.rooms = []
        for room in rooms:
            Port.connect(self, room)
            self.rooms.append(room)


# Random numbers.


class SeedForInitGenrand(Port):
    class numbers_class(Numbers):
        def set_seed(self, seed):
            """Does what init_genrand of MT19937 does."""

            def next_word(word, i):
                return (1812433253 * (word ^ word >> 30) + i) % 2**32

            words = itertools.accumulate(range(1, 624), next_word, initial=seed % 2**32)
            self.generator.setstate((3, (*words, 624), None))


class NumbersModulo(Port):
    class numbers_class(Numbers):
        def below(self, count):
            return self.bits(32) % count


class NumbersModuloOf31Bits(Port):
    class numbers_class(Numbers):
        def below(self, count):
            return self.bits(31) % count


class NumbersFromFraction(Port):
    class numbers_class(Numbers):
        def below(self, count):
            return int(self.fraction() * count)


class NumbersFromShortFraction(Port):
    class numbers_class(Numbers):
        def below(self, count):
            return int(self.bits(32) / 2**32 * count)


class LowerBits(Port):
    class numbers_class(Numbers):
        def below(self, count):
            while (number := self.bits(32) % 2 ** count.bit_length()) >= count:
                pass
            return number


class FewerBits(Port):
    class numbers_class(Numbers):
        def below(self, count):
            while (number := self.bits((count - 1).bit_length())) >= count:
                pass
            return number


class SignedTempering(Port):
    """Shifts to the right copy the sign, as >> of Java and JavaScript."""

    class numbers_class(Numbers):
        def set_seed(self, seed):
            super().set_seed(seed)
            words = self.generator.getstate()[1][:-1]
            self.twister = random.Random()
            self.twister.setstate((3, (*words, 624), None))
            self.word_index = 624

        def bits(self, count):
            """The upper bits of a word, which is made from the state of the generator."""
            assert count <= 32
            if self.word_index == 624:
                self.twister.getrandbits(32)
                version, words, gauss = self.twister.getstate()
                self.words = words[:-1]
                self.twister.setstate((version, (*self.words, 624), gauss))
                self.word_index = 0
            word = self.words[self.word_index]
            self.word_index += 1
            word ^= self.shift(word, 11)
            word ^= word << 7 & 0x9D2C5680
            word ^= word << 15 & 0xEFC60000
            word ^= self.shift(word, 18)
            return word >> (32 - count)

        def fraction(self):
            return ((self.bits(32) >> 5) * 2**26 + (self.bits(32) >> 6)) / 2**53

        def shift(self, word, count):
            return (word - (word >> 31 << 32) >> count) % 2**32

        def below(self, count):
            while (number := self.bits(count.bit_length())) >= count:
                pass
            return number


# The parameters.


class SeedTooLarge(Port):
    def seed_for_numbers(self, seed):
        return seed + 1


class SeedTooSmall(Port):
    def seed_for_numbers(self, seed):
        return seed - 1


class CoinOfPython2020(Port):
    def draw_coin(self):
        return self.numbers.fraction() < 0.5


# In the order of dungen-compare(7).
MISTAKES = [
    Transposed,
    UpsideDown,
    Mirrored,
    FirstRowNotPrinted,
    FirstColumnNotPrinted,
    HeightFirst,
    YFirst,
    XMaxTooSmall,
    YMaxTooSmall,
    XMaxTooLarge,
    YMaxTooLarge,
    XMaxFromH,
    YMaxFromW,
    PlaceFromOne,
    SideBelowMax,
    EveryNumberBelowMax,
    CoinReversed,
    CoinForFirstRoom,
    CoinOfOneWord,
    AlwaysRowFirst,
    AlwaysColumnFirst,
    RowFirstDespiteCoin,
    ColumnFirstDespiteCoin,
    SharedWallsKept,
    Padding,
    OverlapsKept,
    OnlyLastRoomCompared,
    OverlapEndsLoop,
    FloorBeginsInLeftWall,
    FloorBeginsInUpperWall,
    FloorBeginsLateInX,
    FloorBeginsLateInY,
    FloorIncludesWalls,
    FloorTooNarrow,
    FloorTooLow,
    FloorTooWide,
    FloorTooHigh,
    RectangleTooSmall,
    SidesExchanged,
    CenterColumnsUp,
    CenterRowsUp,
    LegsLackLastTile,
    LegsOnlyForward,
    TunnelsFromFirstRoom,
    TunnelsFromLastAttempt,
    NoTunnels,
    TunnelsFromNewRoom,
    TunnelsAfterAllRooms,
    SeedForInitGenrand,
    NumbersModulo,
    NumbersModuloOf31Bits,
    NumbersFromFraction,
    NumbersFromShortFraction,
    LowerBits,
    FewerBits,
    SignedTempering,
    SeedTooLarge,
    SeedTooSmall,
    CoinOfPython2020,
]


def overridden_parts(mistake):
    """Returns what a mistake overrides, without the attributes that Python gives each class."""
    return {name for name in vars(mistake) if name in dir(Port) and not name.startswith("__")}


def can_combine(mistakes):
    """Returns whether no two of these mistakes override the same part."""
    parts = [part for mistake in mistakes for part in overridden_parts(mistake)]
    return len(parts) == len(set(parts))


def port_with(mistakes):
    """Returns the class of a port with this tuple of mistakes."""
    assert can_combine(mistakes), mistakes
    return type("PortWithMistakes", (*mistakes, Port), {})


@functools.cache
def draw_map(mistakes, seed):
    """Returns the map of a port with this tuple of mistakes, as text."""
    return port_with(mistakes)(seed).text()
