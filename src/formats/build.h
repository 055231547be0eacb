/* SPDX-License-Identifier: MIT */
#pragma once

#include "map/rows.h"
#include "formats/format.h"

/*
 * Builds a map from the parts that a file has. Readers know the syntax of their files, and the
 * builder knows the rules of maps: it checks each part, adds it to the map, and keeps the first
 * refusal.
 *
 * Usage; any part may be missing:
 *
 *     struct builder builder = {0};
 *     build_start(&builder, reader);             the map that the reader reads
 *     build_size(&builder, 80, 45);              before anything that has a place on the map
 *     build_seed(&builder, "42");
 *     build_mark(&builder, MARK_SPAWN, 38, 18);
 *     while (there is a row) {                   the tiles, from top to bottom
 *             char *row = build_row(&builder, 80);
 *             fill the row
 *             build_row_end(&builder, 80);
 *     }
 *     build_rows_end(&builder);
 *     build_room(&builder, 36, 16, 5, 5);
 *     build_tunnel(&builder, 0, 1);              after its rooms
 *     build_corner(&builder, 38, 18);            two or more
 *     build_tunnel_end(&builder);
 *     build_door(&builder, 40, 20, 1);
 *     build_parameter(&builder, parameter);      what the map was made from
 *     build_generator(&builder, algorithm, rng);
 *     build_settle(&builder, false);             drops what does not fit the tiles
 *     build_free(&builder);
 *
 * Functions that return a bool return whether the result still is READ_MAP, unless they say
 * otherwise. After a refusal, nothing is added to the map. A builder can be started again for any
 * number of maps.
 */

/* The recipe of a map with more parameters is not kept. dungen has fewer options. */
enum { PARAMETERS_MAX = 64 };

struct builder {
	struct reader *reader;
	struct map *map;
	enum read_result result; /* READ_MAP, or how building failed first */

	/*
	 * Set by the reader. Sets where in its file the reader is, and the key of the value that is
	 * refused, which may be NULL. An example is "rooms[3].width". NULL: only the key is set.
	 */
	void (*describe_place)(const void *place, const char *key, struct error *error);
	const void *place;          /* passed to describe_place; not owned */
	struct error ignored_error; /* errors after the first refusal */

	/* The tiles so far, if they come row by row. The rows may differ in length. */
	uint32_t columns;         /* length of the longest row */
	uint32_t row_count;       /* number of rows */
	uint64_t tile_count;      /* number of tiles in these rows */
	ARRAY(uint32_t, lengths); /* number of tiles in each row */

	/* The tunnel that is built. */
	uint32_t corner_count;
	struct point corner; /* the last one */

	bool has_door_list; /* the file has a list of doors, which may be empty */
	struct parameter parameters[PARAMETERS_MAX];
	size_t parameter_count;
	bool has_strange_parameter; /* the file has a parameter that dungen would not write */

	/* Set by build_settle. */
	struct point difference; /* the first tile that rooms, tunnels, and doors do not make */
	struct rows rows;        /* memory */
};

/*
 * Readers pass BUILD_NO_NUMBER instead of a number that the file lacks or that is not whole, and
 * BUILD_TWICE instead of a number that the file has twice. The builder refuses both.
 */
#define BUILD_NO_NUMBER UINT64_MAX
#define BUILD_TWICE     (UINT64_MAX - 1)

/* Starts the map that the reader was given, which is empty. */
void build_start(struct builder *builder, struct reader *reader);

/*
 * Refuses the map, unless it was refused before. The key of the wrong value may be NULL. Returns an
 * error, whose place is set, for the caller to set the problem.
 */
struct error *build_refusal(struct builder *builder, const char *key);

/* Does the same, and sets the problem, which is formatted like printf. Returns false. */
__attribute__((format(printf, 3, 4))) bool build_refuse(struct builder *builder, const char *key,
							const char *format, ...);

/* Sets the result to READ_NO_MEMORY, even after a refusal, if `has_memory` is false. */
bool build_need(struct builder *builder, bool has_memory);

