/* SPDX-License-Identifier: MIT */
#pragma once

#include "formats/reader.h"
#include "map/rows.h"

/*
 * The builder: the functions by which a format adds the parts of a map to reader->map. A format
 * knows the syntax of its files, and the builder knows the rules of maps. It checks each part, and
 * keeps the first refusal.
 *
 * The `read` of a format calls these functions. Any part may be missing. Parts without a comment
 * may also come in another order:
 *
 *     build_size(reader, 80, 45);              before all places on the map
 *     build_seed(reader, "42");
 *     build_mark(reader, MARK_SPAWN, 38, 18);
 *     for each row of tiles {                  from top to bottom
 *             char *row = build_row(reader, 80);
 *             fill the row
 *             build_row_end(reader, 80);
 *     }
 *     build_rows_end(reader);
 *     build_tiles_end(reader);                 after all changes to the tiles
 *     build_room(reader, 36, 16, 5, 5);
 *     build_tunnel(reader, 0, 1);              after its rooms
 *     build_corner(reader, 38, 18);            two or more
 *     build_tunnel_end(reader);
 *     build_door(reader, 40, 20, 1);
 *     build_lock(reader, 2);                   this door is locked
 *     build_key(reader, 2, 13, 41);
 *     build_parameter(reader, parameter);
 *     build_generator(reader, algorithm, rng); after seed, marks, parameters, and build_room_list
 *     build_end(reader);                       after all other parts, if a file can have rooms
 *
 * trace_read.c builds its maps itself, because an attempt becomes a room only if it overlaps none.
 *
 * Functions that return a bool return whether reader->result still is READ_MAP, unless they say
 * otherwise. A format may ignore this: after a refusal, the builder ignores further parts and
 * further refusals.
 */

/*
 * Readers pass BUILD_MISSING instead of a number that the file lacks, and BUILD_NO_NUMBER instead
 * of a value that is not a whole number. The builder refuses both.
 */
#define BUILD_MISSING   UINT64_MAX
#define BUILD_NO_NUMBER (UINT64_MAX - 1)

/*
 * Refuses the map because of the value of a key, which may be NULL. Returns the message of the
 * reader, whose place is set. The caller sets the problem, and the fix if there is one. If the map
 * was refused before, the message keeps its problem and its place.
 */
struct message *build_refusal(struct reader *reader, const char *key);

/* Refuses the map, and also sets the problem, formatted like printf. Always returns false. */
__attribute__((format(printf, 3, 4))) bool build_refuse(struct reader *reader, const char *key,
							const char *format, ...);

/*
 * Refuses the map if a text of `length` bytes is not UTF-8, and says how to convert the file.
 * Returns whether it did.
 */
bool build_refuse_encoding(struct reader *reader, const char *text, size_t length);

/* Sets the result to READ_NO_MEMORY if `has_memory` is false, even after a refusal. */
bool build_need(struct reader *reader, bool has_memory);

/* Refuses a number that is not from `min` to `max`. If max < min, refuses every number. */
bool build_check_number(struct reader *reader, const char *key, uint64_t number, uint64_t min,
			uint64_t max);

/*
 * Sets the width and height of the map, each from 1 to INT32_MAX tiles. Refuses a map of more than
 * READER_TILES_MAX tiles.
 */
bool build_size(struct reader *reader, uint64_t width, uint64_t height);

/* Sets the seed. Refuses everything but digits without leading zeros, up to 2^64 - 1. */
bool build_seed(struct reader *reader, const char *digits);

/* Sets the number of steps from the spawn to the exit, and that the exit is the farthest room. */
bool build_exit_distance(struct reader *reader, uint64_t steps);

/* Sets the spawn or the exit, which must be on the map. */
void build_mark(struct reader *reader, enum mark_kind kind, uint64_t x, uint64_t y);

/*
 * Sets a mark that the file draws on its tile. `is_default` says whether the format draws such a
 * mark by default. The size of the map may not be known yet, so the place is not checked. Returns
 * false if the map had this mark before. The reader decides whether to refuse that; otherwise the
 * later place counts.
 */
bool build_drawn_mark(struct reader *reader, enum mark_kind kind, struct point at, bool is_default);

/*
 * Returns memory for the next row, of up to `length_max` tiles. The reader fills it with values of
 * enum tile and calls build_row_end, or drops the row. The memory belongs to the map, and is valid
 * until the next call. Returns NULL if the result is not READ_MAP.
 */
char *build_row(struct reader *reader, size_t length_max);

