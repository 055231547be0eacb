# SPDX-License-Identifier: MIT
"""Generates dungeon maps of rooms and tunnels:

    import dungen
    level = dungen.generate(42, preset="keep")
    print(level.text, level.spawn, len(level.rooms))

The same seed and options give the same map as the program dungen, on every machine and in every
release. Options are those of dungen(1) with underscores, such as room_max=9 or doors=True. Arrays
are NumPy arrays of bytes: 0 for wall, 1 for floor, 2 for door, with indexes [y, x]. Without NumPy,
they are memoryviews with the same indexes.
"""
from __future__ import annotations

import ctypes
import functools
import operator
import pathlib
import re
import sys
import threading
from ctypes import POINTER, byref, c_char_p, c_int, c_uint32, c_uint64, c_void_p
from typing import TYPE_CHECKING, Any, Callable, List, Mapping, NamedTuple, Optional, Tuple, Union

if TYPE_CHECKING:
    from typing import Literal, TypedDict

    import numpy
    from numpy.typing import NDArray
    from typing_extensions import Unpack

    Tiles = NDArray[numpy.uint8]

    class Options(TypedDict, total=False):
        preset: Literal["tutorial", "level", "warren", "dungeon", "keep", "quest"]
        width: int
        height: int
        max_rooms: int
        room_min: int
        room_max: int
        min_rooms: int
        fill: int
        halls: int
        wings: int
        tunnels: Literal["through", "around"]
        spacing: int
        connect: Literal["previous", "nearest"]
        loops: int
        loop_percent: int
        loop_corners: bool
        spawn: Union[Literal["first", "farthest"], str, Tuple[int, int]]
        exit: Literal["last", "farthest"]
        doors: bool
        locks: int
        secrets: int
        door_percent: int
        door_gap: int
        rng: Literal["python", "python-2020", "libtcod", "libtcod-mt", "splitmix64"]

__all__ = ["Door", "Error", "Key", "Map", "Point", "Room", "Tunnel", "batch", "find", "generate"]

# By their numbers in dungen.h.
_OPTIONS = (
    "width height max_rooms room_min room_max min_rooms tunnels connect loops exit doors rng spacing"
    " fill loop_percent spawn wings spawn_x spawn_y halls door_percent door_gap loop_corners locks"
    " secrets"
).split()
_CHOICES = {
    "tunnels": ["through", "around"],
    "connect": ["previous", "nearest"],
    "exit": ["last", "farthest"],
    "spawn": ["first", "farthest"],
    "rng": ["python", "python-2020", "libtcod", "libtcod-mt", "splitmix64"],
}
_NO_MEMORY, _WRONG_OPTION, _TOO_FEW_ROOMS = 2, 3, 6  # results in dungen.h
_NUMBER_MAX = 2**31 - 1  # of an option
_TRIES_MAX = 100_000  # seeds in a row without a map, after which a search gives up

class Error(ValueError):
    """Says which option or seed is wrong, and why."""

class Point(NamedTuple):
    x: int
    y: int

class Room(NamedTuple):
    """The floor of a room. The spawn is `distance` steps from its center, if exit="farthest"."""
    x: int
    y: int
    width: int
    height: int
    center: Point
    distance: Optional[int]
    wing_of: Optional[int]  # index of the room whose wing it is

class Tunnel(NamedTuple):
    """A tunnel between two rooms, given by their indices. It turns at the points of `path`."""
    from_room: int
    to_room: int
    path: List[Point]

class Door(NamedTuple):
    """A door of a room. `tunnels` are the indices of those that run through it."""
    x: int
    y: int
    room: int
    tunnels: List[int]
    lock: Optional[int]  # number of the key that opens it
    secret: bool

class Key(NamedTuple):
    """The key that opens the doors with this lock, in the center of a room."""
    lock: int
    x: int
    y: int
    room: int

class _Numbers(ctypes.Structure):
    """A struct of dungen.h, whose fields are all of the same type."""
    def __iter__(self) -> Any:
        return (getattr(self, name) for name, _ in self._fields_)

class _Point(_Numbers):
    _fields_ = [("x", c_uint32), ("y", c_uint32)]

class _Room(_Numbers):
    _fields_ = [("x", c_uint32), ("y", c_uint32), ("width", c_uint32), ("height", c_uint32)]

