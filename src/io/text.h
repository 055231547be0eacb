/* SPDX-License-Identifier: MIT */
#pragma once

#include <stdarg.h>
#include <stddef.h>

/* Bytes of a text, including the NUL character at its end: a path and a few sentences. */
enum { TEXT_MAX = 5 * 1024 };

/*
 * A text for messages that grows part by part:
 *
 *     struct text text = {.length = 0};
 *     text_add(&text, "layer \"%.40s\"", name);
 *     text_add(&text, ", %s", "objects");
 *     use(text.bytes);
 *
 * It needs no memory but its own, and nothing has to be freed. A zeroed text is empty.
 */
struct text {
	size_t length;
	char bytes[TEXT_MAX]; /* ends in a NUL character */
};

/*
 * Adds a part, formatted like printf. A part that does not fit is left out as a whole, so that no
 * word is cut.
 */
__attribute__((format(printf, 2, 3))) void text_add(struct text *text, const char *format, ...);

/* Makes a text empty. */
void text_clear(struct text *text);

/* Replaces a text, formatted like printf or vprintf. Cuts what does not fit. */
__attribute__((format(printf, 2, 3))) void text_set(struct text *text, const char *format, ...);
void text_set_list(struct text *text, const char *format, va_list arguments);
