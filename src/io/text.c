/* SPDX-License-Identifier: MIT */
#include "io/text.h"

#include <stdio.h>
#include <string.h>

void text_add(struct text *text, const char *format, ...)
{
	const size_t space = sizeof text->bytes - text->length;
	va_list arguments;
	va_start(arguments, format);
	const int length = vsnprintf(text->bytes + text->length, space, format, arguments);
	va_end(arguments);
	/* The length is -1 after an error, which becomes the largest size. */
	if ((size_t)length < space)
		text->length += (size_t)length;
	text->bytes[text->length] = '\0';
}

void text_set_list(struct text *text, const char *format, va_list arguments)
{
	const int length = vsnprintf(text->bytes, sizeof text->bytes, format, arguments);
	text->length = (size_t)length;
	if (text->length >= sizeof text->bytes)
		text->length = strlen(text->bytes);
}
