/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_H
#define DUNGEN_H

#include <stddef.h>
#include <stdint.h>

/*
 * libdungen generates dungeon maps: rooms that are connected by tunnels, with a spawn and an exit.
 * It generates the same maps as the program dungen. The same seed and options give the same tiles
 * on every machine and in every release.
 *
 * A complete program, which prints a map with doors:
 *
 *     #include <dungen.h>
 *     #include <stdio.h>
 *
 *     int main(void)
 *     {
 *             struct dungen *map = dungen_new();
 *             const unsigned char *tiles;
 *             if (!map || dungen_set(map, DUNGEN_DOORS, 1) || dungen_make(map, 42)) {
 *                     fprintf(stderr, "%s\n", dungen_why(map));
 *                     dungen_free(map);
 *                     return 1;
 *             }
 *             while (dungen_row(map, &tiles) == DUNGEN_OK) {
 *                     for (uint32_t x = 0; x < dungen_size(map).x; x++)
 *                             putchar("#.+"[tiles[x]]);
 *                     putchar('\n');
 *             }
 *             dungen_free(map);
 *             return 0;
 *     }
 *
 * Compile it with: cc level.c $(pkg-config --cflags --libs dungen) -o level
 *
 * Coordinates
 * -----------
 * All positions and sizes are in tiles. x grows to the right and y grows down. The top left tile of
 * a map is at (0, 0).
 *
 * Errors
 * ------
 * A function that can fail returns an enum dungen_result, which is 0 (DUNGEN_OK) on success. After
 * a failure, dungen_why returns a sentence about it for people. DUNGEN_END is not a failure. A map
 * can still be used after any failure: a failed dungen_set changes nothing, and a failed
 * dungen_make leaves an empty map, without rooms and with a size of 0.
 *
 * Functions that return a part of the map cannot fail. For an index that is too large, and for an
 * empty map, they return a number that is 0, or a struct in which all numbers are 0.
 *
 * Do not pass NULL for a map, except to dungen_free and dungen_why.
 *
 * Ownership
 * ---------
 * dungen_new allocates a map, and the caller frees it with dungen_free. dungen_make can be called
 * any number of times for a map, and uses its memory again each time. The library owns everything
 * to which it returns an address, and each function says how long that stays valid. Everything else
 * is returned by value.
 *
 * Threads
 * -------
 * Maps share nothing, so threads can use different maps at the same time. Threads that use the same
 * map need a lock.
 *
 * The library does not read or write files, does not print, never exits, and does not change
 * anything except its maps.
 *
 * Versions
 * --------
 * A program that was built with this header runs with every later release of the same major
 * version, which is the number at the end of libdungen.so.N. Such a release may add functions and
 * constants. It does not remove or change any: constants keep their numbers, and structs keep their
 * fields and sizes.
 */

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif

/* The release that this header belongs to. */
#define DUNGEN_VERSION "1.1.0"

/*
 * Returns the release of the library that the program runs with, which may be later than
 * DUNGEN_VERSION. The string is always valid.
 */
const char *dungen_version(void);

/* A map: its options, and the rooms, tunnels, and tiles that dungen_make has generated last. */
struct dungen;

enum dungen_result {
	DUNGEN_OK = 0,            /* success */
	DUNGEN_END = 1,           /* no failure: the last row was returned, or the map is empty */
	DUNGEN_NO_MEMORY = 2,     /* out of memory */
	DUNGEN_WRONG_OPTION = 3,  /* unknown option, measure, or preset, or a wrong value */
	DUNGEN_WRONG_OPTIONS = 4, /* the size or the number of rooms does not fit on the map */
	DUNGEN_WRONG_SEED = 5,    /* the seed is too large for the random number generator */
	DUNGEN_TOO_FEW_ROOMS = 6  /* fewer than DUNGEN_MIN_ROOMS fit; try another seed */
};

/*
 * The options, which dungen(1) explains. The comments give the smallest value and the default. The
 * largest value of a number is 2^31 - 1, unless the comment says less.
 */
