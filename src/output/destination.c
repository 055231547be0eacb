/* SPDX-License-Identifier: MIT */
#include "output/destination.h"

#include "output/path.h"
#include "output/target.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { WIDTH_MOST = 20 }; /* digits of the largest seed */

/* What follows a % in the last component of a path. */
struct directive {
	char what; /* 'd': the seed, 'i': the number of the map, '%': a percent sign */
	bool zeros;
	int width;
	const char *fault; /* NULL: none */
	const char *end;   /* what comes after it */
};

/* Reads %%, or %d or %i with a 0 and a width that may be missing. */
static struct directive read_directive(const char *percent)
{
	const char *at = percent + 1;
	if (*at == '%')
		return (struct directive){.what = '%', .end = at + 1};
	struct directive directive = {.zeros = *at == '0'};
	at += directive.zeros;
	/* A width does not begin with a zero. */
	for (; *at >= '0' + (directive.width == 0) && *at <= '9' && directive.width <= WIDTH_MOST; at++)
		directive.width = directive.width * 10 + *at - '0';
	if (directive.width > WIDTH_MOST)
		directive.fault = "the width of a number is at most 20; use %020d";
	else if (*at != 'd' && *at != 'i')
		directive.fault = "in a file name, use %d or %05d for the seed, %i for the number of the map, and %% "
				  "for a percent sign";
	directive.what = *at;
	directive.end = at + 1;
	return directive;
}

static const char *last_component(const char *path)
{
	return path + path_directory_length(path);
}

const char *destination_check(const char *path)
{
	for (const char *percent = last_component(path); (percent = strchr(percent, '%'));) {
		struct directive directive = read_directive(percent);
		if (directive.fault)
			return directive.fault;
		percent = directive.end;
	}
	return NULL;
}

/* Whether the last component of a path holds %d or %i, or one of them. */
static bool holds(const char *path, const char *which)
{
	for (const char *percent = last_component(path); (percent = strchr(percent, '%'));) {
		struct directive directive = read_directive(percent);
		if (strchr(which, directive.what))
			return true;
		percent = directive.end;
	}
	return false;
}

bool destination_is_pattern(const char *path)
{
	return holds(path, "di");
}

bool destination_is_numbered(const char *path)
{
	return holds(path, "i");
}

/* Fills in the % of a path. False, with errno, where the name gets too long. */
static bool fill_in(char name[PATH_MAX], const char *path, uint64_t seed, uint64_t number)
{
	size_t length = path_directory_length(path);
	if (!path_join(name, path, length, ""))
		return false;
	for (const char *at = path + length; *at;) {
		char text[WIDTH_MOST + 1] = "%";
		const char *part = at;
		size_t part_length = strcspn(at, "%");
		at += part_length;
		if (part_length == 0) {
			struct directive directive = read_directive(at);
			if (directive.what != '%')
				snprintf(text, sizeof text, directive.zeros ? "%0*" PRIu64 : "%*" PRIu64,
					 directive.width, directive.what == 'd' ? seed : number);
			part = text;
			part_length = strlen(text);
			at = directive.end;
		}
		if (length + part_length >= PATH_MAX) {
			errno = ENAMETOOLONG;
			return false;
		}
		memcpy(name + length, part, part_length);
		length += part_length;
		name[length] = '\0';
	}
	return true;
}

static void open_file(struct destination *destination, uint64_t seed, uint64_t number)
{
	struct output *output = &destination->output;
	struct replacement *replacement = &destination->replacement;
	bool named = fill_in(destination->name, destination->path, seed, number);
	bool found = named && target_find(&replacement->target, destination->name);
	int descriptor = found ? replacement->target.descriptor : -1;
	destination->replacing = found && descriptor < 0;
	if (destination->replacing)
		descriptor = replacement_open(replacement);
	output_start(output, descriptor, named ? destination->name : destination->path);
	if (descriptor < 0)
		output_fail(output, output->name, errno);
}

static void close_file(struct destination *destination, bool durable)
{
	struct output *output = &destination->output;
	bool complete = output_finish(output);
	if (output->descriptor < 0)
		return;
	bool closed = destination->replacing
			      ? replacement_finish(&destination->replacement, output->descriptor, complete, durable)
			      : close(output->descriptor) == 0;
	output->descriptor = -1;
	if (!closed)
		output_fail(output, output->name, errno);
}

void destination_open(struct destination *destination, const char *path)
{
	/* A file that grows past its limit is an error of write, like a full disk. */
	signal(SIGXFSZ, SIG_IGN);
	destination->path = path;
	destination->pattern = false;
	destination->replacing = false;
	if (!path || strcmp(path, "-") == 0) {
		output_start(&destination->output, STDOUT_FILENO, "standard output");
		return;
	}
	destination->pattern = destination_is_pattern(path);
	if (destination->pattern)
		output_start(&destination->output, -1, path);
	else
		open_file(destination, 0, 0);
}

bool destination_begin_map(struct destination *destination, uint64_t seed, uint64_t number)
{
	if (destination->pattern && !destination->output.error)
		open_file(destination, seed, number);
	return !destination->output.error;
}

bool destination_end_map(struct destination *destination)
{
	if (destination->pattern)
		close_file(destination, false);
	return !destination->output.error;
}

void destination_abandon(struct destination *destination)
{
	struct output *output = &destination->output;
	if (!destination->replacing || output->descriptor < 0)
		return;
	(void)replacement_finish(&destination->replacement, output->descriptor, false, false);
	output->descriptor = -1;
	output->used = 0;
	if (destination->replacement.left_behind)
		output_fail(output, output->name, errno);
}

bool destination_close(struct destination *destination)
{
	close_file(destination, true);
	return !destination->output.error;
}
