/* SPDX-License-Identifier: MIT */
#include "formats/marks.h"

#include <stdlib.h>
#include <string.h>

const uint8_t glyph_symbols[GLYPHS] = {
	[GLYPH_WALL] = TILE_WALL,   [GLYPH_FLOOR] = TILE_FLOOR, [GLYPH_SPAWN] = SYMBOL_SPAWN,
	[GLYPH_EXIT] = SYMBOL_EXIT, [GLYPH_DOOR] = TILE_DOOR,   [GLYPH_ROUTE] = SYMBOL_ROUTE,
};

static uint32_t room_center_row(const void *context, uint32_t index)
{
	const struct map *map = context;
	return room_center(map->rooms[index]).y;
}

const uint32_t *marks_sort_rooms(struct memory *sort, const struct map *map)
{
	return sort_indices(sort, map->room_count, map->recipe.height, room_center_row, map);
}

uint32_t marks_label_row(const struct map *map, uint32_t room, unsigned show)
{
	const struct point center = room_center(map->rooms[room]);
	uint32_t row = center.y;
	/* Below one mark, the label may lie on the other, so look at each of them twice. */
	for (size_t i = 0; i < (size_t)2 * MARK_KINDS; i++) {
		const struct point mark = map->marks[i % MARK_KINDS].at;
		const bool is_shown = show & 1U << i % MARK_KINDS;
		const bool is_near = llabs((int64_t)mark.x - center.x) <= 1;
		if (is_shown && is_near && mark.y == row)
			row++;
	}
	return row;
}

int64_t marks_reach(unsigned show)
{
	return show & SHOW_LABELS ? 55 : 70;
}

bool marks_start(struct marks *marks, const struct map *map, unsigned show,
		 const struct route *route, const char *symbol_bytes, const char *row_end)
{
	struct row_bytes tile_bytes = row_kinds;
	tile_bytes.end = row_end;
	/* The first symbols are the kinds of tile. */
	if (symbol_bytes)
		memcpy(tile_bytes.kind, symbol_bytes, sizeof tile_bytes.kind);
	marks->symbol_bytes = symbol_bytes;
	marks->show = show;
	marks->route = route;
	marks->next_letter = 0;
	marks->letter_count = show & SHOW_LABELS ? map->room_count : 0;
	if (marks->letter_count > 0) {
		marks->rooms_by_row = marks_sort_rooms(&marks->sort, map);
		if (!marks->rooms_by_row)
			return false;
	}
	if (!rows_start(&marks->rows, map, &tile_bytes))
		return false;
	const uint64_t rows_max = marks->rows.is_whole ? map->recipe.height : 1;
	if (show == 0 && !route)
		return true;
	return array_reserve(marks, rows_copy, rows_max * marks->rows.stride);
}

/*
 * Returns the tile at a point, to be drawn on, or NULL if the point is not in the newest `count`
 * rows. Unless *rows is a copy of these rows already, copies them and points *rows to the copy. The
 * rows themselves must not change, because rows_next_block may return them again.
 */
static char *find_tile(struct marks *marks, const char **rows, uint32_t count, struct point at)
{
	const uint32_t first_row = marks->rows.y - count;
	const size_t stride = marks->rows.stride;
	const bool is_in_rows = at.y >= first_row && at.y - first_row < count;
	/* marks_start has allocated the copy. Static analyzers do not see that. */
	if (!is_in_rows || !marks->rows_copy)
		return NULL;
	if (*rows != marks->rows_copy)
		*rows = memcpy(marks->rows_copy, *rows, count * stride);
	return &marks->rows_copy[(at.y - first_row) * stride + at.x];
}

/* Returns the byte to draw a symbol with. */
static char symbol_byte(const struct marks *marks, uint32_t symbol)
{
	if (marks->symbol_bytes)
		return marks->symbol_bytes[symbol];
	return (char)symbol;
}

/* Draws the route on the floor of row `y`, which is one of the newest `count` rows. */
static void draw_route(struct marks *marks, const char **rows, uint32_t count, uint32_t y)
{
	const uint32_t width = marks->rows.map->recipe.width;
	uint32_t x = route_next_column(marks->route, 0, y);
	while (x < width) {
		char *tile = find_tile(marks, rows, count, (struct point){x, y});
		if (tile && *tile == symbol_byte(marks, TILE_FLOOR))
			*tile = symbol_byte(marks, SYMBOL_ROUTE);
		x = route_next_column(marks->route, x + 1, y);
	}
}

/* Draws the letters in the newest `count` rows, up to the first letter below these rows. */
static void draw_letters(struct marks *marks, const char **rows, uint32_t count)
{
	const struct map *map = marks->rows.map;
	for (; marks->next_letter < marks->letter_count; marks->next_letter++) {
		const uint32_t room = marks->rooms_by_row[marks->next_letter];
		const uint32_t symbol = lesser(SYMBOL_LETTER + room, SYMBOLS - 1);
		char *tile = find_tile(marks, rows, count, room_center(map->rooms[room]));
		if (!tile)
			break;
		const bool is_door = *tile == symbol_byte(marks, TILE_DOOR);
		const bool is_pillar = *tile == symbol_byte(marks, TILE_WALL);
		const bool is_wing = map_wing_of(map, room) != NO_ROOM;
		/*
		 * When the file is read again, the tile of a letter is floor. A room and its wing
		 * have one letter.
		 */
		if (!is_door && !is_pillar && !is_wing)
			*tile = symbol_byte(marks, symbol);
	}
}

/* Draws a mark if it is shown and in the newest `count` rows. */
static void draw_mark(struct marks *marks, const char **rows, uint32_t count, enum mark_kind kind)
{
	if (!(marks->show & 1U << kind))
		return;
	char *tile = find_tile(marks, rows, count, marks->rows.map->marks[kind].at);
	if (tile)
		*tile = symbol_byte(marks, SYMBOL_MARK + (uint32_t)kind);
}

const char *marks_next(struct marks *marks, uint32_t *count)
{
	const char *rows = rows_next_block(&marks->rows, count);
	if (!rows)
		return NULL;
	if (marks->route) {
		for (uint32_t i = 0; i < *count; i++)
			draw_route(marks, &rows, *count, marks->rows.y - *count + i);
	}
	draw_letters(marks, &rows, *count);
	draw_mark(marks, &rows, *count, MARK_EXIT);
	draw_mark(marks, &rows, *count, MARK_SPAWN);
	return rows;
}

void marks_free(struct marks *marks)
{
	rows_free(&marks->rows);
	memory_free(&marks->sort);
	array_free(marks, rows_copy);
}