/* Adds the row in that memory, of `length` tiles. */
void build_row_end(struct reader *reader, size_t length);

/*
 * Ends the rows. Drops empty rows at the end, fills up short rows with wall, and sets the size of
 * the map. Refuses a map without tiles, and a map with fewer rows than its height. build_tiles_end
 * follows.
 */
bool build_rows_end(struct reader *reader);

/*
 * Reads a line of `size` bytes. Sets one kind of tile for each tile of the line in `tiles`, which
 * has space for `size` tiles, and stores their number in *tile_count. Returns false if the map
 * ends before this line. To report an error, refuses the map and returns false, too.
 */
typedef bool build_read_row(struct reader *reader, const char *line, size_t size, char *tiles,
			    size_t *tile_count);

/*
 * Reads the lines of the input up to the end of the map, if each line is a row of tiles, and ends
 * the rows.
 */
void build_lines(struct reader *reader, build_read_row *read_row);

/*
 * Returns memory for all tiles, row by row, of a map whose size is set. The reader fills all of it
 * with values of enum tile and calls build_tiles_end. Returns NULL if the result is not READ_MAP.
 * If a short file can claim a large size, use build_row instead, for each row when its bytes are in
 * the input, so that memory grows with the file; see input_has.
 */
char *build_tiles(struct reader *reader);

/*
 * Counts the door tiles, and returns how many of them are not between two walls and two floor
 * tiles. Stores the first of these, if there is one. After build_rows_end, or when all tiles are
 * set.
 */
uint64_t build_count_misfit_doors(struct reader *reader, uint64_t *door_count,
				  struct point *first_misfit);

/* Notes how many doors are misfits, if the map is written. For maps of other programs. */
void build_note_misfit_doors(struct reader *reader);

/*
 * Ends the tiles. Refuses a map without floor, and notes that a map has no wall. The reader
 * can advise what to do:
 *
 *     if (!build_tiles_end(reader) && reader->lacks_floor)
 *             suggest(&reader->message, "floors", " ");
 */
bool build_tiles_end(struct reader *reader);

/* Says that the file has a list of rooms or doors, even if the list is empty. */
void build_room_list(struct reader *reader);
void build_door_list(struct reader *reader);

/* Adds a room, given by its floor in tiles. Refuses a room whose walls are not on the map. */
bool build_room(struct reader *reader, uint64_t x, uint64_t y, uint64_t width, uint64_t height);

/*
 * Adds the steps from the spawn to the center of the newest room. The map keeps them only if every
 * room has them.
 */
bool build_distance(struct reader *reader, uint64_t steps);

/* Starts a tunnel between two rooms, given by their indices, starting at 0. */
bool build_tunnel(struct reader *reader, uint64_t from, uint64_t to);

/* Adds a corner to the tunnel. Each corner must be in the row or column of the last one. */
bool build_corner(struct reader *reader, uint64_t x, uint64_t y);

/* Ends the tunnel. Refuses a tunnel with fewer than two corners. */
bool build_tunnel_end(struct reader *reader);

/* Adds a door in the wall of a room, given by its index, starting at 0. */
bool build_door(struct reader *reader, uint64_t x, uint64_t y, uint64_t room);

/* Locks the newest door, whose lock has a number from 1 to LOCKS_MAX. */
bool build_lock(struct reader *reader, uint64_t lock);

/* Hides the newest door. */
void build_secret(struct reader *reader);

/* Adds the key of a lock. Refuses a second key of the same lock. */
bool build_key(struct reader *reader, uint64_t lock, uint64_t x, uint64_t y);

/*
 * Adds an option of the recipe. Its strings must outlive the map. A map with an option or a value
 * that dungen does not know loses its recipe. Refuses a second option with the same key.
 */
bool build_parameter(struct reader *reader, struct parameter parameter);

/*
 * Adds the recipe to the map, if dungen may have generated the map: it has a seed, rooms, and both
 * marks, dungen knows every parameter, and could have written the strings. Any other map loses its
 * recipe, and so does a map without this call. The strings must outlive the map.
 */
void build_generator(struct reader *reader, const char *algorithm, const char *rng);

/*
 * Ends the map. If the file has tiles and rooms, draws rooms, tunnels, and doors, and compares them
 * with the tiles. If both agree, the map does not store the tiles. If they differ, the tiles count:
 * drops what does not fit them, and notes that, unless the reader keeps misfits. Then drops all
 * locks if they are not whole, and notes that.
 */
bool build_end(struct reader *reader);
