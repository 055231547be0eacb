/* SPDX-License-Identifier: MIT */
#include "cli/messages.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

void message(const char *format, ...)
{
	/* A path and a sentence. */
	char line[PATH_MAX + 256] = "dungen: ";
	size_t start = strlen(line);
	va_list arguments;
	va_start(arguments, format);
	/* One byte is kept for the end of the line. */
	vsnprintf(line + start, sizeof line - 1 - start, format, arguments);
	va_end(arguments);

	size_t length = strlen(line);
	for (size_t i = 0; i < length; i++)
		if ((unsigned char)line[i] < ' ' || line[i] == 0x7f)
			line[i] = '?';
	line[length++] = '\n';
	ssize_t written = write(STDERR_FILENO, line, length);
	(void)written;
}
