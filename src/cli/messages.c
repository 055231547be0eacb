/* SPDX-License-Identifier: MIT */
#include "cli/messages.h"

#include "cli/utf8.h"
#include "output/system.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Replaces each character and each byte that is not printable UTF-8 by a ?. */
static void make_printable(char *text)
{
	char *end = text;
	while (*text) {
		uint32_t character;
		size_t size = utf8_read(text, &character);
		if (size > 0 && utf8_class(character) < UTF8_INVISIBLE) {
			memmove(end, text, size);
			end += size;
		} else {
			*end++ = '?';
		}
		text += size + (size == 0);
	}
	*end = '\0';
}

void message(const char *format, ...)
{
	char line[MESSAGE_MOST + 1] = "dungen: ";
	size_t start = strlen(line);
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(line + start, sizeof line - start, format, arguments);
	va_end(arguments);
	make_printable(line);
	size_t length = strlen(line);
	line[length++] = '\n';
	system_tell(line, length);
}
