/* SPDX-License-Identifier: MIT */
#pragma once

#include "formats/format.h"
#include "map/rows.h"

/*
 * Builds a map from the parts of a file. A reader knows the syntax of its files, and the builder
 * knows the rules of maps. It checks each part, adds it to the map, and keeps the first refusal.
 *
 * Any part may be missing. Parts without a comment may also come in another order:
 *
 *     build_start(&builder, reader);             the map that the reader reads; reader_next does it
 *     build_size(&builder, 80, 45);              before all places on the map
 *     build_seed(&builder, "42");
 *     build_mark(&builder, MARK_SPAWN, 38, 18);
 *     for each row of tiles {                    from top to bottom
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
 *     build_parameter(&builder, parameter);
 *     build_generator(&builder, algorithm, rng); after seed, marks, parameters, and build_room_list
 *     build_end(&builder);                       after all other parts, if a file can have rooms
 *     build_free(&builder);                      reader_close does it
 *
 * Functions that return a bool return whether the result still is READ_MAP, unless they say
 * otherwise. A reader may ignore this: after a refusal, the builder ignores further parts and
 * further refusals. A builder can be started again for any number of maps.
 */

struct builder {
	struct reader *reader;
	struct map *map;
	enum read_result result; /* READ_MAP until the first failure, then the reason */

	/*
	 * Where the reader is in its file, for messages: "rooms[3].width", or "layer "marks",
	 * object 7: x". Set by readers of documents, and for lines also by build_lines.
	 */
	uint64_t line;     /* number of the line; 0 if the file has no lines */
	uint64_t document; /* number of the document; 0 if the file is not a document */
	const char *list;  /* name of the array whose elements are read; NULL outside of arrays */
	uint32_t index;    /* index of the element in this array */
	const char *layer; /* name of the Tiled layer that is read; NULL outside of layers */
	double object;     /* id of the object in this layer that is read; 0 outside of objects */

	/* The tiles so far, if they come row by row. The rows can have different lengths. */
	uint32_t columns;         /* length of the longest row */
	uint32_t row_count;       /* number of rows */
	uint64_t tile_count;      /* number of tiles in these rows */
	ARRAY(uint32_t, lengths); /* number of tiles in each row */
	bool lacks_floor; /* the map was refused because all of its tiles are wall or door */

	/* The current tunnel. */
	uint32_t corner_count;
	struct point last_corner;

	bool has_door_list; /* the file has a list of doors, which may be empty */
	struct parameter parameters[RECIPE_OPTION_COUNT];
	size_t parameter_count;
	bool has_strange_parameter; /* the file has a parameter that dungen does not know */

	/* For build_end. */
	struct point difference; /* the first tile that differs from rooms, tunnels, and doors */
	struct rows rows;        /* memory for drawing rooms, tunnels, and doors */
};

/*
 * Readers pass BUILD_MISSING instead of a number that the file lacks, and BUILD_NO_NUMBER instead
 * of a value that is not a whole number. The builder refuses both.
 */
#define BUILD_MISSING   UINT64_MAX
#define BUILD_NO_NUMBER (UINT64_MAX - 1)

/* Starts to build reader->map, which is empty. The builder keeps the pointer to the reader. */
void build_start(struct builder *builder, struct reader *reader);

/*
 * Refuses the map because of the value of a key, which may be NULL. Returns the message of the
 * reader, whose place is set. The caller sets the problem, and the fix if there is one. If the map
 * was refused before, the message keeps its problem and its place.
 */
struct message *build_refusal(struct builder *builder, const char *key);

/* Refuses the map, and also sets the problem, formatted like printf. Always returns false. */
__attribute__((format(printf, 3, 4))) bool build_refuse(struct builder *builder, const char *key,
							const char *format, ...);

/* Sets the result to READ_NO_MEMORY if `has_memory` is false, even after a refusal. */
bool build_need(struct builder *builder, bool has_memory);

/* Refuses a number that is not from `min` to `max`. If max < min, refuses every number. */
bool build_check_number(struct builder *builder, const char *key, uint64_t number, uint64_t min,
			uint64_t max);

/*
 * Sets the width and height of the map, each from 1 to INT32_MAX tiles. Refuses a map of more than
 * READER_TILES_MAX tiles.
 */
bool build_size(struct builder *builder, uint64_t width, uint64_t height);

/* Sets the seed. Refuses everything but digits without leading zeros, up to 2^64 - 1. */
bool build_seed(struct builder *builder, const char *digits);

/* Sets the number of steps from the spawn to the exit, and that the exit is the farthest room. */
bool build_exit_distance(struct builder *builder, uint64_t steps);

