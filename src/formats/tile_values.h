/* SPDX-License-Identifier: MIT */
#pragma once

#include "formats/build.h"

/*
 * What the characters or numbers of a file stand for, as --walls, --floors, and --glyphs say. The
 * formats text, xp, csv, and npy read their tiles with this module. A value is the code point of a
 * character, or a number.
 *
 * Without --walls and --floors, each format has values for wall and floor. With one of the two
 * options, every value that is not in its list is the other kind. With both, it is refused. Spawn,
 * exit, door, route, and labels keep their values unless these are in a list.
 *
 *     struct tile_values values = {0};
 *     if (tile_values_start(&values, &reader, VALUES_ARE_CHARACTERS))         for each map
 *             for each tile
 *                     if (!tile_values_read(&values, &reader, value, at, &tile))
 *                             message = tile_values_refuse(&values, &reader, value, "'%c'", c);
 *     build_rows_end(&reader) or build_tiles_end(&reader)
 *     tile_values_end(&values, &reader);
 */

enum tile_value_kind { VALUES_ARE_CHARACTERS, VALUES_ARE_NUMBERS };

enum {
	SMALL_VALUES = 256,  /* whole numbers from 0 that are looked up in a table */
	LARGE_VALUES = 1024, /* number of other values in lists, at most */

	/* Besides the symbols of symbols.h: */
	VALUE_UNKNOWN = SYMBOLS, /* the value must be refused */
	VALUE_BLANK, /* a blank or a 0, which many files use for floor, and that is not in a list */
};

/* The symbol of a value that the table does not contain. */
struct tile_value {
	double value;
	uint8_t symbol;
};

struct tile_values {
	bool is_set; /* the next fields are set */
	enum tile_value_kind kind;
	/* By value. A reader may look up a value here that is a kind of tile, which is faster. */
	uint8_t symbols[SMALL_VALUES];
	struct tile_value large[LARGE_VALUES + GLYPHS]; /* the other values that have a symbol */
	size_t large_count;
	uint8_t other; /* symbol of values that have no other */

	/* What the current map contains. */
	bool has_blank;
	bool has_route;
	uint64_t letter_count; /* number of tiles with the label of a room */
};

/*
 * Starts a map. Reads the lists of the style before the first map, and refuses lists that do not
 * fit. Returns whether the builder's result still is READ_MAP.
 */
bool tile_values_start(struct tile_values *values, struct reader *reader,
		       enum tile_value_kind kind);

/*
 * Stores the kind of the tile with a value, and sets the mark on it, if any. Returns false if the
 * value has no meaning, or if the map had this mark before.
 */
bool tile_values_read(struct tile_values *values, struct reader *reader, double value,
		      struct point at, char *tile);

/*
 * Refuses the map because of a value that tile_values_read did not read. The format says how the
 * file writes the value. Returns the message, for the caller to set the place.
 */
__attribute__((format(printf, 4, 5))) struct message *
tile_values_refuse(const struct tile_values *values, struct reader *reader, double value,
		   const char *format, ...);

/*
 * Ends a map: notes that the route and labels are lost, or advises what to do if the builder has
 * refused the map because it lacks floor.
 */
void tile_values_end(const struct tile_values *values, struct reader *reader);

/* The characters of numbers. */
#define NUMBER_CHARACTERS "+-.0123456789Ee"

/*
 * Reads a number such as 1, -1, 1.0, or 1.0e+00 at the start of a string. Returns its length, or 0
 * if there is none.
 */
size_t tile_values_parse_number(const char *text, double *number);
