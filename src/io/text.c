/* SPDX-License-Identifier: MIT */
#include "io/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { PHRASES_SIZE = 1 << 16 }; /* bytes of the memory for all phrases */

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

const char *phrase(const char *format, ...)
{
	static char phrases[PHRASES_SIZE];
	static size_t used_size;
	if (sizeof phrases - used_size < TEXT_MAX)
		used_size = 0;
	char *text = phrases + used_size;
	va_list arguments;
	va_start(arguments, format);
	(void)vsnprintf(text, TEXT_MAX, format, arguments);
	va_end(arguments);
	used_size += strlen(text) + 1;
	return text;
}

const char *count_text(uint64_t count, const char *singular, const char *plural)
{
	return phrase("%" PRIu64 " %s", count, count == 1 ? singular : plural);
}

const char *size_text(uint32_t width, uint32_t height)
{
	return phrase("%ux%u", width, height);
}

void names_add(struct names *names, const char *name)
{
	if (names->count < NAMES_MAX)
		names->items[names->count++] = name;
}

void names_join(struct text *text, const struct names *names, const char *prefix)
{
	for (size_t i = 0; i < names->count; i++) {
		if (i > 0)
			text_add(text, i + 1 < names->count ? ", " : " or ");
		text_add(text, "%s%s", prefix, names->items[i]);
	}
}