/* Sets the spawn or the exit, which must be on the map. */
void build_mark(struct builder *builder, enum mark_kind kind, uint64_t x, uint64_t y);

/*
 * Sets a mark that the file draws on its tile. `is_default` says whether the format draws such a
 * mark by default. The size of the map may not be known yet, so the place is not checked. Returns
 * false if the map had this mark before. The reader decides whether to refuse that; otherwise the
 * later place counts.
 */
bool build_drawn_mark(struct builder *builder, enum mark_kind kind, struct point at,
		      bool is_default);

/*
 * Returns memory for the next row, of up to `length_max` tiles. The reader fills it with values of
 * enum tile and calls build_row_end, or drops the row. The memory belongs to the map, and is valid
 * until the next call. Returns NULL if the result is not READ_MAP.
 */
char *build_row(struct builder *builder, size_t length_max);

/* Adds the row in that memory, of `length` tiles. */
void build_row_end(struct builder *builder, size_t length);

/*
 * Ends the rows. Drops empty rows at the end, fills up short rows with wall, and sets the size of
 * the map. Refuses a map without tiles, and a map with fewer rows than its height. Then does what
 * build_tiles_end does.
 */
bool build_rows_end(struct builder *builder);

/*
 * Reads a line of `size` bytes. Sets one kind of tile for each tile of the line in `tiles`, which
 * has space for `size` tiles, and stores their number in *tile_count. Returns false if the map
 * ends before this line. To report an error, refuses the map and returns false, too.
 */
typedef bool build_read_row(struct builder *builder, const char *line, size_t size, char *tiles,
			    size_t *tile_count);

/*
 * Reads the lines of the input up to the end of the map, if each line is a row of tiles, and ends
 * the rows.
 */
void build_lines(struct builder *builder, build_read_row *read_row);

/*
 * Returns memory for all tiles, row by row, of a map whose size is set. The reader fills all of it
 * with values of enum tile and calls build_tiles_end. Returns NULL if the result is not READ_MAP.
 * If a short file can claim a large size, use build_row instead, so that memory grows with the
 * file.
 */
char *build_tiles(struct builder *builder);

/*
 * Ends the tiles. Refuses a map without floor, and notes that a map has no wall. The reader can
 * advise what to do:
 *
 *     if (!build_tiles_end(builder) && builder->lacks_floor)
 *             suggest(&builder->reader->message, "floors", " ");
 */
bool build_tiles_end(struct builder *builder);

/* Says that the file has a list of rooms or doors, even if the list is empty. */
void build_room_list(struct builder *builder);
void build_door_list(struct builder *builder);

/* Adds a room, given by its floor in tiles. Refuses a room whose walls are not on the map. */
bool build_room(struct builder *builder, uint64_t x, uint64_t y, uint64_t width, uint64_t height);

/*
 * Adds the steps from the spawn to the center of the newest room. The map keeps them only if every
 * room has them.
 */
bool build_distance(struct builder *builder, uint64_t steps);

/* Starts a tunnel between two rooms, given by their indices, starting at 0. */
bool build_tunnel(struct builder *builder, uint64_t from, uint64_t to);

/* Adds a corner to the tunnel. Each corner must be in the row or column of the last one. */
bool build_corner(struct builder *builder, uint64_t x, uint64_t y);

/* Ends the tunnel. Refuses a tunnel with fewer than two corners. */
bool build_tunnel_end(struct builder *builder);

/* Adds a door in the wall of a room, given by its index, starting at 0. */
bool build_door(struct builder *builder, uint64_t x, uint64_t y, uint64_t room);

/*
 * Adds an option of the recipe. Its strings must outlive the map. A map with an option or a value
 * that dungen does not know loses its recipe. Refuses a second option with the same key.
 */
bool build_parameter(struct builder *builder, struct parameter parameter);

/*
 * Adds the recipe to the map, if dungen may have generated the map: it has a seed, rooms, and both
 * marks, dungen knows every parameter, and could have written the strings. Any other map loses its
 * recipe, and so does a map without this call. The strings must outlive the map.
 */
void build_generator(struct builder *builder, const char *algorithm, const char *rng);

/*
 * Ends the map. If the file has tiles and rooms, draws rooms, tunnels, and doors, and compares them
 * with the tiles. If both agree, the map does not store the tiles. If they differ, the tiles count:
 * drops what does not fit them, and notes that, unless the reader keeps misfits.
 */
bool build_end(struct builder *builder);

/* Frees the memory of a builder. Safe on a zeroed struct. */
void build_free(struct builder *builder);