enum dungen_option {
	DUNGEN_WIDTH = 0,     /* columns of the map; from 3, default 80 */
	DUNGEN_HEIGHT = 1,    /* rows of the map; from 3, default 45 */
	DUNGEN_MAX_ROOMS = 2, /* number of attempts to place a room; from 1, default 30 */
	DUNGEN_ROOM_MIN = 3,  /* smallest side of a room, which is its floor plus 1 tile; from 2 to
				 DUNGEN_ROOM_MAX, default 6, or less on small maps */
	DUNGEN_ROOM_MAX = 4,  /* largest side of a room; less than width and height, default 10, or
				 less on small maps */
	DUNGEN_MIN_ROOMS = 5, /* keep attempting until the map has this many rooms; default 0 */
	DUNGEN_TUNNELS = 6,   /* a DUNGEN_TUNNELS_ constant */
	DUNGEN_CONNECT = 7,   /* a DUNGEN_CONNECT_ constant; ignored with DUNGEN_TUNNELS_AROUND */
	DUNGEN_LOOPS = 8,     /* number of extra tunnels, or fewer if they do not fit; default 0 */
	DUNGEN_EXIT = 9,      /* a DUNGEN_EXIT_ constant */
	DUNGEN_DOORS = 10,    /* 1 for doors where tunnels enter rooms; default 0 */
	DUNGEN_RNG = 11,      /* a DUNGEN_RNG_ constant */
	DUNGEN_SPACING = 12,  /* tiles of wall beside tunnels; default 0; ignored without
				 DUNGEN_TUNNELS_AROUND */
	DUNGEN_FILL = 13, /* keep attempting until the floor of rooms covers this percentage of the
			     map; up to 100, default 0 */
	DUNGEN_LOOP_PERCENT = 14, /* more extra tunnels for every 100 rooms; up to 100, default 0 */
	DUNGEN_SPAWN = 15,   /* a DUNGEN_SPAWN_ constant; ignored without DUNGEN_EXIT_FARTHEST, and
				with DUNGEN_SPAWN_X */
	DUNGEN_WINGS = 16,   /* percentage of rooms with a wing; up to 100, default 0 */
	DUNGEN_SPAWN_X = 17, /* column of the spawn; requires DUNGEN_SPAWN_Y; default 0: any */
	DUNGEN_SPAWN_Y = 18, /* row of the spawn; requires DUNGEN_SPAWN_X; default 0: any */
	/* With DUNGEN_TUNNELS_AROUND. */
	DUNGEN_HALLS = 19,        /* number of attempts to place a hall; default 0 */
	DUNGEN_DOOR_PERCENT = 20, /* percentage of tunnels with doors; up to 100, default 100 */
	DUNGEN_DOOR_GAP = 21,     /* tiles between two openings with a single door, at most; from 1,
				     default 1 */
	DUNGEN_LOOP_CORNERS = 22, /* 1 to dig missing loops at corners of rooms, too; default 0 */
	/* Ignored without DUNGEN_DOORS. */
	DUNGEN_LOCKS = 23,  /* number of rooms that need a key; up to 18, default 0 */
	DUNGEN_SECRETS = 24 /* number of rooms behind secret doors; default 0 */
};

/* Values of DUNGEN_TUNNELS. */
enum {
	DUNGEN_TUNNELS_THROUGH = 0, /* tunnels run through other rooms; the default */
	DUNGEN_TUNNELS_AROUND = 1   /* tunnels run around other rooms */
};

/* Values of DUNGEN_CONNECT. */
enum {
	DUNGEN_CONNECT_PREVIOUS = 0, /* a tunnel leads to the room placed before; the default */
	DUNGEN_CONNECT_NEAREST = 1   /* a tunnel leads to the nearest earlier room */
};

/* Values of DUNGEN_EXIT. */
enum {
	DUNGEN_EXIT_LAST = 0,    /* the exit is in the last room; the default */
	DUNGEN_EXIT_FARTHEST = 1 /* the exit is in the room with the longest way from the spawn */
};

/* Values of DUNGEN_SPAWN, which is not a tile like DUNGEN_SPAWN_X and DUNGEN_SPAWN_Y. */
enum {
	DUNGEN_SPAWN_FIRST = 0,   /* the spawn is in the first room; the default */
	DUNGEN_SPAWN_FARTHEST = 1 /* the spawn is in the room with the longest way from the first */
};

/* Values of DUNGEN_RNG, the random number generator. */
enum {
	DUNGEN_RNG_PYTHON = 0, /* the default */
	DUNGEN_RNG_PYTHON_2020 = 1,
	DUNGEN_RNG_LIBTCOD = 2,    /* requires seeds below 2^32 */
	DUNGEN_RNG_LIBTCOD_MT = 3, /* requires seeds below 2^32 */
	DUNGEN_RNG_SPLITMIX64 = 4
};

/* The kinds of tiles, in the bytes of dungen_row and dungen_tiles. */
enum { DUNGEN_WALL = 0, DUNGEN_FLOOR = 1, DUNGEN_DOOR = 2 };

/*
 * Allocates an empty map with the default options, as in the tutorials. Returns NULL if out of
 * memory. The caller frees the map with dungen_free.
 */
struct dungen *dungen_new(void);

/* Frees a map. Does nothing if it is NULL. */
void dungen_free(struct dungen *map);

/*
 * Replaces all options except DUNGEN_RNG by those of a preset, such as "dungeon", for the next
 * dungen_make. dungen(1) lists the presets. Call dungen_set afterwards to change options. If they
 * exclude options of the preset, dungen_make ignores the excluded ones, as the program does. Some
 * options of a preset are ranges, from which dungen_make draws a number for each map; dungen_get
 * returns the start of the range, and dungen_set sets a single number. Returns DUNGEN_WRONG_OPTION
 * if no preset has this name, and then changes nothing.
 */