class _Three(_Numbers):  # a tunnel or a door
    _fields_ = [("a", c_uint32), ("b", c_uint32), ("c", c_uint32)]

_library = ctypes.CDLL(str(pathlib.Path(__file__).with_name("libdungen.so")))

def _function(name: str, result: Any, *arguments: Any) -> Any:
    function = getattr(_library, f"dungen_{name}")
    function.restype, function.argtypes = result, [c_void_p, *arguments]
    return function

_version = _library.dungen_version
_version.restype, _version.argtypes = c_char_p, []
__version__: str = _version().decode()

_new = _library.dungen_new
_new.restype, _new.argtypes = c_void_p, []
_free = _function("free", None)
_preset = _function("preset", c_int, c_char_p)
_set = _function("set", c_int, c_int, c_uint32)
_get = _function("get", c_uint32, c_int)
_why = _function("why", c_char_p)
_make = _function("make", c_int, c_uint64)
_tiles = _function("tiles", c_int, c_void_p)
_stat = _function("stat", c_int, c_char_p, POINTER(c_uint64))
_text = _function("text", c_int, POINTER(c_char_p))
_json = _function("json", c_int, POINTER(c_char_p))
_route = _function("route", c_int, POINTER(POINTER(_Point)), POINTER(c_uint32))
_size = _function("size", _Point)
_spawn = _function("spawn", _Point)
_exit = _function("exit", _Point)
_rooms = _function("rooms", c_uint32)
_room = _function("room", _Room, c_uint32)
_center = _function("center", _Point, c_uint32)
_distance = _function("distance", c_uint64, c_uint32)
_wing_of = _function("wing_of", c_uint32, c_uint32)
_tunnels = _function("tunnels", c_uint32)
_tunnel = _function("tunnel", _Three, c_uint32)
_corner = _function("corner", _Point, c_uint32, c_uint32)
_doors = _function("doors", c_uint32)
_door = _function("door", _Three, c_uint32)
_door_lock = _function("door_lock", c_uint32, c_uint32)
_door_is_secret = _function("door_is_secret", c_int, c_uint32)
_door_tunnels = _function(
    "door_tunnels", c_int, c_uint32, POINTER(POINTER(c_uint32)), POINTER(c_uint32)
)
_locks = _function("locks", c_uint32)
_key = _function("key", _Point, c_uint32)

def _check(place: str, value: Any, largest: int) -> int:
    """Returns a number for a function of C, which would cut it off."""
    try:
        number = operator.index(value)
    except TypeError:
        raise Error(f"{place}: {value!r} is not a whole number") from None
    if not 0 <= number <= largest:
        raise Error(f"{place}: {number} is not from 0 to {largest}")
    return number

def _name(value: Any) -> bytes:
    """Returns a name for a function of C, which would cut it off at a NUL. No name has a "?"."""
    return str(value).replace("\0", "?").encode("ascii", "replace")

def _array(*shape: int) -> Tuple[Any, int]:
    """Returns an array, and the address of its bytes."""
    size = functools.reduce(operator.mul, shape)
    if size > sys.maxsize:
        raise MemoryError
    try:
        import numpy
    except ImportError:
        memory = bytearray(size)
        if size == 0:
            return memoryview(memory), 0
        address = ctypes.addressof(ctypes.c_char.from_buffer(memory))
        return memoryview(memory).cast("B", shape), address
    array = numpy.empty(shape, numpy.uint8)
    return array, array.ctypes.data

def _read_only(array: Any) -> Any:
    if isinstance(array, memoryview):
        return array.toreadonly()
    array.flags.writeable = False
    return array

