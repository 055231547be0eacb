/* SPDX-License-Identifier: MIT */
#pragma once

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

/*
 * A text that grows part by part, for messages:
 *
 *     struct text text = {.length = 0};
 *     text_add(&text, "layer \"%.40s\"", name);
 *     text_add(&text, ", %s", "objects");
 *     use(text.bytes);
 *
 * A phrase is a short text for the arguments of one call, and struct names is a list of names.
 *
 * A text contains all of its memory, so it does not have to be freed. A zeroed text is empty. No
 * function fails: each one says whether it drops or cuts a part that does not fit.
 */

/* Size of a text in bytes, including the NUL character: enough for a path and a few sentences. */
enum { TEXT_MAX = 5 * 1024 };

struct text {
	size_t length;        /* number of bytes without the NUL character */
	char bytes[TEXT_MAX]; /* the text, with a NUL character at its end */
};

/*
 * Adds a part, formatted like printf. Drops a part that does not fit, as a whole, so that words are
 * never cut.
 */
__attribute__((format(printf, 2, 3))) void text_add(struct text *text, const char *format, ...);

/* Replaces a text, formatted like vprintf. Cuts what does not fit. */
void text_set_list(struct text *text, const char *format, va_list arguments);

/*
 * Phrases are short strings for the arguments of one call, mostly of a function that formats a
 * message. A phrase must not be kept after that call: its memory is used again after 60 kB of other
 * phrases. To build a longer text, use struct text. The caller does not free a phrase.
 */

/* Returns a phrase, formatted like printf. Cuts what a text cannot contain. */
__attribute__((format(printf, 1, 2))) const char *phrase(const char *format, ...);

/* Returns a number with the right word as a phrase: "1 room" or "2 rooms". */
const char *count_text(uint64_t count, const char *singular, const char *plural);

/* Returns the size of a map as a phrase: "80x45". */
const char *size_text(uint32_t width, uint32_t height);

enum { NAMES_MAX = 64 };

/* A list of names for a message. The strings are not owned. Start with a count of 0. */
struct names {
	size_t count;
	const char *items[NAMES_MAX];
};

/* Adds a name to a list. Ignores the name if the list is full. */
void names_add(struct names *names, const char *name);

/* Adds a list of names to a text, with a prefix before each name: ".a, .b or .c". */
void names_join(struct text *text, const struct names *names, const char *prefix);
