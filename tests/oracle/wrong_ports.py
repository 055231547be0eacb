# SPDX-License-Identifier: MIT
"""Ports of the tutorials' generator with mistakes that dungen-compare(7) does not list.

Each class is a port with one mistake, as people make it. Two attributes say what may be true
besides what a map shows:

    names            words of the answers that name the mistake in another way
    draws_in_between the port draws other numbers between two rooms
"""

import random

import ports
from ports import FLOOR, WALL, Port


class WrongPort(Port):
    names = ()
    draws_in_between = False

    def draw_other(self, low, high):
        """Draws a number that the generator does not need."""
        return self.draw(low, high)


# Rooms that overlap.


class OnlyColumns(WrongPort):
    def overlaps(self, a, b):
        return a[0] <= b[2] and a[2] >= b[0]


class OnlyRows(WrongPort):
    def overlaps(self, a, b):
        return a[1] <= b[3] and a[3] >= b[1]


class OrInsteadOfAnd(WrongPort):
    def overlaps(self, a, b):
        return (a[0] <= b[2] and a[2] >= b[0]) or (a[1] <= b[3] and a[3] >= b[1])


class PaddingOfTwo(WrongPort):
    names = ("rooms keep at least one tile of padding",)
    padding_x = padding_y = 2

    def overlaps(self, a, b):
        return (
            a[0] - self.padding_x <= b[2]
            and a[2] + self.padding_x >= b[0]
            and a[1] - self.padding_y <= b[3]
            and a[3] + self.padding_y >= b[1]
        )


class PaddingOfThree(PaddingOfTwo):
    padding_x = padding_y = 3


class PaddingOfColumns(PaddingOfTwo):
    padding_x, padding_y = 1, 0


class PaddingOnOneSide(WrongPort):
    def overlaps(self, a, b):
        return a[0] <= b[2] + 1 and a[2] >= b[0] and a[1] <= b[3] + 1 and a[3] >= b[1]


class NearCenters(WrongPort):
    distance = 10

    def overlaps(self, a, b):
        (ax, ay), (bx, by) = self.center(a), self.center(b)
        return (ax - bx) ** 2 + (ay - by) ** 2 < self.distance**2


class NearestCentersOnly(NearCenters):
    distance = 8


class SmallRooms(WrongPort):
    def meets_rooms(self, room):
        x1, y1, x2, y2 = room
        return (x2 - x1) * (y2 - y1) < 49 or super().meets_rooms(room)


class SmallRoomsAfterCoin(SmallRooms):
    def drop_room(self, room):
        if self.rooms and not any(Port.overlaps(self, room, other) for other in self.rooms):
            self.draw_coin()


class LongRooms(WrongPort):
    def meets_rooms(self, room):
        x1, y1, x2, y2 = room
        return abs((x2 - x1) - (y2 - y1)) > 3 or super().meets_rooms(room)


class OnlyFirstRoomCompared(WrongPort):
    def rooms_to_compare(self):
        return self.rooms[:1]


class NotTheLastRoomCompared(WrongPort):
    def rooms_to_compare(self):
        return self.rooms[:-1]


class OneStrictComparison(WrongPort):
    def overlaps(self, a, b):
        return a[0] < b[2] and a[2] >= b[0] and a[1] <= b[3] and a[3] >= b[1]


class CenterInRoom(WrongPort):
    def overlaps(self, a, b):
        x, y = self.center(a)
        return b[0] <= x <= b[2] and b[1] <= y <= b[3]


class CornersInRoom(WrongPort):
    def overlaps(self, a, b):
        return any(b[0] <= x <= b[2] and b[1] <= y <= b[3] for x in a[::2] for y in a[1::2])


class TilesCompared(WrongPort):
    """Drops a room whose tiles are floor already, also of tunnels."""

    def overlaps(self, a, b):
        return False

    def meets_rooms(self, room):
        x1, y1, x2, y2 = room
        return any(
            self.tiles[y][x] == FLOOR for y in range(y1, y2 + 1) for x in range(x1, x2 + 1)
        )


class EdgeRoomsDropped(WrongPort):
    def meets_rooms(self, room):
        return room[0] == 0 or room[1] == 0 or super().meets_rooms(room)


class LeftEdgeRoomsDropped(WrongPort):
    def meets_rooms(self, room):
        return room[0] < 3 or super().meets_rooms(room)


class HalfOfRoomsDropped(WrongPort):
    """Places a room only in every second attempt."""

    def meets_rooms(self, room):
        return len(self.decisions) % 2 == 1 or super().meets_rooms(room)


# Rows that the table does not need.


class XLimitFromHeightOfMap(WrongPort):
    def draw_x(self, w):
        return self.draw(self.place_min, self.place_max(self.height, w))


class YLimitFromWidthOfMap(WrongPort):
    def draw_y(self, h):
        return self.draw(self.place_min, self.place_max(self.width, h))


class SharedWallsKeptInX(WrongPort):
    def overlaps(self, a, b):
        return a[0] < b[2] and a[2] > b[0] and a[1] <= b[3] and a[3] >= b[1]


