/* SPDX-License-Identifier: MIT */
#include "formats/format.h"

#include "formats/symbols.h"

#include <string.h>
#include <strings.h>

/*
 * Every format, in the order of --help. X(NAME) stands for format_NAME, which is in NAME.c. Both
 * tmj and tmx are in tiled.c.
 */
#define FORMATS(X)  \
	X(text)     \
	X(json)     \
	X(tmj)      \
	X(tmx)      \
	X(csv)      \
	X(svg)      \
	X(png)      \
	X(uvtt)     \
	X(pgm)      \
	X(movingai) \
	X(scen)     \
	X(dot)      \
	X(rooms)    \
	X(xp)       \
	X(npy)      \
	X(ansi)     \
	X(stats)    \
	X(trace)

#define DECLARE(name) extern const struct format format_##name;
FORMATS(DECLARE)

#define LIST(name) &format_##name,
const struct format *const format_table[] = {FORMATS(LIST) NULL};

const struct format *format_find_extension(const char *extension)
{
	for (size_t i = 0; format_table[i]; i++) {
		const char *const *known = format_table[i]->extensions;
		for (; *known; known++) {
			if (strcasecmp(*known, extension) == 0)
				return format_table[i];
		}
	}
	return NULL;
}

/*
 * Returns whether a file begins with a magic. White space must follow a magic of words, because a
 * row of a text map can begin with it: P5###.
 */
static bool begins_with(const char *bytes, size_t length, const char *magic)
{
	const size_t size = strlen(magic);
	const bool is_word = *magic == '#' || strchr(ROOM_LETTERS, *magic);
	if (size > length || memcmp(magic, bytes, size) != 0)
		return false;
	return !is_word || magic[size - 1] == ' ' || size == length ||
	       strchr(" \t\r\n", bytes[size]);
}

const struct format *format_guess(const char *path, const char *bytes, size_t length)
{
	while (length > 0 && strchr(" \t\r\n", *bytes)) {
		bytes++;
		length--;
	}
	const char *line_end = memchr(bytes, '\n', length);
	const size_t line_length = line_end ? (size_t)(line_end - bytes) : length;
	const struct format *best = NULL;
	size_t best_length = 0;
	for (size_t i = 0; format_table[i]; i++) {
		const char *const *magics = format_table[i]->magics;
		for (size_t j = 0; j < MAGICS && magics[j]; j++) {
			const size_t size = strlen(magics[j]);
			/* A uvtt begins like a json, but has a longer magic. */
			if (size > best_length && begins_with(bytes, length, magics[j])) {
				best = format_table[i];
				best_length = size;
			}
		}
	}
	if (best)
		return best;
	for (size_t i = 0; format_table[i]; i++) {
		const struct format *format = format_table[i];
		if (format->is_first_line && format->is_first_line(path, bytes, line_length))
			return format;
	}
	return format_table[0];
}
