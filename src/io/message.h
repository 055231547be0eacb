/* SPDX-License-Identifier: MIT */
#pragma once

#include "io/text.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * A message is data: where it is, the problem, and the fix. printer_print (cli/printer.h) turns it
 * into one line of text or JSON. The caller knows where it is, and sets the place. Whoever notices
 * the problem describes it, and returns false:
 *
 *     struct message message = {0};
 *     message.place.file = "map.txt";
 *     if (map->room_count == 0) {
 *             fail(&message, STATUS_NO_MAP, "cannot be written as %s without rooms", name);
 *             return suggest(&message, "format", "json");
 *     }
 *     ...
 *     printer_print(&message);
 *
 *     dungen: map.txt: cannot be written as dot without rooms; try --format json
 *
 * A zeroed message is empty. It needs no memory but its own.
 */

/* The exit status of the program. */
enum status {
	STATUS_DONE = 0,       /* success: every byte was written */
	STATUS_FAILED = 1,     /* reading, writing, or memory failed */
	STATUS_USAGE = 2,      /* the command line was wrong */
	STATUS_IMPOSSIBLE = 3, /* no map meets the conditions */
	STATUS_NO_MAP = 4,     /* an input map is invalid, is not sound, or differs */
};

/* How bad it is. Only errors change the exit status. */
enum level {
	LEVEL_ERROR,   /* the run failed, or --check or --compare found something */
	LEVEL_WARNING, /* the output may not be what the user expects */
	LEVEL_NOTE,    /* something to know, such as the seed that was drawn */
};

/* Sizes in bytes, including the NUL character. */
enum {
	ELEMENT_SIZE = 256,
	SUGGESTED_VALUE_SIZE = 256,
};

enum {
	SUGGESTIONS_MAX = 8,
	MISSES_MAX = 16, /* at least the number of measures */
};

/*
 * Where something is. What is unknown is NULL, empty, or 0. The parts are in the order of the line.
 * The strings are not owned.
 */
struct place {
	const char *option;         /* long name of an option, without its dashes */
	const char *value;          /* value of the option */
	const char *word;           /* word of the command line that is no option or value */
	const char *file;           /* name of a file */
	uint64_t document_number;   /* number of the map in the file, starting at 1 */
	bool has_seed;              /* `seed` is known */
	uint64_t seed;              /* seed of a generated map */
	uint64_t line;              /* line of the file, starting at 1 */
	uint64_t column;            /* character in the line, starting at 1 */
	uint64_t byte;              /* byte in the line, starting at 1, instead of a character */
	char element[ELEMENT_SIZE]; /* any other place; see place_set_element */

	/* The tile that the problem is about. The line of text has it in the problem. */
	bool has_tile; /* `x` and `y` are known */
	uint32_t x;
	uint32_t y;
};

/* An option that helps to solve a problem. */
struct suggestion {
	const char *option;               /* long name without its dashes; not owned */
	char value[SUGGESTED_VALUE_SIZE]; /* empty for an option without a value */
};

/* A condition that no map met. */
struct miss {
	const char *measure; /* name of the measure; not owned */
	uint64_t min; /* the range that was wanted, from 0 to UINT64_MAX if it has no limits */
	uint64_t max;
	bool is_known;    /* `nearest` is known */
	uint64_t nearest; /* the value that came nearest to the range */
};

struct message {
	enum level level;
	enum status status; /* exit status that an error leads to; 0 for other levels */
	struct place place;
	struct text problem; /* makes sense without the fix; empty: there is nothing to say */
	struct text fix;     /* what works instead; empty if dungen knows nothing */
	bool is_advised;     /* `fix` was set by `advise` */
	bool is_closed;      /* a later problem was ignored, so its fix is, too */

	/* Options with which the command works if all of them are added, for programs. */
	unsigned suggestion_count;
	struct suggestion suggestions[SUGGESTIONS_MAX];

	/* How many maps a filter skipped, for programs. The line has it in the problem. */
	uint64_t map_count;     /* number of maps with those that were skipped; 0 if unknown */
	uint64_t skipped_count; /* how many of them were skipped */
	bool has_last_seed;     /* `last_seed` is known */
	uint64_t last_seed;     /* the last seed that a search tried */

	/* How near a search without a result came, for programs. The line has it in the problem. */
	uint64_t tried_count; /* number of seeds or maps tried; 0 if it is no search */
	unsigned miss_count;
	struct miss misses[MISSES_MAX];
};

/* Empties a message. Where time counts, this is faster than zeroing the 12 kB of a message. */
void message_clear(struct message *message);

/* Returns whether there is no problem. */
bool message_is_empty(const struct message *message);

/*
 * These functions describe a problem, formatted like printf. They always return false, so that a
 * function that fails can `return fail(...)`.
 */

/* Sets the problem and the status. Keeps the first problem, and ignores what follows. */
__attribute__((format(printf, 3, 4))) bool fail(struct message *message, enum status status,
						const char *format, ...);

/* Does the same, formatted like vprintf. */
bool fail_list(struct message *message, enum status status, const char *format, va_list arguments);

/* Sets the fix, in words. */
__attribute__((format(printf, 2, 3))) bool advise(struct message *message, const char *format, ...);

/*
 * Adds an option to the fix, with a value that may be empty: in words, "try --width 80 --height
 * 45", and as data for programs. If `advise` has set the words, adds the data only. Programs do not
 * get a value of SUGGESTED_VALUE_SIZE bytes, or an option after SUGGESTIONS_MAX.
 */
__attribute__((format(printf, 3, 4))) bool suggest(struct message *message, const char *option,
						   const char *format, ...);

/*
 * Sets the place that is printed right before the problem, formatted like printf. Mostly, this is
 * the part of a document in which the error is, such as rooms[3].x. It can be any other word before
 * a colon: "out of memory: cannot write the tileset image". Cuts what does not fit.
 */
__attribute__((format(printf, 2, 3))) void place_set_element(struct place *place,
							     const char *format, ...);

/* Sets the tile that the problem is about. */
void place_set_tile(struct place *place, uint32_t x, uint32_t y);