class Map:
    """A map of generate() or find(). Indices start at 0, and everything is in tiles."""
    seed: int

    def __init__(self, options: Mapping[str, Any]) -> None:
        self._options = options
        self._lock = threading.Lock()  # the library needs it for functions that use memory of the map
        self._map = _new()
        if not self._map:
            raise MemoryError
        if "preset" in options and _preset(self._map, _name(options["preset"])):
            raise Error(f"preset: {options['preset']!r} is unknown")
        for name, value in options.items():
            is_choice = isinstance(value, str) and "," not in value
            if name == "spawn" and value is not None and not is_choice:
                self._set_spawn(value)
            elif name != "preset" and value is not None:
                self._set(name, value)

    def __del__(self, free: Any = _free) -> None:
        free(self._map)

    def __reduce__(self) -> Any:
        """A copy, also in another process, generates the map again, because it needs its own memory."""
        return functools.partial(generate, **self._options), (self.seed,)

    def __repr__(self) -> str:
        return f"<dungen.Map of seed {self.seed}, {self.width}x{self.height}>"

    def _set_spawn(self, tile: Any) -> None:
        """Sets the tile of the spawn: two numbers, or a string as in --spawn 74,2."""
        found = isinstance(tile, str) and re.fullmatch(r"([0-9]{1,10}),([0-9]{1,10})", tile)
        pair = (int(found[1]), int(found[2])) if found else tile
        if not isinstance(pair, (tuple, list)) or len(pair) != 2:
            choices = ", ".join(_CHOICES["spawn"])
            raise Error(f"spawn: {tile!r} is not one of {choices}, or a tile such as (74, 2)")
        x, y = (_check("spawn", number, _NUMBER_MAX) for number in pair)
        if x == 0 or y == 0:  # which the library takes as any tile
            raise Error(f"spawn: {x},{y} is at the edge of the map, where no room fits")
        self._set("spawn_x", x)
        self._set("spawn_y", y)

    def _set(self, name: str, value: Any) -> None:
        if name == "linked":
            raise TypeError("linked is not an option of a map: pass spawn=level.exit for the next one")
        if name not in _OPTIONS:
            raise TypeError(f"{name} is not an option of a map")
        choices = _CHOICES.get(name)
        if choices and not (isinstance(value, str) and value in choices):
            raise Error(f"{name}: {value!r} is not one of {', '.join(choices)}")
        if isinstance(value, str) and ".." in value:
            raise Error(f"{name}: a range comes only with a preset")
        number = choices.index(value) if choices else _check(name, value, _NUMBER_MAX)
        if _set(self._map, _OPTIONS.index(name), number):
            raise Error(f"{name}: {value} is too small or too large")

    def _check_result(self, result: int) -> None:
        if result == _NO_MEMORY:
            raise MemoryError
        if result:
            raise Error(f"seed {self.seed}: {_why(self._map).decode()}")

    def _generate(self, seed: int) -> None:
        self.seed = seed
        self._check_result(_make(self._map, seed))

    def _script(self, function: Any) -> str:
        text = c_char_p()
        with self._lock:
            self._check_result(function(self._map, byref(text)))
            return (text.value or b"").decode()

    @property
    def text(self) -> str:
        """The map as lines of text, as the program writes it."""
        return self._script(_text)

    @property
    def json(self) -> str:
        """The JSON document of the map, as the program writes it."""
        return self._script(_json)

    def measure(self, name: str) -> int:
        """Returns a measure of `dungen --format stats`, such as "walk"."""
        value = c_uint64()
        with self._lock:
            result = _stat(self._map, _name(name), byref(value))
        if result == _WRONG_OPTION:
            raise Error(f"{name} is not a measure")
        self._check_result(result)
        return value.value

    @property
    def width(self) -> int:
        return int(_size(self._map).x)

    @property
    def height(self) -> int:
        return int(_size(self._map).y)

    @property
    def tiles(self) -> Tiles:
        """A new array of the tiles. It is read-only, because a change would not be in the map."""
        array, address = _array(self.height, self.width)
        with self._lock:
            self._check_result(_tiles(self._map, address))
        return _read_only(array)  # type: ignore[no-any-return]

    @property
    def spawn(self) -> Point:
        return Point(*_spawn(self._map))

    @property
    def exit(self) -> Point:
        return Point(*_exit(self._map))

    @property
    def exit_distance(self) -> int:
        """Steps from the spawn to the exit, with all doors open."""
        return self.measure("exit_distance")

    @property
    def walk(self) -> int:
        """Steps from the spawn to each key in turn, and to the exit."""
        return self.measure("walk")

    @property
    def route(self) -> List[Point]:
        """The spawn, each point where the shortest walk to the exit turns, and the exit."""
        corners, count = POINTER(_Point)(), c_uint32()
        with self._lock:
            self._check_result(_route(self._map, byref(corners), byref(count)))
            return [Point(*corners[index]) for index in range(count.value)]

    @property
    def rooms(self) -> List[Room]:
        has_distances = _get(self._map, _OPTIONS.index("exit")) == 1
        rooms = []
        for index in range(_rooms(self._map)):
            owner = _wing_of(self._map, index)
            distance = _distance(self._map, index) if has_distances else None
            x, y, width, height = _room(self._map, index)
            center = Point(*_center(self._map, index))
            rooms.append(Room(
                x, y, width, height, center, distance, owner if owner != index else None
            ))
        return rooms

    @property
    def tunnels(self) -> List[Tunnel]:
        tunnels = []
        for index in range(_tunnels(self._map)):
            from_room, to_room, corners = _tunnel(self._map, index)
            path = [Point(*_corner(self._map, index, corner)) for corner in range(corners)]
            tunnels.append(Tunnel(from_room, to_room, path))
        return tunnels

    @property
    def doors(self) -> List[Door]:
        doors = []
        found, count = POINTER(c_uint32)(), c_uint32()
        for index in range(_doors(self._map)):
            with self._lock:
                self._check_result(_door_tunnels(self._map, index, byref(found), byref(count)))
                tunnels = found[:count.value]
            x, y, room = _door(self._map, index)
            lock = _door_lock(self._map, index) or None
            is_secret = bool(_door_is_secret(self._map, index))
            doors.append(Door(x, y, room, tunnels, lock, is_secret))
        return doors

    @property
    def keys(self) -> List[Key]:
        centers = [room.center for room in self.rooms]
        keys = []
        for lock in range(1, _locks(self._map) + 1):
            at = Point(*_key(self._map, lock))
            keys.append(Key(lock, *at, centers.index(at)))
        return keys

