/* SPDX-License-Identifier: MIT */
#pragma once

#include <stddef.h>

/*
 * A text for messages that grows part by part:
 *
 *     struct text text = {.length = 0};
 *     text_add(&text, "layer \"%.40s\"", name);
 *     text_add(&text, ", %s", "objects");
 *     use(text.bytes);
 *
 * It needs no memory but its own, and nothing has to be freed.
 */
struct text {
	size_t length;
	char bytes[1024]; /* ends in a NUL character */
};

/*
 * Adds a part, formatted like printf. A part that does not fit is left out as a whole, so that no
 * word is cut.
 */
__attribute__((format(printf, 2, 3))) void text_add(struct text *text, const char *format, ...);
