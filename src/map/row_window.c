/* SPDX-License-Identifier: MIT */
#include "map/row_window.h"

#include <string.h>

/*
 * Copies the next row of the map, or wall after the last row, to the memory of row y. The three
 * rows of the window use the memory in turns.
 */
static const char *take_row(struct row_window *window, uint64_t y)
{
	const size_t width = window->rows.map->recipe.width;
	char *tiles = window->tiles + y % 3 * (width + 2);
	const char *row = rows_next(&window->rows);
	if (row)
		memcpy(tiles + 1, row, width);
	else
		memset(tiles + 1, TILE_WALL, width);
	return tiles;
}

bool row_window_start(struct row_window *window, const struct map *map)
{
	const uint64_t stride = (uint64_t)map->recipe.width + 2;
	if (!array_reserve(window, tiles, 3 * stride))
		return false;
	if (!rows_start(&window->rows, map, &row_kinds))
		return false;
	memset(window->tiles, TILE_WALL, (size_t)(3 * stride));
	window->next_y = 0;
	window->current = window->tiles + 2 * stride;
	window->below = take_row(window, 0);
	return true;
}

bool row_window_next(struct row_window *window)
{
	if (window->next_y == window->rows.map->recipe.height)
		return false;
	window->above = window->current;
	window->current = window->below;
	window->below = take_row(window, window->next_y + UINT64_C(1));
	window->next_y++;
	return true;
}

bool row_window_find_run(const char *row, uint32_t width, uint32_t *start, uint32_t *end)
{
	const char *tiles = row + 1;
	while (*end < width && tiles[*end] == TILE_WALL)
		(*end)++;
	*start = *end;
	/* The wall behind the last column ends a run. */
	while (tiles[*end] != TILE_WALL)
		(*end)++;
	return *start < width;
}

void row_window_free(struct row_window *window)
{
	rows_free(&window->rows);
	array_free(window, tiles);
}