enum dungen_result dungen_preset(struct dungen *map, const char *name);

/*
 * Sets an option for the next dungen_make. Values that exclude each other can be set one after the
 * other; dungen_make checks them together. Returns DUNGEN_WRONG_OPTION if the option is unknown or
 * rejects the value, and then changes nothing.
 */
enum dungen_result dungen_set(struct dungen *map, enum dungen_option option, uint32_t value);

/* Returns the value of an option, or 0 if the option is unknown. */
uint32_t dungen_get(const struct dungen *map, enum dungen_option option);

/*
 * Returns a sentence in English about the last call that failed for this map, such as "fewer rooms
 * than min_rooms fit; try another seed". There is one sentence for each enum dungen_result. Returns
 * "" if every call has succeeded, and "out of memory" for a NULL map. The string is always valid.
 */
const char *dungen_why(const struct dungen *map);

/*
 * Generates the map of a seed, which replaces the last map. The seed can be any number, but must be
 * less than 2^32 with DUNGEN_RNG_LIBTCOD and DUNGEN_RNG_LIBTCOD_MT. Returns DUNGEN_WRONG_OPTIONS,
 * DUNGEN_WRONG_SEED, DUNGEN_TOO_FEW_ROOMS, or DUNGEN_NO_MEMORY on failure; the map is empty then.
 */
enum dungen_result dungen_make(struct dungen *map, uint64_t seed);

/*
 * Stores the address of the next row in *tiles. The first call returns the top row. A row is an
 * array of one byte for each column, and stays valid until the next call of dungen_row,
 * dungen_tiles, dungen_make, or dungen_free with this map. Returns
 * DUNGEN_END once after the last row, and then starts again with the top row. Returns DUNGEN_END
 * for an empty map. Otherwise returns DUNGEN_OK, or DUNGEN_NO_MEMORY.
 */
enum dungen_result dungen_row(struct dungen *map, const unsigned char **tiles);

/*
 * Stores all rows, from top to bottom, in an array of the caller, which must have space for width
 * times height bytes. The next dungen_row returns the top row. Returns DUNGEN_END for an empty map.
 * Otherwise returns DUNGEN_OK, or DUNGEN_NO_MEMORY.
 */
enum dungen_result dungen_tiles(struct dungen *map, unsigned char *tiles);

/*
 * Stores the address of a string in *text: the map as the program writes it with --format text,
 * with the spawn and, if dungen_preset has set options, with the marks of that preset. The string
 * stays valid until the next dungen_text, dungen_json, or dungen_free with this map. Returns
 * DUNGEN_END for an empty map. Otherwise returns DUNGEN_OK, or DUNGEN_NO_MEMORY.
 */
enum dungen_result dungen_text(struct dungen *map, const char **text);

/*
 * Does the same as dungen_text for the JSON document of the map, which the program writes with
 * --format json.
 */
enum dungen_result dungen_json(struct dungen *map, const char **json);

/* What dungen_measure counts. The program prints these numbers with --format stats. */
enum dungen_measure {
	DUNGEN_FLOOR_TILES = 0,    /* tiles that can be walked on, including doors */
	DUNGEN_CORRIDOR_TILES = 1, /* tiles that can be walked on and are not in a room */
	DUNGEN_LOOPS_FOUND = 2,    /* different ways around walls */
	DUNGEN_DEAD_ENDS = 3,      /* rooms with one opening */
	DUNGEN_EXIT_STEPS = 4,     /* steps from the spawn to the exit, with all doors open */
	DUNGEN_FARTHEST_STEPS = 5, /* steps from the spawn to the tile with the longest way */
	DUNGEN_SECRET_ROOMS = 6,   /* rooms without wings that only secret doors lead to */
	DUNGEN_WALK_STEPS = 7      /* steps from the spawn to each key in turn, and to the exit */
};

/*
 * Stores a measure of the map in *value. The first two calls for a map may search all of its floor;
 * the others are fast. Returns DUNGEN_END for an empty map, DUNGEN_WRONG_OPTION for an unknown
 * measure, or DUNGEN_NO_MEMORY. Then *value is unchanged.
 */
enum dungen_result dungen_measure(struct dungen *map, enum dungen_measure measure, uint64_t *value);

/*
 * Does the same for any measure, by the name that --where and --format stats of the program use,
 * such as "exit_distance".
 */
enum dungen_result dungen_stat(struct dungen *map, const char *name, uint64_t *value);

/* The parts of the map. */

struct dungen_point {
	uint32_t x; /* column */
	uint32_t y; /* row */
};

