/* SPDX-License-Identifier: MIT */
#include "formats/painted_rows.h"

#include <string.h>

/* Returns the row of the center of a room. A sort_key. */
static uint32_t room_center_row(const void *map, uint32_t index)
{
	return room_center(((const struct map *)map)->rooms[index]).y;
}

bool painted_rows_start(struct painted_rows *painted, const struct map *map, unsigned show,
			const struct route *route, const char *symbol_bytes, const char *row_end)
{
	struct row_bytes tile_bytes = row_kinds;
	tile_bytes.end = row_end;
	/* The first symbols are the kinds of tile. */
	if (symbol_bytes)
		memcpy(tile_bytes.kind, symbol_bytes, sizeof tile_bytes.kind);
	painted->symbol_bytes = symbol_bytes;
	painted->show = show;
	painted->route = route;
	painted->next_letter = 0;
	painted->letter_count = 0;
	if (show & (SHOW_LOCKS | SHOW_SECRETS)) {
		painted->letter_count = map->door_count;
		painted->letters_by_row = sort_indices(&painted->sort, map->door_count,
						       map->recipe.height, map_door_row, map);
	} else if (show & SHOW_LABELS) {
		painted->letter_count = map->room_count;
		painted->letters_by_row = sort_indices(&painted->sort, map->room_count,
						       map->recipe.height, room_center_row, map);
	}
	if (painted->letter_count > 0 && !painted->letters_by_row)
		return false;
	if (!rows_start(&painted->rows, map, &tile_bytes))
		return false;
	const uint64_t rows_max = painted->rows.is_whole ? map->recipe.height : 1;
	if (show == 0 && !route)
		return true;
	return array_reserve(painted, rows_copy, rows_max * painted->rows.stride);
}

/*
 * Returns the tile at a point, to be drawn on, or NULL if the point is not in the newest `count`
 * rows. Unless *rows is a copy of these rows already, copies them and points *rows to the copy. The
 * rows themselves must not change, because rows_next_block may return them again.
 */
static char *find_tile(struct painted_rows *painted, const char **rows, uint32_t count,
		       struct point at)
{
	const uint32_t first_row = painted->rows.y - count;
	const size_t stride = painted->rows.stride;
	const bool is_in_rows = at.y >= first_row && at.y - first_row < count;
	/* painted_rows_start has allocated the copy. Static analyzers do not see that. */
	if (!is_in_rows || !painted->rows_copy)
		return NULL;
	if (*rows != painted->rows_copy)
		*rows = memcpy(painted->rows_copy, *rows, count * stride);
	return &painted->rows_copy[(at.y - first_row) * stride + at.x];
}

/* Returns the byte to draw a symbol with. */
static char symbol_byte(const struct painted_rows *painted, uint32_t symbol)
{
	if (painted->symbol_bytes)
		return painted->symbol_bytes[symbol];
	return (char)symbol;
}

/* Draws the route on the floor of row `y`, which is one of the newest `count` rows. */
static void draw_route(struct painted_rows *painted, const char **rows, uint32_t count, uint32_t y)
{
	const uint32_t width = painted->rows.map->recipe.width;
	uint32_t x = route_next_column(painted->route, 0, y);
	while (x < width) {
		char *tile = find_tile(painted, rows, count, (struct point){x, y});
		if (tile && *tile == symbol_byte(painted, TILE_FLOOR))
			*tile = symbol_byte(painted, SYMBOL_ROUTE);
		x = route_next_column(painted->route, x + 1, y);
	}
}

/* Draws the letters in the newest `count` rows, up to the first letter below these rows. */
static void draw_letters(struct painted_rows *painted, const char **rows, uint32_t count)
{
	const struct map *map = painted->rows.map;
	for (; painted->next_letter < painted->letter_count; painted->next_letter++) {
		const uint32_t room = painted->letters_by_row[painted->next_letter];
		const uint32_t symbol = lesser(SYMBOL_LETTER + room, SYMBOLS - 1);
		char *tile = find_tile(painted, rows, count, room_center(map->rooms[room]));
		if (!tile)
			break;
		const bool is_door = *tile == symbol_byte(painted, TILE_DOOR);
		const bool is_pillar = *tile == symbol_byte(painted, TILE_WALL);
		const bool is_wing = map_wing_of(map, room) != NO_ROOM;
		/*
		 * When the file is read again, the tile of a letter is floor. A room and its wing
		 * have one letter.
		 */
		if (!is_door && !is_pillar && !is_wing)
			*tile = symbol_byte(painted, symbol);
	}
}

/* Draws the letters of doors in the newest `count` rows, and those of keys. */
static void draw_locks(struct painted_rows *painted, const char **rows, uint32_t count)
{
	const struct map *map = painted->rows.map;
	const bool shows_locks = painted->show & SHOW_LOCKS;
	const bool shows_secrets = painted->show & SHOW_SECRETS;
	for (; painted->next_letter < painted->letter_count; painted->next_letter++) {
		const struct door
			*door = &map->doors[painted->letters_by_row[painted->next_letter]];
		char *tile = find_tile(painted, rows, count, door->at);
		if (!tile)
			break;
		if (door->lock > 0 && shows_locks)
			*tile = symbol_byte(painted, SYMBOL_LOCK + door->lock - 1);
		else if (door->is_secret && shows_secrets)
			*tile = symbol_byte(painted, SYMBOL_SECRET);
	}
	for (uint32_t i = 0; i < map->lock_count && shows_locks; i++) {
		char *tile = find_tile(painted, rows, count, map->keys[i].at);
		if (tile)
			*tile = symbol_byte(painted, SYMBOL_KEY + i);
	}
}

/* Draws a mark if it is shown and in the newest `count` rows. */
static void draw_mark(struct painted_rows *painted, const char **rows, uint32_t count,
		      enum mark_kind kind)
{
	if (!(painted->show & 1U << kind))
		return;
	char *tile = find_tile(painted, rows, count, painted->rows.map->marks[kind].at);
	if (tile)
		*tile = symbol_byte(painted, SYMBOL_MARK + (uint32_t)kind);
}

const char *painted_rows_next(struct painted_rows *painted, uint32_t *count)
{
	const char *rows = rows_next_block(&painted->rows, count);
	if (!rows)
		return NULL;
	if (painted->route) {
		for (uint32_t i = 0; i < *count; i++)
			draw_route(painted, &rows, *count, painted->rows.y - *count + i);
	}
	if (painted->show & (SHOW_LOCKS | SHOW_SECRETS))
		draw_locks(painted, &rows, *count);
	else
		draw_letters(painted, &rows, *count);
	draw_mark(painted, &rows, *count, MARK_EXIT);
	draw_mark(painted, &rows, *count, MARK_SPAWN);
	return rows;
}

void painted_rows_free(struct painted_rows *painted)
{
	rows_free(&painted->rows);
	memory_free(&painted->sort);
	array_free(painted, rows_copy);
}
