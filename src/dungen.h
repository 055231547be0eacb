/* SPDX-License-Identifier: MIT */
#ifndef DUNGEN_H
#define DUNGEN_H

#include <stddef.h>
#include <stdint.h>

/*
 * Dungeon maps, the same as the program dungen makes: the same seed and options give the same tiles
 * in every release.
 *
 *     struct dungen *map = dungen_new();
 *     if (map && dungen_set(map, DUNGEN_DOORS, 1) == DUNGEN_OK &&
 *         dungen_make(map, 42) == DUNGEN_OK)
 *             for (const unsigned char *tiles; dungen_row(map, &tiles) == DUNGEN_OK;)
 *                     draw(tiles);
 *     dungen_free(map);
 *
 * Coordinates are tiles; x grows to the right, y grows down, (0,0) is the top left tile. Nothing is
 * shared between maps: each thread can make its own. The library reads and writes no files, prints
 * nothing and never exits. Numbers of this header stay as they are within a major version; there
 * may be more.
 */

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif

/* The release of this header. */
#ifndef DUNGEN_VERSION
#define DUNGEN_VERSION "0.5.0-dev"
#endif

/* Returns the release of the library, which may be a later one. */
const char *dungen_version(void);

/* Options, and the map that was made last. */
struct dungen;

enum dungen_result {
	DUNGEN_OK = 0,
	DUNGEN_END = 1,           /* there are no more rows */
	DUNGEN_NO_MEMORY = 2,     /* out of memory */
	DUNGEN_WRONG_OPTION = 3,  /* no such option or measure, or not with this value */
	DUNGEN_WRONG_OPTIONS = 4, /* rooms of this size, or so many, do not fit the map */
	DUNGEN_WRONG_SEED = 5,    /* too large for the random number generator */
	DUNGEN_TOO_FEW_ROOMS = 6  /* this seed has no map with DUNGEN_MIN_ROOMS rooms; others may */
};

/*
 * The options of dungen(1), which explains them. Numbers are at most 2^31 - 1; the last one here is
 * the default.
 */
enum dungen_option {
	DUNGEN_WIDTH = 0,     /* columns, from 3; 80 */
	DUNGEN_HEIGHT = 1,    /* rows, from 3; 45 */
	DUNGEN_MAX_ROOMS = 2, /* room placement attempts, from 1; 30 */
	DUNGEN_ROOM_MIN = 3,  /* smallest room side (floor + 1), from 2; 6 */
	DUNGEN_ROOM_MAX = 4,  /* largest room side, below width and height; 10 */
	DUNGEN_MIN_ROOMS = 5, /* more attempts until there are so many rooms; 0 */
	DUNGEN_TUNNELS = 6,   /* how tunnels pass other rooms; see below */
	DUNGEN_CONNECT = 7,   /* which earlier room a tunnel leads to; not with tunnels around */
	DUNGEN_LOOPS = 8,     /* extra tunnels; 0 */
	DUNGEN_EXIT = 9,      /* which room has the exit */
	DUNGEN_DOORS = 10,    /* 1: doors where tunnels enter rooms; 0 */
	DUNGEN_RNG = 11       /* random number generator */
};
enum { DUNGEN_TUNNELS_THROUGH = 0, DUNGEN_TUNNELS_AROUND = 1 };
enum { DUNGEN_CONNECT_PREVIOUS = 0, DUNGEN_CONNECT_NEAREST = 1 };
enum { DUNGEN_EXIT_LAST = 0, DUNGEN_EXIT_FARTHEST = 1 };
enum {
	DUNGEN_RNG_PYTHON = 0,
	DUNGEN_RNG_PYTHON_2020 = 1,
	DUNGEN_RNG_LIBTCOD = 2,
	DUNGEN_RNG_LIBTCOD_MT = 3,
	DUNGEN_RNG_SPLITMIX64 = 4
};

enum { DUNGEN_WALL = 0, DUNGEN_FLOOR = 1, DUNGEN_DOOR = 2 }; /* tiles */

