/* SPDX-License-Identifier: MIT */
#include "io/pattern.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { WIDTH_MAX = 20 }; /* number of digits of the largest seed */

/* A % with the characters that belong to it, such as %05d. */
struct directive {
	char letter;           /* 'd' for the seed, 'i' for the number of the map, or '%' */
	int width;             /* least number of columns, or 0 */
	bool fills_with_zeros; /* fill the width with zeros instead of spaces */
	const char *problem;   /* what is wrong with it, or NULL */
	const char *fix;       /* what works instead; may be NULL */
	const char *end;       /* the first character after it */
};

/*
 * Reads a width, which cannot start with a zero. Stores it in *width, which is 0 if it is missing,
 * and more than WIDTH_MAX if it is too large. Returns the first character after the width.
 */
static const char *read_width(const char *text, int *width)
{
	*width = 0;
	if (*text == '0')
		return text;
	for (; *text >= '0' && *text <= '9' && *width <= WIDTH_MAX; text++)
		*width = *width * 10 + *text - '0';
	return text;
}

/* Reads the directive that starts at a percent sign. */
static struct directive read_directive(const char *percent)
{
	const char *text = percent + 1;
	if (*text == '%')
		return (struct directive){.letter = '%', .end = text + 1};
	struct directive directive = {.fills_with_zeros = *text == '0'};
	if (directive.fills_with_zeros)
		text++;
	text = read_width(text, &directive.width);
	directive.letter = *text;
	directive.end = text + 1;
	if (directive.width > WIDTH_MAX) {
		directive.problem = "the width of a number must be at most 20";
		directive.fix = "use %020d";
	} else if (directive.letter != 'd' && directive.letter != 'i') {
		directive.problem = "invalid use of % in a file name";
		directive.fix = "use %d or %05d for the seed, %i for the number of the map, or %% "
				"for a percent sign";
	}
	return directive;
}

void pattern_find_fault(const char *path, struct message *message)
{
	const char *percent = file_name_base(path);
	while ((percent = strchr(percent, '%'))) {
		const struct directive directive = read_directive(percent);
		if (directive.problem)
			fail(message, STATUS_USAGE, "%s", directive.problem);
		if (directive.fix)
			advise(message, "%s", directive.fix);
		if (directive.problem)
			return;
		percent = directive.end;
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

/*
 * Prints a number as its directive says. Returns the number of digits and fill characters, also if
 * not all of them fit.
 */
static size_t print_number(char *text, size_t size, struct directive directive, uint64_t number)
{
	int length;
	if (directive.fills_with_zeros)
		length = snprintf(text, size, "%0*" PRIu64, directive.width, number);
	else
		length = snprintf(text, size, "%*" PRIu64, directive.width, number);
	return (size_t)length;
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
			length += print_number(name + length, FILE_NAME_SIZE - length, directive,
					       value);
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