/* The floor of a room, without its walls. */
struct dungen_room {
	uint32_t x;      /* column of the top left tile */
	uint32_t y;      /* row of the top left tile */
	uint32_t width;  /* number of columns */
	uint32_t height; /* number of rows */
};

/* A tunnel between two rooms. It runs straight from each of its corners to the next. */
struct dungen_tunnel {
	uint32_t from;    /* index of the room where it begins */
	uint32_t to;      /* index of the room where it ends */
	uint32_t corners; /* number of its corners, including both of its ends */
};

struct dungen_door {
	uint32_t x;    /* column */
	uint32_t y;    /* row */
	uint32_t room; /* index of the room that it opens */
};

/* Returns the number of columns in x and the number of rows in y. */
struct dungen_point dungen_size(const struct dungen *map);

/*
 * Returns the tile where the player starts: the center of room 0, or with DUNGEN_SPAWN_FARTHEST, of
 * the room with the longest walk from room 0.
 */
struct dungen_point dungen_spawn(const struct dungen *map);

/* Returns the tile of the exit, which is the center of a room. */
struct dungen_point dungen_exit(const struct dungen *map);

/*
 * Returns the number of steps from the spawn to the exit if the map was generated with
 * DUNGEN_EXIT_FARTHEST, and 0 otherwise. DUNGEN_EXIT_STEPS counts the steps on any map.
 */
uint64_t dungen_exit_distance(const struct dungen *map);

/*
 * Finds the shortest walk from the spawn to the exit without secret doors, and with all other doors
 * open. It runs straight from each of its corners to the next. Stores the address of the corners in
 * *corners and their number in *count. The first is the spawn, and the last is the exit. If they
 * are the same tile, it is the only one. The corners stay valid until the next dungen_route or
 * dungen_free with this map. Returns DUNGEN_END for an empty map. Otherwise returns DUNGEN_OK, or
 * DUNGEN_NO_MEMORY.
 */
enum dungen_result dungen_route(struct dungen *map, const struct dungen_point **corners,
				uint32_t *count);

/*
 * Rooms, tunnels, corners, and doors have indices that start at 0. Their order is that of the JSON
 * document that the program writes: rooms in the order of placement, tunnels in the order of
 * digging, and doors by room.
 */

/* Returns the number of rooms, which is 0 only for an empty map. */
uint32_t dungen_rooms(const struct dungen *map);

/* Returns a room. */
struct dungen_room dungen_room(const struct dungen *map, uint32_t index);

/* Returns the center of a room. Tunnels end there, except with DUNGEN_TUNNELS_AROUND. */
struct dungen_point dungen_center(const struct dungen *map, uint32_t index);

/*
 * Returns the number of steps from the spawn to the center of a room if the map was generated with
 * DUNGEN_EXIT_FARTHEST, and 0 otherwise.
 */
uint64_t dungen_distance(const struct dungen *map, uint32_t index);

/* Returns the index of the room that a wing belongs to, or the same index for other rooms. */
uint32_t dungen_wing_of(const struct dungen *map, uint32_t index);

/* Returns the number of tunnels. */
uint32_t dungen_tunnels(const struct dungen *map);

/* Returns a tunnel. */
struct dungen_tunnel dungen_tunnel(const struct dungen *map, uint32_t index);

/*
 * Returns a corner of a tunnel. The first corner is in the room `from` of the tunnel, and the last
 * corner is in the room `to`.
 */
struct dungen_point dungen_corner(const struct dungen *map, uint32_t tunnel, uint32_t index);

/* Returns the number of doors, which is 0 without DUNGEN_DOORS. */
uint32_t dungen_doors(const struct dungen *map);

/* Returns a door. */
struct dungen_door dungen_door(const struct dungen *map, uint32_t index);

/* Returns the number of the key that opens a door, starting at 1, or 0 if it is not locked. */
uint32_t dungen_door_lock(const struct dungen *map, uint32_t index);

/* Returns 1 if a door is secret, and 0 if it is not. */
int dungen_door_is_secret(const struct dungen *map, uint32_t index);

/*
 * Stores the address of an array in *tunnels, and the number of its elements in *count: the indices
 * of the tunnels that run through a door, in ascending order. The array stays valid until the next
 * dungen_door_tunnels or dungen_free with this map. Returns DUNGEN_END for an index that is too
 * large. Otherwise returns DUNGEN_OK, or DUNGEN_NO_MEMORY.
 */
enum dungen_result dungen_door_tunnels(struct dungen *map, uint32_t index, const uint32_t **tunnels,
				       uint32_t *count);

/* Returns the number of locks, each of which has a key. It can be less than DUNGEN_LOCKS. */
uint32_t dungen_locks(const struct dungen *map);

/* Returns the tile of the key of a lock, which is the center of a room. Locks start at 1. */
struct dungen_point dungen_key(const struct dungen *map, uint32_t lock);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
