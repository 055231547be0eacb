/* SPDX-License-Identifier: MIT */
#pragma once

#include "formats/build.h"

/*
 * What the characters or numbers of a file stand for. The formats text, xp, csv, and npy read their
 * tiles with this module. A value is the code point of a character, or a number.
 *
 * Without --walls and --floors, values have the meaning that dungen gives them: --glyphs, letters,
 * and blanks, or 0 to 4. With one of the two options, every value that is not in its list is the
 * other kind of tile. With both, it is refused. Only three values of dungen keep their meaning
 * then: a spawn or an exit that stands on a single tile, and doors of which at least half are
 * between two walls and two floor tiles.
 *
 *     struct tile_values values = {0};
 *     if (tile_values_start(&values, reader, VALUES_ARE_CHARACTERS))         for each map
 *             for each tile
 *                     if (!tile_values_read(&values, reader, value, at, &tile))
 *                             message = tile_values_refuse(&values, reader, value, "'%c'", c);
 *     build_rows_end(reader);                     unless the tiles came from build_tiles
 *     tile_values_end(&values, reader);           instead of build_tiles_end
 */

enum tile_value_kind {
	VALUES_ARE_CHARACTERS,
	VALUES_ARE_NUMBERS,
	VALUES_ARE_CELLS, /* numbers, and words if they are in a list; without lists, -1 is wall */
};

enum {
	SMALL_VALUES = 256,  /* whole numbers from 0 that are looked up in a table */
	LARGE_VALUES = 1024, /* number of other values in lists, at most */

	/* Besides the symbols of symbols.h: */
	VALUE_UNKNOWN = SYMBOLS, /* the value must be refused */
	VALUE_BLANK,             /* without lists: a blank or a 0, which many files use for floor */
	VALUE_NAMED, /* a character of dungen that is of the rest, which the note names */

	/* A kind of tile, until the map has a tile with this value. */
	VALUE_NEW,
	VALUE_NEW_WALL = VALUE_NEW + TILE_WALL,
	VALUE_NEW_FLOOR = VALUE_NEW + TILE_FLOOR,
	VALUE_NEW_DOOR = VALUE_NEW + TILE_DOOR,
};

/* The symbol of a value that the table does not contain. */
struct tile_value {
	double value;
	uint8_t symbol;
};

struct tile_values {
	bool is_set; /* the next fields are set */
	enum tile_value_kind kind;
	bool has_lists;          /* the user gave --walls, --floors, or both */
	bool is_door_in_list;    /* the door of dungen is in a list */
	const char *word_option; /* name of the option with the first word in a list; or NULL */
	uint8_t first_symbols[SMALL_VALUES];            /* by value, at the start of a map */
	struct tile_value large[LARGE_VALUES + GLYPHS]; /* the other values that have a symbol */
	size_t large_count;
	uint8_t rest; /* what all other values are: a kind of tile, or VALUE_UNKNOWN */

	/* What the current map contains. */
	/* By value. A reader may look up a value here that is a kind of tile, which is faster. */
	uint8_t symbols[SMALL_VALUES];
	bool has_value[TILE_KINDS];    /* by kind of tile: the next field is set */
	double last_value[TILE_KINDS]; /* the last value of this kind */
	bool has_several[TILE_KINDS];  /* different values are of this kind */
	double corner;                 /* the first value */
	bool has_blank;
	bool has_word; /* a cell of csv is a word */
	bool has_route;
	uint64_t letter_count;              /* number of tiles with the label of a room */
	uint64_t mark_counts[MARK_KINDS];   /* number of tiles that show the mark */
	uint64_t tile_counts[SMALL_VALUES]; /* by character: number of tiles with VALUE_NAMED, or
					       with the label of a room */
};

/*
 * Starts a map. Reads the lists of the style before the first map, and refuses lists that do not
 * fit. Returns whether the reader's result still is READ_MAP.
 */
bool tile_values_start(struct tile_values *values, struct reader *reader,
		       enum tile_value_kind kind);

/*
 * Stores the kind of the tile with a value, or for a mark its symbol. Returns false if the value
 * has no meaning, or if the map had this mark before and no list says what it is.
 */
bool tile_values_read(struct tile_values *values, struct reader *reader, double value,
		      struct point at, char *tile);

/*
 * Does the same for a word of `length` bytes in a cell of csv. A cell of one character is of a kind
 * if the list contains the character, and a longer one if an item of the list is this word.
 */
bool tile_values_read_word(struct tile_values *values, const struct reader *reader,
			   const char *word, size_t length, char *tile);

/*
 * Refuses the map because of a value that tile_values_read did not read. The format says how the
 * file writes the value. Returns the message, for the caller to set the place.
 */
__attribute__((format(printf, 4, 5))) struct message *
tile_values_refuse(const struct tile_values *values, struct reader *reader, double value,
		   const char *format, ...);

/*
 * Decides what the marks and doors of the map are, ends its tiles like build_tiles_end, and adds to
 * the note what was guessed and what is lost. Refuses a map whose values were guessed if it has no
 * wall or no floor.
 */
void tile_values_end(struct tile_values *values, struct reader *reader);

/* The characters of numbers. */
#define NUMBER_CHARACTERS "+-.0123456789Ee"

/*
 * Reads a number such as 1, -1, 1.0, or 1.0e+00 at the start of a string. Returns its length, or 0
 * if there is none.
 */
size_t tile_values_parse_number(const char *text, double *number);