Where = Union[str, Mapping[str, Union[int, str]], Callable[[Map], bool]]

def generate(seed: int, **options: Unpack[Options]) -> Map:
    """Returns the map of a seed."""
    level = Map(options)
    level._generate(_check("seed", seed, 2**64 - 1))
    return level

def batch(count: int, seed: int = 1, **options: Unpack[Options]) -> Tiles:
    """Returns the tiles of the maps of consecutive seeds as one array with indexes [map, y, x]."""
    level = Map(options)
    first = _check("seed", seed, 2**64 - 1)
    count = _check("count", count, 2**64 - first)
    level._generate(first)
    width, height, handle = level.width, level.height, level._map
    array, address = _array(count, height, width)
    for level_seed in range(first, first + count):
        # Each call costs time, so these are the only ones.
        if _make(handle, level_seed) or _tiles(handle, address):
            level._generate(level_seed)  # raises the error again
        address += width * height
    return array  # type: ignore[no-any-return]

def _predicate(where: Where) -> Callable[[Map], bool]:
    """Returns a function that says whether a map meets conditions."""
    if callable(where):
        return where
    pairs = where.items() if isinstance(where, Mapping) else (
        pair.partition("=")[::2] for pair in str(where).split(",")
    )
    ranges = []
    for name, value in pairs:
        found = re.fullmatch(r"(\d{0,20})(\.\.)?(\d{0,20})", str(value))
        if not found or not (found[1] or found[3]):
            raise Error(f"where: {name}={value} is not a range such as 2, 2.., ..9, or 2..9")
        low = int(found[1] or 0)
        ranges.append((name, low, int(found[3] or 2**64) if found[2] else low))
    return lambda level: all(low <= level.measure(name) <= high for name, low, high in ranges)

def find(count: int, seed: int = 1, *, where: Where, **options: Unpack[Options]) -> List[Map]:
    """Returns the first maps, from a seed on, that meet conditions on their measures: a string such
    as "loops=2..,walk=..150", a mapping such as {"loops": "2..", "rooms": 9}, or a function."""
    meets = _predicate(where)
    count = _check("count", count, 2**64 - 1)
    found: List[Map] = []
    first = _check("seed", seed, 2**64 - 1)
    last = first - 1
    level = Map(options)
    for level_seed in range(first, 2**64):
        if len(found) == count or level_seed - last > _TRIES_MAX:
            break
        level.seed = level_seed
        result = _make(level._map, level_seed)
        if result == _TOO_FEW_ROOMS:
            continue
        level._check_result(result)
        if meets(level):
            found.append(level)
            last = level_seed
            level = Map(options)
    if len(found) < count:
        raise Error(f"where: found {len(found)} maps of {count}, and none of the seeds after {last}")
    return found
