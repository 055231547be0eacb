/* SPDX-License-Identifier: MIT */
#include "io/input.h"

#include "system/system.h"

#include <errno.h>
#include <string.h>

enum { READ_LEAST = 1 << 17 }; /* bytes asked for at once */

bool input_more(struct input *input)
{
	if (input->ended)
		return false;
	size_t left = input->end - input->start;
	if (input->start > 0 && left <= input->start) {
		memcpy(input->bytes, input->bytes + input->start, left);
		input->start = 0;
		input->end = left;
	}
	size_t size = 0;
	if (!array_reserve(input, bytes, (uint64_t)input->end + READ_LEAST)) {
		input->error = ENOMEM;
	} else {
		size = system_read(input->descriptor, input->bytes + input->end, READ_LEAST);
		input->error = size > 0 ? 0 : errno;
	}
	input->end += size;
	input->total += size;
	input->ended = size == 0;
	if (input->error)
		input->end = input->start;
	else if (input->watch)
		input->watch(input->watcher, input->total);
	return size > 0;
}

/*
 * Puts a line feed behind the last byte of the file. The call of input_more that found the end has
 * reserved space for it.
 */
static void end_last_line(struct input *input)
{
	input->bytes[input->end] = '\n';
}

size_t input_peek_line(struct input *input)
{
	size_t searched = 0;
	do {
		const size_t left = input->end - input->start - searched;
		const char *next = left > 0 ? input->bytes + input->start + searched : "";
		const char *line_feed = memchr(next, '\n', left);
		const size_t line_left = line_feed ? (size_t)(line_feed - next) : left;
		/* No text has a NUL, and a device of nothing else has no line that ends. */
		const char *nul = memchr(next, '\0', line_left);
		if (nul)
			return searched + (size_t)(nul - next);
		searched += line_left;
		if (line_feed)
			return searched;
	} while (input_more(input));
	if (input->error)
		return 0;
	end_last_line(input);
	return searched;
}

bool input_read_all(struct input *input)
{
	while (input_more(input))
		;
	if (input->error)
		return false;
	end_last_line(input);
	return true;
}

bool input_line(struct input *input, const char **line, size_t *length)
{
	const size_t size = input_peek_line(input);
	if (input->start == input->end)
		return false;
	*line = input->bytes + input->start;
	*length = size;
	input->start += size;
	/* The last line may lack its line feed. */
	if (input->start < input->end) {
		/* A NUL is part of its line, so that the line is refused. */
		if (input->bytes[input->start] == '\0')
			++*length;
		input->start++;
	}
	input->lines++;
	if (*length > 0 && (*line)[*length - 1] == '\r')
		--*length;
	return true;
}

void input_open(struct input *input, const char *path)
{
	static const char mark[] = "\357\273\277"; /* the byte order mark in UTF-8 */
	const size_t length = sizeof mark - 1;
	bool standard = strcmp(path, "-") == 0;
	input->name = standard ? "standard input" : path;
	input->descriptor = system_open_input(standard ? NULL : path);
	input->ended = input->descriptor < 0;
	input->error = input->ended ? errno : 0;
	while (input->end < length && input_more(input))
		;
	if (input->end >= length && memcmp(input->bytes, mark, length) == 0)
		input->start = length;
}

bool input_has_text(struct input *input)
{
	while (input->start < input->end || input_more(input)) {
		if (!input->bytes[input->start] || !strchr(" \t\r\n", input->bytes[input->start]))
			return true;
		input->start++;
	}
	return false;
}

void input_close(struct input *input)
{
	if (input->descriptor > SYSTEM_STANDARD_INPUT)
		system_close_input(input->descriptor);
	array_free(input, bytes);
	*input = (struct input){.descriptor = -1};
}
