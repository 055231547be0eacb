/* SPDX-License-Identifier: MIT */
#include "io/pattern.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { WIDTH_MOST = 20 }; /* digits of the largest seed */

/* A % in the last component of a path, with the characters that belong to it. */
struct directive {
	char what; /* 'd': the seed, 'i': the number of the map, '%': a percent sign */
	bool zeros;
	int width;
	const char *fault; /* NULL: none */
	const char *end;   /* what comes after it */
};

/* Reads %%, or %d or %i with an optional 0 and width. */
static struct directive read_directive(const char *percent)
{
	const char *at = percent + 1;
	if (*at == '%')
		return (struct directive){.what = '%', .end = at + 1};
	struct directive directive = {.zeros = *at == '0'};
	at += directive.zeros;
	/* A width does not begin with a zero. */
	for (; *at >= '0' + (directive.width == 0) && *at <= '9' && directive.width <= WIDTH_MOST;
	     at++)
		directive.width = directive.width * 10 + *at - '0';
	if (directive.width > WIDTH_MOST)
		directive.fault = "the width of a number is at most 20; use %020d";
	else if (*at != 'd' && *at != 'i')
		directive.fault = "in a file name, use %d or %05d for the seed, %i for the number "
				  "of the map, and %% "
				  "for a percent sign";
	directive.what = *at;
	directive.end = at + 1;
	return directive;
}

const char *pattern_fault(const char *path)
{
	for (const char *percent = file_name_base(path); (percent = strchr(percent, '%'));) {
		struct directive directive = read_directive(percent);
		if (directive.fault)
			return directive.fault;
		percent = directive.end;
	}
	return NULL;
}

bool pattern_has(const char *path, const char *which)
{
	for (const char *percent = path ? file_name_base(path) : "";
	     (percent = strchr(percent, '%'));) {
		struct directive directive = read_directive(percent);
		if (strchr(which, directive.what))
			return true;
		percent = directive.end;
	}
	return false;
}

bool pattern_fill(char name[FILE_NAME_SIZE], const char *path, uint64_t seed, uint64_t number)
{
	const char *base = file_name_base(path);
	size_t length = 0;
	while (*path && length < FILE_NAME_SIZE) {
		struct directive directive = {.what = '%', .end = path + 1};
		if (path >= base && *path == '%')
			directive = read_directive(path);
		if (directive.what == '%')
			name[length++] = *path;
		else
			length += (size_t)snprintf(name + length, FILE_NAME_SIZE - length,
						   directive.zeros ? "%0*" PRIu64 : "%*" PRIu64,
						   directive.width,
						   directive.what == 'd' ? seed : number);
		path = directive.end;
	}
	name[length < FILE_NAME_SIZE ? length : 0] = '\0';
	errno = ENAMETOOLONG;
	return length < FILE_NAME_SIZE;
}

/* Returns whether two files would be in the same folder. */
static bool share_folder(const char *one, const char *other)
{
	char one_folder[FILE_NAME_SIZE], other_folder[FILE_NAME_SIZE];
	/* Files of longer paths cannot be opened. */
	if (strlen(one) >= FILE_NAME_SIZE || strlen(other) >= FILE_NAME_SIZE)
		return false;
	file_name_folder(one_folder, one);
	file_name_folder(other_folder, other);
	return system_same_folder(one_folder, other_folder);
}

bool pattern_is_same(const char *one, const char *other)
{
	return strcmp(file_name_base(one), file_name_base(other)) == 0 && share_folder(one, other);
}

/* Returns what follows the last dot of the last component; empty if there is no dot. */
static const char *find_extension(const char *path)
{
	const char *dot = strrchr(file_name_base(path), '.');
	return dot ? dot + 1 : "";
}

bool pattern_may_meet(const char *one, const char *other)
{
	const char *one_extension = find_extension(one), *other_extension = find_extension(other);
	const bool may_vary = strchr(one_extension, '%') || strchr(other_extension, '%');
	if (!may_vary && strcasecmp(one_extension, other_extension) != 0)
		return false;
	return share_folder(one, other);
}
