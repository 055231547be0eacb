/* SPDX-License-Identifier: MIT */
#include "dungeon/rows.h"

#include <string.h>

enum {
	WHOLE_MOST = 1 << 18,    /* bytes of a map that is drawn whole, so that it stays in the second-level cache */
	TUNNELS_PER_COLUMN = 16, /* with more tunnels, a sweep is faster */
};

const struct row_bytes row_kinds = {.kind = {TILE_WALL, TILE_FLOOR, TILE_DOOR}, .end = ""};

/* Copies the next row of a map that stores its tiles. */
static void copy_row(const struct rows *rows, char *row)
{
	const char wall = rows->with.kind[TILE_WALL], floor = rows->with.kind[TILE_FLOOR],
		   door = rows->with.kind[TILE_DOOR];
	const size_t width = rows->dungeon->recipe.width;
	const char *tiles = rows->dungeon->tiles + rows->y * width;
	for (size_t x = 0; x < width; x++)
		row[x] = tiles[x] == TILE_FLOOR ? floor : tiles[x] == TILE_DOOR ? door : wall;
}

bool rows_start(struct rows *rows, const struct dungeon *dungeon, const struct row_bytes *with)
{
	const struct recipe *recipe = &dungeon->recipe;
	rows->dungeon = dungeon;
	rows->with = *with;
	rows->stride = recipe->width + strlen(with->end);
	rows->y = 0;
	rows->left = 0;
	rows->stored = dungeon->lacks & LACKS_ROOMS;
	rows->own = rows->stored && with == &row_kinds;
	rows->whole = !rows->stored && (uint64_t)rows->stride * recipe->height <= WHOLE_MOST &&
		      dungeon->tunnel_count / TUNNELS_PER_COLUMN <= recipe->width;
	if (!rows->whole)
		return rows->own || (array_reserve(rows, bytes, (uint64_t)rows->stride + SWEEP_SLACK) &&
				     (rows->stored || sweep_start(&rows->sweep, dungeon)));
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
	if (rows->whole) {
		band->rows = recipe->height;
	} else if (rows->own) {
		band->bytes = rows->dungeon->tiles + (size_t)rows->y * recipe->width;
	} else {
		if (rows->stored)
			copy_row(rows, rows->bytes);
		else
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
