/* SPDX-License-Identifier: MIT */
#pragma once

#include "output/utf8.h"

/* How a terminal shows a character. */
enum utf8_class {
	UTF8_NARROW,    /* in one column */
	UTF8_WIDE,      /* in two columns */
	UTF8_MARK,      /* in the column of the character before it */
	UTF8_UNKNOWN,   /* in private use or not assigned: by the font, or as a box */
	UTF8_INVISIBLE, /* not at all: no width, deprecated, a variation selector, or not a
			   character */
	UTF8_CONTROL,   /* controls the terminal, the direction or the end of a line, or is not
			   allowed in XML */
	UTF8_CLASSES
};

/* The class of a code point, by Unicode 14.0. */
enum utf8_class utf8_class(uint32_t character);
