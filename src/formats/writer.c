/* SPDX-License-Identifier: MIT */
#include "formats/writer.h"

#include "formats/format.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

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
	painted_rows_free(&writer->rows);
	passages_free(&writer->passages);
	array_free(writer, scratch);
	array_free(writer, players_tiles);
	*writer = (struct writer){0};
}

bool writer_refuse(struct writer *writer, const char *format, ...)
{
	const bool is_read = writer->input_file != NULL;
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

const struct map *writer_players_map(struct writer *writer, const struct map *map)
{
	const uint32_t width = map->recipe.width;
	struct rows *rows = &writer->rows.rows;
	size_t size = 0;
	uint32_t count;
	const char *block;
	if (!map_has_secrets(map))
		return map;
	if (!array_reserve(writer, players_tiles, recipe_tiles(&map->recipe)))
		return NULL;
	if (!rows_start(rows, map, &row_kinds))
		return NULL;
	while ((block = rows_next_block(rows, &count))) {
		memcpy(writer->players_tiles + size, block, (size_t)count * width);
		size += (size_t)count * width;
	}
	for (uint32_t i = 0; i < map->door_count; i++) {
		const struct door door = map->doors[i];
		if (door.is_secret)
			writer->players_tiles[(size_t)door.at.y * width + door.at.x] = TILE_WALL;
	}
	writer->players_map = *map;
	writer->players_map.tiles = writer->players_tiles;
	writer->players_map.stores_tiles = true;
	return &writer->players_map;
}

bool writer_choose_shown(struct writer *writer, const struct map *map, unsigned *shown)
{
	const struct format *format = writer->format;
	*shown = style_shown(writer->style, map) & ~format->cannot_show;
	if (format->shows_on_request && !writer->style->is_show_chosen)
		*shown = 0;
	/* Letters of rooms would look like those of locks. */
	if (*shown & (SHOW_LOCKS | SHOW_SECRETS))
		*shown &= ~(unsigned)SHOW_LABELS;
	return writer_check_shown(writer, map, *shown);
}

bool writer_check_shown(struct writer *writer, const struct map *map, unsigned shown)
{
	const struct format *format = writer->format;
	for (size_t i = 0; i < MARK_KINDS; i++) {
		if (!(shown & 1u << i))
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