/*
 * Returns a map without rooms, of the tutorials' options, or NULL if out of memory. The caller
 * frees it.
 */
struct dungen *dungen_new(void);

/* Frees a map, which may be NULL. */
void dungen_free(struct dungen *map);

/* Sets an option for the maps to come. On failure it keeps its value. */
enum dungen_result dungen_set(struct dungen *map, enum dungen_option option, uint32_t value);

/* Returns the value of an option, or 0 if there is no such option. */
uint32_t dungen_get(const struct dungen *map, enum dungen_option option);

/*
 * Returns a sentence in English about the last call with this map that failed, such as "room_max:
 * rooms of 6 to 10 do not fit 5 columns". It is empty if none failed, "out of memory" for a NULL
 * map, and valid until the next failure.
 */
const char *dungen_why(const struct dungen *map);

/*
 * Makes the map of a seed in place of the last one, whose memory it uses again. Seeds are any
 * number, or below 2^32 with libtcod's generators. On failure there is no map: no rooms, and its
 * size, spawn and exit are 0.
 */
enum dungen_result dungen_make(struct dungen *map, uint64_t seed);

/*
 * Sets *tiles to the next row, from the top: a byte for each column, valid until the next call with
 * this map. After the last row DUNGEN_END is returned once, and then the first row again.
 */
enum dungen_result dungen_row(struct dungen *map, const unsigned char **tiles);

/*
 * Writes all rows, from the top: `width` times `height` bytes, for which the caller has room.
 * Returns DUNGEN_END if there is no map. The next dungen_row is the first row.
 */
enum dungen_result dungen_tiles(struct dungen *map, unsigned char *tiles);

/*
 * What format stats of the program measures. It is counted once for each map, by a search of all
 * its floor.
 */
enum dungen_measure {
	DUNGEN_FLOOR_TILES = 0,    /* tiles that can be walked, doors included */
	DUNGEN_CORRIDOR_TILES = 1, /* those of them that are in no room */
	DUNGEN_LOOPS_FOUND = 2,    /* ways around walls */
	DUNGEN_DEAD_ENDS = 3,      /* rooms with one opening */
	DUNGEN_EXIT_STEPS = 4,     /* from the spawn to the exit */
	DUNGEN_FARTHEST_STEPS = 5  /* from the spawn to the tile that takes most */
};

/* Sets *value to a measure of the map. Returns DUNGEN_END if there is no map. */
enum dungen_result dungen_measure(struct dungen *map, enum dungen_measure measure, uint64_t *value);

/*
 * The map that was made last. The sizes of these structs never change; of an index that is too
 * large, all is 0.
 */

struct dungen_point {
	uint32_t x, y;
};

/* The floor of a room: its top left tile, and its size. */
struct dungen_room {
	uint32_t x, y, width, height;
};

/*
 * A tunnel between two rooms, given by their indices, along `corners` corner points, its ends among
 * them.
 */
struct dungen_tunnel {
	uint32_t from, to, corners;
};

struct dungen_door {
	uint32_t x, y, room;
};

struct dungen_point dungen_size(const struct dungen *map); /* x: columns, y: rows */
struct dungen_point dungen_spawn(const struct dungen *map);
struct dungen_point dungen_exit(const struct dungen *map);
/* Returns the number of steps from the spawn to the exit with --exit farthest, and 0 otherwise. */
uint64_t dungen_exit_distance(const struct dungen *map);

/* How many there are, and one of them. They are in the order of the program's JSON document. */
uint32_t dungen_rooms(const struct dungen *map);
struct dungen_room dungen_room(const struct dungen *map, uint32_t index);
struct dungen_point dungen_center(const struct dungen *map,
				  uint32_t index); /* of a room; tunnels lead there */
uint32_t dungen_tunnels(const struct dungen *map);
struct dungen_tunnel dungen_tunnel(const struct dungen *map, uint32_t index);
struct dungen_point dungen_corner(const struct dungen *map, uint32_t tunnel, uint32_t index);
uint32_t dungen_doors(const struct dungen *map);
struct dungen_door dungen_door(const struct dungen *map, uint32_t index);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