class SharedWallsKeptInY(WrongPort):
    def overlaps(self, a, b):
        return a[0] <= b[2] and a[2] >= b[0] and a[1] < b[3] and a[3] > b[1]


class CoinBeforeOverlapTest(WrongPort):
    def before_overlap_test(self):
        self.early_coin = self.draw_coin()

    def goes_row_first(self):
        return self.early_coin


class LargeNumbersModulo(WrongPort):
    class numbers_class(ports.Numbers):
        def below(self, count):
            return self.bits(count.bit_length()) % count


# Attempts.


class RoomsInsteadOfAttempts(WrongPort):
    names = ("the port makes at least",)

    def goes_on(self):
        return len(self.rooms) < 15 and len(self.decisions) < 5000


class TwiceTheAttempts(RoomsInsteadOfAttempts):
    def goes_on(self):
        return len(self.decisions) < 61


class FewerAttempts(WrongPort):
    names = ("the port makes at most",)
    attempts = 20


class FewRooms(WrongPort):
    names = ("the port makes at most",)

    def goes_on(self):
        return len(self.rooms) < 6


class StopsAfterManyOverlaps(WrongPort):
    names = ("the port makes at most",)

    def drop_room(self, room):
        self.has_ended = [kept for _, kept in self.decisions[-4:]] == [False] * 4


# Numbers.


class SquareRooms(WrongPort):
    def draw_size(self):
        w = self.draw_side()
        return w, w


class OddSides(WrongPort):
    def draw_side(self):
        return super().draw_side() | 1


class LargerMax(WrongPort):
    room_max = 11


class SmallerMin(WrongPort):
    room_min = 5


class PlaceBeforeSize(WrongPort):
    def draw_room(self):
        x = self.draw(0, self.width - self.room_max - 1)
        y = self.draw(0, self.height - self.room_max - 1)
        w = self.draw_side()
        h = self.draw_side()
        return x, y, w, h


class InsideMargin(WrongPort):
    names = ("x and y start at 1", "x goes up to width - w - 2", "y goes up to height - h - 2")

    def draw_x(self, w):
        return self.draw(1, self.width - w - 2)

    def draw_y(self, h):
        return self.draw(1, self.height - h - 2)


class OnlyXFromOne(WrongPort):
    def draw_x(self, w):
        return self.draw(1, self.width - w - 1)


class NumberInEachAttempt(WrongPort):
    draws_in_between = True

    def before_overlap_test(self):
        self.draw_other(0, 2)


class KindBeforeEachAttempt(WrongPort):
    draws_in_between = True

    def draw_size(self):
        self.draw_other(0, 5)
        return super().draw_size()


class NumberBeforeRooms(WrongPort):
    def before_rooms(self):
        self.draw_other(0, 20)


class MonsterCount(WrongPort):
    draws_in_between = True
    names = ("a coin is also flipped for the first room",)

    def add_room(self, room, x, y, w, h):
        super().add_room(room, x, y, w, h)
        self.draw_other(0, 2)


class Monsters(WrongPort):
    draws_in_between = True

    def add_room(self, room, x, y, w, h):
        super().add_room(room, x, y, w, h)
        for _ in range(self.draw_other(0, 3)):
            self.draw_other(x + 1, x + w - 1)
            self.draw_other(y + 1, y + h - 1)
            self.numbers.fraction()


class MonstersBeforeTunnel(WrongPort):
    draws_in_between = True

    def connect(self, room):
        for _ in range(self.draw_other(0, 2)):
            self.draw_other(room[0] + 1, room[2] - 1)
            self.draw_other(room[1] + 1, room[3] - 1)
        super().connect(room)


class GlyphOfEachTile(WrongPort):
    draws_in_between = True

    def add_room(self, room, x, y, w, h):
        super().add_room(room, x, y, w, h)
        for _ in range(w):
            self.draw_other(0, 3)


class ItemInEverySecondRoom(WrongPort):
    draws_in_between = True

    def add_room(self, room, x, y, w, h):
        super().add_room(room, x, y, w, h)
        if len(self.rooms) % 2 == 0:
            self.draw_other(x, x + w)
            self.draw_other(y, y + h)


class TwoCoins(WrongPort):
    draws_in_between = True

    def goes_row_first(self):
        self.draw_coin()
        return self.draw_coin()


class CoinAsFraction(WrongPort):
    draws_in_between = True
    names = ("the coin is reversed", "the random numbers are those of --rng python-2020")

    def draw_coin(self):
        return self.numbers.fraction() > 0.5


class CoinOfThree(WrongPort):
    def draw_coin(self):
        return self.draw(0, 2) == 1


class CoinOfTen(WrongPort):
    names = ("the coin is reversed",)

    def draw_coin(self):
        return self.draw(1, 10) <= 5


