/* SPDX-License-Identifier: MIT */
#include "output/pattern.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { WIDTH_MOST = 20 }; /* digits of the largest seed */

/* What follows a % in the last component of a path. */
struct directive {
	bool seed; /* otherwise a percent sign */
	bool zeros;
	int width;
	const char *fault; /* NULL: none */
	const char *end;   /* what comes after it */
};

/* Reads %%, or %d with a 0 and a width that may be missing. */
static struct directive read_directive(const char *percent)
{
	const char *at = percent + 1;
	if (*at == '%')
		return (struct directive){.end = at + 1};
	struct directive directive = {.seed = true, .zeros = *at == '0'};
	at += directive.zeros;
	/* A width does not begin with a zero. */
	for (; *at >= '0' + (directive.width == 0) && *at <= '9' && directive.width <= WIDTH_MOST; at++)
		directive.width = directive.width * 10 + *at - '0';
	if (directive.width > WIDTH_MOST)
		directive.fault = "the width of a seed is at most 20; use %020d";
	else if (*at != 'd')
		directive.fault = "in a file name, use %d or %05d for the seed, and %% for a percent sign";
	directive.end = at + 1;
	return directive;
}

const char *pattern_fault(const char *path)
{
	for (const char *percent = path_base(path); (percent = strchr(percent, '%'));) {
		struct directive directive = read_directive(percent);
		if (directive.fault)
			return directive.fault;
		percent = directive.end;
	}
	return NULL;
}

bool pattern_has_seed(const char *path)
{
	for (const char *percent = path_base(path); (percent = strchr(percent, '%'));) {
		struct directive directive = read_directive(percent);
		if (directive.seed)
			return true;
		percent = directive.end;
	}
	return false;
}

bool pattern_fill(char name[PATH_MOST], const char *path, uint64_t seed)
{
	size_t length = 0;
	/* The directory, as it is, and then texts between directives and what these stand for. */
	for (size_t part_length = (size_t)(path_base(path) - path);; part_length = strcspn(path, "%")) {
		char text[WIDTH_MOST + 1] = "%";
		const char *part = path;
		path += part_length;
		if (part_length == 0 && *path == '%') {
			struct directive directive = read_directive(path);
			if (directive.seed)
				snprintf(text, sizeof text, directive.zeros ? "%0*" PRIu64 : "%*" PRIu64,
					 directive.width, seed);
			part = text;
			part_length = strlen(text);
			path = directive.end;
		}
		if (length + part_length >= PATH_MOST) {
			errno = ENAMETOOLONG;
			return false;
		}
		memcpy(name + length, part, part_length);
		length += part_length;
		name[length] = '\0';
		if (!*path)
			return true;
	}
}
