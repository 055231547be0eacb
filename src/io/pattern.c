/* SPDX-License-Identifier: MIT */
#include "io/pattern.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { WIDTH_MAX = 20 }; /* number of digits of the largest seed */

/* A % with the characters that belong to it, such as %05d. */
struct directive {
	char letter; /* 'd' for the seed, 'i' for the number of the map, or '%' */
	int width;   /* least number of digits, or 0 */
	bool is_valid;
	const char *end; /* after the last of its characters */
};

/* Reads the directive that starts at a percent sign. */
static struct directive read_directive(const char *percent)
{
	const char *text = percent + 1;
	struct directive directive = {.width = 0};
	if (*text == '0' && text[1] != '0')
		for (text++; *text >= '0' && *text <= '9' && directive.width <= WIDTH_MAX; text++)
			directive.width = directive.width * 10 + *text - '0';
	const bool is_number = *text == 'd' || *text == 'i';
	directive.letter = *text;
	directive.is_valid = directive.width <= WIDTH_MAX &&
			     (is_number || (*text == '%' && text == percent + 1));
	directive.end = directive.is_valid ? text + 1 : text;
	return directive;
}

void pattern_find_fault(const char *path, struct message *message)
{
	const char *percent = file_name_base(path);
	while ((percent = strchr(percent, '%'))) {
		const struct directive directive = read_directive(percent);
		percent = directive.end;
		if (directive.is_valid)
			continue;
		fail(message, STATUS_USAGE, "invalid use of %% in a file name");
		advise(message, "use %%d or %%05d for the seed, %%i for the number of the map, or "
				"%%%% for a percent sign");
		return;
	}
}

bool pattern_has(const char *path, const char *letters)
{
	if (!path)
		return false;
	const char *percent = file_name_base(path);
	while ((percent = strchr(percent, '%'))) {
		const struct directive directive = read_directive(percent);
		if (strchr(letters, directive.letter))
			return true;
		percent = directive.end;
	}
	return false;
}

bool pattern_fill(char name[FILE_NAME_SIZE], const char *path, uint64_t seed, uint64_t number)
{
	const char *base = file_name_base(path);
	const char *text = path;
	size_t length = 0;
	while (*text && length < FILE_NAME_SIZE) {
		if (text < base || *text != '%') {
			name[length++] = *text++;
			continue;
		}
		const struct directive directive = read_directive(text);
		const uint64_t value = directive.letter == 'd' ? seed : number;
		if (directive.letter == '%')
			name[length++] = '%';
		else
			length += (size_t)snprintf(name + length, FILE_NAME_SIZE - length,
						   "%0*" PRIu64, directive.width, value);
		text = directive.end;
	}
	if (length >= FILE_NAME_SIZE) {
		name[0] = '\0';
		errno = ENAMETOOLONG;
		return false;
	}
	name[length] = '\0';
	return true;
}