class CoinOnlyForBends(WrongPort):
    """Flips no coin for a straight tunnel."""

    def dig_tunnel(self, old_center, new_center):
        if old_center[0] == new_center[0] or old_center[1] == new_center[1]:
            for x in self.leg(old_center[0], new_center[0]):
                for y in self.leg(old_center[1], new_center[1]):
                    self.dig(x, y, x, y)
        else:
            super().dig_tunnel(old_center, new_center)


class AlternatingCoin(WrongPort):
    def draw_coin(self):
        return len(self.rooms) % 2 == 1


class CoinByDistance(WrongPort):
    names = ("all tunnels go along the row first, without a coin",)

    def dig_tunnel(self, old_center, new_center):
        self.is_wide = abs(old_center[0] - new_center[0]) > abs(old_center[1] - new_center[1])
        super().dig_tunnel(old_center, new_center)

    def draw_coin(self):
        return self.is_wide


class SeedOfText(WrongPort):
    class numbers_class(ports.Numbers):
        def set_seed(self, seed):
            self.generator.seed(str(seed))


class SeedTimesTen(WrongPort):
    def seed_for_numbers(self, seed):
        return seed * 10


class SeedInEachAttempt(WrongPort):
    """Seeds the numbers of each attempt."""

    first_seed = 0

    def seed_for_numbers(self, seed):
        self.first_seed = seed
        return seed

    def draw_size(self):
        self.numbers.set_seed(self.first_seed + len(self.decisions))
        return super().draw_size()


class LinearCongruence(WrongPort):
    class numbers_class(ports.Numbers):
        def set_seed(self, seed):
            self.state = seed

        def below(self, count):
            self.state = (self.state * 1103515245 + 12345) % 2**31
            return self.state // 65536 % count


class Shuffled(WrongPort):
    """Uses sample() of the sides."""

    def draw_side(self):
        return self.numbers.generator.sample(range(self.room_min, self.room_max + 1), 2)[1]


# Floors.


class FloorsLate(WrongPort):
    names = ("floors start one column late", "floors start one row late")

    def floor(self, x, y, w, h):
        return x + 2, y + 2, x + w - 1, y + h - 1


class FloorsLateInX(FloorsLate):
    names = ("floors start one column late",)

    def floor(self, x, y, w, h):
        return x + 2, y + 1, x + w - 1, y + h - 1


class FloorsShifted(WrongPort):
    names = ("floors start one column late", "floors start one row late", "floors are one column too wide", "floors are one row too high")

    def floor(self, x, y, w, h):
        return x + 2, y + 2, x + w, y + h


class FloorsTooSmall(WrongPort):
    def floor(self, x, y, w, h):
        return x + 2, y + 2, x + w - 2, y + h - 2


class RoundRooms(WrongPort):
    def add_room(self, room, x, y, w, h):
        center_x, center_y = self.center(room)
        for tile_y in range(y + 1, y + h):
            for tile_x in range(x + 1, x + w):
                if abs(tile_x - center_x) + abs(tile_y - center_y) <= max(w, h) // 2:
                    self.dig(tile_x, tile_y, tile_x, tile_y)
        self.connect(room)
        self.rooms.append(room)


class RoundedCorners(WrongPort):
    def add_room(self, room, x, y, w, h):
        super().add_room(room, x, y, w, h)
        self.tiles[y + 1][x + 1] = self.tiles[y + h - 1][x + w - 1] = WALL


class Pillars(WrongPort):
    def add_room(self, room, x, y, w, h):
        super().add_room(room, x, y, w, h)
        if w >= 8 and h >= 8:
            self.tiles[y + 2][x + 2] = self.tiles[y + h - 2][x + w - 2] = WALL


class CenterPillars(WrongPort):
    def add_room(self, room, x, y, w, h):
        super().add_room(room, x, y, w, h)
        center_x, center_y = self.center(room)
        self.tiles[center_y][center_x] = WALL


class WallsDrawnLater(WrongPort):
    """Draws the walls of each room over earlier tunnels."""

    def add_room(self, room, x, y, w, h):
        x1, y1, x2, y2 = room
        for tile_y in range(y1, y2 + 1):
            for tile_x in range(x1, x2 + 1):
                self.tiles[tile_y][tile_x] = WALL
        super().add_room(room, x, y, w, h)


class RoomsFilledAgain(WrongPort):
    """Fills the map with wall again when a room is dropped."""

    def drop_room(self, room):
        x1, y1, x2, y2 = room
        for x in range(x1, x2 + 1):
            self.tiles[y1][x] = WALL


# Tunnels.


class WideTunnels(WrongPort):
    def dig_tunnel(self, old_center, new_center):
        (old_x, old_y), (new_x, new_y) = old_center, new_center
        leg_x, leg_y = self.leg_places(old_center, new_center, self.goes_row_first())
        for x in self.leg(old_x, new_x):
            self.dig(x, leg_y, x, leg_y + 1)
        for y in self.leg(old_y, new_y):
            self.dig(leg_x, y, leg_x + 1, y)


