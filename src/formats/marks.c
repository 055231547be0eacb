/* SPDX-License-Identifier: MIT */
#include "formats/marks.h"

#include <string.h>

const uint8_t glyph_symbols[GLYPHS] = {TILE_WALL, TILE_FLOOR, SYMBOL_SPAWN, SYMBOL_EXIT, TILE_DOOR};

static uint32_t center_row(const void *map, uint32_t index)
{
	return room_center(((const struct map *)map)->rooms[index]).y;
}

const uint32_t *marks_sort_rooms(struct memory *sort, const struct map *map)
{
	return sort_indices(sort, map->room_count, map->recipe.height, center_row, map);
}

bool marks_start(struct marks *marks, const struct map *map, unsigned show, const char *bytes,
		 const char *end, struct watch *watch)
{
	struct row_bytes with = row_kinds;
	with.end = end;
	if (bytes)
		memcpy(with.kind, bytes, sizeof with.kind);
	marks->bytes = bytes;
	marks->show = show;
	marks->next = 0;
	marks->letters = show & SHOW_LABELS ? map->room_count : 0;
	marks->order = marks->letters > 0 ? marks_sort_rooms(&marks->sort, map) : NULL;
	if ((marks->letters > 0 && !marks->order) || !rows_start(&marks->rows, map, &with, watch))
		return false;
	uint64_t several = marks->rows.is_whole ? map->recipe.height : 1;
	return show == 0 || array_reserve(marks, marked, several * marks->rows.stride);
}

/*
 * Returns the tile of a mark, if it is in the last `count` rows, which are copied first, since a
 * row may come several times; or NULL.
 */
static char *find_tile(struct marks *marks, const char **rows, uint32_t count, struct point at)
{
	const uint32_t first = marks->rows.y - count;
	const size_t stride = marks->rows.stride;
	if (at.y < first || at.y - first >= count || !marks->marked)
		return NULL;
	if (*rows != marks->marked)
		*rows = memcpy(marks->marked, *rows, count * stride);
	return &marks->marked[(at.y - first) * stride + at.x];
}

/* Returns the byte that the format has for a symbol, or the symbol itself. */
static char byte_of(const struct marks *marks, uint32_t symbol)
{
	if (marks->bytes)
		return marks->bytes[symbol];
	return (char)symbol;
}

const char *marks_next(struct marks *marks, uint32_t *count)
{
	const struct map *map = marks->rows.map;
	const char *rows = rows_next_block(&marks->rows, count);
	char *tile;
	if (!rows)
		return NULL;
	for (; marks->next < marks->letters; marks->next++) {
		const uint32_t room = marks->order[marks->next],
			       symbol = lesser(SYMBOL_LETTER + room, SYMBOLS - 1);
		tile = find_tile(marks, &rows, *count, room_center(map->rooms[room]));
		if (!tile)
			break;
		/* A letter is read as floor, and the center of a room may be a pillar. */
		if (*tile != byte_of(marks, TILE_DOOR) && *tile != byte_of(marks, TILE_WALL))
			*tile = byte_of(marks, symbol);
	}
	/* The spawn comes last, since it is drawn over the exit. */
	for (int kind = MARK_KINDS - 1; kind >= 0; kind--)
		if (marks->show & 1U << kind &&
		    (tile = find_tile(marks, &rows, *count, map->marks[kind].at)))
			*tile = byte_of(marks, SYMBOL_MARK + (uint32_t)kind);
	return rows;
}

void marks_free(struct marks *marks)
{
	rows_free(&marks->rows);
	memory_free(&marks->sort);
	array_free(marks, marked);
}