/* Refuses a number that is not from `min` to `max`. If max < min, no number fits the map. */
bool build_check_number(struct builder *builder, const char *key, uint64_t number, uint64_t min,
			uint64_t max);

/* Refuses the value of a key that names a room, if the map has no rooms. */
bool build_check_rooms(struct builder *builder, const char *key);

/* Sets the width and height of the map, in tiles. */
bool build_size(struct builder *builder, uint64_t width, uint64_t height);

/* Sets the seed: digits without leading zeros, below 2^64. */
bool build_seed(struct builder *builder, const char *digits);

/* Sets the steps from the spawn to the exit, which is in the room farthest away. */
bool build_exit_distance(struct builder *builder, uint64_t steps);

/* Sets spawn or exit. */
bool build_mark(struct builder *builder, enum mark_kind kind, uint64_t x, uint64_t y);

/*
 * Sets a mark that the file draws on its tile, which need not be on the map yet. If the map has the
 * mark already, moves it, and returns false. The reader decides whether to refuse that.
 */
bool build_drawn_mark(struct builder *builder, enum mark_kind kind, struct point at);

/*
 * Returns space for the next row, of up to `length_max` tiles, to be filled with kinds of tile.
 * Returns NULL after a refusal. The map does not get a row that is not ended.
 */
char *build_row(struct builder *builder, size_t length_max);

/* Adds the row in that space, which has `length` tiles. */
void build_row_end(struct builder *builder, size_t length);

/*
 * Ends the rows: drops empty rows at the end, fills the others up with wall, and sets the map's
 * size. Refuses a map without tiles, and one with fewer rows than build_size said.
 */
bool build_rows_end(struct builder *builder);

/*
 * Returns space for all tiles of a map whose size is known, row by row, or NULL if out of memory.
 * Call build_tiles_end when they are filled.
 */
char *build_tiles(struct builder *builder);
bool build_tiles_end(struct builder *builder);

/* Says that the file has a list of rooms or doors, even if the list is empty. */
void build_room_list(struct builder *builder);
void build_door_list(struct builder *builder);

/* Adds a room, given by its floor. Its walls have to be on the map, too. */
bool build_room(struct builder *builder, uint64_t x, uint64_t y, uint64_t width, uint64_t height);

/* Starts a tunnel between two rooms, given by their indices. */
bool build_tunnel(struct builder *builder, uint64_t from, uint64_t to);

/* Adds a corner to the tunnel. Refuses one that is not straight from the corner before. */
bool build_corner(struct builder *builder, uint64_t x, uint64_t y);

/* Ends the tunnel. Refuses a tunnel with fewer than two corners. */
bool build_tunnel_end(struct builder *builder);

/* Adds a door in the wall of a room, given by its index. */
bool build_door(struct builder *builder, uint64_t x, uint64_t y, uint64_t room);

/*
 * Ends the map, and compares what its rooms, tunnels, and doors make with the tiles of the file. If
 * both agree, the map does not store the tiles. If not, the tiles count: what does not fit them is
 * dropped, and listed in the misfits of the reader; unless `keeps_misfits` is set, then the map
 * stays as it is.
 */
bool build_settle(struct builder *builder, bool keeps_misfits);

/*
 * Adds what build_settle has dropped to a text: where the tiles differ, and then a list of names
 * that the caller may continue. Adds nothing if nothing was dropped.
 */
void build_add_misfits(const struct builder *builder, struct text *text);

/*
 * Adds an option that the map was made from. The caller keeps its strings. Refuses a second option
 * with the same key.
 */
bool build_parameter(struct builder *builder, struct parameter parameter);

/*
 * Returns whether dungen may have generated the map: it has a seed, rooms, and both marks, and no
 * parameter that dungen would not write. The recipe of another map is not kept.
 */
bool build_keeps_recipe(const struct builder *builder);

/*
 * Keeps the recipe, if build_keeps_recipe returns true and both names look like names of dungen.
 * The caller keeps the strings. Without this call, the recipe is not kept.
 */
void build_generator(struct builder *builder, const char *algorithm, const char *rng);

/* Frees the memory of a builder. Safe on a zeroed struct. */
void build_free(struct builder *builder);