class HorizontalForward(WrongPort):
    """Exchanges min and max in horizontal legs only."""

    def dig_tunnel(self, old_center, new_center):
        (old_x, old_y), (new_x, new_y) = old_center, new_center
        leg_x, leg_y = self.leg_places(old_center, new_center, self.goes_row_first())
        for x in range(old_x, new_x + 1):
            self.dig(x, leg_y, x, leg_y)
        for y in self.leg(old_y, new_y):
            self.dig(leg_x, y, leg_x, y)


class VerticalLegsShort(WrongPort):
    def dig_tunnel(self, old_center, new_center):
        (old_x, old_y), (new_x, new_y) = old_center, new_center
        leg_x, leg_y = self.leg_places(old_center, new_center, self.goes_row_first())
        for x in self.leg(old_x, new_x):
            self.dig(x, leg_y, x, leg_y)
        for y in list(self.leg(old_y, new_y))[:-1]:
            self.dig(leg_x, y, leg_x, y)


class BendWrongForTails(WrongPort):
    def leg_places(self, old_center, new_center, is_row_first):
        (old_x, old_y), (new_x, new_y) = old_center, new_center
        return (new_x, old_y) if is_row_first else (old_x, old_y)


class SecondLegMissing(WrongPort):
    def dig_tunnel(self, old_center, new_center):
        (old_x, old_y), (new_x, new_y) = old_center, new_center
        if self.goes_row_first():
            for x in self.leg(old_x, new_x):
                self.dig(x, old_y, x, old_y)
        else:
            for y in self.leg(old_y, new_y):
                self.dig(old_x, y, old_x, y)


class CentersOneLess(WrongPort):
    def center(self, room):
        x1, y1, x2, y2 = room
        return (x1 + x2) // 2 - 1, (y1 + y2) // 2


class CenterColumnsUp(WrongPort):
    names = ("the columns of centers are rounded up",)

    def center(self, room):
        x1, y1, x2, y2 = room
        return (x1 + x2 + 1) // 2, (y1 + y2) // 2


class CentersFromSides(WrongPort):
    names = ("the columns of centers are rounded up",)

    def center(self, room):
        x1, y1, x2, y2 = room
        return x1 + (x2 - x1 + 1) // 2, y1 + (y2 - y1) // 2


class TunnelsFromCorners(WrongPort):
    def center(self, room):
        return room[0] + 1, room[1] + 1


class RandomEnds(WrongPort):
    """Draws the ends of tunnels in the rooms."""

    draws_in_between = True

    def connect(self, room):
        if self.rooms:
            old = self.rooms[-1]
            old_end = self.draw(old[0] + 1, old[2] - 1), self.draw(old[1] + 1, old[3] - 1)
            new_end = self.draw(room[0] + 1, room[2] - 1), self.draw(room[1] + 1, room[3] - 1)
            self.dig_tunnel(old_end, new_end)


class TunnelsToRandomRoom(WrongPort):
    draws_in_between = True

    def start_of_tunnel(self, room):
        return self.rooms[self.draw(0, len(self.rooms) - 1)]


class LoopAtTheEnd(WrongPort):
    def after_rooms(self):
        if len(self.rooms) > 2:
            self.dig_tunnel(self.center(self.rooms[-1]), self.center(self.rooms[0]))


class TwoTunnels(WrongPort):
    draws_in_between = True

    def connect(self, room):
        super().connect(room)
        if len(self.rooms) > 1:
            self.dig_tunnel(self.center(self.rooms[-2]), self.center(room))


class SortedRooms(WrongPort):
    """Digs tunnels at the end, from left to right."""

    def connect(self, room):
        pass

    def after_rooms(self):
        by_column = sorted(self.rooms)
        for old, new in zip(by_column, by_column[1:]):
            self.dig_tunnel(self.center(old), self.center(new))


class FirstTunnelMissing(WrongPort):
    """Digs no tunnel to the second room, because of > 1 instead of > 0."""

    def connect(self, room):
        if len(self.rooms) > 1:
            super().connect(room)


class DiagonalTunnels(WrongPort):
    def dig_tunnel(self, old_center, new_center):
        self.goes_row_first()
        (x, y), (new_x, new_y) = old_center, new_center
        while (x, y) != (new_x, new_y):
            x += (new_x > x) - (new_x < x)
            y += (new_y > y) - (new_y < y)
            self.dig(x, y, x, y)


# How the map is printed.


class Mirrored(WrongPort):
    names = ("left and right are exchanged",)

    def rows_to_print(self):
        return [row[::-1] for row in self.tiles]


class TurnedAround(WrongPort):
    names = ("left and right are exchanged", "up and down are exchanged")

    def rows_to_print(self):
        return [row[::-1] for row in self.tiles[::-1]]


class FirstRowLast(WrongPort):
    names = ("the first row is not printed",)

    def rows_to_print(self):
        return self.tiles[1:] + self.tiles[:1]


