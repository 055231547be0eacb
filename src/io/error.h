/* SPDX-License-Identifier: MIT */
#pragma once

#include "io/text.h"

#include <stdbool.h>
#include <stdint.h>

/* Bytes of the element that an error names, including the NUL character at its end. */
enum { ELEMENT_BYTES = 256 };

/* How bad it is. Only errors change the exit status. */
enum error_level {
	LEVEL_ERROR,   /* the run failed, or --check or --compare found something */
	LEVEL_WARNING, /* the output may not be what the user expects */
	LEVEL_NOTE,    /* something to know, such as the seed that was drawn */
};

enum {
	SUGGESTIONS_MAX = 4,
	SUGGESTED_VALUE_SIZE = 256, /* in bytes, including the NUL character */
};

/* An option that helps to solve a problem. */
struct suggestion {
	const char *option;               /* long name without its dashes; not owned */
	char value[SUGGESTED_VALUE_SIZE]; /* empty for an option without a value */
};

/*
 * An error is data: where it is, the problem, and the fix. Warnings and notes are also errors, of
 * another level. Whoever notices the problem fills in what it knows, its callers add what they
 * know, and error_print (cli/messages.h) turns all of it into one line of text or JSON.
 *
 *     struct error error = {0};
 *     error_set_problem(&error, "cannot be written as %s without rooms", name);
 *     error_set_fix(&error, "choose --format json");
 *     error_suggest(&error, "format", "json");
 *     text_set(&error.file, "%s", "map.txt");
 *     error_print(&error);       dungen: map.txt: cannot be written as dot without rooms; choose
 * ...
 *
 * A zeroed error is empty. It needs no memory but its own. Where time counts, error_clear is faster
 * than zeroing the 16 kB of an error.
 */
struct error {
	enum error_level level;
	int status; /* exit status that the error leads to; 0 for other levels, or if unknown */

	/*
	 * Where. What is unknown is NULL, empty, or 0. The parts are in the order of the line. The
	 * first three strings are those of the table of options and of the command line, so they
	 * are always valid.
	 */
	const char *option;          /* long name of an option, without its dashes */
	const char *value;           /* value of the option */
	const char *word;            /* word of the command line that is no option or value */
	struct text file;            /* name of a file */
	uint64_t document;           /* number of the map in the file, starting at 1 */
	bool has_seed;               /* `seed` is known */
	uint64_t seed;               /* seed of a generated map */
	uint64_t line;               /* line of the file, starting at 1 */
	uint64_t column;             /* character in the line, starting at 1 */
	uint64_t byte;               /* byte in the line, starting at 1, instead of a character */
	char element[ELEMENT_BYTES]; /* any other place; see error_set_element */

	/* The tile that the problem is about. The line of text has it in the problem. */
	bool has_tile; /* `x` and `y` are known */
	uint32_t x;
	uint32_t y;

	struct text problem; /* makes sense without the fix; empty: there is no error */
	struct text fix;     /* what works instead; empty if dungen knows nothing */

	/* Options with which the command works if all of them are added, for programs. */
	unsigned suggestion_count;
	struct suggestion suggestions[SUGGESTIONS_MAX];
};

/* Empties an error. */
void error_clear(struct error *error);

/* Returns whether there is no problem. */
bool error_is_empty(const struct error *error);

/* Sets the problem or the fix, formatted like printf. */
__attribute__((format(printf, 2, 3))) void error_set_problem(struct error *error,
							     const char *format, ...);
__attribute__((format(printf, 2, 3))) void error_set_fix(struct error *error, const char *format,
							 ...);

/*
 * Adds an option that helps to solve the problem, with a value that is formatted like printf. An
 * option without a value has an empty one. Ignores an option whose value does not fit, and any
 * option after SUGGESTIONS_MAX.
 */
__attribute__((format(printf, 3, 4))) void error_suggest(struct error *error, const char *option,
							 const char *format, ...);

/* Sets the tile that the problem is about. */
void error_set_tile(struct error *error, uint32_t x, uint32_t y);

/*
 * Sets the place that is printed right before the problem, formatted like printf. Mostly, this is
 * the part of a document in which the error is, such as rooms[3].x. It can be any other word before
 * a colon: "out of memory: for the tileset image". Cuts what does not fit.
 */
__attribute__((format(printf, 2, 3))) void error_set_element(struct error *error,
							     const char *format, ...);
