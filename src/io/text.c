/* SPDX-License-Identifier: MIT */
#include "io/text.h"

#include <stdarg.h>
#include <stdio.h>

void text_add(struct text *text, const char *format, ...)
{
	const size_t space = sizeof text->bytes - text->length;
	va_list arguments;
	va_start(arguments, format);
	const int added = vsnprintf(text->bytes + text->length, space, format, arguments);
	va_end(arguments);
	/* After an error, -1 becomes the largest size. */
	if ((size_t)added < space)
		text->length += (size_t)added;
	text->bytes[text->length] = '\0';
}

void text_clear(struct text *text)
{
	text->length = 0;
	text->bytes[0] = '\0';
}