class DoorsPrinted(WrongPort):
    """Prints doors as floor in the walls of rooms at the end of each tunnel."""

    def after_rooms(self):
        for x1, y1, x2, y2 in self.rooms[1:]:
            self.tiles[(y1 + y2) // 2][x1] = FLOOR


class EdgeOfFloor(WrongPort):
    def after_rooms(self):
        for x in range(self.width):
            self.tiles[0][x] = FLOOR


# Mistakes of ports in other languages.


class HalfOpenSizes(WrongPort):
    """Like Math.floor(random() * (max - min)) + min in JavaScript, for w and h."""

    def draw_side(self):
        return self.room_min + int(self.numbers.fraction() * (self.room_max - self.room_min))


class HalfOpenNumbers(WrongPort):
    """The same for all numbers."""

    names = ("all numbers and coins stay below", "numbers are floor(random() * n)")

    def draw(self, low, high):
        return low + int(self.numbers.fraction() * (high - low))


class RoundedNumbers(WrongPort):
    """Like Math.round(random() * (max - min)) + min."""

    def draw(self, low, high):
        return low + int(self.numbers.fraction() * (high - low) + 0.5)


class NumbersOfNumpy(WrongPort):
    """Like RandomState(seed).randint: init_genrand, and the lower bits below n - 1."""

    names = (
        "the seed goes to init_genrand",
        "numbers are the lower bits",
        "the coin, or every number, has as many bits as n - 1",
    )

    class numbers_class(ports.SeedForInitGenrand.numbers_class):
        def below(self, count):
            mask = 2 ** (count - 1).bit_length() - 1
            while (number := self.bits(32) & mask) >= count:
                pass
            return number


class SignedWords(WrongPort):
    """Like Math.abs(word | 0) % n."""

    class numbers_class(ports.Numbers):
        def below(self, count):
            word = self.bits(32)
            return min(word, 2**32 - word) % count


class SignedModulo(WrongPort):
    """Like (word | 0) % n with a sign that is cut off at 0."""

    class numbers_class(ports.Numbers):
        def below(self, count):
            word = self.bits(32)
            return word % count if word < 2**31 else 0


class HalvesOfFractionExchanged(WrongPort):
    """Draws the lower bits of random() before the upper bits."""

    class numbers_class(ports.Numbers):
        def below(self, count):
            low, high = self.bits(32) >> 6, self.bits(32) >> 5
            return int((high * 2**26 + low) / 2**53 * count)


class SeedOfTwoWords(WrongPort):
    """Passes a second word to init_by_array."""

    class numbers_class(ports.Numbers):
        def set_seed(self, seed):
            self.generator.seed(seed + 2**40)


class FirstNumberDiscarded(WrongPort):
    def before_rooms(self):
        self.numbers.bits(32)


class NotSeededAgain(WrongPort):
    """Seeds only the first of two maps."""

    def before_rooms(self):
        if not hasattr(self, "is_second"):
            self.is_second = True
            numbers = Port(1).numbers
            self.numbers = numbers


class TilesNotCleared(WrongPort):
    """Digs into the tiles of the map before it."""

    def before_rooms(self):
        old = Port(self.last_seed - 1) if self.last_seed > 0 else Port(0)
        self.tiles = [[FLOOR if tile != WALL else WALL for tile in row] for row in old.tiles]

    def seed_for_numbers(self, seed):
        self.last_seed = seed
        return seed


class OneAttemptLess(WrongPort):
    names = ("the port makes at most",)
    attempts = 29


class CoinAsChoice(WrongPort):
    """random.choice([True, False])."""

    names = ("the coin is reversed",)

    def draw_coin(self):
        return self.numbers.below(2) == 0


class CoinAsBit(WrongPort):
    """random.getrandbits(1)."""

    names = ("the coin, or every number, has as many bits as n - 1",)

    def draw_coin(self):
        return self.numbers.bits(1) == 1


class CoinOfHundred(WrongPort):
    def draw_coin(self):
        return self.draw(1, 100) > 50


class CoinFromOtherNumbers(WrongPort):
    """Draws coins from a generator of their own, with the same seed."""

    def seed_for_numbers(self, seed):
        self.coins = random.Random(seed)
        return seed

    def draw_coin(self):
        return self.coins.randint(0, 1) == 1


class CoinAfterTheTunnel(WrongPort):
    """Uses the coin of the tunnel before."""

    last_coin = True

    def goes_row_first(self):
        coin = self.last_coin
        self.last_coin = self.draw_coin()
        return coin


class NoCoinForLevelRooms(WrongPort):
    """Draws no coin if the centers share a row."""

    def dig_tunnel(self, old_center, new_center):
        self.is_level = old_center[1] == new_center[1]
        super().dig_tunnel(old_center, new_center)

    def draw_coin(self):
        return True if self.is_level else super().draw_coin()


class CentersRounded(WrongPort):
    """Math.round((x1 + x2) / 2) and the same for y."""

    names = ("the columns of centers are rounded up", "the rows of centers are rounded up")

    def center(self, room):
        x1, y1, x2, y2 = room
        return (x1 + x2 + 1) // 2, (y1 + y2 + 1) // 2


class CentersRoundedToEven(WrongPort):
    """Python's round()."""

    names = ("the columns of centers are rounded up", "the rows of centers are rounded up")

    def center(self, room):
        x1, y1, x2, y2 = room
        return round((x1 + x2) / 2), round((y1 + y2) / 2)


class CentersOfFloors(WrongPort):
    """Uses x + (w - 1) / 2, which is less by one for even sides."""

    def center(self, room):
        x1, y1, x2, y2 = room
        return x1 + (x2 - x1 - 1) // 2, y1 + (y2 - y1 - 1) // 2


class VerticalLegsExchanged(WrongPort):
    """Exchanges x and y in vertical legs."""

    def dig_tunnel(self, old_center, new_center):
        (old_x, old_y), (new_x, new_y) = old_center, new_center
        leg_x, leg_y = self.leg_places(old_center, new_center, self.goes_row_first())
        for x in self.leg(old_x, new_x):
            self.dig(x, leg_y, x, leg_y)
        for y in self.leg(old_y, new_y):
            self.dig(y, leg_x, y, leg_x)


class BendWrongForHeads(WrongPort):
    def leg_places(self, old_center, new_center, is_row_first):
        (old_x, old_y), (new_x, new_y) = old_center, new_center
        return (old_x, old_y) if is_row_first else (old_x, new_y)


class BothLegsAtNewRoom(WrongPort):
    def leg_places(self, old_center, new_center, is_row_first):
        return new_center


class LegsOneTileLong(WrongPort):
    """Digs one tile beyond each leg."""

    def leg(self, a, b):
        return range(min(a, b), max(a, b) + 2)


class NearestRoomConnected(WrongPort):
    def start_of_tunnel(self, room):
        x, y = self.center(room)
        return min(
            self.rooms, key=lambda r: abs(self.center(r)[0] - x) + abs(self.center(r)[1] - y)
        )


class SecondToLastRoomConnected(WrongPort):
    def start_of_tunnel(self, room):
        return self.rooms[-2] if len(self.rooms) > 1 else self.rooms[-1]


class RoomsSortedEachTime(WrongPort):
    def add_room(self, room, x, y, w, h):
        super().add_room(room, x, y, w, h)
        self.rooms.sort()


class LastTunnelMissing(WrongPort):
    """Digs tunnels at the end, but one too few."""

    names = ("tunnels and their coins come after all rooms",)

    def connect(self, room):
        pass

    def after_rooms(self):
        rooms = self.rooms
        self.rooms = []
        for room in rooms[:-1]:
            Port.connect(self, room)
            self.rooms.append(room)
        self.rooms = rooms


class DroppedRoomsConnected(WrongPort):
    """Digs a tunnel to each room, also if it is dropped."""

    draws_in_between = True

    def drop_room(self, room):
        if self.rooms:
            self.dig_tunnel(self.center(self.rooms[-1]), self.center(room))


class DroppedRoomsDug(WrongPort):
    """Digs the floor before the overlap test."""

    def make_attempt(self):
        x, y, w, h = self.draw_room()
        room = self.make_room(x, y, w, h)
        self.dig(*self.floor(x, y, w, h))
        is_kept = not self.meets_rooms(room)
        self.decisions.append((room, is_kept))
        if is_kept:
            self.connect(room)
            self.rooms.append(room)


class FloorsCompared(WrongPort):
    """Compares floors instead of rectangles, so walls overlap."""

    def overlaps(self, a, b):
        return (
            a[0] + 1 <= b[2] - 1
            and a[2] - 1 >= b[0] + 1
            and a[1] + 1 <= b[3] - 1
            and a[3] - 1 >= b[1] + 1
        )


class WrongSideCompared(WrongPort):
    """Writes y1 and y2 in the wrong places."""

    def overlaps(self, a, b):
        return a[0] <= b[2] and a[2] >= b[0] and a[1] <= b[1] and a[3] >= b[3]


class NegatedTest(WrongPort):
    """Writes not (a or b) and forgets the other two comparisons."""

    def overlaps(self, a, b):
        return not (a[0] > b[2] or a[1] > b[3])


class TriedThreeTimes(WrongPort):
    """Draws another place up to twice if the room overlaps."""

    def draw_place(self, w, h):
        for _ in range(3):
            x, y = super().draw_place(w, h)
            room = self.make_room(x, y, w, h)
            if not self.meets_rooms(room):
                break
        return x, y


class RowsForMessages(WrongPort):
    """Keeps the last rows free."""

    def draw_y(self, h):
        return self.draw(0, self.height - 7 - h - 1)


class LowRooms(WrongPort):
    """Uses another largest height."""

    def draw_size(self):
        w = self.draw_side()
        h = self.draw(self.room_min, 8)
        return w, h


class WallsOutside(WrongPort):
    """Takes w and h for the size of the floor."""

    def make_room(self, x, y, w, h):
        return x, y, x + w + 1, y + h + 1

    def floor(self, x, y, w, h):
        return x + 1, y + 1, x + w, y + h

    def draw_x(self, w):
        return self.draw(0, self.width - w - 2)

    def draw_y(self, h):
        return self.draw(0, self.height - h - 2)


class FloorsHalfOpen(WrongPort):
    """range(x1 + 1, x2 - 1) for both axes."""

    names = ("floors are one column short", "floors are one row short")

    def floor(self, x, y, w, h):
        return x + 1, y + 1, x + w - 2, y + h - 2


class FloorsFromWalls(WrongPort):
    """range(x1, x2) for both axes."""

    names = ("floors start in the wall at x1", "floors start in the wall at y1")

    def floor(self, x, y, w, h):
        return x, y, x + w - 1, y + h - 1


class FirstRoomInTheMiddle(WrongPort):
    def draw_place(self, w, h):
        x, y = super().draw_place(w, h)
        return (x, y) if self.rooms else (self.width // 2 - w // 2, self.height // 2 - h // 2)


class FirstRoomLarge(WrongPort):
    def make_room(self, x, y, w, h):
        x1, y1, x2, y2 = super().make_room(x, y, w, h)
        return (x1, y1, x2, y2) if self.rooms else (x1, y1, min(x2 + 2, 79), min(y2 + 2, 44))

    def add_room(self, room, x, y, w, h):
        super().add_room(room, x, y, room[2] - room[0], room[3] - room[1])


class ThinWallsDug(WrongPort):
    """Digs walls between two floor tiles in the end."""

    def after_rooms(self):
        old = [row[:] for row in self.tiles]
        for y in range(1, self.height - 1):
            for x in range(1, self.width - 1):
                if old[y][x - 1] == FLOOR == old[y][x + 1] and old[y][x] == WALL:
                    self.tiles[y][x] = FLOOR


class TopLeftTileOfFloor(WrongPort):
    """The stairs of part 11 make tile 0,0 walkable."""

    def after_rooms(self):
        self.tiles[0][0] = FLOOR


class StairsAsWall(WrongPort):
    """Prints the stairs in the last room as wall."""

    def after_rooms(self):
        x, y = self.center(self.rooms[-1])
        self.tiles[y][x] = WALL


class SpawnInCorner(WrongPort):
    """Starts in a corner of the first room."""

    def after_rooms(self):
        x1, y1, _, _ = self.rooms[0]
        self.start = x1 + 1, y1 + 1

    def text(self):
        rows = [[FLOOR if tile == ports.SPAWN else tile for tile in row] for row in self.tiles]
        x, y = self.start
        rows[y][x] = ports.SPAWN
        return "".join("".join(row) + "\n" for row in rows)


# Mistakes of ports in public code.


class RangesHalfOpen(WrongPort):
    """Draws sides and places from half-open ranges, as Intn, nextInt, Next, and gen_range do."""

    names = ("w and h stay below", "x goes up to width - w - 2", "y goes up to height - h - 2")

    def draw_side(self):
        return self.draw(self.room_min, self.room_max - 1)

    def place_max(self, length, side):
        return length - side - 2


class PlacesHalfOpen(WrongPort):
    """Like rand() % (width - w - 1), with right sides."""

    names = ("x goes up to width - w - 2", "y goes up to height - h - 2")

    def place_max(self, length, side):
        return length - side - 2


class RoomsOfTilemaps(WrongPort):
    """Draws half-open ranges, and takes x + w - 1 for the wall on the right."""

    names = ("w and h stay below", "rectangles end at x + w - 1, y + h - 1")

    def draw_side(self):
        return self.draw(self.room_min, self.room_max - 1)

    def make_room(self, x, y, w, h):
        return x, y, x + w - 1, y + h - 1

    def floor(self, x, y, w, h):
        return x + 1, y + 1, x + w - 2, y + h - 2


class FloorsWithFarWalls(WrongPort):
    """Digs from x1 + 1 to x2, and the same for y."""

    names = ("floors are one column too wide", "floors are one row too high")

    def floor(self, x, y, w, h):
        return x + 1, y + 1, x + w, y + h


class RangesHalfOpenWithFarWalls(RangesHalfOpen):
    """What the tutorial in Rust does."""

    names = RangesHalfOpen.names + FloorsWithFarWalls.names

    def floor(self, x, y, w, h):
        return x + 1, y + 1, x + w, y + h


class PlacesAndFloorsFromOne(WrongPort):
    """Draws places from 1 to width - w - 1, and digs from x1 to x2 - 1."""

    names = ("x and y start at 1", "floors start in the wall at x1", "floors start in the wall at y1")
    place_min = 1

    def floor(self, x, y, w, h):
        return x, y, x + w - 1, y + h - 1


class ClampedPlaces(WrongPort):
    """Moves rooms away from the edge of the map."""

    def draw_place(self, w, h):
        x, y = super().draw_place(w, h)
        return min(max(x, 1), self.width - w - 2), min(max(y, 1), self.height - h - 2)


class SidesOneMore(WrongPort):
    """Adds 1 to each side."""

    def draw_side(self):
        return super().draw_side() + 1


class SameBendForBothCoins(WrongPort):
    """Flips a coin, but both branches make the same bend, in another order."""

    names = ("all tunnels go along the row first, although coins are flipped",)

    def goes_row_first(self):
        self.draw_coin()
        return True


class SameBendAtOldRoom(WrongPort):
    """Flips a coin, and both branches dig from the center of the old room."""

    def leg_places(self, old_center, new_center, is_row_first):
        return old_center


class TunnelsFromNewToOld(WrongPort):
    """Passes the centers in the wrong order."""

    names = ("the coin is reversed",)

    def connect(self, room):
        if self.rooms:
            self.dig_tunnel(self.center(room), self.center(self.rooms[-1]))


class CoinOfOneValue(WrongPort):
    """Like Intn(1) == 1, which is never true."""

    names = ("all tunnels go along the column first, although coins are flipped",)

    def draw_coin(self):
        return self.draw(0, 0) == 1


class BendBySide(WrongPort):
    """Goes along the row first if the new room is to the right, without a coin."""

    names = ("all tunnels go along the row first, without a coin",)

    def dig_tunnel(self, old_center, new_center):
        self.is_right = new_center[0] > old_center[0]
        super().dig_tunnel(old_center, new_center)

    def draw_coin(self):
        return self.is_right


class ForwardLegsLong(WrongPort):
    """Digs one tile too many forward, and lacks one tile backward."""

    def leg(self, a, b):
        return range(a, b + 2) if a <= b else range(b + 1, a + 1)


class VerticalLegsFromColumn(WrongPort):
    """Passes the old column for the old row to the leg that goes up or down."""

    def dig_tunnel(self, old_center, new_center):
        (old_x, old_y), (new_x, new_y) = old_center, new_center
        leg_x, leg_y = self.leg_places(old_center, new_center, self.goes_row_first())
        for x in self.leg(old_x, new_x):
            self.dig(x, leg_y, x, leg_y)
        for y in self.leg(old_x, new_y):
            self.dig(leg_x, y, leg_x, y)


class DroppedRoomsRemembered(WrongPort):
    """Appends each room to the list, also if it is dropped."""

    names = ("tunnels start at the last attempt",)

    def drop_room(self, room):
        self.rooms.append(room)


class FirstTunnelFromMiddle(WrongPort):
    """Also digs a tunnel from the middle of the map to the first room."""

    names = ("a coin is also flipped for the first room",)

    def connect(self, room):
        if self.rooms:
            super().connect(room)
        else:
            self.dig_tunnel((self.width // 2, self.height // 2), self.center(room))


class TunnelFromOrigin(WrongPort):
    """Starts the first tunnel at 0,0, without a test for the first room."""

    names = ("a coin is also flipped for the first room",)

    def connect(self, room):
        if self.rooms:
            super().connect(room)
        else:
            self.dig_tunnel((0, 0), self.center(room))


class DrunkardInEachRoom(WrongPort):
    """Lets a walker dig from the center of each room."""

    draws_in_between = True

    def add_room(self, room, x, y, w, h):
        super().add_room(room, x, y, w, h)
        tile_x, tile_y = self.center(room)
        for _ in range(40):
            step_x, step_y = [(1, 0), (-1, 0), (0, 1), (0, -1)][self.draw_other(0, 3)]
            tile_x = min(max(tile_x + step_x, 1), self.width - 2)
            tile_y = min(max(tile_y + step_y, 1), self.height - 2)
            self.dig(tile_x, tile_y, tile_x, tile_y)


class CavesAfterRooms(WrongPort):
    """Digs round caves after all rooms."""

    def after_rooms(self):
        for _ in range(5):
            middle_x, middle_y = self.draw_other(6, 73), self.draw_other(6, 38)
            for y in range(middle_y - 4, middle_y + 5):
                for x in range(middle_x - 5, middle_x + 6):
                    if (x - middle_x) ** 2 * 16 + (y - middle_y) ** 2 * 25 <= 400:
                        self.tiles[y][x] = FLOOR


class RoomsSortedByCenter(WrongPort):
    """Digs tunnels at the end, in the order of the columns of centers, with coins."""

    def connect(self, room):
        pass

    def after_rooms(self):
        by_center = sorted(self.rooms, key=lambda room: self.center(room)[0])
        for old, new in zip(by_center, by_center[1:]):
            self.dig_tunnel(self.center(old), self.center(new))


class MonstersBeforeRoomIsKept(WrongPort):
    """Draws a number of monsters in each attempt, also if the room is dropped."""

    draws_in_between = True

    def before_overlap_test(self):
        for _ in range(self.draw_other(0, 2)):
            self.draw_other(0, 79)


def wrong_ports():
    """Returns all classes of this file with a mistake, in order."""
    return [
        value
        for value in globals().values()
        if isinstance(value, type) and issubclass(value, WrongPort) and value is not WrongPort
    ]
