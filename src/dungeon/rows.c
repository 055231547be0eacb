/* SPDX-License-Identifier: MIT */
#include "dungeon/rows.h"

#include <string.h>

enum {
	WHOLE_MOST = 1 << 18,     /* bytes of a map that is drawn whole, so that it stays in the second-level cache */
	TUNNELS_PER_COLUMN = 16,  /* with more tunnels, a sweep is faster */
	COPIED_AT_ONCE = 1 << 15, /* tiles of a map that was read, unless a row has more */
};

const struct row_bytes row_kinds = {.kind = {TILE_WALL, TILE_FLOOR, TILE_DOOR}, .end = ""};

/* Copies rows of a map that stores its tiles. */
static void copy_rows(struct rows *rows, uint32_t count)
{
	const struct dungeon *dungeon = rows->dungeon;
	size_t width = dungeon->recipe.width, end = rows->stride - width;
	const char wall = rows->with.kind[TILE_WALL], floor = rows->with.kind[TILE_FLOOR],
		   door = rows->with.kind[TILE_DOOR];
	const char *tiles = dungeon->tiles + rows->y * width;
	char *bytes = rows->bytes;
	for (uint32_t row = 0; row < count; row++, tiles += width, bytes += rows->stride) {
		for (size_t x = 0; x < width; x++)
			bytes[x] = tiles[x] == TILE_FLOOR ? floor : tiles[x] == TILE_DOOR ? door : wall;
		memcpy(bytes + width, rows->with.end, end);
	}
}

bool rows_start(struct rows *rows, const struct dungeon *dungeon, const struct row_bytes *with)
{
	const struct recipe *recipe = &dungeon->recipe;
	rows->dungeon = dungeon;
	rows->with = *with;
	rows->stride = recipe->width + strlen(with->end);
	rows->y = 0;
	rows->left = 0;
	rows->at_once = 0;
	rows->whole = false;
	if (dungeon->lacks & LACKS_ROOMS) {
		rows->at_once = greater(COPIED_AT_ONCE / recipe->width, 1);
		rows->own = with == &row_kinds;
		return rows->own || array_reserve(rows, bytes, (uint64_t)rows->stride * rows->at_once);
	}
	rows->whole = (uint64_t)rows->stride * recipe->height <= WHOLE_MOST &&
		      dungeon->tunnel_count / TUNNELS_PER_COLUMN <= recipe->width;
	if (!rows->whole)
		return array_reserve(rows, bytes, (uint64_t)rows->stride + SWEEP_SLACK) &&
		       sweep_start(&rows->sweep, dungeon);
	if (!array_reserve(rows, bytes, rows->stride * recipe->height + rows_whole_slack(rows->stride)))
		return false;
	rows_draw_whole(dungeon, with, rows->bytes);
	return true;
}

bool rows_next(struct rows *rows, struct band *band)
{
	const struct recipe *recipe = &rows->dungeon->recipe;
	if (rows->y >= recipe->height)
		return false;
	*band = (struct band){rows->bytes, rows->stride, 1, 1};
	if (rows->at_once > 0) {
		band->rows = lesser(rows->at_once, recipe->height - rows->y);
		if (rows->own)
			band->bytes = rows->dungeon->tiles + (size_t)rows->y * recipe->width;
		else
			copy_rows(rows, band->rows);
	} else if (rows->whole) {
		band->rows = recipe->height;
	} else {
		band->times = sweep_row(&rows->sweep, rows->y, rows->with.kind, rows->bytes);
		memcpy(rows->bytes + recipe->width, rows->with.end, rows->stride - recipe->width);
	}
	rows->y += band->rows * band->times;
	if (!rows->whole)
		watch_work(rows->dungeon->watch, 1 + (uint64_t)recipe->width / 4 * band->rows, "rows", rows->y,
			   recipe->height);
	return true;
}

const char *rows_next_row(struct rows *rows)
{
	struct band *band = &rows->band;
	if (rows->left > 0) {
		band->bytes += band->rows > 1 ? band->stride : 0;
	} else {
		if (!rows_next(rows, band))
			return NULL;
		rows->left = band->rows * band->times;
	}
	rows->left--;
	return band->bytes;
}

void rows_free(struct rows *rows)
{
	sweep_free(&rows->sweep);
	array_free(rows, bytes);
}
