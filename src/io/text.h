/* SPDX-License-Identifier: MIT */
#pragma once

#include <stdarg.h>
#include <stddef.h>

/*
 * A text that grows part by part, for messages:
 *
 *     struct text text = {.length = 0};
 *     text_add(&text, "layer \"%.40s\"", name);
 *     text_add(&text, ", %s", "objects");
 *     use(text.bytes);
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
