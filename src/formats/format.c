/* SPDX-License-Identifier: MIT */
#include "formats/format.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/*
 * Every format, in the order of --help. X(NAME) stands for format_NAME, which is in NAME.c; tmj and
 * tmx are in tiled.c.
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
			if (size > best_length && size <= length &&
			    memcmp(magics[j], bytes, size) == 0) {
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

unsigned style_shown(const struct style *style, const struct map *map)
{
	unsigned shown = style->show;
	if (!style->is_show_chosen && map->marks[MARK_EXIT].is_drawn)
		shown |= SHOW_EXIT;
	for (size_t i = 0; i < MARK_KINDS; i++) {
		if (!map->marks[i].is_set)
			shown &= ~(1u << i);
	}
	return shown;
}

struct area style_frame(const struct style *style, const struct map *map)
{
	const uint32_t width = map->recipe.width;
	const struct area all = {0, 0, width - 1, map->recipe.height - 1};
	struct area floor = {UINT32_MAX, UINT32_MAX, 0, 0};
	if (!style->crops)
		return all;
	if (map->stores_tiles) {
		for (uint64_t i = 0; i < recipe_tiles(&map->recipe); i++) {
			const struct point at = {(uint32_t)(i % width), (uint32_t)(i / width)};
			if (map->tiles[i] != TILE_WALL)
				floor = area_around(floor, area_between(at, at));
		}
	} else {
		for (uint32_t i = 0; i < map_area_count(map); i++)
			floor = area_around(floor, map_area(map, i));
		for (uint32_t i = 0; i < map->door_count; i++) {
			const struct point at = map->doors[i].at;
			floor = area_around(floor, area_between(at, at));
		}
	}
	if (floor.x1 > floor.x2)
		return all;
	return (struct area){
		.x1 = floor.x1 - (floor.x1 > 0),
		.y1 = floor.y1 - (floor.y1 > 0),
		.x2 = lesser(floor.x2 + 1, all.x2),
		.y2 = lesser(floor.y2 + 1, all.y2),
	};
}

bool writer_open(struct writer *writer, const struct format *format, const struct style *style,
		 struct output *output)
{
	*writer = (struct writer){
		.format = format,
		.style = style,
		.output = output,
	};
	/* One byte more, because calloc may return NULL for 0 bytes. */
	writer->state = calloc(1, format->writer_state_size + 1);
	return writer->state != NULL;
}

void writer_close(struct writer *writer)
{
	if (writer->state && writer->format->free_writer_state)
		writer->format->free_writer_state(writer->state);
	free(writer->state);
	marks_free(&writer->marks);
	passages_free(&writer->passages);
	array_free(writer, scratch);
	*writer = (struct writer){0};
}

bool writer_refuse(struct writer *writer, const char *format, ...)
{
	const bool is_read = writer->label->file != NULL;
	va_list arguments;
	va_start(arguments, format);
	(void)fail_list(&writer->message, is_read ? STATUS_NO_MAP : STATUS_IMPOSSIBLE, format,
			arguments);
	va_end(arguments);
	return false;
}

bool writer_require_rooms(struct writer *writer, const struct map *map)
{
	if (map->room_count > 0)
		return true;
	(void)writer_refuse(writer, "cannot be written as %s without rooms", writer->format->name);
	(void)advise(&writer->message, "choose --format json or text");
	return suggest(&writer->message, "format", "json");
}

bool writer_choose_shown(struct writer *writer, const struct map *map, unsigned *shown)
{
	const struct format *format = writer->format;
	*shown = style_shown(writer->style, map) & ~format->cannot_show;
	if (format->shows_on_request && !writer->style->is_show_chosen)
		*shown = 0;
	for (size_t i = 0; i < MARK_KINDS; i++) {
		if (!(*shown & 1u << i))
			continue;
		const enum tile tile = map_tile(map, map->marks[i].at);
		if (tile == TILE_FLOOR)
			continue;
		(void)writer_refuse(writer, "%s cannot show the %s %s", format->name, mark_names[i],
				    tile == TILE_WALL ? "in the wall" : "on a door");
		(void)advise(&writer->message, "leave out marks with --show none");
		return suggest(&writer->message, "show", "none");
	}
	return true;
}

bool line_matches(const char *line, size_t size, const char *pattern, uint32_t *numbers)
{
	const char *line_end = line + size;
	const char *at = line;
	for (; *pattern && *pattern != '*'; pattern++) {
		if (*pattern == ' ') {
			while (at < line_end && *at == ' ')
				at++;
		} else if (*pattern == '#') {
			const char *digits = at;
			uint64_t value = 0;
			for (; at < line_end && *at >= '0' && *at <= '9' && value <= INT32_MAX;
			     at++)
				value = value * 10 + (uint64_t)(*at - '0');
			if (at == digits || value > INT32_MAX)
				return false;
			*numbers++ = (uint32_t)value;
		} else {
			if (at == line_end || *at != *pattern)
				return false;
			at++;
		}
	}
	return *pattern == '*' || at == line_end;
}
