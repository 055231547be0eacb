/* SPDX-License-Identifier: MIT */
#pragma once

#include "io/text.h"

#include <stdbool.h>
#include <stdint.h>

/* Bytes of the element that an error names, including the NUL character at its end. */
enum { ELEMENT_BYTES = 256 };

/*
 * An error is data: where it is, the problem, and the fix. Whoever notices the problem fills in
 * what it knows, its callers add what they know, and error_print (cli/messages.h) turns all of it
 * into one line.
 *
 *     struct error error = {0};
 *     error_set_problem(&error, "has no rooms, which %s needs", name);
 *     error_set_fix(&error, "choose --format json");
 *     text_set(&error.file, "%s", "map.txt");
 *     error_print(&error);       dungen: map.txt: has no rooms, which dot needs; choose ...
 *
 * A zeroed error is empty. It needs no memory but its own. Where time counts, error_clear is faster
 * than zeroing the 15 kB of an error.
 */
struct error {
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

	struct text problem; /* makes sense without the fix; empty: there is no error */
	struct text fix;     /* what works instead; empty if dungen knows nothing */
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
 * Sets the place that is printed right before the problem, formatted like printf. Mostly, this is
 * the part of a document in which the error is, such as rooms[3].x. It can be any other word before
 * a colon: "out of memory: for the tileset image". Cuts what does not fit.
 */
__attribute__((format(printf, 2, 3))) void error_set_element(struct error *error,
							     const char *format, ...);
