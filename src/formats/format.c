/* SPDX-License-Identifier: MIT */
#include "formats/format.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/*
 * Every format, in the order of --help: X(NAME) stands for the `format_NAME` of a file beside this
 * one.
 */
#define FORMATS(X)  \
	X(text)     \
	X(json)     \
	X(tmj)      \
	X(tmx)      \
	X(csv)      \
	X(svg)      \
	X(png)      \
	X(pgm)      \
	X(movingai) \
	X(dot)      \
	X(xp)       \
	X(ansi)     \
	X(stats)    \
	X(trace)

#define DECLARE(name) extern const struct format format_##name;
FORMATS(DECLARE)

#define LIST(name) &format_##name,
const struct format *const format_table[] = {FORMATS(LIST) NULL};

const struct format *format_find_extension(const char *name, const struct extension **extension)
{
	for (size_t i = 0; format_table[i]; i++)
		for (const struct extension *own = format_table[i]->extensions; own->name; own++)
			if (strcasecmp(own->name, name) == 0) {
				*extension = own;
				return format_table[i];
			}
	return NULL;
}

const struct format *format_reading(size_t index)
{
	const struct format *const *format = format_table;
	while (*format && (!(*format)->read || index > 0))
		index -= (*format++)->read != NULL;
	return *format;
}

/* Returns whether bytes may be the beginning of a file of a format. The first line has a length. */
static bool may_begin(const struct format *format, const char *bytes, size_t length,
		      size_t line_length)
{
	const size_t magic_length = format->magic ? strlen(format->magic) : 0;
	if (format->magic && magic_length <= length &&
	    memcmp(format->magic, bytes, magic_length) == 0)
		return true;
	return format->is_first_line && format->is_first_line(bytes, line_length);
}

const struct format *format_guess(const char *bytes, size_t length)
{
	while (length > 0 && strchr(" \t\r\n", *bytes)) {
		bytes++;
		length--;
	}
	const char *line_end = memchr(bytes, '\n', length);
	const size_t line_length = line_end ? (size_t)(line_end - bytes) : length;
	for (size_t i = 0; format_table[i]; i++) {
		if (may_begin(format_table[i], bytes, length, line_length))
			return format_table[i];
	}
	return format_table[0];
}

bool writer_open(struct writer *writer, const struct format *format, const struct style *style,
		 struct output *output, struct watch *watch)
{
	*writer = (struct writer){
		.format = format,
		.style = style,
		.output = output,
		.watch = watch,
	};
	/* calloc may return NULL for 0 bytes. */
	writer->state = calloc(1, format->writer_state_size + 1);
	return writer->state != NULL;
}

void writer_close(struct writer *writer)
{
	if (writer->state && writer->format->free_writer_state)
		writer->format->free_writer_state(writer->state);
	free(writer->state);
	marks_free(&writer->marks);
	array_free(writer, scratch);
	*writer = (struct writer){0};
}

bool reader_open(struct reader *reader, const struct format *format, const struct style *style,
		 struct input *input, struct history *history)
{
	*reader = (struct reader){
		.format = format,
		.style = style,
		.input = input,
		.history = history,
	};
	reader->state = calloc(1, format->reader_state_size + 1);
	return reader->state != NULL;
}

void reader_close(struct reader *reader)
{
	if (reader->state && reader->format->free_reader_state)
		reader->format->free_reader_state(reader->state);
	free(reader->state);
	misfits_free(&reader->misfits);
	*reader = (struct reader){0};
}

/* Refuses a map that was read and has too many tiles, even if it stores none of them. */
static enum read_result check_size(struct reader *reader)
{
	const struct recipe *recipe = &reader->map->recipe;
	char document[40] = "";
	if (recipe_tiles(recipe) <= READER_TILES_MAX)
		return READ_MAP;
	if (reader->map_number > 1)
		(void)snprintf(document, sizeof document, "document %" PRIu64 ": ",
			       reader->map_number);
	return reader_refuse(reader,
			     "%sa map that is read has at most %" PRIu32 " tiles, and this one is "
			     "%" PRIu32 "x%" PRIu32,
			     document, READER_TILES_MAX, recipe->width, recipe->height);
}

enum read_result reader_next(struct reader *reader, struct map *map)
{
	if (reader->map_number > 0 && !reader->format->reads_several_maps)
		return READ_END;
	reader->map_number++;
	map_start(map, &(struct recipe){.room_min = 1, .room_max = INT32_MAX});
	map->lacks = LACKS_SEED | LACKS_ROOMS;
	reader->map = map;
	history_start(reader->history);
	*reader->note = '\0';
	reader->loses = false;
	reader->misfits.count = 0;
	reader->misfits_are_faults = false;
	reader->is_suspect = false;
	reader->glyphs_found = 0;
	if (!reader->format->read)
		return reader_refuse(
			reader,
			"is %s, which is not read; choose json or text for maps to be read again",
			reader->format->name);
	enum read_result result = reader->format->read(reader);
	/* A failed read is the cause of whatever else is wrong with the map. */
	if (reader->input->error)
		return reader->input->error == ENOMEM ? READ_NO_MEMORY : READ_NO_MAP;
	if (result == READ_MAP)
		return check_size(reader);
	return result;
}

enum read_result reader_refuse(struct reader *reader, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	(void)vsnprintf(reader->fault, sizeof reader->fault, format, arguments);
	va_end(arguments);
	return READ_NO_MAP;
}

void reader_note(struct reader *reader, const char *between, const char *format, ...)
{
	size_t length = strlen(reader->note);
	if (length > 0)
		length += (size_t)snprintf(reader->note + length, sizeof reader->note - length,
					   "%s", between);
	va_list arguments;
	va_start(arguments, format);
	if (length < sizeof reader->note)
		(void)vsnprintf(reader->note + length, sizeof reader->note - length, format,
				arguments);
	va_end(arguments);
}

unsigned style_shown(const struct style *style, const struct map *map)
{
	unsigned shown = style->show;
	if (style->shows_drawn_exit && map->marks[MARK_EXIT].is_drawn)
		shown |= SHOW_EXIT;
	for (size_t i = 0; i < MARK_KINDS; i++)
		shown &= ~(map->marks[i].is_set ? 0 : 1u << i);
	return shown;
}

void style_find_covered_tile(const struct style *style, const struct map *map, unsigned covers,
			     const char *name, struct text *fault)
{
	const unsigned shown = style_shown(style, map);
	for (size_t i = 0; i < MARK_KINDS; i++) {
		if (!(shown & covers & 1u << i))
			continue;
		const enum tile tile = map_tile(map, map->marks[i].at);
		if (tile == TILE_FLOOR)
			continue;
		const char *place = tile == TILE_WALL ? "in the wall" : "on a door";
		text_add(fault,
			 "the %s is %s, where %s cannot show it; leave it out with --show none",
			 mark_names[i], place, name);
		return;
	}
}

bool line_is_like(const char *line, size_t size, const char *pattern, uint32_t *numbers)
{
	const char *end = line + size;
	for (; *pattern && *pattern != '*'; pattern++) {
		if (*pattern == ' ') {
			while (line < end && *line == ' ')
				line++;
		} else if (*pattern == '#') {
			const char *first = line;
			uint64_t number = 0;
			while (line < end && *line >= '0' && *line <= '9' && number <= INT32_MAX)
				number = number * 10 + (uint64_t)(*line++ - '0');
			if (line == first || number > INT32_MAX)
				return false;
			*numbers++ = (uint32_t)number;
		} else if (line == end || *line++ != *pattern) {
			return false;
		}
	}
	return *pattern || line == end;
}
